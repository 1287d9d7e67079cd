/**
 * Server tables. Their code is loaded on the first visit.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { t } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';

/** @returns {Promise<typeof import('../online/online.js')>} */
const load = () => import(/** @type {any} */ (globalThis).ONLINE ?? '../online/online.js');

/** @param {{path: string[]}} props */
export function Online({ path }) {
  const [part, setPart] = useState(/** @type {any} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then((found) => found.ready().then(() => setPart(found))).catch(() => setFailed(true));
  }, []);
  if (part) return html`<${part.Online} path=${path} />`;
  return html`<${Frame} title=${t('home.online')}><${Note} kind=${failed ? 'problem' : 'busy'}>${t(failed ? 'online.failed' : 'game.opening')}<//><//>`;
}
