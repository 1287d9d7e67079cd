/**
 * When to look again at what others may have changed.
 */
import { useEffect, useState } from '../vendor/preact.js';
import { useSeen } from '../lib/screen.js';

const EVERY_MS = 30_000;

/** @returns {number} a number that grows from time to time while the page is visible, and when it becomes visible again */
export function useBeat() {
  const seen = useSeen();
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    const next = () => setBeat((now) => now + 1);
    if (!seen) return next;
    const timer = setInterval(next, EVERY_MS);
    return () => clearInterval(timer);
  }, [seen]);
  return beat;
}
