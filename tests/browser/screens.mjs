// Every screen of the page, and how to get there.
import { LONG, WHILE_SOLVING } from './browser.mjs';
import { makeTable, menu as onlineMenu, request } from './friends.mjs';
import { begin, keepGames, openGame, pickDice, playOn, serve, throwDice } from './person.mjs';
import { sample, server, yard } from './world.mjs';

// ---- getting there ----

// An unfinished game.
const running = () => `${sample('three').split('\n').slice(0, 40).join('\n')}\n`;

const goTo = (page, hash) => page.goto(`${server.address}#${hash}`);

// Imports a record as a file; resolves to the game's id.
async function receive(page, text) {
  await goTo(page, '/history');
  await page.locator('input[type="file"]').setInputFiles({ name: 'game.yard', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const href = await page.locator('.import .note a[href^="#/game/"]').getAttribute('href');
  const [, id] = href.match(/#\/game\/(\w+)/);
  await page.locator(`.game-link[href="#/game/${id}"]`).waitFor();
  return id;
}

async function menu(page, name) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole(/board|Review|Rules|Print/.test(name) ? 'link' : 'button', { name }).click();
}

async function ended(page, name) {
  const id = await receive(page, sample(name));
  await goTo(page, `/game/${id}`);
  await page.locator('.over').waitFor();
  return { id };
}

// A first game with its first coach mark.
async function marked(page, rules, mark) {
  await page.evaluate(() => {
    const key = 'yardstick-settings';
    localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), marks: 0 });
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  await openGame(page, `yardstick 1\ndate 2026-11-15T09:00:00Z\nrules ${rules}\nseat Ann\nseat Bea\ndice seed 3\nstart 1\n`); // 1 1 2 4 4 6: no bust, no hot dice
  await page.locator('.roll-button').click();
  await page.locator(`.coach-mark.mark-${mark}`).waitFor();
}

// Rule books and house rules come from the core, slightly later than the rest.
const rulesShown = (page) => page.locator('.house-rules').waitFor();

// A table that someone else has opened, with real dice.
const othersTable = () => request(server, '', { rules: 'yardzee', name: 'Bea', dice: 'physical', bots: [{ name: 'Robo', level: 'club' }] });

// A table opened on this page, with two other players at it.
async function ownTable(page, options = {}) {
  page.name = 'Ann';
  const code = await makeTable(page, { rules: 'yardzee', real: true, ...options });
  const bea = await request(server, `/${code}/places`, { name: 'Bea' });
  const cem = await request(server, `/${code}/places`, { name: 'Cem', with: bea.place });
  await page.locator('.sitter', { hasText: 'Cem' }).waitFor();
  return { code, bea, cem };
}

async function onlineGame(page) {
  const table = await ownTable(page);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.pad').waitFor();
  return table;
}

// Begins a game with real dice and presses these keys.
async function keypad(page, rules, pace, keys = '', seats = ['Ann', 'Bea']) {
  await begin(page, { rules, seats, real: true, pace });
  await page.locator(`main:not([aria-busy]) .keypad[data-mode="${pace || 'throws'}"]`).waitFor();
  await page.keyboard.type(keys);
}

// A game with dice on the screen, of which the last throw was undone: the next one comes up the same way again.
async function again(page, rules, ...lines) {
  const [id] = await keepGames(page, [`${['yardstick 1', 'date 2026-11-15T09:00:00Z', `rules ${rules}`, 'seat Ann', 'seat Bea', 'dice system', 'start 1', ...lines, 'undo'].join('\n')}\n`]);
  await goTo(page, `/game/${id}`);
  await page.locator('.roll-button').click();
}

// A game of two at a server, in which Ann plays on this page and Bea elsewhere; `lines` have been said.
async function twoOnline(page, setup, ...lines) {
  const { code, token } = await request(server, '', { name: 'Ann', ...setup });
  const bea = await request(server, `/${code}/places`, { name: 'Bea' });
  await page.goto(`${server.address}#/online/${code}?token=${token}`);
  await page.locator('.sitter', { hasText: 'Bea' }).waitFor();
  for (const [i, say] of ['begin', ...lines].entries()) {
    const by = /^Bea: /.test(say) ? bea.token : token;
    await request(server, `/${code}/lines`, { say: say.replace(/^Bea: /, ''), action: `a${i}` }, by);
  }
  return { bea: (say) => request(server, `/${code}/lines`, { say, action: `b-${say}` }, bea.token) };
}

// Starting points. Getting to one takes longer than checking a screen, so the screens reached from it share a window;
// none of them may change anything that later ones depend on.
const BEGINNINGS = {
  nothing: async () => ({}), // no stored games
  games: (page) => receive(page, sample('two')),
  sheet: async (page) => {
    await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea+Cy', 'Robo bot club'], real: true });
    await throwDice(page, [3, 3, 3, 5, 5]);
  },
  game: async () => ({}), // each screen begins its own game
  partners: (page) => ended(page, 'partners'),
  two: (page) => ended(page, 'two'),
  lobby: (page) => ownTable(page),
  online: onlineGame,
  elsewhere: async () => ({}), // each screen sets up everything itself
};

export const SCREENS = {
  nothing: {
    'home-empty': (page) => page.locator('.game-card').first().waitFor(),
    'history-empty': async (page) => {
      await goTo(page, '/history');
      await page.getByRole('heading', { name: 'No games yet' }).waitFor();
    },
    new: async (page) => {
      await goTo(page, '/new');
      await page.getByLabel(/^Bot level/).waitFor();
      await rulesShown(page);
    },
    'house-rules': async (page) => {
      await goTo(page, '/new');
      await page.getByText('House rules').click();
      await page.locator('.house-options').waitFor();
      await page.evaluate(() => scrollTo(0, 0)); // nothing is halfway under the header
    },
    'print-blank': async (page) => {
      await goTo(page, '/print/yardzee');
      await page.getByRole('button', { name: /^Print/ }).waitFor();
    },
    practice: async (page) => {
      await goTo(page, '/practice');
      await page.locator('.question .die').first().waitFor();
    },
    'practice-judged': async (page) => {
      await SCREENS.nothing.practice(page);
      await page.locator('button.box.offer:not(.barred)').first().click();
      await page.locator('.verdict .reasons').waitFor();
    },
    daily: async (page) => {
      await goTo(page, '/daily');
      await page.locator('.question .die').first().waitFor();
    },
    'daily-answered': async (page) => {
      await SCREENS.nothing.daily(page);
      const choice = page.locator('.question-do button:enabled, button.box:enabled').first();
      if (await choice.count()) await choice.click();
      await page.locator('.day-card').waitFor();
    },
    'daily-game': async (page) => {
      await goTo(page, '/daily/game');
      await page.locator('.day-bar').waitFor();
      await page.locator('main .panel').first().waitFor();
    },
    'daily-groups': async (page) => {
      await goTo(page, '/daily/groups');
      await page.getByLabel('Name of the group').waitFor();
    },
    'daily-group': async (page) => {
      await SCREENS.nothing['daily-groups'](page);
      await page.getByLabel('Name of the group').fill('Family');
      await page.getByLabel('Your name').fill('Ann');
      await page.getByRole('button', { name: 'Create the group' }).click();
      await page.getByLabel('Link to the group').waitFor();
    },
    'link-broken': async (page) => {
      await goTo(page, 'record=zNonsense');
      await page.getByRole('alert').waitFor();
    },
    rules: async (page) => {
      await goTo(page, '/rules');
      await page.getByText('Yardkle').first().waitFor();
    },
    'rules-book': async (page) => {
      await goTo(page, '/rules/yardkle');
      await page.getByText(/final round/i).first().waitFor();
    },
    settings: async (page) => {
      await goTo(page, '/settings');
      await page.getByRole('combobox', { name: 'Language' }).waitFor();
    },
    'online-none': async (page) => {
      await page.route('**/api', (route) => route.fulfill({ status: 404, body: '' }));
      page.expected = /404/; // the API doesn't exist
      await goTo(page, '/online');
      await page.getByRole('heading', { name: 'This copy of the page has no server' }).waitFor();
      await page.unroute('**/api');
    },
    'online-wrong-code': async (page) => {
      page.expected = /404/; // the table doesn't exist
      await goTo(page, '/online');
      await page.getByLabel('Table code').fill('ZZZZZZ');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('alert').waitFor();
    },
    'online-new': async (page) => {
      await goTo(page, '/online/new');
      await page.getByRole('button', { name: '+ Bot' }).click();
      await page.getByLabel(/^Bot level/).waitFor();
      await page.getByText('How fair dice work').click();
      await rulesShown(page);
    },
    'online-keeper': async (page) => {
      await goTo(page, '/online/new');
      await page.getByLabel('One phone keeps score').check();
      await page.getByLabel('Name of player 1').waitFor();
      await rulesShown(page);
    },
    'online-join': async (page) => {
      const { code } = await othersTable();
      await page.goto(`${server.address}t/${code}`);
      await page.locator('.sitter', { hasText: 'Robo' }).waitFor();
      await page.getByLabel('You play').waitFor();
    },
    'online-wait': async (page) => {
      await SCREENS.nothing['online-join'](page);
      await page.getByLabel('Your name').fill('Ann');
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.getByText('Bea will start the game').waitFor();
    },
    'online-look': async (page) => {
      const { code, token } = await othersTable();
      await request(server, `/${code}/lines`, { say: 'begin', action: 'a1' }, token);
      await request(server, `/${code}/lines`, { say: 'roll 1 2 3 5 6', action: 'a2' }, token);
      await goTo(page, `/online/${code}`);
      await page.getByRole('button', { name: 'Join the next game' }).waitFor();
      await page.locator('.lawn .die').first().waitFor();
    },
  },
  games: {
    history: async (page) => {
      await receive(page, sample('partners'));
      await receive(page, running());
      await page.getByRole('heading', { name: 'Personal bests' }).waitFor();
    },
    home: async (page) => {
      await receive(page, running());
      await goTo(page, '/');
      await page.getByText(/^Continue: /).waitFor();
      await page.locator('.game-card').first().waitFor();
    },
  },
  sheet: {
    table: async (page) => {
      await page.locator('.lawn .die').first().waitFor();
      await pickDice(page, [3, 3, 3]);
    },
    zero: async (page) => {
      await page.locator('button.box[data-box="sixes"]').click();
      await page.locator('.box.sure').waitFor();
    },
    menu: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
    },
    correct: async (page) => {
      await menu(page, 'Correct an earlier entry');
      await page.getByRole('dialog').getByRole('button', { name: /3 3 3 5 5/ }).waitFor();
    },
    'correct-roll': async (page) => {
      await menu(page, 'Correct an earlier entry');
      await page.getByRole('dialog').getByRole('button', { name: /3 3 3 5 5/ }).click();
      await page.locator('.correct-dice').waitFor();
    },
    share: async (page) => {
      await menu(page, 'Share or save this game');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
    board: async (page) => {
      await menu(page, 'Large scoreboard');
      await page.locator('.board').first().waitFor();
    },
    hint: async (page) => {
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      await page.locator('.best-choice').getByText(/expected final score/).waitFor();
    },
    blunder: async (page) => {
      await page.evaluate(() => {
        const key = 'yardstick-settings';
        localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), warn: true });
        dispatchEvent(new StorageEvent('storage', { key })); // as if it had been chosen in another tab
      });
      await page.getByRole('button', { name: 'Hint', exact: true }).click(); // the coach is asked in good time
      await page.locator('.best-do').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('button.box[data-box="sixes"]').click();
      await page.locator('.box.sure').click();
      await page.getByRole('button', { name: 'What would be better?' }).click();
    },
    why: async (page) => {
      await menu(page, 'Best move, and why');
      await page.locator('.best-choice .reasons').waitFor();
    },
  },
  game: {
    roll: async (page) => {
      await begin(page, { rules: 'yahtzee', seats: ['Ann', 'Bea'] });
      await page.locator('.roll-button').waitFor();
    },
    'coach-mark': (page) => marked(page, 'yardzee', 'dice'),
    'coach-mark-stakes': async (page) => {
      await marked(page, 'yardkle:entry=0', 'score');
      await page.locator('.all-button').click();
      await page.locator('.coach-mark.mark-stakes').waitFor();
    },
    'table-refusal': async (page) => {
      await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true });
      await throwDice(page, [1, 2, 2, 3, 4, 6]);
      await page.locator('.lawn .die[data-face="2"]').first().click({ force: true }); // does not score
      await page.getByRole('alert').waitFor();
    },
    press: async (page) => {
      await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true });
      await throwDice(page, [1, 1, 1, 5, 2, 3]);
      await pickDice(page, [1, 1, 1]);
    },
    opening: async (page) => {
      await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea', 'Cy'], real: true, startRoll: true });
      await throwDice(page, [1, 2, 3, 4, 5, 6]);
    },
    'yard-mode': async (page) => {
      await begin(page, { rules: 'yahtzee-classic', seats: ['Ann', 'Bea'], real: true });
      await page.getByRole('button', { name: 'Face 4', exact: true }).click();
    },
    'yard-points': async (page) => {
      await keypad(page, 'yardzee', 'points');
      await page.locator('button.box[data-box="sixes"]').click();
      await page.locator('.values .key').first().waitFor();
    },
    'yard-last': async (page) => {
      await keypad(page, 'yardzee', 'last', '11123');
      await page.locator('button.box.lit').first().waitFor();
    },
    'yard-press-points': async (page) => {
      await keypad(page, 'yardkle', 'points', '850');
      await page.locator('.bank-points').waitFor();
    },
    'yard-press-last': async (page) => {
      await keypad(page, 'yardkle', 'last', '111');
      await page.locator('.bank-points').waitFor();
    },
    'yard-sixteen': (page) => keypad(page, 'yardkle', 'points', '', Array.from({ length: 16 }, (_, i) => `Family ${i + 1}`)),
    'great-five': async (page) => {
      await again(page, 'yardzee', 'roll 6 6 6 6 6', 'score five-kind', 'roll 1 2 3 4 6', 'score chance', 'roll 4 4 4 4 4');
      await page.locator('.ribbon-again').waitFor();
    },
    'great-hot': async (page) => {
      await again(page, 'yardkle', 'roll 1 1 1 5 5 5');
      await page.locator('.all-button:enabled').click();
      await page.locator('.ribbon-hot').waitFor();
    },
    'great-final': async (page) => {
      await keypad(page, 'yardkle:goal=1000', 'points', '1000');
      await page.locator('.bank-key:not(.key-off)').click();
      await page.locator('.ribbon-final').waitFor();
    },
  },
  partners: {
    over: (page) => page.locator('.over .end-links').waitFor(WHILE_SOLVING), // what comes last
    'over-card': async (page) => {
      await SCREENS.partners.over(page);
      await page.getByRole('button', { name: 'Share card' }).click();
      await page.locator('.share-card').waitFor();
    },
    'over-what-if': async (page) => {
      await SCREENS.partners.over(page);
      await page.getByRole('button', { name: 'What if?' }).click();
      await page.locator('dialog .reasons').waitFor();
      await page.getByRole('button', { name: 'Play on from here' }).waitFor();
    },
    review: async (page, { id }) => {
      await goTo(page, `/game/${id}/review`);
      await page.locator('.key-moment .dice-row').nth(2).waitFor();
      await page.locator('svg[role="img"]').first().waitFor();
    },
    'review-step': async (page, there) => {
      await SCREENS.partners.review(page, there);
      await page.locator('.key-moment').first().click();
      const folded = page.locator('.fold:not([open]) > summary');
      while (await folded.count()) await folded.last().click();
      await page.getByRole('button', { name: 'Play on from here' }).waitFor();
      await page.getByRole('button', { name: 'Why?' }).click();
      await page.locator('.reasons').waitFor();
    },
    print: async (page, { id }) => {
      await goTo(page, `/game/${id}/print`);
      await page.getByRole('button', { name: /^Print/ }).waitFor();
    },
  },
  two: {
    'over-press': (page) => page.locator('.over').waitFor(),
    ...(LONG && { 'review-press': (page, two) => SCREENS.partners['review-step'](page, two) }),
  },
  lobby: {
    'online-lobby': (page) => page.locator('.sitter', { hasText: 'Cem' }).waitFor(),
    'online-start': async (page) => {
      await goTo(page, '/online');
      await page.getByText('Your tables').waitFor();
      await page.getByLabel('Table code').waitFor();
    },
  },
  online: {
    'online-table': (page) => page.locator('.pad').waitFor(),
    'online-menu': async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
    },
    'online-people': async (page) => {
      await onlineMenu(page, 'Players at the table');
      await page.getByLabel('Bot level').locator('option').first().waitFor({ state: 'attached' });
    },
    'online-invite': async (page) => {
      await onlineMenu(page, 'Link and QR code');
      await page.getByRole('dialog').getByText('Send your friends this link').waitFor();
    },
    'online-move': async (page) => {
      await onlineMenu(page, 'Continue on another device');
      await page.getByRole('img', { name: 'QR code for the link to your seat' }).waitFor();
    },
    'online-leave': async (page) => {
      await onlineMenu(page, 'Leave the table');
      await page.getByText('Leave the table?').waitFor();
    },
    'online-asked': async (page, { code, bea }) => {
      await request(server, `/${code}/lines`, { say: `ask ${bea.place} family`, action: 'a1' }, bea.token);
      await page.getByRole('button', { name: 'Agree' }).waitFor();
    },
  },
  elsewhere: {
    'online-others-turn': async (page) => {
      await twoOnline(page, { rules: 'yardzee', dice: 'seed 7' }, 'roll', 'score chance');
      await page.getByText('Bea is throwing').first().waitFor();
    },
    'online-rematch': async (page) => {
      const { bea } = await twoOnline(page, { rules: 'yardkle:entry=0,goal=300', dice: 'physical' }, 'roll 1 1 1 2 2 3', 'take 1 1 1 stop', 'Bea: roll 2 2 3 3 4 6');
      await page.locator('.over').waitFor();
      await bea('rematch');
      await page.getByText('Bea wants a rematch').first().waitFor();
    },
    'online-over': async (page) => {
      page.name = 'Ann';
      await makeTable(page, { house: { goal: '500', entry: '0' }, bots: ['novice'], clock: '120' });
      await page.getByRole('button', { name: 'Start the game' }).click();
      await playOn(page);
      await page.getByText(/Sealed by Ann/).waitFor();
    },
    'online-away': async (page) => {
      const gone = await serve(yard);
      page.name = 'Ann';
      page.expected = /WebSocket|ERR_CONNECTION_REFUSED/; // the server is gone
      await page.goto(gone.address);
      await makeTable(page);
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.locator('.roll-button').waitFor();
      await gone.end();
      await page.locator('#app').getByText('No connection').waitFor();
      await page.evaluate(() => { globalThis.WebSocket = class { close() {} }; }); // prevents a reconnect
    },
  },
};

// Returns reach(), which goes to a screen, and keep(), which passes its window on to the next screen; a claim that
// fails does not call keep(). `open` opens a window at the server's address.
export function visitor(open, viewport) {
  let held = null; // the window to reuse, and its starting point

  async function reach(browser, from, name) {
    const mine = held?.from === from ? held : null;
    if (held && !mine) await held.page.done();
    held = null;
    if (mine?.at === name) return mine; // the window still shows this screen
    const page = mine?.page ?? await open(browser);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    page.expected = null;
    page.complaints.length = 0;
    let { begun, address } = mine ?? {};
    if (mine) {
      // Via the home screen, which closes whatever is open.
      await goTo(page, '/');
      await page.locator('main.home').waitFor();
      if (address !== page.url()) await page.goto(address);
    } else {
      begun = await BEGINNINGS[from](page);
      address = page.url().includes('#') ? page.url() : `${page.url()}#/`;
    }
    await SCREENS[from][name](page, begun);
    return { page, from, begun, address, at: name };
  }

  return { reach, keep: (there) => { held = there; } };
}
