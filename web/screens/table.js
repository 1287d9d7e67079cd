/**
 * The table: dice on the lawn, whose turn it is, the possible actions, and the score sheet.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { botStep, hurryBots } from '../lib/bots.js';
import { marked } from '../lib/coach_words.js';
import { describe, nextWords } from '../lib/describe.js';
import { useKeys } from '../lib/keys.js';
import { later } from '../lib/load.js';
import { announce, speak } from '../lib/live.js';
import { diceOf, startOf } from '../lib/record.js';
import { getSettings } from '../lib/settings.js';
import { sound } from '../lib/sound.js';
import { number, t, translateCore } from '../lib/strings.js';
import { BlunderDialog, CoachDialog, checkBlunder } from '../parts/coach.js';
import { Dialog } from '../parts/dialog.js';
import { Dice, endRoll, settle } from '../parts/dice.js';
import { Frame } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { MANY } from '../parts/in_view.js';
import { CorrectDialog, ShareDialog } from '../parts/later.js';
import { Over } from '../parts/over.js';
import { Problem } from '../parts/problem.js';
import { Race } from '../parts/race.js';
import { Seats } from '../parts/seats.js';
import { SeriesDialog } from '../parts/series.js';
import { Card, WholeSheet } from '../parts/sheet.js';
import { TableMenu } from '../parts/table_menu.js';
import { FacePad } from '../parts/thrower.js';
import { YardBar } from '../parts/yard_bar.js';

/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('../parts/dice.js').Slot} Slot */

const SLOW_MS = 400; // explain longer waits

// What the line above the dice says. These are functions because the language may change at any time.
const nothing = () => '';
const solving = () => t('coach.solving');

/** The picked dice, as written in the table language. @param {Slot[]} slots */
function pickedDice(slots) {
  return slots.filter((slot) => slot.picked).map((slot) => slot.face).sort().join(' ');
}

/**
 * The positions of the dice for a view. Dice that were not rolled stay where they are.
 * @param {Slot[]} slots
 * @param {View} view
 * @param {View|null} before
 * @param {boolean} real real dice: not animated, and sorted for comparison with those on the lawn
 * @returns {Slot[]}
 */
function arrange(slots, view, before, real) {
  const { state } = view;
  const dice = state.dice ?? [];
  const count = dice.length + (state.falling ?? 0);
  if (state.phase === 'choose') {
    const lying = slots.map((slot) => slot.face).sort().join();
    const fell = !before || before.state.phase !== 'choose' || view.last?.ok?.startsWith('roll');
    if (!fell && lying === [...dice].sort().join()) return slots;
    const places = settle(state.family === 'press' ? slots.map((slot) => ({ ...slot, picked: false })) : slots, dice, dice.length, real);
    return places;
  }
  if (state.phase !== 'roll' || !count) return [];
  // Kept dice stay where they are; the others are about to be rolled.
  const kept = [...dice];
  const fresh = slots.length === count ? slots : Array.from({ length: count }, (_, i) => ({ face: dice[i] ?? null, picked: i < dice.length, throw: slots[i]?.throw ?? 0 }));
  return fresh.map((slot) => {
    const at = slot.picked ? kept.indexOf(/** @type {number} */ (slot.face)) : -1;
    if (at >= 0) kept.splice(at, 1);
    return at >= 0 ? slot : { face: null, picked: false, throw: slot.throw };
  });
}

/**
 * @param {{session: Session, view: View, top?: any, menu?: (close: () => void) => any, end?: any}} props
 *   top, menu, end: extra content above the dice, in the menu and when the game is over
 */
