/**
 * A game at a table of a server, as a session that the screens of the page know: lines come from the server
 * into the core's table, and what a person does goes to the server as a line. The server decides; here
 * nothing is shown that it has not said.
 */
import { about, addGame, allGames, announce, append, coach, go, list, pause, referee, t } from '../app.js';
import { address, request } from './api.js';
import { dealsOf, troubleOf } from './deals.js';
import { alone, keptShares, nextShare, verifier } from './fair.js';
import { Receipts } from './receipts.js';
import { Room } from './room.js';
import { freshId, LATER, TableSocket } from './socket.js';
import { forgetTable, keepTable, onTables, ownTable } from './tables.js';
import { refusalWords } from './words.js';

/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {{line: number, say: string, at: number}} Line */

const FOLLOW_MS = 700; // between two things that others do
const FOLLOWED = 6; // lines that wait; with more of them it goes faster
const LINGER_MS = 5000; // from one screen of a table to another the line to it stays open
const PATIENCE_MS = 2000; // for a server that may not want somebody to leave

/** @type {Map<string, RemoteSession>} */
const open_ones = new Map();

export class RemoteSession {
  bots = false;
  closed = false;
  text = '';
  room = new Room();
  /** @type {View|null} */ view = null;
  /** @type {any} what the server says about the table */ table = null;
  place = 0; // 0: looking on
  /** @type {number[]|null} places with somebody there; null: nobody has said */ here = null;
  /** @type {Set<number>} those that ever had, as far as this page knows */ #seen = new Set();
  /** @type {'connecting'|'open'|'waiting'|'closed'} */ connection = 'connecting';
  why = ''; // it is closed
  note = ''; // what the server has to say about itself
  met = false; // whether all is known that was said before this page was there
  deadline = 0; // when the clock of whoever plays is up, by the clock of this device; 0: there is none
  game = ''; // the id of the game in the own history, once it is over and kept
  /** @type {import('./deals.js').Trouble|null} with the own part of the dice; nothing is done until it is decided on */ trouble = null;
  /** @type {{line: number, say: string, why: string}|null} a line of the server that the referee refuses */ refused = null;
  /** @type {Set<() => void>} */ #hearers = new Set();
  /** @type {Line[]} lines that are not shown yet */ #queue = [];
  #shown = 0;
  #past = 0; // lines up to here were said before this page was there
  #speaking = 0; // lines of this page that are under way
  #pumping = false;
  #skew = Infinity; // this device's clock less the server's, as far as that is known
  /** @type {Set<{line: number, resolve: () => void}>} */ #waiting = new Set();
  /** @type {Set<string>} lines about dice that were said here */ #given = new Set();
  /** @type {Map<number, string>} of the log, up to a line */ #hashes = new Map();
  #users = 0;
  #started = performance.now();
  #acted = 0; // when something was last shown to be done
  #missed = 0; // the place whose turn it was last, while it was away

