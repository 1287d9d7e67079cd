/**
 * The own place on another device: a link that holds a new token. The part of a link behind `#` stays in
 * browsers, so the picture of it is drawn here.
 */
import { Dialog, html, Note, t, useEffect, useState } from '../app.js';
import { LinkBox } from './invite.js';
import { QrCode } from './qr_code.js';
import { refusalWords } from './words.js';

/** @param {{session: import('./remote_session.js').RemoteSession, onClose: () => void}} props */
export function MoveDialog({ session, onClose }) {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const move = () => {
    setProblem('');
    session.move().then((token) => setLink(`${document.baseURI.split('#')[0]}#/online/${session.id}?token=${token}`), (error) => setProblem(refusalWords(error)));
  };
  useEffect(move, []);
  const away = () => {
    session.stand();
    onClose();
  };
  return html`<${Dialog} title=${t('online.menu.move')} onClose=${onClose}>
    <p>${t('online.move.about')}</p>
    ${problem && html`<${Note} kind="problem">${problem}<//>
      <p class="gap-above"><button type="button" onClick=${move}>${t('online.again')}</button></p>`}
    ${link && html`<${QrCode} text=${link} label=${t('online.move.qr')} />
      <${LinkBox} link=${link} title=${t('online.menu.move')} />
      <p class="small quiet gap-above">${t('online.move.secret')}</p>
      <div class="buttons"><button type="button" onClick=${away}>${t('online.move.done')}</button></div>`}
  <//>`;
}
