/**
 * Putting the page among the programs of the system. The browser offers it once, early; the offer is
 * kept until somebody wants it.
 */
import { useEffect, useState } from '../vendor/preact.js';

/** @typedef {(Event & {prompt: () => Promise<unknown>})|null} Offer */

/** @type {Offer} */
let offer = null;
/** @type {Set<() => void>} */
const hearers = new Set();

/** @param {Offer} next */
function change(next) {
  offer = next;
  for (const hear of hearers) hear();
}

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault(); // a button asks instead, when it is convenient
  change(/** @type {any} */ (event));
});
globalThis.addEventListener?.('appinstalled', () => change(null));

/** @returns {boolean} the page runs in a window of its own */
export function isInstalled() {
  return matchMedia('(display-mode: standalone)').matches || /** @type {any} */ (navigator).standalone === true;
}

/** @returns {(() => Promise<void>)|null} asks the system to install; null: it does not offer to */
export function useInstall() {
  const [can, setCan] = useState(Boolean(offer));
  useEffect(() => {
    const hear = () => setCan(Boolean(offer));
    hearers.add(hear);
    return () => {
      hearers.delete(hear);
    };
  }, []);
  return can ? async () => {
    await offer?.prompt();
    change(null); // it can be asked only once
  } : null;
}
