// src/room decides who sits where and who may act, and the page asks it. The patterns below match what these rules
// looked like when the page still implemented them in JavaScript.
//
// usage: no_rules_test.mjs WEB. Reports in TAP.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, claim, runClaims } from '../browser/browser.mjs';

const web = process.argv[2];

// Each pattern, with the files in which it is allowed and the reason.
const WORDS = [
  { what: 'reading a line about the room', word: /# room:/, but: {
    'online/deals.js': 'reads what the log says about dice, against what this browser kept: a check of the server',
  } },
  { what: 'taking a line apart', word: /\.split\(' '\)/, under: 'online/', but: {
    'online/deals.js': 'as above',
    'online/verify.js': 'a second verifier of fair dice, which shares nothing with the core',
  } },
  { what: 'the state of a room', word: /class Room\b|room\.js/ },
  { what: 'whose turn it is', word: /state\.seat \?\?|\.person ===|=== (?:state\.)?person|(?:place|me)\.seat ===|\.people\[0\]/, under: 'online/' },
  { what: 'who begins', word: /room\.start\b|Number\([^)]*\.start\)/, under: 'online/' },
  { what: 'whose partner somebody is', word: /\.with\b(?!')|'with'/, under: 'online/' },
  { what: 'whether a place is held', word: /!\w+(?:\.\w+)*\.left\b|\.left === |\.left \?/, under: 'online/', but: { 'online/verify.js': 'as above' } },
  { what: 'whether a bot plays at a seat', word: /seats\[[^\]]*\]\??\.bot|!\w*\.bot\b|'program'/, under: 'online/', but: { 'online/verify.js': 'as above' } },
  { what: 'who speaks for a seat', word: /\bspeaker\b|ownSeats/ },
  { what: 'who has agreed', word: /\.agreed\b(?!')|goon\.includes|unopened\.includes/, under: 'online/', but: { 'online/deals.js': 'as above' } },
  { what: 'who is present', word: /(?<!this\.)\bhere\??\.includes/, under: 'online/' },
  { what: 'who keeps the score', word: /\bkeeper\b(?!['.])/, under: 'online/', but: {
    'online/create.js': 'the form that asks for it',
    'online/lobby.js': 'other words, and no button for bots',
  } },
];

const files = readdirSync(web, { recursive: true }).map(String).filter((name) => name.endsWith('.js') && !name.startsWith('lang')).sort();

for (const { what, word, under = '', but = {} } of WORDS) {
  claim(`no file of the page has its own rule for ${what}`, () => {
    const looked = files.filter((name) => name.startsWith(under));
    check(looked.length > 10, `only ${looked.length} files`);
    for (const name of looked) {
      const found = readFileSync(join(web, name), 'utf8').split('\n').findIndex((line) => word.test(line) && !/^\s*(?:\*|\/\/|\/\*\*)/.test(line));
      if (but[name]) check(found >= 0, `${name} no longer needs an exception`);
      else check(found < 0, `${name}:${found + 1}`);
    }
  });
}

process.exit((await runClaims(null)) ? 1 : 0);
