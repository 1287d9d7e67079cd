/**
 * What a server has signed for the own lines: it cannot say later that they never came, or that the log before
 * them was another one. Kept apart from the games, for `yard verify --receipts`.
 */
import { verifier } from './fair.js';

/** @typedef {import('./verify.js').Receipt} Receipt */

const NAME = 'yardstick-receipts';
const MOST = 2000; // some twenty games
const KEY = 'yardstick-server-key'; // browsers keep it by server

/** @returns {Promise<IDBObjectStore>} */
function store(/** @type {IDBTransactionMode} */ mode) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME, { autoIncrement: true }).createIndex('code', 'code');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const tx = request.result.transaction(NAME, mode);
      tx.oncomplete = tx.onabort = () => request.result.close();
      resolve(tx.objectStore(NAME));
    };
  });
}

/** @param {string} code @param {Receipt} receipt */
async function keep(code, receipt) {
  const receipts = await store('readwrite');
  receipts.add({ code, receipt });
  const count = receipts.count();
  count.onsuccess = () => {
    if (count.result <= MOST) return;
    receipts.openCursor().onsuccess = (/** @type {any} */ { target }) => target.result?.delete(); // the oldest
  };
}

/** @param {string} code @returns {Promise<Receipt[]>} in the order of lines; a line that was said twice has one */
export async function receiptsOf(code) {
  const receipts = await store('readonly');
  /** @type {{receipt: Receipt}[]} */
  const all = await new Promise((resolve, reject) => {
    const request = receipts.index('code').getAll(code);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const texts = new Set(all.map(({ receipt }) => JSON.stringify(receipt)));
  return [...texts].map((text) => JSON.parse(text)).sort((a, b) => a.line - b.line);
}

/** @returns {string} the key that this server has always signed with; '': nobody knows yet */
function knownKey() {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} key */
function noteKey(key) {
  try {
    localStorage.setItem(KEY, key);
  } catch {
    // the next time is the first one again
  }
}

export class Receipts {
  /** @type {''|'log'|'signature'|'key'|'table'} what is wrong: another log was signed, nothing was, by another key than before, or for another table */ wrong = '';
  line = 0;
  key = '';
  count = 0;

  /** @param {string} code @param {() => void} changed is told when something is wrong */
  constructor(code, changed) {
    this.code = code;
    this.changed = changed;
    receiptsOf(code).then((all) => {
      this.count += all.length;
    }, () => {});
  }

  /**
   * Looks at the receipt of an answer, and keeps it.
   * @param {{line?: number, receipt?: Receipt}} answer
   * @param {string} text the record, as far as the receipt goes
   * @param {string} [table] its id: two receipts contradict each other only if they name the same one
   */
  async take({ line = 0, receipt }, text, table = receipt?.table) {
    if (!receipt) return;
    this.count++;
    keep(this.code, receipt).catch(() => {}); // no room: what is wrong with it is told all the same
    const lines = text.split('\n').slice(0, -1);
    const found = await verifier().catch(() => null);
    if (!found || lines.length < receipt.line) return;
    const known = knownKey() || receipt.key;
    noteKey(known);
    if (!(receipt.line >= line) || receipt.log !== found.logHash(lines, receipt.line)) this.#warn('log', line);
    else if (receipt.table !== table) this.#warn('table', line);
    else if (receipt.key !== known) this.#warn('key', line, receipt.key);
    else if ((await found.checkReceipts(text, [receipt], known)).verdict === 'bad') this.#warn('signature', line);
  }

  /** @param {Receipts['wrong']} wrong @param {number} line @param {string} [key] */
  #warn(wrong, line, key = '') {
    if (this.wrong === 'log') return; // nothing is worse
    Object.assign(this, { wrong, line, key });
    this.changed();
  }

  /** The new key is the server's. */
  trust() {
    noteKey(this.key);
    this.wrong = '';
    this.changed();
  }
}
