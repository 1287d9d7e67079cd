/**
 * Draws the card to share. Its colors do not depend on the theme: it leaves the page.
 */
const WIDTH = 1080, EDGE = 24, IN = 76, TILE = 64, GAP = 12;
const SERIF = 'Rockwell, "Roboto Slab", "DejaVu Serif", serif';
const PLAIN = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';

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
 * @param {{title: string, marks: string[], lines: string[], page: string}} card
 * @returns {Promise<Blob|null>} a PNG; null if the browser refuses
 */
export function drawCard({ title, marks, lines: texts, page }) {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  const wide = WIDTH - 2 * IN;
  const row = Math.floor((wide + GAP) / (TILE + GAP));
  /** @type {{font: string, color: string, words: string[], height: number}[]} */
  const parts = [[title, `700 60px ${SERIF}`, '#fdf6e6', 84], ...texts.map((words, i) => [words, `${i ? 400 : 700} 46px ${PLAIN}`, '#fdf6e6', 68]), [page, `400 36px ${PLAIN}`, '#c3d6b8', 60]]
    .map(([words, font, color, height]) => {
      pen.font = /** @type {string} */ (font);
      return { font: String(font), color: String(color), words: lines(pen, String(words), wide), height: Number(height) };
    });
  const tiles = Math.ceil(marks.length / row) * (TILE + GAP) + 40;
  canvas.width = WIDTH;
  canvas.height = 2 * IN + tiles + parts.reduce((sum, { words, height }) => sum + words.length * height, 0);
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
      y += tiles;
    }
    pen.font = font;
    pen.fillStyle = color;
    for (const line of words) {
      pen.fillText(line, IN, y);
      y += height;
    }
  });
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
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
    const wood = pen.createLinearGradient(0, y, 0, y + TILE);
    wood.addColorStop(0, '#f8e2b9');
    wood.addColorStop(1, '#dba862');
    pen.fillStyle = mark === '·' ? '#2c5438' : wood;
    pen.beginPath();
    pen.roundRect(x, y, TILE, TILE, 14);
    pen.fill();
    pen.fillStyle = mark === '·' ? '#c3d6b8' : '#3b2413';
    pen.fillText(mark, x + TILE / 2, y + TILE / 2 + 2);
  });
  pen.restore();
}
