/**
 * All stored games: to continue, review, share or delete; and statistics about them.
 */
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { isWhatIf, resultsOf } from '../lib/bests.js';
import { allGames, onGameChanged, removeGame, restoreGame } from '../lib/games.js';
import { announce } from '../lib/live.js';
import { dateOf, fileName } from '../lib/record.js';
import { download, saveFile } from '../lib/share.js';
import { day, list, t } from '../lib/strings.js';
import { scoreWords, standWords } from '../lib/tell.js';
import { distinct, zip } from '../lib/zip.js';
import { Bests, Trends } from '../parts/bests.js';
import { Dialog } from '../parts/dialog.js';
import { Frame, Note } from '../parts/frame.js';
import { Import, problemWords } from '../parts/import.js';
import { ShareDialog } from '../parts/share_dialog.js';
import { ruleName } from './home.js';

/** @typedef {import('../lib/games.js').Kept} Kept */
/** @typedef {import('../lib/bests.js').Result} Result */

const SHOWN = 10;

/** When the game was played. @param {Kept} game */
const played = (game) => dateOf(game.text) || game.begun;

/** "Yardzee: Ann and Bea" @param {Kept} game */
const titleOf = (game) => t('history.game', { rules: ruleName(game.rules), names: list(game.seats) });

/** Downloads all games as one archive, a file per game. */
export async function saveAll() {
  const games = await allGames();
  const names = distinct(games.map((game) => fileName(game.text)));
  const files = games.map((game, i) => ({ name: names[i], text: game.text, when: game.changed }));
  download(`yardstick-${new Date().toISOString().slice(0, 10)}.zip`, zip(files));
}

export function History() {
  const [games, setGames] = useState(/** @type {Kept[]|null} */ (null));
  const [results, setResults] = useState(/** @type {Result[]} */ ([]));
  const [problem, setProblem] = useState('');
  const [rules, setRules] = useState('');
  const [person, setPerson] = useState('');
  const [removed, setRemoved] = useState(/** @type {Kept|null} */ (null));
  const putBack = useRef(/** @type {HTMLElement|null} */ (null));
  const fail = (/** @type {unknown} */ error) => setProblem(problemWords(error));
  const read = () => allGames().then(setGames, fail);
  useEffect(() => {
    read();
    return onGameChanged(read);
  }, []);
  useEffect(() => {
    let old = false;
    if (games) resultsOf(games).then((found) => !old && setResults(found), fail);
    return () => {
      old = true;
    };
  }, [games]);
  const remove = async (/** @type {Kept} */ game) => {
    try {
      await removeGame(game.id);
      setRemoved(game);
      announce(t('history.removed', { game: titleOf(game) }));
    } catch (error) {
      fail(error);
    }
    read();
  };
  const restore = async () => {
    if (!removed) return;
    try {
      await restoreGame(removed);
      announce(t('history.restored'));
      setRemoved(null);
      document.querySelector('h1')?.focus({ preventScroll: true }); // the pressed button disappears
    } catch (error) {
      fail(error);
    }
    read();
  };
  // The focused element disappeared with the game, so focus the button that restores the game.
  useLayoutEffect(() => putBack.current?.focus(), [removed]);
  const here = games ?? [];
  const fits = (/** @type {Kept} */ game) => (!rules || game.rules === rules) && (!person || game.seats.includes(person));
  const shown = here.filter(fits);
  const mine = results.filter((r) => (!rules || r.rules === rules) && (!person || r.name === person));
  return html`<${Frame} title=${t('history.title')} class="history">
    ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
    ${removed && html`<div class="note note-good undo"><span>${t('history.removed', { game: titleOf(removed) })}</span>
      <button ref=${putBack} type="button" onClick=${restore}>${t('history.restore')}</button></div>`}
    ${games && !here.length && html`<section class="panel empty">
      <h2>${t('history.empty')}</h2><p>${t('history.empty.about')}</p>
      <p><a class="button primary" href="#/new">${t('home.new')}</a></p></section>`}
    ${here.length > 1 && html`<${Filters} games=${here} rules=${rules} person=${person} onRules=${setRules} onPerson=${setPerson} />`}
    <${Games} games=${shown.filter((g) => g.phase !== 'over')} title=${t('history.running')} onRemove=${remove} />
    <${Games} games=${shown.filter((g) => g.phase === 'over')} title=${t('history.over')} onRemove=${remove} />
    ${here.length > 0 && !shown.length && html`<${Note}>${t('history.none')}</${Note}>`}
    ${mine.length > 0 && html`<${Bests} results=${mine} />
      <${Trends} results=${mine} person=${person || busiest(mine)} />`}
    <section class="panel" aria-labelledby="bring">
      <h2 id="bring">${t('history.bring')}</h2>
      <${Import} onKept=${read} />
    </section>
    ${here.length > 0 && html`<section class="panel" aria-labelledby="save">
      <h2 id="save">${t('history.save')}</h2>
      <p class="quiet">${t('history.save.about')}</p>
      <button type="button" onClick=${() => saveAll().catch(fail)}>${t('history.save.all')}</button>
    </section>`}
  </${Frame}>`;
}

