/**
 * Imports games from files, archives, text and links. The core decides whether a text is a record. No
 * game is stored twice: records only grow, so if one begins with the other, the longer one is kept.
 */
import { addGame, allGames, append } from './games.js';
import { coach } from './core_client.js';
import { about } from './session.js';
import { MOST, ShareError, decodeRecord } from './link.js';
import { dateOf } from './record.js';
import { ZipError, isZip, unzip } from './zip.js';

/** @typedef {import('./answers.js').State} State */
/** @typedef {import('./games.js').Kept} Kept */

const MOST_FILES = 5000;
const MOST_ARCHIVE = 200_000_000;

/**
 * An import that failed. `why` is one of:
 *
 *   record  the core refused line `line` with the message `said`
 *   none    the text names no rules, so it is not a game
 *   text    not UTF-8
 *   large   too large for a game, or for an archive of games
 *   zip     the archive cannot be read
 *   link    see ShareError; `said` is its reason
 */
export class ReceiveError extends Error {
  /**
   * @param {'record'|'none'|'text'|'large'|'zip'|'link'} why
   * @param {{line?: number, said?: string}} [where]
   */
  constructor(why, { line = 0, said = '' } = {}) {
    super(`received: ${why}`);
    this.why = why;
    this.line = line;
    this.said = said;
  }
}

/**
 * @typedef {Object} Received a record that can be stored
 * @property {string} text
 * @property {State} state
 * @property {boolean} cut its last line was incomplete and has been dropped
 * @property {{id: string, is: 'same'|'longer'|'shorter'}|null} twin the same game, already stored;
 *   longer: the stored one is longer
 */

/** @typedef {{name: string, outcome: 'added'|'same'|'longer'|'grown', id: string, cut: boolean}} Kind */
/** @typedef {Kind|{name: string, outcome: 'wrong', error: ReceiveError}} Outcome */

/**
 * @param {string} said
 * @param {Kept[]} [here] the stored games
 * @returns {Promise<Received>} rejects with ReceiveError
 */
export async function examine(said, here) {
  if (said.length > MOST) throw new ReceiveError('large');
  const whole = said.replaceAll('\r\n', '\n');
  const text = whole.slice(0, whole.lastIndexOf('\n') + 1); // a line without its line feed does not count, as in any record
  const state = /** @type {State} */ (await coach.about(text));
  if (state.error) throw new ReceiveError('record', { line: state.line ?? 0, said: state.reason ?? state.error });
  if (!state.rules) throw new ReceiveError('none');
  return { text, state, cut: text !== whole, twin: twinOf(text, here ?? await allGames()) };
}

/**
 * @param {string} text
 * @param {Kept[]} here
 * @returns {Received['twin']}
 */
function twinOf(text, here) {
  for (const { id, text: kept } of here) {
    if (kept === text) return { id, is: 'same' };
    if (kept.startsWith(text)) return { id, is: 'longer' };
    if (text.startsWith(kept)) return { id, is: 'shorter' };
  }
  return null;
}

/**
 * Stores a record, or extends the one already stored.
 * @param {Received} received
 * @param {Kept[]} [here] the stored games; a new one is added to them
 * @returns {Promise<{outcome: 'added'|'same'|'longer'|'grown', id: string}>} longer: the stored game is
 *   longer and stays; grown: the missing lines were appended to it. Rejects with StoreError.
 */
export async function keep({ text, state, twin }, here) {
  if (!twin) {
    const game = { ...about(state), text, begun: dateOf(text) || Date.now(), received: true };
    const id = await addGame(game);
    here?.push({ ...game, id, changed: Date.now() });
    return { outcome: 'added', id };
  }
  if (twin.is !== 'shorter') return { outcome: twin.is, id: twin.id };
  const all = here ?? await allGames();
  const kept = all.find((game) => game.id === twin.id);
  const known = kept?.text ?? '';
  await append(twin.id, known, text.slice(known.length), about(state));
  if (kept) kept.text = text;
  return { outcome: 'grown', id: twin.id };
}

/**
 * The texts in a file: a single one, or those of an archive.
 * @param {File} file
 * @returns {Promise<{name: string, text: string|ReceiveError}[]>}
 */
async function textsOf(file) {
  if (file.size > MOST_ARCHIVE) return [{ name: file.name, text: new ReceiveError('large') }];
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isZip(bytes)) return [{ name: file.name, text: decode(bytes) }];
  try {
    const files = await unzip(bytes, MOST, MOST_FILES, MOST_ARCHIVE);
    return files.filter(({ name }) => !/(^|\/)(__MACOSX|\.)/.test(name)).map(({ name, bytes: inside }) => ({ name, text: decode(inside) }));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return [{ name: file.name, text: new ReceiveError(error.why === 'large' ? 'large' : 'zip') }];
  }
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  if (bytes.length > MOST) return new ReceiveError('large');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new ReceiveError('text');
  }
}

/**
 * Imports all games in these files and reports the outcome of each. A bad file is skipped and does not
 * stop the others.
 * @param {Iterable<File>} files
 * @param {(done: number) => void} [progress]
 * @returns {Promise<Outcome[]>} rejects with StoreError if the store fails
 */
export async function receiveFiles(files, progress = () => {}) {
  const here = await allGames();
  /** @type {Outcome[]} */ const outcomes = [];
  for (const file of files) {
    for (const { name, text } of await textsOf(file)) {
      try {
        if (text instanceof ReceiveError) throw text;
        const received = await examine(text, here);
        outcomes.push({ name, cut: received.cut, ...await keep(received, here) });
      } catch (error) {
        if (!(error instanceof ReceiveError)) throw error;
        outcomes.push({ name, outcome: 'wrong', error });
      }
      progress(outcomes.length);
    }
  }
  return outcomes;
}

/**
 * Examines pasted text: a link, or a record.
 * @param {string} said
 * @returns {Promise<Received>} rejects with ReceiveError
 */
export async function receivePasted(said) {
  const link = /#record=([\s\S]+)$/.exec(said)?.[1];
  return examine(link === undefined ? `${said.trim()}\n` : await linked(link));
}

/**
 * @param {string} data the part of a link after `#record=`
 * @returns {Promise<string>} the record; rejects with ReceiveError
 */
export async function linked(data) {
  try {
    return await decodeRecord(data);
  } catch (error) {
    if (error instanceof ShareError) throw new ReceiveError('link', { said: error.why });
    throw error;
  }
}
