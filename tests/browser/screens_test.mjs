// Every screen of the page, in a phone's, a tablet's and a desk's window, light and dark: nothing that
// keeps anybody out, nothing that hangs over the edge, nothing too small for a thumb. Pictures of all
// are left in the folder given.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessibilityProblems, check, claim, DESKTOP, launch, scrollsSideways, PHONE, runClaims, same, screenshot } from './browser.mjs';
import { makeTable, menu as onlineMenu } from './friends.mjs';
import { begin, pickDice, playOn, serve, throwDice, visit } from './person.mjs';

const [yard, records, pictures] = process.argv.slice(2);
const server = await serve(yard, '--rates', 'off', '--bot-pause', '0');
const TABLET = { width: 820, height: 1180 };
const THUMB = 44;

// The colours are the same in every window.
// Each layout and each theme; a phone by day is only looked at by people.
const VIEWS = [['390', PHONE, 'dark'], ['820', TABLET, 'light'], ['1440', DESKTOP, 'light'],
  ...(process.env.PICTURES ? [['390', PHONE, 'light']] : [])];

// ---- how one gets there ----

const record = (name) => readFileSync(join(records, name), 'utf8');

// A game somebody left in the middle.
const running = () => `${record('three.yard').split('\n').slice(0, 40).join('\n')}\n`;

