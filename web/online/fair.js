/**
 * This player's part of fair dice (doc/fairness.md): drawn here, sealed by the core, stored so that it survives
 * a reload, and compared with the record before the first throw and at the end.
 */
import { referee } from '../app.js';
import { dealsOf, keptFor } from './deals.js';

const KEY = 'yardstick-shares';
const MOST = 200; // shares kept for checking dice later

/** @typedef {import('./deals.js').Share} Share */

/** @type {Share[]} for browsers without storage */
let shares = [];

/** A second verifier that shares no code with the core; loaded on demand. */
export const verifier = () => import('./verify.js');

/** @returns {Share[]} newest first */
function drawn() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : shares;
  } catch {
    return shares;
  }
}

/** @returns {Share[]} all shares that this browser still has */
export const keptShares = () => [...drawn(), ...shares];

/**
 * @param {string} commitment
 * @param {number} seat
 * @param {{table: string, log?: string}} about
 * @returns {string} 32 random bytes in hex, the same on every call for this commitment and seat
 */
function share(commitment, seat, about) {
  const found = keptFor(keptShares(), commitment, seat);
  if (found) return found;
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('');
  const before = drawn();
  shares = [{ commitment, seat, bytes, ...about }, ...(before.length ? before : shares)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(shares));
  } catch {
    // kept in memory until the page is closed
  }
  return bytes;
}

/**
 * Runs work in one tab at a time, if the browser has locks: two tabs of one player must not draw different shares.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const alone = async (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());

/**
 * The pledge or share that a seat has to give next.
 * @param {string} text the record
 * @param {import('../lib/answers.js').State} state
 * @param {number} seat
 * @param {boolean} sealed whether shares are pledged first, because more than one seat gives a share
 * @param {string} table the table's code
 * @returns {Promise<string>} a line, or '' if none is due; rejects if the log has a different pledge for the seat
 */
export async function nextShare(text, state, seat, sealed, table) {
  const { fair } = state;
  const commitment = fair?.commitment;
  if (!fair || !commitment || !fair.missing?.includes(seat) || (fair.waits !== 'pledges' && fair.waits !== 'shares')) return '';
  // Store the hash of the log with the share, so that a rewritten log is detected later.
  const lines = text.split('\n');
  const log = await verifier().then(({ logHash }) => logHash(lines, dealsOf(text).at(-1)?.line), () => undefined);
  return alone(KEY, async () => {
    const bytes = share(commitment, seat, { table, log });
    const pledged = pledgedBy(text, commitment, seat);
    if (fair.waits === 'pledges' || (fair.missing?.length ?? 0) > 1 || sealed) {
      const { pledge } = await referee.about(text, `seal ${seat} ${bytes}`);
      if (!pledged) return `pledge ${seat} ${pledge}`;
      if (pledged !== pledge) throw new Error('changed'); // never open a share other than the pledged one
    }
    return fair.waits === 'shares' ? `share ${seat} ${bytes}` : '';
  });
}

/** @param {string} text @param {string} commitment @param {number} seat @returns {string|undefined} */
function pledgedBy(text, commitment, seat) {
  return new RegExp(`^pledge ${seat} (\\w+)$`, 'm').exec(text.slice(text.lastIndexOf(` ${commitment}\n`)))?.[1];
}

/**
 * Whether the record's shares for the dice of a game are the ones that this browser gave.
 * @param {string} text
 * @param {string} commitment
 * @param {number} seats
 * @returns {'yes'|'no'|'none'} none: this browser gave none or no longer has them, or the record has none
 */
export function ownShares(text, commitment, seats) {
  const kept = keptShares();
  let found = /** @type {'yes'|'no'|'none'} */ ('none');
  for (let seat = 1; seat <= seats; seat++) {
    const bytes = keptFor(kept, commitment, seat);
    const given = new RegExp(`^share ${seat} ([0-9a-f]{64})$`, 'm').exec(text.slice(text.lastIndexOf(` ${commitment}\n`)))?.[1];
    if (!bytes || !given) continue;
    if (given !== bytes) return 'no';
    found = 'yes';
  }
  return found;
}
