// Shared by all browser tests: Debian's chromium with its flags, pages, and accessibility checks.
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

// Milliseconds before a wait counts as a hang. Not a performance limit, so long enough for the slowest machine.
export const PATIENCE = 60000;

// For waits in which a bot may have to solve the game first, which takes seconds even on an idle machine.
export const WHILE_SOLVING = { timeout: 5 * PATIENCE };

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export * from '../tap.mjs';

// Polls until get() returns the wanted value; fails with the last value on timeout.
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

// Opens an address in a new browser context. The page's `requests` collects the URLs it fetches, `complaints` its
// uncaught errors and its console errors and warnings.
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(PATIENCE); // also for the context's other tabs
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on('request', (request) => page.requests.push(request.url()));
  page.on('console', (message) => {
    if (message.text().includes('blocked by Playwright')) return; // the service worker is blocked on purpose
    if (message.location().url.endsWith('/favicon.ico')) return; // browsers request it when a page names no icon
    if (message.type() === 'error' || message.type() === 'warning') page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  await page.goto(address);
  page.done = () => context.close();
  return page;
}

// Finds text outside the live regions for screen readers, which repeat visible text and may lag.
export function words(place, text, options) {
  const page = place.page?.() ?? place;
  return place.getByText(text, options).and(page.locator(':not(#live, .live)'));
}

// Accessibility violations found by axe-core, in words. The script is injected through the debugger, which bypasses the
// page's content security policy; once per document, since parsing it takes as long as half a check.
export async function accessibilityProblems(page) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const all = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    // A bar that stays at the edge of the window may cover part of a target. What counts is whether the target can be
    // scrolled to where all of it is free.
    const [x, y] = [scrollX, scrollY];
    for (const violation of all.violations.filter(({ id }) => id === 'target-size')) {
      const small = [];
      for (const node of violation.nodes) {
        const element = document.querySelector(node.target);
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await globalThis.axe.run(element, { runOnly: ['target-size'] });
        if (again.violations.length) small.push(node);
      }
      violation.nodes = small;
    }
    scrollTo({ left: x, top: y, behavior: 'instant' });
    return all;
  });
  return found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
    `${v.id}: ${v.help}: ${n.html.slice(0, 160)} ${n.failureSummary.split('\n').slice(1, 2)}`));
}

// Whether the page as a whole scrolls horizontally.
export function scrollsSideways(page) {
  return page.evaluate(() => {
    const root = document.scrollingElement;
    root.scrollLeft = 100;
    const moved = root.scrollLeft !== 0;
    root.scrollLeft = 0;
    return moved || root.scrollWidth > root.clientWidth;
  });
}

// Takes a screenshot for people to look at, only with PICTURES=1: no claim depends on screenshots, and they are slow.
export async function screenshot(page, folder, name, options = {}) {
  if (!process.env.PICTURES) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}
