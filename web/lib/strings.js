/**
 * The words of the page. web/lang has one catalogue a language; English stands in for nothing, since
 * all are complete (tests/web checks it).
 *
 * A catalogue entry is a sentence with places in braces, `{name} is to roll`, or an object of plural
 * forms chosen by `n`: `{one: '{n} die', other: '{n} dice'}`.
 *
 * What the core says in words (reasons, refusals, rules) comes in English; `translateCore` puts it
 * into the language of the page.
 */
import en from '../lang/en.js';
import { getSettings } from './settings.js';

/** @typedef {string|{one: string, other: string}} Entry */
/** @typedef {{words: Record<string, Entry>, core: Record<string, string>, terms: Record<string, string>}} Catalogue */

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' };

/** @type {Record<string, () => Promise<{default: Catalogue}>>} */
const OTHERS = {
  de: () => import('../lang/de.js'),
  es: () => import('../lang/es.js'),
};

/** @type {Catalogue} */
let catalogue = /** @type {Catalogue} */ (en);
let language = 'en';
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

export async function loadLanguage() {
  const wanted = wantedLanguage();
  if (wanted !== language) {
    catalogue = wanted === 'en' ? /** @type {Catalogue} */ (en) : (await OTHERS[wanted]()).default;
    language = wanted;
    plurals = new Intl.PluralRules(wanted);
    templates = null;
  }
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
  return fill(form, places);
}

/**
 * @param {string} form
 * @param {Record<string, string|number>} places
 */
function fill(form, places) {
  return form.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = places[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
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
  return new Date(when).toLocaleDateString(language, { dateStyle: 'medium' });
}

/** @param {string[]} things "Ann, Bea and Cy" */
export function list(things) {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(things);
}

// ---- what the core says ----

/** @type {{pattern: RegExp, names: string[], into: string}[]|null} */
let templates = null;

/**
 * Catalogues hold the sentences of the core as templates: English on the left, their own on the
 * right. A place `{name}` is any text; it is a term (a box, a rule set) where `terms` has it, and a
 * sentence itself where its name is `why`.
 * @param {string} sentence in English
 * @returns {string} in the language of the page, or as it was where no template fits
 */
export function translateCore(sentence) {
  if (language === 'en' || !sentence) return sentence;
  const term = catalogue.terms[sentence];
  if (term !== undefined) return term;
  const exact = catalogue.core[sentence];
  if (exact !== undefined) return exact;
  templates ??= Object.entries(catalogue.core).filter(([from]) => from.includes('{')).map(compile);
  for (const { pattern, names, into } of templates) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    /** @type {Record<string, string>} */ const places = {};
    names.forEach((name, i) => {
      const said = match[i + 1];
      places[name] = catalogue.terms[said] ?? (name.startsWith('why') ? translateCore(said) : said);
    });
    return fill(into, places);
  }
  return sentence;
}

/** @param {[string, string]} entry */
function compile([from, into]) {
  /** @type {string[]} */ const names = [];
  const source = from.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name) => {
    names.push(name);
    return name.startsWith('n') ? '([-+0-9.,/]+)' : '(.+?)';
  });
  return { pattern: new RegExp(`^${source}$`), names, into };
}
