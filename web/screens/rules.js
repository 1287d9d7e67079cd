/**
 * The rule books in plain words, from the core: a list of all books, or one book.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { allBooks, book, guide } from '../lib/books.js';
import { backToGame } from '../lib/route.js';
import { number, t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { DiceRow } from '../parts/dice.js';

/** @typedef {import('../lib/books.js').Book} Book */
/** @typedef {import('../lib/answers.js').GuidePart} GuidePart */

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
  const [found, setFound] = useState(/** @type {{book: Book, parts: GuidePart[]}|null} */ (null));
  const [problem, setProblem] = useState('');
  const [back] = useState(() => backToGame('#/rules'));
  useEffect(() => {
    Promise.all([book(rules), guide(rules)]).then(([b, parts]) => b.error ? setProblem(translateCore(b.error)) : setFound({ book: b, parts }),
      (error) => setProblem(String(error.message)));
  }, [rules]);
  if (problem) return html`<${Frame} title=${t('rules.title')} back=${back}><${Note} kind="problem">${problem}</${Note}></${Frame}>`;
  if (!found) return html`<${Frame} title=${t('rules.title')} back=${back}><${Note}>${t('rules.reading')}</${Note}></${Frame}>`;
  const { name, about, key, options } = found.book;
  return html`<${Frame} title=${translateCore(name)} back=${back}>
    <section class="panel">
      <p class="lead">${translateCore(about)}</p>
      <div class="buttons">
        <a class="button primary" href=${`#/new/app/${encodeURIComponent(key)}`}>${t('rules.play')}</a>
        <a class="button" href=${`#/new/real/${encodeURIComponent(key)}`}>${t('rules.referee')}</a>
        <a class="button" href=${`#/print/${encodeURIComponent(key)}`}>${t('rules.print')}</a>
      </div>
    </section>
    <section class="panel guide"><${Guide} parts=${found.parts} /></section>
    <${Options} options=${options} />
  </${Frame}>`;
}

/** How to play: consecutive items and steps are lists. @param {{parts: GuidePart[]}} props */
function Guide({ parts }) {
  /** @type {GuidePart[][]} */
  const runs = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.[0].kind === part.kind && (part.kind === 'item' || part.kind === 'step')) last.push(part);
    else runs.push([part]);
  }
  return runs.map((run, i) => {
    const words = (/** @type {GuidePart} */ part) => html`${translateCore(part.words)}
      ${part.cite && html` <span class="quiet small">(${translateCore(part.cite)})</span>`}`;
    if (run[0].kind === 'heading') return html`<h2 key=${i}>${words(run[0])}</h2>`;
    if (run[0].kind === 'text') return html`<p key=${i}>${words(run[0])}</p>`;
    if (run[0].kind === 'step') return html`<ol key=${i}>${run.map((part) => html`<li><${Dice} faces=${part.dice} label="" />${words(part)}</li>`)}</ol>`;
    return html`<dl key=${i}>${run.map((part) => {
      const label = translateCore(part.label ?? '');
      return html`<div><dt>${DICE.test(label) ? html`<${Dice} faces=${label} />` : label}</dt><dd>${words(part)}</dd></div>`;
    })}</dl>`;
  });
}

const DICE = /^[1-6]([ -][1-6])*$/;

/** Dice given as text: "1 1 1" or "1-2-3-4-5-6". @param {{faces?: string, label?: string}} props */
function Dice({ faces = '', label }) {
  return html`<${DiceRow} faces=${faces.split(/[ -]/).map(Number)} label=${label} />`;
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