  /** @param {string} code */
  constructor(code) {
    this.id = code;
    this.receipts = new Receipts(code, () => this.#changed());
    this.path = `/online/${code}`;
    const url = address(`tables/${code}/socket`);
    url.protocol = url.protocol.replace('http', 'ws');
    this.socket = new TableSocket(String(url), {
      line: (line) => this.#hear(line),
      hello: ({ table, place, lines }) => {
        this.table = table;
        this.#see(table.here ?? null);
        this.#take(place);
        this.note = '';
        this.#past = lines;
        keepTable(code, { place, ...(place ? {} : { token: undefined }) });
      },
      here: (places) => {
        this.#see(places);
        this.#tellMissed();
        this.#changed();
      },
      state: (now, why = '') => {
        this.connection = now;
        this.why = why;
        this.#tellMissed();
        if (why === 'token' && ownTable(code)?.moving) this.#findToken();
        this.#changed();
      },
      note: (words) => {
        this.note = words;
        this.#changed();
      },
    }, () => ownTable(code)?.token ?? '');
    // Another tab of this browser has sat down, moved or left.
    let token = this.socket.token();
    this.stopHearing = onTables(() => {
      if (token !== this.socket.token() && this.why !== 'deleted') this.socket.again();
      token = this.socket.token();
    });
    this.hurry = () => document.visibilityState === 'visible' && this.socket.hurry();
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  /** @param {string} code @returns {RemoteSession} */
  static at(code) {
    const session = open_ones.get(code) ?? new RemoteSession(code);
    open_ones.set(code, session);
    session.#users++;
    return session;
  }

  /** Takes a table off the list, before a line from it puts it there again. @param {string} code */
  static forget(code) {
    open_ones.get(code)?.close();
    forgetTable(code);
  }

  /** One screen less shows it. */
  leaveScreen() {
    this.#users--;
    setTimeout(() => this.#users || this.close(), LINGER_MS);
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    open_ones.delete(this.id);
    this.stopHearing();
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket.close();
  }

  /** @param {() => void} hear @returns {() => void} ends it */
  listen(hear) {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  #changed() {
    for (const hear of this.#hearers) hear();
  }

  // ---- the own place ----

  /** @returns {import('./room.js').Place|undefined} */
  get me() {
    const place = this.room.place(this.place);
    return place?.left ? undefined : place;
  }

  get isHost() {
    return this.place > 0 && this.room.host?.place === this.place;
  }

  /** From now on as the holder of a place. @param {number} place @param {string} token @param {string} name */
  sit(place, token, name) {
    keepTable(this.id, { token, place, name, moving: undefined });
    this.#take(place);
    this.socket.again();
  }

  /**
   * A new token for the own place, with which this device goes on, too. The id is kept until there is an answer: who
   * says it again with the old token is told the same new one.
   * @returns {Promise<string>}
   */
  async move() {
    const { token, name = '', moving = freshId() } = ownTable(this.id) ?? {};
    keepTable(this.id, { moving });
    const moved = await request('POST', `tables/${this.id}/places`, { body: { move: true, action: moving }, token });
    this.sit(moved.place, moved.token, name);
    return moved.token;
  }

  /** The place was moved from here, and the answer got lost. */
  async #findToken() {
    this.connection = 'waiting';
    for (let code = 'offline'; code === 'offline' || LATER.has(code); await pause(FOLLOW_MS)) {
      if (this.closed || !ownTable(this.id)?.moving) return; // somebody else here has found it
      code = await this.move().then(() => '', (error) => error.code);
      if (!code) return;
    }
    keepTable(this.id, { moving: undefined });
    this.connection = 'closed';
    this.#changed();
  }

  /** From now on one of those who look on. */
  stand() {
    if (!this.place && !this.socket.token()) return;
    keepTable(this.id, { token: undefined, place: 0, moving: undefined });
    this.#take(0);
    this.socket.again();
  }

  /** Another place is the own one: what can be done here may be something else. @param {number} place */
  #take(place) {
    this.place = place;
    const view = this.view;
    if (view && (view.hand !== this.#hand(view.state) || view.back !== this.#back(view.state))) {
      this.view = { ...view, last: null, by: 'other', hand: this.#hand(view.state), back: this.#back(view.state) };
    }
    this.#changed();
  }

  // ---- who is away ----

  /** Those who hold a place and have no device connected; while there is no line to the server, nobody knows. */
  get away() {
    const { here, room, view } = this;
    if (!here || this.connection !== 'open') return [];
    return room.sitting.filter((one) => {
      const bot = one.bot ?? view?.state.seats[one.seat - 1]?.bot; // one that plays for somebody, too
      const holds = !one.left && (!room.keeper || one === room.host) && (!bot || (bot === 'program' && this.#seen.has(one.place))); // others play by requests alone
      return holds && one.place !== this.place && !here.includes(one.place);
    });
  }

  /** Whose turn it is, if that is somebody who is away. */
  get missed() {
    const state = this.view?.state;
    if (!state || state.phase === 'over' || (state.fair && state.fair.waits !== 'throws')) return undefined;
    const seat = state.seat ?? (Number(this.room.start) || 1);
    return this.away.find((place) => place.seat === seat && place.name === state.person);
  }

  /** @param {number[]|null} places */
  #see(places) {
    this.here = places;
    for (const place of places ?? []) this.#seen.add(place);
  }

  /** To whoever cannot see it, and only about the one whom all wait for. */
  #tellMissed() {
    if (this.connection !== 'open') return;
    const missed = this.missed;
    const before = this.#missed;
    this.#missed = missed?.place ?? 0;
    if (missed && missed.place !== before) announce(t('online.away.turn', { name: missed.name }));
    else if (before && !missed && this.here?.includes(before)) announce(t('online.said.back', { name: this.room.place(before)?.name ?? '' }));
  }

  // ---- saying ----

  /** @type {import('../lib/session.js').Session['say']} */
  async say(line) {
    if (this.closed) return { error: 'closed', store: 'closed' };
    if (this.why === 'deleted') return { error: refusalWords({ code: this.why }) };
    this.#speaking++;
    const answer = await this.socket.say(line);
    if (answer.line) await this.#until(answer.line);
    this.#keepReceipt(answer);
    this.#speaking--;
    return answer.error === undefined ? answer : { ...answer, error: refusalWords(answer, line) };
  }

  /** Resolves when the line is shown. @param {number} line */
  #until(line) {
    if (this.#shown >= line || this.refused) return null;
    return new Promise((resolve) => this.#waiting.add({ line, resolve: () => resolve(null) }));
  }

  /** @type {import('../lib/session.js').Session['ask']} */
  ask(line) {
    return referee.about(this.text, line);
  }

  /** @type {import('../lib/session.js').Session['ask']} */
  askCoach(line) {
    return coach.about(this.text, line);
  }

  // ---- hearing ----

  /** @param {Line} line */
  #hear(line) {
    const { say, at } = line;
    // The least that a line ever took is nearest to how far the clocks are apart.
    this.#skew = Math.min(this.#skew, Date.now() - at);
    this.deadline = this.room.clock ? at + this.#skew + this.room.clock * 1000 : 0;
    const sat = this.room.sitting.length;
    const happened = this.room.hear(say);
    if (happened?.word === 'leave' && happened.place?.place === this.place) this.stand();
    if (happened && this.view === null && performance.now() - this.#started > FOLLOW_MS) this.#tell(happened, sat);
    this.met ||= line.line >= this.#past;
    if (!this.refused) this.#queue.push(line);
    this.#pump();
    this.#changed();
  }

  /**
   * To whoever cannot see who comes and goes.
   * @param {{word: string, place?: import('./room.js').Place}} happened
   * @param {number} sat how many were there before
   */
  #tell({ word, place }, sat) {
    if (!place || place.place === this.place) return;
    if (this.room.sitting.length > sat) announce(t('online.said.sit', { name: place.name }));
    else if (word === 'leave') announce(t('online.said.leave', { name: place.name }));
  }

  /** Shows what has been heard, one thing after the other, at a pace that can be followed. */
  async #pump() {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#queue.length && !this.closed) {
        const past = this.view ? this.#queue.filter(({ line }) => line <= this.#past).length : this.#queue.length;
        if (past > 1 || !this.view) await this.#catchUp(this.#queue.splice(0, past));
        else await this.#follow(/** @type {Line} */ (this.#queue.shift()));
      }
    } catch (error) {
      this.note = String(/** @type {Error} */ (error).message);
      this.#changed();
    }
    this.#pumping = false;
  }

  /** @param {Line[]} lines */
  async #catchUp(lines) {
    const all = this.text + lines.map(({ say }) => `${say}\n`).join('');
    let state = await referee.about(all);
    if (state.error) {
      lines = await this.#stopAt(lines);
      if (!lines.length) return;
      state = await referee.about(this.text);
    } else this.text = all;
    for (const { line, seat } of this.room.asks.length ? (await this.ask('log')).log : []) {
      if (seat && this.room.asks.every((ask) => ask.line < line)) this.room.acted(seat);
    }
    await this.#show(lines[lines.length - 1].line, state, null, this.view ? 'other' : 'opened');
  }

