// The catalogues in lang/: as gettext files, and as the scripts that the build makes of them for the page. Also what can
// be said about sentences by key that answers contain.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sentence } from '../../web/lib/sentence.js';

const LANG = join(dirname(fileURLToPath(import.meta.url)), '../../lang');

/**
 * A catalogue by key: the forms in English (`english`) and in its own language (`forms`), one unless it has plurals.
 * English has no translations; its forms are the English ones.
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

/** All words of a catalogue, as a script for the page has them. */
export const wordsIn = (catalogue) => Object.fromEntries([...catalogue].map(([key, { forms }]) => [key, forms.length > 1 ? forms : forms[0]]));

/** The two scripts of a language in the folder where the build makes them. */
export async function readScripts(folder, language) {
  const script = async (name) => (await import(pathToFileURL(join(folder, name)))).words;
  return { page: await script(`${language}.js`), online: await script(`${language}_online.js`) };
}

/** The keys that the page's core says. */
export function coreKeys(folder) {
  const [shapes] = readFileSync(join(folder, 'core.c'), 'utf8').split(';');
  return [...shapes.matchAll(/^ {4}"[-p](\w+)\\000/gm)].map(([, key]) => key);
}

export const forms = (entry) => (typeof entry === 'string' ? [entry] : entry);
export const places = (form) => [...new Set(form.match(/\{\w+(:[^{}]*)?\}/g))].sort().join();

/** All keys in a sentence of an answer, those in its places too. */
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

/** Undoes what the page does to look better: separators between thousands, no line breaks between dice. */
export function plainly(words, said, language) {
  for (const number of numbersOf(said)) {
    if (Math.abs(number) < 1000) continue;
    const whole = Math.trunc(number);
    words = words.replaceAll(whole.toLocaleString(language), whole.toLocaleString(language, { useGrouping: false }));
  }
  return words.replaceAll('\u00a0', ' ');
}

const ENGLISH = /(^|[\s(])(the|of|is|are|and|not|with|this|that|must|you|more|points|time|open|stands?|takes?|there|isn't|can't|your|roll|line|record)(?=[\s.,;:)]|$)/i;

/** Places with words to be typed, and titles of chapters, which stay in English. */
const TYPED = new Set(['list', 'levels', 'rule', 'cite']);

function withoutTyped(said) {
  if (Array.isArray(said)) return said.map(withoutTyped);
  if (typeof said !== 'object') return said;
  return Object.fromEntries(Object.entries(said).map(([place, part]) => [place, TYPED.has(place) ? '' : withoutTyped(part)]));
}

/** English left in a sentence; undefined if there is none. */
export function englishIn(words, language, said) {
  if (/^cite_/.test(said.key)) return undefined;
  const made = sentence(words, language, withoutTyped(said));
  // Quoted input and examples of what to type.
  return ENGLISH.exec(made.replace(/„[^“]*“|«[^»]*»|'[^']*'|roll \w+ link HEX log HEX/g, ''))?.[2];
}

/** All digits, in any order: languages may say numbers and dice in an order of their own. */
export const digits = (words) => words.replace(/\D/g, '').split('').sort().join('');
