// Page logic that doesn't draw: personal bests, practice history, chart scales, initials.
//
// usage: lib_test.mjs. Reports in TAP.
import { bestsOf, movingAverage } from '../../web/lib/bests.js';
import { dailyDays, dailyDone, dayOf, isDue, rememberDaily, rememberOwn, streakOf } from '../../web/lib/practised.js';
import { roundStep } from '../../web/parts/chart.js';
import { initials } from '../../web/parts/seats.js';
import { check, claim, runClaims, same } from '../tap.mjs';

// ---- players ----

claim('no two of sixteen families, and no two friends, wear the same letters', () => {
  same(initials(['Ann', 'Bea', 'Ben', 'Émile']), ['A', 'BA', 'BN', 'É'], 'letters of names');
  same(initials(['Player 1', 'Player 2']), ['P1', 'P2'], 'letters of two numbers');
  const families = Array.from({ length: 16 }, (_, i) => `Family ${i + 1}`);
  same(initials(families), families.map((name) => name.slice(7)), 'letters of many numbers');
});

// ---- bests ----

const result = (/** @type {object} */ about) => ({ id: 'a', rules: 'yardzee', measure: 'total', when: 0, name: 'Ann', total: 0, turns: 0, won: false, seats: 2, ...about });

claim('a personal best is the most points, or the fewest turns in games measured in turns', () => {
  const [{ people: [ann] }] = bestsOf([[9, 5100], [7, 5000], [8, 5300]].map(([turns, total]) => result({ rules: 'yardkle', measure: 'turns', turns, total })));
  same([ann.fewest.turns, ann.highest.total, ann.games], [7, 5300, 3], 'a race');
  const [{ people: [bea] }] = bestsOf([200, 310, 250].map((total) => result({ name: 'Bea', total })));
  same([bea.fewest, bea.highest.total], [null, 310], 'a sheet');
});

claim('wins and winning streaks count only in games with opponents', () => {
  const [{ people: [ann] }] = bestsOf([[true, 2], [true, 2], [true, 1], [false, 2], [true, 3]].map(([won, seats]) => result({ won, seats })));
  same([ann.games, ann.against, ann.wins, ann.run], [5, 4, 3, 2], 'the figures');
});

claim('the rule set with the most games comes first, and in each rule set the best player', () => {
  const all = bestsOf([result({ rules: 'yatzy' }), result({ total: 200 }), result({ name: 'Bea', total: 201 })]);
  same(all.map(({ rules, people }) => [rules, people.map(({ name }) => name)]), [['yardzee', ['Bea', 'Ann']], ['yatzy', ['Ann']]], 'the order');
});

claim('a moving average covers a fixed number of values, or fewer at the start', () => {
  same(movingAverage([2, 4, 9, 20], 2), [2, 3, 6.5, 14.5], 'over two');
});

// ---- practice history, with a fake clock and fake storage ----

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
const realNow = Date.now;
const onDay = (/** @type {string} */ day) => { Date.now = () => Date.parse(`${day}T12:00:00Z`); };

claim('a mistake comes back after a day, and at longer intervals once answered well', () => {
  onDay('2026-11-17');
  same(isDue('p'), true, 'one that was never asked');
  rememberOwn('p', false);
  same(isDue('p'), false, 'on the same day');
  onDay('2026-11-18');
  same(isDue('p'), true, 'a day later');
  rememberOwn('p', true);
  const due = (/** @type {string} */ day) => { onDay(day); return isDue('p'); };
  same([due('2026-11-20'), due('2026-11-21'), due('2026-12-30')], [false, true, true], 'three days later');
  onDay('2026-11-21');
  rememberOwn('p', true);
  same([due('2026-11-27'), due('2026-11-28')], [false, true], 'seven days later');
  rememberOwn('p', false);
  same([due('2026-11-28'), due('2026-11-29')], [false, true], 'after a mistake');
});

claim('a streak counts days in a row up to today, or to yesterday while today is still open', () => {
  const well = { do: 'keep 1', grade: /** @type {const} */ ('best'), cost: 0 };
  same(streakOf([], '2026-11-17'), { now: 0, longest: 0 }, 'without any day');
  for (const day of ['2026-11-13', '2026-11-15', '2026-11-16']) rememberDaily('yardzee', day, well);
  onDay('2026-11-17');
  same(streakOf(dailyDays()), { now: 2, longest: 2 }, 'in the morning');
  rememberDaily('yatzy', dayOf(), well);
  same(streakOf([...dailyDays(), '2026-11-16', '2026-11-18']), { now: 3, longest: 3 }, 'in the evening, with doubles and a day to come');
  onDay('2026-11-19');
  same(streakOf(dailyDays()), { now: 0, longest: 3 }, 'after a day without');
  same(streakOf(['2025-12-30', '2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01'], '2026-03-02'), { now: 2, longest: 3 }, 'over the ends of months');
});

claim('corrupt stored data is ignored', () => {
  for (const odd of ['', '[]', 'null', '7', '{"p":3}', '{"p":[3]}', '{']) {
    kept.set('yardstick-own', odd);
    same(isDue('p'), true, `due with ${odd}`);
    kept.set('yardstick-daily', odd);
    same(dailyDone('p'), {}, `done with ${odd}`);
  }
  Date.now = realNow;
});

// ---- charts ----

claim('the grid lines of a chart are at round numbers, and there are no more than requested', () => {
  for (let span = 0.03; span < 4e5; span *= 1.07) {
    const step = roundStep(span, 5);
    const digit = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    check([1, 2, 5].some((n) => Math.abs(digit - n) < 1e-9), `${step} for ${span} is not round`);
    check(span / step <= 5 * 1.01 && span / step > 1.9, `${span / step} pieces of ${span}`);
  }
});

process.exit(await runClaims() ? 1 : 0);
