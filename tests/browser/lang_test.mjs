// The page in every language on a narrow phone: everything is translated, and nothing is cut off. Whole games are
// played in each language; and every screen is shown in a pseudo-language, English with accents and a third longer, in
// which words that are not translated stand out.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, claim, LONG, same, screenshot, WHILE_SOLVING } from './browser.mjs';
import { look, playThrough } from './look.mjs';
import { SCREENS, visitor } from './screens.mjs';
import { claimsIn, drawn, fresh } from './windows.mjs';
import { pictures, server, yard } from './world.mjs';

const NARROW = { width: 320, height: 640 };
const WIDTHS = [390, 320]; // the card has two columns at 390, one at 320
const BUILD = dirname(resolve(yard));
const LANGUAGES = Object.keys(JSON.parse(readFileSync(join(BUILD, 'lang/languages.json'), 'utf8')));

// The program's answers to these lines.
function ask(...lines) {
  const { stdout } = spawnSync(yard, ['engine'], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

const [{ rules: BOOKS }] = ask('help');
const books = ask(...BOOKS.map((book) => `book ${book}`));

// ---- words ----

const forms = (entry) => (typeof entry === 'string' ? [entry] : entry.forms ?? entry);
const wordsIn = (text) => text.replace(/\b[A-Z0-9]{6}\b|[\w-]+\.yard\b|\p{L}+…/gu, '').match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];

// All sentences of a language.
async function sentencesOf(folder, language) {
  const [here, online] = await Promise.all([`${language}.js`, `${language}_online.js`].map((name) => import(pathToFileURL(join(folder, name)))));
  return { keys: Object.keys({ ...here.words, ...online.words }), all: [...Object.values({ ...here.words, ...online.words }), ...here.core].flatMap(forms) };
}

// Words that no catalogue has: names, and what the browser writes.
const NAMES = new Set([...books.flatMap(({ name, key }) => wordsIn(`${name} ${key}`)), 'Yardstick', 'Ann', 'Bea', 'Bob', 'Cem', 'Cy', 'Max', 'Robo', 'Tom', 'Jo', 'script', 'alert']);

function browserWords(language) {
  const month = (style, n) => new Date(2026, n).toLocaleDateString(language, { month: style, day: 'numeric', year: 'numeric' });
  return wordsIn([new Intl.ListFormat(language).format(['0', '0', '0']),
    ...['short', 'long'].flatMap((style) => Array.from({ length: 12 }, (_, n) => month(style, n)))].join(' '));
}

// Whether the text contains something that never belongs on a screen: placeholders, control characters, keys, or values
// that a script mistook for text.
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

// ---- whole games ----

// The same dice in every run.
const SEEDED = `let seed = 1;
crypto.getRandomValues = (bytes) => bytes.map((_, i) => bytes[i] = (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 24);\n`;

const claimHere = claimsIn((browser) => fresh(browser, server.address, { viewport: NARROW }, async (page) => {
  await page.route('**/worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: SEEDED + await response.text() });
  });
}));

// Short runs play each book in one language, in rotation.
for (const [i, book] of books.entries()) {
  for (const language of LONG ? LANGUAGES : [LANGUAGES[i % LANGUAGES.length]]) {
    claimHere(`a whole game of ${book.key} in ${language} is translated and fits a narrow phone`, async (page) => {
      const { keys, all } = await sentencesOf(join(BUILD, 'lang'), language);
      const known = new Set([...all.flatMap((form) => wordsIn(form.replace(/\{\w+[^{}]*\}/g, ' '))), ...NAMES, ...browserWords(language)].map((word) => word.toLowerCase()));
      const rules = book.family === 'press' ? `${book.key}:goal=2000` : book.key;
      const seen = await page.evaluate(`(${playThrough})({ look: ${look}, language: '${language}', rules: '${rules}', patience: ${WHILE_SOLVING.timeout} })`);
      const met = ['settings', 'new game', 'table', 'hint', 'reasons', book.family === 'press' ? 'picked' : 'zero', 'over', 'review'];
      same(met.filter((screen) => !seen[screen]), [], 'what was not met');
      checkScreens(seen, new Set(keys), (text) => wordsIn(text).some((word) => !known.has(word.toLowerCase())));
      same(page.complaints, [], 'what the browser complains about');
    });
  }
}

// ---- every screen ----

// The pseudo-language takes the place of German.
const PSEUDO = 'de';
const scripts = { [PSEUDO]: 'xx.js', [`${PSEUDO}_online`]: 'xx_online.js' };
const { reach, keep } = visitor((browser) => fresh(browser, server.address, { viewport: NARROW }, async (page) => {
  for (const [name, path] of Object.entries(scripts)) {
    await page.context().route(`**/chunks/${name}-*.js`, (route) => route.fulfill({ path: join(BUILD, 'tests/browser', path), contentType: 'text/javascript' }));
  }
}), NARROW);

async function speak(page, language) {
  await page.evaluate((tag) => {
    const key = 'yardstick-settings';
    localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key] ?? '{}'), language: tag });
    dispatchEvent(new StorageEvent('storage', { key })); // as if it had been chosen in another tab
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  await drawn(page);
}

for (const [from, screens] of Object.entries(SCREENS)) {
  for (const name of Object.keys(screens)) {
    claim(`screen ${name} is wholly translated, and fits a narrow phone when text is a third longer`, async (browser) => {
      const there = await reach(browser, from, name);
      const { page } = there;
      await speak(page, PSEUDO);
      await page.evaluate(look); // unfolds what can be unfolded
      const seen = {};
      for (const width of WIDTHS) {
        await page.setViewportSize({ ...NARROW, width });
        await drawn(page);
        seen[`${name} at ${width}`] = await page.evaluate(look);
        await screenshot(page, pictures, `${name}-pseudo-${width}`, { fullPage: true });
      }
      const { keys } = await sentencesOf(join(BUILD, 'tests/browser'), 'xx');
      const names = new Set([...NAMES, ...browserWords(PSEUDO)]);
      checkScreens(seen, new Set(keys), (text) => wordsIn(text).some((word) => /[aeiou]/i.test(word) && !names.has(word)));
      for (const { texts } of Object.values(seen)) check(texts.some((text) => text.includes('⟦')), 'no text is in the pseudo-language');
      await speak(page, 'en');
      keep(there);
    });
  }
}