export function Table({ session, view, top, menu, end }) {
  const { state, sheet, legal, hand } = view;
  const physical = diceOf(session.text) === 'physical';
  const seat = state.seat ? state.seats[state.seat - 1] : null;
  const bot = seat?.bot ?? '';
  const before = useRef(/** @type {View|null} */ (null));
  const [slots, setSlots] = useState(() => arrange([], view, null, physical).map((slot) => ({ ...slot, throw: 0 })));
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState(() => nothing);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [dialog, setDialog] = useState(/** @type {{kind: string, [more: string]: any}|null} */ (null));
  const [shown, setShown] = useState(0); // the seat whose card is shown; 0: the current player
  const [book, setBook] = useState(/** @type {any} */ (null));
  const seen = useSeen();

  const throwing = physical && hand && state.phase !== 'choose' && state.phase !== 'over';
  const count = state.falling || book?.dice || 0; // the first roll takes all dice

  useEffect(() => {
    session.ask(`book ${state.rules}`).then(setBook);
  }, [state.rules]);

  // Reasons, corrections and the review should also be there if the network is gone by then.
  useEffect(() => {
    later.load().catch(() => {});
  }, []);

  // Announces what has just happened, and moves the dice. This runs before the paint, so that nobody picks among the
  // previous dice or taps something that is about to disappear.
  useLayoutEffect(() => {
    const last = before.current;
    before.current = view;
    if (last === view) return;
    if (physical && last?.state.phase !== state.phase) scrollTo({ top: 0 });
    if (physical || last) atHand();
    // Show which dice a player elsewhere keeps, before the other dice are rolled.
    if (last) setSlots((now) => arrange(view.last && view.by === 'other' ? show(now, view.last.ok ?? '') : now, view, last, physical));
    setShown(0);
    const words = describe(view, last);
    const next = nextWords(view, last);
    if (words || view.by === 'other') setSaid(() => () => describe(view, last)); // after a change elsewhere, the old words no longer apply
    if (words || next) announce(`${words} ${next}`);
    // Say aloud the result of a turn and who is next; with real dice also what to roll for a bot.
    if (next || state.phase === 'over') speak(`${words} ${next}`);
    else if (throwing && bot) speak(`${words} ${padWords(state, count, startOf(session.text))}`);
  }, [view]);

  // Bots play when it is their turn, the page is visible, and nothing else is in progress, such as an undo.
  useEffect(() => {
    if (!bot || !session.bots || !hand || isBusy || !seen) return;
    botStep(session, physical, (action) => setSlots((now) => show(now, action))).then((answer) => {
      if (answer?.error && !(/** @type {any} */ (answer)).store) setProblem(answer);
    }, (error) => setProblem({ error: String(error.message) }));
  }, [view, isBusy, seen]);

  /** @param {string[]} lines said one after another */
  async function say(...lines) {
    if (busy.current) return; // ignore a double tap
    work(true);
    setProblem(null);
    for (const line of lines) {
      if (session.closed) return;
      const answer = await session.say(line);
      if (answer.error === undefined) {
        sound('done');
        continue;
      }
      sound('no');
      setProblem(answer);
      break;
    }
    work(false);
  }

  /** @param {boolean} on */
  function work(on) {
    busy.current = on;
    setBusy(on);
  }

  /** @param {string} action a person's choice @param {string[]} then lines to say after it */
  async function choose(action, ...then) {
    if (busy.current) return;
    if (getSettings().warn && legal.includes(action)) {
      work(true); // a second tap during this work would be judged and carried out separately
      const slow = setTimeout(() => setSaid(() => solving), SLOW_MS);
      const judged = await checkBlunder(session, action).catch(() => null);
      clearTimeout(slow);
      setSaid((now) => (now === solving ? nothing : now));
      work(false);
      if (judged) return setDialog({ kind: 'blunder', judged, go: () => say(action, ...then) });
    }
    await say(action, ...then);
  }

  const mine = hand && !bot;
  const choosing = state.phase === 'choose' && mine;
  const rolling = mine && !physical && ['setup', 'opening', 'roll'].includes(state.phase);
  const picks = pickedDice(slots);
  const keeps = choosing && legal.some((action) => action.startsWith('keep'));
  const press = state.family === 'press';
  const roll = () => say('roll');
  const again = () => choose(`keep ${picks || '-'}`, ...(physical ? [] : ['roll']));
  // Ignore the second click of a double-click: it was meant for the previous button in this place.
  const clickAgain = (/** @type {MouseEvent} */ event) => event.detail > 1 || again();
  const take = (/** @type {'roll'|'stop'} */ how) => choose(`take ${picks} ${how}`, ...(physical || how === 'stop' ? [] : ['roll']));
  const pick = (/** @type {number} */ place) => setSlots((now) => now.map((slot, i) => i === place ? { ...slot, picked: !slot.picked } : slot));

  /** @param {string} box */
  function score(box) {
    const points = state.claims?.[box];
    const others = Object.values(state.claims ?? {}).some((n) => n > 0);
    if (points === 0 && others) return setDialog({ kind: 'zero', box });
    choose(`score ${box}`);
  }

  // Asks before a zero, even in a box that would score. The referee says why a box cannot be filled.
  const zero = (/** @type {string} */ box) => (state.claims?.[box] === undefined ? choose(`score ${box}`) : setDialog({ kind: 'zero', box }));

  // Undoes lines until it is a person's move again: passes over the moves of bots and, unless the dice are real, over
  // rolls in the middle of a turn.
  async function undo() {
    if (busy.current || !view.back) return;
    work(true);
    setProblem(null);
    for (let stop = false; !stop;) {
      const answer = await session.say('undo');
      if (answer.error !== undefined) setProblem(answer);
      const now = /** @type {View} */ (session.view).state;
      const machine = now.seat && now.seats[now.seat - 1].bot;
      const mid_turn = now.phase === 'roll' && ((now.dice ?? []).length > 0 || now.turn_points);
      const persons = physical ? !machine || now.phase !== 'choose' : !machine && !mid_turn; // people roll for bots, too
      stop = answer.error !== undefined || persons;
    }
    work(false);
  }

  useKeys((key, event) => {
    const place = Number(key);
    if (choosing && (keeps || press) && place >= 1 && place <= slots.length) pick(place - 1);
    else if ((key === 'r' || key === ' ') && rolling) roll();
    else if ((key === 'r' || key === ' ') && keeps) again();
    else if ((key === 'r' || key === ' ') && choosing && press) take('roll');
    else if (key === 's' && choosing && press) take('stop');
    else if (key === 'u') undo();
    else if (key === 'b' && choosing && !press) boxes()[0]?.focus();
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && event.target instanceof HTMLElement && event.target.matches('.offer')) nextBox(event.target, key === 'ArrowDown' ? 1 : -1)?.focus();
    else if (key === 'z' && choosing && event.target instanceof HTMLElement && event.target.matches('.offer')) zero(event.target.dataset.box ?? '');
    else if (key === 'h' && choosing) setDialog({ kind: 'hint' });
    else if (key === 'm') setDialog({ kind: 'menu' });
    else if (key === '?') setDialog({ kind: 'keys' });
    else return false;
    return true;
  });

  const goal = Number(book?.parameters?.find((/** @type {string} */ p) => p.startsWith('goal='))?.slice(5) ?? 0);
  const column = (shown || state.seat || state.winners?.[0] || 1) - 1;
  // Before the first roll the dice are blank.
  const waiting = !physical && (state.phase === 'setup' || state.phase === 'opening');
  const lying = waiting ? Array.from({ length: book?.dice ?? 0 }, () => ({ face: null, picked: false, throw: 0 })) : slots;
  const close = () => setDialog(null);
  const wide = matchMedia('(min-width: 60rem)').matches;
  const title = book?.name ?? '';
  const label = (/** @type {string} */ key) => translateCore(sheet.rows.find((row) => row.box === key)?.label ?? key);
  const given_up = state.claims?.[dialog?.box] ?? 0; // by a zero in that box
  return html`<${Frame} title=${title} class=${`table-screen ${physical ? 'yard' : ''}`} lines=${state.lines} busy=${isBusy}
    actions=${html`
      <button type="button" class="icon-button" aria-label=${t('table.undo')} disabled=${!view.back} onClick=${undo}><${Icon} name="undo" /></button>
      <button type="button" class="icon-button" aria-label=${t('table.hint')} disabled=${!choosing} onClick=${() => setDialog({ kind: 'hint' })}><${Icon} name="hint" /></button>
      <button type="button" class="icon-button" aria-label=${t('table.menu')} aria-haspopup="dialog" onClick=${() => setDialog({ kind: 'menu' })}><${Icon} name="menu" /></button>`}>
    <${Seats} state=${state} shown=${column + 1} onShow=${press ? null : setShown} />
    ${physical && html`<${YardBar} turn=${throwing ? padWords(state, count, startOf(session.text)) : turnWords(state, mine)} />`}
    <div class="play-side" tabindex="-1">
    ${top}
    <section class="lawn" aria-label=${t('table.lawn')} onClick=${() => { endRoll(); hurryBots(); }}>
      <p class="turn-words">${state.phase === 'over' || throwing ? '' : turnWords(state, mine)}</p>
      ${said() && html`<p class="said">${said()}</p>`}
      ${state.phase === 'opening' && html`<${Opening} state=${state} />`}
      ${lying.length > 0 && !throwing && html`<${Dice} slots=${lying} picked=${t(press ? 'dice.aside' : 'dice.kept')} onPick=${choosing && (keeps || press) ? pick : null} />`}
      ${press && (state.phase === 'roll' || state.phase === 'choose') && html`<p class="at-stake" aria-live="off">${t('press.risk', { n: state.turn_points ?? 0 })}
        ${state.final_round && html`<strong class="final">${t('press.final')}</strong>`}</p>`}
      ${rolling && html`
        <button type="button" class="primary big roll-button" onClick=${roll}>
          ${state.falling ? t('table.roll', { n: state.falling }) : t('table.roll.start')}</button>`}
      ${keeps && html`<button type="button" class="primary big roll-button" disabled=${!legal.includes(`keep ${picks || '-'}`)} onClick=${clickAgain}>
          ${t(physical ? 'table.throw' : 'table.again', { n: slots.filter((slot) => !slot.picked).length })}</button>
        <p class="rolls-word">${t('table.or')}</p>`}
      ${choosing && press && html`<${Stakes} state=${state} legal=${legal} picks=${picks} take=${take}
        all=${() => setSlots((now) => pickAll(now, state))} />`}
      ${physical && choosing && view.back && html`<button type="button" class="misread" onClick=${undo}><${Icon} name="undo" /> ${t('yard.misread')}</button>`}
    </section>
    ${throwing && count > 0 && html`
      <${FacePad} ask=${padWords(state, count, startOf(session.text))} count=${count} kept=${state.phase === 'roll' && !press ? state.dice ?? [] : []}
        onRoll=${(/** @type {string} */ line) => say(line)} onUndo=${state.phase === 'setup' || !view.back ? null : undo} />`}
    <${Problem} problem=${problem} book=${book} session=${session} onClose=${() => setProblem(null)} />
    ${state.phase === 'over' && html`<${Over} session=${session} view=${view} onRematch=${() => say('rematch')} more=${end} />`}
    </div>
    <div class="sheet-side">
    ${press ? html`<section class="panel"><${Race} state=${state} goal=${goal} /></section>`
    : html`<section class="panel card-panel" aria-label=${t('sheet.of', { name: sheet.columns[column] ?? '' })}>
        ${state.seats.length > 1 && html`<h2 class="card-name"><bdi>${sheet.columns[column]}</bdi></h2>`}
        <${Card} sheet=${sheet} column=${column} claims=${choosing && column + 1 === state.seat ? state.claims ?? null : null} onScore=${choosing ? score : null} />
      </section>`}
    ${(press || state.seats.length > 1) && html`<details class="panel whole" open=${wide}><summary>${t('sheet.whole')}</summary>
      <${WholeSheet} sheet=${sheet} caption=${t('sheet.whole')} /></details>`}
    </div>
    ${dialog?.kind === 'menu' && html`<${TableMenu} session=${session} view=${view} onClose=${close}
      choosing=${choosing} more=${menu?.(close)} onOpen=${(/** @type {string} */ kind) => setDialog({ kind })} />`}
    ${(dialog?.kind === 'hint' || dialog?.kind === 'why') && html`<${CoachDialog} session=${session} view=${view} start=${dialog.kind} onClose=${close} />`}
    ${dialog?.kind === 'share' && html`<${ShareDialog} text=${session.text} title=${title} onClose=${close} />`}
    ${dialog?.kind === 'series' && html`<${SeriesDialog} session=${session} view=${view} onClose=${close} />`}
    ${dialog?.kind === 'correct' && html`<${CorrectDialog} session=${session} view=${view} physical=${physical} onClose=${close} />`}
    ${dialog?.kind === 'blunder' && html`<${BlunderDialog} judged=${dialog.judged} view=${view} onClose=${close}
      onGo=${() => { close(); dialog.go(); }} />`}
    ${dialog?.kind === 'zeros' && html`<${Dialog} title=${t('zero.which')} onClose=${close} class="menu"><div class="menu-list">
      ${Object.entries(state.claims ?? {}).map(([box, n]) => n > 0 && html`<button type="button" key=${box} onClick=${() => zero(box)}>${t('zero.box', { box: label(box), n })}</button>`)}
      </div></${Dialog}>`}
    ${dialog?.kind === 'zero' && html`<${Dialog} title=${t(given_up ? 'zero.instead' : 'zero.title', { box: label(dialog.box), n: given_up })} onClose=${close}>
      ${!given_up && html`<p>${t('zero.what')}</p>`}
      <div class="buttons"><button type="button" class="primary" onClick=${() => { close(); choose(`score ${dialog.box}${given_up ? ' 0' : ''}`); }}>${t('zero.yes')}</button>
        <button type="button" onClick=${close}>${t('cancel')}</button></div></${Dialog}>`}
    ${dialog?.kind === 'keys' && html`<${Keys} onClose=${close} />`}
  </${Frame}>`;
}

