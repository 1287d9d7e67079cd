// Keeping score for real dice: what the page asks for and announces, corrections, and the scoreboard.
import { check, claim, DESKTOP, same, WHILE_SOLVING, words } from './browser.mjs';
import { begin, beginByForm, fill, keepGames, native, pickDice, records, take, throwDice } from './person.mjs';
import { another, fresh, visit } from './windows.mjs';
import { server, yard } from './world.mjs';

const quiet = (page) => same(page.complaints, [], 'what the browser complains about');
const record = async (page) => (await records(page))[0];
const asked = (page) => page.locator('.pad-ask, .sheet-table .plank').textContent();

async function correct(page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Correct an earlier entry' }).click();
  return page.getByRole('dialog');
}

claim('a turn with real dice can be entered with the keyboard alone', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  await page.locator('.pad').waitFor();
  await page.keyboard.type('1366');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('63');
  await page.locator('button.box.offer').first().waitFor();
  for (const place of ['4', '5']) await page.keyboard.press(place); // 1 3 3 6 6: the sixes
  await page.keyboard.press('r');
  await page.locator('.pad').waitFor();
  check((await asked(page)).includes('roll 3 dice again'), await asked(page));
  await page.keyboard.type('662');
  await page.locator('button.box.offer').first().waitFor();
  await page.keyboard.press('b');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await words(page, 'Bea, roll 5 dice').waitFor();
  const state = native(yard, await record(page));
  same(state.seats[0].boxes, { sixes: 24 }, 'what Ann has written');
  quiet(page);
  await page.done();
});

claim('people roll for a bot, hear what it does, and can undo a misread roll', async (browser) => {
  const page = await fresh(browser, server.address, {}, (window) => window.addInitScript(() => {
    globalThis.spoken = [];
    globalThis.SpeechSynthesisUtterance = class { constructor(words) { this.words = words; } };
    const voice = { cancel() {}, speak: (said) => globalThis.spoken.push(said.words) };
    Object.defineProperty(globalThis, 'speechSynthesis', { value: voice });
  }));
  await begin(page, { rules: 'yardzee', seats: ['Robo bot novice', 'Ann'], real: true, pace: 'points' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('switch', { name: 'Voice' }).click();
  await page.keyboard.press('Escape');
  const first = await asked(page);
  check(/Roll 5 dice for Robo/.test(first), first);
  same(await page.locator('.speeds [aria-pressed=true]').textContent().then((said) => said.trim()), 'Every roll', 'what is entered for a bot');
  await page.getByRole('button', { name: 'Points', exact: true }).click();
  await page.getByRole('alert').getByText('Enter every roll for Robo').waitFor();
  await throwDice(page, [6, 6, 6, 6, 6]);
  // Whatever the bot does with five sixes is spoken, and the page asks for the next roll.
  await page.waitForFunction(() => /Robo (keeps|scores)/.test(globalThis.spoken.join(' ')), null, WHILE_SOLVING);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await words(page, 'Roll 5 dice for Robo').waitFor();
  same(native(yard, await record(page)).seats.map((seat) => seat.total ?? 0), [0, 0], 'the totals');
  quiet(page);
  await page.done();
});

claim('the scoreboard follows a game played in another tab', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true });
  await page.locator('.pad').waitFor();
  const board = await another(page, `${page.url()}/board`);
  await board.setViewportSize(DESKTOP);
  await words(board, 'Ready?').waitFor();
  await throwDice(page, [1, 1, 1, 2, 3, 4]);
  await take(page, [1, 1, 1], 'stop');
  await words(board, 'Ann banked 1,000 points.', { exact: true }).waitFor();
  await words(board, 'It’s Bea’s turn.', { exact: true }).waitFor();
  same(await board.locator('.board-total').allTextContents(), ['1,000', '0'], 'the totals');
  const high = await board.locator('.board-total').first().evaluate((total) => total.getBoundingClientRect().height);
  check(high > DESKTOP.height / 5, `totals are ${high} pixels high`);
  quiet(page);
  await page.done();
});

