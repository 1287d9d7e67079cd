/**
 * What can be done at a table besides playing.
 */
import { html, useState } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { copyLink, saveFile } from '../lib/share.js';
import { Dialog } from './dialog.js';

/**
 * @param {{session: import('../lib/session.js').Session, view: import('../lib/session.js').View,
 *   onClose: () => void, onCorrect: () => void, onWhy: (() => void)|null}} props
 */
export function TableMenu({ session, view, onClose, onCorrect, onWhy }) {
  const [shared, setShared] = useState('');
  const id = session.id;
  const begun = view.state.phase !== 'setup';
  return html`<${Dialog} title=${t('table.menu')} onClose=${onClose} class="menu">
    <div class="menu-list">
      ${onWhy && html`<button type="button" onClick=${onWhy}>${t('menu.why')}</button>`}
      <button type="button" disabled=${!begun} onClick=${onCorrect}>${t('menu.correct')}</button>
      <a class="button" href=${`#/game/${id}/board`}>${t('menu.board')}</a>
      <a class="button" href=${`#/game/${id}/review`}>${t('menu.review')}</a>
      <a class="button" href=${`#/rules/${encodeURIComponent(view.state.rules)}`}>${t('menu.rules')}</a>
      <a class="button" href=${`#/game/${id}/print`}>${t('menu.print')}</a>
      <button type="button" onClick=${async () => setShared(await copyLink(session.text))}>${t('menu.share')}</button>
      <button type="button" onClick=${() => saveFile(session.text)}>${t('menu.save')}</button>
      <a class="button" href="#/settings">${t('home.settings')}</a>
    </div>
    ${shared && html`<p class="note note-good" role="status">${shared}</p>`}
  </${Dialog}>`;
}
