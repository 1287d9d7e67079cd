/**
 * A practice question: the dice, the card or the totals, and then how good the choice was. The legal
 * choices and their values come from the core.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { actionWords, costWords, marked, sentence, worthWords } from '../lib/coach_words.js';
import { coach } from '../lib/core_client.js';
import { useKeys } from '../lib/keys.js';
import { announce } from '../lib/live.js';
import { t, translateCore } from '../lib/strings.js';
import { GradeMark, Solving, Why } from './coach.js';
import { Dice } from './dice.js';
import { Note } from './frame.js';
import { Race } from './race.js';
import { recordOf } from './replay.js';
import { Card } from './sheet.js';

/** @typedef {import('../lib/answers.js').Book} Book */
/** @typedef {import('../lib/answers.js').Judged} Judged */
/** @typedef {import('../lib/answers.js').Look} Look */
/** @typedef {import('../lib/answers.js').Sheet} Sheet */
/** @typedef {import('../lib/answers.js').State} State */

/**
 * @param {{position: string, book: Book|null, given?: string, onJudged: (judged: Judged) => void, next?: any, verdict?: any}} props
 *   given: an earlier answer; next: buttons to show after the verdict; verdict: another component for the verdict
 */
export function Question({ position, book, given, onJudged, next, verdict: Shown = Verdict }) {
  const [asked, setAsked] = useState(/** @type {{state: State, sheet: Sheet, look: Look, legal: string[]}|null} */ (null));
  const [picked, setPicked] = useState(/** @type {boolean[]} */ ([]));
  const [judged, setJudged] = useState(/** @type {Judged|null} */ (null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const ask = (/** @type {string} */ line) => coach.about(recordOf(position), line);

  /** @param {string} action */
  async function choose(action) {
    setBusy(true);
    try {
      const answer = await ask(`judge ${action}`);
      if (answer.error) setProblem(translateCore(answer.error));
      else {
        setJudged(answer);
        if (action !== given) onJudged(answer);
      }
    } catch (error) {
      setProblem(String(/** @type {Error} */ (error).message));
    }
    setBusy(false);
  }

  useEffect(() => {
    Promise.all([ask('state'), ask('legal'), ask('sheet'), ask('look')]).then(([state, { legal }, sheet, look]) => {
      if (state.error || sheet.error) return setProblem(translateCore(state.error ?? sheet.error));
      setAsked({ state, sheet, look, legal });
      if (given) choose(given);
      return undefined;
    }).catch((error) => setProblem(String(error.message)));
  }, []);

  // The "Next" button had the focus, but disappeared with the previous question.
  useEffect(() => {
    if (asked && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [asked]);

  const dice = asked?.state.dice ?? [];
  const shown = judged ? marked(dice, judged.do) : picked; // also those of an earlier answer
  const faces = dice.filter((_, i) => picked[i]).join(' ');
  const press = asked?.state.family === 'press';
  const open = asked !== null && !judged && !busy;
  const actions = press ? [`take ${faces} roll`, `take ${faces} stop`] : [`keep ${faces || '-'}`];
  const may_throw = press || Boolean(asked?.legal.some((action) => action.startsWith('keep')));
  const pick = (/** @type {number} */ place) => setPicked(dice.map((_, i) => (i === place) !== Boolean(picked[i])));

  // The keys for picking, rolling and stopping are the same as at the table.
  useKeys((key) => {
    if (!open || !may_throw) return false;
    const place = Number(key);
    const action = key === 'r' || key === ' ' ? actions[0] : key === 's' ? actions[1] : undefined;
    if (place >= 1 && place <= dice.length) pick(place - 1);
    else if (action && asked?.legal.includes(action)) choose(action);
    else return false;
    return true;
  });

  if (problem) return html`<${Note} kind="problem">${problem}<//>`;
  if (!asked) return html`<section class="panel"><${Solving} /></section>`;
  const { state, sheet, look, legal } = asked;
  const seats = state.seats.map((seat, i) => ({ ...seat, name: i + 1 === state.seat ? t('practice.you') : t('practice.seat', { n: i + 1 }) }));
  return html`
    <section ref=${place} tabindex="-1" class="question" aria-label=${t('practice.position')}>
      <${Dice} slots=${dice.map((face, i) => ({ face, picked: Boolean(shown[i]), throw: 0 }))}
        picked=${t(press ? 'dice.aside' : 'dice.kept')} onPick=${open && may_throw ? pick : null} />
      ${open && may_throw && html`<div class="buttons question-do">
        ${actions.map((action) => html`<button key=${action} type="button" class="big" disabled=${!legal.includes(action)}
          onClick=${() => choose(action)}>${press && !faces ? t(action.endsWith('roll') ? 'practice.roll' : 'practice.stop') : sentence(actionWords(action, book))}</button>`)}
      </div>`}
      ${open && html`<p class="how small">${t(press ? 'practice.how.press' : may_throw ? 'practice.how.sheet' : 'practice.how.box')}</p>`}
    </section>
    ${judged && html`<${Shown} ...${{ judged, book, state, ask, next }} />`}
    <section class="panel card-panel">
      <p class="quiet">${press ? t('practice.risk', { n: state.turn_points ?? 0, goal: look.goal ?? 0 })
        : t('practice.roll.of', { n: state.rolls ?? 0 })}${state.final_round ? ` ${t('practice.final')}` : ''}</p>
      ${press ? html`<${Race} state=${{ ...state, seats }} goal=${look.goal ?? 0} entry=${look.entry} now=${state.seat ?? 1} risk=${state.turn_points ?? 0} />`
      : html`<${Card} sheet=${sheet} look=${look} column=${(state.seat ?? 1) - 1} choosing=${open} sure="" onScore=${(/** @type {string} */ box) => choose(`score ${box}`)} />`}
    </section>`;
}

/**
 * @param {{judged: Judged, book: Book|null, state: State, ask: (line: string) => Promise<any>, next: any}} props
 */
function Verdict({ judged, book, state, ask, next }) {
  const head = useRef(/** @type {HTMLElement|null} */ (null));
  const { unit, cost, grade } = judged;
  const best = grade === 'best';
  const words = (/** @type {string} */ action) =>
    sentence(actionWords(action, book, action.startsWith('score ') ? state.claims?.[action.split(' ')[1]] : undefined));
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'nearest' });
    announce(best ? t('grade.best') : `${t(`grade.${grade}`)}. ${t('coach.gives', { cost: costWords(unit, cost) })}. ${t('practice.best')}: ${words(judged.best)}`);
  }, []);
  return html`
    <section class="panel verdict" aria-labelledby="verdict-head">
      <h2 id="verdict-head" tabindex="-1" ref=${head}><${GradeMark} grade=${grade} />${best ? '' : html`: ${t('coach.gives', { cost: costWords(unit, cost) })}`}</h2>
      <dl class="yours">
        ${!best && html`<div><dt>${t('practice.yours')}</dt><dd>${words(judged.do)}, ${worthWords(unit, judged.value)}</dd></div>`}
        <div><dt>${t(best ? 'practice.yours' : 'practice.best')}</dt><dd>${words(best ? judged.do : judged.best)}, ${worthWords(unit, judged.best_value)}</dd></div>
      </dl>
      ${judged.approximate && html`<p class="quiet small">${t('coach.approximate')}</p>`}
      <h3>${t('coach.why')}</h3>
      <${Why} ask=${ask} than=${best ? '' : judged.do} from=${1} quiet />
      ${next && html`<div class="buttons">${next}</div>`}
    </section>`;
}
