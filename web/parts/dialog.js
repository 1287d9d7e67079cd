/**
 * A modal dialog: the browser's own, which keeps the focus inside, closes on Escape and restores the
 * focus.
 */
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

/**
 * @param {{title: string, onClose: () => void, children?: any, class?: string}} props
 */
export function Dialog({ title, onClose, children, class: look = '' }) {
  const element = useRef(/** @type {HTMLDialogElement|null} */ (null));
  // Before the paint: the next key press is meant for the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return html`
    <dialog ref=${element} class=${`dialog ${look}`} aria-labelledby="dialog-title"
      onCancel=${(/** @type {Event} */ event) => { event.preventDefault(); onClose(); }}
      onClick=${(/** @type {MouseEvent} */ event) => event.target === element.current && onClose()}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id="dialog-title">${title}</h2>
          <button type="button" class="icon-button" aria-label=${t('close')} onClick=${onClose}><${Icon} name="close" /></button>
        </header>
        ${children}
        <div class="unseen live" aria-live="polite" role="status"></div>
      </div>
    </dialog>`;
}
