// What the page may say in each language, and how to find untranslated or unreadable text on its screens.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, screenshot } from './browser.mjs';
import { env } from './home.mjs';
import { look } from './look.mjs';
import { drawn } from './windows.mjs';
import { pictures, yard } from './world.mjs';

const BUILD = dirname(resolve(yard));
const WORDS = join(BUILD, 'lang');
const PSEUDO_WORDS = join(BUILD, 'tests/browser');
const WIDTHS = [390, 320]; // the card has two columns at 390, one at 320
export const NARROW = { width: 320, height: 640 };
export const LANGUAGES = Object.keys(JSON.parse(readFileSync(join(WORDS, 'languages.json'), 'utf8')));

// The pseudo-language, English with accents and a third longer, takes the place of German.
const PSEUDO = 'de';
const PSEUDO_SCRIPTS = { [PSEUDO]: 'xx.js', [`${PSEUDO}_later`]: 'xx_later.js', [`${PSEUDO}_online`]: 'xx_online.js' };

// The program's answers to these lines.
function ask(...lines) {
  const { stdout } = spawnSync(yard, ['engine'], { env, input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

const [{ rules: BOOKS }] = ask('help');
export const books = ask(...BOOKS.map((book) => `book ${book}`));

// ---- words ----

const forms = (entry) => (typeof entry === 'string' ? [entry] : entry.forms ?? entry);
const wordsIn = (text) => text.replace(/\b[A-Z0-9]{6}\b|[\w-]+\.yard\b|\p{L}+…/gu, '').match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];

// All sentences of a language.
async function sentencesOf(folder, language) {
  const parts = await Promise.all(['', '_later', '_online'].map((part) => import(pathToFileURL(join(folder, `${language}${part}.js`)))));
  const words = Object.assign({}, ...parts.map((part) => part.words));
  return { keys: Object.keys(words), all: [...Object.values(words), ...parts.flatMap((part) => Object.values(part.core)).filter(Boolean)].flatMap(forms) };
}

// Words that no catalog has: names, and what the browser writes.
const NAMES = new Set([...books.flatMap(({ name, key }) => wordsIn(`${name} ${key}`)), 'Yardstick', 'Ann', 'Bea', 'Bob', 'Cem', 'Cy', 'Family', 'Max', 'Robo', 'Tom', 'Jo', 'script', 'alert', 'localhost', 'daily']);

function browserWords(language) {
  const month = (style, n) => new Date(2026, n).toLocaleDateString(language, { month: style, day: 'numeric', year: 'numeric' });
  const weekday = (n) => new Date(2026, 0, n).toLocaleDateString(language, { weekday: 'long', month: 'long', day: 'numeric' });
  return wordsIn([new Intl.ListFormat(language).format(['0', '0', '0']),
    ...['short', 'long'].flatMap((style) => Array.from({ length: 12 }, (_, n) => month(style, n))), ...Array.from({ length: 7 }, (_, n) => weekday(n))].join(' '));
}

// Whether the text contains something that never belongs on a screen: placeholders, control characters, keys, or values
// such as undefined.
function garbled(text, keys) {
  return /[{}]|[\u0000-\u0009\u000b-\u001f\u007f]|\b(undefined|null|NaN|Infinity)\b|\[object/.test(text) || (text.match(/[a-z][\w-]*[._][\w.-]+/g) ?? []).some((word) => keys.has(word));
}

// Fails unless everything on these screens is translated and can be read.
function checkScreens(seen, keys, foreign) {
  const wrong = new Set();
  for (const [screen, { texts, cut }] of Object.entries(seen)) {
    for (const text of cut) wrong.add(`${screen}: cut off: ${text}`);
    for (const text of texts) {
      if (garbled(text, keys)) wrong.add(`${screen}: garbled: ${text}`);
      else if (foreign(text)) wrong.add(`${screen}: not translated: ${text}`);
    }
  }
  check(!wrong.size, ...wrong);
}

// Fails unless these screens contain only words of this language and everything can be read.
export async function checkLanguage(seen, language) {
  const { keys, all } = await sentencesOf(WORDS, language);
  const known = new Set([...all.flatMap((form) => wordsIn(form.replace(/\{\w+[^{}]*\}/g, ' '))), ...NAMES, ...browserWords(language)].map((word) => word.toLowerCase()));
  checkScreens(seen, new Set(keys), (text) => wordsIn(text).some((word) => !known.has(word.toLowerCase())));
}

// ---- the pseudo-language ----

// Makes the page load the pseudo-language when German is chosen.
export async function teachPseudo(page) {
  for (const [name, file] of Object.entries(PSEUDO_SCRIPTS)) {
    await page.route(`**/chunks/${name}-*.js`, (route) => route.fulfill({ path: join(PSEUDO_WORDS, file), contentType: 'text/javascript' }));
  }
}

async function speak(page, language) {
  await page.evaluate((tag) => {
    const key = 'yardstick-settings';
    localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key] ?? '{}'), language: tag });
    dispatchEvent(new StorageEvent('storage', { key })); // as if the language had been chosen in another tab
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  await drawn(page);
}

// Fails unless the screen that the page shows is wholly in the pseudo-language and everything can be read on a narrow
// phone. Expands everything that can be expanded.
export async function checkPseudo(page, name) {
  await speak(page, PSEUDO);
  await page.evaluate(look);
  const seen = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...NARROW, width });
    await drawn(page);
    seen[`${name} at ${width}`] = await page.evaluate(look);
    await screenshot(page, pictures, `${name}-pseudo-${width}`, { fullPage: true });
  }
  const { keys } = await sentencesOf(PSEUDO_WORDS, 'xx');
  const names = new Set([...NAMES, ...browserWords(PSEUDO)]);
  checkScreens(seen, new Set(keys), (text) => wordsIn(text).some((word) => /[aeiou]/i.test(word) && !names.has(word)));
  for (const { texts } of Object.values(seen)) check(texts.some((text) => text.includes('⟦')), 'no text is in the pseudo-language');
  await speak(page, 'en');
}
