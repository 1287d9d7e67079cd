/**
 * Whether the page is visible, and whether a media query holds, as state of a component.
 */
import { useLayoutEffect, useState } from '../vendor/preact.js';

/** @returns {boolean} whether the page is visible */
export function useSeen() {
  const look = () => document.visibilityState === 'visible';
  const [seen, setSeen] = useState(look);
  useLayoutEffect(() => {
    const hear = () => setSeen(look());
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  }, []);
  return seen;
}

/** @param {string} query @returns {boolean} whether it holds */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const hear = () => setHolds(media.matches);
    hear();
    media.addEventListener('change', hear);
    return () => media.removeEventListener('change', hear);
  }, [query]);
  return holds;
}
