/**
 * Server tables: the screens under #/online. Loaded on the first visit, with their own strings and styles.
 *
 *   #/online            your tables; join one by its code or open a new one
 *   #/online/new        a new table
 *   #/online/CODE       the table: the lobby, then the game
 *   #/online/CODE/board and the other views of a game
 */
import { addOnlineWords, html } from '../app.js';
import { Create } from './create.js';
import { Start } from './start.js';
import { TableAt } from './table_at.js';

/** @returns {Promise<void>} resolves when the style sheet is loaded */
function look() {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = /** @type {any} */ (globalThis).ONLINE_LOOK ?? 'css/online.css';
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error('no style sheet'));
    };
    document.head.append(link);
  });
}

/** @type {Promise<unknown>|null} */
let getting = null;

export function ready() {
  getting ??= Promise.all([look(), addOnlineWords()]);
  getting.catch(() => (getting = null));
  return getting;
}

/** @param {{path: string[]}} props */
export function Online({ path: [where = '', what] }) {
  if (where === '') return html`<${Start} />`;
  if (where === 'new') return html`<${Create} />`;
  return html`<${TableAt} where=${where} what=${what} />`;
}
