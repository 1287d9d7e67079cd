// Collects answers of the core that contain sentences: all texts of rules, levels and score sheets, refusals of all
// kinds, and reasons for choices in random positions. Deterministic for a given seed.
import { LONG } from '../tap.mjs';
import { HOUSE_RULES, NONSENSE, Random, garbled } from './lines.mjs';

const NAMES = ['Ann', 'Zoë+Łukasz', '名前', 'Seat of the winner'];

// Rules to solve so that the coach gives reasons. Press games with a low goal are solved quickly and yield more
// reasons about final rounds, and Yatzy without jokers is solved in half the time.
const REASONED = ['yardzee', 'yahtzee', 'yahtzee-classic', 'yardzee:joker=none,bonus=0,upper-bonus=0',
  ...(LONG ? ['yatzy:joker=forced,bonus=50', 'yardkle', 'farkle'] : ['yatzy', 'yardkle:goal=1500', 'farkle:goal=1500']), 'yardkle:goal=2000,tie=leader', 'farkle:goal=1500,hot-dice=must', 'yardkle:goal=1500,set-aside=all',
  'farkle:goal=3000,tie=chaser', 'farkle:goal=1500,final-round=everyone', 'farkle:goal=1500,final-round=rest'];

// Positions whose reasons rarely come up by chance.
const RARE_REASONS = [
  ['yahtzee twos=4,fours=16,fives=20,sixes=12,three-kind=25,four-kind=22,full-house=0,small-straight=0,large-straight=40,five-kind=50,chance=25 1 6,6,6,6,6 1', 'why'],
  ['yardzee fours=8,fives=25,sixes=24,four-kind=22,full-house=25,small-straight=30,large-straight=40,five-kind=0,chance=20 1 3,3,3,5,6 1', 'why score three-kind'],
  ['yardzee ones=5,twos=10,threes=15,fours=4,fives=10,sixes=0,three-kind=20,four-kind=0,large-straight=40,chance=20 1 1,2,2,2,6 2', 'why keep 1 2'],
  ['yardzee twos=8,threes=12,fours=8,fives=10,sixes=24,three-kind=23,four-kind=6,small-straight=30,chance=27 1 1,1,1,2,5 3', 'why'],
  ['farkle:goal=1500,hot-dice=must 100/30000 1 300 1,1,2,4,6', 'why'],
  ['farkle:goal=1500,hot-dice=must 850/50/1100 1 500 1,1,4,6', 'why take 1 1 stop'],
  ['farkle:goal=1500,hot-dice=must 1250/1200/150/1700 1 800 4,5', 'why'],
  ['farkle:goal=1500,hot-dice=must 1450/30000 1 1000 1,1,5,5,6', 'why'],
  ['farkle:goal=1500,hot-dice=must 1450/450 1 0 1,2,2,4,5,5', 'why take 5 5 roll'],
  ['farkle:goal=1500,hot-dice=must 1150/1900 1 550 1,1,3', 'why'],
  ['farkle:goal=1500,hot-dice=must 1450/0 1 15000 1,1,3', 'why'],
  ['farkle:goal=1500,hot-dice=must 700 1 150 1,2,5,6', 'why'],
  ['farkle:goal=1500,hot-dice=must 1450/1500 1 0 5,2,2,3,4,6', 'why'],
  ['yardzee ones=2,threes=6,fours=16,fives=20,sixes=6,three-kind=0,four-kind=22,full-house=0,five-kind=50,chance=25 1 1,2,2,6,6 1', 'why'],
  ['farkle:goal=1500,final-round=everyone 1300/300 1 150 1,2,2', 'why'],
  ['farkle:goal=1500,final-round=everyone 1450/1450 1 0 5,2,2,3,4,6', 'why'],
  ['farkle:goal=1500,final-round=everyone 1300/300/300 1 150 1,2,2', 'why'],
  ['farkle:goal=1500,final-round=everyone 1450/1450/1450 1 0 5,2,2,3,4,6', 'why'],
  ['farkle:goal=1500,final-round=rest 0/1300/300 2 150 1,2,2', 'why'],
  ['farkle:goal=1500,final-round=rest 0/1450/1450 2 0 5,2,2,3,4,6', 'why'],
  ['farkle:goal=1500,final-round=rest 300/1300 2 150 1,2,2', 'why'],
  ['yardzee twos=2,threes=3,fours=4,fives=5,sixes=6,three-kind=0,four-kind=0,full-house=0,small-straight=0,five-kind=0,chance=5 1 1,1,1,1,1 1', 'why score large-straight'],
  ['yardkle:goal=2000,tie=leader 1800/2150 1 300 3,5,6', 'why'],
  ['farkle:goal=3000,tie=chaser 2800/3150 1 300 3,5,6', 'why'],
  ['yahtzee ones=4,twos=8,threes=6,fives=20,four-kind=22,large-straight=0,five-kind=50,chance=20 1 2,2,3,4,6 1', 'why'],
  ['yardzee ones=2,threes=6,fours=12,fives=20,sixes=18,four-kind=22,small-straight=0 1 2,2,2,2,2 3', 'why'],
  ['yardzee ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,four-kind=22,full-house=25,small-straight=30,large-straight=40,five-kind=0 1 1,1,1,1,1 1', 'why score chance'],
  ['yardkle:goal=1500 0/950 1 750 5', 'why'],
  ['yardkle:goal=2000,tie=leader 0/1650 1 0 6,2,6,5,6,3', 'why'],
  ['yardkle:goal=2000,tie=leader 1950 1 0 5,4,1,1,4,4', 'why'],
  ['yardkle:goal=2000,tie=leader 0/900/2300/300 1 0 5,3,5,2,3,5', 'why'],
  ['farkle:goal=3000,tie=chaser 2950 1 0 3,5,1,3,5,2', 'why'],
  ['yardzee:joker=none,bonus=0,upper-bonus=0 ones=2,twos=4,threes=6,fours=12,fives=15,four-kind=0,full-house=0,small-straight=0,large-straight=40,five-kind=0,chance=25 1 5,3,1,1,2 2', 'why'],
  ['yahtzee ones=3,twos=6,fives=15,sixes=18,three-kind=20,four-kind=22,five-kind=50,chance=20 1 4,4,4,4,4 1', 'why'],
  ['yahtzee ones=3,threes=12,fours=16,fives=15,sixes=18,three-kind=0,four-kind=22,small-straight=0,large-straight=0,five-kind=50,chance=20 1 1,1,1,1,1 3', 'why'],
];

