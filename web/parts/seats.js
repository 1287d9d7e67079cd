/**
 * The players: names, totals, and whose turn it is. Each wears a croquet color, always with their initial. Tapping a
 * player shows that player's card, if the game has cards.
 */
import { html } from '../vendor/preact.js';
import { number, t } from '../lib/strings.js';

/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Look} Look */

const COLORS = 8;
const NAMED = 4; // up to so many players have their names in the strip
const SINGLE = 8; // up to so many have a cell that can be tapped
const SHOWN = 16;
const LETTERS = [0, 24, 13, 7, 6]; // of a name, by number of players

/**
 * One or two letters for each name; two where the first letter is not enough to tell them apart. If two letters are not
 * enough either, as for Family 2 and Family 12, names that end in a number are known by it.
 * @param {string[]} names
 */
export function initials(names) {
  const letters = names.map((name) => [...name.trim().toLocaleUpperCase()]);
  const short = letters.map((name, i) => {
    const same = letters.filter((other, j) => j !== i && other[0] === name[0]);
    if (!same.length) return name[0] ?? '?';
    const at = name.findIndex((letter, k) => k > 0 && letter.trim() && same.every((other) => other[k] !== letter));
    return `${name[0] ?? '?'}${name[at] ?? ''}`;
  });
  const unique = new Set(short).size === short.length;
  return unique ? short : short.map((two, i) => letters[i].join('').match(/\D(\d{1,2})$/)?.[1] ?? two);
}

/** @param {{seat: number, letters: string, bot?: boolean}} props seat: from 1 */
export function Ball({ seat, letters, bot }) {
  return html`<span class=${`ball ball-${(seat - 1) % COLORS} ${bot ? 'ball-bot' : ''}`} aria-hidden="true">${letters}</span>`;
}

/** @param {string} name @param {number} most */
const short = (name, most) => {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 2).join('')}…` : name;
};

/**
 * @param {{state: State, look: Look, now: number, shown: number, away?: number[], onShow: ((seat: number) => void)|null, onAll: () => void}} props
 *   now: whose turn it is; shown: whose card is shown; away: whose players are away; onAll: shows everybody
 */
export function Seats({ state, look, now, shown, away = [], onShow, onAll }) {
  const { seats } = state;
  const letters = initials(seats.map((seat) => seat.name));
  // Of very many players, those who are next.
  const first = seats.length > SHOWN ? Math.max(0, Math.min(now - 1, seats.length - SHOWN)) : 0;
  const cells = seats.slice(first, first + SHOWN).map((seat, i) => {
    const at = first + i + 1;
    const playing = now === at;
    const won = state.winners?.includes(at);
    const name = playing && seat.people.length > 1 && state.person ? state.person : seat.name;
    const inner = html`<span class="seat-name"><${Ball} seat=${at} letters=${letters[at - 1]} bot=${Boolean(seat.bot)} />
        ${seats.length <= NAMED && html`<bdi aria-hidden="true">${short(name, LETTERS[seats.length])}</bdi>`}<span class="unseen"><bdi>${name}</bdi>${seat.bot && html` <span class="tag">${t('seats.bot')}</span>`}</span></span>
      <strong class="seat-total">${look.outside?.includes(at) ? html`<span class="seat-out">${seats.length <= NAMED ? t('seats.out') : html`<span aria-hidden="true">–</span><span class="unseen">${t('seats.out')}</span>`}</span><span class="unseen"> ${number(seat.total ?? 0)}</span>` : number(seat.total ?? 0)}</strong>
      ${won && html`<span class="seat-star" aria-hidden="true">★</span>`}${away.includes(at) && html`<span class="seat-star seat-away"><span aria-hidden="true">☾</span><span class="unseen">${t('online.away')}</span></span>`}
      <span class="unseen">${playing && t('seats.now')}${won && t('seats.won')} ${seat.hints ? t('seats.hints', { n: seat.hints }) : ''}</span>`;
    const look_of = `seat ${playing ? 'now' : ''} ${won ? 'won' : ''}`;
    return html`<li key=${at} title=${seat.name}>${onShow && seats.length <= SINGLE
      ? html`<button type="button" class=${look_of} aria-pressed=${shown ? shown === at : undefined} aria-haspopup=${shown ? undefined : 'dialog'} onClick=${() => onShow(at)}>${inner}</button>`
      : html`<div class=${look_of}>${inner}</div>`}</li>`;
  });
  const many = seats.length > SINGLE;
  return html`<div class="seats-zone"><ul class=${`seats ${many ? 'seats-many' : ''}`} data-n=${Math.min(seats.length, SINGLE)} aria-label=${t('seats.label')}>${cells}</ul>
    ${many && html`<button type="button" class="seats-all" onClick=${onAll}><span class="unseen">${t('sheet.whole')}</span></button>`}</div>`;
}
