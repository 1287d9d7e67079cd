/**
 * How dice come to the table: a button that rolls them, or, with real dice, a pad of faces.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { useKeys } from '../lib/keys.js';
import { Icon } from './icon.js';

/**
 * Types in what real dice show. The last die enters them all; there is nothing to confirm, and undo
 * takes a mistake back.
 * @param {{count: number, name: string, onRoll: (line: string) => void}} props
 */
export function FacePad({ count, name, onRoll }) {
  const [faces, setFaces] = useState(/** @type {number[]} */ ([]));
  useEffect(() => setFaces([]), [count, name]);
  const add = (/** @type {number} */ face) => {
    const now = [...faces, face];
    if (now.length < count) return setFaces(now);
    setFaces([]);
    onRoll(`roll ${now.join(' ')}`);
  };
  const back = () => setFaces(faces.slice(0, -1));
  useKeys((key) => {
    if (/^[1-6]$/.test(key)) add(Number(key));
    else if (key === 'Backspace' && faces.length) back();
    else return false;
    return true;
  });
  return html`<section class="pad panel" aria-label=${t('pad.label')}>
    <p class="pad-ask"><strong>${t('pad.ask', { name, n: count })}</strong></p>
    <p class="pad-got" aria-live="polite">
      ${Array.from({ length: count }, (_, i) => faces[i]
    ? html`<span class=${`flat pips-${faces[i]}`} key=${i} role="img" aria-label=${faces[i]}></span>`
    : html`<span class="flat gap" key=${i} aria-hidden="true"></span>`)}
      <button type="button" class="icon-button" disabled=${!faces.length} aria-label=${t('pad.back')} onClick=${back}><${Icon} name="erase" /></button>
    </p>
    <div class="faces">
      ${[1, 2, 3, 4, 5, 6].map((face) => html`<button type="button" key=${face} aria-label=${t('pad.face', { face })} onClick=${() => add(face)}>
        <span class=${`flat pips-${face}`} aria-hidden="true"></span></button>`)}
    </div>
  </section>`;
}
