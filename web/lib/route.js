/**
 * Routing by the part of the URL after `#`: `#/game/k3f9/review` is ['game', 'k3f9', 'review']; a
 * shared record is `#record=…`.
 */
import { useEffect, useState } from '../vendor/preact.js';

/** @returns {string[]} */
export function route() {
  const hash = location.hash.slice(1);
  if (hash.startsWith('record=')) return ['shared', hash.slice('record='.length)];
  return hash.split('/').filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/**
 * @param {string} to such as '/new'
 * @param {boolean} [instead] replaces the current history entry
 */
export function go(to, instead = false) {
  if (instead) location.replace(`#${to}`);
  else location.hash = to;
}

let here = location.hash;
let before = '';
addEventListener('hashchange', () => {
  before = here;
  here = location.hash;
});

/**
 * The target of the back arrow on a screen that can be reached from a game, here or at a server's table: that game, if
 * the user came from it.
 * @param {string} else_to the target otherwise
 */
export function backToGame(else_to) {
  return /^#\/(game|online)\/\w/.test(before) ? before : else_to;
}

export function useRoute() {
  const [here, setHere] = useState(route);
  useEffect(() => {
    const hear = () => setHere((before) => {
      const now = route();
      return now.join('/') === before.join('/') ? before : now;
    });
    addEventListener('hashchange', hear);
    hear(); // the route may have changed since the first render
    return () => removeEventListener('hashchange', hear);
  }, []);
  return here;
}
