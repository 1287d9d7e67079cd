// Manners at online tables: every wait is visible, nobody is pulled away from a result, and absent players are not
// forgotten. The page's clock and the server's are moved by the tests.
import { becomes, check, claim, same, words } from './browser.mjs';
import { lineCount, moved, native, playOn, throwDice, take } from './person.mjs';
import { friend, join, makeTable, menu, recordOf, request, seated, sitting, whoseTurn } from './friends.mjs';
import { fresh } from './windows.mjs';
import { server, yard } from './world.mjs';

const done = (...pages) => Promise.all(pages.map((page) => page.done()));
const button = (page, name) => page.getByRole('button', { name, exact: true });
const said = (page) => page.evaluate(() => document.getElementById('live')?.textContent ?? '');
const SHORT = 'yardkle:entry=0,goal=300';

// A game with real dice of the first player against the others, who win nothing.
async function playOut(first, ...others) {
  await throwDice(first, [1, 1, 1, 2, 2, 3]);
  await take(first, [1, 1, 1], 'stop');
  for (const page of others) await throwDice(page, [2, 2, 3, 3, 4, 6]);
  for (const page of [first, ...others]) await page.locator('.over').waitFor();
}

async function over(browser, names) {
  const { code, pages } = await seated(browser, server, names, { rules: SHORT, dice: 'physical' });
  await playOut(...pages);
  return { code, pages };
}

// A page with a clock that the test moves, and a connection that the test can stall.
async function stalling(browser, address) {
  const connection = { stalled: false, count: 0, asked: false };
  const page = await fresh(browser, address, {}, async (window) => {
    await window.clock.install({ time: Date.now() });
    await window.routeWebSocket(/\/socket$/, (route) => {
      const far = route.connectToServer();
      connection.asked = false;
      route.onMessage((message) => {
        if (/^(hold|follow) /.test(message)) { // a page's first words on each connection
          connection.count++;
          connection.asked = true;
        }
        if (!connection.stalled) far.send(message);
      });
      far.onMessage((message) => connection.stalled || route.send(message));
    });
  });
  return { page, connection };
}

claim('a stalled server is noticed within two seconds, nothing moves, and the move arrives once', async (browser) => {
  const { code, token } = await request(server, '', { name: 'Ann', rules: 'yardzee', dice: 'seed 7' });
  await request(server, `/${code}/places`, { name: 'Bea' });
  await request(server, `/${code}/lines`, { say: 'begin', action: 'begin' }, token);
  const { page, connection } = await stalling(browser, `${server.address}#/online/${code}?token=${token}`);
  await page.locator('.roll-button').waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000); // otherwise time also passes by itself
  const place = () => page.locator('.lawn').boundingBox().then(({ y }) => y);
  const before = await place();
  connection.stalled = true;
  await page.locator('.roll-button').click();
  await page.clock.runFor(2000);
  await words(page, 'No connection. Your last move is safe.').waitFor();
  await words(page, /^Trying again in [1-4] s$/).waitFor();
  same(await place(), before, 'where the dice are');
  await becomes(async () => /No connection/.test(await said(page)), true, 'whether it is said');
  const connections = connection.count;
  await page.clock.runFor(4000); // the page gives the connection up
  await becomes(() => connection.count > connections, true, 'whether there is another connection');
  same(await words(page, 'No connection. Your last move is safe.').count(), 1, 'what it still says');
  connection.stalled = false;
  await button(page, 'Try again').click(); // before the page tries again by itself
  await page.clock.resume();
  await page.locator('button.box.offer').first().waitFor();
  await words(page, 'Back online.').waitFor();
  same((await recordOf(server, code)).match(/^roll /gm).length, 1, 'throws');
  await page.clock.runFor(6000);
  await words(page, 'Back online.').waitFor({ state: 'detached' });
  same(await place(), before, 'where the dice are');
  await page.done();
});

claim('a move made without a connection survives a reload', async (browser) => {
  const { code, token } = await request(server, '', { name: 'Ann', rules: 'yardzee', dice: 'seed 7' });
  await request(server, `/${code}/lines`, { say: 'begin', action: 'begin' }, token);
  const { page, connection } = await stalling(browser, `${server.address}#/online/${code}?token=${token}`);
  await page.locator('.roll-button').waitFor();
  connection.stalled = true;
  await page.locator('.roll-button').click();
  await page.locator('main[aria-busy="true"]').waitFor();
  same(/^roll /m.test(await recordOf(server, code)), false, 'whether the server has heard of it');
  connection.stalled = false;
  await page.reload();
  await page.locator('button.box.offer').first().waitFor();
  same((await recordOf(server, code)).match(/^roll /gm).length, 1, 'throws');
  await page.reload();
  await page.locator('button.box.offer').first().waitFor();
  same((await recordOf(server, code)).match(/^roll /gm).length, 1, 'throws after another reload');
  await page.done();
});

