// lang_test.mjs CORE_WASM: all texts of the page and the core are translated completely. Speaks TAP.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Core } from '../../web/core.js';
import de_page from '../../web/lang/de.js';
import de_fair from '../../web/lang/de/fair_de.js';
import de_online from '../../web/lang/de/online_de.js';
import en_page from '../../web/lang/en.js';
import en_online from '../../web/lang/en/online_en.js';
import es_page from '../../web/lang/es.js';
import es_fair from '../../web/lang/es/fair_es.js';
import es_online from '../../web/lang/es/online_es.js';
import { translator } from '../../web/lib/translate.js';
import { check, claim, runClaims, same } from '../tap.mjs';
import { Sentences } from './sentences.mjs';

const SEED = 20261115;
const SENTENCES = 20000;
const WEB = join(dirname(fileURLToPath(import.meta.url)), '../../web');
// Catalogues that are fetched on demand belong to the page, too.
const whole = (page, online, fair) => ({ ...page, words: { ...page.words, ...online }, core: { ...page.core, ...fair } });
const de = whole(de_page, de_online, de_fair);
const en = whole(en_page, en_online);
const es = whole(es_page, es_online, es_fair);
const OTHERS = { de, es };
const core = await Core.of(await WebAssembly.compile(readFileSync(process.argv[2])));

/* ---- the page's texts ---- */

const forms = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));
const places = (form) => [...new Set(form.match(/\{\w+\}/g))].sort().join();

claim('no key is in both parts of a catalogue', () => {
  for (const [page, online] of [[de_page, de_online], [en_page, en_online], [es_page, es_online]]) {
    same(Object.keys(online).filter((key) => key in page.words), [], 'what is in both');
  }
});

claim('all languages have the same keys, with the same placeholders and plurals', () => {
  for (const [language, { words }] of Object.entries(OTHERS)) {
    same(Object.keys(words).sort(), Object.keys(en.words).sort(), `what ${language} has`);
    for (const [key, english] of Object.entries(en.words)) {
      same(forms(words[key]).length, forms(english).length, `the forms of ${key} in ${language}`);
      for (const form of forms(words[key])) {
        check(forms(english).some((other) => places(other) === places(form)), `${language}, ${key}: ${form}`);
        check(form.trim() && !/ {2}/.test(form), `${language}, ${key}: '${form}'`);
      }
    }
  }
});

claim('translations equal the English text only where the words are the same in both', () => {
  const alike = /^(|No|Total|Bots?|Coach|Bonus|Name|Person|Par|Partner|Link|Serie|Version|Joker|Yardstick)$/i;
  for (const [language, { words }] of Object.entries(OTHERS)) {
    const left = Object.keys(words).filter((key) => {
      const bare = (entry) => forms(entry).map((form) => form.replace(/\{\w+\}|kB|MB|GB|\d/g, '').replace(/^\P{L}+|\P{L}+$/gu, ''));
      return bare(words[key]).some((form, i) => form === bare(en.words[key])[i] && !alike.test(form));
    });
    same(left, [], `what ${language} says in English`);
  }
});

/** All sources of the page except third-party code and catalogues. */
function sources(folder = WEB) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return ['vendor', 'lang'].includes(entry.name) ? [] : sources(join(folder, entry.name));
    return entry.name.endsWith('.js') ? [readFileSync(join(folder, entry.name), 'utf8')] : [];
  });
}

