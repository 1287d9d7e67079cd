// Windows that one claim after the other uses: opening one takes longer than most claims. A window whose claim
// failed is left to nobody.
import { claim, PHONE } from './browser.mjs';
import { visit } from './person.mjs';

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

// ---- windows to be borrowed ----

const free = [];

// Makes a window as it was when it was new: nothing kept, nothing open, nothing asked for.
async function clean(page, origin, { viewport = PHONE, colorScheme = 'light' }) {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.goto('about:blank'); // whatever ran there has ended
  await page.unrouteAll();
  await page.storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  page.requests.length = 0;
  page.complaints.length = 0;
}

// A window at an address of a server, as `visit` opens it. `done` gives it back.
export async function borrow(browser, address, options = {}) {
  const { origin } = new URL(address);
  const kind = JSON.stringify([origin, options]);
  const at = free.findIndex((page) => page.kind === kind);
  if (at >= 0) {
    const [page] = free.splice(at, 1);
    await page.goto(address);
    return page;
  }
  const page = await visit(browser, address, options);
  page.kind = kind;
  page.storage = await page.context().newCDPSession(page);
  // What `visit` has put there goes with everything else.
  await page.context().addInitScript((settings) => {
    if (location.protocol === 'http:') localStorage['yardstick-settings'] ??= settings;
  }, await page.evaluate(() => localStorage['yardstick-settings']));
  page.done = async () => {
    await clean(page, origin, options);
    free.push(page);
  };
  return page;
}
