/**
 * The record of a game and what the server has signed about it, as files that anybody can check.
 */
import { download, fileName, html, t } from '../app.js';
import { receiptsOf } from './receipts.js';

/**
 * @param {string} code
 * @param {string} text the record
 */
export async function saveProof(code, text) {
  const name = fileName(text);
  download(name, new Blob([text], { type: 'text/plain' }));
  const receipts = await receiptsOf(code).catch(() => []);
  if (receipts.length) download(name.replace(/yard$/, 'receipts'), new Blob(receipts.map((one) => `${JSON.stringify(one)}\n`), { type: 'text/plain' }));
}

/**
 * @param {{session: import('./remote_session.js').RemoteSession, words?: string, primary?: boolean}} props words: on the button, where it saves something else
 */
export function SaveProof({ session, words = t('online.proof'), primary = false }) {
  const { refused, text, id } = session;
  // A line that was refused is what has to be shown.
  const save = () => saveProof(id, refused ? `${text}${refused.say}\n` : text);
  return html`<button type="button" class=${primary ? 'primary' : ''} onClick=${save}>${words}</button>`;
}