claim('a connection that dies in silence is noticed while others play', async (browser) => {
  const { code, token } = await request(server, '', { name: 'Ann', rules: 'yardzee', dice: 'seed 7' });
  const { token: second } = await request(server, `/${code}/places`, { name: 'Bea' });
  await request(server, `/${code}/lines`, { say: 'begin', action: 'begin' }, token);
  const { page, connection } = await stalling(browser, `${server.address}#/online/${code}?token=${second}`);
  await page.locator('.lawn').waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  connection.stalled = true;
  await request(server, `/${code}/lines`, { say: 'roll', action: 'r' }, token);
  await request(server, `/${code}/lines`, { say: 'score chance', action: 's' }, token);
  await page.clock.runFor(17_000);
  await words(page, 'No connection. Your last move is safe.').waitFor();
  await becomes(() => connection.asked, true, 'whether the last attempt to connect has failed, too');
  connection.stalled = false;
  await button(page, 'Try again').click();
  await page.clock.resume();
  await words(page, 'Back online. 1 move was made meanwhile.').waitFor();
  await page.locator('.roll-button').waitFor();
  await page.done();
});

claim('the others see whose turn it is and for how long, with the time left if there is a clock', async (browser) => {
  const { code, token } = await request(server, '', { name: 'Ann', rules: 'yardzee', dice: 'seed 7', clock: 60 });
  const { token: second } = await request(server, `/${code}/places`, { name: 'Bea' });
  await request(server, `/${code}/lines`, { say: 'begin', action: 'begin' }, token);
  const { page: ann } = await stalling(browser, `${server.address}#/online/${code}?token=${token}`);
  const { page: bea } = await stalling(browser, `${server.address}#/online/${code}?token=${second}`);
  await words(ann, /^Ann’s turn · (1:00|0:5\d)$/).waitFor();
  await words(bea, /^Ann is throwing · (1:00|0:5\d)$/).waitFor();
  await bea.clock.runFor(20_000);
  await words(bea, /^Ann is throwing · 0:[23]\d$/).waitFor();
  await ann.clock.runFor(51_000);
  await words(ann, /^Your turn · 0:0\d$/).waitFor();
  await ann.locator('.roll-button').click();
  await words(bea, /^Ann is choosing · /).waitFor();
  await done(ann, bea);
});

claim('a rematch begins for those who join, and the result stays for the others until they leave it', async (browser) => {
  const { code, pages: [ann, bea, cem] } = await over(browser, ['Ann', 'Bea', 'Cem']);
  const eve = await friend(browser, server, 'Eve');
  await eve.goto(`${server.address}t/${code}`);
  await eve.locator('.over').waitFor();
  const board = await friend(browser, server, 'the board');
  await board.goto(`${server.address}#/online/${code}/board`);
  await board.locator('.board-total').first().waitFor();
  await bea.getByRole('button', { name: 'Play again' }).click();
  await words(bea, 'You want a rematch').waitFor();
  await words(bea, 'Waiting for Ann and Cem.').waitFor();
  for (const page of [ann, cem]) await words(page, 'Bea wants a rematch').waitFor();
  await words(eve, 'Bea wants a rematch').waitFor();
  same(await button(eve, 'Join').count(), 0, 'what a spectator can answer');
  await becomes(async () => /Bea wants a rematch/.test(await said(ann)), true, 'whether it is said');
  await button(cem, 'Stay here').click();
  await words(cem, 'You’re staying with the result.').waitFor();
  await button(ann, 'Join').click();
  for (const page of [ann, bea]) await page.locator('.over').waitFor({ state: 'hidden' });
  for (const page of [cem, eve]) await words(page, 'Ann and Bea are playing the next game.').waitFor();
  same([await cem.locator('.over').count(), await eve.locator('.over').count()], [1, 1], 'results that stay');
  same(await cem.getByRole('button', { name: 'Play again' }).count(), 0, 'what Cem could begin');
  await becomes(() => board.locator('.board-seats li').count(), 2, 'who is on the scoreboard, which nobody has touched');
  await throwDice(bea, [1, 1, 1, 2, 2, 3]);
  await take(bea, [1, 1, 1], 'stop');
  same(await cem.locator('.over').count(), 1, 'results that stay while others play');
  await button(cem, 'Watch').click();
  await words(cem, 'You’re sitting this game out').waitFor();
  same(await cem.locator('.pad, .roll-button').count(), 0, 'what Cem can press');
  await throwDice(ann, [2, 2, 3, 3, 4, 6]);
  for (const page of [ann, bea, cem]) await page.locator('.over').waitFor();
  await cem.getByRole('button', { name: 'Play again' }).click();
  await button(bea, 'Join').click();
  await button(ann, 'Stay here').click();
  await words(ann, 'Bea and Cem are playing the next game.').waitFor();
  const state = native(yard, await recordOf(server, code));
  same(state.seats.map((seat) => seat.name), ['Bea', 'Cem'], 'the players of the third game');
  await cem.locator('.keypad').waitFor();
  await done(ann, bea, cem, eve, board);
});

