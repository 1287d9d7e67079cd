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
 * @property {() => void} _initialize
 * @property {WebAssembly.Global} __stack_pointer
 * @property {() => void} web_help
 * @property {(bytes: number) => number} web_space
 * @property {(bytes: number) => number} web_line
 * @property {(bytes: number) => number} web_record
 * @property {(bytes: number) => number} web_follow
 * @property {(bytes: number) => number} web_hear
 * @property {() => number} web_answer
 */

const RANDOM_MOST = 65536; // limit of getRandomValues() per call
const PAGES = 32; // of 64 KiB: the core's memory at the start, as linked (src/web/meson.build)
const PAGES_MOST = 16384; // phones may refuse to reserve more for sharing

/** Memory that instances can share. */
const sharedMemory = () => new WebAssembly.Memory({ initial: PAGES, maximum: PAGES_MOST, shared: true });
const ownMemory = () => new WebAssembly.Memory({ initial: PAGES, maximum: 4 * PAGES_MOST });

/**
 * Compiles core.wasm, which is linked for shared memory. A page may not always share memory, so this can change the
 * limits of the imported memory, env.memory, to those of one that is not shared.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {boolean} shared
 */
function compile(bytes, shared) {
  const SHARED = [...'env\x06memory\x02\x03'].map((letter) => letter.charCodeAt(0)); // 2: memory, 3: shared, with a maximum
  const at = shared ? 0 : bytes.findIndex((_, i) => SHARED.every((byte, j) => bytes[i + j] === byte));
  if (at) bytes[at + SHARED.length - 1] = 1;
  return WebAssembly.compile(bytes);
}

/**
 * @typedef {Object} Job what an instance needs to help a core with solving
 * @property {WebAssembly.Module} module
 * @property {WebAssembly.Memory} memory
 * @property {number} stack
 */

/**
 * A call that runs out of memory throws a WebAssembly.RuntimeError, and the core is no longer usable.
 */
export class Core {
  /** @type {Exports} */ #exports = /** @type {any} */ (null); // set by of()
  #module;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @type {Progress|null} Called during long computations. */
  progress = null;

  /** @type {WebAssembly.Memory} */ memory;

  /** How many helpers hire() can start. */
  helpers = 0;

  /** Called once for each helper that the core would like to have; it then has to call Core.help(). @type {(job: Job) => void} */
  hire = () => {};

  /** Whether a helper has ended in the middle of its work: the core needs to be replaced. The answers are right. */
  lost = false;

  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory} memory
   */
  constructor(module, memory) {
    this.#module = module;
    this.memory = memory;
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory} [memory] shared, unless the module has been changed for one that is not
   * @returns {Promise<Core>}
   */
  static async of(module, memory = sharedMemory()) {
    const core = new Core(module, memory);
    await core.#begin(() => {});
    core.#exports._initialize();
    return core;
  }

  /**
   * @param {string|URL} url of core.wasm
   * @param {number} [helpers] how many helpers can be started
   * @returns {Promise<Core>}
   */
  static async load(url, helpers = 0) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let memory = null;
    try {
      memory = helpers ? sharedMemory() : null;
    } catch {
      // Too much to reserve: continue without helpers.
    }
    const core = await Core.of(await compile(bytes, memory !== null), memory ?? ownMemory());
    core.helpers = memory ? helpers : 0;
    return core;
  }

  /**
   * Helps another core, which has asked for it by hire(), with everything that it solves. This needs a thread of its
   * own, because it never returns.
   * @param {Job} job
   * @param {(pieces: number) => void} helped called after each calculation with the number of pieces that were solved here
   */
  static async help({ module, memory, stack }, helped) {
    const core = new Core(module, memory);
    await core.#begin(helped);
    core.#exports.__stack_pointer.value = stack;
    core.#exports.web_help();
  }

  /** @param {(pieces: number) => void} helped */
  async #begin(helped) {
    const instance = await WebAssembly.instantiate(this.#module, this.#imports(helped));
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
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
    new Uint8Array(this.memory.buffer).set(bytes, space);
    const length = answer(bytes.length);
    if (!length) return null;
    // Create the view only now: growing the memory detaches existing views. Shared bytes cannot be decoded in place.
    const said = new Uint8Array(this.memory.buffer, this.#exports.web_answer(), length);
    return this.#decoder.decode(said.slice());
  }

  /**
   * What the program imports from its host: its memory, a progress callback, helpers and random bytes.
   * @param {(pieces: number) => void} helped
   */
  #imports(helped) {
    return {
      env: { memory: this.memory },
      yard: {
        helpers: () => this.helpers,
        hire: (/** @type {number} */ stack) => this.hire({ module: this.#module, memory: this.memory, stack }),
        lost: () => { this.lost = true; },
        helped,
        progress: (/** @type {number} */ done, /** @type {number} */ total) =>
          this.progress?.(done, total) ? 1 : 0,
      },
      wasi_snapshot_preview1: {
        random_get: (/** @type {number} */ at, /** @type {number} */ count) => {
          const bytes = new Uint8Array(count); // getRandomValues() refuses shared memory
          for (let i = 0; i < count; i += RANDOM_MOST) {
            crypto.getRandomValues(bytes.subarray(i, i + RANDOM_MOST));
          }
          new Uint8Array(this.memory.buffer).set(bytes, at);
          return 0;
        },
      },
    };
  }
}
