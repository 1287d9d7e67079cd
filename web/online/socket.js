/**
 * The connection to a table: connects, reconnects and resends unanswered lines. Independent of the page.
 *
 * Every line has an id, and retrying with the same id returns the original result. So after reconnecting all unanswered
 * lines are simply sent again. A connection can be dead without anybody being told: if a line is not answered in time,
 * the connection is late, and soon replaced; in silence, a question finds out.
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const SILENCE_MS = 10_000; // limit for connecting and for the server's first answer
const AGAIN_MS = 1000;
export const LATE_MS = 1500; // when an answer is late
export const GIVE_UP_MS = 4000; // how long to wait for a late answer before connecting again
export const QUIET_MS = 15_000; // silence after which to ask

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
 * @property {(now: 'connecting'|'open'|'waiting'|'closed', why?: string) => void} state also called when `late` or
 *   `retryAt` changes
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
  /** @type {'connecting'|'open'|'waiting'|'closed'} */ #state = 'connecting';
  #worry = 0; // timer: until something is late
  #quiet = 0; // timer: until silence is suspicious
  late = false; // whether an answer, or the connection, takes too long
  busy = false; // whether the server has said that it will answer later
  retryAt = 0; // when the next attempt to connect begins, in milliseconds since 1970; 0: no attempt is planned

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
   * @param {string} [id]
   * @returns {Promise<any>}
   */
  say(line, id = freshId(9)) {
    return new Promise((resolve) => {
      this.#unanswered.set(id, { line, resolve });
      this.#send(id);
      this.#watch();
    });
  }

  /** The network is back, or the page is visible again: connects at once, or asks whether the connection is alive. */
  hurry() {
    if (this.#open) this.#ask();
    else if (!this.#socket) this.retry();
  }

  /** Connects again at once. */
  retry() {
    if (this.#ended) return;
    this.#failures = 0;
    this.#drop();
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
    clearTimeout(this.#worry);
    for (const { resolve } of this.#unanswered.values()) resolve({ error: 'closed', code: 'closed' });
    this.#unanswered.clear();
  }

  /** @param {'connecting'|'open'|'waiting'|'closed'} now @param {string} [why] */
  #tell(now, why) {
    this.#state = now;
    this.hearer.state(now, why);
  }

  /** Begins to wait for what is missing, unless the wait has begun: an answer, or the connection. */
  #watch() {
    if (this.late || this.#worry || this.#ended) return;
    this.#worry = setTimeout(() => {
      this.#worry = 0;
      this.late = true;
      this.#giveUpSoon();
      this.#tell(this.#state);
    }, LATE_MS);
  }

  /** If the server stays silent, the connection must be dead. */
  #giveUpSoon() {
    if (this.late && this.#open) this.#plan(GIVE_UP_MS, () => this.retry());
  }

  /** Nothing is missing anymore, or the wait starts over. */
  #calm() {
    clearTimeout(this.#worry);
    const was_late = this.late;
    this.#worry = 0;
    this.late = this.busy = false;
    if (this.#open) this.#plan(0);
    if (this.#unanswered.size) this.#watch();
    else if (was_late) this.#tell(this.#state);
  }

  /** Plans the next attempt to connect; without one, none is planned. @param {number} ms @param {() => void} [attempt] */
  #plan(ms, attempt) {
    clearTimeout(this.#timer);
    this.retryAt = attempt ? Date.now() + ms : 0;
    if (attempt) this.#timer = setTimeout(attempt, ms);
  }

  /** Asks something, only to see whether the server answers. */
  #ask() {
    if (this.#open && !this.#unanswered.size) this.say('line 1');
  }

  #drop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.retryAt = 0;
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    socket?.close();
  }

  #connect() {
    this.#plan(0);
    this.#tell('connecting');
    this.#watch();
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
      clearTimeout(this.#worry);
      this.#tell('closed', reason);
      return;
    }
    this.#plan(pauseBefore(this.#failures++), () => this.#connect());
    this.#tell('waiting');
    this.#watch();
  }

  /** @param {any} message */
  #hear(message) {
    this.hearer.message?.(message);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#ask(), QUIET_MS);
    if (message.table !== undefined) {
      this.#open = true;
      this.#failures = 0;
      this.#state = 'open';
      this.hearer.hello(message);
      this.#calm();
      this.#tell('open');
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
      this.#tell('closed', message.code);
    } else if (REFUSALS.has(message.code) && !this.#open) {
      this.#lost(REFUSED, message.code);
    }
  }

  /** @param {any} answer */
  #answered(answer) {
    const waiting = this.#unanswered.get(answer.id);
    if (!waiting) return;
    if (LATER.has(answer.code)) {
      this.busy = true;
      this.#plan(0); // it is alive
      setTimeout(() => {
        this.#send(answer.id);
        this.#giveUpSoon();
      }, AGAIN_MS);
      if (this.late) this.#tell(this.#state);
      return;
    }
    this.#unanswered.delete(answer.id);
    this.#calm();
    waiting.resolve(answer);
  }

  /** @param {string} id */
  #send(id) {
    const waiting = this.#unanswered.get(id);
    if (waiting && this.#open) this.#socket?.send(`@${id} ${waiting.line}`);
  }
}
