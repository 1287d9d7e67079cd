/**
 * What if: a choice and the better one side by side, why, another try, and a game that goes on from there.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { actionWords, marked, sentence, value } from '../lib/coach_words.js';
import { coach } from '../lib/core_client.js';
import { go } from '../lib/route.js';
import { t } from '../lib/strings.js';
import { keepWhatIf, whatIf } from '../lib/what_if.js';
import { problemWords } from './import.js';
import { Why } from './coach.js';
import { Dialog } from './dialog.js';
import { Note } from './frame.js';
import { Question } from './question.js';
import { MarkedDice, recordOf } from './replay.js';

/** @typedef {import('../lib/answers.js').Book} Book */
/** @typedef {import('../lib/answers.js').Decision} Decision */
/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Unit} Unit */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('./replay.js').Step} Step */

/**
 * What a choice and the best one were worth, as bars: chances as parts of the whole; of points, the ends only, since all
 * are of about the same size. The longer bar is the better one: where fewer turns are better, too.
 * @param {{decision: Decision, unit: Unit, book: Book|null}} props
 */
export function Bars({ decision, unit, book }) {
  const gap = Math.abs(decision.best_value - decision.value);
  const range = Math.max(gap * 3, Math.abs(decision.best_value) / 10, 1e-9);
  return html`<ol class="day-bars what-bars">${[{ key: 'what-if.best', does: decision.best, worth: decision.best_value }, { key: 'what-if.yours', does: decision.do, worth: decision.value }]
    .map(({ key, does, worth }, i) => html`<li key=${key}><span>${t(key, { action: actionWords(does, book) })}</span>
      <span class="day-bar-line" aria-hidden="true"><span style=${{ inlineSize: `${unit === 'win' ? 100 * worth : 92 - (i ? (86 * gap) / range : 0)}%` }}></span></span>
      <strong>${value(unit, worth)}</strong></li>`)}</ol>`;
}

/**
 * A button that begins a game from a step on; nothing if its game cannot be repeated up to there.
 * @param {{session: Session, state: State, steps: Step[], step: Step}} props state: before the step; steps: of its game
 */
export function PlayOn({ session, state, steps, step }) {
  const [record, setRecord] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    whatIf(session.text, state, steps, step).then((text) => left || setRecord(text), () => {});
    return () => {
      left = true;
    };
  }, []);
  const goOn = () => keepWhatIf(record).then((id) => go(`/game/${id}`), (error) => setProblem(problemWords(error)));
  return record && html`<button type="button" onClick=${goOn}>${t('what-if.go-on')}</button>
    ${problem && html`<${Note} kind="problem">${problem}<//>`}`;
}

/** Asks the same question again. @param {{position: string, book: Book|null, onClose: () => void}} props */
export function TryAgain({ position, book, onClose }) {
  return html`<${Dialog} title=${t('end.again')} onClose=${onClose} class="coach"><${Question} position=${position} book=${book} onJudged=${() => {}} /><//>`;
}

/**
 * @param {{session: Session, decision: Decision, state: State, steps: Step[], unit: Unit, book: Book|null, onClose: () => void}} props
 *   state: before the decision; steps: of its game
 */
export function WhatIf({ session, decision, state, steps, unit, book, onClose }) {
  const dice = state.dice ?? [];
  return html`<${Dialog} title=${t('what-if')} onClose=${onClose} class="coach">
    <p class="quiet">${sentence(t('step.turn', { turn: decision.turn }))}</p>
    <${MarkedDice} dice=${dice} kept=${decision.do.startsWith('score') ? [] : marked(dice, decision.do)} words=${state.family === 'press' ? 'step.aside' : 'step.kept'} />
    <${Bars} ...${{ decision, unit, book }} />
    <p class="quiet small">${t(`what-if.unit.${unit}`)}</p>
    <${Why} ask=${(/** @type {string} */ line) => coach.about(recordOf(state.position ?? ''), line)} than=${decision.do} from=${1} quiet />
    <div class="buttons gap-above"><${PlayOn} ...${{ session, state, steps }} step=${decision} /></div>
    <p class="quiet small">${t('what-if.about')}</p>
  <//>`;
}
