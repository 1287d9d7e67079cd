// Players at online tables, each in their own browser context: from the home screen to the end of the game, and
// whatever can go wrong on the way.
import { execFileSync } from 'node:child_process';
import { becomes, check, claim, DESKTOP, LONG, same, words } from './browser.mjs';
import { facesShown, native, playOn, records, serve, tapOn, throwDice, take } from './person.mjs';
import { begin, codeOn, friend, join, lines, look, makeTable, menu, recordOf, seated, sitting, turn, whoseTurn } from './friends.mjs';
import { another } from './windows.mjs';
import { server, yard } from './world.mjs';

const QUICK = { goal: '500', entry: '0' }; // a short game of Yardkle
const TURNS = LONG ? 4 : 3; // enough for partners to alternate
const LASTING = { goal: '6000', entry: '0' }; // a game that takes more than a few turns
const LUCKY = '4711'; // a seed whose first roll scores, but not with all dice

const done = (...pages) => Promise.all(pages.map((page) => page.done()));
const dice = async (page) => (await facesShown(page)).sort();
// At the end of a press game, the sheet has them in its last row.
const totals = async (page) => {
  const over = page.locator('.ended .rounds tr:last-child td');
  return (await over.count() ? over : page.locator('.seat-total')).allTextContents();
};

// Two players in a game.
async function two(browser, setup = {}) {
  const { code, pages: [ann, bea] } = await seated(browser, server, ['Ann', 'Bea'], { rules: 'yardkle:entry=0,goal=500', ...setup });
  return { ann, bea, code };
}

// The dark modules of a link's QR code: as drawn by the server, and as drawn by qrencode.
const modules = (source) => [...decodeURIComponent(source).matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x - 4},${y - 4}`).sort();
function modulesOf(link) {
  const drawn = execFileSync('qrencode', ['-t', 'ASCII', '-l', 'L', '-m', '0', '-o', '-', link], { encoding: 'utf8' }).split('\n');
  return drawn.flatMap((row, y) => [...row.replaceAll(/(.)./g, '$1')].flatMap((c, x) => (c === '#' ? [`${x},${y}`] : []))).sort();
}

// Checks that every page shows the server's totals.
async function agree(pages, code) {
  const state = native(yard, await recordOf(server, code));
  const wanted = state.seats.map((seat) => (seat.total ?? 0).toLocaleString('en-GB'));
  for (const page of pages) await becomes(() => totals(page), wanted, `what ${page.name} sees`);
  return state;
}

claim('two people play a whole game of Yardkle by touch, and their pages verify the dice', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const bea = await friend(browser, server, 'Bea');
  const code = await makeTable(ann, { house: LONG ? '' : { goal: '1000', entry: '0' } });
  await join(bea, server, code);
  await begin(ann, ['Ann', 'Bea'], bea);
  await Promise.all([tapOn(ann), tapOn(bea)]);
  for (const page of [ann, bea]) {
    await words(page, 'Sealed by Ann and Bea.').waitFor();
    await words(page, /Your phone’s random numbers were used/).waitFor();
    await words(page, /All \d+ rolls were checked/).waitFor();
    await words(page, 'Saved in Games and bests.').waitFor();
  }
  const state = await agree([ann, bea], code);
  same(state.phase, 'over', 'the phase');
  const record = await recordOf(server, code);
  const verified = native(yard, record, 'verify');
  same([verified.verdict, verified.words], ['sealed', 'sealed by seats 1, 2'], 'what the program itself finds');
  same(verified.deals.at(-1).shares, [1, 2], 'who gave to the dice');
  same(verified.deals.at(-1).pledged, true, 'whether shares were pledged first');
  same((await records(ann))[0], record, 'the game that Ann has saved');
  same((await records(bea)).length, 1, 'the games of the other one');
  same([...ann.complaints, ...bea.complaints], [], 'what the browsers complain about');
  await done(ann, bea);
});

claim('only the player whose turn it is has controls, and the others see the dice', async (browser) => {
  const { ann, bea } = await two(browser, { dice: `seed ${LUCKY}` });
  await ann.locator('.roll-button').waitFor();
  await words(bea, 'Ann’s turn', { exact: true }).first().waitFor();
  same(await bea.locator('.roll-button, .stakes, .pad').count(), 0, 'what Bea can press');
  check(await bea.getByRole('button', { name: 'Hint', exact: true }).isDisabled(), 'Bea could ask for a hint');
  await ann.locator('.roll-button').tap();
  await becomes(async () => (await facesShown(bea)).filter(Boolean).length, 6, 'the dice that Bea sees');
  await becomes(() => dice(ann), await dice(bea), 'the dice');
  await becomes(() => bea.locator('#live').textContent().then((words) => /Ann rolls/.test(words)), true, 'what is read aloud to Bea');
  await done(ann, bea);
});

claim('partners play one column, each on their own phone', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const bea = await friend(browser, server, 'Bea');
  const cem = await friend(browser, server, 'Cem');
  const code = await makeTable(ann, { house: LASTING });
  await join(bea, server, code);
  await join(cem, server, code, 'Ann');
  await begin(ann, ['Ann', 'Cem', 'Bea'], bea, cem);
  const order = [];
  for (let i = 0; i < TURNS; i++) {
    const page = await whoseTurn([ann, bea, cem]);
    order.push(page.name);
    check(await page.locator('.plank-words').textContent(), 'no words about the turn');
    await turn(page);
  }
  same(order, ['Ann', 'Bea', 'Cem', 'Bea'].slice(0, TURNS), 'the order of turns');
  same((await agree([ann, bea, cem], code)).seats.map((seat) => seat.name), ['Ann+Cem', 'Bea'], 'the sides');
  await done(ann, bea, cem);
});

claim('one phone keeps score, and others follow it, even on the large scoreboard', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const eve = await friend(browser, server, 'Eve');
  const screen = await friend(browser, server, 'the screen', { viewport: DESKTOP });
  const code = await makeTable(ann, { keeper: ['Ann', 'Bea', 'Cem'] });
  await look(eve, server, code);
  await words(eve, 'Ann keeps score.').waitFor();
  await begin(ann, ['Ann', 'Bea', 'Cem'], eve);
  await screen.goto(`${server.address}#/online/${code}/board`);
  await throwDice(ann, [1, 1, 1, 5, 2, 3]);
  await take(ann, [1, 1, 1], 'stop');
  await becomes(() => totals(eve), ['1,000', 'not in 0', 'not in 0'], 'what a follower sees');
  await becomes(() => screen.locator('.board-total').allTextContents(), ['1,000', '0', '0'], 'the scoreboard');
  await becomes(() => screen.locator('.board-turn').textContent().then((words) => words.trim()), 'It’s Bea’s turn.', 'the scoreboard');
  await throwDice(ann, [2, 2, 3, 3, 4, 6]); // for Bea
  await becomes(() => screen.locator('.board-turn').textContent().then((words) => words.trim()), 'It’s Cem’s turn.', 'the scoreboard');
  same(await eve.locator('.pad, .roll-button, .stakes').count(), 0, 'what a follower can press');
  await done(ann, eve, screen);
});