claim('a player who does not answer is not waited for longer than 30 seconds, and keeps the result', async (browser) => {
  const { code, pages: [ann, bea, cem] } = await over(browser, ['Ann', 'Bea', 'Cem']);
  await ann.getByRole('button', { name: 'Play again' }).click();
  await button(bea, 'Join').click();
  await words(bea, 'Rematch with Ann: it starts within 30 seconds').waitFor();
  await words(bea, 'Waiting for Cem.').waitFor();
  same(/^rematch$/m.test(await recordOf(server, code)), false, 'whether it has begun');
  await server.passes(words(cem, 'Ann and Bea are playing the next game.'));
  same(await cem.locator('.over').count(), 1, 'results that stay');
  await whoseTurn([ann, bea]);
  await done(ann, bea, cem);
});

claim('a player alone with bots begins the next game at once', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  await makeTable(ann, { house: { goal: '300', entry: '0' }, bots: ['novice'], seed: '7' });
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await playOn(ann);
  await ann.getByRole('button', { name: 'Play again' }).click();
  await ann.locator('.over').waitFor({ state: 'hidden' });
  await done(ann);
});

claim('for a player who is away, the others keep waiting or let a bot play, and see for how long', async (browser) => {
  const { code, token } = await request(server, '', { name: 'Ann', rules: 'yardzee', dice: 'seed 7' });
  const { token: second } = await request(server, `/${code}/places`, { name: 'Ben' });
  const ben = await friend(browser, server, 'Ben');
  await ben.goto(`${server.address}#/online/${code}?token=${second}`);
  await ben.locator('.sitter', { hasText: 'you' }).waitFor();
  const { page: ann } = await stalling(browser, `${server.address}#/online/${code}?token=${token}`);
  await ann.locator('.sitter', { hasText: 'Ben' }).waitFor();
  await request(server, `/${code}/lines`, { say: 'begin', action: 'begin' }, token);
  await ann.locator('.roll-button').click();
  await ann.locator('button.box.offer.pays').first().click();
  await words(ann, 'Ben is throwing').waitFor();
  await ben.goto('about:blank');
  await server.passes(words(ann, 'Ben is away. Their seat is kept.'));
  await ann.clock.runFor(61_000);
  await words(ann, 'Ben has been away 1 min. Their seat is kept.').waitFor();
  await button(ann, 'Keep waiting').click();
  await button(ann, 'Bot plays for Ben').waitFor({ state: 'detached' });
  await words(ann, 'Ben has been away 1 min. Their seat is kept.').waitFor();
  await ben.goto(`${server.address}#/online/${code}`);
  await words(ann, 'Ben is throwing').waitFor();
  await ben.goto('about:blank');
  await server.passes(words(ann, 'Ben is away. Their seat is kept.')); // a new absence, a new question
  await button(ann, 'Bot plays for Ben').click();
  await words(ann, 'Ben is away. A bot takes over after 30 seconds unless they come back.').waitFor();
  await server.passes(ann.locator('.ball-bot'));
  await ann.locator('.roll-button').waitFor();
  await done(ann, ben);
});

