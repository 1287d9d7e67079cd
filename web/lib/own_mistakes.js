/**
 * Positions from stored games in which a player made a mistake.
 */
import { isWhatIf } from './bests.js';
import { coach } from './core_client.js';
import { allGames } from './games.js';
import { isDue } from './practised.js';

/** @typedef {{position: string, name: string, rules: string, begun: number}} Mistake */

const GAMES_MOST = 50;

/** Each game's mistakes, valid until the game changes. @type {Map<string, {changed: number, mistakes: Mistake[]}>} */
const looked = new Map();

/**
 * @param {import('./games.js').Kept} game
 * @returns {Promise<Mistake[]>} the costliest first
 */
async function mistakesOf(game) {
  if (isWhatIf(game.text)) return [];
  /** @type {import('./answers.js').Analysis} */
  const analysis = await coach.about(game.text, 'analyse');
  if (analysis.error) return []; // the game cannot be analyzed, for example because it has not begun
  const wrong = analysis.decisions
    .filter((d) => d.grade !== 'best' && d.grade !== 'good' && !analysis.seats[d.seat - 1].bot)
    .sort((a, b) => b.cost - a.cost);
  const mistakes = [];
  for (const { line, name } of wrong) {
    const { position } = await coach.about(game.text, `state ${line - 1}`);
    if (position) mistakes.push({ position, name, rules: game.rules, begun: game.begun });
  }
  return mistakes;
}

/**
 * Searches the newest games for mistakes, one after another.
 * @param {(mistakes: Mistake[], looked: number, of: number) => boolean} hear
 *   called after each game with its mistakes that are due; returns false to stop
 */
export async function findMistakes(hear) {
  const games = (await allGames()).slice(0, GAMES_MOST);
  hear([], 0, games.length);
  for (const [i, game] of games.entries()) {
    const before = looked.get(game.id);
    const mistakes = before?.changed === game.changed ? before.mistakes : await mistakesOf(game);
    looked.set(game.id, { changed: game.changed, mistakes });
    if (!hear(mistakes.filter(({ position }) => isDue(position)), i + 1, games.length)) return;
  }
}
