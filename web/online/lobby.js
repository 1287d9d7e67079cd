/**
 * A table before the game: who is seated, how to invite others, and how to sit down.
 */
import { Ball, BOT_NAMES, changeSettings, Dialog, Frame, getSettings, html, Icon, initials, list, Note, oddName, referee, ruleName, t, useEffect, useRef, useState } from '../app.js';
import { request } from './api.js';
import { AwayTag } from './away.js';
import { Bar } from './bar.js';
import { DeleteDialog } from './delete.js';
import { Invite } from './invite.js';
import { freshId } from './socket.js';
import { refusalWords } from './words.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */
/** @typedef {import('../lib/answers.js').Place} Place */

/** @param {{session: RemoteSession}} props */
export function Lobby({ session }) {
  const { room, me, isHost } = session;
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);

  /** @param {string} line */
  async function say(line) {
    if (busy) return;
    setBusy(true);
    setProblem((await session.say(line)).error ?? '');
    setBusy(false);
  }

  const host = room.places.find((place) => place.host);
  const letters = initials(room.places.map(({ name }) => name));
  const others = room.places.filter((place) => place !== me).map(({ name }) => name);
  const said = problem && html`<${Note} kind="problem">${problem}<//>`;
  const facts = [ruleName(session.rules), t(room.dice === 'physical' ? 'online.fact.real' : room.dice === 'fair' ? 'online.fact.fair' : 'online.fact.seed', { n: room.seed ?? '' }),
    ...(room.roll ? [t('online.fact.roll')] : []), ...(room.clock ? [t('online.clock.seconds', { n: room.clock })] : [])];
  const invite = html`<section class="panel"><${Invite} session=${session} /></section>`;
  return html`<${Frame} title=${ruleName(session.rules.split(':')[0])} back="#/online" class="lobby" busy=${busy}>
    <${Bar} session=${session} />
    ${isHost && invite}
    ${!me && room.keeper && html`<${Note}>${t('online.keeper.wait', { name: host?.name ?? '' })}<//>`}
    <section class="panel">
      <h2>${t('online.who')}</h2>
      <ul class="sitting">${room.sides.map((side, at) => html`<li key=${side[0]} class="sitting-side">
        ${room.places.filter(({ place }) => side.includes(place)).map((place) => html`<${Sitting} key=${place.place} ...${{ place, seat: at + 1, letters: letters[room.places.indexOf(place)] }} onRemove=${() => say(`remove ${place.place}`)} />`)}</li>`)}</ul>
      ${room.sides.length < 2 && me && html`<p class="quiet">${t('online.alone')}</p>`}
      ${isHost && !room.keeper && html`<${AddBot} session=${session} onAdd=${say} />`}
      <p class="small quiet">${facts.join(' · ')}</p>
    </section>
    ${room.may_sit && html`<${Join} session=${session} />`}
    ${me && !isHost && html`<${Note}>${t('online.wait', { name: host?.name ?? '' })}<//>`}
    ${!isHost && invite}
    ${me && html`<p class="panel buttons"><button type="button" onClick=${() => say('leave')}>${t('online.leave')}</button>
      ${isHost && html`<button type="button" class="danger" onClick=${() => setDeleting(true)}>${t('online.menu.delete')}</button>`}</p>`}
    ${isHost ? html`<div class="start-bar">${said}<button type="button" class="go" disabled=${busy} onClick=${() => say('begin')}><strong>${t('online.begin')}</strong>${others.length > 0 && html`<span>${t('online.begin.with', { names: list(others) })}</span>`}</button></div>` : said}
    ${deleting && html`<${DeleteDialog} session=${session} onClose=${() => setDeleting(false)} />`}
  <//>`;
}

