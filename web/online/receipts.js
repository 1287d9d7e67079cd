/**
 * Receipts that a server has signed for this player's lines: it cannot claim later that they never arrived, or
 * that the log before them was different. Stored apart from the games, for `yard verify --receipts`.
 */
import { RECEIPTS } from '../lib/games.js';
import { verifier } from './fair.js';

/** @typedef {import('./verify.js').Receipt} Receipt */

const MOST = 2000; // about twenty games
const KEY = 'yardstick-server-key'; // localStorage is per origin, so this is per server

/** @returns {Promise<IDBObjectStore>} */
function store(/** @type {IDBTransactionMode} */ mode) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(RECEIPTS, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RECEIPTS, { autoIncrement: true }).createIndex('code', 'code');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // another tab is deleting everything
      const tx = request.result.transaction(RECEIPTS, mode);
      tx.oncomplete = tx.onabort = () => request.result.close();
      resolve(tx.objectStore(RECEIPTS));
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

/** @param {string} code @returns {Promise<Receipt[]>} sorted by line, without duplicates */
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

/** @returns {string} the key that this server is known to sign with; '' if not known yet */
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
    // no storage: the next key will be trusted as if it were the first
  }
}

export class Receipts {
  /**
   * @type {''|'log'|'signature'|'key'|'table'} what is wrong: the server signed a different log, the signature is
   *   invalid, the key has changed, or the receipt is for another table
   */
  wrong = '';
  line = 0;
  key = '';
  count = 0;

  /** @param {string} code @param {() => void} changed called when `wrong` changes */
  constructor(code, changed) {
    this.code = code;
    this.changed = changed;
    receiptsOf(code).then((all) => {
      this.count += all.length;
    }, () => {});
  }

  /**
   * Checks the receipt of an answer, and stores it.
   * @param {{line?: number, receipt?: Receipt}} answer
   * @param {string} text the record, at least up to the receipt's line
   * @param {string} [table] the table's id: receipts can contradict each other only if they name the same table
   */
  async take({ line = 0, receipt }, text, table = receipt?.table) {
    if (!receipt) return;
    this.count++;
    keep(this.code, receipt).catch(() => {}); // check the receipt even if it cannot be stored
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
    if (this.wrong === 'log') return; // nothing is more serious
    Object.assign(this, { wrong, line, key });
    this.changed();
  }

  /** Accepts the new key as the server's. */
  trust() {
    noteKey(this.key);
    this.wrong = '';
    this.changed();
  }
}
