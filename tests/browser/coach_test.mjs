// The coach on the page: hints, warnings, the review of a game, practice.
//
//     node coach_test.mjs YARD RECORDS PICTURES
//
// What the page says is held against what the program itself answers about the same record.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DESKTOP, PHONE, accessibilityProblems, becomes, check, claim, launch, runClaims, same, screenshot, scrollsSideways,
} from './browser.mjs';
import { native, records, serve, visit } from './person.mjs';

const [yard, folder, pictures] = process.argv.slice(2);
const NAMES = ['partners', 'two', 'alone', 'three', 'series'];
const read = (name) => readFileSync(join(folder, `${name}.yard`), 'utf8');
const POSITION = 'yardzee ones=3,twos=6,threes=9/chance=20 1 4,4,4,5,6 1';
const CHOICE = `yardstick 1\nposition ${POSITION}\n`;

// Late in a game the odds of all totals are known soon.
const CARD = 'ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,four-kind=22,full-house=25,small-straight=30';
const LATE = `yardstick 1\nposition yardzee ${CARD}/${CARD},chance=20 1 4,4,4,5,6 1\n`;

const server = await serve(yard);

// ---- a person with games ----

async function visitWith(browser, texts, options = {}) {
  const page = await visit(browser, server.address, options);
  await page.getByRole('link', { name: 'Practice' }).waitFor(); // by then the page has made its store
  page.ids = await page.evaluate((all) => new Promise((resolve, reject) => {
    const request = indexedDB.open('yardstick');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const work = request.result.transaction('games', 'readwrite');
      const ids = all.map((text, i) => {
        const rules = /^(?:rules|position) (\S+)/m.exec(text)[1];
        const game = { id: `game${i}`, text, rules, seats: ['Ann'], phase: 'roll', begun: Date.now(), changed: Date.now() };
        work.objectStore('games').add(game);
        return game.id;
      });
      work.oncomplete = () => { request.result.close(); resolve(ids); };
      work.onabort = () => reject(work.error);
    };
  }), texts);
  return page;
}

const goTo = (page, where) => page.evaluate((hash) => { location.hash = hash; }, where);

async function review(browser, text, options) {
  const page = await visitWith(browser, [text], options);
  await goTo(page, `/game/${page.ids[0]}/review`);
  await page.locator('.moment').waitFor({ timeout: 60000 });
  return page;
}

const hints = async (page) => (await records(page))[0].split('\n').filter((line) => line === 'hint').length;

const shown = (value, unit) => (unit === 'win' ? (100 * value).toFixed(1) : value.toFixed(unit === 'turns' ? 2 : 1));

async function fit(page, name) {
  const problems = await accessibilityProblems(page);
  check(!problems.length, `${name}:`, ...problems);
  check(!await scrollsSideways(page), `${name} can be pushed sideways`);
}

// ---- hints and warnings ----

claim('a hint is written into the record, once for a choice, and names the best action', async (browser) => {
  const page = await visitWith(browser, [CHOICE]);
  await goTo(page, `/game/${page.ids[0]}`);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const best = native(yard, CHOICE, 'advise').actions[0];
  same(best.do, 'keep 4 4 4', 'the best action');
  await page.locator('.best-do', { hasText: 'Keep 4 4 4' }).waitFor();
  check((await page.locator('.best-choice').textContent()).includes(shown(best.value, 'points')), 'its value is not there');
  same(await hints(page), 1, 'hints in the record');
  await fit(page, 'the hint');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-do').waitFor();
  same(await hints(page), 1, 'hints in the record after a second look');
  await page.done();
});

claim('the reasons are those of the program, also for another choice', async (browser) => {
  const page = await visitWith(browser, [CHOICE]);
  await goTo(page, `/game/${page.ids[0]}`);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('.reasons').waitFor();
  same(await page.locator('.reasons li').allTextContents(), native(yard, CHOICE, 'why').why, 'the reasons');
  const other = native(yard, CHOICE, 'advise').actions[1].do;
  await page.locator('.other-choices button').first().click();
  await page.locator('.other-choices .reasons').waitFor();
  same(await page.locator('.other-choices .reasons li').allTextContents(), native(yard, CHOICE, `why ${other}`).why, 'those against the next');
  await page.done();
});

