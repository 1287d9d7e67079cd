/**
 * The score sheet, drawn from the core's `sheet` and `look`: one seat's card to choose from, all columns side by side,
 * and the whole sheet as on paper.
 */
import { html, useRef } from '../vendor/preact.js';
import { number, signed, t, translateCore } from '../lib/strings.js';
import { Icon } from './icon.js';
import { useNowInView } from './in_view.js';
import { Ball, initials } from './seats.js';

/** @typedef {import('../lib/answers.js').Sheet} Sheet */
/** @typedef {import('../lib/answers.js').SheetRow} SheetRow */
/** @typedef {import('../lib/answers.js').Look} Look */
/** @typedef {import('../lib/answers.js').Offer} Offer */
/** @typedef {import('../lib/answers.js').State} State */

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

/** Small pictures of the lower boxes. @type {Record<string, string>} */
const SIGNS = { 'three-kind': '3×', 'four-kind': '4×', 'one-pair': '2×', 'two-pairs': '2+2', chance: 'Σ' };
const LONG = 100; // a gain that takes up more room
const UPPER = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];

/** @param {{box: string}} props */
function Sign({ box }) {
  const face = UPPER.indexOf(box) + 1;
  if (face) return html`<span class=${`flat pips-${face}`} aria-hidden="true"></span>`;
  const bars = /^(small|large)-straight$/.exec(box);
  return html`<span class="sign" aria-hidden="true">${bars ? html`<span class="bars">${Array.from({ length: bars[1] === 'small' ? 4 : 5 }, (_, i) => html`<i key=${i} style=${{ blockSize: `${20 + 18 * i}%` }}></i>`)}</span>`
    : box === 'full-house' ? html`<${Icon} name="house" />` : box === 'five-kind' ? html`<${Icon} name="star" />` : SIGNS[box] ?? '•'}</span>`;
}

/**
 * What a box shows and whether it can be tapped, in words for CSS and tests.
 * @param {any} cell @param {Offer|undefined} offer
 */
function stateOf(cell, offer) {
  if (cell !== null && cell !== undefined) return 'filled';
  if (!offer) return 'open';
  if (offer.pick) return 'offer pick';
  if (offer.why !== undefined) return 'offer barred';
  return `offer ${offer.gain ? 'pays' : 'zero'} ${offer.made ? 'lit' : ''}`;
}

/**
 * @typedef {Object} Choosing how a card can be filled
 * @property {Look} look
 * @property {boolean} choosing whether this player chooses now
 * @property {string} sure the box that was tapped once: in which a zero is asked about, or points are entered
 * @property {(box: string) => void} onScore
 */

/** The rows of a card in two columns of equal length: the upper boxes and the bonus, then the lower ones. @param {SheetRow[]} rows */
function columns(rows) {
  const boxes = rows.filter((row) => row.kind === 'box');
  const upper = boxes.filter((row) => UPPER.includes(row.box ?? ''));
  const lower = boxes.filter((row) => !upper.includes(row));
  const half = Math.ceil((boxes.length + 1) / 2);
  const fill = Math.max(0, half - upper.length - 1);
  return { upper, under: lower.slice(0, fill), lower: lower.slice(fill), rows: half };
}

/**
 * The card of one seat in two columns, all boxes at once. Boxes that can be filled are buttons with the points by which
 * the total would grow.
 * @param {{sheet: Sheet, column: number} & Choosing} props
 */
export function Card({ sheet, column, look, choosing, sure, onScore }) {
  const { upper, under, lower, rows } = columns(sheet.rows);
  const box = (/** @type {SheetRow} */ row) => html`<${Box} key=${row.box} ...${{ row, look, choosing, sure, onScore }} cell=${row.cells?.[column]} extra=${row.box === 'five-kind' ? look.seats?.[column]?.extra : 0} />`;
  return html`<div class="card" style=${{ '--rows': rows }} data-rows=${rows}>
    <div class="half" role="group" aria-label=${translateCore(sheet.rows[0].label ?? '')}>${upper.map(box)}<${Meter} look=${look} column=${column} />${under.map(box)}</div>
    <div class="half" role="group" aria-label=${translateCore(sheet.rows.filter((row) => row.kind === 'heading')[1]?.label ?? '')}>${lower.map(box)}</div>
  </div>`;
}