/** @returns {boolean} whether the page is visible */
function useSeen() {
  const look = () => document.visibilityState === 'visible';
  const [seen, setSeen] = useState(look);
  useLayoutEffect(() => {
    const hear = () => setSeen(look());
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  }, []);
  return seen;
}

/**
 * Marks the dice that an action keeps or sets aside.
 * @param {Slot[]} slots @param {string} action
 */
function show(slots, action) {
  if (action.startsWith('score ')) return slots;
  const picked = marked(slots.map((slot) => slot.face), action);
  return slots.map((slot, i) => ({ ...slot, picked: picked[i] }));
}

/**
 * Picks the largest set that can be taken.
 * @param {Slot[]} slots @param {import('../lib/answers.js').State} state
 */
function pickAll(slots, state) {
  const most = [...(state.sets ?? [])].sort((a, b) => b.dice.length - a.dice.length || b.points - a.points)[0];
  return show(slots, `take ${(most?.dice ?? []).join(' ')} roll`);
}

/** @param {import('../lib/answers.js').State} state @param {boolean} mine */
function turnWords(state, mine) {
  const name = state.person ?? '';
  if (!name || (mine && state.phase === 'setup')) return t('turn.setup');
  if (state.phase === 'opening') return t('turn.opening', { name });
  if (!mine) return t('turn.bot', { name });
  if (state.phase === 'roll') return t('turn.roll', { name });
  return t(state.family === 'press' ? 'turn.take' : 'turn.choose', { name });
}

