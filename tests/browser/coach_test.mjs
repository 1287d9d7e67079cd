// The coach on the page: hints, warnings, the review of a game, practice.
// What the page says is compared with what the native program answers about the same record.
import {
  accessibilityProblems, becomes, check, claim, LONG, same, scrollsSideways,
} from './browser.mjs';
import { keepGames, native, openGame, records } from './person.mjs';
import { claimsIn, drawn, fresh, visit, withClock } from './windows.mjs';
import { sample, server, yard } from './world.mjs';

const NAMES = ['partners', 'two', 'alone', 'three', 'series'];
const POSITION = 'yardzee ones=3,twos=6,threes=9/chance=20 1 4,4,4,5,6 1';
const CHOICE = `yardstick 1\nposition ${POSITION}\n`;

// Late in a game, the odds of all totals are computed quickly.
const CARD = 'ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,four-kind=22,full-house=25,small-straight=30';
const LATE = `yardstick 1\nposition yardzee ${CARD}/${CARD},chance=20 1 4,4,4,5,6 1\n`;


// ---- stored games ----

// Claims share a window, so its coach still has what it solved for earlier claims.
const claimHere = claimsIn((browser) => visit(browser, server.address));

const goTo = (page, where) => page.evaluate((hash) => { location.hash = hash; }, where);


// Goes to the home screen and stores these games and no others; resolves to their ids.
async function withGames(page, ...texts) {
  await goTo(page, '/');
  await page.locator('main.home').waitFor();
  page.complaints.length = 0;
  return keepGames(page, texts, { instead: true });
}

// Stores a game and opens it at the table.
async function table(page, text) {
  const [id] = await withGames(page, text);
  await goTo(page, `/game/${id}`);
  await page.locator('main.table-screen').waitFor();
}

async function review(page, text) {
  const [id] = await withGames(page, text);
  await goTo(page, `/game/${id}/review`);
  await page.locator('.key-moment').first().waitFor();
}

// Unfolds a part of the review.
const unfold = (page, title) => page.locator('.fold > summary', { hasText: title }).click();

async function steps(page, text) {
  await review(page, text);
  await unfold(page, 'Step by step');
  await page.locator('.moment').waitFor();
}

const analyses = {};
const analysisOf = (name) => (analyses[name] ??= native(yard, sample(name), 'analyse'));

