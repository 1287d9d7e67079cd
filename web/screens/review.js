/**
 * The review of a game: the verdict, the moments that decided it and its course; folded, all steps, all decisions and all
 * figures.
 */
import { html, useEffect, useMemo, useState } from '../vendor/preact.js';
import { signed, value } from '../lib/coach_words.js';
import { announce } from '../lib/live.js';
import { useMedia } from '../lib/screen.js';
import { number, t, translateCore } from '../lib/strings.js';
import { account, keyMoments, stepsOf, teller, verdictOf } from '../lib/verdict.js';
import { Chart, Dashes } from '../parts/chart.js';
import { Solving, useBook } from '../parts/coach.js';
import { Decisions } from '../parts/decisions.js';
import { Frame, Note } from '../parts/frame.js';
import { KeyMoments } from '../parts/key_moments.js';
import { Ledger } from '../parts/ledger.js';
import { Replay, isDecision } from '../parts/replay.js';

/** @typedef {import('../lib/answers.js').Analysis} Analysis */
/** @typedef {import('../lib/answers.js').Decision} Decision */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../parts/replay.js').Step} Step */
/** @typedef {import('../parts/key_moments.js').KeyMoment} KeyMoment */

/** @param {{session: Session, view: import('../lib/session.js').View, end?: any}} props end: extra content for server tables */
export function Review({ session, view, end }) {
  const [analysis, setAnalysis] = useState(/** @type {Analysis|null} */ (null));
  const [problem, setProblem] = useState('');
  const book = useBook(view.state.rules);
  useEffect(() => {
    let wanted = true;
    session.askCoach('analyse').then((answer) => {
      if (!wanted) return;
      if (answer.error) return setProblem(translateCore(answer.error));
      setProblem('');
      setAnalysis(answer);
      announce(t('review.ready'));
    }, (error) => wanted && setProblem(String(error.message)));
    return () => { wanted = false; };
  }, [session.text]);
  const { seats } = view.state;
  const sub = [book?.name, seats.length < 3 && seats.map(({ name, total }) => `${name} ${number(total ?? 0)}`).join(', ')].filter(Boolean).join(' · ');
  return html`<${Frame} title=${t('review.title')} sub=${sub} back=${`#${session.path}`} class="review">
    ${problem ? html`<${Note} kind="problem">${problem}<//>`
    : !analysis ? html`<section class="panel"><${Solving} /></section>`
    : html`<${Parts} ...${{ analysis, session, view, book }} />`}
    ${end}
  <//>`;
}

/**
 * @param {{analysis: Analysis, session: Session, view: import('../lib/session.js').View, book: import('../lib/answers.js').Book|null}} props
 */
