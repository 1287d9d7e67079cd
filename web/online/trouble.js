/**
 * A modal warning that something is wrong with this player's part of the dice. It usually appears before the dice
 * are thrown, and blocks the game until the player decides whether to play.
 */
import { html, list, t, useLayoutEffect, useRef, useState } from '../app.js';
import { isSoft } from './deals.js';
import { SaveProof } from './proof.js';

/** @param {{session: import('./remote_session.js').RemoteSession}} props */
export function TroubleDialog({ session }) {
  const trouble = /** @type {import('./deals.js').Trouble} */ (session.trouble);
  const element = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const first = useRef(/** @type {HTMLElement|null} */ (null));
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    first.current?.focus();
    return () => dialog?.close();
  }, []);
  const { kind } = trouble;
  const soft = isSoft(trouble);
  const seats = session.view?.state.seats ?? [];
  const names = list(trouble.others.map((seat) => seats[seat - 1]?.name ?? ''));
  const leave = () => {
    setBusy(true);
    session.decline();
  };
  // The dialog must be answered: Escape and taps outside do not close it.
  return html`<dialog ref=${element} class=${`dialog trouble ${soft ? 'trouble-soft' : ''}`} role="alertdialog" aria-labelledby="trouble-title" aria-describedby="trouble-about"
      onCancel=${(/** @type {Event} */ event) => event.preventDefault()}>
    <div class="dialog-body">
      <h2 id="trouble-title"><span aria-hidden="true">${soft ? '☾' : '⚠'} </span>${t(`online.trouble.${kind}`)}</h2>
      <div id="trouble-about">
        <p>${t(`online.trouble.${kind}.about`)}</p>
        <p class="trouble-means">${soft && names ? t('online.trouble.rely', { n: trouble.others.length, names }) : t('online.trouble.means')}</p>
        <p class="small quiet">${t('online.trouble.choice')}</p>
      </div>
      <div class="buttons">
        <button ref=${first} type="button" class="primary" disabled=${busy} onClick=${leave}>${t('online.trouble.leave')}</button>
        <button type="button" disabled=${busy} onClick=${() => session.accept()}>${t('online.trouble.play')}</button>
        ${!soft && html`<${SaveProof} session=${session} />`}
      </div>
    </div>
  </dialog>`;
}
