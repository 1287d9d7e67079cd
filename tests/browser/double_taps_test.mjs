// A second tap within half a second, on any button of the table and any key for real dice: it neither loses nor repeats
// an entry. The test moves the page's clock.
import { becomes, check, claim, LONG, same } from './browser.mjs';
import { keepGames, native, records } from './person.mjs';
import { fresh } from './windows.mjs';
import { server, yard } from './world.mjs';

const GAPS = [50, 150, 300, 450, 500];

const recordOf = ({ rules, dice, pace, seats = ['Ann', 'Bea'], lines = [] }) =>
  `${['yardstick 1', 'date 2026-11-15T09:00:00Z', `rules ${rules}`, ...seats.map((seat) => `seat ${seat}`), `dice ${dice}`, 'start 1', ...(pace ? [`pace ${pace}`] : []), ...lines].join('\n')}\n`;

const newest = async (page) => (await records(page))[0];

// Lets the page's clock run until this holds.
const soon = (page, holds, what) => becomes(async () => {
  await page.clock.runFor(50);
  return holds();
}, true, what);

async function open(page, game) {
  await page.evaluate(() => { location.hash = '#/'; });
  await soon(page, () => page.locator('main.home').isVisible(), 'whether the home screen is there');
  const [id] = await keepGames(page, [recordOf(game)], { instead: true });
  await page.evaluate((to) => { location.hash = `#/game/${to}`; }, id);
  await soon(page, () => page.locator('main.table-screen:not([aria-busy]) :is(.action, .choices, .keypad)').isVisible(), 'whether the table is there');
}

// Taps one of the buttons before the one that is tapped twice.
async function prepare(page, selectors) {
  for (const selector of selectors) {
    await soon(page, () => page.locator(selector).first().isVisible(), `whether ${selector} is there`);
    await page.locator(selector).first().tap();
  }
  if (selectors.length) await page.clock.runFor(1000);
}

const screen = (rules, ...lines) => ({ rules, dice: 'system', lines });
const real = (rules, pace, ...lines) => ({ rules, dice: 'physical', pace, lines });
const digit = (n) => `.digits .key:text-is("${n}")`;
const face = (n) => `.faces .key:nth-child(${n})`;
const [BANK, BUST, ROLL, DELETE, UNDO] = ['.bank-key:not(.key-off)', '.bust-key:not(.key-off)', '.roll-key:not(.key-off)', '.delete-key:not(.key-off)', '.undo-button:enabled'];
const box = (name) => `button.box[data-box="${name}"]`;

// What the game is, what is tapped before, what is tapped twice, and the first words of the lines that the record gains.
const TAPS = {
  'Roll in a sheet game': [screen('yardzee'), [], '.roll-button', ['roll']],
  'Roll again in a sheet game': [screen('yardzee', 'roll 1 2 3 4 6'), [], '.roll-button', ['keep', 'roll']],
  'a box': [screen('yardzee', 'roll 1 2 3 4 6'), [], box('chance'), ['score chance']],
  'a box that would be a zero': [screen('yardzee', 'roll 1 2 3 4 6'), [], box('fives'), []],
  Undo: [screen('yardzee', 'roll 1 2 3 4 6', 'score chance', 'roll 1 2 3 4 6', 'score chance'), [], UNDO, ['undo']],
  'Skip while a bot plays': [{ ...screen('yardzee'), seats: ['Robo bot novice', 'Ann'] }, [], '.skip', null],
  Roll: [screen('yardkle'), [], '.roll-button', ['roll']],
  'Roll again': [screen('yardkle', 'roll 1 1 1 5 2 3'), ['.all-button'], '.again-button', ['take', 'roll']],
  Stop: [screen('yardkle', 'roll 1 1 1 5 2 3'), ['.all-button'], '.choice-stop', ['take']],
  'Bank by points': [real('yardkle', 'points'), [digit(8), digit(50)], BANK, ['bank 850']],
  'Bust by points': [real('yardkle', 'points'), [], BUST, ['bust']],
  'Bank by the last dice': [real('yardkle', 'last'), [face(1), face(1), face(1)], BANK, ['aside 1 1 1', 'bank']],
  'Roll on by the last dice': [real('yardkle', 'last'), [face(1), face(1), face(1)], ROLL, ['aside 1 1 1']],
  'Bust by the last dice': [real('yardkle', 'last'), [], BUST, ['bust']],
  'Undo a bust': [real('yardkle', 'last', 'aside 1 1 1', 'bank', 'bust'), [], UNDO, ['undo']],
  'the last face of a throw': [real('yardkle', ''), [1, 1, 1, 2, 3].map(face), face(4), ['roll 1 1 1 2 3 4']],
  'Bank by throws': [real('yardkle', '', 'roll 1 1 1 5 2 3'), ['.all-button'], BANK, ['take']],
  'Roll on by throws': [real('yardkle', '', 'roll 1 1 1 5 2 3'), ['.all-button'], ROLL, ['take']],
  'a box whose points are chosen next': [real('yardzee', 'points'), [], box('sixes'), []],
  'the points of a box': [real('yardzee', 'points'), [box('sixes')], digit(18), ['score sixes 18']],
  'the last digit of a box': [real('yardzee', 'points'), [box('chance'), digit(2)], digit(3), ['score chance 23']],
  'Undo points': [real('yardzee', 'points', 'score sixes 18', 'score chance 23'), [], UNDO, ['undo']],
  'the last face of five': [real('yardzee', 'last'), [1, 1, 1, 2].map(face), face(3), ['last 1 1 1 2 3']],
  'a box for the last dice': [real('yardzee', 'last', 'last 1 1 1 2 3'), [], box('three-kind'), ['score three-kind']],
  'a box that would be a zero for the last dice': [real('yardzee', 'last', 'last 1 1 1 2 3'), [], box('sixes'), []],
  'the last face of a roll': [real('yardzee', ''), [1, 1, 1, 2].map(face), face(3), ['roll 1 1 1 2 3']],
  'Roll on by rolls': [real('yardzee', '', 'roll 1 1 1 2 3'), ['.place-die[data-face="1"]'], ROLL, ['keep 1']],
  'Undo a roll': [real('yardzee', '', 'roll 1 1 1 2 3', 'score chance', 'roll 1 1 1 2 3'), [], UNDO, ['undo']],
};