const hints = async (page) => (await records(page))[0].split('\n').filter((line) => line === 'hint').length;
const noted = async (page) => (await records(page))[0].split('\n').filter((line) => /^(#|hint)/.test(line));

const shown = (value, unit) => (unit === 'win' ? (100 * value).toFixed(1) : value.toFixed(unit === 'turns' ? 2 : 1));

async function fit(page, name) {
  const problems = await accessibilityProblems(page);
  check(!problems.length, `${name}:`, ...problems);
  check(!await scrollsSideways(page), `${name} can be pushed sideways`);
}

// ---- hints and warnings ----

claimHere('a hint names the best action and is recorded once per choice', async (page) => {
  await table(page, CHOICE);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const best = native(yard, CHOICE, 'advise').actions[0];
  same(best.do, 'keep 4 4 4', 'the best action');
  await page.locator('.best-do', { hasText: 'Keep 4 4 4' }).waitFor();
  check((await page.locator('.best-choice').textContent()).includes(shown(best.value, 'points')), 'its value is not there');
  same(await hints(page), 1, 'hints in the record');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-do').waitFor();
  same(await hints(page), 1, 'hints in the record after a second look');
});

claimHere('a hint gives its main reason in one line, and its button says what it does', async (page) => {
  await table(page, CHOICE);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-choice .reason').waitFor();
  const [{ do: best }, { do: second }] = native(yard, CHOICE, 'advise').actions;
  same((await page.locator('.reason').textContent()).replaceAll('\u00a0', ' '), `Compared with “${second}”: ${native(yard, CHOICE, 'why').why[1]}`, 'the reason');
  const before = await page.locator('main').getAttribute('data-lines');
  await page.getByRole('button', { name: 'Do that' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await becomes(() => page.locator('main').getAttribute('data-lines').then((lines) => Number(lines) >= Number(before) + 1), true, 'whether something is done');
  await becomes(() => records(page).then((all) => all.some((text) => text.includes(`hint\n${best}\n`))), true, `whether ${best} is done`);
  await table(page, 'yardstick 1\ndate 2026-11-15T09:00:00Z\nrules yardzee\nseat Ann\ndice system\nstart 1\nroll 6 6 6 1 2\n'); // here, the roll follows
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('button', { name: 'Keep and roll' }).click();
  await becomes(() => records(page).then((all) => all.some((text) => /hint\nkeep 6 6 6\nroll /.test(text))), true, 'whether the others are rolled');
});

// The reasons in a list, without the no-break spaces that keep dice on one line.
const reasons = async (list) => (await list.locator('li').allTextContents()).map((words) => words.replaceAll('\u00a0', ' ').replaceAll('\u2019', "'"));

claimHere('the reasons match those of the program, even for a choice other than the best', async (page) => {
  await table(page, CHOICE);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('.reasons').waitFor();
  same(await reasons(page.locator('.reasons')), native(yard, CHOICE, 'why').why, 'the reasons');
  const other = native(yard, CHOICE, 'advise').actions[1].do;
  await page.locator('.other-choices button').first().click();
  await page.locator('.other-choices .reasons').waitFor();
  same(await reasons(page.locator('.other-choices .reasons')), native(yard, CHOICE, `why ${other}`).why, 'those against the next');
});

claimHere('with opponents, a hint can also aim at winning', async (page) => {
  await table(page, LATE);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('button', { name: 'Winning' }).click();
  const best = native(yard, LATE, 'advise win').actions[0];
  await page.locator('.best-choice', { hasText: `${shown(best.value, 'win')} %` }).waitFor();
  check(await page.getByText('These values are estimates').isVisible(), 'it is not said that these are estimates');
  await page.getByRole('button', { name: 'Most points' }).click(); // what is known already is there at once
  await drawn(page);
  check(await page.locator('.best-choice').getByText('expected final score').isVisible(), 'the first answer is calculated again');
});

claim('the bar of a coach that computes several things never runs back', async (browser) => {
  const page = await fresh(browser, server.address, {}, (window) => window.addInitScript(() => {
    globalThis.hears = []; // what the page does with the messages of its Workers
    globalThis.Worker = class extends Worker {
      set onmessage(hear) {
        globalThis.hears.push(hear);
        super.onmessage = (event) => globalThis.held?.push(() => hear(event)) ?? hear(event);
      }
    };
  }));
  await table(page, LATE);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-choice').waitFor();
  await page.evaluate(() => { globalThis.held = []; });
  await page.getByRole('button', { name: 'Winning' }).click();
  await page.locator('dialog progress').waitFor();
  const parts = [];
  for (const done of [1, 8, 2, 9, 0, 5]) {
    await page.evaluate((data) => { for (const hear of globalThis.hears) hear({ data }); }, { id: 0, done, total: 10 });
    await drawn(page);
    parts.push(await page.locator('dialog progress').evaluate((bar) => bar.value));
  }
  check(parts.every((part, i) => part >= (parts[i - 1] ?? 0) && part < 1) && new Set(parts).size > 4, `the bar: ${parts}`);
  await page.evaluate(() => {
    const late = globalThis.held;
    globalThis.held = null;
    for (const hear of late) hear();
  });
  await page.locator('.best-choice').waitFor();
  await page.done();
});

claimHere('the page asks before a blunder, which the record notes, unless that is switched off', async (page) => {
  await goTo(page, '/settings');
  await page.getByLabel('Ask before a blunder').check();
  await table(page, CHOICE);
  await page.locator('button.box[data-box="five-kind"]').click();
  await page.locator('button.box.sure').click();
  await page.getByText('Are you sure?').waitFor();
  same(await noted(page), ['# warning'], 'what the record notes');
  await page.getByRole('button', { name: 'What would be better?' }).click();
  await page.getByText('Better: keep 4 4 4.').waitFor();
  await fit(page, 'the warning');
  await page.getByRole('button', { name: 'Think again' }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-do').waitFor();
  same(await noted(page), ['# warning', 'hint'], 'what the record notes after a hint');
  await page.keyboard.press('Escape');
  check(!(await records(page))[0].includes('score'), 'it was done all the same');
  await page.locator('button.box[data-box="five-kind"]').click();
  await page.locator('button.box.sure').press('Enter');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await page.locator('.pad').waitFor();
  check((await records(page))[0].includes('score five-kind'), 'it was not done');
  await table(page, CHOICE);
  await page.locator('button.box[data-box="five-kind"]').click();
  await page.locator('button.box.sure').press('Enter');
  await page.getByText('You can change this in Settings at any time.').waitFor();
  await page.getByRole('button', { name: 'Don’t ask again' }).click();
  await page.getByText('You won’t be asked again.').waitFor();
  check(!(await records(page))[0].includes('score'), 'it was done, though only the asking should end');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await page.locator('.pad').waitFor();
  await goTo(page, '/settings');
  same(await page.getByLabel('Ask before a blunder').isChecked(), false, 'whether it asks again');
});

claimHere('choices that cost little are not questioned, nor is any in the game of the day', async (page) => {
  await goTo(page, '/settings');
  await page.getByLabel('Ask before a blunder').check();
  const cost = (box) => native(yard, CHOICE, `judge score ${box}`);
  same([cost('fours').grade, Math.round(cost('fours').cost), cost('five-kind').cost > 10], ['blunder', 8, true], 'what the choices cost');
  await table(page, CHOICE);
  await page.locator('button.box[data-box="fours"]').click();
  await page.locator('.pad').waitFor();
  const daily = 'yardstick 1\nrules yardzee\nseat Ann\ndice daily 2026-11-15\n';
  await table(page, daily);
  await page.locator('.roll-button').click();
  await page.locator('.box.offer').first().waitFor();
  await page.keyboard.press('?'); // the part of the page that could ask is there
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const [record] = await records(page);
  const boxes = native(yard, record, 'look').boxes.filter(({ gain }) => gain).map(({ box }) => [native(yard, record, `judge score ${box}`).cost, box]).sort((a, b) => b[0] - a[0]);
  check(boxes[0][0] > 10, `nothing costs as much that it would be questioned: ${boxes}`);
  await page.locator(`button.box[data-box="${boxes[0][1]}"]`).click();
  await page.getByText('Round 2 of 13').waitFor();
  same(await noted(page), [], 'what the record notes');
});

claimHere('in a race, the question before a blunder gives the chances of winning', async (page) => {
  await goTo(page, '/settings');
  await page.getByLabel('Ask before a blunder').check();
  const text = 'yardstick 1\nposition yardkle 9000/9500 1 0 1,1,1,2,3,4\n';
  const { value, best_value, cost } = native(yard, text, 'judge take 1 stop');
  check(cost > 0.1, `it costs ${cost}`);
  await table(page, text);
  await page.locator('.die[data-face="1"]').first().click();
  await page.locator('.choice-stop.primary, .bank-key').first().click();
  await page.getByText(`your chance of winning drops from ${Math.round(100 * best_value)} % to ${Math.round(100 * value)} %`).waitFor();
  await page.keyboard.press('Escape');
});

claim('a choice waits two seconds for a coach that is still solving, and then counts', async (browser) => {
  const page = await withClock(browser, server.address);
  await page.evaluate(() => localStorage.setItem('yardstick-settings', '{"quick":true,"warn":true,"marks":9}'));
  await page.reload();
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (question, ...more) {
      if (question.line?.startsWith('judge')) globalThis.asked = question.line; // and never hears an answer
      else post.call(this, question, ...more);
    };
  });
  await openGame(page, CHOICE);
  await page.keyboard.press('?'); // once this is shown, so can the question be
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const scored = async () => (await records(page))[0].includes('score five-kind');
  await page.locator('button.box[data-box="five-kind"]').click();
  await page.locator('button.box.sure').press('Enter'); // time stands still, so a second tap would count as stray
  await becomes(() => page.evaluate(() => globalThis.asked), 'judge score five-kind', 'what the coach is asked');
  await page.clock.runFor(1990);
  same([await scored(), await page.locator('main[aria-busy="true"]').count()], [false, 1], 'whether it counts after 1.99 s, and whether the table waits');
  await page.clock.runFor(20);
  await becomes(scored, true, 'whether it counts after 2.01 s');
  await page.done();
});

// ---- the review ----

for (const name of LONG ? NAMES : ['partners', 'two', 'series']) {
  claimHere(`the review of the game '${name}' shows the program's numbers`, async (page) => {
    await review(page, sample(name));
    await unfold(page, 'Luck and decisions, in figures');
    const { unit, seats, decisions, games } = analysisOf(name);
    const rows = await page.locator('.fold table.ledger tr').evaluateAll((all) => Object.fromEntries(all.map((row) => {
      const [head, ...cells] = [...row.children].map((cell) => cell.textContent.trim());
      return [head, cells.filter(Boolean)];
    })));
    const whole = (value) => (unit === 'win' && games > 1 ? value.toFixed(2) : shown(value, unit) + (unit === 'win' ? '\u00a0%' : ''));
    const plain = (cells) => cells.map((cell) => cell.replaceAll(',', '').replace('= ', ''));
    same(plain(rows.Par), seats.map((seat) => whole(seat.par)), 'par');
    same(plain(rows.Result ?? rows.Now), seats.map((seat) => whole(seat.result)), 'the result');
    const people = seats.flatMap((seat) => [seat, ...(seat.people.length > 1 ? seat.people : [])]);
    same(rows['■ Blunder'].map(Number), people.map((seat) => seat.grades.blunder), 'blunders');
    const last = decisions.filter((d) => d.game === games && d.mattered && d.cost > 0).sort((a, b) => b.cost - a.cost)[0];
    if (last) {
      await unfold(page, /^All \d+ decisions/);
      await page.getByLabel('Best grade shown').selectOption('best');
      let first = '';
      await becomes(async () => (first = await page.locator('.decision').first().textContent()).includes(shown(last.cost, unit)), true,
        'whether the costliest decision comes first')
        .catch((error) => check(false, error.message, `it is ${JSON.stringify(last)}`, `but the page has ${first}`));
    }
  });
}

claimHere('keys, buttons and the slider step through a game, and the sheet matches the step', async (page) => {
  const text = sample('two');
  await steps(page, text);
  const { decisions, rolls } = analysisOf('two');
  const all = [...decisions, ...rolls].sort((a, b) => a.line - b.line);
  const at = (n) => page.getByText(`Step ${n} of ${all.length}`, { exact: true }).waitFor();
  await page.keyboard.press('Home');
  await at(1);
  await page.keyboard.press('ArrowRight');
  await at(2);
  await page.getByRole('button', { name: 'Next step' }).click();
  await at(3);
  await page.keyboard.press('End');
  await at(all.length);
  await page.getByRole('button', { name: 'First step' }).click();
  await at(1);
  await page.getByRole('slider').fill('5');
  await at(6);
  await page.locator('.step-words', { hasText: `${all[5].name}, turn ${all[5].turn}` }).waitFor();
  await page.locator('.then summary').click();
  const sheet = native(yard, text, `sheet line ${all[5].line}`);
  const cells = sheet.rows.filter((row) => row.cells).flatMap((row) => row.cells).filter((cell) => typeof cell === 'number');
  same((await page.locator('.sheet td').allTextContents()).filter(Boolean).filter((c) => /^[\d,]+$/.test(c)).map((c) => Number(c.replaceAll(',', ''))),
    cells, 'the numbers on the sheet');
});

claimHere('the chart has a text alternative and is also available as a table', async (page) => {
  await review(page, sample('two'));
  const words = await page.getByRole('img', { name: /as the game went on/ }).getAttribute('aria-label');
  check(/starts at .* ends at /.test(words), words);
  await page.getByText('As a table').click();
  await becomes(async () => (await page.locator('.course-panel tbody tr').count()) > 10, true, 'whether the table has rows');
});

claimHere('the review leads with the verdict and three numbered moments, which the chart shows and which open their step', async (page) => {
  const text = sample('partners');
  await review(page, text);
  const { decisions, rolls, games } = analysisOf('partners');
  const [seat] = native(yard, text).winners;
  const mine = (step) => step.game === games && step.seat === seat;
  const worst = decisions.filter((one) => mine(one) && one.mattered).sort((a, b) => b.cost - a.cost)[0];
  const best = rolls.filter(mine).sort((a, b) => b.luck - a.luck)[0];
  const signed = (n) => n.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−');
  same((await page.locator('.key-figure').allTextContents()).slice(0, 2), [signed(-worst.cost), signed(best.luck)], 'the costliest choice and the best moment');
  same(await page.locator('.chart .mark text').allTextContents(), ['1', '2', '3'], 'the numbers in the chart');
  same(await page.locator('.key-number').allTextContents(), ['1', '2', '3'], 'the numbers of the moments');
  same(await page.locator('details.fold[open]').count(), 0, 'what is unfolded');
  const costly = decisions.filter((one) => one.mattered && !['best', 'good'].includes(one.grade)).length;
  check((await page.locator('.fold', { hasText: 'decisions' }).first().textContent()).includes(`${costly} costly`), 'the number of costly decisions');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 664 });
  const screens = await page.evaluate(() => document.scrollingElement.scrollHeight / innerHeight);
  check(screens <= 2, `${screens} screens before anything is unfolded`);
  await page.setViewportSize(size);
  const all = [...decisions, ...rolls].sort((a, b) => a.line - b.line);
  await page.locator('.key-moment').nth(1).click();
  await page.getByText(`Step ${all.indexOf(best) + 1} of ${all.length}`, { exact: true }).waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.id), 'replay-head', 'where the focus is');
});