claim('a reload in the middle of a turn loses nothing', async (browser) => {
  const { ann, bea, code } = await two(browser);
  await ann.locator('.roll-button').waitFor();
  const said = await lines(ann);
  await ann.locator('.roll-button').tap();
  await becomes(async () => (await lines(ann)) > said, true, 'that something fell');
  const before = await ann.locator('.stakes').isVisible() ? await dice(ann) : [];
  await Promise.all([ann.reload(), bea.reload()]);
  await whoseTurn([ann, bea]);
  if (before.length) await becomes(() => dice(ann), before, 'the dice');
  await Promise.all([playOn(ann), playOn(bea)]);
  await agree([ann, bea], code);
  await words(ann, /Sealed by/).waitFor();
  await done(ann, bea);
});

claim('a reload before the dice are agreed on loses no share', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const bea = await friend(browser, server, 'Bea');
  const code = await makeTable(ann, { house: QUICK });
  await join(bea, server, code);
  await bea.goto('about:blank'); // Bea has just closed the page
  await becomes(() => sitting(ann), ['Ann', 'Bea'], 'who sits at the table');
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await words(ann, 'The phones are agreeing on the dice').waitFor();
  await becomes(async () => /^pledge 1 /m.test(await recordOf(server, code)), true, 'that Ann has pledged');
  await ann.reload();
  await bea.goto(`${server.address}#/online/${code}`);
  await ann.locator('.roll-button').waitFor();
  const record = await recordOf(server, code);
  same((record.match(/^dice fair/gm) ?? []).length, 1, 'commitments');
  check(/^share 1 [0-9a-f]{64}$/m.test(record) && /^share 2 [0-9a-f]{64}$/m.test(record), record);
  await done(ann, bea);
});

