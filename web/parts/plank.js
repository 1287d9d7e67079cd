/**
 * The plank: a wooden ruler across the table that says how far the turn is; and the ribbon that covers it at a great
 * moment. A ribbon never blocks anything, and any tap ends it.
 */
import { html, useEffect } from '../vendor/preact.js';
import { getSettings, motionWanted } from '../lib/settings.js';
import { number, signed, t, translateCore } from '../lib/strings.js';

/** @typedef {import('../lib/moments.js').Moment} Moment */
/** @typedef {import('../lib/session.js').View} View */

/**
 * @param {{words: string, rolled?: number, of?: number, right?: any, time?: any}} props rolled, of: drawn as pips
 */
export function Plank({ words, rolled = 0, of = 0, right = '', time }) {
  return html`<div class="plank"><p class="plank-words">${words}${time && html`${' · '}${time}`}</p>
    ${of > 0 && html`<span class="plank-pips" aria-hidden="true">${Array.from({ length: of }, (_, i) => html`<i key=${i} class=${i < rolled ? 'on' : ''}></i>`)}</span>`}
    <p class="plank-right">${right}</p></div>`;
}

/** How long a ribbon stays, in milliseconds; those not listed have none. @type {Partial<Record<Moment['kind'], number>>} */
const STAYS = { five: 1600, again: 1600, hot: 1600, bonus: 900, final: 1200, comeback: 1600, bust: 1600 };

/** Whether a moment has a ribbon. @param {Moment} moment */
export const hasRibbon = ({ kind, points, joker }) => kind in STAYS && (kind !== 'again' || Boolean(points || joker));

/** @type {WeakMap<Moment, number>} */
const since = new WeakMap();

/** Whether a moment's ribbon has been there for its time. @param {Moment} moment */
export const isPast = (moment) => performance.now() - (since.get(moment) ?? 0) >= (STAYS[moment.kind] ?? 0);

/** Where daisies grow, in percent of the lawn, and their size in tenths of a rem. */
const DAISIES = [[4, 12, 20], [16, 24, 14], [29, 6, 15], [55, 8, 15], [78, 10, 16], [93, 24, 22], [2, 50, 16], [97, 52, 17], [5, 82, 18], [18, 90, 23], [33, 84, 15], [45, 94, 19], [66, 92, 17], [82, 86, 24], [94, 80, 15]];

/**
 * What a ribbon says: the title, and either words or points.
 * @param {Moment} moment @param {View} view
 */
export function ribbonWords({ kind, points = 0, seat = 0, joker }, view) {
  const five = translateCore(view.sheet.rows.find((row) => row.box === 'five-kind')?.label ?? '');
  const player = view.state.seats[seat - 1];
  const titles = { five: t('moment.five', { name: five }), again: t('moment.again', { name: five }), bonus: t('moment.bonus'), hot: t('moment.hot'), bust: t('moment.five', { name: view.look.bust_name ?? '' }), final: t('moment.final'), comeback: t('moment.comeback') };
  const words = kind === 'hot' ? t('moment.hot.what', { n: points }) : kind === 'bust' ? t(points ? 'moment.bust' : 'moment.bust.none', { name: player?.name ?? '', n: number(points) })
    : kind === 'comeback' ? t('moment.comeback.what', { name: player?.name ?? '', n: number(points) }) : kind === 'final' ? t('moment.final.what', { name: player?.name ?? '', n: number(player?.total ?? 0) }) : points ? '' : joker ? t('moment.joker') : '';
  return { title: titles[/** @type {keyof titles} */ (kind)], words, points: words ? '' : signed(points) };
}

/**
 * @param {{moment: Moment, view: View, held?: boolean, onEnd: () => void}} props held: until somebody goes on
 */
export function Ribbon({ moment, view, held, onEnd }) {
  const { kind } = moment;
  const stays = STAYS[kind] ?? 0;
  useEffect(() => {
    since.set(moment, performance.now());
    if (held || !motionWanted()) return; // without motion it stands there until the next tap or, after its time, the next change
    const timer = setTimeout(onEnd, getSettings().quick ? stays / 20 : stays);
    return () => clearTimeout(timer);
  }, [moment]);
  const { title, words, points } = ribbonWords(moment, view);
  const great = kind !== 'bust' && kind !== 'final';
  return html`<div class=${`ribbon ribbon-${kind}`}><strong>${title}</strong>
      ${words ? html`<span>${words}</span>` : html`<span class="ribbon-points">${points}</span>`}</div>
    ${great && html`<div class="bloom" aria-hidden="true">${DAISIES.map(([x, y, size], i) => html`<i key=${i} class=${`daisy daisy-${i % 4}`} style=${{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%`, inlineSize: `${size / 10}rem`, animationDelay: `${40 * i}ms` }}></i>`)}</div>`}`;
}
