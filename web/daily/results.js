/**
 * The results of a group on one day.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { costWords } from '../lib/coach_words.js';
import { allGames } from '../lib/games.js';
import { encodeRecord } from '../lib/link.js';
import { t } from '../lib/strings.js';
import { Note } from '../parts/frame.js';
import { ruleName } from '../screens/home.js';
import { useBeat } from './beat.js';
import { onHanded, waitingFor } from './hand_in.js';
import { handedIn } from './keys.js';
import { player } from './player.js';
import { ask, askRecord, refusalWords } from './server.js';
import { dailyGames } from './stored.js';

const AGAIN_MS = 1500;
const TRIES = 20;

/** @param {{group: import('./keys.js').OwnGroup, date: string}} props */
export function Results({ group, date }) {
  const [got, setGot] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [rules, setRules] = useState('');
  const [decisions, setDecisions] = useState(false);
  const [games, setGames] = useState(/** @type {import('./stored.js').DailyGame[]} */ ([]));
  const beat = useBeat();
  useEffect(() => {
    let left = false;
    let tries = 0;
    const look = () => {
      allGames().then((all) => left || setGames(dailyGames(all)), () => {});
      ask('GET', `${group.id}/days/${date}`).then((answer) => {
        if (left) return;
        setGot(answer);
        setProblem(null);
        if (answer.grading && tries++ < TRIES) setTimeout(() => left || look(), AGAIN_MS);
      }, (error) => left || setProblem(error));
    };
    look();
    const stop = onHanded(look);
    return () => {
      left = true;
      stop();
    };
  }, [date, beat]);
  const results = /** @type {any[]} */ (got?.results ?? []);
  const books = [...new Set(results.map((r) => r.rules))];
  const book = books.includes(rules) ? rules : results.find((r) => r.name === group.name)?.rules ?? books[0];
  const shown = results.filter((r) => r.rules === book);
  if (decisions) shown.sort((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity));
  const waiting = waitingFor(group, games);
  const refused = games.filter((game) => game.date === date && handedIn(group.id, game)?.ok === false);
  async function watch(/** @type {number} */ n) {
    try {
      location.hash = `record=${await encodeRecord(await askRecord(`${group.id}/days/${date}?record=${n}`, (await player()).token))}`;
    } catch (error) {
      setProblem(error);
    }
  }
  return html`
    ${problem && html`<${Note} kind=${problem.code === 'offline' ? 'busy' : 'problem'}>${refusalWords(problem)}<//>`}
    ${waiting.length > 0 && html`<${Note}>${t('daily.group.waiting', { n: waiting.length })}<//>`}
    ${refused.map((game) => html`<${Note} key=${game.rules} kind="problem">${ruleName(game.rules)}: ${refusalWords({ code: handedIn(group.id, game)?.code ?? '', message: '' })}<//>`)}
    ${books.length > 1 && html`<div class="switch" role="group" aria-label=${t('practice.rules')}>
      ${books.map((id) => html`<button key=${id} type="button" aria-pressed=${id === book} onClick=${() => setRules(id)}>${ruleName(id)}</button>`)}</div>`}
    ${books.length === 1 && html`<h3>${ruleName(book)}</h3>`}
    ${got && !results.length && html`<p class="quiet">${t('daily.group.none')}</p>`}
    ${shown.length > 0 && html`
      <div class="switch" role="group" aria-label=${t('daily.group.order')}>
        <button type="button" aria-pressed=${!decisions} onClick=${() => setDecisions(false)}>${t('daily.by.result')}</button>
        <button type="button" aria-pressed=${decisions} onClick=${() => setDecisions(true)}>${t('daily.by.decisions')}</button></div>
      <div class="scroll-x" tabindex="0" role="region" aria-label=${`${group.title}, ${ruleName(book)}`}><table class="day-results">
        <thead><tr><th scope="col">${t('daily.group.rank')}</th><th scope="col">${t('over.name')}</th><th scope="col">${t('daily.result')}</th><th scope="col">${t('daily.group.given')}</th></tr></thead>
        <tbody>${shown.map((r, i) => html`<tr key=${r.n} class=${r.name === group.name ? 'mine' : ''}>
          <td>${decisions ? i + 1 : r.rank}</td>
          <th scope="row">${r.name === group.name ? html`<bdi>${r.name}</bdi>` : html`<button type="button" class="link" aria-label=${t('daily.group.watch', { name: r.name })} onClick=${() => watch(r.n)}><bdi>${r.name}</bdi></button>`}${r.hints ? html` <small class="quiet">${t('seats.hints', { n: r.hints })}</small>` : ''}</th>
          <td>${r.unit === 'turns' ? t('daily.turns', { n: r.turns }) : t('daily.points', { n: r.points })}</td>
          <td>${r.cost === undefined ? '…' : costWords(r.unit, r.cost)}</td></tr>`)}</tbody>
      </table></div>`}
    ${got?.grading > 0 && html`<p class="small quiet">${t('daily.group.grading')}</p>`}`;
}
