/**
 * The settings of this browser. Stored as one JSON object; invalid values are ignored.
 */
const KEY = 'yardstick-settings';

/**
 * @typedef {Object} Settings
 * @property {string} language a tag of LANGUAGES (lib/strings.js), or auto: the browser's
 * @property {'auto'|'light'|'dark'} theme
 * @property {'auto'|'full'|'none'} motion animate the dice; auto: follow the system setting
 * @property {boolean} speech read out results and whose turn it is
 * @property {boolean} sound play sounds and vibrate
 * @property {boolean} soundAsked the page has asked whether to, at a table with real dice
 * @property {boolean} awake keep the screen on while refereeing real dice
 * @property {boolean} warn the coach asks before a blunder
 * @property {number} marks how many coach marks a first game has shown
 * @property {boolean} hinted a hint was asked for
 * @property {boolean} keys single-key shortcuts
 * @property {boolean} quick shorten the pauses of bots
 * @property {boolean} boardDark the large scoreboard is white on black
 * @property {string[]} names typed before, newest first
 * @property {string} me this player's name at server tables
 * @property {string} rules the rule set of the last game
 * @property {string[]} lineup its players, in the table language; '': one without a name
 * @property {boolean} real whether it was played with real dice
 * @property {'points'|'last'|'throws'} pace what was entered of its turns then
 */

/** @type {Settings} */
export const DEFAULTS = {
  language: 'auto',
  theme: 'auto',
  motion: 'auto',
  speech: false,
  sound: false,
  soundAsked: false,
  awake: true,
  warn: true,
  marks: 0,
  hinted: false,
  keys: true,
  quick: false,
  boardDark: false,
  names: [],
  me: '',
  rules: 'yardzee',
  lineup: [],
  real: false,
  pace: 'points',
};

const CHOICES = { theme: ['auto', 'light', 'dark'], motion: ['auto', 'full', 'none'], pace: ['points', 'last', 'throws'] };

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
    // no storage, or invalid JSON: use the defaults
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
    // storage full or disabled: effective until the page is closed
  }
  for (const hear of hearers) hear();
}

/**
 * @param {() => void} hear
 * @returns {() => void} unsubscribes
 */
export function onSettings(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** Whether to animate the dice. */
export function motionWanted() {
  if (settings.motion !== 'auto') return settings.motion === 'full';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

globalThis.addEventListener?.('storage', (event) => { // tests run without addEventListener
  if (event.key !== KEY) return;
  settings = read(); // another tab changed them
  for (const hear of hearers) hear();
});

/** Whether the browser has stored something under this name. @param {string} key */
export function hasStored(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false; // no storage
  }
}
