// Every screen of the page at phone, tablet and desktop size, light and dark: no accessibility problems, no horizontal
// scrolling, no touch target too small for a thumb. On a narrow phone, in a pseudo-language that makes untranslated
// words stand out, nothing is cut off. PICTURES=1 takes screenshots of all screens.
import { accessibilityProblems, check, claim, DESKTOP, LONG, scrollsSideways, PHONE, same, screenshot } from './browser.mjs';
import { look } from './look.mjs';
import { SCREENS, visitor } from './screens.mjs';
import { drawn, visit } from './windows.mjs';
import { checkPseudo, teachPseudo } from './words.mjs';
import { pictures, server } from './world.mjs';

const TABLET = { width: 820, height: 1180 };
const THUMB = 44;

// Colors don't depend on the layout, so one theme for each layout is enough; the light phone is for screenshots only.
const VIEWS = [['390', PHONE, 'dark'], ['820', TABLET, 'light'], ['1440', DESKTOP, 'light'],
  ...(process.env.PICTURES ? [['390', PHONE, 'light']] : [])];

const LARGE = ['new', 'table', 'press', 'yard-mode', 'over', 'over-card', 'over-what-if', 'review', 'review-step', 'blunder', 'coach-mark', 'history', 'rules-book', 'settings', 'online-new', 'online-lobby', 'online-join', 'online-asked'];

// ---- checks for all screens ----

// Controls smaller than a thumb. Links within a sentence count as text.
function smallTargets(page) {
  return page.evaluate((thumb) => [...document.querySelectorAll('button, a, input, select, summary, [role="slider"]')].filter((element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || element.closest('.unseen')) return false;
    const dialog = document.querySelector('dialog[open]');
    if (dialog && !dialog.contains(element)) return false;
    if (element.tagName === 'A' && element.parentElement?.matches('p, li, td, dd') && !element.matches('.button, .icon-button, .game-link')) return false;
    const target = element.closest('label') ?? element;
    const { width, height } = target.getBoundingClientRect();
    return width > 0 && (width < thumb - 0.5 || height < thumb - 0.5);
  }).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${element.outerHTML.slice(0, 120)} is ${Math.round(width)} x ${Math.round(height)}`;
  }), THUMB);
}

const { reach, keep } = visitor(async (browser) => {
  const page = await visit(browser, server.address, { colorScheme: 'light' });
  await teachPseudo(page);
  return page;
}, PHONE);

let turn = 0; // alternates the accessibility check between dark phone and light desktop; long runs check both

for (const [from, screens] of Object.entries(SCREENS)) {
  for (const name of Object.keys(screens)) {
    claim(`screen ${name} is accessible on phone, tablet and desktop, light and dark`, async (browser) => {
      const there = await reach(browser, from, name);
      const { page } = there;
      const wrong = [];
      turn++;
      for (const [size, viewport, theme] of VIEWS) {
        // A tablet shows nothing that a phone and a desktop don't, so checking every second screen on it is enough.
        if (viewport === TABLET && !LONG && !process.env.PICTURES && turn % 2) continue;
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await drawn(page);
        await screenshot(page, pictures, `${name}-${size}-${theme}`);
        const where = (problem) => `${size} ${theme}: ${problem}`;
        if (LONG ? viewport !== TABLET : [PHONE, DESKTOP][turn % 2] === viewport) wrong.push(...(await accessibilityProblems(page)).map(where));
        if (await scrollsSideways(page)) wrong.push(where('hangs over the edge'));
        wrong.push(...(await smallTargets(page)).map(where));
      }
      same(wrong, [], 'what is wrong');
      same(page.complaints.filter((words) => !page.expected?.test(words)), [], 'what the browser complains about');
      keep(there);
    });

    if (LARGE.includes(name)) {
      claim(`screen ${name} fits with text at twice the size, left-to-right and right-to-left`, async (browser) => {
        const there = await reach(browser, from, name);
        const { page } = there;
        await page.setViewportSize(PHONE);
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate((dir) => {
            document.documentElement.dir = dir;
            document.documentElement.style.fontSize = '200%';
          }, direction);
          await drawn(page);
          await screenshot(page, pictures, `${name}-large-${direction}`);
          check(!await scrollsSideways(page), `${name} hangs over the edge with large letters, ${direction}`);
          same((await page.evaluate(look)).cut, [], `what is cut off with large letters, ${direction}`);
        }
        await page.evaluate(() => {
          document.documentElement.removeAttribute('dir');
          document.documentElement.style.fontSize = '';
        });
        keep(there);
      });
    }

    claim(`screen ${name} is fully translated, and fits a narrow phone when text is a third longer`, async (browser) => {
      const there = await reach(browser, from, name);
      await checkPseudo(there.page, name);
      keep(there);
    });
  }
}
