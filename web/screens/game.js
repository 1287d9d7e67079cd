/**
 * One game: opens it and shows the table, or what belongs to it (#/game/ID/review and so on).
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { Session } from '../lib/session.js';
import { StoreError } from '../lib/games.js';
import { t } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { Table } from './table.js';
import { Board } from './board.js';
import { Review } from './review.js';
import { Print } from './print.js';

/** @type {Record<string, any>} */
const VIEWS = { review: Review, print: Print, board: Board };

/** @param {{path: string[]}} props */
export function GameScreen({ path: [id, what] }) {
  const [session, setSession] = useState(/** @type {Session|null} */ (null));
  const [view, setView] = useState(/** @type {import('../lib/session.js').View|null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    /** @type {Session|null} */ let opened = null;
    let left = false;
    Session.open(id).then((s) => {
      if (left) return s.close();
      opened = s;
      s.listen(setView);
      setView(s.view);
      setSession(s);
    }, (error) => setProblem(error instanceof StoreError && error.why === 'gone' ? t('game.none') : String(error.message)));
    return () => {
      left = true;
      opened?.close();
    };
  }, [id]);
  if (problem) {
    return html`<${Frame} title=${t('game.title')}><${Note} kind="problem">${problem}</${Note}>
      <p class="panel"><a class="button" href="#/">${t('home')}</a></p></${Frame}>`;
  }
  if (!session || !view) return html`<${Frame} title=${t('game.title')}><${Note}>${t('game.opening')}</${Note}></${Frame}>`;
  const View = VIEWS[what] ?? Table;
  return html`<${View} id=${id} session=${session} view=${view} />`;
}
