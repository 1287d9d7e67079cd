// Browser windows. Opening one takes longer than most claims, so claims reuse them; a window whose claim failed is not
// reused.
import { claim, open, PHONE } from './browser.mjs';

// Returns a claim() whose claims share one window; each has to navigate to where it starts.
export function claimsIn(openWindow) {
  let window = null;
  return (words, run) => claim(words, async (browser) => {
    const page = window ?? await openWindow(browser);
    window = null;
    await run(page);
    window = page;
  });
}

// Waits until all changes are rendered and all animations have finished.
export async function drawn(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((then) => { requestAnimationFrame(then); });
    await frame();
    await frame();
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
}

// ---- new windows ----

// Bots play without pauses, and nothing asks or explains: claims about that say so.
const SETTINGS = '{"quick":true,"warn":false,"marks":9}';

// A tap comes a second after the last one, however fast the test is: the page ignores a quick second tap in the same
// place. Claims about quick taps make double clicks, or control the page's clock.
function tapSlowly() {
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  let later = 0;
  Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get() { return get.call(this) + later; } });
  const tapped = ({ detail, pointerType }) => { if (pointerType === 'touch' || detail === 1) later += 1000; };
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, tapped, true);
}

// Opens the page at phone size, without dice animation. The service worker is blocked unless a test is about it: it
// would fetch the page a second time. `before` runs before the page loads.
export async function fresh(browser, address, options = {}, before = () => {}) {
  const page = await open(browser, 'about:blank', {
    viewport: PHONE, reducedMotion: 'reduce', locale: 'en-GB', serviceWorkers: 'block', hasTouch: true, ...options,
  });
  await page.context().addInitScript((settings) => {
    if (location.protocol === 'http:') localStorage['yardstick-settings'] ??= settings;
  }, SETTINGS);
  await page.context().addInitScript(tapSlowly);
  await before(page);
  await page.goto(address);
  return page;
}

// The same with a clock that the test controls.
export const withClock = (browser, address, time = Date.now()) =>
  fresh(browser, address, {}, (page) => page.clock.install({ time }));

// Another window of the same person. A popup rather than a tab, because browsers throttle hidden tabs.
export async function another(page, address) {
  const [other] = await Promise.all([page.context().waitForEvent('page'),
    page.evaluate((to) => { open(to, '_blank', 'popup,noopener'); }, address)]);
  await other.setViewportSize(page.viewportSize());
  return other;
}

// ---- pooled windows ----

const free = [];

const look = (page, { viewport = PHONE, colorScheme = 'light', reducedMotion = 'reduce' }) =>
  Promise.all([page.setViewportSize(viewport), page.emulateMedia({ media: null, colorScheme, reducedMotion })]);

// Resets a window: closes its popups and clears its routes, storage and logs. It stays on the server's origin, since
// another origin would need a new renderer process.
async function clean(page) {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.bringToFront(); // a tab that was opened after it had the keyboard
  await page.unrouteAll();
  await page.goto(`${page.origin}/icons/icon.svg`); // ends the page's scripts
  await page.storage.send('Storage.clearDataForOrigin', { origin: page.origin, storageTypes: 'all' });
  page.requests.length = 0;
  page.complaints.length = 0;
}

// A pooled window at an address of a server; `done` returns it to the pool. `hear` intercepts the page's WebSocket.
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
