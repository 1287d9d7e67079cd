/**
 * Menu items that only server tables have.
 */
import { html, t } from '../app.js';

/** @param {{session: import('./remote_session.js').RemoteSession, onOpen: (what: string) => void}} props */
export function Menu({ session, onOpen }) {
  const item = (/** @type {string} */ what) => html`<button type="button" onClick=${() => onOpen(what)}>${t(`online.menu.${what}`)}</button>`;
  return html`${item('invite')}${item('people')}${session.me && html`${item('move')}${item('leave')}`}${session.isHost && item('delete')}`;
}
