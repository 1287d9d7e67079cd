/**
 * The status of a server's table besides the game: warnings, the connection, the time left, who is away, requests
 * to replace a player with a bot, and whether a bot is playing for you.
 */
import { announce, html, list, t, useEffect, useRef, useState } from '../app.js';
import { AwayNote } from './away.js';
import { Refused, Signed, Unopened } from './warnings.js';
import { refusalWords } from './words.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */
/** @typedef {import('../lib/session.js').View} View */

const HURRY_S = 10;

/** @param {{session: RemoteSession, view?: View, onReplace?: () => void}} props onReplace: opens the dialog for replacing a player with a bot */
export function Bar({ session, view, onReplace }) {
  const { connection, room, me } = session;
  const state = view?.state;
  const playing = state && state.phase !== 'over';
  const [busy, setBusy] = useState(false);
  const say = async (/** @type {string} */ line) => {
    setBusy(true);
    await session.say(line);
    setBusy(false);
  };
  const waits = playing && state.fair && (state.fair.waits === 'pledges' || state.fair.waits === 'shares' || state.fair.waits === 'commitment');
  return html`<div class="room-bar">
    ${session.refused && html`<${Refused} session=${session} />`}
    ${session.receipts.wrong && html`<${Signed} session=${session} />`}
    <${Connection} session=${session} />
    ${room.begun && !me && connection === 'open' && html`<p class="room-note">${t('online.looking-on.about')}</p>`}
    ${waits && html`<p class="room-note">${t('online.agreeing')}</p>`}
    ${waits && room.unopened.length > 0 && html`<${Unopened} ...${{ session, busy }} onSay=${say} />`}
    ${playing && session.deadline > 0 && !waits && html`<${Clock} session=${session} hand=${view.hand} />`}
    ${playing && html`<${AwayNote} ...${{ session, onReplace }} />`}
    ${room.asks.map((ask) => html`<${Asked} key=${ask.place} ...${{ ask, session, busy }} onSay=${say} />`)}
    ${playing && me?.replaced && html`<div class="room-note"><p>${t('online.replaced')}</p>
      <button type="button" class="primary" disabled=${busy} onClick=${() => say('back')}>${t('online.back')}</button></div>`}
  </div>`;
}

/** @param {{session: RemoteSession}} props */
function Connection({ session }) {
  const { connection, why, note } = session;
  const [late, setLate] = useState(false); // ignore brief interruptions
  useEffect(() => {
    setLate(false);
    if (connection === 'open') return;
    const timer = setTimeout(() => setLate(true), 700);
    return () => clearTimeout(timer);
  }, [connection === 'open']);
  if (connection === 'closed') {
    return html`<div class="note note-problem" role="alert"><p>${why === 'token' ? t('online.moved-away') : refusalWords({ code: why === 'absent' || why === 'deleted' ? why : 'closed' })}</p>
      ${(why === 'deleted' || why === 'absent') && session.view && !session.game && html`<button type="button" onClick=${() => session.keep()}>${t('online.keep')}</button>`}
      ${why === 'token' && html`<button type="button" onClick=${() => session.stand()}>${t('online.look-on')}</button>`}</div>`;
  }
  if (connection !== 'open') return late ? html`<p class="room-note room-away" role="status">${t(navigator.onLine ? 'online.again-connecting' : 'online.no-network')}</p>` : null;
  return note ? html`<p class="room-note" role="status">${t('online.note')}</p>` : null;
}

/** @param {{session: RemoteSession, hand: boolean}} props */
function Clock({ session, hand }) {
  const [now, setNow] = useState(Date.now);
  const told = useRef(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.min(session.room.clock, Math.ceil((session.deadline - now) / 1000)));
  useEffect(() => {
    if (!hand || left !== HURRY_S || told.current === session.deadline) return;
    told.current = session.deadline;
    announce(t('online.clock.left', { n: left }));
  }, [left, hand]);
  const minutes = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return html`<p class=${`room-clock ${left <= HURRY_S ? 'hurry' : ''}`} role="timer" aria-label=${t('online.clock.left', { n: left })}>
    <span aria-hidden="true">⏱ ${minutes}</span></p>`;
}

/**
 * @param {{ask: import('../lib/answers.js').Ask, session: RemoteSession, busy: boolean, onSay: (line: string) => void}} props
 */
function Asked({ ask, session, busy, onSay }) {
  const name = session.nameOf(ask.place);
  const by = session.nameOf(ask.by);
  const mine = session.place === ask.place;
  const level = t(`level.${ask.level}`);
  const missing = list(ask.missing.map((place) => session.nameOf(place)));
  return html`<div class="room-note">
    <p>${ask.by === ask.place ? t('online.asked.own', { name, level }) : mine ? t('online.asked.me', { by, level }) : t('online.asked', { by, name, level })}
      ${!ask.may && missing && ` ${t('online.asked.wait', { names: missing })}`}
      ${!mine && !missing && ` ${t('online.asked.soon', { name, n: session.room.wait })}`}</p>
    ${ask.may && html`<button type="button" class="primary" disabled=${busy} onClick=${() => onSay(`agree ${ask.place}`)}>${t('online.agree')}</button>`}
    ${mine && html`<button type="button" class="primary" disabled=${busy} onClick=${() => onSay('back')}>${t('online.back')}</button>`}
  </div>`;
}
