/**
 * The home screen: continue a game, start one, practice, look back.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { bookName, houseWords } from '../lib/books.js';
import { allGames, onGameChanged } from '../lib/games.js';
import { day, list, number, t, translateCore } from '../lib/strings.js';
import { DiceRow } from '../parts/dice.js';
import { Frame, Note } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';

const SHOWN = 4;

export function Home() {
  const [games, setGames] = useState(/** @type {import('../lib/games.js').Kept[]} */ ([]));
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    const read = () => allGames().then(setGames, () => setClosed(true));
    read();
    return onGameChanged(read);
  }, []);
  const running = games.filter((game) => game.phase !== 'over').slice(0, SHOWN);
  return html`<${Frame} title="Yardstick" back="" class="home"
      actions=${html`<a class="icon-button" href="#/settings" aria-label=${t('home.settings')}><${Icon} name="settings" /></a>`}>
    <section class="panel welcome">
      <p class="welcome-dice"><${DiceRow} faces=${[1, 2, 3, 4, 5, 6]} label="" /></p>
      <p class="lead">${t('home.lead')}</p>
      <div class="home-buttons">
        <a class="button primary big wide" href="#/new">${t('home.new')}</a>
        <a class="button primary big wide" href="#/new/real">${t('home.yard')}</a>
        <a class="button big wide" href="#/online">${t('home.online')}</a>
      </div>
    </section>
    ${closed && html`<${Note} kind="problem">${t('store.closed')}</${Note}>`}
    ${running.length > 0 && html`<section class="panel">
      <h2>${t('home.running')}</h2>
      <ul class="games">${running.map((game) => html`<li key=${game.id}>
        <a class="game-link" href=${`#/game/${game.id}`}>
          <span><strong>${ruleName(game.rules)}</strong> <span class="quiet">${day(game.changed)}</span></span>
          <span><bdi>${list(game.seats)}</bdi></span>
          <span class="quiet">${(game.totals ?? []).map((n) => number(n)).join(' : ')}</span>
        </a></li>`)}</ul>
    </section>`}
    <nav class="panel tiles" aria-label=${t('home.more')}>
      <a class="button" href="#/practice">${t('home.practice')}</a>
      <a class="button" href="#/practice/daily">${t('home.daily')}</a>
      <a class="button" href="#/history">${t('home.history')}</a>
      <a class="button" href="#/rules">${t('home.rules')}</a>
      <a class="button" href="#/print">${t('home.print')}</a>
    </nav>
  </${Frame}>`;
}

/**
 * The name of a rule set, followed by its house rules, if any.
 * @param {string} rules
 */
export function ruleName(rules) {
  const [id, changes] = rules.split(':');
  return translateCore(bookName(id)) + (changes ? ` (${houseWords(rules)})` : '');
}
