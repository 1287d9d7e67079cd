/**
 * Your groups: people who compare their daily games.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { go } from '../lib/route.js';
import { changeSettings } from '../lib/settings.js';
import { t } from '../lib/strings.js';
import { Note } from '../parts/frame.js';
import { keepGroup, ownGroups, ownName } from './keys.js';
import { Results } from './results.js';
import { ask, hasGroups, oddMember, refusalWords } from './server.js';

const randomId = () => [...crypto.getRandomValues(new Uint8Array(24))].map((b) => (b % 36).toString(36)).join('');

/** @param {{date: string}} props */
export function Groups({ date }) {
  const [groups] = useState(ownGroups);
  const [server, setServer] = useState(/** @type {boolean|null|undefined} */ (undefined));
  const [title, setTitle] = useState('');
  const [own, setOwn] = useState(ownName);
  const [problem, setProblem] = useState('');
  const [making] = useState(randomId); // trying again makes the same group
  useEffect(() => {
    hasGroups().then(setServer);
  }, []);
  async function create(/** @type {Event} */ event) {
    event.preventDefault();
    setProblem('');
    const name = title.trim();
    const odd = name ? oddMember(own) : t('daily.group.unnamed');
    if (odd) return setProblem(odd);
    try {
      const { id, token } = await ask('POST', '', { body: { name, action: making } });
      changeSettings({ me: own.trim() });
      keepGroup({ id, title: name, token, name: own.trim() });
      go(`/daily/${id}`);
    } catch (error) {
      setProblem(refusalWords(/** @type {any} */ (error)));
    }
    return undefined;
  }
  return html`
    ${groups.map((group) => html`<section key=${group.id} class="panel" aria-label=${group.title}>
      <h2><a href=${`#/daily/${group.id}`}>${group.title}</a></h2>
      <${Results} group=${group} date=${date} /></section>`)}
    ${server === false && html`<${Note}>${t('daily.groups.server')}<//>`}
    ${server === null && !groups.length && html`<${Note}>${t('daily.refused.offline')}<//>`}
    ${server && html`<section class="panel" aria-labelledby="group-new">
      <h2 id="group-new">${t('daily.group.new')}</h2>
      <p>${t('daily.groups.about')}</p>
      <form class="day-form" novalidate onSubmit=${create}>
        <label class="field"><span>${t('daily.group.name')}</span>
          <input type="text" value=${title} maxlength="40" autocomplete="off" onInput=${(/** @type {any} */ event) => setTitle(event.target.value)} /></label>
        <label class="field"><span>${t('daily.name')}</span>
          <input type="text" value=${own} maxlength="40" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setOwn(event.target.value)} /></label>
        <button type="submit" class="primary">${t('daily.group.create')}</button>
      </form>
      ${problem && html`<${Note} kind="problem">${problem}<//>`}
    </section>`}`;
}
