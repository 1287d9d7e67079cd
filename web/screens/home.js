/**
 * The home screen: go on with a game, or begin one with a tap on its card. Players and dice stand above the cards.
 */
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { beginGame, lineUp, sideOf } from '../lib/begin.js';
import { allBooks, bookName, houseWords } from '../lib/books.js';
import { allGames, onGameChanged } from '../lib/games.js';
import { later } from '../lib/load.js';
import { go } from '../lib/route.js';
import { changeSettings, getSettings, hasStored } from '../lib/settings.js';
import { list, number, t, translateCore } from '../lib/strings.js';
import { runningTable } from '../online/tables.js';
import { Dialog } from '../parts/dialog.js';
import { Block } from '../parts/dice.js';
import { Note } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { Ball, initials } from '../parts/seats.js';

/** @typedef {import('../lib/games.js').Kept} Kept */

/** The dice on a card; those of a book that is not listed are made from its number of dice. @type {Record<string, number[]>} */
const DICE = { yardzee: [5, 5, 5, 5, 5], yardkle: [1, 2, 3, 4, 5, 6], yahtzee: [3, 3, 3, 3, 3], 'yahtzee-classic': [6, 6, 6, 2, 2], yatzy: [4, 4, 1, 6, 6], farkle: [1, 1, 1, 5, 3, 6] };
const LIE = [-7, 4, -3, 6, -5, 3];
const TABS = /** @type {const} */ ([['daily', '#/daily', 'calendar'], ['friends', '#/online', 'people'], ['scores', '#/history', 'cup']]);

export function Home() {
  const [games, setGames] = useState(/** @type {Kept[]} */ ([]));
  const [books, setBooks] = useState(/** @type {import('../lib/answers.js').Book[]} */ ([]));
  const [problem, setProblem] = useState('');
  const [more, setMore] = useState(false);
  const [row, setRow] = useState(''); // days in a row
  const [, redraw] = useState(0);
  const busy = useRef(false);
  useEffect(() => {
    const read = () => allGames().then(setGames, () => setProblem(t('store.closed')));
    read();
    allBooks().then(setBooks, (error) => setProblem(String(error.message)));
    return onGameChanged(read);
  }, []);
  useEffect(() => {
    document.title = 'Yardstick';
  }, []);
  useEffect(() => {
    if (hasStored('yardstick-daily') || hasStored('yardstick-player')) later.load().then((code) => setRow(code.rowWords(games)), () => {});
  }, [games]);
  const { real } = getSettings();
  const seats = lineUp();
  const table = runningTable(); // at a server
  const last = games.find((game) => game.phase !== 'over');
  const asks = real && seats.some((side) => sideOf(side).bot); // people roll real dice: for no bot unless they ask for one

  /** @param {string} rules */
  async function begin(rules) {
    if (busy.current) return; // ignore a double tap
    if (asks) return go(`/new/real/${rules}`);
    busy.current = true;
    setProblem(await beginGame({ rules, seats, real }));
    busy.current = false;
  }

  const dice = (/** @type {boolean} */ on, /** @type {string} */ word) => html`<button type="button" aria-pressed=${real === on} onClick=${() => { changeSettings({ real: on }); redraw((n) => n + 1); }}>
    <${Icon} name=${on ? 'leaf' : 'die'} /><span><strong>${t(`home.dice.${word}`)}</strong><span>${t(`home.dice.${word}.what`)}</span></span></button>`;
  return html`
    <header class="home-head">
      <div class="home-sky" aria-hidden="true"></div>
      <h1 tabindex="-1"><span>Yardstick</span></h1>
      <span class="home-dice" aria-hidden="true"><${Block} face=${5} lie=${-8} /><${Block} face=${3} lie=${7} grain=${1} /><${Block} face=${6} lie=${-4} grain=${2} /></span>
    </header>
    <main class="screen home">
      ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
      ${table && html`<${GoOn} game=${{ id: '', rules: table.rules ?? '', seats: table.names ?? [] }} path=${`/online/${table.code}`} />`}
      ${last && html`<${GoOn} game=${last} more=${games.filter((game) => game.phase !== 'over').length > 1} />`}
      <div class="dice-switch" role="group" aria-label=${t('new.dice')}>${dice(false, 'app')}${dice(true, 'real')}</div>
      <${LineUp} seats=${seats} asks=${asks} />
      <div class="game-cards">${books.map((book) => html`<button type="button" key=${book.key} class="game-card" data-book=${book.key} onClick=${() => begin(book.key)}>
        <span class="game-dice" aria-hidden="true">${(DICE[book.key] ?? Array.from({ length: book.dice }, (_, i) => i + 1)).map((face, i) => html`<${Block} key=${i} face=${face} lie=${LIE[i]} grain=${i % 3} />`)}</span>
        <strong>${translateCore(book.name)}</strong><span>${translateCore(book.about)}</span></button>`)}</div>
      <div class="home-links">
        <a class="panel" href="#/daily"><strong><${Icon} name="calendar" /> ${t('home.daily')}</strong><span>${row || t('home.daily.what')}</span></a>
        <a class="panel" href="#/online"><strong><${Icon} name="people" /> ${t('home.online')}</strong><span>${t('home.online.what')}</span></a>
      </div>
    </main>
    <nav class="tabs" aria-label=${t('home.more')}>
      <a href="#/" aria-current="page"><${Icon} name="die" />${t('tab.play')}</a>
      ${TABS.map(([name, href, icon]) => html`<a key=${name} href=${href}><${Icon} name=${icon} />${t(`tab.${name}`)}</a>`)}
      <button type="button" aria-haspopup="dialog" onClick=${() => setMore(true)}><${Icon} name="more" />${t('tab.more')}</button>
    </nav>
    ${more && html`<${Dialog} title=${t('tab.more')} onClose=${() => setMore(false)} class="menu"><div class="menu-list">
      <h3>${t('menu.group.learn')}</h3>
      <a class="button" href="#/practice">${t('home.practice')}</a>
      <a class="button" href="#/rules">${t('home.rules')}</a>
      <h3>${t('menu.group.more')}</h3>
      <a class="button" href="#/print">${t('home.print')}</a>
      <a class="button" href="#/settings">${t('home.settings')}</a></div></${Dialog}>`}`;
}