const UPPER = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];
const LOWER = { 'three-kind': [0, 20, 25], 'four-kind': [0, 22], 'full-house': [0, 25], 'small-straight': [0, 30], 'large-straight': [0, 40],
  'five-kind': [0, 50], 'chance': [20, 25] };
const LOWER_YATZY = { 'one-pair': [0, 12], 'two-pairs': [0, 14], 'three-kind': [0, 15], 'four-kind': [0, 16], 'small-straight': [0, 15],
  'large-straight': [0, 20], 'full-house': [0, 22], 'chance': [20, 25], 'five-kind': [0, 50] };

const PARAMETERS = ['joker=', 'bonus=', 'upper-bonus=', 'set-aside=', 'entry=', 'goal=', 'hot-dice=', 'tie='];
const VALUES = ['', 'none', 'all', 'freee', '-1', '75', '40@', '35@200', '1@2', '99999999', 'must', 'shar'];

// Lines that lead to rare refusals, starting from an empty table.
const RARE = ['new', 'book', 'sheet', 'advise', 'results x', 'log x', 'keep 1', 'seat Ann\r', 'start 9', 'rules yardzee:,bonus=1', 'seat Ann', 'rules yardzee', 'sheet line 1',
  ...Array.from({ length: 99 }, (_, i) => `seat ${i}`), 'roll 1 2 3 4 5', 'correct 101 roll', 'keep 1 2 3 4 5', `seat ${'x'.repeat(45000)}`,
  'new', 'rules farkle:goal=150', 'seat Ann', 'seat Bea', 'seat Cem', 'leave 1', 'roll 1 2 3 4 6 6', 'leave 1', 'leave 1', 'sheet', 'seats 2 1', 'seats 2 2', 'seats 1',
  'position yardzee five-kind=50,bonus=3 1 ?5 0', 'position yardkle 0 1 25 ?3', 'position yardzee - 1 1,2,3,4,5 0',
  'position yardzee - 1 ?4 0', 'position yardzee - 1 ?5 0 7', 'position yardzee:bonus=0 five-kind=50,bonus=1 1 ?5 0',
  'position yardkle 0 1 0 1,?2', `position yardzee ${[...UPPER, ...Object.keys(LOWER)].map((box) => `${box}=0`).join()} 1 ?5 0`,
  'position yahtzee five-kind=50 1 4,4,4,4,4 1', 'look', 'position yahtzee fours=12,five-kind=50 1 4,4,4,4,4 1', 'look', 'position yardzee - 1 1,2,3,4,5 3', 'look',
  'position yardkle 0/0 1 0 1,2,2,3,3,4', 'look',
  'position yardkle 0/0 1 0 1,1,1,1,1,1', 'look', 'take 1 1 1 1 1 1 stop', 'take 1 stop', 'advise reach 100',
  `position yardzee ${[...UPPER, ...Object.keys(LOWER).slice(0, -1)].map((box) => `${box}=0`).join()} 1 1,2,2,4,5 3`, 'why score chance 0', 'score chance 0', 'analyse',
  'position yahtzee fours=12,five-kind=50 1 4,4,4,4,4 1', 'score sixes', 'position yahtzee five-kind=50 1 4,4,4,4,4 1', 'score sixes',
  'new', 'rules yardzee', 'dice seed 1', 'roll', 'correct 3 roll 1 2 3 4 5',
  'position farkle:goal=100 0 1 0 1,2,2,3,3,4', 'take 1 stop', 'hint', 'advise', 'position yardkle:goal=1000000 0/0 1 0 1,2,2,3,3,4', 'advise',
  'position yardkle:final-round=rest 0/10000 1 0 ?6', 'position yardkle:final-round=rest 0/0 1 0 ?6 start=3', 'position yardkle 10000/0 1 0 ?6', 'position yardkle !500/0 1 0 ?6', `position yardzee ${'-/'.repeat(120)}- 1 ?5 0`];
