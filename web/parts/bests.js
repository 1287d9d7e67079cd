/**
 * Personal bests by rule set, and a player's results over time.
 */
import { html } from '../vendor/preact.js';
import { bestsOf, grouped } from '../lib/bests.js';
import { day, number, t } from '../lib/strings.js';
import { ruleName } from '../screens/home.js';
import { Trend } from './trend.js';

/** @typedef {import('../lib/bests.js').Result} Result */
/** @typedef {import('../lib/bests.js').Best} Best */

const SHOWN = 12;

/** @param {{results: Result[]}} props */
export function Bests({ results }) {
  return html`<section class="panel" aria-labelledby="bests">
    <h2 id="bests">${t('bests.title')}</h2>
    <p class="quiet small">${t('bests.about')}</p>
    ${bestsOf(results).map(({ rules, people }) => html`<${OneSet} key=${rules} rules=${rules} people=${people} />`)}
  </section>`;
}

/**
 * Bests under one rule set; with several players, stars mark the best figures.
 * @param {{rules: string, people: Best[]}} props
 */
function OneSet({ rules, people }) {
  const alone = people.some((p) => p.fewest);
  const others = people.some((p) => p.against);
  const top = {
    highest: Math.max(...people.map((p) => p.highest.total)),
    fewest: Math.min(...people.map((p) => p.fewest?.turns ?? Infinity)),
    wins: Math.max(1, ...people.map((p) => p.wins)),
    run: Math.max(1, ...people.map((p) => p.run)),
  };
  const figure = (/** @type {number} */ value, /** @type {number} */ most) => value === most && people.length > 1
    ? html`<strong>${number(value)}</strong><span role="img" aria-label=${t('bests.top')}> ★</span>` : number(value);
  return html`<div class="scroll-x gap-above"><table class="plain-table bests">
    <caption>${ruleName(rules)}</caption>
    <thead><tr><th scope="col">${t('bests.name')}</th><th scope="col" class="figure">${t('bests.highest')}</th>
      ${alone && html`<th scope="col" class="figure">${t('bests.fewest')}</th>`}
      ${others && html`<th scope="col" class="figure">${t('bests.wins')}</th><th scope="col" class="figure">${t('bests.run')}</th>`}
      <th scope="col" class="figure">${t('bests.games')}</th></tr></thead>
    <tbody>${people.slice(0, SHOWN).map((p) => html`<tr key=${p.name}>
      <th scope="row"><bdi>${p.name}</bdi></th>
      <td class="figure"><a href=${`#/game/${p.highest.id}`} title=${day(p.highest.when)}>${figure(p.highest.total, top.highest)}</a></td>
      ${alone && html`<td class="figure">${p.fewest ? html`<a href=${`#/game/${p.fewest.id}`} title=${day(p.fewest.when)}>${figure(p.fewest.turns, top.fewest)}</a>` : '–'}</td>`}
      ${others && html`<td class="figure">${p.against ? figure(p.wins, top.wins) : '–'}</td><td class="figure">${p.against ? figure(p.run, top.run) : '–'}</td>`}
      <td class="figure">${number(p.games)}</td></tr>`)}</tbody>
  </table></div>`;
}

/**
 * A player's results over time, for rule sets with at least three games.
 * @param {{results: Result[], person: string}} props
 */
export function Trends({ results, person }) {
  const mine = results.filter((r) => r.name === person);
  const courses = [...grouped(mine, (r) => `${r.rules} ${r.measure}`)].filter(([, of]) => of.length > 2);
  if (!courses.length) return null;
  return html`<section class="panel" aria-labelledby="trends">
    <h2 id="trends">${t('trend.title', { name: person })}</h2>
    ${courses.map(([kind, of]) => {
    const { measure, rules } = of[0];
    return html`<${Trend} key=${kind} title=${t(`trend.${measure}`, { rules: ruleName(rules) })} unit=${t(`trend.unit.${measure}`)}
        points=${of.map((r) => ({ when: r.when, value: r[measure] }))} />`;
  })}
  </section>`;
}
