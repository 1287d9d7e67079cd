/**
 * A question or a sheet of its own over the page: the browser's own dialog, which keeps the focus
 * inside, closes by Escape and gives the focus back.
 */
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

/**
 * @param {{title: string, onClose: () => void, children?: any, class?: string}} props
 */
export function Dialog({ title, onClose, children, class: look = '' }) {
  const element = useRef(/** @type {HTMLDialogElement|null} */ (null));
  // At once: a key that is pressed next is meant for the dialog.
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
