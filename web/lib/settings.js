/**
 * What a person chose for this browser. Kept as one JSON object; anything wrong in it is as if it had
 * never been said.
 */
const KEY = 'yardstick-settings';

/**
 * @typedef {Object} Settings
 * @property {'auto'|'en'|'de'|'es'} language
 * @property {'auto'|'light'|'dark'} theme
 * @property {'auto'|'full'|'none'} motion how dice roll; auto: as the system says
 * @property {boolean} speech whose turn it is, spoken aloud
 * @property {boolean} sound
 * @property {boolean} awake the screen stays on while a game with real dice is refereed
 * @property {boolean} warn the coach speaks up before a blunder
 * @property {boolean} keys single keys are shortcuts
 * @property {boolean} quick bots do not wait for people to follow
 * @property {boolean} boardDark the large scoreboard is white on black
 * @property {string[]} names typed before, newest first
 * @property {string} me the own name at tables of a server
 * @property {string} rules the rule set of the last game
 */

/** @type {Settings} */
export const DEFAULTS = {
  language: 'auto',
  theme: 'auto',
  motion: 'auto',
  speech: false,
  sound: false,
  awake: true,
  warn: false,
  keys: true,
  quick: false,
  boardDark: false,
  names: [],
  me: '',
  rules: 'yardzee',
};

const CHOICES = { language: ['auto', 'en', 'de', 'es'], theme: ['auto', 'light', 'dark'], motion: ['auto', 'full', 'none'] };

/** @returns {Settings} */
function read() {
  const settings = { ...DEFAULTS };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    for (const [key, first] of Object.entries(DEFAULTS)) {
      const value = kept[key];
      if (typeof value !== typeof first) continue;
      if (key in CHOICES && !CHOICES[/** @type {keyof CHOICES} */ (key)].includes(value)) continue;
      if (Array.isArray(first) && !(Array.isArray(value) && value.every((v) => typeof v === 'string'))) continue;
      /** @type {any} */ (settings)[key] = value;
    }
  } catch {
    // no storage, or no JSON: the defaults
  }
  return settings;
}

let settings = read();
/** @type {Set<() => void>} */
const hearers = new Set();

export function getSettings() {
  return settings;
}

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // full or forbidden: it holds until the page is closed
  }
  for (const hear of hearers) hear();
}

/**
 * @param {() => void} hear
 * @returns {() => void} ends it
 */
export function onSettings(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** Whether dice should roll visibly. */
export function motionWanted() {
  if (settings.motion !== 'auto') return settings.motion === 'full';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  settings = read(); // another tab changed them
  for (const hear of hearers) hear();
});
