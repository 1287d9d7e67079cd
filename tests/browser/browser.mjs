// What all tests in a browser share: Debian's chromium with its flags, and the rules for
// pages that anybody should be able to use.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { same } from '../tap.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

// Milliseconds after which a thing that does not come counts as hanging: it says nothing about how fast
// things are, so it is long enough for the slowest machine.
export const PATIENCE = 60000;

// The same where a bot may have to solve the game first, which is seconds of work on a machine that does nothing else.
export const WHILE_SOLVING = { timeout: 5 * PATIENCE };

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export * from '../tap.mjs';

// What a page shows a moment later: asks again until it is so, and says what it was at the end.
export async function becomes(get, want, what = 'it') {
  const end = Date.now() + PATIENCE;
  let got = await get();
  while (JSON.stringify(got) !== JSON.stringify(want) && Date.now() < end) {
    await new Promise((later) => { setTimeout(later, 50); });
    got = await get();
  }
  same(got, want, what);
}

// ---- pages ----

// Opens an address in a window of its own; `requests` gathers everything that it asks for.
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(PATIENCE); // for other tabs of the window too
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on('request', (request) => page.requests.push(request.url()));
  page.on('console', (message) => {
    if (message.text().includes('blocked by Playwright')) return; // a service worker left out on purpose
    if (message.location().url.endsWith('/favicon.ico')) return; // the browser asks for it where a page names no icon
    if (message.type() === 'error' || message.type() === 'warning') page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  await page.goto(address);
  page.done = () => context.close();
  return page;
}

// Words as people see them. What the page tells a screen reader besides stands in a region of its own, and
// may come a moment later.
export function words(place, text, options) {
  const page = place.page?.() ?? place;
  return place.getByText(text, options).and(page.locator(':not(#live, .live)'));
}

// What the rules for accessible pages find wrong, in words. The checker is brought in by the
// debugger, past the page's own policy.
export async function accessibilityProblems(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => globalThis.axe.run(document, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }));
  return found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
    `${v.id}: ${v.help}: ${n.html.slice(0, 160)} ${n.failureSummary.split('\n').slice(1, 2)}`));
}

// Whether the page as a whole can be pushed sideways.
export function scrollsSideways(page) {
  return page.evaluate(() => {
    const root = document.scrollingElement;
    root.scrollLeft = 100;
    const moved = root.scrollLeft !== 0;
    root.scrollLeft = 0;
    return moved || root.scrollWidth > root.clientWidth;
  });
}

// With PICTURES=1, for somebody to look at: nothing is decided by them, and they take their time.
export async function screenshot(page, folder, name, options = {}) {
  if (!process.env.PICTURES) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}
