/**
 * The core speaks English. A translator puts its sentences into another language using templates:
 * English on the left, the other language on the right, with placeholders in braces. A template
 * matches only if all its placeholders do. The name of a placeholder determines what it matches:
 *
 *   n, n2, …     a number; formatted for the language
 *   dice         faces, "1 1 5"; unchanged, without line breaks
 *   key          one word of the table language; unchanged
 *   box, box2    a term: a box or a rule set, translated by `terms`
 *   p, p2        a percentage, a phrase itself: "12.5 %", "under 0.001 %"
 *   why, do, if  a phrase: anything that another template or term matches
 *   tail         a phrase, or nothing
 *   list         phrases separated by commas
 *   all others   any words, unchanged: names, and text that somebody typed
 *
 * A phrase may begin with a capital letter where its template has a small one.
 */

/** @typedef {string|{one: string, other: string}} Entry plural forms are selected by the number {n} */
/** @typedef {{words: Record<string, Entry>, core: Record<string, Entry>, terms: Record<string, string>}} Catalogue */
/** @typedef {{pattern: RegExp, places: {name: string, kind: string}[], into: Entry,
 *   head: string, end: string, fixed: number}} Template head, end: what it begins and ends with */

const NUMBER = '-?\\d+(?:\\.\\d+)?';

/** @type {Record<string, string>} */
const PATTERNS = {
  n: NUMBER,
  p: `(?:under |over )?${NUMBER} %`,
  dice: '[1-6](?: [1-6])*',
  key: '[\\w-]+',
  box: '.+?',
  why: '.+?',
  do: '.+?',
  if: '.+?',
  list: '.+?',
};

const PHRASES = new Set(['p', 'why', 'do', 'if', 'tail']);

/**
 * Fills in the placeholders of a form.
 * @param {string} form
 * @param {(name: string) => string|undefined} value
 */
export function fill(form, value) {
  return form.replace(/\{(\w+)\}/g, (whole, name) => value(name) ?? whole);
}

/** @param {[string, Entry]} entry @returns {Template} */
function compile([from, into]) {
  /** @type {Template['places']} */ const places = [];
  const parts = from.split(/(\{\w+\})/);
  let fixed = 0;
  const source = parts.map((part, i) => {
    if (i % 2) {
      const name = part.slice(1, -1), kind = name.replace(/\d+$/, '');
      places.push({ name, kind });
      return `(${PATTERNS[kind] ?? '.*?'})`;
    }
    fixed += part.length;
    return part.replace(/[.*+?^$()|[\]\\/]/g, '\\$&');
  }).join('');
  return { pattern: new RegExp(`^${source}$`, 's'), places, into, fixed, head: parts[0], end: parts[parts.length - 1] };
}

/**
 * @param {Catalogue} catalogue
 * @param {string} language
 * @returns {(said: string) => string|undefined} undefined if no template matches
 */
export function translator(catalogue, language) {
  const plurals = new Intl.PluralRules(language);
  /** @type {Map<string, Entry>} */
  const exact = new Map([...Object.entries(catalogue.core), ...Object.entries(catalogue.terms)]);
  const terms = new Map(Object.entries(catalogue.terms));
  // The most specific first: those that begin with fixed text, then those with the most fixed text.
  const templates = Object.entries(catalogue.core).filter(([from]) => from.includes('{')).map(compile)
    .sort((a, b) => Number(!a.head) - Number(!b.head) || b.fixed - a.fixed);

  /** @type {Intl.NumberFormat[]} by the number of decimals */
  const formats = [];
  /** @param {string} said "254.50" */
  const number = (said) => {
    const digits = said.split('.')[1]?.length ?? 0;
    formats[digits] ??= new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return formats[digits].format(Number(said));
  };

  /** @param {string} kind @param {string} said @returns {string|undefined} */
  const place = (kind, said) => {
    if (kind === 'n') return number(said);
    if (kind === 'dice') return said.replaceAll(' ', '\u00a0'); // no line break between dice
    if (kind === 'box') return terms.get(said);
    if (kind === 'tail' && !said) return '';
    if (kind === 'list') {
      const items = said.split(', ').map(phrase);
      return items.includes(undefined) ? undefined : items.join(', ');
    }
    return PHRASES.has(kind) ? phrase(said) : said;
  };

  /** @param {Template} template @param {RegExpExecArray} match @returns {string|undefined} */
  const put = ({ places, into }, match) => {
    /** @type {Record<string, string>} */ const values = {};
    for (const [i, { name, kind }] of places.entries()) {
      const value = place(kind, match[i + 1]);
      if (value === undefined) return undefined;
      values[name] = value;
    }
    const n = Number(match[1 + places.findIndex(({ name }) => name === 'n')]);
    const form = typeof into === 'string' ? into : plurals.select(n) === 'one' ? into.one : into.other;
    return fill(form, (name) => values[name]);
  };

  /** @param {string} said @returns {string|undefined} */
  const whole = (said) => {
    const known = exact.get(said);
    if (typeof known === 'string') return known;
    for (const template of templates) {
      if (!said.startsWith(template.head) || !said.endsWith(template.end)) continue; // a cheap test that most fail
      const match = template.pattern.exec(said);
      const words = match && put(template, match);
      if (words) return words;
    }
    return undefined;
  };

  /** @param {string} said @returns {string|undefined} */
  const phrase = (said) => {
    const words = whole(said);
    const small = said.charAt(0).toLowerCase() + said.slice(1);
    if (words !== undefined || small === said) return words;
    const other = whole(small);
    return other && other.charAt(0).toLocaleUpperCase(language) + other.slice(1);
  };

  return phrase;
}
