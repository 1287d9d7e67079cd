// The keypad for real dice, at its three speeds: how many taps a turn takes, that double taps do no harm, and what it
// says.
import { accessibilityProblems, becomes, check, claim, same, words } from './browser.mjs';
import { begin, lineCount, moved, native, playOn, records } from './person.mjs';
import { drawn, visit } from './windows.mjs';
import { server, yard } from './world.mjs';

const FAMILIES = ['Miller', 'Oma', 'Ben', 'Mia'];
const record = async (page) => (await records(page))[0];
const totals = async (page) => native(yard, await record(page)).seats.map((seat) => seat.total ?? 0);
const key = (page, name) => page.locator('.keypad').getByRole('button', { name, exact: true });
const face = (page, n) => key(page, `Face ${n}`);
const speed = (page, name) => page.locator('.speeds').getByRole('button', { name });
const box = (page, name) => page.locator(`button.box[data-box="${name}"]`);

// Taps one thing after another, and waits until the turn is entered. Returns how many taps that took.
async function turn(page, ...taps) {
  await page.locator('.keypad:not([data-quiet])').waitFor();
  const before = await lineCount(page);
  for (const one of taps) await one.tap();
  await page.waitForFunction((old) => Number(document.querySelector('main').dataset.lines) > Number(old), before);
  await page.locator('main:not([aria-busy])').waitFor();
  return taps.length;
}

claim('four families set up Yardkle with real dice, and keep score with at most four taps a turn', async (browser) => {
  const page = await visit(browser, server.address);
  await page.evaluate((names) => {
    localStorage['yardstick-settings'] = JSON.stringify({ quick: true, warn: false, marks: 9, names });
  }, FAMILIES);
  await page.reload();
  await page.getByRole('button', { name: /^Our real dice/ }).tap();
  await page.locator('.game-card[data-book=yardkle]').tap(); // nobody has played yet: the names come first
  await becomes(() => page.evaluate(() => document.activeElement.ariaLabel), 'Name of player 2', 'the focus');
  same(await page.getByText('Robo').count(), 0, 'bots that would make people roll');
  // Their names are chips: one tap each. The first is there already.
  for (const name of FAMILIES.slice(1)) await page.locator('.chip', { hasText: name }).tap();
  await page.getByRole('button', { name: /^Start / }).click();
  await page.locator('.keypad').waitFor();
  const bank = key(page, /^Bank/);
  const taps = [
    await turn(page, key(page, '8'), key(page, '50'), bank),
    await turn(page, key(page, /^Bust/)),
    await turn(page, key(page, '1'), key(page, '2'), key(page, '00'), bank),
    await turn(page, key(page, '5'), key(page, '00'), bank),
    await turn(page, key(page, '3'), key(page, '50'), bank),
  ];
  check(Math.max(...taps) <= 4, `taps: ${taps}`);
  same(await totals(page), [1200, 0, 1200, 500], 'the totals');
  same((await record(page)).split('\n').filter((line) => /^(pace|bank|bust)/.test(line)), ['pace points', 'bank 850', 'bust', 'bank 1200', 'bank 500', 'bank 350'], 'the record');
  // Undo says what it takes back, and the key why points cannot be.
  await page.getByRole('button', { name: 'Undo Miller’s 350' }).waitFor();
  await page.keyboard.type('450');
  await words(page, 'At least 500').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('000'); // 4,000
  await drawn(page);
  const [card, figure] = await Promise.all(['.entry', '.entry-typed'].map((part) => page.locator(part).first().boundingBox()));
  check(figure.x >= card.x && figure.x + figure.width <= card.x + card.width && await page.locator('.entry-typed').evaluate((one) => one.scrollWidth <= one.clientWidth + 1), '4,000 hangs over its card');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('50');
  same(await key(page, /^Bank/).getAttribute('aria-disabled'), 'true', 'whether Bank is disabled');
  await page.keyboard.press('Backspace');
  await words(page, 'Only multiples of 50').waitFor();
  await page.getByRole('link', { name: 'Back' }).click(); // they play again with one tap
  await page.locator('.game-card[data-book=yardkle]').tap();
  await page.locator('.keypad').waitFor();
  same(native(yard, await record(page)).seats.map((seat) => seat.name), FAMILIES, 'the players of the next game');
  await page.evaluate(() => { localStorage['yardstick-settings'] = JSON.stringify({ marks: 9, real: true, lineup: ['Oma', 'Robo bot club'] }); });
  await page.goto(server.address);
  await page.locator('.game-card[data-book=yardzee]').tap(); // a bot that played on the screen
  await becomes(() => page.locator('.place input').evaluateAll((all) => all.map(({ value }) => value)), ['Oma', ''], 'the names');
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

claim('a turn at a sheet takes at most four taps by points, seven by the last dice, and the speed can be switched at any turn', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: FAMILIES, real: true, pace: 'points' });
  const taps = [
    await turn(page, box(page, 'sixes'), key(page, '18')),
    await turn(page, box(page, 'full-house'), key(page, '25')),
    await turn(page, box(page, 'chance'), key(page, '2'), key(page, '3')),
    await turn(page, box(page, 'five-kind'), key(page, '50')),
    await turn(page, box(page, 'ones'), key(page, '0')),
  ];
  check(Math.max(...taps) <= 4, `taps by points: ${taps}`);
  same(await totals(page), [18, 25, 23, 50], 'the totals');
  const before = await lineCount(page);
  await speed(page, 'Last dice').tap();
  await moved(page, before);
  await page.locator('.pad').waitFor();
  await turn(page, ...[6, 6, 6, 2, 1].map((n) => face(page, n)));
  await turn(page, box(page, 'sixes')); // the sixth tap
  same((await totals(page))[1], 43, 'Oma’s total');
  // With every roll, dice can be kept; the speed cannot be switched in the middle of a turn.
  await speed(page, 'Every roll').tap();
  await page.locator('.keypad[data-mode="throws"] .faces').waitFor();
  await turn(page, ...[4, 4, 1, 2, 3].map((n) => face(page, n)));
  await speed(page, 'Points').tap();
  await page.getByRole('alert').getByText('Finish or undo this turn').waitFor();
  for (const die of await page.locator('.lawn .die[data-face="4"]').all()) await die.tap();
  await page.locator('.roll-key:not(.key-off)').tap();
  await page.locator('main:not([aria-busy]) .pad').waitFor();
  await page.keyboard.type('444');
  await page.locator('main:not([aria-busy]) button.box.lit').first().waitFor();
  await box(page, 'five-kind').tap();
  await becomes(async () => (await totals(page))[2], 73, 'Ben’s total');
  same((await record(page)).match(/^pace .*$/gm), ['pace points', 'pace last', 'pace throws'], 'the speeds');
  // The next game begins with the speed chosen last.
  same(await page.evaluate(() => JSON.parse(localStorage['yardstick-settings']).pace), 'throws', 'the speed remembered');
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

claim('Yardkle by the last dice takes at most seven taps for five dice, and names what lies aside', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true, pace: 'last' });
  const taps = await turn(page, ...[1, 1, 1, 5, 5].map((n) => face(page, n)), key(page, /^Bank/));
  check(taps <= 7, `${taps} taps`);
  same(await totals(page), [1100, 0], 'the totals');
  await turn(page, ...[5, 5, 5].map((n) => face(page, n)), key(page, /^Roll on/));
  same(await page.locator('.entry-aside .flat').count(), 3, 'dice aside');
  await turn(page, key(page, /^Bust/));
  await page.locator('.keypad:not([data-quiet])').waitFor();
  await page.getByRole('button', { name: 'Undo Bea’s bust' }).tap();
  await becomes(() => page.locator('.entry-aside .flat').count(), 3, 'dice aside after undo');
  await page.done();
});

