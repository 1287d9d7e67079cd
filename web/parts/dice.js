/**
 * Wooden dice. At rest a die is a block seen from above (css/dice.css): pips on one face only, a sliver of its front, one
 * shadow. In flight it is a cube in CSS. Faces come from the core, never from here.
 */
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { emit } from '../lib/moments.js';
import { motionWanted } from '../lib/settings.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

/** @typedef {import('../lib/dice_places.js').Slot} Slot */

const SIDES = [1, 2, 3, 4, 5, 6];

/** The rotation that shows each face: about the horizontal axis, then about the vertical one. */
const TURNED = [[0, 0], [0, 0], [-90, 0], [0, -90], [0, 90], [90, 0], [0, 180]];

/** How dice lie on the lawn, in degrees. */
const LIE = [-6, 5, -3, 7, -5, 4];

const FLIGHT_MS = 700, PER_DIE_MS = 60, FLIGHT_MOST_MS = 1100;

/**
 * Throws a die: a cube tumbles in, and the block appears when it lies.
 * @param {HTMLElement} die @param {number} face @param {number} duration
 * @returns {Animation} of the cube's way to its place
 */
function tumble(die, face, duration) {
  const block = /** @type {HTMLElement} */ (die.querySelector('.block'));
  const cube = document.createElement('span');
  cube.className = 'cube';
  const turning = document.createElement('span');
  for (const side of SIDES) {
    const face = document.createElement('span');
    face.className = `side side-${side} pips-${side}`;
    turning.append(face);
  }
  cube.append(turning);
  die.append(cube);
  const [x, y] = TURNED[face];
  const spins = () => 360 * (1 + Math.floor(Math.random() * 2)) * (Math.random() < 0.5 ? -1 : 1);
  const away = Math.random() * 60 - 30;
  block.animate({ opacity: [0, 0] }, { duration });
  turning.animate({ transform: [`rotateX(${x + spins()}deg) rotateY(${y + spins()}deg)`, `rotateX(${x}deg) rotateY(${y}deg)`] }, { duration, easing: 'cubic-bezier(.2,.6,.4,1)', fill: 'forwards' });
  const way = cube.animate([
    { translate: `${away * 2}px 160px`, scale: 1.35, easing: 'ease-out' },
    { translate: `${away}px -46px`, scale: 1.2, offset: 0.35, easing: 'ease-in' },
    { translate: `${away / 2}px 0`, scale: 1, offset: 0.62, easing: 'ease-out' },
    { translate: `${away / 4}px -14px`, scale: 1.04, offset: 0.78, easing: 'ease-in' },
    { translate: '0 0', scale: 1 },
  ], { duration });
  way.finished.catch(() => {}).then(() => cube.remove());
  return way;
}

/**
 * Throws the dice whose `throw` has changed. Resolves when the last one lies; at once if nothing moves.
 * @param {HTMLElement} place @param {boolean[]} thrown by position @param {Slot[]} slots
 * @param {number} [most] milliseconds that it may take
 * @returns {Promise<unknown>|null} null: nothing moves
 */
export function throwDice(place, thrown, slots, most = FLIGHT_MOST_MS) {
  const n = thrown.filter(Boolean).length;
  if (!n) return null;
  emit({ kind: 'throw', n });
  const dice = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('.die'));
  const move = most > 0 && motionWanted() && document.visibilityState === 'visible' && 'animate' in place;
  let nth = 0;
  const all = [...dice].flatMap((die, i) => {
    const { face } = slots[i] ?? {};
    if (!thrown[i] || !face) return [];
    const number = ++nth;
    if (!move) {
      emit({ kind: 'land', n: number });
      return [];
    }
    const duration = Math.min(most, FLIGHT_MS + PER_DIE_MS * number);
    return [tumble(die, face, duration).finished.then(() => emit({ kind: 'land', n: number }), () => {})];
  });
  return all.length ? Promise.all(all) : null;
}

/** Ends the throw at once. */
export function endThrow() {
  for (const animation of document.getAnimations()) {
    const target = /** @type {KeyframeEffect|null} */ (animation.effect)?.target;
    if (target?.closest('.die')) animation.finish();
  }
}

/**
 * Dice that can be picked, each a button.
 * @param {{slots: Slot[], picked: string, onPick: ((place: number) => void)|null, dead?: boolean[], flying?: boolean[]}} props
 *   picked: the word under a picked die; onPick null: for display only; dead: dice that cannot be picked; flying: dice
 *   whose faces nobody knows yet
 */
export function Dice({ slots, picked, onPick, dead = [], flying = [] }) {
  const group = useRef(/** @type {HTMLElement|null} */ (null));
  const placed = useRef(/** @type {boolean[]} */ ([]));
  // A die that is kept straightens, and its plate slides under it.
  useLayoutEffect(() => {
    const now = slots.map((slot) => slot.picked);
    if (motionWanted()) {
      group.current?.querySelectorAll('.die').forEach((die, i) => {
        if (now[i] && placed.current[i] === false) die.animate?.({ scale: [0.94, 1] }, { duration: 120, easing: 'ease-out' });
      });
    }
    placed.current = now;
  }, [slots]);
  return html`<div ref=${group} class="dice" data-n=${slots.length} role="group" aria-label=${t('dice.group')}>
    ${slots.map((slot, i) => {
    const name = slot.face === null || slot.stale || flying[i] ? t('dice.unrolled', { n: i + 1 }) : t('dice.die', { n: i + 1, face: slot.face });
    return html`<button type="button" key=${i} class=${`die ${slot.picked ? 'picked' : ''} ${slot.stale ? 'stale' : ''} ${dead[i] ? 'dead' : ''}`} aria-pressed=${slot.picked}
        disabled=${!onPick || slot.face === null || slot.stale} aria-disabled=${dead[i] || undefined} aria-label=${slot.picked ? `${name}, ${picked}` : name} data-face=${slot.face ?? ''}
        onClick=${() => onPick?.(i)}>
        <${Block} face=${slot.face} lie=${slot.picked ? 0 : LIE[i % LIE.length]} grain=${i % 3} />
        <span class=${picked.length > 5 ? 'die-word long' : 'die-word'} aria-hidden="true">${slot.picked && html`<${Icon} name="tick" /><span>${picked}</span>`}</span>
      </button>`;
  })}
  </div>`;
}

/** @param {{face: number|null, lie?: number, grain?: number}} props lie: angle in degrees */
export function Block({ face, lie = 0, grain = 0 }) {
  return html`<span class=${`block grain-${grain} ${face === null ? '' : `pips-${face}`}`} style=${{ rotate: `${lie}deg` }} aria-hidden="true"></span>`;
}

/**
 * Small dice in a line of text; with an empty label they are only decoration.
 * @param {{faces: number[], label?: string}} props
 */
export function DiceRow({ faces, label }) {
  const words = label ?? faces.join(' ');
  return html`<span class="dice-row" role=${words ? 'img' : undefined} aria-label=${words || undefined} aria-hidden=${!words}>
    ${faces.map((face, i) => html`<span class=${`flat pips-${face}`} key=${i} aria-hidden="true"></span>`)}
  </span>`;
}
