/**
 * Shows who is away: a tag next to a name, and a note at the table.
 */
import { html, list, t } from '../app.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */

const sign = html`<span aria-hidden="true">☾ </span>`;

/** @param {{place: import('../lib/answers.js').Place}} props */
export function AwayTag({ place }) {
  return place.away ? html` <span class="tag tag-away">${sign}${t('online.away')}</span>` : null;
}

/** @param {{session: RemoteSession, onReplace?: () => void}} props */
export function AwayNote({ session, onReplace }) {
  const { places, missed } = session.room;
  const others = places.filter((place) => place.away && place.place !== missed).map((place) => place.name);
  const awaited = places.find((place) => place.place === missed);
  const name = awaited?.name ?? '';
  if (!missed && !others.length) return null;
  return html`<div class=${`room-note ${missed ? 'room-away' : ''}`}>
    <p>${sign}${missed && t('online.away.turn', { name })} ${others.length > 0 && t('online.away.names', { names: list(others) })}</p>
    ${awaited?.may_ask && onReplace && html`<button type="button" onClick=${onReplace}>${t('online.replace.name', { name })}</button>`}
  </div>`;
}
