/**
 * A zero by choice: in which box, and whether to give up what it would score.
 */
import { html } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/**
 * @param {{claims: Record<string, number>, box?: string, label: (box: string) => string, onBox: (box: string) => void,
 *   onDo: (action: string) => void, onClose: () => void}} props
 *   claims: what each open box would score; box: the one chosen; without it, asks for it
 */
export function ZeroDialog({ claims, box, label, onBox, onDo, onClose }) {
  if (!box) {
    return html`<${Dialog} title=${t('zero.which')} onClose=${onClose} class="menu"><div class="menu-list">
      ${Object.entries(claims).map(([key, n]) => n > 0 && html`<button type="button" key=${key} onClick=${() => onBox(key)}>${t('zero.box', { box: label(key), n })}</button>`)}
      </div><//>`;
  }
  return html`<${Dialog} title=${t('zero.instead', { box: label(box), n: claims[box] ?? 0 })} onClose=${onClose}>
    <div class="buttons"><button type="button" class="primary" onClick=${() => onDo(`score ${box} 0`)}>${t('zero.yes')}</button>
      <button type="button" onClick=${onClose}>${t('cancel')}</button></div><//>`;
}