/**
 * The game that was played last.
 * @param {{game: Pick<Kept, 'id'|'rules'|'seats'|'totals'>, path?: string, more?: boolean}} props path: of a server's table; more: there are others, too
 */
function GoOn({ game, path, more }) {
  const letters = initials(game.seats);
  return html`<div class="go-on panel"><a class="go-on-link" href=${`#${path ?? `/game/${game.id}`}`}>
      <span class="go-on-balls" aria-hidden="true">${letters.slice(0, 3).map((word, i) => html`<${Ball} key=${i} seat=${i + 1} letters=${word} />`)}</span>
      <span class="go-on-words"><strong>${t('home.go-on', { game: ruleName(game.rules) })}</strong>
        <span class="quiet">${path ? t('home.go-on.online', { names: list(game.seats) }) : game.seats.map((name, i) => `${name}: ${number(game.totals?.[i] ?? 0)}`).slice(0, 4).join(', ')}</span></span>
      <span class="go-on-play" aria-hidden="true"><${Icon} name="play" /></span></a>
    ${more && html`<a class="small" href="#/history">${t('home.running')}</a>`}</div>`;
}

/** The players of the game that a tap on a card begins. @param {{seats: string[], asks: boolean}} props seats: in the table language; asks: it asks for names first */
function LineUp({ seats, asks }) {
  const sides = seats.map(sideOf);
  const names = sides.map(({ name, second }) => (second ? `${name}+${second}` : name));
  const letters = initials(names);
  const shown = sides.slice(0, 4);
  return html`<div class="line-up panel">
    <span class="line-up-names">${asks ? t('home.names') : html`${shown.map(({ bot }, i) => html`<span key=${i}><${Ball} seat=${i + 1} letters=${letters[i]} bot=${Boolean(bot)} /> <strong><bdi>${names[i]}</bdi></strong>${bot && html` <span class="quiet">(${t(`level.${bot}`)})</span>`}</span>`)}
      ${sides.length > shown.length && html`<span>${t('home.others', { n: sides.length - shown.length })}</span>`}<span class="unseen">${list(names)}</span>`}</span>
    <a class="button" href="#/new"><${Icon} name="pen" /> ${t('home.change')}</a></div>`;
}

/**
 * The name of a rule set, followed by its house rules, if any.
 * @param {string} rules
 */
export function ruleName(rules) {
  const [id, changes] = rules.split(':');
  return translateCore(bookName(id)) + (changes ? ` (${houseWords(rules)})` : '');
}
