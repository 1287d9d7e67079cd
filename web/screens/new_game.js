/**
 * A new game: rules, players and dice.
 */
import { html, useRef, useState } from '../vendor/preact.js';
import { referee } from '../lib/core_client.js';
import { addGame, StoreError } from '../lib/games.js';
import { dateLine } from '../lib/record.js';
import { go } from '../lib/route.js';
import { about } from '../lib/session.js';
import { changeSettings, getSettings } from '../lib/settings.js';
import { t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { BOT_NAMES, oddName, place, Places, sideName } from '../parts/places.js';
import { RuleChoice } from '../parts/rule_choice.js';

const NAMES_KEPT = 30;

/** @param {{path: string[]}} props */
export function NewGame({ path: [dice, wanted] }) {
  const [rules, setRules] = useState(wanted ?? getSettings().rules);
  const [places, setPlaces] = useState(() => [place({ name: getSettings().names[0] ?? '' }), place(dice === 'real' ? { name: getSettings().names[1] ?? '' } : { kind: 'bot', name: BOT_NAMES[0] })]);
  const [real, setReal] = useState(dice === 'real');
  const [starts, setStarts] = useState('first');
  const [problem, setProblem] = useState('');
  const busy = useRef(false);

  async function begin(/** @type {Event} */ event) {
    event.preventDefault();
    const odd = oddName(places.flatMap((p) => [p.name, p.second]));
    if (odd) return setProblem(odd);
    if (busy.current) return; // ignore a double tap
    busy.current = true;
    setProblem('');
    await make().catch((error) => setProblem(error instanceof StoreError ? t(`store.${error.why}`) : String(error.message)));
    busy.current = false;
  }

  async function make() {
    const lines = ['yardstick 1', dateLine(), `rules ${rules}`, ...places.map((p, i) => `seat ${sideName(p, i)}${p.kind === 'bot' ? ` bot ${p.level}` : ''}`),
      `dice ${real ? 'physical' : 'system'}`, starts === 'roll' ? 'start roll' : 'start 1'];
    const text = `${lines.join('\n')}\n`;
    const state = await referee.about(text);
    if (state.error) return setProblem(translateCore(state.reason ?? state.error));
    const game = await addGame({ text, ...about(state) });
    const typed = places.filter((p) => p.kind !== 'bot').flatMap((p) => [p.name, p.second]).map((n) => n.trim()).filter(Boolean);
    changeSettings({ rules, names: [...new Set([...typed, ...getSettings().names])].slice(0, NAMES_KEPT) });
    go(`/game/${game}`, true);
  }

  return html`<${Frame} title=${t(real ? 'new.title.real' : 'new.title')}>
    <form class="new-game" novalidate onSubmit=${begin}>
      <${RuleChoice} rules=${rules} onChange=${setRules} onProblem=${(/** @type {Error} */ error) => setProblem(String(error.message))} />
      <section class="panel">
        <fieldset><legend>${t('new.people')}</legend>
          <${Places} places=${places} onChange=${setPlaces} />
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
}
