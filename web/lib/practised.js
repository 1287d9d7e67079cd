/**
 * Your practice in this browser: the daily positions you have answered, and when your own mistakes are due again.
 * Stored as two JSON objects; invalid data is ignored.
 */
const DAILY = 'yardstick-daily';
const OWN = 'yardstick-own';

const DAY_MS = 86400000;
const KEPT_DAYS = 400;

/** Days until a position comes up again, by the number of good answers in a row. */
const RETURNS = [1, 3, 7, 16, 35, 75, 150];

/** @typedef {{do: string, grade: import('./answers.js').Grade, cost: number, level?: string}} Done */

/**
 * @param {any} kept
 * @returns {Record<string, any>}
 */
function objectOf(kept) {
  return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
}

/** @param {string} key */
function read(key) {
  try {
    return objectOf(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/** @param {string} key @param {Record<string, any>} what */
function write(key, what) {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // storage full or disabled: not remembered
  }
}

/**
 * The date where the player is.
 * @param {number} [ago] days before today
 */
export function dayOf(ago = 0) {
  const when = new Date(Date.now());
  when.setDate(when.getDate() - ago);
  return [when.getFullYear(), when.getMonth() + 1, when.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
}

/**
 * The answers to daily positions, by date.
 * @param {string} rules
 * @returns {Record<string, Done>}
 */
export function dailyDone(rules) {
  return objectOf(read(DAILY)[rules]);
}

/** The days with an answered position, in any rule set. @returns {string[]} */
export function dailyDays() {
  return Object.keys(read(DAILY)).flatMap((rules) => Object.keys(dailyDone(rules)));
}

/**
 * @param {string} rules
 * @param {string} day
 * @param {Done} answer
 */
export function rememberDaily(rules, day, { do: action, grade, cost, level }) {
  const oldest = dayOf(KEPT_DAYS);
  const days = { ...dailyDone(rules), [day]: { do: action, grade, cost, level } };
  write(DAILY, { ...read(DAILY), [rules]: Object.fromEntries(Object.entries(days).filter(([d]) => d > oldest)) });
}

/**
 * The number of days in a row up to a date, or up to the day before if that date is still open; and the most days in a
 * row until then.
 * @param {string[]} days
 * @param {string} [today]
 * @returns {{now: number, longest: number}}
 */
export function streakOf(days, today = dayOf()) {
  const number = (/** @type {string} */ date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  let row = 0;
  let longest = 0;
  let last = -1;
  for (const day of [...new Set(days)].filter((date) => date <= today).sort().map(number)) {
    row = day === last + 1 ? row + 1 : 1;
    last = day;
    longest = Math.max(longest, row);
  }
  return { now: last >= number(today) - 1 ? row : 0, longest };
}

/**
 * Whether a mistake is due for practice.
 * @param {string} position
 */
export function isDue(position) {
  const due = read(OWN)[position]?.[0];
  return typeof due !== 'string' || due <= dayOf();
}

/**
 * @param {string} position
 * @param {boolean} known
 */
export function rememberOwn(position, known) {
  const all = read(OWN);
  const times = known ? Math.min(Number(all[position]?.[1]) || 0, RETURNS.length - 2) + 1 : 0;
  write(OWN, { ...all, [position]: [dayOf(-RETURNS[times]), times] });
}
