/**
 * A server's table: the lobby before the game, then the same screens as for local games.
 */
import { Frame, go, html, Note, t, useEffect, useState, viewOf } from '../app.js';
import { request } from './api.js';
import { Bar, WaitButtons, WaitLine } from './bar.js';
import { DeleteDialog } from './delete.js';
import { End } from './end.js';
import { JoinDialog, Lobby } from './lobby.js';
import { InviteDialog } from './invite.js';
import { Menu } from './menu.js';
import { MoveDialog } from './move.js';
import { LeaveDialog, PeopleDialog } from './people.js';
import { RemoteSession } from './remote_session.js';
import { keepTable } from './tables.js';
import { TroubleDialog } from './trouble.js';
import { refusalWords } from './words.js';

/**
 * The session of a table; redraws the component whenever the session changes.
 * @param {string} code
 * @returns {[RemoteSession|null, string]} the session, and an error message or ''
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
    // A WebSocket that fails to open does not say whether the table exists; a request does.
    request('GET', `tables/${encodeURIComponent(code)}`).then((table) => {
      if (left) return;
      if (table.code === code) open();
      else go(`/online/${table.code}`, true);
    }, (error) => {
      if (left) return;
      if (error.code === 'offline') open(); // the session reconnects once there is a network
      else setProblem(refusalWords(error));
    });
    return () => {
      left = true;
      mine?.leaveScreen();
    };
  }, [code]);
  return [session, problem];
}

/** @param {{where: string, what?: string}} props where: a code, possibly followed by a token */
export function TableAt({ where, what }) {
  const [code, token] = where.split('?token=');
  // A place moved to this device. Take the token out of the URL at once, so that a copied link does not leak it.
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
  const board = what === 'board'; // nobody may be there to tap it
  useEffect(() => {
    if (!session) return;
    session.follows = board;
    if (board && session.held) session.goOn();
  }, [session, board]);
  if (problem) {
    return html`<${Frame} title=${t('home.online')} back="#/online"><${Note} kind="problem">${problem}<//>
      <p class="panel buttons"><a class="button primary" href="#/online">${t('online.other')}</a></p><//>`;
  }
  // Wait until the players and the phase of the game are known: nobody should be asked to sit down in vain.
  if (!session?.met) {
    return html`<${Frame} title=${t('home.online')} back="#/online">
      ${session?.connection === 'closed' || session?.lost ? html`<${Bar} session=${session} />` : html`<${Note}>${t('online.connecting')}<//>`}<//>`;
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
  const wait = {
    top: (/** @type {boolean} */ panel) => html`<${Bar} ...${props} panel=${panel} />`,
    line: (/** @type {any} */ usual) => html`<${WaitLine} ...${props} usual=${usual} />`,
    buttons: (/** @type {any} */ usual, /** @type {(line: string) => void} */ onSay) => html`<${WaitButtons} ...${props} ...${{ usual, onSay }} onJoin=${() => setKind('join')} />`,
    away: session.room.places.flatMap((place) => (place.away && place.seat ? [place.seat] : [])),
  };
  return html`<${viewOf(session, what)} ...${props} wait=${wait} end=${html`<${End} ...${props} />`}
      menu=${(/** @type {() => void} */ close) => html`<${Menu} session=${session} onOpen=${open(close)} />`} />
    ${session.trouble && html`<${TroubleDialog} key=${session.trouble.kind} session=${session} />`}
    ${kind === 'join' && html`<${JoinDialog} session=${session} onClose=${done} />`}
    ${kind === 'invite' && html`<${InviteDialog} session=${session} onClose=${done} />`}
    ${kind === 'move' && html`<${MoveDialog} session=${session} onClose=${done} />`}
    ${kind === 'people' && html`<${PeopleDialog} session=${session} onClose=${done} />`}
    ${kind === 'leave' && html`<${LeaveDialog} session=${session} onClose=${done} />`}
    ${kind === 'delete' && html`<${DeleteDialog} session=${session} onClose=${done} />`}`;
}
