/**
 * The coach at the table: hints for the current choice, the reasons, and whether a choice is a blunder.
 *
 * In fairness to the others, the record notes every choice for which the coach gave a hint or a warning.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { coach } from '../lib/core_client.js';
import {
  actionWords, costWords, gradeShape, gradeWord, sentence, unitOf, worthWords,
} from '../lib/coach_words.js';
import { book as bookOf } from '../lib/books.js';
import { announce } from '../lib/live.js';
import { diceIn } from '../lib/log.js';
import { diceOf } from '../lib/record.js';
import { percent, t, translateCore } from '../lib/strings.js';
import { Dialog } from './dialog.js';
import { DiceRow } from './dice.js';
import { Note } from './frame.js';

/** @typedef {import('../lib/answers.js').Advice} Advice */
/** @typedef {import('../lib/answers.js').Book} Book */
/** @typedef {import('../lib/answers.js').Judged} Judged */
/** @typedef {import('../lib/answers.js').Reasons} Reasons */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */

const OTHERS_SHOWN = 4;
const STAGE = 0.7; // of the rest of the bar for each computation: nobody knows how many follow

// ---- shared with other screens ----

/**
 * Shows the coach's progress while solving; the first solve takes a moment.
 * @param {{long?: boolean}} props long: or minutes, depending on how far the game is
 */
export function Solving({ long = false }) {
  const words = t(long ? 'coach.solving.win' : 'coach.solving');
  const [part, setPart] = useState(/** @type {number|null} */ (null));
  useEffect(() => {
    let base = 0;
    let last = 0;
    return coach.watch((now) => {
      if (now === null) return;
      if (now < last) base += (1 - base) * last * STAGE; // the next one begins
      last = now;
      setPart(base + (1 - base) * now * STAGE);
    });
  }, []);
  return html`
    <div class="solving">
      <${Note}>${words}<//>
      <progress max="1" value=${part ?? undefined} aria-label=${words}>${part === null ? '' : percent(part)}</progress>
    </div>`;
}

/** @param {{grade: import('../lib/answers.js').Grade}} props */
export function GradeMark({ grade }) {
  return html`<span class=${`grade grade-${grade}`}><span aria-hidden="true">${gradeShape(grade)}</span> ${sentence(gradeWord(grade))}</span>`;
}

/**
 * The book of a rule set. Until it is loaded: null or, if `rules` has changed, the previous book.
 * @param {string|undefined} rules
 */
export function useBook(rules) {
  const [book, setBook] = useState(/** @type {Book|null} */ (null));
  useEffect(() => {
    let wanted = true;
    if (rules) bookOf(rules).then((b) => wanted && setBook(b), () => {});
    return () => { wanted = false; };
  }, [rules]);
  return book;
}

/**
 * The reasons for the best action, or why it is better than another action.
 * @param {{ask: (line: string) => Promise<any>, than?: string, from?: number, quiet?: boolean}} props
 *   from: number of sentences to skip; quiet: do not announce them
 */
export function Why({ ask, than = '', from = 0, quiet = false }) {
  const [reasons, setReasons] = useState(/** @type {Reasons|null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let wanted = true;
    setReasons(null);
    setProblem('');
    ask(than ? `why ${than}` : 'why').then((answer) => {
      if (!wanted) return;
      if (answer.error) setProblem(translateCore(answer.error));
      else {
        setReasons(answer);
        if (!quiet) announce(answer.why.slice(from).map(translateCore).join(' '));
      }
    }, (error) => wanted && setProblem(String(error.message)));
    return () => { wanted = false; };
  }, [than]);
  if (problem) return html`<${Note} kind="problem">${problem}<//>`;
  if (!reasons) return html`<${Solving} />`;
  return html`<ul class="reasons">
    ${reasons.why.slice(from).map((words, i) => html`<li key=${i}>${translateCore(words)}</li>`)}
  </ul>`;
}

/**
 * The main reason, in one line; nothing until it is known.
 * @param {{ask: (line: string) => Promise<any>, than: string}} props than: the choice that it is compared with, in words
 */
function Reason({ ask, than }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    let wanted = true;
    // The first sentence says what the choice is worth, which is shown anyway.
    ask('why').then((answer) => wanted && !answer.error && setWords(answer.why[1] ?? ''), () => {});
    return () => { wanted = false; };
  }, []);
  return words && html`<p class="reason">${than && t('coach.compared', { action: than })} ${translateCore(words)}</p>`;
}

