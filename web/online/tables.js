/**
 * The tables of servers that somebody sits at in this browser, or has looked at: a list for going on, with
 * the tokens that are the right to play there.
 */
const KEY = 'yardstick-tables';
const MOST = 40;

/**
 * @typedef {Object} Own
 * @property {string} code
 * @property {string} [token] without one: only looked at
 * @property {number} [place]
 * @property {string} [moving] the id of a move that is not answered yet
 * @property {string} [name] the own one
 * @property {string[]} [accepted] what is wrong with dice that are played with all the same
 * @property {string} [rules]
 * @property {string[]} [names] of all who sit there
 * @property {string} [phase]
 * @property {number} changed
 */

/** @returns {Own[]} newest first */
export function ownTables() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((own) => typeof own?.code === 'string') : [];
  } catch {
    return []; // no storage, or no JSON
  }
}

/** @param {string} code */
export const ownTable = (code) => ownTables().find((own) => own.code === code);

/** @param {Own[]} tables */
function write(tables) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // full or forbidden: it holds until the page is closed
  }
}

/**
 * Notes something about a table.
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

/** Hears of changes by other tabs. @param {() => void} hear @returns {() => void} ends it */
export function onTables(hear) {
  const listen = (/** @type {StorageEvent} */ event) => event.key === KEY && hear();
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
