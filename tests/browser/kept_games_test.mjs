// Stored games: import, sharing, printing and deletion; personal bests; settings; deleting everything.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { becomes, check, claim, same, words } from './browser.mjs';
import { linkShown, native, records } from './person.mjs';
import { another, visit } from './windows.mjs';
import { sample, server, yard } from './world.mjs';

const NAMES = ['alone', 'partners', 'series', 'three', 'two'].map((name) => `${name}.yard`);
const texts = Object.fromEntries(NAMES.map((name) => [name, sample(name.replace('.yard', ''))]));
const asFile = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const sorted = (list) => [...list].sort();

// ---- actions ----

async function history(browser, names = NAMES) {
  const page = await visit(browser, server.address);
  await page.goto(`${server.address}#/history`);
  await page.locator('.import').waitFor();
  if (names.length) await bring(page, names.map((name) => asFile(name, texts[name])));
  return page;
}

// Imports files; resolves to the message about them.
async function bring(page, files) {
  await page.locator('input[type="file"]').setInputFiles(files);
  const said = page.locator('.import .note-good, .import .note-problem');
  await said.waitFor();
  return said.innerText();
}

async function menuOf(page, game) {
  await page.getByRole('button', { name: new RegExp(`^More options for .*${game}`) }).first().click();
  return page.getByRole('dialog');
}

