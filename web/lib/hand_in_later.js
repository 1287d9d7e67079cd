/**
 * Daily games that were played without a connection are handed in to groups when there is one.
 */
import { later } from './load.js';
import { hasStored } from './settings.js';

/** Hands in what waits, if this browser has joined a group. What fails is tried again the next time. */
export function handInLater() {
  if (hasStored('yardstick-groups')) later.load().then((code) => code.handInAll()).catch(() => {});
}