// Puts a record into the page by hand, as somebody with a file would.
async function receive(page, text) {
  await page.goto(`${server.address}#/history`);
  await page.locator('input[type="file"]').setInputFiles({ name: 'game.yard', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.locator('a[href^="#/game/"]').first().waitFor();
  const href = await page.locator('a[href^="#/game/"]').first().getAttribute('href');
  return href.match(/#\/game\/(\w+)/)[1];
}

async function menu(page, name) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole(/board|Luck|Rules|Print/.test(name) ? 'link' : 'button', { name }).click();
}

async function sheetGame(page) {
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea+Cy', 'Robo bot club'], real: true });
  await throwDice(page, [3, 3, 3, 5, 5]);
}

async function ended(page, name) {
  const id = await receive(page, record(name));
  await page.goto(`${server.address}#/game/${id}`);
  await page.locator('.over').waitFor();
  return id;
}

// Somebody elsewhere, by requests alone.
async function other(code, path, body, token) {
  const answer = await fetch(`${server.address}api/tables${code && `/${code}`}${path}`, {
    method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
  });
  check(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

// A table that somebody else has made, with real dice.
const othersTable = () => other('', '', { rules: 'yardzee', name: 'Bea', dice: 'physical', bots: [{ name: 'Robo', level: 'club' }] });

// The own table, with somebody else at it.
async function ownTable(page, options = {}) {
  page.name = 'Ann';
  const code = await makeTable(page, { rules: 'yardzee', real: true, ...options });
  const bea = await other(code, '/places', { name: 'Bea' });
  const cem = await other(code, '/places', { name: 'Cem', with: bea.place });
  await page.locator('.sitter', { hasText: 'Cem' }).waitFor();
  return { code, bea, cem };
}

async function onlineGame(page) {
  const table = await ownTable(page);
  await page.getByRole('button', { name: 'Begin the game' }).click();
  await page.locator('.pad').waitFor();
  return table;
}

const SCREENS = {
  'online-none': async (page) => {
    await page.route('**/api', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${server.address}#/online`);
    await page.getByRole('heading', { name: 'This copy of the page has no server' }).waitFor();
    page.complaints.length = 0; // that there is no such file
  },
  'online-start': async (page) => {
    await ownTable(page);
    await page.goto(`${server.address}#/online`);
    await page.getByText('Your tables').waitFor();
  },
  'online-wrong-code': async (page) => {
    await page.goto(`${server.address}#/online`);
    await page.getByLabel('Code of the table').fill('ZZZZZZ');
    await page.getByRole('button', { name: 'Go there' }).click();
    await page.getByRole('alert').waitFor();
    page.complaints.length = 0; // that there is no such table
  },
  'online-new': async (page) => {
    await page.goto(`${server.address}#/online/new`);
    await page.getByRole('button', { name: '+ Bot' }).click();
    await page.getByText('How fair dice work').click();
  },
  'online-keeper': async (page) => {
    await page.goto(`${server.address}#/online/new`);
    await page.getByLabel('One phone keeps score').check();
  },
  'online-lobby': (page) => ownTable(page),
  'online-join': async (page) => {
    const { code } = await othersTable();
    await page.goto(`${server.address}t/${code}`);
    await page.getByLabel('Your name').waitFor();
  },
  'online-wait': async (page) => {
    await SCREENS['online-join'](page);
    await page.getByLabel('Your name').fill('Ann');
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.getByText('Bea begins the game').waitFor();
  },
  'online-table': onlineGame,
  'online-asked': async (page) => {
    const { code, bea } = await onlineGame(page);
    await other(code, '/lines', { say: 'ask 1 family', action: 'a1' }, bea.token);
    await page.getByRole('button', { name: 'I am back' }).waitFor();
  },
  'online-away': async (page) => {
    const gone = await serve(yard);
    page.name = 'Ann';
    await page.goto(gone.address);
    await makeTable(page);
    await page.getByRole('button', { name: 'Begin the game' }).click();
    await page.locator('.roll-button').waitFor();
    await gone.end();
    await page.getByText('Connecting again').waitFor();
    await page.evaluate(() => { globalThis.WebSocket = class { close() {} }; }); // so that it stays as it is
    page.complaints.length = 0; // that nobody answers
  },
  'online-menu': async (page) => {
    await onlineGame(page);
    await page.getByRole('button', { name: 'Menu' }).click();
  },
  'online-people': async (page) => {
    await onlineGame(page);
    await onlineMenu(page, 'Who is at the table');
    await page.getByLabel('Strength of the bot').waitFor();
  },
  'online-invite': async (page) => {
    await onlineGame(page);
    await onlineMenu(page, 'Link, code and picture');
    await page.getByRole('dialog').getByText('Send this link').waitFor();
  },
  'online-move': async (page) => {
    await onlineGame(page);
    await onlineMenu(page, 'Go on on another device');
    await page.getByRole('img', { name: 'The link to your place' }).waitFor();
  },
  'online-leave': async (page) => {
    await onlineGame(page);
    await onlineMenu(page, 'Leave the table');
    await page.getByText('Leave the table?').waitFor();
  },
  'online-look': async (page) => {
    const { code, token } = await othersTable();
    await other(code, '/lines', { say: 'begin', action: 'a1' }, token);
    await other(code, '/lines', { say: 'roll 1 2 3 5 6', action: 'a2' }, token);
    await page.goto(`${server.address}#/online/${code}`);
    await page.getByText('You are looking on.').waitFor();
  },
  'online-over': async (page) => {
    page.name = 'Ann';
    await makeTable(page, { house: { goal: '500', entry: '0' }, bots: ['novice'], clock: '120' });
    await page.getByRole('button', { name: 'Begin the game' }).click();
    await playOn(page);
    await page.getByText(/The dice are checked/).waitFor();
  },
  home: async (page) => {
    await receive(page, running());
    await page.goto(`${server.address}#/`);
    await page.getByText('Go on playing').waitFor();
  },
  'home-empty': (page) => page.getByRole('link', { name: 'New game' }).first().waitFor(),
  new: async (page) => {
    await page.goto(`${server.address}#/new`);
    await page.getByLabel(/^Strength of the bot/).waitFor();
  },
  'house-rules': async (page) => {
    await page.goto(`${server.address}#/new`);
    await page.getByText('House rules').click();
  },
  roll: async (page) => {
    await begin(page, { rules: 'yahtzee', seats: ['Ann', 'Bea'] });
    await page.locator('.roll-button').waitFor();
  },
  table: async (page) => {
    await sheetGame(page);
    await pickDice(page, [3, 3, 3]);
  },
  'table-refusal': async (page) => {
    await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true });
    await throwDice(page, [1, 2, 2, 3, 4, 6]);
    await pickDice(page, [2, 2]);
    await page.getByRole('button', { name: 'Set aside and roll' }).click();
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
  zero: async (page) => {
    await sheetGame(page);
    await page.locator('button.box[data-box="sixes"]').click();
    await page.getByRole('dialog').waitFor();
  },
  menu: async (page) => {
    await sheetGame(page);
    await page.getByRole('button', { name: 'Menu' }).click();
  },
  hint: async (page) => {
    await sheetGame(page);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByRole('dialog').getByText(/points on average|on average/).first().waitFor({ timeout: 30000 });
  },
  why: async (page) => {
    await sheetGame(page);
    await menu(page, 'Why is the best choice the best?');
    await page.getByRole('dialog').getByText(/on average/).first().waitFor({ timeout: 30000 });
  },
  correct: async (page) => {
    await sheetGame(page);
    await menu(page, 'Correct a past entry');
    await page.getByRole('dialog').getByRole('button', { name: /3 3 3 5 5/ }).waitFor();
  },
  'correct-roll': async (page) => {
    await sheetGame(page);
    await menu(page, 'Correct a past entry');
    await page.getByRole('dialog').getByRole('button', { name: /3 3 3 5 5/ }).click();
  },
  share: async (page) => {
    await sheetGame(page);
    await menu(page, 'Share or save this game');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
  },
  board: async (page) => {
    await sheetGame(page);
    await menu(page, 'Large scoreboard');
    await page.locator('.board').first().waitFor();
  },
  over: (page) => ended(page, 'partners.yard'),
  'over-press': (page) => ended(page, 'two.yard'),
  review: async (page) => {
    const id = await ended(page, 'partners.yard');
    await page.goto(`${server.address}#/game/${id}/review`);
    await page.locator('svg[role="img"]').first().waitFor({ timeout: 60000 });
  },
  'review-press': async (page) => {
    const id = await ended(page, 'two.yard');
    await page.goto(`${server.address}#/game/${id}/review`);
    await page.locator('svg[role="img"]').first().waitFor({ timeout: 60000 });
  },
  print: async (page) => {
    const id = await ended(page, 'partners.yard');
    await page.goto(`${server.address}#/game/${id}/print`);
    await page.getByRole('button', { name: /^Print/ }).waitFor();
  },
  'print-blank': async (page) => {
    await page.goto(`${server.address}#/print/yardzee`);
    await page.getByRole('button', { name: /^Print/ }).waitFor();
  },
  practice: async (page) => {
    await page.goto(`${server.address}#/practice`);
    await page.locator('main .panel').first().waitFor();
  },
  daily: async (page) => {
    await page.goto(`${server.address}#/practice/daily`);
    await page.locator('.dice .die').first().waitFor({ timeout: 30000 });
  },
  history: async (page) => {
    await receive(page, record('partners.yard'));
    await receive(page, record('two.yard'));
    await receive(page, running());
  },
  'history-empty': async (page) => {
    await page.goto(`${server.address}#/history`);
    await page.locator('main .panel').first().waitFor();
  },
  'link-broken': async (page) => {
    await page.goto(`${server.address}#record=zNonsense`);
    await page.getByRole('alert').waitFor();
  },
  rules: async (page) => {
    await page.goto(`${server.address}#/rules`);
    await page.getByText('Yardkle').first().waitFor();
  },
  'rules-book': async (page) => {
    await page.goto(`${server.address}#/rules/yardkle`);
    await page.getByText(/final round/i).first().waitFor();
  },
  settings: async (page) => {
    await page.goto(`${server.address}#/settings`);
    await page.getByRole('combobox', { name: 'Language' }).waitFor();
  },
};

// ---- what must be true of all ----

// What can be tapped is as large as a thumb. Links within a sentence are text.
function smallTargets(page) {
  return page.evaluate((thumb) => [...document.querySelectorAll('button, a, input, select, summary, [role="slider"]')].filter((element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || element.closest('.unseen')) return false;
    const dialog = document.querySelector('dialog[open]');
    if (dialog && !dialog.contains(element)) return false;
    if (element.tagName === 'A' && element.parentElement?.matches('p, li, td, dd') && !element.matches('.button, .icon-button, .game-link')) return false;
    const target = element.closest('label') ?? element;
    const { width, height } = target.getBoundingClientRect();
    return width > 0 && (width < thumb - 0.5 || height < thumb - 0.5);
  }).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${element.outerHTML.slice(0, 120)} is ${Math.round(width)} x ${Math.round(height)}`;
  }), THUMB);
}

async function settled(page) {
  await page.waitForTimeout(150);
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
}

for (const [name, reach] of Object.entries(SCREENS)) {
  claim(`${name}: everybody can use it, light and dark, on a phone, a tablet and a desk`, async (browser) => {
    const page = await visit(browser, server.address, { colorScheme: 'light' });
    await reach(page);
    const wrong = [];
    for (const [size, viewport, theme] of VIEWS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await settled(page);
      await screenshot(page, pictures, `${name}-${size}-${theme}`);
      const where = (problem) => `${size} ${theme}: ${problem}`;
      // A tablet shows nothing that a phone or a desk does not.
      if (viewport !== TABLET) wrong.push(...(await accessibilityProblems(page)).map(where));
      if (await scrollsSideways(page)) wrong.push(where('hangs over the edge'));
      wrong.push(...(await smallTargets(page)).map(where));
    }
    same(wrong, [], 'what is wrong');
    same(page.complaints, [], 'what the browser complains about');
    await page.done();
  });
}

claim('letters of twice the size still fit, from left to right and from right to left', async (browser) => {
  for (const name of ['new', 'table', 'press', 'yard-mode', 'over', 'history', 'rules-book', 'settings', 'online-new', 'online-lobby', 'online-join', 'online-asked']) {
    const page = await visit(browser, server.address);
    await SCREENS[name](page);
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => {
        document.documentElement.dir = dir;
        document.documentElement.style.fontSize = '200%';
      }, direction);
      await settled(page);
      await screenshot(page, pictures, `${name}-large-${direction}`);
      check(!await scrollsSideways(page), `${name} hangs over the edge with large letters, ${direction}`);
    }
    await page.done();
  }
});

const bad = await runClaims(await launch());
await server.end();
process.exit(bad ? 1 : 0);
