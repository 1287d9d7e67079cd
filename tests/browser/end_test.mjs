// The end of a game: podium, verdict, moments, share card, bests and a rematch.
import { check, claim, same, screenshot, WHILE_SOLVING } from './browser.mjs';
import { keepGames, native } from './person.mjs';
import { visit } from './windows.mjs';
import { pictures, sample, server, yard } from './world.mjs';

async function ended(page, ...texts) {
  const ids = await keepGames(page, texts);
  await page.evaluate((game) => { location.hash = `#/game/${game}`; }, ids.at(-1));
  await page.locator('.over h2').waitFor();
}

const signed = (n) => n.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });

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
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share card' }).click();
  const shared = await page.locator('.share-text').textContent();
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
