/**
 * Coach marks: in a first game, three short pointers at what can be done, one at a time. Each is shown once and never
 * comes back. They take no taps, so they are never in the way: the next tap or key does what it does, and ends the mark.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { announce } from '../lib/live.js';
import { changeSettings, getSettings } from '../lib/settings.js';
import { t } from '../lib/strings.js';

const SHEET = ['dice', 'box', 'hint'], PRESS = ['score', 'stakes', 'hint'];

/**
 * @param {{press: boolean, daily: boolean, choosing: boolean, keeps: boolean, picked: boolean, lines: number}} props
 *   daily: hints are counted there, so nothing points at them; choosing: a person chooses now; keeps: dice can be kept;
 *   picked: some are, and the player may stop with them; lines: of the record, which grows with each choice and roll
 */
export function CoachMarks({ press, daily, choosing, keeps, picked, lines }) {
  const [mark, setMark] = useState('');
  const { marks, hinted } = getSettings();
  const next = (press ? PRESS : SHEET)[marks];
  const fits = choosing && !(daily && next === 'hint') && (next === 'stakes' ? picked : next === 'dice' ? keeps : next !== undefined);
  const moment = `${lines} ${press && picked}`; // one mark at a time, and none on top of the one that a tap has just ended
  const [last, setLast] = useState('');
  useEffect(() => {
    if (!fits || last === moment) return;
    if (next === 'hint' && hinted) return changeSettings({ marks: marks + 1 }); // it points at what has been found
    setLast(moment);
    setMark(next);
    announce(t(`mark.${next}`));
    changeSettings({ marks: marks + 1 });
  }, [fits, moment]);
  useEffect(() => {
    if (!mark) return undefined;
    const done = (/** @type {Event} */ event) => /** @type {KeyboardEvent} */ (event).key !== 'Tab' && setMark('');
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, done, true);
    return () => {
      for (const type of ['pointerdown', 'keydown']) removeEventListener(type, done, true);
    };
  }, [mark]);
  useEffect(() => {
    if (!choosing) setMark('');
  }, [choosing]);
  return mark && html`<p class=${`coach-mark mark-${mark}`}>${t(`mark.${mark}`)}</p>`;
}
