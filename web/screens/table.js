/**
 * The table: players, the score sheet or the race, the plank, dice on the lawn, and the buttons for the thumb. Every zone
 * has a fixed place (css/table.css): a state changes what a zone says, never where it is.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { botStep, hurryBots, skipTurn } from '../lib/bots.js';
import { marked } from '../lib/coach_words.js';
import { describe, nextWords, padWords } from '../lib/describe.js';
import { useKeys } from '../lib/keys.js';
import { later } from '../lib/load.js';
import { announce, speak } from '../lib/live.js';
import { emit, momentsOf } from '../lib/moments.js';
import { diceOf } from '../lib/record.js';
import { useMedia, useSeen } from '../lib/screen.js';
import { changeSettings, getSettings } from '../lib/settings.js';
import { asksSound } from '../lib/sound.js';
import { list, number, t, translateCore } from '../lib/strings.js';
import { useTold } from '../lib/told.js';
import { useAwake } from '../lib/wake.js';
import { CoachDialog, checkBlunder } from '../parts/coach.js';
import { Dialog } from '../parts/dialog.js';
import { Dice, endThrow } from '../parts/dice.js';
import { Frame } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { AskHint, AskSound, BlunderDialog, CoachMarks, CorrectDialog, Keys, KeyStrip, Over, SeriesDialog, ShareDialog, TableMenu, Yard, YardBar, ZeroDialog } from '../parts/later.js';
import { hasRibbon, isPast, Plank, Ribbon, ribbonWords } from '../parts/plank.js';
import { Bench, Message, Stakes, TurnTotal } from '../parts/press.js';
import { Problem } from '../parts/problem.js';
import { Race } from '../parts/race.js';
import { Seats } from '../parts/seats.js';
import { Card, Columns, WholeSheet } from '../parts/sheet.js';

/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Look} Look */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('../lib/dice_places.js').Slot} Slot */
/** @typedef {import('../lib/moments.js').Moment} Moment */

const SLOW_MS = 400; // explain longer waits
const STRAY_MS = 500; // a second tap within this time was not meant for what it would do now
const FINGER = 24; // pixels by which two taps in the same place differ at most

/** The picked dice, as written in the table language. @param {Slot[]} slots */
function pickedDice(slots) {
  return slots.filter((slot) => slot.picked).map((slot) => slot.face).sort().join(' ');
}

/** A ribbon, for screen readers. @param {Moment} moment @param {View} view */
const cheerWords = (moment, view) => Object.values(ribbonWords(moment, view)).filter(Boolean).join(' ');

/**
 * What a server's table shows while it waits for somebody.
 * @typedef {Object} Wait
 * @property {(panel: boolean) => any} top above the table; panel: when the game is over, with what the table waits for
 * @property {(usual: any) => any} line instead of the usual message line, or around it
 * @property {(usual: any, onSay: (line: string) => void) => any} buttons instead of the usual buttons
 * @property {number[]} away seats whose players are away
 */

/**
 * @param {{session: Session, view: View, wait?: Wait, menu?: (close: () => void) => any, end?: any}} props view: the newest;
 *   menu, end: extra content in the menu and when the game is over
 */
