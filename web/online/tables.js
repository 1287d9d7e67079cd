/**
 * The server tables that this browser has joined or watched: a list for returning to them, with the tokens
 * that grant the right to play there.
 */
const KEY = 'yardstick-tables';
const MOST = 40;

/**
 * @typedef {Object} Own
 * @property {string} code
 * @property {string} [token] absent: only watched
 * @property {number} [place]
 * @property {string} [moving] id of a move that has not been answered yet
 * @property {string} [name] this player's
 * @property {string[]} [accepted] trouble with dice that the player has chosen to ignore
 * @property {string} [rules]
 * @property {string[]} [names] of the sides
 * @property {string} [phase]
 * @property {number} changed
 */

/** @returns {Own[]} newest first */
export function ownTables() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((own) => typeof own?.code === 'string') : [];
  } catch {
    return []; // no storage, or invalid JSON
  }
}

/** The table that was played at last, unless its game is over. */
export const runningTable = () => ownTables().find((own) => own.token && own.phase !== 'over');

/** @param {string} code */
export const ownTable = (code) => ownTables().find((own) => own.code === code);

/** @param {Own[]} tables */
function write(tables) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // storage full or disabled: the change is lost
  }
}

/**
 * Updates what is known about a table, and puts it first in the list.
 * @param {string} code
 * @param {Partial<Own>} about
 */
export function keepTable(code, about) {
  const own = { ...ownTable(code), ...about, code, changed: Date.now() };
  write([own, ...ownTables().filter((other) => other.code !== code)]);
}

/** @param {string} code */
export function forgetTable(code) {
  write(ownTables().filter((own) => own.code !== code));
}

/** Calls `hear` when another tab changes the list. @param {() => void} hear @returns {() => void} unsubscribes */
export function onTables(hear) {
  const listen = (/** @type {StorageEvent} */ event) => event.key === KEY && hear();
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
