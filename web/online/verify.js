/**
 * Verifies fair dice in the browser, independently of the core: written from doc/fairness.md alone, with its own
 * BLAKE2b. Knows neither the rules of the games nor the page.
 */

/**
 * @typedef {Object} DealVerdict one commitment and the throws made under it
 * @property {number} line
 * @property {number} game
 * @property {number} version
 * @property {string} commitment
 * @property {boolean} pledged
 * @property {number[]} shares seats that gave a share
 * @property {number[]} sealed seats whose share alone makes these dice random
 * @property {number} throws
 * @property {'revealed'|'open'|'abandoned'} fate
 * @property {number} [revealed] line number of the reveal
 * @property {string} [secret]
 */

/** @typedef {{line: number, game: number, throw: number, why: 'dice'|'link'|'log'|'secret', said?: string, right?: string}} Break */

/**
 * @typedef {Object} Verdict
 * @property {'sealed'|'abandoned'|'unsealed'|'pending'|'none'|'broken'|'unreadable'} verdict
 * @property {string} words
 * @property {number} throws
 * @property {number} checked
 * @property {number[]} sealed seats that seal every game
 * @property {number} abandoned
 * @property {Break} [broken]
 * @property {DealVerdict[]} deals
 */

/** @typedef {{table: string, line: number, log: string, at: number, path: string[], key: string, sig: string}} Receipt */

// ---- BLAKE2b (RFC 7693): 64-bit words as pairs of 32-bit halves, low half first ----

const IV = Uint32Array.of(
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
);
const ORDER = [
  '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
  '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
].map((row) => [...row].map((digit) => 2 * parseInt(digit, 16)));

const v = new Uint32Array(32);
const m = new Uint32Array(32);

/** Indexes into v of the four columns, then of the four diagonals. */
const SPOTS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [0, 1, 2, 3].map((row) => 8 * row + 2 * ((i + (i > 3 ? row : 0)) & 3)));

/** v[a] += v[b] + (x1, x0) @param {number} a @param {number} b @param {number} x0 @param {number} x1 */
function add(a, b, x0, x1) {
  const low = v[a] + v[b] + x0;
  v[a + 1] += v[b + 1] + x1 + ((low / 2 ** 32) | 0);
  v[a] = low;
}

/** v[a] = (v[a] ^ v[b]) rotated right @param {number} a @param {number} b @param {number} by from 1 to 31 @param {number} half 1: by another 32 */
function turn(a, b, by, half) {
  const low = v[a] ^ v[b];
  const high = v[a + 1] ^ v[b + 1];
  v[a + half] = (low >>> by) | (high << (32 - by));
  v[a + 1 - half] = (high >>> by) | (low << (32 - by));
}

/** @param {number[]} spots @param {number} x @param {number} y */
function quarter(spots, x, y) {
  const a = spots[0];
  const b = spots[1];
  const c = spots[2];
  const d = spots[3];
  add(a, b, m[x], m[x + 1]);
  const low = v[d] ^ v[a];
  v[d] = v[d + 1] ^ v[a + 1];
  v[d + 1] = low;
  add(c, d, 0, 0);
  turn(b, c, 24, 0);
  add(a, b, m[y], m[y + 1]);
  turn(d, a, 16, 0);
  add(c, d, 0, 0);
  turn(b, c, 31, 1);
}

/** @param {Uint32Array} h @param {DataView} data @param {number} at @param {number} count bytes so far @param {boolean} last */
function compress(h, data, at, count, last) {
  v.set(h);
  v.set(IV, 16);
  v[24] ^= count;
  if (last) {
    v[28] = ~v[28];
    v[29] = ~v[29];
  }
  for (let i = 0; i < 32; i++) m[i] = data.getUint32(at + 4 * i, true);
  for (let round = 0; round < 12; round++) {
    const s = ORDER[round % 10];
    for (let i = 0; i < 8; i++) quarter(SPOTS[i], s[2 * i], s[2 * i + 1]);
  }
  for (let i = 0; i < 16; i++) h[i] ^= v[i] ^ v[i + 16];
}

