/**
 * A game at the table: the record in the store, the table in the referee, and what a screen draws.
 *
 * Saying a line takes three steps: the referee checks it, the store writes it, and the screens are notified.
 * Every question to the referee comes with the record of its game: one referee serves all games, and must
 * judge each line in the context of its own game. If writing fails, the session reloads what is stored.
 */
import { append, missing, onGameChanged, readGame, StoreError } from './games.js';
import { coach, referee } from './core_client.js';

/** @typedef {import('./answers.js').State} State */
/** @typedef {import('./answers.js').Sheet} Sheet */
/** @typedef {import('./answers.js').Look} Look */
/** @typedef {import('./answers.js').Answer} Answer */

/**
 * @typedef {Object} View what a screen draws
 * @property {State} state
 * @property {Sheet} sheet
 * @property {Look} look
 * @property {string[]} legal the actions that can be chosen now
 * @property {Answer|null} last the answer to the last line; null if the view did not come from one line
 * @property {'mine'|'other'|'opened'} by origin of the change: this page, or another tab or player; opened: the first view
 * @property {boolean} hand whether this page may act next
 * @property {number} [own] the seat of this page's player; undefined: everybody plays on this page
 * @property {boolean} back whether actions can be undone or corrected here
 *
 * @typedef {Object} Session a game as the screens see it: LocalSession below for the games of this
 *   browser, online/remote_session.js for server tables
 * @property {string} id
 * @property {string} path its URL after `#`
 * @property {string} text the record
 * @property {View|null} view
 * @property {boolean} closed
 * @property {boolean} bots whether this page plays the bots
 * @property {(line: string, only?: View|null) => Promise<Answer & {store?: StoreError['why'], unsaved?: string}>} say
 *   says a line of the table language. Answers like the core; errors of the store also have `store`. only: the view
 *   that the line is based on; if the view has changed since, nothing is said
 * @property {(line: string) => Promise<any>} ask asks the referee about the current game
 * @property {(line: string) => Promise<any>} askCoach asks the coach about it
 */

/**
 * The tail of the queue that all sessions share: a game is read only after the session that
 * previously had it open has written its last line.
 * @type {Promise<unknown>}
 */
let turn = Promise.resolve();

export class LocalSession {
  bots = true;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/game/${id}`;
    this.text = '';
    /** @type {View|null} */ this.view = null;
    /** @type {Set<(view: View) => void>} */ this.hearers = new Set();
    this.closed = false;
    this.stopHearing = onGameChanged((changed) => {
      if (changed === id) this.inTurn(() => this.#reload('other')).catch(() => {});
    });
  }

  /**
   * @param {string} id
   * @returns {Promise<LocalSession>}
   */
  static async open(id) {
    const session = new LocalSession(id);
    await session.inTurn(() => session.#reload('opened'));
    return session;
  }

  close() {
    this.closed = true;
    this.stopHearing();
    this.hearers.clear();
  }

  /**
   * Runs work after everything queued before it.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  inTurn(work) {
    const next = turn.then(work);
    turn = next.catch(() => {});
    return next;
  }

  /** @type {Session['say']} */
  async say(line, only = null) {
    if (this.closed) return { error: 'closed', store: 'closed' }; // nobody would see the result
    return this.inTurn(async () => {
      if (only && only !== this.view) return { error: 'conflict', store: 'conflict' };
      let added = '';
      try {
        const answer = await referee.about(this.text, line);
        if (answer.error !== undefined) return answer;
        added = `${answer.ok}\n`;
        const state = await referee.about(this.text + added);
        await append(this.id, this.text, added, about(state));
        this.text += added;
        added = '';
        await this.#show(state, answer, 'mine');
        return answer;
      } catch (error) {
        const unsaved = this.text + added;
        await this.#reload('other').catch(() => {});
        if (error instanceof StoreError) return { error: error.why, store: error.why, unsaved };
        return { error: String(/** @type {Error} */ (error).message) };
      }
    });
  }

  /** @type {Session['ask']} */
  askCoach(line) {
    return coach.about(this.text, line);
  }

  /** @type {Session['ask']} */
  ask(line) {
    return this.inTurn(() => referee.about(this.text, line));
  }

  /** @param {(view: View) => void} hear */
  listen(hear) {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** @param {'other'|'opened'} by */
  async #reload(by) {
    const kept = await readGame(this.id);
    if (!kept) throw missing();
    const state = await referee.about(kept.text);
    if (state.error) throw new Error(state.error);
    this.text = kept.text;
    await this.#show(state, null, by);
  }

  /**
   * @param {State} state
   * @param {Answer|null} last
   * @param {View['by']} by
   */
  async #show(state, last, by) {
    const [sheet, look, { legal }] = await Promise.all(['sheet', 'look', 'legal'].map((question) => referee.about(this.text, question)));
    // Only the server that knows the secret can throw fair dice: here these games are read-only.
    this.view = { state, sheet, look, legal, last, by, hand: !state.fair, back: true };
    if (!this.closed) for (const hear of this.hearers) hear(this.view);
  }
}

/**
 * The summary of a game for lists.
 * @param {State} state
 */
export function about(state) {
  return {
    rules: state.rules,
    seats: state.seats.map((seat) => seat.name),
    phase: state.phase,
    totals: state.seats.map((seat) => seat.total ?? 0),
    winners: state.winners ?? [],
  };
}
