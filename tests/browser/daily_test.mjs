// The position and the game of the day: the same as in the program, cards that give nothing away, days in a row, groups,
// and games that are handed in later.
import { readFileSync } from 'node:fs';
import { accessibilityProblems, becomes, check, claim, same, screenshot, scrollsSideways, words } from './browser.mjs';
import { native, playOn, records } from './person.mjs';
import { fresh } from './windows.mjs';
import { pictures, server, yard } from './world.mjs';

const goTo = (page, where) => page.evaluate((hash) => { location.hash = hash; }, where);
const today = (page) => page.evaluate(() => { // where the page is
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
});

async function fit(page, name) {
  await screenshot(page, pictures, name, { fullPage: true });
  const problems = await accessibilityProblems(page);
  check(!problems.length, `${name}:`, ...problems);
  check(!await scrollsSideways(page), `${name} can be pushed sideways`);
}

const visitor = (browser, options = {}) => fresh(browser, server.address, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
const copied = async (page) => {
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.locator('.day-share').getByText('Copied.').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};

// Starts today's game on the page; resolves to its record so far.
async function start(page, name, book = 'Yardzee') {
  await goTo(page, '/daily/game');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: `Play: ${book}`, exact: true }).click();
  await page.locator('main.table-screen').waitFor();
  return (await records(page))[0];
}

// Where the link in a shared text leads on the page.
const linkOf = (text) => text.split('\n').at(-1).split('#')[1];

