/**
 * Keeps the screen on, for a phone next to the lawn. The system releases the lock whenever the page is
 * hidden; once visible again, the page requests a new lock.
 */
import { useEffect, useState } from '../vendor/preact.js';

let wanted = false;
/** @type {WakeLockSentinel|null} */
let lock = null;
/** @type {Promise<unknown>} Serializes requests: of two locks, one would never be released. */
let turn = Promise.resolve();

/** Whether this browser can keep the screen on at all. */
export function canKeepAwake() {
  return 'wakeLock' in navigator;
}

/**
 * @param {boolean} on
 * @returns {Promise<'on'|'off'|'refused'|'unsupported'>} refused: low battery, or not permitted
 */
export async function keepAwake(on) {
  wanted = on;
  if (!canKeepAwake()) return 'unsupported';
  document.removeEventListener('visibilitychange', take);
  if (on) document.addEventListener('visibilitychange', take);
  return take();
}

/** @returns {Promise<'on'|'off'|'refused'>} */
function take() {
  const next = turn.then(takeNow);
  turn = next;
  return next;
}

async function takeNow() {
  try {
    if (!wanted) {
      await lock?.release();
      lock = null;
      return 'off';
    }
    if (document.visibilityState !== 'visible') return 'off';
    if (lock && !lock.released) return 'on';
    const got = await navigator.wakeLock.request('screen');
    if (!wanted) await got.release(); // no longer wanted
    lock = wanted ? got : null;
    return wanted ? 'on' : 'off';
  } catch {
    return 'refused';
  }
}

/**
 * If `wanted`, keeps the screen on while the component is shown.
 * @param {boolean} wanted
 * @returns {[awake: 'on'|'off'|'refused'|'unsupported'|'', again: () => void]} '' until known; again:
 *   retries, since a browser may refuse before the first tap
 */
export function useAwake(wanted) {
  const [awake, setAwake] = useState(/** @type {'on'|'off'|'refused'|'unsupported'|''} */ (''));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const take = () => {
      if (document.visibilityState === 'visible') keepAwake(wanted).then(setAwake);
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      document.removeEventListener('visibilitychange', take);
      keepAwake(false);
    };
  }, [wanted, tries]);
  return [awake, () => setTries(tries + 1)];
}
