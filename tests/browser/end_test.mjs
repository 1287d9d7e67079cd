// The end of a game: podium, verdict, moments, share card, bests and a rematch.
import { check, claim, same, screenshot, scrollsSideways, WHILE_SOLVING } from './browser.mjs';
import { keepGames, native } from './person.mjs';
import { visit } from './windows.mjs';
import { pictures, sample, server, yard } from './world.mjs';

async function ended(page, ...texts) {
  const ids = await keepGames(page, texts);
  await page.evaluate((game) => { location.hash = `#/game/${game}`; }, ids.at(-1));
  await page.locator('.over h2').waitFor();
}

const signed = (n) => n.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−');

claim('after a tie of eight, all balls lie on the ruler, and the dice are not blamed', async (browser) => {
  const page = await visit(browser, server.address);
  const seats = ['Ann', 'Bea', 'Cy', 'Dee', 'Eve', 'Fay', 'Gus', 'Hal'];
  await ended(page, `${['yardstick 1', 'date 2026-11-15T09:00:00Z', 'rules yardkle:entry=0,goal=1000', ...seats.map((name) => `seat ${name}`), 'dice physical', 'start 1',
    ...seats.flatMap(() => ['roll 1 1 1 2 2 3', 'take 1 1 1 stop'])].join('\n')}\n`);
  await page.locator('.scale').waitFor(WHILE_SOLVING);
  const balls = await page.locator('.racer').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  same([balls.length, new Set(balls).size], [8, 8], 'the balls, and their places');
  const part = await page.locator('.scale i').first().evaluate((one) => parseFloat(one.style.inlineSize));
  check(part < 20, `a loss of less than 10 percentage points fills ${part} % of the ruler`);
  check(!await scrollsSideways(page), `the page can be pushed sideways: ${balls}`);
  same(await page.locator('.end-says').count(), 0, 'verdicts');
  await page.done();
});

claim('the end shows a podium, luck and decisions, and the costliest choice, which can be tried again', async (browser) => {
  const page = await visit(browser, server.address, { viewport: { width: 390, height: 844 } });
  const text = sample('partners');
  await ended(page, text);
  const state = native(yard, text);
  const analysis = native(yard, text, 'analyse');
  const totals = state.seats.map((seat) => seat.total).sort((a, b) => b - a);
  same(await page.locator('.podium strong').allTextContents(), totals.slice(0, 3).map(String), 'the totals on the podium');
  const xs = await page.locator('.podium .step').evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().x));
  check(xs[1] < xs[0] && xs[0] < xs[2], `second, first, third: ${xs}`);
  check((await page.locator('.over h2').textContent()).includes(`by ${totals[0] - totals[1]}`), await page.locator('.over h2').textContent());
  check((await page.locator('.end-others').textContent()).includes(String(totals[3])), 'the fourth is not named');
  await page.locator('.scale').waitFor(WHILE_SOLVING);
  const [winner] = state.winners;
  const luck = analysis.rolls.filter(({ seat }) => seat === winner).reduce((sum, roll) => sum + roll.luck, 0);
  const errors = analysis.decisions.filter(({ seat }) => seat === winner).reduce((sum, one) => sum + one.error, 0);
  const figures = (await page.locator('.scale-words').innerText()).replaceAll('\n', ' ');
  for (const words of [`Decisions ${signed(-errors)}`, `par ${analysis.seats[winner - 1].par.toFixed(1)}`, `Luck ${signed(luck)}`]) check(figures.includes(words), `${words} is not in ${figures}`);
  check(/Good dice, and good|Won by playing well|The dice did it/.test(await page.locator('.end-says').textContent()), 'the verdict of a winner');
  const worst = analysis.decisions.filter((one) => one.seat === winner && one.mattered).sort((a, b) => b.cost - a.cost)[0];
  check((await page.locator('.end-moments').textContent()).includes(signed(-worst.cost)), 'the costliest choice');
  check(!/Balance|pays/.test(await page.locator('.over').textContent()), 'debts, though nobody settles');
  await screenshot(page, pictures, 'end');
  await page.getByRole('button', { name: 'Try it again' }).click();
  await page.locator('dialog .question').waitFor();
  const { left, right, top, bottom } = await page.getByRole('dialog').evaluate((one) => one.getBoundingClientRect());
  check(Math.abs(left + right - 390) <= 1 && Math.abs(top + bottom - 844) <= 1, `the dialog is not in the middle: ${[left, right, top, bottom]}`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'What if?' }).click();
  same(await page.locator('.what-bars strong').allTextContents(), [worst.best_value, worst.value].map((value) => value.toFixed(1)), 'what the better choice and this one were worth');
  await page.getByRole('button', { name: 'Play on from here' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share card' }).click();
  const shared = await page.locator('.share-text').inputValue();
  for (const total of totals) check(shared.includes(String(total)), `${total} is not in ${shared}`);
  check(shared.includes(server.address), shared);
  same(await page.locator('.share-card').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colors = new Set();
    for (let i = 0; i < data.length; i += 4000) colors.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    return colors.size > 5;
  }), true, 'whether a picture is drawn');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save picture' }).click()]);
  same(file.suggestedFilename(), 'yardstick.png', 'the name of the picture');
  await screenshot(page, pictures, 'end-card');
  await page.done();
});

