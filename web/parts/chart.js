/**
 * A chart with one line per seat. Lines have different dashes and are labeled, so that no
 * meaning depends on color alone; a table below the chart gives the same data by turn.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';

/**
 * @typedef {Object} Line
 * @property {string} name
 * @property {number} dash index of its dash pattern
 * @property {[number, number][]} points x and y
 *
 * @typedef {Object} Mark
 * @property {number} x
 * @property {number} y
 * @property {string} words its number
 * @property {string} look CSS class
 */

const DASHES = ['', '7 4', '2 3', '10 3 2 3', '5 2', '1 4', '12 5', '8 2 2 2 2 2'];
const TICKS = 5;

/**
 * A round step that divides a span into at most this many pieces.
 * @param {number} span
 * @param {number} pieces
 */
export function roundStep(span, pieces) {
  const least = span / pieces || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((n) => n * power >= least * 0.999) ?? 10);
}

/**
 * Moves names at the ends of lines apart, so that they do not overlap.
 * @param {{name: string, y: number}[]} ends
 * @param {number} height of a name
 * @param {number} bottom
 */
function spread(ends, height, bottom) {
  const sorted = ends.map((end) => ({ ...end })).sort((a, b) => a.y - b.y);
  sorted.forEach((end, i) => {
    if (i) end.y = Math.max(end.y, sorted[i - 1].y + height);
  });
  for (let i = sorted.length - 1, most = bottom; i >= 0; i--, most -= height) {
    sorted[i].y = Math.min(sorted[i].y, most);
  }
  return sorted;
}

/** The width and font size of an element, in pixels. */
function useSize() {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const [size, setSize] = useState({ width: 0, letter: 13 });
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (box.current);
    const watcher = new ResizeObserver(() => setSize({
      width: element.clientWidth,
      letter: parseFloat(getComputedStyle(element).fontSize),
    }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return /** @type {const} */ ([box, size]);
}

/**
 * @param {{title: string, summary: string, lines: Line[], main: number, marks: Mark[], last: number, at: number|null,
 *   show: (y: number) => string, across: [number, string][], onPick: (x: number) => void}} props
 *   main: the dash of the line that is told about; last: the highest x; at: the current x; show: formats a number on the
 *   y axis; across: what the x axis may say, and where
 */
export function Chart({ title, summary, lines, main, marks, last, at, show, across, onPick }) {
  const [box, { width, letter }] = useSize();
  const height = Math.max(190, Math.min(340, width * 0.5));
  const values = lines.flatMap((line) => line.points.map(([, y]) => y));
  const span = Math.max(...values) - Math.min(...values);
  const step = roundStep(span || 1, TICKS);
  const low = Math.floor(Math.min(...values) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...values) / step) * step, low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  const longest = Math.max(...lines.map((line) => line.name.length));
  const left = letter * (0.6 * Math.max(...ticks.map((y) => show(y).length)) + 0.6);
  const right = width - Math.min(width * 0.3, letter * (0.7 * longest + 0.8));
  const [top, bottom] = [letter, height - letter * 1.8];
  const x = (/** @type {number} */ v) => left + ((right - left) * v) / Math.max(1, last);
  const y = (/** @type {number} */ v) => bottom - ((bottom - top) * (v - low)) / (high - low);
  const path = (/** @type {Line} */ line) => line.points.map(([px, py], i) =>
    `${i ? 'L' : 'M'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join('');
  const told = lines.find((line) => line.dash === main);
  const fits = Math.floor((width - right - letter * 0.8) / (letter * 0.75)); // how many letters fit; the legend has the whole name
  const short = (/** @type {string} */ name) => ([...name].length > fits ? `${[...name].slice(0, fits - 1).join('')}…` : name);
  const names = spread(lines.map((line) => ({ name: line.name, y: y(line.points[line.points.length - 1][1]) })), letter * 1.15, bottom);
  const every = Math.ceil(across.length / Math.max(2, Math.floor(width / (letter * 4))));
  const pick = (/** @type {MouseEvent} */ event) => {
    const from = /** @type {Element} */ (event.currentTarget).getBoundingClientRect().left;
    onPick(Math.max(0, Math.min(last, Math.round(((event.clientX - from - left) / (right - left)) * last))));
  };
  return html`<div class="chart" ref=${box}>
    ${width > 0 && html`<svg role="img" aria-label=${`${title}. ${summary}`} width=${width} height=${height}
      viewBox=${`0 0 ${width} ${height}`} onClick=${pick}>
      ${ticks.map((v) => html`<g key=${v}>
        <path class="grid" d=${`M${left} ${y(v).toFixed(1)}H${right}`} />
        <text x=${left - letter * 0.4} y=${y(v) + letter * 0.33} text-anchor="end">${show(v)}</text>
      </g>`)}
      ${across.filter((_, i) => i % every === 0).map(([v, words]) => html`
        <text key=${v} x=${x(v)} y=${bottom + letter * 1.3} text-anchor="middle">${words}</text>`)}
      ${told && html`<path class="area" d=${`${path(told)}V${bottom}H${x(told.points[0][0]).toFixed(1)}Z`} />`}
      ${at !== null && html`<path class="here" d=${`M${x(at).toFixed(1)} ${top}V${bottom}`} />`}
      ${lines.map((line) => html`<path key=${line.dash} class=${`course course-${line.dash % 4}`} stroke-dasharray=${DASHES[line.dash % DASHES.length]} d=${path(line)} />`)}
      ${marks.map((mark) => html`<g key=${mark.words} class=${`mark ${mark.look}`}><circle cx=${x(mark.x)} cy=${y(mark.y)} r=${letter * 0.75} />
        <text x=${x(mark.x)} y=${y(mark.y) + letter * 0.35} text-anchor="middle">${mark.words}</text></g>`)}
      ${names.map(({ name, y: at_y }) => html`<text key=${name} class="name" x=${right + letter * 0.8} y=${at_y + letter * 0.33}>${short(name)}</text>`)}
    </svg>`}
  </div>`;
}

/**
 * The dash pattern of a line, for a legend or a table.
 * @param {{line: number}} props
 */
export function Dashes({ line }) {
  return html`<svg class="dashes" width="36" height="10" viewBox="0 0 36 10" aria-hidden="true">
    <path class=${`course course-${line % 4}`} stroke-dasharray=${DASHES[line % DASHES.length]} d="M0 5H36" /></svg>`;
}
