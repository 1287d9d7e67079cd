// Drives the page like a player: begins games, taps dice and boxes, enters faces, and reads what is shown. Where
// possible it finds elements as people do, by button names, text and roles.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { becomes, check, WHILE_SOLVING } from './browser.mjs';
import { env as home } from './home.mjs';
import { hands, playOut } from './look.mjs';
import { drawn } from './windows.mjs';

// ---- yard serve ----

// A free port, followed by `behind` more free ones. Not an ephemeral port: the system might give that to an outgoing
// connection before a killed server is restarted.
export async function freePort(behind = 0) {
  const listen = (port) => new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => resolve(probe));
  });
  const close = (probe) => probe && new Promise((resolve) => { probe.close(resolve); });
  for (;;) {
    const port = 20000 + Math.floor(Math.random() * 12000);
    const probes = await Promise.all(Array.from({ length: behind + 1 }, (_, n) => listen(port + n)));
    await Promise.all(probes.map(close));
    if (probes.every(Boolean)) return port;
  }
}

// Runs yard serve. `stop` and `start` simulate losing and regaining the network, `kill` a crash. The store is in a
// temporary folder, which `end` deletes.
export async function serve(yard, ...options) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'yard-'));
  let child = null;
  // The test controls the server's clock (tests/steady.h).
  const clock = join(folder, 'clock');
  let moved = 0n;
  writeFileSync(clock, Buffer.alloc(32));
  const env = { ...home, LD_PRELOAD: join(dirname(resolve(yard)), 'tests/libsteady.so'), YARD_TEST_CLOCK: clock };
  const server = {
    address: `http://localhost:${port}/`,
    async start() {
      child = spawn(yard, ['serve', '--port', String(port), '--no-browser', ...(options.includes('--no-tables') ? [] : ['--store', join(folder, 'tables.db')]), ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve, reject) => {
        child.stdout.once('data', resolve);
        child.once('exit', (code) => reject(new Error(`yard serve ended with ${code}`)));
      });
    },
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
    kill: () => server.stop('SIGKILL'),
    // Advances the server's clock by a second per poll until the locator is visible.
    passes: (locator) => becomes(() => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(moved += 1000n);
      const file = openSync(clock, 'r+');
      writeSync(file, bytes);
      closeSync(file);
      return locator.isVisible();
    }, true, 'whether it is seen'),
    async end() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}

// ---- the page's storage ----

export async function records(page) {
  // open() would create the database if the page hasn't done so yet.
  if (!await page.evaluate(() => indexedDB.databases().then((all) => all.some(({ name }) => name === 'yardstick')))) return [];
  return page.evaluate(() => new Promise((resolve, reject) => {
    const request = indexedDB.open('yardstick');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction('games').objectStore('games').getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(all.result.sort((a, b) => b.changed - a.changed).map((game) => game.text));
      };
    };
  }));
}

// Stores games as the page would; resolves to their ids. The page must show its home screen, which creates the store.
export async function keepGames(page, texts, { instead = false } = {}) {
  await becomes(() => page.evaluate(() => indexedDB.databases().then((all) => all.some(({ name }) => name === 'yardstick'))), true, 'whether there is a store');
  return page.evaluate(([all, clear]) => new Promise((resolve, reject) => {
    const request = indexedDB.open('yardstick');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const work = request.result.transaction('games', 'readwrite');
      const store = work.objectStore('games');
      if (clear) store.clear();
      const ids = all.map((text) => {
        const rules = /^(?:rules|position) (\S+)/m.exec(text)[1];
        const game = { id: crypto.randomUUID().replaceAll('-', ''), text, rules, seats: ['Ann'], phase: 'roll', begun: Date.now(), changed: Date.now() };
        store.add(game);
        return game.id;
      });
      work.oncomplete = () => { request.result.close(); resolve(ids); };
      work.onabort = () => reject(work.error);
    };
  }), [texts, instead]);
}

