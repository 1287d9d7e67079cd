/**
 * The core: the table language (doc/language.md) in WebAssembly. A line in, an object out. Runs in a
 * page, a Worker or Node. Long computations block the thread, so a page uses a Worker (worker.js).
 */

/**
 * @callback Progress called periodically during long computations
 * @param {number} done steps so far
 * @param {number} total steps in all
 * @returns {boolean|void} true: stop; the question is then answered with an error
 */

/**
 * @typedef {Object} Exports of core.wasm; src/web/web.h explains the functions
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => number} web_space
 * @property {(bytes: number) => number} web_line
 * @property {(bytes: number) => number} web_record
 * @property {(bytes: number) => number} web_follow
 * @property {(bytes: number) => number} web_hear
 * @property {() => number} web_answer
 */

const RANDOM_MOST = 65536; // limit of getRandomValues() per call

/**
 * A call that runs out of memory throws a WebAssembly.RuntimeError, and the core is no longer usable.
 */
export class Core {
  /** @type {Exports} */ #exports = /** @type {any} */ (null); // set by of()
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @type {Progress|null} Called during long computations. */
  progress = null;

  /**
   * @param {WebAssembly.Module} module
   * @returns {Promise<Core>}
   */
  static async of(module) {
    const core = new Core();
    const instance = await WebAssembly.instantiate(module, core.#imports());
    core.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    core.#exports._initialize();
    return core;
  }

  /**
   * @param {string|URL} url of core.wasm
   * @returns {Promise<Core>}
   */
  static async load(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
    return Core.of(await WebAssembly.compile(await answer.arrayBuffer()));
  }

  /**
   * Answers one line of the table language.
   * @param {string} line
   * @returns {Object|null} null after `quit`
   */
  ask(line) {
    const answer = this.askText(line);
    return answer === null ? null : JSON.parse(answer);
  }

  /**
   * Like ask(), but returns the answer as JSON text.
   * @param {string|Uint8Array} line
   * @returns {string|null}
   */
  askText(line) {
    return this.#call(this.#exports.web_line, line);
  }

  /**
   * Loads a record, replacing the current table.
   * @param {string|Uint8Array} text
   * @returns {Object} the answer to `state`; or an error, and the table is unchanged
   */
  open(text) {
    return JSON.parse(this.#call(this.#exports.web_record, text) ?? 'null');
  }

  /**
   * Loads the lines of a server's table, replacing the current table. Such tables also answer `room`.
   * @param {string} text
   * @returns {Object} the answer to `state`; or an error with its line, and the table is unchanged
   */
  follow(text) {
    return JSON.parse(this.#call(this.#exports.web_follow, text) ?? 'null');
  }

  /**
   * Adds the next line of a table loaded by follow().
   * @param {string} line
   * @returns {Object} like ask()
   */
  hear(line) {
    return JSON.parse(this.#call(this.#exports.web_hear, line) ?? 'null');
  }

  /**
   * @param {(bytes: number) => number} answer
   * @param {string|Uint8Array} words
   */
  #call(answer, words) {
    const bytes = typeof words === 'string' ? this.#encoder.encode(words) : words;
    const space = this.#exports.web_space(bytes.length);
    if (!space) throw new WebAssembly.RuntimeError('memory');
    new Uint8Array(this.#exports.memory.buffer).set(bytes, space);
    const length = answer(bytes.length);
    if (!length) return null;
    // Create the view only now: growing the memory detaches existing views.
    const said = new Uint8Array(this.#exports.memory.buffer, this.#exports.web_answer(), length);
    return this.#decoder.decode(said);
  }

  /** What the program imports from its host: a progress callback and random bytes. */
  #imports() {
    return {
      yard: {
        progress: (/** @type {number} */ done, /** @type {number} */ total) =>
          this.progress?.(done, total) ? 1 : 0,
      },
      wasi_snapshot_preview1: {
        random_get: (/** @type {number} */ at, /** @type {number} */ count) => {
          const bytes = new Uint8Array(this.#exports.memory.buffer, at, count);
          for (let i = 0; i < count; i += RANDOM_MOST) {
            crypto.getRandomValues(bytes.subarray(i, i + RANDOM_MOST));
          }
          return 0;
        },
      },
    };
  }
}
