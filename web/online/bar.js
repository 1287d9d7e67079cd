/**
 * The status of a server's table besides the game: warnings, and what the table is waiting for. At the table, the
 * latter takes the message line and the place of the button; elsewhere it is a panel of its own.
 */
import { announce, html, Icon, t, useEffect, useRef, useState } from '../app.js';
import { HURRY_S, statusOf } from './status.js';
import { Refused, Signed, Unopened } from './warnings.js';
import { refusalWords } from './words.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('./status.js').Status} Status */
/** @typedef {import('./status.js').Action} Action */

const TICK_MS = 250;

/** @param {{session: RemoteSession, view?: View, panel?: boolean}} props panel: whether it also says what the table is waiting for */
export function Bar({ session, view, panel = true }) {
  const { connection, room } = session;
  const state = view?.state;
  const waits = state?.fair && state.phase !== 'over' && state.fair.waits !== 'reveal';
  return html`<div class="room-bar">
    ${session.refused && html`<${Refused} session=${session} />`}
    ${session.receipts.wrong && html`<${Signed} session=${session} />`}
    ${connection === 'closed' ? html`<${Closed} session=${session} />` : panel && html`<${Panel} ...${{ session, view }} />`}
    ${waits && room.unopened.length > 0 && html`<${Unopened} session=${session} />`}
  </div>`;
}

/** @param {{session: RemoteSession}} props */
function Closed({ session }) {
  const { why } = session;
  return html`<div class="note note-problem" role="alert"><p>${why === 'token' ? t('online.moved-away') : refusalWords({ code: why === 'absent' || why === 'deleted' ? why : 'closed' })}</p>
    ${(why === 'deleted' || why === 'absent') && session.view && !session.game && html`<button type="button" onClick=${() => session.keep()}>${t('online.keep')}</button>`}
    ${why === 'token' && html`<button type="button" onClick=${() => session.stand()}>${t('online.look-on')}</button>`}</div>`;
}

/**
 * What the table is waiting for, as time passes.
 * @param {RemoteSession} session @param {View|undefined} view
 * @returns {Status|null}
 */
function useStatus(session, view) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return statusOf(session, view, Math.max(now, Date.now()));
}

/** Says aloud what changes without this player. @param {Status|null} status */
function useAloud(status) {
  const told = useRef('');
  const { kind, words = '', left } = status ?? {};
  useEffect(() => {
    const aloud = kind === 'lost' || kind === 'back' || kind === 'again' ? words : kind === 'hurry' && left === HURRY_S ? t('online.clock.left', { n: left }) : '';
    if (aloud && aloud !== told.current) announce(aloud);
    told.current = aloud || (kind === 'hurry' ? told.current : '');
  }, [kind, words, left]);
}

/** @param {{status: Status}} props */
function Time({ status: { time, left } }) {
  return html`<span class="room-time" role="timer" aria-label=${left === undefined ? time : t('online.clock.left', { n: left })}><span aria-hidden="true">${time}</span></span>`;
}

/** Before and after the game. @param {{session: RemoteSession, view?: View}} props */
function Panel({ session, view }) {
  const status = useStatus(session, view);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const element = useRef(/** @type {HTMLElement|null} */ (null));
  useAloud(status);
  useEffect(() => setProblem(''), [status?.words]);
  const act = async (/** @type {Action} */ action) => {
    setBusy(true);
    const answer = action.line ? await session.say(action.line) : await action.act?.();
    setBusy(false);
    setProblem(/** @type {any} */ (answer)?.error ?? '');
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true }); // the button is gone
  };
  if (!status) return null;
  const { kind, words, note = '', actions = [] } = status;
  return html`<div class=${`room-line room-${kind}`} ref=${element} tabindex="-1" role="group" aria-label=${t('online.status')}>
    <p class="room-words">${words}</p>
    ${(problem || note) && html`<p class="room-small">${problem || note}</p>`}
    ${actions.length > 0 && html`<div class="room-actions">
      ${actions.map((action) => html`<button type="button" key=${action.words} class=${action.primary ? 'primary' : ''} disabled=${busy && kind !== 'lost'} onClick=${() => act(action)}>${action.words}</button>`)}</div>`}
  </div>`;
}

