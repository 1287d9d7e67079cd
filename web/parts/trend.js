/**
 * Results over time: a dot per game, and the moving average as a line. The same data is in a table below.
 */
import { html } from '../vendor/preact.js';
import { movingAverage } from '../lib/bests.js';
import { day, number, t } from '../lib/strings.js';

const WIDTH = 640, HEIGHT = 200, RIGHT = 12, TOP = 12, BOTTOM = 26;
const LETTER = 14; // width reserved for a digit
const SPAN = 5;
const LISTED = 200;

/**
 * @param {{title: string, points: {when: number, value: number}[], unit: string}} props points: oldest first;
 *   unit: what the values are
 */
export function Trend({ title, points, unit }) {
  const values = points.map((point) => point.value);
  const means = movingAverage(values, SPAN);
  const low = Math.min(...values), high = Math.max(...values), span = high - low || 1;
  const left = LETTER * (1 + Math.max(number(low).length, number(high).length));
  const x = (/** @type {number} */ i) => left + (WIDTH - left - RIGHT) * (points.length > 1 ? i / (points.length - 1) : 0.5);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ((value - low) / span);
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const summary = t('trend.summary', {
    n: values.length, mean: number(mean, 1), low: number(low), high: number(high), last: number(means[means.length - 1], 1), span: SPAN,
  });
  return html`<figure class="trend">
    <figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}. ${summary}`}>
      ${[low, high].map((value, i) => html`<g key=${i}>
        <path class="trend-grid" d=${`M${left} ${y(value)}H${WIDTH - RIGHT}`} />
        <text x=${left - 8} y=${y(value) + 6} text-anchor="end">${number(value)}</text></g>`)}
      <path class="trend-line" d=${means.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('')} />
      ${values.map((value, i) => html`<circle key=${i} class="trend-dot" cx=${x(i).toFixed(1)} cy=${y(value).toFixed(1)} r="4" />`)}
      <text x=${left} y=${HEIGHT - 4}>${day(points[0].when)}</text>
      <text x=${WIDTH - RIGHT} y=${HEIGHT - 4} text-anchor="end">${day(points[points.length - 1].when)}</text>
    </svg>
    <p class="quiet small">${summary}</p>
    <details>
      <summary>${t('trend.table')}</summary>
      <table class="plain-table">
        <thead><tr><th scope="col">${t('trend.day')}</th><th scope="col" class="figure">${unit}</th>
          <th scope="col" class="figure">${t('trend.average')}</th></tr></thead>
        <tbody>${points.map((point, i) => html`<tr key=${i}><td>${day(point.when)}</td><td class="figure">${number(point.value)}</td>
          <td class="figure">${number(means[i], 1)}</td></tr>`).reverse().slice(0, LISTED)}</tbody>
      </table>
    </details>
  </figure>`;
}