claim('the end names new bests, keeps a rematch at hand, and is still if motion is unwanted', async (browser) => {
  const page = await visit(browser, server.address, { viewport: { width: 390, height: 664 } });
  const game = (day, ...lines) => `${['yardstick 1', `date 2026-11-${day}T09:00:00Z`, 'rules yardkle:goal=1000', 'seat Ann', 'seat Bea', 'start 1', ...lines].join('\n')}\n`;
  const bust = 'roll 2 2 3 3 4 6';
  const bank = (dice) => [`roll ${dice} 4`, `take ${dice.replace(/ [346]/g, '')} stop`, bust];
  await ended(page, game(14, ...bank('1 1 1 5 3')), game(15, ...bank('1 1 1 3 3')));
  await page.getByText('Ann wins by 1,000.').waitFor();
  await page.getByText('Next game: Bea starts.').waitFor();
  same(await page.getByText('New best').count(), 0, 'new bests of somebody who had more');
  await page.locator('.scale').waitFor(WHILE_SOLVING);
  const parts = (await page.locator('.scale-words').innerText()).replaceAll('\u2212', '-').match(/-?\d+\.\d/g).map(Number);
  same(parts.length, 4, 'decisions, par, luck and opponents');
  check(Math.abs(parts.reduce((sum, part) => sum + part, 0) - 100) < 0.3, `${parts} don't add up to a game that was won`);
  await page.evaluate(() => { location.hash = '#/'; });
  await page.locator('main.home').waitFor();
  await ended(page, game(16, ...bank('1 1 1 5 5')));
  await page.getByText('New best for Ann: 1,100 (before: 1,050)').waitFor();
  same(await page.evaluate(() => document.getAnimations().length), 0, 'what moves');
  const again = page.getByRole('button', { name: 'Play again' });
  await page.getByText('Next game: Bea starts.').waitFor();
  const { y, height } = await again.boundingBox();
  check(y + height <= 664, `the rematch ends at ${y + height}`);
  await again.click();
  await page.locator('.over').waitFor({ state: 'detached' });
  await page.done();
});

claim('a what-if sets no new best, and says so', async (browser) => {
  const page = await visit(browser, server.address, { viewport: { width: 390, height: 664 } });
  const game = (day, note, dice, taken) => `${['yardstick 1', `date 2026-11-${day}T09:00:00Z`, ...note, 'rules yardkle:goal=1000', 'seat Ann', 'seat Bea', 'start 1', `roll ${dice} 4`, `take ${taken} stop`, 'roll 2 2 3 3 4 6'].join('\n')}\n`;
  const lower = game(14, [], '1 1 1 5 3', '1 1 1 5');
  const higher = game(15, ['# what-if: line 8, 2026-11-14T09:00:00Z'], '1 1 1 5 5', '1 1 1 5 5');
  same([lower, higher].map((text) => native(yard, text).seats[0].total), [1050, 1100], 'the totals');
  await ended(page, lower, higher);
  await page.getByText('it doesn’t count as a result').waitFor();
  await page.locator('.end-buttons').waitFor();
  await page.evaluate(() => { location.hash = '#/history'; });
  await page.locator('.bests').waitFor();
  const bests = await page.locator('.bests').first().innerText();
  check(bests.includes('1,050') && !bests.includes('1,100'), 'what is a best result:', bests);
  await page.done();
});

claim('in a first game three coach marks appear, one at a time and once, and take no taps', async (browser) => {
  const page = await visit(browser, server.address, { viewport: { width: 390, height: 664 } });
  await page.evaluate(() => {
    localStorage['yardstick-settings'] = '{"quick":true}'; // nothing else has been chosen
    location.hash = '#/settings';
  });
  await page.reload();
  same(await page.getByLabel('Ask before a blunder').isChecked(), true, 'whether the page asks a new player before a blunder');
  await page.getByLabel('Ask before a blunder').uncheck();
  await page.evaluate(() => { location.hash = '#/'; });
  await page.locator('.game-card[data-book="yardzee"]').click();
  await page.locator('.roll-button').click();
  const mark = page.locator('.coach-mark');
  await page.locator('.mark-dice').waitFor();
  await page.locator('#live', { hasText: 'Tap the dice you want to keep' }).waitFor({ state: 'attached' });
  same(await mark.evaluate((one) => getComputedStyle(one).pointerEvents), 'none', 'what a tap on it does');
  await page.keyboard.press('Tab');
  same(await mark.count(), 1, 'marks after a Tab, which only moves the focus');
  await page.locator('.lawn .die').first().click();
  same(await mark.count(), 0, 'marks after a tap');
  same(await page.locator('.lawn .die[aria-pressed="true"]').count(), 1, 'the dice that the tap has kept');
  await page.locator('.roll-button').click();
  await page.locator('.mark-box').waitFor();
  const game = page.url();
  await page.evaluate(() => { location.hash = '#/daily/game'; }); // where hints are counted, no mark points at them
  await page.getByRole('button', { name: 'Play: Yardzee', exact: true }).click();
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  same(await mark.count(), 0, 'marks in a daily game');
  await page.goto(game);
  await page.locator('.mark-hint').waitFor();
  await page.keyboard.press('Escape');
  same(await mark.count(), 0, 'marks after a key');
  await page.reload();
  await page.locator('button.box.offer').first().waitFor();
  await page.locator('link[href*="later"]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-choice .reason').waitFor(WHILE_SOLVING); // in words of the part that has the marks, too
  same(await mark.count(), 0, 'marks that came back');
  await page.done();
});
