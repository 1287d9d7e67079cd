// parallel_test.mjs SIGNED_WASM SIGNED: several instances of the page's core solve together. SIGNED_WASM is the core with
// the exports of signed.c, SIGNED the native program. Reports in TAP.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Core } from '../../web/core.js';
import { LONG, check, claim, runClaims, same } from '../tap.mjs';

const [wasm, signed] = process.argv.slice(2);
const bytes = readFileSync(wasm);
const module = await WebAssembly.compile(bytes);
const PIECES = 300; // enough to be worth hiring for
const RULES = LONG ? ['yardzee', 'yahtzee', 'yahtzee-classic', 'yatzy', 'yardkle', 'farkle', 'yardkle:final-round=rest,goal=5000']
  : ['yardzee', 'yatzy:upper-bonus=0', 'yardkle', 'yardkle:final-round=rest,goal=2000'];

const exported = []; // by instances of this thread
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const instance = await instantiate(...given);
  exported.push(instance.exports);
  return instance;
};

const helperAt = (job) => new Worker(new URL('./helper.mjs', import.meta.url), { workerData: job, stderr: true });

// Runs with a core whose helpers are threads; `tests` are the exports for tests.
async function withHelpers(helpers, run, hire = helperAt) {
  const core = await Core.of(module);
  const threads = [];
  core.helpers = helpers;
  core.hire = (job) => {
    const thread = hire(job);
    if (!thread) return;
    thread.on('error', () => {}); // it has ended on purpose
    threads.push(thread);
  };
  try {
    return await run(core, exported.at(-1), threads);
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

// A hash of all values that the core solves for these rules.
function bitsOf(core, tests, rules) {
  const words = new TextEncoder().encode(rules), at = tests.web_space(words.length);
  const memory = new Uint8Array(core.memory.buffer);
  memory.set(words, at);
  return BigInt.asUintN(64, tests.test_bits(at, words.length));
}

const native = {};
for (const line of execFileSync(signed, RULES).toString().trim().split('\n')) {
  const [rules, one, three] = line.split(' ');
  native[rules] = { one: BigInt(one), three: BigInt(three) };
}

claim('all values of a game have the same bits natively and in the page, alone and with one or three helpers', async () => {
  for (const rules of RULES) {
    check(native[rules].one, `${rules} was not solved`);
    same(String(native[rules].three), String(native[rules].one), `${rules} on three native threads`);
    for (const helpers of [0, 1, 3]) {
      await withHelpers(helpers, (core, tests, threads) => {
        same(String(bitsOf(core, tests, rules)), String(native[rules].one), `${rules} with ${helpers} helpers`);
        same([threads.length, core.lost], [helpers, false], 'helpers hired, and whether one is lost');
      });
    }
  }
});

claim('a helper takes part in one calculation after the other, and says in how many pieces', async () => {
  await withHelpers(1, async (core, tests, threads) => {
    for (let i = 0; i < 3; i++) {
      check(tests.test_squares(PIECES, false), 'a piece is wrong');
      const [{ helped }] = await once(threads[0], 'message');
      check(helped >= 1 && helped <= PIECES, `the helper had ${helped} pieces of ${PIECES}`);
    }
    same([threads.length, core.lost], [1, false], 'helpers hired, and whether one is lost');
  });
});

claim('if a helper ends in the middle of a piece, another thread repeats it, and the core asks to be replaced', async () => {
  for (const helpers of [1, 2]) {
    await withHelpers(helpers, (core, tests) => {
      check(tests.test_squares(PIECES, true), 'a piece is wrong');
      check(core.lost, 'nobody noticed');
    });
  }
});

claim('helpers that are terminated while they solve change no bit', async () => {
  for (const rules of ['yardzee', LONG ? 'yardkle' : 'yardkle:goal=5000']) {
    await withHelpers(2, async (core, tests, threads) => {
      let reports = 0;
      core.progress = () => {
        if (++reports === 50) for (const thread of threads) thread.terminate();
      };
      const position = rules === 'yardzee' ? '- 1 3,3,3,4,5 1' : '0/0 1 0 1,2,2,4,5,5';
      core.ask(`position ${rules} ${position}`);
      const answer = core.askText('advise');
      check(reports >= 50, `only ${reports} reports`);
      await withHelpers(0, (alone) => {
        alone.ask(`position ${rules} ${position}`);
        same(answer, alone.askText('advise'), `the advice for ${rules}`);
      });
    });
  }
});

claim('helpers that never start change nothing', async () => {
  await withHelpers(3, (core, tests, threads) => {
    same(String(bitsOf(core, tests, 'yardzee')), String(native.yardzee.one), 'the bits');
    same([threads.length, core.lost], [0, false], 'helpers there, and whether one is lost');
  }, () => null);
});

claim('a calculation with helpers can be canceled again and again, and then completes', async () => {
  for (const [rules, position] of [['yardzee', '- 1 3,3,3,4,5 1'], [LONG ? 'yardkle' : 'yardkle:goal=5000', '0/0 1 0 1,2,2,4,5,5']]) {
    const whole = await withHelpers(0, (core) => {
      core.ask(`position ${rules} ${position}`);
      return core.askText('advise');
    });
    await withHelpers(2, (core) => {
      core.ask(`position ${rules} ${position}`);
      for (const patience of [1, 5, 25, 50]) {
        let reports = 0;
        core.progress = () => ++reports >= patience;
        check(core.ask('advise').error, 'it was not canceled');
        same(reports, patience, 'reports until it was canceled');
      }
      core.progress = null;
      same([core.askText('advise'), core.lost], [whole, false], 'the advice, and whether a helper is lost');
    });
  }
});

claim('a page that may not share memory gets the same answers from the same file', async () => {
  const url = `data:application/wasm;base64,${bytes.toString('base64')}`;
  const own = await Core.load(url), shared = await Core.load(url, 1);
  same([own.helpers, shared.helpers], [0, 1], 'possible helpers');
  check(!(own.memory.buffer instanceof SharedArrayBuffer) && shared.memory.buffer instanceof SharedArrayBuffer, 'whose memory is shared');
  for (const line of ['position yardzee - 1 3,3,3,4,5 1', 'advise', 'why', 'rules yatzy', 'seat Zoë', 'state', 'position yardkle 9000/9000 1 0 1,2,2,4,5,5', 'advise']) {
    same(own.askText(line), shared.askText(line), `the answer to ${line}`);
  }
});

process.exit((await runClaims(null)) ? 1 : 0);