/** @typedef {Uint8Array|number[]|string} Part */

const utf8 = new TextEncoder();

/** @param {number} size @param {Part} key @param {Part[]} parts @returns {Uint8Array} */
function keyed(size, key, parts) {
  const pieces = parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : part));
  const start = key.length ? 128 : 0;
  const length = pieces.reduce((sum, piece) => sum + piece.length, start);
  const data = new Uint8Array(Math.max(128, (length + 127) & ~127));
  data.set(/** @type {Uint8Array} */ (key));
  let at = start;
  for (const piece of pieces) {
    data.set(piece, at);
    at += piece.length;
  }
  const h = IV.slice();
  h[0] ^= 0x01010000 ^ (key.length << 8) ^ size;
  const view = new DataView(data.buffer);
  for (at = 0; at < data.length; at += 128) compress(h, view, at, Math.min(at + 128, length), at + 128 >= data.length);
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setUint32(4 * i, word, true));
  return new Uint8Array(out.buffer, 0, size);
}

/** @param {...Part} parts */
const hash = (...parts) => keyed(32, [], parts);

/** @param {number} x @param {number} [size] @returns {number[]} lowest byte first */
const le = (x, size = 4) => Array.from({ length: size }, (_, i) => Math.floor(x / 256 ** i) % 256);

/** @param {Uint8Array} bytes */
const toHex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

// ---- arithmetic of the dice ----

/** @param {number} length of the chain @param {number} i @param {Uint8Array} link link(i + 1) */
const linkBelow = (length, i, link) => hash('yard-fair2-chain', le(length), le(i), link);

/** @param {Uint8Array} log @param {string} line */
const logAfter = (log, line) => hash('yard-fair2-lines', log, hash(line));

/** @param {Uint8Array} key @param {number} n @param {...Part} message @returns {string} in ascending order */
function dice(key, n, ...message) {
  /** @type {number[]} */
  const fallen = [];
  for (let block = 0; fallen.length < n; block++) {
    for (const b of keyed(64, key, [...message, le(block)])) if (b < 252 && fallen.length < n) fallen.push(Math.floor(b / 42) + 1);
  }
  return fallen.sort().join(' ');
}

/**
 * The hash of the first n lines of a log.
 * @param {string[]} lines
 * @param {number} [n]
 */
export function logHash(lines, n = lines.length) {
  return toHex(lines.slice(0, n).reduce(logAfter, new Uint8Array(32)));
}

// ---- reading ----

/** Thrown to stop reading. If it has details, the proof is broken; otherwise the line is not valid here. */
class Stop extends Error {
  /** @param {Break} [details] */
  constructor(details) {
    super();
    this.details = details;
  }
}

/** @param {boolean} good */
function need(good) {
  if (!good) throw new Stop();
}

class Deal {
  /** @type {Map<number, string>} */
  pledges = new Map();
  /** @type {Map<number, {share: string, person: boolean}>} in the order they were given; '' for no share */
  parts = new Map();
  /** @type {{line: number, throw: number, said: string}[]} */
  throws = [];
  checked = 0;
  seats = 1; // at the table when the last part was given
  next = 0;
  /** @type {Uint8Array[]} */
  links;
  /** @type {Uint8Array|undefined} */
  mix;
  revealed = 0;
  secret = '';
  followed = false;

  /** @param {number} line @param {number} game @param {string} commitment @param {number} length of the chain, 0 in version 1 */
  constructor(line, game, commitment, length) {
    this.line = line;
    this.game = game;
    this.commitment = commitment;
    this.length = length;
    this.links = [fromHex(commitment)];
  }

  get opened() {
    return [...this.parts].filter(([, { share }]) => share);
  }

  /** @returns {DealVerdict['fate']} */
  get fate() {
    if (this.followed && !this.throws.length) return 'abandoned';
    return this.revealed ? 'revealed' : 'open';
  }

