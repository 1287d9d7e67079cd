/**
 * A new game: players first, then the game and the dice. What will happen stands in the Start button.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { beginGame, lineUp, sideOf } from '../lib/begin.js';
import { getSettings } from '../lib/settings.js';
import { oddName, place, sideName, taken } from '../lib/sides.js';
import { list, t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { Places } from '../parts/places.js';
import { RuleChoice } from '../parts/rule_choice.js';
import { bookName } from '../lib/books.js';

/** @param {{path: string[]}} props */
export function NewGame({ path: [dice, wanted] }) {
  const [rules, setRules] = useState(wanted ?? getSettings().rules);
  const [places, setPlaces] = useState(() => {
    const all = lineUp().map(sideOf).map(({ name, second, bot }, i) =>
      place({ kind: bot ? 'bot' : second ? 'partners' : 'person', name: name === t('new.player', { n: i + 1 }) ? '' : name, second, level: bot || undefined }));
    if (dice !== 'real') return all;
    const people = all.filter(({ kind }) => kind !== 'bot'); // who would have to roll for the others
    return people.some(({ name }) => !name) ? people : [...people, place({ spare: people.length > 0 })];
  });
  const [real, setReal] = useState(dice ? dice === 'real' : getSettings().real);
  const [roll, setRoll] = useState(false);
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const seated = taken(places);
  useEffect(() => {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('.place-row>input'));
    if (dice === 'real') [...fields].find(({ value }) => !value)?.focus();
  }, []);

  async function begin(/** @type {Event} */ event) {
    event.preventDefault();
    const odd = oddName(seated.flatMap((p) => [p.name, p.second]));
    if (odd) return setProblem(odd);
    if (busy.current) return; // ignore a double tap
    busy.current = true;
    setProblem('');
    setProblem(await beginGame({ rules, seats: seated.map((p, i) => `${sideName(p, i)}${p.kind === 'bot' ? ` bot ${p.level}` : ''}`), real, roll: roll && seated.length > 1, instead: true }));
    busy.current = false;
  }

  const game = translateCore(bookName(rules.split(':')[0]));
  return html`<${Frame} title=${t('new.title')} sub=${t('new.people')} actions=${html`<a class="icon-button" href=${`#/rules/${encodeURIComponent(rules)}`} aria-label=${t('home.rules')}><${Icon} name="book" /></a>`}>
    <form class="new-game" novalidate onSubmit=${begin}>
      <section class="panel"><${Places} places=${places} onChange=${setPlaces} chips /></section>
      <${RuleChoice} rules=${rules} onChange=${setRules} onProblem=${(/** @type {Error} */ error) => setProblem(String(error.message))} />
      <section class="panel">
        <fieldset><legend>${t('new.dice')}</legend>
          <div class="radio-row">
            <label class="radio-one"><input type="radio" name="dice" checked=${!real} onChange=${() => setReal(false)} /> ${t('new.dice.app')}</label>
            <label class="radio-one"><input type="radio" name="dice" checked=${real} onChange=${() => setReal(true)} /> ${t('new.dice.real')}</label>
          </div>
        </fieldset>
      </section>
      ${seated.length > 1 && html`<details class="panel"><summary>${t('new.start')} <span class="quiet small">${roll ? t('new.start.roll') : sideName(seated[0], 0)}</span></summary>
        <fieldset><legend class="unseen">${t('new.start')}</legend>
          <label class="choice"><input type="radio" name="start" checked=${!roll} onChange=${() => setRoll(false)} /> ${sideName(seated[0], 0)}</label>
          <label class="choice"><input type="radio" name="start" checked=${roll} onChange=${() => setRoll(true)} /> ${t('new.start.roll')}</label>
        </fieldset></details>`}
      <div class="start-bar">${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
        <button type="submit" class="go"><strong>${t('new.begin', { game })}</strong>
          <span>${t(real ? 'new.begin.real' : 'new.begin.app', { names: list(seated.map(sideName)) })}</span></button></div>
    </form>
  </${Frame}>`;
}
