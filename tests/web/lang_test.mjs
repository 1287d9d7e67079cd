// lang_test.mjs CORE_WASM LANG: all texts of the page and the core are translated completely. LANG is the folder of
// scripts generated from the catalogs. Reports in TAP.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Core } from '../../web/core.js';
import { decode, hear, isCoded, saidOf, sentence } from '../../web/lib/sentence.js';
import { LONG, check, claim, runClaims, same } from '../tap.mjs';
import { digits, englishIn, englishOfCore, forms, keysOf, languagesIn, numbered, places, programKeys, readCatalogue, readCode, readScripts, wordsIn } from './catalogue.mjs';
import { ONLY_SERVERS, Sentences, wordsOf } from './sentences.mjs';

const SEED = 20261115;
const SENTENCES = 20000;
const WEB = join(dirname(fileURLToPath(import.meta.url)), '../../web');
const [, , wasm, folder] = process.argv;
const core = await Core.of(await WebAssembly.compile(readFileSync(wasm)));

const languages = languagesIn(folder);
const OTHERS = languages.slice(1);
const catalogues = Object.fromEntries(languages.map((language) => [language, readCatalogue(language)]));
const scripts = Object.fromEntries(await Promise.all(languages.map(async (language) => [language, await readScripts(folder, language)])));
/** By language and key: the page's own texts, and those it receives from servers. */
const words = Object.fromEntries(languages.map((language) => [language, scripts[language].words]));
/** By language and key: all texts. */
const everything = Object.fromEntries(languages.map((language) => [language, wordsIn(catalogues[language])]));
const english = everything.en;
const coreKeys = programKeys(folder).slice(0, scripts.en.core.length);
/** The keys that servers use, which include all keys of the core. */
const serverKeys = Object.keys(scripts.de.online.words).filter((key) => !(key in scripts.en.online.words));
const inEnglish = await englishOfCore(folder);
const inLanguage = (language, text) => decode(scripts[language].core, language, text);
const saidIn = (text) => readCode(text, coreKeys, catalogues.en);

/* ---- the catalogs ---- */

claim('no script repeats a word of the first one', () => {
  for (const { first, later, online } of Object.values(scripts)) {
    same(Object.keys({ ...later.words, ...online.words }).filter((key) => key in first.words), [], 'what is in two scripts');
  }
});

claim('the first script has what the first game needs, the others have what only other screens need', () => {
  for (const { first, later, online } of Object.values(scripts)) {
    check(['home.change', 'home.go-on', 'table.roll', 'plank.roll', 'press.roll-first', 'coach.solving'].every((key) => key in first.words), 'a word is not in the first script');
    check(['new.begin', 'review.title', 'practice.title', 'settings.title', 'share.title', 'over.rematch', 'blunder.show', 'mark.dice'].every((key) => key in later.words), 'a word is not in the later script');
    check('online.agree' in online.words, 'a word is not in the script for online tables');
  }
});

claim('each sentence of the core is in one of its scripts: of guides and reasons in the later one, of rooms in that for online tables', () => {
  for (const { first, later, online } of Object.values(scripts)) {
    const there = new Set([...Object.keys(later.core), ...Object.keys(online.core)].map(Number));
    for (const [i, key] of coreKeys.entries()) same(first.core[i] === 0, there.has(i), `whether ${key} is later`);
    same([...there].filter((i) => i >= coreKeys.length), [], 'numbers of no sentence');
    check(['guide_aim_sheet', 'coach_verdict'].every((key) => coreKeys.indexOf(key) in later.core), 'a sentence is not later');
    check(there.size < coreKeys.length / 2, `${there.size} sentences are later`);
  }
});

claim('without the later script, its sentences are question marks', () => {
  const { guide } = core.ask('book guide yardzee');
  same(decode(scripts.en.first.core, 'en', guide.find(({ words: text }) => saidIn(text).key === 'guide_aim_sheet').words), '?', 'the aim');
});