// Turns that are entered without all their throws, with lines that are valid, wrong or out of order.
const WITHOUT_THROWS = ['new', 'rules yahtzee', 'pace', 'pace slow', 'seat Ann', 'last 1 1 1 1 1', 'pace points', 'dice seed 1', 'bank 50', 'score fives 25',
  'score ones 7', 'score chance 3', 'score five-kind 50 bonus', 'possible', 'possible score twos 3', 'score five-kind 50', 'score chance 30', 'score chance 30 bonus',
  'roll 1 2 3 4 5', 'score chance 15', 'undo', 'pace last', 'score ones 3', 'last', 'last 1 2 3', 'roll 1 1 2 3 4', 'keep 1 1', 'last 1 1 1 1 1', 'analyse',
  'new', 'rules yardkle', 'seat Ann', 'seat Robo bot club', 'bank 500', 'pace points', 'last 1 1 1 1 1', 'bank', 'bank 0', 'bank x', 'bank 525', 'bank 450', 'bust now',
  'bank 500', 'bank 500', 'roll 2 2 3 3 4 6', 'pace last', 'aside', 'aside 2', 'aside 1 1 1 5 5', 'aside 1 1', 'pace points', 'bank 850', 'pace last', 'bank',
  'roll 1 2 2 3 3 4', 'aside 1', 'dice seed 1', 'undo', 'undo', 'correct 5 aside 1', 'new', 'rules yardkle', 'dice seed 1', 'pace points', 'bank 850', 'aside 1',
  'new', 'rules yardkle:hot-dice=must', 'seat Ann', 'seat Bea', 'pace last', 'aside 1 1 1', 'aside 1 1 1', 'bank'];
// Daily games, which nobody may try twice, and texts to share.
const DAILY = ['new', 'rules yardzee:bonus=0', 'seat Ann', 'dice daily 2026-11-15', 'roll', 'new', 'rules yardkle', 'seat Ann', 'seat Bea', 'dice daily 2026-11-15', 'roll',
  'new', 'dice daily 2026-11-15', 'position yardzee - 1 ?5 0', ...['easy best', 'medium good', 'hard blunder'].map((grade) => `daily share yardzee 2026-11-16 ${grade} 7 bbg`),
  'new', 'rules yardkle', 'seat Ann', 'dice daily 2026-11-15', 'roll', 'daily grade',
  'new', 'rules yardzee', 'seat Ann', 'dice daily 2026-11-15', 'roll', 'undo', 'correct 5 roll 1 2 3 4 5', 'hint', 'score chance', 'daily grade'];
// Fair dice, with lines that are valid, wrong or out of order.
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const COMMITMENT = 'c3700eb8a0e2d831785541918ecce091c9ea7669630da3d11c9bdb40968ea547';
const SHARES = ['404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f', 'f'.repeat(64)];
const PLEDGES = ['3134fd4a3d6aec0bd97f32efd97e945c74ef6bbdfe6470c216aae3de928fa4c7',
  'ca9ce34707e2b2be05a45f86bc87713f0520b88bbd511069d6373cd483087565'];
