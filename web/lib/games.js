/**
 * The games stored in this browser: each is a record, the same text as a `.yard` file, with a summary
 * for lists.
 *
 * A line is appended only to the record as the tab knows it: if another tab has added lines since,
 * the line is refused and the tab reloads the game. So two tabs cannot damage a game, and nothing that
 * was shown as done is lost: `append` resolves when the line is on disk.
 */

/**
 * @typedef {Object} Kept
 * @property {string} id
 * @property {string} text the record
 * @property {string} rules
 * @property {string[]} seats
 * @property {string} phase
 * @property {number} begun milliseconds since 1970
 * @property {number} changed
 * @property {number[]} [totals]
 * @property {number[]} [winners]
 * @property {boolean} [received] from a file or a link
 */

const NAME = 'yardstick';
/** The database of the receipts from servers (../online/receipts.js). */
export const RECEIPTS = 'yardstick-receipts';
const GAMES = 'games';

/** A failure of the store. `why` is for programs; the page has the messages for people. */
export class StoreError extends Error {
  /**
   * @param {'full'|'conflict'|'gone'|'cleared'|'closed'} why gone: deleted by a page; cleared: by the browser, with everything else
   * @param {unknown} [cause]
   */
  constructor(why, cause) {
    super(`games: ${why}`, { cause });
    this.why = why;
  }
}

/** @type {Promise<IDBDatabase>|null} */
let opening = null;
let known = false; // whether this page has seen the database
let cleared = false; // whether the database has had to be made again since

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      cleared = known;
      request.result.createObjectStore(GAMES, { keyPath: 'id' }).createIndex('changed', 'changed');
    };
    request.onsuccess = () => {
      const db = request.result;
      known = true;
      const close = () => {
        db.close();
        opening = null;
      };
      db.onversionchange = close; // a newer page needs another schema
      db.onclose = close;
      resolve(db);
    };
    request.onerror = () => reject(new StoreError('closed', request.error));
    request.onblocked = () => reject(new StoreError('closed'));
  });
  opening.catch(() => (opening = null));
  return opening;
}

/**
 * Runs `work` in one transaction; resolves when the transaction is committed.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, finish: (value: T) => void, give_up: (error: Error) => void) => void} work
 * @returns {Promise<T>}
 */
async function transaction(mode, work) {
  const db = await database();
  return new Promise((resolve, reject) => {
    /** @type {T} */ let value;
    /** @type {Error|null} */ let reason = null;
    /** @type {IDBTransaction} */ let tx;
    try {
      // Strict: what is shown as done must be on disk.
      tx = db.transaction(GAMES, mode, { durability: 'strict' });
    } catch (error) {
      reject(new StoreError('closed', error)); // closed in the meantime
      return;
    }
    tx.oncomplete = () => resolve(value);
    tx.onabort = () => {
      const full = tx.error?.name === 'QuotaExceededError';
      reject(reason ?? new StoreError(full ? 'full' : 'closed', tx.error));
    };
    work(tx.objectStore(GAMES), (v) => (value = v), (error) => {
      reason = error;
      tx.abort();
    });
  });
}

/** Why a game that was here is not. */
export const missing = () => new StoreError(cleared ? 'cleared' : 'gone');

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('yardstick-games') : null;

/** @param {string} id */
function tellOthers(id) {
  channel?.postMessage(id);
}

/**
 * Calls back when another tab has changed a game.
 * @param {(id: string) => void} hear
 * @returns {() => void} unsubscribes
 */
export function onGameChanged(hear) {
  const listen = (/** @type {MessageEvent} */ event) => hear(event.data);
  channel?.addEventListener('message', listen);
  return () => channel?.removeEventListener('message', listen);
}

/**
 * @param {string} id
 * @returns {Promise<Kept|undefined>}
 */
export function readGame(id) {
  return transaction('readonly', (store, finish) => {
    const request = store.get(id);
    request.onsuccess = () => finish(request.result);
  });
}

/** @returns {Promise<Kept[]>} newest first */
export function allGames() {
  return transaction('readonly', (store, finish) => {
    const request = store.index('changed').getAll();
    request.onsuccess = () => finish(request.result.reverse());
  });
}

/**
 * @param {Omit<Kept, 'id'|'changed'|'begun'> & {begun?: number}} game
 * @returns {Promise<string>} its id
 */
export async function addGame(game) {
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => (b % 36).toString(36)).join('');
  const now = Date.now();
  await transaction('readwrite', (store, finish) => {
    store.add({ begun: now, ...game, id, changed: now });
    finish(undefined);
  });
  tellOthers(id);
  return id;
}

/**
 * Appends lines to a record.
 * @param {string} id
 * @param {string} known the record as this tab knows it
 * @param {string} lines each with its line feed
 * @param {Partial<Kept>} about
 * @returns {Promise<void>}
 */
export async function append(id, known, lines, about) {
  await transaction('readwrite', (store, finish, giveUp) => {
    const request = store.get(id);
    request.onsuccess = () => {
      const game = /** @type {Kept|undefined} */ (request.result);
      if (!game) giveUp(missing());
      else if (game.text !== known) giveUp(new StoreError('conflict'));
      else {
        store.put({ ...game, ...about, text: known + lines, changed: Date.now() });
        finish(undefined);
      }
    };
  });
  tellOthers(id);
}

/** @param {string} id */
export async function removeGame(id) {
  await transaction('readwrite', (store, finish) => {
    store.delete(id);
    finish(undefined);
  });
  tellOthers(id);
}

/**
 * Restores a removed game.
 * @param {Kept} game
 */
export async function restoreGame(game) {
  await transaction('readwrite', (store, finish) => {
    store.put(game);
    finish(undefined);
  });
  tellOthers(game.id);
}

/** Deletes all games, and the receipts that servers signed for some of them. */
export async function removeAllGames() {
  const games = await allGames();
  await transaction('readwrite', (store, finish) => {
    store.clear();
    finish(undefined);
  });
  for (const { id } of games) tellOthers(id);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(RECEIPTS);
    request.onsuccess = () => resolve(undefined);
    request.onerror = () => reject(request.error);
  });
}
