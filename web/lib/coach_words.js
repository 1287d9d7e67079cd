/**
 * The coach's answers as words and numbers in the language of the page.
 */
import { diceIn } from './log.js';
import { figure } from './sentence.js';
import { currentLanguage, number, percent, t, translateCore } from './strings.js';

/** @typedef {import('./answers.js').Book} Book */
/** @typedef {import('./answers.js').Grade} Grade */
/** @typedef {import('./answers.js').Unit} Unit */

/** From the best to the worst. @type {Grade[]} */
export const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

/** Grades have shapes as well as words: color alone must not carry meaning. */
const SHAPES = { best: '★', good: '✓', inaccuracy: '△', mistake: '◆', blunder: '■' };

/** @param {Grade} grade */
export function gradeShape(grade) {
  return SHAPES[grade];
}

/** @param {Grade} grade */
export function gradeWord(grade) {
  return t(`grade.${grade}`);
}

/**
 * @param {Book|null|undefined} book
 * @param {string} key
 */
export function boxLabel(book, key) {
  const label = book?.boxes?.find((box) => box.key === key)?.label;
  return label ? translateCore(label) : key;
}

/**
 * An action of the table language in words: "keep 4 4 4", "score 12 in Fours", "enter a zero in Fours instead of 12".
 * @param {string} action
 * @param {Book|null|undefined} book
 * @param {number} [points] what the box or the dice would score immediately, if known
 */
export function actionWords(action, book, points) {
  const [verb, ...rest] = action.split(' ');
  if (verb === 'score') {
    const box = boxLabel(book, rest[0]);
    if (Number(rest[1])) return t('do.score.points', { points: Number(rest[1]), box }); // entered without its dice
    if (rest[1] && points) return t('do.score.instead', { points, box });
    if (rest[1]) return t('do.score.zero', { box });
    if (points === undefined) return t('do.score', { box });
    return points ? t('do.score.points', { points, box }) : t('do.score.zero', { box });
  }
  if (verb === 'take') {
    const how = rest.pop() ?? '';
    return t(`do.take.${how}`, { dice: rest.join(' ') });
  }
  if (verb === 'bank') return rest.length ? t('do.bank', { n: number(Number(rest[0])) }) : t('do.bank.dice');
  if (verb === 'bust') return t('do.bust');
  if (verb === 'last' || verb === 'aside') return t(`do.${verb}`, { dice: rest.join(' ') });
  if (verb === 'keep') return rest[0] === '-' ? t('do.keep.none') : t('do.keep', { dice: rest.join(' ') });
  return t('do.roll', { dice: rest.join(' ') });
}

/** @param {string} words */
export function sentence(words) {
  return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
}

/**
 * Which dice an action keeps or sets aside, by position.
 * @param {(number|null)[]} dice null: not rolled yet
 * @param {string} action
 * @returns {boolean[]}
 */
export function marked(dice, action) {
  const left = diceIn(action);
  return dice.map((face) => {
    const at = face === null ? -1 : left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The unit in which the values of a goal are measured.
 * @param {string} goal
 * @returns {Unit}
 */
export function unitOf(goal) {
  return goal === 'score' ? 'points' : goal === 'turns' ? 'turns' : 'win';
}

/** @param {Unit} unit */
const digits = (unit) => (unit === 'turns' ? 2 : 1);

/**
 * A plain value: "254.6", "52.9 %".
 * @param {Unit} unit
 * @param {number} value
 */
export function value(unit, value) {
  return unit === 'win' ? percent(value) : number(value, digits(unit));
}

/**
 * A difference with its sign; without one if it rounds to zero.
 * @param {Unit} unit
 * @param {number} difference
 */
export function signed(unit, difference) {
  return figure(difference, currentLanguage(), {
    ...(unit === 'win' ? { style: 'percent' } : {}),
    minimumFractionDigits: digits(unit),
    maximumFractionDigits: digits(unit),
    signDisplay: /** @type {any} */ ('exceptZero'),
  });
}

/**
 * What a choice gave away, with its sign: "−6.1" points, "+0.14" turns.
 * @param {Unit} unit
 * @param {number} cost
 */
export const lost = (unit, cost) => signed(unit, unit === 'turns' ? cost : -cost);

/**
 * A value in words: "expected final score 254.6".
 * @param {Unit} unit
 * @param {number} worth
 */
export function worthWords(unit, worth) {
  return t(`worth.${unit}`, { value: value(unit, worth) });
}

/**
 * The cost of a choice, in words: "6.2 points".
 * @param {Unit} unit
 * @param {number} cost
 */
export function costWords(unit, cost) {
  const least = unit === 'win' ? 0.0005 : 0.5 * 10 ** -digits(unit);
  if (cost > 0 && cost < least) return t(`cost.least.${unit}`, { value: value(unit, 2 * least) });
  return t(`cost.${unit}`, { value: value(unit, cost) });
}
