/**
 * The few things a page reads off a record itself: what was settled before the first roll.
 */

/**
 * Where the dice of a game come from; fair ones are of either version.
 * @param {string} text
 * @returns {'physical'|'system'|'seed'|'fair'}
 */
export function diceOf(text) {
  const said = [...text.matchAll(/^dice (fair|\w+)/gm)].pop()?.[1];
  return said === 'system' || said === 'seed' || said === 'fair' ? said : 'physical';
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
 * @returns {string} the line that says when
 */
export function dateLine(now = new Date()) {
  return `date ${now.toISOString().slice(0, 19)}Z`;
}

/**
 * When a game was played, as its record says.
 * @param {string} text
 * @returns {number} milliseconds since 1970, NaN where it does not say
 */
export function dateOf(text) {
  return Date.parse(/^date (\S+)$/m.exec(text)?.[1] ?? '');
}
