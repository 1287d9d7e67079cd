// The catalogs in lang/: as gettext files, and as the scripts that the build generates from them for the page. This
// module also reads encoded sentences from the core, and sentences with their keys from servers.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decode, isCoded, sentence } from '../../web/lib/sentence.js';

const LANG = join(dirname(fileURLToPath(import.meta.url)), '../../lang');

/**
 * Reads a catalog into a map by key. Each entry has its forms in English (`english`) and in the catalog's language
 * (`forms`): a single form, or the plural forms. The English catalog has no translations, so both are the same.
 */
export function readCatalogue(language) {
  const catalogue = new Map();
  let entry = null, field = '';
  for (const line of readFileSync(join(LANG, `${language}.po`), 'utf8').split('\n')) {
    const [, name, index, quoted] = /^(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d)\])? )?(".*")$/.exec(line) ?? [];
    if (quoted === undefined) continue; // a comment
    if (name === 'msgctxt') entry = { key: '', english: [''], forms: [] };
    if (entry === null) continue; // the header
    if (name) field = name;
    const text = JSON.parse(quoted);
    if (name === 'msgid_plural') entry.english.push('');
    if (name === 'msgstr') entry.forms.push('');
    if (index !== undefined && Number(index) !== entry.forms.length - 1) throw new Error(`${language}.po: form ${index} of ${entry.key} is out of order`);
    if (field === 'msgctxt') catalogue.set(entry.key += text, entry);
    else if (field === 'msgstr') entry.forms[entry.forms.length - 1] += text;
    else entry.english[entry.english.length - 1] += text;
  }
  if (language === 'en') for (const one of catalogue.values()) one.forms = one.english;
  return catalogue;
}

/** All texts of a catalog, in the format of the page's scripts. */
export const wordsIn = (catalogue) => Object.fromEntries([...catalogue].map(([key, { forms }]) => [key, forms.length > 1 ? forms : forms[0]]));

/** The tags of all languages, English first. @param {string} folder @returns {string[]} */
export const languagesIn = (folder) => Object.keys(JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8')));

/** The scripts of a language in the folder of generated scripts: `first`, `later` and `online` as they are; the words of
 * all of them (`words`), and the sentences of the core (`core`). */
export async function readScripts(folder, language) {
  const script = (name) => import(pathToFileURL(join(folder, name)));
  const [first, later, online] = await Promise.all(['', '_later', '_online'].map((part) => script(`${language}${part}.js`)));
  return { first, later, online, words: { ...first.words, ...later.words, ...online.words }, core: Object.assign([...first.core], later.core, online.core) };
}

/** The keys of the sentences that the program says; the core's come first, in the order of their numbers. */
export const programKeys = (folder) => [...readFileSync(join(folder, 'messages.h'), 'utf8').matchAll(/^ {4}M_([a-z]\w*),/gm)].map(([, key]) => key);

export const forms = (entry) => (typeof entry === 'string' ? [entry] : entry);
export const places = (form) => [...new Set(form.match(/\{\w+(:[^{}]*)?\}/g))].sort().join();

/** The names of a message's placeholders, in the order of the English sentence, with their kinds. */
function placesIn({ english }) {
  const found = new Map();
  for (const [, name, kind] of english.join().matchAll(/\{(\w+)(?::([^{}]*))?\}/g)) found.set(name, kind);
  if (english.length > 1 && !found.has('n')) found.set('n', 'd');
  return [...found];
}

/**
 * Decodes the messages of the page's core (src/core/say.c).
 * @returns what a server would write: a string, an object with key and values, or a list of these
 */
export function readCode(text, keys, catalogue) {
  let at = 0;
  const upTo = (end) => {
    const parts = [];
    while (at < text.length && text[at] !== end) {
      if (text[at] === '\u000e') parts.push(message());
      else if (typeof parts.at(-1) === 'string') parts.push(parts.pop() + text[at++]);
      else parts.push(text[at++]);
    }
    return parts.length > 1 ? parts : parts[0] ?? '';
  };
  const message = () => {
    const key = keys[(text.charCodeAt(at + 1) - 48) * 64 + text.charCodeAt(at + 2) - 49];
    const said = { key };
    at += 3;
    for (const [name, kind] of placesIn(catalogue.get(key))) {
      const value = upTo('\u001f');
      said[name] = kind ? Number(value) : value;
      at++;
    }
    if (text[at++] !== '\u000f') throw new Error(`${key} does not end: ${JSON.stringify(text)}`);
    return said;
  };
  return upTo('');
}

/** A form as in the core's script: placeholders are numbered, and those for dice are marked. */
export function numbered(entry, form) {
  const names = placesIn(entry).map(([name]) => name);
  return form.replace(/\{(\w+)(:[^{}]*)?\}/g, (_, name, kind) => `{${names.indexOf(name)}${kind ?? (name.startsWith('dice') ? '!' : '')}}`);
}

/** All keys in a sentence of an answer, including nested ones. */
export function* keysOf(said) {
  if (typeof said !== 'object' || said === null) return;
  if (!Array.isArray(said)) yield said.key;
  for (const part of Object.values(said)) yield* keysOf(part);
}

/** All numbers in a sentence of an answer. */
function* numbersOf(said) {
  if (typeof said === 'number') yield said;
  else if (typeof said === 'object') for (const part of Object.values(said)) yield* numbersOf(part);
}

/** Undoes the page's typography: apostrophes, thousands separators, and non-breaking spaces. */
export function plainly(words, said, language) {
  for (const number of numbersOf(said)) {
    if (Math.abs(number) < 1000) continue;
    const whole = Math.trunc(number);
    words = words.replaceAll(whole.toLocaleString(language), whole.toLocaleString(language, { useGrouping: false }));
  }
  return words.replaceAll('\u2019', "'").replaceAll('\u00a0%', ' %').replace(/(?<=[1-6])\u00a0(?=[1-6])/g, ' ');
}

const ENGLISH = /(^|[\s(])(the|of|is|are|and|not|with|this|that|must|you|more|points|time|open|stands?|takes?|there|isn't|can't|your|roll|line|record)(?=[\s.,;:)]|$)/i;

/** Placeholders for words to type and for chapter titles, which stay in English. */
const TYPED = new Set(['list', 'levels', 'rule', 'cite']);

function withoutTyped(said) {
  if (Array.isArray(said)) return said.map(withoutTyped);
  if (typeof said !== 'object') return said;
  return Object.fromEntries(Object.entries(said).map(([place, part]) => [place, TYPED.has(place) ? '' : withoutTyped(part)]));
}

/** The first English word left in a sentence; undefined if there is none. */
export function englishIn(words, language, said) {
  if (/^cite_/.test(said.key)) return undefined;
  const made = sentence(words, language, withoutTyped(said));
  // Ignore quoted input and examples of what to type.
  return ENGLISH.exec(made.replace(/„[^“]*“|«[^»]*»|'[^']*'|roll \w+ link HEX log HEX/g, ''))?.[2];
}

/** All digits, sorted: languages may put numbers and dice in a different order. */
export const digits = (words) => words.replace(/\D/g, '').split('').sort().join('');

/**
 * Returns a function that turns text from the page's core into the English that the program prints.
 * @returns {Promise<(text: string) => string>}
 */
export async function englishOfCore(folder) {
  const { core } = await readScripts(folder, 'en');
  const keys = programKeys(folder), catalogue = readCatalogue('en');
  return (text) => (isCoded(text) ? plainly(decode(core, 'en', text), readCode(text, keys, catalogue), 'en') : text);
}
