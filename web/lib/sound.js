/**
 * Sound and vibration, if they are switched on. The screen shows the same information. The sounds themselves are in
 * impacts.js, which is fetched once sound is on.
 */
import { keepFiles } from './load.js';
import { onMoment } from './moments.js';
import { getSettings, motionWanted, onSettings } from './settings.js';

/** @type {AudioContext|null} */
let context = null;
/** @type {typeof import('./impacts.js')|null} */
let impacts = null;
/** @type {(() => void)|null} What to play once impacts.js is here: the newest sound, since older ones are over. */
let awaited = null;
let loading = false;

/** Whether this browser has sound or vibration at all. */
export const canSound = () => 'AudioContext' in globalThis || 'vibrate' in navigator;

/** Whether to ask about sounds: with real dice, once. */
export const asksSound = () => canSound() && !getSettings().sound && !getSettings().soundAsked;

function load() {
  if (loading || impacts || !getSettings().sound) return;
  loading = true;
  import('./impacts.js').then((found) => {
    impacts = found;
    keepFiles(['impacts.js']);
    awaited?.();
  }, () => {}).finally(() => {
    loading = false;
    awaited = null;
  });
}

/** Browsers allow no sound before the first tap, and warn about attempts. */
function ready() {
  if (!('AudioContext' in globalThis) || navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state !== 'running') context.resume().catch(() => {});
  return context;
}

/**
 * Plays a sound, and lets the phone vibrate unless motion is unwanted.
 * @param {string} name a sound of impacts.js
 * @param {import('./impacts.js').Detail} [detail]
 */
export function sound(name, detail) {
  if (!getSettings().sound || document.visibilityState === 'hidden') return;
  const audio = ready(); // now: some browsers allow it only while they handle the tap
  const play = () => {
    const { perform, buzz } = /** @type {typeof import('./impacts.js')} */ (impacts);
    if (audio) perform(audio, name, detail, name === 'land' ? 0.96 + 0.08 * Math.random() : 1);
    if (motionWanted() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(buzz(name));
  };
  if (impacts) return play();
  awaited = play;
  load();
}

if ('document' in globalThis) { // tests run without one
  load();
  onSettings(load);
}

onMoment(({ kind, n = 1, points }) => {
  if (kind === 'throw') sound(kind, { dice: n });
  else if (kind === 'land') sound(kind, { die: n - 1 });
  else if (kind === 'entered') sound('land');
  else sound(kind === 'write' && !points ? 'zero' : kind);
});