/**
 * Says who rolls how many real dice.
 * @param {import('../lib/answers.js').State} state @param {number} n @param {string} start who starts, from the record
 */
function padWords(state, n, start) {
  const seat = state.seats[(state.seat ?? (Number(start) || 1)) - 1];
  const name = state.person ?? seat?.people[0] ?? t('new.player', { n: 1 });
  if (state.phase === 'opening' || (state.phase === 'setup' && start === 'roll' && state.seats.length > 1)) return t('pad.ask.opening', { name, n });
  if (seat?.bot) return t('pad.ask.bot', { name, n });
  return t(state.dice?.length || state.turn_points ? 'pad.ask.again' : 'pad.ask', { name, n });
}

/** Moves the focus to the play area if the focused button has disappeared, so that tabbing continues there. */
function atHand() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) /** @type {HTMLElement|null} */ (document.querySelector('.play-side'))?.focus({ preventScroll: true });
}

/** @returns {HTMLElement[]} the boxes that can be filled, in the order of the card */
const boxes = () => [...document.querySelectorAll('.box.offer:not(.barred)')].map((box) => /** @type {HTMLElement} */ (box));

/** @param {HTMLElement} box @param {1|-1} step */
function nextBox(box, step) {
  const all = boxes();
  return all[(all.indexOf(box) + step + all.length) % all.length];
}

