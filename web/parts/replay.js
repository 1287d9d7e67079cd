/**
 * A game step by step: the player, the dice, what was done, what would have been better, and the score
 * sheet after the step.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { coach } from '../lib/core_client.js';
import { actionWords, costWords, marked, signed, worthWords } from '../lib/coach_words.js';
import { useKeys } from '../lib/keys.js';
import { announce } from '../lib/live.js';
import { diceIn } from '../lib/log.js';
import { t } from '../lib/strings.js';
import { GradeMark, Why } from './coach.js';
import { DiceRow } from './dice.js';
import { WholeSheet } from './sheet.js';
import { Bars, PlayOn, TryAgain } from './what_if.js';

/** @typedef {import('../lib/answers.js').Book} Book */
/** @typedef {import('../lib/answers.js').Decision} Decision */
/** @typedef {import('../lib/answers.js').Sheet} Sheet */
/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Throw} Throw */
/** @typedef {import('../lib/answers.js').Unit} Unit */
/** @typedef {import('../lib/session.js').Session} Session */

/** @typedef {Decision|Throw|import('../lib/answers.js').Entered} Step */

/** @param {Step} step @returns {step is Decision} */
export const isDecision = (step) => 'grade' in step;

/** @param {string} position @returns {string} a record that starts there */
export const recordOf = (position) => `yardstick 1\nposition ${position}\n`;

/**
 * The state before a step and the sheet after it.
 * @param {Session} session
 * @param {Step|undefined} step
 */
function useMoment(session, step) {
  const [moment, setMoment] = useState(/** @type {{step: Step, state: State, sheet: Sheet}|null} */ (null));
  useEffect(() => {
    if (!step) return undefined;
    let wanted = true;
    Promise.all([session.ask(`state ${step.line - 1}`), session.ask(`sheet line ${step.line}`)]).then(([state, sheet]) => {
      if (wanted && !state.error && !sheet.error) setMoment({ step, state, sheet });
    }, () => {});
    return () => { wanted = false; };
  }, [session.text, step?.line]);
  return moment;
}

/**
 * @param {{session: Session, steps: Step[], at: number, setAt: (at: number) => void, unit: Unit, book: Book|null, bots: boolean[]}} props
 *   at: from 0; bots: which seats are bots
 */
export function Replay({ session, steps, at, setAt, unit, book, bots }) {
  const step = steps[at];
  const moment = useMoment(session, step);
  const last = steps.length - 1;
  const rtl = document.dir === 'rtl' || document.documentElement.dir === 'rtl';
  const go = (/** @type {number} */ to) => setAt(Math.max(0, Math.min(last, to)));
  useKeys((key) => {
    const [back, on] = rtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    if (key === back) go(at - 1);
    else if (key === on) go(at + 1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(last);
    else return false;
    return true;
  });
  const first = useRef(true);
  useEffect(() => {
    // When the screen opens, its title is read out; after that, each step.
    if (moment && !first.current) announce(stepWords(moment.step, moment.state, book));
    if (moment) first.current = false;
  }, [moment]);
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {number} */ to, /** @type {boolean} */ off) => html`
    <button type="button" class="step-button" aria-label=${t(key)} disabled=${off} onClick=${() => go(to)}><span aria-hidden="true" class="arrow">${sign}</span></button>`;
  return html`
    <section class="replay" aria-label=${t('replay.title')} id="replay">
      <div class="stepper">
        ${button('replay.first', '«', 0, at === 0)}
        ${button('replay.back', '‹', at - 1, at === 0)}
        <input type="range" min="0" max=${last} value=${at} aria-label=${t('replay.slider')}
          aria-valuetext=${t('replay.of', { n: at + 1, last: last + 1 })}
          onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
        ${button('replay.on', '›', at + 1, at === last)}
        ${button('replay.last', '»', last, at === last)}
      </div>
      <p class="quiet small step-count" id="replay-head" tabindex="-1">${t('replay.of', { n: at + 1, last: last + 1 })}</p>
      ${moment && html`<${Moment} key=${moment.step.line} ...${moment} ...${{ unit, book, session, steps }} bot=${bots[moment.step.seat - 1]} />`}
    </section>`;
}

