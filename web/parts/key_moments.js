/**
 * The moments that decided a game, each a numbered card that opens its step.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { actionWords, lost, marked, sentence, signed } from '../lib/coach_words.js';
import { coach } from '../lib/core_client.js';
import { diceIn } from '../lib/log.js';
import { number, t, translateCore } from '../lib/strings.js';
import { DiceRow } from './dice.js';
import { isDecision, recordOf } from './replay.js';

const SHORT = 100; // letters that a reason may have on a card; the step has all of them

/** @typedef {import('../lib/answers.js').Book} Book */
/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Unit} Unit */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('./replay.js').Step} Step */
/** @typedef {ReturnType<typeof import('../lib/verdict.js').keyMoments>[number]} KeyMoment */

/**
 * @param {{session: Session, moments: KeyMoment[], unit: Unit, book: Book|null, several: boolean, winner: string, onShow: (step: Step) => void}} props
 *   several: more than one player; winner: their name, if the game is over
 */
export function KeyMoments({ session, moments, unit, book, several, winner, onShow }) {
  return html`<ol class="key-moments">${moments.map(({ kind, step }, i) => html`<li key=${step.line}>
    <${OneMoment} ...${{ session, kind, step, unit, book, several, winner, onShow }} n=${i + 1} /></li>`)}</ol>`;
}

/** @param {Omit<Parameters<typeof KeyMoments>[0], 'moments'> & KeyMoment & {n: number}} props */
function OneMoment({ session, kind, step, unit, book, several, winner, onShow, n }) {
  const [before, setBefore] = useState(/** @type {State|null} */ (null));
  const [reason, setReason] = useState('');
  const decision = isDecision(step) ? step : null;
  useEffect(() => {
    let left = false;
    session.ask(`state ${step.line - 1}`).then((state) => {
      if (left || state.error) return undefined;
      setBefore(state);
      // The first sentence says what the choice is worth, which is shown anyway.
      return kind === 'worst' && coach.about(recordOf(state.position), `why ${step.do}`).then((answer) => left || answer.error || setReason(translateCore(answer.why[1] ?? '')));
    }).catch(() => {});
    return () => {
      left = true;
    };
  }, []);
  const fallen = decision ? [] : diceIn(step.do);
  const dice = [...(before?.dice ?? []), ...fallen];
  const kept = decision ? (step.do.startsWith('score') ? [] : marked(dice, step.do)) : dice.map((_, i) => i < dice.length - fallen.length);
  const is = dice.filter((_, i) => kept[i]), rest = dice.filter((_, i) => !kept[i]);
  const points = step.do.startsWith('score ') ? before?.claims?.[step.do.split(' ')[1]] : undefined;
  const did = sentence(actionWords(step.do, book, points));
  return html`<button type="button" class=${`panel key-moment key-${kind}`} onClick=${() => onShow(step)}>
    <span class="key-number" aria-hidden="true">${number(n)}</span>
    <span class="key-words"><span class="quiet">${sentence(t('step.turn', { turn: step.turn }))} · ${t(`moment.of.${kind}`)}</span>
      <span class="key-dice" aria-hidden="true">${is.length > 0 && html`<span class="kept"><${DiceRow} faces=${is} label="" /></span>`}${rest.length > 0 && html`<${DiceRow} faces=${rest} label="" />`}</span>
      <strong>${several && kind === 'turning' ? html`<bdi>${step.name}</bdi>: ${actionWords(step.do, book, points)}` : did}${decision && kind === 'worst' ? html`. ${t('decisions.better', { action: actionWords(decision.best, book) })}` : ''}</strong>
      ${kind === 'turning' && html`<span class="quiet">${t('moment.led', { name: winner })}</span>`}
      ${reason && reason.length < SHORT && html`<span class="quiet">${reason}</span>`}</span>
    <strong class=${`key-figure ${figureOf(step) < 0 === (unit !== 'turns') ? 'bad' : 'good'}`}>${decision ? lost(unit, decision.cost) : signed(unit, figureOf(step))}</strong>
  </button>`;
}

/** What a step changed. @param {Step} step */
const figureOf = (step) => (isDecision(step) ? step.value - step.best_value : 'pace' in step ? step.after - step.before : step.luck);
