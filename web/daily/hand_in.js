/**
 * Makes this browser a member of the groups it has joined, and hands in its daily games there. What cannot be sent now
 * is sent later: games are stored anyway, so there is no queue to lose.
 */
import { allGames } from '../lib/games.js';
import { dayOf } from '../lib/practised.js';
import { handedIn, keepGroup, ownGroup, ownGroups, rememberHanded } from './keys.js';
import { player } from './player.js';
import { ask } from './server.js';
import { dailyGames } from './stored.js';

/** Servers accept results for seven days after the day has ended everywhere. */
const DAYS_LATE = 8;

/** Refusals that stay refusals, whenever it is tried again. */
const FOR_GOOD = ['record', 'date', 'first', 'full', 'place', 'token', 'absent', 'body'];

/** @type {Set<() => void>} */
const hearers = new Set();

/** Calls back after games were handed in. @param {() => void} hear @returns {() => void} unsubscribes */
export function onHanded(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/**
 * The games that are due for a group.
 * @param {import('./keys.js').OwnGroup} group
 * @param {import('./stored.js').DailyGame[]} games
 */
export function waitingFor(group, games) {
  const oldest = dayOf(DAYS_LATE);
  return group.name ? games.filter((game) => game.finished && game.date >= oldest && !handedIn(group.id, game)) : [];
}

/** @type {Promise<void>|null} */
let running = null;
let wanted = false; // a group may have been joined since it began

/** @returns {Promise<void>} */
export function handInAll() {
  wanted = true;
  running ??= (async () => {
    while (wanted) {
      wanted = false;
      await handIn().catch(() => {});
    }
    running = null;
    for (const hear of hearers) hear();
  })();
  return running;
}

async function handIn() {
  const groups = ownGroups().filter(({ name }) => name);
  if (!groups.length) return;
  const games = dailyGames(await allGames());
  const { token } = await player();
  for (let group of groups) {
    // The group knows this browser by the first name it joined or handed in with.
    const known = (/** @type {{name: string}} */ { name }) => {
      group = { ...group, name, member: true };
      if (ownGroup(group.id)?.name) keepGroup(group); // unless it has been left meanwhile
    };
    try {
      if (!group.member) known(await ask('POST', `${group.id}/members`, { body: { name: group.name }, token }));
      for (const game of waitingFor(group, games)) {
        const record = game.text.replace(/^seat .*$/m, () => `seat ${group.name}`);
        try {
          known(await ask('POST', `${group.id}/results`, { body: { record }, token }));
          rememberHanded(group.id, game, { ok: true });
        } catch (error) {
          const { code } = /** @type {import('./server.js').Refusal} */ (error);
          if (code === 'words' || !FOR_GOOD.includes(code)) throw error;
          rememberHanded(group.id, game, { ok: false, code });
        }
      }
    } catch (error) {
      const { code } = /** @type {import('./server.js').Refusal} */ (error);
      if (code === 'words') keepGroup({ ...group, name: '', clash: group.name }); // somebody has such a name: ask for another one
      else if (['full', 'place'].includes(code)) keepGroup({ ...group, name: '', refused: code });
      else if (!FOR_GOOD.includes(code)) return; // the next group would fare no better
    }
  }
}