claim('a correction can turn a player into partners, and a refused one changes nothing', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  await throwDice(page, [6, 6, 6, 2, 1]);
  await fill(page, 'sixes');
  await throwDice(page, [2, 2, 2, 2, 5]);
  await fill(page, 'twos');
  const before = await record(page);
  let dialog = await correct(page);
  await dialog.getByRole('button', { name: /^Bea/ }).click();
  await dialog.getByLabel('Name').fill('Ann');
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await dialog.getByText('Ann is already at the table.').waitFor();
  same(await record(page), before, 'the record');
  await dialog.getByLabel('Name').fill('Bea');
  await dialog.getByRole('button', { name: '+ Partner' }).click();
  await dialog.getByLabel('Name of partner 2').fill('Cy');
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  dialog = await correct(page);
  await dialog.getByRole('button', { name: /scored Sixes/ }).click();
  await dialog.getByLabel('Chance, 21 points').check();
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const state = native(yard, await record(page));
  same(state.seats.map((seat) => seat.people), [['Ann'], ['Bea', 'Cy']], 'the people');
  same(state.seats.map((seat) => seat.boxes), [{ chance: 21 }, { twos: 8 }], 'the boxes');
  quiet(page);
  await page.done();
});

claim('points and last dice that were entered can be corrected', async (browser) => {
  const page = await visit(browser, server.address);
  const open = async (text) => {
    const [id] = await keepGames(page, [text], { instead: true });
    await page.goto(`${server.address}#/game/${id}`);
    await page.locator('.keypad').waitFor();
  };
  const put = async (was, change) => {
    const dialog = await correct(page);
    await dialog.getByRole('button', { name: was }).click();
    await change(dialog);
    await dialog.getByRole('button', { name: 'Correct it' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await open('yardstick 1\ndate 2026-11-15T09:00:00Z\nrules yardkle\nseat Ann\nseat Bea\ndice physical\nstart 1\npace points\nbank 850\nbust\nbank 600\n');
  await put(/^banked 850/, (dialog) => dialog.getByLabel('Points').fill('1200'));
  await put(/^bust/, async (dialog) => {
    await dialog.getByLabel('banked').check();
    await dialog.getByLabel('Points').fill('500');
  });
  await put(/^banked 600/, (dialog) => dialog.getByLabel('bust').check());
  same(native(yard, await record(page)).seats.map((seat) => seat.total), [1200, 500], 'the totals');
  await open('yardstick 1\ndate 2026-11-15T09:00:00Z\nrules yardzee\nseat Ann\ndice physical\nstart 1\npace points\nscore fours 12\npace last\nlast 1 1 2 3 4\nscore ones\n');
  await put(/^scored 12 in Fours/, async (dialog) => {
    await dialog.getByLabel('Sixes').check();
    await dialog.getByLabel('Points').selectOption('18');
  });
  await put(/^last dice/, async (dialog) => {
    await dialog.getByRole('group', { name: 'Tap the die' }).getByRole('button').nth(2).click();
    await dialog.getByRole('button', { name: 'Face 1' }).click();
  });
  same(native(yard, await record(page)).seats[0].boxes, { ones: 3, sixes: 18 }, 'the boxes');
  quiet(page);
  await page.done();
});

claim('a series shows who starts next and who pays whom', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByForm(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true, house: async (form) => {
    await form.getByText('House rules').click();
    await form.getByLabel('Target score').fill('1030');
    await form.getByText(/Use a multiple of 50/).waitFor();
    await form.getByLabel('Target score').fill('1000');
    await form.getByLabel(/The winner collects/).check();
  } });
  const win = async () => {
    await throwDice(page, [1, 1, 1, 2, 3, 4]);
    await take(page, [1, 1, 1], 'stop');
    await throwDice(page, [2, 2, 3, 3, 4, 6]);
  };
  await win();
  await words(page, 'Bea pays Ann 1,000.').waitFor();
  await words(page, 'Next game: Bea starts.').waitFor();
  await page.getByRole('button', { name: 'Play again' }).click();
  await throwDice(page, [1, 1, 1, 5, 3, 4]);
  await pickDice(page, [1, 1, 1, 5]);
  await page.getByRole('button', { name: 'Bank 1,050' }).click();
  await throwDice(page, [2, 2, 3, 3, 4, 6]);
  await page.locator('.over').getByText('Bea pays Ann').waitFor({ state: 'hidden' });
  await words(page, 'Ann pays Bea 50.').waitFor();
  quiet(page);
  await page.done();
});
