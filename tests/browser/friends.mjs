// Players at online tables, each in their own browser context.
import { becomes, check } from './browser.mjs';
import { lineCount, moved } from './person.mjs';
import { visit } from './windows.mjs';

export const codeOn = (page) => page.locator('.code').first().textContent();

// Opens the page for a named player.
export async function friend(browser, server, name, options = {}) {
  const page = await visit(browser, server.address, options);
  page.name = name;
  return page;
}

// Opens a table with the form; resolves to its code.
export async function makeTable(page, { rules = 'yardkle', house = '', real = false, startRoll = false, bots = [], keeper = null, clock = '', seed = '' } = {}) {
  await page.getByRole('link', { name: 'Play online' }).click();
  await page.getByRole('link', { name: 'Open a table' }).click();
  if (!keeper) await page.getByLabel('Your name').fill(page.name);
  await page.locator(`input[name="rules"][value="${rules}"]`).check();
  if (house) {
    await page.getByText('House rules').click();
    for (const [option, value] of Object.entries(house)) await page.locator(`#house-${option}`).fill(value);
  }
  if (keeper) {
    await page.getByLabel('One phone keeps score').check();
    for (const [i, name] of keeper.entries()) {
      if (await page.locator('.place').count() <= i) await page.getByRole('button', { name: '+ Player' }).click();
      await page.getByLabel(`Name of player ${i + 1}`).fill(name);
    }
    await page.getByLabel(`Name of player ${keeper.length}`, { exact: true }).press('Enter'); // adds a row, in which nobody is named
  }
  for (const [i, level] of bots.entries()) {
    await page.getByRole('button', { name: '+ Bot' }).click();
    await page.getByLabel(`Bot level of player ${i + 1}`).selectOption(level);
  }
  if (real) await page.getByLabel('Real dice: you roll and enter what comes up').check();
  if (seed) {
    await page.getByLabel('Same dice as another table (seed)').check();
    await page.getByLabel('Seed (a number)', { exact: true }).fill(seed);
  }
  if (startRoll) await page.getByLabel('Everyone rolls for it').check();
  if (clock) await page.getByLabel('Time per decision').selectOption(clock);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('.code').waitFor();
  return codeOn(page);
}

// Sends an API request without a page, and fails the test if the server refuses it.
export async function request(server, path, body, token) {
  const answer = await fetch(`${server.address}api/tables${path}`, {
    method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
  });
  check(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

// Seats players and begins the game through the API; other tests cover the forms. `between` maps player names to
// interceptors for their WebSockets.
export async function seated(browser, server, names, setup, between = {}) {
  const { code, token } = await request(server, '', { name: names[0], ...setup });
  const tokens = [token];
  for (const name of names.slice(1)) tokens.push((await request(server, `/${code}/places`, { name })).token);
  const pages = [];
  for (const [i, name] of names.entries()) {
    const page = await visit(browser, `${server.address}#/online/${code}?token=${tokens[i]}`, { hear: between[name] });
    page.name = name;
    await page.locator('.sitter', { hasText: 'you' }).waitFor();
    pages.push(page);
  }
  await request(server, `/${code}/lines`, { say: 'begin', action: 'begin' }, token);
  for (const page of pages) await page.locator('main.table-screen').waitFor();
  return { code, pages };
}

// Follows the invitation link and sits down.
export async function join(page, server, code, partnerOf = '') {
  await page.goto(`${server.address}t/${code}`);
  await page.getByLabel('Your name').fill(page.name);
  if (partnerOf) await page.getByLabel('You play').selectOption({ label: `as ${partnerOf}’s partner` });
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.locator('.sitter', { hasText: 'you' }).waitFor();
}

// Follows the invitation link as a spectator.
export async function look(page, server, code) {
  await page.goto(`${server.address}t/${code}`);
  await page.locator('main.lobby, main.table-screen').waitFor();
}

export const sitting = (page) => page.locator('.sitter bdi').allTextContents();

// The host starts the game once these players are seated.
export async function begin(host, names, ...others) {
  await becomes(() => sitting(host), names, 'who sits at the table');
  await host.getByRole('button', { name: 'Start the game' }).click();
  for (const page of [host, ...others]) {
    await page.locator('main.table-screen').waitFor().catch(async (error) => {
      const seen = (await page.locator('main').textContent()).slice(0, 300);
      throw new Error(`${page.name} is not at the table but sees: ${seen}\n${error}`);
    });
  }
}

// Chooses an item from the table's menu.
export async function menu(page, item) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: item }).click();
}

export const lines = async (page) => Number(await page.locator('main').getAttribute('data-lines'));

// The first of these pages whose player can do something.
export async function whoseTurn(pages, selector = '.roll-button, .stakes, .pad, button.box.offer') {
  const todo = (page) => page.locator(`main:not([aria-busy="true"]) :is(${selector})`).first().waitFor().then(() => page);
  return Promise.any(pages.map(todo)).catch(async () => {
    for (const page of pages) console.log(`# ${page.name}: ${(await page.locator('main').textContent()).slice(0, 300)}`);
    return check(false, 'nobody has anything to do') ?? null;
  });
}

// Clicks a button and waits until the page has caught up.
async function press(page, button) {
  const before = await lineCount(page);
  await button.click();
  await moved(page, before);
}

// Plays a turn of Yardkle: sets aside everything that scores, and stops as soon as that is allowed.
export async function turn(page) {
  await page.locator('main:not([aria-busy]) .roll-button').waitFor();
  await press(page, page.locator('.roll-button'));
  while (await page.locator('.stakes').isVisible()) {
    await page.locator('.all-button').click();
    await page.locator('.lawn .die[aria-pressed="true"]').first().waitFor();
    const stop = page.locator('.stakes button.primary');
    await press(page, await stop.count() ? stop : page.locator('.again-button'));
  }
}

// The server's record of a table.
export async function recordOf(server, code) {
  const answer = await fetch(`${server.address}api/tables/${code}/record`);
  check(answer.ok, `no record: ${answer.status}`);
  return answer.text();
}
