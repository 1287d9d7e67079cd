/**
 * The table of a press game: the turn's total, the dice that lie aside, and the two choices. What each choice brings,
 * and why one is not allowed, comes from the core.
 */
import { html } from '../vendor/preact.js';
import { list, number, t, translateCore, wholePercent } from '../lib/strings.js';
import { Block } from './dice.js';
import { Icon } from './icon.js';

/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/answers.js').Look} Look */
/** @typedef {import('../lib/answers.js').PressSet} PressSet */

const BARS = 9; // parts of the bar that shows the chance of a bust
const FIGURE = 7; // letters that fit into a choice in large type
const LETTERS = 58; // of the message line; more do not fit on a phone

/** The message line: who leads, who is not in yet, and in the final round what must be beaten. @param {{state: State, look: Look, now: number, time?: any}} props */
export function Message({ state, look, now, time }) {
  const timed = time && html`${' · '}${time}`;
  const { needs, lead, outside = [], entry = 0 } = look;
  const name = (/** @type {number} */ seat) => state.seats[seat - 1]?.name ?? '';
  if (needs && state.phase !== 'over') {
    const key = !needs.win ? 'race.ahead' : state.last_turns?.length === 1 ? 'race.last' : 'race.final';
    return html`<p class="message message-final"><${Icon} name="flag" /> ${t(key, { name: name(now), n: number(needs.win) })}${timed}</p>`;
  }
  const words = lead && (lead.by ? t('race.leads', { name: name(lead.seats[0]), n: number(lead.by) }) : lead.seats.length <= 3 && t('race.level', { names: list(lead.seats.map(name)) }));
  const out = !outside.length ? '' : outside.length === state.seats.length ? t('race.everybody', { entry: number(entry) })
    : outside.length <= 2 && t('race.outside', { n: outside.length, names: list(outside.map(name)), entry: number(entry) });
  const both = [words, out].filter(Boolean).join(' · ');
  return html`<p class="message">${both.length <= LETTERS ? both : words || out}${timed}</p>`;
}

/**
 * The turn's total, the largest thing on the screen.
 * @param {{state: State, look: Look, set: PressSet|undefined, bust: boolean}} props set: the dice picked
 */
export function TurnTotal({ state, look, set, bust }) {
  const aside = state.turn_points ?? 0;
  const total = set?.turn_points ?? aside;
  const more = look.needs && look.needs.win - total;
  return html`<section class=${`stake ${bust ? 'bust' : ''}`} aria-label=${t('press.turn')}>
    <strong class="stake-figure" aria-live="off">${number(total)}</strong>
    <p class="stake-notes"><span class="quiet">${t(bust || !total ? 'press.turn' : 'press.at-risk')}</span>
      ${bust ? html`<strong class="lost">${t('press.lost')}</strong>`
    : more !== undefined && more > 0 && total > 0 ? html`<strong class="lost">${t('press.more', { n: number(more) })}</strong>`
      : aside > 0 && set && html`<span>${t('press.aside', { n: number(aside) })}</span><span>${t('press.picked', { n: number(set.points) })}</span>`}</p>
  </section>`;
}

/** The dice that lie aside, in their groups. @param {{look: Look}} props */
export function Bench({ look }) {
  return html`<div class="bench" role="img" aria-label=${look.aside?.map(({ dice }) => dice.join(' ')).join(', ') || t('pad.none')}>
    ${look.aside?.map(({ dice }, i) => html`<span class="bench-group" key=${i}>${dice.map((face, k) => html`<${Block} key=${k} face=${face} grain=${(i + k) % 3} />`)}</span>`)}</div>`;
}

/** What stopping would lead to, in words. @param {State} state @param {PressSet} set @param {number} now */
export function stopWords(state, set, now) {
  const total = number(set.total ?? 0);
  const name = (/** @type {number} */ seat) => state.seats[seat - 1]?.name ?? '';
  if (set.over && (set.winners?.length ?? 0) > 1) return t('press.shares', { total, names: list((set.winners ?? []).map(name)) });
  if (set.over) return t('press.wins', { total, name: name(set.winners?.[0] ?? 0), n: number(set.lead?.by ?? 0) });
  if (set.lead) return set.lead.by ? t('press.leads', { total, name: name(set.lead.seats[0]), n: number(set.lead.by) }) : t('press.level', { total });
  return t('press.safe', { from: number(state.seats[now - 1]?.total ?? 0), to: total });
}

