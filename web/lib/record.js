/**
 * The few things a page reads off a record itself: what was settled before the first roll.
 */

/**
 * Where the dice of a game come from.
 * @param {string} text
 * @returns {'physical'|'system'|'seed'}
 */
export function diceOf(text) {
  const said = [...text.matchAll(/^dice (\w+)/gm)].pop()?.[1];
  return said === 'system' || said === 'seed' ? said : 'physical';
}

/**
 * @param {Date} [now]
 * @returns {string} the line that says when
 */
export function dateLine(now = new Date()) {
  return `date ${now.toISOString().slice(0, 19)}Z`;
}
