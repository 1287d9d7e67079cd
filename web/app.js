/**
 * The page. Each screen is a file in screens/, selected by the URL.
 */
import { html, render, useErrorBoundary, useLayoutEffect, useReducer } from './vendor/preact.js';
import { onBook } from './lib/books.js';
import { hush } from './lib/live.js';
import { useRoute } from './lib/route.js';
import { getSettings, onSettings } from './lib/settings.js';
import { currentLanguage, loadLanguage, t } from './lib/strings.js';
import { History, NewGame, Online, Practice, PrintBlank, Rules, Settings, Shared } from './parts/later.js';
import { Home } from './screens/home.js';
import { GameScreen } from './screens/game.js';

export * from './page.js';

/** @type {Record<string, any>} */
const SCREENS = {
  new: NewGame,
  game: GameScreen,
  practice: Practice,
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
}

applyTheme();
await loadLanguage();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));

if ('serviceWorker' in navigator) {
  // Optional: a failure is only logged.
  navigator.serviceWorker.register('sw.js').catch((error) => console.warn(error));
}
