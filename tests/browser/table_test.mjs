// The table never moves: over whole games of every book, each control stays at the same pixel, whatever the game
// shows. Nobody has to scroll to score.
import { check, claim, LONG, same, words } from './browser.mjs';
import { beginByForm, native, openGame, playOn, records } from './person.mjs';
import { drawn, visit } from './windows.mjs';
import { server, yard } from './world.mjs';

const SMALL = [390, 664];
const SIZES = [SMALL, [390, 844], [844, 390], [820, 1180], [1440, 900]];
const SHEETS = ['yardzee', 'yahtzee', 'yahtzee-classic', 'yatzy'];

const record = (rules, seats, { real = false, start = 1, pace = '' } = {}, lines = []) =>
  `${['yardstick 1', 'date 2026-11-15T09:00:00Z', `rules ${rules}`, ...seats.map((seat) => `seat ${seat}`), `dice ${real ? 'physical' : 'system'}`, `start ${start}`, ...(pace ? [`pace ${pace}`] : []), ...lines].join('\n')}\n`;
const position = (words) => `yardstick 1\nposition ${words}\n`;

// Notes where every control is, whenever the page changes. Runs in the page.
function watch() {
  const CONTROLS = ['.bar .icon-button', '.seats-zone', '.sheet-zone', '.race', '.message', '.stake', '.bench', '.plank', '.lawn', '.undo-button', '.hint-button',
    '.all-button', '.action > .go', '.choices > *', '.faces button', '.sheet-table .die', '.card .box', '.meter', '.columns td', '.speeds button', '.digits', '.delete-key', '.bust-key',
    '.bank-key', '.roll-key', '.entry', '.sheet-table .place-die'];
  const places = {};
  const measure = () => {
    const main = document.querySelector('main.table-screen:not(.ended)');
    if (!main) return;
    const dice = main.matches('.yard') ? 'real ' : '';
    const columns = document.querySelectorAll('.columns thead th').length || ''; // they take up more or less of a wide screen
    for (const selector of CONTROLS) {
      for (const [i, element] of document.querySelectorAll(selector).entries()) {
        if (!element.checkVisibility()) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        const at = [left, top, width, height].map((n) => Math.round(10 * n) / 10).join(' ');
        const seen = (places[`${columns}${dice}${selector} ${i + 1}`] ??= {});
        seen[at] ??= document.querySelector('.plank')?.textContent ?? '';
      }
    }
    if (document.scrollingElement.scrollTop) places['the page scrolls'] = { 1: '', 2: '' };
  };
  new MutationObserver(measure).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  globalThis.places = places;
}

// What has been at several places since watch() began, and when.
const moved = (page) => page.evaluate(() => Object.entries(globalThis.places).filter(([, at]) => Object.keys(at).length > 1));
const noted = (page) => page.evaluate(() => Object.keys(globalThis.places));

// On the screen, and with real dice at each speed.
const WAYS = [{}, ...['', 'last', 'points'].map((pace) => ({ real: true, pace }))];

// In an ordinary run, every book, every size and every way of playing occurs, with races that are over soon and one
// player who fills a sheet; long runs play whole games of each book in each way at all sizes.
const GAMES = LONG ? SIZES.flatMap((size) => [...SHEETS, 'yardkle', 'farkle'].flatMap((rules) => WAYS.map((way) => [rules, size, way])))
  : [['yahtzee', SIZES[0]], ['yatzy', SIZES[1]], ['yardzee', SIZES[3], WAYS[1]], ['yardzee', SIZES[4], WAYS[2]], ['yahtzee-classic', SIZES[0], WAYS[3]],
    ['yardkle:goal=2000', SIZES[0]], ['yardkle:goal=1500', SIZES[2], WAYS[1]], ['yardkle:goal=2000', SIZES[3], WAYS[3]], ['farkle:goal=2000', SIZES[4]], ['farkle:goal=2000', SIZES[1], WAYS[2]]];

// The controls that a game must show, so that the check of what moved is about something.
const shownIn = (press, { real, pace }) => [!real ? press ? '.choices > * 2' : '.action > .go 1' : pace === 'points' ? '.digits 1' : '.faces button 6',
  ...(press && real ? ['.bank-key 1', '.bust-key 1', '.delete-key 1', '.entry 1'] : ['.plank 1']),
  ...(press || !real ? [] : ['.roll-key 1', '.delete-key 1']), press && !real ? '.all-button 1' : '.undo-button 1', ...(real ? ['.speeds button 3'] : [])];

