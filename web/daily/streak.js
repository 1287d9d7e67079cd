/**
 * Days in a row with a position answered or a game finished, on a ruler.
 */
import { html } from '../vendor/preact.js';
import { dayOf, streakOf } from '../lib/practised.js';
import { currentLanguage, day, t } from '../lib/strings.js';
import { Icon } from '../parts/icon.js';
import { dailyGames, daysDone, streakOn } from './stored.js';

const WEEK = 7;

/** @param {string} date @param {number} [days] */
export const before = (date, days = 1) => new Date(Date.parse(`${date}T12:00:00Z`) - days * 86400000).toISOString().slice(0, 10);

/** The seven days up to a date, the oldest first. @param {string} date */
const daysUpTo = (date) => Array.from({ length: WEEK }, (_, i) => before(date, WEEK - 1 - i));

/**
 * The answers of a week as letters for the text to share.
 * @param {Record<string, import('../lib/practised.js').Done>} done
 * @param {string} date
 */
export function weekOf(done, date) {
  return daysUpTo(date).map((d) => (!done[d] ? '-' : done[d].grade === 'best' ? 'b' : done[d].grade === 'good' ? 'g' : 'm')).join('');
}

/** For the home screen: the days in a row, and whether today's is still to come; '': none. @param {import('../lib/games.js').Kept[]} games */
export function rowWords(games) {
  const own = dailyGames(games);
  const n = streakOn(own);
  return n ? t(daysDone(own).includes(dayOf()) ? 'home.daily.done' : 'home.daily.waiting', { n }) : '';
}

/** @param {{games: import('./stored.js').DailyGame[], today: string}} props */
export function Streak({ games, today }) {
  const done = daysDone(games);
  const { now, longest } = streakOf(done, today);
  const letter = (/** @type {string} */ date) => new Date(`${date}T12:00:00`).toLocaleDateString(currentLanguage(), { weekday: 'narrow' });
  return html`<section class="panel" aria-labelledby="streak-head">
    <div class="streak-head"><h2 id="streak-head">${now ? t('daily.streak', { n: now }) : t('daily.streak.none')}</h2>
      ${longest > now && html`<span class="quiet">${t('daily.longest', { n: longest })}</span>`}</div>
    <ol class="day-ruler">${daysUpTo(today).map((date) => html`<li key=${date} class=${done.includes(date) ? 'day-done' : ''}>
      <span class="day-tick" aria-hidden="true">${done.includes(date) && html`<${Icon} name="tick" />`}</span><span aria-hidden="true">${letter(date)}</span>
      <span class="unseen">${day(`${date}T12:00:00`)}: ${t(done.includes(date) ? 'daily.day.done' : 'daily.day.open')}</span></li>`)}</ol>
  </section>`;
}
