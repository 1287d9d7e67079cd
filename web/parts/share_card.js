/**
 * A card to share, as text and as a picture, which is drawn here and sent to nobody: the card of a finished game, and the
 * buttons that pass on any card.
 */
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { drawCard, pictureOf } from '../lib/draw_card.js';
import { announce } from '../lib/live.js';
import { canSend, copy, download } from '../lib/share.js';
import { number, t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/** @typedef {import('../lib/draw_card.js').Card} Card */
/** @typedef {import('../lib/draw_card.js').Place} Place */

/** An address as people read it. @param {string} url */
export const shortened = (url) => url.replace(/^\w+:\/\//, '').replace(/\/$/, '');

/**
 * Buttons that send, copy and save a card, and what came of it.
 * @param {{card: Card, text: string, name: string, look: string, note?: string, onRefused?: () => void}} props
 *   name: of the file; look: CSS class; note: below; onRefused: the browser does not let the page copy
 */
export function SharedBy({ card, text, name, look, note = '', onRefused }) {
  const [said, setSaid] = useState('');
  const say = (/** @type {string} */ words) => {
    setSaid(words);
    announce(words);
  };
  const onCopy = async () => {
    const copied = await copy(text);
    if (!copied) onRefused?.();
    say(t(copied ? 'card.copied' : 'card.copy.failed'));
  };
  const onSave = async () => {
    const drawn = await pictureOf(card);
    if (drawn) download(name, drawn);
    say(t(drawn ? 'card.saved' : 'card.save.failed'));
  };
  const onSend = async () => {
    const drawn = await pictureOf(card);
    const files = drawn ? [new File([drawn], name, { type: drawn.type })] : [];
    try {
      await navigator.share(navigator.canShare?.({ files }) ? { text, files } : { text });
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError') say(t('card.send.failed')); // unless canceled by the user
    }
  };
  return html`<div class=${look}>
      ${canSend() && html`<button type="button" class="sunny" onClick=${onSend}>${t('card.share')}</button>`}
      <button type="button" class=${canSend() ? '' : 'sunny'} onClick=${onCopy}>${t('card.copy')}</button>
      <button type="button" onClick=${onSave}>${t('card.save')}</button>
      ${said && html`<p class="share-said">${said}</p>`}
    </div>
    ${note && html`<p class="small quiet">${note}</p>`}`;
}

/**
 * The card of a finished game.
 * @param {{title: string, words: string, says: string, figures: string, places: Place[], onClose: () => void}} props
 */
export function ShareCard({ title, words, says, figures, places, onClose }) {
  const canvas = useRef(/** @type {HTMLCanvasElement|null} */ (null));
  const field = useRef(/** @type {HTMLTextAreaElement|null} */ (null));
  const page = location.href.split('#')[0];
  const lines = [words, says, figures].filter(Boolean);
  const text = [`${title}: ${places.map(({ name, total }) => `${name} ${number(total)}`).join(', ')}`, ...lines, page].join('\n');
  const card = { title, places, lines, page: shortened(page) };
  useLayoutEffect(() => {
    if (canvas.current) drawCard(canvas.current, card);
  }, [text]);
  return html`<${Dialog} title=${t('card.title')} onClose=${onClose}>
    <canvas ref=${canvas} class="share-card" role="img" aria-label=${lines.join(' ')}></canvas>
    <textarea ref=${field} class="share-text" readonly rows="6" aria-label=${t('card.text')} value=${text}></textarea>
    <${SharedBy} ...${{ card, text }} name="yardstick.png" look="buttons" onRefused=${() => field.current?.select()} />
  </${Dialog}>`;
}