claim('killing and restarting the server in the middle of a turn loses nothing', async (browser) => {
  const { ann, bea, code } = await two(browser);
  await ann.locator('.roll-button').waitFor();
  const first = await lines(ann);
  await ann.locator('.roll-button').tap();
  await becomes(async () => (await lines(ann)) > first, true, 'that something fell');
  await becomes(() => lines(bea), await lines(ann), 'what Bea knows of it');
  const page = await whoseTurn([ann, bea]);
  await server.kill();
  for (const one of [ann, bea]) await words(one, 'No connection. Your last move is safe.').waitFor();
  for (const key of ['a', 'r']) await page.keyboard.press(key); // sent while the server is down, and resent later
  await page.locator('main[aria-busy="true"]').waitFor();
  const said = await lines(page);
  await server.start();
  await becomes(async () => (await lines(page)) > said, true, 'that the game goes on');
  await Promise.all([playOn(ann), playOn(bea)]);
  await agree([ann, bea], code);
  const record = await recordOf(server, code);
  same(native(yard, record, 'verify').verdict, 'sealed', 'the dice');
  await done(ann, bea);
});

claim('once the others agree, a bot plays for a player who asks for one, and gives the seat back', async (browser) => {
  const { code, pages: [ann, bea, cem] } = await seated(browser, server, ['Ann', 'Bea', 'Cem'], { rules: 'yardkle:entry=0,goal=6000' });
  await ann.locator('.roll-button').waitFor();
  await menu(bea, 'Players at the table');
  await bea.getByRole('button', { name: 'Let a bot play for me' }).waitFor();
  same(await bea.getByRole('button', { name: 'Let a bot play for Ann' }).count(), 0, 'offers to replace somebody who is here');
  await bea.keyboard.press('Escape');
  await menu(ann, 'Players at the table');
  await ann.getByRole('button', { name: 'Let a bot play for me' }).click();
  await words(ann, 'You’ve asked for a bot (family) to take over.').waitFor();
  await words(bea, 'Ann wants to hand over to a bot (family).').waitFor();
  await bea.getByRole('button', { name: 'Agree' }).click();
  await words(bea, 'Waiting for Cem to agree.').waitFor();
  await cem.getByRole('button', { name: 'Agree' }).click();
  await words(ann, 'A bot is playing for you.').waitFor();
  await becomes(() => bea.locator('.seat .tag').allTextContents(), ['bot'], 'who is marked');
  await whoseTurn([bea]); // the bot has played
  await ann.getByRole('button', { name: 'I’m back' }).click();
  await becomes(() => bea.locator('.seat .tag').count(), 0, 'who is marked');
  for (const page of [bea, cem, ann]) await turn(page);
  await agree([ann, bea, cem], code);
  await done(ann, bea, cem);
});