const FAIR_START = ['rules farkle:goal=500,entry=0', 'seat Ann', 'seat Bea', `dice fair ${COMMITMENT}`];
const FAIR = ['new', 'dice fair 12', 'share x -', 'secret 12', 'seal 1', ...FAIR_START.slice(0, 3), 'share 1 -', `reveal ${SECRET}`, FAIR_START[3],
  `pledge 1 ${PLEDGES[0]}`, `pledge 1 ${PLEDGES[0]}`, `share 1 ${SHARES[0]}`, 'share 1 -', 'start 2', 'roll', `pledge 2 ${PLEDGES[1]}`,
  `share 2 ${SHARES[0]}`, `share 2 ${SHARES[1]}`, `share 1 ${SHARES[0]}`, 'roll', 'roll 1 2 4 5 5 6', 'undo', 'roll 1 1 1 1 1 1', 'roll 1 2 4 5 5 6',
  `dice fair ${SECRET}`, 'reveal', `reveal ${SHARES[0]}`, `reveal ${SECRET}`, 'undo', 'take 1 roll', 'roll 1 1 1 1 1',
  'new', ...FAIR_START, `dice fair ${COMMITMENT}`, `share 1 ${SHARES[0]}`, `pledge 2 ${PLEDGES[1]}`, 'share 2 -', 'roll 1 1 1 1 1 1', 'take 1 1 1 1 1 1 stop',
  'roll 2 2 3 3 4 6', 'rematch', `reveal ${SECRET}`];
const RARE_RECORDS = ['rules yardzee\nrules yardkle\n', 'rules yardzee\nseat Ann\ndice daily 2026-11-15\nroll 1 1 1 1 1\n', 'rules yardzee\nroll\n', 'rules yardzee\ndice seed 1\nroll 6 6 6 6 6\n',
  [...FAIR_START, 'share 1 -', 'share 2 -', 'roll 1 1 1 1 1 1', `reveal ${SECRET}`, ''].join('\n')];


// Logs of a server's tables: in each of TABLES, the last line is refused. Lines about the room begin with `.`.
const TABLE = ['.dice physical', '.sit 1 Ann', '.sit 2 Bea'];
const BEGUN = [...TABLE, '.begin', 'seat Ann', 'seat Bea', 'start 1', 'dice physical'];
const FAIR_TABLE = ['.sit 1 Ann', '.sit 2 Bea', '.sit 3 Cem', '.begin', 'seat Ann', 'seat Bea', 'seat Cem', 'start 1', `dice fair2 2 ${COMMITMENT}`];
const PLEDGED = [...FAIR_TABLE, ...[1, 2, 3].map((seat) => `pledge ${seat} ${COMMITMENT}`)];
const OVER = [...BEGUN, 'roll 1 2 3 4 6 6', 'leave 1', 'leave 2'];
const MANY = Array.from({ length: 128 }, (_, i) => [`.sit ${i + 2} P${i}`, `.leave ${i + 2}`]).flat();
const TABLES = [['seat Ann'], ['# hello'], ['.foo'], ['.sit 1 A\u0007'], [`.sit 1 ${'A'.repeat(9000)}`], ['.dice system'], ['.dice physical', '.dice physical'], ['.clock 0'], ['.away 1'],
  ['.salt x'], ['.salt 000102030405060708090a0b0c0d0e0f'], ['.keeper x'], ['.sit x'], ['.sit 5 Ann'], ['.sit 1 A+B'], ['.sit 1 Ann program'], ['.begin'], ['.sit 1 Ann', '.leave 1', '.begin'],
  ['.start 3', '.sit 1 Ann', '.begin'], ['.keeper', '.sit 1 Ann', '.sit 2 Ticker program'], ['.sit 1 Ann', ...MANY], ...['.sit 3 Bea with 9', '.bot 3', '.bot 3 R zzz', '.move 9',
    '.late x', '.late 1', '.hurried 1', '.ask', '.ask 1 2 family', '.back', '.goon 1', '.unopened 1', 'roll', '.sit 3 Bea', '.sit 3 Cem+', '.leave 2 x'].map((line) => [...TABLE, line]),
  [...TABLE, '.begin', 'start 1'], [...FAIR_TABLE.slice(0, -1), 'roll'], ...['.begin', '.sit 3 Cem with 1', '.ask 9 1 family', '.ask 1 9 family', '.ask 1 2 zzz', '.agree 1 2', '.agree 1 2 x', '.back 1',
    'seat Cem', 'roll  1 2 3 4 6 6', 'roll 6 6 4 3 2 1', 'undo', 'dice physical', 'correct 5 seat Cem', 'date 2026-11-15'].map((line) => [...BEGUN, line]),
  [...BEGUN, '.ask 1 2 family', '.ask 1 2 family'], [...BEGUN, '.ask 1 2 family', '.agree 1 2'], [...BEGUN, '.ask 1 2 family', 'correct 7 seat Ann bot family', '.ask 1 2 family'],
  [...FAIR_TABLE, `share 1 ${COMMITMENT}`], [...PLEDGED, '.unopened 2', '.unopened 2'], [...PLEDGED, '.goon 1'], [...PLEDGED, '.unopened 2', '.goon 2'], [...PLEDGED, '.unopened 2', '.goon 1', '.goon 1'],
  [...PLEDGED, 'undo'], ['.dice physical', '.keeper', '.sit 1 Ann', '.begin', 'seat Ann', 'start 1', 'dice physical', '.sit 2 Bea'],
  [...BEGUN, '.again 1'], [...OVER, '.stay 1'], [...OVER, '.again 1', '.again 1']];

