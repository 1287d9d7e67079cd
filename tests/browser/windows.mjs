// Windows of the browser. A new one takes longer than most claims, so one claim after the other uses it; a window
// whose claim failed is left to nobody.
import { claim, open, PHONE } from './browser.mjs';

// Makes claims that use one window; each has to find its own way in it.
export function claimsIn(openWindow) {
  let window = null;
  return (words, run) => claim(words, async (browser) => {
    const page = window ?? await openWindow(browser);
    window = null;
    await run(page);
    window = page;
  });
}

// Waits until everything that has changed is on the screen, and nothing moves any more.
export async function drawn(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((then) => { requestAnimationFrame(then); });
    await frame();
    await frame();
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
}

// ---- windows of their own ----

const SETTINGS = '{"quick":true}'; // bots are quick, since waiting is no test

// Opens the page on a phone; dice lie at once. The service worker is left out where it is not what is tested: it
// fetches the page a second time. `before` is done before the page is there.
export async function fresh(browser, address, options = {}, before = () => {}) {
  const page = await open(browser, 'about:blank', {
    viewport: PHONE, reducedMotion: 'reduce', locale: 'en-GB', serviceWorkers: 'block', hasTouch: true, ...options,
  });
  await page.context().addInitScript((settings) => {
    if (location.protocol === 'http:') localStorage['yardstick-settings'] ??= settings;
  }, SETTINGS);
  await before(page);
  await page.goto(address);
  return page;
}

// The same with a clock that the test moves.
export const withClock = (browser, address, time = Date.now()) =>
  fresh(browser, address, {}, (page) => page.clock.install({ time }));

// Another window of the same person. A second tab of the first one would be hidden, and a browser takes its time with
// what nobody sees.
export async function another(page, address) {
  const [other] = await Promise.all([page.context().waitForEvent('page'),
    page.evaluate((to) => { open(to, '_blank', 'popup,noopener'); }, address)]);
  await other.setViewportSize(page.viewportSize());
  return other;
}

// ---- windows to be given back ----

const free = [];

const look = (page, { viewport = PHONE, colorScheme = 'light', reducedMotion = 'reduce' }) =>
  Promise.all([page.setViewportSize(viewport), page.emulateMedia({ media: null, colorScheme, reducedMotion })]);

// Makes a window as it was when it was new: nothing kept, nothing open, nothing asked for. It stays with the server,
// since a page from elsewhere would need a new process.
async function clean(page) {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await page.goto(`${page.origin}/icons/icon.svg`); // whatever ran there has ended
  await page.storage.send('Storage.clearDataForOrigin', { origin: page.origin, storageTypes: 'all' });
  page.requests.length = 0;
  page.complaints.length = 0;
}

// A window at an address of a server. `done` gives it back. With `hear`, somebody stands between the two.
export async function visit(browser, address, { hear, ...options } = {}) {
  const heard = hear !== undefined;
  const { origin } = new URL(address);
  const at = free.findIndex((page) => page.origin === origin && page.heard === heard);
  if (at >= 0) {
    const [page] = free.splice(at, 1);
    page.hear = hear;
    await look(page, options);
    await page.goto(address);
    return page;
  }
  const page = await fresh(browser, address, options, (window) => {
    window.hear = hear;
    return heard && window.routeWebSocket(/\/socket$/, (route) => window.hear(route));
  });
  Object.assign(page, { origin, heard, storage: await page.context().newCDPSession(page) });
  page.done = async () => {
    await clean(page);
    free.push(page);
  };
  return page;
}
