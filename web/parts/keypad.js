/**
 * The keys for real dice: large enough for a thumb, and in the same pixels in every state of a game.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { padWords } from '../lib/describe.js';
import { t, translateCore } from '../lib/strings.js';
import { Icon } from './icon.js';

/** @typedef {import('./yard.js').PadProps} PadProps */

export const FACES = [1, 2, 3, 4, 5, 6];
const QUIET_MS = 500; // a second tap within this time was not meant for what it would do now

/**
 * After an entry, taps on the keys are ignored for half a second: a double tap would already count for the next player.
 * A tap elsewhere ends that time. Presses of a keyboard and of screen readers are never ignored.
 */
export function useQuiet() {
  const until = useRef(-Infinity);
  const [quiet, setQuiet] = useState(false);
  const timer = useRef(0);
  const end = () => {
    clearTimeout(timer.current);
    until.current = -Infinity;
    setQuiet(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    quiet,
    end,
    begin() {
      end();
      until.current = performance.now() + QUIET_MS;
      setQuiet(true);
      timer.current = setTimeout(() => setQuiet(false), QUIET_MS + 1);
    },
    /** A click handler that ignores stray taps. @param {() => void} go */
    tap: (go) => (/** @type {MouseEvent} */ event) => {
      if (event.detail === 0 || event.timeStamp > until.current) go(); // a busy page hears of a tap later
    },
  };
}

/**
 * What has been typed. Taps may come faster than the page is redrawn, so the newest value is `now()`.
 * @param {unknown[]} about it is cleared when one of these changes
 */
export function useTyped(about) {
  const newest = useRef('');
  const kept = useRef(''); // what stays typed at the next change
  const [typed, draw] = useState('');
  const set = (/** @type {string} */ words) => {
    newest.current = words;
    draw(words);
  };
  useLayoutEffect(() => { // before the next tap, which would otherwise be lost
    set(kept.current);
    kept.current = '';
  }, about);
  return { typed, set, now: () => newest.current, keep: (/** @type {string} */ words) => { kept.current = words; } };
}

/**
 * A key. One that is off says why, and still can be focused.
 * @param {{class?: string, off?: boolean, label?: string, pressed?: boolean, onTap: (event: MouseEvent) => void, children?: any}} props
 */
export function Key({ class: look = '', off = false, label, pressed, onTap, children }) {
  return html`<button type="button" class=${`key ${look} ${off ? 'key-off' : ''}`} aria-disabled=${off || undefined} aria-label=${label} aria-pressed=${pressed} onClick=${onTap}>${children}</button>`;
}

/**
 * Six keys, one per face.
 * @param {{off?: boolean, onFace: (face: number) => (event: MouseEvent) => void}} props
 */
export function FaceKeys({ off = false, onFace }) {
  return html`<div class="faces" role="group" aria-label=${t('pad.faces')}>
    ${FACES.map((face) => html`<${Key} key=${face} off=${off} label=${t('pad.face', { face })} onTap=${onFace(face)}><span class=${`flat pips-${face}`} aria-hidden="true"></span><//>`)}
  </div>`;
}

/** The key that deletes what was typed last. @param {{pad: PadProps}} props */
export function DeleteKey({ pad: { typing, quiet, back, mode, view, bot, act } }) {
  const again = view.state.phase === 'choose' && !bot && view.back; // opens the dice again
  const off = !act || !(typing.typed || again);
  return html`<button type="button" class=${`key delete-key ${off ? 'key-off' : ''}`} aria-disabled=${off || undefined} aria-label=${t(mode === 'points' ? 'yard.delete' : 'pad.back')} onClick=${quiet.tap(back)}><${Icon} name="erase" /></button>`;
}

/** The dice that are being entered, and gaps for those that are missing. @param {{typed: string, count: number}} props */
export function NewDice({ typed, count }) {
  return html`<span class="pad-new" role="img" aria-label=${typed ? t('pad.so-far', { dice: [...typed].join(' ') }) : t('pad.none')}>
    ${Array.from({ length: count }, (_, i) => html`<span class=${`flat ${typed[i] ? `pips-${typed[i]}` : i === typed.length ? 'gap next' : 'gap'}`} key=${i}></span>`)}</span>`;
}

/**
 * A die that was entered, to be picked.
 * @param {{slot: import('../lib/dice_places.js').Slot, n: number, word: string, dead?: boolean, onPick: (() => void)|null}} props word: what it is if picked
 */
export function EnteredDie({ slot, n, word, dead, onPick }) {
  const name = t('dice.die', { n, face: slot.face ?? '' });
  return html`<button type="button" class=${`die place-die ${slot.picked ? 'picked' : ''}`} data-face=${slot.face ?? ''} aria-pressed=${slot.picked} disabled=${!onPick} aria-disabled=${dead || undefined}
    aria-label=${slot.picked ? `${name}, ${word}` : name} onClick=${onPick}><span class=${`flat pips-${slot.face}`} aria-hidden="true"></span></button>`;
}

/** Who does what now. @param {PadProps} pad */
export function askWords({ view, mode, count, name, bot }) {
  if (view.state.phase === 'choose') return bot ? t('plank.turn', { name }) : translateCore(view.look.why ?? '');
  return mode === 'throws' ? padWords(view, count, name) : t(mode === 'last' ? 'yard.aside' : 'plank.turn', { name });
}
