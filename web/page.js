/**
 * What parts of the page that are fetched later use of it: they are bundled apart (pack.py) and find all
 * this in app.js, so that nothing is fetched twice.
 */
export { html, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact.js';
export { pause } from './lib/bots.js';
export { coach, referee } from './lib/core_client.js';
export { addGame, allGames, append } from './lib/games.js';
export { fileName } from './lib/link.js';
export { announce } from './lib/live.js';
export { go } from './lib/route.js';
export { about } from './lib/session.js';
export { changeSettings, getSettings } from './lib/settings.js';
export { canSend, copy, download, send } from './lib/share.js';
export { addWords, currentLanguage, day, list, t, translateCore } from './lib/strings.js';
export { Dialog } from './parts/dialog.js';
export { Frame, Note } from './parts/frame.js';
export { Icon } from './parts/icon.js';
export { BOT_NAMES, oddName, place, Places, sideName } from './parts/places.js';
export { RuleChoice } from './parts/rule_choice.js';
export { viewOf } from './screens/game.js';
export { ruleName } from './screens/home.js';
