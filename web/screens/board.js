/**
 * The scoreboard, to be read across a lawn and in the sun: black and white, totals as large as the screen
 * allows. For display only: it follows a game that is played elsewhere.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { winnersWords } from '../lib/describe.js';
import { lastResult } from '../lib/last_result.js';
import { announce } from '../lib/live.js';
import { changeSettings, getSettings } from '../lib/settings.js';
import { number, signed, t, translateCore } from '../lib/strings.js';
import { DiceRow } from '../parts/dice.js';
import { Icon } from '../parts/icon.js';
import { useAwake } from '../lib/wake.js';

/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */

const DIGIT = 0.6; // widths of a digit and of a letter, relative to the font size
const LETTER = 0.66;
const TOTAL_PART = 0.5; // the total's share of the height of a seat
const NAME_PART = 0.2;

/**
 * The number of columns and the font sizes that make the totals largest.
 * @param {{width: number, height: number}} room
 * @param {string[]} totals as displayed
 * @param {string[]} names
 */
function fit(room, totals, names) {
  const digits = Math.max(3, ...totals.map((total) => total.length));
  const letters = 2 + Math.max(4, ...names.map((name) => name.length)); // a mark precedes a name
  let best = { columns: 1, total: 0, name: 0 };
  for (let columns = 1; columns <= totals.length; columns++) {
    const width = (0.9 * room.width) / columns;
    const height = (0.92 * room.height) / Math.ceil(totals.length / columns);
    const total = Math.min(height * TOTAL_PART, width / (digits * DIGIT));
    const name = Math.min(height * NAME_PART, Math.max(width / (letters * LETTER), height * 0.1), total * 0.6);
    if (total > best.total) best = { columns, total, name };
  }
  return best;
}

/** @param {{session: Session, view: View}} props */
export function Board({ session, view }) {
  const { state } = view;
  const dark = getSettings().boardDark;
  const [awake] = useAwake(getSettings().awake);
  const [result, setResult] = useState(/** @type {import('../lib/last_result.js').Result|null} */ (null));
  const [size, setSize] = useState({ columns: 1, total: 40, name: 20 });
  const [full, setFull] = useState(false);
  const places = useRef(/** @type {HTMLElement|null} */ (null));
  const screen = useRef(/** @type {HTMLElement|null} */ (null));
  const totals = state.seats.map((seat) => number(seat.total ?? 0));

  useEffect(() => {
    let left = false;
    lastResult(session).then((last) => {
      if (left) return;
      setResult(last);
      announce([last && resultWords(last, view), turnWords(state)].filter(Boolean).join(' '));
    }, () => {});
    return () => {
      left = true;
    };
  }, [view]);
  useLayoutEffect(() => {
    const measure = () => {
      const element = places.current;
      if (element) setSize(fit({ width: element.clientWidth, height: element.clientHeight }, totals, state.seats.map((seat) => seat.name)));
    };
    measure();
    const watch = new ResizeObserver(measure);
    if (places.current) watch.observe(places.current);
    return () => watch.disconnect();
  }, [totals.join(), state.seats.map((seat) => seat.name).join()]);
  const title = t('board.title');
  useEffect(() => {
    document.title = `${title} · Yardstick`;
  }, [title]);
  useEffect(() => {
    const hear = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', hear);
    return () => document.removeEventListener('fullscreenchange', hear);
  }, []);

  const fullscreen = () => (full ? document.exitFullscreen() : screen.current?.requestFullscreen())?.catch(() => {});
  const press = state.family === 'press';
  const over = state.phase === 'over';
  return html`<main ref=${screen} class=${`board ${dark ? 'board-dark' : ''}`}>
    <header class="board-head">
      <a class="icon-button" href=${`#${session.path}`} aria-label=${t('board.back')}><${Icon} name="back" /></a>
      <h1 tabindex="-1">${translateCore(view.sheet.title)}${state.game > 1 ? ` · ${t('board.game', { n: state.game })}` : ''}</h1>
      <button type="button" aria-pressed=${dark} onClick=${() => changeSettings({ boardDark: !dark })}>${t('board.dark')}</button>
      ${document.fullscreenEnabled && html`<button type="button" aria-pressed=${full} aria-label=${t('board.full')} title=${t('board.full')} onClick=${fullscreen}><${Icon} name="screen" /></button>`}
    </header>
    <p class="board-turn">${over ? winnersWords(state) : turnWords(state)}
      ${state.final_round && !over && html` <strong class="board-final">${t('press.final')}</strong>`}</p>
    <ul ref=${places} class="board-seats" style=${{ '--columns': size.columns, '--total': `${size.total}px`, '--name': `${size.name}px` }}>
      ${state.seats.map((seat, i) => {
    const now = state.seat === i + 1;
    const won = over && state.winners?.includes(i + 1);
    return html`<li key=${i} class=${now ? 'now' : won ? 'won' : ''}>
        <span class="board-name">${now ? html`<span aria-hidden="true">▸ </span>` : won ? html`<span aria-hidden="true">★ </span>` : ''}<bdi>${seat.name}</bdi></span>
        <strong class="board-total">${totals[i]}</strong>
        ${now && press && (state.turn_points ?? 0) > 0 && html`<span class="board-risk"><span aria-hidden="true">+ ${number(state.turn_points ?? 0)}?</span>
          <span class="unseen">${t('press.risk', { n: state.turn_points ?? 0 })}</span></span>`}
        ${(state.game > 1 || (over && state.settlement)) && html`<span class="board-series">${state.settlement && !seat.bot
    ? t('board.series', { wins: seat.wins, ledger: signed(seat.ledger) }) : t('board.wins', { wins: seat.wins })}</span>`}
      </li>`;
  })}
    </ul>
    <footer class="board-foot">
      <p class="board-result">${result ? resultWords(result, view) : ''}</p>
      ${!over && (state.dice ?? []).length > 0 && html`<p class="board-dice"><${DiceRow} faces=${state.dice ?? []} /></p>`}
      ${(awake === 'unsupported' || awake === 'refused') && html`<p class="small">${t(`yard.awake.${awake}`)}</p>`}
    </footer>
  </main>`;
}

/**
 * @param {import('../lib/last_result.js').Result} result
 * @param {View} view
 */
function resultWords({ name, points, box, bust }, view) {
  if (bust) return t('board.bust', { name });
  if (!box) return t('board.stopped', { name, n: points });
  const label = view.sheet.rows.find((row) => row.box === box)?.label ?? box;
  return t('board.scored', { name, n: points, box: translateCore(label) });
}

/** @param {import('../lib/answers.js').State} state */
function turnWords(state) {
  if (state.phase === 'setup') return t('turn.setup');
  if (state.phase === 'over') return '';
  return t(state.phase === 'opening' ? 'turn.opening' : 'turn.next', { name: state.person ?? '' });
}
