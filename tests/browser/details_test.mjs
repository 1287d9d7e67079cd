// Details of the table that people notice: where dice lie, rows of equal height, sums as they grow, honest reasons.
import { becomes, check, claim, same, words } from './browser.mjs';
import { makeTable } from './friends.mjs';
import { begin, keepGames, lineCount, moved, records } from './person.mjs';
import { fresh, visit } from './windows.mjs';
import { server } from './world.mjs';

const dice = (page) => page.locator('.lawn .die').evaluateAll((all) => all.map((die) => `${die.dataset.face}${die.getAttribute('aria-pressed') === 'true' ? '*' : ''}`));
const landed = (page) => page.locator('main.table-screen:not([aria-busy]) button.box.offer').first().waitFor();

claim('kept dice and the places of all dice survive a reload, and undo', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'] });
  await page.locator('.roll-button').click();
  await landed(page);
  for (const place of [1, 3]) await page.locator('.lawn .die').nth(place).click();
  const before = await dice(page);
  same(before.map((die) => die.length), [1, 2, 1, 2, 1], 'the dice that are kept');
  await page.reload();
  await landed(page);
  same(await dice(page), before, 'the dice after a reload');
  await page.locator('.roll-button').click();
  await page.getByText('Roll 2 of 3').waitFor();
  await landed(page);
  const second = await dice(page);
  same([second[1], second[3]], [before[1], before[3]], 'the kept dice');
  await page.locator('.undo-button').click();
  await page.getByText('Roll 1 of 3').waitFor();
  await landed(page);
  same(await dice(page), before, 'the dice after an undo');
  await page.locator('.roll-button').click();
  await page.getByText('Roll 2 of 3').waitFor();
  await landed(page);
  same(await dice(page), second, 'the same throw again');
  await page.done();
});

claim('the grain covers the wood of a die, rows are equally high, the upper total grows, bonuses are numbers', async (browser) => {
  const page = await visit(browser, server.address);
  const lines = ['roll 6 6 6 6 6', 'score five-kind', 'roll 1 1 2 3 4', 'score ones', 'roll 6 6 6 6 6', 'score sixes', 'roll 1 1 2 3 4', 'score small-straight', 'roll 1 2 3 4 5'];
  const [id] = await keepGames(page, [`yardstick 1\ndate 2026-11-15T09:00:00Z\nrules yahtzee\nseat Ann\nseat Bea\ndice system\nstart 1\n${lines.join('\n')}\n`]);
  await page.goto(`${server.address}#/game/${id}`);
  await landed(page);
  const wood = await page.locator('.lawn .block').evaluateAll((all) => all.map((die) => {
    const { backgroundImage, backgroundSize } = getComputedStyle(die);
    return { layers: backgroundImage.split(/,\s*(?=url|linear|radial|none)/).length, sizes: new Set(backgroundSize.split(', ')).size, size: backgroundSize.split(', ')[0] };
  }));
  check(wood.length === 5 && wood.every(({ sizes, size }) => sizes === 1 && size === 'auto'), `the wood of the dice: ${JSON.stringify(wood)}`);
  const heights = await page.locator('.card .box').evaluateAll((all) => [...new Set(all.map((box) => box.getBoundingClientRect().height))]);
  same(heights.length, 1, `heights of the rows: ${heights}`);
  same(await page.locator('.meter').innerText().then((text) => /\b30 of 63\b/.test(text)), true, 'whether the upper total shows as it grows');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.columns').waitFor();
  same(await page.locator('.columns').innerText().then((text) => text.includes('✓')), false, 'whether a bonus is a check mark');
  await page.done();
});

claim('games that the browser has cleared are not said to be deleted in another tab', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'] });
  await page.locator('.roll-button').waitFor();
  await (await page.context().newCDPSession(page)).send('Storage.clearDataForOrigin', { origin: new URL(server.address).origin, storageTypes: 'indexeddb' });
  await page.locator('.roll-button').click();
  await words(page, /The browser’s data for this page was cleared/).waitFor();
  same(await words(page, /another tab/).count(), 0, 'what is said of other tabs');
  await page.done();
});

