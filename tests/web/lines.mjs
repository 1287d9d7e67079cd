// Lines of the table language for comparing two programs that speak it: random play, questions about the game, and all
// kinds of nonsense. Deterministic for a given seed.

/** A deterministic random number generator (mulberry32). */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to n - 1. */
  below(n) {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  }

  chance(percent) {
    return this.below(100) < percent;
  }

  of(list) {
    return list[this.below(list.length)];
  }
}

export const HOUSE_RULES = [
  'yardzee:joker=none', 'yahtzee:joker=free,bonus=0', 'yahtzee-classic:upper-bonus=50@60',
  'yardkle:set-aside=all', 'yardkle:goal=2000,entry=0,tie=leader,final-round=everyone',
  'farkle:hot-dice=may,goal=3000,final-round=rest',
  'yardkle:goal=1000,tie=chaser',
];

// Solving these rules for the chance of winning takes a long time and covers nothing that other rules don't.
const NEVER_WON = /^(yatzy|yahtzee-classic)/;

export const NONSENSE = [
  '', ' ', '\t', '#', '# a comment, with Ünïcödé ✓ 🎲', 'roll', 'rol 1 2', 'roll 7', 'roll 0 0 0 0 0',
  'roll 1 2 3 4 5 6 1', 'keep', 'keep - -', 'keep 9', 'score', 'score chance chance', 'score no-box',
  'score full-house', 'take', 'take roll', 'take 1', 'take 1 1 1 1 1 1 stop', 'take 5 roll', 'undo 1',
  'undo', 'hint', 'rematch', 'seat', 'seat Ann', 'seat +', 'seat Zoë+Łukasz', 'seat a/b',
  'seat Robo bot perfect', 'seat ' + 'x'.repeat(41), 'seat 名前', 'seat \u0085', 'dice', 'dice seed',
  'dice fair 00', `dice fair ${'5a'.repeat(32)}`, 'share 1 -', `share 1 ${'0'.repeat(64)}`, `pledge 1 ${'0'.repeat(64)}`, 'reveal', 'verify',
  `secret ${'5a'.repeat(32)}`, `seal 1 ${'0'.repeat(64)}`, 'dice seed 99999999999999999999', 'dice seed 18446744073709551615', 'dice physical', 'start 99',
  'start roll', 'start 1', 'rules', 'rules nothing', 'rules yardze', 'rules yardzee:',
  'rules yardzee:joker', 'rules yardzee:joker=maybe', 'rules yardkle:goal=51', 'rules yardkle:goal=1,goal=2',
  'position', 'position yardzee', 'position yardzee - 1 ?5', 'position yardzee ones=4 1 ?5 0',
  'position yardzee ones=3/- 3 1,2,3,4,5 1', 'position yardkle 75 1 0 ?6', 'position yardkle 0/0 1 0 2,3',
  'position farkle 0/0 1 1000001 ?3', 'yardstick 1', 'yardstick 2', 'date 2026-11-15T08:30:00Z',
  'date yesterday', 'correct', 'correct 1', 'correct 1 seat Bea', 'correct 4 roll 1 1 1 1 1',
  'correct 99999 keep -', 'correct 5 score chance', 'line', 'line 0', 'line 1', 'line 99999', 'line x',
  'advise everything', 'advise reach', 'advise reach 0', 'advise turns', 'why not', 'why score chance',
  'practice', 'practice yardzee', 'practice yardzee simple 3', 'practice yardzee hard x', 'practice x easy 1',
  'daily', 'daily grade', 'daily grade x', 'daily player', 'daily player 0', 'daily share', 'daily share yardzee 2026-11-16 medium best 7 bbg',
  'daily share yardzee 2026-11-16 medium fine 7', 'dice daily', 'dice daily 2026-02-30', 'daily yardzee', 'daily yardzee today', 'daily yardzee 2026-02-30', 'daily x 2026-11-15',
  'why keep -', 'judge', 'judge roll 1', 'judge keep', 'judge a lot keep -', 'judge mistake', 'bot', 'bot champion', 'bot club 1', 'levels', 'book', 'book farkle', 'book yardkle:goal=2000', 'book x', 'book guide', 'book guide yatzy', 'book guide yardkle:entry=1000', 'book guide x', 'legal now', 'sheet', 'sheet 0', 'results now', 'sheet seat', 'sheet line x',
  'sheet yardkle:goal=5000', 'sheet blank yatzy', 'sheet blank', 'log now', 'state 0', 'state 99999',
  'state of the nation', 'help', 'help me', 'new now', 'quit now', 'QUIT',
  'state\r', '\u0000', 'ro\u0000ll', '"', '\\', 'seat "quoted" \\ back', '𝒳', '\u2028', '\ufeffstate',
  'x'.repeat(300), 'seat ' + 'é'.repeat(60), '# ' + 'é'.repeat(4200), 'rules ' + 'y'.repeat(9000),
  'position yardzee ' + '-/'.repeat(120) + '- 1 ?5 0', 'y'.repeat(100000),
];