function Parts({ analysis, session, view: { state, own }, book }) {
  const { games, unit, seats } = analysis;
  const [game, setGame] = useState(games);
  const [at, setAt] = useState(-1); // -1: at the first key moment
  const wide = useMedia('(min-width: 60rem)');
  const [open, setOpen] = useState(false); // the steps, on a phone
  const steps = useMemo(() => /** @type {Step[]} */ (stepsOf(analysis, game)), [analysis, game]);
  const seat = teller(state, own);
  const over = state.phase === 'over' && game === games;
  const winner = over && state.winners?.length === 1 ? state.winners[0] : undefined;
  const moments = useMemo(() => keyMoments(analysis, game, seat, winner), [analysis, game]);
  const decisions = steps.filter(isDecision);
  const here = Math.min(at < 0 ? Math.max(0, steps.indexOf(moments[0]?.step)) : at, Math.max(0, steps.length - 1));
  /** @param {Step} step */
  const show = (step) => {
    setAt(steps.indexOf(step));
    setOpen(true);
    requestAnimationFrame(() => {
      const head = document.getElementById('replay-head');
      head?.focus({ preventScroll: true });
      head?.scrollIntoView({ block: wide ? 'nearest' : 'start' });
    });
  };
  const verdict = over && verdictOf(analysis, state, seat);
  return html`
    ${analysis.approximate && html`<${Note}>${t('review.approximate')}<//>`}
    ${!analysis.finished && html`<${Note}>${t('review.running')}<//>`}
    ${seats.some((one) => one.unknown !== undefined) && html`<${Note}>${t('review.kept')}<//>`}
    ${games > 1 && html`<label class="panel picks">${t('review.game')}
      <select value=${game} onChange=${(/** @type {any} */ e) => { setGame(Number(e.target.value)); setAt(-1); }}>
        ${Array.from({ length: games }, (_, i) => html`<option key=${i} value=${i + 1}>${t('review.game.n', { n: i + 1 })}</option>`)}
      </select></label>`}
    ${!steps.length && html`<${Note}>${t('review.empty')}<//>`}
    ${steps.length > 0 && html`<div class="column">
      <section class="panel review-verdict"><h2>${t(verdict ? `verdict.${verdict}` : 'review.moments')}</h2>
        ${told(analysis, state, seat, game).map((words) => html`<p key=${words} class="quiet">${words}</p>`)}</section>
      <${KeyMoments} key=${game} ...${{ session, moments, unit, book }} several=${seats.length > 1} winner=${winner ? seats[winner - 1].name : ''} onShow=${show} />
    </div>`}
    <div class="column">
      ${steps.length > 0 && html`<${Course} ...${{ analysis, steps, moments, seat }} at=${here} onPick=${setAt} />
        <${Fold} title=${t('replay.title')} open=${wide || open} onToggle=${setOpen}>
          <${Replay} ...${{ session, steps, unit, book, setAt }} at=${here} bots=${seats.map((one) => Boolean(one.bot))} /><//>
        <${Fold} title=${t('decisions.count', { n: decisions.filter((one) => one.mattered).length })} about=${counts(decisions)}>
          <${Decisions} ...${{ analysis, decisions, book }} onShow=${show} /><//>`}
      <${Fold} title=${t('ledger.title')} open=${!steps.length}><${Ledger} analysis=${analysis} /><//>
    </div>`;
}

/** A part that is folded until it is asked for. @param {{title: string, about?: string, open?: boolean, onToggle?: (open: boolean) => void, children?: any}} props */
function Fold({ title, about = '', open = false, onToggle, children }) {
  return html`<details class="panel fold" open=${open} onToggle=${(/** @type {any} */ event) => onToggle?.(event.currentTarget.open)}>
    <summary><span class="fold-title"><strong>${title}</strong>${about && html`<span class="quiet">${about}</span>`}</span></summary>${children}</details>`;
}

/** "33 best, 4 good, 2 costly" @param {Decision[]} decisions */
function counts(decisions) {
  const mattered = decisions.filter((one) => one.mattered);
  const of = (/** @type {string} */ grade) => mattered.filter((one) => one.grade === grade).length;
  return t('decisions.counts', { best: of('best'), good: of('good'), costly: mattered.length - of('best') - of('good') });
}

/**
 * Luck and decisions of a player and of the best opponent, each in a sentence.
 * @param {Analysis} analysis @param {import('../lib/answers.js').State} state @param {number} seat @param {number} game
 */
function told(analysis, state, seat, game) {
  const other = state.seats.map(({ total = 0 }, i) => ({ total, seat: i + 1 })).filter((one) => one.seat !== seat).sort((a, b) => b.total - a.total)[0];
  return [seat, other?.seat ?? 0].filter(Boolean).map((one) => {
    const { luck, play } = account(analysis, one, game);
    return t('review.figures', { name: analysis.seats[one - 1].name, luck: signed(analysis.unit, luck), play: signed(analysis.unit, play) });
  });
}

/**
 * The value of the game for each seat: at the end of each of its turns, and at each key moment.
 * @param {Analysis} analysis
 * @param {Step[]} steps
 * @param {Step[]} key
 */
function courses({ seats, games }, steps, key) {
  return seats.map((seat, i) => {
    const own = steps.map((step, x) => ({ step, x: x + 1 })).filter(({ step }) => step.seat === i + 1);
    /** @type {[number, number][]} */
    const points = own.filter(({ step }, nth) => key.includes(step) || own[nth + 1]?.step.turn !== step.turn).map(({ step, x }) => [x, worth(step)]);
    // In a series, par and result are known only as sums over all games, so they are drawn only for a single game.
    if (games === 1) points.unshift([0, seat.par ?? 0]);
    else if (own.length) points.unshift([0, isDecision(own[0].step) ? own[0].step.best_value : own[0].step.before]);
    if (games === 1) points.push([steps.length, seat.result ?? 0]);
    else if (points.length) points.push([steps.length, points[points.length - 1][1]]);
    return { name: seat.name, dash: i, points };
  });
}

/** What the game is worth after a step. @param {Step} step */
const worth = (step) => (isDecision(step) ? step.value : step.after);

/** @param {{analysis: Analysis, steps: Step[], moments: KeyMoment[], seat: number, at: number, onPick: (at: number) => void}} props */
function Course({ analysis, steps, moments, seat, at, onPick }) {
  const { unit, seats } = analysis;
  const lines = useMemo(() => courses(analysis, steps, moments.map(({ step }) => step)), [analysis, steps, moments]);
  const drawn = lines.filter((line) => line.points.length);
  const marks = moments.map(({ kind, step }, i) => ({ x: steps.indexOf(step) + 1, y: worth(step), words: number(i + 1), look: `key-${kind}` }));
  const turns = /** @type {[number, string][]} */ ([...new Map(steps.map((step, i) => [step.turn, i + 1]))].map(([turn, x]) => [x, number(turn)]));
  const title = t(`course.${unit}`);
  const summary = drawn.map(({ name, points }) => t('course.line', {
    name,
    first: value(unit, points[0][1]),
    last: value(unit, points[points.length - 1][1]),
    low: value(unit, Math.min(...points.map(([, y]) => y))),
    high: value(unit, Math.max(...points.map(([, y]) => y))),
  })).join(' ');
  const show = (/** @type {number} */ y) => (unit === 'win' ? `${number(100 * y)}\u00a0%` : number(y));
  return html`
    <section class="panel course-panel" aria-labelledby="course-head">
      <h2 id="course-head">${title}</h2>
      ${unit === 'turns' && html`<p class="quiet small">${t('course.lower')}</p>`}
      <${Chart} title=${title} summary=${summary} lines=${drawn} main=${seat - 1} marks=${marks} last=${steps.length} at=${at + 1}
        show=${show} across=${turns} onPick=${(/** @type {number} */ x) => onPick(Math.max(0, x - 1))} />
      ${seats.length > 1 && html`<p class="quiet small legend">
        ${seats.map(({ name }, i) => html`<span key=${i}><${Dashes} line=${i} /> <bdi>${name}</bdi></span>`)}
      </p>`}
      <${CourseTable} ...${{ analysis, steps }} />
    </section>`;
}

/**
 * The chart as a table: luck and errors of each turn.
 * @param {{analysis: Analysis, steps: Step[]}} props
 */
function CourseTable({ analysis, steps }) {
  const { unit } = analysis;
  const [open, setOpen] = useState(false);
  /** @type {{seat: number, turn: number, luck: number, errors: number, then: number}[]} */
  const turns = [];
  for (const step of open ? steps : []) {
    let turn = turns[turns.length - 1];
    if (!turn || turn.seat !== step.seat || turn.turn !== step.turn) {
      turn = { seat: step.seat, turn: step.turn, luck: 0, errors: 0, then: 0 };
      turns.push(turn);
    }
    if (isDecision(step)) turn.errors += step.error;
    else if (!('pace' in step)) turn.luck += step.luck;
    turn.then = isDecision(step) ? step.value : step.after;
  }
  return html`
    <details onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
      <summary>${t('course.table')}</summary>
      <div class="scroll-x" tabindex="0" role="region" aria-label=${t('course.table')}>
        <table class="ledger">
          <thead><tr>${['turn', 'who', 'luck', 'errors', 'then'].map((key) => html`<th scope="col" key=${key} class=${key === 'turn' || key === 'who' ? 'words' : ''}>${t(`course.${key}`)}</th>`)}</tr></thead>
          <tbody>${turns.map((turn, i) => html`<tr key=${i}>
            <th scope="row">${number(turn.turn)}</th><td class="words"><bdi>${analysis.seats[turn.seat - 1].name}</bdi></td>
            <td>${signed(unit, turn.luck)}</td><td>${value(unit, turn.errors)}</td><td>${value(unit, turn.then)}</td>
          </tr>`)}</tbody>
        </table>
      </div>
    </details>`;
}