export function Table({ session, view: newest, wait, menu, end }) {
  const dice = diceOf(session.text);
  const physical = dice === 'physical', daily = dice === 'daily';
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [solving, setSolving] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [dialog, setDialog] = useState(/** @type {{kind: string, [more: string]: any}|null} */ (null));
  const [ribbon, setRibbon] = useState(/** @type {Moment|null} */ (null));
  const [chosen, setChosen] = useState(0); // the seat whose card was asked for; 0: none
  const [sure, setSure] = useState(''); // the box in which a zero was tapped once
  const [box, setBox] = useState(''); // the box whose points are entered
  const [book, setBook] = useState(/** @type {any} */ (null));
  const tapped = useRef({ x: 0, y: 0, until: 0 }); // the last tap on a button whose meaning a tap can change
  const home = useRef(0); // the seat whose card stays in view while bots and others play
  const seen = useSeen();
  const wide = useMedia('(min-width: 60rem)');
  const [awake, again] = useAwake(physical && getSettings().awake);
  const told = useTold(session, newest, physical, { mark: show, onTold: tell });
  const { shown: view, slots, bust, flying } = told;
  const { state, sheet, look, legal, hand } = view;

  const press = state.family === 'press';
  const over = state.phase === 'over';
  const now = state.seat ?? look.seat ?? 0;
  const bot = state.seats[now - 1]?.bot ?? '';
  const act = told.current && hand && !over; // this page may act
  const mine = act && !bot;
  const throwing = act && physical && state.phase !== 'choose';
  const count = look.falling ?? 0; // not the book's dice: their number may come after the first key
  const name = state.person ?? state.seats[now - 1]?.people[0] ?? t('new.player', { n: 1 });
  const choosing = state.phase === 'choose' && mine;
  const rolling = mine && !physical && state.phase !== 'choose';
  const picks = pickedDice(slots);
  const keeps = choosing && legal.some((action) => action.startsWith('keep'));
  const set = choosing || bot ? look.sets?.find((one) => one.dice.join(' ') === picks) : undefined;
  if (view.own !== undefined) home.current = view.own || now;
  else if (now && !bot) home.current = now;
  const column = (chosen || home.current || state.seats.findIndex((seat) => !seat.bot) + 1 || state.winners?.[0] || 1) - 1;

  useEffect(() => {
    session.ask(`book ${state.rules}`).then(setBook);
  }, [state.rules]);

  // Reasons, corrections and the review should also be there if the network is gone by then.
  useEffect(() => {
    later.load().catch(() => {});
  }, []);

  // The coach solves the game before its first question, so that nobody waits for that.
  useEffect(() => {
    if (mine && getSettings().warn) session.askCoach('advise').catch(() => {});
  }, [mine]);

  /** Announces what has just happened. @param {View} after @param {View} before */
  function tell(after, before) {
    if (physical || before) atHand();
    setChosen(0);
    setSure('');
    setBox('');
    const moments = momentsOf(after, before);
    moments.forEach(emit);
    if (physical && after.last?.ok?.startsWith('roll')) emit({ kind: 'entered' });
    if (physical && after.last && before && asksSound()) changeSettings({ soundAsked: true });
    const great = moments.filter(hasRibbon).at(-1);
    setRibbon((old) => great ?? (old && isPast(old) ? null : old)); // what the next player does leaves the last one its time
    // A bust and the final round are told anyway.
    const cheer = great && great.kind !== 'bust' && great.kind !== 'final' ? cheerWords(great, after) : '';
    const words = [describe(after, before), cheer].filter(Boolean).join(' ');
    const next = nextWords(after, before);
    if (words || next) announce(`${words} ${next}`);
    // Say aloud the result of a turn and who is next; with real dice also what to roll for a bot.
    if (next || after.state.phase === 'over') speak(`${words} ${next}`);
    else if (physical && after.hand && after.state.phase === 'roll' && after.state.seat && after.state.seats[after.state.seat - 1].bot) {
      speak(`${words} ${padWords(after, after.state.falling ?? 0, after.state.person ?? '')}`);
    }
  }

  useEffect(() => {
    if (!bust) setRibbon((old) => (old?.kind === 'bust' ? null : old));
  }, [bust]);

  // Bots play when it is their turn, the page is visible, and nothing else is in progress, such as an undo.
  useEffect(() => {
    if (!bot || !session.bots || !act || isBusy || !seen) return;
    botStep(session, physical, (action) => told.pickDice((lying) => show(lying, action))).then((answer) => {
      if (answer?.error && !(/** @type {any} */ (answer)).store) setProblem(answer);
    }, (error) => setProblem({ error: String(error.message) }));
  }, [view, told.current, isBusy, seen]);

  /** @param {string[]} lines said one after another */
  async function say(...lines) {
    if (busy.current) return; // ignore a double tap
    work(true);
    setProblem(null);
    for (const line of lines) {
      if (session.closed) return;
      const answer = await session.say(line);
      if (answer.error === undefined) continue;
      emit({ kind: 'no' });
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
    if (getSettings().warn && later.code && legal.includes(action)) {
      work(true); // a second tap during this work would be judged and carried out separately
      const slow = setTimeout(() => setSolving(true), SLOW_MS);
      const judged = await checkBlunder(session, action).catch(() => null);
      clearTimeout(slow);
      setSolving(false);
      work(false);
      if (judged) return setDialog({ kind: 'blunder', judged, go: () => say(action, ...then) });
    }
    await say(action, ...then);
  }

  const hint = () => {
    if (!getSettings().hinted) changeSettings({ hinted: true }); // the last coach mark points at this button
    setDialog({ kind: 'hint' });
  };

  /** Does what a hint says, with the roll that follows. @param {string} action */
  function carryOut(action) {
    setDialog(null);
    if (!action.startsWith('score ')) told.pickDice((lying) => show(lying, action));
    say(action, ...(physical || action.startsWith('score ') || action.endsWith(' stop') ? [] : ['roll']));
  }

  const roll = () => say('roll');
  const rollOthers = () => choose(`keep ${picks || '-'}`, ...(physical ? [] : ['roll']));
  const take = (/** @type {'roll'|'stop'} */ how) => set && (how === 'roll' || set.total !== undefined) && choose(`take ${picks} ${how}`, ...(physical || how === 'stop' ? [] : ['roll']));

  /** Asks the core why something is not allowed, and shows its answer. @param {string} action */
  async function explain(action) {
    const answer = await session.ask(action);
    if (answer.error === undefined) return;
    emit({ kind: 'no' });
    setProblem(answer);
  }

  /** @param {number} place */
  function pick(place) {
    const { face } = slots[place] ?? {};
    if (!face) return;
    if (!press) told.pickDice((lying) => lying.map((slot, i) => (i === place ? { ...slot, picked: !slot.picked } : slot)));
    else {
      const next = nextSet(look, slots, place);
      if (!next) return explain(`take ${face} roll`);
      told.pickDice((lying) => show(lying, `take ${next.join(' ')} roll`, place));
    }
    emit({ kind: 'keep', n: place + 1 });
  }

  // All dice are picked, here or by a bot; not if they were before the table was opened.
  const opened = useRef(true);
  useEffect(() => {
    if (set?.hot && !opened.current) {
      /** @type {Moment} */ const moment = { kind: 'hot', points: set.falling, seat: now };
      emit(moment);
      setRibbon(moment);
      announce(cheerWords(moment, view));
    }
    opened.current = false;
  }, [set?.hot]);

  /** Picks the largest set that can be taken. */
  function pickAll() {
    const most = [...(look.sets ?? [])].sort((a, b) => b.dice.length - a.dice.length || b.points - a.points)[0];
    told.pickDice((lying) => show(lying, `take ${(most?.dice ?? []).join(' ')} roll`));
    emit({ kind: 'keep' });
  }

  /** @param {string} box */
  function score(box) {
    const offer = look.boxes?.find((one) => one.box === box);
    if (offer?.why !== undefined) return explain(`score ${box}`);
    const others = look.boxes?.some((one) => one.gain);
    if (!offer?.gain && others && sure !== box) return setSure(box);
    setSure('');
    choose(`score ${box}`);
  }

  // Asks before a zero, even in a box that would score. The referee says why a box cannot be filled.
  const zero = (/** @type {string} */ box) => (state.claims?.[box] ? setDialog({ kind: 'zero', box }) : score(box));

  // Undoes lines until it is a person's move again: passes over the moves of bots and, unless the dice are real, over
  // rolls in the middle of a turn.
  async function undo() {
    if (busy.current || !view.back) return;
    work(true);
    setProblem(null);
    for (let stop = false; !stop;) {
      const answer = await session.say('undo');
      if (answer.error !== undefined) setProblem(answer);
      const { state: then } = /** @type {View} */ (session.view);
      const machine = then.seat && then.seats[then.seat - 1].bot;
      const mid_turn = then.phase === 'roll' && ((then.dice ?? []).length > 0 || then.turn_points);
      const persons = physical ? !machine || then.phase !== 'choose' : !machine && !mid_turn; // people roll for bots, too
      stop = answer.error !== undefined || persons;
    }
    work(false);
  }

  useKeys((key, event) => {
    const place = Number(key);
    const box = event.target instanceof HTMLElement && event.target.matches('.offer') ? event.target : null;
    const go = key === 'r' || key === ' ';
    if (flying) endThrow();
    else if (bust && go) told.goOn();
    else if (choosing && (keeps || press) && place >= 1 && place <= slots.length) pick(place - 1);
    else if (go && rolling) roll();
    else if (go && keeps && legal.includes(`keep ${picks || '-'}`)) rollOthers();
    else if (go && choosing && press) take('roll');
    else if (go && bot && session.bots) skipTurn();
    else if (key === 's' && choosing && press) take('stop');
    else if (key === 'a' && choosing && press) pickAll();
    else if (key === 'u') undo();
    else if (key === 'b' && choosing && !press) boxes()[0]?.focus();
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && box) nextBox(box, key === 'ArrowDown' ? 1 : -1)?.focus();
    else if (key === 'z' && choosing && box) zero(box.dataset.box ?? '');
    else if (key === 'h' && choosing) hint();
    else if (key === 'm') setDialog({ kind: 'menu' });
    else if (key === '?') setDialog({ kind: 'keys' });
    else return false;
    if (ribbon && !bust) setRibbon(null);
    return true;
  });

  /**
   * A tap ends a throw, and does nothing else: what lies under the finger then was not there when it was aimed at. For
   * the same reason, a second tap in the same place within half a second does nothing.
   * @param {MouseEvent} event
   */
  function onTap(event) {
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    const { clientX: x, clientY: y, detail, timeStamp: now } = event; // when it was tapped: a busy page hears of it later
    const { current: last } = tapped;
    if (detail && now <= last.until && Math.hypot(x - last.x, y - last.y) < FINGER) return event.stopPropagation();
    tapped.current = { x, y, until: event.target instanceof Element && event.target.closest('.action *, .choices *, .offer, .undo-button') ? now + STRAY_MS : 0 };
    if (flying) {
      endThrow();
      if (!(event.target instanceof Element && event.target.closest('.skip, .choice-skip'))) event.stopPropagation();
      return;
    }
    if (ribbon && !bust) setRibbon(null);
    const box = event.target instanceof Element && event.target.closest('.offer');
    if (sure && !(box instanceof HTMLElement && box.dataset.box === sure)) setSure('');
    if (event.target instanceof Element && !event.target.closest('button')) hurryBots();
  }

  const close = () => setDialog(null);
  const title = book?.name ?? '';
  const label = (/** @type {string} */ key) => translateCore(sheet.rows.find((row) => row.box === key)?.label ?? key);
  const where = state.phase === 'opening' ? t('table.opening') : press ? (state.final_round ? t('table.final') : t('table.goal', { n: number(look.goal ?? 0) }))
    : t('table.round', { n: Math.min(state.round ?? 1, look.rounds ?? 1), of: look.rounds ?? 0 });
  const tools = { undo: html`<button type="button" class="tool undo-button" disabled=${!view.back || state.phase === 'setup' || isBusy} onClick=${undo}><${Icon} name="undo" /><span>${t('table.undo')}</span></button>`,
    hint: html`<button type="button" class="tool hint-button" disabled=${!choosing} onClick=${hint}><${Icon} name="hint" /><span>${t('table.hint')}</span></button>` };
  const skip = bot && session.bots && hand && !physical && !over ? skipTurn : null;
  const dead = press && choosing ? slots.map((slot) => !look.sets?.some(({ dice }) => dice.includes(slot.face ?? 0))) : [];
  const enters = physical && view.own !== 0; // spectators see the dice instead of keys
  const waiting = !physical && (state.phase === 'setup' || state.phase === 'opening') && !flying;
  const lying = waiting && !slots.length ? Array.from({ length: book?.dice ?? 0 }, () => ({ face: null, picked: false, throw: 0 })) : slots;
  // Where only points are entered, a box is chosen first.
  const points = mine && physical && state.possible && Object.keys(state.possible).map((key) => ({ box: key, pick: true }));
  const card = { sheet, look: points ? { ...look, boxes: points } : look, choosing: (choosing || Boolean(points)) && column + 1 === now, sure: points ? box : sure, onScore: points ? setBox : score };
  const players = html`<${Seats} state=${state} look=${look} now=${over ? 0 : now} shown=${press ? 0 : column + 1} away=${wait?.away} onShow=${press ? () => setDialog({ kind: 'sheet' }) : setChosen} onAll=${() => setDialog({ kind: 'sheet' })} />`;
  const visits = !press && !wide && column + 1 !== (home.current || column + 1); // another player's card is shown
  const plank = () => visits ? { words: t('plank.card', { name: sheet.columns[column] ?? '' }), right: html`<button type="button" class="plank-back" onClick=${() => setChosen(0)}>${t('plank.back')}</button>` }
    : plankWords({ view, bot, name, picks, solving, label, wide });
  const line = (/** @type {any} */ usual) => wait?.line(usual) ?? usual;
  const waits = (/** @type {any} */ usual) => wait?.buttons(usual, say) ?? usual;
  return html`<${Frame} title=${title} sub=${(daily ? `${t('home.daily')} · ` : '') + (over ? t('end.final') : physical ? t('table.real', { what: where }) : where)} lines=${state.lines} busy=${isBusy || !told.current} onClick=${onTap}
    class=${`table-screen ${press ? 'press-table' : 'sheet-table'} ${enters ? 'yard' : ''} ${over ? 'ended' : ''}`}
    actions=${html`<button type="button" class="icon-button" aria-label=${t('table.menu')} aria-haspopup="dialog" onClick=${() => setDialog({ kind: 'menu' })}><${Icon} name="menu" /></button>`}>
    ${!over && players}
    ${wait && html`<div class="table-notes">${wait.top(over)}</div>`}
    ${over && html`<${Over} session=${session} view=${view} onRematch=${() => say('rematch')} more=${end} />${!press && !wide && players}`}
    ${press && enters && !over ? html`${line(html`<${Message} state=${state} look=${look} now=${now} />`)}
      ${wide && html`<${Race} state=${state} goal=${look.goal ?? 0} entry=${look.entry} now=${now || 1} risk=${set?.turn_points ?? state.turn_points ?? 0} />
        <section class="panel rounds"><${WholeSheet} sheet=${sheet} caption=${t('sheet.whole')} /></section>`}`
    : press ? html`<${Race} state=${state} goal=${look.goal ?? 0} entry=${look.entry} now=${now || 1} risk=${over ? 0 : set?.turn_points ?? state.turn_points ?? 0} />
      ${!over && html`${line(html`<${Message} state=${state} look=${look} now=${now} />`)}<${TurnTotal} state=${state} look=${look} set=${set} bust=${bust} /><${Bench} look=${look} />`}
      ${(wide || over) && html`<section class="panel rounds"><${WholeSheet} sheet=${sheet} caption=${t('sheet.whole')} /></section>`}`
    : html`<section class="sheet-zone" style=${{ '--cols': sheet.columns.length }} aria-label=${t('sheet.of', { name: sheet.columns[column] ?? '' })}>
        ${state.phase === 'opening' ? html`<${Opening} state=${state} />` : wide ? html`<${Columns} ...${card} state=${state} column=${over ? -1 : now ? now - 1 : column} choosing=${choosing || Boolean(points)} /> ` : html`<${Card} ...${card} column=${column} />`}</section>`}
    ${enters && !over && html`<${Yard} ...${{ session, view, slots, now, name, bot, act, count, choosing, keeps, picks, set, box, busy: isBusy, say, pick, pickAll, take, rollOthers, undo, refuse: setProblem, plank, visits, line, label }} hint=${hint} />${waits(null)}
      ${wide && html`<${Moves} view=${view} label=${label} />`}
      ${!ribbon && !look.moves?.length && !state.dice?.length && asksSound() && html`<${AskSound} />`}
      ${ribbon && html`<${Ribbon} moment=${ribbon} view=${view} onEnd=${() => setRibbon(null)} />`}`}
    ${!enters && !over && html`${press ? html`<${Plank} ...${plank()} />` : line(html`<${Plank} ...${plank()} />`)}
      <section ref=${told.lawn} class=${`lawn ${bust ? 'sag' : ''}`} tabindex="-1" aria-label=${t('table.lawn')}>
        ${lying.length > 0 && html`<${Dice} slots=${lying} picked=${t(press ? 'dice.aside' : 'dice.kept')} onPick=${choosing && (keeps || press) ? pick : null} dead=${dead} flying=${told.thrown} />`}
        ${press && html`<div class="lawn-tools">${tools.undo}<button type="button" class="tool all-button" disabled=${!choosing} onClick=${pickAll}><${Icon} name="all" /><span>${t('press.all')}</span></button>${tools.hint}</div>`}
      </section>
      ${waits(press ? html`<${Stakes} ...${{ state, look, now, set, choosing, bust, skip }} rolling=${rolling || (flying && hand && !bot && state.phase !== 'choose')} next=${nextName(newest.state)}
          onStop=${() => take('stop')} onRoll=${roll} onAgain=${() => take('roll')} onNext=${told.goOn} />`
    : html`<div class="action">${tools.undo}${mainButton()}${tools.hint}</div>`)}
      ${wide && html`<${KeyStrip} ...${{ press, mine }} dice=${book?.dice ?? 5} /><${Moves} view=${view} label=${label} />`}
      ${ribbon && html`<${Ribbon} moment=${ribbon} view=${view} held=${Boolean(bust)} onEnd=${() => setRibbon(null)} />`}`}
    ${!physical && getSettings().marks < 4 && html`<${CoachMarks} ...${{ press, daily }} choosing=${choosing && !flying && !ribbon} keeps=${keeps} picked=${set?.total !== undefined} lines=${state.lines} />`}
    ${problem && html`<div class="table-problem"><${Problem} problem=${problem} book=${book} session=${session} onClose=${() => setProblem(null)} /></div>`}
    ${dialog?.kind === 'menu' && html`<${TableMenu} session=${session} view=${view} onClose=${close} choosing=${choosing}
      more=${html`${menu?.(close)}${physical && html`<${YardBar} awake=${awake} again=${again} turn=${throwing && !state.pace ? padWords(view, count, name) : t('plank.turn', { name })} />`}`} onOpen=${(/** @type {string} */ kind) => setDialog({ kind })} />`}
    ${(dialog?.kind === 'hint' || dialog?.kind === 'why') && (daily && !dialog.sure && !state.seats[0].hints ? html`<${AskHint} onClose=${close} onGo=${() => setDialog({ ...dialog, sure: true })} />` : html`<${CoachDialog} session=${session} view=${view} start=${dialog.kind} onClose=${close} onDo=${choosing ? carryOut : undefined} />`)}
    ${dialog?.kind === 'sheet' && html`<${Dialog} title=${t('sheet.whole')} onClose=${close}><${WholeSheet} sheet=${sheet} caption=${t('sheet.whole')} /></${Dialog}>`}
    ${dialog?.kind === 'share' && html`<${ShareDialog} text=${session.text} title=${title} onClose=${close} />`}
    ${dialog?.kind === 'series' && html`<${SeriesDialog} session=${session} view=${view} onClose=${close} />`}
    ${dialog?.kind === 'correct' && html`<${CorrectDialog} session=${session} view=${view} physical=${physical} onClose=${close} />`}
    ${dialog?.kind === 'blunder' && html`<${BlunderDialog} judged=${dialog.judged} view=${view} onClose=${close}
      onGo=${() => { close(); dialog.go(); }} />`}
    ${(dialog?.kind === 'zeros' || dialog?.kind === 'zero') && html`<${ZeroDialog} key=${dialog.kind} claims=${state.claims ?? {}} box=${dialog.box} label=${label} onBox=${zero} onClose=${close} onDo=${(/** @type {string} */ action) => { close(); choose(action); }} />`}
    ${dialog?.kind === 'keys' && html`<${Keys} onClose=${close} />`}
  </${Frame}>`;

  /** What the thumb presses most; always the same size in the same place. */
  function mainButton() {
    if (rolling) return html`<button type="button" class="go roll-button" onClick=${roll}><strong>${t('table.roll', { n: state.falling || lying.length || 5 })}</strong></button>`;
    if (keeps) {
      const may = legal.includes(`keep ${picks || '-'}`);
      const n = slots.filter((slot) => !slot.picked).length;
      return may ? html`<button type="button" class="go roll-button" onClick=${rollOthers}><strong>${t('table.roll', { n })}</strong><span>${t('table.or')}</span></button>`
        : html`<div class="go off"><strong>${t('table.choose')}</strong><span>${translateCore(look.why ?? '')}</span></div>`;
    }
    if (choosing) return html`<div class="go off"><strong>${t('table.choose')}</strong><span>${look.five?.again && look.five.points ? t('table.choose.bonus', { n: number(look.five.points) }) : translateCore(look.why ?? '')}</span></div>`;
    if (skip) return html`<button type="button" class="go skip" onClick=${skip}><strong>${t('table.skip')}</strong><span>${t('turn.bot', { name })}</span></button>`;
    if (flying) return html`<div class="go"><strong>${t('table.roll', { n: state.falling || lying.length || 5 })}</strong></div>`;
    return html`<div class="go off"><strong>${t('plank.turn', { name })}</strong></div>`;
  }
}

