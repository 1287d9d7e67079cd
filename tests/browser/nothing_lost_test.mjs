// Nothing is lost: without a network, after a reload, with two tabs, with a full disk, and whatever
// somebody puts into a link or a file.
import { readFileSync } from 'node:fs';
import '../web/deflate_raw.mjs';
import { encodeRecord } from '../../web/lib/link.js';
import { check, claim, LONG, PATIENCE, same, WHILE_SOLVING } from './browser.mjs';
import { begin, fill, lineCount, linkShown, moved, native, records, sameAsNative, throwDice } from './person.mjs';
import { another, fresh, visit, withClock } from './windows.mjs';
import { sample, server, yard } from './world.mjs';

const FUZZED = LONG ? 150 : 20;

function random(seed) {
  let x = seed;
  return (below) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * below);
  };
}

const offlineReady = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
});

const LANGUAGES = [['Deutsch', 'Neues Spiel'], ['Español', 'Nueva partida'], ['English', 'New game']];

async function speak(page, [language, word]) {
  await page.goto(`${server.address}#/settings`);
  await page.locator('select').first().selectOption({ label: language });
  await page.goto(`${server.address}#/`);
  await page.getByRole('link', { name: word }).first().waitFor();
}

claim('after the first visit the page opens and plays without a network, in every language used', async (browser) => {
  const page = await fresh(browser, server.address, { serviceWorkers: 'allow' });
  await offlineReady(page);
  for (const language of LANGUAGES) await speak(page, language);
  await server.stop();
  try {
    await page.reload();
    await begin(page, { rules: 'yardzee', seats: ['Ann', 'Robo bot club'] });
    await page.locator('.roll-button').click();
    await page.locator('button.box.offer').first().waitFor();
    await fill(page, 'chance');
    await page.locator('.roll-button').waitFor(WHILE_SOLVING); // the bot has played
    check(native(yard, (await records(page))[0]).seats[1].turns === 1, 'the bot did not play');
    for (const language of LANGUAGES) {
      await speak(page, language);
      await page.reload();
      await page.getByRole('link', { name: language[1] }).first().waitFor();
    }
  } finally {
    await server.start();
  }
  await page.done();
});

claim('a bot goes on when a phone that was put away in its turn is taken out again', async (browser) => {
  const page = await withClock(browser, server.address);
  const put = (state) => page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Robo bot family'] });
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  // What the page says to the core, and whether anybody can see it then.
  await page.evaluate(() => {
    globalThis.said = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (question, ...more) {
      globalThis.said.push(`${document.visibilityState} ${question.line}`);
      return post.call(this, question, ...more);
    };
  });
  await put('hidden');
  await fill(page, 'chance');
  await page.clock.runFor('01:00');
  await put('visible');
  await page.locator('.roll-button').waitFor(WHILE_SOLVING);
  same((await page.evaluate(() => globalThis.said)).filter((line) => / (roll|keep|score|bot) ?/.test(line) && line.startsWith('hidden')),
    ['hidden score chance'], 'what was done unseen');
  same(native(yard, (await records(page))[0]).seats[1].turns, 1, 'the turns of the bot');
  await page.done();
});

claim('a reload in the middle of a game goes on where it was', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yahtzee', seats: ['Ann', 'Bea'] });
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  const [before] = await records(page);
  await page.reload();
  await page.locator('button.box.offer').first().waitFor();
  same((await records(page))[0], before, 'the record after a reload');
  await sameAsNative(page, yard);
  await page.locator('button.seat').first().click(); // her own card again
  await fill(page, 'chance');
  await sameAsNative(page, yard);
  await page.done();
});