for (const [rules, [width, height], way = {}] of GAMES) {
  const dice = way.real ? ` with real dice by ${way.pace || 'throws'}` : '';
  claim(`nothing moves in a game of ${rules}${dice} at ${width} x ${height}`, async (browser) => {
    const page = await visit(browser, server.address, { viewport: { width, height } });
    await page.evaluate(watch);
    const press = !SHEETS.includes(rules.split(':')[0]);
    await openGame(page, record(rules, press || LONG ? ['Ann', 'Bea'] : ['Ann'], way));
    await playOn(page, { seed: 3 });
    const all = await noted(page);
    for (const control of shownIn(press, way)) check(all.some((one) => one.endsWith(control)), `${control} was never seen, but ${all}`);
    same(await moved(page), [], 'what moved');
    same(native(yard, (await records(page))[0]).phase, 'over', 'the phase');
    await page.done();
  });
}

// Moments that a game may not have: what each table shows in them.
const RARE = {
  sheet: [
    record('yardzee', ['Ann', 'Bea', 'Cem', 'Dora'], { start: 'roll' }, ['roll 1 2 3 4 5']),
    record('yardzee', ['Ann', 'Bea', 'Cem', 'Dora']),
    record('yardzee', ['Ann', 'Bea', 'Cem', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal'], {}, ['roll 1 1 1 1 1']),
    position('yahtzee fours=12,five-kind=50/- 1 4,4,4,4,4 1'), // barred boxes, and gains of three digits
    position('yardzee threes=9,five-kind=50/- 1 3,3,3,3,3 3'), // no roll left
    position('yardzee ones=4,twos=8,threes=9,fours=12,fives=15,five-kind=50,bonus=2/- 1 6,6,6,6,6 1'),
  ],
  press: [
    record('yardkle', ['Ann', 'Bea', 'Cem'], { start: 'roll' }, ['roll 1 2 3 4 5 6']),
    record('yardkle', ['Ann', 'Bea', 'Cem', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal'], {}, ['roll 1 1 1 5 5 5']), // hot dice
    record('yardkle', ['Ann', 'Bea', 'Cem'], {}, ['roll 1 1 1 5 5 2', 'take 1 1 1 roll', 'roll 5 5 2']),
    position('yardkle 8900/10100/6350 1 600 1,2,4'), // the final round
    position('yardkle 4350/6200/3100/0 1 1000 ?2'), // entering real dice
  ],
};

for (const [width, height] of LONG ? SIZES : [SMALL, SIZES[4]]) {
  for (const [family, texts] of Object.entries(RARE)) {
    claim(`nothing moves in rare moments of ${family} games at ${width} x ${height}`, async (browser) => {
      const page = await visit(browser, server.address, { viewport: { width, height } });
      await page.evaluate(watch);
      for (const text of texts) {
        await openGame(page, text);
        const press = page.locator('.all-button:enabled, .box.zero').first(); // picks all dice, or asks about a zero
        if (await press.count()) await press.click();
        await drawn(page);
      }
      same(await moved(page), [], 'what moved');
      await page.done();
    });
  }
}

// ---- what is in sight ----

// What is not wholly in the window, or is covered by something else.
const hidden = (page, selector) => page.locator(selector).evaluateAll((all) => all.filter((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const there = (x, y) => element.contains(document.elementFromPoint(x, y));
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !there(left + 12, top + 6) || !there(right - 12, bottom - 6);
}).map((element) => element.textContent));

// Words that are broken over two lines.
const broken = (page) => page.locator('.box-label').evaluateAll((labels) => labels.flatMap((label) => {
  const [text] = label.childNodes;
  return [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 || range.getBoundingClientRect().right > label.closest('.box').getBoundingClientRect().right;
  }).map(([word]) => word);
}));

// Dice for which every box of every book shows points, and a second Yahtzee, which gains the most.
for (const [rules, ...after] of [['yardzee', 'fives=15,five-kind=50/- 1 3,3,3,3,3 1'], ['yahtzee', 'fours=12,five-kind=50/- 1 4,4,4,4,4 1'],
  ['yahtzee-classic', 'fours=12,five-kind=50/- 1 4,4,4,4,4 1'], ['yatzy', '-/- 1 4,4,4,4,4 1']]) {
  claim(`all boxes of ${rules} and the bonus are in sight at 390 x 664, with their words unbroken`, async (browser) => {
    const page = await visit(browser, server.address, { viewport: { width: 390, height: 664 } });
    for (const text of [record(rules, ['Ann', 'Bea'], {}, ['roll 2 3 4 5 6']), ...after.map((words) => position(`${rules} ${words}`))]) {
      await openGame(page, text);
      same(await page.locator('.card .box').count(), rules === 'yatzy' ? 15 : 13, 'boxes');
      same(await hidden(page, '.card .box, .meter, .plank, .action button'), [], 'what is hidden');
      same(await broken(page), [], 'broken words');
    }
    await page.done();
  });
}

// ---- what the table says ----

claim('the table says how far the game, the turn and the bonus are', async (browser) => {
  const page = await visit(browser, server.address);
  await openGame(page, position('yardzee ones=3,twos=6,sixes=24,chance=20/- 1 4,4,4,1,2 2'));
  for (const said of ['Real dice · Round 5 of 13', 'Roll 2 of 3', '33 of 63', '6 ahead', '30 to go']) await words(page, said, { exact: true }).waitFor();
  await openGame(page, position('yardkle 4350/6200/3100/0 1 1000 5,3,6'));
  for (const said of ['Real dice · First to 10,000', 'Seat 2 leads by 1,850 · Seat 4 needs 500 to get in', '1,000']) await words(page, said, { exact: true }).first().waitFor();
  await page.locator('.die[data-face="5"]').click();
  for (const said of ['1,000 aside + 50 picked', '4,350 → 5,400, safe', '44 % bust, lose 1,050']) await words(page, said, { exact: true }).waitFor();
  await openGame(page, position('yardkle 8900/10100/6350 1 600 1,2,4'));
  await words(page, 'Last turn: Seat 1 needs 1,250 to win').waitFor();
  await page.locator('.die[data-face="1"]').click();
  for (const said of ['550 more to win', '9,600: Seat 2 wins by 500']) await words(page, said, { exact: true }).waitFor();
  await page.done();
});

claim('a choice that is not allowed says why, and cannot be made', async (browser) => {
  const page = await visit(browser, server.address);
  await openGame(page, record('yardkle', ['Ann', 'Bea'], {}, ['roll 1 5 2 3 3 4']));
  same(await page.locator('.choices button').count(), 0, 'choices before dice are picked');
  same(await page.locator('.choices').innerText(), 'Stop\nTap dice that score\nRoll again\nTap dice that score', 'the choices');
  await page.locator('.all-button').click();
  await words(page, 'Needs 500 to get in, 150 so far').waitFor();
  same(await page.locator('.choice-stop').count(), 0, 'ways to stop');
  await openGame(page, position('yahtzee fours=12,five-kind=50/- 1 4,4,4,4,4 1'));
  const ones = page.locator('button.box[data-box="ones"]');
  same([await ones.getAttribute('aria-disabled'), await ones.locator('.box-note').textContent()], ['true', 'lower box first'], 'the barred box');
  await ones.click({ force: true }); // it is called disabled, and explains why
  await page.getByRole('alert').waitFor();
  check(!(await records(page))[0].includes('score'), 'the barred box was filled');
  await page.done();
});

claim('from the home screen, one tap on a game begins it, and the next tap rolls', async (browser) => {
  const page = await visit(browser, server.address);
  await page.locator('.game-card[data-book="yardzee"]').tap();
  await page.locator('.roll-button').tap();
  await page.locator('button.box.offer').first().waitFor();
  same(native(yard, (await records(page))[0]).seats.map((seat) => [seat.name, seat.bot ?? '']), [['Player 1', ''], ['Robo', 'family']], 'who plays');
  await page.done();
});

claim('the home screen begins the next game with the same players, in the language of the page', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByForm(page, { rules: 'yardzee', seats: ['Ann', 'Player 2'] });
  await page.evaluate(() => {
    localStorage['yardstick-settings'] = JSON.stringify({ ...JSON.parse(localStorage['yardstick-settings']), language: 'de' });
    location.hash = '#/';
  });
  await page.reload();
  await page.locator('.game-card[data-book="yardkle"]').tap();
  await page.locator('main.table-screen').waitFor();
  const state = native(yard, (await records(page))[0]);
  same([state.rules, state.seats.map((seat) => seat.name)], ['yardkle', ['Ann', 'Spieler 2']], 'the game');
  await page.done();
});
