/**
 * Begins a game, and remembers who played it and with which dice: the next one begins with one tap.
 */
import { referee } from './core_client.js';
import { addGame, StoreError } from './games.js';
import { dateLine } from './record.js';
import { go } from './route.js';
import { about } from './session.js';
import { changeSettings, getSettings } from './settings.js';
import { t, translateCore } from './strings.js';

const NAMES_KEPT = 30;

/** @typedef {{name: string, second: string, bot: string}} Side a side of a line-up: a player, partners or a bot */

/**
 * A side as it was written in the table language: "Ann", "Ann+Bea", "Robo bot family".
 * @param {string} words
 * @returns {Side}
 */
export function sideOf(words) {
  const [names, bot = ''] = words.split(' bot ');
  const [name, second = ''] = names.split('+');
  return { name, second, bot };
}

/** The line-up of the last game; at the first visit, one player against a bot. @returns {string[]} in the table language */
export function lineUp() {
  const { lineup, names } = getSettings();
  return lineup.length ? lineup.map((side, i) => side || t('new.player', { n: i + 1 })) : [names[0] ?? t('new.player', { n: 1 }), 'Robo bot family'];
}

/**
 * @param {{rules: string, seats: string[], real: boolean, roll?: boolean, instead?: boolean}} game seats: in the table
 *   language; roll: the players roll for who starts; instead: the game takes this screen's place in the history
 * @returns {Promise<string>} '' if the game has begun, else why it has not
 */
export async function beginGame({ rules, seats, real, roll = false, instead = false }) {
  const { pace } = getSettings();
  const text = `${['yardstick 1', dateLine(), `rules ${rules}`, ...seats.map((seat) => `seat ${seat}`), `dice ${real ? 'physical' : 'system'}`, `start ${roll ? 'roll' : 1}`, ...(real && pace !== 'throws' ? [`pace ${pace}`] : [])].join('\n')}\n`;
  try {
    const state = await referee.about(text);
    if (state.error) return translateCore(state.reason ?? state.error);
    const game = await addGame({ text, ...about(state) });
    const people = seats.map(sideOf).filter(({ bot }) => !bot).flatMap(({ name, second }) => [name, second]);
    const unnamed = seats.map((_, i) => t('new.player', { n: i + 1 })); // in the language of today
    const typed = people.filter((name) => name && !unnamed.includes(name));
    changeSettings({ rules, real, lineup: seats.map((side, i) => (side === unnamed[i] ? '' : side)), names: [...new Set([...typed, ...getSettings().names])].slice(0, NAMES_KEPT) });
    go(`/game/${game}`, instead);
    return '';
  } catch (error) {
    return error instanceof StoreError ? t(`store.${error.why}`) : String(/** @type {Error} */ (error).message);
  }
}
