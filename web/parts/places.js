/**
 * Who plays: the form for names, partners and bots before a game.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { sentence } from '../lib/coach_words.js';
import { referee } from '../lib/core_client.js';
import { getSettings } from '../lib/settings.js';
import { BOT_NAMES, place, sideName } from '../lib/sides.js';
import { t, translateCore } from '../lib/strings.js';
import { Icon } from './icon.js';
import { Ball, initials } from './seats.js';

/** @typedef {import('../lib/sides.js').Place} Place */

/**
 * @param {{places: Place[], onChange: (places: Place[]) => void, few?: number, people?: boolean, chips?: boolean}} props
 *   few: minimum number of places; people: whether people can be added, not only bots; chips: whether earlier names are
 *   offered
 */
export function Places({ places, onChange, few = 1, people = true, chips = false }) {
  const [levels, setLevels] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    referee.ask('levels').then((answer) => setLevels(answer.levels));
  }, []);
  const area = useRef(/** @type {HTMLElement|null} */ (null));
  const added = useRef(-1); // a place whose name comes next
  const add = (/** @type {Partial<Place>} */ more, at = places.length) => onChange([...places.slice(0, at), place(more), ...places.slice(at)]);
  const addPerson = (/** @type {Partial<Place>} */ more, at = places.length) => {
    added.current = at;
    add(more, at);
  };
  useLayoutEffect(() => { // before the next key
    area.current?.children[added.current]?.querySelector('input')?.focus();
    added.current = -1;
  }, [places.length]);

  /**
   * Enter goes on to the name of the next person, and after the last one adds a player: it begins no game, and names no
   * bot.
   * @param {KeyboardEvent} event
   */
  function onKey(event) {
    const { target, key, isComposing } = event;
    if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const rows = [...(area.current?.children ?? [])];
    const at = rows.findIndex((row) => row.contains(target));
    const fields = rows.flatMap((row, i) => (i < at || (i > at && people && places[i].kind === 'bot') ? [] : [...row.querySelectorAll('input')]));
    const next = fields[fields.indexOf(target) + 1];
    if (next) next.focus();
    else if (people && target.value) addPerson({ spare: true }, at + 1);
    else target.blur();
  }
  const letters = initials(places.map((p, i) => sideName(p, i)));
  const taken = places.flatMap((p) => [p.name, p.second]);

  /** Fills the first empty name, or adds a player. @param {string} name */
  function use(name) {
    const empty = places.findIndex((p) => p.kind !== 'bot' && !p.name);
    if (empty < 0) add({ name });
    else onChange(places.map((p, i) => (i === empty ? { ...p, name } : p)));
  }

  return html`<datalist id="names">${getSettings().names.map((name) => html`<option value=${name} key=${name} />`)}</datalist>
    <ol class="places" ref=${area} onKeyDown=${onKey}>${places.map((p, i) => html`<li key=${i} class="place">
      <${PlaceForm} place=${p} number=${i + 1} letters=${letters[i]} levels=${levels} onChange=${(/** @type {Partial<Place>} */ c) => onChange(places.map((q, at) => at === i ? { ...q, ...c } : q))}
        onRemove=${places.length > few ? () => onChange(places.filter((_, at) => at !== i)) : null} /></li>`)}</ol>
    <div class="buttons chips">
      ${people && html`<button type="button" onClick=${() => addPerson({})}>${t('new.add.person')}</button>
        <button type="button" onClick=${() => addPerson({ kind: 'partners' })}>${t('new.add.partners')}</button>`}
      <button type="button" onClick=${() => add({ kind: 'bot', name: BOT_NAMES.find((n) => !places.some((p) => p.name === n)) })}>${t('new.add.bot')}</button>
      ${chips && getSettings().names.filter((name) => !taken.includes(name)).map((name) => html`<button type="button" class="chip" key=${name} onClick=${() => use(name)}><bdi>${name}</bdi></button>`)}
    </div>`;
}

/**
 * @param {{place: Place, number: number, letters: string, levels: any[], onChange: (change: Partial<Place>) => void, onRemove: (() => void)|null}} props
 */
function PlaceForm({ place: p, number, letters, levels, onChange, onRemove }) {
  const hear = (/** @type {'name'|'second'|'level'} */ what) => (/** @type {any} */ event) => onChange({ [what]: event.target.value });
  const about = levels.find((level) => level.level === p.level)?.about;
  return html`
    <div class="place-row">
      <${Ball} seat=${number} letters=${letters} bot=${p.kind === 'bot'} />
      <input type="text" list=${p.kind === 'bot' ? undefined : 'names'} value=${p.name} maxlength="40" autocomplete="off"
        aria-label=${t('new.name', { n: number })} placeholder=${t('new.player', { n: number })} onInput=${hear('name')} />
      ${p.kind === 'partners' && html`<input type="text" list="names" value=${p.second} maxlength="40" autocomplete="off"
        aria-label=${t('new.name.second', { n: number })} placeholder=${t('new.partner', { n: number })} onInput=${hear('second')} />`}
      ${p.kind === 'bot' && html`<select aria-label=${t('new.level', { n: number })} value=${p.level} onChange=${hear('level')}>
        ${levels.map(({ level }) => html`<option key=${level} value=${level} selected=${level === p.level}>${t(`level.${level}`)}</option>`)}</select>`}
      ${onRemove && html`<button type="button" class="icon-button" aria-label=${t('new.remove', { n: number })} onClick=${onRemove}><${Icon} name="close" /></button>`}
    </div>
    ${p.kind === 'bot' && about && html`<p class="small quiet">${sentence(translateCore(about))}.</p>`}`;
}