/** @param {{row: SheetRow, cell: any, extra?: number} & Choosing} props extra: bonuses for more of the same */
function Box({ row, cell, extra, look, choosing, sure, onScore }) {
  const key = row.box ?? '';
  const offer = choosing ? look.boxes?.find((one) => one.box === key) : undefined;
  const state = stateOf(cell, offer);
  const how = translateCore(row.how ?? '');
  // The bonus of the upper section, if this box would reach it. The bonus of five of a kind is the same in every box.
  const reached = (offer?.gain ?? 0) - (offer?.points ?? 0) - (look.five?.again ? look.five.points : 0);
  const name = html`<${Sign} box=${key} /><span class="box-name"><span class="box-label">${translateCore(row.label ?? '')}</span>
    ${offer?.why !== undefined ? html`<span class="box-note">${translateCore(offer.why)}</span>`
    : sure === key && !offer?.pick ? html`<span class="box-note">${t('zero.sure')}</span>`
      : reached > 0 ? html`<span class="box-note">${t('sheet.with', { n: reached })}</span>` : ''}</span>`;
  if (!offer || state === 'filled') {
    return html`<div class=${`box ${state}`} title=${how}>${name}${state === 'open' && html`<span class="unseen">${t('sheet.open')}</span>`}
      <strong class="box-points">${cellText(cell)}${extra ? html`<span class="box-extra">${signed(extra)}</span>` : ''}</strong></div>`;
  }
  return html`<button type="button" class=${`box ${state} ${sureWord(offer, sure === key)}`} data-box=${key} title=${how} aria-pressed=${offer.pick ? sure === key : undefined} aria-disabled=${offer.why !== undefined || undefined} onClick=${() => onScore(key)}>
    ${name}<span class=${`box-points ${(offer.gain ?? 0) >= LONG ? 'long' : ''}`}><${Points} offer=${offer} /></span></button>`;
}

/** How a box looks that was tapped once. @param {Offer} offer @param {boolean} tapped */
const sureWord = (offer, tapped) => (!tapped ? '' : offer.pick ? 'chosen' : 'sure');

/** @param {{offer: Offer}} props */
function Points({ offer }) {
  if (offer.pick) return html`<span class="unseen">${t('sheet.open')}</span>`;
  if (offer.why !== undefined) return html`<${Icon} name="lock" /><span class="unseen">${t('sheet.barred')}</span>`;
  return html`${offer.gain ? signed(offer.gain) : number(0)}<span class="unseen"> ${t('sheet.points', { n: offer.gain ?? 0 })}</span>`;
}

/** How far a card is ahead of the bonus of its upper section, in words. @param {Look} look @param {number} column */
function paceWords(look, column) {
  const { ahead = 0, to_go, out_of_reach } = look.seats?.[column] ?? {};
  if (to_go === 0) return t('bonus.made', { n: look.upper?.points ?? 0 });
  if (out_of_reach) return t('bonus.lost');
  return ahead > 0 ? t('bonus.ahead', { n: ahead }) : ahead < 0 ? t('bonus.behind', { n: -ahead }) : t('bonus.par');
}

/** The upper section on a ruler, as it grows. @param {{look: Look, column: number}} props */
function Meter({ look, column }) {
  const { upper = 0, to_go = 0 } = look.seats?.[column] ?? {};
  const { points, at } = look.upper ?? { points: 0, at: 0 };
  if (!at) return html`<div class="meter"><p><strong>${t('bonus.none')}</strong> <span>${number(upper)}</span></p></div>`;
  return html`<div class="meter">
    <p><strong>${t('bonus.title', { n: points })}</strong> <span>${t('bonus.of', { n: upper, at })}</span></p>
    <span class="meter-ruler" aria-hidden="true"><span style=${{ inlineSize: `${Math.min(100, (100 * upper) / at)}%` }}></span></span>
    <p class="meter-words"><span>${paceWords(look, column)}</span> ${to_go > 0 && html`<span>${t('bonus.to-go', { n: to_go })}</span>`}</p>
  </div>`;
}

/**
 * All columns, for wide screens; the player to move fills boxes here.
 * @param {{sheet: Sheet, state: State, column: number} & Choosing} props column: the one that is lit
 */