const CHAIN_START = ['new', 'rules farkle', 'seat Ann', 'seat Bea'];
const SHORT = 2; // links: this chain is soon used up
const LONG_ENOUGH = 900; // links: enough for a game

/** Keys of refusals that only a server sends; refusals_test.mjs tests all but a few of them. */
export const ONLY_SERVERS = new Set(['before_game', 'bot_makes_choice', 'correct_real_dice', 'dice_rolled', 'enough_games', 'for_host', 'game_over', 'hint_given', 'keeper_keeps', 'leave_own_seat', 'name_alike',
  'name_misread', 'names_stay', 'no_bot_to_choose', 'no_memory', 'no_question', 'no_such_line', 'only_question', 'only_they', 'own_place', 'passed_over_first', 'program_alone', 'seat_changed',
  'secret_unknown', 'server_says', 'server_says_that', 'share_of_other', 'sides_by_keeper', 'sits_out', 'table_full', 'too_many_people', 'turn_of', 'unclean', 'undo_own_line', 'undo_real_dice',
  'worked_out_elsewhere', 'you_look_on'].map((key) => `room_${key}`).concat('core_name_character', 'core_name_malformed', 'core_name_mixed'));

/**
 * Members of answers that contain lines and words of the table language, keys or names: these are the same in all
 * languages.
 */
const NOT_WORDS = new Set(['pace', 'marks', 'pledge', 'ok', 'do', 'best', 'legal', 'position', 'said', 'first_said', 'in_force', 'words[]', 'log', 'waits', 'box', 'kind', 'key', 'value', 'default',
  'parameters', 'rules', 'rules[]', 'rule', 'family', 'phase', 'person', 'people', 'columns', 'bot', 'level', 'goal', 'unit', 'measure', 'grade', 'slip_key', 'date', 'commitment', 'verdict', 'fate',
  'secret']);

/**
 * All text in an answer that is meant for people: all strings except those of members known to contain something else.
 * A name next to `seat`, `people`, `luck` or `marks` is a person's; other names are those of rule sets. The member `broken` is
 * for programs, so it is left out.
 */
export function* wordsOf(answer, member = '', beside = {}) {
  if (typeof answer === 'string') {
    const name = member === 'name' && ['seat', 'people', 'luck', 'marks'].some((other) => other in beside);
    if (answer && !name && !NOT_WORDS.has(member)) yield answer;
  } else if (Array.isArray(answer)) {
    for (const part of answer) yield* wordsOf(part, NOT_WORDS.has(`${member}[]`) ? `${member}[]` : member, beside);
  } else if (answer) {
    for (const [key, part] of Object.entries(answer)) {
      if (key !== 'broken' && (key !== 'said' || typeof part === 'string')) yield* wordsOf(part, member === 'rules' || member === 'titles' ? '' : key, answer);
    }
  }
}

export class Sentences {
  #core;
  #random;
  #books;

  constructor(core, seed, books) {
    this.#core = core;
    this.#random = new Random(seed);
    this.#books = books;
  }

