/**
 * Games that come from elsewhere: files, archives of them, text and links. The core judges whether a
 * text is a record. A game that is here already is not kept twice: a record only ever grows, so of
 * two where one begins with the other, the longer one is kept.
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
 * A text that is no record. `why` is for programs:
 *
 *   record  the core refused line `line` with the words `said`
 *   none    it names no rules, so it is no game
 *   text    it is no text
 *   large   it is longer than any game
 *   zip     the archive cannot be read
 *   link    see ShareError; its reason stands in `said`
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
 * @typedef {Object} Received a record that may be kept
 * @property {string} text
 * @property {State} state
 * @property {boolean} cut its last line was not whole and is left out
 * @property {{id: string, is: 'same'|'longer'|'shorter'}|null} twin the same game, kept here already;
 *   longer: the one here
 */

/** @typedef {{name: string, outcome: 'added'|'same'|'longer'|'grown', id: string, cut: boolean}} Kind */
/** @typedef {Kind|{name: string, outcome: 'wrong', error: ReceiveError}} Outcome */

/**
 * @param {string} said
 * @param {Kept[]} [here] the games kept
 * @returns {Promise<Received>} rejects with ReceiveError
 */
export async function examine(said, here) {
  if (said.length > MOST) throw new ReceiveError('large');
  const whole = said.replaceAll('\r\n', '\n');
  const text = whole.slice(0, whole.lastIndexOf('\n') + 1); // as everywhere: a line that has no end was never said
  const state = /** @type {State} */ (await coach.about(text));
  if (state.error) {
    const [, line, why] = /^record, line (\d+): (.*)$/s.exec(state.error) ?? [];
    throw new ReceiveError('record', { line: Number(line ?? 0), said: why ?? state.error });
  }
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
 * Keeps it; what was here already grows.
 * @param {Received} received
 * @param {Kept[]} [here] the games kept; a new one is added to them
 * @returns {Promise<{outcome: 'added'|'same'|'longer'|'grown', id: string}>} longer: the game here is,
 *   and stays; grown: the game here now has the lines it lacked. Rejects with StoreError.
 */
export async function keep({ text, state, twin }, here) {
  if (!twin) {
    const game = { ...about(state), text, begun: dateOf(text) || Date.now() };
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
 * The texts in a file: one, or those of an archive.
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
 * Keeps all games in these files, and says for each what came of it. A file that is wrong leaves
 * nothing behind and does not stop the others.
 * @param {Iterable<File>} files
 * @param {(done: number) => void} [progress]
 * @returns {Promise<Outcome[]>} rejects with StoreError when nothing more can be kept
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
 * What somebody pasted: a link, or the text of a record.
 * @param {string} said
 * @returns {Promise<Received>} rejects with ReceiveError
 */
export async function receivePasted(said) {
  const link = /#record=([\s\S]+)$/.exec(said)?.[1];
  return examine(link === undefined ? `${said.trim()}\n` : await linked(link));
}

/**
 * @param {string} data what stands behind `#record=`
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
