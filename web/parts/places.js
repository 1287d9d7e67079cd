/**
 * Who plays: the form for names, partners and bots before a game.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { referee } from '../lib/core_client.js';
import { getSettings } from '../lib/settings.js';
import { t, translateCore } from '../lib/strings.js';
import { Icon } from './icon.js';

/** @typedef {{kind: 'person'|'partners'|'bot', name: string, second: string, level: string}} Place */

export const BOT_NAMES = ['Robo', 'Dot', 'Pip', 'Cube', 'Maple', 'Birch', 'Oak', 'Ash'];

/** @param {Partial<Place>} place @returns {Place} */
export function place({ kind = 'person', name = '', second = '', level = 'family' } = {}) {
  return { kind, name, second, level };
}

/**
 * @param {Place} p @param {number} i
 * @returns {string} the name of a side, as written in the table language
 */
export function sideName(p, i) {
  const name = p.name.trim() || t('new.player', { n: i + 1 });
  return p.kind === 'partners' ? `${name}+${p.second.trim() || t('new.partner', { n: i + 1 })}` : name;
}

/**
 * @param {string[]} names
 * @returns {string} an error message about one of them, or ''
 */
export function oddName(names) {
  // The table language would read such a name as partners or a bot.
  const odd = names.find((name) => /\+|\sbot\s/.test(name));
  return odd === undefined ? '' : t('new.odd-name', { name: odd });
}

/**
 * @param {{places: Place[], onChange: (places: Place[]) => void, few?: number, people?: boolean}} props
 *   few: minimum number of places; people: whether people can be added, not only bots
 */
export function Places({ places, onChange, few = 1, people = true }) {
  const [levels, setLevels] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    referee.ask('levels').then((answer) => setLevels(answer.levels));
  }, []);
  const add = (/** @type {Partial<Place>} */ more) => onChange([...places, place(more)]);
  return html`<datalist id="names">${getSettings().names.map((name) => html`<option value=${name} key=${name} />`)}</datalist>
    <ol class="places">${places.map((p, i) => html`<li key=${i} class="place">
      <${PlaceForm} place=${p} number=${i + 1} levels=${levels} onChange=${(/** @type {Partial<Place>} */ c) => onChange(places.map((q, at) => at === i ? { ...q, ...c } : q))}
        onRemove=${places.length > few ? () => onChange(places.filter((_, at) => at !== i)) : null} /></li>`)}</ol>
    <div class="buttons">
      ${people && html`<button type="button" onClick=${() => add({})}>${t('new.add.person')}</button>
        <button type="button" onClick=${() => add({ kind: 'partners' })}>${t('new.add.partners')}</button>`}
      <button type="button" onClick=${() => add({ kind: 'bot', name: BOT_NAMES.find((n) => !places.some((p) => p.name === n)) })}>${t('new.add.bot')}</button>
    </div>`;
}

/**
 * @param {{place: Place, number: number, levels: any[], onChange: (change: Partial<Place>) => void, onRemove: (() => void)|null}} props
 */
function PlaceForm({ place: p, number, levels, onChange, onRemove }) {
  const hear = (/** @type {'name'|'second'|'level'} */ what) => (/** @type {any} */ event) => onChange({ [what]: event.target.value });
  const about = levels.find((level) => level.level === p.level)?.about;
  return html`
    <div class="place-row">
      <input type="text" list=${p.kind === 'bot' ? undefined : 'names'} value=${p.name} maxlength="40" autocomplete="off"
        aria-label=${t('new.name', { n: number })} placeholder=${t('new.player', { n: number })} onInput=${hear('name')} />
      ${p.kind === 'partners' && html`<input type="text" list="names" value=${p.second} maxlength="40" autocomplete="off"
        aria-label=${t('new.name.second', { n: number })} placeholder=${t('new.partner', { n: number })} onInput=${hear('second')} />`}
      ${p.kind === 'bot' && html`<select aria-label=${t('new.level', { n: number })} value=${p.level} onChange=${hear('level')}>
        ${levels.map(({ level }) => html`<option key=${level} value=${level} selected=${level === p.level}>${t(`level.${level}`)}</option>`)}</select>`}
      ${onRemove && html`<button type="button" class="icon-button" aria-label=${t('new.remove', { n: number })} onClick=${onRemove}><${Icon} name="close" /></button>`}
    </div>
    ${p.kind === 'bot' && about && html`<p class="small quiet">${translateCore(about)}</p>`}`;
}
