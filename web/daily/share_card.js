/**
 * A card to share that gives nothing away: as text, and as a picture drawn in the browser.
 */
import { html, useState } from '../vendor/preact.js';
import { announce } from '../lib/live.js';
import { canSend, copy, download } from '../lib/share.js';
import { t } from '../lib/strings.js';
import { Icon } from '../parts/icon.js';
import { drawCard } from './draw_card.js';

const SIGNS = /** @type {Record<string, string>} */ ({ b: '★', g: '○', m: '–', '-': '·' });

/**
 * @param {{lines: string[], marks: string}} props lines: the text from the core, of which the second line has the marks;
 *   marks: the same as letters (b, g or m; any other: nothing)
 */
export function ShareCard({ lines, marks }) {
  const [said, setSaid] = useState('');
  const page = `${location.href.split('#')[0]}#/daily`;
  const text = `${lines.join('\n')}\n${page}`;
  const [title, , first, ...rest] = lines;
  const say = (/** @type {string} */ words) => {
    setSaid(words);
    announce(words);
  };
  const picture = () => drawCard({ title, marks: [...marks].map((mark) => SIGNS[mark] ?? SIGNS['-']), lines: [first, ...rest], page: page.replace(/^\w+:\/\//, '') });
  const onCopy = async () => say(t((await copy(text)) ? 'daily.copied' : 'daily.copy.failed'));
  const onSave = async () => {
    const drawn = await picture();
    if (drawn) download('yardstick-daily.png', drawn);
    say(t(drawn ? 'daily.saved' : 'daily.save.failed'));
  };
  const onSend = async () => {
    const drawn = await picture();
    const files = drawn ? [new File([drawn], 'yardstick-daily.png', { type: drawn.type })] : [];
    try {
      await navigator.share(navigator.canShare?.({ files }) ? { text, files } : { text });
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError') say(t('daily.send.failed')); // unless canceled by the user
    }
  };
  return html`<section class="panel day-share" aria-label=${t('daily.share.title')}>
    <div class="day-card">
      <p class="day-card-title">${title}</p>
      <p class="day-tiles" role="img" aria-label=${[...marks].map((mark) => t(`daily.mark.${'bgm'.includes(mark) ? mark : 'n'}`)).join(', ')}>
        ${[...marks].map((mark, i) => html`<span key=${i} class=${`day-tile ${SIGNS[mark] && mark !== '-' ? '' : 'day-tile-none'}`} aria-hidden="true">${mark === 'b' ? html`<${Icon} name="star" />` : SIGNS[mark] ?? SIGNS['-']}</span>`)}</p>
      <p><strong>${first}</strong></p>
      ${rest.map((line, i) => html`<p key=${i}>${line}</p>`)}
      <p class="day-card-page">${page.replace(/^\w+:\/\//, '')}</p>
    </div>
    <div class="day-share-do">
      ${canSend() && html`<button type="button" class="sunny" onClick=${onSend}>${t('daily.share')}</button>`}
      <button type="button" class=${canSend() ? '' : 'sunny'} onClick=${onCopy}>${t('daily.copy')}</button>
      <button type="button" onClick=${onSave}>${t('daily.save')}</button>
    </div>
    <p class="small quiet">${said || t('daily.spoilers')}</p>
  </section>`;
}