/**
 * The two choices, always in the same places.
 * @param {{state: State, look: Look, now: number, set: PressSet|undefined, choosing: boolean, rolling: boolean, bust: boolean, next: string,
 *   skip: (() => void)|null, onStop: () => void, onRoll: () => void, onAgain: () => void, onNext: () => void}} props
 *   next: who is next after a bust; skip: while a bot plays
 */
export function Stakes({ state, look, now, set, choosing, rolling, bust, next, skip, onStop, onRoll, onAgain, onNext }) {
  const banked = number(state.seats[now - 1]?.total ?? 0);
  const player = state.seats[now - 1]?.name ?? '';
  if (bust) {
    return html`<div class="choices"><${Off} icon="lock" title=${t('press.still')} figure=${banked}>${player}<//>
      <button type="button" class="choice-go next-button" onClick=${onNext}><${Head} icon="next">${t('press.next')}<//><${Figure}>${next}<//><span>${t('press.itself')}</span></button></div>`;
  }
  const wins = set?.over && set.winners?.includes(now);
  const stop = choosing && set?.total !== undefined;
  const why = rolling ? t('press.roll-first') : !choosing ? t('plank.turn', { name: player }) : translateCore((set ?? look).why ?? '');
  const left = stop ? html`<button type="button" class=${`choice-stop ${look.needs && !wins ? '' : 'primary'}`} onClick=${onStop}>
      <${Head} icon="flag">${t(look.needs ? 'press.stop-with' : 'press.stop')}<//><strong>${number(set.turn_points)}</strong><span>${stopWords(state, set, now)}</span></button>`
    : html`<${Off} icon="lock" title=${t('press.stop-plain')}>${why}<//>`;
  const n = rolling ? state.falling || look.sets?.[0]?.falling || 6 : set?.falling ?? 0;
  const risk = set?.turn_points ?? state.turn_points ?? 0;
  const chance = rolling ? look.bust ?? 0 : set?.bust ?? 0;
  const bustWords = look.bust === undefined && rolling ? t('table.opening') : t('press.chance', { chance: wholePercent(chance) }); // before the game, players roll to see who starts
  const title = rolling ? t(state.turn_points ? 'press.again' : 'press.roll') : t(set?.hot ? 'press.again.all' : look.needs && !wins ? 'press.again.win' : 'press.again');
  const right = rolling || (choosing && set) ? html`<button type="button" class=${`choice-go ${rolling ? 'roll-button' : 'again-button'}`} onClick=${rolling ? onRoll : onAgain}>
      <${Head} icon="die">${title}<//><${Figure}>${t('press.dice', { n })}<//>
      <span>${state.last_turns?.length === 1 ? t('press.game-over', { chance: bustWords }) : risk ? t('press.lose', { chance: bustWords, n: number(risk) }) : bustWords}</span>
      <span class="chance" aria-hidden="true" style=${{ '--part': chance * BARS }}>${Array.from({ length: BARS }, (_, i) => html`<i key=${i} style=${{ '--full': Math.max(0, Math.min(1, chance * BARS - i)) }}></i>`)}</span></button>`
    : skip ? html`<button type="button" class="choice-skip" onClick=${skip}><${Head} icon="next">${t('table.skip')}<//><${Figure}>${player}<//><span>${t('turn.bot', { name: player })}</span></button>`
      : html`<${Off} icon="die" title=${choosing ? t('press.again') : t('plank.turn', { name: player })}>${choosing ? why : ''}<//>`;
  return html`<div class=${`choices ${choosing ? 'stakes' : ''}`}>${left}${right}</div>`;
}

/** @param {{icon: any, children?: any}} props */
const Head = ({ icon, children }) => html`<span class="choice-head"><${Icon} name=${icon} /> ${children}</span>`;

/** @param {{children?: any}} props one string */
const Figure = ({ children }) => html`<strong class=${String(children).length > FIGURE ? 'long' : ''}>${children}</strong>`;

/** A choice that is not there now, and why. @param {{icon: string, title: string, figure?: string, children?: any}} props */
const Off = ({ icon, title, figure, children }) => html`<div class="choice-off"><${Head} icon=${icon}>${title}<//>${figure && html`<strong>${figure}</strong>`}<span>${children}</span></div>`;
