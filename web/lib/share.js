/**
 * Ways to pass on a game: files, the clipboard, other apps.
 */
import { fileName } from './record.js';

/**
 * Saves a file to the downloads folder.
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
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read the URL late
}

/**
 * Saves a game as a file.
 * @param {string} text its record
 */
export function saveFile(text) {
  download(fileName(text), new Blob([text], { type: 'text/plain' }));
}

/** Whether the system can share links with other apps. */
export function canSend() {
  return typeof navigator.share === 'function';
}

/**
 * Shares a link with another app.
 * @param {string} title
 * @param {string} url
 * @returns {Promise<boolean>} false if the system refused
 */
export async function send(title, url) {
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return /** @type {Error} */ (error).name === 'AbortError'; // canceled by the user
  }
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} false if the browser refused; show the text for copying by hand
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
