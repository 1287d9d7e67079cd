/**
 * The page's side of worker.js: questions in, promises of answers out. There are two Workers, so that
 * the referee answers at once while the coach is still solving.
 */

/** @typedef {import('./answers.js').Answer} Answer */

class CoreClient {
  /** @type {Worker|null} */ #worker = null;
  #next = 1;
  /** @type {Int32Array|null} the last question that is not wanted any more */ #cancel = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {Set<(part: number|null) => void>} */ #watchers = new Set();

  /**
   * Hears how much of long work is done, from 0 to 1, and null when it ends.
   * @param {(part: number|null) => void} watcher
   * @returns {() => void} ends it
   */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * A line of the table language.
   * @param {string} line
   * @returns {Promise<any>}
   */
  ask(line) {
    return this.#send({ line });
  }

  /**
   * Goes on with a record, and then asks about it.
   * @param {string} record
   * @param {string} [line]
   * @returns {Promise<any>} without a line: as `state` answers
   */
  about(record, line) {
    return this.#send({ record, line });
  }

  /**
   * Goes on with the lines of a server's table, and then asks about it, or hears the next of its lines.
   * @param {string} table
   * @param {string} [line]
   * @param {string} [next]
   * @returns {Promise<any>} without a line: as `state` answers
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
    const worker = new Worker(new URL('./worker.js', document.baseURI), { type: 'module' });
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return; // said before it was ended
      if (data.answer === undefined && data.failed === undefined) {
        for (const watcher of this.#watchers) watcher(data.total ? data.done / data.total : 0);
        return;
      }
      for (const watcher of this.#watchers) watcher(null);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.failed === undefined) waiting?.resolve(data.answer);
      else this.#fail(data.failed, waiting);
    };
    worker.onerror = (event) => {
      if (worker === this.#worker) this.#fail(event.message ?? 'the core could not be loaded');
    };
    this.#worker = worker;
    if (globalThis.crossOriginIsolated) {
      this.#cancel = new Int32Array(new SharedArrayBuffer(4));
      worker.postMessage({ cancel: this.#cancel.buffer });
    }
    return worker;
  }

  /**
   * A core that failed once is of no use any more; the next question gets a new one.
   * @param {string} words
   * @param {{reject: (error: Error) => void}} [also]
   */
  #fail(words, also) {
    this.#worker?.terminate();
    this.#worker = null;
    const all = [...this.#waiting.values(), ...(also ? [also] : [])];
    this.#waiting.clear();
    for (const watcher of this.#watchers) watcher(null);
    for (const { reject } of all) reject(new Error(words));
  }

  /**
   * Ends whatever is being worked out. Who waits for it hears of an error. What was solved before is kept
   * where the page may share memory with its Worker.
   */
  stop() {
    if (!this.#waiting.size) return;
    if (!this.#cancel) return this.#fail('stopped');
    Atomics.store(this.#cancel, 0, this.#next - 1);
  }
}

/** Knows the game being played; answers at once. */
export const referee = new CoreClient();

/** Solves, advises, plays for bots; may take seconds. Is told what each question is about. */
export const coach = new CoreClient();
