// core_test.mjs YARD CORE_WASM LANG: compares the core in WebAssembly with the native program. LANG is the folder of
// scripts generated from the catalogs. Reports in TAP.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Core } from '../../web/core.js';
import { LONG, check, claim, runClaims } from '../tap.mjs';
import { englishOfCore } from './catalogue.mjs';
import { Lines } from './lines.mjs';

const LINES = LONG ? 20000 : 3000;
const SEED = 20261115;
const CLOSE = 1e-9; // the last digits depend on the compiler
const SMALL = 95000; // bytes, compressed for transfer; part of the 150,000 of a first visit (tests/process/site_test.py)
const [yard, wasm, folder] = process.argv.slice(2);
const inEnglish = await englishOfCore(folder);
const bytes = readFileSync(wasm);
const module = await WebAssembly.compile(bytes);

/* ---- the native program ---- */

/** All answers of `yard engine` to these lines. */
async function engine(lines) {
  const home = mkdtempSync(join(tmpdir(), 'yard-web-'));
  const solved = process.env.YARD_SOLVED;
  mkdirSync(join(home, 'yardstick'));
  for (const name of solved ? readdirSync(solved) : []) symlinkSync(join(solved, name), join(home, 'yardstick', name));
  const child = spawn(yard, ['engine'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home },
  });
  const said = [];
  child.stdout.on('data', (part) => said.push(part));
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.stdin.end(Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])));
  const code = await ended;
  rmSync(home, { recursive: true });
  check(code === 0, `yard engine ended with ${code}`);
  return Buffer.concat(said).toString().split('\n').slice(0, -1);
}

/** Where two answers differ; null when they agree. */
function difference(a, b, path = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(a)) ? null : `${path}: ${a} and ${b}`;
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    return a === b ? null : `${path}: ${a} and ${b}`;
  }
  const keys = Object.keys(a).join(), others = Object.keys(b).join();
  if (keys !== others) return `${path}: fields ${keys} and ${others}`;
  for (const key of Object.keys(a)) {
    const found = difference(a[key], b[key], `${path}.${key}`);
    if (found) return found;
  }
  return null;
}

/** An answer of the page's core as the program prints it: decoded to English, with each refusal as one sentence. */
function asOfEngine(answer) {
  if (typeof answer === 'string') return inEnglish(answer);
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(asOfEngine);
  const parts = typeof answer.error === 'string' ? ['reason', 'cite', 'line'] : [];
  return Object.fromEntries(Object.entries(answer).filter(([member]) => !parts.includes(member)).map(([member, value]) => [member, asOfEngine(value)]));
}

/* ---- claims ---- */

claim(`${LINES} mixed lines get the same answers from the core as from yard engine`, async () => {
  const core = await Core.of(module);
  const lines = [], answers = [], verbs = {};
  const source = new Lines(SEED, core.ask('help').rules).lines();
  for (let next = source.next(); lines.length < LINES; ) {
    const text = core.askText(next.value);
    lines.push(next.value);
    answers.push(text);
    const answer = JSON.parse(text);
    const kind = answer.error ? 'errors' : String(next.value).split(' ')[0];
    verbs[kind] = (verbs[kind] ?? 0) + 1;
    next = source.next(answer);
  }
  console.log(`# ${JSON.stringify(verbs)}`);
  for (const [kind, least] of [['errors', 500], ['advise', 500], ['why', 200], ['position', 20], ['bot', 50], ['analyse', 20],
    ['sheet', 100], ['log', 30], ['judge', 100], ['practice', 10], ['daily', 10], ['results', 50]]) {
    check(verbs[kind] >= least * LINES / 20000, `too few of the lines are ${kind}`);
  }
  const wanted = await engine(lines);
  check(wanted.length === LINES, `yard engine answered ${wanted.length} lines`);
  let inexact = 0;
  for (let i = 0; i < LINES; i++) {
    const answer = asOfEngine(JSON.parse(answers[i])), want = JSON.parse(wanted[i]);
    if (JSON.stringify(answer) === JSON.stringify(want)) continue;
    inexact++;
    const found = difference(answer, want);
    check(!found, `line ${i + 1}, '${String(lines[i]).slice(0, 200)}': ${found}`);
  }
  console.log(`# ${inexact} answers differ in the last digits`);
});