claim('the catalogue has exactly the keys that the page uses', () => {
  const text = sources().join('\n');
  const literals = new Set([...text.matchAll(/'([^'\n]*)'/g)].map(([, words]) => words));
  // `level.${x}` uses all keys of that shape.
  const shapes = [...text.matchAll(/\bt\((?:[^'`(]*\? )?`([^`]*)`/g)].map(([, shape]) =>
    new RegExp(`^${shape.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`));
  const named = [...text.matchAll(/\bt\(\s*'([^']+)'/g), ...text.matchAll(/\bt\([^'`(]*\?\s*'([^']+)'/g),
    ...text.matchAll(/\bt\([^'`(]*\?\s*'[^']+'\s*:\s*'([^']+)'/g)].map(([, key]) => key);
  const keys = Object.keys(en.words);
  check(named.length > 200 && shapes.length > 10, `only ${named.length} uses and ${shapes.length} shapes found`);
  same([...new Set(named)].filter((key) => !(key in en.words)), [], 'what is missing');
  same(shapes.filter((shape) => !keys.some((key) => shape.test(key))).map(String), [], 'shapes of no word');
  same(keys.filter((key) => !literals.has(key) && !shapes.some((shape) => shape.test(key))), [], 'what is not used');
});

/* ---- what the core says ---- */

const books = core.ask('help').rules;

/** Rule sets, dice and names of games, which are the same in all languages. */
const IDENTICAL = [
  new RegExp(`^(${books.join('|')})(:\\S+)?(, 2026-11-15)?$`), /^[1-6]([ -][1-6])*(: \d+)?$/,
  /^Wikipedia, 'Yatzy'$/, /^reference\.com, 'How does scoring work in Farkle\?'$/,
  /^(YARDZEE|YAHTZEE|TOTAL|Bonus|Chance|Yardzee|Yahtzee|Yatzy|Yardkle|Farkle)(: .*)?$/,
];

const ENGLISH = /(^|[\s(])(the|of|is|are|and|not|with|this|that|must|you|more|points|time|open|stands?|takes?)(?=[\s.,;:)]|$)/i;

/** Strips quoted input and examples of what to type, which stay in English. */
const without = (words) => words.replace(/„[^“]*“|«[^»]*»/g, '').replace(/(zum Beispiel|por ejemplo|möglich sind|hay): .*/, '')
  .replace(/(Tipps|pistas): .*/, '').replace(/Ziele sind.*|objetivos son.*|hay score.*/, '');

const digits = (words) => words.replace(/\D/g, '').split('').sort().join('');

/** Strips citations, and terms with a digit that other languages spell out. */
const plain = (said) => said.replace(/ \(rule [^)]*\)/g, '').replace(/[34] of a kind/g, '');

/** Not provoked here: these take a machine out of memory, an endless series of games, or great luck. */
const HARDLY_EVER = new Set(['The answer is too long.', 'This table\'s record is full. Start a new table.', 'The operating system provides no random numbers for the dice.',
  'This table is being recorded, so it can\'t be replaced by a new one.', '{n} games of these rules had no {why} position', 'easy', 'medium', 'hard',
  'There isn\'t enough memory to solve this game.', 'The coach can\'t tell what this position is worth.',
  'The coach can\'t tell what one of this game\'s positions is worth.', 'line {n} is a choice that the solver does not know',
  'The operating system provides no random numbers.', 'Both throw 1 die, but it has {n} points set aside, not {n2}.',
  'under {n} points more in {box}']);

const heard = new Map();
function hear(source) {
  const begun = Date.now();
  let count = 0;
  for (const said of source) {
    count++;
    heard.set(said, (heard.get(said) ?? 0) + 1);
  }
  console.log(`# ${count} sentences, ${heard.size} in all that are not the same, ${Date.now() - begun} ms`);
  return count;
}

let all = 0;
/** A new book is in English until all of it is translated, so its first sentence is enough to tell. */
const translators = Object.entries(OTHERS).map(([language, catalogue]) => translator(catalogue, language));
const translated = books.filter((id) => translators.every((translate) => translate(core.ask(`book ${id}`).about)));
const sentences = new Sentences(core, SEED, translated);
claim(`at least ${SENTENCES} sentences of the core are collected`, () => {
  check(translated.length >= 6, `only ${translated} are translated`);
  all += hear(sentences.texts());
  all += hear(sentences.rare());
  all += hear(sentences.chains());
  all += hear(sentences.refusals(80));
  all += hear(sentences.reasons(60));
  check(all >= SENTENCES && heard.size > SENTENCES / 4, `${all}, of which ${heard.size} are not the same`);
});

for (const [language, catalogue] of Object.entries(OTHERS)) {
  const translate = translator(catalogue, language);

  claim(`every sentence is translated with no English left (${language})`, () => {
    const bad = [];
    for (const said of heard.keys()) {
      if (IDENTICAL.some((pattern) => pattern.test(said))) continue;
      const words = translate(said);
      const left = words === undefined || words === said ? 'nothing' : ENGLISH.exec(without(words))?.[0];
      if (left) bad.push(`'${said.slice(0, 200)}' has ${left}: ${words?.slice(0, 200)}`);
    }
    check(!bad.length, `${bad.length} are not`, ...bad.slice(0, 20));
  });

  claim(`numbers and dice survive translation (${language})`, () => {
    for (const said of heard.keys()) {
      const words = translate(said) ?? said;
      same(digits(words), digits(plain(said)), `what '${said}' has in '${words}'`);
    }
  });

  claim(`${language} has no sentence that the core never says`, () => {
    // Mark each template with its number, to see which ones are used.
    const keys = [...Object.keys(catalogue.core), ...Object.keys(catalogue.terms)];
    const mark = (entry, key) => `\u0001${keys.indexOf(key)}\u0002${typeof entry === 'string' ? entry : entry.other}`;
    const marked = (part) => Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, mark(entry, key)]));
    const telling = translator({ ...catalogue, core: marked(catalogue.core), terms: marked(catalogue.terms) }, language);
    const used = new Set();
    for (const said of heard.keys()) {
      for (const [, number] of (telling(said) ?? '').matchAll(/\u0001(\d+)\u0002/g)) used.add(keys[Number(number)]);
    }
    same(keys.filter((key) => !used.has(key) && !HARDLY_EVER.has(key)), [], 'what was not heard');
  });
}

claim('German and Spanish have the same sentences', () => {
  same(Object.keys(es.core), Object.keys(de.core));
  same(Object.keys(es.terms), Object.keys(de.terms));
});

claim('names and quoted input are not translated', () => {
  const typed = [["'Chance' isn't a face of a die. Use the numbers 1 to 6.", 'Chance'], ['Sixes is already at the table.', 'Sixes'],
    ["The name 'a is given twice/' can't contain '/' or begin with '#'.", 'a appears twice. Set it only once./'],
    ["There's no rule set called 'The game is over'.; there are: yardzee", 'Game over'], ["'\u2028' isn't a move.", '\u2028']];
  for (const [language, catalogue] of Object.entries(OTHERS)) {
    const translate = translator(catalogue, language);
    for (const [said, word] of typed) {
      const words = translate(said);
      check(words && words !== said && words.includes(word), `${language}: ${said}: ${words}`);
    }
    for (const said of ['', 'constructor', 'toString', '{n}', 'Ann', 'x'.repeat(9000)]) same(translate(said), undefined, said);
  }
});

process.exit((await runClaims(null)) ? 1 : 0);
