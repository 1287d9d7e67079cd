/**
 * What server tables, which are fetched on demand, take from the page.
 */
export { html, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact.js';
export { pause } from './lib/bots.js';
export { coach, referee } from './lib/core_client.js';
export { addGame, allGames, append } from './lib/games.js';
export { announce } from './lib/live.js';
export { fileName } from './lib/record.js';
export { go } from './lib/route.js';
export { about } from './lib/session.js';
export { changeSettings, getSettings } from './lib/settings.js';
export { canSend, copy, download, send } from './lib/share.js';
export { hear } from './lib/sentence.js';
export { currentLanguage, day, list, t, translateCore } from './lib/strings.js';
export { Dialog } from './parts/dialog.js';
export { Frame, Note } from './parts/frame.js';
export { Icon } from './parts/icon.js';
export { Ball, initials } from './parts/seats.js';
export { BOT_NAMES, oddName, place, sideName, taken } from './lib/sides.js';
export { Places, RuleChoice } from './parts/later.js';
export { viewOf } from './screens/game.js';
export { ruleName } from './screens/home.js';