claimHere('a costly choice can be tried again, and a game goes on from there that counts as no result', async (page) => {
  const text = sample('two');
  await review(page, text);
  const { decisions } = analysisOf('two');
  const [seat] = native(yard, text).winners;
  const worst = decisions.filter((one) => one.seat === seat && one.mattered).sort((a, b) => b.cost - a.cost)[0];
  await page.locator('.key-moment').first().click();
  const bars = page.locator('.what-bars strong');
  await bars.first().waitFor();
  same(await bars.allTextContents(), [worst.best_value, worst.value].map((value) => `${shown(value, 'win')}\u00a0%`), 'what the best choice and this one were worth');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('main.table-screen').waitFor();
  const [record] = await records(page);
  const line = `# what-if: line ${worst.line}, 2026-11-14T16:30:00Z`;
  check(record.split('\n').includes(line), `${line} is not in ${record}`);
  same(native(yard, record).position, native(yard, text, `state ${worst.line - 1}`).position, 'the position');
  same(native(yard, record).seats.map(({ name }) => name), ['Ann', 'Bob'], 'the seats');
  const known = (await records(page)).length;
  same(known, 2, 'how many games there are');
  await goTo(page, '/history');
  await page.locator('.game-row', { hasText: 'What if' }).waitFor();
});