const table = (page) => page.locator('.day-results tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));

claim('the position of the day is the same as in the program; answered once, it is remembered and can be shared without spoilers', async (browser) => {
  const page = await visitor(browser);
  await page.locator('.tabs').getByRole('link', { name: 'Daily' }).click();
  await page.locator('.question .die').first().waitFor();
  const { position } = native(yard, 'yardstick 1\nrules yardzee\n', `daily yardzee ${await today(page)}`);
  same(await page.locator('.question .die').evaluateAll((dice) => dice.map((die) => die.dataset.face).join()), position.split(' ')[3], 'the dice');
  await fit(page, 'daily-position');
  await page.locator('.question-do button:enabled, button.box:enabled').first().click();
  await page.locator('.day-card').waitFor();
  await page.locator('.day-bars li').nth(1).waitFor();
  await words(page, '1 day in a row').first().waitFor();
  await fit(page, 'daily-answered');
  const text = await copied(page);
  check(/^Yardstick daily \d+ · Yardzee\n·{6}[★○–]\n.+ · (easy|medium|hard)\nhttp/.test(text), text);
  same(linkOf(text), `/daily/${await today(page)}/position/yardzee`, 'where its link leads');
  const verdict = await page.locator('.verdict h2').textContent();
  await page.reload();
  await page.locator('.day-card').waitFor();
  same(await page.locator('.verdict h2').textContent(), verdict, 'what is remembered');
  await goTo(page, '/');
  await page.locator('.home-links').getByText('1 day in a row. Done for today.').waitFor();
  await goTo(page, '/daily');
  await page.locator('.day-bar').getByRole('link', { name: 'See yesterday’s' }).click();
  await page.locator('.question-do button:enabled, button.box:enabled').first().waitFor();

  // Links that were sent on another day, and some that nobody sent.
  const first = page.locator('.day-games li').first();
  await goTo(page, '/daily/2026-11-15/game/yardkle');
  await words(page, 'Sunday 15 November is over, but you can still play it.').waitFor();
  same(await first.getAttribute('data-book'), 'yardkle', 'the first game');
  for (const [where, said] of [['2099-12-31/game/yardzee', 1], ['2026-02-31/game/no%0Agame', 0]]) {
    await goTo(page, `/daily/${where}`);
    await first.locator('button').waitFor();
    same([await page.locator('.note').count(), await first.getAttribute('data-book')], [said, 'yardzee'], where);
  }
  await goTo(page, '/daily/position/__proto__');
  await page.locator('.day-card').waitFor();
  same(page.complaints, [], 'complaints');
  await page.done();
});

claim('a game of the day is played, scored by result and decisions, shared, and compared in a group, even if it is handed in later', async (browser) => {
  const ann = await visitor(browser);
  const setup = await start(ann, 'Ann');
  await ann.locator('.bar-sub').getByText('Daily · Round 1 of 13').waitFor();
  same(setup.split('\n').filter((line) => /^(dice|seat|# player)/.test(line)).map((line) => line.replace(/[0-9a-f]{64}/, 'HASH')),
    ['seat Ann', `dice daily ${await today(ann)}`, '# player: HASH'], 'the record');
  await ann.locator('.roll-button').click();
  await becomes(async () => (await records(ann))[0].includes('\nroll '), true, 'a roll');
  await ann.locator('main:not([aria-busy]) .undo-button:enabled').waitFor();
  await ann.keyboard.press('u');
  await words(ann, /a roll can.t be undone/).first().waitFor();
  await ann.keyboard.press('h'); // the first hint says that hints are counted
  await ann.getByRole('dialog').getByText('Hints are counted in the game of the day').waitFor();
  await ann.keyboard.press('Escape');
  same((await records(ann))[0].includes('\nhint'), false, 'whether a hint is counted');
  await playOn(ann);
  same(await ann.getByRole('button', { name: 'Share card' }).count(), 0, 'cards that are not the daily one');
  await ann.getByRole('link', { name: 'Share the result' }).click();
  await ann.locator('.day-card').waitFor();
  const [record] = await records(ann);
  const truth = native(yard, record, 'daily grade');
  same(truth.finished, true, 'whether the program finds it finished');
  same(await ann.locator('.day-figures dd').allTextContents(), [`${truth.points} points`, `${truth.cost.toFixed(1)} points given away`], 'result and decisions');
  const shared = await copied(ann);
  same(shared.split('\n').slice(0, -1), truth.share, 'the text to share');
  const [saved] = await Promise.all([ann.waitForEvent('download'), ann.getByRole('button', { name: 'Picture' }).click()]);
  const picture = readFileSync(await saved.path());
  same([saved.suggestedFilename(), picture.subarray(1, 4).toString(), picture.readUInt32BE(16)], ['yardstick-daily.png', 'PNG', 1080], 'the picture');
  await fit(ann, 'daily-game');

  await ann.getByRole('link', { name: 'Groups' }).first().click();
  await ann.getByLabel('Name of the group').fill('Family');
  same(await ann.getByLabel('Your name').inputValue(), 'Ann', 'the name of its creator');
  await fit(ann, 'daily-groups');
  await ann.getByRole('button', { name: 'Create the group' }).click();
  const link = await ann.getByLabel('Link to the group').inputValue();
  const row = [`${truth.points} points`, `${truth.cost.toFixed(1)} points`];
  await becomes(() => table(ann), [['1', 'Ann', ...row]], 'the results');

  // Bea joins by the link under a name that is taken, then under another one, and plays without a connection.
  const bea = await visitor(browser);
  await bea.goto(link);
  await bea.getByLabel('Your name').fill('ANN');
  await bea.getByRole('button', { name: 'Join' }).click();
  await words(bea, /Somebody in this group is called something like “ANN”/).waitFor();
  await bea.getByLabel('Your name').fill('Bea');
  await bea.getByRole('button', { name: 'Join' }).click();
  await becomes(() => bea.locator('.day-members bdi').allTextContents(), ['Ann', 'Bea'], 'the members'); // before the first game
  for (const state of ['hidden', 'visible']) { // Ann looks at something else, then at her group again
    await ann.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
  await becomes(() => ann.locator('.day-members bdi').allTextContents(), ['Ann', 'Bea'], 'the members that Ann sees');
  same(await table(bea), [['1', 'Ann', ...row]], 'the results');
  await bea.getByRole('heading', { name: 'Yardzee' }).waitFor();
  await goTo(bea, linkOf(shared));
  await bea.locator('.day-games li').first().getByText('Played by Ann').waitFor();
  await fit(bea, 'daily-shared');
  same(await bea.getByLabel('Your name').inputValue(), 'Bea', 'the name');
  await bea.getByRole('button', { name: 'Play: Yardzee', exact: true }).click();
  await bea.locator('main.table-screen').waitFor();
  await goTo(bea, `/daily/${link.split('/').pop()}`);
  await bea.getByRole('button', { name: 'Look at Ann’s game' }).click();
  await words(bea, /Play this game of the day yourself first/).waitFor(); // nobody sees another game before their own
  await bea.context().setOffline(true);
  await goTo(bea, '/daily/game');
  await bea.getByRole('link', { name: 'Continue: Yardzee', exact: true }).click();
  await playOn(bea, { seed: 2 });
  await goTo(bea, '/daily/groups');
  await words(bea, /1 game is waiting to be handed in/).waitFor();
  await bea.context().setOffline(false);
  await goTo(bea, `/daily/${link.split('/').pop()}`);
  await becomes(async () => (await table(bea)).map(([, name]) => name).sort(), ['Ann', 'Bea'], 'who is listed');
  await fit(bea, 'daily-group');
  await bea.getByRole('button', { name: 'Look at Ann’s game' }).click();
  await becomes(() => bea.evaluate(() => location.hash.startsWith('#record=')), true, 'the other game');
  same(ann.complaints, [], 'complaints');
  await Promise.all([ann.done(), bea.done()]);
});
