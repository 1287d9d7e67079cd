// The page written by `yard analyse --html`, opened in a browser as a file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DESKTOP, PHONE, accessibilityProblems, check, LONG, open, same, screenshot, scrollsSideways,
} from './browser.mjs';
import { env } from './home.mjs';
import { claimsIn, drawn } from './windows.mjs';
import { atEnd, pictures, sample, yard } from './world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'yard-report-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const NAMES = ['partners', 'two', 'alone', 'three', 'series'];
// Each game is checked in one of these views, in turn: dark phone and light desktop or, with PICTURES=1, all four
// combinations. Long runs check every game in all four.
const VIEWS = LONG || process.env.PICTURES
  ? [PHONE, DESKTOP].flatMap((viewport) => ['light', 'dark'].map((colorScheme) => ({ viewport, colorScheme })))
  : [{ viewport: PHONE, colorScheme: 'dark' }, { viewport: DESKTOP, colorScheme: 'light' }];

// All choices of a seat have the same markup, and checking them all takes many seconds, so check the first few in each
// view, and in long runs all of one game once.
const CHOICES_LOOKED_AT = 5;

const claimHere = claimsIn((browser) => open(browser, 'about:blank'));

// Shows a report. Loading one takes long, so a window that shows it already, as it was loaded, goes on showing it;
// `changed` says that it is no longer as it was.
async function show(page, name, { viewport = DESKTOP, colorScheme = 'light' } = {}) {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme });
  if (!page.changed && page.url() === pageOf(name)) return;
  page.changed = false;
  page.requests.length = 0;
  page.complaints.length = 0;
  await page.goto(pageOf(name));
}

const pageOf = (name) => pathToFileURL(join(folder, `${name}.html`)).href;

function run(...args) {
  return execFileSync(yard, args, { env, encoding: 'utf8', maxBuffer: 1 << 26 });
}

const analyses = {};
for (const name of NAMES) {
  const record = join(folder, `${name}.yard`);
  writeFileSync(record, sample(name));
  analyses[name] = JSON.parse(run('analyse', '--json', '--html', join(folder, `${name}.html`), record));
}

// ---- reading the page ----

// "−12.3 %" as a number in the ledger's unit.
function numberOf(words) {
  const found = /^[=\s]*([+−]?)([\d.]+)(\s*%)?$/.exec(words.replaceAll('\u00a0', ' ').trim());
  check(found, `'${words}' is no number`);
  return (found[1] === '−' ? -1 : 1) * Number(found[2]) * (found[3] ? 0.01 : 1);
}

// The rows of a table as objects keyed by column heading.
function rowsOf(page, selector) {
  return page.locator(selector).first().evaluate((table) => {
    const heads = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
    return [...table.tBodies[0].rows].map((row) =>
      Object.fromEntries([...row.cells].map((cell, i) => [heads[i], cell.textContent])));
  });
}

const near = (got, want, digits, what) =>
  check(Math.abs(got - want) <= 0.5 * 10 ** -digits + 1e-9, `${what} is ${got}, not ${want}`);

