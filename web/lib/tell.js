/**
 * Short descriptions of a stored game, for lists.
 */
import { list, number, t } from './strings.js';

/** @typedef {Pick<import('./games.js').Kept, 'seats'|'phase'|'totals'|'winners'>} Told */

/** "Ann 254 · Bea 198"; before the first turn, only the names; without seats, says so. @param {Told} game */
export function scoreWords({ seats, totals, phase }) {
  const begun = phase !== 'setup' && phase !== 'opening';
  const people = seats.map((name, i) => begun && totals ? `${name} ${number(totals[i] ?? 0)}` : name);
  return people.length ? people.join(' · ') : t('tell.nobody');
}

/** Whether the game has yet to start, is in progress or is over, and who won. @param {Told} game */
export function standWords({ seats, phase, winners = [] }) {
  if (phase === 'setup' || phase === 'opening') return t('tell.setup');
  if (phase !== 'over') return t('tell.running');
  if (seats.length === 1) return t('tell.over');
  const names = winners.map((seat) => seats[seat - 1]);
  return t(names.length > 1 ? 'tell.shared' : 'tell.won', { name: names[0] ?? '', names: list(names) });
}
