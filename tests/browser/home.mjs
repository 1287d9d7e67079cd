// The environment of every native program in these tests: a home folder of its own, whose cache starts with what was
// solved at build time.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'yard-home-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, '.cache/yardstick'), { recursive: true });
const solved = process.env.YARD_SOLVED;
for (const name of solved ? readdirSync(solved) : []) symlinkSync(join(solved, name), join(folder, '.cache/yardstick', name));

export const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: join(folder, '.cache'), XDG_DATA_HOME: join(folder, 'data') };
