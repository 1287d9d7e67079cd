// daily_test.mjs YARD CORE_WASM: daily games in the page's core, and what the page keeps about them. Reports in TAP.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Core } from '../../web/core.js';
import { forgetGroup, handedIn, keepGroup, ownGroup, ownGroups, rememberHanded } from '../../web/daily/keys.js';
import { dailyGames, daysDone, keepPlayer, knownPlayer, streakOn } from '../../web/daily/stored.js';
import { check, claim, runClaims, same } from '../tap.mjs';

const [yard, wasm] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(wasm));
const core = await Core.of(module);

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};

// As in tests/unit/daily_test.c: everybody's dice change if this does.
const SIGNATURE = '865d8799b272042ed3419664b1048728c44ab2419ab78c526182413bd06a9e316dbb156674ffbdf163ab5f6b88d6951b92c255595646ebe17e9e231f3be5d6ca';
const FIRST = ['yardzee', 'yardkle', 'yahtzee', 'yahtzee-classic', 'yatzy', 'farkle'];
const DAYS = 400;
const dayAt = (n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);

claim('the page has the same dice as the program on 400 days in every book', () => {
  const { rules } = core.ask('help');
  const linesOf = (/** @type {string[]} */ books) => Array.from({ length: DAYS }, (_, n) => books.flatMap((book) => ['new', `rules ${book}`, 'seat Ann', `dice daily ${dayAt(n)}`, 'roll',
    ...(core.ask(`book ${book}`).family === 'sheet' ? ['keep -', 'roll', 'keep -', 'roll'] : [])])).flat();
  const rollsIn = (/** @type {any[]} */ answers) => answers.map((answer) => answer?.ok).filter((ok) => ok?.startsWith('roll'));
  for (const books of [FIRST, rules.filter((/** @type {string} */ book) => !FIRST.includes(book))]) {
    const lines = linesOf(books);
    const rolls = rollsIn(lines.map((line) => core.ask(line)));
    const native = execFileSync(yard, ['engine'], { input: `${lines.join('\n')}\n`, maxBuffer: 1 << 28 }).toString().trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));
    check(rolls.join() === rollsIn(native).join(), 'the dice differ');
    if (books !== FIRST) continue;
    same(rolls.length, DAYS * (4 * 3 + 2), 'rolls');
    same(createHash('blake2b512').update(rolls.map((roll) => `${roll}\n`).join('')).digest('hex'), SIGNATURE, 'the signature');
  }
});

const ME = { token: '00112233445566778899aabbccddeeff'.repeat(2), hash: 'c95d9ee9df8b844678e62a846a9fc2a71a06a32f0f7b95cf674dcaf6d404cb0e' };

claim('the token of a browser is kept with its hash, and nonsense is ignored', () => {
  same(core.ask(`daily player ${ME.token}`), { player: ME.hash }, 'the hash');
  for (const odd of ['', '7', 'null', '"x"', '{', JSON.stringify({ ...ME, token: 'x' }), JSON.stringify({ token: ME.token })]) {
    kept.set('yardstick-player', odd);
    same(knownPlayer(), null, `with ${odd}`);
  }
  keepPlayer(ME);
  same(knownPlayer(), ME, 'the player');
});

claim('of your games of a day, the first that was finished counts, or else the last that was begun', () => {
  const text = `dice daily 2026-11-18\n# player: ${ME.hash}\n`;
  const game = (id, begun, more = {}) => ({ id, begun, rules: 'yardzee', phase: 'over', text, ...more });
  const found = (...all) => dailyGames(all).map(({ id, finished }) => [id, finished]);
  same(found(game('b', 2), game('a', 1)), [['a', true]], 'two finished');
  same(found(game('a', 1, { phase: 'roll' }), game('b', 2)), [['b', true]], 'one unfinished before it');
  same(found(game('a', 1), game('b', 2, { phase: 'roll' })), [['a', true]], 'one unfinished after it');
  same(found(game('a', 1, { phase: 'roll' }), game('b', 2, { phase: 'choose' })), [['b', false]], 'none finished');
  same(found(game('a', 1, { text: `${text}leave 1\n` })), [['a', false]], 'one given up');
  same(found(game('a', 1, { text: 'dice system\n' })), [], 'another game');
  same(found(game('a', 1, { text: `# what-if: x\n${text}` })), [], 'a what-if');
  same(found(game('a', 1, { received: true }), game('b', 2, { phase: 'roll' })), [['b', false]], 'one from a link, in your name');
  same(found(game('a', 1, { text: text.replace(/[0-9a-f]{64}/, ME.token) })), [], "somebody else's game");
  same(found(game('a', 1), game('b', 2, { rules: 'yatzy' })).length, 2, 'two rule sets');
});

claim('positions and finished games count as days in a row', () => {
  kept.set('yardstick-daily', JSON.stringify({ yatzy: { '2026-11-17': { do: 'keep -', grade: 'blunder', cost: 9 } } }));
  const games = [{ date: '2026-11-18', finished: true }, { date: '2026-11-16', finished: false }];
  same(daysDone(games).sort(), ['2026-11-17', '2026-11-18'], 'days');
  same(['16', '17', '18', '19', '20'].map((day) => streakOn(games, `2026-11-${day}`)), [0, 1, 2, 2, 0], 'days in a row');
});

claim('groups and what was handed in are remembered, and corrupt data is ignored', () => {
  same(ownGroups(), [], 'at first');
  keepGroup({ id: 'g-1', title: 'Family', token: 'secret' });
  keepGroup({ id: 'g-2', title: 'Friends' });
  keepGroup({ id: 'g-1', title: 'Family', name: 'Ann' });
  same(ownGroup('g-1'), { id: 'g-1', title: 'Family', token: 'secret', name: 'Ann' }, 'one group');
  same(ownGroups().map(({ id }) => id), ['g-1', 'g-2'], 'the newest first');
  const game = { date: new Date().toISOString().slice(0, 10), rules: 'yardzee' };
  rememberHanded('g-1', game, { ok: true });
  same([handedIn('g-1', game), handedIn('g-2', game), handedIn('g-1', { ...game, rules: 'yatzy' })], [{ ok: true }, undefined, undefined], 'what was handed in');
  rememberHanded('g-1', { date: '2020-01-01', rules: 'yardzee' }, { ok: true });
  same(handedIn('g-1', { date: '2020-01-01', rules: 'yardzee' }), undefined, 'long ago');
  rememberHanded('g-1', game, { ok: false, code: 'first' });
  same(handedIn('g-1', game), { ok: false, code: 'first' }, 'a refusal');
  forgetGroup('g-1');
  forgetGroup('g-2');
  same([ownGroups(), kept.has('yardstick-groups')], [[], false], 'after all are forgotten');
  for (const odd of ['', '{}', 'null', '7', '[7]', '[{"id":3}]', '{']) {
    kept.set('yardstick-groups', odd);
    kept.set('yardstick-handed', odd);
    same([ownGroups(), handedIn('g-1', game)], [[], undefined], `with ${odd}`);
  }
});

process.exit(await runClaims() ? 1 : 0);
