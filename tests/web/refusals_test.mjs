// refusals_test.mjs YARD: the page can translate whatever a server refuses by the rules or does not understand, mostly
// with the core's sentences, otherwise with those for online tables.
import { translator } from '../../web/lib/translate.js';
import { check, claim, runClaims, same } from '../tap.mjs';
import { serve } from '../browser/person.mjs';

const server = await serve(process.argv[2], '--rates', 'off');
const heard = new Set();

/** Sends a request, and collects refusals worded by the server, which the page has to translate. */
async function ask(path, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${server.address}api/tables${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (said.code === 'rules' || said.code === 'words') heard.add(said.detail);
  return said;
}

const open = (setup) => ask('', { rules: 'yardkle', name: 'Ann', ...setup });
let actions = 0;
const say = (table, line) => ask(`/${table.code}/lines`, { say: line, action: `a${actions++}` }, table.token);

const many = Array.from({ length: 16 }, (_, i) => `S${i}`);
for (const name of [' ', 'bot', 'Ann bot', 'Ann bot family', 'Ann+Bea', 'A'.repeat(100), 'Ann with 2', 'a\tb', 'Ann+', 'A\u200Bnn', 'Аnn']) await open({ name });
for (const rules of ['nix', 'yardkle:goal=1', 'yardkle:goal=77', 'yardkle:foo=1', 'yardzee:joker=x', 'yardkle:goal=99999999']) await open({ rules });
for (const dice of ['seed x', 'seed', 'wood']) await open({ dice });
for (const start of ['x', '0', '99']) await open({ start });
for (const bot of [['Ann', 'family'], ['R', 'zzz'], ['', 'family'], ['R+S', 'family']]) await open({ bots: [{ name: bot[0], level: bot[1] }] });
for (const rules of ['yardkle:goal=150000', 'farkle:goal=1000000']) await open({ rules, bots: [{ name: 'R', level: 'novice' }] });
for (const seats of [['Ann'], ['Bea', 'Bea'], ['Bea+Bea'], [''], ['Bea with 1'], many]) await open({ keeper: true, seats });
await open({ seats: ['Bea'] });
await open({ away: 3 });

const lobby = await open({ start: '3' });
for (const command of [{ name: 'Ann' }, { name: 'Bea+C' }, { name: 'Bea', with: 1, program: true }, { name: 'x with 1' }, { name: 'B'.repeat(60) }, { name: 'ANN' }, { name: '\u202EnnA' }]) await ask(`/${lobby.code}/places`, command);
for (const line of ['begin', 'begin x', 'remove', 'remove 1', 'bot', 'bot R zzz', 'bot Ann family', 'bot ann family', 'ask', 'agree', 'foo', 'rol', 'seat X', 'leave x']) await say(lobby, line);
for (const name of many) await say(lobby, `bot ${name} family`);

const game = await open({ dice: 'physical', bots: [{ name: 'R', level: 'novice' }] });
for (const line of ['begin', 'roll', 'roll 1 2 3', 'roll 7 7 7 7 7 7', 'take 1', 'score chance', 'undo', 'correct 3 x', 'roll 1 2 3 4 6 6', 'take 2 stop',
  'take 1 stop', 'take 1 roll', 'hint x', 'pledge 1 aa', 'share 1 -', 'correct 99 roll']) await say(game, line);

claim('these requests are refused in at least 40 different ways', () => check(heard.size >= 40, `only ${heard.size}: ${[...heard].join('\n')}`));

const own = {};
for (const language of ['de', 'es']) {
  const { default: catalogue } = await import(`../../web/lang/${language}.js`);
  const { core, server: only } = await import(`../../web/lang/${language}/online_${language}.js`);
  own[language] = Object.keys(only);
  claim(`every refusal is translated (${language})`, () => {
    const translate = translator({ ...catalogue, core: { ...catalogue.core, ...core } }, language);
    same([...heard].filter((words) => translate(words) === undefined), [], 'what is not');
  });
  claim(`${language} has no unused sentence for tables, and none that the core already has`, () => {
    const idle = own[language].filter((from) => {
      const one = translator({ words: {}, terms: {}, core: { [from]: only[from] } }, language);
      return ![...heard].some(one) || from in catalogue.core;
    });
    same(idle, [], 'what is idle');
  });
}

claim('German and Spanish have the same sentences for tables', () => same(own.de, own.es, 'the sentences'));

const bad = await runClaims(null);
await server.end();
process.exit(bad ? 1 : 0);
