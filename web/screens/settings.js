/**
 * The settings of this browser, how much it stores, and a way to delete everything except the page itself.
 */
import { html, useEffect, useLayoutEffect, useReducer, useState } from '../vendor/preact.js';
import { allGames, removeAllGames } from '../lib/games.js';
import { isInstalled, useInstall } from '../lib/install.js';
import { announce, speak } from '../lib/live.js';
import { backToGame } from '../lib/route.js';
import { changeSettings, DEFAULTS, getSettings, onSettings } from '../lib/settings.js';
import { canSound, sound } from '../lib/sound.js';
import { LANGUAGES, missingLanguage, number, t } from '../lib/strings.js';
import { canKeepAwake } from '../lib/wake.js';
import { Dialog } from '../parts/dialog.js';
import { Frame, Note } from '../parts/frame.js';
import { problemWords } from '../parts/import.js';
import { saveAll } from './history.js';

/** @typedef {import('../lib/settings.js').Settings} Chosen */

/** The switches, and whether this browser supports them. */
const SWITCHES = /** @type {const} */ ([
  ['warn', () => true],
  ['quick', () => true],
  ['keys', () => true],
  ['sound', canSound],
  ['speech', () => 'speechSynthesis' in globalThis],
  ['awake', canKeepAwake],
]);

