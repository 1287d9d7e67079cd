/**
 * The HTTP requests of doc/protocol.md.
 */
import { hear } from '../app.js';

/** A request that failed; words.js has the messages for people. */
export class ApiError extends Error {
  /**
   * @param {string} code from the server; 'offline': no answer; 'absent': the table does not exist
   * @param {string} detail
   */
  constructor(code, detail = '') {
    super(detail || code);
    this.code = code;
  }
}

/** @param {string} path such as tables/KQ7M2P */
export const address = (path) => new URL(`api/${path}`, document.baseURI);

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, token?: string}} [more]
 * @returns {Promise<any>}
 */
export async function request(method, path, { body, token } = {}) {
  const headers = { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(address(path), { method, headers, cache: 'no-store', body: body && JSON.stringify(body) }).catch(() => null);
  if (!answer) throw new ApiError('offline');
  const said = hear(await answer.json().catch(() => null));
  if (answer.ok) return said;
  throw new ApiError(said?.code ?? { 401: 'token', 404: 'absent', 429: 'rate' }[answer.status] ?? 'unavailable', said?.detail);
}

/**
 * An SVG image that needs a token, as a data URL for an <img>.
 * @param {string} path
 * @param {string} token
 */
export async function picture(path, token) {
  const answer = await fetch(address(path), { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store' });
  if (!answer.ok) throw new ApiError('unavailable');
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

/** @returns {Promise<'yes'|'no'|'offline'>} whether the server of this page has tables */
export async function hasTables() {
  const answer = await fetch(new URL('api', document.baseURI), { cache: 'no-store' }).catch(() => null);
  if (!answer) return 'offline';
  const said = answer.ok ? await answer.json().catch(() => null) : null;
  return said?.tables === true ? 'yes' : 'no';
}

/** @param {string} code @returns {string} the link to a table, short enough to type */
export const tableLink = (code) => String(new URL(`t/${code}`, document.baseURI));

/** Extracts the table's code from what was typed: a code, or a link that ends in one. @param {string} typed */
export const codeOf = (typed) => typed.trim().replace(/.*\//, '').replace(/[\s-]/g, '').toUpperCase();
