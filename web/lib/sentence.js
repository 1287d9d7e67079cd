/**
 * Sentences from a catalogue, which has the words of one language by key: a string, or a list of plural forms
 * of which the number `n` selects one. Places are in braces: `{name}`, `{n:d}` for a number, `{p:.1f}`
 * for one with a decimal, `{n:+d}` for one with its sign.
 */

/** @typedef {Record<string, string|string[]>} Words */
/** @typedef {string|{key: string, [place: string]: any}|any[]} Said a sentence by key, or several in a row */

const CATEGORIES = ['one', 'two', 'few', 'many', 'other']; // in gettext's order

/** @param {string[]} forms @param {unknown} n @param {string} language */
function select(forms, n, language) {
  const rules = new Intl.PluralRules(language);
  const has = /** @type {string[]} */ (rules.resolvedOptions().pluralCategories);
  const i = CATEGORIES.filter((category) => has.includes(category)).indexOf(rules.select(Number(n)));
  return forms[Math.min(i, forms.length - 1)];
}

/**
 * @param {Words} words
 * @param {string} language
 * @param {Said} said
 * @returns {string} a key that is not in the catalogue stays as it is, a visible mistake that tests find
 */
export function sentence(words, language, said) {
  if (typeof said === 'string') return said;
  if (Array.isArray(said)) return said.map((part) => sentence(words, language, part)).join('');
  const entry = words[said.key];
  if (entry === undefined) return said.key;
  const form = typeof entry === 'string' ? entry : select(entry, said.n, language);
  return form.replace(/\{\{|\}\}|\{(\w+)(?::(\+?)(?:d|\.(\d)f))?\}/g, (whole, name, sign, digits = '0') => {
    if (!name) return whole[0];
    const value = said[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') {
      return value.toLocaleString(language, {
        minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits), signDisplay: sign ? 'always' : 'auto',
      });
    }
    const text = sentence(words, language, value);
    return /^dice/.test(name) ? text.replaceAll(' ', '\u00a0') : text; // no line break between dice
  });
}

// ---- sentences of answers ----

/** Sentences in English, with key and places, in the order in which they were first said. @type {Map<string, Said>} */
const heard = new Map();
const HEARD_MAX = 5000;

/**
 * Remembers the keys of an answer's sentences.
 * @template {{said?: Record<string, Said>}} A
 * @param {A} answer
 * @returns {A}
 */
export function hear(answer) {
  if (typeof answer?.said !== 'object') return answer; // in the answer to `line`, it is the line
  for (const [english, said] of Object.entries(answer.said)) {
    heard.delete(english);
    heard.set(english, said);
    if (heard.size > HEARD_MAX) heard.delete(/** @type {string} */ (heard.keys().next().value));
  }
  return answer;
}

/** What was heard with this sentence. @param {string} english */
export const saidOf = (english) => heard.get(english);