/**
 * @param {Step} step
 * @param {State} state before it
 * @param {Book|null} book
 */
function stepWords(step, state, book) {
  const [verb, box] = step.do.split(' ');
  const points = verb === 'score' ? state.claims?.[box] : undefined;
  return t('step.who', { name: step.name, turn: step.turn, action: actionWords(step.do, book, points) });
}

/**
 * @param {{step: Step, state: State, sheet: Sheet, unit: Unit, book: Book|null, session: Session, steps: Step[], bot: boolean}} props
 */
function Moment({ step, state, sheet, unit, book, session, steps, bot }) {
  const decision = isDecision(step) ? step : null;
  const fallen = decision ? [] : diceIn(step.do);
  const dice = [...(state.dice ?? []), ...fallen];
  const kept = decision ? marked(dice, step.do) : dice.map((_, i) => i < dice.length - fallen.length);
  return html`
    <div class="moment">
      <p class="step-words">${stepWords(step, state, book)}</p>
      <${MarkedDice} dice=${dice} kept=${decision && step.do.startsWith('score') ? [] : kept}
        words=${state.family === 'press' ? 'step.aside' : 'step.kept'} />
      ${state.family === 'press' && html`<p class="quiet">${t('step.risk', { n: state.turn_points ?? 0 })}</p>`}
      ${decision ? html`<${Verdict} ...${{ decision, state, unit, book, session, steps, bot }} />`
      : 'pace' in step ? html`<p>${t('step.unknown', { worth: worthWords(unit, step.after) })}</p>`
      : html`<p>${t('step.luck', { luck: signed(unit, /** @type {Throw} */ (step).luck), worth: worthWords(unit, /** @type {Throw} */ (step).after) })}</p>`}
      ${step.approximate && html`<p class="quiet small">${t('coach.approximate')}</p>`}
    </div>
    <details class="then">
      <summary>${t('replay.sheet')}</summary>
      <${WholeSheet} sheet=${sheet} caption=${t('replay.sheet')} />
    </details>`;
}

/**
 * Dice, with those kept or set aside highlighted.
 * @param {{dice: number[], kept: boolean[], words: string}} props words: message key of their label
 */
export function MarkedDice({ dice, kept, words }) {
  const is = dice.filter((_, i) => kept[i]);
  const rest = dice.filter((_, i) => !kept[i]);
  return html`<p class="marked-dice">
    ${is.length > 0 && html`<span class="kept"><${DiceRow} faces=${is} label=${t(words, { dice: is.join(' ') })} /></span>`}
    ${rest.length > 0 && html`<${DiceRow} faces=${rest} />`}
  </p>`;
}

/** @param {{decision: Decision, state: State, unit: Unit, book: Book|null, session: Session, steps: Step[], bot: boolean}} props */
function Verdict({ decision, state, unit, book, session, steps, bot }) {
  const [why, setWhy] = useState(false);
  const [again, setAgain] = useState(false);
  const ask = (/** @type {string} */ line) => coach.about(recordOf(state.position ?? ''), line);
  if (!decision.mattered) return html`<p class="quiet">${t(decision.choices > 1 ? 'step.nothing' : 'step.only')}</p>`;
  const best = decision.grade === 'best';
  return html`
    <p><${GradeMark} grade=${decision.grade} />${' '}
      ${best ? worthWords(unit, decision.value) : t('step.cost', { cost: costWords(unit, decision.cost), worth: worthWords(unit, decision.value) })}</p>
    ${decision.hinted && html`<p class="quiet small">${t('step.hinted')}</p>`}
    ${!best && html`<${Bars} ...${{ decision, unit, book }} />`}
    ${state.position && html`<div class="buttons"><button type="button" aria-expanded=${why} onClick=${() => setWhy(!why)}>${t('coach.why')}</button>
      ${!best && !bot && html`<button type="button" onClick=${() => setAgain(true)}>${t('end.again')}</button><${PlayOn} ...${{ session, state, steps }} step=${decision} />`}</div>`}
    ${again && html`<${TryAgain} position=${state.position ?? ''} book=${book} onClose=${() => setAgain(false)} />`}
    ${why && html`<${Why} ask=${ask} than=${best ? '' : decision.do} />`}`;
}