// ---- a hint ----

/** The last note that was recorded, with its position. @type {WeakMap<Session, string>} */
const told = new WeakMap();

/**
 * Records that a hint was given, or a warning, once for each choice.
 * @param {Session} session
 * @param {string} [line]
 * @returns {Promise<string>} an error message, or ''
 */
async function writeHint(session, line = 'hint') {
  const note = (/** @type {string} */ what) => `${what} ${session.view?.state.position}`;
  const now = note(line);
  if ([now, note('hint')].includes(told.get(session) ?? '')) return ''; // a warning tells no more than a hint
  const answer = await session.say(line);
  if (answer.store) return t(`store.${answer.store}`);
  if (answer.error) return translateCore(answer.error);
  told.set(session, now);
  return '';
}

/**
 * The values of the current choices, best first.
 * @param {{session: Session, view: View, onClose: () => void, start?: 'hint'|'why',
 *   onDo?: (action: string) => void}} props
 *   start: with or without the reasons; onDo: makes the choice; without it the coach only advises
 */
export function CoachDialog({ session, view, onClose, start = 'hint', onDo }) {
  const { state } = view;
  const [goal, setGoal] = useState('');
  const [advice, setAdvice] = useState(/** @type {Advice|null} */ (null));
  const known = useRef(/** @type {Map<string, Advice>} */ (new Map())); // by goal and position
  const [problem, setProblem] = useState('');
  // Which reasons to show: those against this alternative; '': those for the best choice; null: none.
  const [asked, setAsked] = useState(/** @type {string|null} */ (start === 'why' ? '' : null));
  const book = useBook(state.rules);
  const two = state.family === 'sheet' && state.seats.length > 1;
  useEffect(() => {
    let wanted = true;
    let solving = false;
    const about = `${goal} ${state.position}`;
    setAdvice(known.current.get(about) ?? null);
    setProblem('');
    if (known.current.has(about)) return undefined;
    (async () => {
      const advised = session.askCoach(`advise ${goal}`); // shown only if the record has noted it
      advised.catch(() => {});
      solving = true;
      const wrong = await writeHint(session);
      const answer = wrong ? { error: wrong } : await advised;
      solving = false;
      if (!wanted) return;
      if (answer.error) setProblem(translateCore(answer.error));
      else {
        known.current.set(about, answer);
        setAdvice(answer);
      }
    })().catch((error) => wanted && setProblem(String(error.message)));
    return () => {
      wanted = false;
      // Early in a game, win odds take a long time to compute: stop when they are no longer wanted.
      if (solving && goal) coach.stop();
    };
  }, [goal, state.position]);
  useEffect(() => {
    const best = advice?.actions?.[0];
    if (best && book) announce(`${sentence(actionWords(best.do, book, best.points))}: ${worthWords(unitOf(advice.goal), best.value)}.`);
  }, [advice, book]);
  return html`
    <${Dialog} title=${t('coach')} onClose=${onClose} class="coach">
      ${two && html`
        <div class="switch" role="group" aria-label=${t('coach.goal')}>
          ${['', 'win'].map((g) => html`
            <button type="button" aria-pressed=${goal === g} onClick=${() => { setGoal(g); setAsked(null); }}>${t(g ? 'coach.goal.win' : 'coach.goal.score')}</button>`)}
        </div>`}
      ${problem ? html`<${Note} kind="problem">${problem}<//>`
      : !advice ? html`<${Solving} long=${goal === 'win'} />`
      : html`<${Choices} ...${{ advice, book, asked, setAsked, session, onDo, usual: !goal }} />`}
      <p class="quiet small">${t('coach.written')}</p>
    <//>`;
}

/**
 * @param {{advice: Advice, book: Book|null, asked: string|null, setAsked: (than: string|null) => void,
 *   session: Session, onDo?: (action: string) => void, usual: boolean}} props
 *   usual: this is the default goal, which the reasons are about
 */
