/**
 * A new table on the server: rules, dice and players.
 */
import { changeSettings, Frame, getSettings, go, html, Note, oddName, place, Places, RuleChoice, sideName, t, taken, useRef, useState } from '../app.js';
import { request } from './api.js';
import { freshId } from './socket.js';
import { keepTable } from './tables.js';
import { refusalWords } from './words.js';

const CLOCKS = [0, 30, 60, 120, 300];

/** @typedef {import('../lib/sides.js').Place} Place */

export function Create() {
  const [rules, setRules] = useState(getSettings().rules);
  const [name, setName] = useState(getSettings().me || getSettings().names[0] || '');
  const [keeper, setKeeper] = useState(false);
  const [sides, setSides] = useState(() => [place({ name }), place()]);
  const [bots, setBots] = useState(/** @type {Place[]} */ ([]));
  const [dice, setDice] = useState('fair');
  const [seed, setSeed] = useState(() => String(Math.floor(Math.random() * 900000) + 100000));
  const [start, setStart] = useState('1');
  const [clock, setClock] = useState(0);
  const [problem, setProblem] = useState('');
  const action = useRef(freshId()); // so that retries open only one table
  const busy = useRef(false);

  /** @param {Event} event */
  async function make(event) {
    event.preventDefault();
    const seated = taken(sides);
    const people = seated.map((p, i) => ({ p, said: sideName(p, i) })).filter(({ p }) => p.kind !== 'bot').map(({ said }) => said);
    const me = keeper ? people.shift() ?? '' : name.trim();
    const odd = oddName([keeper ? '' : me, ...(keeper ? seated : bots).flatMap((p) => [p.name, p.second])]);
    if (!me || odd) return setProblem(me ? odd : t('online.name.empty'));
    if (busy.current) return;
    busy.current = true;
    setProblem('');
    const robots = (keeper ? seated : bots).filter((p) => p.kind === 'bot').map((p, i) => ({ name: sideName(p, i), level: p.level }));
    try {
      const made = await request('POST', 'tables', {
        body: {
          rules, name: me, dice: dice === 'seed' ? `seed ${Number(seed)}` : dice, start, action: action.current,
          ...(clock && dice !== 'physical' && { clock }), ...(robots.length && { bots: robots }), ...(keeper && { keeper, seats: people }),
        },
      });
      changeSettings({ rules, ...(keeper ? {} : { me }) });
      keepTable(made.code, { token: made.token, place: made.place, name: me, rules, names: [me], phase: 'lobby' });
      go(`/online/${made.code}`, true);
    } catch (error) {
      setProblem(refusalWords(/** @type {any} */ (error)));
    }
    busy.current = false;
  }

  const keep = (/** @type {boolean} */ on) => {
    setKeeper(on);
    setDice(on ? 'physical' : 'fair');
  };
  const radio = (/** @type {string} */ group, /** @type {boolean} */ on, /** @type {() => void} */ choose, /** @type {string} */ words, /** @type {any} */ more = '') => html`
    <label class="choice"><input type="radio" name=${group} checked=${on} onChange=${choose} /> <span>${words}${more}</span></label>`;
  const small = (/** @type {string} */ words) => html`<br /><span class="small quiet">${words}</span>`;
  return html`<${Frame} title=${t('online.new')} back="#/online">
    <form class="new-game" novalidate onSubmit=${make}>
      <section class="panel">
        ${!keeper && html`<label class="field"><span>${t('online.name')}</span>
          <input type="text" value=${name} maxlength="40" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>`}
        <fieldset><legend>${t('online.how')}</legend>
          ${radio('keeper', !keeper, () => keep(false), t('online.how.each'), small(t('online.how.each.about')))}
          ${radio('keeper', keeper, () => keep(true), t('online.how.keeper'), small(t('online.how.keeper.about')))}
        </fieldset>
      </section>
      <${RuleChoice} rules=${rules} onChange=${setRules} onProblem=${(/** @type {Error} */ error) => setProblem(String(error.message))} />
      <section class="panel">
        <fieldset><legend>${t(keeper ? 'new.people' : 'online.bots')}</legend>
          ${keeper ? html`<${Places} key="sides" places=${sides} onChange=${setSides} />`
    : html`<p class="small quiet">${t('online.bots.about')}</p><${Places} key="bots" places=${bots} onChange=${setBots} few=${0} people=${false} />`}
        </fieldset>
      </section>
      <section class="panel">
        <fieldset><legend>${t('new.dice')}</legend>
          ${radio('dice', dice === 'fair', () => setDice('fair'), t('online.dice.fair'), small(t('online.dice.fair.about')))}
          ${radio('dice', dice === 'physical', () => setDice('physical'), t('new.dice.real'))}
          ${radio('dice', dice === 'seed', () => setDice('seed'), t('online.dice.seed'), small(t('online.dice.seed.about')))}
          ${dice === 'seed' && html`<label class="field"><span>${t('online.dice.number')}</span>
            <input type="text" inputmode="numeric" value=${seed} maxlength="15" onInput=${(/** @type {any} */ event) => setSeed(event.target.value.replace(/\D/g, ''))} /></label>`}
          <details><summary>${t('online.fair.more')}</summary><p>${t('online.fair.1')}</p><p>${t('online.fair.2')}</p></details>
        </fieldset>
        <fieldset><legend>${t('new.start')}</legend>
          ${radio('start', start === '1', () => setStart('1'), (keeper ? sides.find(({ kind }) => kind !== 'bot')?.name : name)?.trim() || t('new.start.first'))}
          ${radio('start', start === 'roll', () => setStart('roll'), t('new.start.roll'))}
        </fieldset>
        ${dice !== 'physical' && html`<label class="field gap-above"><span>${t('online.clock')}</span>
          <select value=${clock} onChange=${(/** @type {any} */ event) => setClock(Number(event.target.value))}>
            ${CLOCKS.map((n) => html`<option key=${n} value=${n} selected=${n === clock}>${n ? t('online.clock.seconds', { n }) : t('online.clock.none')}</option>`)}</select></label>`}
      </section>
      <div class="start-bar">${problem && html`<${Note} kind="problem">${problem}<//>`}
        <button type="submit" class="go"><strong>${t('online.make')}</strong></button></div>
    </form>
  <//>`;
}
