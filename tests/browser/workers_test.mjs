// The coach's helpers: several Workers solve together while the page draws.
import { becomes, check, same } from './browser.mjs';
import { claim } from '../tap.mjs';
import { keepGames } from './person.mjs';
import { fresh } from './windows.mjs';
import { server } from './world.mjs';

const CORES = 4;
const LONG_TASK = 50; // milliseconds of processor time; browsers call this a long task
const POSITIONS = { yardzee: '- 1 3,3,3,4,5 1', yatzy: '- 1 3,3,3,4,5 1', yardkle: '0/0 1 0 1,2,2,4,5,5' };
const BEST = { yardzee: 'Keep 3 3 3', yatzy: 'Keep 3 3 3', yardkle: 'Set aside 1 and roll again' };

// Runs in the page before its scripts: a machine with so many processors, on which `workers` records the page's Workers
// in order with what each helper has done. The page may be told that it cannot share memory.
function machine({ cores, isolated }) {
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: cores });
  if (!isolated) Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
  const { Worker } = globalThis;
  globalThis.workers = [];
  globalThis.endHelpers = false; // at the next report of progress
  globalThis.Worker = class extends Worker {
    pieces = 0;
    helps = false;

    constructor(...given) {
      super(...given);
      globalThis.workers.push(this);
      this.addEventListener('message', ({ data }) => {
        this.pieces += data.helped ?? 0;
        if (data.done && globalThis.endHelpers) for (const worker of globalThis.workers) if (worker.helps) worker.terminate();
      });
    }

    postMessage(...given) {
      this.helps ||= 'help' in given[0];
      super.postMessage(...given);
    }
  };
}

const onMachine = (browser, cores = CORES, isolated = true) =>
  fresh(browser, server.address, {}, (page) => page.context().addInitScript(machine, { cores, isolated }));

async function table(page, rules) {
  await page.evaluate(() => { location.hash = '#/'; });
  await page.locator('main.home').waitFor();
  const [id] = await keepGames(page, [`yardstick 1\nposition ${rules} ${POSITIONS[rules]}\n`]);
  await page.evaluate((game) => { location.hash = `#/game/${game}`; }, id);
  await page.locator('main.table-screen').waitFor();
}

async function hint(page, rules) {
  await table(page, rules);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.best-do', { hasText: BEST[rules] }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

const helpers = (page) => page.evaluate(() => globalThis.workers.filter((worker) => worker.helps).map(({ pieces }) => pieces));

// The processor time of the longest task of the page itself, in milliseconds, and how many frames it drew.
async function traced(browser, page, run) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await run();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}/${tid}`);
  const own = traceEvents.filter(({ pid, tid }) => main.includes(`${pid}/${tid}`));
  const all = own.filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask');
  // Tasks that took no measurable processor time have only `dur`, which is at least as long. Of the one that stops the
  // trace, the end is missing.
  const tasks = all.filter(({ dur }) => dur >= 0);
  check(tasks.length > 10 && all.length - tasks.length <= 2, `${tasks.length} of ${all.length} tasks were measured`);
  return { longest: Math.max(...tasks.map(({ tdur, dur }) => (tdur ?? dur) / 1000)), frames: own.filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b').length };
}

claim('a hint comes from several Workers, and no task of the page is long meanwhile', async (browser) => {
  const page = await onMachine(browser);
  await hint(page, 'yardzee'); // starts the helpers, which may come too late for this one
  const { longest, frames } = await traced(browser, page, () => hint(page, 'yatzy'));
  await becomes(() => helpers(page).then((all) => all.filter((pieces) => pieces > 0).length > 1), true, 'whether at least two helpers helped');
  same((await helpers(page)).length, CORES - 1, 'helpers');
  same(await page.evaluate(() => globalThis.workers.length), CORES + 1, 'Workers: the referee, the coach and its helpers');
  console.log(`# ${frames} frames, ${longest} ms of processor time for the longest task`);
  check(longest < LONG_TASK, `a task took ${longest} ms`);
  check(frames > 1, `${frames} frames were drawn`);
  same(page.complaints, [], 'what the page complains of');
  await page.context().close();
});

claim('on one processor, or where memory cannot be shared, the coach solves alone', async (browser) => {
  for (const [cores, isolated] of [[1, true], [CORES, false]]) {
    const page = await onMachine(browser, cores, isolated);
    for (const rules of ['yardzee', 'yardkle']) await hint(page, rules);
    same(await page.evaluate(() => globalThis.workers.length), 2, 'Workers: the referee and the coach');
    same(page.complaints, [], 'what the page complains of');
    await page.context().close();
  }
});

claim('if its helpers are terminated, the coach still answers this question and the next ones', async (browser) => {
  const page = await onMachine(browser);
  await page.evaluate(() => { globalThis.endHelpers = true; });
  await hint(page, 'yatzy');
  await page.evaluate(() => { globalThis.endHelpers = false; });
  for (const rules of ['yardkle', 'yardzee']) await hint(page, rules);
  await page.context().close();
});
