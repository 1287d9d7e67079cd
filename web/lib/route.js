/**
 * Where one is: the part of the address behind `#`. `#/game/k3f9/review` is ['game', 'k3f9', 'review'];
 * a shared record is `#record=…`.
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
 * @param {boolean} [instead] the page before is not come back to
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
 * Where the arrow of a screen leads that a game also leads to: back to the game one came from.
 * @param {string} else_to where it leads otherwise
 */
export function backToGame(else_to) {
  return before.startsWith('#/game/') ? before : else_to;
}

export function useRoute() {
  const [here, setHere] = useState(route);
  useEffect(() => {
    const hear = () => setHere((before) => {
      const now = route();
      return now.join('/') === before.join('/') ? before : now;
    });
    addEventListener('hashchange', hear);
    hear(); // it may have changed since it was first looked at
    return () => removeEventListener('hashchange', hear);
  }, []);
  return here;
}
