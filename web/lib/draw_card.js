/**
 * Draws a card to share: a board in a wooden frame with a title, then tiles or a podium, then sentences. Its colors do not
 * depend on the theme: it leaves the page.
 */
import { number } from './strings.js';

/**
 * @typedef {{name: string, total: number, place: number}} Place
 * @typedef {{title: string, marks?: string[], places?: Place[], lines: string[], page: string}} Card
 *   marks: one sign for each tile; '·': an empty one; places: best first
 */

const WIDTH = 1080, EDGE = 24, IN = 76, TILE = 64, GAP = 12;
const SERIF = 'Rockwell, "Roboto Slab", "DejaVu Serif", serif';
const PLAIN = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const LIGHT = '#fdf6e6', DIM = '#c3d6b8', BURNT = '#3b2413';
/** The heights of the steps of a podium, best first, and the room that a name and a total need above them. */
const STEPS = [270, 195, 135], NAMED = 130;

/** @param {CanvasRenderingContext2D} pen @param {string} words @param {number} most */
function lines(pen, words, most) {
  /** @type {string[]} */
  const found = [];
  for (const word of words.split(' ')) {
    const longer = found.length ? `${found[found.length - 1]} ${word}` : word;
    if (found.length && pen.measureText(longer).width <= most) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Card} card
 * @returns {boolean} false if the browser refuses
 */
export function drawCard(canvas, { title, marks = [], places = [], lines: texts, page }) {
  const pen = canvas.getContext('2d');
  if (!pen) return false;
  const wide = WIDTH - 2 * IN;
  const row = Math.floor((wide + GAP) / (TILE + GAP));
  const tiles = marks.length ? Math.ceil(marks.length / row) * (TILE + GAP) + 40 : 0;
  const podium = places.length > 1 ? STEPS[0] + NAMED + 60 : 0;
  /** @type {{font: string, color: string, words: string[], height: number}[]} */
  const parts = [[title, `700 60px ${SERIF}`, LIGHT, 84], ...texts.map((words, i) => [words, `${i ? 400 : 700} 46px ${PLAIN}`, LIGHT, 68]), [page, `400 36px ${PLAIN}`, DIM, 60]]
    .map(([words, font, color, height]) => {
      pen.font = /** @type {string} */ (font);
      return { font: String(font), color: String(color), words: lines(pen, String(words), wide), height: Number(height) };
    });
  canvas.width = WIDTH;
  canvas.height = 2 * IN + tiles + podium + parts.reduce((sum, { words, height }) => sum + words.length * height, 0);
  pen.fillStyle = '#dcb06e';
  pen.fillRect(0, 0, WIDTH, canvas.height);
  pen.fillStyle = '#16331f';
  pen.fillRect(EDGE, EDGE, WIDTH - 2 * EDGE, canvas.height - 2 * EDGE);
  pen.fillStyle = '#20462b'; // mown stripes
  pen.save();
  pen.beginPath();
  pen.rect(EDGE, EDGE, WIDTH - 2 * EDGE, canvas.height - 2 * EDGE);
  pen.clip();
  pen.transform(1, 0, -0.2, 1, 0, 0);
  for (let x = 0; x < WIDTH * 1.5; x += 240) pen.fillRect(x, 0, 120, canvas.height);
  pen.restore();
  pen.textBaseline = 'top';
  let y = IN;
  parts.forEach(({ font, color, words, height }, i) => {
    if (i === 1) {
      drawTiles(pen, marks, row, y + 12);
      if (podium) drawPodium(pen, places, y + podium - 40);
      y += tiles + podium;
    }
    pen.font = font;
    pen.fillStyle = color;
    for (const line of words) {
      pen.fillText(line, IN, y);
      y += height;
    }
  });
  return true;
}

/**
 * @param {Card} card
 * @returns {Promise<Blob|null>} a PNG; null if the browser refuses
 */
export function pictureOf(card) {
  const canvas = document.createElement('canvas');
  if (!drawCard(canvas, card)) return Promise.resolve(null);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} width @param {number} height @param {number | number[]} round */
function wood(pen, x, y, width, height, round) {
  const light = pen.createLinearGradient(0, y, 0, y + height);
  light.addColorStop(0, '#f8e2b9');
  light.addColorStop(1, '#dba862');
  pen.fillStyle = light;
  pen.beginPath();
  pen.roundRect(x, y, width, height, round);
  pen.fill();
}

/** Wooden tiles. @param {CanvasRenderingContext2D} pen @param {string[]} marks @param {number} row tiles in a row @param {number} top */
function drawTiles(pen, marks, row, top) {
  pen.save();
  pen.font = `700 44px ${PLAIN}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  marks.forEach((mark, i) => {
    const x = IN + (i % row) * (TILE + GAP);
    const y = top + Math.floor(i / row) * (TILE + GAP);
    wood(pen, x, y, TILE, TILE, 14);
    if (mark === '·') {
      pen.fillStyle = '#2c5438';
      pen.fill();
    }
    pen.fillStyle = mark === '·' ? DIM : BURNT;
    pen.fillText(mark, x + TILE / 2, y + TILE / 2 + 2);
  });
  pen.restore();
}

/** Wooden blocks for the first three. @param {CanvasRenderingContext2D} pen @param {Place[]} places @param {number} floor */
function drawPodium(pen, places, floor) {
  const shown = places.slice(0, STEPS.length);
  const width = 296;
  const middle = WIDTH / 2 + (shown.length === 2 ? width / 2 : 0); // of the highest block
  pen.save();
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  shown.forEach(({ name, total, place }, i) => {
    const x = middle + [0, -width, width][i], top = floor - STEPS[i];
    wood(pen, x - width / 2, top, width, STEPS[i], [14, 14, 0, 0]);
    pen.fillStyle = BURNT;
    pen.font = `700 92px ${SERIF}`;
    pen.fillText(number(place), x, top + 104);
    pen.fillStyle = LIGHT;
    pen.font = `400 40px ${PLAIN}`;
    pen.fillText(name, x, top - 76, width - 16);
    pen.font = `700 56px ${SERIF}`;
    pen.fillText(number(total), x, top - 20, width - 16);
  });
  pen.restore();
}
