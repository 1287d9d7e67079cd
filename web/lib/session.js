/**
 * A game at the table: the record in the store, the table in the referee, and what a screen draws.
 *
 * Saying a line is three moves: the referee tries it, the store writes it, the screen hears of it. The
 * referee is told each time which record it is about: there is one for all games, and whatever else it
 * was asked meanwhile, a line is judged by the game it is for. When writing fails, what is written counts.
 */
import { append, onGameChanged, readGame, StoreError } from './games.js';
import { coach, referee } from './core_client.js';

/** @typedef {import('./answers.js').State} State */
/** @typedef {import('./answers.js').Sheet} Sheet */
/** @typedef {import('./answers.js').Answer} Answer */

/**
 * @typedef {Object} View what a screen draws
 * @property {State} state
 * @property {Sheet} sheet
 * @property {string[]} legal the actions that may be chosen now
 * @property {Answer|null} last the answer to the last line, where it was said here
 * @property {'mine'|'other'|'opened'} by who said it: this page, another tab
 * @property {boolean} hand whether what comes next is done here; otherwise somebody elsewhere does it
 * @property {boolean} back whether what was done can be taken back or corrected here
 *
 * @typedef {Object} Session a game as screens know it; the games of this browser are below, those at a
 *   table of a server in online/remote_session.js
 * @property {string} id
 * @property {string} path its address behind `#`
 * @property {string} text the record
 * @property {View|null} view
 * @property {boolean} closed
 * @property {boolean} bots whether bots are played here
 * @property {(line: string, only?: View|null) => Promise<Answer & {store?: StoreError['why'], unsaved?: string}>} say
 *   a line of the table language. Answers like the core; an error that is the store's has `store`. only: what
 *   it was decided on: when something has happened since, nothing is said
 * @property {(line: string) => Promise<any>} ask what the referee says about the game as it stands
 * @property {(line: string) => Promise<any>} askCoach what the coach says about it
 */

/**
 * The end of what is being done, for all sessions: a game that is opened is read when whoever had it
 * open before has written the last line.
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
   * One thing after the other.
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
    if (this.closed) return { error: 'closed', store: 'closed' }; // nobody would see what came of it
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
    if (!kept) throw new StoreError('gone');
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
    const [sheet, { legal }] = await Promise.all([referee.about(this.text, 'sheet'), referee.about(this.text, 'legal')]);
    // Fair dice are thrown by whoever knows their secret: here such a game is only looked at.
    this.view = { state, sheet, legal, last, by, hand: !state.fair, back: true };
    if (!this.closed) for (const hear of this.hearers) hear(this.view);
  }
}

/**
 * What lists of games show of one.
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
