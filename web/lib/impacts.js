/**
 * The sounds of the page, and what a phone does meanwhile. Every sound is an impact, computed on the device: a short
 * push and a burst of noise set a few damped resonances ringing, as a die does that falls on wood. Only the pencil
 * has no resonance. Loaded with the first sound (sound.js), so this file imports nothing.
 */

/** @typedef {{die?: number, dice?: number}} Detail die: which one landed, from 0; dice: how many were thrown */
/** @typedef {[ratio: number, seconds: number, strength: number]} Mode seconds: until it is 60 dB softer */
/** @typedef {{modes: Mode[], push: number, noise: number, dull: number}} Body push: seconds of contact; dull: hertz above which the noise is damped */
/** @typedef {{at: number, body: Body, hertz: number, loud: number}} Strike */

/** Blocks: their overtones are not harmonic, and all of them die away at once. @type {Body} */
const BLOCK = { modes: [[1, 0.1, 1], [2.57, 0.075, 0.75], [4.21, 0.05, 0.45], [6.3, 0.03, 0.2]], push: 0.0004, noise: 1.6, dull: 3200 };
/** @type {Body} */
const TICK = { modes: [[1, 0.035, 1], [2.7, 0.025, 0.4]], push: 0.0003, noise: 0.5, dull: 4500 };
/** A bar of wood as in a marimba, whose overtones are tuned. @type {Body} */
const BAR = { modes: [[1, 0.55, 1], [3.93, 0.16, 0.28], [9.24, 0.06, 0.08]], push: 0.0005, noise: 0.1, dull: 4000 };
/** The second resonance is what the loudspeaker of a phone can play. @type {Body} */
const GROUND = { modes: [[1, 0.34, 1], [2.1, 0.24, 0.95], [3.3, 0.15, 0.6]], push: 0.002, noise: 1, dull: 450 };
/** The partials of a church bell: hum, prime, tierce, quint, nominal. @type {Body} */
const BELL = { modes: [[0.5, 2.1, 0.35], [1, 1.6, 0.8], [1.19, 1.3, 0.55], [1.5, 0.9, 0.3], [2, 1.1, 0.7], [2.51, 0.6, 0.3], [3.01, 0.45, 0.25], [4.17, 0.3, 0.15]], push: 0.0003, noise: 0.06, dull: 7000 };

const DIE_HZ = 520;
/** Semitones by which dice differ, so that six of them do not sound like one. */
const DICE = [0, 4, -3, 6, 2, -5];

/** @param {number} hertz @param {number} semitones */
const above = (hertz, semitones) => hertz * 2 ** (semitones / 12);

/** Blows on one body, evenly spaced. @param {Body} body @param {number} hertz @param {number} gap @param {number[]} semitones */
const row = (body, hertz, gap, semitones) => semitones.map((tone, i) => ({ at: i * gap, body, hertz: above(hertz, tone), loud: 1 }));

/** Four notes that rise. @param {number} hertz */
const rising = (hertz) => row(BAR, hertz, 0.11, [0, 4, 7, 12]);

/** Dice that hit each other in the hand. @param {Detail} detail */
const rattle = ({ dice = 5 }) => Array.from({ length: 3 + dice }, (_, i) => (
  { at: 0.024 * i + (i % 3) * 0.007, body: TICK, hertz: above(900, DICE[i % 6]), loud: 0.5 + 0.5 * ((i * 2) % 3 === 0 ? 1 : 0.4) }));

/** @type {(semitones: number, at: number, loud?: number) => Strike} */
const note = (semitones, at, loud = 1) => ({ at, body: BAR, hertz: above(523.25, semitones), loud });

/**
 * How loud each sound is at its loudest (1: as loud as possible), what it is made of, and the milliseconds for which
 * the phone vibrates, pauses, vibrates and so on.
 * @type {Record<string, {peak: number, strikes?: (detail: Detail) => Strike[], strokes?: [at: number, seconds: number][], buzz: number[]}>}
 */
const MOMENTS = {
  throw: { peak: 0.16, strikes: rattle, buzz: [10] },
  land: { peak: 0.4, strikes: ({ die = 0 }) => row(BLOCK, DIE_HZ, 0, [DICE[die % 6]]), buzz: [12] },
  keep: { peak: 0.16, strikes: () => row(TICK, 1150, 0, [0]), buzz: [8] },
  tick: { peak: 0.14, strikes: () => row(TICK, 1700, 0, [0]), buzz: [5] },
  no: { peak: 0.3, strikes: () => row(BLOCK, 190, 0.1, [0, -2]), buzz: [30, 40, 30] },
  write: { peak: 0.22, strokes: [[0, 0.11], [0.125, 0.095]], buzz: [15] },
  zero: { peak: 0.1, strokes: [[0, 0.12]], buzz: [8] },
  bonus: { peak: 0.5, strikes: () => row(BLOCK, 440, 0.16, [0, 5]), buzz: [25, 90, 35] },
  five: { peak: 0.5, strikes: () => rising(523.25), buzz: [20, 60, 25, 60, 30, 60, 60] },
  again: { peak: 0.5, strikes: () => rising(587.33), buzz: [20, 60, 25, 60, 30, 60, 60] },
  hot: { peak: 0.5, strikes: () => rising(440), buzz: [20, 60, 25, 60, 30, 60, 60] },
  bust: { peak: 0.7, strikes: () => row(GROUND, 82, 0, [0]), buzz: [140] },
  final: { peak: 0.5, strikes: () => row(BELL, 698.46, 0, [0]), buzz: [40, 80, 40] },
  comeback: { peak: 0.4, strikes: () => row(BAR, 392, 0.13, [0, 5]), buzz: [20, 60, 40] },
  win: {
    peak: 0.55,
    strikes: () => [note(-5, 0), note(0, 0.14), note(4, 0.28), note(7, 0.42), note(4, 0.63), note(7, 0.77), note(12, 0.98), note(7, 0.98, 0.6), note(4, 0.98, 0.6)],
    buzz: [30, 70, 30, 70, 30, 70, 90],
  },
};

