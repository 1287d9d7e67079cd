/**
 * The end of a game: who won, how the series stands, and what next.
 */
import { html } from '../vendor/preact.js';
import { number, t } from '../lib/strings.js';
import { winnersWords } from '../lib/describe.js';

/**
 * @param {{session: import('../lib/session.js').Session, view: import('../lib/session.js').View, onRematch: () => void}} props
 */
export function Over({ session, view, onRematch }) {
  const { state } = view;
  const order = state.seats.map((seat, i) => ({ ...seat, number: i + 1 })).sort((a, b) => (b.total ?? 0) - (a.total ?? 0));
  return html`<section class="panel over" aria-label=${t('over.title')}>
    <h2>${winnersWords(state)}</h2>
    ${state.seats.length > 1 && html`<div class="scroll-x"><table class="standings">
      <thead><tr><th scope="col">${t('over.name')}</th><th scope="col">${t('over.total')}</th><th scope="col">${t('over.wins')}</th><th scope="col">${t('over.ledger')}</th></tr></thead>
      <tbody>${order.map((seat) => html`<tr key=${seat.number}>
        <th scope="row">${state.winners?.includes(seat.number) ? html`<span aria-hidden="true">★ </span>` : ''}<bdi>${seat.name}</bdi></th>
        <td>${number(seat.total ?? 0)}</td><td>${number(seat.wins)}</td><td>${seat.ledger > 0 ? '+' : ''}${number(seat.ledger)}</td></tr>`)}</tbody>
    </table></div>
    <p class="small quiet">${t('over.ledger.what', { n: state.game })}</p>`}
    <div class="buttons">
      <button type="button" class="primary big" onClick=${onRematch}>${t('over.rematch')}</button>
      <a class="button big" href=${`#/game/${session.id}/review`}>${t('over.review')}</a>
      <a class="button" href=${`#/game/${session.id}/print`}>${t('menu.print')}</a>
      <a class="button" href="#/new">${t('home.new')}</a>
    </div>
  </section>`;
}
