/**
 * What a table's lines say about its fair dice, and whether they contain the shares that this browser gave.
 * Independent of the page and the network.
 */

/**
 * @typedef {Object} Deal one commitment, and what the seats contributed to its dice
 * @property {number} line of the commitment, from 1
 * @property {number} game from 1
 * @property {string} commitment
 * @property {Map<number, string>} shares by seat; `-`: none given
 * @property {number[]} unopened seats reported for not opening their pledged share
 * @property {number[]} goon places that agreed to continue without those shares
 * @property {number} throws
 *
 * @typedef {{commitment: string, seat: number, bytes: string, table?: string, log?: string}} Share
 *   log: the hash of the log up to the commitment, computed when the share was drawn
 *
 * @typedef {'rewritten'|'changed'|'missing'|'replaced'|'late'|'dropped'|'passed'} Kind the last three can happen
 *   while this player is away and others give their shares
 * @typedef {{kind: Kind, commitment: string, others: number[]}} Trouble others: other players' seats that gave a share
 */

/** @type {Kind[]} expected if this player was away */
const SOFT = ['late', 'dropped', 'passed'];

/** @param {Trouble} trouble */
export const isSoft = ({ kind }) => SOFT.includes(kind);

/** @param {string} text a record @returns {Deal[]} */
export function dealsOf(text) {
  /** @type {Deal[]} */ const deals = [];
  let game = 1;
  text.split('\n').forEach((line, i) => {
    const [verb, first, last, about = ''] = line.split(' ');
    const deal = deals[deals.length - 1];
    if (verb === 'rematch') game++;
    else if (verb === 'dice' && first.startsWith('fair')) {
      deals.push({ line: i + 1, game, commitment: line.replace(/.* /, ''), shares: new Map(), unopened: [], goon: [], throws: 0 });
    } else if (!deal) return;
    else if (verb === 'share') {
      deal.shares.set(Number(first), last);
      deal.unopened = deal.unopened.filter((seat) => seat !== Number(first));
      deal.goon = []; // places must agree again after every share
    } else if (verb === 'roll') deal.throws++;
    else if (line.startsWith('# room: unopened ')) {
      deal.unopened.push(Number(about));
      deal.goon = []; // earlier agreements do not cover the share reported here
    } else if (line.startsWith('# room: goon ')) deal.goon.push(Number(about));
  });
  return deals;
}

/**
 * @typedef {Object} Own what this browser knows about its part of the dice
 * @property {string} table the table's code
 * @property {number} place
 * @property {number[]} seats that this browser gives shares for, except those of bots
 * @property {boolean} alone nobody else can have given these seats' shares
 * @property {number} past lines up to here are older than this page's connection
 * @property {Share[]} kept
 * @property {string[]} accepted problems that the player has chosen to ignore
 * @property {((line: number) => string)|null} hashAt the hash of the log up to a line; null if unavailable
 */

/**
 * What is wrong with this browser's part of the current dice; null if nothing is.
 * @param {string} text the whole record
 * @param {Own} own
 * @returns {Trouble|null}
 */
export function troubleOf(text, own) {
  const deals = dealsOf(text);
  const deal = deals[deals.length - 1];
  if (!deal) return null;
  const others = [...deal.shares].filter(([seat, share]) => share !== '-' && !own.seats.includes(seat)).map(([seat]) => seat);
  // replaced() comes before given(): until the player accepts the new dice, this browser gives no share for them.
  const found = [rewritten(deals, own), ...own.seats.flatMap((seat) => [replaced(deals, seat, own), given(deal, seat, others, own)])];
  const kind = found.find((one) => one && !own.accepted.includes(`${one} ${deal.commitment}`));
  return kind ? { kind, commitment: deal.commitment, others } : null;
}

/** @param {Deal[]} deals @param {Own} own @returns {Kind|undefined} */
function rewritten(deals, { table, kept, hashAt }) {
  return kept.some((share) => {
    if (share.table !== table || !share.log || !hashAt) return false;
    const deal = deals.find(({ commitment }) => commitment === share.commitment);
    return !deal || hashAt(deal.line) !== share.log;
  }) ? 'rewritten' : undefined;
}

/** @param {Deal} deal @param {number} seat @param {number[]} others @param {Own} own @returns {Kind|undefined} */
function given(deal, seat, others, { kept, alone, past }) {
  const mine = keptFor(kept, deal.commitment, seat);
  const share = deal.shares.get(seat);
  if (share === undefined) return undefined;
  if (share !== '-') return (mine ? mine !== share : alone) ? 'changed' : undefined;
  return deal.line > past || !others.length ? 'missing' : 'passed';
}

/**
 * Reports a share that was drawn for dice that were replaced before their first throw.
 * @param {Deal[]} deals @param {number} seat @param {Own} own @returns {Kind|undefined}
 */
function replaced(deals, seat, { kept, place, past }) {
  const deal = deals[deals.length - 1];
  const dropped = deals.filter((old) => old !== deal && old.game === deal.game && !old.throws && keptFor(kept, old.commitment, seat) && !old.goon.includes(place));
  if (!dropped.length) return undefined;
  if (dropped.every((old) => old.unopened.includes(seat) && old.goon.length)) return 'late';
  return deal.line <= past && dropped.every((old) => old.goon.length) ? 'dropped' : 'replaced';
}

/** @param {Share[]} kept @param {string} commitment @param {number} seat */
export const keptFor = (kept, commitment, seat) => kept.find((share) => share.commitment === commitment && share.seat === seat)?.bytes;
