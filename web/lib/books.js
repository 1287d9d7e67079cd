/**
 * The rule books, as the core tells them. Each is asked for once.
 */
import { referee } from './core_client.js';

/**
 * @typedef {Object} Book
 * @property {string} [error]
 * @property {string} id with the parameters that differ from the book
 * @property {string} name
 * @property {string} about
 * @property {string} source
 * @property {'sheet'|'press'} family
 * @property {number} dice
 * @property {Record<string, string>} rules
 * @property {{key: string, label: string, how: string, upper: boolean}[]} [boxes]
 * @property {{set: string, points: number}[]} [sets]
 * @property {Option[]} options what can be played differently
 *
 * @typedef {Object} Option
 * @property {string} key
 * @property {string} label
 * @property {string} about
 * @property {string|number} value
 * @property {{value: string, about: string}[]} [choices]
 * @property {{label: string, value: number}} [second]
 */

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
