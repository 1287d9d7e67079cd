/**
 * The score sheet, drawn from the core's `sheet`: one seat's card to choose from, and the whole sheet.
 */
import { html, useRef } from '../vendor/preact.js';
import { number, t, translateCore } from '../lib/strings.js';
import { useNowInView } from './in_view.js';

/** @typedef {import('../lib/answers.js').Sheet} Sheet */
/** @typedef {import('../lib/answers.js').SheetRow} SheetRow */

/**
 * @param {any} cell
 * @returns {string} its text
 */
export function cellText(cell) {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return number(cell);
  if (typeof cell === 'string') return cell;
  const points = cell.bust ? t('sheet.bust') : number(cell.points ?? 0);
  return cell.total === undefined || cell.total === null ? points : `${points} → ${number(cell.total)}`;
}

/**
 * The card of one seat in two halves, short enough for a phone. Boxes that can be filled are buttons
 * with the points they would score now.
 * @param {{sheet: Sheet, column: number, claims: Record<string, number>|null,
 *   onScore: ((box: string) => void)|null, best?: string}} props
 *   claims: null if there is nothing to choose; best: the box the coach would fill
 */
export function Card({ sheet, column, claims, onScore, best }) {
  /** @type {SheetRow[][]} */
  const halves = [];
  for (const row of sheet.rows) {
    if (row.kind === 'heading' || !halves.length) halves.push([]);
    halves[halves.length - 1].push(row);
  }
  return html`<div class="card">
    ${halves.map((rows, i) => html`<div class="half" key=${i} role="group" aria-label=${translateCore(rows[0].label ?? '')}>
      ${rows.map((row) => row.kind === 'heading' ? html`<div class="half-head" key=${row.label}>${translateCore(row.label ?? '')}</div>`
    : row.kind === 'box' ? html`<${Box} key=${row.box} row=${row} cell=${row.cells?.[column]} best=${best === row.box}
          claim=${claims?.[row.box ?? '']} choosing=${claims !== null} onScore=${onScore} />`
      : html`<div class=${`sum sum-${row.kind}`} key=${row.kind}>
            <span>${translateCore(row.label ?? '')}</span><strong>${row.kind === 'five-bonus' ? ticks(row.cells?.[column]) : cellText(row.cells?.[column])}</strong></div>`)}
    </div>`)}
  </div>`;
}

/**
 * Check marks for bonuses, as on paper.
 * @param {number|null|undefined} count
 * @param {number} [most] more than this are shown as a number
 */
export function ticks(count, most = 5) {
  return count ? html`<span role="img" aria-label=${number(count)}>${count > most ? `✓ × ${number(count)}` : '✓'.repeat(count)}</span>` : '';
}

/**
 * @param {{row: SheetRow, cell: any, claim: number|undefined, choosing: boolean, best: boolean,
 *   onScore: ((box: string) => void)|null}} props
 */
function Box({ row, cell, claim, choosing, best, onScore }) {
  const label = translateCore(row.label ?? '');
  const how = translateCore(row.how ?? '');
  const offered = (cell === null || cell === undefined) && choosing && onScore !== null;
  // The text of a button is its accessible name; the text about how the box scores would make it too long.
  const name = html`<span class="box-name"><span class="box-label">${label}</span><span class="box-how" aria-hidden=${offered}>${how}</span></span>`;
  if (cell !== null && cell !== undefined) {
    return html`<div class="box filled">${name}<strong class="box-points">${cellText(cell)}</strong></div>`;
  }
  if (!offered) return html`<div class="box open">${name}<span class="unseen">${t('sheet.open')}</span><span class="box-points"></span></div>`;
  // Boxes that the rules forbid can be tapped, too: the referee then says why they cannot be filled.
  const allowed = claim !== undefined;
  return html`<button type="button" class=${`box offer ${allowed ? (claim ? 'pays' : 'zero') : 'barred'}`} data-box=${row.box}
    onClick=${() => onScore(row.box ?? '')}>
    ${name}<span class="box-points">${best ? html`<span class="star" role="img" aria-label=${t('sheet.best')}>★</span>` : ''}${allowed ? `+${number(claim)}` : '–'}<span class="unseen"> ${allowed ? t('sheet.points', { n: claim }) : t('sheet.barred')}</span></span>
  </button>`;
}

/**
 * The columns of all seats.
 * @param {{sheet: Sheet, caption: string}} props
 */
export function WholeSheet({ sheet, caption }) {
  const area = useRef(/** @type {HTMLElement|null} */ (null));
  useNowInView(area, [sheet.current]);
  return html`<div ref=${area} class="scroll-x" tabindex="0" role="region" aria-label=${caption}>
    <table class="sheet">
      <caption class="unseen">${caption}</caption>
      <thead><tr><th scope="col"><span class="unseen">${t('sheet.rows')}</span></th>
        ${sheet.columns.map((name, i) => html`<th scope="col" key=${i} class=${sheet.current === i + 1 ? 'now' : ''}>
          ${sheet.current === i + 1 ? html`<span aria-hidden="true">▸ </span>` : ''}<bdi>${name}</bdi></th>`)}
      </tr></thead>
      <tbody>
        ${sheet.rows.map((row, r) => row.kind === 'heading'
    ? html`<tr class="head" key=${r}><th scope="rowgroup" colspan=${sheet.columns.length + 1}>${translateCore(row.label ?? '')}</th></tr>`
    : html`<tr class=${row.kind} key=${r}>
            <th scope="row">${translateCore(row.label ?? '')}</th>
            ${(row.cells ?? []).map((cell, i) => html`<td key=${i}>${cellText(cell)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`;
}