claim('with opponents a hint can be for winning, too', async (browser) => {
  const page = await visitWith(browser, [LATE]);
  await goTo(page, `/game/${page.ids[0]}`);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('button', { name: 'Winning' }).click();
  const best = native(yard, LATE, 'advise win').actions[0];
  await page.locator('.best-choice', { hasText: `${shown(best.value, 'win')}%` }).waitFor({ timeout: 60000 });
  check(await page.getByText('These values are estimates').isVisible(), 'it is not said that these are estimates');
  await page.done();
});

claim('a blunder is questioned before it is made, if that is wanted', async (browser) => {
  const page = await visitWith(browser, [CHOICE]);
  await page.evaluate(() => localStorage.setItem('yardstick-settings', JSON.stringify({ warn: true })));
  await page.reload();
  await goTo(page, `/game/${page.ids[0]}`);
  await page.locator('button.box[data-box="five-kind"]').click();
  await page.getByRole('button', { name: 'Yes, a zero' }).click();
  await page.getByText('Sure about that?').waitFor();
  same(await hints(page), 1, 'hints in the record: the warning is one');
  await page.getByRole('button', { name: 'What would be better?' }).click();
  check(await page.getByText('Better: keep 4 4 4.').isVisible(), 'the better choice is not named');
  await fit(page, 'the warning');
  await page.getByRole('button', { name: 'Think again' }).click();
  check(!(await records(page))[0].includes('score'), 'it was done all the same');
  await page.locator('button.box[data-box="five-kind"]').click();
  await page.getByRole('button', { name: 'Yes, a zero' }).click();
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await page.locator('.pad').waitFor();
  check((await records(page))[0].includes('score five-kind'), 'it was not done');
  await page.done();
});

// ---- the review ----

for (const name of NAMES) {
  claim(`the review of ${name} has the numbers of the program`, async (browser) => {
    const text = read(name);
    const page = await review(browser, text);
    const { unit, seats, decisions, games } = native(yard, text, 'analyse');
    const rows = await page.locator('table.ledger').first().locator('tr').evaluateAll((all) => Object.fromEntries(all.map((row) => {
      const [head, ...cells] = [...row.children].map((cell) => cell.textContent.trim());
      return [head, cells.filter(Boolean)];
    })));
    const whole = (value) => (unit === 'win' && games > 1 ? value.toFixed(2) : shown(value, unit) + (unit === 'win' ? '%' : ''));
    const plain = (cells) => cells.map((cell) => cell.replaceAll(',', '').replace('= ', ''));
    same(plain(rows.Par), seats.map((seat) => whole(seat.par)), 'par');
    same(plain(rows.Result ?? rows.Now), seats.map((seat) => whole(seat.result)), 'the result');
    const people = seats.flatMap((seat) => [seat, ...(seat.people.length > 1 ? seat.people : [])]);
    same(rows['■ Blunder'].map(Number), people.map((seat) => seat.grades.blunder), 'blunders');
    const last = decisions.filter((d) => d.game === games && d.mattered && d.cost > 0).sort((a, b) => b.cost - a.cost)[0];
    if (last) {
      await page.getByLabel('From').selectOption('best');
      const first = await page.locator('.decision').first().textContent();
      check(first.includes(shown(last.cost, unit)), `the costliest decision is ${JSON.stringify(last)}`, `but the page has ${first}`);
    }
    await page.done();
  });
}

claim('all steps of a game can be walked by keys, buttons and the slider, each with its sheet', async (browser) => {
  const text = read('two');
  const page = await review(browser, text);
  const { decisions, rolls } = native(yard, text, 'analyse');
  const steps = [...decisions, ...rolls].sort((a, b) => a.line - b.line);
  const at = (n) => page.getByText(`Step ${n} of ${steps.length}`, { exact: true }).waitFor();
  await at(1);
  await page.keyboard.press('ArrowRight');
  await at(2);
  await page.getByRole('button', { name: 'Next step' }).click();
  await at(3);
  await page.keyboard.press('End');
  await at(steps.length);
  await page.getByRole('button', { name: 'First step' }).click();
  await at(1);
  await page.getByRole('slider').fill('5');
  await at(6);
  await page.locator('.step-words', { hasText: `${steps[5].name}, turn ${steps[5].turn}` }).waitFor();
  await page.locator('.then summary').click();
  const sheet = native(yard, text, `sheet line ${steps[5].line}`);
  const cells = sheet.rows.filter((row) => row.cells).flatMap((row) => row.cells).filter((cell) => typeof cell === 'number');
  same((await page.locator('.sheet td').allTextContents()).filter(Boolean).filter((c) => /^[\d,]+$/.test(c)).map((c) => Number(c.replaceAll(',', ''))),
    cells, 'the numbers on the sheet');
  await page.done();
});

