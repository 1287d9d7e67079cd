/**
 * The result of a game to pass on: a picture, drawn here and sent to nobody, and the same as text.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { announce } from '../lib/live.js';
import { copy, download } from '../lib/share.js';
import { number, t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/** @typedef {{name: string, total: number, place: number}} Place */

const SIZE = 1080, STEPS = 3, NAMED = 8;
const INK = '#22241b', PAPER = '#fffaf0';

/**
 * @param {CanvasRenderingContext2D} pen @param {string} words @param {number} x @param {number} y
 * @param {number} size @param {number} [most] width
 */
function write(pen, words, x, y, size, most = SIZE - 160) {
  pen.font = `700 ${size}px ${getComputedStyle(document.documentElement).getPropertyValue('--figures')}`;
  pen.fillText(words, x, y, most);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{title: string, words: string, says: string, figures: string, places: Place[]}} about
 */
function draw(canvas, { title, words, says, figures, places }) {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  for (let i = 0; i < 12; i++) {
    pen.fillStyle = i % 2 ? '#579540' : '#64a44b';
    pen.fillRect((i * SIZE) / 12, 0, SIZE / 12, SIZE);
  }
  pen.textAlign = 'center';
  pen.fillStyle = '#16331f';
  pen.fillRect(0, 0, SIZE, 120);
  pen.fillStyle = '#fdf6e6';
  write(pen, title, SIZE / 2, 80, 54);
  const across = [SIZE / 2, SIZE / 2 - 300, SIZE / 2 + 300], heights = [300, 210, 150], floor = 700;
  places.slice(0, STEPS).forEach(({ name, total, place }, i) => {
    const top = floor - heights[i];
    pen.fillStyle = '#dba862';
    pen.fillRect(across[i] - 145, top, 290, heights[i]);
    pen.fillStyle = '#3b2413';
    write(pen, number(place), across[i], top + 105, 90);
    pen.fillStyle = PAPER;
    pen.fillRect(across[i] - 145, top - 130, 290, 116);
    pen.fillStyle = INK;
    write(pen, name, across[i], top - 86, 36, 270);
    write(pen, number(total), across[i], top - 34, 46, 270);
  });
  pen.fillStyle = PAPER;
  pen.fillRect(50, floor, SIZE - 100, SIZE - floor - 50);
  pen.fillStyle = INK;
  write(pen, words, SIZE / 2, floor + 90, 56);
  write(pen, says, SIZE / 2, floor + 165, 36);
  write(pen, figures, SIZE / 2, floor + 225, 36);
  write(pen, places.slice(STEPS, NAMED).map(({ name, total, place }) => `${number(place)}. ${name} ${number(total)}`).join('   '), SIZE / 2, floor + 285, 30);
}

/**
 * @param {{title: string, words: string, says: string, figures: string, places: Place[], onClose: () => void}} props
 */
export function ShareCard({ title, words, says, figures, places, onClose }) {
  const canvas = useRef(/** @type {HTMLCanvasElement|null} */ (null));
  const field = useRef(/** @type {HTMLElement|null} */ (null));
  const [said, setSaid] = useState('');
  const text = [`${title}: ${places.map(({ name, total }) => `${name} ${number(total)}`).join(', ')}`, words, says, figures, location.href.split('#')[0]].filter(Boolean).join('\n');
  useEffect(() => {
    if (canvas.current) draw(canvas.current, { title, words, says, figures, places });
  }, [title, words, says, figures]);
  const picture = () => new Promise((/** @type {(file: File) => void} */ made) => {
    canvas.current?.toBlob((blob) => blob && made(new File([blob], 'yardstick.png', { type: 'image/png' })));
  });
  const sends = Boolean(navigator.canShare?.({ files: [new File([], 'yardstick.png', { type: 'image/png' })] }));
  const onSend = async () => {
    await navigator.share({ files: [await picture()], text }).catch(() => {}); // canceled
  };
  const onCopy = async () => {
    if (!await copy(text)) { // the browser refused: select it, for copying by hand
      if (field.current) getSelection()?.selectAllChildren(field.current);
      return;
    }
    setSaid(t('card.copied'));
    announce(t('card.copied'));
  };
  return html`<${Dialog} title=${t('card.title')} onClose=${onClose}>
    <canvas ref=${canvas} class="share-card" width=${SIZE} height=${SIZE} role="img" aria-label=${[words, says, figures].filter(Boolean).join(' ')}></canvas>
    <pre ref=${field} class="share-text" tabindex="0">${text}</pre>
    <div class="buttons">
      ${sends && html`<button type="button" class="primary" onClick=${onSend}>${t('card.send')}</button>`}
      <button type="button" class=${sends ? '' : 'primary'} onClick=${async () => download('yardstick.png', await picture())}>${t('card.save')}</button>
      <button type="button" onClick=${onCopy}>${t('card.copy')}</button>
    </div>
    ${said && html`<p class="note note-good gap-above">${said}</p>`}
  </${Dialog}>`;
}
