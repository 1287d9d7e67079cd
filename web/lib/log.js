/**
 * The lines in force, as the core's `log` lists them, grouped the way people remember a game: by turns.
 */
import { startOf } from './record.js';

/**
 * @typedef {Object} Entry
 * @property {number} line its number
 * @property {string} said
 * @property {string} [first_said] before it was corrected
 * @property {number} [seat]
 * @property {string} [person]
 * @property {number} game
 * @property {boolean} correctable
 *
 * @typedef {Object} Turn
 * @property {'names'|'turn'|'opening'|'rematch'} kind
 * @property {number} game
 * @property {number} [number] which turn of that seat in that game
 * @property {number} [seat]
 * @property {string} [person]
 * @property {Entry[]} entries
 */

/**
 * @param {string} said a line
 * @returns {number[]} the dice that it names
 */
export function diceIn(said) {
  return said.split(' ').filter((part) => /^[1-6]$/.test(part)).map(Number);
}

/** @param {Entry} entry */
const word = (entry) => entry.said.split(' ', 1)[0];

/** @param {Entry} entry whether the seat has nothing more to do after it */
const ends = (entry) => word(entry) === 'score' || entry.said.endsWith(' stop');

/** @param {Entry[]} log */
function turnsOf(log) {
  /** @type {Turn[]} */ const turns = [];
  /** @type {Turn|null} */ let open = null;
  for (const [i, entry] of log.entries()) {
    const kind = word(entry);
    if (kind === 'seat' || kind === 'rematch') {
      const names = turns[0];
      if (kind === 'seat' && names) names.entries.push(entry);
      else turns.push({ kind: kind === 'seat' ? 'names' : 'rematch', game: entry.game, entries: [entry] });
      open = null;
      continue;
    }
    // A throw behind a throw: the one before ended its turn, or was for who starts.
    const before = log[i - 1];
    if (!open || ends(before) || (kind === 'roll' && word(before) === 'roll')) {
      open = { kind: 'turn', game: entry.game, seat: entry.seat, person: entry.person, entries: [] };
      turns.push(open);
    }
    open.entries.push(entry);
  }
  return turns;
}

/**
 * @param {import('./session.js').Session} session
 * @returns {Promise<Turn[]>} oldest first; names first of all
 */
export async function readTurns(session) {
  /** @type {Entry[]} */ const log = (await session.ask('log')).log;
  const turns = turnsOf(log);
  const openings = await openingRolls(session, log);
  /** @type {Map<string, number>} */ const had = new Map();
  for (const turn of turns) {
    if (turn.kind !== 'turn') continue;
    if (openings.has(turn.entries[0].line)) {
      turn.kind = 'opening';
      continue;
    }
    const key = `${turn.game} ${turn.seat}`;
    turn.number = (had.get(key) ?? 0) + 1;
    had.set(key, turn.number);
  }
  return turns;
}

/**
 * The rolls for who starts: the first ones of each game, as long as the core says so.
 * @param {import('./session.js').Session} session
 * @param {Entry[]} log
 */
async function openingRolls(session, log) {
  /** @type {Set<number>} */ const lines = new Set();
  if (startOf(session.text) !== 'roll') return lines;
  let game = 0; // the game whose opening is over
  for (const entry of log) {
    if (word(entry) !== 'roll' || entry.game === game) continue;
    const after = await session.ask(`state ${entry.line}`);
    // The one that decided it is followed by the dice in hand, not yet thrown.
    if (after.phase === 'opening' || (after.phase === 'roll' && after.seats.every((/** @type {any} */ s) => !s.turns))) lines.add(entry.line);
    if (after.phase !== 'opening') game = entry.game;
  }
  return lines;
}