claim('a language chosen offline is announced, and used as soon as the network is back', async (browser) => {
  const page = await fresh(browser, server.address, { serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
  await page.goto(`${server.address}#/settings`);
  await page.locator('select').first().waitFor();
  page.expected = /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/;
  await server.stop();
  try {
    await page.locator('select').first().selectOption({ label: 'Deutsch' });
    await words(page, /^Deutsch isn’t on this device yet/).waitFor();
    same(await page.evaluate(() => document.documentElement.lang), 'en', 'the language of the page');
  } finally {
    await server.start();
  }
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await becomes(() => page.evaluate(() => document.documentElement.lang), 'de', 'the language of the page');
  await page.getByRole('heading', { name: 'Einstellungen' }).first().waitFor();
  await page.done();
});

claim('the menu of a table is in groups, each with its heading', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'] });
  await page.getByRole('button', { name: 'Menu' }).click();
  const groups = await page.locator('.menu-list').evaluate((menu) => {
    const sizes = [];
    for (const one of menu.children) one.matches('h3') ? sizes.push(0) : sizes[sizes.length - 1]++;
    return sizes;
  });
  check(groups.length >= 3 && groups.every((n) => n >= 1 && n <= 6), `the sizes of the groups: ${groups}`);
  await page.done();
});

// ---- where new players stumbled ----

claim('Enter in a name goes on to the next one and adds players, and begins no game', async (browser) => {
  const page = await visit(browser, server.address);
  await page.evaluate(() => { location.hash = '#/new/real/yardkle'; });
  await page.getByLabel('Name of player 1').click();
  await page.getByRole('button', { name: '+ Bot' }).click();
  await page.getByLabel('Name of player 1').click();
  for (const name of ['Miller', 'Okafor', 'Tanaka', 'Rossi']) {
    await page.keyboard.type(name);
    if (name !== 'Rossi') await page.keyboard.press('Enter');
  }
  same(await page.locator('.place input').evaluateAll((all) => all.map((one) => one.value)), ['Miller', 'Okafor', 'Tanaka', 'Rossi', 'Robo'], 'the names');
  await page.getByRole('button', { name: 'Remove player 5' }).click(); // the bot
  await page.getByRole('button', { name: '+ Player' }).click();
  await page.keyboard.type('Silva');
  same(await page.getByLabel('Name of player 5').inputValue(), 'Silva', 'what is typed after adding a player');
  same(await page.locator('summary', { hasText: 'Who starts?' }).innerText(), 'Who starts? Miller', 'who starts');
  await page.keyboard.press('Enter'); // nobody follows
  same(await page.locator('.place').count(), 6, 'places');
  await page.getByRole('button', { name: /^Start / }).click();
  await page.locator('.keypad').waitFor();
  same((await records(page))[0].match(/^seat .*$/gm), ['seat Miller', 'seat Okafor', 'seat Tanaka', 'seat Rossi', 'seat Silva'], 'who plays');
  await page.done();
});

claim('a tap on a name shows the score sheet of four families, all of it on a phone', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle', seats: ['Miller', 'Okafor', 'Tanaka', 'Rossi'], real: true, pace: 'points' });
  for (const turn of ['bank 1550', 'bank 500', 'bust']) {
    const before = await lineCount(page);
    if (turn === 'bust') await page.locator('.bust-key').click();
    else {
      await page.keyboard.type(turn.slice(5));
      await page.locator('.bank-key').click();
    }
    await moved(page, before);
  }
  await page.locator('.ribbon-bust', { hasText: 'Tanaka' }).waitFor(); // whose bust it was
  await page.locator('button.seat').first().click();
  const area = page.getByRole('dialog').locator('.scroll-x');
  same(await area.evaluate((one) => one.scrollWidth - one.clientWidth), 0, 'pixels that must be scrolled');
  same(await area.locator('thead bdi').allTextContents(), ['Miller', 'Okafor', 'Tanaka', 'Rossi'], 'the columns');
  await page.done();
});

claim('the card of another player says whose it is, and leads back', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Robo bot family'] });
  await page.locator('.roll-button').click();
  await landed(page);
  await page.locator('button.seat').nth(1).click();
  await page.getByText('Robo’s card').waitFor();
  await page.getByRole('button', { name: 'Back to yours' }).click();
  await page.getByText('Roll 1 of 3').waitFor();
  await page.locator('button.box.offer').first().waitFor();
  await page.done();
});

claim('a table of a server that is not over stands on the home screen', async (browser) => {
  const page = await visit(browser, server.address);
  page.name = 'Ann';
  await makeTable(page, { bots: ['family'] });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('main.table-screen').waitFor();
  await page.evaluate(() => { location.hash = '#/'; });
  const link = page.getByRole('link', { name: /Continue: Yardkle.*Ann and Robo/ });
  await link.click();
  await page.locator('main.table-screen').waitFor();
  await page.done();
});
