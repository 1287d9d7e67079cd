/**
 * What makes daily games yours without an account, and which games of this browser are daily games of yours.
 */
import { dailyDays, streakOf } from '../lib/practised.js';

const PLAYER = 'yardstick-player';

/** @typedef {{token: string, hash: string}} Player token: whoever has it can hand in this browser's games; hash: what their records say */

/** @returns {Player|null} null until the first daily game */
export function knownPlayer() {
  try {
    const { token, hash } = JSON.parse(localStorage.getItem(PLAYER) ?? '{}');
    return /^[0-9a-f]{64}$/.test(token) && /^[0-9a-f]{64}$/.test(hash) ? { token, hash } : null;
  } catch {
    return null;
  }
}

/** @param {Player} player */
export function keepPlayer(player) {
  localStorage.setItem(PLAYER, JSON.stringify(player));
}

/**
 * @typedef {Object} DailyGame
 * @property {string} id of the stored game
 * @property {string} date
 * @property {string} rules
 * @property {boolean} finished
 * @property {string} text
 */

/**
 * Your daily games among the stored ones, one for each day and rule set: the first that was finished, or else the last
 * that was begun. A game from a file or a link is not yours, whatever name and hash it has, and a what-if is no result.
 * @param {import('../lib/games.js').Kept[]} all
 * @returns {DailyGame[]}
 */
export function dailyGames(all) {
  /** @type {Map<string, DailyGame>} */
  const found = new Map();
  const hash = knownPlayer()?.hash;
  for (const { id, rules, phase, text, received } of [...all].sort((a, b) => a.begun - b.begun)) {
    const date = /^dice daily (\S+)$/m.exec(text)?.[1];
    if (!date || received || /^# player: (\w+)$/m.exec(text)?.[1] !== hash || /^# what-if/m.test(text)) continue;
    const finished = phase === 'over' && !/^leave /m.test(text);
    const key = `${date} ${rules}`;
    if (!found.get(key)?.finished) found.set(key, { id, date, rules, finished, text });
  }
  return [...found.values()];
}

/**
 * The days on which a position was answered or a game finished.
 * @param {DailyGame[]} games
 */
export const daysDone = (games) => [...dailyDays(), ...games.filter(({ finished }) => finished).map(({ date }) => date)];

/**
 * The days in a row up to a date.
 * @param {DailyGame[]} games
 * @param {string} [date]
 */
export const streakOn = (games, date) => streakOf(daysDone(games), date).now;
