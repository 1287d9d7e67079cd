/**
 * Saves the record of a game and the server's receipts as files that anybody can verify.
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
 * @param {{session: import('./remote_session.js').RemoteSession, words?: string, primary?: boolean}} props words: label of the button
 */
export function SaveProof({ session, words = t('online.proof'), primary = false }) {
  const { refused, text, id } = session;
  // The rejected line is the evidence.
  const save = () => saveProof(id, refused ? `${text}${refused.say}\n` : text);
  return html`<button type="button" class=${primary ? 'primary' : ''} onClick=${save}>${words}</button>`;
}
