/**
 * A card to share that gives nothing away: as text, and as a picture drawn in the browser.
 */
import { html } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Icon } from '../parts/icon.js';
import { SharedBy, shortened } from '../parts/share_card.js';

const SIGNS = /** @type {Record<string, string>} */ ({ b: '★', g: '○', m: '–', '-': '·' });

/**
 * @param {{lines: string[], marks: string, to: string}} props lines: the text from the core, of which the second line has the
 *   marks; marks: the same as letters (b, g or m; any other: nothing); to: where a reader can play the same, after #/daily
 */
export function ShareCard({ lines, marks, to }) {
  const [page] = location.href.split('#');
  const text = `${lines.join('\n')}\n${page}#/daily/${to}`;
  const [title, , first, ...rest] = lines;
  const card = { title, marks: [...marks].map((mark) => SIGNS[mark] ?? SIGNS['-']), lines: [first, ...rest], page: shortened(page) };
  return html`<section class="panel day-share" aria-label=${t('daily.share.title')}>
    <div class="day-card">
      <p class="day-card-title">${title}</p>
      <p class="day-tiles" role="img" aria-label=${[...marks].map((mark) => t(`daily.mark.${'bgm'.includes(mark) ? mark : 'n'}`)).join(', ')}>
        ${[...marks].map((mark, i) => html`<span key=${i} class=${`day-tile ${SIGNS[mark] && mark !== '-' ? '' : 'day-tile-none'}`} aria-hidden="true">${mark === 'b' ? html`<${Icon} name="star" />` : SIGNS[mark] ?? SIGNS['-']}</span>`)}</p>
      <p><strong>${first}</strong></p>
      ${rest.map((line, i) => html`<p key=${i}>${line}</p>`)}
      <p class="day-card-page">${card.page}</p>
    </div>
    <${SharedBy} ...${{ card, text }} name="yardstick-daily.png" look="day-share-do" note=${t('daily.spoilers')} />
  </section>`;
}