claim('all languages have the same keys, with the same placeholders and plurals', () => {
  for (const language of OTHERS) {
    same([...catalogues[language].keys()].sort(), [...catalogues.en.keys()].sort(), `what ${language} has`);
    for (const [key, { english: from, forms: to }] of catalogues[language]) {
      same(from, catalogues.en.get(key).english, `what ${language} translates as ${key}`);
      same(to.length, from.length, `the forms of ${key} in ${language}`);
      for (const [i, form] of to.entries()) {
        // A singular may spell out its number: "a die".
        const spelled = (other) => i === 0 && to.length > 1 && places(other.replaceAll('{n:d}', '')) === places(form);
        check(from.some((other) => places(other) === places(form) || spelled(other)), `${language}, ${key}: ${form}`);
        check(form.trim() && (!/\S {2}/.test(form) || from.some((other) => /\S {2}/.test(other))), `${language}, ${key}: '${form}'`);
      }
    }
  }
});

claim('the generated scripts have the same words as the catalogs', () => {
  for (const language of languages) {
    const catalogue = catalogues[language];
    for (const [key, entry] of Object.entries(words[language])) same(forms(entry), catalogue.get(key)?.forms, `${key} in ${language}`);
    same(scripts[language].core.length, coreKeys.length, `the sentences of the core in ${language}`);
    for (const [i, entry] of scripts[language].core.entries()) {
      const from = catalogue.get(coreKeys[i]);
      same(entry.forms ?? [entry], from.forms.map((form) => numbered(from, form)), `${coreKeys[i]} in ${language}`);
    }
  }
  check(coreKeys.length > 500 && serverKeys.length > coreKeys.length, `only ${coreKeys.length} and ${serverKeys.length} keys`);
  same(Object.keys(words.es).sort(), Object.keys(words.de).sort(), 'what es has');
  same([...Object.keys(words.en), ...coreKeys].filter((key) => !(key in words.de)), [], 'what de lacks');
});

claim('translations equal the English text only if the words are the same in both languages', () => {
  const sameWord = /^(|No|Total|Bots?|Coach|Bonus|Name|Person|Par|Partner|Link|Online|Serie|Version|Joker|Yardstick|Alternative|Chance|Club|Code|Status|Yahtzee|Yardzee|Yatzy)$/i;
  const bare = (entry) => forms(entry).map((form) => form.replace(/\{\w+(:[^{}]*)?\}|kB|MB|GB|\d/g, '').replace(/^\P{L}+|\P{L}+$/gu, ''));
  for (const language of OTHERS) {
    const left = Object.keys(words[language]).filter((key) =>
      bare(words[language][key]).some((form, i) => form === bare(english[key])[i] && !sameWord.test(form)));
    same(left, [], `what ${language} says in English`);
  }
});

/** All sources of the page except third-party code. */
function sources(from = WEB) {
  return readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'vendor' ? [] : sources(join(from, entry.name));
    return entry.name.endsWith('.js') ? [readFileSync(join(from, entry.name), 'utf8')] : [];
  });
}

