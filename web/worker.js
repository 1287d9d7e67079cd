/**
 * The core in a Worker, so that solving does not stop the page. A module Worker; what it is sent:
 *
 *   {id, line}             a line of the table language -> {id, answer}
 *   {id, record}           the text of a record to go on with -> {id, answer}
 *   {id, record, line}     the same, and then a line about it -> {id, answer}
 *
 * and in between, during long work: {id, done, total}. Answers come in the order of the questions.
 * When something is wrong with the core itself: {id, failed: words}.
 *
 * A thread that is solving reads no messages. A page that wants to be able to cancel sends {cancel}
 * first, a SharedArrayBuffer of four bytes, and stores there an id (from 1): that question and those
 * before it are no longer wanted. A page without such buffers ends the Worker.
 */
import { Core } from './core.js';

const loading = Core.load(new URL('./core.wasm', import.meta.url));

/** @type {Int32Array|null} */
let cancel = null;

/** @type {string|null} the record at the table; null: something else is */
let at_table = null;

/**
 * @param {Core} core
 * @param {{line?: string, record?: string}} question
 */
function reply(core, { line, record }) {
  if (record === undefined) {
    at_table = null; // the line may change the table
    return core.ask(line ?? '');
  }
  if (record !== at_table) {
    const state = core.open(record);
    if ('error' in state) return state;
    at_table = record;
  }
  const answer = /** @type {any} */ (core.ask(line ?? 'state'));
  if (answer?.ok !== undefined) at_table = `${record}${answer.ok}\n`; // the table has gone on by that line
  return answer;
}

/** @param {MessageEvent<{id?: number, line?: string, record?: string, cancel?: SharedArrayBuffer}>} event */
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
