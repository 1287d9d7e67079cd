/**
 * The menu of a table: everything besides playing.
 */
import { html } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/**
 * @param {{session: import('../lib/session.js').Session, view: import('../lib/session.js').View,
 *   onClose: () => void, onOpen: (what: string) => void, choosing: boolean, more?: any}} props
 *   more: items that only some tables have
 */
export function TableMenu({ session, view, onClose, onOpen, choosing, more }) {
  const here = `#${session.path}`;
  const begun = view.state.phase !== 'setup';
  return html`<${Dialog} title=${t('table.menu')} onClose=${onClose} class="menu">
    <div class="menu-list">
      ${more}
      <h3>${t('menu.group.turn')}</h3>
      ${choosing && html`<button type="button" onClick=${() => onOpen('why')}>${t('menu.why')}</button>`}
      ${choosing && Object.values(view.state.claims ?? {}).some(Boolean) && html`<button type="button" onClick=${() => onOpen('zeros')}>${t('menu.zero')}</button>`}
      <button type="button" disabled=${!begun || !view.back} onClick=${() => onOpen('correct')}>${t('menu.correct')}</button>
      <h3>${t('menu.group.game')}</h3>
      <button type="button" onClick=${() => onOpen('sheet')}>${t('sheet.whole')}</button>
      <button type="button" onClick=${() => onOpen('series')}>${t('menu.series')}</button>
      <a class="button" href=${`${here}/board`}>${t('menu.board')}</a>
      <a class="button" href=${`${here}/review`}>${t('menu.review')}</a>
      <a class="button" href=${`${here}/print`}>${t('menu.print')}</a>
      <button type="button" onClick=${() => onOpen('share')}>${t('menu.share')}</button>
      <h3>${t('menu.group.more')}</h3>
      ${session.bots && html`<a class="button" href="#/new">${t('menu.new')}</a>`}
      <a class="button" href=${`#/rules/${encodeURIComponent(view.state.rules)}`}>${t('menu.rules')}</a>
      <button type="button" onClick=${() => onOpen('keys')}>${t('keys.title')}</button>
      <a class="button" href="#/settings">${t('home.settings')}</a>
    </div>
  </${Dialog}>`;
}
