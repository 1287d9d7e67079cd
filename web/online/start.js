/**
 * The start screen for server tables: your tables, joining a table by its code, and opening one.
 */
import { day, Frame, go, html, Icon, list, Note, ruleName, t, useEffect, useState } from '../app.js';
import { codeOf, hasTables, request } from './api.js';
import { RemoteSession } from './remote_session.js';
import { onTables, ownTables } from './tables.js';
import { refusalWords } from './words.js';

export function Start() {
  const [server, setServer] = useState(/** @type {'yes'|'no'|'offline'|''} */ (''));
  const [tables, setTables] = useState(ownTables);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState(/** @type {any} */ (null)); // the server's refusal, or 'empty'
  const ask = () => {
    setServer('');
    hasTables().then(setServer);
  };
  useEffect(ask, []);
  useEffect(() => onTables(() => setTables(ownTables())), []);

  async function join(/** @type {Event} */ event) {
    event.preventDefault();
    setProblem(null);
    const wanted = codeOf(code);
    if (!wanted) return setProblem('empty');
    try {
      const table = await request('GET', `tables/${encodeURIComponent(wanted)}`);
      go(`/online/${table.code}`);
    } catch (error) {
      setProblem(error);
    }
  }

  const forget = (/** @type {string} */ gone) => {
    RemoteSession.forget(gone);
    setTables(ownTables());
  };

  return html`<${Frame} title=${t('home.online')}>
    ${server === 'no' && html`<section class="panel"><h2>${t('online.none.title')}</h2><p>${t('online.none')}</p>
      <p><a class="button primary" href="#/new">${t('home.new')}</a></p></section>`}
    ${server === 'offline' && html`<section class="panel"><${Note} kind="problem">${t('online.refused.offline')}<//>
      <p class="gap-above"><button type="button" onClick=${ask}>${t('online.again')}</button></p></section>`}
    ${server === '' && html`<${Note}>${t('online.looking')}<//>`}
    ${server === 'yes' && html`<section class="panel welcome">
      <p class="lead">${t('online.lead')}</p>
      <a class="button primary big wide" href="#/online/new">${t('online.new')}</a>
    </section>
    <section class="panel"><h2>${t('online.join.title')}</h2>
      <form class="code-form" novalidate onSubmit=${join}>
        <label class="field"><span>${t('online.code')}</span>
          <input type="text" class="code-field" dir="ltr" value=${code} maxlength="80" autocomplete="off" autocapitalize="characters" spellcheck=${false}
            placeholder="KQ7M2P" onInput=${(/** @type {any} */ event) => setCode(event.target.value)} /></label>
        <button type="submit" class="primary">${t('online.go')}</button>
      </form>
      ${problem && html`<${Note} kind="problem">${problem === 'empty' ? t('online.code.empty') : refusalWords(problem)}<//>`}
    </section>`}
    ${tables.length > 0 && html`<section class="panel"><h2>${t('online.own')}</h2>
      <ul class="games">${tables.map((own) => html`<li key=${own.code} class="game-row">
        <a class="game-link" href=${`#/online/${own.code}`}>
          <span><strong>${own.rules ? ruleName(own.rules) : own.code}</strong> <span class="quiet">${day(own.changed)}</span>
            ${!own.token && html` <span class="tag">${t('online.looking-on')}</span>`}</span>
          <span><bdi>${list(own.names ?? [])}</bdi></span>
          <span class="quiet">${t(`online.phase.${own.phase === 'lobby' || own.phase === 'over' ? own.phase : 'on'}`)}</span>
        </a>
        <button type="button" class="icon-button" aria-label=${t('online.forget', { code: own.code })} onClick=${() => forget(own.code)}><${Icon} name="close" /></button></li>`)}</ul>
    </section>`}
  <//>`;
}
