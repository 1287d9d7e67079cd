/**
 * The ledger of a game: par + luck - errors + others = result, a column per seat and partner, and the grades below.
 */
import { html } from '../vendor/preact.js';
import { GRADES, costWords, signed, value } from '../lib/coach_words.js';
import { number, t } from '../lib/strings.js';
import { GradeMark } from './coach.js';

/** @typedef {import('../lib/answers.js').Account} Account */
/** @typedef {import('../lib/answers.js').Analysis} Analysis */
/** @typedef {import('../lib/answers.js').Unit} Unit */

/**
 * How a game went for a seat, in one sentence.
 * @param {Analysis} analysis
 * @param {Account} seat
 */
function verdict({ unit, finished, games }, seat) {
  const result = seat.result ?? 0;
  const places = {
    name: seat.name,
    result: finished && unit !== 'win' ? number(result) : value(unit, result),
    luck: signed(unit, seat.luck),
    errors: costWords(unit, Math.abs(seat.errors)),
    par: value(unit, seat.par ?? 0),
  };
  if (games > 1) return t(`ledger.series.${unit}`, places);
  if (!finished) return t(`ledger.running.${unit}`, places);
  if (unit !== 'win') return t(`ledger.over.${unit}`, places);
  return t(result > 0.999 ? 'ledger.won' : result > 0.001 ? 'ledger.shared' : 'ledger.lost', places);
}

/** @param {{analysis: Analysis}} props */
export function Ledger({ analysis }) {
  const { unit, seats, finished, games } = analysis;
  const worth = (/** @type {number} */ v) => (unit === 'win' && games > 1 ? number(v, 2) : value(unit, v));
  const moved = (/** @type {number} */ v) => signed(unit === 'win' && games > 1 ? 'turns' : unit, v);
  // After a side's column, each partner has one with their own luck and errors.
  const columns = seats.flatMap((seat) => [
    { who: seat, whole: true },
    ...((seat.people?.length ?? 0) > 1 ? (seat.people ?? []).map((who) => ({ who, whole: false })) : []),
  ]);
  const row = (/** @type {string} */ key, /** @type {(a: Account, whole: boolean) => any} */ cell, look = '') => html`
    <tr class=${look}><th scope="row">${t(key)}</th>
      ${columns.map(({ who, whole }, i) => html`<td key=${i}>${cell(who, whole)}</td>`)}</tr>`;
  return html`
    <section aria-label=${t('ledger.title')}>
      <ul class="verdicts">${seats.map((seat, i) => html`<li key=${i}>${verdict(analysis, seat)}</li>`)}</ul>
      <div class="scroll-x" tabindex="0" role="region" aria-label=${t('ledger.table')}>
        <table class="ledger">
          <thead><tr><td></td>
            ${columns.map(({ who, whole }, i) => html`<th scope="col" key=${i} class=${whole ? '' : 'partner'}><bdi>${who.name}</bdi></th>`)}
          </tr></thead>
          <tbody>
            ${row('ledger.par', (a, whole) => whole && worth(a.par ?? 0))}
            ${row('ledger.luck', (a) => moved(a.luck))}
            ${row('ledger.errors', (a) => worth(a.errors))}
            ${seats.some((seat) => seat.unknown !== undefined) && row('ledger.unknown', (a) => moved(a.unknown ?? 0))}
            ${unit === 'win' && row('ledger.others', (a, whole) => whole && moved(a.others ?? 0))}
            ${row(finished ? 'ledger.result' : 'ledger.now', (a, whole) => whole && `= ${worth(a.result ?? 0)}`, 'total')}
          </tbody>
          <tbody>
            ${row('ledger.accuracy', (a) => (a.accuracy === null ? '–' : number(a.accuracy, 1)))}
            ${GRADES.map((grade) => html`<tr key=${grade}><th scope="row"><${GradeMark} grade=${grade} /></th>
              ${columns.map(({ who }, i) => html`<td key=${i}>${number(who.grades[grade])}</td>`)}</tr>`)}
            ${row('ledger.hints', (a) => number(a.hints))}
          </tbody>
        </table>
      </div>
      <details class="quiet">
        <summary>${t('ledger.meaning')}</summary>
        <p>${t(`ledger.meaning.${unit}`)}</p>
      </details>
    </section>`;
}