// Turns that are entered without all their throws, at any time.
const WITHOUT_THROWS = ['score ones 3', 'score chance 20 bonus', 'pace', 'pace points', 'pace last', 'pace slow', 'last',
  'last 1 1 2 3 4', 'aside', 'aside 1', 'aside 2', 'bank', 'bank 850', 'bank -1', 'bank 0', 'bust', 'bust 1', 'possible',
  'possible bank 500', 'possible roll', 'possible score ones 9'];

const NO_UTF8 = [[0xff], [0xc3], [0x73, 0x65, 0x61, 0x74, 0x20, 0xc3, 0x28], [0xed, 0xa0, 0x80], [0x23, 0xf8, 0x88]]
  .map((bytes) => Uint8Array.from(bytes));

/** Changes, inserts or removes a few characters. */
export function garbled(random, line) {
  const letters = [...line];
  for (let n = 1 + random.below(3); n; n--) {
    const at = random.below(letters.length + 1);
    const what = random.of([...'abc 0123456+-/:,=?#é', '']);
    letters.splice(at, random.below(2), what);
  }
  return letters.join('').replaceAll('\n', '');
}

/** Plays at a table. The caller sends each yielded line to a core and passes the parsed answer back. */
export class Lines {
  #random;
  #books;

  constructor(seed, books) {
    this.#random = new Random(seed);
    this.#books = books;
  }

  /** @returns {Generator<string|Uint8Array, never, Object|null>} */
 *lines() {
    for (let game = 0; ; game++) {
      // First every book once, then random books and house rules.
      const plain = game < this.#books.length ? this.#books[game] : this.#random.of(this.#books);
      const rules = game >= this.#books.length && this.#random.chance(30)
        ? this.#random.of(HOUSE_RULES)
        : plain;
      yield* this.#game(rules);
    }
  }

