/**
 * Wooden dice. A die is a cube in CSS (css/dice.css), rotated to show its face; rolling animates the
 * rotation. Faces come from the core, never from here.
 */
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { motionWanted } from '../lib/settings.js';
import { t } from '../lib/strings.js';

const SIDES = [1, 2, 3, 4, 5, 6];

/** The rotation that shows each face: about the horizontal axis, then about the vertical one. */
const TURNED = [[0, 0], [0, 0], [-90, 0], [0, -90], [0, 90], [90, 0], [0, 180]];

const ROLL_MS = 900;

/**
 * @typedef {Object} Slot a die and its position on the lawn
 * @property {number|null} face null: not rolled yet
 * @property {boolean} picked kept, or about to be set aside
 * @property {number} throw incremented by every roll of the die
 */

/**
 * Draws one die.
 * @param {{face: number|null, fell?: number}} props fell: changes when the die is rolled; 0: not rolled here
 */
function Cube({ face, fell = 0 }) {
  const cube = useRef(/** @type {HTMLElement|null} */ (null));
  const before = useRef(0);
  const [x, y] = TURNED[face ?? 0];
  useLayoutEffect(() => {
    if (before.current === fell) return;
    before.current = fell;
    const element = cube.current;
    if (!element || face === null || !motionWanted() || !element.animate) return;
    const spins = () => 360 * (1 + Math.floor(Math.random() * 2)) * (Math.random() < 0.5 ? -1 : 1);
    const away = Math.random() * 30 - 15;
    const duration = ROLL_MS + Math.random() * 300;
    element.animate([
      { transform: `rotateX(${x + spins()}deg) rotateY(${y + spins()}deg)` },
      { transform: `rotateX(${x}deg) rotateY(${y}deg)` },
    ], { duration, easing: 'cubic-bezier(.15,.6,.35,1)' });
    element.parentElement?.animate([
      { translate: `${away * 3}px -140px`, scale: 1.25 },
      { translate: `${away}px 0`, scale: 1, offset: 0.45, easing: 'ease-out' },
      { translate: `${away / 2}px -34px`, scale: 1.06, offset: 0.68, easing: 'ease-in' },
      { translate: '0 0', scale: 1, offset: 0.88 },
      { translate: '0 0', scale: 1 },
    ], { duration, easing: 'ease-in' });
  }, [fell]);
  return html`<span class="tilt" aria-hidden="true">
    <span class="cube" ref=${cube} style=${{ transform: `rotateX(${x}deg) rotateY(${y}deg)` }}>
      ${SIDES.map((side) => html`<span class=${`side side-${side} ${face === null ? 'bare' : `pips-${side}`}`} key=${side}></span>`)}
    </span>
  </span>`;
}

/** Skips the rolling animation. */
export function endRoll() {
  for (const animation of document.getAnimations()) {
    const target = /** @type {KeyframeEffect|null} */ (animation.effect)?.target;
    if (target?.closest('.die')) animation.finish();
  }
}

/**
 * Dice that can be picked, each a button.
 * @param {{slots: Slot[], picked: string, onPick: ((place: number) => void)|null}} props
 *   picked: the word under a picked die; onPick null: for display only
 */
export function Dice({ slots, picked, onPick }) {
  return html`<div class="dice" role="group" aria-label=${t('dice.group')}>
    ${slots.map((slot, i) => {
    const name = slot.face === null ? t('dice.unrolled', { n: i + 1 })
      : t('dice.die', { n: i + 1, face: slot.face });
    return html`<div class=${`die-place ${slot.picked ? 'picked' : ''}`} key=${i}>
        <button type="button" class="die" aria-pressed=${slot.picked} disabled=${!onPick || slot.face === null}
          aria-label=${slot.picked ? `${name}, ${picked}` : name} data-face=${slot.face ?? ''}
          onClick=${() => onPick?.(i)}>
          <${Cube} face=${slot.face} fell=${slot.throw} />
        </button>
        <span class="die-word" aria-hidden="true">${slot.picked ? `✓ ${picked}` : ''}</span>
      </div>`;
  })}
  </div>`;
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

/**
 * Assigns faces to positions: picked dice stay where they are, and the other positions get the remaining faces, in
 * random order unless `real`.
 * @param {Slot[]} before
 * @param {number[]} faces
 * @param {number} count number of positions
 * @param {boolean} [real] real dice: sorted, and not animated
 * @returns {Slot[]}
 */
export function settle(before, faces, count, real = false) {
  const left = [...faces];
  /** @type {Slot[]} */
  const slots = Array.from({ length: count }, (_, i) => ({ face: null, picked: false, throw: before[i]?.throw ?? 0 }));
  slots.forEach((slot, i) => {
    const old = before[i];
    const at = old?.picked ? left.indexOf(/** @type {number} */ (old.face)) : -1;
    if (at < 0) return;
    slot.face = old.face;
    slot.picked = true;
    left.splice(at, 1);
  });
  left.sort(real ? (a, b) => b - a : () => Math.random() - 0.5);
  for (const slot of slots) {
    if (slot.face !== null || !left.length) continue;
    slot.face = /** @type {number} */ (left.pop());
    if (!real) slot.throw++;
  }
  return slots;
}
