/**
 * The strings of the page. web/lang has one catalogue per language; there is no fallback to English,
 * since all are complete (tests/web checks it).
 *
 * A catalogue entry is a sentence with placeholders in braces, `{name} is to roll`, or an object of
 * plural forms selected by `n`: `{one: '{n} die', other: '{n} dice'}`.
 *
 * The core's sentences (reasons, refusals, rules) are in English; `translateCore` translates them
 * using the templates of the catalogue: see translate.js.
 */
import { getSettings } from './settings.js';
import { fill, translator } from './translate.js';

/** @typedef {import('./translate.js').Catalogue} Catalogue */

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' };

/** @type {Record<string, () => Promise<{default: Catalogue}>>} */
const CATALOGUES = {
  en: () => import('../lang/en.js'),
  de: () => import('../lang/de.js'),
  es: () => import('../lang/es.js'),
};

/** @type {Catalogue} */
let catalogue = { words: {}, core: {}, terms: {} };
let language = '';
let plurals = new Intl.PluralRules('en');

/** @returns {string} the language from the settings, or the first of the browser's that we have */
export function wantedLanguage() {
  const { language: set } = getSettings();
  if (set !== 'auto') return set;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return 'en';
}

/** @typedef {(tag: string) => Promise<{default: Catalogue['words'], core?: Catalogue['core']}>} MoreWords */

/** @type {MoreWords} */
let more = async () => ({ default: {} });

/**
 * Adds the strings of a part that is loaded on demand, now and whenever the language changes.
 * @param {MoreWords} load
 */
export async function addWords(load) {
  const { default: words, core } = await load(language);
  catalogue = { ...catalogue, words: { ...catalogue.words, ...words }, core: { ...catalogue.core, ...core } };
  translate = null;
  more = load;
}

export async function loadLanguage() {
  const wanted = wantedLanguage();
  if (wanted === language) return;
  // Offline, only languages that were used before are available.
  for (const tag of [wanted, ...(language ? [] : Object.keys(LANGUAGES))]) {
    const found = await CATALOGUES[tag]().catch(() => null);
    if (!found) continue;
    if (wanted !== wantedLanguage()) return; // another one was chosen meanwhile and is being loaded
    catalogue = found.default;
    language = tag;
    await addWords(more).catch(() => {});
    break;
  }
  plurals = new Intl.PluralRules(language);
  translate = null;
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
  const entry = catalogue.words[key];
  if (entry === undefined) return key; // a visible mistake, caught by tests
  const form = typeof entry === 'string' ? entry
    : plurals.select(Number(places.n)) === 'one' ? entry.one : entry.other;
  return fill(form, (name) => {
    const value = places[name];
    return typeof value === 'number' ? number(value) : value;
  });
}

/**
 * Formats a number in the language of the page.
 * @param {number} value
 * @param {number} [digits] after the decimal point
 */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a number with a plus or minus sign. @param {number} value */
export function signed(value) {
  return value.toLocaleString(language, { signDisplay: 'exceptZero' });
}

/** @param {number} part from 0 to 1 */
export function percent(part) {
  return part.toLocaleString(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** @param {string|number|Date} when */
export function day(when) {
  // Date formats differ by region: use the browser's variant of the language.
  const place = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  return new Date(when).toLocaleDateString(place, { dateStyle: 'medium' });
}

/** @param {string[]} things "Ann, Bea and Cy" */
export function list(things) {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(things);
}

// ---- sentences of the core ----

/** @type {ReturnType<typeof translator>|null} */
let translate = null;

/**
 * Translates a sentence of the core; returns it unchanged if the catalogue does not have it.
 * @param {string} said in English
 * @returns {string}
 */
export function translateCore(said) {
  if (language === 'en' || !said) return said;
  translate ??= translator(catalogue, language);
  return translate(said) ?? said;
}