claim('a second tap within half a second neither repeats nor loses an entry, on any key', async (browser) => {
  const page = await fresh(browser, server.address, {}, (window) => window.clock.install({ time: Date.UTC(2026, 10, 15) }));
  await page.locator('main.home').waitFor();
  await page.clock.pauseAt(Date.UTC(2026, 10, 15, 1));
  for (const [i, [name, [game, before, twice, lines]]] of Object.entries(TAPS).entries()) {
    for (const gap of LONG ? GAPS : [GAPS[i % GAPS.length]]) {
      const where = `${name}, tapped twice ${gap} ms apart`;
      await open(page, game);
      await prepare(page, before);
      await soon(page, () => page.locator(twice).first().isVisible(), `whether ${twice} is there for ${where}`);
      const start = await newest(page);
      const { x, y, width, height } = await page.locator(twice).first().boundingBox();
      const at = [x + width / 2, y + height / 2];
      const gained = async () => (await newest(page)).slice(start.length).split('\n').filter(Boolean);
      const still = () => page.locator('main:not([aria-busy]), .next-button').first().isVisible();
      await page.touchscreen.tap(...at);
      if (lines) await becomes(async () => (await gained()).length === lines.length && await still(), true, `whether ${where} is entered`);
      let passed = 0;
      if (!lines) { // the bot needs some of the page's time
        await becomes(async () => {
          await page.clock.runFor(4);
          passed += 4;
          return await page.locator('.roll-button').isVisible() && await still();
        }, true, 'whether the bot has played');
        check(passed <= 500, `the bot has played for ${passed} ms of the page's time`);
      }
      await page.clock.runFor(Math.max(0, gap - passed));
      await page.touchscreen.tap(...at);
      await becomes(still, true, 'whether the page is ready');
      const after = await gained();
      if (lines) same(after.map((line, n) => line.slice(0, lines[n]?.length)), lines, `what ${where}, enters`);
      else same(native(yard, await newest(page)).phase, 'roll', `the phase after ${where}`);
      await page.clock.runFor(1000);
    }
  }
  // Digits and dice before the last one count as often as they are tapped, however fast, and so does Delete.
  for (const gap of GAPS) {
    await open(page, real('yardkle', 'points'));
    for (const tap of [digit(5), digit(5), DELETE]) {
      await page.locator(tap).tap();
      await page.clock.runFor(gap);
      await page.locator(tap).tap();
      await becomes(() => page.locator('.entry-typed').textContent(), tap === DELETE ? '55' : (await page.locator('.entry-typed').textContent()), 'the points typed');
    }
  }
  same(page.complaints, [], 'what the browser complains about');
  await page.context().close();
});
