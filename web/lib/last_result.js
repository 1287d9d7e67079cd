/**
 * The result of the last finished turn, read from the game itself, so that a page opened later can show
 * it, too.
 */

/** @typedef {import('./log.js').Entry} Entry */

/**
 * @typedef {Object} Result
 * @property {string} name the person
 * @property {number} points
 * @property {string} [box]
 * @property {boolean} bust
 */

/**
 * @param {import('./session.js').Session} session
 * @returns {Promise<Result|null>} null if no turn of this game is over
 */
export async function lastResult(session) {
  /** @type {Entry[]} */ const log = (await session.ask('log')).log;
  for (const entry of log.slice().reverse()) {
    const [word, box] = entry.said.split(' ');
    if (word === 'rematch' || word === 'seat') return null;
    if (word === 'keep' || entry.said.endsWith(' roll') || !entry.seat) continue;
    const after = await session.ask(`state ${entry.line}`);
    if (after.phase === 'opening') return null;
    const before = await session.ask(`state ${entry.line - 1}`);
    const now = after.seats[entry.seat - 1];
    const then = before.seats[entry.seat - 1];
    if ((now.turns ?? 0) <= (then.turns ?? 0)) continue; // a roll in the middle of a turn
    return {
      name: entry.person ?? now.name,
      points: now.total - (then.total ?? 0),
      box: word === 'score' ? box : undefined,
      bust: word === 'roll',
    };
  }
  return null;
}
