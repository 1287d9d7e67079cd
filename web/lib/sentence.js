/**
 * Sentences from a catalog, which maps keys to the words of one language: a string, or a list of plural forms from
 * which the number `n` selects one. Placeholders are in braces: `{name}`, `{n:d}` for a number, `{p:.1f}` for one with
 * one decimal place, `{n:+d}` for one that always has a sign.
 */

/** @typedef {Record<string, string|string[]>} Words */
/** @typedef {string|{key: string, [place: string]: any}|any[]} Said text, a sentence by key, or a list of these */

const CATEGORIES = ['one', 'two', 'few', 'many', 'other']; // in gettext's order

/** @param {string[]} forms @param {unknown} n @param {string} language */
function select(forms, n, language) {
  const rules = new Intl.PluralRules(language);
  const has = /** @type {string[]} */ (rules.resolvedOptions().pluralCategories);
  const i = CATEGORIES.filter((category) => has.includes(category)).indexOf(rules.select(Number(n)));
  return forms[Math.min(i, forms.length - 1)];
}

/**
 * Formats a number, with a real minus sign; a percentage as in "28 %", on one line.
 * @param {number} value
 * @param {string} language
 * @param {Intl.NumberFormatOptions} [options]
 */
export function figure(value, language, options) {
  return value.toLocaleString(language, options).replace('-', '\u2212').replace(/\s?%/, '\u00a0%');
}

/**
 * Fills in the placeholders of a form. Apostrophes become typographic, and no line ends before a percent sign.
 * @param {string} form
 * @param {string} language
 * @param {(name: string) => any} value a number or its digits for a numeric placeholder, any text for others
 */
function fill(form, language, value) {
  return form.replace(/(\w)'(?=\w)/g, '$1\u2019').replaceAll(' %', '\u00a0%').replace(/\{\{|\}\}|\{(\w+)(!)?(?::(\+?)(?:d|\.(\d)f))?\}/g, (whole, name, dice, sign, digits = '0') => {
    if (!name) return whole[0];
    const found = value(name);
    if (found === undefined) return whole;
    if (typeof found === 'number' || sign !== undefined) {
      return figure(Number(found), language, {
        minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits), signDisplay: sign ? 'always' : 'auto',
      });
    }
    return dice || /^dice/.test(name) ? found.replaceAll(' ', '\u00a0') : found; // no line break between dice
  });
}

/**
 * @param {Words} words
 * @param {string} language
 * @param {Said} said
 * @returns {string} a key that is not in the catalog is returned as it is: a visible mistake that tests find
 */
export function sentence(words, language, said) {
  if (typeof said === 'string') return said;
  if (Array.isArray(said)) return said.map((part) => sentence(words, language, part)).join('');
  const entry = Object.hasOwn(words, said.key) ? words[said.key] : undefined;
  if (entry === undefined) return said.key;
  const form = typeof entry === 'string' ? entry : select(entry, said.n, language);
  return fill(form, language, (name) => typeof said[name] === 'object' ? sentence(words, language, said[name]) : said[name]);
}

// ---- encoded sentences of the core ----

/**
 * @typedef {(string|0|{n: number, forms: string[]})[]} Core the core's sentences by number; placeholders are numbers;
 *   0: not loaded
 */

const BEGIN = '\u000e', END = '\u000f', END_PLACE = '\u001f'; // see src/core/say.c

/** @param {string} text */
export const isCoded = (text) => text.includes(BEGIN);

/**
 * Translates encoded text from the core into a language.
 * @param {Core} core
 * @param {string} language
 * @param {string} text
 */
export function decode(core, language, text) {
  let at = 0;
  /** @param {string} ends */
  const upTo = (ends) => {
    let out = '';
    while (at < text.length && !ends.includes(text[at])) out += text[at] === BEGIN ? message() : text[at++];
    return out;
  };
  const message = () => {
    const entry = core[(text.charCodeAt(at + 1) - 48) * 64 + text.charCodeAt(at + 2) - 48 - 1];
    /** @type {string[]} */ const places = [];
    for (at += 3; at < text.length && text[at] !== END; at++) places.push(upTo(END_PLACE));
    at++;
    if (!entry && entry !== '') return '?';
    const form = typeof entry === 'string' ? entry : select(entry.forms, places[entry.n], language);
    return fill(form, language, (name) => places[Number(name)]);
  };
  return upTo('');
}

// ---- sentences of a server's answers ----

/** English sentences with their keys and values, least recently heard first. @type {Map<string, Said>} */
const heard = new Map();
const HEARD_MAX = 5000;

/**
 * Remembers the keys and values of an answer's sentences.
 * @template {{said?: Record<string, Said>}} A
 * @param {A} answer
 * @returns {A}
 */
export function hear(answer) {
  if (typeof answer?.said !== 'object') return answer; // in the answer to `line`, `said` is the line itself
  for (const [english, said] of Object.entries(answer.said)) {
    heard.delete(english);
    heard.set(english, said);
    if (heard.size > HEARD_MAX) heard.delete(/** @type {string} */ (heard.keys().next().value));
  }
  return answer;
}

/** The key and values received with this sentence. @param {string} english */
export const saidOf = (english) => heard.get(english);
