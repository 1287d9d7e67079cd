/**
 * A game on its way to somebody else: as a link that holds the whole record, or as a file. Nothing is
 * sent to a server: the part of a link behind `#` stays in browsers.
 */
import { encodeRecord, fileName } from './link.js';

/**
 * @param {string} text a record
 * @returns {Promise<string>} a link to this page that shows it
 */
export async function recordLink(text) {
  return `${location.href.split('#')[0]}#record=${await encodeRecord(text)}`;
}

/**
 * Hands a file to the person: into the folder for downloads.
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it only then
}

/**
 * Saves a game as a file.
 * @param {string} text its record
 */
export function saveFile(text) {
  download(fileName(text), new Blob([text], { type: 'text/plain' }));
}

/** Whether the system can send things to other programs. */
export function canSend() {
  return typeof navigator.share === 'function';
}

/**
 * Gives a link to another program of the system.
 * @param {string} title
 * @param {string} url
 * @returns {Promise<boolean>} false: the system would not
 */
export async function send(title, url) {
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return /** @type {Error} */ (error).name === 'AbortError'; // thought better of it
  }
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} false: the browser would not; show it for copying by hand
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
