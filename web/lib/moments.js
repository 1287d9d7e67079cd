/**
 * The moments of a game that are worth more than a figure: five of a kind, a bonus, hot dice, a bust, a comeback. What has happened
 * is read from the core's answers. Sounds listen with onMoment().
 */

/** @typedef {import('./session.js').View} View */

/**
 * - throw: dice leave the hand; land: one die comes to rest; entered: real dice have been entered
 * - keep: a die is picked or put back; write: a box is filled, or points are banked
 * - five: five of a kind, in its own box; again: another one, which earns a bonus or is a joker
 * - bonus: the upper section has reached its bonus; hot: all dice are set aside; bust: nothing scores
 * - final: the final round begins; comeback: somebody far behind takes the lead; win: the game is over
 * - tick: a key of a pad; no: something was refused
 * @typedef {'throw'|'land'|'entered'|'keep'|'write'|'five'|'again'|'bonus'|'hot'|'bust'|'final'|'comeback'|'win'|'tick'|'no'} Kind
 *
 * @typedef {Object} Moment
 * @property {Kind} kind
 * @property {number} [points] gained, lost in a bust, or made up in a comeback
 * @property {number} [seat]
 * @property {boolean} [joker]
 * @property {number} [n] of dice that are thrown; number of the die that lands
 */

/** @type {Set<(moment: Moment) => void>} */
const hearers = new Set();

/** @param {(moment: Moment) => void} hear @returns {() => void} unsubscribes */
export function onMoment(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** @param {Moment} moment */
export function emit(moment) {
  for (const hear of hearers) hear(moment);
}

/**
 * What has happened between two views, the greatest moment last. Nothing has if the later view did not come from a line
 * that was said, such as after a reload or an undo.
 * @param {View} view
 * @param {View|null} before
 * @returns {Moment[]}
 */
export function momentsOf(view, before) {
  const { last, state, look } = view;
  if (!last?.ok || !before) return [];
  const [word, ...rest] = last.ok.split(' ');
  const seat = before.state.seat ?? before.look.seat ?? 1;
  /** @type {Moment[]} */ const all = [];
  if (word === 'score' || word === 'bank' || (word === 'take' && rest.at(-1) === 'stop')) all.push({ kind: 'write', points: last.points ?? 0, seat });
  if (word === 'score' && before.look.seats?.[seat - 1]?.to_go && look.seats?.[seat - 1]?.to_go === 0) {
    all.push({ kind: 'bonus', points: look.upper?.points, seat });
  }
  if ((word === 'roll' || word === 'last') && look.five) {
    all.push({ kind: look.five.again ? 'again' : 'five', points: look.five.points, joker: look.five.joker, seat });
  }
  if (last.bust) all.push({ kind: 'bust', points: before.state.turn_points ?? 0, seat });
  if (look.comeback && /^(score|take|bank|aside|last)$/.test(word)) all.push({ kind: 'comeback', points: look.comeback.from, seat: look.comeback.seat });
  if (state.last_turns && !before.state.final_round) all.push({ kind: 'final', seat });
  if (state.phase === 'over' && before.state.phase !== 'over') all.push({ kind: 'win', seat: state.winners?.[0] });
  return all;
}
