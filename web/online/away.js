/**
 * Who is away, in a word and a sign beside a name, and as a note at the table.
 */
import { html, list, t } from '../app.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */

const sign = html`<span aria-hidden="true">☾ </span>`;

/** @param {{session: RemoteSession, place: import('./room.js').Place}} props */
export function AwayTag({ session, place }) {
  return session.away.includes(place) ? html` <span class="tag tag-away">${sign}${t('online.away')}</span>` : null;
}

/** @param {{session: RemoteSession, onReplace?: () => void}} props */
export function AwayNote({ session, onReplace }) {
  const { missed, me } = session;
  const others = session.away.filter((place) => place !== missed).map((place) => place.name);
  if (!missed && !others.length) return null;
  return html`<div class=${`room-note ${missed ? 'room-away' : ''}`}>
    <p>${sign}${missed && t('online.away.turn', { name: missed.name })} ${others.length > 0 && t('online.away.names', { names: list(others) })}</p>
    ${missed && me && !session.room.keeper && onReplace && html`<button type="button" onClick=${onReplace}>${t('online.replace.name', { name: missed.name })}</button>`}
  </div>`;
}
