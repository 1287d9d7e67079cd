/**
 * Invites others to a table: its link, its code in large letters, and a QR code.
 */
import { announce, canSend, copy, Dialog, html, send, t, useState } from '../app.js';
import { address, tableLink } from './api.js';

/** Host names that work only on this machine. */
const LOCAL = /^(localhost|127\..*|\[::1\])$/;

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */

/**
 * A link to copy or send.
 * @param {{link: string, title: string}} props
 */
export function LinkBox({ link, title }) {
  const [said, setSaid] = useState('');
  const say = (/** @type {string} */ words) => {
    setSaid(words);
    announce(words);
  };
  const onCopy = async () => say(t(await copy(link) ? 'share.copied' : 'online.copy.self'));
  const onSend = async () => {
    if (!(await send(title, link))) say(t('share.send.failed'));
  };
  return html`<div class="link-box"><input type="text" class="link-field wide" readonly dir="ltr" aria-label=${t('share.link')} value=${link}
      onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <div class="buttons invite-buttons">
      ${canSend() && html`<button type="button" class="primary" onClick=${onSend}>${t('share.send')}</button>`}
      <button type="button" class=${canSend() ? '' : 'primary'} onClick=${onCopy}>${t('share.copy')}</button>
    </div>
    ${said && html`<p class="note note-good">${said}</p>`}</div>`;
}

/** @param {{session: RemoteSession}} props */
export function Invite({ session }) {
  const code = session.id;
  const [before, after] = t('online.local', { command: '|' }).split('|');
  return html`<div class="invite">
    <div class="invite-words">
      <p>${t('online.invite')}</p>
      <p class="code" dir="ltr" role="img" aria-label=${t('online.code.is', { code: [...code].join(' ') })}>${[...code].map((letter, i) => html`<span key=${i} aria-hidden="true">${letter}</span>`)}</p>
      <${LinkBox} link=${tableLink(code)} title=${t('online.invite.title', { code })} />
      ${LOCAL.test(location.hostname) && html`<p class="small quiet">${before}<code class="whole">yard serve --lan</code>${after}</p>`}
    </div>
    <img class="qr" src=${String(address(`tables/${code}/qr.svg`))} alt=${t('online.qr')} width="200" height="200" />
  </div>`;
}

/** @param {{session: RemoteSession, onClose: () => void}} props */
export function InviteDialog({ session, onClose }) {
  return html`<${Dialog} title=${t('online.menu.invite')} onClose=${onClose}><${Invite} session=${session} /><//>`;
}
