/**
 * Short synthesized sounds: for a face entered, for an action that succeeded, and for one that was refused.
 * The screen shows the same information.
 */
import { onMoment } from './moments.js';
import { getSettings } from './settings.js';

/** @type {Record<string, [hertz: number, seconds: number, shape: OscillatorType]>} */
const SOUNDS = { tick: [1400, 0.03, 'square'], done: [660, 0.12, 'triangle'], no: [180, 0.22, 'sawtooth'] };

/** The sound of a moment, for those that have one. @type {Partial<Record<import('./moments.js').Kind, 'tick'|'done'|'no'>>} */
const AT = { throw: 'done', entered: 'done', write: 'done', no: 'no' };

const LOUDNESS = 0.12;

/** @type {AudioContext|null} */
let context = null;

/** @param {'tick'|'done'|'no'} kind */
export function sound(kind) {
  if (!getSettings().sound || !('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {}); // browsers allow no sound before the first tap
  const [hertz, seconds, shape] = SOUNDS[kind];
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = shape;
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}

onMoment(({ kind }) => {
  const at = AT[kind];
  if (at) sound(at);
});
