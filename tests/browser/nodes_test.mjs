// Four players, each in their own browser context, at a table served by two nodes behind nginx with one database. One
// node is killed in the middle of a turn, and the game continues on the other.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { becomes, check, claim, same } from './browser.mjs';
import { freePort, native, playOn, records } from './person.mjs';
import { begin, friend, join, lines, makeTable, recordOf, whoseTurn } from './friends.mjs';
import { atEnd, cluster, yard } from './world.mjs';

const NODES = [1, 2];
const QUICK = { goal: '2000', entry: '0' };

const folder = mkdtempSync(path(tmpdir(), 'yard-nodes-'));
chmodSync(folder, 0o755);
const port = await freePort(NODES.length);
const run = (...words) => execFileSync('python3', ['-B', cluster, ...words, '--nodes', String(NODES.length),
  '--port', String(port), '--folder', path(folder, 'cluster'), '--yard', yard], { encoding: 'utf8' });
run('up');
atEnd(() => {
  run('down');
  rmSync(folder, { recursive: true, force: true });
});
const server = { address: `http://localhost:${port}/` };
const nginx = { address: `http://127.0.0.1:${port}/` }; // the address it listens on: not every fetch tries both addresses of localhost

async function socketsOf(node) {
  const figures = await (await fetch(`http://127.0.0.1:${port + node}/metrics`)).text();
  return Number(/^yard_sockets (\d+)$/m.exec(figures)[1]);
}

const done = (pages) => Promise.all(pages.map((page) => page.done()));

// Returns the number of connections to each node, once each has at least one. nginx alternates between nodes, so
// reloading a page may move it to the other node.
async function spreadOf(pages) {
  const counts = () => Promise.all(NODES.map(socketsOf));
  for (let tries = 0; tries < 20; tries++) {
    await becomes(async () => (await counts()).reduce((a, b) => a + b), pages.length, 'sockets');
    const spread = await counts();
    if (spread.every((n) => n > 0)) return spread;
    await pages.at(-1).reload();
    await pages.at(-1).locator('main.table-screen').waitFor();
  }
  return check(false, 'all are at one node');
}

// Plays to the end and, on the way, kills the node with the most connections, between a roll and the choice that
// follows.
async function playWithKill(pages, code) {
  const spread = await spreadOf(pages);
  const page = await whoseTurn(pages);
  const first = await lines(page);
  await page.locator('.roll-button').tap();
  await becomes(async () => (await lines(page)) > first, true, 'that something fell');
  const [victim, other] = spread[0] >= spread[1] ? [1, 2] : [2, 1];
  run('kill', String(victim));
  await becomes(() => socketsOf(other), pages.length, `those at node ${other}`);
  await Promise.all(pages.map((each) => playOn(each)));
  for (const each of pages) await each.getByText(/All \d+ rolls were checked/).waitFor();

  const record = await recordOf(nginx, code);
  const state = native(yard, record);
  same(state.phase, 'over', 'the phase');
  const verified = native(yard, record, 'verify');
  same([verified.verdict, verified.deals.at(-1).shares.length], ['sealed', state.seats.length], 'the dice, and who gave to them');
  for (const each of pages) {
    // Each player has every line, in order, none twice and none missing.
    await becomes(async () => (await records(each))[0], record, `the game that ${each.name} keeps`);
    same(each.complaints.filter((words) => !/WebSocket|ERR_CONNECTION|502|Failed to load resource/.test(words)), [], `what ${each.name}'s browser complains about`);
  }
  run('start', String(victim));
  return state;
}

claim('four people play Yardkle across two nodes, and killing one node loses nothing', async (browser) => {
  const pages = [];
  for (const name of ['Ann', 'Bea', 'Cem', 'Dan']) pages.push(await friend(browser, server, name));
  const code = await makeTable(pages[0], { house: QUICK });
  for (const page of pages.slice(1)) await join(page, server, code);
  await begin(pages[0], ['Ann', 'Bea', 'Cem', 'Dan'], ...pages.slice(1));
  const state = await playWithKill(pages, code);
  same(state.seats.map((seat) => seat.name), ['Ann', 'Bea', 'Cem', 'Dan'], 'the seats');
  await done(pages);
});

claim('partners play Yardzee across two nodes, and killing one node loses nothing', async (browser) => {
  const pages = [];
  for (const name of ['Ann', 'Bea', 'Cem', 'Dan']) pages.push(await friend(browser, server, name));
  const [ann, bea, cem, dan] = pages;
  const code = await makeTable(ann, { rules: 'yardzee' });
  await join(bea, server, code);
  await join(cem, server, code, 'Ann');
  await join(dan, server, code, 'Bea');
  await begin(ann, ['Ann', 'Cem', 'Bea', 'Dan'], bea, cem, dan);
  const state = await playWithKill(pages, code);
  same(state.seats.map((seat) => seat.people), [['Ann', 'Cem'], ['Bea', 'Dan']], 'the sides');
  await done(pages);
});
