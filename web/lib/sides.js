/**
 * The sides of a game before it begins: people, partners and bots, and what they may be called.
 */
import { t } from './strings.js';

/**
 * @typedef {{kind: 'person'|'partners'|'bot', name: string, second: string, level: string, spare?: boolean}} Place
 *   spare: added for a name that may follow; without one, nobody plays there
 */

export const BOT_NAMES = ['Robo', 'Dot', 'Pip', 'Cube', 'Maple', 'Birch', 'Oak', 'Ash'];

/** @param {Partial<Place>} place @returns {Place} */
export function place({ kind = 'person', name = '', second = '', level = 'family', spare = false } = {}) {
  return { kind, name, second, level, spare };
}

/** Those who play. @param {Place[]} places */
export const taken = (places) => places.filter(({ spare, name }) => !spare || name.trim());

/**
 * @param {Place} p @param {number} i
 * @returns {string} the name of a side, as written in the table language
 */
export function sideName(p, i) {
  const name = p.name.trim() || t('new.player', { n: i + 1 });
  return p.kind === 'partners' ? `${name}+${p.second.trim() || t('new.partner', { n: i + 1 })}` : name;
}

/**
 * @param {string[]} names
 * @returns {string} an error message about one of them, or ''
 */
export function oddName(names) {
  // The table language would read such a name as partners or a bot.
  const odd = names.find((name) => /\+|\sbot\s/.test(name));
  return odd === undefined ? '' : t('new.odd-name', { name: odd });
}
