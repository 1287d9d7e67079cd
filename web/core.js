/**
 * The core: the table language in WebAssembly. Words in, objects out; doc/language.md has the words.
 * Runs in a page, in a Worker and in Node. Long answers keep the thread busy, so a page asks a Worker
 * (worker.js) instead.
 */

/**
 * @callback Progress called now and then during long work
 * @param {number} done steps so far
 * @param {number} total steps in all
 * @returns {boolean|void} true: stop; the question is then answered by `{error: "cancelled"}`
 */

/**
 * @typedef {Object} Exports what src/web/web.h exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => number} web_space
 * @property {(bytes: number) => number} web_line
 * @property {(bytes: number) => number} web_record
 * @property {(bytes: number) => number} web_follow
 * @property {(bytes: number) => number} web_hear
 * @property {() => number} web_answer
 */

const RANDOM_MOST = 65536; // getRandomValues() gives no more at once

/**
 * When memory runs out, asking throws a WebAssembly.RuntimeError, and the core is of no use any more.
 */
export class Core {
  /** @type {Exports} */ #exports = /** @type {any} */ (null); // until of() has them
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @type {Progress|null} Hears of long work. */
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
   * The same, with the answer as it was written.
   * @param {string|Uint8Array} line
   * @returns {string|null}
   */
  askText(line) {
    return this.#call(this.#exports.web_line, line);
  }

  /**
   * Goes on with a record: its text takes the place of the table.
   * @param {string|Uint8Array} text
   * @returns {Object} as `state` answers, or an error; then the table is as it was
   */
  open(text) {
    return JSON.parse(this.#call(this.#exports.web_record, text) ?? 'null');
  }

  /**
   * Goes on with the lines of a server's table, which takes the place of the table. Of it `room` can be asked, too.
   * @param {string} text
   * @returns {Object} as `state` answers, or an error and its line; then the table is as it was
   */
  follow(text) {
    return JSON.parse(this.#call(this.#exports.web_follow, text) ?? 'null');
  }

  /**
   * The next line of that table.
   * @param {string} line
   * @returns {Object} as ask() answers
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
    if (!space) return '{"error":"there is not enough memory for a line that long"}';
    new Uint8Array(this.#exports.memory.buffer).set(bytes, space);
    const length = answer(bytes.length);
    if (!length) return null;
    // Only now: the memory may have grown meanwhile, and its old view is empty then.
    const said = new Uint8Array(this.#exports.memory.buffer, this.#exports.web_answer(), length);
    return this.#decoder.decode(said);
  }

  /** What the program needs of a system: chance. */
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
