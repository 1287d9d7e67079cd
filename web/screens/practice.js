/**
 * Practice: positions with a choice to make, and the coach's verdict on each choice. The positions are the daily one,
 * new ones, and mistakes from stored games.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { costWords, gradeShape, gradeWord } from '../lib/coach_words.js';
import { coach, referee } from '../lib/core_client.js';
import { findMistakes } from '../lib/own_mistakes.js';
import { dailyDone, dayOf, rememberDaily, rememberOwn, streak } from '../lib/practised.js';
import { getSettings } from '../lib/settings.js';
import { day, t, translateCore } from '../lib/strings.js';
import { Solving, useBook } from '../parts/coach.js';
import { Frame, Note } from '../parts/frame.js';
import { Question } from '../parts/question.js';
import { ruleName } from './home.js';

/** @typedef {import('../lib/answers.js').Judged} Judged */
/** @typedef {import('../lib/own_mistakes.js').Mistake} Mistake */

const SOURCES = ['new', 'daily', 'own'];
const LEVELS = ['easy', 'medium', 'hard'];
const NUMBERS = 2 ** 31;
const CALENDAR_DAYS = 28;

/** @typedef {{asked: number, right: number, cost: number, unit: import('../lib/answers.js').Unit}} Score */

/** @param {{path: string[]}} props */
export function Practice({ path: [first] }) {
  const [source, setSource] = useState(SOURCES.includes(first) ? first : 'new');
  const [rules, setRules] = useState(() => getSettings().rules);
  const [level, setLevel] = useState('medium');
  const [score, setScore] = useState(/** @type {Record<string, Score>} */ ({}));
  const Source = source === 'daily' ? Daily : source === 'new' ? Fresh : Own;
  /** @param {Judged} judged */
  const count = ({ unit, cost, grade }) => setScore((all) => {
    const now = all[unit] ?? { asked: 0, right: 0, cost: 0, unit };
    const right = grade === 'best' || grade === 'good';
    return { ...all, [unit]: { unit, asked: now.asked + 1, right: now.right + Number(right), cost: now.cost + cost } };
  });
  return html`<${Frame} title=${t('practice.title')} class="practice">
    <section class="panel">
      <div class="switch" role="group" aria-label=${t('practice.source')}>
        ${SOURCES.map((name) => html`<button key=${name} type="button" aria-pressed=${source === name}
          onClick=${() => setSource(name)}>${t(`practice.${name}`)}</button>`)}
      </div>
      ${source === 'new' && html`<div class="switch" role="group" aria-label=${t('practice.level')}>
        ${LEVELS.map((name) => html`<button key=${name} type="button" aria-pressed=${level === name}
          onClick=${() => setLevel(name)}>${t(`practice.level.${name}`)}</button>`)}
      </div>`}
      ${source !== 'own' && html`<${RulesChoice} rules=${rules} onChange=${setRules} />`}
      ${Object.values(score).map((s) => html`<p key=${s.unit} class="running">${t('practice.score', {
        right: s.right, n: s.asked, cost: costWords(s.unit, s.cost),
      })}</p>`)}
    </section>
    <${Source} key=${source === 'own' ? source : `${source} ${rules}`} ...${{ rules, level }} onJudged=${count} />
  <//>`;
}

/** @param {{rules: string, onChange: (rules: string) => void}} props */
function RulesChoice({ rules, onChange }) {
  const [all, setAll] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    referee.ask('help').then((/** @type {{rules: string[]}} */ help) => setAll(help.rules.includes(rules) ? help.rules : [rules, ...help.rules]));
  }, []);
  return html`<label class="picks">${t('practice.rules')}
    <select value=${rules} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      ${all.map((id) => html`<option key=${id} value=${id} selected=${id === rules}>${ruleName(id)}</option>`)}
    </select></label>`;
}

/**
 * A position from the coach.
 * @param {string} line the question to ask
 */
function usePosition(line) {
  const [got, setGot] = useState(/** @type {{line: string, position?: string, level?: string, problem?: string}|null} */ (null));
  useEffect(() => {
    let wanted = true;
    coach.ask(line).then((answer) => {
      if (wanted) setGot({ line, ...answer, problem: answer.error && translateCore(answer.error) });
    }, (error) => wanted && setGot({ line, problem: String(error.message) }));
    return () => { wanted = false; };
  }, [line]);
  return got?.line === line ? got : null;
}

/** @param {{got: {problem?: string}|null}} props */
function Waiting({ got }) {
  return got?.problem ? html`<${Note} kind="problem">${got.problem}<//>` : html`<section class="panel"><${Solving} /></section>`;
}

// ---- the daily position ----