claim('the catalog has exactly the keys that the page uses', () => {
  const text = sources().join('\n');
  const literals = new Set([...text.matchAll(/'([^'\n]*)'/g)].map(([, literal]) => literal));
  // `level.${x}` uses all keys of that shape.
  const shapes = [...text.matchAll(/\bt\((?:[^'`(]*\? )?`([^`]*)`/g)].map(([, shape]) =>
    new RegExp(`^${shape.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`));
  const named = [...text.matchAll(/\bt\(\s*'([^']+)'/g), ...text.matchAll(/\bt\([^'`(]*\?\s*'([^']+)'/g),
    ...text.matchAll(/\bt\([^'`(]*\?\s*'[^']+'\s*:\s*'([^']+)'/g)].map(([, key]) => key);
  const keys = Object.keys(words.en);
  check(named.length > 200 && shapes.length > 10, `only ${named.length} uses and ${shapes.length} shapes found`);
  same([...new Set(named)].filter((key) => !(key in words.en)), [], 'what is missing');
  same(shapes.filter((shape) => !keys.some((key) => shape.test(key))).map(String), [], 'shapes of no word');
  same(keys.filter((key) => !literals.has(key) && !shapes.some((shape) => shape.test(key))), [], 'what is not used');
  const program = new Set(programKeys(folder));
  same([...catalogues.en.keys()].filter((key) => !program.has(key) && !(key in words.en)), ['language.name'], 'what neither the program nor the page says');
});

/* ---- sentences of the core ---- */

const books = core.ask('help').rules;

/** Rule sets, dice and names of games, which are the same in all languages. */
const IDENTICAL = [
  new RegExp(`^(${books.join('|')})(:\\S+)?(, 2026-11-15)?$`), /^[1-6]([ -][1-6])*(: \d+)?$/,
  /^(Yardzee|Yahtzee|Yahtzee classic|Yatzy|Yardkle|Farkle)(: .*)?$/, /^[★○–·]+$/, // marks of days
];

/** Keys of the core that a page never receives, most of them because only the program uses them. */
const PROGRAM = [
  /^number_point$/, /^coach_table_(unused|values)$/, // about files
  /^rules_five_of_a_kind$/,
  /^rules_(short_\w+|(bonus|entry|goal|set_aside)_title)$/, // for the narrow columns of a terminal
  /^coach_(grades?|signed)_/, /^coach_level_(perfect|expert|club|family|novice)$/, /^coach_(warning_off|slip_none|do_(roll|last|aside|bank|bust)|do_zero_instead)$/, /^coach_no_rules_named$/, /^coach_(no_bot_called|bot_needs_level|bot_needs_name)$/, /^coach_no_game$/, /^coach_game_not_begun$/,
  /^rules_no_such_box$/, /^play_(name|bot_level)_unclean$/, // an earlier check catches these errors
];

/** Not tested here: these require running out of memory, an endless series of games, or great luck. */
const HARDLY_EVER = new Set(['talk_answer_too_long', 'play_enough_games', 'play_no_system_dice', 'talk_table_recorded', 'coach_no_easy_position', 'coach_no_medium_position',
  'coach_no_hard_position', 'coach_no_memory', 'coach_box_now', 'coach_hand_may_grow', 'coach_value_unknown', 'coach_game_value_unknown', 'coach_in_game', 'coach_choice_unknown', 'coach_no_random_numbers',
  'coach_do_zero', 'coach_do_take_roll', 'coach_last_level_short', 'coach_last_at_enough', 'play_game_by_seats']);

const heard = new Map(); // encoded sentences, with key and values
const without = new Set(); // sentences that are not encoded
function listen(source) {
  const begun = Date.now();
  let count = 0;
  for (const answer of source) {
    for (const text of [...wordsOf(answer), ...(answer?.columns ?? []).filter(isCoded)]) {
      count++;
      if (isCoded(text)) heard.set(text, heard.get(text) ?? saidIn(text));
      else if (!IDENTICAL.some((pattern) => pattern.test(text))) without.add(text);
    }
  }
  console.log(`# ${count} sentences, ${heard.size} in all that are not the same, ${Date.now() - begun} ms`);
  return count;
}

let all = 0;
const sentences = new Sentences(core, SEED, books);
claim(`at least ${SENTENCES} sentences of the core are collected`, () => {
  check(books.length >= 6, `only ${books}`);
  all += listen(sentences.texts());
  all += listen(sentences.rare());
  all += listen(sentences.chains());
  all += listen(sentences.verdicts());
  all += listen(sentences.tables());
  all += listen(sentences.refusals(80));
  all += listen(sentences.reasons(LONG ? 60 : 30));
  check(all >= SENTENCES && heard.size > SENTENCES / 4, `${all}, of which ${heard.size} are not the same`);
});

claim('every sentence of an answer is encoded', () => {
  check(!without.size, `${without.size} are not`, ...[...without].slice(0, 20));
});

for (const language of languages) {
  claim(`the page decodes every sentence exactly as it is in the catalog (${language})`, () => {
    for (const [text, said] of heard) {
      const made = inLanguage(language, text);
      same(made, sentence(everything[language], language, said), `what ${JSON.stringify(said)} makes`);
      check(!/[\u000e\u000f\u001f]|\{\w+[!:}]|undefined|NaN/.test(made), `'${made}' is not whole`);
    }
  });
}

claim('the sentences collected include every one that the core has, apart from listed exceptions', () => {
  const said = new Set();
  for (const by of heard.values()) for (const key of keysOf(by)) said.add(key);
  const excused = (key) => HARDLY_EVER.has(key) || ONLY_SERVERS.has(key) || PROGRAM.some((pattern) => pattern.test(key));
  same(coreKeys.filter((key) => !said.has(key) && !excused(key)), [], 'what was not heard');
  same([...said].filter(excused), [], 'what was heard after all');
  same([...HARDLY_EVER, ...ONLY_SERVERS].filter((key) => !coreKeys.includes(key)), [], 'what it no longer has');
});

for (const language of OTHERS) {
  claim(`every sentence is translated, with no English left (${language})`, () => {
    const bad = [];
    for (const [text, said] of heard) {
      const left = englishIn(everything[language], language, said);
      if (left) bad.push(`'${inEnglish(text).slice(0, 200)}' has '${left}': ${inLanguage(language, text).slice(0, 200)}`);
    }
    check(!bad.length, `${bad.length} are not`, ...bad.slice(0, 20));
  });

  claim(`numbers and dice survive translation (${language})`, () => {
    // Other languages have no digit in these terms.
    const plain = (one) => one.replace(/(?<!any )[34] of a kind/g, '');
    for (const text of heard.keys()) {
      const one = inEnglish(text), made = inLanguage(language, text);
      same(digits(made), digits(plain(one)), `what '${one}' has in '${made}'`);
    }
  });

  claim(`the same English sentence from a server always has the same translation (${language})`, () => {
    // The page looks a sentence up by its English text.
    const translations = new Map();
    for (const key of serverKeys) {
      if (PROGRAM.some((pattern) => pattern.test(key))) continue;
      const one = JSON.stringify(english[key]);
      translations.set(one, (translations.get(one) ?? new Map()).set(JSON.stringify(everything[language][key]), key));
    }
    same([...translations].filter(([, made]) => made.size > 1).map(([one, made]) => [one, ...made]), [], 'what does not');
  });
}

claim('names and quoted input are not translated', () => {
  const typed = [['roll Chance', 'Chance'], ['seat Sixes', 'Sixes'], ['seat The game is over./', 'The game is over./'], ['rules The game is over.', 'The'], ['\u2028', '\u2028'],
    ['{word}', '{word}'], ['{0}', '{0}'], ['coach_no_memory', 'coach_no_memory'], ['score {{', '{{']];
  for (const language of OTHERS) {
    for (const line of ['new', 'rules yardzee', 'seat Sixes']) core.ask(line);
    for (const [line, word] of typed) {
      const { error } = core.ask(line);
      const made = inLanguage(language, error);
      check(made !== inEnglish(error) && made.includes(word), `${language}: ${line}: ${inEnglish(error)}: ${made}`);
    }
  }
});

claim('nobody can type an encoded sentence', () => {
  const code = '\u000e01\u000f';
  const typed = [code, `seat ${code}`, `rules ${code}`, `roll ${code}`, `hint ${code}`, `book ${code}`, 'seat \u000e', 'seat \u001f', 'roll \u000f', 'rules \u001f\u000f'];
  for (const line of ['new', 'rules yardzee', 'seat Ann']) core.ask(line);
  const refused = [...typed.map((line) => core.ask(line)), ...typed.map((line) => core.open(`rules yardzee\n${line}\n`)), ...typed.map((line) => core.follow(`yardstick 1\nrules yardzee\n# room: ${line}\n`))];
  for (const { error } of refused) {
    const said = saidIn(error), made = inEnglish(error);
    check(/^[^\u0000-\u001f]+$/.test(made), JSON.stringify(made));
    check([...keysOf(said)].every((key) => !key.startsWith('book_')), JSON.stringify(said));
  }
});

claim('the page knows the keys of sentences it has heard from a server, and of no others', () => {
  const said = { key: 'rules_no_face', word: 'Chance' };
  same(hear({ error: 'Oops.', said: { 'Oops.': said } }).error, 'Oops.', 'the answer');
  same(saidOf('Oops.'), said, 'the key');
  hear({ line: 1, said: 'rules yardzee', in_force: 'rules yardzee' }); // an unrelated member of the same name
  same([hear(null), hear(undefined)], [null, undefined], 'no answer');
  for (const one of ['', '0', '1', 'constructor', 'toString', '{n}', 'Ann', 'x'.repeat(9000)]) same(saidOf(one), undefined, `what is known about '${one.slice(0, 20)}'`);
});

process.exit((await runClaims(null)) ? 1 : 0);
