// page.mjs YARD: speed of the page in Chromium, served by yard from localhost; prints one JSON object per line. The
// page's worker script solves while the page draws: `longest_frame_ms` is the longest gap between two frames during
// that time.
import { launch } from '../tests/browser/browser.mjs';
import { begin, serve, visit } from '../tests/browser/person.mjs';

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
  await page.getByRole('link', { name: 'New game' }).first().waitFor();
  paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
  await page.waitForTimeout(500);
  transferred = bytes;
  await context.close();
}
report({ first_paint_ms: median(paints), first_paint_most_ms: paints.at(-1), transferred_before_the_core: transferred });

// ---- solving while the page draws ----

// Starts the page's worker script, asks for advice and times the frames until the answer, then times 200 repetitions.
function solve(page, position) {
  return page.evaluate(async (words) => {
    const worker = new Worker('worker.js', { type: 'module' });
    let next = 0;
    const ask = (question) => new Promise((resolve) => {
      const id = ++next;
      const hear = ({ data }) => {
        if (data.id !== id || (data.answer === undefined && data.failed === undefined)) return;
        worker.removeEventListener('message', hear);
        resolve(data.answer);
      };
      worker.addEventListener('message', hear);
      worker.postMessage({ id, ...question });
    });
    const record = `yardstick 1\nposition ${words}\n`;
    await ask({ record, line: 'state' }); // load the core
    let longest = 0, frames = 0, last = performance.now(), on = true;
    const frame = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      frames++;
      if (on) requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => { last = now; frame(now); });
    const start = performance.now();
    await ask({ record, line: 'advise' });
    const seconds = (performance.now() - start) / 1000;
    on = false;
    const again = performance.now();
    for (let i = 0; i < 200; i++) await ask({ record, line: 'advise' });
    const advise = (performance.now() - again) / 200;
    worker.terminate();
    return { solve_seconds: seconds, longest_frame_ms: longest, frames, advise_ms: advise };
  }, position);
}

for (const position of ['yardzee - 1 3,3,3,4,5 1', 'yahtzee - 1 3,3,3,4,5 1', 'yahtzee-classic - 1 3,3,3,4,5 1',
  'yardkle 0/0 1 0 1,2,2,4,5,5', 'yardkle 8000/8500 1 0 1,2,2,4,5,5']) {
  const page = await visit(browser, server.address);
  report({ position, ...await solve(page, position) });
  await page.done();
}

// ---- a hint, from click to text ----

const page = await visit(browser, server.address);
await begin(page, { rules: 'yardzee', seats: ['Ann'] });
await page.locator('.roll-button').click();
for (const which of ['first_hint_ms', 'next_hint_ms']) {
  await page.locator('button.box.offer').first().waitFor();
  const start = performance.now();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('dialog').getByText(/on average/).first().waitFor();
  report({ [which]: performance.now() - start });
  await page.keyboard.press('Escape');
  await page.locator('button.box[data-box="chance"], button.box[data-box="ones"]').first().click();
  await page.locator('.roll-button').click();
}
await browser.close();
await server.stop();