export function Settings() {
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useLayoutEffect(() => onSettings(() => redraw(null)), []);
  const settings = getSettings();
  const [back] = useState(() => backToGame('#/'));
  return html`<${Frame} title=${t('settings.title')} back=${back}>
    <section class="panel" aria-labelledby="looks">
      <h2 id="looks">${t('settings.looks')}</h2>
      <label class="field">
        <span>${t('settings.language')}</span>
        <select value=${settings.language} onChange=${(/** @type {Event} */ event) =>
    changeSettings({ language: /** @type {Chosen['language']} */ (/** @type {HTMLSelectElement} */ (event.target).value) })}>
          <option value="auto">${t('settings.language.auto')}</option>
          ${Object.entries(LANGUAGES).map(([tag, { name }]) => html`<option key=${tag} value=${tag} lang=${tag}>${name}</option>`)}
        </select>
      </label>
      ${missingLanguage() && html`<${Note}>${t('settings.language.offline', { name: LANGUAGES[missingLanguage()].name })}<//>`}
      <${Choice} name="theme" values=${['auto', 'light', 'dark']} value=${settings.theme} />
      <${Choice} name="motion" values=${['auto', 'full', 'none']} value=${settings.motion} />
    </section>
    <section class="panel" aria-labelledby="plays">
      <h2 id="plays">${t('settings.plays')}</h2>
      ${SWITCHES.map(([name, can]) => html`<${Switch} key=${name} name=${name} on=${settings[name]} can=${can()} />`)}
    </section>
    <${Install} />
    <${Storage} />
    <section class="panel" aria-labelledby="about">
      <h2 id="about">${t('settings.about')}</h2>
      <p>${t('settings.about.what')}</p>
      <p class="quiet small">${t('settings.about.marks')}</p>
      <${Version} />
    </section>
  </${Frame}>`;
}

/** @param {{name: 'theme'|'motion', values: string[], value: string}} props */
function Choice({ name, values, value }) {
  return html`<fieldset class="gap-above">
    <legend>${t(`settings.${name}`)}</legend>
    <div class="radio-row">
      ${values.map((one) => html`<label key=${one} class="radio-one">
        <input type="radio" name=${name} value=${one} checked=${value === one} onChange=${() => changeSettings({ [name]: one })} />
        <span>${t(`settings.${name}.${one}`)}</span>
      </label>`)}
    </div>
  </fieldset>`;
}

/** @param {{name: (typeof SWITCHES)[number][0], on: boolean, can: boolean}} props */
function Switch({ name, on, can }) {
  return html`<label class="choice">
    <input type="checkbox" checked=${on && can} disabled=${!can} aria-describedby=${`about-${name}`} onChange=${() => {
    changeSettings({ [name]: !on });
    if (name === 'sound') sound('land');
    if (name === 'speech' && !on) speak(t('settings.speech.sample'));
  }} />
    <span><span>${t(`settings.${name}`)}</span>
      <span class="quiet small own-line" id=${`about-${name}`}>${t(can ? `settings.${name}.about` : 'settings.cannot')}</span></span>
  </label>`;
}

function Install() {
  const install = useInstall();
  if (isInstalled()) return null;
  return html`<section class="panel" aria-labelledby="install">
    <h2 id="install">${t('settings.install')}</h2>
    <p>${t(install ? 'settings.install.about' : 'settings.install.self')}</p>
    ${install && html`<button type="button" class="primary" onClick=${install}>${t('settings.install.do')}</button>`}
  </section>`;
}

/** The build fills in RELEASE. */
function Version() {
  const version = /** @type {any} */ (globalThis).RELEASE;
  return version ? html`<p class="quiet small">${t('settings.version', { version })}</p>` : null;
}

// ---- storage ----

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1e6) return t('settings.kilobytes', { size: number(Math.ceil(bytes / 1e3)) });
  if (bytes < 1e9) return t('settings.megabytes', { size: number(bytes / 1e6, 1) });
  return t('settings.gigabytes', { size: number(bytes / 1e9, 1) });
}

function Storage() {
  const [games, setGames] = useState(/** @type {number|null} */ (null));
  const [used, setUsed] = useState(/** @type {StorageEstimate|null} */ (null));
  const [safe, setSafe] = useState(/** @type {boolean|null} */ (null));
  const [problem, setProblem] = useState('');
  const [deleting, setDeleting] = useState(0);
  const look = async () => {
    try {
      setGames((await allGames()).length);
      setUsed(await navigator.storage?.estimate?.() ?? null);
      setSafe(await navigator.storage?.persisted?.() ?? null);
    } catch (error) {
      setProblem(problemWords(error));
    }
  };
  useEffect(() => {
    look();
  }, []);
  const protect = async () => {
    const got = await navigator.storage.persist();
    setSafe(got);
    if (got) announce(t('settings.persist.yes'));
    else setProblem(t('settings.persist.refused'));
  };
  const wipe = async () => {
    setDeleting(0);
    try {
      await removeEverything();
      announce(t('settings.wipe.done'));
    } catch (error) {
      setProblem(problemWords(error));
    }
    look();
  };
  return html`<section class="panel" aria-labelledby="kept">
    <h2 id="kept">${t('settings.kept')}</h2>
    <p>${games === null ? '' : t('settings.kept.games', { n: games })}
      ${' '}${used?.usage !== undefined ? t('settings.kept.used', { used: size(used.usage), room: size(used.quota ?? 0) }) : ''}</p>
    ${safe !== null && html`<p class="quiet small">${t(safe ? 'settings.persist.yes' : 'settings.persist.no')}</p>`}
    ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
    <div class="buttons gap-above">
      ${safe === false && html`<button type="button" onClick=${protect}>${t('settings.persist.do')}</button>`}
      <button type="button" disabled=${!games} onClick=${() => saveAll().catch((error) => setProblem(problemWords(error)))}>${t('history.save.all')}</button>
      <button type="button" class="danger" onClick=${() => setDeleting(1)}>${t('settings.wipe')}</button>
    </div>
    ${deleting > 0 && html`<${Dialog} key=${deleting} title=${t(`settings.wipe.${deleting}`)} onClose=${() => setDeleting(0)}>
      <p>${t(`settings.wipe.${deleting}.about`, { n: games ?? 0 })}</p>
      <div class="buttons">
        <button type="button" autofocus onClick=${() => setDeleting(0)}>${t('cancel')}</button>
        ${deleting === 1 && games !== 0 && html`<button type="button" onClick=${() => saveAll().catch((error) => setProblem(problemWords(error)))}>${t('history.save.all')}</button>`}
        <button type="button" class="danger" onClick=${() => deleting === 1 ? setDeleting(2) : wipe()}>${t(`settings.wipe.${deleting}.do`)}</button>
      </div>
    </${Dialog}>`}
  </section>`;
}

/** Deletes everything that people have stored; only the page itself remains, for use offline. */
async function removeEverything() {
  await removeAllGames();
  for (const key of Object.keys(localStorage)) if (key.startsWith('yardstick')) localStorage.removeItem(key);
  changeSettings(DEFAULTS);
}
