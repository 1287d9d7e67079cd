/**
 * What the table shows, and when: no figure, box or sentence changes before the last die lies still. While dice fly, the
 * table shows the view from before the throw; after a bust it shows the lost dice until the next player goes on.
 */
import { useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { endThrow, throwDice } from '../parts/dice.js';
import { botFlight, pause, paced } from './bots.js';
import { diceIn } from './log.js';
import { arrange, remember } from './dice_places.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').View} View */
/** @typedef {import('./dice_places.js').Slot} Slot */

const BUST_MS = 3000, BOT_BUST_MS = 1100;

/** @param {View} view */
const botPlays = ({ state }) => Boolean(state.seat && state.seats[state.seat - 1].bot);

/**
 * @param {Session} session
 * @param {View} view the newest
 * @param {boolean} physical
 * @param {{mark: (slots: Slot[], action: string) => Slot[], onTold: (view: View, before: View) => void}} calls
 *   mark: shows which dice an action of somebody elsewhere keeps; onTold: called when a change is shown
 */
export function useTold(session, view, physical, { mark, onTold }) {
  const [shown, setShown] = useState(view);
  const [slots, drawSlots] = useState(() => arrange(session.id, [], view, null, physical));
  const [flight, setFlight] = useState(/** @type {{thrown: boolean[], slots: Slot[], bot: boolean}|null} */ (null));
  const [bust, setBust] = useState(false);
  const lawn = useRef(/** @type {HTMLElement|null} */ (null));
  const lie = useRef(slots); // the newest slots, for calls between two drawings
  const newest = useRef(view);
  const pending = useRef(/** @type {{view: View, before: View}|null} */ (null)); // not told yet
  const after = useRef(/** @type {View|null} */ (null)); // told, but a bust is still shown
  const setSlots = (/** @type {Slot[]} */ now) => {
    lie.current = now;
    drawSlots(now);
  };

  /** Tells what has happened, now that the dice lie. */
  function land() {
    const told = pending.current;
    pending.current = null;
    setFlight(null);
    if (!told) return;
    if (told.view.last?.bust && !physical) { // real dice lie on the lawn, and the next player may go on
      after.current = told.view;
      setBust(true);
      (botPlays(told.before) ? paced(BOT_BUST_MS) : pause(BUST_MS)).then(() => after.current === told.view && goOn());
    } else {
      remember(session.id, told.view.state, lie.current);
      setShown(told.view);
    }
    onTold(told.view, told.before);
  }

  /** Goes on after a bust. */
  function goOn() {
    const next = after.current;
    after.current = null;
    if (!next) return;
    setBust(false);
    setSlots(arrange(session.id, [], next, null, physical));
    setShown(next);
  }

  // Before the paint: nobody picks among the previous dice or taps something that is about to disappear.
  useLayoutEffect(() => {
    const before = newest.current;
    newest.current = view;
    if (before === view) return;
    if (pending.current) {
      endThrow();
      land();
    }
    goOn();
    const was = lie.current;
    const lying = view.last && view.by === 'other' ? mark(was, view.last.ok ?? '') : was;
    const dice = view.last?.bust && !physical ? diceIn(view.last.ok ?? '') : [];
    const now = dice.length ? arrange(session.id, lying, { ...view, state: { ...before.state, dice, phase: 'choose' } }, before, physical)
      : arrange(session.id, lying, view, before, physical);
    setSlots(now);
    pending.current = { view, before };
    setFlight({ thrown: now.map((slot, i) => slot.throw > (was[i]?.throw ?? 0)), slots: now, bot: botPlays(before) });
  }, [view]);

  useLayoutEffect(() => {
    if (!flight) return;
    const told = pending.current;
    const flies = lawn.current && throwDice(lawn.current, flight.thrown, flight.slots, flight.bot ? botFlight() : undefined);
    if (!flies) land();
    else flies.then(() => pending.current === told && land());
  }, [flight]);

  /** Changes the dice that are picked. @param {(now: Slot[]) => Slot[]} change */
  function pickDice(change) {
    const now = change(lie.current);
    setSlots(now);
    remember(session.id, newest.current.state, now);
  }

  return { shown, slots, pickDice, lawn, bust, goOn, flying: flight !== null, thrown: flight?.thrown, current: shown === view && !flight && !bust };
}
