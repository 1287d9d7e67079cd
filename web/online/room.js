/**
 * Who sits at a table of a server, read off its lines: those that begin with `# room: ` are about the room.
 * Knows no page and no network.
 */

/**
 * @typedef {Object} Place
 * @property {number} place its number
 * @property {string} name
 * @property {string} [bot] the level of a bot of the server
 * @property {boolean} [program] somebody's own program
 * @property {number} [with] the place whose partner it is
 * @property {boolean} left nobody holds it any more
 * @property {number} seat from 1; 0 before the game begins
 *
 * @typedef {Object} Ask that a bot plays for somebody
 * @property {number} place for whom
 * @property {number} by
 * @property {string} level
 * @property {number[]} agreed the places that have agreed, `by` among them
 * @property {number} line where it was asked
 */

const ROOM = '# room: ';

export class Room {
  rules = '';
  dice = 'fair';
  start = '1';
  clock = 0; // seconds for each choice; 0: there is none
  away = 30; // seconds until a bot plays for somebody who stays away
  keeper = false; // one device does everything; only place 1 is held
  lines = 0;
  begun = false;
  /** @type {Place[]} */ places = [];
  /** @type {Ask[]} */ asks = [];
  /** @type {number[]} seats whose pledged share of the dice is missing */ unopened = [];
  /** @type {number[]} places that want new dice without those shares */ goon = [];
  /** @type {number[]} the line of each seat */ #seatLines = [];

  /**
   * @param {string} line
   * @returns {{word: string, place?: Place}|null} what happened in the room, null: the line is about the game
   */
  hear(line) {
    this.lines++;
    if (!line.startsWith(ROOM)) {
      this.#hearGame(line);
      return null;
    }
    const [word, ...rest] = line.slice(ROOM.length).split(' ');
    if (word === 'unopened') {
      this.unopened = [...this.unopened, Number(rest[0])];
      this.goon = [];
      return { word };
    }
    const place = this.place(Number(rest[0]));
    if (word === 'dice' || word === 'start') this[word] = rest.join(' ');
    else if (word === 'clock' || word === 'away') this[word] = Number(rest[0]);
    else if (word === 'keeper') this.keeper = true;
    else if (word === 'sit' || word === 'bot') return { word, place: this.#sit(word, rest) };
    else if (word === 'begin') this.#begin();
    else if (word === 'leave' && place) this.#leave(place);
    else if (word === 'ask' && place) this.#ask(place, Number(rest[1]), rest[2]);
    else if (word === 'agree') this.asks.find((ask) => ask.place === Number(rest[0]))?.agreed.push(Number(rest[1]));
    else if (word === 'back' && place) this.acted(place.seat);
    else if (word === 'goon') this.goon = [...this.goon, Number(rest[0])];
    return { word, place };
  }

  /** @param {number} number */
  place(number) {
    return this.places.find((place) => place.place === number);
  }

  /** The places that still count: before the game those that are there, later all that were when it began. */
  get sitting() {
    return this.places.filter((place) => (this.begun ? place.seat > 0 : !place.left));
  }

  /** @returns {Place|undefined} who may begin, and remove others */
  get host() {
    return this.places.find((place) => !place.left && !place.bot);
  }

  /**
   * The sides as they will be, or are: each with its people in order.
   * @returns {Place[][]}
   */
  get sides() {
    /** @type {Place[][]} */ const sides = [];
    for (const place of this.sitting) {
      const side = place.with ? sides.find((people) => people.some((other) => other.place === place.with)) : undefined;
      if (side) side.push(place);
      else sides.push([place]);
    }
    return sides;
  }

  /**
   * Who speaks for a seat when the dice are agreed on: the first of its people who is there.
   * @param {number} seat
   */
  speaker(seat) {
    return this.keeper ? this.host : this.places.find((place) => place.seat === seat && !place.left && !place.bot);
  }

  /** Whoever plays is there: nobody has to stand in. @param {number} seat */
  acted(seat) {
    this.asks = this.asks.filter((ask) => this.place(ask.place)?.seat !== seat);
  }

  /** The same wish again agrees to it; another one takes its place. @param {Place} place @param {number} by @param {string} level */
  #ask(place, by, level) {
    const same = this.asks.find((ask) => ask.place === place.place && ask.level === level);
    if (same) same.agreed.push(by);
    else {
      this.acted(place.seat);
      this.asks.push({ place: place.place, by, level, agreed: [by], line: this.lines });
    }
  }

  /** @param {string} line of the game */
  #hearGame(line) {
    const [word, number] = line.split(' ');
    if (word === 'rules') this.rules = line.slice('rules '.length);
    else if (word === 'seat') this.#seatLines.push(this.lines);
    // Somebody has a bot now, or is back.
    else if (word === 'correct') this.acted(this.#seatLines.indexOf(Number(number)) + 1);
    else if (word === 'share') this.unopened = this.unopened.filter((seat) => seat !== Number(number));
    else if (word === 'dice' || word === 'rematch') this.unopened = [];
    if (!this.unopened.length || word === 'share') this.goon = []; // said about other shares
  }

  /** @param {string} word @param {string[]} rest */
  #sit(word, [number, ...rest]) {
    /** @type {Place} */ const place = { place: Number(number), name: '', left: false, seat: 0 };
    if (word === 'bot') place.bot = rest.pop();
    else if (rest.length > 2 && rest.at(-2) === 'with' && /^\d+$/.test(rest.at(-1) ?? '')) place.with = Number(rest.splice(-2)[1]);
    else if (rest.length > 1 && rest.at(-1) === 'program') place.program = Boolean(rest.pop());
    place.name = rest.join(' ');
    this.places = [...this.places, place];
    return place;
  }

  /** @param {Place} place */
  #leave(place) {
    place.left = true;
    // Before the game the next partner is the first of the side from now on.
    const partners = this.begun ? [] : this.places.filter((other) => other.with === place.place && !other.left);
    partners.forEach((partner, i) => {
      partner.with = i ? partners[0].place : undefined;
    });
  }

  #begin() {
    const sides = this.sides;
    this.begun = true;
    sides.forEach((people, i) => people.forEach((place) => {
      place.seat = i + 1;
    }));
  }
}
