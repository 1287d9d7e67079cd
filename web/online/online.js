/**
 * Server tables: the screens under #/online. Fetched when first opened (lib/load.js).
 *
 *   #/online            your tables; join one by its code or open a new one
 *   #/online/new        a new table
 *   #/online/CODE       the table: the lobby, then the game
 *   #/online/CODE/board and the other views of a game
 */
import { html } from '../app.js';
import { Create } from './create.js';
import { Start } from './start.js';
import { TableAt } from './table_at.js';

export { request } from './api.js'; // for groups, ../daily/server.js

/** @param {{path: string[]}} props */
export function Online({ path: [where = '', what] }) {
  if (where === '') return html`<${Start} />`;
  if (where === 'new') return html`<${Create} />`;
  return html`<${TableAt} where=${where} what=${what} />`;
}