/** The player with the most results. @param {Result[]} results */
function busiest(results) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const { name } of results) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].reduce((a, b) => b[1] > a[1] ? b : a)[0];
}

/**
 * @param {{games: Kept[], rules: string, person: string, onRules: (rules: string) => void,
 *   onPerson: (person: string) => void}} props
 */
function Filters({ games, rules, person, onRules, onPerson }) {
  const sets = useMemo(() => [...new Set(games.map((game) => game.rules))].sort(), [games]);
  const people = useMemo(() => [...new Set(games.flatMap((game) => game.seats))].sort((a, b) => a.localeCompare(b)), [games]);
  const chosen = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
  return html`<section class="panel game-filters" aria-label=${t('history.filter')}>
    <label class="field"><span>${t('history.rules')}</span>
      <select value=${rules} onChange=${(/** @type {Event} */ event) => onRules(chosen(event))}>
        <option value="">${t('history.rules.all')}</option>
        ${sets.map((set) => html`<option key=${set} value=${set}>${ruleName(set)}</option>`)}
      </select></label>
    <label class="field"><span>${t('history.person')}</span>
      <select value=${person} onChange=${(/** @type {Event} */ event) => onPerson(chosen(event))}>
        <option value="">${t('history.person.all')}</option>
        ${people.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label>
  </section>`;
}

/** @param {{games: Kept[], title: string, onRemove: (game: Kept) => void}} props */
function Games({ games, title, onRemove }) {
  const [most, setMost] = useState(SHOWN);
  const [chosen, setChosen] = useState(/** @type {Kept|null} */ (null));
  const [sharing, setSharing] = useState(/** @type {Kept|null} */ (null));
  if (!games.length) return null;
  return html`<section class="panel" aria-label=${title}>
    <h2>${title}</h2>
    <ul class="games">
      ${games.slice(0, most).map((game) => html`<li key=${game.id} class="game-row">
        <a class="game-link" href=${`#/game/${game.id}`}>
          <span><strong>${ruleName(game.rules)}</strong> <span class="quiet small">${day(played(game))}</span></span>
          <span><bdi>${scoreWords(game)}</bdi></span>
          <span class="quiet small">${standWords(game)}${isWhatIf(game.text) ? ` · ${t('what-if.is')}` : ''}</span>
        </a>
        <button type="button" class="icon-button" aria-haspopup="dialog" aria-label=${t('history.more', { game: titleOf(game) })}
          onClick=${() => setChosen(game)}><span aria-hidden="true">⋯</span></button>
      </li>`)}
    </ul>
    ${games.length > most && html`<p class="gap-above"><button type="button" onClick=${() => setMost(most + 5 * SHOWN)}>
      ${t('history.rest', { n: games.length - most })}</button></p>`}
    ${chosen && html`<${Dialog} title=${titleOf(chosen)} onClose=${() => setChosen(null)}>
      <div class="menu-list">
        <a class="button" href=${`#/game/${chosen.id}`}>${t('history.open')}</a>
        <a class="button" href=${`#/game/${chosen.id}/review`}>${t('menu.review')}</a>
        <a class="button" href=${`#/game/${chosen.id}/print`}>${t('menu.print')}</a>
        <button type="button" onClick=${() => { setSharing(chosen); setChosen(null); }}>${t('history.share')}</button>
        <button type="button" onClick=${() => saveFile(chosen.text)}>${t('share.file')}</button>
        <button type="button" class="danger" onClick=${() => { onRemove(chosen); setChosen(null); }}>${t('history.remove')}</button>
      </div>
    </${Dialog}>`}
    ${sharing && html`<${ShareDialog} text=${sharing.text} title=${titleOf(sharing)} onClose=${() => setSharing(null)} />`}
  </section>`;
}
