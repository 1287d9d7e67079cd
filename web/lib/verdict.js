/**
 * What a finished game comes down to: luck and decisions of one player, the best roll and the costliest choice. All figures
 * come from the core's analysis; here they are only added up and compared.
 */

/** @typedef {import('./answers.js').Analysis} Analysis */
/** @typedef {import('./answers.js').State} State */
/** @typedef {import('./answers.js').Decision} Decision */
/** @typedef {import('./answers.js').Entered} Entered */
/** @typedef {import('./answers.js').Throw} Throw */
/** @typedef {import('./answers.js').Unit} Unit */

/**
 * The seat that the end is told for: this page's player, the only person among bots, or else the winner.
 * @param {State} state @param {number} [own]
 */
export function teller(state, own) {
  const people = state.seats.flatMap((seat, i) => (seat.bot ? [] : [i + 1]));
  return own || (people.length === 1 ? people[0] : state.winners?.[0] ?? 1);
}

/**
 * Luck and decisions of a seat in a game, by default the last one; decisions are what mistakes cost.
 * @param {Analysis} analysis @param {number} seat @param {number} [game]
 */
export function account({ games, rolls, decisions }, seat, game = games) {
  const mine = (/** @type {{game: number, seat: number}} */ step) => step.game === game && step.seat === seat;
  return { luck: rolls.filter(mine).reduce((sum, roll) => sum + roll.luck, 0),
    play: -decisions.filter(mine).reduce((sum, decision) => sum + decision.error, 0) };
}

/** Which way is better: more points or chances, but fewer turns. @param {Unit} unit */
export const better = (unit) => (unit === 'turns' ? -1 : 1);

/** Decisions that cost no more than this in a game were good ones. @type {Record<Unit, number>} */
const SMALL = { points: 10, win: 0.05, turns: 0.3 };

/**
 * Which sentence fits: luck and decisions against the best opponent, and the player's own, which are shown beside it.
 * Alone, and after a tie, there is nobody to compare with.
 * @param {Analysis} analysis @param {State} state @param {number} seat
 * @returns {'both'|'play'|'fewer'|'dice'|'worse'|'spent'|'mistakes'|'outrolled'|'unlucky'|'neither'|null}
 */
export function verdictOf(analysis, state, seat) {
  const others = state.seats.map((other, i) => ({ total: other.total ?? 0, number: i + 1 })).filter(({ number }) => number !== seat);
  if (!others.length || (state.winners?.length ?? 0) > 1 || !analysis.rolls.some((roll) => roll.game === analysis.games)) return null;
  const rival = others.reduce((a, b) => (b.total > a.total ? b : a)).number;
  const [mine, theirs] = [account(analysis, seat), account(analysis, rival)];
  const more = better(analysis.unit);
  const luck = more * (mine.luck - theirs.luck), play = more * (mine.play - theirs.play);
  const lucky = more * mine.luck >= 0, good = more * mine.play >= -SMALL[analysis.unit];
  if (state.winners?.includes(seat)) {
    if (luck < 0 && play < 0) return null; // who began, for example, made the difference
    if (luck >= 0 && (play < 0 || lucky)) return !lucky ? 'worse' : play >= 0 && good ? 'both' : 'dice';
    return good ? 'play' : 'fewer';
  }
  if (luck >= 0 && play >= 0) return null;
  if (play < luck) return lucky && luck >= 0 ? 'spent' : 'mistakes';
  if (lucky) return 'outrolled';
  return good ? 'unlucky' : 'neither';
}

/**
 * The steps of one game, in their order.
 * @param {Analysis} analysis @param {number} game
 */
export function stepsOf({ decisions, rolls, unknown = [] }, game) {
  return /** @type {(Decision|Throw|Entered)[]} */ ([...decisions, ...rolls, ...unknown]).filter((step) => step.game === game).sort((a, b) => a.line - b.line);
}

/**
 * The luckiest roll, the unluckiest one and the costliest choice of a seat in a game, by default the last one.
 * @param {Analysis} analysis @param {number} seat @param {number} [game]
 */
export function highlights({ games, rolls, decisions, unit }, seat, game = games) {
  const mine = rolls.filter((roll) => roll.game === game && roll.seat === seat).sort((a, b) => better(unit) * (b.luck - a.luck));
  const [best] = mine.filter((roll) => better(unit) * roll.luck > 0);
  const unlucky = mine.filter((roll) => better(unit) * roll.luck < 0).at(-1);
  const worst = decisions.filter((one) => one.game === game && one.seat === seat && one.mattered && one.cost > 0).sort((a, b) => b.cost - a.cost)[0];
  return { best, worst, unlucky };
}

/**
 * The step after which the winner was ahead until the end: of all expected totals, or of an even chance to win.
 * @param {Unit} unit @param {(Decision|Throw|Entered)[]} steps of the game @param {number} winner
 */
function turningPoint(unit, steps, winner) {
  /** @type {Map<number, number>} */ const worth = new Map();
  const more = better(unit);
  let turned, led = null;
  for (const step of steps) {
    const [before, after] = 'grade' in step ? [step.best_value, step.value] : [step.before, step.after];
    if (!worth.has(step.seat)) worth.set(step.seat, before);
    worth.set(step.seat, after);
    if (unit === 'win' && step.seat !== winner) continue;
    const mine = worth.get(winner);
    if (mine === undefined || (unit !== 'win' && worth.size < 2)) continue;
    const leads = unit === 'win' ? mine > 0.5 : [...worth].every(([seat, value]) => seat === winner || more * value < more * mine);
    if (leads && led === false) turned = step;
    led = leads;
  }
  return led ? turned : undefined;
}

/**
 * Up to three moments that decided a game, told for one player: the costliest choice, the best moment, and the turning
 * point or, without one, the worst dice.
 * @param {Analysis} analysis @param {number} game @param {number} seat @param {number} [winner] if the game is over
 * @returns {{kind: 'worst'|'best'|'turning'|'unlucky', step: Decision|Throw|Entered}[]}
 */
export function keyMoments(analysis, game, seat, winner) {
  const { best, worst, unlucky } = highlights(analysis, seat, game);
  const turned = winner && analysis.seats.length > 1 ? turningPoint(analysis.unit, stepsOf(analysis, game), winner) : undefined;
  const turning = turned && turned !== best && turned !== worst ? turned : undefined;
  return /** @type {any} */ ([{ kind: 'worst', step: worst }, { kind: 'best', step: best }, turning ? { kind: 'turning', step: turning } : { kind: 'unlucky', step: unlucky }].filter(({ step }) => step));
}
