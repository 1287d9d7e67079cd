/**
 * House rules: what a household plays differently from the book. The options, their wording and ranges,
 * and the errors for invalid values all come from the core.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { book } from '../lib/books.js';
import { t, translateCore } from '../lib/strings.js';
import { Note } from './frame.js';

/** @typedef {import('../lib/answers.js').Option} Option */

/** The book's value, as written in a rule set. @param {Option} option */
const printed = (option) => String(option.default) + (option.second ? `@${option.second.default}` : '');

/**
 * @param {string} rules
 * @returns {Record<string, string>} the parameters after the colon
 */
function changesOf(rules) {
  const changes = rules.split(':').slice(1).join(':').split(',').filter(Boolean);
  return Object.fromEntries(changes.map((change) => change.split(/=(.*)/s, 2)));
}

/**
 * @param {{rules: string, onChange: (rules: string) => void}} props rules such as yardkle:goal=5000; they
 *   may be invalid while a number is being typed, and are then refused when the game starts
 */
export function HouseRules({ rules, onChange }) {
  const [id] = rules.split(':');
  const [options, setOptions] = useState(/** @type {Option[]} */ ([]));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    book(id).then((answer) => left || setOptions(answer.options ?? []), () => {});
    return () => {
      left = true;
    };
  }, [id]);
  useEffect(() => {
    let left = false;
    book(rules).then((answer) => left || setProblem(answer.error ?? ''), () => {});
    return () => {
      left = true;
    };
  }, [rules]);

  const changes = changesOf(rules);
  const changed = options.filter((option) => (changes[option.key] ?? printed(option)) !== printed(option)).length;

  /** @param {Option} option @param {string} value */
  function set(option, value) {
    const now = { ...changes, [option.key]: value.replace(/[\s,:]/g, '') };
    const said = options.filter((o) => now[o.key] !== undefined && now[o.key] !== printed(o)).map((o) => `${o.key}=${now[o.key]}`);
    onChange(said.length ? `${id}:${said.join(',')}` : id);
  }

  if (!options.length) return null;
  return html`<details class="house-rules">
    <summary><span>${t('house.title')} <span class=${changed ? 'tag changed' : 'tag'}>${changed ? t('house.changed', { n: changed }) : t('house.book')}</span></span></summary>
    <div class="house-options">
      ${options.map((option) => html`<${option.choices ? Choices : Numbers} key=${`${id} ${option.key}`} option=${option}
        value=${changes[option.key] ?? printed(option)} onChange=${(/** @type {string} */ value) => set(option, value)} />`)}
      ${problem && html`<${Note} kind="problem">${translateCore(problem)}</${Note}>`}
      <button type="button" disabled=${!changed} onClick=${() => onChange(id)}>${t('house.reset')}</button>
    </div>
  </details>`;
}

/** @typedef {{option: Option, value: string, onChange: (value: string) => void}} Props */

/** @param {Props} props */
function Choices({ option, value, onChange }) {
  return html`<fieldset><legend>${translateCore(option.label)}</legend>
    ${(option.choices ?? []).map((choice) => html`<label class="choice" key=${choice.value}>
      <input type="radio" name=${`house-${option.key}`} checked=${choice.value === value} onChange=${() => onChange(choice.value)} />
      <span>${translateCore(choice.about)}${choice.value === option.default && html` <span class="tag">${t('house.book')}</span>`}</span></label>`)}
  </fieldset>`;
}

/** @param {Props} props value: one number, or two separated by an at sign */
function Numbers({ option, value, onChange }) {
  const [first = '', second = ''] = value.split('@');
  const last = option.second;
  return html`<div class="house-numbers">
    <${NumberField} id=${option.key} label=${option.label} about=${last ? '' : option.about} range=${option} value=${first}
      onChange=${(/** @type {string} */ now) => onChange(last ? `${now}@${second}` : now)} />
    ${last && html`<${NumberField} id=${`${option.key}-second`} label=${last.label} about="" range=${last} value=${second}
      onChange=${(/** @type {string} */ now) => onChange(`${first}@${now}`)} />`}
  </div>`;
}

/**
 * @param {{id: string, label: string, about: string, range: any, value: string, onChange: (value: string) => void}} props
 */
function NumberField({ id, label, about, range, value, onChange }) {
  const words = range.step > 1 ? t('house.range.step', range) : t('house.range', range);
  return html`<div class="house-number">
    <label for=${`house-${id}`}><strong>${translateCore(label)}</strong>${about && html`<br /><span class="small quiet">${translateCore(about)}</span>`}</label>
    <input id=${`house-${id}`} aria-describedby=${`house-${id}-range`} type="number" inputmode="numeric" min=${range.min} max=${range.max} step=${range.step} value=${value}
      onInput=${(/** @type {any} */ event) => onChange(event.target.value)} />
    <span class="small quiet" id=${`house-${id}-range`}>${words}${String(range.default) === value ? '' : ` ${t('house.in-book', { n: range.default })}`}</span></div>`;
}