// ---- practice ----

// Picks the first choice it finds, trying dice before boxes.
async function answer(page) {
  await page.locator('.question .die').first().waitFor();
  const go = page.locator('.question-do button:enabled');
  for (const die of await page.locator('.question .die').all()) {
    if (await go.count()) break;
    if (await die.isEnabled()) await die.click();
  }
  if (await go.count()) await go.first().click();
  else await page.locator('button.box.offer').first().click();
  await page.locator('.verdict .reasons').waitFor();
}

claimHere('an answer is judged, explained and counted, and another position follows', async (page) => {
  await withGames(page);
  await goTo(page, '/practice');
  await answer(page);
  await page.getByText(/of 1 right/).waitFor();
  await fit(page, 'the verdict');
  await page.getByRole('button', { name: 'Next position' }).click();
  await page.locator('.verdict').waitFor({ state: 'hidden' });
  await answer(page);
  await page.getByText(/of 2 right/).waitFor();
});

claimHere('review and practice cause no console errors', async (page) => {
  await review(page, sample('series'));
  await goTo(page, '/practice/own');
  await page.locator('.question .die').first().waitFor();
  same(page.complaints, [], 'complaints of the page');
});

// This claim comes last: it reloads the page, so the coach loses what it has solved.

claimHere('your own mistakes come from stored games, and an answered one is not asked again that day', async (page) => {
  await withGames(page, sample('partners'));
  const wrong = analysisOf('partners').decisions.filter((d) => !['best', 'good'].includes(d.grade));
  await goTo(page, '/practice/own');
  await page.getByText(`1 of ${wrong.length}:`).waitFor();
  await answer(page);
  await page.reload();
  await page.getByText(`1 of ${wrong.length - 1}:`).waitFor();
});
