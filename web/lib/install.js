/**
 * Installing the page as an app. The browser offers this early; the page keeps the offer until the user presses the
 * install button or the app has been installed.
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
  event.preventDefault(); // the page has its own install button
  change(/** @type {any} */ (event));
});
globalThis.addEventListener?.('appinstalled', () => change(null));

/** @returns {boolean} whether the page runs as an installed app */
export function isInstalled() {
  return matchMedia('(display-mode: standalone)').matches || /** @type {any} */ (navigator).standalone === true;
}

/** @returns {(() => Promise<void>)|null} asks the browser to install the page; null if installing is not possible */
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
    change(null); // an offer works only once
  } : null;
}
