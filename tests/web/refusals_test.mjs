// refusals_test.mjs YARD LANG: every refusal from a server comes with its key, from which the page makes a sentence in
// its own language. LANG is the folder of scripts generated from the catalogs. Reports in TAP.
import { readFileSync } from 'node:fs';
import { sentence } from '../../web/lib/sentence.js';
import { check, claim, runClaims, same } from '../tap.mjs';
import { serve } from '../browser/person.mjs';
import { digits, englishIn, keysOf, languagesIn, plainly, readCatalogue, readScripts, wordsIn } from './catalogue.mjs';
import { ONLY_SERVERS } from './sentences.mjs';
import { tell } from './table_lines.mjs';

const [, , yard, folder] = process.argv;
const server = await serve(yard, '--rates', 'off');
const heard = new Map(); // refusals in English, with key and values
const without = new Set(); // refusals that came without a key
const leaks = [];
const shown = new Set(); // refusals for which the page has no sentence of its own

/** Sends a request, and collects refusals. */
async function ask(path, body, token, { method = 'POST', type = 'application/json' } = {}) {
  const headers = { ...(method === 'POST' && { 'Content-Type': type }), ...(token && { Authorization: `Bearer ${token}` }) };
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${server.address}api/tables${path}`, { method, headers, ...(method === 'POST' && { body: content }) });
  return note(await answer.text());
}

function note(text) {
  if (/[\u000e\u000f\u001f]|\\u00(0e|0f|1f)/.test(text)) leaks.push(text);
  const said = JSON.parse(text);
  for (const words of [said.detail, said.error, said.reason, said.cite]) {
    if (words === undefined) continue;
    if (said.said?.[words] === undefined) without.add(words);
    else heard.set(words, said.said[words]);
    if (said.code === 'rules' || said.code === 'words') shown.add(words);
  }
  return said;
}

const open = (setup) => ask('', { rules: 'yardkle', name: 'Ann', ...setup });
let actions = 0;
const say = (table, line, token = table.token) => ask(`/${table.code}/lines`, { say: line, action: `a${actions++}` }, token);
const sit = async (table, more) => ({ ...table, ...await ask(`/${table.code}/places`, more) });
const get = (table, query, token) => ask(`/${table.code}${query}`, undefined, token, { method: 'GET' });

const many = Array.from({ length: 99 }, (_, i) => `S${i}`);
for (const name of [' ', 'bot', 'Ann bot', 'Ann bot family', 'Ann+Bea', 'A'.repeat(100), 'Ann with 2', 'a\tb', 'Ann+', 'A\u200Bnn', 'Аnn']) await open({ name });
for (const rules of ['nix', 'yardkle:goal=1', 'yardkle:goal=77', 'yardkle:foo=1', 'yardzee:joker=x', 'yardkle:goal=99999999', 'yard\u0007kle']) await open({ rules });
for (const dice of ['seed x', 'seed', 'wood', 'system']) await open({ dice });
for (const start of ['x', '0', '99']) await open({ start });
for (const bot of [['Ann', 'family'], ['R', 'zzz'], ['', 'family'], ['R+S', 'family']]) await open({ bots: [{ name: bot[0], level: bot[1] }] });
for (const rules of ['yardkle:goal=150000', 'farkle:goal=1000000']) await open({ rules, bots: [{ name: 'R', level: 'novice' }] });
for (const seats of [['Ann'], ['Bea', 'Bea'], ['Bea+Bea'], [''], ['Bea with 1'], many, Array.from({ length: 40 }, (_, i) => Array.from({ length: 8 }, (_, j) => `p${i}${j}`).join('+'))]) await open({ keeper: true, seats });
await open({ seats: ['Bea'] });
await open({ away: 3 });

// Malformed requests.
for (const body of ['{', '[]', {}, { rules: 'yardkle' }]) await ask('', body);
for (const setup of [{ rules: 7 }, { foo: 1 }, { clock: 'x' }, { clock: -1 }, { keeper: 'x' }, { seats: 7 }, { bots: 7 }, { bots: [7] }, { name: 'x'.repeat(5000) }, { name: 'a\u0000b' }, { action: '!' }, { action: 'abc' }]) await open(setup);
await ask('', '{}', undefined, { type: 'text/plain' });

const lobby = await open({ start: '3' });
for (const command of [{ name: 'Ann' }, { name: 'Bea+C' }, { name: 'Bea', with: 1, program: true }, { name: 'x with 1' }, { name: 'B'.repeat(60) }, { name: 'ANN' }, { name: '\u202EnnA' }, { name: 'Bea', with: 9 }]) await ask(`/${lobby.code}/places`, command);
const looker = await sit(lobby, { name: 'Bea' });
for (const line of ['begin', 'begin x', 'remove', 'remove 1', 'bot', 'bot R zzz', 'bot Ann family', 'bot ann family', 'ask', 'ask 2 family', 'agree', 'foo', 'rol', 'seat X', 'leave x', 'roll', 'state', 'why',
  'legal x', '# room: begin', 'analyse', 'x'.repeat(5000), 'hint', 'back', 'goon', 'begin\u0007', 'remove 9', 'sit 1 Cem']) await say(lobby, line);
for (const line of ['begin', 'remove 1', 'bot R family']) await say(looker, line);
for (const token of [undefined, 'x', 'x'.repeat(43)]) await say(lobby, 'begin', token);
await ask(`/${lobby.code}/lines`, { say: 'begin' }, lobby.token);
await ask(`/${lobby.code}/lines`, { action: 'a' }, lobby.token);
for (const query of ['/ask?q=foo', '/ask?q=begin', '/ask', '/ask?q=analyse', '/ask?q=advise', '/lines?after=x', '?x=1', '/nix']) await get(lobby, query, lobby.token);
for (const name of many) await say(lobby, `bot ${name} family`);

const game = await open({ dice: 'physical', bots: [{ name: 'R', level: 'novice' }] });
for (const line of ['begin', 'begin', 'bot S family', 'remove 2', 'roll', 'roll 1 2 3', 'roll 7 7 7 7 7 7', 'take 1', 'score chance', 'undo', 'correct 3 x', 'correct 5 seat Cem', 'roll 1 2 3 4 6 6', 'take 2 stop',
  'take 1 stop', 'hint', 'hint', 'hint x', 'take 1 roll', 'pledge 1 aa', 'share 1 -', 'correct 99 roll', 'dice physical', 'start 1', 'rematch', 'back', 'back 1', 'ask 1', 'ask 2 family', 'ask 9 family', 'ask 1 family',
  'ask 1 family', 'agree 2', 'agree 1', 'goon', 'undo', 'undo', 'undo', 'score ones', 'keep 1', 'take 1 roll stop']) await say(game, line);
await ask(`/${game.code}/places`, { name: 'Late' });

// Two people with real dice, and a device that keeps score.
const two = await open({ dice: 'physical' });
const bea = await sit(two, { name: 'Bea' });
for (const [who, line] of [[two, 'begin'], [bea, 'roll 1 2 3 4 6 6'], [two, 'roll 1 2 3 4 6 6'], [bea, 'hint'], [bea, 'take 1 roll'], [two, 'take 1 roll'], [bea, 'undo'], [two, 'ask 2 family'], [two, 'roll 2 3 4 6 6'],
  [two, 'undo'], [two, 'leave 2'], [bea, 'leave'], [bea, 'roll'], [two, 'ask 2 family']]) await say(who, line);
// The next game.
const series = await open({ rules: 'yardkle:entry=0,goal=300', dice: 'physical' });
const dan = await sit(series, { name: 'Dan' });
const eve = await sit(series, { name: 'Eve' });
for (const [who, line] of [[series, 'begin'], [dan, 'stay'], [series, 'roll 1 1 1 2 2 3'], [series, 'take 1 1 1 stop'], [dan, 'roll 2 2 3 3 4 6'], [eve, 'roll 2 2 3 3 4 6'], [dan, 'stay'], [series, 'rematch'], [series, 'rematch'],
  [series, 'stay'], [eve, 'stay'], [eve, 'stay'], [dan, 'rematch'], [eve, 'undo'], [eve, 'ask 1 family'], [eve, 'correct 5 roll']]) await say(who, line);
const kept = await open({ keeper: true, seats: ['Bea'], dice: 'physical' });
await ask(`/${kept.code}/places`, { name: 'Cem' });
for (const line of ['begin', 'ask 2 family', 'ask 2 family', 'correct 4 seat X', 'undo']) await say(kept, line);

// Fair dice.
const fair = await open({});
const cem = await sit(fair, { name: 'Cem' });
const hex = 'ab'.repeat(32);
for (const [who, line] of [[fair, 'begin'], [fair, 'roll'], [fair, `share 2 ${hex}`], [fair, `share 1 ${hex}`], [fair, `pledge 2 ${hex}`], [fair, `pledge 1 ${hex}`], [cem, 'share 2 -'], [fair, `share 1 ${hex}`], [fair, 'undo'],
  [fair, 'correct 5 roll'], [fair, `reveal ${hex}`], [fair, 'goon'], [cem, 'goon']]) await say(who, line);
const alone = await open({ bots: [{ name: 'R', level: 'novice' }] });
for (const line of ['begin', 'undo', `share 1 ${hex}`, 'roll 1 2 3 4 5 6', 'correct 5 roll']) await say(alone, line);
const seeded = await open({ dice: 'seed 7' });
for (const line of ['begin', 'roll 1 2 3 4 5 6', 'undo', 'correct 5 roll 1 2 3 4 5 6', 'correct 4 seat X']) await say(seeded, line);
const short = await open({ rules: 'yardkle:goal=1000', dice: 'physical' });
for (const line of ['begin', 'roll 1 1 1 1 1 1', 'take 1 1 1 1 1 1 roll', 'roll 1 1 1 1 1 1', 'take 1 1 1 1 1 1 roll', 'roll 1 2 3 4 6 6', 'take 1 stop', 'roll 1 2 3 4 5 6', 'hint']) await say(short, line);

// On a WebSocket: as a player, as a spectator, and without a valid hello.
const QUESTIONS = ['roll', 'foo', 'advise', 'secret', 'new', 'analyse', 'state x', 'legal x', 'room', 'line 999', 'sheet x', 'score', 'begin x', 'keep 1', 'take 2 stop', 'take 1 1 stop', 'roll 1 2 3 4 6 6',
  'take 1 stop', 'take 2 2 stop', 'verify x', 'book nix', 'book', 'date', 'ask', 'ask 1', 'level', 'x'.repeat(5000)];
async function socket(table, hello, lines = QUESTIONS) {
  for (const text of await tell(server.address, table.code, hello, lines)) {
    if (text.startsWith('{')) note(text);
    else check(!/[\u000e\u000f\u001f]/.test(text), text);
  }
}
for (const table of [lobby, two, fair, short, seeded]) await socket(table, `hold ${table.token} 0`);
for (const hello of ['follow 0', 'follow x', 'hold x 0', 'foo']) await socket(two, hello);

await ask(`/${lobby.code}`, undefined, looker.token, { method: 'DELETE' });
await ask(`/${lobby.code}`, undefined, undefined, { method: 'DELETE' });
await say({ code: 'XXXXXX', token: lobby.token }, 'begin');

claim('the requests are refused in at least 40 different ways', () => check(shown.size >= 40, `only ${shown.size}: ${[...shown].join('\n')}`));

claim('every refusal has its key, and none reveals its internal encoding', () => {
  same([...without], [], 'what has none');
  same(leaks, [], 'what leaks');
});

const english = wordsIn(readCatalogue('en'));
claim('key, values and the English catalog give exactly the English refusal', () => {
  for (const [words, said] of heard) same(plainly(sentence(english, 'en', said), said, 'en'), words, `what ${JSON.stringify(said)} makes`);
});

const keys = new Set([...heard.values()].flatMap((said) => [...keysOf(said)]));

/** Not tested here: these require a full table, running out of memory, a bot's mistake, or a gap in earlier checks. */
const HARDLY_EVER = new Set(['enough_games', 'table_full', 'no_memory', 'secret_unknown', 'bot_makes_choice', 'no_bot_to_choose', 'no_question', 'only_question', 'no_such_line', 'passed_over_first',
  'server_says_that', 'unclean', 'you_look_on'].map((key) => `room_${key}`).concat('core_name_malformed'));

claim('the test requests provoke every refusal that only servers have, except those listed as rare', () => {
  same([...ONLY_SERVERS].filter((key) => !keys.has(key) && !HARDLY_EVER.has(key)), [], 'what was not heard');
  same([...HARDLY_EVER].filter((key) => keys.has(key)), [], 'what was heard after all');
});

/** Errors in the body of a request; the server's other refusals are about sockets and limits. */
claim('the test requests provoke every refusal that the server has for a request body', () => {
  const source = readFileSync(new URL('../../src/server/api_body.c', import.meta.url), 'utf8');
  const own = [...new Set([...source.matchAll(/\b(?:M_)?(server_\w+)/g)].map(([, key]) => key))].filter((key) => key in english);
  check(own.length > 10, `only ${own}`);
  same(own.filter((key) => !keys.has(key)), [], 'what was not heard');
});

for (const language of languagesIn(folder).slice(1)) {
  const { words: all } = await readScripts(folder, language);
  claim(`every refusal is translated (${language})`, () => {
    same([...keys].filter((key) => !(key in all)), [], 'what is not');
    for (const [words, said] of heard) {
      const made = sentence(all, language, said);
      check(made !== words, `'${words}' is still English`);
      // The JSON library words its own errors, in English, for programmers.
      if (said.key !== 'server_body_no_json') same(englishIn(all, language, said), undefined, `the English in '${made}'`);
      same(digits(made), digits(words), `the numbers of '${words}' in '${made}'`);
    }
  });
}

claim('names and typed text are not translated', async () => {
  const { detail, said } = await open({ name: 'The game is over. bot family' });
  const { words } = await readScripts(folder, 'de');
  const made = sentence(words, 'de', said[detail]);
  check(made !== detail && made.includes('The game is over.'), `${detail}: ${made}`);
  const code = await say(lobby, '\u000e01\u000f');
  check(!/[\u000e\u000f]/.test(code.detail), code.detail);
});

const bad = await runClaims(null);
await server.end();
process.exit(bad ? 1 : 0);
