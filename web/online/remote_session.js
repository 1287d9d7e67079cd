/**
 * A game at a server's table, as a Session for the page's screens: lines from the server go into the core's
 * table, and the player's actions go to the server as lines. The server decides: the page shows nothing
 * that the server has not sent. The result of a game stays until this player goes on to the next one.
 */
import { about, addGame, allGames, announce, append, coach, go, hear, pause, referee, t } from '../app.js';
import { address, request } from './api.js';
import { dealsOf, troubleOf } from './deals.js';
import { alone, keptShares, nextShare, verifier } from './fair.js';
import { Receipts } from './receipts.js';
import { freshId, LATER, TableSocket } from './socket.js';
import { forgetTable, keepTable, onTables, ownTable } from './tables.js';
import { refusalWords } from './words.js';

/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Room} Room */
/** @typedef {{line: number, say: string, at: number}} Line */

const FOLLOW_MS = 700; // the pause between two actions of other players
const FOLLOWED = 6; // this many more lines in the queue halve the pause
const LINGER_MS = 5000; // keeps the connection while the user changes screens
const PATIENCE_MS = 2000; // how long to wait for the server to confirm leaving
const UNSENT = 'yardstick-unsent-'; // and the code: lines without an answer, which survive a reload

/** @type {Room} before anything is known */
const NOTHING = {
  dice: 'fair', clock: 0, wait: 0, begun: false, places: [], sides: [], hand: false, back: false, speaks: [], pledges: [], alone: false, asks: [],
  unopened: [], goon: [], waited: [], may_goon: false,
};

/** Room changes to announce, and their message keys. */
const TOLD = { sit: 'sit', bot: 'sit', leave: 'leave', ask: 'ask', back: 'back', late: 'late', hurried: 'hurried', again: 'again', stay: 'stay' };

/** @type {Map<string, RemoteSession>} */
const open_ones = new Map();

/** @param {Line[]} lines @returns {string} as in a record */
const textOf = (lines) => lines.map(({ say }) => `${say}\n`).join('');

export class RemoteSession {
  bots = false;
  closed = false;
  text = '';
  room = NOTHING;
  rules = '';
  /** @type {View|null} */ view = null;
  /** @type {any} the server's description of the table */ table = null;
  place = 0; // 0: spectator
  /** @type {number[]|null} places with a device connected; null: unknown */ here = null;
  /** @type {Set<number>} places that have had a device connected at some time, as far as this page knows */ #seen = new Set();
  /** @type {Map<number, number>} when this page saw a player go, by place */ #awaySince = new Map();
  /** @type {'connecting'|'open'|'waiting'|'closed'} */ connection = 'connecting';
  why = ''; // reason for 'closed'
  note = ''; // notice from the server, or an error of the core
  held = false; // whether the result is shown although the next game has begun
  follows = false; // whether this page goes on to the next game by itself, such as a scoreboard
  lost = false; // whether the connection is gone, or an answer late, for long enough to say so
  /** @type {{at: number, moves: number}|null} when the connection came back, and what was missed */ returned = null;
  /** @type {Set<number>} absent players for whom this player wants to wait */ waitsFor = new Set();
  met = false; // whether all lines written before this page connected have been processed
  game = ''; // id among the games of this browser, once saved
  /** @type {import('./deals.js').Trouble|null} with this player's part of the dice; blocks play until the player decides */ trouble = null;
  /** @type {{line: number, say: string, why: string}|null} a line from the server that the referee rejects */ refused = null;
  /** @type {Set<() => void>} */ #hearers = new Set();
  /** @type {Line[]} lines not shown yet */ #queue = [];
  #shown = 0;
  #past = 0; // lines up to here are older than the connection
  #speaking = 0; // lines sent with say() and neither refused nor shown yet
  #pumping = false;
  #skew = Infinity; // this device's clock minus the server's, best estimate so far
  #said = 0; // time of the last line, by the server's clock
  /** @type {Set<{line: number, resolve: () => void}>} */ #waiting = new Set();
  /** @type {Set<string>} pledges and shares sent from here */ #given = new Set();
  /** @type {Map<number, string>} hashes of the log up to a line, by line number */ #hashes = new Map();
  #users = 0;
  #acted = 0; // when an action was last shown
  #missed = 0; // the place whose absent player the table was last waiting for
  #asked = 0; // number of room queries so far
  #taken = 0; // number of the query whose answer is shown
  #viewed = ''; // the text from which the view was made
  #goingOn = false; // whether this player leaves the result for the next game

