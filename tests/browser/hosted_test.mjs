// The files of `yard page`, served by an ordinary web server from a folder of a larger site.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { becomes, check, claim, open, same } from './browser.mjs';
import { beginByForm } from './person.mjs';
import { fresh } from './windows.mjs';
import { atEnd, yard } from './world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'yard-hosted-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
execFileSync(yard, ['page', '--out', folder]);

const BELOW = '/games/yard/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.webmanifest': 'application/manifest+json' };

// Sets no header except Content-Type. Serves only the files in the folder and beside.html, another page of the site.
const server = createServer((request, answer) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === `${BELOW}beside.html`) {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>beside</title>');
    return;
  }
  try {
    const name = pathname.slice(BELOW.length) || 'index.html';
    const data = readFileSync(join(folder, pathname.startsWith(BELOW) ? name : '\0'));
    answer.writeHead(200, { 'Content-Type': TYPES[extname(name)] }).end(data);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
atEnd(() => server.close());
const address = `http://localhost:${server.address().port}${BELOW}`;

claim('the page works in a folder of any server and requests nothing outside it',
  async (browser) => {
    const page = await open(browser, address);
    await page.waitForSelector('#app h1');
    const answer = await page.evaluate(() => new Promise((resolve) => {
      const worker = new Worker('worker.js', { type: 'module' });
      worker.onmessage = (event) => resolve(event.data.answer);
      worker.postMessage({ id: 1, line: 'rules yardzee' });
    }));
    same(answer.ok, 'rules yardzee', 'the answer of the core');
    await beginByForm(page, { rules: 'yardkle', seats: ['Ann', 'Bea'] });
    check(page.requests.length >= 3, page.requests);
    for (const request of page.requests) check(request.startsWith(address), request);
    same(page.complaints, [], 'what the browser complains about');
    await page.done();
  });

claim('other screens are fetched when a game begins, not before; online tables, when they are opened', async (browser) => {
  const page = await fresh(browser, address, { locale: 'de-AT' });
  const chunks = () => [...new Set(page.requests.map((url) => /chunks\/(\w+)-\w+(\.\w+)$/.exec(url)).filter(Boolean).map(([, name, type]) => name + type))].sort();
  await page.locator('.game-card').first().waitFor();
  same(chunks(), ['de.js'], 'what is fetched before a game begins');
  await page.locator('.game-card').first().click();
  await page.locator('.roll-button').click();
  const later = ['de.js', 'de_later.js', 'later.css', 'later.js'];
  await becomes(chunks, later, 'what is fetched when a game begins');
  await page.goto(`${address}#/online`);
  await becomes(chunks, [...later, 'de_online.js', 'online.css', 'online.js'].sort(), 'what is fetched for online tables');
  await page.done();
});

claim('after the first visit, the page works offline and leaves other pages of the site alone', async (browser) => {
  const page = await open(browser, address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${address}beside.html`);
  same(await page.title(), 'beside', 'another page of the site, which is not ours');
  await page.goto(address);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('#app h1');
  await page.done();
});
