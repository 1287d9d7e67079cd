// Nothing is lost: offline, after a reload, with two tabs, with a full disk, and whatever a link or a file contains.
import { readFileSync } from 'node:fs';
import '../web/deflate_raw.mjs';
import { encodeRecord } from '../../web/lib/link.js';
import { becomes, check, claim, LONG, PATIENCE, same, WHILE_SOLVING } from './browser.mjs';
import { begin, beginByForm, fill, lineCount, linkShown, moved, native, playOn, records, rollUntilItScores, sameAsNative, throwDice } from './person.mjs';
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

const LANGUAGES = [['Deutsch', 'Ändern'], ['Español', 'Cambiar'], ['English', 'Change']];

async function speak(page, [language, word]) {
  await page.goto(`${server.address}#/settings`);
  await page.locator('select').first().selectOption({ label: language });
  await page.goto(`${server.address}#/`);
  await page.getByRole('link', { name: word }).first().waitFor();
}

claim('after the first visit, the page works offline, in every language used so far', async (browser) => {
  const page = await fresh(browser, server.address, { serviceWorkers: 'allow' });
  await offlineReady(page);
  for (const language of LANGUAGES) await speak(page, language);
  await server.stop();
  try {
    await page.reload();
    await beginByForm(page, { rules: 'yardzee', seats: ['Ann', 'Robo bot club'] });
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

// Waits until the service worker has kept these chunks. (The browser may have them, too, but need not keep them.)
const kept = (page, ...chunks) => becomes(() => page.evaluate(async (names) => {
  const there = [];
  for (const name of await caches.keys()) there.push(...(await (await caches.open(name)).keys()).map(({ url }) => url.replace(/.*\/(\w+)-\w+/, '$1')));
  return names.filter((name) => !there.includes(name));
}, chunks), [], 'what is missing');

claim('offline, screens that were never fetched say so, and can be opened once the network is back', async (browser) => {
  const page = await fresh(browser, server.address, { serviceWorkers: 'allow' });
  await offlineReady(page);
  await server.stop();
  try {
    for (const screen of ['rules/yardzee', 'history', 'settings', 'practice', 'print']) {
      await page.goto(`${server.address}#/${screen}`);
      await page.getByRole('alert').getByText('This part of the page couldn’t be loaded.').waitFor();
    }
    await page.goto(`${server.address}#/`);
    await begin(page, { rules: 'yardzee', seats: ['Ann'] });
    await page.locator('.roll-button').click();
    await page.locator('button.box.offer').first().waitFor();
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByRole('button', { name: 'Why?' }).click(WHILE_SOLVING);
    await page.getByRole('dialog').getByText('This part of the page couldn’t be loaded.').waitFor(WHILE_SOLVING);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByText('This part of the page couldn’t be loaded.').waitFor();
  } finally {
    await server.start();
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Correct an earlier entry' }).click();
  await page.locator('.correct-list').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${server.address}#/rules/yardzee`);
  await page.locator('.guide h2').first().waitFor();
  await page.done();
});

claim('once a game has begun on a first visit, everything about it works offline: reasons, corrections, its end, its review', async (browser) => {
  // The service worker comes only after the page has fetched everything.
  const page = await fresh(browser, server.address, { serviceWorkers: 'allow' }, (window) => window.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...script) {
      await new Promise((resolve) => { globalThis.registerNow = resolve; });
      return register.apply(this, script);
    };
  }));
  await beginByForm(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], house: async () => {
    await page.getByText('House rules').click();
    await page.getByLabel('Target score').fill('1000');
  } });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Share or save this game' }).click();
  await page.locator('.link-field').waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => globalThis.registerNow());
  await kept(page, 'later.js', 'later.css', 'en.js', 'en_later.js');
  await offlineReady(page);
  await server.stop();
  try {
    await page.reload();
    await rollUntilItScores(page);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByRole('button', { name: 'Why?' }).click(WHILE_SOLVING);
    await page.locator('.reasons li').first().waitFor(WHILE_SOLVING);
    same((await page.locator('.reasons li').first().textContent()).replaceAll('\u00a0', ' '), native(yard, (await records(page))[0], 'why').why[0], 'the first reason');
    await page.keyboard.press('Escape');
    for (const [item, shown] of [['Correct an earlier entry', '.correct-list li'], ['Share or save this game', '.link-field']]) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: item }).click();
      await page.locator(shown).first().waitFor();
      await page.keyboard.press('Escape');
    }
    await playOn(page);
    const game = page.url();
    await page.locator('.over').getByRole('link', { name: 'Full review' }).click();
    const figures = page.locator('.fold', { hasText: 'Luck and decisions, in figures' });
    await figures.locator('> summary').click(WHILE_SOLVING);
    await figures.locator('.ledger:visible').first().waitFor();
    for (const [path, shown] of [['/print', '.paper'], ['/board', '.board']]) {
      await page.goto(`${game}${path}`);
      await page.locator(shown).first().waitFor();
    }
    for (const [path, shown] of [['rules/yardkle', '.guide h2'], ['history', '.bests'], ['settings', '.radio-one'], ['practice', '.practice'], ['print', '.paper']]) {
      await page.goto(`${server.address}#/${path}`);
      await page.locator(shown).first().waitFor(WHILE_SOLVING);
      check(!/ \? |\?\?/.test(await page.locator('main').innerText()), `a sentence of ${path} is missing`);
    }
  } finally {
    await server.start();
  }
  await page.done();
});

