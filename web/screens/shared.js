/**
 * A game received as a link: what it is, and whether to save it here.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { examine, keep, linked } from '../lib/receive.js';
import { go } from '../lib/route.js';
import { about } from '../lib/session.js';
import { announce } from '../lib/live.js';
import { dateOf } from '../lib/record.js';
import { scoreWords, standWords } from '../lib/tell.js';
import { day, t } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { problemWords } from '../parts/import.js';
import { ruleName } from './home.js';

/** @typedef {import('../lib/receive.js').Received} Received */

/** @param {{path: string[]}} props */
export function Shared({ path: [data = ''] }) {
  const [received, setReceived] = useState(/** @type {Received|null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    let left = false;
    linked(data).then((text) => examine(text)).then((r) => !left && setReceived(r), (error) => {
      if (!left) setProblem(error);
    });
    return () => {
      left = true;
    };
  }, [data]);
  if (problem) {
    return html`<${Frame} title=${t('shared.title')}>
      <section class="panel">
        <${Note} kind="problem">${t('shared.broken', { why: problemWords(problem) })}</${Note}>
        <p class="gap-above">${t('shared.broken.help')}</p>
        <p><a class="button" href="#/">${t('home')}</a></p>
      </section>
    </${Frame}>`;
  }
  return html`<${Frame} title=${t('shared.title')}>
    ${received ? html`<${Found} received=${received} />` : html`<${Note}>${t('shared.reading')}</${Note}>`}
  </${Frame}>`;
}

/** @param {{received: Received}} props */
function Found({ received }) {
  const { state, text, twin } = received;
  const [problem, setProblem] = useState('');
  const game = about(state);
  const date = dateOf(text);
  const bots = state.seats.filter((seat) => seat.bot).map((seat) => seat.name);
  const onKeep = () => keep(received).then(({ id }) => {
    announce(t('shared.kept'));
    go(`/game/${id}`, true);
  }, (error) => setProblem(problemWords(error)));
  return html`<section class="panel">
    <h2>${ruleName(state.rules)}</h2>
    <dl class="facts">
      ${!Number.isNaN(date) && html`<div><dt>${t('shared.played')}</dt><dd>${day(date)}</dd></div>`}
      <div><dt>${t('shared.score')}</dt><dd><bdi>${scoreWords(game)}</bdi></dd></div>
      <div><dt>${t('shared.stands')}</dt><dd>${standWords(game)}</dd></div>
      ${state.game > 1 && html`<div><dt>${t('shared.series')}</dt><dd>${t('shared.games', { n: state.game })}</dd></div>`}
      ${bots.length > 0 && html`<div><dt>${t('shared.bots')}</dt><dd><bdi>${bots.join(', ')}</bdi></dd></div>`}
    </dl>
    <p class="quiet">${t(twin ? `shared.twin.${twin.is}` : 'shared.about')}</p>
    ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
    <div class="buttons">
      ${twin && twin.is !== 'shorter'
    ? html`<a class="button primary" href=${`#/game/${twin.id}`}>${t('shared.open')}</a>`
    : html`<button type="button" class="primary" onClick=${onKeep}>${t(twin ? 'shared.grow' : 'shared.keep')}</button>`}
      <a class="button" href="#/">${t('shared.dont')}</a>
    </div>
  </section>`;
}
