// types_test.mjs WEB: the comments that say what things are, held against the code by TypeScript's checker.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check, claim, runClaims } from '../tap.mjs';

const tsc = createRequire(new URL('../browser/', import.meta.url)).resolve('typescript/bin/tsc');

claim('the page is of one piece: every call and field is of the type it says', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', join(process.argv[2], 'jsconfig.json')], { encoding: 'utf8' });
  check(status === 0, stdout, stderr);
});

process.exit((await runClaims()) ? 1 : 0);
