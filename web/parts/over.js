/**
 * The end of a game: the podium, the verdict on luck and decisions, the best moment and the costliest choice, and what to
 * do next.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { isWhatIf, resultsOf } from '../lib/bests.js';
import { actionWords, lost, sentence, signed as figure, value } from '../lib/coach_words.js';
import { coach } from '../lib/core_client.js';
import { handInLater } from '../lib/hand_in_later.js';
import { winnersWords } from '../lib/describe.js';
import { allGames } from '../lib/games.js';
import { diceIn } from '../lib/log.js';
import { diceOf } from '../lib/record.js';
import { list, number, signed, t } from '../lib/strings.js';
import { account, better, highlights, stepsOf, teller, verdictOf } from '../lib/verdict.js';
import { Solving, useBook } from './coach.js';
import { DiceRow } from './dice.js';
import { Ball, initials } from './seats.js';
import { Payments, Series } from './series.js';
import { ShareCard } from './share_card.js';
import { TryAgain, WhatIf } from './what_if.js';

/** @typedef {import('../lib/answers.js').Analysis} Analysis */
/** @typedef {import('../lib/answers.js').State} State */
/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */

const STEPS = 3; // of the podium

/** What the ruler of luck and decisions spans at least to either side, so that little looks little. */
const LEAST = { points: 20, win: 0.2, turns: 2 };

/** Where daisies grow on either side of it: in percent from the ground, and their size in tenths of a rem. */
const DAISIES = [[4, 14], [6, 13], [21, 15], [24, 15], [40, 13], [45, 14]];

/** The players, best first; equal totals share a place. @param {State} state */
export function placesOf(state) {
  const all = state.seats.map((seat, i) => ({ name: seat.name, bot: Boolean(seat.bot), total: seat.total ?? 0, seat: i + 1 })).sort((a, b) => b.total - a.total || a.seat - b.seat);
  return all.map((one) => ({ ...one, place: 1 + all.filter((other) => other.total > one.total).length }));
}

/** Who has won, and by how much. @param {State} state */
function headline(state) {
  const [first, second] = placesOf(state);
  const winner = state.seats[first.seat - 1];
  if (!second || state.winners?.length !== 1 || state.winners[0] !== first.seat || first.total === second.total) return winnersWords(state);
  const n = number(first.total - second.total);
  return winner.people.length > 1 ? t('end.wins.partners', { names: list(winner.people), n }) : t('end.wins', { name: winner.name, n });
}

/**
 * The bests that this game has beaten; a first game beats nothing.
 * @param {string} id of the game
 * @returns {Promise<string[]>}
 */
async function newBests(id) {
  const results = await resultsOf(await allGames());
  const last = new Map(results.filter((one) => one.id === id).map((one) => [one.name, one])); // of a series, the last game
  return [...last.values()].flatMap((now) => {
    const before = results.filter((one) => one !== now && one.rules === now.rules && one.name === now.name);
    if (!before.length) return [];
    if (now.measure === 'turns') {
      const fewest = Math.min(...before.map(({ turns }) => turns));
      return now.turns < fewest ? [t('end.new-best.turns', { name: now.name, n: now.turns, before: number(fewest) })] : [];
    }
    const most = Math.max(...before.map(({ total }) => total));
    return now.total > most ? [t('end.new-best', { name: now.name, n: number(now.total), before: number(most) })] : [];
  });
}

/**
 * @param {{session: Session, view: View, onRematch: () => void, more?: any}} props
 */
