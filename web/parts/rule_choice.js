/**
 * The choice of rules, including house rules.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { referee } from '../lib/core_client.js';
import { t, translateCore } from '../lib/strings.js';
import { HouseRules } from './house_rules.js';

/**
 * @param {{rules: string, onChange: (rules: string) => void, onProblem: (error: Error) => void}} props
 *   rules such as yardkle:goal=5000; onProblem: called if the core fails
 */
export function RuleChoice({ rules, onChange, onProblem }) {
  const [sets, setSets] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    referee.ask('help').then(({ rules: names }) => Promise.all(names.map((/** @type {string} */ name) => referee.ask(`book ${name}`)))).then(setSets).catch(onProblem);
  }, []);
  const id = rules.split(':')[0];
  return html`<section class="panel">
    <fieldset><legend>${t('new.rules')}</legend>
      <div class="rule-sets">${sets.map((book) => html`<label class="rule-set" key=${book.key}>
        <input type="radio" name="rules" value=${book.key} checked=${book.key === id} onChange=${() => onChange(book.key)} />
        <span><strong>${translateCore(book.name)}</strong><br /><span class="small quiet">${translateCore(book.about)}</span></span></label>`)}</div>
    </fieldset>
    <${HouseRules} rules=${rules} onChange=${onChange} />
  </section>`;
}