function Choices({ advice, book, asked, setAsked, session, onDo, usual }) {
  const unit = unitOf(advice.goal);
  const [best, ...others] = advice.actions ?? [];
  if (!best) return html`<p>${worthWords(unit, advice.value)}</p>`;
  const dice = diceIn(best.do);
  return html`
    <section class="best-choice" aria-label=${t('coach.best')}>
      <p class="best-do"><strong>${sentence(actionWords(best.do, book, best.points))}</strong></p>
      ${dice.length > 0 && html`<${DiceRow} faces=${dice} label=${actionWords(best.do, book, best.points)} />`}
      <p>${worthWords(unit, best.value)}</p>
      <div class="buttons">
        ${onDo && html`<button type="button" class="primary" onClick=${() => onDo(best.do)}>${doWords(best.do, session)}</button>`}
        ${usual && html`<button type="button" aria-expanded=${asked === ''} onClick=${() => setAsked(asked === '' ? null : '')}>${t('coach.why')}</button>`}
      </div>
      ${usual && asked !== '' && html`<${Reason} than=${others[0] ? actionWords(others[0].do, book, others[0].points) : ''} ask=${(/** @type {string} */ line) => session.askCoach(line)} />`}
      ${asked === '' && html`<${Why} ask=${(/** @type {string} */ line) => session.askCoach(line)} />`}
    </section>
    ${advice.approximate && html`<p class="quiet small">${t('coach.approximate')}</p>`}
    ${others.length > 0 && html`
      <h3>${t('coach.others')}</h3>
      <ul class="other-choices">
        ${others.slice(0, OTHERS_SHOWN).map(({ do: other, points, value }) => {
          const words = html`<span>${sentence(actionWords(other, book, points))}</span>
            <span class="gives">${givesAway(unit, Math.abs(best.value - value))}</span>`;
          return html`<li key=${other}>
            ${usual ? html`<button type="button" class="choice-row" aria-expanded=${asked === other}
              onClick=${() => setAsked(asked === other ? null : other)}>${words}</button>`
            : html`<div class="choice-row">${words}</div>`}
            ${asked === other && html`<${Why} than=${other} ask=${(/** @type {string} */ line) => session.askCoach(line)} />`}
          </li>`;
        })}
      </ul>`}`;
}

/** What carrying out an action does: with dice on the screen, the roll follows. @param {string} action @param {Session} session */
function doWords(action, { text }) {
  return t(action.startsWith('score') ? 'coach.do.score' : action.endsWith('stop') ? 'press.stop' : diceOf(text) === 'physical' ? 'coach.do'
    : /^keep \d/.test(action) ? 'coach.do.roll' : 'press.again');
}

/**
 * @param {import('../lib/answers.js').Unit} unit
 * @param {number} cost
 */
function givesAway(unit, cost) {
  return cost < 1e-9 ? t('coach.same') : t('coach.gives', { cost: costWords(unit, cost) });
}

// ---- warnings before blunders ----

const PATIENCE_MS = 2000; // how long a choice waits for a coach that is still solving

/** What a choice must cost to be questioned, in points, chances to win or turns: less would be nagging. */
const SLIP = { points: 10, win: 0.1, turns: 0.6 };

/**
 * Judges a choice before it is made. Returns null if it is not a blunder, if the coach or the record fails, or if the
 * coach has not solved the game yet: a question that is only meant well must not keep anybody waiting. The record notes
 * the warning. Nothing is asked at a server's table, where it would be help that the others do not have, or in the game
 * of the day, whose decisions are scored.
 * @param {Session} session
 * @param {string} action
 * @returns {Promise<Judged|null>}
 */
export async function checkBlunder(session, action) {
  if (!session.bots || diceOf(session.text) === 'daily') return null;
  try {
    const judged = await Promise.race([session.askCoach(`judge ${action}`), new Promise((late) => { setTimeout(late, PATIENCE_MS); })]);
    if (!judged?.warn || judged.error || judged.cost < SLIP[/** @type {Judged} */ (judged).unit]) return null;
    return (await writeHint(session, '# warning')) ? null : judged;
  } catch {
    return null; // a failing coach must not block the game
  }
}
