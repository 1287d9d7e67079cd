/**
 * Shares a game: as a link that contains the whole record, with another app, or as a file. Nothing is sent to a server:
 * browsers do not send the part of a link after `#`.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { encodeRecord } from '../lib/link.js';
import { canSend, copy, saveFile, send } from '../lib/share.js';
import { announce } from '../lib/live.js';
import { t } from '../lib/strings.js';
import { Dialog } from './dialog.js';

/**
 * @param {{text: string, title: string, onClose: () => void}} props
 *   text: the record; title: a short description for the recipient
 */
export function ShareDialog({ text, title, onClose }) {
  const [link, setLink] = useState('');
  const [said, setSaid] = useState('');
  const field = useRef(/** @type {HTMLTextAreaElement|null} */ (null));
  useEffect(() => {
    encodeRecord(text).then((record) => setLink(`${location.href.split('#')[0]}#record=${record}`));
  }, [text]);
  const say = (/** @type {string} */ words) => {
    setSaid(words);
    announce(words);
  };
  const onCopy = async () => {
    if (await copy(link)) return say(t('share.copied'));
    field.current?.focus();
    field.current?.select();
    say(t('share.copy.self'));
  };
  const onSend = async () => {
    if (!(await send(title, link))) say(t('share.send.failed'));
  };
  return html`<${Dialog} title=${t('share.title')} onClose=${onClose}>
    <p>${t('share.about')}</p>
    <label class="field">
      <span>${t('share.link')}</span>
      <textarea ref=${field} class="link-field" readonly rows="3" dir="ltr" spellcheck=${false} value=${link}
        onFocus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLTextAreaElement} */ (event.target).select()}></textarea>
    </label>
    <div class="buttons">
      <button type="button" class="primary" disabled=${!link} onClick=${onCopy}>${t('share.copy')}</button>
      ${canSend() && html`<button type="button" disabled=${!link} onClick=${onSend}>${t('share.send')}</button>`}
      <button type="button" onClick=${() => saveFile(text)}>${t('share.file')}</button>
    </div>
    ${said && html`<p class="note note-good gap-above">${said}</p>`}
  </${Dialog}>`;
}
