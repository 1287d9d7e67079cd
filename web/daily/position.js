/**
 * The position of the day: the question, how good the answer was, and a card to share.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { allBooks } from '../lib/books.js';
import { actionWords, costWords, sentence, value as valueWords } from '../lib/coach_words.js';
import { coach, referee } from '../lib/core_client.js';
import { announce } from '../lib/live.js';
import { dailyDone, rememberDaily } from '../lib/practised.js';
import { getSettings } from '../lib/settings.js';
import { t, translateCore } from '../lib/strings.js';
import { Solving, useBook, Why } from '../parts/coach.js';
import { Note } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { Question } from '../parts/question.js';
import { ShareCard } from './share_card.js';
import { streakOn } from './stored.js';
import { weekOf } from './streak.js';

/** @typedef {import('../lib/answers.js').Book} Book */
/** @typedef {import('../lib/answers.js').Judged} Judged */

const SHOWN = 2;

/**
 * @param {{date: string, games: import('./stored.js').DailyGame[], wanted: string, streak: any, onAnswered: () => void}} props
 *   wanted: the rules of a link; streak: shown after the answer; onAnswered: it may have changed
 */
export function Position({ date, games, wanted, streak, onAnswered }) {
  const [books, setBooks] = useState(/** @type {Book[]} */ ([]));
  const [chosen, setRules] = useState('');
  const rules = chosen || (books.some(({ key }) => key === wanted) ? wanted : getSettings().rules.split(':')[0]);
  useEffect(() => {
    let left = false;
    allBooks().then((all) => left || setBooks(all), () => {}); // no choice, then
    return () => {
      left = true;
    };
  }, []);
  return html`
    ${books.length > 0 && html`<label class="panel picks"><strong>${t('practice.rules')}</strong>
      <select value=${rules} onChange=${(/** @type {any} */ event) => setRules(event.target.value)}>
        ${books.map((book) => html`<option key=${book.key} value=${book.key} selected=${book.key === rules}>${translateCore(book.name)}</option>`)}
      </select></label>`}
    ${(books.length > 0 || !wanted) && html`<${OneOf} key=${rules} ...${{ rules, date, games, streak, onAnswered }} />`}`;
}

/**
 * @param {{rules: string, date: string, games: import('./stored.js').DailyGame[], streak: any, onAnswered: () => void}} props
 */
function OneOf({ rules, date, games, streak, onAnswered }) {
  const [got, setGot] = useState(/** @type {{position?: string, level?: string, problem?: string}|null} */ (null));
  const [done, setDone] = useState(() => dailyDone(rules)[date]);
  const [first] = useState(() => done?.do);
  const book = useBook(rules);
  useEffect(() => {
    let left = false;
    coach.ask(`daily ${rules} ${date}`).then((answer) => left || setGot({ ...answer, problem: answer.error && translateCore(answer.error) }),
      (error) => left || setGot({ problem: String(error.message) }));
    return () => {
      left = true;
    };
  }, []);
  /** @param {Judged} judged */
  const judged = (judged) => {
    rememberDaily(rules, date, { ...judged, level: got?.level });
    setDone(dailyDone(rules)[date]);
    onAnswered();
  };
  if (got?.problem) return html`<${Note} kind="problem">${got.problem}<//>${streak}`;
  if (!got?.position) return html`<section class="panel"><${Solving} /></section>`;
  return html`<${Question} position=${got.position} book=${book} given=${first} onJudged=${judged} verdict=${DailyVerdict}
    next=${html`${done && html`<${PositionCard} ...${{ rules, date, done, games, level: got.level ?? '' }} />`}${streak}`} />
    ${!done && streak}`;
}

/** @param {import('../lib/answers.js').Grade} grade */
const markOf = (grade) => (grade === 'best' || grade === 'good' ? grade : 'missed');

/**
 * How good the choice was: in words, and as bars between the worst choice and the best one.
 * @param {{judged: Judged, book: Book|null, ask: (line: string) => Promise<any>, next: any}} props
 */
function DailyVerdict({ judged, book, ask, next }) {
  const head = useRef(/** @type {HTMLElement|null} */ (null));
  const [choices, setChoices] = useState(/** @type {{do: string, points?: number, value: number}[]} */ ([]));
  const { unit, cost, grade } = judged;
  const gives = grade === 'best' ? t('daily.nothing') : t('daily.worse', { cost: costWords(unit, cost) });
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'nearest' });
    announce(`${t(`daily.verdict.${markOf(grade)}`)}. ${gives}`);
    ask('advise').then((advice) => setChoices(advice.actions ?? []), () => {});
  }, []);
  const best = choices[0]?.value ?? 0;
  const range = Math.abs(best - (choices.at(-1)?.value ?? 0)) || 1;
  const shown = choices.filter(({ do: action }, i) => i < SHOWN || action === judged.do);
  return html`<section class="panel verdict day-verdict" aria-labelledby="verdict-head">
    <h2 id="verdict-head" tabindex="-1" ref=${head}><span class=${`day-mark mark-${markOf(grade)}`} aria-hidden="true">${MARKS[markOf(grade)]}</span>
      <span>${t(`daily.verdict.${markOf(grade)}`)} <small>${gives}</small></span></h2>
    <ol class="day-bars">${shown.map(({ do: action, points, value }) => html`<li key=${action}>
      <span>${sentence(actionWords(action, book, points))}${action === judged.do && shown.length > 1 ? html` <small>${t('practice.yours')}</small>` : ''}</span>
      <span class="day-bar-line" aria-hidden="true"><span style=${{ inlineSize: `${94 - 86 * (Math.abs(best - value) / range)}%` }}></span></span>
      <strong>${valueWords(unit, value)}</strong></li>`)}</ol>
    ${judged.approximate && html`<p class="quiet small">${t('coach.approximate')}</p>`}
    <details><summary>${t('coach.why')}</summary><${Why} ask=${ask} than=${grade === 'best' ? '' : judged.do} from=${1} quiet /></details>
  </section>
  ${next}`;
}

const MARKS = { best: html`<${Icon} name="star" />`, good: '○', missed: '–' };

/**
 * @param {{rules: string, date: string, level: string, done: import('../lib/practised.js').Done, games: import('./stored.js').DailyGame[]}} props
 */
function PositionCard({ rules, date, level, done, games }) {
  const [share, setShare] = useState(/** @type {string[]} */ ([]));
  const week = weekOf(dailyDone(rules), date);
  const row = streakOn(games, date);
  useEffect(() => {
    let left = false;
    referee.ask(`daily share ${rules} ${date} ${level} ${done.grade} ${row} ${week}`)
      .then((answer) => left || setShare(answer.share ?? []), () => {});
    return () => {
      left = true;
    };
  }, [row, week]);
  return share.length > 0 && html`<${ShareCard} lines=${share.map(translateCore)} marks=${week} to=${`${date}/position/${rules}`} />`;
}