  /** @param {number} seats @returns {number[]} */
  sealed(seats) {
    if (this.parts.size < seats) return [];
    const may = this.pledges.size ? [...this.parts] : [...this.parts].slice(-1);
    return may.filter(([, { share, person }]) => share && person).map(([seat]) => seat).sort((a, b) => a - b);
  }

  /** @returns {Part[]} */
  given() {
    const seats = [...this.parts].sort(([a], [b]) => a - b);
    return [[seats.length], ...seats.flatMap(([, { share }]) => (share ? [[1], fromHex(share)] : [new Uint8Array(33)]))];
  }

  /** @param {number} seat @param {string} share */
  pledgeOf(seat, share) {
    return toHex(hash('yard-fair-pledge', this.links[0], [seat], fromHex(share)));
  }
}

const HEX = '[0-9a-fA-F]{64}';
const FACES = '[1-6](?: [1-6]){0,5}';
const CHOICES = `keep (?:-|${FACES})|score [a-z-]+(?: 0)?|take ${FACES} (?:roll|stop)`;
/** What may follow each verb, with single spaces between words. @type {Record<string, RegExp>} */
const FORMS = Object.fromEntries(
  Object.entries({
    yardstick: '1',
    date: '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z',
    rules: '[a-z0-9:=,@-]+',
    seat: '.+',
    dice: `physical|system|seed [0-9]+|fair (${HEX})|fair2 ([1-9][0-9]{0,3}) (${HEX})`,
    start: 'roll|[0-9]+',
    position: '[^ ]+ ([^ ]+).*',
    pledge: `([0-9]+) (${HEX})`,
    share: `([0-9]+) (-|${HEX})`,
    roll: `(${FACES})(?: link (${HEX}) log ([0-9a-fA-F]{32}))?`,
    reveal: `(${HEX})(?: log ([0-9a-fA-F]{32}))?`,
    correct: `([0-9]+) (?:(seat) .+|${CHOICES})`,
    keep: `-|${FACES}`,
    score: '[a-z-]+(?: 0)?',
    take: `${FACES} (?:roll|stop)`,
    undo: '',
    rematch: '',
    seats: '[0-9]+(?: [0-9]+)*',
    leave: '([0-9]+)',
    hint: '',
  }).map(([verb, form]) => [verb, new RegExp(`^${verb}${form && ` (?:${form})`}$`, 's')]),
);