claim('sixteen players are in sight, and the keypad of every speed is accessible', async (browser) => {
  const page = await visit(browser, server.address, { viewport: { width: 390, height: 664 } });
  const seats = Array.from({ length: 16 }, (_, i) => `Family ${i + 1}`);
  for (const rules of ['yardkle', 'yardzee']) {
    for (const pace of ['points', 'last', '']) {
      await begin(page, { rules, seats, real: true, pace });
      await page.locator(`.keypad[data-mode="${pace || 'throws'}"]`).waitFor();
      if (rules === 'yardzee' && pace === 'points') await box(page, 'chance').tap();
      const cut = await page.locator('.seat, .key, .speeds button').evaluateAll((all) => all.filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      }).map((one) => one.textContent));
      same(cut, [], `what is not in sight of ${rules} by ${pace || 'throws'}`);
      same(await page.locator('.seat').count(), 16, 'players');
      await drawn(page);
      same(await accessibilityProblems(page), [], `accessibility of ${rules} by ${pace || 'throws'}`);
      await page.evaluate(() => { location.hash = '#/'; });
      await page.locator('main.home').waitFor();
    }
  }
  await page.done();
});

claim('a whole game by points is kept with the keyboard, and its review says what nobody can know', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle:goal=2000', seats: ['Ann', 'Bea'], real: true, pace: 'points' });
  await page.locator('main:not([aria-busy]) .keypad').waitFor();
  for (const keys of ['1200', 'x', '850', '500']) {
    const before = await lineCount(page);
    await page.keyboard.type(keys);
    if (keys !== 'x') {
      await page.locator('.bank-key:not(.key-off)').waitFor();
      await page.keyboard.press('Enter');
    }
    await moved(page, before);
  }
  await page.locator('.over').waitFor();
  await becomes(() => page.locator('#live, .live').allTextContents().then((all) => all.join(' ').includes('Ann')), true, 'whether the winner is announced');
  same(native(yard, await record(page)).winners, [1], 'the winners');
  await page.locator('.over a[href$="/review"]').click();
  await words(page, 'Some turns were entered without all their rolls.').waitFor();
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

for (const [rules, pace] of [['yardzee', 'points'], ['yardkle:goal=2000', 'last']]) {
  claim(`a whole game of ${rules} by ${pace} can be kept`, async (browser) => {
    const page = await visit(browser, server.address);
    await begin(page, { rules, seats: ['Ann', 'Bea'], real: true, pace });
    await playOn(page, { seed: 5 });
    same(native(yard, await record(page)).phase, 'over', 'the phase');
    await page.done();
  });
}
