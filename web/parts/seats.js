/**
 * The seats at the table: names, totals, and whose turn it is. Tapping a name shows that player's card, if
 * the game has cards.
 */
import { html, useRef } from '../vendor/preact.js';
import { number, t } from '../lib/strings.js';
import { useNowInView } from './in_view.js';

/**
 * @param {{state: import('../lib/answers.js').State, shown: number, onShow: ((seat: number) => void)|null}} props
 */
export function Seats({ state, shown, onShow }) {
  const list = useRef(/** @type {HTMLElement|null} */ (null));
  useNowInView(list, [state.seat, state.person]);
  return html`<ul ref=${list} class="seats" aria-label=${t('seats.label')}>
    ${state.seats.map((seat, i) => {
    const now = state.seat === i + 1;
    const won = state.winners?.includes(i + 1);
    const inner = html`
        <span class="seat-name">${now && html`<span class="mark" aria-hidden="true">▸</span>`}${won && html`<span class="mark" aria-hidden="true">★</span>`}
          <bdi>${seat.name}</bdi>${seat.bot && html` <span class="tag">${t('seats.bot')}</span>`}</span>
        ${seat.people.length > 1 && html`<span class="seat-person">${now ? t('seats.person', { name: state.person ?? '' }) : ''}</span>`}
        <strong class="seat-total">${number(seat.total ?? 0)}</strong>
        ${now && html`<span class="unseen">${t('seats.now')}</span>`}${won && html`<span class="unseen">${t('seats.won')}</span>`}
        ${seat.hints ? html`<span class="tag">${t('seats.hints', { n: seat.hints })}</span>` : ''}`;
    return html`<li key=${i}>${onShow
      ? html`<button type="button" class=${`seat ${now ? 'now' : ''}`} aria-pressed=${shown === i + 1} onClick=${() => onShow(i + 1)}>${inner}</button>`
      : html`<div class=${`seat ${now ? 'now' : ''}`}>${inner}</div>`}</li>`;
  })}
  </ul>`;
}
