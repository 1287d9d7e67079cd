/**
 * What the table is waiting for, as one message with its buttons: the most urgent thing first. The screens show it in
 * one place, so that nothing else moves.
 */
import { list, t } from '../app.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */
/** @typedef {import('../lib/session.js').View} View */

/**
 * @typedef {Object} Action
 * @property {string} words
 * @property {string} [line] what to say to the server
 * @property {() => unknown} [act] what to do instead
 * @property {boolean} [primary]
 *
 * @typedef {Object} Status
 * @property {'lost'|'busy'|'again'|'agreeing'|'ask'|'away'|'back'|'mine'|'hurry'|'other'|'watching'} kind
 * @property {string} words
 * @property {string} [time] minutes and seconds
 * @property {number} [left] seconds left for this choice
 * @property {string} [note] smaller words below
 * @property {Action[]} [actions]
 */

export const HURRY_S = 10; // when the time left is urgent
const RETURNED_MS = 5000; // how long to say that the connection is back

/** @param {number} seconds @returns {string} as minutes and seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * @param {RemoteSession} session
 * @param {View|null|undefined} view absent: before the game
 * @param {number} now milliseconds since 1970
 * @returns {Status|null}
 */
export function statusOf(session, view, now) {
  return trouble(session, now) ?? (view ? atTable(session, view, now) : null);
}

/** @param {RemoteSession} session @param {number} now @returns {Status|null} */
function trouble(session, now) {
  const { socket, lost, note, me, returned } = session;
  if (lost && !socket.busy) {
    const left = Math.ceil((socket.retryAt - now) / 1000);
    return {
      kind: 'lost',
      words: t(me ? 'online.lost' : 'online.lost.watching'),
      note: left > 0 ? t('online.retry.in', { n: left }) : t('online.retry.now'),
      actions: [{ words: t('online.again'), act: () => socket.retry() }],
    };
  }
  if (lost || note) return { kind: 'busy', words: t('online.note') };
  if (!returned || now - returned.at > RETURNED_MS) return null;
  return { kind: 'back', words: returned.moves ? t('online.returned.moves', { n: returned.moves }) : t('online.returned') };
}

/** @param {RemoteSession} session @param {View} view @param {number} now @returns {Status|null} */
function atTable(session, view, now) {
  const { state } = view;
  if (state.phase === 'over') return nextGame(session);
  const waits = state.fair?.waits;
  if (waits === 'pledges' || waits === 'shares' || waits === 'commitment') return { kind: 'agreeing', words: t('online.agreeing') };
  return asked(session) ?? missed(session, now) ?? turn(session, view, now);
}

// ---- the next game ----

/** @param {RemoteSession} session @returns {Status|null} */
function nextGame(session) {
  const { room, me, place } = session;
  const namesOf = (/** @type {number[]} */ places) => ({ n: places.length, names: list(places.map((one) => session.nameOf(one))) });
  if (session.held) {
    const players = room.again?.wanting ?? [];
    return { kind: 'again', words: t(players.length ? 'online.next.names' : 'online.next', namesOf(players)), actions: [{ words: t('online.look-on'), act: () => session.goOn(), primary: true }] };
  }
  if (!room.again) return null;
  const { wanting, silent, stays, enough, seconds } = room.again;
  const join = { words: t('online.go'), line: 'rematch', primary: true };
  const others = wanting.filter((one) => one !== place);
  if (!me) return { kind: 'again', words: t('online.rematch.wanted', namesOf(others)) };
  if (wanting.includes(place)) {
    if (enough) return { kind: 'again', words: t('online.rematch.soon', { ...namesOf(others), seconds }), note: silent.length ? t('online.goon.wait', namesOf(silent)) : '' };
    return { kind: 'again', words: t('online.rematch.mine'), note: silent.length ? t('online.goon.wait', namesOf(silent)) : t('online.rematch.nobody') };
  }
  return {
    kind: 'again',
    words: t('online.rematch.wanted', namesOf(others)),
    note: stays.includes(place) ? t('online.rematch.stayed') : '',
    actions: [join, ...(stays.includes(place) ? [] : [{ words: t('online.rematch.stay'), line: 'stay' }])],
  };
}