/**
 * What the picked dice of a press game are worth, and what to do with them.
 * @param {{state: import('../lib/answers.js').State, legal: string[], picks: string, take: (how: 'roll'|'stop') => void, all: () => void}} props
 */
function Stakes({ state, legal, picks, take, all }) {
  const set = state.sets?.find((s) => s.dice.join(' ') === picks);
  return html`<div class="stakes">
    <p class="set-words" aria-live="polite">${!picks ? t('press.pick') : set ? t('press.set', { n: set.points }) : t('press.no-set')}</p>
    <div class="buttons stakes-buttons">
      <button type="button" onClick=${all}>${t('press.all')}</button>
      <button type="button" class="big" disabled=${!picks} onClick=${() => take('roll')}>${t('press.go-on')}</button>
      <button type="button" class=${`big ${legal.includes(`take ${picks} stop`) ? 'primary' : ''}`} disabled=${!picks} onClick=${() => take('stop')}>
        ${set ? t('press.stop', { n: set.turn_points }) : t('press.stop-plain')}</button>
    </div>
  </div>`;
}

/** @param {{state: import('../lib/answers.js').State}} props */
function Opening({ state }) {
  const many = state.seats.length > MANY;
  return html`<ul class=${`opening panel ${many ? 'many' : ''}`} tabindex=${many ? 0 : undefined}>${state.seats.map((seat, i) => {
    const rolled = state.opening?.[i];
    return html`<li key=${i}><bdi>${seat.name}</bdi>: <strong>${rolled === null ? t('opening.out') : rolled ? number(rolled) : '…'}</strong></li>`;
  })}</ul>`;
}

/** @param {{onClose: () => void}} props */
function Keys({ onClose }) {
  return html`<${Dialog} title=${t('keys.title')} onClose=${onClose}>
    <dl class="keys">${['1', 'r', 's', 'b', 'z', 'u', 'h', 'm'].map((key) => html`
      <div key=${key}><dt><kbd>${key === '1' ? '1–6' : key}</kbd></dt><dd>${t(`keys.${key}`)}</dd></div>`)}</dl>
    <p class="quiet small">${t('keys.off')}</p>
  </${Dialog}>`;
}
