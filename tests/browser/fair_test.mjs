// Fair dice as players see them at online tables: problems before the first throw, wrong lines, verdicts, shares that
// are never opened, and signed receipts. PICTURES=1 takes screenshots.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessibilityProblems, becomes, check, claim, LONG, same, screenshot, scrollsSideways, words } from './browser.mjs';
import { lines, menu, recordOf, seated } from './friends.mjs';
import { coreOf, OTHER_SECRET, sitDown, Table } from './liar.mjs';
import { playOn } from './person.mjs';
import { pictures, server, yard } from './world.mjs';

const core = await coreOf(server);
const QUICK = { rules: 'yardkle:entry=0,goal=500' };
const WITH_BOT = { ...QUICK, bots: [{ name: 'Robo', level: 'novice' }] };
const SHARE = '7'.repeat(64);

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

// One screen of each kind; long runs check all screens.
const LOOKED_AT = ['missing', 'refused', 'unsealed', 'differ', 'unopened', 'key'];

// Checks accessibility and horizontal scrolling; PICTURES=1 takes screenshots in all sizes and themes.
async function looksGood(page, name) {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight)); // nothing lies under the bar at the bottom
  if (LONG || LOOKED_AT.includes(name)) same(await accessibilityProblems(page), [], `problems of ${name}`);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    check(!await scrollsSideways(page), `${name} scrolls sideways on a ${size}`);
    for (const colorScheme of process.env.PICTURES ? ['light', 'dark'] : []) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await screenshot(page, pictures, `fair-${name}-${size}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(SIZES.phone);
}

const alert = (page) => page.getByRole('alertdialog');
const shareOf = async (page) => JSON.parse(await page.evaluate(() => localStorage['yardstick-shares'] ?? '[]'))[0];

// ---- before the first throw ----

// A `hear` that accepts pledges and shares and refuses everything else.
const take = (table) => (line) => {
  if (!/^(pledge|share) /.test(line)) return { error: 'not now', code: 'turn' };
  table.say(line);
  return { ok: line, line: table.lines.length };
};

claim('an omitted share is reported before the first throw; declining to play gives up the place', async (browser) => {
  const table = new Table(core, 'Ann', 'Bea');
  const { ann, liar } = await sitDown(browser, server, table, (line) => (line === 'leave' ? { ok: '# room: leave 1', line: 99 } : { error: 'not now', code: 'turn' }));
  await ann.locator('main.table-screen').waitFor();
  table.commit();
  liar.tell();
  await becomes(() => liar.heard.some((line) => line.startsWith('pledge 1 ')), true, 'whether the page pledges');
  table.say('share 1 -', 'share 2 -');
  liar.tell();
  await alert(ann).getByRole('heading', { name: 'Your number was left out' }).waitFor();
  await words(ann, 'The server could have chosen these dice.').waitFor();
  same(await ann.evaluate(() => document.activeElement.textContent), 'Don’t play', 'what has the focus');
  await ann.keyboard.press('Escape');
  check(await alert(ann).isVisible(), 'Escape decides something');
  same(await ann.locator('.roll-button').count(), 0, 'buttons to roll with');
  await looksGood(ann, 'missing');
  await ann.getByRole('button', { name: 'Don’t play' }).click();
  await ann.getByRole('heading', { name: 'Play online' }).waitFor();
  same(liar.heard.at(-1), 'leave', 'the last thing said');
  same(await ann.evaluate(() => JSON.parse(localStorage['yardstick-tables'])[0].token), undefined, 'the token that is kept');
  await ann.done();
});

claim('a player who chooses to play anyway can play and is not asked again', async (browser) => {
  const table = new Table(core, 'Ann', 'Bea');
  const { ann, liar } = await sitDown(browser, server, table);
  await ann.locator('main.table-screen').waitFor();
  table.commit().say('share 1 -', 'share 2 -');
  liar.tell();
  await alert(ann).getByRole('button', { name: 'Play anyway' }).click();
  await ann.locator('.roll-button').waitFor();
  same(await alert(ann).count(), 0, 'alerts');
  await ann.reload();
  await ann.locator('.roll-button').waitFor();
  same(await alert(ann).count(), 0, 'alerts after a reload');
  await ann.done();
});

claim('a changed share is reported before the first throw', async (browser) => {
  const table = new Table(core, 'Ann', 'Robo bot novice');
  const { ann, liar } = await sitDown(browser, server, table, (line) => ({ ok: line, line: 99 }));
  await ann.locator('main.table-screen').waitFor();
  table.commit().say('share 2 -');
  liar.tell();
  await becomes(() => liar.heard.some((line) => line.startsWith('share 1 ')), true, 'whether the page shares');
  table.say(`share 1 ${SHARE}`);
  liar.tell();
  await alert(ann).getByRole('heading', { name: 'Your number was changed' }).waitFor();
  same(await ann.locator('.roll-button').count(), 0, 'buttons to roll with');
  await looksGood(ann, 'changed');
  await ann.done();
});

claim('a page keeps its share closed if someone else pledged in its name', async (browser) => {
  const table = new Table(core, 'Ann', 'Bea');
  const { ann, liar } = await sitDown(browser, server, table, (line) => ({ ok: line, line: 99 }));
  await ann.locator('main.table-screen').waitFor();
  table.commit();
  liar.tell();
  await becomes(() => liar.heard.some((line) => line.startsWith('pledge 1 ')), true, 'whether the page pledges');
  for (const seat of [1, 2]) table.say(`pledge ${seat} ${core.ask(`seal ${seat} ${SHARE}`).pledge}`);
  liar.tell();
  await alert(ann).getByRole('heading', { name: 'Your number was changed' }).waitFor();
  same(liar.heard.filter((line) => line.startsWith('share ')), [], 'shares that were opened');
  await ann.done();
});

claim('the page gives no share for replaced dice until the player decides to play with them', async (browser) => {
  const table = new Table(core, 'Ann', 'Robo bot novice');
  const { ann, liar } = await sitDown(browser, server, table, take(table));
  await ann.locator('main.table-screen').waitFor();
  table.commit().say('share 2 -');
  liar.tell();
  await ann.locator('.roll-button').waitFor();
  const given = liar.heard.length;
  table.commit(OTHER_SECRET).say('share 2 -');
  liar.tell();
  await alert(ann).getByRole('heading', { name: 'The dice were replaced' }).waitFor();
  await looksGood(ann, 'replaced');
  same(liar.heard.length, given, 'what was said meanwhile');
  await ann.getByRole('button', { name: 'Play anyway' }).click();
  await becomes(() => /^share 1 /.test(liar.heard[given]), true, 'whether the page shares then');
  await ann.locator('.roll-button').waitFor();
  await ann.done();
});

claim('a rewritten start of the game is reported after a reload', async (browser) => {
  const table = new Table(core, 'Ann', 'Robo bot novice').commit().say('share 2 -');
  const { ann } = await sitDown(browser, server, table, take(table));
  await ann.locator('.roll-button').waitFor();
  const { bytes } = await shareOf(ann);
  table.lines = new Table(core, 'Ann', 'Robo bot expert').commit().say('share 2 -', `share 1 ${bytes}`).lines;
  await ann.reload();
  await alert(ann).getByRole('heading', { name: 'The start of this game was rewritten' }).waitFor();
  same(await ann.locator('.roll-button').count(), 0, 'buttons to roll with');
  await ann.done();
});

claim('a player who was away gets a milder warning with the same choice', async (browser) => {
  const table = new Table(core, 'Ann', 'Bea').commit().say('share 1 -', `share 2 ${SHARE}`);
  const { ann } = await sitDown(browser, server, table);
  await alert(ann).getByRole('heading', { name: 'Your number wasn’t used for these dice' }).waitFor();
  await words(ann, 'Only the random number from Bea keeps the server from choosing these dice.').waitFor();
  same(await words(ann, 'The server could have chosen these dice.').count(), 0, 'accusations');
  await looksGood(ann, 'passed');
  await ann.getByRole('button', { name: 'Play anyway' }).click();
  await ann.locator('.roll-button').waitFor();
  await ann.done();
});

// ---- wrong lines ----

claim('a throw that breaks the chain is rejected at once and can be saved as proof', async (browser) => {
  const table = new Table(core, 'Ann', 'Robo bot novice').commit().say('share 2 -');
  const { ann, liar } = await sitDown(browser, server, table, take(table));
  await ann.locator('.roll-button').waitFor();
  table.say('roll');
  const roll = table.lines.pop();
  table.lines.push(roll.replace(/link ..../, 'link 0000'));
  liar.tell();
  const note = ann.getByRole('alert').filter({ hasText: 'The server sent an invalid line' });
  await note.getByText('The proof fails at roll 1.').waitFor();
  await note.getByText(/doesn’t continue the chain/).waitFor();
  same(await ann.locator('.roll-button').count(), 0, 'buttons to roll with');
  await looksGood(ann, 'refused');
  const [download] = await Promise.all([ann.waitForEvent('download'), note.getByRole('button', { name: 'Save the record' }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  same(text, `${table.lines.join('\n')}\n`, 'what is saved');
  await ann.reload(); // the page also checks lines from before it was loaded
  await note.getByText('The proof fails at roll 1.').waitFor();
  await ann.done();
});

claim('dice that do not follow from their link are rejected at once', async (browser) => {
  const table = new Table(core, 'Ann', 'Robo bot novice').commit().say('share 2 -');
  const { ann, liar } = await sitDown(browser, server, table, take(table));
  await ann.locator('.roll-button').waitFor();
  table.say('roll');
  table.lines.push(table.lines.pop().replace(/^roll [1-6 ]+/, 'roll 1 1 1 1 1 1 '));
  liar.tell();
  const note = ann.getByRole('alert').filter({ hasText: 'The server sent an invalid line' });
  await note.getByText('The record says 1 1 1 1 1 1, but the right dice are').waitFor();
  await ann.done();
});

// ---- verdicts ----

const GRADES = {
  sealed: { kind: 'good', words: ['Sealed by Ann and Bea.', 'Your phone’s random numbers were used.'], deal: (table) => withPledges(table.commit()) },
  theirs: { kind: 'good', words: ['Sealed by Bea.', 'Your phone’s random numbers weren’t used'], deal: (table) => table.commit().say('share 1 -', `share 2 ${SHARE}`) },
  unsealed: { kind: 'problem', words: ['Not sealed.', 'the server could have chosen them'], deal: (table) => table.commit().say('share 1 -', 'share 2 -') },
  abandoned: { kind: 'warn', words: ['Abandoned commitments: 1.', 'Ask the others', 'Sealed by Ann and Bea.'], deal: (table) => withPledges(table.commit().commit(OTHER_SECRET)) },
};

function withPledges(table) {
  for (const seat of [1, 2]) table.say(`pledge ${seat} ${core.ask(`seal ${seat} ${SHARE}`).pledge}`);
  return table.say(`share 1 ${SHARE}`, `share 2 ${SHARE}`);
}

for (const [grade, { kind, words: wanted, deal }] of Object.entries(GRADES)) {
  claim(`dice graded ${grade} get the right words and color`, async (browser) => {
    const table = deal(new Table(core, 'Ann', 'Bea')).play();
    const { ann } = await sitDown(browser, server, table);
    const note = ann.locator(`.over .verdict.note-${kind}`);
    for (const text of wanted) await note.getByText(text).first().waitFor();
    same(await ann.locator('.over .note:not(.solving *)').count(), 1, 'notes');
    await note.scrollIntoViewIfNeeded();
    await looksGood(ann, grade);
    await ann.getByRole('link', { name: 'Full review' }).click();
    await ann.locator(`.review .verdict.note-${kind}`).getByText(wanted[0]).waitFor();
    await ann.done();
  });
}

claim('the page says so if its two verifiers disagree', async (browser) => {
  const lies = (page) => page.route('**/chunks/verify-*.js', (route) => route.fulfill({ contentType: 'text/javascript',
    body: 'export const logHash = () => ""; export const verifyRecord = () => ({ verdict: "unsealed", words: "not sealed", throws: 9, checked: 9, sealed: [], abandoned: 0, deals: [] });' }));
  const { ann } = await sitDown(browser, server, withPledges(new Table(core, 'Ann', 'Bea').commit()).play(), undefined, lies);
  const note = ann.locator('.over .note-problem');
  await note.getByText('Two checks of these dice disagree. One says: Sealed by Ann and Bea. The other says: Not sealed.').waitFor();
  same(await ann.locator('.over .note-good').count(), 0, 'green notes');
  await note.scrollIntoViewIfNeeded(); // and the links above it from under the button for a rematch
  await looksGood(ann, 'differ');
  await ann.done();
});

// ---- shares that are never opened ----

claim('the others can agree to go on without a player who pledged and left, and the record shows it', async (browser) => {
  const closed = (route) => {
    const real = route.connectToServer();
    route.onMessage((message) => / share /.test(message) || real.send(message)); // Cem's share is never opened
  };
  const { code, pages: [ann, bea, cem] } = await seated(browser, server, ['Ann', 'Bea', 'Cem'], QUICK, { Cem: closed });
  await becomes(async () => (await recordOf(server, code)).match(/^share /gm)?.length, 2, 'shares that are open');
  await menu(cem, 'Leave the table');
  await cem.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  for (const page of [ann, bea]) await words(page, 'Cem promised a number for the dice but hasn’t revealed it.').waitFor();
  await looksGood(ann, 'unopened');
  await ann.getByRole('button', { name: 'Continue without Cem' }).click();
  await words(bea, 'Agreed: Ann.').waitFor();
  await words(ann, 'Waiting for Bea.').waitFor();
  await looksGood(ann, 'waiting');
  same(await ann.getByRole('button', { name: 'Continue without Cem' }).count(), 0, 'buttons of somebody who has agreed');
  await bea.getByRole('button', { name: 'Continue without Cem' }).click();
  await ann.locator('.roll-button').waitFor();
  for (const page of [ann, bea]) same(await alert(page).count(), 0, 'alerts of people who agreed');
  const record = await recordOf(server, code);
  same((record.match(/^dice fair2/gm) ?? []).length, 2, 'commitments');
  await Promise.all([ann, bea, cem].map((page) => page.done()));
});

// ---- receipts ----

// The record, once the server has revealed the secret.
async function revealed(code) {
  let text = '';
  await becomes(async () => /^reveal /m.test(text = await recordOf(server, code)), true, 'whether the dice are open');
  return text;
}

claim('after a game, you can save the record and the matching receipts for your own moves', async (browser) => {
  const { code, pages: [ann] } = await seated(browser, server, ['Ann'], WITH_BOT);
  await playOn(ann);
  await ann.locator('.over .verdict').getByText('Sealed by Ann.').waitFor();
  await becomes(async () => lines(ann), (await revealed(code)).split('\n').length - 1, 'lines that Ann has');
  const key = await (await fetch(`${server.address}api`)).json().then((said) => said.key);
  same(await ann.evaluate(() => localStorage['yardstick-server-key']), key, 'the key that is noted');
  const files = [];
  ann.on('download', (download) => files.push(download));
  await ann.getByRole('button', { name: 'Save proof' }).click();
  await becomes(() => files.length, 2, 'files');
  const folder = mkdtempSync(join(tmpdir(), 'yard-'));
  for (const file of files) await file.saveAs(join(folder, file.suggestedFilename()));
  const [record, receipts] = files.map((file) => join(folder, file.suggestedFilename()));
  same(readFileSync(record, 'utf8'), await recordOf(server, code), 'the record');
  check(receipts.endsWith('.receipts'), receipts);
  const verified = spawnSync(yard, ['verify', '--receipts', receipts, record], { encoding: 'utf8' });
  same(verified.status, 0, `the end of yard verify, which says ${verified.stdout}${verified.stderr}`);
  rmSync(folder, { recursive: true });
  same(await ann.getByRole('alert').count(), 0, 'warnings');
  await ann.done();
});

claim('the page warns of a receipt that does not match or is signed with another key', async (browser) => {
  const receipts = [];
  const forge = (route) => {
    const real = route.connectToServer();
    route.onMessage((message) => real.send(message));
    real.onMessage((message) => {
      const answer = JSON.parse(message);
      if (answer.receipt) Object.assign(answer.receipt, receipts.shift());
      route.send(JSON.stringify(answer));
    });
  };
  const long = { ...WITH_BOT, rules: 'yardkle:entry=0,goal=5000' }; // not over before Ann has moved four times
  const { pages: [ann] } = await seated(browser, server, ['Ann'], long, { Ann: forge });
  await ann.locator('.roll-button').waitFor();
  const note = (text) => ann.getByRole('alert').filter({ hasText: text });
  receipts.push({ key: 'a'.repeat(64) });
  await ann.locator('.roll-button').click();
  await note('This server now signs with a different key.').waitFor();
  await looksGood(ann, 'key');
  await ann.evaluate(() => localStorage.removeItem('yardstick-server-key'));
  await ann.reload();
  await playOnce(ann, receipts, { sig: 'b'.repeat(128) });
  await note(/has an invalid signature/).waitFor();
  await ann.reload();
  await playOnce(ann, receipts, { table: 'another' });
  await note(/is for another table/).waitFor();
  await ann.reload();
  await playOnce(ann, receipts, { log: 'c'.repeat(64) });
  await note(/the server signed a different record from the one it shows you/).waitFor();
  await looksGood(ann, 'log');
  await ann.done();
});

// Makes Ann's next move, whatever it is, and alters its receipt.
async function playOnce(page, receipts, change) {
  await page.locator('main:not([aria-busy]) :is(.roll-button, .stakes)').first().waitFor();
  receipts.push(change);
  if (await page.locator('.stakes').isVisible()) {
    await page.locator('.all-button').click();
    await page.locator('.again-button').click();
  } else await page.locator('.roll-button').click();
}
