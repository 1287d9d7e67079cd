/**
 * What every screen has: a back arrow, a title, and actions.
 */
import { html, useEffect } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Icon } from './icon.js';

/**
 * @param {{title: string, sub?: string, back?: string, actions?: any, class?: string, lines?: number, busy?: boolean, onClick?: (event: MouseEvent) => void, children?: any}} props
 *   sub: a line below the title; back: the target of the back arrow, '' for none; lines: number of lines in the record
 *   shown; onClick: sees taps before the controls do
 */
export function Frame({ title, sub = '', back = '#/', actions, class: look = '', lines, busy, onClick, children }) {
  useEffect(() => {
    document.title = title === 'Yardstick' ? title : `${title} · Yardstick`;
  }, [title]);
  return html`
    <header class="bar">
      ${back && html`<a class="icon-button" href=${back} aria-label=${t('back')}><${Icon} name="back" /></a>`}
      <div class="bar-title"><h1 tabindex="-1">${title}</h1>${sub && html`<p class="bar-sub">${sub}</p>`}</div>
      <div class="bar-actions">${actions}</div>
    </header>
    <main class=${`screen ${look}`} data-lines=${lines} aria-busy=${busy || undefined} onClickCapture=${onClick}>${children}</main>`;
}

/**
 * A status message or an error.
 * @param {{kind?: 'busy'|'problem'|'good'|'warn', children?: any}} props
 */
export function Note({ kind = 'busy', children }) {
  return html`<p class=${`note note-${kind}`} role=${kind === 'problem' ? 'alert' : 'status'}>${children}</p>`;
}
