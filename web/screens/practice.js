/**
 * Practice: positions with a choice to make, and the coach's verdict on each choice. The positions are new ones
 * and mistakes from stored games.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { costWords } from '../lib/coach_words.js';
import { coach, referee } from '../lib/core_client.js';
import { findMistakes } from '../lib/own_mistakes.js';
import { rememberOwn } from '../lib/practised.js';
import { getSettings } from '../lib/settings.js';
import { day, t, translateCore } from '../lib/strings.js';
import { Solving, useBook } from '../parts/coach.js';
import { Frame, Note } from '../parts/frame.js';
import { Question } from '../parts/question.js';
import { ruleName } from './home.js';

/** @typedef {import('../lib/answers.js').Judged} Judged */
/** @typedef {import('../lib/own_mistakes.js').Mistake} Mistake */

const SOURCES = ['new', 'own'];
const LEVELS = ['easy', 'medium', 'hard'];
const NUMBERS = 2 ** 31;

/** @typedef {{asked: number, right: number, cost: number, unit: import('../lib/answers.js').Unit}} Score */

/** @param {{path: string[]}} props */
export function Practice({ path: [first] }) {
  const [source, setSource] = useState(SOURCES.includes(first) ? first : 'new');
  const [rules, setRules] = useState(() => getSettings().rules);
  const [level, setLevel] = useState('medium');
  const [score, setScore] = useState(/** @type {Record<string, Score>} */ ({}));
  const Source = source === 'new' ? Fresh : Own;
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
