/**
 * Plays the turns of bots: asks the coach what a bot of the given level would do, and does it at a pace
 * that people can follow.
 */
import { getSettings } from './settings.js';

/** @typedef {import('./session.js').Session} Session */

const PAUSE_MS = 900;

/** @type {(() => void)|null} */
let hurry = null;

/** Skips the current pause. */
export function hurryBots() {
  hurry?.();
}

/**
 * Waits, so that people can follow; a tap on the lawn skips the wait.
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
  const level = state?.seat ? state.seats[state.seat - 1].bot : undefined;
  if (!view || !state || !level) return null;
  // A hidden page makes no moves; the table calls this again once the page is visible.
  const still = () => !session.closed && session.view === view && document.visibilityState === 'visible';
  if (state.phase === 'roll' || state.phase === 'opening') {
    if (physical) return null;
    await pause(PAUSE_MS / 2);
    return still() ? session.say('roll', view) : null;
  }
  if (state.phase !== 'choose') return null;
  const [answer] = await Promise.all([session.askCoach(`bot ${level}`), pause(PAUSE_MS * 1.4)]);
  if (!still()) return null;
  if (answer.error) return answer;
  show(answer.do);
  await pause(PAUSE_MS);
  return still() ? session.say(answer.do, view) : null;
}