claim('a link moves a place to another device, and its token is never sent in a URL', async (browser) => {
  const { ann, bea, code } = await two(browser);
  await ann.locator('.roll-button').waitFor();
  await menu(ann, 'Continue on another device');
  const link = await ann.getByRole('dialog').getByRole('textbox', { name: 'Link' }).inputValue();
  check(/#\/online\/\w+\?token=[\w-]+$/.test(link), `the link is ${link}`);
  same(modules(await ann.getByRole('img', { name: 'QR code for the link to your seat' }).getAttribute('src')), modulesOf(link), 'the picture');
  const tablet = await friend(browser, server, 'Ann');
  await tablet.goto(link);
  await tablet.locator('.roll-button').waitFor();
  check(!tablet.url().includes('token'), `the token stays in the address: ${tablet.url()}`);
  check(tablet.requests.every((url) => !url.includes('token=') || url.includes('#')), tablet.requests.join('\n'));
  await ann.getByRole('button', { name: 'I’ve moved: forget the seat here' }).click();
  await words(ann, 'You’re watching').waitFor();
  same(await ann.locator('.roll-button').count(), 0, 'what the old device can press');
  const thief = await friend(browser, server, 'Eve'); // Eve has a link that the next link invalidates
  await menu(tablet, 'Continue on another device');
  await tablet.getByRole('img', { name: 'QR code for the link to your seat' }).waitFor();
  await tablet.keyboard.press('Escape');
  await thief.goto(link);
  await words(thief, 'Your seat is now on another device.').waitFor();
  await thief.getByRole('button', { name: 'Watch' }).click();
  await words(thief, 'You’re watching').waitFor();
  await thief.done();
  for (const page of [tablet, bea]) await turn(page);
  await agree([ann, bea, tablet], code);
  await done(ann, bea, tablet);
});

claim('one player can use two tabs at once', async (browser) => {
  const { ann, bea, code } = await two(browser);
  const other = await another(ann, `${server.address}#/online/${code}`);
  other.name = 'Ann again';
  await other.locator('.roll-button').waitFor();
  const said = await lines(other);
  await other.locator('.roll-button').click();
  await becomes(async () => (await lines(other)) > said, true, 'that something fell');
  await becomes(() => lines(ann), await lines(other), 'what the first tab knows of it');
  await becomes(() => dice(ann), await dice(other), 'the dice in the first tab');
  await Promise.all([playOn(ann), playOn(bea)]);
  await other.locator('.over').waitFor();
  await becomes(async () => (await records(ann)).length, 1, 'the games that are kept');
  await done(ann, bea);
});

claim('two tables with the same seed get the same rolls', async (browser) => {
  const seen = [];
  for (const name of ['Ann', 'Bea']) {
    const page = await friend(browser, server, name);
    const code = await makeTable(page, { house: LASTING, seed: LUCKY });
    await words(page, 'seed 4711').waitFor();
    await begin(page, [name]);
    for (let i = 0; i < TURNS; i++) await turn(page);
    seen.push((await recordOf(server, code)).split('\n').filter((line) => line.startsWith('roll')));
    await page.done();
  }
  same(seen[0], seen[1], 'the throws');
  check(seen[0].length > 2, `only ${seen[0].length} throws`);
});

claim('a rematch has the same players, new dice and a ledger', async (browser) => {
  const { ann, bea, code } = await two(browser);
  await Promise.all([playOn(ann), playOn(bea)]);
  await bea.getByRole('button', { name: 'Play again' }).click();
  await words(bea, 'You want a rematch').waitFor();
  await ann.getByRole('button', { name: 'Join', exact: true }).click();
  for (const page of [ann, bea]) await page.locator('.over').waitFor({ state: 'hidden' });
  await Promise.all([playOn(ann), playOn(bea)]);
  await words(ann, /Sealed by/).waitFor();
  await words(ann, /Series: 2 games|2 games/).first().waitFor();
  const record = await recordOf(server, code);
  const verified = native(yard, record, 'verify');
  same([verified.verdict, verified.deals.length], ['sealed', 2], 'the dice of both games');
  await becomes(async () => (await records(ann)).map((text) => text === record), [true], 'the one game that is kept');
  await done(ann, bea);
});

claim('the player whose turn it is enters what real dice show and can undo at once', async (browser) => {
  const { ann, bea, code } = await two(browser, { rules: 'yardkle', dice: 'physical' });
  same(await bea.locator('.pad').count(), 0, 'pads that Bea sees');
  await throwDice(ann, [1, 1, 1, 5, 2, 4]);
  await ann.locator('.keypad:not([data-quiet])').waitFor(); // before, a tap could be the second one on the last face
  await ann.getByRole('button', { name: 'Undo these dice' }).click();
  await throwDice(ann, [1, 1, 1, 5, 2, 3]);
  await becomes(() => facesShown(bea).then((faces) => faces.sort()), [1, 1, 1, 2, 3, 5], 'the dice that Bea sees');
  await take(ann, [1, 1, 1], 'stop');
  await throwDice(bea, [5, 5, 5, 2, 3, 4]);
  await take(bea, [5, 5, 5], 'stop');
  await agree([ann, bea], code);
  await done(ann, bea);
});

claim('a spectator sees the game to its end and can save it, but not take part', async (browser) => {
  const { ann, bea, code } = await two(browser);
  const eve = await friend(browser, server, 'Eve');
  await look(eve, server, code);
  await words(eve, 'You’re watching').waitFor();
  await Promise.all([playOn(ann), playOn(bea)]);
  await eve.locator('.over').waitFor();
  same(await eve.locator('.roll-button, .stakes, .pad').count(), 0, 'what Eve can press');
  same(await eve.getByRole('button', { name: 'Play again' }).count(), 0, 'buttons for another game');
  await words(eve, /Sealed by/).waitFor();
  same((await records(eve)).length, 0, 'games that are kept unasked');
  await eve.getByRole('button', { name: 'Save this game' }).click();
  await words(eve, 'Saved in Games and bests.').waitFor();
  same((await records(eve))[0], await recordOf(server, code), 'the game that is kept');
  await done(ann, bea, eve);
});

claim('bots play with people, everybody rolls to see who starts, and the clock is shown', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const code = await makeTable(ann, { house: QUICK, bots: ['novice', 'expert'], startRoll: true, clock: '120' });
  await begin(ann, ['Ann', 'Robo', 'Dot']);
  await ann.getByRole('timer').waitFor();
  await playOn(ann);
  await agree([ann], code);
  await words(ann, /Sealed by/).waitFor();
  await ann.getByRole('link', { name: 'Full review' }).click();
  await ann.locator('svg[role="img"]').first().waitFor();
  await ann.getByRole('link', { name: 'Back' }).click();
  await ann.locator('.over').waitFor();
  await done(ann);
});

