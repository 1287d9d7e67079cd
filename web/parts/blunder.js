/**
 * The question before a blunder.
 */
import { html, useState } from '../vendor/preact.js';
import { actionWords, costWords, sentence } from '../lib/coach_words.js';
import { changeSettings } from '../lib/settings.js';
import { t, wholePercent } from '../lib/strings.js';
import { useBook } from './coach.js';
import { Dialog } from './dialog.js';

/** @typedef {import('../lib/answers.js').Judged} Judged */
/** @typedef {import('../lib/session.js').View} View */

/**
 * Asks whether to make the choice anyway.
 * @param {{judged: Judged, view: View, onGo: () => void, onClose: () => void}} props
 */
export function BlunderDialog({ judged, view, onGo, onClose }) {
  const [shown, setShown] = useState(false);
  const [off, setOff] = useState(false);
  const book = useBook(view.state.rules);
  const points = (/** @type {string} */ action) => (action.startsWith('score ') ? view.state.claims?.[action.split(' ')[1]] : undefined);
  const action = sentence(actionWords(judged.do, book, points(judged.do)));
  return html`
    <${Dialog} title=${t('blunder.title')} onClose=${onClose} class="coach">
      <p>${judged.unit === 'win' ? t('blunder.win', { action, from: wholePercent(judged.best_value), to: wholePercent(judged.value) })
    : t('blunder.what', { action, cost: costWords(judged.unit, judged.cost) })}</p>
      ${shown
        ? html`<p role="status">${t('blunder.better', { action: actionWords(judged.best, book, points(judged.best)) })}</p>`
        : html`<p><button type="button" class="link" onClick=${() => setShown(true)}>${t('blunder.show')}</button></p>`}
      <div class="buttons">
        <button type="button" class="primary" onClick=${onClose}>${t('blunder.back')}</button>
        <button type="button" onClick=${onGo}>${t('blunder.do')}</button>
      </div>
      <p class="quiet small">${off ? html`<span role="status">${t('blunder.off.done')} </span>`
    : html`<button type="button" class="link" onClick=${() => { changeSettings({ warn: false }); setOff(true); }}>${t('blunder.off')}</button> `}${t('blunder.off.what')}</p>
    <//>`;
}
