/**
 * Why something was refused: the referee's message with the rule behind it, or a failure of the store
 * with a way to save the game as a file.
 */
import { html, useEffect, useRef } from '../vendor/preact.js';
import { t, translateCore } from '../lib/strings.js';
import { saveFile } from '../lib/share.js';

/**
 * @param {{problem: any, book: any, session: import('../lib/session.js').Session, onClose: () => void}} props
 */
export function Problem({ problem, book, session, onClose }) {
  const element = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), [problem]);
  if (!problem) return null;
  const rule = problem.rule && book?.rules?.[problem.rule];
  const { error, reason = error, cite: source = '' } = problem;
  return html`<div ref=${element} class="note note-problem refusal" role="alert">
    <p><strong>${problem.store ? t(`store.${problem.store}`) : translateCore(rule ? reason : error)}</strong></p>
    ${rule && html`<details class="small"><summary>${t('refusal.rule')}</summary>${translateCore(rule)}${source && html` <span class="quiet">(${translateCore(source)})</span>`}</details>`}
    <div class="buttons">
      ${problem.store && problem.store !== 'conflict' && html`<button type="button" class="primary"
        onClick=${() => saveFile(problem.unsaved ?? session.text)}>${t('store.export')}</button>
        <a class="button" href="#/history">${t('home.history')}</a>`}
      <button type="button" onClick=${onClose}>${t('close')}</button>
    </div>
  </div>`;
}
