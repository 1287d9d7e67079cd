/**
 * A table of a server: before the game who sits there, then the table that all games have.
 */
import { Frame, go, html, Note, t, useEffect, useState, viewOf } from '../app.js';
import { request } from './api.js';
import { Bar } from './bar.js';
import { DeleteDialog } from './delete.js';
import { End } from './end.js';
import { Lobby } from './lobby.js';
import { InviteDialog } from './invite.js';
import { Menu } from './menu.js';
import { MoveDialog } from './move.js';
import { LeaveDialog, PeopleDialog } from './people.js';
import { RemoteSession } from './remote_session.js';
import { keepTable } from './tables.js';
import { TroubleDialog } from './trouble.js';
import { refusalWords } from './words.js';

/**
 * The session of a table, and this component drawn again whenever something has changed there.
 * @param {string} code
 * @returns {[RemoteSession|null, string]} and what is wrong
 */
function useTable(code) {
  const [session, setSession] = useState(/** @type {RemoteSession|null} */ (null));
  const [problem, setProblem] = useState('');
  const [, redraw] = useState(0);
  useEffect(() => {
    /** @type {RemoteSession|null} */ let mine = null;
    let left = false;
    const open = () => {
      mine = RemoteSession.at(code);
      mine.listen(() => redraw((n) => n + 1));
      setSession(mine);
    };
    // A table that is not there has no line to it; only a request says so.
    request('GET', `tables/${encodeURIComponent(code)}`).then((table) => {
      if (left) return;
      if (table.code === code) open();
      else go(`/online/${table.code}`, true);
    }, (error) => {
      if (left) return;
      if (error.code === 'offline') open(); // it tries again until there is a network
      else setProblem(refusalWords(error));
    });
    return () => {
      left = true;
      mine?.leaveScreen();
    };
  }, [code]);
  return [session, problem];
}

/** @param {{where: string, what?: string}} props where: a code, maybe with a token behind it */
export function TableAt({ where, what }) {
  const [code, token] = where.split('?token=');
  // A place that is brought to this device: out of the address at once, so that nobody gets it by a copied link.
  useEffect(() => {
    if (!token) return;
    keepTable(code, { token });
    go(`/online/${code}`, true);
  }, [token]);
  return token ? null : html`<${TableScreen} key=${code} code=${code} what=${what} />`;
}

/** @param {{code: string, what?: string}} props */
function TableScreen({ code, what }) {
  const [session, problem] = useTable(code);
  const [kind, setKind] = useState('');
  if (problem) {
    return html`<${Frame} title=${t('home.online')} back="#/online"><${Note} kind="problem">${problem}<//>
      <p class="panel buttons"><a class="button primary" href="#/online">${t('online.other')}</a></p><//>`;
  }
  // Not before it is known who sits there, and whether the game is on: nobody should be asked to sit down in vain.
  if (!session?.met) {
    return html`<${Frame} title=${t('home.online')} back="#/online">
      ${session?.connection === 'closed' ? html`<${Bar} session=${session} />` : html`<${Note}>${t('online.connecting')}<//>`}<//>`;
  }
  if (!session.room.begun) return html`<${Lobby} session=${session} />`;
  if (!session.view) {
    return html`<${Frame} title=${t('home.online')} back="#/online">${session.refused ? html`<${Bar} session=${session} />` : html`<${Note}>${t('game.opening')}<//>`}<//>`;
  }
  const props = { session, view: session.view };
  const open = (/** @type {() => void} */ close) => (/** @type {string} */ which) => {
    close();
    setKind(which);
  };
  const done = () => setKind('');
  return html`<${viewOf(what)} ...${props} top=${html`<${Bar} ...${props} onReplace=${() => setKind('people')} />`} end=${html`<${End} ...${props} />`}
      menu=${(/** @type {() => void} */ close) => html`<${Menu} session=${session} onOpen=${open(close)} />`} />
    ${session.trouble && html`<${TroubleDialog} key=${session.trouble.kind} session=${session} />`}
    ${kind === 'invite' && html`<${InviteDialog} session=${session} onClose=${done} />`}
    ${kind === 'move' && html`<${MoveDialog} session=${session} onClose=${done} />`}
    ${kind === 'people' && html`<${PeopleDialog} session=${session} onClose=${done} />`}
    ${kind === 'leave' && html`<${LeaveDialog} session=${session} onClose=${done} />`}
    ${kind === 'delete' && html`<${DeleteDialog} session=${session} onClose=${done} />`}`;
}
