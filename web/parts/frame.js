/**
 * What every screen has: a way back, a title, and what can be done.
 */
import { html, useEffect } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

/**
 * @param {{title: string, back?: string, actions?: any, class?: string, lines?: number, busy?: boolean, children?: any}} props
 *   back: the address behind the arrow, '#/' when nothing is said; '' for none; lines: how many lines
 *   the record shown has
 */
export function Frame({ title, back = '#/', actions, class: look = '', lines, busy, children }) {
  useEffect(() => {
    document.title = title === 'Yardstick' ? title : `${title} · Yardstick`;
  }, [title]);
  return html`
    <header class="bar">
      ${back && html`<a class="icon-button" href=${back} aria-label=${t('back')}><${Icon} name="back" /></a>`}
      <h1 tabindex="-1">${title}</h1>
      <div class="bar-actions">${actions}</div>
    </header>
    <main class=${`screen ${look}`} data-lines=${lines} aria-busy=${busy || undefined}>${children}</main>`;
}

/**
 * A quiet sentence that something is going on, or went wrong.
 * @param {{kind?: 'busy'|'problem'|'good'|'warn', children?: any}} props
 */
export function Note({ kind = 'busy', children }) {
  return html`<p class=${`note note-${kind}`} role=${kind === 'problem' ? 'alert' : 'status'}>${children}</p>`;
}
