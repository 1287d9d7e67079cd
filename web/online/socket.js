/**
 * The connection to a table: connects, reconnects and resends unanswered lines. Independent of the page.
 *
 * Every line has an id, and retrying with the same id returns the original result. So after reconnecting all unanswered
 * lines are simply sent again.
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const SILENCE_MS = 10_000; // limit for connecting and for the server's first answer
const AGAIN_MS = 1000;

/** Codes that mean "not now": retry the same line a moment later. */
export const LATER = new Set(['unavailable', 'busy', 'rate']);

/** Close code of a refusal: reconnecting would be refused again. */
const REFUSED = 1008;
const REFUSALS = new Set(['token', 'absent', 'words']);

/**
 * @typedef {Object} Hearer
 * @property {(message: {line: number, say: string, at: number}) => void} line
 * @property {(hello: {table: any, place: number, lines: number}) => void} hello
 * @property {(places: number[]) => void} here places with a device connected now
 * @property {(now: 'connecting'|'open'|'waiting'|'closed', why?: string) => void} state
 * @property {(words: string) => void} note
 * @property {(message: any) => void} [message] called for every message, before the other callbacks
 */

/** @param {number} failures @param {number} random 0 to 1 */
export function pauseBefore(failures, random = Math.random()) {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return Math.round(Math.max(FIRST_PAUSE_MS, most * (0.5 + random / 2)));
}

/**
 * Random letters and digits; by default long enough to be unguessable.
 * @param {number} [count]
 */
export function freshId(count = 32) {
  return [...crypto.getRandomValues(new Uint8Array(count))].map((b) => (b % 36).toString(36)).join('');
}

export class TableSocket {
  /** @type {WebSocket|null} */ #socket = null;
  /** @type {Map<string, {line: string, resolve: (answer: any) => void}>} unanswered lines by id */ #unanswered = new Map();
  #failures = 0;
  #timer = 0;
  #known = 0;
  #ended = false;
  #open = false;

  /**
   * @param {string} url ws: or wss:
   * @param {Hearer} hearer
   * @param {() => string} token of the place held; '': spectator
   */
  constructor(url, hearer, token) {
    this.url = url;
    this.hearer = hearer;
    this.token = token;
    this.#connect();
  }

  /**
   * Sends a line; resolves with its answer, however long that takes.
   * @param {string} line
   * @returns {Promise<any>}
   */
  say(line) {
    const id = freshId(9);
    return new Promise((resolve) => {
      this.#unanswered.set(id, { line, resolve });
      this.#send(id);
    });
  }

  /** Reconnects at once: the network is back, or the page is visible again. */
  hurry() {
    if (this.#socket || this.#ended) return;
    this.#failures = 0;
    this.#connect();
  }

  /** Reconnects because the token has changed. */
  again() {
    this.#ended = false;
    this.#drop();
    this.#connect();
  }

  close() {
    this.#ended = true;
    this.#drop();
    for (const { resolve } of this.#unanswered.values()) resolve({ error: 'closed', code: 'closed' });
    this.#unanswered.clear();
  }

  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    socket?.close();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.hearer.state('connecting');
    const socket = new WebSocket(this.url, 'yardstick.1');
    this.#socket = socket;
    socket.onopen = () => {
      const token = this.token();
      socket.send(token ? `hold ${token} ${this.#known}` : `follow ${this.#known}`);
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data));
    socket.onclose = ({ code, reason }) => socket === this.#socket && this.#lost(code, reason);
    this.#timer = setTimeout(() => socket === this.#socket && this.#lost(0, ''), SILENCE_MS);
  }

  /** @param {number} code @param {string} reason */
  #lost(code, reason) {
    const was_open = this.#open;
    this.#drop();
    if (this.#ended) return;
    if (code === REFUSED && !was_open) {
      this.#ended = true;
      this.hearer.state('closed', reason);
      return;
    }
    this.hearer.state('waiting');
    this.#timer = setTimeout(() => this.#connect(), pauseBefore(this.#failures++));
  }

  /** @param {any} message */
  #hear(message) {
    this.hearer.message?.(message);
    if (message.table !== undefined) {
      clearTimeout(this.#timer);
      this.#open = true;
      this.#failures = 0;
      this.hearer.hello(message);
      this.hearer.state('open');
      for (const id of this.#unanswered.keys()) this.#send(id);
    } else if (message.say !== undefined) {
      if (message.line <= this.#known) return; // received before the connection broke
      this.#known = message.line;
      this.hearer.line(message);
    } else if (message.id !== undefined) {
      this.#answered(message);
    } else if (message.here !== undefined) {
      this.hearer.here(message.here);
    } else if (message.note !== undefined) {
      this.hearer.note(message.note);
    } else if (message.code === 'deleted') {
      this.close(); // for good: pending lines will never be answered
      this.hearer.state('closed', message.code);
    } else if (REFUSALS.has(message.code) && !this.#open) {
      this.#lost(REFUSED, message.code);
    }
  }

  /** @param {any} answer */
  #answered(answer) {
    const waiting = this.#unanswered.get(answer.id);
    if (!waiting) return;
    if (LATER.has(answer.code)) {
      setTimeout(() => this.#send(answer.id), AGAIN_MS);
      return;
    }
    this.#unanswered.delete(answer.id);
    waiting.resolve(answer);
  }

  /** @param {string} id */
  #send(id) {
    const waiting = this.#unanswered.get(id);
    if (waiting && this.#open) this.#socket?.send(`@${id} ${waiting.line}`);
  }
}
