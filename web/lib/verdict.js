/**
 * What a finished game comes down to: luck and decisions of one player, the best roll and the costliest choice. All figures
 * come from the core's analysis; here they are only added up and compared.
 */

/** @typedef {import('./answers.js').Analysis} Analysis */
/** @typedef {import('./answers.js').State} State */

/**
 * The seat that the end is told for: this page's player, the only person among bots, or else the winner.
 * @param {State} state @param {number} [own]
 */
export function teller(state, own) {
  const people = state.seats.flatMap((seat, i) => (seat.bot ? [] : [i + 1]));
  return own || (people.length === 1 ? people[0] : state.winners?.[0] ?? 1);
}

/**
 * Luck and decisions of a seat in the last game; decisions are what mistakes cost, so at most 0.
 * @param {Analysis} analysis @param {number} seat
 */
export function account({ games, rolls, decisions }, seat) {
  const mine = (/** @type {{game: number, seat: number}} */ step) => step.game === games && step.seat === seat;
  return { luck: rolls.filter(mine).reduce((sum, roll) => sum + roll.luck, 0),
    play: -decisions.filter(mine).reduce((sum, decision) => sum + decision.error, 0) };
}

/**
 * Which sentence fits: luck and decisions against the best opponent. Alone there is nobody to compare with.
 * @param {Analysis} analysis @param {State} state @param {number} seat
 * @returns {'both'|'play'|'dice'|'spent'|'unlucky'|'neither'|null}
 */
export function verdictOf(analysis, state, seat) {
  const others = state.seats.map((other, i) => ({ total: other.total ?? 0, number: i + 1 })).filter(({ number }) => number !== seat);
  if (!others.length || !analysis.rolls.some((roll) => roll.game === analysis.games)) return null;
  const rival = others.reduce((a, b) => (b.total > a.total ? b : a)).number;
  const [mine, theirs] = [account(analysis, seat), account(analysis, rival)];
  const luck = mine.luck - theirs.luck, play = mine.play - theirs.play;
  if (state.winners?.includes(seat)) return luck >= 0 && play >= 0 ? 'both' : play > luck ? 'play' : 'dice';
  return luck < 0 && play < 0 ? 'neither' : luck > play ? 'spent' : 'unlucky';
}

/**
 * The luckiest roll and the costliest choice of a seat in the last game.
 * @param {Analysis} analysis @param {number} seat
 */
export function highlights({ games, rolls, decisions }, seat) {
  const best = rolls.filter((roll) => roll.game === games && roll.seat === seat && roll.luck > 0).sort((a, b) => b.luck - a.luck)[0];
  const worst = decisions.filter((one) => one.game === games && one.seat === seat && one.mattered && one.cost > 0).sort((a, b) => b.cost - a.cost)[0];
  return { best, worst };
}