/**
 * Marks the dice that an action keeps or sets aside; of equal dice, those picked before stay picked.
 * @param {Slot[]} slots @param {string} action @param {number} [first] the place of a die to mark before others
 */
function show(slots, action, first = -1) {
  if (action.startsWith('score ')) return slots;
  const order = slots.map((_, i) => i).sort((a, b) => Number(b === first) - Number(a === first) || Number(slots[b].picked) - Number(slots[a].picked));
  const picked = marked(order.map((i) => slots[i].face), action);
  return slots.map((slot, i) => ({ ...slot, picked: picked[order.indexOf(i)] }));
}

/**
 * The set that a tap on a die makes: the smallest that has this die and those picked, or without it the largest of those
 * picked. So dice that score only together are picked together.
 * @param {Look} look @param {Slot[]} slots @param {number} place
 * @returns {number[]|null} null: this die scores in no set
 */
function nextSet(look, slots, place) {
  const counts = (/** @type {(number|null)[]} */ dice) => [1, 2, 3, 4, 5, 6].map((face) => dice.filter((one) => one === face).length);
  const picked = slots.filter((slot) => slot.picked).map((slot) => slot.face);
  const on = !slots[place].picked;
  const want = counts(on ? [...picked, slots[place].face] : picked.filter((_, i) => i !== picked.indexOf(slots[place].face)));
  const sets = (look.sets ?? []).map(({ dice }) => dice);
  const fits = on ? sets.filter((dice) => counts(dice).every((n, i) => n >= want[i])) : [...sets.filter((dice) => counts(dice).every((n, i) => n <= want[i])), []];
  const sorted = fits.sort((a, b) => (on ? a.length - b.length : b.length - a.length));
  if (sorted.length || !on) return sorted[0];
  // Not together with those picked: on its own.
  return sets.filter((dice) => dice.includes(slots[place].face ?? 0)).sort((a, b) => a.length - b.length)[0] ?? null;
}

