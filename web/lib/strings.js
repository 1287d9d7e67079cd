/**
 * The strings of the page. They are in lang/*.po, one catalog per language, from which the build generates scripts.
 * Each script is complete: where a translation is missing, the build uses the English text.
 *
 * The core sends encoded messages, and servers send English with keys; `translateCore` translates both.
 */
import { decode, figure, isCoded, saidOf, sentence } from './sentence.js';
import { getSettings } from './settings.js';

/** @typedef {import('./sentence.js').Words} Words */
/** @typedef {import('./sentence.js').Core} Core */

/** @typedef {'later'|'online'} Part a part of the page that is loaded on demand, see load.js */

/**
 * By tag: the language's own name, and the modules that hold its strings. The build fills in this table.
 * @type {Record<string, {name: string, words: string, later: string, online: string}>}
 */
export const LANGUAGES = JSON.parse(/** @type {any} */ (globalThis).LANGUAGES ?? '{}');

/** @type {Words} */
let words = {};
/** @type {Core} */
let core = [];
let language = '';

/** @returns {string} the language from the settings, else the first of the browser's that the page has, else English */
export function wantedLanguage() {
  const { language: set } = getSettings();
  if (Object.hasOwn(LANGUAGES, set)) return set;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (Object.hasOwn(LANGUAGES, short)) return short;
  }
  return 'en';
}

let failures = 0;

/**
 * Some browsers remember a module that could not be fetched: under another address they try again.
 * @param {string} tag @param {'words'|Part} part @returns {Promise<{words?: Words, core?: Core}>}
 */
const load = (tag, part) => import(`${LANGUAGES[tag][part]}${failures ? `?${failures}` : ''}`);

/** The parts whose strings are in use. @type {Set<Part>} */
const added = new Set();
/** @type {Map<Part, Promise<void>>} */
const adding = new Map();

/**
 * Adds the strings of a part, now and whenever the language changes.
 * @param {Part} part
 * @throws {Error} with a message for people
 */
export function addWords(part) {
  let done = adding.get(part);
  if (!done) {
    done = add(part);
    adding.set(part, done);
  }
  return done;
}

/** @param {Part} part */
async function add(part) {
  try {
    for (let tag = ''; tag !== language;) { // again if the language has changed meanwhile
      tag = language;
      const found = await load(tag, part);
      if (tag === language) put([{ words, core }, found]);
    }
    added.add(part);
  } catch {
    adding.delete(part); // the next call tries again
    throw new Error(t('part.failed'));
  }
}

/** @param {{words?: Words, core?: Core}[]} scripts */
function put(scripts) {
  words = Object.assign({}, ...scripts.map((script) => script.words));
  core = Object.assign([], ...scripts.map((script) => script.core));
}

/** @returns {string} the language that was chosen but could not be loaded; '': none */
export const missingLanguage = () => (language && wantedLanguage() !== language && wantedLanguage() === failed ? failed : '');

let failed = '';

export async function loadLanguage() {
  const wanted = wantedLanguage();
  if (wanted === language) return;
  // Offline, only cached languages are available.
  for (const tag of [wanted, ...(language ? [] : Object.keys(LANGUAGES))]) {
    /** @type {('words'|Part)[]} */ let parts;
    let found;
    do { // again if a part was added meanwhile
      parts = ['words', ...added];
      found = await Promise.all(parts.map((part) => load(tag, part))).catch(() => null);
    } while (found && parts.length <= added.size);
    if (!found) {
      failures++;
      failed = tag === wanted ? tag : failed;
      continue;
    }
    if (wanted !== wantedLanguage()) return; // another language has been chosen since and is being loaded
    put(found);
    language = tag;
    if (getSettings().language === tag) load(tag, 'later').catch(() => {}); // chosen here: all of it should be there offline
    break;
  }
  document.documentElement.lang = language;
}

export function currentLanguage() {
  return language;
}

/**
 * The string for a key.
 * @param {string} key
 * @param {Record<string, string|number>} [places]
 * @returns {string}
 */
export function t(key, places = {}) {
  return sentence(words, language, { ...places, key });
}

/**
 * Formats a number in the language of the page.
 * @param {number} value
 * @param {number} [digits] after the decimal point
 */
export function number(value, digits = 0) {
  return figure(value, language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a number with a plus or minus sign (none for zero). @param {number} value */
export function signed(value) {
  return figure(value, language, { signDisplay: 'exceptZero' });
}

/** @param {number} part from 0 to 1 */
export function percent(part) {
  return figure(part, language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Without decimals: "44 %". @param {number} part from 0 to 1 */
export function wholePercent(part) {
  return figure(part, language, { style: 'percent' });
}

/** The browser's variant of the language: date formats differ by region. */
export const region = () => navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/** @param {string|number|Date} when */
export function day(when) {
  return new Date(when).toLocaleDateString(region(), { dateStyle: 'medium' });
}

/** "Ann, Bea and Cy" @param {string[]} things */
export function list(things) {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(things);
}

// ---- sentences of the core and of servers ----

/**
 * Translates a sentence of an answer into the language of the page; returns names and the like unchanged.
 * @param {string} text encoded by the core, or English from a server
 * @returns {string}
 */
export function translateCore(text) {
  if (isCoded(text)) return decode(core, language, text);
  const said = language === 'en' ? undefined : saidOf(text);
  return said === undefined ? text : sentence(words, language, said);
}
