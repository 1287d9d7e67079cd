/**
 * Keeping score for real dice, at three speeds: only the points of a turn, only its last dice, or every throw. What may
 * be entered, and why something may not, comes from the core.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { useKeys } from '../lib/keys.js';
import { announce } from '../lib/live.js';
import { emit } from '../lib/moments.js';
import { changeSettings } from '../lib/settings.js';
import { number, t } from '../lib/strings.js';
import { useQuiet, useTyped } from './keypad.js';
import { PressYard } from './yard_press.js';
import { SheetYard } from './yard_sheet.js';

/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {'points'|'last'|'throws'} Speed */

/**
 * @typedef {Object} YardProps what the table hands over
 * @property {Session} session
 * @property {View} view
 * @property {import('../lib/dice_places.js').Slot[]} slots
 * @property {number} now the seat to move
 * @property {string} name of the player to move
 * @property {string} bot its level, if it is a bot
 * @property {boolean} act whether something can be entered here now
 * @property {number} count of dice that are thrown next
 * @property {boolean} choosing whether a person chooses here now
 * @property {boolean} keeps whether dice can be kept
 * @property {string} picks the dice picked
 * @property {import('../lib/answers.js').PressSet|undefined} set the same, in a press game
 * @property {string} box the box chosen for points
 * @property {boolean} busy
 * @property {(...lines: string[]) => Promise<void>} say
 * @property {(place: number) => void} pick
 * @property {() => void} pickAll
 * @property {(how: 'roll'|'stop') => void} take
 * @property {() => void} rollOthers
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {(problem: {error: string}) => void} refuse
 * @property {() => {words: string, rolled?: number, of?: number, right?: any}} plank what the plank says while all throws are entered
 * @property {boolean} visits whether another player's card is shown
 * @property {(usual: any) => any} line the plank, or what an online table is waiting for
 * @property {(box: string) => string} label
 *
 * @typedef {YardProps & {mode: Speed, fresh: boolean, typing: ReturnType<typeof useTyped>, quiet: ReturnType<typeof useQuiet>,
 *   add: (face: number) => void, back: () => void, enter: (...lines: string[]) => void, speeds: any, undoWords: string, undoTap: (event: MouseEvent) => void}} PadProps
 */

const SPEEDS = /** @type {const} */ (['points', 'last', 'throws']);

/** Whether the turn has not begun. @param {Pick<View, 'state'|'look'>} view */
const isFresh = ({ state, look }) => (state.family === 'press' ? !state.turn_points && !look.throws : !state.rolls) && state.phase !== 'choose';

/** How this turn is entered: those of bots, and rolls to see who starts, always with all dice. @param {View} view @param {string} bot @returns {Speed} */
function modeOf(view, bot) {
  const { state, look } = view;
  const opening = state.phase === 'opening' || (state.phase === 'setup' && !look.moves);
  if (bot || opening || !state.pace) return 'throws';
  if (state.family === 'press' && state.pace === 'last' && state.phase !== 'choose') return 'last';
  return isFresh(view) || (state.pace === 'last' && !view.legal.some((action) => action.startsWith('keep'))) ? state.pace : 'throws';
}

/** What undo would take back. @param {View} view */
function undoWords({ state, look, back }) {
  if (!back || state.phase === 'setup') return '';
  const [move] = look.moves ?? [];
  if (state.phase === 'choose') return t('yard.undo.dice');
  if (!isFresh({ state, look })) return t('yard.undo.choice');
  if (!move) return t('yard.undo.dice');
  const name = state.seats[move.seat - 1]?.name ?? '';
  return move.bust ? t('yard.undo.bust', { name }) : t('yard.undo.points', { name, n: number(move.points) });
}

/** @param {YardProps} props */
export function Yard(props) {
  const { view, act, bot, count, busy, say, box, undo } = props;
  const { state } = view;
  const press = state.family === 'press';
  const mode = modeOf(view, bot);
  const fresh = isFresh(view);
  const quiet = useQuiet();
  // Not the number of lines: somebody may say hello to an online table in the middle of an entry.
  const typing = useTyped([state.position, state.opening?.join(), state.seats.map(({ turns }) => turns).join(), state.game, box, mode]);
  const entering = act && !busy && state.phase !== 'choose';
  const [thrown, setThrown] = useState(''); // the dice of the last entry, in the order in which they were tapped

  /** Says lines that end an entry. @param {string[]} lines */
  const enter = (...lines) => {
    quiet.begin();
    say(...lines);
  };

  /** Takes a die; the last one enters them all. @param {number} face */
  function add(face) {
    const now = `${typing.now()}${face}`;
    if (!entering || mode === 'points' || now.length > count) return;
    typing.set(now);
    emit({ kind: 'keep' });
    if (now.length < count || (press && mode === 'last')) return announce(t('pad.got', { face, n: count - now.length }));
    setThrown(now);
    enter(`${mode === 'last' ? 'last' : 'roll'} ${[...now].join(' ')}`);
  }

  /** Deletes the last digit or die; after all dice are in, it opens them again. */
  async function back() {
    if (!act || busy) return;
    if (typing.now()) return typing.set(typing.now().slice(0, -1));
    const dice = (state.dice ?? []).join('');
    if (state.phase !== 'choose' || bot || !view.back) return;
    const same = [...thrown].sort().join('') === dice;
    // Of dice that were kept, nobody knows here where they lay: all others are entered again.
    if (same) typing.keep(thrown.slice(0, -1));
    undo();
  }

  const undoTap = quiet.tap(() => {
    quiet.begin();
    undo();
  });

  /** @param {Speed} speed */
  function choose(speed) {
    if (bot && act && speed !== mode) return props.refuse({ error: t('yard.speed.bot', { name: props.name }) });
    if (speed === (state.pace ?? 'throws') || !act || busy) return;
    if (!fresh) return props.refuse({ error: t('yard.speed.later') });
    changeSettings({ pace: speed });
    say(`pace ${speed}`);
  }

  useKeys((key, event) => {
    if (event.repeat || state.phase === 'choose') return false;
    if (mode !== 'points' && /^[1-6]$/.test(key)) add(Number(key));
    else if (key === 'Backspace' && typing.now()) back();
    else return false;
    return true;
  });

  // What a tap elsewhere does was meant.
  useEffect(() => {
    const hear = (/** @type {Event} */ event) => event.target instanceof Element && !event.target.closest('.key, .undo-button') && quiet.end();
    addEventListener('click', hear);
    return () => removeEventListener('click', hear);
  }, []);

  const speeds = html`<div class="speeds" role="group" aria-label=${t('yard.speed')}>
    ${SPEEDS.map((speed) => html`<button type="button" key=${speed} aria-pressed=${speed === (bot ? mode : state.pace ?? 'throws')} onClick=${() => choose(speed)}>
      ${speed === 'throws' ? t(press ? 'yard.speed.throws' : 'yard.speed.rolls') : t(`yard.speed.${speed}`)}</button>`)}</div>`;
  const pad = { ...props, mode, fresh, typing, quiet, add, back, enter, speeds, undoWords: undoWords(view), undoTap };
  return press ? html`<${PressYard} ...${pad} />` : html`<${SheetYard} ...${pad} />`;
}
