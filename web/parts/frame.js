/**
 * What every screen has: a back arrow, a title, and actions.
 */
import { html, useEffect } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

/**
 * @param {{title: string, back?: string, actions?: any, class?: string, lines?: number, busy?: boolean, children?: any}} props
 *   back: the target of the back arrow, '' for none; lines: number of lines in the record shown
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
 * A status message or an error.
 * @param {{kind?: 'busy'|'problem'|'good'|'warn', children?: any}} props
 */
export function Note({ kind = 'busy', children }) {
  return html`<p class=${`note note-${kind}`} role=${kind === 'problem' ? 'alert' : 'status'}>${children}</p>`;
}