/** Who has the turn now. @param {State} state */
const nextName = (state) => (state.phase === 'over' ? t('over.title') : state.person ?? '');

/**
 * @param {{view: View, bot: string, name: string, picks: string, solving: boolean, label: (box: string) => string, wide: boolean}} about
 *   wide: the last moves are listed elsewhere
 */
function plankWords({ view: { state, look, own }, bot, name, picks, solving, label, wide }) {
  const press = state.family === 'press';
  const [last] = look.moves ?? [];
  const who = state.seats[(last?.seat ?? 0) - 1]?.name ?? '';
  const moved = !last || wide ? '' : last.bust ? t('plank.bust', { name: who, n: number(last.points) }) : last.box ? t('plank.wrote', { name: who, n: number(last.points), box: label(last.box) }) : t('plank.banked', { name: who, n: number(last.points) });
  if (state.phase === 'opening' || state.phase === 'setup') return { words: t('plank.turn', { name }) };
  const fresh = press ? !look.throws : !state.rolls;
  const others = Boolean(bot) || (own !== undefined && own !== state.seat);
  const kept = picks.length ? picks.split(' ').length : 0;
  if (press) {
    return { words: fresh ? t('plank.turn', { name }) : state.turn_points ? number(state.turn_points) : others ? name : '',
      right: solving ? t('coach.solving') : fresh ? moved : [t('plank.throw', { n: look.throws ?? 0 }), state.phase === 'choose' && !others ? translateCore(look.why ?? '') : ''].filter(Boolean).join(' · ') };
  }
  const rolled = t('plank.roll', { n: state.rolls ?? 0, of: look.rolls ?? 0 });
  return { words: fresh ? t('plank.turn', { name }) : others ? t('plank.name', { name, what: rolled }) : rolled, rolled: state.rolls, of: fresh ? 0 : look.rolls,
    right: solving ? t('coach.solving') : fresh ? moved : kept ? t('plank.kept', { n: kept }) : '' };
}

