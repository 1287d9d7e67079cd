/**
 * What the page itself reads from the setup lines of a record: the dice, who starts, the date, and a name for its file.
 */

/**
 * Where the dice of a game come from; 'fair' is either version of fair dice.
 * @param {string} text
 * @returns {'physical'|'system'|'seed'|'daily'|'fair'}
 */
export function diceOf(text) {
  const said = [...text.matchAll(/^dice (fair|\w+)/gm)].pop()?.[1];
  return said === 'system' || said === 'seed' || said === 'daily' || said === 'fair' ? said : 'physical';
}

/**
 * Who starts: 'roll', or the number of a seat.
 * @param {string} text
 */
export function startOf(text) {
  return [...text.matchAll(/^start (\w+)/gm)].pop()?.[1] ?? '1';
}

/**
 * @param {Date} [now]
 * @returns {string} the `date` line of a record
 */
export function dateLine(now = new Date()) {
  return `date ${now.toISOString().slice(0, 19)}Z`;
}

/**
 * When a game was played, according to its record.
 * @param {string} text
 * @returns {number} milliseconds since 1970, NaN if the record has no date
 */
export function dateOf(text) {
  return Date.parse(/^date (\S+)$/m.exec(text)?.[1] ?? '');
}

/**
 * `yardzee-Ann-Bea-2026-11-15.yard`
 * @param {string} text a record
 */
export function fileName(text) {
  const rules = /^(?:rules|position) ([\w-]+)/m.exec(text)?.[1] ?? 'game';
  const seats = [...text.matchAll(/^seat (.+?)(?: bot \S+)?$/gm)].map(([, name]) => name);
  const people = seats.slice(0, 4).map((name) => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_').replace(/^_|_$/g, ''));
  const date = /^date (\d{4}-\d\d-\d\d)/m.exec(text)?.[1] ?? '';
  return `${[rules, ...people, date].filter(Boolean).join('-')}.yard`;
}
