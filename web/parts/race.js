/**
 * The race of a press game on a ruler: everybody's way to the goal, the flag at the entry score, and in yellow where
 * banking would put the player.
 */
import { html } from '../vendor/preact.js';
import { number, t } from '../lib/strings.js';
import { Ball, initials } from './seats.js';

const LABELED = 4; // parts of the ruler with a figure
const MARGIN = 4.3; // percent of the ruler before zero and after the goal
const FIGURE = 12; // percent of the ruler that a figure takes up, before its mark

/**
 * @param {{state: import('../lib/answers.js').State, goal: number, entry?: number, now: number, risk: number}} props
 *   risk: points that the player could bank now
 */
export function Race({ state, goal, entry = 0, now, risk }) {
  const at = (/** @type {number} */ points) => MARGIN + Math.min((100 - 2 * MARGIN) * (points / (goal || 1)), 100 - 1.6 * MARGIN);
  const letters = initials(state.seats.map((seat) => seat.name));
  const own = state.seats[now - 1]?.total ?? 0;
  const marks = Array.from({ length: LABELED }, (_, i) => (goal * (i + 1)) / LABELED);
  // The figure at the flag is the more important one.
  const free = (/** @type {number} */ mark) => !entry || Math.abs(at(mark) - at(entry)) >= FIGURE;
  /** @type {Map<number, number>} how many balls lie at a total */ const there = new Map();
  return html`<div class="race">
    <div class="track" role="list" aria-label=${t('race.label', { n: number(goal) })}><div class="ruler" aria-hidden="true">
      ${[...marks.filter(free), ...(entry ? [entry] : [])].map((mark) => html`<span class="ruler-mark" key=${mark} style=${{ insetInlineStart: `${at(mark)}%` }}>${number(mark)}</span>`)}
      <span class="race-done" style=${{ inlineSize: `${at(own)}%` }} data-color=${(now - 1) % 8}></span>
      ${risk > 0 && html`<span class="race-risk" style=${{ insetInlineStart: `${at(own)}%`, inlineSize: `${at(own + risk) - at(own)}%` }}></span>`}
      ${entry > 0 && html`<span class="race-flag race-entry" style=${{ insetInlineStart: `${at(entry)}%` }}></span>`}
      <span class="race-flag race-goal" style=${{ insetInlineStart: `${at(goal)}%` }}></span>
    </div>
    ${state.seats.map((seat, i) => {
    const total = seat.total ?? 0;
    const beside = there.get(total) ?? 0;
    there.set(total, beside + 1);
    const step = state.seats.length > 8 ? 0.25 : 0.6; // many balls must not reach into the next thousand
    const away = (total > goal / 2 ? -step : step) * Math.min(beside, 12); // towards the middle, where there is room
    return html`<span role="listitem" key=${i} class=${`racer ${i + 1 === now ? 'now' : ''}`} style=${{ insetInlineStart: `calc(${at(total)}% + ${away}rem)` }}>
        <${Ball} seat=${i + 1} letters=${letters[i]} /><span class="unseen"><bdi>${seat.name}</bdi> ${number(total)}</span></span>`;
  })}</div>
  </div>`;
}
