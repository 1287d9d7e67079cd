/**
 * The secret token that makes this browser's daily games its own.
 */
import { referee } from '../lib/core_client.js';
import { keepPlayer, knownPlayer } from './stored.js';

/** Draws the token on the first call. @returns {Promise<import('./stored.js').Player>} */
export async function player() {
  const known = knownPlayer();
  if (known) return known;
  const token = [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, '0')).join('');
  const { player: hash } = await referee.ask(`daily player ${token}`);
  keepPlayer({ token, hash });
  return { token, hash };
}