  /** Asks a question and yields the answer. */
 *#hear(line) {
    yield this.#core.ask(line);
  }

  /** Fixed texts. */
 *texts() {
    const houses = ['joker=free', 'joker=forced', 'joker=classic', 'joker=none', 'bonus=0', 'bonus=0,upper-bonus=0', 'bonus=100', 'upper-bonus=0', 'upper-bonus=50@60',
      'set-aside=all', 'entry=0', 'entry=1000', 'entry=100000', 'goal=5000', 'final-round=everyone', 'final-round=rest', 'hot-dice=may', 'hot-dice=must', 'tie=leader', 'tie=chaser',
      'settlement=on', 'settlement=off'];
    yield* this.#hear('levels');
    for (const book of this.#books) {
      for (const rules of [book, ...houses.map((house) => `${book}:${house}`)]) {
        const book = this.#core.ask(`book ${rules}`);
        if (book.error) continue; // an option of the other family
        yield book;
        yield* this.#hear(`book guide ${rules}`);
        yield* this.#hear(`sheet blank ${rules}`);
      }
    }
  }

  /** Sentences that rarely come up by chance. */
 *rare() {
    for (const line of [...RARE, ...WITHOUT_THROWS, ...DAILY]) yield* this.#hear(line);
    while (this.#move());
    yield* this.#hear('rematch'); // of the daily game
    for (const line of FAIR) yield* this.#hear(line);
    for (const record of RARE_RECORDS) yield this.#core.open(record);
  }

  /** Fair dice of version 2: each throw opens a link of a chain and carries a hash of the log before it. */
 *chains() {
    const { commitment } = this.#core.ask(`secret ${SECRET} ${SHORT}`);
    const dice = `dice fair2 ${SHORT} ${commitment}`;
    const start = [...CHAIN_START, `secret ${SECRET} ${SHORT}`, dice, 'share 1 -', `share 2 ${SHARES[1]}`];
    for (const line of ['new', `dice fair2 0 ${commitment}`, `dice fair2 ${commitment}`, 'rules farkle', dice, 'roll', 'new', 'secret', ...start]) yield* this.#hear(line);
    const rolled = this.#core.ask('roll').ok;
    const [faces, link, mark] = rolled.match(/^roll ([1-6 ]+) link (\w+) log (\w+)$/).slice(1);
    yield* this.#hear(`roll ${faces} link ${link} log ${mark}`); // refused: a core that knows the secret makes its own
                                                                 // rolls
    const chain = start.filter((line) => !line.startsWith('secret'));
    const wrong = [`${rolled}0`, `roll ${faces}`, 'roll', `roll ${faces} link ${SECRET} log ${mark}`, `roll ${faces} link ${link} log ${SECRET.slice(32)}`,
      `roll 1 1 1 1 1 1 link ${link} log ${mark}`, `reveal ${SECRET}`, rolled];
    for (const line of [...chain, ...wrong]) yield* this.#hear(line);
    for (const line of [...CHAIN_START, FAIR_START[3], 'share 1 -', 'share 2 -', rolled, `reveal ${SECRET} log ${mark}`]) yield* this.#hear(line);
    // Both seats roll to decide who starts, which uses up the chain.
    for (const line of [...start.slice(0, 4), 'start roll', ...start.slice(4), 'roll', 'roll', 'roll']) yield* this.#hear(line);
    const record = (...lines) => this.#core.open(`${[...chain.slice(1), ...lines].join('\n')}\n`);
    for (const lines of [['#oops'], [rolled.replace('roll', 'roll ')], ['#  fine', rolled], [rolled, `reveal ${SECRET} log ${mark}`], [rolled, `reveal ${SECRET}`]]) yield record(...lines);
    yield this.#core.open(`${[...chain.slice(1, -1), `share  2 ${SHARES[1]}`, rolled].join('\n')}\n`);
  }

  /** Lines that no server could have stored. */
 *tables() {
    for (const lines of TABLES) {
      const text = ['yardstick 1', 'rules yardkle', ...lines].map((line) => line.replace(/^\./, '# room: '));
      yield this.#core.follow(`${text.join('\n')}\n`);
    }
  }

  /** Verdicts on fair dice: sealed by all, some or none of the seats, in one game or a series; unrevealed or broken. */
 *verdicts() {
    const committed = (secret) => `dice fair2 ${LONG_ENOUGH} ${this.#core.ask(`secret ${secret} ${LONG_ENOUGH}`).commitment}`;
    const dice = [SECRET, SHARES[1]].map(committed);
    const given = (shares) => shares.map((share, seat) => `share ${seat + 1} ${share}`);
    const pledged = [...PLEDGES.map((pledge, seat) => `pledge ${seat + 1} ${pledge}`), ...given(SHARES)];
    const known = (game) => `secret ${[SECRET, SHARES[1]][game]} ${LONG_ENOUGH}`;
    const series = (one, two) => [...FAIR_START.slice(0, 3), known(0), dice[0], ...one, null, 'reveal', 'rematch', known(1), dice[1], ...two, 'roll'];
    const tables = [FAIR_START, [...FAIR_START, ...given(['-', '-']), 'roll 1 1 1 1 1 1'], [...FAIR_START, ...given(['-', '-']), 'roll 1 1 1 1 1 1', `reveal ${SECRET}`],
      [...FAIR_START, ...pledged, 'roll 1 2 4 5 5 6', `reveal ${SECRET}`], series(given(['-', '-']), given(['-', '-'])), series(given(['-', SHARES[0]]), given([SHARES[0], '-']).reverse()),
      series(given(['-', SHARES[0]]), given(['-', SHARES[0]])), series(given(['-', SHARES[0]]), pledged)];
    for (const lines of tables) {
      const [rules, ann, bea, ...more] = lines;
      for (const begin of [[], [`dice fair ${PLEDGES[0]}`]]) {
        // null: play the game to the end.
        for (const line of ['new', rules, ann, bea, ...begin, ...more]) {
          if (line) yield* this.#hear(line);
          else while (this.#move());
          yield* this.#hear('bot club');
        }
        yield* this.#hear('verify');
      }
    }
  }

  /** Refusals: random games with lines that are wrong in some way. Solving is canceled at once. */
 *refusals(games) {
    this.#core.progress = () => true;
    for (let game = 0; game < games; game++) {
      const rules = this.#random.chance(30) ? this.#random.of(HOUSE_RULES) : this.#books[game % this.#books.length];
      for (const line of this.#setUp(rules)) this.#core.ask(line);
      for (let step = 0; step < 60; step++) {
        for (let n = 0; n < 4; n++) yield* this.#hear(this.#wrong(rules));
        if (this.#random.chance(10)) yield* this.#hear('sheet');
        if (!this.#move()) break;
      }
      yield* this.#record(rules);
    }
    this.#core.progress = null;
  }

  /** Reasons in random positions, for the best choice and others, and warnings. */
 *reasons(positions) {
    for (const rules of REASONED) {
      for (const [position, question] of RARE_REASONS.filter(([words]) => words.startsWith(`${rules} `))) {
        this.#core.ask(`position ${position}`);
        yield* this.#hear(question);
      }
      for (let n = 0; n < positions; n++) {
        const { error } = this.#core.ask(`position ${this.#position(rules)}`);
        if (error) continue; // nothing scores, or every box is filled
        const { legal } = this.#core.ask('legal');
        yield* this.#hear('why');
        yield* this.#hear(`why ${this.#random.of(legal)}`);
        yield* this.#hear(`judge 0.001 ${this.#random.of(legal)}`);
      }
      yield* this.#mistakes(rules);
    }
  }

  /** A random game, full of mistakes. */
 *#mistakes(rules) {
    for (const line of ['new', `rules ${rules}`, 'seat Ann', 'dice seed 7']) this.#core.ask(line);
    while (this.#move());
    yield* this.#hear('analyse');
  }

  #position(rules) {
    const random = this.#random;
    if (/^(yardkle|farkle)/.test(rules)) {
      const goal = Number(/goal=(\d+)/.exec(rules)?.[1] ?? 10000);
      const totals = Array.from({ length: random.of([1, 2, 2, 3, 4]) }, () => 50 * random.below((goal * 1.2) / 50));
      totals[0] = random.chance(10) ? 0 : Math.min(totals[0], goal - 50);
      const dice = random.chance(50) ? 6 : 1 + random.below(6);
      const aside = 50 * (6 - dice) + (dice === 6 && random.chance(80) ? 0 : 50 * random.below(20));
      return `${rules} ${totals.join('/')} 1 ${aside} ${this.#faces(dice).replaceAll(' ', ',')}`;
    }
    const full = random.of([10, 40, 75, 90]);
    const card = UPPER.flatMap((box, i) => (random.chance(full) ? [`${box}=${(i + 1) * (2 + random.below(3))}`] : []));
    for (const [box, values] of Object.entries(rules.startsWith('yatzy') ? LOWER_YATZY : LOWER)) {
      if (random.chance(full)) card.push(`${box}=${random.of(values)}`);
    }
    return `${rules} ${card.join() || '-'} 1 ${this.#faces(5).replaceAll(' ', ',')} ${1 + random.below(3)}`;
  }

  #setUp(rules) {
    const random = this.#random;
    const seats = random.chance(25) ? 1 : random.chance(70) ? 2 : 3;
    return ['new', `rules ${rules}`, ...NAMES.slice(0, seats).map((name) => `seat ${name}`),
      random.chance(20) ? `dice seed ${random.below(1e6)}` : 'dice physical', ...(random.chance(20) ? ['start roll'] : [])];
  }

  /** Random faces that are all the same more often than in fair throws: otherwise jokers would be too rare. */
  #faces(count) {
    const random = this.#random;
    const face = 1 + random.below(6);
    const alike = random.chance(25);
    return Array.from({ length: count }, () => alike || random.chance(20) ? face : 1 + random.below(6)).join(' ');
  }

  /** Makes a random move; false if the game is over. */
  #move() {
    const random = this.#random;
    const { legal, falling } = this.#core.ask('legal');
    if (!legal) return false;
    if (legal.length) {
      const ends = legal.filter((words) => /stop$|^score/.test(words));
      this.#core.ask(random.of(ends.length && random.chance(50) ? ends : legal));
      return true;
    }
    if (!falling) return false;
    if (this.#core.ask('roll').error) this.#core.ask(`roll ${this.#faces(falling)}`);
    return true;
  }

  /** A line that will most likely be refused. */
  #wrong(rules) {
    const random = this.#random;
    const state = this.#core.ask('state');
    const box = () => random.of(['ones', 'twos', 'sixes', 'three-kind', 'full-house', 'chance', 'five-kind', 'small-straight', 'one-pair', 'fulhouse']);
    const dice = () => this.#faces(1 + random.below(6));
    const word = () => random.of(['legal', 'judge', 'why', 'bot', 'sheet', 'state', 'line', 'advise', 'practice', 'daily', 'book']);
    const position = state.position ?? `${rules} - 1 ?5 0`;
    return random.of([
      () => random.of(NONSENSE),
      () => garbled(random, `position ${position}`),
      () => `position ${position.replace(/ \d+ /, ` ${random.below(9)} `)}`,
      () => `position ${position.replace(/\S+$/, random.of(['?0', '?3', '3', '9', '-1', '1,2', '2,3,4,4']))}`,
      () => `position ${position.replace(/(\w)=\d+/, '$1=' + random.of(['7', '0', '999', 'x', '25,bonus=3', '50,bonus=1,bonus=1', '5,ones=1,ones=1']))}`,
      () => `score ${box()}`,
      () => `keep ${dice()}`,
      () => `take ${dice()} ${random.of(['roll', 'stop', ''])}`,
      () => `roll ${dice()}`,
      () => `correct ${random.below(30)} ${random.of([`roll ${dice()}`, `score ${box()}`, `keep ${dice()}`, 'seat Ann', 'undo'])}`,
      () => `rules ${random.of([...this.#books, 'yardze'])}:${random.of(PARAMETERS)}${random.of(VALUES)}${random.of(['', ',', ',bonus=1,bonus=2', ',goal=100,goal=150'])}`,
      () => `${word()} ${random.of([box(), 'seat 9', 'line 99', 'seat 1', '9', 'win', 'reach 9 9', `score ${box()}`, 'mistake keep -', 'club 2'])}`,
      () => garbled(random, `${word()} ${random.of(['score chance', 'keep -', 'yardzee', 'take 1 stop'])}`),
      () => `seat ${random.of(['Ann+Ann', 'Robo bot', 'x bot y z', 'A+B bot club', 'a+b+c+d+e+f+g+h+i', 'Ann', '/', '# x', `x bot ${'y'.repeat(30)}`])}`,
      () => random.of(['undo', 'rematch', 'hint', 'start 1', 'dice seed 1', 'dice sytem', 'dice few', 'date now', 'yardstick 1', 'yardstick 3', 'yardstick x', 'start x']),
    ])();
  }

  /** Records with wrong lines, which are refused with a line number. */
 *#record(rules) {
    const lines = ['yardstick 1', `rules ${rules}`, 'seat Ann', 'seat Bea', `dice ${this.#random.of(['seed 7', 'physical'])}`];
    for (let n = 0; n < 3; n++) {
      lines.push(...Array.from({ length: 1 + this.#random.below(3) }, () => this.#wrong(rules)).filter((line) => !String(line).includes('\n')));
      yield this.#core.open(`${lines.join('\n')}\n`);
    }
  }
}