// ---- bots for absent players ----

/** @param {RemoteSession} session @returns {Status|null} */
function asked(session) {
  const { room, me, place } = session;
  if (me?.replaced) return { kind: 'ask', words: t('online.replaced'), actions: [{ words: t('online.back'), line: 'back', primary: true }] };
  const [ask] = [...room.asks].sort((a, b) => Number(b.may || b.place === place) - Number(a.may || a.place === place)); // those that this player can answer first
  if (!ask) return null;
  const mine = place === ask.place;
  const places = { name: session.nameOf(ask.place), by: session.nameOf(ask.by), level: t(`level.${ask.level}`) };
  const gone = room.places.some((one) => one.place === ask.place && one.left);
  const missing = list(ask.missing.map((one) => session.nameOf(one)));
  return {
    kind: 'ask',
    words: t(ask.by === ask.place ? (mine ? 'online.asked.own.you' : 'online.asked.own')
      : ask.by === place ? 'online.asked.you' : mine ? 'online.asked.me' : 'online.asked', places),
    note: ask.may ? '' : missing ? t('online.asked.wait', { names: missing }) : mine || gone ? '' : t('online.asked.soon', { name: places.name, n: room.wait }),
    actions: [
      ...(ask.may ? [{ words: t('online.agree'), line: `agree ${ask.place}`, primary: true }] : []),
      ...(mine ? [{ words: t('online.back'), line: 'back', primary: true }] : []),
    ],
  };
}

/** Everybody waits for a player who is away. @param {RemoteSession} session @param {number} now @returns {Status|null} */
function missed(session, now) {
  const { room, waitsFor } = session;
  const place = room.places.find((one) => one.place === room.missed);
  if (!place) return null;
  const { name } = place;
  const bot = { words: t('online.away.bot', { name }), line: `ask ${place.place} family` };
  if (place.left) return { kind: 'away', words: t('online.left', { name }), actions: place.may_ask ? [{ ...bot, primary: true }] : [] };
  const since = session.awaySince(place.place);
  const minutes = since ? Math.floor((now - since) / 60_000) : 0;
  const words = minutes ? t('online.away.minutes', { name, n: minutes }) : t('online.away.kept', { name });
  if (!place.may_ask || waitsFor.has(place.place)) return { kind: 'away', words };
  return {
    kind: 'away',
    words,
    actions: [
      { words: t('online.away.wait'), act: () => session.waitFor(place.place), primary: true },
      bot,
    ],
  };
}

// ---- whose turn it is ----

/** @param {RemoteSession} session @param {View} view @param {number} now @returns {Status|null} */
function turn(session, { state, hand }, now) {
  const { room, me, deadline, since } = session;
  const away = room.places.filter((one) => one.away && one.seat).map((one) => one.name);
  const left = deadline ? Math.max(0, Math.min(room.clock, Math.ceil((deadline - now) / 1000))) : undefined;
  const gone = since ? Math.max(0, Math.floor((now - since) / 1000)) : 0;
  /** @type {Status} */
  const status = { kind: 'other', words: '', left, time: clock(left ?? gone), note: away.length ? t('online.away.names', { names: list(away) }) : '' };
  if (hand) return { ...status, ...(left === undefined ? { time: undefined } : {}), kind: left !== undefined && left <= HURRY_S ? 'hurry' : 'mine', words: t('online.turn.mine') };
  const name = room.person ?? '';
  if (name) status.words = t(state.phase === 'choose' ? 'online.turn.choosing' : 'online.turn.throwing', { name });
  if (me?.seat) return status;
  return { ...status, kind: 'watching', note: t(!me ? 'online.looking-on.about' : room.goes ? 'online.joins-next' : 'online.sits-out') };
}
