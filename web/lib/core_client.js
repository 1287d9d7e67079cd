/**
 * The page's side of worker.js: questions in, promises of answers out. There are two Workers, so that
 * the referee answers immediately while the coach is solving.
 */
import { addWords, t } from './strings.js';

/** @typedef {import('./answers.js').Answer} Answer */

const HELPERS_MOST = 7; // more would hardly have anything to do

/** Starts a Worker that runs worker.js. */
const start = () => new Worker(new URL('./worker.js', document.baseURI), { type: 'module' });

class CoreClient {
  /** @type {Worker|null} */ #worker = null;
  /** Whether other processors may help. */ #shares;
  /** @type {Worker[]} */ #helpers = [];
  #next = 1;
  /** @type {Int32Array|null} id of the last canceled question */ #cancel = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {Set<(part: number|null) => void>} */ #watchers = new Set();

  /** @param {{shares: boolean}} options */
  constructor({ shares }) {
    this.#shares = shares;
  }

  /**
   * Reports the progress of long computations, from 0 to 1, and null when they end.
   * @param {(part: number|null) => void} watcher
   * @returns {() => void} unsubscribes
   */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Sends a line of the table language.
   * @param {string} line
   * @returns {Promise<any>}
   */
  ask(line) {
    return this.#send({ line });
  }

  /**
   * Loads a record, then asks about it.
   * @param {string} record
   * @param {string} [line]
   * @returns {Promise<any>} without a line: the answer to `state`
   */
  about(record, line) {
    return this.#send({ record, line });
  }

  /**
   * Loads the lines of a server's table, then asks about it or adds its next line.
   * @param {string} table
   * @param {string} [line]
   * @param {string} [next]
   * @returns {Promise<any>} without either: the answer to `state`
   */
  at(table, line, next) {
    return this.#send({ table, line, next });
  }

  /** @param {{line?: string, record?: string, table?: string, next?: string}} question */
  #send(question) {
    const worker = this.#begin();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...question });
    });
  }

  #begin() {
    if (this.#worker) return this.#worker;
    const worker = start();
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return; // sent before the Worker was terminated
      if (data.hire !== undefined) return this.#hire(data.hire);
      if (data.answer === undefined && data.failed === undefined) {
        for (const watcher of this.#watchers) watcher(data.total ? data.done / data.total : 0);
        return;
      }
      for (const watcher of this.#watchers) watcher(null);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      // Reasons need words that may not be loaded yet; bots and values never wait for the network.
      if (data.failed === undefined) waiting?.resolve(Array.isArray(data.answer.why) ? addWords('later').then(() => data.answer) : data.answer);
      else this.#fail(t('core.failed', { problem: data.failed }), waiting);
    };
    worker.onerror = (event) => {
      if (worker === this.#worker) this.#fail(t('core.failed', { problem: event.message ?? 'worker.js' }));
    };
    this.#worker = worker;
    if (globalThis.crossOriginIsolated) {
      this.#cancel = new Int32Array(new SharedArrayBuffer(4));
      const helpers = this.#shares ? Math.min(navigator.hardwareConcurrency - 1, HELPERS_MOST) : 0;
      worker.postMessage({ cancel: this.#cancel.buffer, helpers });
    }
    return worker;
  }

  /** @param {import('../core.js').Job|null} job null: end all helpers */
  #hire(job) {
    if (!job) {
      for (const helper of this.#helpers.splice(0)) helper.terminate();
      return;
    }
    const helper = start();
    helper.postMessage({ help: job });
    this.#helpers.push(helper);
  }

  /**
   * A core is unusable after a failure; the next question starts a new one.
   * @param {string} words
   * @param {{reject: (error: Error) => void}} [also]
   */
  #fail(words, also) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#hire(null);
    const all = [...this.#waiting.values(), ...(also ? [also] : [])];
    this.#waiting.clear();
    for (const watcher of this.#watchers) watcher(null);
    for (const { reject } of all) reject(new Error(words));
  }

  /**
   * Cancels the pending questions, which end with an error. But if the page can share memory with its Worker,
   * the Worker keeps what it has already solved, and still answers questions that need no solving.
   */
  stop() {
    if (!this.#waiting.size) return;
    if (!this.#cancel) return this.#fail(t('core.cancelled'));
    Atomics.store(this.#cancel, 0, this.#next - 1);
  }
}

/** Referees the game being played; answers immediately. */
export const referee = new CoreClient({ shares: false });

/** Solves, advises, plays for bots; may take a second. */
export const coach = new CoreClient({ shares: true });
