/**
 * Shows who is away: a tag next to a name.
 */
import { html, t } from '../app.js';

const sign = html`<span aria-hidden="true">☾ </span>`;

/** @param {{place: import('../lib/answers.js').Place}} props */
export function AwayTag({ place }) {
  return place.away ? html` <span class="tag tag-away">${sign}${t('online.away')}</span>` : null;
}
