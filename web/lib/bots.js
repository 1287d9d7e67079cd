/**
 * Plays the turns of bots: asks the coach what a bot of the given level would do, and does it at a pace
 * that people can follow.
 */
import { getSettings } from './settings.js';

/** @typedef {import('./session.js').Session} Session */

const TURN_MS = 2500; // the most that the pauses and throws of a turn take together
const ROLL_MS = 200, THINK_MS = 150, SHOW_MS = 300, FLIGHT_MS = 300;

/** @type {(() => void)|null} */
let hurry = null;
let begun = 0; // when the bot's turn began
let turn = ''; // which turn that is
let skipping = ''; // the turn that is skipped

/** Skips the current pause. */
export function hurryBots() {
  hurry?.();
}

/** Plays the rest of this turn without pauses. */
export function skipTurn() {
  skipping = turn;
  hurryBots();
}

/** Whether the bot's turn is being skipped. */
const skips = () => skipping !== '' && skipping === turn;

/** What is left of the bot's time. */
const left = () => (skips() ? 0 : Math.max(0, begun + TURN_MS - performance.now()));

/** How long the dice of a bot fly. */
export const botFlight = () => (getSettings().quick ? 0 : Math.min(FLIGHT_MS, left()));

/**
 * Waits, so that people can follow; a tap skips the wait.
 * @param {number} ms
 */
export function pause(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, getSettings().quick ? ms / 20 : ms);
    hurry = () => {
      clearTimeout(timer);
      resolve(null);
    };
  });
}

/** The same in a bot's turn, as far as its time allows. @param {number} ms */
export function paced(ms) {
  const rest = left();
  return rest ? pause(Math.min(ms, rest)) : Promise.resolve();
}

/**
 * Plays one step for the bot whose turn it is, if any.
 * @param {Session} session
 * @param {boolean} physical real dice: people roll for the bot
 * @param {(action: string) => void} show called with a choice before it is made
 * @returns {Promise<import('./answers.js').Answer|null>} null: nothing was done
 */
export async function botStep(session, physical, show) {
  const view = session.view;
  const { state } = view ?? {};
  const seat = state?.seat ?? view?.look.seat; // the state has none before the first roll
  const level = seat ? state?.seats[seat - 1].bot : undefined;
  if (!view || !state || !seat || !level) return null;
  // A hidden page makes no moves; the table calls this again once the page is visible.
  const still = () => !session.closed && session.view === view && document.visibilityState === 'visible';
  const now = [session.id, state.game, seat, state.seats[seat - 1].turns].join();
  if (now !== turn) {
    turn = now;
    begun = performance.now();
  }
  if (state.phase === 'roll' || state.phase === 'opening' || state.phase === 'setup') {
    if (physical) return null;
    await paced(ROLL_MS);
    return still() ? session.say('roll', view) : null;
  }
  if (state.phase !== 'choose') return null;
  const asked = performance.now();
  const answer = await session.askCoach(`bot ${level}`);
  begun += Math.max(0, performance.now() - asked); // the time for thinking, which may be long before the game is solved, is not spent
  await paced(THINK_MS);
  if (!still()) return null;
  if (answer.error) return answer;
  show(answer.do);
  await paced(SHOW_MS);
  return still() ? session.say(answer.do, view) : null;
}
