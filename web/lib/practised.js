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

/** @typedef {{do: string, grade: import('./answers.js').Grade, cost: number}} Done */

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
 * The date as the coach counts days: in UTC, so that it is the same for everybody.
 * @param {number} [ago] days before today
 */
export function dayOf(ago = 0) {
  return new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The answers to daily positions, by date.
 * @param {string} rules
 * @returns {Record<string, Done>}
 */
export function dailyDone(rules) {
  return objectOf(read(DAILY)[rules]);
}

/**
 * @param {string} rules
 * @param {string} day
 * @param {Done} answer
 */
export function rememberDaily(rules, day, answer) {
  const oldest = dayOf(KEPT_DAYS);
  const days = { ...dailyDone(rules), [day]: { do: answer.do, grade: answer.grade, cost: answer.cost } };
  write(DAILY, { ...read(DAILY), [rules]: Object.fromEntries(Object.entries(days).filter(([d]) => d > oldest)) });
}

/**
 * The number of days in a row with an answered position, up to today, or up to yesterday if today's position is
 * not answered yet.
 * @param {Record<string, Done>} done
 */
export function streak(done) {
  let ago = done[dayOf()] ? 0 : 1;
  const from = ago;
  while (done[dayOf(ago)]) ago++;
  return ago - from;
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
