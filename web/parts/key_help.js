/**
 * What the keys of the table do.
 */
import { html } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/** @param {{onClose: () => void}} props */
export function Keys({ onClose }) {
  return html`<${Dialog} title=${t('keys.title')} onClose=${onClose}>
    <dl class="keys">${['1', 'r', 's', 'a', 'b', 'z', 'u', 'h', 'm'].map((key) => html`
      <div key=${key}><dt><kbd>${key === '1' ? '1–6' : key}</kbd></dt><dd>${t(`keys.${key}`)}</dd></div>`)}</dl>
    <p class="quiet small">${t('keys.off')}</p>
  </${Dialog}>`;
}
