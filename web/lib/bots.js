/**
 * Plays the turns of bots: asks the coach what a bot of that level does, and says it, at a pace that
 * people can follow.
 */
import { getSettings } from './settings.js';

/** @typedef {import('./session.js').Session} Session */

const PAUSE_MS = 900;

/** @type {(() => void)|null} */
let hurry = null;

/** Whoever waits for a bot does not want to. */
export function hurryBots() {
  hurry?.();
}

/**
 * So that people can follow; a tap on the lawn ends it.
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
 * One step of a bot whose turn it is.
 * @param {Session} session
 * @param {boolean} physical real dice: people throw for it
 * @param {(action: string) => void} show before it is done
 * @returns {Promise<import('./answers.js').Answer|null>} null: nothing was done
 */
export async function botStep(session, physical, show) {
  const view = session.view;
  const { state } = view ?? {};
  const level = state?.seat ? state.seats[state.seat - 1].bot : undefined;
  if (!view || !state || !level) return null;
  // A page that nobody sees does nothing; the table asks again when it is seen.
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
