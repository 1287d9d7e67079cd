// Shared by all test files in one run: the path to yard, one server, and cleanup at the end.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from './home.mjs';
import { serve } from './person.mjs';

export const [yard, pictures, cluster] = process.argv.slice(2);

// Sample records: bots play the games from a fixed seed, and the records attribute the moves to these seats, with real
// dice.
const SAMPLES = {
  alone: { date: '2026-11-15T09:00:00Z', rules: 'yardkle', seats: ['Ann'] },
  two: { date: '2026-11-14T16:30:00Z', rules: 'yardkle', seats: ['Ann', 'Bob'], hints: [3] },
  three: { date: '2026-11-15T10:00:00Z', rules: 'yardkle:goal=5000', seats: ['Ann', 'Bob', 'Cem'] },
  partners: { date: '2026-11-14T15:10:00Z', rules: 'yardzee', seats: ['Ann+Bea', '<script>alert(1)', 'Tom & "Jo" <b>', 'דנה+Max'], hints: [3, 40] },
  series: { date: '2026-11-13T18:00:00Z', rules: 'yahtzee', seats: ['Ann', 'Robo bot novice'], games: 3, open: true },
};
const played = {};

function play({ date, rules, seats, games = 1, hints = [], open = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'yard-arena-'));
  try {
    const bots = seats.map((_, n) => (seats.length > 1 ? ['family', 'club', 'novice', 'novice'][n] : 'novice'));
    execFileSync(yard, ['arena', ...bots, '--rules', rules, '--games', String(games), '--seed', '1', '--records', folder], { env, stdio: 'pipe' });
    const moves = readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), 'utf8').split('start 1\n')[1]);
    if (open) moves.push(`${moves.pop().split('\n').slice(0, 44).join('\n')}\n`); // the last game is still in progress
    let choices = 0;
    const all = moves.join('rematch\n').replace(/^(take|keep)/gm, (choice) => (hints.includes(++choices) ? `hint\n${choice}` : choice));
    return `yardstick 1\ndate ${date}\nrules ${rules}\n${seats.map((seat) => `seat ${seat}\n`).join('')}start 1\n${all}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const sample = (name) => (played[name] ??= play(SAMPLES[name]));

const ends = [];

// Registers a function to run after all claims; the last one registered runs first.
export const atEnd = (tidy) => ends.unshift(tidy);

export async function end() {
  for (const tidy of ends) await tidy();
}

// The shared server. A test that needs its own server calls `serve`.
export const server = await serve(yard, '--rates', 'off', '--bot-pause', '0');
atEnd(() => server.end());
