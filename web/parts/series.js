/**
 * A series of games at one table: the result of each game and, if the table settles, who pays whom in
 * the end. All figures but the payments come from the core.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { number, signed, t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {{game: number, winners: number[], seats: {total: number, turns: number, ledger: number, bot?: string}[]}} GameResult */

/**
 * Payments that settle all ledgers, matching the largest debt with the largest credit first.
 * @param {{name: string, ledger: number}[]} seats
 * @returns {{from: string, to: string, n: number}[]}
 */
export function payments(seats) {
  const open = seats.map((seat) => ({ ...seat }));
  const made = [];
  for (;;) {
    open.sort((a, b) => b.ledger - a.ledger);
    const to = open[0];
    const from = open[open.length - 1];
    const n = Math.min(to?.ledger ?? 0, -(from?.ledger ?? 0));
    if (n <= 0) return made;
    to.ledger -= n;
    from.ledger += n;
    made.push({ from: from.name, to: to.name, n });
  }
}

/** @param {{seats: {name: string, ledger: number}[]}} props */
export function Payments({ seats }) {
  const made = payments(seats);
  return html`<section class="payments">
    <h3>${t('series.payments')}</h3>
    ${made.length ? html`<ul>${made.map((p, i) => html`<li key=${i}>${t('series.pays', p)}</li>`)}</ul>` : html`<p>${t('series.even')}</p>`}
  </section>`;
}

/**
 * @param {{session: Session, view: View}} props
 */
export function Series({ session, view }) {
  const [games, setGames] = useState(/** @type {GameResult[]} */ ([]));
  const { state } = view;
  useEffect(() => {
    let left = false;
    session.ask('results').then((answer) => left || setGames(answer.results ?? []), () => {});
    return () => {
      left = true;
    };
  }, [view]);
  const together = state.seats.length > 1;
  const settles = state.settlement;
  const turns = !together && state.family === 'press'; // a solo press game is measured in turns
  return html`<div class="series">
    <div class="scroll-x" tabindex="0" role="region" aria-label=${t('series.title')}><table class="standings">
      <caption class="unseen">${t('series.title')}</caption>
      <thead><tr><th scope="col">${t(turns ? 'series.turns' : 'series.game')}</th>${state.seats.map((seat, i) => html`<th scope="col" key=${i}><bdi>${seat.name}</bdi></th>`)}</tr></thead>
      <tbody>
        ${games.map((game) => html`<tr key=${game.game}><th scope="row">${number(game.game)}</th>
          ${game.seats.map((seat, i) => html`<td key=${i}>${together && game.winners.includes(i + 1) ? html`<span role="img" aria-label=${t('series.won')}>★</span> ` : ''}
            <strong>${number(turns ? seat.turns : seat.total)}</strong>${settles && !seat.bot ? html`<br /><span class="small">${signed(seat.ledger)}</span>` : ''}</td>`)}</tr>`)}
        ${state.phase !== 'over' && html`<tr><th scope="row">${number(state.game)}</th><td colspan=${state.seats.length} class="series-running">${t('series.running')}</td></tr>`}
      </tbody>
      ${together && html`<tfoot>
        <tr><th scope="row">${t('over.wins')}</th>${state.seats.map((seat, i) => html`<td key=${i}>${number(seat.wins)}</td>`)}</tr>
        ${settles && html`<tr class="grand"><th scope="row">${t('over.ledger')}</th>${state.seats.map((seat, i) => html`<td key=${i}>${seat.bot ? '' : signed(seat.ledger)}</td>`)}</tr>`}
      </tfoot>`}
    </table></div>
    ${settles && html`<p class="small quiet">${t('series.what')}</p><${Payments} seats=${state.seats} />`}
  </div>`;
}

/** @param {{session: Session, view: View, onClose: () => void}} props */
export function SeriesDialog({ session, view, onClose }) {
  return html`<${Dialog} title=${t('series.title')} onClose=${onClose}><${Series} session=${session} view=${view} /></${Dialog}>`;
}