function openAll(page) {
  page.changed = true;
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

// ---- for every page and every view ----

for (const [i, name] of NAMES.entries()) {
  claimHere(`the ledger in the report on ${name}.yard matches the analysis`, async (page) => {
    await show(page, name);
    const { seats, unit, games } = analyses[name];
    const digits = unit === 'win' ? (games > 1 ? 2 : 3) : unit === 'turns' ? 2 : 1;
    const rows = await rowsOf(page, 'table.ledger');
    same(rows.length, seats.length, 'the number of sides');
    for (const [i, seat] of seats.entries()) {
      const shown = rows[i];
      same(shown.player, seat.name.replaceAll('+', ' + '), 'the side');
      const now = shown.result ?? shown.now;
      near(numberOf(shown.par), seat.par, digits, 'par');
      near(numberOf(shown.luck), seat.luck, digits, 'luck');
      near(numberOf(shown.errors), seat.errors, digits, 'errors');
      near(numberOf(now), seat.result, digits, 'the result');
      same('others' in shown, unit === 'win', 'whether others are shown');
      if (unit === 'win') near(numberOf(shown.others), seat.others, digits, 'others');
      const sum = numberOf(shown.par) + numberOf(shown.luck) - numberOf(shown.errors) +
        numberOf(shown.others ?? '0');
      check(Math.abs(sum - numberOf(now)) < 3 * 10 ** -digits, `${sum} is not ${now}`);
    }
    const quality = await rowsOf(page, 'table.quality');
    for (const [i, seat] of seats.entries()) {
      near(Number(quality[i].accuracy), seat.accuracy, 1, 'accuracy');
      for (const [grade, count] of Object.entries(seat.grades))
        same(Number(quality[i][grade]), count, grade);
      same(Number(quality[i].hints), seat.hints, 'hints');
    }
  });

  claimHere(`the report on ${name}.yard ${name === 'three' ? 'labels its values as estimates, being of a press table of three' : 'does not call its values estimates'}`, async (page) => {
    await show(page, name);
    same(await page.locator('.note', { hasText: 'Estimates:' }).count(), name === 'three' ? 1 : 0, 'the number of such notes');
  });

  claimHere(`the report on ${name}.yard lists every decision with its best choice first`, async (page) => {
    await show(page, name);
    const { decisions, games } = analyses[name];
    same(await page.locator('details.choice').count(), decisions.length, 'the number of decisions');
    const worst = decisions.reduce((a, b) => (a.cost > b.cost ? a : b));
    const inside = await page.evaluate(() => [...document.querySelectorAll('.inside')].map((box) => ({
      words: box.textContent,
      costs: [...box.querySelectorAll('tbody tr')].map((row) => row.cells[3].textContent),
      chosen: box.querySelectorAll('tr.chosen').length,
      reasons: box.querySelectorAll('li').length,
    })));
    for (const box of inside) {
      if (box.words.includes('There was no other choice')) continue;
      check(/^0/.test(box.costs[0]), `the first choice is ${box.costs[0]} from the best`);
      same(box.chosen, 1, 'the number of chosen ones');
      check(box.reasons > 0, 'there is no reason', box.words);
    }
    if (games === 1 && worst.cost > 0) {
      const links = await page.locator('main a').count();
      check(links > 0, 'nothing leads to the costliest decision');
    }
  });

  claimHere(`the report on ${name}.yard requests only its own file and causes no console errors`, async (page) => {
    await show(page, name);
    await openAll(page);
    await drawn(page);
    same(page.requests, [pageOf(name)], 'what was asked for');
    same(page.complaints, [], 'the complaints');
    same(await page.locator('script, link, img, iframe, [onclick]').count(), 0, 'foreign elements');
  });

  for (const view of LONG ? VIEWS : [VIEWS[i % VIEWS.length]]) {
    const size = view.viewport.width;
    claimHere(
      `the report on ${name}.yard at width ${size}, ${view.colorScheme}, is accessible and does not scroll sideways`,
      async (page) => {
        await show(page, name, view);
        await screenshot(page, pictures, `${name}-${size}-${view.colorScheme}`, { fullPage: true });
        check(!await scrollsSideways(page), 'the page scrolls sideways');
        await openAll(page);
        check(!await scrollsSideways(page), 'the page scrolls sideways with everything open');
        await page.evaluate((count) => {
          for (const seat of document.querySelectorAll('details.seat'))
            [...seat.querySelectorAll('.choice')].slice(count).forEach((choice) => choice.remove());
        }, CHOICES_LOOKED_AT);
        same(await accessibilityProblems(page), [], 'what is wrong');
      });
  }
}

if (LONG) claimHere('the whole report on alone.yard is accessible, both closed and fully expanded', async (page) => {
  await show(page, 'alone');
  same(await accessibilityProblems(page), [], 'what is wrong while closed');
  await openAll(page);
  same(await accessibilityProblems(page), [], 'what is wrong while open');
});

// ---- content ----

claimHere('HTML in names is shown as text, and right-to-left names are isolated', async (page) => {
  await show(page, 'partners');
  const names = await page.locator('.cards').first().locator('h3').allTextContents();
  same(names, ['Ann + Bea', '<script>alert(1)', 'Tom & "Jo" <b>', '\u05d3\u05e0\u05d4 + Max'], 'the names');
  same(await page.locator('main b').count(), 0, 'bold elements');
  same(await page.locator('bdi', { hasText: '\u05d3\u05e0\u05d4' }).first().textContent(),
    '\u05d3\u05e0\u05d4', 'the isolated name');
  check((await page.title()).includes('\u2068<script>alert(1)\u2069'), await page.title());
});

claimHere('the report on a series has a section for each game and says which one is still running', async (page) => {
  await show(page, 'series');
  const headings = await page.locator('main h2').allTextContents();
  same(headings, ['Series', 'Game 1', 'Game 2', 'Game 3'], 'the headings');
  for (const [game, running] of [[1, 0], [2, 0], [3, 1]]) {
    const notes = page.locator(`#game${game} .note`, { hasText: 'In progress:' });
    same(await notes.count(), running, `the notes of game ${game}`);
  }
});

claimHere('the report has figures for each partner and, in press games, for the points per turn', async (page) => {
  await show(page, 'partners');
  const people = await rowsOf(page, 'table:has(caption:text("Partners"))');
  const known = analyses.partners.seats.flatMap((seat) => (seat.people.length > 1 ? seat.people : []));
  same(people.map((row) => row.player), known.map((one) => one.name), 'the partners');
  for (const [i, one] of known.entries()) {
    near(numberOf(people[i].luck), one.luck, 1, 'luck');
    near(numberOf(people[i].errors), one.errors, 1, 'errors');
  }
  await show(page, 'two');
  const points = await rowsOf(page, 'table:has(caption:text("Points per turn"))');
  for (const [i, { points: known_ }] of analyses.two.seats.entries()) {
    same(Number(points[i].turns), known_.turns, 'turns');
    near(numberOf(points[i].par), known_.par / known_.turns, 0, 'par');
    near(numberOf(points[i].luck), known_.luck / known_.turns, 0, 'luck');
    near(numberOf(points[i].errors), known_.errors / known_.turns, 0, 'errors');
    near(numberOf(points[i].points), known_.result / known_.turns, 0, 'points');
  }
});

// ---- the keyboard ----

claimHere('every decision can be opened with the keyboard alone', async (page) => {
  await show(page, 'alone');
  const summaries = await page.locator('details.seat summary').count();
  check(summaries > 20, 'there are few decisions');
  page.changed = true;
  // Presses Tab repeatedly from just before the decisions, opening every closed summary.
  await page.locator('details.seat').first().evaluate((seat) => {
    seat.previousElementSibling.setAttribute('tabindex', '-1');
    seat.previousElementSibling.focus();
  });
  for (let stop = 0; stop < 3 * summaries; stop++) {
    await page.keyboard.press('Tab');
    const [closed, over] = await page.evaluate(() => {
      const at = document.activeElement;
      return [at.tagName === 'SUMMARY' && !at.parentElement.open, at === document.body];
    });
    if (closed) await page.keyboard.press(stop % 2 ? 'Enter' : 'Space');
    if (over) break;
  }
  same(await page.locator('details.seat:not([open]), .choice:not([open])').count(), 0, 'what is closed');
});

claimHere('the link to a costly decision opens it', async (page) => {
  await show(page, 'partners');
  const link = page.locator('.points a').first();
  const target = page.locator(await link.getAttribute('href'));
  check(!await target.isVisible(), 'it is open already');
  page.changed = true;
  await link.press('Enter');
  await target.waitFor({ state: 'visible' });
});

claimHere('a wide table scrolls in its own box, which has a label and is reachable by keyboard',
  async (page) => {
    await show(page, 'partners', { viewport: PHONE });
    const wide = await page.evaluate(() => [...document.querySelectorAll('.scroll')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => [box.tabIndex, box.getAttribute('role'), Boolean(box.getAttribute('aria-label'))]));
    check(wide.length > 0, 'no table is wide');
    for (const box of wide) same(box, [0, 'region', true], 'the box');
  });

claimHere('the report prints black on white', async (page) => {
  await show(page, 'partners', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  const [ink, paper] = await page.evaluate(() => {
    const style = getComputedStyle(document.body);
    return [style.color, style.backgroundColor];
  });
  same([ink, paper], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], 'ink and paper');
});