 *#game(rules) {
    const random = this.#random;
    const seats = 1 + random.below(random.chance(80) ? 2 : 4);
    yield 'new';
    yield `rules ${rules}`;
    for (let seat = 0; seat < seats; seat++) {
      yield random.chance(10)
        ? `seat ${'AB'[seat % 2]}${seat}+Zoë${seat}`
        : `seat ${random.of(['Ann', 'Łukasz', '名前'])} ${seat}`;
    }
    yield random.chance(50) ? `dice seed ${random.below(1e9)}` : 'dice physical';
    if (random.chance(30)) yield `start ${1 + random.below(seats)}`;
    for (let step = 0; step < 400; step++) {
      const state = yield 'state';
      if (!state.rules) break; // a line of nonsense was valid
      if (state.phase === 'over') {
        yield 'analyse';
        yield 'results';
        if (random.chance(75)) yield* this.#practice();
        yield random.of(['rematch', 'advise', 'legal', 'roll']);
        break;
      }
      yield* this.#move(rules, state);
      if (random.chance(20)) yield this.#noise(rules);
      // A position must restore the same game.
      if (state.position && random.chance(2)) yield `position ${state.position}`;
    }
  }

 *#move(rules, state) {
    const random = this.#random;
    const legal = yield 'legal';
    if (random.chance(25)) yield* this.#questions(rules, state, legal.legal);
    if (random.chance(10)) yield this.#look(state);
    if (legal.legal.length) {
      // Press games end only if players stop.
      const stops = legal.legal.filter((words) => words.endsWith('stop'));
      const action = random.of(stops.length && random.chance(60) ? stops : legal.legal);
      yield action.startsWith('score') && random.chance(15) ? `${action} 0` : action; // a zero by choice
      return;
    }
    if (random.chance(10)) yield `pace ${random.of(['points', 'last', 'throws'])}`;
    if (state.pace && random.chance(80)) {
      yield* this.#withoutThrows(state);
      return;
    }
    const falling = legal.falling ?? 5;
    const faces = Array.from({ length: falling }, () => 1 + random.below(6));
    // Whether the program rolls the dice was decided at the start, but a `position` may have changed that since.
    const rolled = yield 'roll';
    if (rolled.error) yield `roll ${faces.join(' ')}`;
    if (random.chance(4)) yield 'undo';
  }

  /** Enters a turn, or part of one, without all its throws. */
 *#withoutThrows(state) {
    const random = this.#random;
    const faces = (n) => Array.from({ length: n }, () => 1 + random.below(6)).join(' ');
    if (state.possible) {
      const box = random.of(Object.keys(state.possible));
      const { points = [], bonus = [] } = state.possible[box];
      const line = bonus.length && random.chance(50)
        ? `score ${box} ${random.of(bonus)} bonus`
        : `score ${box} ${random.chance(10) ? random.below(60) : random.of([...points, ...bonus])}`;
      if (random.chance(30)) yield `possible ${line}`;
      yield line;
    } else if (state.family === 'sheet') {
      yield `last ${faces(5)}`;
    } else if (state.bank?.least) {
      const line = `bank ${state.bank.least + state.bank.step * random.below(40) + (random.chance(10) ? 1 : 0)}`;
      if (random.chance(30)) yield `possible ${line}`;
      yield random.chance(30) ? 'bust' : line;
    } else {
      const set = random.of(['1', '5', '1 5', '1 1 1', '5 5 5', '2 2 2', '3 3 3 1', '1 2 3 4 5 6', faces(3)]);
      if (random.chance(30)) yield `possible aside ${set}`;
      yield random.chance(10) ? 'bust' : random.chance(40) ? 'bank' : `aside ${set}`;
    }
    if (random.chance(4)) yield 'undo';
  }

  /** Asks the coach. Leaves out questions that take too long to answer: shorter games run the same code. */
 *#questions(rules, state, legal) {
    const random = this.#random;
    const house = rules.includes(':');
    const sheet = state.family === 'sheet';
    if (house && sheet && !rules.startsWith('yardzee')) return;
    yield 'advise';
    if (random.chance(20)) yield `bot ${random.of(['perfect', 'expert', 'club', 'family', 'novice'])} 0.${random.below(1e6)}`;
    if (random.chance(state.phase === 'choose' ? 50 : 5)) yield 'why';
    if (random.chance(20)) yield 'advise score';
    if (legal.length && random.chance(50)) {
      const chosen = random.of(legal);
      const action = chosen.startsWith('score') && random.chance(25) ? `${chosen} 0` : chosen;
      yield random.of([`judge ${action}`, `why ${action}`, `judge ${random.of(['mistake', 'inaccuracy', '2.5', 'off'])} ${action}`]);
    }
    if (!sheet) {
      if (random.chance(30)) yield random.of(['advise win', 'advise turns']);
      return;
    }
    const open = (seat) => 13 - Object.keys(seat.boxes ?? {}).length;
    const late = state.phase !== 'setup' && state.seats.every((seat) => seat.boxes && open(seat) <= 4);
    if (late && !NEVER_WON.test(rules)) yield random.of(['advise win', `advise reach ${100 + random.below(200)}`]);
  }

  /** Asks for practice positions, only under rules that must be solved for other questions anyway. */
 *#practice() {
    const random = this.#random;
    const rules = random.of(['yardzee', 'yahtzee', 'yardkle', 'yardkle:goal=1000,tie=chaser']);
    yield `practice ${rules} ${random.of(['easy', 'medium', 'hard'])} ${random.below(1e9)}`;
    yield `daily ${rules} 2026-11-${10 + random.below(20)}`;
  }

  /** A question about the game so far, which needs no solving. */
  #look(state) {
    const random = this.#random;
    const line = random.below(state.lines + 1);
    return random.of(['sheet', 'look', 'sheet 1', `sheet seat ${1 + random.below(3)}`, `sheet line ${line}`, 'log', 'results',
      `state ${line}`]);
  }

  #noise(rules) {
    const random = this.#random;
    if (random.chance(10)) return random.of(NO_UTF8);
    if (random.chance(10)) return random.of(WITHOUT_THROWS);
    if (random.chance(60)) return random.of(NONSENSE);
    return garbled(random, random.of([`rules ${rules}`, 'seat Ann', 'roll 1 2 3 4 5', 'keep 1 1',
      'take 1 5 roll', 'score chance', 'score ones 3', 'pace points', 'bank 850', 'aside 1 5', 'undo', 'legal', 'state', 'correct 7 roll 1 2 3 4 5']));
  }
}
