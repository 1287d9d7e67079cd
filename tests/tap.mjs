// Shared by all JavaScript tests: claims reported as TAP, and the switch for long runs.
import { webcrypto } from 'node:crypto';

// Node.js has had a global crypto object only since version 19; Debian's version is older.
globalThis.crypto ??= webcrypto;

// Set by `make test-long`: full counts and all combinations instead of a representative subset.
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

// A failing claim doesn't stop the others unless FAIL_FAST is set. ONLY=words runs just the claims that contain these
// words.
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
