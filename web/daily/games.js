/**
 * The games of a day: one for each rule set, with the same dice for everybody.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { allBooks } from '../lib/books.js';
import { costWords } from '../lib/coach_words.js';
import { coach, referee } from '../lib/core_client.js';
import { addGame, StoreError } from '../lib/games.js';
import { dateLine } from '../lib/record.js';
import { go } from '../lib/route.js';
import { about } from '../lib/session.js';
import { changeSettings } from '../lib/settings.js';
import { oddName } from '../lib/sides.js';
import { list, t, translateCore } from '../lib/strings.js';
import { Solving } from '../parts/coach.js';
import { Note } from '../parts/frame.js';
import { ruleName } from '../screens/home.js';
import { ownGroups, ownName } from './keys.js';
import { player } from './player.js';
import { ask } from './server.js';
import { ShareCard } from './share_card.js';
import { streakOn } from './stored.js';

/** @typedef {import('./stored.js').DailyGame} DailyGame */

const NAMED = 3; // players of a group

/** @param {{date: string, games: DailyGame[], wanted: string}} props wanted: the rules of a link, which come first */
export function Games({ date, games, wanted }) {
  const [books, setBooks] = useState(/** @type {import('../lib/answers.js').Book[]} */ ([]));
  const [name, setName] = useState(ownName);
  const [problem, setProblem] = useState('');
  const [others, setOthers] = useState(/** @type {{rules: string, name: string}[]} */ ([])); // results of the day in groups
  const busy = useRef(false);
  useEffect(() => {
    let left = false;
    Promise.all(ownGroups().map((own) => ask('GET', `${own.id}/days/${date}`).then(({ results }) => results.filter((/** @type {any} */ r) => r.name !== own.name), () => [])))
      .then((all) => left || setOthers(all.flat()));
    return () => {
      left = true;
    };
  }, []);
  useEffect(() => {
    allBooks().then(setBooks, (error) => setProblem(String(error.message)));
  }, []);
  /** @param {string} rules */
  async function start(rules) {
    const odd = oddName([name]);
    if (odd || busy.current) return setProblem(odd);
    busy.current = true;
    try {
      const { hash } = await player();
      const text = `${['yardstick 1', dateLine(), `rules ${rules}`, `seat ${name.trim() || t('new.player', { n: 1 })}`, `dice daily ${date}`, 'start 1', `# player: ${hash}`].join('\n')}\n`;
      const state = await referee.about(text);
      if (state.error) setProblem(translateCore(state.reason ?? state.error));
      else {
        if (name.trim()) changeSettings({ me: name.trim() });
        go(`/game/${await addGame({ text, ...about(state) })}`);
      }
    } catch (error) {
      setProblem(error instanceof StoreError ? t(`store.${error.why}`) : String(/** @type {Error} */ (error).message));
    }
    busy.current = false;
    return undefined;
  }
  const today = games.filter((game) => game.date === date);
  const results = today.filter(({ finished }) => finished);
  const shown = [...books].sort((a, b) => Number(b.key === wanted) - Number(a.key === wanted));
  return html`
  ${results.map((game) => html`<${Result} key=${game.id} game=${game} games=${games} />`)}
  <section class="panel" aria-labelledby="games-head">
    <h2 id="games-head">${t('daily.game.same')}</h2>
    <p class="quiet">${t('daily.game.about')}</p>
    <label class="field"><span>${t('daily.name')}</span>
      <input type="text" value=${name} maxlength="40" autocomplete="nickname" placeholder=${t('new.player', { n: 1 })}
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    ${problem && html`<${Note} kind="problem">${problem}<//>`}
    <ul class="day-games">${shown.map((book) => {
      const game = today.find((one) => one.rules === book.key);
      const named = translateCore(book.name);
      const names = [...new Set(others.filter(({ rules }) => rules === book.key).map((one) => one.name))];
      return html`<li key=${book.key} data-book=${book.key}><span><strong>${named}</strong>
        ${names.length > 0 && html`<small class="quiet">${names.length > NAMED ? t('daily.group.played.many', { n: names.length }) : t('daily.group.played', { names: list(names) })}</small>`}</span>
        ${!game ? html`<button type="button" class=${book.key === wanted ? 'sunny' : 'primary'} aria-label=${`${t('daily.play')}: ${named}`} onClick=${() => start(book.key)}>${t('daily.play')}</button>`
        : !game.finished ? html`<a class="button primary" aria-label=${`${t('daily.continue')}: ${named}`} href=${`#/game/${game.id}`}>${t('daily.continue')}</a>`
        : html`<a class="button" aria-label=${`${t('over.review')}: ${named}`} href=${`#/game/${game.id}/review`}>${t('over.review')}</a>`}</li>`;
    })}</ul>
  </section>`;
}

/**
 * The result of a finished game, and a card to share.
 * @param {{game: DailyGame, games: DailyGame[]}} props
 */
function Result({ game, games }) {
  const [result, setResult] = useState(/** @type {any} */ (null));
  const [graded, setGraded] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    referee.about(game.text, 'daily').then((answer) => left || setResult(answer), () => {});
    coach.about(game.text, `daily grade ${streakOn(games, game.date)}`).then((answer) => {
      if (left) return;
      if (answer.error) setProblem(translateCore(answer.error));
      else setGraded(answer);
    }, (error) => left || setProblem(String(error.message)));
    return () => {
      left = true;
    };
  }, []);
  const press = result?.unit === 'turns';
  return html`<section class="panel day-result" aria-label=${ruleName(game.rules)}>
    <h2>${ruleName(game.rules)}</h2>
    ${result && html`<dl class="day-figures">
      <div><dt>${t('daily.result')}</dt><dd>${t(press ? 'daily.turns' : 'daily.points', { n: press ? result.turns : result.points })}</dd></div>
      ${graded && html`<div><dt>${t('daily.decisions')}</dt><dd>${graded.cost < 0.005 ? t('daily.nothing') : t('daily.given', { cost: costWords(graded.unit, graded.cost) })}</dd></div>`}</dl>`}
    ${problem ? html`<${Note} kind="problem">${problem}<//>` : !graded && html`<${Solving} />`}
  </section>
  ${graded && html`<${ShareCard} lines=${graded.share.map(translateCore)} marks=${graded.marks} to=${`${game.date}/game/${game.rules}`} />`}`;
}
