/**
 * The core in a module Worker, so that solving does not block the page. Messages to it:
 *
 *   {id, line}             a line of the table language -> {id, answer}
 *   {id, record}           the text of a record to load -> {id, answer}
 *   {id, record, line}     the same, then a line about it -> {id, answer}
 *   {id, table, line}      the same with the lines of a server's table -> {id, answer}
 *   {id, table, next}      the same, then the next line of that table -> {id, answer}
 *
 * During long computations the Worker sends {id, done, total}. Answers come in the order of the questions. If
 * the core itself fails, the Worker sends {id, failed: words}.
 *
 * A thread that is solving reads no messages. To be able to cancel, a page first sends {cancel, helpers}: a
 * SharedArrayBuffer of four bytes, in which storing an id cancels that question and all earlier ones (ids
 * start at 1). A page without shared memory terminates the Worker instead.
 *
 * `helpers` says how many more of these Workers the page would start to help with solving. The Worker sends
 * {hire: job} for each one that it wants; the page sends {help: job} to a new Worker, which then reads no more
 * messages, and sends {helped: pieces} after each calculation. (A Worker that is solving could not start others.)
 * After {hire: null} the page ends its helpers, because one of them has ended by itself.
 */
import { Core } from './core.js';

/** @type {Promise<Core>|null} */
let loading = null;

let helpers = 0;

/** @type {Int32Array|null} */
let cancel = null;

/** @type {string|null} the text that the core has loaded; null: unknown */
let at_table = null;

/** Whether the loaded text is a server's table. */
let served = false;

/** @typedef {{line?: string, record?: string, table?: string, next?: string}} Question */

/**
 * @param {Core} core
 * @param {Question} question
 */
function reply(core, { line, record, table, next }) {
  const text = record ?? table;
  if (text === undefined) {
    at_table = null; // the line may change the table
    return core.ask(line ?? '');
  }
  if (text !== at_table || served !== (table !== undefined)) {
    const state = table === undefined ? core.open(text) : core.follow(text);
    if ('error' in state) return state;
    at_table = text;
    served = table !== undefined;
  }
  const answer = /** @type {any} */ (next === undefined ? core.ask(line ?? 'state') : core.hear(next));
  if (answer?.ok !== undefined) at_table = `${text}${answer.ok}\n`; // the core has added this line
  return answer;
}

function load() {
  loading ??= Core.load(new URL('./core.wasm', import.meta.url), helpers).then((core) => {
    core.hire = (job) => postMessage({ hire: job });
    return core;
  });
  return loading;
}

/**
 * After a helper has ended, the next question gets a new core.
 * @param {Core} core
 */
function replace(core) {
  if (!core.lost) return;
  loading = at_table = null;
  postMessage({ hire: null });
}

/** @typedef {{cancel?: SharedArrayBuffer, helpers?: number, help?: import('./core.js').Job}} Order */

/** @param {MessageEvent<Question & Order & {id?: number}>} event */
async function answer(event) {
  const { id, help } = event.data;
  if (event.data.cancel) {
    cancel = new Int32Array(event.data.cancel);
    helpers = event.data.helpers ?? 0;
    return;
  }
  if (help) return Core.help(help, (helped) => postMessage({ helped }));
  try {
    const core = await load();
    core.progress = (done, total) => {
      postMessage({ id, done, total });
      return cancel !== null && Atomics.load(cancel, 0) >= Number(id);
    };
    postMessage({ id, answer: reply(core, event.data) });
    replace(core);
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}

addEventListener('message', answer);
