/**
 * The groups that this browser has joined, and what it handed in there.
 */
import { getSettings } from '../lib/settings.js';

const GROUPS = 'yardstick-groups';
const HANDED = 'yardstick-handed';
const KEPT_DAYS = 30;

/**
 * @typedef {Object} OwnGroup
 * @property {string} id
 * @property {string} title the name of the group
 * @property {string} [name] under which games are handed in; '' or absent: only watched
 * @property {boolean} [member] the server has listed it under this name
 * @property {string} [clash] the name that the server refused
 * @property {string} [refused] why it takes no member from this browser, as a code
 * @property {string} [token] of its creator
 */

/**
 * @template T
 * @param {string} key
 * @param {T} other if nothing good is stored
 * @returns {T}
 */
function read(key, other) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    return kept && typeof kept === 'object' && Array.isArray(kept) === Array.isArray(other) ? kept : other;
  } catch {
    return other;
  }
}

/** @param {string} key @param {any} what */
function write(key, what) {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // storage full or disabled: not remembered
  }
}

/** @returns {OwnGroup[]} */
export function ownGroups() {
  return read(GROUPS, /** @type {OwnGroup[]} */ ([])).filter((own) => typeof own?.id === 'string' && typeof own.title === 'string');
}

/** @param {string} id */
export const ownGroup = (id) => ownGroups().find((own) => own.id === id);

/** The name under which this browser plays daily games, as far as it is known. */
export const ownName = () => getSettings().me || ownGroups().find(({ name }) => name)?.name || getSettings().names[0] || '';

/** @param {OwnGroup} group */
export function keepGroup(group) {
  write(GROUPS, [{ ...ownGroup(group.id), ...group }, ...ownGroups().filter((own) => own.id !== group.id)]);
}

/** @param {string} id */
export function forgetGroup(id) {
  const rest = ownGroups().filter((own) => own.id !== id);
  if (rest.length) write(GROUPS, rest);
  else localStorage.removeItem(GROUPS); // nothing to hand in: see ../lib/hand_in_later.js
}

/** @typedef {{ok: boolean, code?: string}} Handed what became of a game that was handed in; code: why it was refused */

/** @param {string} group @param {{date: string, rules: string}} game */
const keyOf = (group, { date, rules }) => `${date} ${rules} ${group}`;

/**
 * @param {string} group
 * @param {{date: string, rules: string}} game
 * @returns {Handed|undefined}
 */
export const handedIn = (group, game) => read(HANDED, /** @type {Record<string, Handed>} */ ({}))[keyOf(group, game)];

/**
 * @param {string} group
 * @param {{date: string, rules: string}} game
 * @param {Handed} what
 */
export function rememberHanded(group, game, what) {
  const oldest = new Date(Date.now() - KEPT_DAYS * 86400000).toISOString().slice(0, 10);
  const all = { ...read(HANDED, /** @type {Record<string, Handed>} */ ({})), [keyOf(group, game)]: what };
  write(HANDED, Object.fromEntries(Object.entries(all).filter(([key]) => key > oldest)));
}
