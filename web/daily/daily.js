/**
 * The position and the game of the day, and groups that compare their games.
 *
 *   #/daily                   today's position
 *   #/daily/game              today's games
 *   #/daily/groups            your groups
 *   #/daily/2026-11-17        another day; /game after it: its games
 *   #/daily/2026-11-17/game/yardkle   what a shared text leads to: that day's game, or /position, by these rules
 *   #/daily/g-…               a group
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { allGames, onGameChanged } from '../lib/games.js';
import { dailyDays, dayOf } from '../lib/practised.js';
import { region, t } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { Icon } from '../parts/icon.js';
import { Games } from './games.js';
import { GroupAt } from './group.js';
import { Groups } from './groups.js';
import { handInAll } from './hand_in.js';
import { Position } from './position.js';
import { dailyGames } from './stored.js';
import { before, Streak } from './streak.js';

const VIEWS = ['position', 'game', 'groups'];

/** "Monday, 16 November" @param {string} date */
const long = (date) => new Date(`${date}T12:00:00`).toLocaleDateString(region(), { weekday: 'long', day: 'numeric', month: 'long' });

/** @param {string} word */
const isDate = (word) => /^20\d\d-\d\d-\d\d$/.test(word) && new Date(`${word}T12:00:00Z`).toJSON()?.startsWith(word);

/** @param {{path: string[]}} props */
export function Daily({ path }) {
  const [today] = useState(dayOf); // nothing changes at midnight
  if (path[0]?.startsWith('g-')) return html`<${GroupAt} id=${path[0]} />`;
  const asked = path.find(isDate) ?? today;
  const date = asked <= today ? asked : today;
  const view = VIEWS.find((name) => path.includes(name)) ?? 'position';
  const rules = path[path.indexOf(view) + 1] ?? '';
  const note = !rules || asked === today ? '' : t(asked < today ? 'daily.past' : 'daily.ahead', { date: long(asked) });
  return html`<${Day} ...${{ date, today, view, rules, note }} />`;
}

/**
 * @param {{date: string, today: string, view: string, rules: string, note: string}} props rules: whose game or position a
 *   link leads to; note: that it was sent on another day
 */
function Day({ date, today, view, rules, note }) {
  const [games, setGames] = useState(/** @type {import('./stored.js').DailyGame[]|null} */ (null));
  const [, setAnswered] = useState(0);
  useEffect(() => {
    const read = () => allGames().then((all) => setGames(dailyGames(all)), () => setGames([]));
    read();
    handInAll();
    return onGameChanged(read);
  }, []);
  const to = (/** @type {string} */ day, /** @type {string} */ name) => ['#/daily', ...(day === today ? [] : [day]), ...(name === 'position' ? [] : [name])].join('/');
  const other = date === today ? before(today) : today;
  const word = t(date === today ? 'daily.yesterday' : 'daily.today');
  const streak = games && html`<${Streak} games=${games} today=${today} />`;
  return html`<${Frame} title=${t(`daily.title.${view}`)} sub=${long(date)} class="daily"
      actions=${html`<a class="icon-button" href=${to(other, view)} aria-label=${word}><${Icon} name="calendar" /></a>`}>
    <nav class="day-views" aria-label=${t('home.daily')}>
      ${VIEWS.map((name) => html`<a key=${name} href=${to(date, name)} aria-current=${name === view ? 'page' : undefined}>${t(`daily.tab.${name}`)}</a>`)}
    </nav>
    ${note && html`<${Note}>${note}<//>`}
    ${games && view === 'position' && html`<${Position} ...${{ date, games }} wanted=${rules} streak=${streak} onAnswered=${() => setAnswered((n) => n + 1)} />`}
    ${games && view === 'game' && html`<${Games} ...${{ date, games }} wanted=${rules} />${streak}`}
    ${view === 'groups' && html`<${Groups} date=${date} />`}
    <div class="day-bar">
      <a class="button" href=${to(other, view)}>${word}</a>
      ${view === 'position' ? html`<a class=${`button ${dailyDays().includes(date) ? 'sunny' : ''}`} href="#/practice"><strong>${t('daily.more')}</strong><span>${t('daily.more.from')}</span></a>`
      : view === 'game' ? html`<a class="button" href=${to(date, 'groups')}>${t('daily.title.groups')}</a>`
      : html`<a class="button sunny" href=${to(date, 'game')}><strong>${t('daily.title.game')}</strong></a>`}
    </div>
  <//>`;
}
