// Page logic that doesn't draw: personal bests, verdicts, practice history, chart scales, initials.
//
// usage: lib_test.mjs. Reports in TAP.
import { bestsOf, movingAverage } from '../../web/lib/bests.js';
import { dailyDays, dailyDone, dayOf, isDue, rememberDaily, rememberOwn, streakOf } from '../../web/lib/practised.js';
import { keyMoments, verdictOf } from '../../web/lib/verdict.js';
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

// ---- verdicts ----

/** A finished game of Ann and Bea: their luck, and what mistakes cost them, in points or in turns. */
function verdict(unit, winner, [luck, cost], [theirs, spent]) {
  const rolls = [luck, theirs].map((points, i) => ({ game: 1, seat: i + 1, luck: points }));
  const decisions = [cost, spent].map((error, i) => ({ game: 1, seat: i + 1, error }));
  return verdictOf({ unit, games: 1, rolls, decisions }, { seats: [{ total: 9 }, { total: 8 }], winners: winner ? [winner] : [1, 2] }, 1);
}

claim('the verdict on a game never contradicts the luck shown beside it', () => {
  same(verdict('points', 1, [20, 3], [5, 9]), 'both', 'won with better dice and decisions');
  same(verdict('points', 1, [20, 30], [5, 90]), 'dice', 'the same with large mistakes');
  same(verdict('points', 1, [-20, 3], [-30, 9]), 'play', 'the same with bad dice');
  same(verdict('points', 1, [10, 3], [20, 30]), 'play', 'won with worse dice');
  same(verdict('points', 1, [-10, 30], [20, 90]), 'fewer', 'the same with large mistakes');
  same(verdict('points', 1, [20, 9], [5, 3]), 'dice', 'won with worse decisions');
  same(verdict('points', 1, [-20, 9], [-50, 3]), 'worse', 'the same with bad dice');
  same(verdict('points', 1, [10, 9], [20, 3]), null, 'won with worse dice and decisions, so by neither');
  same(verdict('points', 2, [20, 9], [5, 3]), 'spent', 'lost with better dice');
  same(verdict('points', 2, [-20, 9], [-50, 3]), 'mistakes', 'the same with bad dice');
  same(verdict('points', 2, [-10, 58], [-5, 3]), 'mistakes', 'lost with mistakes that cost more than the dice');
  same(verdict('points', 2, [20, 3], [50, 9]), 'outrolled', 'lost with good dice to better ones');
  same(verdict('points', 2, [-20, 3], [5, 9]), 'unlucky', 'lost with better decisions');
  same(verdict('points', 2, [-20, 13], [5, 3]), 'neither', 'lost with worse dice and decisions');
  same(verdict('points', 0, [-20, 9], [-50, 3]), null, 'a tie');
  same(verdict('turns', 1, [-2, -0.1], [1, -0.5]), 'both', 'fewer turns are better');
  same(verdict('turns', 2, [2, -0.1], [-1, -0.5]), 'unlucky', 'more turns are worse');
});

claim('the turning point is where the winner takes the lead: more points, or fewer turns', () => {
  const step = (/** @type {number} */ line, /** @type {number} */ seat, /** @type {number} */ before, /** @type {number} */ after) => ({ game: 1, line, seat, before, after, luck: after - before });
  for (const [unit, more] of [['points', 1], ['turns', -1]]) {
    const rolls = [step(1, 1, 10, 10 - more), step(2, 2, 10, 10 + more), step(3, 1, 10 - more, 10 + 2 * more), step(4, 1, 10 + 2 * more, 10 + 6 * more)];
    const turning = keyMoments({ unit, games: 1, rolls, decisions: [], seats: [{}, {}] }, 1, 1, 1).find(({ kind }) => kind === 'turning');
    same(turning?.step.line, 3, unit);
  }
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
