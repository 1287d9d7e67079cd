/**
 * The own part of fair dice (doc/fairness.md): drawn here, sealed by the core, kept so that a reload does not
 * lose it, and found again in the record before the first throw and at the end.
 */
import { referee } from '../app.js';
import { dealsOf, keptFor } from './deals.js';

const KEY = 'yardstick-shares';
const MOST = 200; // games whose dice can still be looked at

/** @typedef {import('./deals.js').Share} Share */

/** @type {Share[]} for browsers that keep nothing */
let shares = [];

/** A second verifier that shares nothing with the core; fetched when dice are to be agreed on. */
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

/** @returns {Share[]} all that this browser has drawn */
export const keptShares = () => [...drawn(), ...shares];

/**
 * @param {string} commitment
 * @param {number} seat
 * @param {{table: string, log?: string}} about
 * @returns {string} 32 random bytes, the same ones whenever it is asked
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
 * @param {string} table its code
 * @returns {Promise<string>} a line, '' for nothing; fails when another pledge stands there in its name
 */
export async function nextShare(text, state, seat, sealed, table) {
  const { fair } = state;
  const commitment = fair?.commitment;
  if (!fair || !commitment || !fair.missing?.includes(seat) || (fair.waits !== 'pledges' && fair.waits !== 'shares')) return '';
  // What was settled before the dice were is kept with the share: it cannot be told differently later.
  const lines = text.split('\n');
  const log = await verifier().then(({ logHash }) => logHash(lines, dealsOf(text).at(-1)?.line), () => undefined);
  return alone(KEY, async () => {
    const bytes = share(commitment, seat, { table, log });
    const pledged = pledgedBy(text, commitment, seat);
    if (fair.waits === 'pledges' || (fair.missing?.length ?? 0) > 1 || sealed) {
      const { pledge } = await referee.about(text, `seal ${seat} ${bytes}`);
      if (!pledged) return `pledge ${seat} ${pledge}`;
      if (pledged !== pledge) throw new Error('changed'); // a share is opened only to the own pledge
    }
    return fair.waits === 'shares' ? `share ${seat} ${bytes}` : '';
  });
}

/** @param {string} text @param {string} commitment @param {number} seat @returns {string|undefined} */
function pledgedBy(text, commitment, seat) {
  return new RegExp(`^pledge ${seat} (\\w+)$`, 'm').exec(text.slice(text.lastIndexOf(` ${commitment}\n`)))?.[1];
}

/**
 * Whether all that this browser gave to the dice of a game stands in its record.
 * @param {string} text
 * @param {string} commitment
 * @param {number} seats
 * @returns {'yes'|'no'|'none'} none: it has given nothing, or does not know any more
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