  /** @param {Line} line */
  async #follow({ line, say }) {
    const quiet = !/^(roll|keep|take|score)/.test(say);
    const early = FOLLOW_MS / (1 + this.#queue.length / FOLLOWED) - (performance.now() - this.#acted);
    if (!quiet && !this.#speaking && early > 0 && document.visibilityState === 'visible') await pause(early);
    if (!quiet) this.#acted = performance.now();
    if (!quiet && this.view?.state.seat) this.room.acted(this.view.state.seat);
    const answer = await referee.about(this.text, say);
    if (answer.error) return this.#refuse(line, say, answer.error);
    this.text += `${say}\n`;
    const happened = say.startsWith('# room: ') ? this.#roomWords(say) : '';
    if (happened) announce(happened);
    await this.#show(line, await referee.about(this.text), answer, this.#speaking ? 'mine' : 'other');
  }

  /**
   * Takes the lines up to the one that the referee refuses.
   * @param {Line[]} lines
   * @returns {Promise<Line[]>} those that stand
   */
  async #stopAt(lines) {
    for (const [i, { line, say }] of lines.entries()) {
      const answer = await referee.about(this.text, say);
      if (answer.error) {
        this.#refuse(line, say, answer.error);
        return lines.slice(0, i);
      }
      this.text += `${say}\n`;
    }
    // Each of them may be said, but is not written so.
    const { line, say } = lines[lines.length - 1];
    this.#refuse(line, say, (await referee.about(this.text)).error);
    return [];
  }