claim('a player who leaves the table is said to have left, and a bot can play at once', async (browser) => {
  const { pages: [ann, ben] } = await seated(browser, server, ['Ann', 'Ben'], { rules: 'yardzee', dice: 'seed 7' });
  await ann.locator('.roll-button').click();
  await ann.locator('button.box.offer.pays').first().click();
  await ben.locator('.roll-button').waitFor();
  await ben.getByRole('button', { name: 'Menu' }).click();
  await ben.getByRole('dialog').getByRole('link', { name: 'Rules of this game' }).click();
  await ben.getByRole('heading', { level: 1, name: 'Yardzee' }).waitFor();
  await ben.locator('.table-screen').waitFor({ state: 'detached' });
  await ben.getByRole('link', { name: 'Back' }).click(); // to the table, as from a game of one's own
  await ben.locator('.roll-button').waitFor();
  await menu(ben, 'Leave the table');
  await button(ben.getByRole('dialog'), 'Leave the table').click();
  await words(ann, 'Ben has left the table.').waitFor();
  same(await button(ann, 'Keep waiting').count(), 0, 'ways to wait for Ben');
  await button(ann, 'Bot plays for Ben').click();
  await ann.locator('.ball-bot').waitFor();
  await ann.locator('.roll-button').waitFor();
  await done(ann, ben);
});

claim('a link shows who is at the table before you sit down', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const bea = await friend(browser, server, 'Bea');
  const eve = await friend(browser, server, 'Eve');
  const code = await makeTable(ann);
  await join(bea, server, code);
  await bea.goto('about:blank');
  await server.passes(ann.locator('.sitter', { hasText: 'Bea' }).getByText('away'));
  await eve.goto(`${server.address}t/${code}`);
  await becomes(() => sitting(eve), ['Ann', 'Bea'], 'who sits at the table');
  await eve.locator('.sitter', { hasText: 'Bea' }).getByText('away').waitFor();
  const [list, form] = await Promise.all(['.sitting', 'form.join'].map((one) => eve.locator(one).boundingBox()));
  check(list.y + list.height <= form.y, 'the form is above the people');
  await done(ann, bea, eve);
});

claim('dice that are half entered stay when somebody joins the table', async (browser) => {
  const { code, pages: [ann, bea] } = await seated(browser, server, ['Ann', 'Bea'], { rules: SHORT, dice: 'physical' });
  await ann.locator('main:not([aria-busy]) .pad').waitFor();
  await ann.keyboard.type('111');
  const before = await lineCount(ann);
  const eve = await friend(browser, server, 'Eve');
  await eve.goto(`${server.address}t/${code}`);
  await button(eve, 'Join the next game').click();
  await eve.getByLabel('Your name').fill('Eve');
  await eve.getByRole('button', { name: 'Sit down' }).click();
  await moved(ann, before);
  await ann.keyboard.type('223');
  await take(ann, [1, 1, 1], 'stop');
  await bea.locator('main:not([aria-busy]) .pad').waitFor();
  await done(ann, bea, eve);
});

claim('a spectator can join the next game, and the host can remove uninvited guests', async (browser) => {
  const { code, pages: [ann, bea] } = await seated(browser, server, ['Ann', 'Bea'], { rules: SHORT, dice: 'physical' });
  const eve = await friend(browser, server, 'Eve');
  await eve.goto(`${server.address}t/${code}`);
  await button(eve, 'Join the next game').click();
  await eve.getByLabel('Your name').fill('Eve');
  await eve.getByRole('button', { name: 'Sit down' }).click();
  await words(eve, 'You join the next game').waitFor();
  await menu(ann, 'Players at the table');
  await ann.getByRole('button', { name: 'Remove Eve from the table' }).click();
  await ann.keyboard.press('Escape');
  await button(eve, 'Join the next game').click();
  await eve.getByRole('button', { name: 'Sit down' }).click();
  await words(eve, 'You join the next game').waitFor();
  await playOut(ann, bea);
  await ann.getByRole('button', { name: 'Play again' }).click();
  await button(bea, 'Join').click();
  for (const page of [ann, bea, eve]) await page.locator('.over').waitFor({ state: 'hidden' });
  same(native(yard, await recordOf(server, code)).seats.map((seat) => seat.name), ['Ann', 'Bea', 'Eve'], 'who plays');
  await done(ann, bea, eve);
});

claim('in the lobby, commands stay in one piece and everything that can be tapped is large enough', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  await makeTable(ann);
  const command = ann.getByText('yard serve --lan');
  same(await command.evaluate((code) => code.getClientRects().length), 1, 'the lines that the command takes');
  const small = await ann.locator('main a, main button, main input, main select, main summary').evaluateAll((all) => all
    .map((one) => [one.textContent || one.getAttribute('aria-label') || one.value, Math.round(one.getBoundingClientRect().height)]).filter(([, high]) => high < 44));
  same(small, [], 'what is lower than 44 pixels');
  await done(ann);
});
