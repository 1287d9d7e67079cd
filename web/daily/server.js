/**
 * Requests about groups. They use the code for online tables, which is fetched first.
 */
import { online } from '../lib/load.js';
import { oddName } from '../lib/sides.js';
import { t, translateCore } from '../lib/strings.js';

/** Refusals with sentences of their own; the same codes mean something else at a table. */
const OWN = ['token', 'place', 'absent', 'record', 'date', 'first', 'full'];

/** @typedef {{code: string, message: string}} Refusal */

/**
 * @param {string} method
 * @param {string} path such as g-abc/days/2026-11-18
 * @param {{body?: any, token?: string}} [more]
 * @returns {Promise<any>}
 * @throws {Refusal}
 */
export async function ask(method, path, more) {
  const code = await online.load().catch(() => null);
  if (!code) throw Object.assign(new Error('offline'), { code: 'offline' });
  return code.request(method, path ? `groups/${path}` : 'groups', more);
}

/**
 * The record of a result.
 * @param {string} path
 * @param {string} token
 * @returns {Promise<string>}
 * @throws {Refusal}
 */
export async function askRecord(path, token) {
  const answer = await fetch(new URL(`api/groups/${path}`, document.baseURI), { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store' }).catch(() => null);
  if (answer?.ok) return answer.text();
  throw Object.assign(new Error(''), { code: !answer ? 'offline' : answer.status === 403 ? 'play' : 'absent' });
}

/** @returns {Promise<boolean|null>} whether this page has a server with groups; null: no connection */
export async function hasGroups() {
  const answer = await fetch(new URL('api', document.baseURI), { cache: 'no-store' }).catch(() => null);
  if (!answer) return null;
  return (answer.ok ? await answer.json().catch(() => null) : null)?.tables === true;
}

/** What is wrong with a name for a group; '': nothing. @param {string} name */
export const oddMember = (name) => oddName([name]) || (name.trim() ? '' : t('daily.unnamed'));

/** @param {Refusal} refusal @returns {string} */
export function refusalWords({ code, message }) {
  if (code === 'offline') return t('daily.refused.offline');
  if (code === 'play') return t('daily.refused.play');
  if (OWN.includes(code)) return t(`daily.refused.${code}`);
  return code === 'words' ? translateCore(message) : t('daily.refused.later');
}