  /**
   * What was proven so far stands; whatever comes after a wrong line is not worth hearing.
   * @param {number} line @param {string} say @param {string} why
   */
  #refuse(line, say, why) {
    this.refused = { line, say, why };
    this.#queue = [];
    if (this.view) this.view = { ...this.view, last: null, by: 'other', hand: false, back: false };
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting.clear();
    this.#changed();
  }

  /** @param {string} say @returns {string} what happened at a table where a game is on */
  #roomWords(say) {
    const [, , word, number] = say.split(' ');
    const name = this.room.place(Number(number))?.name ?? '';
    if (word === 'late' || word === 'hurried') return t(`online.said.${word}`, { name: this.view?.state.seats[Number(number) - 1]?.name ?? '' });
    if (word === 'leave') return t('online.said.leave', { name });
    if (word === 'back') return t('online.said.back', { name });
    return word === 'ask' ? t('online.said.ask', { name }) : '';
  }

  /**
   * @param {number} line the last that is in it
   * @param {State} state
   * @param {import('../lib/answers.js').Answer|null} last
   * @param {View['by']} by
   */
  async #show(line, state, last, by) {
    await this.#watch(line, state);
    if (state.seats.length) {
      if (state.phase === 'setup') state = { ...state, ...this.#first(state) };
      const [sheet, { legal }] = await Promise.all([this.ask('sheet'), this.ask('legal')]);
      this.view = { state, sheet, legal, last, by, hand: this.#hand(state), back: this.#back(state) };
    }
    this.#shown = line; // not before it can be seen: who has said it waits for that
    this.#tellMissed();
    if (!this.closed) keepTable(this.id, { rules: this.room.rules, names: this.names(), phase: this.room.begun ? state.phase : 'lobby' });
    this.#changed();
    for (const waiting of this.#waiting) {
      if (waiting.line > this.#shown) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
    this.#giveShares(state);
    if (this.place && state.phase === 'over' && (!state.fair || state.fair.revealed)) await this.keep();
  }

  /** @returns {string[]} the sides */
  names() {
    return this.view?.state.seats.map((seat) => seat.name) ?? this.room.sides.map((side) => side.map((place) => place.name).join('+'));
  }

  /** Who has the first roll, for which the core does not wait by name. @param {State} state */
  #first(state) {
    const seat = Number(this.room.start) || 1;
    return { person: state.seats[seat - 1]?.people[0] };
  }

  /** Whether what comes next is to be done here. @param {State} state */
  #hand(state) {
    const me = this.me;
    if (!me || this.trouble || this.refused) return false;
    if (state.phase === 'over') return !state.fair || state.fair.revealed;
    if (this.room.dice === 'fair' && state.fair?.waits !== 'throws') return false; // the dice are being agreed on
    if (this.room.keeper) return this.isHost;
    const seat = state.seat ?? (Number(this.room.start) || 1);
    const side = state.seats[seat - 1];
    if (side?.bot && side.bot !== 'program') return this.room.dice === 'physical' && state.phase !== 'choose'; // whoever is there throws for it
    const person = this.room.places.find((place) => place.seat === seat && place.name === state.person);
    return person === me || (me.seat === seat && person?.left === true); // for one who has left his partners play
  }

  /** Whether something can be taken back here. @param {State} state */
  #back(state) {
    return this.me !== undefined && (this.room.dice === 'physical' || this.room.keeper) && state.phase !== 'setup';
  }

  // ---- the own part of the dice ----

  /** The seats that this page speaks for. @param {State} state */
  #ownSeats(state) {
    const seats = state.seats.map((_, i) => i + 1);
    return this.place ? seats.filter((seat) => this.room.speaker(seat)?.place === this.place) : [];
  }

  /**
   * Looks whether the own part of the dice is what was given, before anybody can throw them.
   * @param {number} line the last that is in it
   * @param {State} state
   */
  async #watch(line, state) {
    if (line < this.#past) return; // there is more to come
    const seats = this.#ownSeats(state).filter((seat) => !state.seats[seat - 1].bot);
    const { fair } = state;
    if (!fair || !seats.length || state.phase === 'over' || fair.revealed) {
      this.trouble = null;
      return;
    }
    const found = await verifier().catch(() => null);
    const lines = this.text.split('\n');
    // A log only grows, so the hash up to a line stays what it is.
    const hashAt = (/** @type {number} */ n) => this.#hashes.get(n) ?? /** @type {string} */ (this.#hashes.set(n, found?.logHash(lines, n) ?? '').get(n));
    this.trouble = troubleOf(this.text, {
      table: this.id, place: this.place, seats, past: this.#past, kept: keptShares(), accepted: ownTable(this.id)?.accepted ?? [],
      alone: this.room.places.every((one) => one.place === this.place || !seats.includes(one.seat)) && !this.text.includes(`\n# room: move ${this.place}\n`),
      hashAt: found && hashAt,
    });
  }

  /** Plays on although something is wrong with the dice. */
  accept() {
    const { trouble, view } = this;
    if (!trouble || !view) return;
    keepTable(this.id, { accepted: [...(ownTable(this.id)?.accepted ?? []), `${trouble.kind} ${trouble.commitment}`] });
    this.trouble = null;
    this.#watch(this.#shown, view.state).then(() => {
      this.#take(this.place);
      this.#giveShares(view.state);
    });
  }

  /** Gives the place up, whatever the server says to that. */
  async decline() {
    await Promise.race([this.socket.say('leave'), pause(PATIENCE_MS)]);
    this.trouble = null;
    this.stand();
    go('/online', true);
  }

  /** Gives the own part of the dice when it is time for it, without anybody having to know. @param {State} state */
  async #giveShares(state) {
    const sharing = state.seats.filter((seat) => !seat.bot).length;
    if (this.trouble || this.refused || this.#shown < this.#past) return;
    for (const seat of this.#ownSeats(state)) {
      if (this.room.keeper && state.seats[seat - 1].bot) continue;
      const line = await nextShare(this.text, state, seat, sharing > 1, this.id).catch((error) => (error.message === 'changed' ? this.#changedPledge() : ''));
      if (!line || this.#given.has(line)) continue;
      this.#given.add(line);
      // Another tab of the same person may have been first, and has said the same.
      const answer = await this.socket.say(line);
      if (answer.error) this.#given.delete(line); // it may have come too early
      this.#keepReceipt(answer);
    }
  }

  /** It may cover further lines, which are on their way. @param {any} answer */
  async #keepReceipt(answer) {
    if (!answer.receipt) return;
    await this.#until(answer.receipt.line);
    this.receipts.take(answer, this.text, this.table?.id);
  }

  /** Something else is sealed in the own name. @returns {string} nothing to say */
  #changedPledge() {
    const commitment = dealsOf(this.text).at(-1)?.commitment ?? '';
    if (!this.trouble && !ownTable(this.id)?.accepted?.includes(`changed ${commitment}`)) this.trouble = { kind: 'changed', commitment, others: [] };
    this.#changed();
    return '';
  }

  // ---- the own history ----

  /** Keeps the game as it stands among the games of this browser, once for all its tabs. */
  keep() {
    return alone(`yardstick-keep-${this.id}`, () => this.#keep());
  }

  async #keep() {
    const state = /** @type {View} */ (this.view).state;
    // Asked of the store, which all tabs see alike at once; what is left in a note may be a moment old.
    const old = (await allGames()).find((game) => game.text.includes('\n# room: begin\n') && this.text.startsWith(game.text));
    if (old && old.text !== this.text) await append(old.id, old.text, this.text.slice(old.text.length), about(state));
    this.game = old ? old.id : await addGame({ text: this.text, ...about(state) });
    this.#changed();
  }

  /** The names of those who have not agreed yet; partners who are away need not. @param {import('./room.js').Ask} ask */
  missing(ask) {
    const seat = this.room.place(ask.place)?.seat;
    return list(this.room.places.filter((place) => !place.left && !place.bot && place.place !== ask.place && !ask.agreed.includes(place.place)
      && (place.seat !== seat || this.here?.includes(place.place))).map((place) => place.name));
  }
}