claim('the chart is a picture with words, and a table', async (browser) => {
  const page = await review(browser, read('two'));
  const words = await page.getByRole('img', { name: /over the game/ }).getAttribute('aria-label');
  check(/begins at .* ends at /.test(words), words);
  await page.getByText('The same as a table').click();
  await becomes(async () => (await page.locator('.course-panel tbody tr').count()) > 10, true, 'whether the table has rows');
  await page.done();
});

claim('a review fits phones and desks, in light and dark, for everybody', async (browser) => {
  for (const [viewport, colorScheme] of [[PHONE, 'light'], [PHONE, 'dark'], [DESKTOP, 'light'], [DESKTOP, 'dark']]) {
    const page = await review(browser, read('partners'), { viewport, colorScheme });
    await page.locator('.decision').first().click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.reasons').waitFor();
    await fit(page, `the review at ${viewport.width} in ${colorScheme}`);
    await screenshot(page, pictures, `review-${viewport.width}-${colorScheme}`);
    await page.done();
  }
});

// ---- practice ----

// Chooses the first thing that may be chosen, dice before boxes.
async function answer(page) {
  await page.locator('.question .die').first().waitFor({ timeout: 60000 });
  const go = page.locator('.question-do button:enabled');
  for (const die of await page.locator('.question .die').all()) {
    if (await go.count()) break;
    if (await die.isEnabled()) await die.click();
  }
  if (await go.count()) await go.first().click();
  else await page.locator('button.box.offer').first().click();
  await page.locator('.verdict .reasons').waitFor();
}

claim('a new position is judged, explained and counted, and another one follows', async (browser) => {
  const page = await visit(browser, server.address);
  await goTo(page, '/practice');
  await answer(page);
  check(await page.getByText(/of 1 right/).isVisible(), 'it is not counted');
  await fit(page, 'the verdict');
  await page.getByRole('button', { name: 'Next position' }).click();
  await answer(page);
  check(await page.getByText(/of 2 right/).isVisible(), 'the second is not counted');
  await page.done();
});

claim('the position of the day is that of the program, and is remembered', async (browser) => {
  const page = await visit(browser, server.address);
  await goTo(page, '/practice/daily');
  await page.locator('.question .die').first().waitFor({ timeout: 60000 });
  const today = new Date().toISOString().slice(0, 10);
  const { position } = native(yard, 'yardstick 1\nrules yardzee\n', `daily yardzee ${today}`);
  const faces = await page.locator('.question .die').evaluateAll((dice) => dice.map((die) => die.dataset.face).join());
  same(faces, position.split(' ')[3], 'the dice');
  await answer(page);
  const verdict = await page.locator('.verdict h2').textContent();
  check(await page.getByText('1 day in a row').isVisible(), 'the day is not counted');
  await page.reload();
  await page.locator('.verdict .reasons').waitFor({ timeout: 60000 });
  same(await page.locator('.verdict h2').textContent(), verdict, 'what is remembered');
  same(await page.locator('.calendar .done').count(), 1, 'days done');
  await fit(page, 'the position of the day');
  await screenshot(page, pictures, 'practice-daily');
  await page.done();
});

claim('own mistakes come from the games kept here, and come back another day', async (browser) => {
  const text = read('two');
  const page = await visitWith(browser, [text]);
  const wrong = native(yard, text, 'analyse').decisions.filter((d) => !['best', 'good'].includes(d.grade));
  await goTo(page, '/practice/own');
  await page.getByText(`1 of ${wrong.length}:`).waitFor({ timeout: 60000 });
  await answer(page);
  await page.reload();
  await page.getByText(`1 of ${wrong.length - 1}:`).waitFor({ timeout: 60000 });
  await page.done();
});

claim('nothing is missing on the way, and nobody complains', async (browser) => {
  const page = await review(browser, read('series'));
  await goTo(page, '/practice/own');
  await page.locator('.question .die').first().waitFor({ timeout: 60000 });
  same(page.complaints, [], 'complaints of the page');
  await page.done();
});

const browser = await launch();
const bad = await runClaims(browser);
await browser.close();
await server.end();
process.exit(bad ? 1 : 0);
