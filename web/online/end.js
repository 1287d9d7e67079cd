/**
 * The end of a game at a table of a server: whether the dice were fair, and where the game is kept.
 */
import { html, Note, t, useEffect, useState } from '../app.js';
import { ownShares } from './fair.js';

/** @param {{session: import('./remote_session.js').RemoteSession, view: import('../lib/session.js').View}} props */
export function End({ session, view }) {
  const [checked, setChecked] = useState(/** @type {any} */ (null));
  const { fair } = view.state;
  useEffect(() => {
    let left = false;
    if (fair) session.ask('verify').then((answer) => left || setChecked(answer), () => {});
    return () => {
      left = true;
    };
  }, [view]);
  return html`<div class="end">
    ${fair && checked && html`<${Checked} ...${{ session, view, checked }} />`}
    ${session.room.dice === 'physical' && html`<p class="small quiet">${t('online.dice.real.about')}</p>`}
    ${session.game ? html`<p class="small quiet">${t('online.kept')} <a href=${`#/game/${session.game}`}>${t('online.kept.open')}</a></p>`
    : !session.me && html`<p><button type="button" onClick=${() => session.keep()}>${t('online.keep')}</button></p>`}
  </div>`;
}

/** @param {{session: import('./remote_session.js').RemoteSession, view: import('../lib/session.js').View, checked: any}} props */
function Checked({ session, view, checked }) {
  const { verdict, throws, deals = [] } = checked;
  if (verdict === 'pending') return html`<${Note}>${t('online.dice.pending')}<//>`;
  const deal = deals.at(-1);
  const own = deal ? ownShares(session.text, deal.commitment, view.state.seats.length) : 'none';
  if (verdict === 'wrong' || own === 'no') {
    return html`<${Note} kind="problem">${verdict === 'wrong' ? t('online.dice.wrong', { n: checked.wrong?.line ?? 0 }) : t('online.dice.not-mine')}<//>`;
  }
  if (verdict !== 'right') return null;
  return html`<${Note} kind="good">${t('online.dice.right', { n: throws })}${own === 'yes' ? ` ${t('online.dice.own')}` : ''}<//>
    <details><summary>${t('online.fair.more')}</summary><p>${t('online.fair.1')}</p><p>${t('online.fair.2')}</p></details>`;
}