claim('a game that is left in the middle of a throw stays whole, and so does the one that is opened', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle', seats: ['Bea', 'Cy'] });
  const other = new URL(page.url()).hash;
  await page.goto(`${server.address}#/`);
  await begin(page, { rules: 'yardzee', seats: ['Ann'] });
  const left = new URL(page.url()).hash;
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  for (let round = 0; round < 2; round++) {
    // Keeping and throwing again is two lines; the way out is between them.
    await page.evaluate((to) => {
      document.querySelector('.roll-button, button.box.offer').click();
      location.hash = to;
    }, other);
    await page.getByRole('heading', { level: 1, name: 'Yardkle' }).waitFor();
    while (!round && !await page.locator('.stakes').isVisible()) { // a throw in which nothing scores passes the turn
      const before = await lineCount(page);
      await page.locator('.roll-button').click();
      await moved(page, before);
    }
    await page.locator('.stakes').waitFor();
    for (const text of await records(page)) native(yard, text); // each by the rules of its own game
    await page.goto(`${server.address}${left}`);
    await page.getByRole('heading', { level: 1, name: 'Yardzee' }).waitFor();
    await page.locator('.roll-button, button.box.offer').first().waitFor();
  }
  await page.done();
});

claim('two tabs with one game: both show it, and neither damages it', async (browser) => {
  const one = await visit(browser, server.address);
  await begin(one, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  const two = await another(one, one.url());
  await two.locator('.pad').waitFor();
  await throwDice(one, [1, 2, 3, 4, 5]);
  await two.locator('button.box.offer').first().waitFor();
  same(await two.locator('.lawn .die').count(), 5, 'the dice in the other tab');
  // Both at once: one is first, the other is told, and the record is whole.
  for (let round = 0; round < 6; round++) {
    // All these boxes pay. Where the other was so much faster that none is offered any more, none is pressed.
    const press = (page, i) => page.evaluate((at) => document.querySelectorAll('button.box.offer')[at]?.click(), i);
    await Promise.all([press(one, 0), press(two, 1)]);
    for (const page of [one, two]) await page.locator('.pad').waitFor();
    const [text] = await records(one);
    const state = native(yard, text);
    same(state.seats.reduce((sum, seat) => sum + seat.turns, 0), round + 1, 'turns taken');
    await throwDice(round % 2 ? one : two, [1, 2, 3, 4, 5]);
    for (const page of [one, two]) await page.locator('button.box.offer').first().waitFor();
    same(await one.locator('.seat-total').allTextContents(), await two.locator('.seat-total').allTextContents(), 'totals in both tabs');
  }
  await one.done();
});

// What a browser does when it has no room: the transaction ends with an error of this name. (Chromium
// has a command for a smaller quota, which its IndexedDB does not heed.)
async function fullDisk(page, full) {
  await page.evaluate((on) => {
    globalThis.realPut ??= IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = on ? function () {
      const { transaction } = this;
      Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') });
      transaction.abort();
    } : globalThis.realPut;
  }, full);
}

claim('a full disk: the page says so, offers the game as a file, and goes on when there is room', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'], real: true });
  await throwDice(page, [6, 6, 6, 6, 2]);
  const [before] = await records(page);
  await fullDisk(page, true);
  await page.locator('button.box[data-box="sixes"]').click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  check(/no room/.test(await alert.textContent()), `no word of the full disk: ${await alert.textContent()}`);
  const [saved] = await Promise.all([page.waitForEvent('download'), alert.getByRole('button', { name: 'Save as a file' }).click()]);
  const text = readFileSync(await saved.path(), 'utf8');
  same(text, `${before}score sixes\n`, 'the file');
  same((await records(page))[0], before, 'what is stored');
  await page.locator('button.box.offer').first().waitFor(); // the table is at what is stored
  await fullDisk(page, false);
  await fill(page, 'sixes');
  same((await records(page))[0], `${before}score sixes\n`, 'what is stored when there is room again');
  await page.done();
});

// ---- what somebody puts in ----

const RECORDS = ['two', 'partners', 'series'].map((name) => Buffer.from(sample(name)));

// A record with some bytes changed, left out, doubled, or strewn with something else.
function mutate(bytes, any) {
  let out = Buffer.from(bytes);
  for (let times = 1 + any(4); times > 0; times--) {
    const at = any(out.length || 1);
    const length = any(20);
    const how = any(5);
    if (how === 0 && out.length) out[at] = any(256);
    if (how === 1) out = Buffer.concat([out.subarray(0, at), out.subarray(at + length)]);
    if (how === 2) out = Buffer.concat([out.subarray(0, at), out.subarray(Math.max(0, at - length))]);
    if (how === 3) out = out.subarray(0, at);
    if (how === 4) out = Buffer.concat([out.subarray(0, at), Buffer.from(['\u0000', '\r\n', '<img src=x onerror=alert(1)>', 'roll 9', '\ufeff', '💥'][any(6)]), out.subarray(at)]);
  }
  return out;
}