claim('players can ask for a hint on their own turn, and the record shows it', async (browser) => {
  const { ann, bea, code } = await two(browser, { rules: 'yardzee' });
  await ann.locator('.roll-button').tap();
  await ann.locator('button.box.offer').first().waitFor();
  await ann.getByRole('button', { name: 'Hint', exact: true }).click();
  await ann.getByRole('dialog').getByText(/expected final score/).first().waitFor();
  await ann.keyboard.press('Escape');
  await words(bea, '1 hint').waitFor();
  check(/^hint$/m.test(await recordOf(server, code)), 'no hint in the record');
  await done(ann, bea);
});

claim('the host can remove a player, who can sit down again', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const bea = await friend(browser, server, 'Bea');
  const code = await makeTable(ann);
  await join(bea, server, code);
  await ann.getByRole('button', { name: 'Remove Bea from the table' }).click();
  await becomes(() => sitting(ann), ['Ann'], 'who sits at the table');
  await bea.getByLabel('Your name').waitFor();
  await bea.getByRole('button', { name: 'Sit down' }).click();
  await becomes(() => sitting(ann), ['Ann', 'Bea'], 'who sits at the table');
  await bea.getByRole('button', { name: 'Leave the table' }).click();
  await becomes(() => sitting(ann), ['Ann'], 'who sits at the table');
  await done(ann, bea);
});

claim('a wrong code, a taken name and a game that has begun are explained in plain words', async (browser) => {
  const { ann, bea, code } = await two(browser);
  const eve = await friend(browser, server, 'Eve');
  await eve.getByRole('link', { name: 'Play online' }).click();
  await eve.getByLabel('Table code').fill('zzzzzz');
  await eve.getByRole('button', { name: 'Join' }).click();
  await words(eve, 'There’s no table with this code.').waitFor();
  await eve.goto(`${server.address}#/online/ZZZZZ9`);
  await eve.getByLabel('Table code').waitFor({ state: 'hidden' });
  await words(eve, 'There’s no table with this code.').waitFor();
  await eve.goto(`${server.address}#/online`);
  await eve.getByLabel('Table code').fill(` ${code.toLowerCase()} `);
  await eve.getByRole('button', { name: 'Join' }).click();
  await words(eve, 'You’re watching').waitFor();
  const dan = await friend(browser, server, 'Dan');
  const other = await makeTable(dan);
  await eve.goto(`${server.address}t/${other}`);
  await eve.getByLabel('Your name').fill('Dan');
  await eve.getByRole('button', { name: 'Sit down' }).click();
  await eve.getByRole('alert').getByText(/Dan/).waitFor();
  await done(ann, bea, dan, eve);
});

claim('your tables are listed so that you can return to them, and you can remove them from the list', async (browser) => {
  const { ann, bea, code } = await two(browser);
  await bea.goto(`${server.address}#/online`);
  await bea.getByRole('link', { name: /Yardkle/ }).click();
  await bea.locator('main.table-screen').waitFor();
  await bea.goto(`${server.address}#/online`);
  await bea.locator('.game-link').waitFor();
  await bea.getByRole('button', { name: `Remove table ${code} from this list` }).click();
  await becomes(() => bea.locator('.game-link').count(), 0, 'tables');
  await done(ann, bea);
});

claim('a page without a server says so', async (browser) => {
  const alone = await serve(yard, '--no-tables');
  const page = await friend(browser, alone, 'Ann');
  await page.getByRole('link', { name: 'Play online' }).click();
  await page.getByRole('heading', { name: 'This copy of the page has no server' }).waitFor();
  await page.done();
  await alone.end();
});