  /** @param {string} code */
  constructor(code) {
    this.id = code;
    this.receipts = new Receipts(code, () => this.#changed());
    this.path = `/online/${code}`;
    const url = address(`tables/${code}/socket`);
    url.protocol = url.protocol.replace('http', 'ws');
    this.socket = new TableSocket(String(url), {
      message: hear,
      line: (line) => this.#hear(line),
      hello: ({ table, place, lines }) => {
        this.table = table;
        this.#see(table.here ?? null);
        this.#take(place);
        this.note = '';
        this.#past = lines;
        this.#pump(); // retries lines that the core failed to process
        keepTable(code, { place, ...(place ? {} : { token: undefined }) });
      },
      here: (places) => {
        this.#see(places);
        this.#look();
      },
      state: (now, why = '') => {
        const changed = this.connection !== now;
        this.connection = now;
        this.why = why;
        this.#noteLoss();
        if (changed) this.#look();
        if (why === 'token' && ownTable(code)?.moving) this.#findToken();
        this.#changed();
      },
      note: (words) => {
        this.note = words;
        this.#changed();
      },
    }, () => ownTable(code)?.token ?? '');
    // The player may sit down, move or leave in another tab of this browser.
    let token = this.socket.token();
    this.stopHearing = onTables(() => {
      if (token !== this.socket.token() && this.why !== 'deleted') this.socket.again();
      token = this.socket.token();
    });
    this.hurry = () => document.visibilityState === 'visible' && this.socket.hurry();
    for (const { id, line } of this.#unsent()) this.socket.say(line, id).then(() => this.#sent(id));
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

  /** Removes a table from the list; closes it first, so that no late line adds it again. @param {string} code */
  static forget(code) {
    open_ones.get(code)?.close();
    forgetTable(code);
  }

  /** Called when a screen no longer shows the table. */
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

  /** Notes whether the connection is lost, and what was missed when it comes back. */
  #noteLoss() {
    const lost = this.connection !== 'closed' && Boolean(this.socket?.late); // no socket yet: it reports while it is made
    if (this.lost && !lost) this.returned = { at: Date.now(), moves: 0 };
    this.lost = lost;
  }

  /** @returns {{id: string, line: string}[]} lines that this tab has sent and not seen answered */
  #unsent() {
    try {
      return JSON.parse(sessionStorage.getItem(UNSENT + this.id) ?? '[]');
    } catch {
      return []; // no storage
    }
  }

  /** @param {string} id @param {string} [line] absent: it has been answered */
  #sent(id, line) {
    const others = this.#unsent().filter((one) => one.id !== id);
    try {
      sessionStorage.setItem(UNSENT + this.id, JSON.stringify(line ? [...others, { id, line }] : others));
    } catch {
      // no storage: the line is lost if the page is closed now
    }
  }