claim('a bot pauses while the page is hidden and resumes when it is visible again', async (browser) => {
  const page = await withClock(browser, server.address);
  const put = (state) => page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Robo bot family'] });
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  // Logs what the page says to the core, and whether the page is visible at that moment.
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

claim('after a reload, a game resumes where it left off', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yahtzee', seats: ['Ann', 'Bea'] });
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  const [before] = await records(page);
  await page.reload();
  await page.locator('button.box.offer').first().waitFor();
  same((await records(page))[0], before, 'the record after a reload');
  await sameAsNative(page, yard);
  await page.locator('button.seat').first().click(); // back to Ann's card
  await fill(page, 'chance');
  await sameAsNative(page, yard);
  await page.done();
});

claim('leaving a game in the middle of a roll damages neither it nor the game opened next', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle', seats: ['Bea', 'Cy'] });
  const other = new URL(page.url()).hash;
  await page.goto(`${server.address}#/`);
  await begin(page, { rules: 'yardzee', seats: ['Ann'] });
  const left = new URL(page.url()).hash;
  await page.locator('.roll-button').click();
  await page.locator('button.box.offer').first().waitFor();
  for (let round = 0; round < 2; round++) {
    // Keeping and rolling again are two lines; leave the table between them.
    await page.evaluate((to) => {
      document.querySelector('.roll-button, button.box.offer').click();
      location.hash = to;
    }, other);
    await page.getByRole('heading', { level: 1, name: 'Yardkle' }).waitFor();
    if (!round) await rollUntilItScores(page);
    await page.locator('.stakes').waitFor();
    for (const text of await records(page)) native(yard, text); // each is valid under its own rules
    await page.goto(`${server.address}${left}`);
    await page.getByRole('heading', { level: 1, name: 'Yardzee' }).waitFor();
    await page.locator('.roll-button, button.box.offer').first().waitFor();
  }
  await page.done();
});

claim('two tabs can play the same game without damaging it', async (browser) => {
  const one = await visit(browser, server.address);
  await begin(one, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  const two = await another(one, one.url());
  await two.locator('.pad').waitFor();
  await throwDice(one, [1, 2, 3, 4, 5]);
  await two.locator('button.box.offer').first().waitFor();
  same(await two.locator('.lawn .die').count(), 5, 'the dice in the other tab');
  // Both tabs act at once: one is first, the other is updated, and the record stays valid.
  for (let round = 0; round < 6; round++) {
    // The first two boxes offered would score points, so no zero has to be confirmed. If the other tab is so fast that
    // no box is offered anymore, nothing is clicked.
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

// Simulates a full disk: transactions abort with QuotaExceededError. (Chromium has a command that lowers the quota, but
// its IndexedDB ignores it.)
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

claim('if the disk is full, the page says so, offers the game as a file, and recovers later', async (browser) => {
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
  await page.locator('button.box.offer').first().waitFor(); // the table shows what is stored
  await fullDisk(page, false);
  await fill(page, 'sixes');
  same((await records(page))[0], `${before}score sixes\n`, 'what is stored when there is room again');
  await page.done();
});

// ---- damaged input ----

const RECORDS = ['two', 'partners', 'series'].map((name) => Buffer.from(sample(name)));

// A record with some bytes changed, removed, duplicated, cut off or inserted.
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

claim('the page reports on every fuzzed file, and stored games survive', async (browser) => {
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

// Opens a link from the home screen and waits for the result. All in one call, because there are many links.
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
    await shows('main.home');
    location.hash = `record=${link}`;
    await shows('[role="alert"], dl.facts');
  }, [data, PATIENCE]);
}

claim('the page copes with every fuzzed link, and stored games survive', async (browser) => {
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
      : what === 1 ? await encodeRecord(mutate(RECORDS[any(3)], any).toString()) // an intact link to a damaged record
        : good[0] + Buffer.from(mutate(RECORDS[any(3)], any)).toString('base64url');
    await follow(page, data);
  }
  same(await records(page), [mine], 'what is stored');
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

claim('a record damaged in the store is reported with its bad line, and can be saved', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann'], real: true });
  const here = page.url();
  await page.goto(`${server.address}#/`);
  await page.locator('main.home').waitFor();
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

claim('a double click rolls only once', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'] });
  const before = await lineCount(page);
  await page.locator('.roll-button').dblclick();
  await moved(page, before);
  await page.locator('main:not([aria-busy])').waitFor();
  same((await records(page))[0].match(/^roll/gm).length, 1, 'rolls');
  await page.done();
});