claim('games of 99 seats get the same answers from the core as from yard engine', async () => {
  for (const [rules, last] of [['yardzee', 'score chance'], ['yardkle:entry=0,goal=300', 'roll']]) {
    const core = await Core.of(module);
    const lines = [`rules ${rules}`, ...Array.from({ length: 99 }, (_, i) => `seat Player ${i + 1}`), 'dice seed 99', 'start roll'];
    const answers = lines.map((line) => core.askText(line));
    const say = (line) => { lines.push(line); answers.push(core.askText(line)); return JSON.parse(answers.at(-1)); };
    let over = false;
    for (let step = 0; !over; step++) {
      const { legal } = say('legal');
      const line = legal.length ? legal.find((choice) => /^score|stop$/.test(choice)) ?? legal[0] : 'roll';
      const answer = say(line);
      check(answer.ok, `${line}: ${answers.at(-1)}`);
      if (step % 100 === 0) for (const question of ['state', 'sheet']) say(question);
      over = answer.phase === 'over';
    }
    check(lines.some((line) => line.startsWith(last.split(' ')[0])), 'the game was played');
    for (const question of ['state', 'sheet', 'results', 'log', 'rematch', 'undo']) say(question);
    const wanted = await engine(lines);
    for (let i = 0; i < lines.length; i++) {
      const found = difference(asOfEngine(JSON.parse(answers[i])), JSON.parse(wanted[i]));
      check(!found, `line ${i + 1}, '${lines[i]}': ${found}`);
    }
  }
});

claim('the core is small enough for a phone on a slow connection', () => {
  const sent = brotliCompressSync(bytes).length;
  console.log(`# ${bytes.length} bytes, ${sent} as sent`);
  check(sent < SMALL, `${sent} bytes as sent`);
});

claim('a long calculation reports its progress, can be canceled, and completes when asked for again', async () => {
  const core = await Core.of(module);
  core.ask('position yardzee - 1 1,2,3,4,5 1');
  const seen = [];
  core.progress = (done, total) => {
    seen.push(done / total);
    return seen.length === 10;
  };
  check(inEnglish(core.ask('advise').error) === 'Canceled.', 'it was not cancelled');
  check(seen.length === 10, `there were ${seen.length} reports after it was cancelled`);
  check(seen.every((part, i) => part > 0 && part <= 1 && (!i || part > seen[i - 1])), `${seen}`);
  core.progress = null;
  check(core.ask('advise').actions.length > 10, 'no advice');
  core.ask('position yardkle 9000/9000 1 0 1,2,2,4,5,5');
  core.progress = () => true;
  check(inEnglish(core.ask('advise').error) === 'Canceled.', 'it was not cancelled');
  core.progress = null;
  check(core.ask('advise').actions.length > 2, 'no advice');
});

claim('a valid record can be opened, and an invalid one changes nothing', async () => {
  const core = await Core.of(module);
  const record = 'yardstick 1\nrules yardzee\nseat Zoë\ndice seed 42\nroll 2 2 5 5 6\nkeep 2 2\n';
  const state = core.open(record);
  check(state.lines === 6 && state.seats[0].name === 'Zoë' && state.falling === 3, JSON.stringify(state));
  check(inEnglish(core.open('rules yardzee\nrules nothing\n').error).startsWith('record, line 2: '), 'not refused');
  check(JSON.stringify(core.ask('state')) === JSON.stringify(state), 'the table has changed');
  check(core.ask('roll').ok.startsWith('roll '), 'it does not go on');
});

claim("dice from the system's random numbers show all faces", async () => {
  const core = await Core.of(module);
  const faces = new Set();
  for (let i = 0; i < 60; i++) {
    for (const line of ['rules yardzee', 'seat Ann', 'dice system', 'roll']) core.ask(line);
    for (const face of core.ask('state').dice) faces.add(face);
  }
  check([...faces].sort().join() === '1,2,3,4,5,6', [...faces].join());
});

claim('quit has no answer and leaves the table unchanged', async () => {
  const core = await Core.of(module);
  core.ask('rules yatzy');
  check(core.ask('quit') === null, 'an answer');
  check(core.ask('state').rules === 'yatzy', 'the table is gone');
});

process.exit((await runClaims(null)) ? 1 : 0);