  /** @param {() => void} hear @returns {() => void} unsubscribes */
  listen(hear) {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  #changed() {
    for (const hear of this.#hearers) hear();
  }

  // ---- this player's place ----

  get me() {
    return this.room.places.find((place) => place.mine);
  }

  get isHost() {
    return this.me?.host ?? false;
  }

  /** @param {number} number @returns {string} */
  nameOf(number) {
    return this.room.places.find(({ place }) => place === number)?.name ?? '';
  }

  /** Continues as the holder of a place. @param {number} place @param {string} token @param {string} name */
  sit(place, token, name) {
    keepTable(this.id, { token, place, name, moving: undefined });
    this.#take(place);
    this.socket.again();
  }

  /**
   * Exchanges the token of this player's place; this device uses the new one, too. The request's id is kept for
   * a retry: the same id and the old token return the same new token.
   * @returns {Promise<string>}
   */
  async move() {
    const { token, name = '', moving = freshId() } = ownTable(this.id) ?? {};
    keepTable(this.id, { moving });
    const moved = await request('POST', `tables/${this.id}/places`, { body: { move: true, action: moving }, token });
    this.sit(moved.place, moved.token, name);
    return moved.token;
  }

  /** Recovers the new token after the answer to a move was lost. */
  async #findToken() {
    this.connection = 'waiting';
    for (let code = 'offline'; code === 'offline' || LATER.has(code); await pause(FOLLOW_MS)) {
      if (this.closed || !ownTable(this.id)?.moving) return; // closed, or another tab has recovered the token
      code = await this.move().then(() => '', (error) => error.code);
      if (!code) return;
    }
    keepTable(this.id, { moving: undefined });
    this.connection = 'closed';
    this.#changed();
  }

  /** Continues as a spectator. */
  stand() {
    if (!this.place && !this.socket.token()) return;
    keepTable(this.id, { token: undefined, place: 0, moving: undefined });
    this.#take(0);
    this.socket.again();
  }

