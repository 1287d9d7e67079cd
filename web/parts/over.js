/**
 * The end of a game: the winner, the score of the series, and what to do next.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { coach } from '../lib/core_client.js';
import { handInLater } from '../lib/hand_in_later.js';
import { diceOf } from '../lib/record.js';
import { number, signed, t } from '../lib/strings.js';
import { winnersWords } from '../lib/describe.js';
import { Payments, Series } from './series.js';

/**
 * @param {{session: import('../lib/session.js').Session, view: import('../lib/session.js').View, onRematch: () => void, more?: any}} props
 */
export function Over({ session, view, onRematch, more }) {
  const { state } = view;
  const [next, setNext] = useState(/** @type {import('../lib/answers.js').State|null} */ (null)); // the rematch
  const together = state.seats.length > 1;
  const settles = state.settlement;
  const daily = diceOf(session.text) === 'daily';
  const order = state.seats.map((seat, i) => ({ ...seat, number: i + 1 })).sort((a, b) => (b.total ?? 0) - (a.total ?? 0));
  useEffect(() => {
    // Ask the core who would start a rematch.
    let left = false;
    if (together) {
      coach.about(`${session.text}rematch\n`, 'state').then((then) => {
        if (!left && !then.error) setNext(then);
      }, () => {});
    }
    return () => {
      left = true;
    };
  }, [view]);
  useEffect(() => {
    if (daily) handInLater();
  }, []);
  return html`<section class="panel over" aria-label=${t('over.title')}>
    <h2>${winnersWords(state)}</h2>
    ${together && html`<div class="scroll-x" tabindex="0" role="region" aria-label=${t('over.total')}><table class="standings">
      <thead><tr><th scope="col">${t('over.name')}</th><th scope="col">${t('over.total')}</th><th scope="col">${t('over.wins')}</th>${settles && html`<th scope="col">${t('over.ledger')}</th>`}</tr></thead>
      <tbody>${order.map((seat) => html`<tr key=${seat.number} class=${state.winners?.includes(seat.number) ? 'won' : ''}>
        <th scope="row">${state.winners?.includes(seat.number) ? html`<span role="img" aria-label=${t('series.won')}>★</span> ` : ''}<bdi>${seat.name}</bdi></th>
        <td>${number(seat.total ?? 0)}</td><td>${number(seat.wins)}</td>${settles && html`<td>${seat.bot ? '' : signed(seat.ledger)}</td>`}</tr>`)}</tbody>
    </table></div>
    ${settles && html`<p class="small quiet">${t('over.ledger.what', { n: state.game })}</p>`}
    ${settles && state.game === 1 && html`<${Payments} seats=${state.seats} />`}`}
    ${state.game > 1 && html`<details class="over-series" open><summary>${t('series.of', { n: state.game })}</summary><${Series} session=${session} view=${view} /></details>`}
    <div class="buttons">
      ${daily ? html`<a class="button primary big" href="#/daily/game">${t('over.daily')}</a>`
      : view.hand && html`<button type="button" class="primary big" onClick=${onRematch}>${t('over.rematch')}</button>`}
      <a class="button big" href=${`#${session.path}/review`}>${t('over.review')}</a>
      <a class="button" href=${`#${session.path}/print`}>${t('menu.print')}</a>
      <a class="button" href="#/new">${t('home.new')}</a>
    </div>
    ${next && html`<p class="over-next">${next.phase === 'opening' ? t('over.next.roll') : t('over.next', { name: next.person ?? '' })}</p>`}
    ${more}
  </section>`;
}