/** @param {{rules: string, onJudged: (judged: Judged) => void}} props */
function Daily({ rules, onJudged }) {
  const [today] = useState(dayOf); // the question does not change at midnight
  const [done, setDone] = useState(() => dailyDone(rules));
  const [first] = useState(() => done[today]?.do);
  const got = usePosition(`daily ${rules} ${today}`);
  const book = useBook(rules);
  /** @param {Judged} judged */
  const judged = (judged) => {
    rememberDaily(rules, today, judged);
    setDone(dailyDone(rules));
    onJudged(judged);
  };
  return html`
    <h2 class="on-lawn">${t('practice.daily.of', { day: day(`${today}T12:00:00Z`) })}${got?.level ? ` · ${t(`practice.level.${got.level}`)}` : ''}</h2>
    ${got?.position ? html`<${Question} position=${got.position} book=${book} given=${first} onJudged=${judged} />`
    : html`<${Waiting} got=${got} />`}
    <${Calendar} done=${done} />`;
}

/** @param {{done: Record<string, import('../lib/practised.js').Done>}} props */
function Calendar({ done }) {
  const days = Array.from({ length: CALENDAR_DAYS }, (_, i) => dayOf(CALENDAR_DAYS - 1 - i));
  const row = streak(done);
  return html`<section class="panel" aria-labelledby="calendar-head">
    <h2 id="calendar-head">${row ? t('practice.streak', { n: row }) : t('practice.streak.none')}</h2>
    <ol class="calendar">
      ${days.map((date, i) => html`<li key=${date} class=${`${done[date] ? `done grade-${done[date].grade}` : ''} ${i === CALENDAR_DAYS - 1 ? 'today' : ''}`}>
        <span aria-hidden="true">${Number(date.slice(8))}</span>
        <span aria-hidden="true" class="shape">${done[date] ? gradeShape(done[date].grade) : '·'}</span>
        <span class="unseen">${day(`${date}T12:00:00Z`)}: ${done[date] ? gradeWord(done[date].grade) : t('practice.not')}</span>
      </li>`)}
    </ol>
  </section>`;
}

// ---- new positions ----

const anyNumber = () => Math.floor(Math.random() * NUMBERS);

/** @param {{rules: string, level: string, onJudged: (judged: Judged) => void}} props */
function Fresh({ rules, level, onJudged }) {
  const [n, setN] = useState(anyNumber);
  const got = usePosition(`practice ${rules} ${level} ${n}`);
  const book = useBook(rules);
  const again = () => setN(anyNumber());
  return got?.position ? html`<${Question} key=${`${level} ${n}`} position=${got.position} book=${book} onJudged=${onJudged}
      next=${html`<button type="button" class="primary big" onClick=${again}>${t('practice.next')}</button>`} />`
    : html`<${Waiting} got=${got} />`;
}

// ---- mistakes from stored games ----

/** @param {{onJudged: (judged: Judged) => void}} props */
function Own({ onJudged }) {
  const [queue, setQueue] = useState(/** @type {Mistake[]} */ ([]));
  const [found, setFound] = useState({ looked: 0, of: -1 });
  const [at, setAt] = useState(0);
  const [who, setWho] = useState('');
  useEffect(() => {
    let wanted = true;
    findMistakes((mistakes, looked, of) => {
      if (!wanted) return false;
      setQueue((now) => [...now, ...mistakes]);
      setFound({ looked, of });
      return true;
    }).catch(() => wanted && setFound({ looked: 0, of: 0 }));
    return () => { wanted = false; };
  }, []);
  const names = [...new Set(queue.map(({ name }) => name))];
  const mine = queue.filter(({ name }) => !who || name === who);
  const asked = mine[at];
  const book = useBook(asked?.rules);
  const more = found.of < 0 || found.looked < found.of;
  /** @param {Judged} judged */
  const judged = (judged) => {
    rememberOwn(asked.position, judged.grade === 'best' || judged.grade === 'good');
    onJudged(judged);
  };
  return html`
    ${names.length > 1 && html`<label class="panel picks">${t('practice.whose')}
      <select value=${who} onChange=${(/** @type {any} */ event) => { setWho(event.target.value); setAt(0); }}>
        <option value="">${t('decisions.all')}</option>
        ${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label>`}
    ${asked ? html`
      <h2 class="on-lawn">${t('practice.own.of', { n: at + 1, of: mine.length, name: asked.name, day: day(asked.begun) })}</h2>
      <${Question} key=${asked.position} position=${asked.position} book=${book} onJudged=${judged}
        next=${html`<button type="button" class="primary big" onClick=${() => setAt(at + 1)}>${t('practice.next')}</button>`} />`
    : more ? html`<section class="panel"><${Note}>${t('practice.looking', { n: Math.max(0, found.looked), of: Math.max(0, found.of) })}<//><${Solving} /></section>`
    : html`<${Note} kind="good">${t(found.of ? 'practice.own.none' : 'practice.own.empty')}<//>`}`;
}