  /** Switches to another place, which may allow other actions. @param {number} place */
  #take(place) {
    this.place = place;
    this.#look();
  }

  // ---- the room, seen from this player's place ----

  /** @returns {Promise<{room: Room, asked: number}>} */
  async #askRoom() {
    const numbers = (/** @type {Iterable<number>} */ places) => [...places].join() || '0';
    // Presence is unknown without a connection.
    const here = this.here && this.connection === 'open' ? numbers(this.here) : '?';
    const asked = ++this.#asked;
    return { room: await this.ask(`room ${this.place} ${here} ${numbers(this.#seen)}`), asked };
  }

  /** Asks what this player can do, after presence or this player's place has changed. */
  async #look() {
    this.#changed();
    const { text } = this;
    if (!text) return;
    const answer = await this.#askRoom().catch((/** @type {Error} */ error) => this.#fail(error));
    if (!answer) return;
    this.#take_in(answer);
    const view = this.view;
    // If the text has changed, a newer line is about to be shown, with its own answer.
    if (view && text === this.#viewed && (view.hand !== this.#hand || view.back !== this.#back)) {
      this.view = { ...view, last: null, by: 'other', hand: this.#hand, back: this.#back };
    }
    this.#changed();
  }

  /** Reports a failure of the core. The next line or connection triggers a retry. @param {Error} error */
  #fail(error) {
    this.note = String(error.message);
    this.#changed();
    return null;
  }

  /** Applies an answer, unless a newer one has overtaken it. @param {{room: Room, asked: number}} answer */
  #take_in({ room, asked }) {
    if (asked < this.#taken) return;
    this.#taken = asked;
    this.room = room;
    this.#tellMissed();
    if (room.gone) this.stand();
  }

  /** Whether this client may act next. */
  get #hand() {
    return this.room.hand && !this.trouble && !this.refused && !this.held;
  }

  /** Whether this client can undo or correct something. */
  get #back() {
    return this.room.back && !this.refused && !this.held;
  }

  /** When the current player's time runs out, by this device's clock; 0: no limit. */
  get deadline() {
    return this.room.clock ? this.#said + this.#skew + this.room.clock * 1000 : 0;
  }

  /** When the last line was said, by this device's clock; 0: unknown. */
  get since() {
    return this.#said && this.#said + this.#skew;
  }

  /** @param {number} place @returns {number} since when its player is away, as far as this page has seen; 0: unknown */
  awaySince(place) {
    return this.#awaySince.get(place) ?? 0;
  }

  /** @param {number[]|null} places */
  #see(places) {
    for (const place of places ?? []) {
      this.#awaySince.delete(place);
      this.waitsFor.delete(place);
    }
    for (const place of this.here ?? []) if (places && !places.includes(place)) this.#awaySince.set(place, Date.now());
    this.here = places;
    for (const place of places ?? []) this.#seen.add(place);
  }

  /** Does not mention the absence of this player again. @param {number} place */
  waitFor(place) {
    this.waitsFor.add(place);
    this.#changed();
  }

  /** Announces when the player everybody is waiting for goes away or comes back. */
  #tellMissed() {
    if (this.connection !== 'open') return;
    const { missed = 0 } = this.room;
    const before = this.#missed;
    this.#missed = missed;
    if (missed && missed !== before) announce(t('online.away.turn', { name: this.nameOf(missed) }));
    else if (before && !missed && this.here?.includes(before)) announce(t('online.said.back', { name: this.nameOf(before) }));
  }

  // ---- sending ----

  /** @type {import('../lib/session.js').Session['say']} */
  async say(line) {
    if (this.closed) return { error: 'closed', store: 'closed' };
    if (this.why === 'deleted') return { error: refusalWords({ code: this.why }) };
    this.#speaking++;
    this.returned = null;
    const id = freshId(9);
    this.#sent(id, line);
    const answer = await this.socket.say(line, id);
    this.#sent(id);
    if (answer.line) await this.#until(answer.line);
    this.#keepReceipt(answer);
    this.#speaking--;
    return answer.error === undefined ? answer : { ...answer, error: refusalWords(answer, line) };
  }

  /** Resolves when the line is shown, or when it never will be because a line was rejected. @param {number} line */
  #until(line) {
    if (this.#shown >= line || this.refused || this.held) return null;
    return new Promise((resolve) => this.#waiting.add({ line, resolve: () => resolve(null) }));
  }

  /** @type {import('../lib/session.js').Session['ask']} */
  ask(line) {
    return referee.at(this.text, line);
  }

  /** @type {import('../lib/session.js').Session['ask']} */
  askCoach(line) {
    return coach.about(this.text, line);
  }

  // ---- receiving ----

  /** @param {Line} line */
  #hear(line) {
    // The smallest delay seen is the best estimate of clock skew.
    this.#skew = Math.min(this.#skew, Date.now() - line.at);
    this.#said = line.at;
    if (!this.refused) this.#queue.push(line);
    this.#pump();
  }

  /** Whether the next line begins a game that this player has not joined, and the result has to stay. */
  #stays() {
    const stays = this.#queue[0]?.say === 'rematch' && this.met && Boolean(this.view) && !this.room.goes && !this.follows && !this.#goingOn;
    if (stays && !this.held) {
      this.held = true;
      if (this.view) this.view = { ...this.view, last: null, by: 'other', hand: false, back: false };
      this.#resolve();
      this.#changed();
    }
    return stays;
  }

  /** Leaves the result, to watch the game that has begun. */
  goOn() {
    this.held = false;
    this.#goingOn = true;
    this.#past = Math.max(this.#past, ...this.#queue.map(({ line }) => line));
    this.#pump();
  }

  /** Shows the queued lines: past ones all at once, new ones one by one, at a pace that people can follow. */
  async #pump() {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#queue.length && !this.closed && !this.#stays()) {
        const game = this.#queue.findIndex(({ say }, i) => i > 0 && say === 'rematch'); // up to the result, which may stay
        const known = this.#queue.slice(0, game > 0 && this.met && !this.#goingOn ? game : undefined);
        const past = this.met ? known.filter(({ line }) => line <= this.#past).length : known.length;
        if (past > 1 || !this.met) await this.#catchUp(this.#queue.slice(0, past));
        else await this.#follow(this.#queue[0]);
      }
    } catch (error) {
      this.#fail(/** @type {Error} */ (error));
    }
    this.#pumping = false;
  }

  /** Moves lines that the core has accepted from the queue to the text. @param {Line[]} lines */
  #accept(lines) {
    this.#queue.splice(0, lines.length);
    this.text += textOf(lines);
    if (lines.some(({ say }) => say === 'rematch')) this.#goingOn = false;
    if (this.returned) this.returned.moves += lines.filter(({ line, say }) => line <= this.#past && /^(score|take)/.test(say)).length;
  }

  /** @param {Line[]} lines */
  async #catchUp(lines) {
    let state = await referee.at(this.text + textOf(lines));
    if (state.error) {
      const bad = lines.findIndex(({ line }) => line === state.line);
      if (bad < 0) throw new Error(state.error);
      this.#refuse(lines[bad].line, lines[bad].say, state.error);
      lines = lines.slice(0, bad);
      if (!lines.length) {
        this.met = true;
        return this.#changed();
      }
      this.#accept(lines);
      state = await referee.at(this.text);
    } else this.#accept(lines);
    await this.#show(lines[lines.length - 1].line, state, null, this.view ? 'other' : 'opened');
  }

  /** @param {Line} next */
  async #follow(next) {
    const { line, say } = next;
    const quiet = !/^(roll|keep|take|score)/.test(say);
    const early = FOLLOW_MS / (1 + (this.#queue.length - 1) / FOLLOWED) - (performance.now() - this.#acted);
    if (!quiet && !this.#speaking && early > 0 && document.visibilityState === 'visible') await pause(early);
    if (!quiet) this.#acted = performance.now();
    const answer = await referee.at(this.text, undefined, say);
    if (answer.error) return this.#refuse(line, say, answer.error);
    this.#accept([next]);
    await this.#show(line, await referee.at(this.text), this.view && answer, !this.view ? 'opened' : this.#speaking ? 'mine' : 'other');
    this.#tell();
  }

  /** Announces what has changed in the room. */
  #tell() {
    const { word = '', name = '', mine } = this.room.change ?? {};
    const told = TOLD[/** @type {keyof typeof TOLD} */ (word)];
    if (told && (this.view || !mine)) announce(t(`online.said.${told}`, { name }));
  }

  /**
   * Keeps what has been verified so far and ignores the rejected line and everything after it.
   * @param {number} line @param {string} say @param {string} why
   */
  #refuse(line, say, why) {
    this.refused = { line, say, why };
    this.#queue = [];
    if (this.view) this.view = { ...this.view, last: null, by: 'other', hand: false, back: false };
    this.#resolve();
    this.#changed();
  }

  /** Nobody has to wait for lines any longer. */
  #resolve() {
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /**
   * @param {number} line number of the last line in the text
   * @param {State} state
   * @param {import('../lib/answers.js').Answer|null} last
   * @param {View['by']} by
   */
  async #show(line, state, last, by) {
    const [answer, sheet, look, { legal }] = await Promise.all([this.#askRoom(), this.ask('sheet'), this.ask('look'), this.ask('legal')]);
    this.rules = state.rules;
    await this.#watch(line, state, answer.room);
    this.#take_in(answer); // keeps a newer answer, if there is one: presence may have changed since
    const { room } = this;
    // Before the first roll, only the room knows whose turn it is, not the core's state.
    if (room.begun) this.view = { state: { ...state, person: room.person }, sheet, look, legal, last, by, own: this.me?.seat ?? 0, hand: this.#hand, back: this.#back };
    this.#viewed = this.text;
    this.#shown = line; // only once the line is visible: say() waits for this
    this.met ||= line >= this.#past || this.refused !== null;
    if (!this.closed) keepTable(this.id, { rules: this.rules, names: this.names(), phase: room.begun ? state.phase : 'lobby' });
    this.#changed();
    for (const waiting of this.#waiting) {
      if (waiting.line > this.#shown) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
    this.#giveShares(state);
    if (this.place && state.phase === 'over' && (!state.fair || state.fair.revealed)) await this.keep();
  }

  /** @returns {string[]} the names of the sides */
  names() {
    return this.view?.state.seats.map((seat) => seat.name) ?? this.room.sides.map(([first]) => this.sideOf(first));
  }

  /** @param {number} first the first place of a side @returns {string} the names of its players */
  sideOf(first) {
    return this.room.sides.find((side) => side[0] === first)?.map((place) => this.nameOf(place)).join('+') ?? '';
  }

  // ---- this player's part of the dice ----

  /**
   * Checks that this player's part of the dice is recorded as it was given, before anybody can throw them.
   * @param {number} line number of the last line in the text
   * @param {State} state
   * @param {Room} room
   */
  async #watch(line, state, { speaks: seats, alone: nobodyElse }) {
    if (line < this.#past) return; // more lines are coming
    const { fair } = state;
    if (!fair || !seats.length || state.phase === 'over' || fair.revealed) {
      this.trouble = null;
      return;
    }
    const found = await verifier().catch(() => null);
    const lines = this.text.split('\n');
    // A log only grows, so the hash up to a line never changes.
    const hashAt = (/** @type {number} */ n) => this.#hashes.get(n) ?? /** @type {string} */ (this.#hashes.set(n, found?.logHash(lines, n) ?? '').get(n));
    this.trouble = troubleOf(this.text, {
      table: this.id, place: this.place, seats, past: this.#past, kept: keptShares(), accepted: ownTable(this.id)?.accepted ?? [],
      alone: nobodyElse,
      hashAt: found && hashAt,
    });
  }

  /** Plays on despite the trouble with the dice. */
  accept() {
    const { trouble, view } = this;
    if (!trouble || !view) return;
    keepTable(this.id, { accepted: [...(ownTable(this.id)?.accepted ?? []), `${trouble.kind} ${trouble.commitment}`] });
    this.trouble = null;
    this.#watch(this.#shown, view.state, this.room).then(() => {
      this.#take(this.place);
      this.#giveShares(view.state);
    });
  }

  /** Gives up the place, whether or not the server confirms. */
  async decline() {
    await Promise.race([this.socket.say('leave'), pause(PATIENCE_MS)]);
    this.trouble = null;
    this.stand();
    go('/online', true);
  }

  /** Sends this player's pledges and shares when they are due; the player need not do anything. @param {State} state */
  async #giveShares(state) {
    if (this.trouble || this.refused || this.#shown < this.#past) return;
    const { speaks, pledges } = this.room;
    for (const seat of speaks) {
      const line = await nextShare(this.text, state, seat, pledges.includes(seat), this.id).catch((error) => (error.message === 'changed' ? this.#changedPledge() : ''));
      if (!line || this.#given.has(line)) continue;
      this.#given.add(line);
      // Another tab of the same player may already have sent the same line.
      const answer = await this.socket.say(line);
      if (answer.error) this.#given.delete(line); // it may have been too early: retry when the next line arrives
      this.#keepReceipt(answer);
    }
  }

  /**
   * Checks and stores a receipt once the lines it covers are here: some may still be on their way.
   * @param {any} answer
   */
  async #keepReceipt(answer) {
    if (!answer.receipt) return;
    await this.#until(answer.receipt.line);
    if (this.held) return; // the lines that it covers are not shown here
    this.receipts.take(answer, this.text, this.table?.id);
  }

  /** Reports that the log has a different pledge for this player's seat. @returns {string} '': no line to send */
  #changedPledge() {
    const commitment = dealsOf(this.text).at(-1)?.commitment ?? '';
    if (!this.trouble && !ownTable(this.id)?.accepted?.includes(`changed ${commitment}`)) this.trouble = { kind: 'changed', commitment, others: [] };
    this.#changed();
    return '';
  }

  // ---- saved games ----

  /** Saves the game so far in this browser: only once, even if several tabs try to. */
  keep() {
    return alone(`yardstick-keep-${this.id}`, () => this.#keep());
  }

  async #keep() {
    const state = /** @type {View} */ (this.view).state;
    // Look in the store, which is consistent across tabs; localStorage may be stale.
    const old = (await allGames()).find((game) => game.text.includes('\nseat ') && this.text.startsWith(game.text));
    if (old && old.text !== this.text) await append(old.id, old.text, this.text.slice(old.text.length), about(state));
    this.game = old ? old.id : await addGame({ text: this.text, ...about(state) });
    this.#changed();
  }
}