/** The names of all sounds. */
export const NAMES = Object.keys(MOMENTS);

/** @param {string} name @returns {number[]} */
export const buzz = (name) => MOMENTS[name].buzz;

/** Noise that is the same every time. @returns {() => number} from -1 to 1 */
function noiseOf() {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed / 2 ** 31;
  };
}

/**
 * Adds one impact.
 * @param {Float32Array} out
 * @param {number} rate samples per second
 * @param {Strike} strike
 * @param {() => number} noise
 */
function hit(out, rate, { at, body, hertz, loud }, noise) {
  const from = Math.round(at * rate);
  const contact = Math.max(2, Math.round(body.push * rate));
  for (const [ratio, seconds, strength] of body.modes) {
    const angle = (2 * Math.PI * hertz * ratio) / rate;
    if (angle > 2.8) continue; // too high for this device
    const fade = 10 ** (-3 / (seconds * rate));
    const turn = 2 * fade * Math.cos(angle);
    const gain = (loud * strength * Math.PI * Math.sin(angle)) / (2 * contact);
    const end = Math.min(out.length, from + Math.ceil(1.3 * seconds * rate)); // nothing is left to hear
    for (let n = from, one = 0, two = 0; n < end; n++) {
      const push = n - from < contact ? gain * Math.sin((Math.PI * (n - from)) / contact) : 0;
      const now = turn * one - fade * fade * two + push;
      out[n] += now;
      two = one;
      one = now;
    }
  }
  // The noise of the contact itself.
  const open = 1 - Math.exp((-2 * Math.PI * body.dull) / rate);
  const fade = 10 ** (-3 / (0.03 * rate));
  for (let n = from, level = loud * body.noise, heard = 0; n < out.length && level > 1e-4; n++, level *= fade) {
    heard += open * (noise() - heard);
    out[n] += level * heard * Math.min(1, (n - from) / contact);
  }
}

/**
 * Adds one stroke of a pencil: hissing noise, rough from the grain of the paper.
 * @param {Float32Array} out
 * @param {number} rate
 * @param {[at: number, seconds: number]} stroke
 * @param {() => number} noise
 */
function scratch(out, rate, [at, seconds], noise) {
  const from = Math.round(at * rate);
  const length = Math.round(seconds * rate);
  const open = (/** @type {number} */ hertz) => 1 - Math.exp((-2 * Math.PI * hertz) / rate);
  const [high, low, grain] = [open(4200), open(1800), open(90)];
  for (let n = 0, a = 0, b = 0, c = 0, d = 0, rough = 0; n < length; n++) {
    a += high * (noise() - a); // three steps: each damps high tones a little more
    b += high * (a - b);
    c += high * (b - c);
    d += low * (c - d);
    rough += grain * (noise() - rough);
    out[from + n] += (c - d) * Math.sin((Math.PI * n) / length) ** 0.7 * (0.5 + Math.min(1, 9 * Math.abs(rough)));
  }
}

/**
 * The samples of a sound.
 * @param {number} rate samples per second
 * @param {string} name
 * @param {Detail} [detail]
 */
export function samples(rate, name, detail = {}) {
  const { peak, strikes, strokes = [] } = MOMENTS[name];
  const blows = strikes?.(detail) ?? [];
  const ends = [...blows.map(({ at, body }) => at + Math.max(...body.modes.map(([, seconds]) => seconds))), ...strokes.map(([at, seconds]) => at + seconds)];
  const out = new Float32Array(Math.ceil((Math.max(...ends) + 0.01) * rate));
  const noise = noiseOf();
  for (const blow of blows) hit(out, rate, blow, noise);
  for (const stroke of strokes) scratch(out, rate, stroke, noise);
  const most = out.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const tail = Math.round(0.01 * rate);
  return out.map((sample, n) => (sample * peak * Math.min(1, (out.length - 1 - n) / tail)) / most);
}

/** @type {WeakMap<BaseAudioContext, {out: AudioNode, made: Map<string, AudioBuffer>}>} */
const stages = new WeakMap();

/** Everything goes through one curve that never reaches 1, so that many sounds at once do not clip. @param {BaseAudioContext} context */
function stageOf(context) {
  const found = stages.get(context);
  if (found) return found;
  const out = context.createWaveShaper();
  const SPAN = 4; // sounds whose sum is louder than this are cut off
  out.curve = Float32Array.from({ length: 2049 }, (_, i) => Math.tanh(SPAN * (i / 1024 - 1)));
  const down = context.createGain();
  down.gain.value = 1 / SPAN;
  down.connect(out).connect(context.destination);
  const stage = { out: down, made: new Map() };
  stages.set(context, stage);
  return stage;
}

/**
 * Plays a sound.
 * @param {BaseAudioContext} context
 * @param {string} name
 * @param {Detail} [detail]
 * @param {number} [bend] a factor for the pitch, which varies from one die to the next
 */
export function perform(context, name, detail = {}, bend = 1) {
  const { out, made } = stageOf(context);
  const key = `${name} ${detail.die ?? ''} ${detail.dice ?? ''}`;
  let buffer = made.get(key);
  if (!buffer) {
    const data = samples(context.sampleRate, name, detail);
    buffer = context.createBuffer(1, data.length, context.sampleRate);
    buffer.copyToChannel(data, 0);
    made.set(key, buffer);
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.playbackRate.value = bend;
  source.connect(out);
  source.start();
}
