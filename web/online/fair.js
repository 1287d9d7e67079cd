/**
 * The own part of fair dice (doc/fairness.md): drawn here, sealed by the core, kept so that a reload does not
 * lose it, and found again in the record at the end.
 */
import { referee } from '../app.js';

const KEY = 'yardstick-shares';
const MOST = 60; // games whose dice can still be looked at

/** @typedef {{commitment: string, seat: number, bytes: string}} Share */

/** @type {Share[]} for browsers that keep nothing */
let shares = [];

/** @returns {Share[]} newest first */
function drawn() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : shares;
  } catch {
    return shares;
  }
}

/** @param {string} commitment @param {number} seat */
const find = (commitment, seat) => [...drawn(), ...shares].find((share) => share.commitment === commitment && share.seat === seat)?.bytes;

/** @param {string} commitment @param {number} seat @returns {string} 32 random bytes, the same ones whenever it is asked */
function share(commitment, seat) {
  const found = find(commitment, seat);
  if (found) return found;
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('');
  const before = drawn();
  shares = [{ commitment, seat, bytes }, ...(before.length ? before : shares)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(shares));
  } catch {
    // it holds until the page is closed
  }
  return bytes;
}

/**
 * One after the other in all tabs: two of one person draw one share.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const alone = async (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());

/**
 * What a seat has to say next about its dice.
 * @param {string} text the record
 * @param {import('../lib/answers.js').State} state
 * @param {number} seat
 * @param {boolean} sealed whether pledges are given: more than one seat shares
 * @returns {Promise<string>} a line, '' for nothing
 */
export async function nextShare(text, state, seat, sealed) {
  const { fair } = state;
  const commitment = fair?.commitment;
  if (!fair || !commitment || !fair.missing?.includes(seat) || (fair.waits !== 'pledges' && fair.waits !== 'shares')) return '';
  return alone(KEY, async () => {
    const bytes = share(commitment, seat);
    const pledged = pledgedBy(text, commitment, seat);
    if ((fair.waits === 'pledges' || fair.missing.length > 1 || sealed) && !pledged) return `pledge ${seat} ${(await referee.about(text, `seal ${seat} ${bytes}`)).pledge}`;
    return fair.waits === 'shares' ? `share ${seat} ${bytes}` : '';
  });
}

/** @param {string} text @param {string} commitment @param {number} seat */
function pledgedBy(text, commitment, seat) {
  return text.slice(text.lastIndexOf(` ${commitment}\n`)).includes(`\npledge ${seat} `);
}

/**
 * Whether all that this browser gave to the dice of a game stands in its record.
 * @param {string} text
 * @param {string} commitment
 * @param {number} seats
 * @returns {'yes'|'no'|'none'} none: it has given nothing, or does not know any more
 */
export function ownShares(text, commitment, seats) {
  let found = /** @type {'yes'|'no'|'none'} */ ('none');
  for (let seat = 1; seat <= seats; seat++) {
    const bytes = find(commitment, seat);
    const given = new RegExp(`^share ${seat} ([0-9a-f]{64})$`, 'm').exec(text.slice(text.lastIndexOf(` ${commitment}\n`)))?.[1];
    if (!bytes || !given) continue;
    if (given !== bytes) return 'no';
    found = 'yes';
  }
  return found;
}
