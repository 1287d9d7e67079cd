/**
 * What if: a game that repeats another one up to some choice and goes on from there, against the same seats, with new dice.
 * Its record says so in a comment, as the program's do, so that it counts as no result.
 */
import { coach } from './core_client.js';
import { addGame } from './games.js';
import { dateLine, diceOf } from './record.js';
import { about } from './session.js';

/** @typedef {import('./answers.js').State} State */
/** @typedef {import('../parts/replay.js').Step} Step */

/**
 * The record of a game that goes on before a step.
 * @param {string} text the record of the whole game
 * @param {State} state before the step
 * @param {Step[]} steps of that game, in their order
 * @param {Step} step
 */
function recordBefore(text, state, steps, step) {
  const position = /^position .*$/m.exec(text)?.[0];
  const setup = position ? [position] : [`rules ${state.rules}`, ...state.seats.map(({ name, bot }) => `seat ${name}${bot ? ` bot ${bot}` : ''}`), ...(state.seats.length > 1 ? [`start ${steps[0].seat}`] : [])];
  const date = /^date (\S+)$/m.exec(text)?.[1] ?? '';
  return `${['yardstick 1', dateLine(), `# what-if: line ${step.line}, ${date}`, ...setup, `dice ${diceOf(text) === 'physical' ? 'physical' : 'system'}`,
    ...steps.filter(({ line }) => line < step.line).map((one) => one.do)].join('\n')}\n`;
}

/**
 * The record of such a game, if the core agrees that it stands where the other one stood: turns that were entered without
 * their rolls cannot be repeated.
 * @param {string} text @param {State} state @param {Step[]} steps @param {Step} step
 * @returns {Promise<string>} '' if there is none
 */
export async function whatIf(text, state, steps, step) {
  const record = recordBefore(text, state, steps, step);
  const there = await coach.about(record);
  return there.position && there.position === state.position ? record : '';
}

/** Stores such a game. @param {string} record @returns {Promise<string>} its id */
export async function keepWhatIf(record) {
  return addGame({ text: record, ...about(await coach.about(record)) });
}
