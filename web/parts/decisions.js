/**
 * The decisions that mattered in a game, the costliest first.
 */
import { html, useState } from '../vendor/preact.js';
import { GRADES, actionWords, costWords, gradeWord, sentence } from '../lib/coach_words.js';
import { number, t, translateCore } from '../lib/strings.js';
import { GradeMark } from './coach.js';

/** @typedef {import('../lib/answers.js').Analysis} Analysis */
/** @typedef {import('../lib/answers.js').Decision} Decision */

const FEW = 8;

/**
 * @param {{analysis: Analysis, decisions: Decision[], book: import('../lib/answers.js').Book|null,
 *   onShow: (decision: Decision) => void}} props
 */
export function Decisions({ analysis, decisions, book, onShow }) {
  const [who, setWho] = useState('');
  const [least, setLeast] = useState('inaccuracy');
  const [all, setAll] = useState(false);
  const names = [...new Set(decisions.map((d) => d.name))];
  const from = GRADES.indexOf(/** @type {any} */ (least));
  const found = decisions
    .filter((d) => d.mattered && (!who || d.name === who) && GRADES.indexOf(d.grade) >= from)
    .sort((a, b) => b.cost - a.cost || a.line - b.line);
  const shown = all ? found : found.slice(0, FEW);
  return html`
    <section aria-label=${t('decisions.title')}>
      <div class="picks">
        ${names.length > 1 && html`<label>${t('decisions.whose')}
          <select value=${who} onChange=${(/** @type {any} */ e) => setWho(e.target.value)}>
            <option value="">${t('decisions.all')}</option>
            ${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
          </select></label>`}
        <label>${t('decisions.least')}
          <select value=${least} onChange=${(/** @type {any} */ e) => setLeast(e.target.value)}>
            ${GRADES.map((grade) => html`<option key=${grade} value=${grade}>${sentence(gradeWord(grade))}</option>`)}
          </select></label>
      </div>
      <p class="quiet small" role="status">${found.length ? t('decisions.found', { n: found.length }) : t('decisions.none')}</p>
      <ol class="decisions">
        ${shown.map((d) => html`<li key=${d.line}>
          <button type="button" class="decision" onClick=${() => onShow(d)}>
            <span class="decision-head">
              <${GradeMark} grade=${d.grade} />
              <span class="quiet">${names.length > 1 && html`<bdi>${d.name}</bdi>, `}${t('step.turn', { turn: d.turn })}</span>
              ${d.cost > 0 && html`<strong class="cost">${t('decisions.cost', { cost: costWords(analysis.unit, d.cost) })}</strong>`}
            </span>
            <span>${sentence(actionWords(d.do, book))}${d.slip ? html` <span class="quiet">(${translateCore(d.slip)})</span>` : ''}</span>
            ${d.best !== d.do && d.cost > 0 && html`<span>${t('decisions.better', { action: actionWords(d.best, book) })}</span>`}
            ${d.hinted && html`<span class="quiet small">${t('step.hinted')}</span>`}
          </button>
        </li>`)}
      </ol>
      ${found.length > shown.length && html`<button type="button" onClick=${() => setAll(true)}>${t('decisions.more', { n: number(found.length) })}</button>`}
    </section>`;
}
