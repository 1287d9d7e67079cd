/**
 * One game: opens it and shows the table or another view (#/game/ID/review and so on).
 */
import { html, useEffect, useLayoutEffect, useState } from '../vendor/preact.js';
import { LocalSession } from '../lib/session.js';
import { readGame, StoreError } from '../lib/games.js';
import { diceOf } from '../lib/record.js';
import { saveFile } from '../lib/share.js';
import { t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { Board, Print, RealTable, Review } from '../parts/later.js';
import { Table } from './table.js';

/** @type {Record<string, any>} */
const VIEWS = { review: Review, print: Print, board: Board };

/**
 * @param {{text: string}} session @param {string} [what] such as review
 * @returns {any} the component for it
 */
export const viewOf = ({ text }, what) => (Object.hasOwn(VIEWS, what ?? '') ? VIEWS[what ?? ''] : diceOf(text) === 'physical' ? RealTable : Table);

/** @param {{path: string[]}} props */
export function GameScreen({ path: [id = '', what] }) {
  const [session, setSession] = useState(/** @type {LocalSession|null} */ (null));
  const [view, setView] = useState(/** @type {import('../lib/session.js').View|null} */ (null));
  const [problem, setProblem] = useState('');
  const [text, setText] = useState(''); // record of a game that cannot be opened
  useEffect(() => {
    /** @type {LocalSession|null} */ let opened = null;
    let left = false;
    LocalSession.open(id).then((s) => {
      if (left) return s.close();
      opened = s;
      s.listen(setView);
      setView(s.view);
      setSession(s);
    }, (error) => {
      if (error instanceof StoreError) setProblem(error.why === 'gone' || error.why === 'cleared' ? t('game.none') : t(`store.${error.why}`));
      else setProblem(t('game.damaged', { why: translateCore(String(error.message)) }));
      readGame(id).then((kept) => setText(kept?.text ?? ''), () => {});
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [id]);
  // The focused title disappeared with the waiting screen, so focus the new one.
  useLayoutEffect(() => {
    if (session && document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [session]);
  if (problem) {
    return html`<${Frame} title=${t('game.title')}><${Note} kind="problem">${problem}</${Note}>
      <p class="panel buttons">${text && html`<button type="button" class="primary" onClick=${() => saveFile(text)}>${t('store.export')}</button>`}
        <a class="button" href="#/">${t('home')}</a></p></${Frame}>`;
  }
  if (!session || !view) return html`<${Frame} title=${t('game.title')}><${Note}>${t('game.opening')}</${Note}></${Frame}>`;
  return html`<${viewOf(session, what)} session=${session} view=${view} />`;
}
