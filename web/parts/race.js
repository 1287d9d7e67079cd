/**
 * The race of a press game: everybody's progress toward the goal.
 */
import { html, useRef } from '../vendor/preact.js';
import { number, t } from '../lib/strings.js';
import { MANY, useNowInView } from './in_view.js';

/**
 * @param {{state: import('../lib/answers.js').State, goal: number}} props
 */
export function Race({ state, goal }) {
  const top = Math.max(goal, ...state.seats.map((seat) => (seat.total ?? 0)));
  const list = useRef(/** @type {HTMLElement|null} */ (null));
  const many = state.seats.length > MANY;
  useNowInView(list, [state.seat]);
  return html`<ul ref=${list} class=${`race ${many ? 'many' : ''}`} tabindex=${many ? 0 : undefined} aria-label=${t('race.label', { n: goal })}>
    ${state.seats.map((seat, i) => {
    const now = state.seat === i + 1;
    const total = seat.total ?? 0;
    const risk = now ? state.turn_points ?? 0 : 0;
    return html`<li key=${i} class=${now ? 'now' : ''}>
        <span class="race-name">${now ? html`<span aria-hidden="true">▸ </span>` : ''}<bdi>${seat.name}</bdi></span>
        <span class="race-total">${number(total)}${risk ? html` <span class="risk">+ ${number(risk)}?</span>` : ''}</span>
        <span class="lane" aria-hidden="true">
          <span class="done" style=${{ inlineSize: `${(100 * total) / top}%` }}></span>
          <span class="at-risk" style=${{ inlineSize: `${Math.min(100 - (100 * total) / top, (100 * risk) / top)}%` }}></span>
        </span>
      </li>`;
  })}
  </ul>`;
}