export function Over({ session, view, onRematch, more }) {
  const { state } = view;
  const [next, setNext] = useState(/** @type {State|null} */ (null)); // the rematch
  const [analysis, setAnalysis] = useState(/** @type {Analysis|null} */ (null));
  const [failed, setFailed] = useState(false);
  const [bests, setBests] = useState(/** @type {string[]} */ ([]));
  const [card, setCard] = useState(false);
  const book = useBook(state.rules);
  const together = state.seats.length > 1;
  const daily = diceOf(session.text) === 'daily';
  const places = placesOf(state);
  const letters = initials(state.seats.map((seat) => seat.name));
  useEffect(() => {
    let left = false;
    const unless = (/** @type {(answer: any) => void} */ then) => (/** @type {any} */ answer) => left || then(answer);
    // Ask the core who would start a rematch.
    if (together) coach.about(`${session.text}rematch\n`, 'state').then(unless((then) => then.error || setNext(then)), () => {});
    session.askCoach('analyse').then(unless((answer) => (answer.error ? setFailed(true) : setAnalysis(answer))), unless(() => setFailed(true)));
    newBests(/** @type {any} */ (session).game ?? session.id).then(unless(setBests), () => {});
    return () => {
      left = true;
    };
  }, [session.text]);
  useEffect(() => {
    if (daily) handInLater();
  }, []);
  const seat = teller(state, view.own);
  const words = headline(state);
  const verdict = analysis && verdictOf(analysis, state, seat);
  const sum = analysis && account(analysis, seat);
  const says = verdict ? t(`verdict.${verdict}`) : '';
  const starts = !next ? '' : next.phase === 'opening' ? t('over.next.roll') : t('over.next', { name: next.person ?? '' });
  const series = together && state.game > 1 && state.seats.length === 2 ? t('end.series', { score: state.seats.map((one) => number(one.wins)).join(' : ') }) : '';
  return html`<section class="over" aria-label=${t('over.title')}>
    ${together && html`<div class="podium-lawn">${DAISIES.map(([y, size], i) => html`<i key=${i} class=${`daisy daisy-${i % 4}`} aria-hidden="true" style=${{ [i % 2 ? 'insetInlineEnd' : 'insetInlineStart']: '.05rem', insetBlockEnd: `${y}%`, inlineSize: `${size / 10}rem` }}></i>`)}<ol class="podium">${places.slice(0, STEPS).map((one, i) => html`<li key=${one.seat} class=${`step step-${i + 1}`}>
      <${Ball} seat=${one.seat} letters=${letters[one.seat - 1]} bot=${one.bot} />
      <span class="step-name"><bdi>${one.name}</bdi> <strong>${number(one.total)}</strong></span>
      <span class="step-block">${number(one.place)}</span></li>`)}</ol></div>`}
    <div class="panel end-verdict">
      <h2>${words}</h2>
      ${places.length > STEPS && html`<p class="quiet end-others">${places.slice(STEPS).map((one) => html`<span key=${one.seat}>${number(one.place)}. <bdi>${one.name}</bdi> ${number(one.total)}</span>`)}</p>`}
      ${bests.map((best, i) => html`<p key=${i} class="note note-good">★ ${best}</p>`)}
      ${isWhatIf(session.text) && html`<p class="note">${t('what-if.over')}</p>`}
      ${!analysis && !failed && html`<${Solving} />`}
      ${says && html`<p class="end-says">${says}</p>`}
      ${analysis && sum && analysis.rolls.length > 0 && html`<${Scale} ...${{ analysis, ...sum }} seat=${seat} />`}
    </div>
    ${analysis && html`<${Moments} ...${{ session, analysis, book }} seat=${seat} />`}
    <div class="panel end-buttons">
      ${!daily && html`<button type="button" class="big" onClick=${() => setCard(true)}>${t('card.title')}</button>`}
      <a class="button big" href=${`#${session.path}/review`}>${t('over.review')}</a>
      <a class="button" href=${`#${session.path}/print`}>${t('menu.print')}</a>
      <a class="button" href="#/new">${t('home.new')}</a>
    </div>
    ${(state.settlement || state.game > 1 || more) && html`<div class="panel end-more">
      ${state.settlement && state.game === 1 && html`<p class="small quiet">${t('over.ledger.what', { n: state.game })}</p>
        <p>${state.seats.map((one, i) => !one.bot && html`<span key=${i} class="end-ledger"><bdi>${one.name}</bdi> ${signed(one.ledger)}</span>`)}</p><${Payments} seats=${state.seats} />`}
      ${state.game > 1 && html`<details class="over-series" open><summary>${t('series.of', { n: state.game })}</summary><${Series} session=${session} view=${view} /></details>`}
      ${more}
    </div>`}
    ${daily ? html`<div class="end-go"><a class="button go" href="#/daily/game"><strong>${t('over.daily')}</strong></a></div>`
    : view.hand && html`<div class="end-go"><button type="button" class="go" onClick=${onRematch}><strong>${t('over.rematch')}</strong>
      ${(starts || series) && html`<span>${[starts, series].filter(Boolean).join(' · ')}</span>`}</button></div>`}
    ${card && html`<${ShareCard} ...${{ places, words, says }} title=${book?.name ?? ''} onClose=${() => setCard(false)}
      figures=${analysis && sum && analysis.rolls.length ? t('review.figures', { name: state.seats[seat - 1].name, luck: figure(analysis.unit, sum.luck), play: figure(analysis.unit, sum.play) }) : ''} />`}
  </section>`;
}

/**
 * Decisions to the left of par, luck on either side, on a ruler.
 * @param {{analysis: Analysis, luck: number, play: number, seat: number}} props
 */
function Scale({ analysis: { unit, seats, games }, luck, play, seat }) {
  const most = Math.max(Math.abs(luck), Math.abs(play), LEAST[unit]) * 1.15;
  const part = (/** @type {number} */ n) => ({ insetInlineStart: `${n < 0 ? 50 + (50 * n) / most : 50}%`, inlineSize: `${(50 * Math.abs(n)) / most}%` });
  const bad = -better(unit);
  const others = games === 1 && unit === 'win' ? seats[seat - 1]?.others : undefined; // without them, the figures do not add up
  return html`${unit === 'win' && html`<p class="small quiet">${t('end.chance')}</p>`}<div class="scale" aria-hidden="true"><i class=${Math.sign(play) === bad ? 'scale-bad' : 'scale-good'} style=${part(play)}></i><i class=${`scale-low ${Math.sign(luck) === bad ? 'scale-bad' : 'scale-good'}`} style=${part(luck)}></i></div>
    <p class="scale-words"><strong class=${Math.sign(play) === bad ? 'bad' : 'good'}>${t('end.decisions', { n: figure(unit, play) })}</strong>
      ${games === 1 && html`<span class="quiet">${t(unit === 'win' ? 'end.par.win' : 'end.par', { n: value(unit, seats[seat - 1]?.par ?? 0) })}</span>`}
      <strong class=${Math.sign(luck) === bad ? 'bad' : 'good'}>${t('end.luck', { n: figure(unit, luck) })}</strong>
      ${others !== undefined && html`<span class="quiet">${t('end.opponents', { n: figure(unit, others) })}</span>`}</p>`;
}

/**
 * The best moment, and the costliest choice, which can be tried again.
 * @param {{session: Session, analysis: Analysis, book: import('../lib/answers.js').Book|null, seat: number}} props
 */
function Moments({ session, analysis, book, seat }) {
  const { best, worst } = highlights(analysis, seat);
  const [before, setBefore] = useState(/** @type {State[]} */ ([])); // the states before them
  const [open, setOpen] = useState(''); // which dialog
  useEffect(() => {
    let left = false;
    Promise.all([best, worst].map((step) => (step ? session.ask(`state ${step.line - 1}`) : null))).then((/** @type {any[]} */ states) => left || setBefore(states), () => {});
    return () => {
      left = true;
    };
  }, [analysis]);
  if (!best && !worst) return null;
  const [first, then] = before;
  return html`<div class="panel end-moments">
    <section aria-labelledby="end-best"><h3 id="end-best" class="good"><span aria-hidden="true">☆ </span>${t('end.best')}</h3>
      ${best ? html`<p><${DiceRow} faces=${[...(first?.dice ?? []), ...diceIn(best.do)]} /></p><p><strong>${t('end.luck', { n: figure(analysis.unit, best.luck) })}</strong></p>
        <p class="quiet small">${sentence(t('step.turn', { turn: best.turn }))}</p>`
    : html`<p>${t('end.none.best')}</p>`}</section>
    <section aria-labelledby="end-worst"><h3 id="end-worst" class="bad"><span aria-hidden="true">↶ </span>${t('end.worst')}</h3>
      ${worst ? html`<p>${then?.dice && html`<${DiceRow} faces=${then.dice} />`}</p><p><strong>${sentence(actionWords(worst.do, book))}, ${lost(analysis.unit, worst.cost)}</strong></p>
        <p class="quiet small">${sentence(t('step.turn', { turn: worst.turn }))}</p>`
    : html`<p>${t('end.none')}</p>`}</section>
    ${worst && then?.position && html`<p class="end-links">${['end.again', 'what-if'].map((key) => html`<button type="button" key=${key} class="link" aria-haspopup="dialog" onClick=${() => setOpen(key)}>${t(key)} <span aria-hidden="true">›</span></button>`)}</p>`}
    ${open === 'end.again' && html`<${TryAgain} position=${then.position ?? ''} book=${book} onClose=${() => setOpen('')} />`}
    ${open === 'what-if' && worst && html`<${WhatIf} ...${{ session, book }} decision=${worst} state=${then} steps=${stepsOf(analysis, analysis.games)} unit=${analysis.unit} onClose=${() => setOpen('')} />`}
  </div>`;
}
