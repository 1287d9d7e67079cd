/**
 * A game at the table: the record in the store, the table in the referee, and what a screen draws.
 *
 * Saying a line is three moves: the referee tries it, the store writes it, the screen hears of it. When
 * writing fails, the referee goes back to what is written.
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
 */

export class Session {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.text = '';
    /** @type {View|null} */ this.view = null;
    /** @type {Set<(view: View) => void>} */ this.hearers = new Set();
    /** @type {Promise<unknown>} */ this.turn = Promise.resolve();
    this.closed = false;
    this.stopHearing = onGameChanged((changed) => {
      if (changed === id) this.inTurn(() => this.#reload('other')).catch(() => {});
    });
  }

  /**
   * @param {string} id
   * @returns {Promise<Session>}
   */
  static async open(id) {
    const session = new Session(id);
    await session.inTurn(() => session.#reload('opened'));
    return session;
  }

  close() {
    this.closed = true;
    this.stopHearing();
    this.hearers.clear();
  }

  /**
   * One thing after the other: the referee has one table.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  inTurn(work) {
    const next = this.turn.then(work, work);
    this.turn = next.catch(() => {});
    return next;
  }

  /**
   * Says a line of the table language. Answers like the core; an error that is the store's has `store`.
   * @param {string} line
   * @returns {Promise<Answer & {store?: StoreError['why'], unsaved?: string}>}
   */
  say(line) {
    return this.inTurn(async () => {
      const answer = await referee.ask(line).catch(async (error) => {
        await this.#reload('other').catch(() => {}); // a core that failed comes back without the game
        return { error: String(error.message) };
      });
      if (answer.error !== undefined) return answer;
      const state = await referee.ask('state');
      const added = `${answer.ok}\n`;
      try {
        await append(this.id, this.text, added, about(state));
      } catch (error) {
        const why = error instanceof StoreError ? error.why : 'closed';
        const unsaved = this.text + added;
        await this.#reload('other').catch(() => {});
        return { error: why, store: why, unsaved };
      }
      this.text += added;
      await this.#show(state, answer, 'mine');
      return answer;
    });
  }

  /**
   * What the coach says about the game as it stands.
   * @param {string} line
   * @returns {Promise<any>}
   */
  askCoach(line) {
    return coach.about(this.text, line);
  }

  /**
   * What the referee says about the game as it stands.
   * @param {string} line a question
   * @returns {Promise<any>}
   */
  ask(line) {
    return this.inTurn(() => referee.ask(line));
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
    const [sheet, { legal }] = await Promise.all([referee.ask('sheet'), referee.ask('legal')]);
    this.view = { state, sheet, legal, last, by };
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
