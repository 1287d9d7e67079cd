/**
 * What a first game does without: one chunk, with its own strings and styles (later.css). The page fetches it when a
 * game begins, so that the end of the game and its review work offline, or when one of these is opened; parts/later.js
 * shows a note until it is there.
 */
import './app.js'; // shares its modules, so that they stay in one script
export { Board } from './screens/board.js';
export { NewGame } from './screens/new_game.js';
export { History } from './screens/history.js';
export { Daily } from './daily/daily.js';
export { handInAll } from './daily/hand_in.js';
export { rowWords } from './daily/streak.js';
export { Practice } from './screens/practice.js';
export { Print, PrintBlank } from './screens/print.js';
export { Table } from './screens/table.js';
export { Review } from './screens/review.js';
export { Rules } from './screens/rules.js';
export { Settings } from './screens/settings.js';
export { Shared } from './screens/shared.js';
export { Over } from './parts/over.js';
export { BlunderDialog } from './parts/blunder.js';
export { AskHint } from './parts/ask_hint.js';
export { ZeroDialog } from './parts/zero.js';
export { Keys, KeyStrip } from './parts/key_help.js';
export { CoachMarks } from './parts/coach_marks.js';
export { SeriesDialog } from './parts/series.js';
export { CorrectDialog } from './parts/correct.js';
export { ShareDialog } from './parts/share_dialog.js';
export { TableMenu } from './parts/table_menu.js';
export { Yard } from './parts/yard.js';
export { AskSound, YardBar } from './parts/yard_bar.js';
export { Places } from './parts/places.js';
export { RuleChoice } from './parts/rule_choice.js';
