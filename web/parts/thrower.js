/**
 * A pad for entering real dice: a button for each face, large enough for a thumb.
 */
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { useKeys } from '../lib/keys.js';
import { announce } from '../lib/live.js';
import { sound } from '../lib/sound.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * Six buttons, one per face.
 * @param {{onFace: (face: number) => void}} props
 */
export function Faces({ onFace }) {
  return html`<div class="faces" role="group" aria-label=${t('pad.faces')}>
    ${FACES.map((face) => html`<button type="button" key=${face} aria-label=${t('pad.face', { face })} onClick=${() => onFace(face)}>
      <span class=${`flat pips-${face}`} aria-hidden="true"></span></button>`)}
  </div>`;
}

/**
 * Enters what real dice show. Entering the last die submits all faces without confirmation; undo takes back a
 * mistake.
 * @param {{ask: string, count: number, kept: number[], onRoll: (line: string) => void, onUndo: (() => void)|null}} props
 *   ask: who rolls how many dice; kept: the dice that stay; onUndo null: nothing to undo
 */
export function FacePad({ ask, count, kept, onRoll, onUndo }) {
  const typed = useRef(/** @type {number[]} */ ([])); // keys may come faster than the page is redrawn
  const [faces, setFaces] = useState(typed.current);
  const set = (/** @type {number[]} */ now) => {
    typed.current = now;
    setFaces(now);
  };
  useLayoutEffect(() => set([]), [ask]); // clear before the next key press, which would otherwise be lost
  const add = (/** @type {number} */ face) => {
    sound('tick');
    const now = [...typed.current, face];
    set(now.length < count ? now : []);
    if (now.length < count) announce(t('pad.got', { face, n: count - now.length }));
    else onRoll(`roll ${now.join(' ')}`);
  };
  const back = () => set(typed.current.slice(0, -1));
  useKeys((key) => {
    if (/^[1-6]$/.test(key)) add(Number(key));
    else if (key === 'Backspace' && typed.current.length) back();
    else return false;
    return true;
  });
  return html`<section class="pad panel" aria-label=${t('pad.label')}>
    <p class="pad-ask"><strong>${ask}</strong></p>
    <p class="pad-row">
      ${kept.length > 0 && html`<span class="pad-kept" role="img" aria-label=${t('pad.kept', { dice: kept.join(' ') })}>
        ${kept.map((face, i) => html`<span class=${`flat pips-${face}`} key=${i}></span>`)}<span class="small" aria-hidden="true">${t('dice.kept')}</span></span>`}
      <span class="pad-new" role="img" aria-label=${faces.length ? t('pad.so-far', { dice: faces.join(' ') }) : t('pad.none')}>
        ${Array.from({ length: count }, (_, i) => html`<span class=${`flat ${faces[i] ? `pips-${faces[i]}` : i === faces.length ? 'gap next' : 'gap'}`} key=${i}></span>`)}</span>
    </p>
    <${Faces} onFace=${add} />
    <div class="buttons pad-tools">
      ${faces.length > 0 ? html`<button type="button" onClick=${back}><${Icon} name="erase" /> ${t('pad.back')}</button>`
    : onUndo && html`<button type="button" onClick=${onUndo}><${Icon} name="undo" /> ${t('pad.undo')}</button>`}
    </div>
  </section>`;
}