/** @param {{place: Place, seat: number, letters: string, onRemove: () => void}} props */
function Sitting({ place, seat, letters, onRemove }) {
  return html`<span class="sitter"><${Ball} ...${{ seat, letters }} bot=${Boolean(place.bot)} /><span class="sitter-name"><bdi>${place.name}</bdi>
      ${place.mine && html` <span class="tag">${t('online.you')}</span>`}
      ${place.bot && html` <span class="tag">${t('seats.bot')} · ${t(`level.${place.bot}`)}</span>`}
      ${place.program && html` <span class="tag">${t('online.program')}</span>`}
      ${place.host && html` <span class="tag">${t('online.host')}</span>`}
      <${AwayTag} place=${place} /></span>
    ${place.may_remove && html`<button type="button" class="icon-button" aria-label=${t('online.remove', { name: place.name })} onClick=${onRemove}><${Icon} name="close" /></button>`}</span>`;
}

/** @param {{session: RemoteSession, onAdd: (line: string) => void}} props */
function AddBot({ session, onAdd }) {
  const [levels, setLevels] = useState(/** @type {any[]} */ ([]));
  const [level, setLevel] = useState('family');
  useEffect(() => {
    referee.ask('levels').then((answer) => setLevels(answer.levels));
  }, []);
  const free = BOT_NAMES.find((name) => !session.room.places.some((place) => place.name === name)) ?? `Bot ${session.room.places.at(-1)?.place}`;
  return html`<div class="add-bot">
    <select aria-label=${t('online.bot.level')} value=${level} onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
      ${levels.map((one) => html`<option key=${one.level} value=${one.level} selected=${one.level === level}>${t(`level.${one.level}`)}</option>`)}</select>
    <button type="button" onClick=${() => onAdd(`bot ${free} ${level}`)}>${t('new.add.bot')}</button></div>`;
}

/** For spectators during a game. @param {{session: RemoteSession, onClose: () => void}} props */
export function JoinDialog({ session, onClose }) {
  return html`<${Dialog} title=${t('online.sit.next')} onClose=${onClose}><${Join} session=${session} onDone=${onClose} /><//>`;
}

/** @param {{session: RemoteSession, onDone?: () => void}} props onDone: during a game, in a dialog */
function Join({ session, onDone }) {
  const [name, setName] = useState(getSettings().me || getSettings().names[0] || '');
  const [partner, setPartner] = useState(0);
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const action = useRef(freshId()); // so that retries take only one place
  const sides = onDone ? [] : session.room.places.filter((place) => place.may_join);

  /** @param {Event} event */
  async function sit(event) {
    event.preventDefault();
    const me = name.trim();
    const odd = oddName([me]);
    if (!me || odd) return setProblem(me ? odd : t('online.name.empty'));
    if (busy.current) return;
    busy.current = true;
    setProblem('');
    try {
      const { place, token } = await request('POST', `tables/${session.id}/places`, { body: { name: me, action: action.current, ...(partner && { with: partner }) } });
      action.current = freshId();
      changeSettings({ me });
      session.sit(place, token, me);
      onDone?.();
    } catch (error) {
      setProblem(refusalWords(/** @type {any} */ (error), 'sit'));
    }
    busy.current = false;
  }

  return html`<form class=${`join ${onDone ? '' : 'panel'}`} novalidate onSubmit=${sit}>
    ${!onDone && html`<h2>${t('online.sit.title')}</h2>`}
    <label class="field"><span>${t('online.name')}</span>
      <input type="text" value=${name} maxlength="40" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    ${sides.length > 0 && html`<label class="field"><span>${t('online.sit.how')}</span>
      <select value=${partner} onChange=${(/** @type {any} */ event) => setPartner(Number(event.target.value))}>
        <option value=${0} selected=${!partner}>${t('online.sit.alone')}</option>
        ${sides.map(({ place }) => html`<option key=${place} value=${place} selected=${partner === place}>${t('online.sit.with', { name: session.sideOf(place) })}</option>`)}
      </select></label>`}
    ${problem && html`<${Note} kind="problem">${problem}<//>`}
    <button type="submit" class="primary big wide">${t('online.sit')}</button>
    ${!onDone && html`<p class="small quiet gap-above">${t('online.sit.look')}</p>`}
  </form>`;
}
