/**
 * The core speaks English. A translator puts what it says into another language, by templates:
 * English on the left, the other language on the right, with places in braces. A template fits only
 * where all its places do. What a place may hold hangs on its name:
 *
 *   n, n2, …     a number; it is written as people of the language do
 *   dice         faces, "1 1 5"; they stay, on one line
 *   key          one word of the table language, which stays
 *   box, box2    a term: a box or a rule set, as `terms` has it
 *   p, p2        a percentage, a phrase itself: "12.5 %", "under 0.001 %"
 *   why, do, if  a phrase: whatever another template or term fits
 *   tail         a phrase, or nothing
 *   list         phrases with commas between them
 *   all others   any words, which stay: names, and what somebody typed
 *
 * A phrase may begin with a capital letter that its template does not have.
 */

/** @typedef {string|{one: string, other: string}} Entry plural forms are chosen by the number {n} */
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
 * Puts values into the places of a form.
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
 * @returns {(said: string) => string|undefined} undefined where no template fits
 */
export function translator(catalogue, language) {
  const plurals = new Intl.PluralRules(language);
  /** @type {Map<string, Entry>} */
  const exact = new Map([...Object.entries(catalogue.core), ...Object.entries(catalogue.terms)]);
  const terms = new Map(Object.entries(catalogue.terms));
  // The more is fixed in a template, above all at its beginning, the more surely it is meant.
  const templates = Object.entries(catalogue.core).filter(([from]) => from.includes('{')).map(compile)
    .sort((a, b) => Number(!a.head) - Number(!b.head) || b.fixed - a.fixed);

  /** @type {Intl.NumberFormat[]} by the digits behind the point */
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
    if (kind === 'dice') return said.replaceAll(' ', '\u00a0'); // they stay on one line
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
      if (!said.startsWith(template.head) || !said.endsWith(template.end)) continue; // as most do
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
