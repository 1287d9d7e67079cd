/**
 * Before the first hint of a daily game: hints are counted there, and the others see how many.
 */
import { html } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/** @param {{onGo: () => void, onClose: () => void}} props */
export function AskHint({ onGo, onClose }) {
  return html`<${Dialog} title=${t('coach')} onClose=${onClose} class="coach">
    <p>${t('daily.hint')}</p>
    <div class="buttons"><button type="button" class="primary" onClick=${onGo}>${t('daily.hint.show')}</button>
      <button type="button" onClick=${onClose}>${t('cancel')}</button></div><//>`;
}
