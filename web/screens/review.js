/**
 * The review of a game: luck and errors, the course of the game, the decisions, and a step-by-step replay.
 */
import { html, useEffect, useMemo, useState } from '../vendor/preact.js';
import { gradeShape, signed, value } from '../lib/coach_words.js';
import { announce } from '../lib/live.js';
import { number, t, translateCore } from '../lib/strings.js';
import { Chart, Dashes } from '../parts/chart.js';
import { GradeMark, Solving, useBook } from '../parts/coach.js';
import { Decisions } from '../parts/decisions.js';
import { Frame, Note } from '../parts/frame.js';
import { Ledger } from '../parts/ledger.js';
import { Replay, isDecision } from '../parts/replay.js';

/** @typedef {import('../lib/answers.js').Analysis} Analysis */
/** @typedef {import('../lib/answers.js').Decision} Decision */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../parts/replay.js').Step} Step */

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
  return html`<${Frame} title=${t('review.title')} back=${`#${session.path}`} class="review">
    ${problem ? html`<${Note} kind="problem">${problem}<//>`
    : !analysis ? html`<section class="panel"><${Solving} /></section>`
    : html`<${Parts} ...${{ analysis, session, book }} />`}
    ${end}
  <//>`;
}

/**
 * @param {{analysis: Analysis, session: Session, book: import('../lib/answers.js').Book|null}} props
 */
function Parts({ analysis, session, book }) {
  const { games, unit } = analysis;
  const [game, setGame] = useState(games);
  const [at, setAt] = useState(0);
  const steps = useMemo(() => /** @type {Step[]} */ ([...analysis.decisions, ...analysis.rolls])
    .filter((step) => step.game === game).sort((a, b) => a.line - b.line), [analysis, game]);
  const decisions = steps.filter(isDecision);
  const here = Math.min(at, Math.max(0, steps.length - 1));
  /** @param {Decision} decision */
  const show = (decision) => {
    setAt(steps.indexOf(decision));
    const head = document.getElementById('replay-head');
    head?.focus({ preventScroll: true });
    head?.scrollIntoView({ block: 'center' });
  };
  return html`
    ${analysis.approximate && html`<${Note}>${t('review.approximate')}<//>`}
    ${!analysis.finished && html`<${Note}>${t('review.running')}<//>`}
    ${analysis.seats.some((seat) => seat.unknown !== undefined) && html`<${Note}>${t('review.kept')}<//>`}
    ${games > 1 && html`<label class="panel picks">${t('review.game')}
      <select value=${game} onChange=${(/** @type {any} */ e) => { setGame(Number(e.target.value)); setAt(0); }}>
        ${Array.from({ length: games }, (_, i) => html`<option key=${i} value=${i + 1}>${t('review.game.n', { n: i + 1 })}</option>`)}
      </select></label>`}
    ${!steps.length && html`<${Note}>${t('review.empty')}<//>`}
    <div class="column">
      <${Ledger} analysis=${analysis} />
      ${steps.length > 0 && html`<${Course} ...${{ analysis, steps }} at=${here} onPick=${setAt} />`}
    </div>
    ${steps.length > 0 && html`<div class="column">
      <${Replay} ...${{ session, steps, unit, book, setAt }} at=${here} />
      <${Decisions} ...${{ analysis, decisions, book }} onShow=${show} />
    </div>`}`;
}

/**
 * The value of the game for each seat, step by step.
 * @param {Analysis} analysis
 * @param {Step[]} steps
 */
function courses({ seats, games }, steps) {
  return seats.map((seat, i) => {
    const own = steps.map((step, x) => ({ step, x: x + 1 })).filter(({ step }) => step.seat === i + 1);
    /** @type {[number, number][]} */
    const points = own.flatMap(({ step, x }) => /** @type {[number, number][]} */ (isDecision(step)
      ? [[x - 1, step.best_value], [x, step.value]] : [[x - 1, step.before], [x, step.after]]));
    // In a series, par and result are known only as sums over all games, so they are drawn only for a single game.
    if (games === 1) points.unshift([0, seat.par ?? 0]);
    if (games === 1) points.push([steps.length, seat.result ?? 0]);
    else if (points.length) points.push([steps.length, points[points.length - 1][1]]);
    return { name: seat.name, dash: i, points };
  });
}

/** @param {{analysis: Analysis, steps: Step[], at: number, onPick: (at: number) => void}} props */
function Course({ analysis, steps, at, onPick }) {
  const { unit, seats } = analysis;
  const lines = useMemo(() => courses(analysis, steps), [analysis, steps]);
  const drawn = lines.filter((line) => line.points.length);
  const marks = steps.flatMap((step, i) => (isDecision(step) && (step.grade === 'mistake' || step.grade === 'blunder')
    ? [{ x: i + 1, y: step.value, shape: gradeShape(step.grade), look: `grade-${step.grade}` }] : []));
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
      <${Chart} title=${title} summary=${summary} lines=${drawn} marks=${marks} last=${steps.length} at=${at + 1}
        show=${show} unit=${t('course.step')} onPick=${(/** @type {number} */ x) => onPick(Math.max(0, x - 1))} />
      <p class="quiet small legend">
        ${seats.length > 1 && seats.map((seat, i) => html`<span key=${i}><${Dashes} line=${i} /> <bdi>${seat.name}</bdi></span>`)}
        ${marks.length > 0 && html`<${GradeMark} grade="mistake" /><${GradeMark} grade="blunder" />`}
      </p>
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
    else turn.luck += step.luck;
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
