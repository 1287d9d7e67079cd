// Whole games in every language on a narrow phone: everything is translated, and nothing is cut off.
import { LONG, same, WHILE_SOLVING } from './browser.mjs';
import { hands, look, playThrough } from './look.mjs';
import { claimsIn, fresh } from './windows.mjs';
import { books, checkLanguage, LANGUAGES, NARROW } from './words.mjs';
import { server } from './world.mjs';

// The same dice in every run.
const SEEDED = `let seed = 1;
crypto.getRandomValues = (bytes) => bytes.map((_, i) => bytes[i] = (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 24);\n`;

const claimHere = claimsIn((browser) => fresh(browser, server.address, { viewport: NARROW }, async (page) => {
  await page.route('**/worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: SEEDED + await response.text() });
  });
}));

// Short runs play each book in one language, in rotation. The coach's screens are the same in all sheet games, so only
// the first of these is solved: solving takes the page seconds.
for (const [i, book] of books.entries()) {
  const solved = LONG || book.family === 'press' || book === books.find(({ family }) => family === book.family);
  for (const language of LONG ? LANGUAGES : [LANGUAGES[i % LANGUAGES.length]]) {
    claimHere(`a whole game of ${book.key} in ${language} is translated and fits a narrow phone`, async (page) => {
      const rules = book.family === 'press' ? `${book.key}:goal=2000` : book.key;
      const seen = await page.evaluate(`(${playThrough})({ hands: ${hands}, look: ${look}, language: '${language}', rules: '${rules}', solved: ${solved}, measured: ${LONG ? 1 : 3}, patience: ${WHILE_SOLVING.timeout} })`);
      const met = ['settings', 'new game', 'table', book.family === 'press' ? 'picked' : 'zero', 'over', ...(solved ? ['hint', 'reasons', 'review'] : [])];
      same(met.filter((screen) => !seen[screen]), [], 'what was not met');
      await checkLanguage(seen, language);
      same(page.complaints, [], 'what the browser complains about');
    });
  }
}
