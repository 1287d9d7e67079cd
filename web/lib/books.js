/**
 * The rule books, as the core tells them. Each is asked for once.
 */
import { referee } from './core_client.js';
import { number, translateCore } from './strings.js';

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

// ---- in lists ----

/** @type {Map<string, Book>} those that have been told */
const told = new Map();
let redraw = () => {};

/** Is called when there are words for what was drawn without. @param {() => void} call */
export function onBook(call) {
  redraw = call;
}

/** What is known of a book; when it is not, it is asked for, and drawn then. @param {string} rules */
function known(rules) {
  if (!told.has(rules)) {
    book(rules).then((answer) => {
      told.set(rules, answer);
      redraw();
    }, () => {});
  }
  return told.get(rules);
}

/** The name of a book, as its id suggests until the core has told it. @param {string} id */
export function bookName(id) {
  const answer = known(id), words = id.replaceAll('-', ' ');
  if (answer?.error) return id; // of a version to come
  return answer?.name ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What is played differently from the book, in the words of a new game: "Total to play for: 5,000".
 * @param {string} rules such as yardkle:goal=5000
 */
export function houseWords(rules) {
  const answer = known(rules);
  if (!answer) return '…';
  if (answer.error) return rules.split(':')[1]; // of a version to come
  const parts = answer.options.flatMap((option) => (option.second ? [option, { ...option.second, choices: undefined }] : [option]));
  return parts.filter((part) => part.value !== part.default).map(({ label, value, choices }) => {
    const about = choices?.find((choice) => choice.value === value)?.about;
    return `${translateCore(label)}: ${about ? translateCore(about).replace(/\.$/, '') : number(Number(value))}`;
  }).join('; ');
}