claim('fuzzed files: what is wrong is said, and what is stored stays', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'], real: true });
  await throwDice(page, [1, 2, 3, 4, 5]);
  const [mine] = await records(page);
  await page.goto(`${server.address}#/history`);
  await page.locator('input[type="file"]').waitFor({ state: 'attached' });
  const any = random(1);
  for (let i = 0; i < FUZZED / 2; i++) {
    const buffer = mutate(RECORDS[any(RECORDS.length)], any);
    await page.locator('input[type="file"]').setInputFiles({ name: `fuzz-${i}.yard`, mimeType: 'text/plain', buffer });
    await page.waitForFunction((name) => document.body.textContent.includes(name), `fuzz-${i}.yard`);
  }
  const kept = await records(page);
  check(kept.includes(mine), 'the game that was there is gone');
  for (const text of kept) native(yard, text);
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

// From the first screen to what is said about a link, in one go: there are many.
function follow(page, data) {
  return page.evaluate(async ([link, patience]) => {
    const end = Date.now() + patience;
    const shows = async (selector) => {
      while (!document.querySelector(selector)?.checkVisibility()) {
        if (Date.now() > end) throw new Error(`no ${selector} for the link ${link}`);
        await new Promise((later) => { setTimeout(later, 5); });
      }
    };
    location.hash = '';
    await shows('.welcome');
    location.hash = `record=${link}`;
    await shows('[role="alert"], dl.facts');
  }, [data, PATIENCE]);
}

claim('fuzzed links: what is wrong is said, and what is stored stays', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'], real: true });
  const [mine] = await records(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Share or save this game' }).click();
  const link = await linkShown(page);
  const good = link.slice(link.indexOf('#record=') + '#record='.length);
  const any = random(2);
  for (let i = 0; i < FUZZED; i++) {
    const what = any(3);
    const data = what === 0 ? mutate(Buffer.from(good), any).toString('latin1')
      : what === 1 ? await encodeRecord(mutate(RECORDS[any(3)], any).toString()) // whole, but no game
        : good[0] + Buffer.from(mutate(RECORDS[any(3)], any)).toString('base64url');
    await follow(page, data);
  }
  same(await records(page), [mine], 'what is stored');
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

claim('a record that was damaged in the store is named, not lost', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'], real: true });
  const here = page.url();
  await page.goto(`${server.address}#/`);
  await page.locator('.welcome').waitFor();
  await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open('yardstick');
    request.onsuccess = () => {
      const store = request.result.transaction('games', 'readwrite').objectStore('games');
      const all = store.getAll();
      all.onsuccess = () => {
        for (const game of all.result) store.put({ ...game, text: `${game.text}roll 1 2 3\n` });
      };
      store.transaction.oncomplete = () => { request.result.close(); resolve(); };
    };
  }));
  await page.goto(here);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  check(/line \d+/.test(await alert.textContent()), `no line is named: ${await alert.textContent()}`);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  check(readFileSync(await saved.path(), 'utf8').endsWith('roll 1 2 3\n'), 'the file is not the record');
  await page.done();
});

claim('before anything is chosen the page asks for nobody’s choice twice', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'] });
  const before = await lineCount(page);
  await page.locator('.roll-button').dblclick();
  await moved(page, before);
  const rolls = async () => (await records(page))[0].match(/^roll/gm).length;
  same(await rolls(), 1, 'rolls after a double click');
  // Where the page is faster than the hand, the second click is on the button for throwing again.
  await page.locator('.roll-button').hover();
  for (const half of ['down', 'up']) await page.mouse[half]({ clickCount: 2 });
  await page.locator('main:not([aria-busy])').waitFor();
  same(await rolls(), 1, 'rolls after a slow double click');
  await page.done();
});
