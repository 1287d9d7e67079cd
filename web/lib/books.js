/**
 * The rule books, as the core tells them. Each is asked for once.
 */
import { referee } from './core_client.js';

/** @typedef {import('./answers.js').Book} Book */

/** @type {Map<string, Promise<Book>>} */
const asked = new Map();

/**
 * @param {string} rules
 * @returns {Promise<Book>} with `error` where there is no such book
 */
export function book(rules) {
  let answer = asked.get(rules);
  if (!answer) {
    answer = referee.ask(`book ${rules.replace(/\s/g, '_')}`);
    answer.catch(() => asked.delete(rules)); // the core may come back
    asked.set(rules, answer);
  }
  return answer;
}

/** @returns {Promise<Book[]>} all books as they are printed */
export async function allBooks() {
  const { rules } = await referee.ask('help');
  return Promise.all(rules.map(book));
}
