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
  keeper = false; // one device does everything; only place 1 is held
  lines = 0;
  begun = false;
  /** @type {Place[]} */ places = [];
  /** @type {Ask[]} */ asks = [];

  /**
   * @param {string} line
   * @returns {{word: string, place?: Place}|null} what happened in the room, null: the line is about the game
   */
  hear(line) {
    this.lines++;
    if (!line.startsWith(ROOM)) {
      if (line.startsWith('rules ')) this.rules = line.slice('rules '.length);
      // Whoever a bot stands in for, it was agreed on, or he is back.
      if (/^correct \d+ seat /.test(line)) this.asks = [];
      return null;
    }
    const [word, ...rest] = line.slice(ROOM.length).split(' ');
    const place = this.place(Number(rest[0]));
    if (word === 'dice' || word === 'start') this[word] = rest.join(' ');
    else if (word === 'clock') this.clock = Number(rest[0]);
    else if (word === 'keeper') this.keeper = true;
    else if (word === 'sit' || word === 'bot') return { word, place: this.#sit(word, rest) };
    else if (word === 'begin') this.#begin();
    else if (word === 'leave' && place) this.#leave(place);
    else if (word === 'ask' && place) this.asks = [...this.#others(place), { place: place.place, by: Number(rest[1]), level: rest[2], agreed: [Number(rest[1])], line: this.lines }];
    else if (word === 'agree') this.asks.find((ask) => ask.place === Number(rest[0]))?.agreed.push(Number(rest[1]));
    else if (word === 'back' && place) this.asks = this.#others(place);
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

  /** @param {Place} place @returns {Ask[]} */
  #others(place) {
    return this.asks.filter((ask) => ask.place !== place.place);
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
    this.asks = this.#others(place);
  }

  #begin() {
    const sides = this.sides;
    this.begun = true;
    sides.forEach((people, i) => people.forEach((place) => {
      place.seat = i + 1;
    }));
  }
}
