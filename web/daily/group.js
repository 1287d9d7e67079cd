/**
 * One group: join it, today's results, its link and its members.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { announce } from '../lib/live.js';
import { dayOf } from '../lib/practised.js';
import { go } from '../lib/route.js';
import { changeSettings } from '../lib/settings.js';
import { canSend, copy, send } from '../lib/share.js';
import { t } from '../lib/strings.js';
import { Dialog } from '../parts/dialog.js';
import { Frame, Note } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { useBeat } from './beat.js';
import { handInAll, onHanded } from './hand_in.js';
import { forgetGroup, keepGroup, ownGroup, ownName } from './keys.js';
import { Results } from './results.js';
import { ask, oddMember, refusalWords } from './server.js';

/** @param {{id: string}} props */
export function GroupAt({ id }) {
  const [own, setOwn] = useState(() => ownGroup(id));
  const [group, setGroup] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState('');
  const [date] = useState(dayOf);
  const [leaving, setLeaving] = useState(/** @type {{what: string, about: string, sure: () => void}|null} */ (null));
  const title = group?.name ?? own?.title ?? t('daily.title.groups');
  const failed = (/** @type {any} */ error) => setProblem(refusalWords(error));
  const look = () => ask('GET', id).then((found) => {
    setGroup(found);
    setProblem('');
    const mine = ownGroup(id);
    if (mine) keepGroup({ ...mine, title: found.name });
  }, failed);
  const beat = useBeat();
  useEffect(() => {
    look();
  }, [beat]);
  useEffect(() => {
    handInAll();
    return onHanded(() => {
      setOwn(ownGroup(id));
      look();
    });
  }, []);
  /** @param {string} name */
  function join(name) {
    changeSettings({ me: name });
    keepGroup({ ...own, id, title, name, clash: '', refused: '' });
    setOwn(ownGroup(id));
    handInAll();
  }
  const forget = () => {
    forgetGroup(id);
    go('/daily/groups', true);
  };
  const change = (/** @type {string} */ path) => ask('DELETE', `${id}${path}`, { token: own?.token });
  return html`<${Frame} title=${title} back="#/daily/groups" class="daily">
    ${problem && html`<${Note} kind="problem">${problem}<//>`}
    ${group && !own?.name && html`<${Join} key=${own?.refused} clash=${own?.clash ?? ''} refused=${own?.refused ?? ''} onJoin=${join} />`}
    <section class="panel" aria-labelledby="group-today"><h2 id="group-today">${t('daily.group.today')}</h2>
      <${Results} key=${own?.name} group=${own ?? { id, title }} date=${date} />
      ${group && own?.name && !group.members?.some((/** @type {any} */ m) => m.name === own.name) && html`<p>${t('daily.group.joined', { name: own.name })}</p>`}
      <p class="gap-above"><a class="button sunny" href="#/daily/game"><strong>${t('daily.title.game')}</strong></a></p></section>
    <${Invite} id=${id} title=${title} />
    ${group?.members?.length > 0 && html`<section class="panel" aria-labelledby="group-members"><h2 id="group-members">${t('daily.group.members', { n: group.members.length })}</h2>
      <ul class="day-members">${group.members.map((/** @type {any} */ m) => html`<li key=${m.member}><bdi>${m.name}</bdi>
        ${own?.token && m.name !== own.name && html`<button type="button" class="icon-button" aria-label=${t('daily.group.remove', { name: m.name })}
          onClick=${() => setLeaving({ what: t('daily.group.remove', { name: m.name }), about: t('daily.group.remove.sure'), sure: () => change(`/members/${m.member}`).then(look, failed) })}><${Icon} name="close" /></button>`}</li>`)}</ul>
    </section>`}
    ${own && html`<div class="panel buttons">
      ${own.name && html`<button type="button" onClick=${() => setLeaving({ what: t('daily.group.leave'), about: t('daily.group.leave.sure'), sure: forget })}>${t('daily.group.leave')}</button>`}
      ${own.token && html`<button type="button" class="danger" onClick=${() => setLeaving({ what: t('daily.group.delete'), about: t('daily.group.delete.sure'), sure: () => change('').then(forget, failed) })}>${t('daily.group.delete')}</button>`}</div>`}
    ${leaving && html`<${Dialog} title=${leaving.what} onClose=${() => setLeaving(null)}>
      <p>${leaving.about}</p>
      <div class="buttons"><button type="button" class="danger" onClick=${() => { setLeaving(null); leaving.sure(); }}>${leaving.what}</button>
        <button type="button" onClick=${() => setLeaving(null)}>${t('cancel')}</button></div><//>`}
  <//>`;
}

/**
 * @param {{clash: string, refused: string, onJoin: (name: string) => void}} props clash: a name that the server has refused;
 *   refused: why it has refused any
 */
function Join({ clash, refused, onJoin }) {
  const [name, setName] = useState(() => clash || ownName());
  const [problem, setProblem] = useState(clash ? t('daily.group.clash', { name: clash }) : refused && refusalWords({ code: refused, message: '' }));
  function join(/** @type {Event} */ event) {
    event.preventDefault();
    const odd = oddMember(name);
    if (odd) setProblem(odd);
    else onJoin(name.trim());
  }
  return html`<section class="panel" aria-labelledby="group-join"><h2 id="group-join">${t('daily.group.join.title')}</h2>
    <p>${t('daily.group.join.about')}</p>
    <form class="day-form" novalidate onSubmit=${join}>
      <label class="field"><span>${t('daily.name')}</span>
        <input type="text" value=${name} maxlength="40" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button type="submit" class="primary">${t('daily.group.join')}</button>
    </form>
    ${problem && html`<${Note} kind="problem">${problem}<//>`}</section>`;
}

/** @param {{id: string, title: string}} props */
function Invite({ id, title }) {
  const [said, setSaid] = useState('');
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  const link = String(new URL(`g/${id}`, document.baseURI));
  const say = (/** @type {string} */ words) => {
    setSaid(words);
    announce(words);
  };
  const onCopy = async () => {
    if (await copy(link)) return say(t('card.copied'));
    field.current?.select();
    say(t('card.copy.failed'));
  };
  const onSend = async () => {
    if (!(await send(title, link))) say(t('card.send.failed'));
  };
  return html`<section class="panel" aria-labelledby="group-invite"><h2 id="group-invite">${t('daily.group.invite')}</h2>
    <p class="small">${t('daily.group.invite.about')}</p>
    <label class="field"><span>${t('daily.group.link')}</span><input ref=${field} type="text" class="link-field day-link" readonly dir="ltr" value=${link} /></label>
    <div class="buttons">${canSend() && html`<button type="button" onClick=${onSend}>${t('card.share')}</button>`}
      <button type="button" onClick=${onCopy}>${t('daily.group.copy')}</button></div>
    ${said && html`<p class="note note-good gap-above">${said}</p>`}
  </section>`;
}
