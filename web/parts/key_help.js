/**
 * What the keys of the table do: a dialog, and a strip on wide screens.
 */
import { html } from '../vendor/preact.js';
import { getSettings } from '../lib/settings.js';
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

/**
 * The most useful keys. While they do nothing, their place stays empty.
 * @param {{dice: number, press: boolean, mine: boolean}} props mine: a person plays here now
 */
export function KeyStrip({ dice, press, mine }) {
  if (!getSettings().keys) return null;
  return html`<p class=${`key-strip ${mine ? '' : 'key-none'}`}><kbd>1</kbd> – <kbd>${dice}</kbd> ${t(press ? 'keys.short.aside' : 'keys.short.keep')} <kbd>${t('keys.space')}</kbd> ${t('keys.short.roll')} <kbd>H</kbd> ${t('keys.short.hint')} <kbd>U</kbd> ${t('keys.short.undo')}</p>`;
}
