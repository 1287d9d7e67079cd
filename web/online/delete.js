/**
 * Deletes a table for everybody. Asks twice, because this is irreversible.
 */
import { Dialog, go, html, Note, t, useState } from '../app.js';
import { request } from './api.js';
import { RemoteSession } from './remote_session.js';
import { ownTable } from './tables.js';
import { refusalWords } from './words.js';

/** @param {{session: RemoteSession, onClose: () => void}} props */
export function DeleteDialog({ session, onClose }) {
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState('');
  const remove = async () => {
    setProblem('');
    try {
      await request('DELETE', `tables/${session.id}`, { token: ownTable(session.id)?.token });
    } catch (error) {
      const refusal = /** @type {import('./api.js').ApiError} */ (error);
      // absent: already deleted, perhaps by a request whose answer was lost
      if (refusal.code !== 'absent') return setProblem(refusalWords(refusal));
    }
    RemoteSession.forget(session.id);
    go('/online', true);
  };
  return html`<${Dialog} title=${t(sure ? 'online.delete.sure' : 'online.delete.title')} onClose=${onClose}>
    <p>${t(sure ? 'online.delete.never' : 'online.delete.about')}</p>
    ${problem && html`<${Note} kind="problem">${problem}<//>`}
    <div class="buttons"><button key=${sure} type="button" class="danger" onClick=${sure ? remove : () => setSure(true)}>${t(sure ? 'online.delete.yes' : 'online.delete')}</button>
      <button type="button" onClick=${onClose}>${t('cancel')}</button></div>
  <//>`;
}