/** Whether a line is spelled exactly as the program writes it. @param {string} line @param {string} plain with single spaces */
function spelled(line, plain) {
  if (/^#( .*[^ ])?$/s.test(line)) return true; // comments must not end in a space
  const seat = /^(?:correct [1-9][0-9]* )?seat (?=[^ ])(.*[^ ])$/s.exec(line);
  if (seat) return !/\+ | \+/.test(seat[1]);
  const faces = line.replace(/ link .*/, '').split(' ').filter((word) => /^[1-6]$/.test(word));
  const ascending = !/^(roll|keep|take) /.test(line) || faces.every((face, i) => !i || faces[i - 1] <= face);
  const lower = !/^(dice|pledge|share|roll|reveal) /.test(line) || line === line.toLowerCase();
  return line === plain && ascending && lower && !/^(dice seed|dice fair2|start|pledge|share|correct|leave) 0[0-9]/.test(line) && !/^seats (.* )?0[0-9]/.test(line);
}

/** @typedef {{name: string, person: boolean}} Seat */

/** @param {string} line @returns {Seat} */
const seatOf = (line) => ({ name: line.replace(/^(?:correct [0-9]+ )?seat /, '').replace(/ +bot +[^ ]+ *$/, '').trim(), person: isPerson(line) });

/** @param {string} line */
const plainNumbers = (line) => line.split(' ').slice(1).map(Number);

class Reader {
  line = 0;
  /** @type {Uint8Array} */
  log = new Uint8Array(32);
  exact = true;
  strict = false; // true after the first commitment of version 2
  /** @type {Seat[]} */
  seats = [];
  /** @type {Map<number, Seat>} by the line that seated them */
  seatAt = new Map();
  /** @type {Set<number>} seats that have left the game */
  left = new Set();
  settled = false;
  begun = false;
  game = 1;
  /** @type {Deal[]} */
  deals = [];
  fair = false;
  /** @type {Set<number>} games in which dice other than fair ones were thrown */
  others = new Set();
  /** @type {(() => void)[]} undo steps, newest last */
  done = [];

  get deal() {
    return this.fair ? this.deals[this.deals.length - 1] : undefined;
  }

  /** @param {string} line */
  read(line) {
    this.line++;
    need(/[^ ]/.test(line) && !/[\x00-\x1f\x7f-\x9f]/.test(line) && utf8.encode(line).length <= 43071);
    const plain = line.split(' ').filter(Boolean).join(' ');
    const verb = plain.split(' ')[0];
    this.exact &&= spelled(line, plain);
    if (verb.startsWith('#')) {
      // One changed byte can turn a line into a comment.
      if (this.strict && verb !== '#') this.wrong(this.deals[this.deals.length - 1], 'log');
    } else {
      const found = Object.hasOwn(FORMS, verb) ? FORMS[verb].exec(plain) : null;
      if (!found) throw new Stop();
      this.say(verb, found, line);
    }
    this.log = logAfter(this.log, line);
  }

  /** @param {string} verb @param {RegExpExecArray} found @param {string} line */
  say(verb, found, line) {
    const [, a, b, c] = found;
    if (/^(rules|start|position)$/.test(verb)) need(!this.settled);
    if (verb === 'yardstick') need(this.line === 1);
    else if (verb === 'seat') this.sit(seatOf(line));
    else if (verb === 'seats') {
      const order = plainNumbers(line);
      need(new Set(order).size === order.length && order.every((seat) => seat > 0 && seat <= this.seats.length));
      this.change(order.map((seat) => this.seats[seat - 1]));
    } else if (verb === 'leave') {
      const seat = Number(a);
      need(this.begun || this.game > 1);
      need(seat > 0 && seat <= this.seats.length && !this.left.has(seat));
      this.left.add(seat);
      this.done.push(() => this.left.delete(seat));
    } else if (verb === 'position') {
      need(!this.seats.length);
      this.seats = a.split('/').map(() => ({ name: '', person: true }));
      this.settled = true;
    } else if (verb === 'dice') this.dice((a ?? c)?.toLowerCase(), Number(b ?? 0));
    else if (verb === 'pledge' || verb === 'share') this.give(verb, Number(a), b.toLowerCase());
    else if (verb === 'roll') this.roll(a.split(' ').sort().join(' '), b, c);
    else if (verb === 'reveal') this.reveal(a.toLowerCase(), b);
    else if (verb === 'correct') this.correct(Number(a), Boolean(b), line);
    else if (verb === 'undo') {
      const back = this.done.pop();
      need(Boolean(back));
      back?.();
    } else if (verb === 'rematch') {
      need(!this.deal || this.deal.revealed > 0);
      const { begun, seats, left } = this;
      this.done.push(() => {
        this.game--;
        Object.assign(this, { begun, seats, left });
      });
      this.game++;
      this.begun = false;
      if (left.size < seats.length) this.seats = seats.filter((_, i) => !left.has(i + 1));
      this.left = new Set();
    } else if (/^(keep|score|take)$/.test(verb)) this.done.push(() => {});
  }

  /** Before the game, or for the next game of a series. @param {Seat} seat */
  sit(seat) {
    this.seatAt.set(this.line, seat);
    if (!this.settled) {
      this.seats.push(seat);
      return;
    }
    const people = seat.name.split('+');
    need(this.seats.every((other) => other.name !== seat.name));
    const others = this.seats.map((other) => {
      const rest = other.name.split('+').filter((name) => !people.includes(name)).join('+');
      return rest === other.name ? other : { ...other, name: rest };
    });
    this.change([...others.filter((other) => other.name), seat]);
  }

  /** @param {Seat[]} seats */
  change(seats) {
    const { deal, seats: before } = this;
    need(this.game > 1 && !this.begun && !this.left.size && !(deal?.game === this.game && (deal.pledges.size || deal.parts.size)));
    this.seats = seats;
    this.done.push(() => { this.seats = before; });
  }

  /** @param {string|undefined} commitment @param {number} length */
  dice(commitment, length) {
    const { deal } = this;
    need(!this.begun || Boolean(deal?.length && deal.next === deal.length && !deal.revealed));
    if (!commitment) {
      need(!this.begun && !this.deals[this.deals.length - 1]?.throws.length);
      this.fair = false;
      return;
    }
    need(length <= 4096 && this.deals.every((other) => other.commitment !== commitment));
    for (const other of this.deals) other.followed = true;
    this.deals.push(new Deal(this.line, this.game, commitment, length));
    this.strict ||= length > 0;
    this.fair = true;
    this.begun = false;
    this.done = [];
  }

  /** @param {string} verb @param {number} seat @param {string} hex */
  give(verb, seat, hex) {
    const { deal } = this;
    if (!deal || deal.revealed || deal.throws.length) throw new Stop();
    const { pledges, parts } = deal;
    need(seat > 0 && seat <= this.seats.length && !parts.has(seat));
    this.settled = true;
    this.done = [];
    deal.seats = this.seats.length;
    if (verb === 'pledge') {
      need(!deal.opened.length && !pledges.has(seat));
      pledges.set(seat, hex);
      return;
    }
    const share = hex === '-' ? '' : hex;
    if (!share) need(!pledges.has(seat));
    else if (pledges.size) {
      need(this.seats.every((_, i) => pledges.has(i + 1) || parts.has(i + 1)));
      need(pledges.get(seat) === deal.pledgeOf(seat, share));
    }
    parts.set(seat, { share, person: this.seats[seat - 1].person });
  }

  /** @param {string} said @param {string|undefined} link @param {string|undefined} mark */
  roll(said, link, mark) {
    const { deal } = this;
    this.settled = this.begun = true;
    if (!deal) {
      need(!link);
      this.others.add(this.game);
      this.done.push(() => {});
      return;
    }
    const ready = !deal.revealed && this.seats.length && deal.parts.size === this.seats.length && deal.game === this.game;
    need(Boolean(ready) && !link === !deal.length && (!link || deal.next < deal.length));
    deal.throws.push({ line: this.line, throw: deal.next, said });
    if (link) this.open(deal, said, fromHex(link), mark);
    deal.next++;
    this.done.push(() => deal.next--);
  }

  /** @param {Deal} deal @param {string} said @param {Uint8Array} link @param {string} [mark] */
  open(deal, said, link, mark) {
    const { next, length, links } = deal;
    this.checkMark(deal, mark);
    if (toHex(linkBelow(length, next, link)) !== toHex(links[next])) this.wrong(deal, 'link');
    links[next + 1] = link;
    deal.mix ??= hash('yard-fair2-share', links[0], le(length), ...deal.given());
    this.checkDice(deal, this.line, next, said, link, 'yard-fair2-throw', deal.mix, le(next));
  }

  /** @param {Deal} deal @param {number} line @param {number} number @param {string} said @param {Uint8Array} key @param {...Part} message */
  checkDice(deal, line, number, said, key, ...message) {
    const right = dice(key, (said.length + 1) / 2, ...message);
    if (said !== right) throw new Stop({ line, game: deal.game, throw: number, why: 'dice', said, right });
    deal.checked++;
  }

  /** @param {Deal} deal @param {string} [mark] */
  checkMark(deal, mark) {
    if (!this.exact || mark?.toLowerCase() !== toHex(this.log).slice(0, 32)) this.wrong(deal, 'log');
  }

  /** @param {Deal} deal @param {'link'|'log'|'secret'} why */
  wrong(deal, why) {
    throw new Stop({ line: this.line, game: deal.game, throw: deal.next, why });
  }

  /** @param {string} secret @param {string} [mark] */
  reveal(secret, mark) {
    const { deal } = this;
    if (!deal || deal.revealed || !mark !== !deal.length) throw new Stop();
    /** @type {Uint8Array} */
    let link = fromHex(secret);
    if (deal.length) {
      this.checkMark(deal, mark);
      for (let i = deal.length; i >= deal.links.length; i--) link = linkBelow(deal.length, i - 1, link);
      if (toHex(link) !== toHex(deal.links[deal.links.length - 1])) this.wrong(deal, 'secret');
    } else {
      if (toHex(hash('yard-fair-secret', link)) !== deal.commitment) this.wrong(deal, 'secret');
      const key = keyed(32, link, ['yard-fair-shares', deal.links[0], ...deal.given()]);
      for (const { line, throw: number, said } of deal.throws) this.checkDice(deal, line, number, said, key, 'yard-fair-throws', le(number));
    }
    deal.revealed = this.line;
    deal.secret = secret;
    this.done = [];
  }

  /** @param {number} number @param {boolean} name @param {string} line */
  correct(number, name, line) {
    const seat = this.seatAt.get(number);
    need(number > 0 && number < this.line && name === (seat !== undefined));
    const before = { ...seat };
    this.done.push(() => seat && Object.assign(seat, before));
    if (seat) Object.assign(seat, seatOf(line));
  }
}

/** @param {string} line a `seat` line, or its correction */
function isPerson(line) {
  const level = /[^ ] +bot +([^ ]+) *$/.exec(line)?.[1];
  return !level || level === 'program';
}

// ---- verdicts ----

/** @param {number[]} seats */
const named = (seats) => `seat${seats.length > 1 ? 's' : ''} ${seats.join(', ')}`;

/** @typedef {[Verdict['verdict'], string, number[]]} Grade verdict, words, and the seats that seal every game */

/** @param {Reader} reader @param {number} abandoned @returns {Grade} */
function grade({ deals, others }, abandoned) {
  const thrown = deals.filter((deal) => deal.throws.length);
  if (!thrown.length) return ['none', 'no fair dice were rolled', []];
  /** @type {Map<number, number[]>} */
  const games = new Map([...others].map((game) => [game, []]));
  for (const deal of thrown) {
    const sealed = deal.sealed(deal.seats);
    games.set(deal.game, (games.get(deal.game) ?? sealed).filter((seat) => sealed.includes(seat)));
  }
  const each = [...games].sort(([a], [b]) => a - b);
  const all = each.map(([, sealed]) => sealed).reduce((a, b) => a.filter((seat) => b.includes(seat)));
  if (thrown.some((deal) => !deal.length && !deal.revealed)) return ['pending', 'not revealed yet', all];
  const left = abandoned ? `abandoned commitments: ${abandoned}` : '';
  if (each.some(([, sealed]) => !sealed.length)) return ['unsealed', left ? `not sealed; ${left}` : 'not sealed', all];
  const equal = each.every(([, sealed]) => sealed.join() === each[0][1].join());
  const words = equal ? `sealed by ${named(all)}` : `sealed: ${each.map(([game, sealed]) => `game ${game} by ${named(sealed)}`).join('; ')}`;
  return left ? ['abandoned', `${left}; ${words}`, all] : ['sealed', words, all];
}

/** @param {Deal} deal @param {number} seats @returns {DealVerdict} */
const describe = (deal, seats) => ({
  line: deal.line,
  game: deal.game,
  version: deal.length ? 2 : 1,
  commitment: deal.commitment,
  pledged: deal.pledges.size > 0,
  shares: deal.opened.map(([seat]) => seat).sort((a, b) => a - b),
  sealed: deal.sealed(seats),
  throws: deal.throws.length,
  fate: deal.fate,
  ...(deal.revealed ? { revealed: deal.revealed, secret: deal.secret } : {}),
});

/**
 * The verdict on the fair dice of a record.
 * @param {string} text
 * @returns {Verdict}
 */
export function verifyRecord(text) {
  const reader = new Reader();
  const lines = text.split('\n');
  /** @type {Stop|undefined} */
  let stop;
  try {
    const rest = lines.pop();
    for (const line of lines) reader.read(line);
    reader.line++;
    need(!rest && lines.length > 0);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stop = error;
  }
  const broken = stop?.details;
  const { deals } = reader;
  const abandoned = deals.filter((deal) => deal.fate === 'abandoned').length;
  /** @type {Grade} */
  let graded = grade(reader, abandoned);
  if (broken) graded = ['broken', `broken at roll ${broken.throw + 1}`, []];
  else if (stop) graded = ['unreadable', `line ${reader.line} cannot be read`, []];
  const [verdict, words, sealed] = graded;
  const count = (/** @type {(deal: Deal) => number} */ of) => deals.reduce((sum, deal) => sum + of(deal), 0);
  return {
    verdict,
    words,
    throws: count((deal) => deal.throws.length),
    checked: count((deal) => deal.checked),
    sealed,
    abandoned,
    ...(broken ? { broken } : {}),
    deals: deals.map((deal) => describe(deal, deal.seats)),
  };
}

// ---- receipts ----

/** The message that the server signed. @param {Receipt} receipt */
function signedMessage({ table, line, log, at, path }) {
  const id = utf8.encode(table);
  const root = path.reduce(
    (node, step) => (step[0] === 'l' ? hash('yard-receipt-two', fromHex(step.slice(1)), node) : hash('yard-receipt-two', node, fromHex(step.slice(1)))),
    hash('yard-receipt-one', [id.length], id, le(line), fromHex(log)),
  );
  return Uint8Array.of(...utf8.encode('yard-receipt-top'), ...le(at, 8), ...root);
}

/**
 * Whether receipts match a record and each other, and whether their signatures are valid.
 * @param {string} text the record
 * @param {Receipt[]} receipts
 * @param {string} [key] the server's public key; default: that of the first receipt
 * @returns {Promise<{verdict: 'good'|'bad'|'unknown', words: string}>} unknown: this browser has no Ed25519
 */
export async function checkReceipts(text, receipts, key = receipts[0]?.key) {
  /** @type {Uint8Array[]} */
  const logs = [new Uint8Array(32)];
  for (const line of text.split('\n').slice(0, -1)) logs.push(logAfter(logs[logs.length - 1], line));
  /** @type {Map<string, string>} */
  const seen = new Map();
  for (const receipt of receipts) {
    const { table, line, log } = receipt;
    const bad = (/** @type {string} */ words) => ({ verdict: /** @type {const} */ ('bad'), words });
    if (receipt.key !== key) return bad(`signed with the key ${receipt.key}, not ${key}`);
    try {
      const made = await crypto.subtle.importKey('raw', fromHex(key), 'Ed25519', false, ['verify']);
      if (!(await crypto.subtle.verify('Ed25519', made, fromHex(receipt.sig), signedMessage(receipt)))) return bad(`the receipt of line ${line} has a wrong signature`);
    } catch {
      return { verdict: 'unknown', words: 'signatures cannot be checked here' };
    }
    const place = `${line} ${table}`;
    const other = seen.get(place) ?? log;
    if (other !== log) return bad(`the server signed two logs up to line ${line}: ${other} and ${log}`);
    seen.set(place, log);
    const own = line < logs.length ? toHex(logs[line]) : log;
    if (own !== log) return bad(`the server signed another log up to line ${line}: ${log}, the record has ${own}`);
  }
  return { verdict: 'good', words: `receipts that fit: ${receipts.length}` };
}
