/**
 * Warnings during a game, apart from those about the connection: a line that the referee rejects, a receipt that does
 * not match, and pledged shares that are not opened.
 */
import { html, list, t, translateCore, useEffect, useState } from '../app.js';
import { verifier } from './fair.js';
import { SaveProof } from './proof.js';
import { Broken } from './verdict.js';

/** @typedef {import('./remote_session.js').RemoteSession} RemoteSession */

/** @param {{session: RemoteSession}} props */
export function Refused({ session }) {
  const refused = /** @type {NonNullable<RemoteSession['refused']>} */ (session.refused);
  const [verdict, setVerdict] = useState(/** @type {any} */ (null));
  useEffect(() => {
    verifier().then(({ verifyRecord }) => setVerdict(verifyRecord(`${session.text}${refused.say}\n`)), () => {});
  }, [refused]);
  return html`<div class="note note-problem warning" role="alert">
    <h2>${t('online.refused-line')}</h2>
    ${verdict?.broken && html`<${Broken} broken=${verdict.broken} />`}
    <p>${t('online.refused-line.about', { n: refused.line, why: translateCore(refused.why) })}</p>
    <p>${t('online.refused-line.stands')}</p>
    <div class="buttons"><${SaveProof} session=${session} words=${t('online.refused-line.save')} primary=${true} /></div>
  </div>`;
}

/** @param {{session: RemoteSession}} props */
export function Signed({ session }) {
  const { receipts } = session;
  return html`<div class="note note-problem warning" role="alert">
    <p><strong>${t(`online.signed.${receipts.wrong}`, { n: receipts.line })}</strong> ${t(`online.signed.${receipts.wrong}.about`)}</p>
    <div class="buttons"><${SaveProof} session=${session} />
      ${receipts.wrong === 'key' && html`<button type="button" onClick=${() => receipts.trust()}>${t('online.signed.trust')}</button>`}</div>
  </div>`;
}

/**
 * Pledged shares that are not opened: the game waits for them until all other players who are present agree to
 * continue without them.
 * @param {{session: RemoteSession}} props
 */
export function Unopened({ session }) {
  const { room } = session;
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    setBusy(true);
    await session.say('goon');
    setBusy(false);
  };
  const missing = room.unopened.map((seat) => session.names()[seat - 1]);
  const names = list(missing);
  const namesOf = (/** @type {number[]} */ places) => list(places.map((place) => session.nameOf(place)));
  return html`<section class="note note-warn warning" role="status">
    <p><strong>${t('online.unopened', { n: missing.length, names })}</strong></p>
    <p>${t('online.unopened.about')}</p>
    ${room.goon.length > 0 && html`<p>${t('online.goon.agreed', { names: namesOf(room.goon) })}
      ${room.waited.length > 0 && ` ${t('online.goon.wait', { names: namesOf(room.waited) })}`}</p>`}
    ${room.may_goon && html`<div class="buttons"><button type="button" class="primary" disabled=${busy} onClick=${goOn}>${t('online.goon', { names })}</button></div>`}
  </section>`;
}