export function Columns({ sheet, state, column, look, choosing, sure, onScore }) {
  const { upper, under, lower } = columns(sheet.rows);
  const letters = initials(sheet.columns);
  const area = useRef(/** @type {HTMLElement|null} */ (null));
  useNowInView(area, [column]);
  const lit = (/** @type {number} */ i) => (i === column ? 'now' : '');
  const row = (/** @type {SheetRow} */ one) => html`<tr key=${one.box} title=${translateCore(one.how ?? '')}><th scope="row"><span class="row-name"><${Sign} box=${one.box ?? ''} />${translateCore(one.label ?? '')}</span></th>
    ${(one.cells ?? []).map((cell, i) => html`<td key=${i} class=${lit(i)}><${Cell} ...${{ cell, look, sure, onScore }} box=${one.box ?? ''} label=${translateCore(one.label ?? '')} choosing=${choosing && i === column} extra=${one.box === 'five-kind' ? look.seats?.[i]?.extra : 0} /></td>`)}</tr>`;
  return html`<div ref=${area} class="columns" tabindex="0" role="region" aria-label=${t('sheet.whole')}><table>
    <thead><tr><td></td>${sheet.columns.map((name, i) => html`<th scope="col" key=${i} class=${lit(i)}><span class="col-name"><${Ball} seat=${i + 1} letters=${letters[i]} bot=${Boolean(state.seats[i]?.bot)} /><bdi>${name}</bdi></span>
      ${state.seats[i]?.hints ? html`<span class="col-hints">${t('seats.hints', { n: state.seats[i].hints ?? 0 })}</span>` : ''}</th>`)}</tr></thead>
    <tbody>${upper.map(row)}
      ${look.upper && html`<tr class="bonus-row"><th scope="row"><strong>${t('bonus.title', { n: look.upper.points })}</strong> <span class="quiet small">${t('bonus.at', { n: look.upper.at })}</span></th>
        ${sheet.columns.map((_, i) => html`<td key=${i} class=${lit(i)}><span class="meter-ruler" aria-hidden="true"><span style=${{ inlineSize: `${Math.min(100, (100 * (look.seats?.[i]?.upper ?? 0)) / (look.upper?.at ?? 1))}%` }}></span></span>
          <span class="bonus-words">${number(look.seats?.[i]?.upper ?? 0)} <span class="quiet">${pace(look, i)}</span></span></td>`)}</tr>`}
      ${under.map(row)}${lower.map(row)}
      <tr class="grand"><th scope="row">${t('over.total')}</th>${state.seats.map((seat, i) => html`<td key=${i} class=${lit(i)}>${number(seat.total ?? 0)}</td>`)}</tr></tbody>
  </table></div>`;
}

/** The same as paceWords() in a cell. @param {Look} look @param {number} column */
function pace(look, column) {
  const { ahead = 0, to_go, out_of_reach } = look.seats?.[column] ?? {};
  return to_go === 0 || out_of_reach || !ahead ? paceWords(look, column) : signed(ahead);
}

/** @param {{box: string, label: string, cell: any, extra?: number} & Choosing} props */
function Cell({ box, label, cell, extra, look, choosing, sure, onScore }) {
  const offer = choosing ? look.boxes?.find((one) => one.box === box) : undefined;
  const state = stateOf(cell, offer);
  if (!offer || state === 'filled') {
    return state === 'open' ? html`<span class="dot" aria-hidden="true">·</span><span class="unseen">${t('sheet.open')}</span>`
      : html`${cellText(cell)}${extra ? html`<span class="box-extra">${signed(extra)}</span>` : ''}`;
  }
  return html`<button type="button" class=${`box ${state} ${sureWord(offer, sure === box)}`} data-box=${box} aria-pressed=${offer.pick ? sure === box : undefined} aria-disabled=${offer.why !== undefined || undefined} title=${offer.why === undefined ? '' : translateCore(offer.why)}
    onClick=${() => onScore(box)}><span class="unseen box-label">${label}</span>${sure === box && !offer.pick ? html`<span class="box-note">${t('zero.sure')}</span>` : html`<span class="box-points"><${Points} offer=${offer} /></span>`}</button>`;
}

/**
 * The whole sheet, with the sums that it has on paper.
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
            ${(row.points ?? row.cells ?? []).map((cell, i) => html`<td key=${i}>${cellText(cell)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </div>`;
}
