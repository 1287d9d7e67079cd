/**
 * The lines in force, as listed by the core's `log`, grouped by turn, the way people remember a game.
 */
/**
 * @typedef {Object} Entry
 * @property {number} line its number in the record
 * @property {string} said
 * @property {string} [first_said] what it was before a correction
 * @property {number} [seat]
 * @property {string} [person]
 * @property {number} game
 * @property {number} [turn] number of the seat's turn in that game
 * @property {'points'|'last'} [pace] how it was entered, unless with all rolls
 * @property {boolean} [opening] a roll to decide who starts
 * @property {boolean} correctable
 *
 * @typedef {Object} Turn
 * @property {'names'|'turn'|'opening'|'rematch'} kind
 * @property {number} game
 * @property {number} [number] of the seat's turn in that game
 * @property {number} [seat]
 * @property {string} [person]
 * @property {Entry[]} entries
 */

/**
 * @param {string} said a line
 * @returns {number[]} the dice in it; the numbers of other lines are points
 */
export function diceIn(said) {
  if (!/^(roll|keep|take|last|aside)\b/.test(said)) return [];
  return said.split(' ').filter((part) => /^[1-6]$/.test(part)).map(Number);
}

/** @param {Entry} entry */
function kindOf(entry) {
  const word = entry.said.split(' ', 1)[0];
  if (word === 'seat') return 'names';
  if (word === 'rematch') return 'rematch';
  return entry.opening ? 'opening' : 'turn';
}

/**
 * @param {import('./session.js').Session} session
 * @returns {Promise<Turn[]>} oldest first, starting with the names
 */
export async function readTurns(session) {
  /** @type {Entry[]} */ const log = (await session.ask('log')).log;
  /** @type {Turn[]} */ const turns = [];
  for (const entry of log) {
    const { game, seat, person, turn: number } = entry;
    const kind = kindOf(entry);
    const last = turns.at(-1);
    const goesOn = last?.kind === kind && (kind === 'names' || (kind === 'turn' && last.seat === seat && last.number === number && last.game === game));
    if (last && goesOn) last.entries.push(entry);
    else turns.push({ kind, game, seat, person, number, entries: [entry] });
  }
  return turns;
}