/** Moves the focus to the lawn if the focused button has disappeared, so that tabbing continues there. */
function atHand() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) /** @type {HTMLElement|null} */ (document.querySelector('.lawn'))?.focus({ preventScroll: true });
}

/** @returns {HTMLElement[]} the boxes that can be filled, in the order of the card */
const boxes = () => [...document.querySelectorAll('.box.offer:not(.barred)')].map((box) => /** @type {HTMLElement} */ (box));

/** @param {HTMLElement} box @param {1|-1} step */
function nextBox(box, step) {
  const all = boxes();
  return all[(all.indexOf(box) + step + all.length) % all.length];
}

/** The last turns, on wide screens. @param {{view: View, label: (box: string) => string}} props */
function Moves({ view: { look, state }, label }) {
  const words = (look.moves ?? []).map(({ seat, box, points, bust }) => {
    const name = state.seats[seat - 1]?.name ?? '';
    return bust ? t('plank.bust', { name, n: number(points) }) : box ? t('plank.wrote', { name, n: number(points), box: label(box) }) : t('plank.banked', { name, n: number(points) });
  });
  return html`<ul class="moves">${words.map((one, i) => html`<li key=${i}>${one}</li>`)}</ul>`;
}

/** @param {{state: State}} props */
function Opening({ state }) {
  return html`<ul class="opening" tabindex="0" aria-label=${list(state.seats.map((seat) => seat.name))}>${state.seats.map((seat, i) => {
    const rolled = state.opening?.[i];
    return html`<li key=${i}><bdi>${seat.name}</bdi> <strong>${rolled === null ? t('opening.out') : rolled ? number(rolled) : '…'}</strong></li>`;
  })}</ul>`;
}
