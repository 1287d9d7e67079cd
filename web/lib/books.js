/**
 * The rule books, from the core. Each book is loaded only once.
 */
import { referee } from './core_client.js';
import { number, translateCore } from './strings.js';

/** @typedef {import('./answers.js').Book} Book */

/** @type {Map<string, Promise<Book>>} */
const asked = new Map();

/**
 * @param {string} rules
 * @returns {Promise<Book>} with `error` if the book does not exist
 */
export function book(rules) {
  let answer = asked.get(rules);
  if (!answer) {
    answer = referee.ask(`book ${rules.replace(/\s/g, '_')}`);
    answer.catch(() => asked.delete(rules)); // retry when asked again
    asked.set(rules, answer);
  }
  return answer;
}

/**
 * How to play, from top to bottom.
 * @param {string} rules
 * @returns {Promise<import('./answers.js').GuidePart[]>} none if the book does not exist
 */
export async function guide(rules) {
  return (await referee.ask(`book guide ${rules.replace(/\s/g, '_')}`)).guide ?? [];
}

/** @returns {Promise<Book[]>} all books, without house rules */
export async function allBooks() {
  const { rules } = await referee.ask('help');
  return Promise.all(rules.map(book));
}

// ---- in lists ----

/** @type {Map<string, Book>} those that have been loaded */
const told = new Map();
let redraw = () => {};

/** Sets the callback for books that arrive after they were needed for drawing. @param {() => void} call */
export function onBook(call) {
  redraw = call;
}

/** Returns a book if it is loaded; otherwise requests it and redraws when it arrives. @param {string} rules */
function known(rules) {
  if (!told.has(rules)) {
    book(rules).then((answer) => {
      told.set(rules, answer);
      redraw();
    }, () => {});
  }
  return told.get(rules);
}

/** The name of a book; made from its id until the book is loaded. @param {string} id */
export function bookName(id) {
  const answer = known(id), words = id.replaceAll('-', ' ');
  if (answer?.error) return id; // a book from a newer version
  return answer?.name ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The house rules, worded as in the form for a new game: "Target score: 5,000".
 * @param {string} rules such as yardkle:goal=5000
 */
export function houseWords(rules) {
  const answer = known(rules);
  if (!answer) return '…';
  if (answer.error) return rules.split(':')[1]; // rules from a newer version
  const parts = answer.options.flatMap((option) => (option.second ? [option, { ...option.second, choices: undefined }] : [option]));
  return parts.filter((part) => part.value !== part.default).map(({ label, value, choices }) => {
    const about = choices?.find((choice) => choice.value === value)?.about;
    return `${translateCore(label)}: ${about ? translateCore(about).replace(/\.$/, '') : number(Number(value))}`;
  }).join('; ');
}