// The native program's answer about a record, which must be valid.
export function native(yard, text, question = 'state') {
  const folder = mkdtempSync(join(tmpdir(), 'yard-'));
  try {
    const file = join(folder, 'game.yard');
    writeFileSync(file, text);
    const checked = spawnSync(yard, ['check', file], { env: home, encoding: 'utf8' });
    check(checked.status === 0, 'yard check refuses the record:', checked.stdout + checked.stderr, text);
    const engine = spawnSync(yard, ['engine', file], { env: home, input: `${question}\n`, encoding: 'utf8', maxBuffer: 1 << 26 });
    return JSON.parse(engine.stdout.trim().split('\n').pop());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// ---- the page ----

// Begins a game that the form would begin, without the form. A seat is written as 'Ann', 'Ann+Bea' or 'Robo bot family'.
export async function begin(page, { rules, seats, real = false, startRoll = false, pace = '' }) {
  const lines = ['yardstick 1', `date ${new Date().toISOString().slice(0, 19)}Z`, `rules ${rules}`, ...seats.map((seat) => `seat ${seat}`),
    `dice ${real ? 'physical' : 'system'}`, `start ${startRoll ? 'roll' : 1}`, ...(pace ? [`pace ${pace}`] : [])];
  const [id] = await keepGames(page, [`${lines.join('\n')}\n`]);
  await page.evaluate((game) => { location.hash = `#/game/${game}`; }, id);
  await page.locator('main.table-screen').waitFor();
}

// Opens a game at the table, without a new document: what the page has noted stays.
export async function openGame(page, text) {
  await page.evaluate(() => { location.hash = '#/'; });
  await page.locator('main.home').waitFor();
  const [id] = await keepGames(page, [text]);
  await page.evaluate((game) => { location.hash = `#/game/${game}`; }, id);
  await page.locator('main.table-screen:not([aria-busy])').waitFor();
  await drawn(page);
}

// The same with the form. Real dice are entered throw by throw.
export async function beginByForm(page, { rules, seats, real = false, startRoll = false, house = null }) {
  await page.getByRole('link', { name: 'Change' }).click();
  await page.locator(`input[name="rules"][value="${rules}"]`).check();
  await house?.(page);
  const remove = page.getByRole('button', { name: /^Remove player/ });
  while (await page.locator('.place').count() > 1) await remove.last().click();
  for (const [i, seat] of seats.entries()) {
    const [name, level] = seat.split(' bot ');
    const kind = level ? '+ Bot' : seat.includes('+') ? '+ Partners' : '+ Player';
    await page.getByRole('button', { name: kind, exact: true }).click();
    if (i === 0) await remove.first().click(); // removes the place that the form starts with
    const at = await page.locator('.place').count();
    const [first, second] = name.split('+');
    await page.getByLabel(`Name of player ${at}`).fill(first);
    if (second) await page.getByLabel(`Partner of player ${at}`).fill(second);
    if (level) await page.getByLabel(`Bot level of player ${at}`).selectOption(level);
  }
  await page.getByLabel(real ? 'Real dice: you roll and enter what comes up' : 'Rolled on screen').check();
  if (startRoll) {
    await page.locator('summary', { hasText: 'Who starts?' }).click();
    await page.getByLabel('Everyone rolls for it').check();
  }
  await page.getByRole('button', { name: /^Start / }).click();
  await page.locator('main.table-screen').waitFor();
  if (real) await page.getByRole('button', { name: /^Every (throw|roll)$/ }).click();
}

// What the table can be waiting for. moment() waits until a player has something to do, and returns which of these are
// on the screen.
const MOMENTS = {
  over: '.over',
  roll: '.roll-button, .sheet-pad .roll-key:not(.key-off)',
  pad: '.pad',
  box: 'button.box.offer',
  take: '.stakes',
};

// How a turn of a press game ends or goes on, on the screen and with real dice.
const STOP = '.choice-stop.primary, .bank-key:not(.key-off)';
const AGAIN = '.again-button, .roll-key:not(.key-off)';

export async function moment(page) {
  const found = await page.waitForFunction((moments) => { // checks everything in one snapshot
    if (document.querySelector('main')?.getAttribute('aria-busy') === 'true') return false; // the page is still busy
    const there = {};
    for (const [name, selector] of Object.entries(moments)) {
      there[name] = [...document.querySelectorAll(selector)].some((one) => one.checkVisibility() && (name !== 'roll' || one.textContent.includes('Roll')));
    }
    return Object.values(there).some(Boolean) && there;
  }, MOMENTS, WHILE_SOLVING);
  return found.jsonValue();
}

export const facesShown = (page) => page.locator('.lawn .die').evaluateAll((dice) => dice.map((die) => Number(die.dataset.face)));

// Fills a box, and confirms a zero if asked.
export async function fill(page, box) {
  const before = await lineCount(page);
  await page.locator(`button.box[data-box="${box}"]`).click();
  await agree(page, before);
}

// Confirms a zero if the box asks, and waits until the box is filled.
export async function agree(page, before, say = (yes) => yes.click()) {
  const asked = page.locator('button.box.sure');
  await asked.or(page.locator(`main:not([data-lines="${before}"])`)).first().waitFor();
  if (await asked.isVisible()) await say(asked);
  await moved(page, before);
}

// The box that scores the most now.
export async function bestBox(page) {
  const offers = await page.locator('button.box.offer').evaluateAll((boxes) => boxes.map((box) => ({
    box: box.dataset.box, points: Number(box.querySelector('.box-points').textContent.replace(/[^0-9]/g, '') || -1),
  })));
  return offers.sort((a, b) => b.points - a.points)[0].box;
}

// Plays for the people who play on this page until the game is over, partly at random.
export async function playOn(page, { seed = 1 } = {}) {
  await page.evaluate(`(${playOut})({ hands: ${hands}, patience: ${WHILE_SOLVING.timeout}, seed: ${seed} })`).catch((error) => {
    throw new Error(`${page.name ?? 'somebody'}: ${error.message}`);
  });
}

// The same, by touch. `random` decides.
export async function tapOn(page, random = Math.random) {
  let now = {};
  try {
    for (let steps = 0; steps < 2000; steps++) {
      now = await moment(page);
      if (now.over) return;
      await step(page, now, random);
    }
  } catch (error) {
    const seen = await page.locator('main').evaluate((main) => `${main.ariaBusy ? 'busy' : 'ready'}, ${main.dataset.lines} lines: ${main.innerText.replace(/\s+/g, ' ').slice(0, 600)}`);
    throw new Error(`waiting for ${JSON.stringify(now)}, ${page.name ?? 'somebody'} sees: ${seen}\n${error.stack}`);
  }
  throw new Error('the game does not end');
}

async function step(page, now, random) {
  const before = await lineCount(page);
  if (now.pad) {
    // Real dice: enters as many faces as the page asks for.
    await page.locator('.keypad:not([data-quiet])').waitFor();
    const count = await page.locator('.pad-new .flat').count();
    for (let i = 0; i < count; i++) await page.locator('.faces button').nth(Math.floor(random() * 6)).tap();
  } else if (now.take) {
    await page.locator('.all-button').tap();
    await page.locator('.lawn .die[aria-pressed="true"]').first().waitFor();
    const stop = page.locator(STOP);
    await (await stop.count() ? stop : page.locator(AGAIN)).tap();
  } else if (now.box && (!now.roll || random() < 0.25)) {
    await fill(page, await bestBox(page));
  } else {
    if (now.box) {
      const dice = await page.locator('.lawn .die').all();
      const turned = dice.filter(() => random() < 0.4);
      for (const die of turned) await turnOver(die);
      if (!await page.locator(MOMENTS.roll).count()) await turnOver(dice[0]);
    }
    await page.locator(MOMENTS.roll).tap();
  }
  await moved(page, before);
}

// Picks a die, or puts it back. A tap returns before the page has reacted.
async function turnOver(die) {
  const was = await die.getAttribute('aria-pressed');
  await die.tap();
  await becomes(() => die.getAttribute('aria-pressed'), was === 'true' ? 'false' : 'true', 'whether it is picked');
}

// How many lines the game has; moved() waits until the number has changed.
export const lineCount = (page) => page.locator('main').getAttribute('data-lines');

export async function moved(page, before) {
  await page.waitForFunction((old) => {
    const main = document.querySelector('main');
    return main && main.dataset.lines !== old && main.getAttribute('aria-busy') !== 'true';
  }, before);
}

// Enters the faces of real dice with their keys, or with the buttons.
export async function throwDice(page, faces, { tap = false } = {}) {
  await page.locator('main:not([aria-busy]) .pad').waitFor();
  const before = await lineCount(page);
  if (!tap) await page.keyboard.type(faces.join(''));
  else for (const face of faces) await page.getByRole('button', { name: `Face ${face}`, exact: true }).tap();
  await moved(page, before);
}

// Picks exactly these dice. In a press game a tap picks or puts back dice that score only together, so look after each tap.
export async function pickDice(page, faces) {
  await page.locator('.lawn .die').first().waitFor(); // another player's line may have come before the throw
  for (let taps = 0; taps < 20; taps++) {
    const lying = await page.locator('.lawn .die').evaluateAll((dice) => dice.map((die) => [Number(die.dataset.face), die.getAttribute('aria-pressed') === 'true']));
    const missing = [...faces];
    const extra = lying.flatMap(([face, picked], i) => (picked && (missing.includes(face) ? missing.splice(missing.indexOf(face), 1).length : 0) === 0 ? [i] : []));
    const next = missing.length ? lying.findIndex(([face, picked]) => !picked && face === missing[0]) : extra[0] ?? -1;
    if (!missing.length && !extra.length) return;
    check(next >= 0, `the dice ${faces} do not lie there: ${lying}`);
    const die = page.locator('.lawn .die').nth(next);
    const was = await die.getAttribute('aria-pressed');
    await die.click();
    await becomes(() => die.getAttribute('aria-pressed'), was === 'true' ? 'false' : 'true', 'whether it is picked');
  }
  check(false, `the dice ${faces} cannot be picked`);
}

// Begins turns of a press game until a roll scores; one in which nothing scores ends the turn.
export async function rollUntilItScores(page) {
  while (!await page.locator('.stakes').isVisible()) {
    const before = await lineCount(page);
    await page.locator('.roll-button').click();
    await moved(page, before);
  }
}

export async function take(page, faces, how) {
  const before = await lineCount(page);
  await pickDice(page, faces);
  await page.locator(how === 'stop' ? STOP : AGAIN).click();
  await moved(page, before);
}

// The link in the sharing dialog, once it is ready.
export async function linkShown(page) {
  await page.waitForFunction(() => document.querySelector('dialog textarea')?.value);
  return page.getByRole('dialog').getByRole('textbox').inputValue();
}

// Checks totals and boxes on the screen against what the native program makes of the record.
export async function sameAsNative(page, yard) {
  const [text] = await records(page);
  const state = native(yard, text);
  // At the end of a press game, the sheet has them in its last row.
  const over = page.locator('.ended .rounds tr:last-child td');
  const totals = (await (await over.count() ? over : page.locator('.seat-total')).allTextContents()).map((text) => text.replace(/–?not in/, '').trim());
  const wanted = state.seats.map((seat) => (seat.total ?? 0).toLocaleString('en-GB').replace('-', '−'));
  check(JSON.stringify(totals) === JSON.stringify(wanted), `totals shown are ${totals}, the program says ${wanted}`);
  const sheet = native(yard, text, 'sheet');
  for (const [column] of sheet.columns.entries()) {
    if (state.family !== 'sheet') break;
    if (sheet.columns.length > 1) await page.locator('button.seat').nth(column).click();
    const shown = await page.locator('.card .box').evaluateAll((boxes) => boxes.map((box) => [
      box.querySelector('.box-label').textContent, /\+?[\d,]+/.exec(box.querySelector('.box-points').textContent)?.[0] ?? '']));
    // While a person chooses, each of their open boxes shows by how much the total would grow, if it can be filled.
    const offered = state.phase === 'choose' && column + 1 === state.seat && !state.seats[column].bot;
    const offers = offered ? native(yard, text, 'look').boxes : [];
    const open = (key) => {
      const { gain } = offers.find(({ box }) => box === key) ?? {};
      return gain ? `+${gain}` : gain === 0 ? '0' : '';
    };
    const rows = sheet.rows.filter((row) => row.kind === 'box').map((row) => [row.label, row.cells[column] === null ? open(row.box) : String(row.cells[column])]);
    check(JSON.stringify(shown) === JSON.stringify(rows), `the card shows ${JSON.stringify(shown)}`, `the program says ${JSON.stringify(rows)}`);
  }
  return { state, text };
}