claim('code for online tables is fetched only when needed', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  same(ann.requests.filter((url) => /online|\/api/.test(url)), [], 'what a first visit asks for');
  await makeTable(ann);
  check(ann.requests.some((url) => /chunks\/online-\w+\.js/.test(url)), 'no chunk of its own');
  same(await codeOn(ann).then((code) => /^[0-9A-Z]{4,}$/.test(code)), true, 'the code is one');
  await done(ann);
});

claim('players who are away are marked before and during the game, and announced on their turn', async (browser) => {
  const ann = await friend(browser, server, 'Ann');
  const bea = await friend(browser, server, 'Bea');
  const said = (page) => page.evaluate(() => document.getElementById('live')?.textContent ?? '');
  const code = await makeTable(ann, { house: QUICK, seed: '7' });
  const gone = (page) => page.goto('about:blank');
  const back = (page) => page.goto(`${server.address}t/${code}`);
  const away = ann.locator('.sitter', { hasText: 'Bea' }).getByText('away');
  await join(bea, server, code);
  same(await away.count(), 0, 'who is away');
  await gone(bea);
  await server.passes(away);
  await back(bea);
  await away.waitFor({ state: 'detached' });
  await begin(ann, ['Ann', 'Bea'], bea);
  await gone(bea);
  const marked = ann.locator('.seat', { hasText: 'Bea' }).getByText('away'); // on Ann's turn, the message line is about her game
  await server.passes(marked);
  check(!/away/.test(await said(ann)), 'that Bea is away while Ann plays need not be said');
  await back(bea);
  await marked.waitFor({ state: 'detached' });
  await gone(ann);
  const missed = words(bea, 'Ann is away. Their seat is kept.');
  await server.passes(missed);
  await becomes(async () => /It’s Ann’s turn, but they’re away/.test(await said(bea)), true, 'whether it is said');
  await menu(bea, 'Players at the table');
  await bea.getByRole('dialog').getByText('Away right now: Ann. A bot can play in the meantime.').waitFor();
  await bea.getByRole('dialog').getByRole('button', { name: 'Let a bot play for Ann' }).click();
  const soon = words(bea, 'Ann is away. A bot takes over after 30 seconds unless they come back.');
  await soon.waitFor();
  await back(ann);
  await soon.waitFor({ state: 'detached' });
  await missed.waitFor({ state: 'detached' });
  check(/# room: ask 1 2 family\n# room: back 1\n/.test(await recordOf(server, code)), 'what the record says');
  await becomes(async () => /Ann is back/.test(await said(bea)), true, 'whether it is said');
  await done(ann, bea);
});

claim('a place survives a device change whose answer is lost; a deleted table is gone for everyone', async (browser) => {
  const { ann, bea, code } = await two(browser);
  await ann.locator('.roll-button').waitFor();
  await ann.route('**/places', async (route) => {
    await route.fetch(); // the server processes the request
    await route.abort();
  }, { times: 1 });
  await menu(ann, 'Continue on another device');
  await ann.getByRole('button', { name: 'Try again' }).waitFor();
  await ann.reload();
  await ann.locator('.roll-button').click(); // the place is still held
  same((await recordOf(server, code)).split('# room: move 1\n').length, 2, 'moves, and one more');
  await menu(ann, 'Delete the table');
  await ann.getByRole('button', { name: 'Delete it', exact: true }).click();
  await ann.getByRole('heading', { name: 'Really delete it for everyone?' }).waitFor();
  await recordOf(server, code); // the table exists until the second confirmation
  await ann.getByRole('button', { name: 'Yes, delete it for good' }).click();
  await bea.getByText('This table has been deleted.').waitFor();
  await ann.getByRole('heading', { name: 'Join a table' }).waitFor();
  same(await ann.locator('.game-link').count(), 0, 'tables listed for Ann, who deleted it');
  same((await fetch(`${server.address}api/tables/${code}`)).status, 404, 'the status of the table');
  await bea.getByRole('button', { name: 'Save this game' }).click();
  await becomes(async () => (await records(bea)).length, 1, 'games that Bea has saved');
  await bea.goto(`${server.address}#/history`); // the list of games spells out house rules
  await bea.getByText(`Yardkle (Points to get on the score sheet: 0; Target score: ${QUICK.goal})`).first().waitFor();
  await done(ann, bea);
});
