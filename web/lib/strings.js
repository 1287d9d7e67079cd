/**
 * The words of the page. web/lang has one catalogue a language; English stands in for nothing, since
 * all are complete (tests/web checks it).
 *
 * A catalogue entry is a sentence with places in braces, `{name} is to roll`, or an object of plural
 * forms chosen by `n`: `{one: '{n} die', other: '{n} dice'}`.
 *
 * What the core says in words (reasons, refusals, rules) comes in English; `translateCore` puts it
 * into the language of the page, by the templates of the catalogue: see translate.js.
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

/** @returns {string} the language wanted: set, or the first of the browser's that we have */
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
 * Adds the words of a part of the page that not everybody needs, now and whenever the language changes.
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
  // Without a network only languages are there that were used before.
  for (const tag of [wanted, ...(language ? [] : Object.keys(LANGUAGES))]) {
    const found = await CATALOGUES[tag]().catch(() => null);
    if (!found) continue;
    if (wanted !== wantedLanguage()) return; // another one was chosen meanwhile, and is being loaded
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
 * The words under a key.
 * @param {string} key
 * @param {Record<string, string|number>} [places]
 * @returns {string}
 */
export function t(key, places = {}) {
  const entry = catalogue.words[key];
  if (entry === undefined) return key; // a mistake that shows, and that tests find
  const form = typeof entry === 'string' ? entry
    : plurals.select(Number(places.n)) === 'one' ? entry.one : entry.other;
  return fill(form, (name) => {
    const value = places[name];
    return typeof value === 'number' ? number(value) : value;
  });
}

/**
 * A number as people of this language write it.
 * @param {number} value
 * @param {number} [digits] behind the point
 */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} value with a plus sign where it is a gain */
export function signed(value) {
  return value.toLocaleString(language, { signDisplay: 'exceptZero' });
}

/** @param {number} part of 1 */
export function percent(part) {
  return part.toLocaleString(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** @param {string|number|Date} when */
export function day(when) {
  // A language has several ways to write a day; the browser knows which is meant.
  const place = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  return new Date(when).toLocaleDateString(place, { dateStyle: 'medium' });
}

/** @param {string[]} things "Ann, Bea and Cy" */
export function list(things) {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(things);
}

// ---- what the core says ----

/** @type {ReturnType<typeof translator>|null} */
let translate = null;

/**
 * What the core said, in the language of the page; as it was where the catalogue does not have it.
 * @param {string} said in English
 * @returns {string}
 */
export function translateCore(said) {
  if (language === 'en' || !said) return said;
  translate ??= translator(catalogue, language);
  return translate(said) ?? said;
}
