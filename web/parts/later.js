/**
 * Screens and dialogs of parts that are fetched on demand.
 */
import { html, useEffect, useLayoutEffect, useState } from '../vendor/preact.js';
import { later, online } from '../lib/load.js';
import { t } from '../lib/strings.js';
import { Dialog } from './dialog.js';
import { Frame, Note } from './frame.js';

/**
 * A component that fetches its part first, and says so if that takes a moment or fails.
 * @template {Record<string, any>} M
 * @param {import('../lib/load.js').Part<M>} part
 * @param {(code: M) => any} component
 * @param {string} [title] key of the title until then; without one, it is a part of a screen; '': nothing is shown until then
 */
const from = (part, component, title) => (/** @type {any} */ props) => {
  const [code, setCode] = useState(part.code);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    if (!code && !failed) part.load().then((found) => left || setCode(found), () => left || setFailed(true));
    return () => {
      left = true;
    };
  }, [failed]);
  // The focused title disappeared with the note, so focus the new one.
  useLayoutEffect(() => {
    if (code && document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [code]);
  if (code) return html`<${component(code)} ...${props} />`;
  const note = failed ? html`<${Note} kind="problem">${t('part.failed')}<//>
    <p class="buttons"><button type="button" onClick=${() => setFailed(false)}>${t('online.again')}</button></p>`
  : html`<${Note}>${t('part.loading')}<//>`;
  if (title === '') return null;
  if (!title) return note;
  return props.onClose ? html`<${Dialog} title=${t(title)} onClose=${props.onClose}>${note}<//>` : html`<${Frame} title=${t(title)}>${note}<//>`;
};

export const Online = from(online, (code) => code.Online, 'home.online');

export const Board = from(later, (code) => code.Board, 'menu.board');
export const NewGame = from(later, (code) => code.NewGame, 'new.title');
export const History = from(later, (code) => code.History, 'home.history');
export const Practice = from(later, (code) => code.Practice, 'home.practice');
export const Daily = from(later, (code) => code.Daily, 'home.daily');
export const Print = from(later, (code) => code.Print, 'menu.print');
export const PrintBlank = from(later, (code) => code.PrintBlank, 'home.print');
export const Review = from(later, (code) => code.Review, 'menu.review');
export const Rules = from(later, (code) => code.Rules, 'home.rules');
export const Settings = from(later, (code) => code.Settings, 'home.settings');
export const Shared = from(later, (code) => code.Shared, 'game.title');
export const Over = from(later, (code) => code.Over);
export const BlunderDialog = from(later, (code) => code.BlunderDialog, '');
export const AskHint = from(later, (code) => code.AskHint, 'coach');
export const CoachMarks = from(later, (code) => code.CoachMarks, '');
export const TableMenu = from(later, (code) => code.TableMenu, 'table.menu');
export const ZeroDialog = from(later, (code) => code.ZeroDialog, 'menu.zero');
export const KeyStrip = from(later, (code) => code.KeyStrip, '');
export const Keys = from(later, (code) => code.Keys, 'keys.title');
export const SeriesDialog = from(later, (code) => code.SeriesDialog, 'menu.series');
export const CorrectDialog = from(later, (code) => code.CorrectDialog, 'menu.correct');
export const ShareDialog = from(later, (code) => code.ShareDialog, 'menu.share');
/** With real dice, for which no zone may move when the keys arrive. */
export const RealTable = from(later, (code) => code.Table, 'game.title');
export const Yard = from(later, (code) => code.Yard);
export const YardBar = from(later, (code) => code.YardBar);
export const AskSound = from(later, (code) => code.AskSound);
export const Places = from(later, (code) => code.Places);
export const RuleChoice = from(later, (code) => code.RuleChoice);
