/**
 * The end of a game at a server's table: the verdict on its dice, and where the game is saved.
 */
import { html, t } from '../app.js';
import { SaveProof } from './proof.js';
import { Dice } from './verdict.js';

/** @param {{session: import('./remote_session.js').RemoteSession, view: import('../lib/session.js').View}} props */
export function End({ session, view }) {
  return html`<div class="end">
    ${view.state.fair && html`<${Dice} ...${{ session, view }} />
      <details><summary>${t('online.fair.more')}</summary><p>${t('online.fair.1')}</p><p>${t('online.fair.2')}</p></details>`}
    ${session.room.dice === 'physical' && html`<p class="small quiet">${t('online.dice.real.about')}</p>`}
    ${view.state.fair && html`<p><${SaveProof} session=${session} /></p>
      ${session.receipts.count > 0 && html`<p class="small quiet">${t('online.proof.about')}</p>`}`}
    ${session.game ? html`<p class="small quiet">${t('online.kept')} <a href=${`#/game/${session.game}`}>${t('online.kept.open')}</a></p>`
    : !session.me && html`<p><button type="button" onClick=${() => session.keep()}>${t('online.keep')}</button></p>`}
  </div>`;
}