async function linkOf(page, game) {
  await (await menuOf(page, game)).getByRole('button', { name: 'Share' }).click();
  const link = await linkShown(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return link;
}

async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

// ---- import ----

claim('invalid files are reported with the reason, and only valid ones are imported', async (browser) => {
  const page = await history(browser, []);
  await page.getByText('No games yet').waitFor();
  const said = await bring(page, [asFile('good.yard', texts['two.yard']),
    asFile('bad.yard', 'yardstick 1\nrules yardzee\nseat Ann\nroll 1 1 9 1 1\n'),
    asFile('letter.txt', 'Dear Ann,\n'), asFile('nothing.yard', ''),
    { name: 'noise.yard', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0x00, 0x80]) }]);
  check(/1 new game\. 4 files aren’t games/.test(said), said);
  check(/bad\.yard: Line 4: '9' isn’t a face/.test(said), said);
  check(/letter\.txt: Line 1: /.test(said) && /nothing\.yard: It doesn’t name any rules/.test(said) && /noise\.yard: It isn’t a text file/.test(said), said);
  same(await records(page), [texts['two.yard']], 'what is kept');
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

claim('importing a game again makes no duplicate, and the longer version is kept', async (browser) => {
  const page = await history(browser, []);
  const lines = texts['three.yard'].split('\n');
  const short = `${lines.slice(0, 30).join('\n')}\n`, long = `${lines.slice(0, 60).join('\n')}\n`;
  await bring(page, [asFile('a.yard', short)]);
  check(/Updated with the newer moves/.test(await bring(page, [asFile('b.yard', long)])), 'not grown');
  check(/Already here, and yours is further along/.test(await bring(page, [asFile('c.yard', short)])), 'not told');
  check(/Already here\./.test(await bring(page, [asFile('d.yard', long), asFile('e.yard', long)])), 'not told');
  same(await records(page), [long], 'what is kept');
  native(yard, long);
  await page.done();
});

claim('truncated files and files with Windows line endings can be imported', async (browser) => {
  const page = await history(browser, []);
  const text = texts['alone.yard'];
  const said = await bring(page, [asFile('windows.yard', text.replaceAll('\n', '\r\n')), asFile('cut.yard', texts['two.yard'].slice(0, -4))]);
  check(/2 new games/.test(said) && /cut\.yard: .*last line was incomplete/.test(said), said);
  const whole = texts['two.yard'].slice(0, texts['two.yard'].lastIndexOf('\n', texts['two.yard'].length - 5) + 1);
  same(sorted(await records(page)), sorted([text, whole]), 'what is kept');
  await page.done();
});

// Drops each text as a file of its own, in quick succession.
const drop = (page, ...dropped) => page.evaluate((all) => {
  for (const text of all) {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.yard', { type: 'text/plain' }));
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }
}, dropped);

claim('files that arrive during an import are queued; none is duplicated, and all are reported', async (browser) => {
  const page = await history(browser, []);
  const [alone, two] = [texts['alone.yard'], texts['two.yard']];
  await drop(page, alone, 'Dear Ann,\n', alone, two);
  await page.locator('.import').getByText('2 new games. 1 game was already here. 1 file isn’t a game').waitFor();
  same(sorted(await records(page)), sorted([alone, two]), 'what is kept');
  await page.getByText('Paste a link or a record').click();
  const field = page.getByLabel('Link or lines of a record');
  await field.fill(texts['partners.yard']);
  await page.evaluate(() => { // types before the pasted game is stored
    const area = document.querySelector('.import textarea');
    document.querySelector('.import details button').click();
    area.value = 'and this';
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.locator('.import').getByText('1 new game.').waitFor();
  same(await field.inputValue(), 'and this', 'what was typed meanwhile');
  await page.done();
});

claim('files can be dropped on the page; records and links can be pasted', async (browser) => {
  const page = await history(browser, []);
  await drop(page, texts['alone.yard']);
  await page.locator('.import').getByText('1 new game.').waitFor();
  const link = await linkOf(page, '');
  const paste = async (text) => {
    await page.getByLabel('Link or lines of a record').fill(text);
    await page.getByRole('button', { name: 'Import' }).click();
  };
  await page.getByText('Paste a link or a record').click();
  await paste(texts['partners.yard'].trim());
  await becomes(async () => (await records(page)).length, 2, 'games');
  await paste(`look: ${link}`);
  await page.locator('.import').getByText('1 game was already here.').waitFor();
  await paste('roll over, Beethoven');
  await page.locator('.import').getByRole('alert').waitFor();
  same(sorted(await records(page)), sorted([texts['alone.yard'], texts['partners.yard']]), 'what is kept');
  await page.done();
});

// ---- sharing ----

claim('all games can be saved as a zip archive that other programs and another browser can read', async (browser) => {
  const page = await history(browser);
  const archive = await saved(page, page.getByRole('button', { name: 'Save all games' }));
  check(/^yardstick-\d{4}-\d\d-\d\d\.zip$/.test(archive.name), archive.name);
  const place = mkdtempSync(join(tmpdir(), 'yard-zip-'));
  try {
    const file = join(place, archive.name);
    writeFileSync(file, archive.bytes);
    execFileSync('python3', ['-m', 'zipfile', '-e', file, join(place, 'out')]);
    const inside = execFileSync('ls', [join(place, 'out')], { encoding: 'utf8' }).trim().split('\n');
    same(sorted(inside.map((name) => readFileSync(join(place, 'out', name), 'utf8'))), sorted(Object.values(texts)), 'the files');
    const checked = spawnSync(yard, ['check', ...inside.map((name) => join(place, 'out', name))], { encoding: 'utf8' });
    same(checked.status, 0, checked.stdout + checked.stderr);
    // Repacked by another program, with compression.
    execFileSync('python3', ['-c', 'import sys, zipfile, pathlib\nz = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)\n'
      + 'for p in pathlib.Path(sys.argv[2]).iterdir(): z.write(p, "games/" + p.name)\nz.close()', join(place, 'again.zip'), join(place, 'out')]);
    const elsewhere = await history(browser, []);
    check(/5 new games/.test(await bring(elsewhere, [{ name: 'again.zip', mimeType: 'application/zip', buffer: readFileSync(join(place, 'again.zip')) }])), 'not read');
    same(sorted(await records(elsewhere)), sorted(Object.values(texts)), 'what is kept elsewhere');
    check(/5 games were already here/.test(await bring(elsewhere, [{ name: archive.name, mimeType: 'application/zip', buffer: archive.bytes }])), 'doubled');
    await elsewhere.done();
  } finally {
    rmSync(place, { recursive: true });
  }
  await page.done();
});

claim('a link shows the game to someone else, who can save it or not', async (browser) => {
  const page = await history(browser, ['series.yard']);
  const link = await linkOf(page, '');
  await page.done();
  const other = await visit(browser, server.address);
  await other.goto(link);
  const state = native(yard, texts['series.yard']);
  await other.locator('dl.facts').waitFor();
  const facts = await other.locator('dl.facts').innerText();
  for (const seat of state.seats) check(facts.includes(`${seat.name} ${seat.total.toLocaleString('en-GB')}`), `${seat.name} is missing: ${facts}`);
  await other.getByRole('link', { name: 'Don’t save' }).click();
  same(await records(other), [], 'what is kept');
  await other.goto(link);
  await other.getByRole('button', { name: 'Save it here' }).click();
  await other.waitForURL(/#\/game\//);
  same(await records(other), [texts['series.yard']], 'what is kept');
  await other.goto(link);
  await other.getByRole('link', { name: 'Open mine' }).waitFor();
  await other.done();
});

claim('if copying is forbidden, the link is selected instead', async (browser) => {
  const page = await history(browser, ['two.yard']);
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
  await (await menuOf(page, '')).getByRole('button', { name: 'Share' }).click();
  const link = await linkShown(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await words(page.getByRole('dialog'), 'copy it yourself').waitFor();
  same(await page.evaluate(() => getSelection()?.toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), link, 'what is selected');
  await page.done();
});

// ---- the list ----

claim('a game can be deleted and restored with the keyboard alone', async (browser) => {
  const page = await history(browser, ['two.yard', 'alone.yard']);
  const before = sorted(await records(page));
  await page.getByRole('button', { name: /^More options for/ }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await becomes(async () => (await records(page)).length, 1, 'games left');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await becomes(async () => sorted(await records(page)), before, 'what is kept');
  await page.done();
});

claim('the list can be filtered by rules and by person', async (browser) => {
  const page = await history(browser);
  const games = () => page.locator('.game-link').count();
  await becomes(games, NAMES.length, 'games');
  const name = native(yard, texts['two.yard']).seats[0].name;
  await page.getByRole('combobox', { name: 'Player' }).selectOption(name);
  const wanted = NAMES.filter((file) => native(yard, texts[file]).seats.some((seat) => seat.name === name)).length;
  await becomes(games, wanted, `games with ${name}`);
  await page.getByRole('combobox', { name: 'Player' }).selectOption('');
  const rules = native(yard, texts['two.yard']).rules;
  await page.getByRole('combobox', { name: 'Rules' }).selectOption(rules);
  await becomes(games, NAMES.filter((file) => native(yard, texts[file]).rules === rules).length, `games of ${rules}`);
  await page.done();
});

claim('personal bests match the results that the native program finds', async (browser) => {
  const page = await history(browser);
  await page.getByRole('heading', { name: 'Personal bests' }).waitFor();
  /** @type {Map<string, number>} */ const best = new Map();
  for (const text of Object.values(texts)) {
    const { rules, results } = native(yard, text, 'results');
    for (const { name, bot, total } of results.flatMap((game) => game.seats)) {
      const key = `${rules} ${name}`;
      if (!bot) best.set(key, Math.max(best.get(key) ?? 0, total));
    }
  }
  const shown = () => page.locator('table.bests tbody tr').evaluateAll((rows) => rows.map((row) =>
    `${row.querySelector('th').textContent} ${row.querySelector('td').textContent.replace(/[^0-9]/g, '')}`));
  await becomes(async () => sorted(await shown()), sorted([...best].map(([key, total]) => `${key.slice(key.indexOf(' ') + 1)} ${total}`)), 'the bests');
  await page.done();
});

// ---- paper ----

claim('score sheets with up to six columns print on one page, and nothing else is printed', async (browser) => {
  const page = await history(browser, ['series.yard']);
  const pages = async (format) => (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g).length;
  for (const rules of ['yardzee', 'yahtzee-classic', 'yatzy', 'yardkle', 'farkle']) {
    await page.goto(`${server.address}#/print/${rules}`);
    await page.waitForFunction((set) => document.querySelector('.print-choices select')?.value === set, rules); // no longer the previous rules
    await page.getByLabel('Columns').selectOption('6');
    await page.waitForFunction(() => document.querySelectorAll('.paper-sheet thead td').length === 6);
    for (const format of ['A4', 'Letter']) same(await pages(format), 1, `pages of ${rules} on ${format}`);
  }
  await page.goto(`${server.address}#/history`);
  const href = await page.locator('a.game-link').first().getAttribute('href');
  await page.goto(`${server.address}${href}/print`);
  await page.locator('.paper-ledger').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const selector of ['.bar', '.no-print', 'button']) check(!await page.locator(selector).first().isVisible(), `${selector} is printed`);
  const sheet = native(yard, texts['series.yard'], 'sheet 1');
  const grand = sheet.rows.find((row) => row.kind === 'grand').cells.map((n, i) => `${n.toLocaleString('en-GB')}${sheet.winners.includes(i + 1) ? ' winner' : ''}`);
  same(await page.locator('.paper').first().locator('.row-grand td').allTextContents(), grand, 'grand totals of game 1');
  const state = native(yard, texts['series.yard']);
  const lastRow = () => page.locator('.paper-ledger tbody tr').last().locator('td').allTextContents();
  same(await lastRow(), state.seats.map((seat) => String(seat.wins)), 'games won');
  same(await page.locator('.paper').first().evaluate((paper) => [getComputedStyle(paper).color, getComputedStyle(paper).backgroundColor]),
    ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], 'colours');
  await page.done();
});

claim('the results of a series include the balances if the table settles', async (browser) => {
  const settled = texts['series.yard'].replace('rules yahtzee\n', 'rules yahtzee:settlement=on\n').replace('seat Robo bot novice\n', 'seat Bea\n');
  const state = native(yard, settled);
  check(state.settlement && state.seats[0].ledger !== 0, JSON.stringify(state.seats));
  const page = await history(browser, []);
  await bring(page, [asFile('settled.yard', settled)]);
  const href = await page.locator('a.game-link').first().getAttribute('href');
  await page.goto(`${server.address}${href}/print`);
  await page.locator('.paper-ledger .row-grand').waitFor();
  const cells = await page.locator('.paper-ledger .row-grand td').allTextContents();
  same(cells.map((cell) => Number(cell.replace(/[+,]/g, '').replace('−', '-'))), state.seats.map((seat) => seat.ledger), 'the ledger');
  await page.done();
});

// ---- settings ----

claim('settings survive a reload and apply to other tabs at once', async (browser) => {
  const page = await visit(browser, server.address);
  await page.goto(`${server.address}#/settings`);
  const tab = await another(page, page.url());
  await tab.getByLabel('Dark').waitFor();
  await page.getByLabel('Dark').check();
  await page.getByLabel('Ask before a blunder').check();
  await tab.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.reload();
  check(await page.getByLabel('Dark').isChecked() && await page.getByLabel('Ask before a blunder').isChecked(), 'forgotten');
  same(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'the theme');
  await page.done();
});

claim('deleting everything takes two confirmations and leaves neither games nor receipts', async (browser) => {
  const page = await history(browser);
  await page.evaluate(() => new Promise((then) => {
    const request = indexedDB.open('yardstick-receipts', 1);
    request.onsuccess = () => then(request.result.close());
  }));
  await page.goto(`${server.address}#/settings`);
  await page.getByText(`${NAMES.length} games are saved`).waitFor();
  await page.getByRole('button', { name: 'Delete everything…' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByText('can’t be undone').waitFor();
  same((await records(page)).length, NAMES.length, 'games before the second answer');
  await page.keyboard.press('Escape');
  same((await records(page)).length, NAMES.length, 'games after thinking better of it');
  await page.getByRole('button', { name: 'Delete everything…' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Yes, delete everything' }).click();
  await page.getByText('0 games are saved').waitFor();
  same(await records(page), [], 'what is kept');
  same(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), ['yardstick'], 'the databases that are left');
  await page.done();
});

claim('the icons and shortcuts in the manifest work', async (browser) => {
  const page = await visit(browser, server.address);
  const manifest = await page.evaluate(() => fetch('manifest.webmanifest').then((answer) => answer.json()));
  for (const { src, sizes } of manifest.icons) {
    const [status, bytes, width] = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      const blob = await answer.blob();
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return [answer.status, blob.size, picture.naturalWidth];
    }, src);
    same(status, 200, src);
    check(bytes < 20000, `${src} has ${bytes} bytes`);
    if (sizes !== 'any') same(`${width}x${width}`, sizes, src);
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto(new URL(url, server.address).href);
    await page.locator('h1').first().waitFor();
  }
  await page.done();
});
