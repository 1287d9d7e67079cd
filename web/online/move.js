/**
 * Moves your place to another device through a link that carries a new token. Browsers do not send the part of
 * a link after `#`. The server draws the QR code, and gets the token in a header, as in other HTTP requests.
 */
import { Dialog, html, Note, t, useEffect, useState } from '../app.js';
import { picture } from './api.js';
import { LinkBox } from './invite.js';
import { refusalWords } from './words.js';

/** @param {{session: import('./remote_session.js').RemoteSession, onClose: () => void}} props */
export function MoveDialog({ session, onClose }) {
  const [link, setLink] = useState('');
  const [drawn, setDrawn] = useState('');
  const [problem, setProblem] = useState('');
  const move = () => {
    setProblem('');
    session.move().then((token) => {
      setLink(`${document.baseURI.split('#')[0]}#/online/${session.id}?token=${token}`);
      picture(`tables/${session.id}/qr.svg`, token).then(setDrawn, () => {}); // the link alone will do
    }, (error) => setProblem(refusalWords(error)));
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
    ${drawn && html`<img class="qr qr-large" src=${drawn} alt=${t('online.move.qr')} width="200" height="200" />`}
    ${link && html`<${LinkBox} link=${link} title=${t('online.menu.move')} />
      <p class="small quiet gap-above">${t('online.move.secret')}</p>
      <div class="buttons"><button type="button" onClick=${away}>${t('online.move.done')}</button></div>`}
  <//>`;
}
