/**
 * A new game: which rules, who plays, which dice.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { referee } from '../lib/core_client.js';
import { addGame, StoreError } from '../lib/games.js';
import { dateLine } from '../lib/record.js';
import { go } from '../lib/route.js';
import { about } from '../lib/session.js';
import { changeSettings, getSettings } from '../lib/settings.js';
import { t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { HouseRules } from '../parts/house_rules.js';
import { Icon } from '../parts/icon.js';

/** @typedef {{kind: 'person'|'partners'|'bot', name: string, second: string, level: string}} Place */

const NAMES_KEPT = 30;
const BOT_NAMES = ['Robo', 'Dot', 'Pip', 'Cube', 'Maple', 'Birch', 'Oak', 'Ash'];

/** @param {Partial<Place>} place @returns {Place} */
function place({ kind = 'person', name = '', second = '', level = 'family' } = {}) {
  return { kind, name, second, level };
}

/** @param {{path: string[]}} props */
export function NewGame({ path: [dice, wanted] }) {
  const [sets, setSets] = useState(/** @type {any[]} */ ([]));
  const [levels, setLevels] = useState(/** @type {any[]} */ ([]));
  const [rules, setRules] = useState(wanted ?? getSettings().rules);
  const [places, setPlaces] = useState(() => [place({ name: getSettings().names[0] ?? '' }), place(dice === 'real' ? { name: getSettings().names[1] ?? '' } : { kind: 'bot', name: BOT_NAMES[0] })]);
  const [real, setReal] = useState(dice === 'real');
  const [starts, setStarts] = useState('first');
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const id = rules.split(':')[0];

  useEffect(() => {
    (async () => {
      const { rules: names } = await referee.ask('help');
      setSets(await Promise.all(names.map((/** @type {string} */ name) => referee.ask(`book ${name}`))));
      setLevels((await referee.ask('levels')).levels);
    })().catch((error) => setProblem(String(error.message)));
  }, []);

  /** @param {number} i @param {Partial<Place>} change */
  const change = (i, change) => setPlaces((now) => now.map((p, at) => at === i ? { ...p, ...change } : p));

  async function begin(/** @type {Event} */ event) {
    event.preventDefault();
    // In the table language these would make partners, or a bot, of somebody.
    const odd = places.flatMap((p) => [p.name, p.second]).find((name) => /\+|\sbot\s/.test(name));
    if (odd !== undefined) return setProblem(t('new.odd-name', { name: odd }));
    if (busy.current) return; // a second tap: one game is enough
    busy.current = true;
    setProblem('');
    await make().catch((error) => setProblem(error instanceof StoreError ? t(`store.${error.why}`) : String(error.message)));
    busy.current = false;
  }

  async function make() {
    const lines = ['yardstick 1', dateLine(), `rules ${rules}`, ...places.map(seatLine),
      `dice ${real ? 'physical' : 'system'}`, starts === 'roll' ? 'start roll' : 'start 1'];
    const text = `${lines.join('\n')}\n`;
    const state = await referee.about(text);
    if (state.error) return setProblem(translateCore(state.error.replace(/^record, line \d+: /, '')));
    const game = await addGame({ text, ...about(state) });
    const typed = places.filter((p) => p.kind !== 'bot').flatMap((p) => [p.name, p.second]).map((n) => n.trim()).filter(Boolean);
    changeSettings({ rules, names: [...new Set([...typed, ...getSettings().names])].slice(0, NAMES_KEPT) });
    go(`/game/${game}`, true);
  }

  return html`<${Frame} title=${t(real ? 'new.title.real' : 'new.title')}>
    <form class="new-game" novalidate onSubmit=${begin}>
      <section class="panel">
        <fieldset><legend>${t('new.rules')}</legend>
          <div class="rule-sets">${sets.map((book) => html`<label class="rule-set" key=${book.id}>
            <input type="radio" name="rules" value=${book.id} checked=${book.id === id} onChange=${() => setRules(book.id)} />
            <span><strong>${translateCore(book.name)}</strong><br /><span class="small quiet">${translateCore(book.about)}</span></span></label>`)}</div>
        </fieldset>
        <${HouseRules} rules=${rules} onChange=${setRules} />
      </section>
      <section class="panel">
        <fieldset><legend>${t('new.people')}</legend>
          <datalist id="names">${getSettings().names.map((name) => html`<option value=${name} key=${name} />`)}</datalist>
          <ol class="places">${places.map((p, i) => html`<li key=${i} class="place">
            <${PlaceForm} place=${p} number=${i + 1} levels=${levels} onChange=${(/** @type {Partial<Place>} */ c) => change(i, c)}
              onRemove=${places.length > 1 ? () => setPlaces(places.filter((_, at) => at !== i)) : null} /></li>`)}</ol>
          <div class="buttons">
            <button type="button" onClick=${() => setPlaces([...places, place()])}>${t('new.add.person')}</button>
            <button type="button" onClick=${() => setPlaces([...places, place({ kind: 'partners' })])}>${t('new.add.partners')}</button>
            <button type="button" onClick=${() => setPlaces([...places, place({ kind: 'bot', name: BOT_NAMES.find((n) => !places.some((p) => p.name === n)) ?? '' })])}>${t('new.add.bot')}</button>
          </div>
        </fieldset>
      </section>
      <section class="panel">
        <fieldset><legend>${t('new.dice')}</legend>
          <label class="choice"><input type="radio" name="dice" checked=${!real} onChange=${() => setReal(false)} /> ${t('new.dice.app')}</label>
          <label class="choice"><input type="radio" name="dice" checked=${real} onChange=${() => setReal(true)} /> ${t('new.dice.real')}</label>
        </fieldset>
        ${places.length > 1 && html`<fieldset><legend>${t('new.start')}</legend>
          <label class="choice"><input type="radio" name="start" checked=${starts === 'first'} onChange=${() => setStarts('first')} /> ${t('new.start.first')}</label>
          <label class="choice"><input type="radio" name="start" checked=${starts === 'roll'} onChange=${() => setStarts('roll')} /> ${t('new.start.roll')}</label>
        </fieldset>`}
      </section>
      ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
      <button type="submit" class="primary big wide">${t('new.begin')}</button>
    </form>
  </${Frame}>`;

  /** @param {Place} p @param {number} i */
  function seatLine(p, i) {
    const name = p.name.trim() || t('new.player', { n: i + 1 });
    if (p.kind === 'bot') return `seat ${name} bot ${p.level}`;
    return p.kind === 'partners' ? `seat ${name}+${p.second.trim() || t('new.partner', { n: i + 1 })}` : `seat ${name}`;
  }
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
