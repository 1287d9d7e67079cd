/**
 * Where each die lies. The core knows only which faces lie on the table, but people know dice by their places: a kept
 * die stays where it is, and after a reload or an undo the same throw lies as it lay, with the same dice picked.
 */

/**
 * @typedef {Object} Slot a die and its position on the lawn
 * @property {number|null} face null: not rolled yet
 * @property {boolean} picked kept, or about to be set aside
 * @property {number} throw incremented by every roll of the die
 * @property {boolean} [stale] about to be rolled again
 *
 * @typedef {import('./session.js').View} View
 * @typedef {import('./answers.js').State} State
 */

const KEY = 'yardstick-dice';
const REMEMBERED = 60; // positions: enough to undo several turns

/** @param {string} text @returns {number} FNV-1a */
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Whose place in the game this is; the same after an undo. @param {string} id of the game @param {State} state */
const placeOf = (id, state) => hash(`${id} ${state.game} ${state.position ?? ''}`);

/** @type {Map<number, string>|null} by place: faces in order, each picked one followed by an asterisk */
let kept = null;

function memory() {
  if (kept) return kept;
  kept = new Map();
  try {
    for (const [place, faces] of JSON.parse(localStorage.getItem(KEY) ?? '[]')) {
      if (typeof place === 'number' && /^([1-6]\*?)+$/.test(faces)) kept.set(place, faces);
    }
  } catch {
    // no storage, or something else in it: the dice lie anew
  }
  return kept;
}

/** @param {string} id @param {State} state @param {Slot[]} slots */
export function remember(id, state, slots) {
  if (state.phase !== 'choose' || !slots.length || slots.some((slot) => slot.face === null)) return;
  const all = memory();
  const place = placeOf(id, state);
  all.delete(place);
  all.set(place, slots.map((slot) => `${slot.face}${slot.picked ? '*' : ''}`).join(''));
  if (all.size > REMEMBERED) all.delete(/** @type {number} */ (all.keys().next().value));
  try {
    localStorage.setItem(KEY, JSON.stringify([...all]));
  } catch {
    // storage full or disabled: remembered until the page is closed
  }
}

/** @param {string} id @param {State} state @returns {{face: number, picked: boolean}[]|null} */
function recall(id, state) {
  const faces = memory().get(placeOf(id, state))?.match(/[1-6]\*?/g)?.map((word) => ({ face: Number(word[0]), picked: word.length > 1 }));
  return faces && sorted(faces.map(({ face }) => face)) === sorted(state.dice ?? []) ? faces : null;
}

/** @param {number[]} faces */
const sorted = (faces) => [...faces].sort().join();

/**
 * The faces in an order that looks thrown, and is the same for the same throw.
 * @param {number[]} faces @param {number} seed
 */
function shuffled(faces, seed) {
  const all = [...faces];
  let x = seed || 1;
  for (let i = all.length - 1; i > 0; i--) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((x / 2 ** 32) * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/**
 * The dice of a view, in their places.
 * @param {string} id of the game
 * @param {Slot[]} slots before
 * @param {View} view
 * @param {View|null} before null: the table has just been opened
 * @param {boolean} real real dice: sorted, and not thrown here
 * @returns {Slot[]}
 */
export function arrange(id, slots, view, before, real) {
  const { state } = view;
  const dice = state.dice ?? [];
  if (state.phase === 'choose') {
    const rolled = Boolean(before && view.last?.ok?.startsWith('roll'));
    const lying = slots.flatMap((slot) => (slot.face === null || slot.stale ? [] : [slot.face]));
    if (!rolled && before?.state.phase === 'choose' && sorted(lying) === sorted(dice)) return slots;
    return settle(id, slots, state, rolled, real);
  }
  const count = dice.length + (state.falling ?? 0);
  if (state.phase !== 'roll' || !count) return [];
  // Kept dice stay where they are; the others lie there until they are thrown.
  const rest = [...dice];
  return Array.from({ length: count }, (_, i) => {
    const slot = slots.length === count ? slots[i] : { face: dice[i] ?? null, picked: i < dice.length, throw: 0 };
    const at = slot.picked ? rest.indexOf(/** @type {number} */ (slot.face)) : -1;
    if (at >= 0) {
      rest.splice(at, 1);
      return { ...slot, stale: false };
    }
    return { face: dice.length ? slot.face : null, picked: false, throw: slot.throw, stale: true };
  });
}

/**
 * @param {string} id @param {Slot[]} slots @param {State} state
 * @param {boolean} rolled these dice have just been thrown @param {boolean} real
 * @returns {Slot[]}
 */
function settle(id, slots, state, rolled, real) {
  const dice = state.dice ?? [];
  const stays = state.family === 'sheet' && slots.length === dice.length ? slots.map((slot) => slot.picked && !slot.stale) : [];
  const known = recall(id, state);
  if (known && (!rolled || known.every(({ face }, i) => !stays[i] || slots[i].face === face))) {
    return known.map(({ face, picked }, i) => ({
      face, picked: rolled ? Boolean(stays[i]) : picked, throw: (slots[i]?.throw ?? 0) + (rolled && !stays[i] && !real ? 1 : 0),
    }));
  }
  const rest = [...dice];
  const still = dice.map((_, i) => {
    const at = stays[i] ? rest.indexOf(/** @type {number} */ (slots[i].face)) : -1;
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  const fresh = real ? rest.sort((a, b) => a - b) : shuffled(rest, placeOf(id, state));
  return dice.map((_, i) => {
    const before = slots[i]?.throw ?? 0;
    if (still[i]) return { face: slots[i].face, picked: true, throw: before };
    return { face: /** @type {number} */ (fresh.shift()), picked: false, throw: before + (rolled && !real ? 1 : 0) };
  });
}
