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
 * A thread that is solving reads no messages. To be able to cancel, a page first sends {cancel}, a
 * SharedArrayBuffer of four bytes; storing an id there cancels that question and all earlier ones (ids
 * start at 1). A page without shared memory terminates the Worker instead.
 */
import { Core } from './core.js';

const loading = Core.load(new URL('./core.wasm', import.meta.url));

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

/** @param {MessageEvent<Question & {id?: number, cancel?: SharedArrayBuffer}>} event */
async function answer(event) {
  const { id } = event.data;
  if (event.data.cancel) {
    cancel = new Int32Array(event.data.cancel);
    return;
  }
  try {
    const core = await loading;
    core.progress = (done, total) => {
      postMessage({ id, done, total });
      return cancel !== null && Atomics.load(cancel, 0) >= Number(id);
    };
    postMessage({ id, answer: reply(core, event.data) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}

addEventListener('message', answer);
