// What all files of tests share in one run: the program, one server, and what is to be tidied up.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './person.mjs';

export const [yard, samples, pictures, cluster] = process.argv.slice(2);

// A game that was played, as its record.
export const sample = (name) => readFileSync(join(samples, `${name}.yard`), 'utf8');

const ends = [];

// Done when all claims have been tried, the last one first.
export const atEnd = (tidy) => ends.unshift(tidy);

export async function end() {
  for (const tidy of ends) await tidy();
}

// A server that whoever needs one of their own makes by `serve`.
export const server = await serve(yard, '--rates', 'off', '--bot-pause', '0');
atEnd(() => server.end());
