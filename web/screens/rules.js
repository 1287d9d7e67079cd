/**
 * The rule books in plain words, from the core: a list of all books, or one book.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { allBooks, book } from '../lib/books.js';
import { backToGame } from '../lib/route.js';
import { number, t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { DiceRow } from '../parts/dice.js';

/** @typedef {import('../lib/books.js').Book} Book */

/** @param {{path: string[]}} props */
export function Rules({ path: [rules] }) {
  return rules ? html`<${OneBook} rules=${rules} />` : html`<${AllBooks} />`;
}

function AllBooks() {
  const [books, setBooks] = useState(/** @type {Book[]|null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    allBooks().then(setBooks, (error) => setProblem(String(error.message)));
  }, []);
  return html`<${Frame} title=${t('rules.title')}>
    ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
    ${!books && !problem && html`<${Note}>${t('rules.reading')}</${Note}>`}
    <ul class="cards">
      ${books?.map((b) => html`<li key=${b.key}><a class="panel card-link" href=${`#/rules/${b.key}`}>
        <strong>${translateCore(b.name)}</strong>
        <span>${translateCore(b.about)}</span>
        <span class="quiet small">${t(`rules.family.${b.family}`)} · ${t('rules.dice', { n: b.dice })}</span>
      </a></li>`)}
    </ul>
  </${Frame}>`;
}

/** @param {{rules: string}} props */
function OneBook({ rules }) {
  const [found, setFound] = useState(/** @type {Book|null} */ (null));
  const [problem, setProblem] = useState('');
  const [back] = useState(() => backToGame('#/rules'));
  useEffect(() => {
    book(rules).then((b) => b.error ? setProblem(translateCore(b.error)) : setFound(b), (error) => setProblem(String(error.message)));
  }, [rules]);
  if (problem) return html`<${Frame} title=${t('rules.title')} back=${back}><${Note} kind="problem">${problem}</${Note}></${Frame}>`;
  if (!found) return html`<${Frame} title=${t('rules.title')} back=${back}><${Note}>${t('rules.reading')}</${Note}></${Frame}>`;
  return html`<${Frame} title=${translateCore(found.name)} back=${back}>
    <section class="panel">
      <p class="lead">${translateCore(found.about)}</p>
      <div class="buttons">
        <a class="button primary" href=${`#/new/app/${encodeURIComponent(found.key)}`}>${t('rules.play')}</a>
        <a class="button" href=${`#/new/real/${encodeURIComponent(found.key)}`}>${t('rules.referee')}</a>
        <a class="button" href=${`#/print/${encodeURIComponent(found.key)}`}>${t('rules.print')}</a>
      </div>
    </section>
    <section class="panel" aria-labelledby="scores">
      <h2 id="scores">${t('rules.scores')}</h2>
      ${found.boxes ? html`<${Boxes} boxes=${found.boxes} />` : html`<${Sets} sets=${found.sets ?? []} />`}
    </section>
    <section class="panel" aria-labelledby="words">
      <h2 id="words">${t('rules.words')}</h2>
      <dl class="rule-words">
        ${Object.entries(found.rules).map(([name, words]) => html`<div key=${name}>
          <dt>${translateCore(found.titles[name])}</dt><dd>${translateCore(words)}</dd></div>`)}
      </dl>
    </section>
    <${Options} options=${found.options} />
    <section class="panel"><p class="quiet small">${t('rules.source', { source: translateCore(found.source) })}</p></section>
  </${Frame}>`;
}

/** @param {{boxes: NonNullable<Book['boxes']>}} props */
function Boxes({ boxes }) {
  return html`<table class="plain-table">
    <thead><tr><th scope="col">${t('rules.box')}</th><th scope="col">${t('rules.how')}</th></tr></thead>
    ${[true, false].map((upper) => html`<tbody key=${upper}>
      <tr><th colspan="2" scope="rowgroup" class="group-head">${t(upper ? 'rules.upper' : 'rules.lower')}</th></tr>
      ${boxes.filter((box) => box.upper === upper).map((box) => html`<tr key=${box.key}>
        <th scope="row">${translateCore(box.label)}</th><td>${translateCore(box.how)}</td></tr>`)}
    </tbody>`)}
  </table>`;
}

/**
 * Sets are given as dice, such as "1 1 1" or "1-2-3-4-5-6", or in words.
 * @param {{sets: NonNullable<Book['sets']>}} props
 */
function Sets({ sets }) {
  return html`<table class="plain-table">
    <thead><tr><th scope="col">${t('rules.set')}</th><th scope="col" class="figure">${t('rules.points')}</th></tr></thead>
    <tbody>${sets.map(({ set, points }) => html`<tr key=${set}>
      <th scope="row">${/^[1-6]([ -][1-6])*$/.test(set) ? html`<${DiceRow} faces=${set.split(/[ -]/).map(Number)} />` : translateCore(set)}</th>
      <td class="figure">${number(points)}</td></tr>`)}</tbody>
  </table>`;
}

/** The possible house rules, and their values in this rule set. @param {{options: Book['options']}} props */
function Options({ options }) {
  if (!options.length) return null;
  return html`<section class="panel" aria-labelledby="options">
    <h2 id="options">${t('rules.options')}</h2>
    <p class="quiet">${t('rules.options.about')}</p>
    <dl class="rule-words">${options.map(({ key, label, about, value, choices, second }) => html`<div key=${key}>
      <dt>${translateCore(label)}</dt>
      ${choices ? choices.map((choice) => html`<dd key=${choice.value} class=${choice.value === value ? 'option-now' : 'quiet'}>
        <span role="img" aria-label=${t(choice.value === value ? 'rules.option.now' : 'rules.option.other')}>${choice.value === value ? '●' : '○'}</span>
        ${' '}${translateCore(choice.about)}</dd>`)
    : html`<dd>${number(Number(value))} <span class="quiet">(${translateCore(about)})</span></dd>
        ${second && html`<dd>${translateCore(second.label)}: ${number(second.value)}</dd>`}`}
    </div>`)}</dl>
  </section>`;
}
