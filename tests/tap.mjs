// What all tests in JavaScript share: claims as TAP, and how many of a thing a run of this length takes.
import { webcrypto } from 'node:crypto';

// Browsers have it; so does Node.js since version 19, and Debian's is older.
globalThis.crypto ??= webcrypto;

// `make test-long`: full counts, all combinations. Otherwise a part that still finds what matters.
export const LONG = 'YARD_LONG' in process.env;

const claims = [];

export class Failed extends Error {}

export function check(good, ...why) {
  if (!good) throw new Failed(why.join('\n'));
}

export function same(got, want, what = 'it') {
  check(Object.is(got, want) || JSON.stringify(got) === JSON.stringify(want),
    `${what} is ${JSON.stringify(got)}`, `but should be ${JSON.stringify(want)}`);
}

// A claim fails alone, unless FAIL_FAST is set. With ONLY=words only those that hold the words are tried, while one is at work on them.
export function claim(words, run) {
  if (words.includes(process.env.ONLY ?? '')) claims.push({ words, run });
}

export async function runClaims(browser) {
  console.log(`1..${claims.length}`);
  let bad = 0;
  for (const [i, { words, run }] of claims.entries()) {
    let why = '';
    try {
      await run(browser);
    } catch (error) {
      why = (error instanceof Failed ? error.message : error?.stack) || `it threw ${String(error)}`;
    }
    bad += why ? 1 : 0;
    console.log(`${why ? 'not ok' : 'ok'} ${i + 1} - ${words.replaceAll('#', 'no.')}`);
    for (const line of why ? why.split('\n') : []) console.log(`# ${line}`);
    if (bad && process.env.FAIL_FAST) break;
  }
  return bad;
}
