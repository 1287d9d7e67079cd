/**
 * The core in a Worker, so that solving does not stop the page. A module Worker; what it is sent:
 *
 *   {id, line}             a line of the table language -> {id, answer}
 *   {id, record}           the text of a record to go on with -> {id, answer}
 *   {id, record, line}     the same, and then a line about it -> {id, answer}
 *   {id, table, line}      the same with the lines of a server's table
 *   {id, table, next}      the same, and then the next of these lines -> {id, answer}
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

/** Whether it is a server's. */
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
  if (answer?.ok !== undefined) at_table = `${text}${answer.ok}\n`; // the table has gone on by that line
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