// ---- at the table ----

const NET = 'M3 9c5-5 13-5 18 0M6.500 13c3-3 8-3 11 0M10 17c1.200-1 2.800-1 4 0';
const SIGNS = { net: NET, lost: `${NET}M4 4l16 16`, hurry: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2' };

/** @param {{name: keyof typeof SIGNS}} props */
const Sign = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${SIGNS[name]} /></svg>`;

const LONG = 46; // letters that fit into the line in its usual size

/**
 * The message line of the table. While the game goes on as usual, it says what it always says, and the time.
 * @param {{session: RemoteSession, view: View, usual: any}} props usual: the line without a server
 */
export function WaitLine({ session, view, usual }) {
  const status = useStatus(session, view);
  useAloud(status);
  if (!status) return usual;
  const { kind, words, time, note } = status;
  const press = view.state.family === 'press';
  const clock = time && html`<${Time} status=${status} />`;
  if (kind === 'mine') return clock ? html`<${usual.type} ...${usual.props} time=${clock} />` : usual;
  if (!press && (kind === 'other' || kind === 'watching')) {
    return html`<${usual.type} ...${usual.props} words=${words || usual.props.words} time=${clock} right=${note || usual.props.right} />`;
  }
  const all = (kind === 'watching' ? [note, words] : [words, kind === 'lost' || kind === 'ask' ? '' : note]).filter(Boolean).join(' · ');
  const sign = kind === 'lost' || kind === 'hurry' ? html`<${Sign} name=${kind} />` : kind === 'back' ? html`<${Icon} name="tick" />` : kind === 'away' || kind === 'ask' ? html`<${Icon} name="people" />` : '';
  return html`<p class=${`wait-line wait-${kind} ${press ? 'message' : 'plank'} ${all.length > LONG ? 'long' : ''}`}>${sign}<span>${all}${clock && html`${all && ' · '}${clock}`}</span></p>`;
}

/**
 * The place of the button.
 * @param {{session: RemoteSession, view: View, usual: any, onSay: (line: string) => void, onJoin: () => void}} props
 *   usual: what is there without a server; onSay: says a line and shows a refusal; onJoin: opens the form for sitting down
 */
export function WaitButtons({ session, view, usual, onSay, onJoin }) {
  const status = useStatus(session, view);
  const press = view.state.family === 'press';
  const joins = (status?.kind === 'watching' || (status?.kind === 'away' && !session.me)) && session.room.may_sit ? [{ words: t('online.sit.next'), act: onJoin }] : [];
  /** @type {Action[]} */ const actions = [...(status?.actions ?? []), ...joins];
  const does = (/** @type {Action} */ { line, act }) => () => (line ? onSay(line) : act?.());
  const place = press ? 'choices' : 'action';
  if (status?.kind === 'lost') {
    const [retry] = actions;
    const words = html`<strong>${status.note}</strong><span>${t('online.lost.safe')}</span>`;
    return press ? html`<div class="choices waits"><div class="choice-off wait-note">${words}</div><button type="button" class="choice-skip wait-note" onClick=${does(retry)}><${Sign} name="net" /><strong>${retry.words}</strong></button></div>`
      : html`<div class="action waits"><button type="button" class="tool" disabled><${Icon} name="undo" /><span>${t('table.undo')}</span></button>
        <div class="go off">${words}</div><button type="button" class="tool" onClick=${does(retry)}><${Sign} name="net" /><span>${retry.words}</span></button></div>`;
  }
  if (actions.length) {
    return html`<div class=${`${place} waits waits-${actions.length}`}>${actions.map((action) => html`<button type="button" key=${action.words} class=${`go ${action.primary ? '' : 'skip'}`} onClick=${does(action)}><strong>${action.words}</strong></button>`)}</div>`;
  }
  const says = status?.kind === 'ask' && status.note;
  return says ? html`<div class=${`${place} waits waits-1`}><div class="go off"><span>${says}</span></div></div>` : usual;
}
