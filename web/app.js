/**
 * The page. Each screen is a file in screens/, selected by the URL.
 */
import { html, render, useErrorBoundary, useLayoutEffect, useReducer } from './vendor/preact.js';
import { onBook } from './lib/books.js';
import { hush } from './lib/live.js';
import { handInLater } from './lib/hand_in_later.js';
import { useRoute } from './lib/route.js';
import { getSettings, motionWanted, onSettings } from './lib/settings.js';
import { currentLanguage, loadLanguage, t } from './lib/strings.js';
import { Daily, History, NewGame, Online, Practice, PrintBlank, Rules, Settings, Shared } from './parts/later.js';
import { Home } from './screens/home.js';
import { GameScreen } from './screens/game.js';

export * from './page.js';

/** @type {Record<string, any>} */
const SCREENS = {
  new: NewGame,
  game: GameScreen,
  practice: Practice,
  daily: Daily,
  history: History,
  rules: Rules,
  settings: Settings,
  shared: Shared,
  print: PrintBlank,
  online: Online,
};

function App() {
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const [name = '', ...rest] = useRoute();
  const [problem, forget] = useErrorBoundary((error) => console.error(error));
  useLayoutEffect(() => onBook(() => redraw(null)), []);
  // Layout effects run before the first paint: no change by another tab is missed, and the focus does not
  // move when the user is already tabbing or typing.
  useLayoutEffect(() => onSettings(() => {
    applyTheme();
    const before = currentLanguage();
    loadLanguage().then(() => {
      if (currentLanguage() !== before) hush(true); // announcements so far are in the old language
      redraw(null);
    });
  }), []);
  // A language that was chosen offline can be fetched now.
  useLayoutEffect(() => {
    const again = () => loadLanguage().then(() => redraw(null));
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  useLayoutEffect(() => {
    forget(); // the next screen may work
    hush();
    document.querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name, ...rest]);
  if (problem) {
    return html`<main class="panel">
      <h1>${t('app.broke')}</h1>
      <p>${t('app.broke.what', { problem: String(problem) })}</p>
      <p><a class="button" href="#/" onClick=${forget}>${t('home')}</a></p>
    </main>`;
  }
  const Screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : Home;
  return html`<${Screen} key=${[name, ...rest].join('/')} path=${rest} />`;
}

function applyTheme() {
  const { theme } = getSettings();
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.documentElement.toggleAttribute('data-still', !motionWanted()); // for the style sheets
}

applyTheme();
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', applyTheme);
await loadLanguage();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));

handInLater();
addEventListener('online', handInLater);

if ('serviceWorker' in navigator) {
  // Optional: a failure is only logged.
  navigator.serviceWorker.register('sw.js').catch((error) => console.warn(error));
}
