/**
 * Parts of the page that are fetched on demand, each with its code, strings and styles.
 */
import { addWords, currentLanguage } from './strings.js';

/** The style sheets, by part. The build fills in this table. */
const LOOKS = JSON.parse(/** @type {any} */ (globalThis).LOOKS ?? '{"later": "later.css", "online": "css/online.css"}');

/** @param {string} part @returns {Promise<void>} resolves when the style sheet applies */
function look(part) {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = LOOKS[part];
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(LOOKS[part]));
    };
    document.head.append(link);
  });
}

/**
 * Makes the service worker keep what was fetched: on a first visit, it may not have been there yet.
 * @param {string[]} files without their hashes
 */
export function keepFiles(files) {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(files));
}

/** @template {Record<string, any>} M the exports of its code */
export class Part {
  #name;
  #code;
  /** @type {Promise<M>|null} */ #getting = null;
  /** @type {M|null} the code, once everything has been fetched */ code = null;

  /** @param {'later'|'online'} name @param {() => Promise<M>} code */
  constructor(name, code) {
    this.#name = name;
    this.#code = code;
  }

  /** @returns {Promise<M>} */
  load() {
    this.#getting ??= Promise.all([this.#code(), look(this.#name), addWords(this.#name)]).then(([code]) => {
      keepFiles([`${this.#name}.js`, `${this.#name}.css`, `${currentLanguage()}.js`, `${currentLanguage()}_${this.#name}.js`]);
      return (this.code = code);
    }, (error) => {
      this.#getting = null; // try again when asked again
      throw error;
    });
    return this.#getting;
  }
}

export const later = new Part('later', () => import('../later.js'));
export const online = new Part('online', () => import('../online/online.js'));
