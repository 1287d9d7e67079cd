/**
 * Dialogs during a game: who is at the table, replacing an absent player with a bot, and leaving.
 */
import { Dialog, html, Icon, list, Note, referee, t, useEffect, useState } from '../app.js';
import { AwayTag } from './away.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */

/** @param {{session: RemoteSession, onClose: () => void}} props */
export function PeopleDialog({ session, onClose }) {
  const { room } = session;
  const [levels, setLevels] = useState(/** @type {any[]} */ ([]));
  const [level, setLevel] = useState('family');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    referee.ask('levels').then((answer) => setLevels(answer.levels));
  }, []);
  const ask = async (/** @type {number} */ place) => {
    const answer = await session.say(`ask ${place} ${level}`);
    if (answer.error === undefined) onClose();
    else setProblem(answer.error);
  };
  const remove = async (/** @type {number} */ place) => setProblem((await session.say(`remove ${place}`)).error ?? '');
  const can = room.places.some((place) => place.may_ask);
  const away = room.places.filter((place) => place.away);
  return html`<${Dialog} title=${t('online.menu.people')} onClose=${onClose}>
    <ul class="sitting">${room.places.map((place) => html`<li key=${place.place} class="sitter">
      <span class="sitter-name"><bdi>${place.name}</bdi>
        ${place.mine && html` <span class="tag">${t('online.you')}</span>`}
        ${(place.bot || place.program || place.replaced) && html` <span class="tag">${t('seats.bot')}</span>`}
        ${place.left && html` <span class="tag">${t('online.gone')}</span>`}
        <${AwayTag} place=${place} /></span>
      ${place.may_ask && html`<button type="button" aria-label=${place.mine ? t('online.replace.me') : t('online.replace.name', { name: place.name })} onClick=${() => ask(place.place)}>${t('online.replace')}</button>`}
      ${place.may_remove && html`<button type="button" class="icon-button" aria-label=${t('online.remove', { name: place.name })} onClick=${() => remove(place.place)}><${Icon} name="close" /></button>`}
    </li>`)}</ul>
    ${can && html`<label class="field gap-above"><span>${t('online.bot.level')}</span>
      <select value=${level} onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
        ${levels.map((one) => html`<option key=${one.level} value=${one.level} selected=${one.level === level}>${t(`level.${one.level}`)}</option>`)}</select></label>
      <p class="small quiet">${away.length > 0 && `${t('online.replace.away', { names: list(away.map((place) => place.name)) })} `}${t('online.replace.about', { n: room.wait })}</p>`}
    ${problem && html`<${Note} kind="problem">${problem}<//>`}
  <//>`;
}

/** @param {{session: RemoteSession, onClose: () => void}} props */
export function LeaveDialog({ session, onClose }) {
  const [problem, setProblem] = useState('');
  const leave = async () => {
    const answer = await session.say('leave');
    if (answer.error !== undefined) return setProblem(answer.error);
    session.stand();
    onClose();
  };
  return html`<${Dialog} title=${t('online.leave.title')} onClose=${onClose}>
    <p>${t('online.leave.about')}</p>
    ${problem && html`<${Note} kind="problem">${problem}<//>`}
    <div class="buttons"><button type="button" class="danger" onClick=${leave}>${t('online.leave')}</button>
      <button type="button" onClick=${onClose}>${t('cancel')}</button></div>
  <//>`;
}
