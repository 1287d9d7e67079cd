/**
 * The verdict on the fair dice of a game, with the grades of `yard verify`: by the core, and by a second verifier
 * that shares no code with it.
 */
import { html, list, Note, t, useEffect, useState } from '../app.js';
import { ownShares, verifier } from './fair.js';

/** @typedef {import('./verify.js').Verdict} Verdict */
/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */
/** @typedef {import('../lib/session.js').View} View */

/** Whether two checks of a record agree. @param {Verdict} a @param {Verdict} b */
const agree = (a, b) => ['verdict', 'throws', 'checked', 'abandoned'].every((name) => a[/** @type {keyof Verdict} */ (name)] === b[/** @type {keyof Verdict} */ (name)])
  && JSON.stringify(a.sealed) === JSON.stringify(b.sealed) && JSON.stringify(a.deals) === JSON.stringify(b.deals);

/**
 * @param {{session: RemoteSession, view: View}} props
 */
export function Dice({ session, view }) {
  const [checks, setChecks] = useState(/** @type {{core: Verdict, own: Verdict|null}|null} */ (null));
  const { text } = session;
  useEffect(() => {
    let left = false;
    const own = verifier().then(({ verifyRecord }) => verifyRecord(text), () => null); // null if it cannot be loaded
    Promise.all([session.ask('verify'), own]).then(([core, other]) => left || setChecks({ core, own: other }), () => {});
    return () => {
      left = true;
    };
  }, [text]);
  if (!checks || checks.core.verdict === undefined) return null;
  const { core, own } = checks;
  if (own && !agree(core, own)) return html`<${Note} kind="problem">${t('online.verdict.differ', { core: inShort(core, view), own: inShort(own, view) })}<//>`;
  return html`<${Graded} checked=${core} ...${{ session, view }} />`;
}

/** @param {number[]} seats @param {View} view */
const namesOf = (seats, view) => list(seats.map((seat) => view.state.seats[seat - 1]?.name ?? ''));

/** A verdict in one sentence. @param {Verdict} checked @param {View} view */
function inShort({ verdict, sealed, abandoned, broken }, view) {
  if (broken) return t('online.verdict.broken', { n: broken.throw + 1 });
  if (verdict === 'abandoned') return t('online.verdict.abandoned', { n: abandoned });
  if (verdict === 'sealed') return t('online.verdict.sealed', { names: namesOf(sealed, view) });
  return t(`online.verdict.${verdict}`);
}

/** @param {{session: RemoteSession, view: View, checked: Verdict}} props */
function Graded({ session, view, checked }) {
  const { verdict, throws, abandoned, broken } = checked;
  const deals = checked.deals.filter((deal) => deal.throws);
  if (verdict === 'none') return null;
  if (verdict === 'pending') return html`<${Note}>${t('online.verdict.pending')}<//>`;
  if (broken) return html`<div class="note note-problem" role="alert"><${Broken} broken=${broken} /></div>`;
  const { seats } = view.state;
  if (checked.deals.some((deal) => ownShares(session.text, deal.commitment, seats.length) === 'no')) {
    return html`<${Note} kind="problem">${t('online.verdict.not-mine')}<//>`;
  }
  const by = games(deals);
  const same = by.every(([, sealed]) => sealed.join() === by[0][1].join());
  const mine = session.me?.seat ?? 0;
  const kind = verdict === 'sealed' ? 'good' : verdict === 'unsealed' ? 'problem' : 'warn';
  return html`<div class=${`note note-${kind} verdict`} role=${kind === 'problem' ? 'alert' : 'status'}>
    ${verdict === 'unsealed' && html`<p><strong>${t('online.verdict.unsealed')}</strong> ${t('online.verdict.unsealed.about')}</p>`}
    ${abandoned > 0 && html`<p><strong>${t('online.verdict.abandoned', { n: abandoned })}</strong> ${t('online.verdict.abandoned.about')}</p>`}
    ${verdict !== 'unsealed' && html`<p><strong>${same ? t('online.verdict.sealed', { names: namesOf(by[0][1], view) })
    : t('online.verdict.sealed.games', { games: by.map(([game, sealed]) => t('online.verdict.game', { n: game, names: namesOf(sealed, view) })).join('; ') })}</strong>
      ${verdict === 'sealed' && ` ${t('online.verdict.nobody')}`}
      ${mine > 0 && ` ${t(checked.sealed.includes(mine) ? 'online.verdict.mine' : 'online.verdict.others')}`}</p>`}
    <p>${t('online.verdict.checked', { n: throws })}</p>
  </div>`;
}

/**
 * Which seats seal each game.
 * @param {import('./verify.js').DealVerdict[]} deals those with throws
 * @returns {[number, number[]][]}
 */
function games(deals) {
  /** @type {Map<number, number[]>} */ const found = new Map();
  for (const { game, sealed } of deals) found.set(game, (found.get(game) ?? sealed).filter((seat) => sealed.includes(seat)));
  return [...found];
}

/** @param {{broken: import('./verify.js').Break}} props */
export function Broken({ broken }) {
  return html`<p><strong>${t('online.verdict.broken', { n: broken.throw + 1 })}</strong> ${t(`online.verdict.why.${broken.why}`, { said: broken.said ?? '', right: broken.right ?? '' })}</p>`;
}
