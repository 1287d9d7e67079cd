/**
 * Statistics of finished games: bests, wins, and totals over time. The figures of each game come from
 * the core; here they are only compared and counted.
 */
import { coach } from './core_client.js';
import { dateOf } from './record.js';

/** @typedef {import('./games.js').Kept} Kept */

/**
 * @typedef {Object} Result the result of one seat in a finished game
 * @property {string} id of the record
 * @property {string} rules
 * @property {'total'|'turns'} measure what it is compared by: the most points, or the fewest turns
 * @property {number} when
 * @property {string} name
 * @property {number} total
 * @property {number} turns
 * @property {boolean} won
 * @property {number} seats number of seats in that game
 *
 * @typedef {Object} Best the bests of one person under one rule set
 * @property {string} name
 * @property {number} games
 * @property {Result} highest
 * @property {Result|null} fewest turns, if games are compared by turns
 * @property {number} against games against others
 * @property {number} wins among those
 * @property {number} run the longest winning streak
 */

/** Whether a record goes on from a choice of another one (what_if.js): a comment before the rules says so. Then it is no result. @param {string} text */
export const isWhatIf = (text) => /^(?:(?!rules |position ).*\n)*# what-if: /.test(text);

/** @type {Map<string, {changed: number, results: Result[]}>} */
const known = new Map();

/**
 * All results of people, oldest first; bots are left out.
 * @param {Kept[]} games
 * @returns {Promise<Result[]>}
 */
export async function resultsOf(games) {
  const all = await Promise.all(games.map(async (kept) => {
    const before = known.get(kept.id);
    if (before?.changed === kept.changed) return before.results;
    const results = read(kept, await coach.about(kept.text, 'results'));
    known.set(kept.id, { changed: kept.changed, results });
    return results;
  }));
  return all.flat().sort((a, b) => a.when - b.when);
}

/**
 * @param {Kept} kept
 * @param {any} answer
 * @returns {Result[]}
 */
function read(kept, answer) {
  if (answer.error || isWhatIf(kept.text)) return []; // an unreadable game must not hide the others; a what-if is no result
  const when = dateOf(kept.text) || kept.begun;
  return answer.results.flatMap((/** @type {any} */ game, /** @type {number} */ i) => game.seats
    .filter((/** @type {any} */ seat) => !seat.bot)
    .map((/** @type {any} */ seat) => ({
      id: kept.id, rules: answer.rules, measure: answer.measure, when: when + i, // keeps the games of a series in order
      name: seat.name, total: seat.total, turns: seat.turns, won: seat.won, seats: game.seats.length,
    })));
}

/**
 * Bests by rule set, the most played first; in each, the player with the highest total first.
 * @param {Result[]} results oldest first
 * @returns {{rules: string, people: Best[]}[]}
 */
export function bestsOf(results) {
  return [...grouped(results, (r) => r.rules)].sort(([, a], [, b]) => b.length - a.length).map(([rules, of]) => ({
    rules,
    people: [...grouped(of, (r) => r.name)].map(([name, mine]) => best(name, mine))
      .sort((a, b) => b.highest.total - a.highest.total),
  }));
}

/**
 * @param {string} name
 * @param {Result[]} mine
 * @returns {Best}
 */
function best(name, mine) {
  const against = mine.filter((r) => r.seats > 1);
  const races = mine.filter((r) => r.measure === 'turns');
  let run = 0, now = 0;
  for (const { won } of against) {
    now = won ? now + 1 : 0;
    run = Math.max(run, now);
  }
  return {
    name,
    games: mine.length,
    highest: mine.reduce((a, b) => b.total > a.total ? b : a),
    fewest: races.length ? races.reduce((a, b) => b.turns < a.turns ? b : a) : null,
    against: against.length,
    wins: against.filter((r) => r.won).length,
    run,
  };
}

/**
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => string} key
 * @returns {Map<string, T[]>}
 */
export function grouped(things, key) {
  /** @type {Map<string, T[]>} */ const groups = new Map();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group) group.push(thing);
    else groups.set(key(thing), [thing]);
  }
  return groups;
}

/**
 * The moving average over the last `span` values, or fewer at the start.
 * @param {number[]} values
 * @param {number} span
 */
export function movingAverage(values, span) {
  return values.map((_, i) => {
    const part = values.slice(Math.max(0, i + 1 - span), i + 1);
    return part.reduce((a, b) => a + b, 0) / part.length;
  });
}
