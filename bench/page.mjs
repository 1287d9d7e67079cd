// page.mjs YARD: speed of the page in Chromium, served by yard from localhost; prints one JSON object per line. The
// page's worker script solves while the page draws: `longest_frame_ms` is the longest gap between two frames during
// that time.
import { launch } from '../tests/browser/browser.mjs';
import { keepGames, serve } from '../tests/browser/person.mjs';
import { fresh } from '../tests/browser/windows.mjs';

const server = await serve(process.argv[2]);
const browser = await launch();
const report = (figures) => console.log(JSON.stringify({ bench: 'page', ...figures }));
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

// ---- the first visit ----

const paints = [];
let transferred = 0;
for (let i = 0; i < 7; i++) {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength; });
  await page.goto(server.address);
  await page.locator('main.home').waitFor();
  paints.push(await page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach((paint) => resolve(paint.startTime)))
      .observe({ type: 'paint', buffered: true });
  })));
  await page.waitForTimeout(500);
  transferred = bytes;
  await context.close();
}
report({ first_paint_ms: median(paints), first_paint_most_ms: paints.at(-1), transferred_before_the_core: transferred });

// ---- the first hint: from the click to the text, with nothing solved, by all cores and by one ----

// Runs in the page. `longest_frame_ms` is the longest gap between two frames meanwhile. The coach's script starts and
// loads the core in this time, too.
function hint() {
  return new Promise((resolve) => {
    let longest = 0, frames = 0, last = performance.now();
    const start = last;
    const frame = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      frames++;
      if (document.querySelector('.best-do')) resolve({ ms: performance.now() - start, longest_frame_ms: longest, frames });
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.querySelector('.hint-button').click();
  });
}

const POSITIONS = {
  yardzee: '- 1 3,3,3,4,5 1', yahtzee: '- 1 3,3,3,4,5 1', 'yahtzee-classic': '- 1 3,3,3,4,5 1', yatzy: '- 1 3,3,3,4,5 1',
  yardkle: '0/0 1 0 1,2,2,4,5,5', farkle: '0/0 1 0 1,2,2,4,5,5',
};
for (const [rules, position] of Object.entries(POSITIONS)) {
  for (const cores of [undefined, 1]) {
    const times = [];
    let helpers = 0;
    for (let i = 0; i < 5; i++) {
      const page = await fresh(browser, server.address, {}, (window) => window.addInitScript((count) => {
        if (count) Object.defineProperty(navigator, 'hardwareConcurrency', { value: count });
      }, cores));
      const [id] = await keepGames(page, [`yardstick 1\nposition ${rules} ${position}\n`]);
      await page.evaluate((game) => { location.hash = `#/game/${game}`; }, id);
      await page.locator('.hint-button').waitFor();
      times.push(await page.evaluate(hint));
      helpers = page.workers().length - 2; // besides the referee's and the coach's
      await page.done();
    }
    times.sort((a, b) => a.ms - b.ms);
    report({ rules, helpers, first_hint_ms: times[2].ms, most_ms: times[4].ms, longest_frame_ms: times[2].longest_frame_ms, frames: times[2].frames });
  }
}
await browser.close();
await server.stop();
