// types_test.mjs WEB: TypeScript checks the page against the types in its JSDoc comments.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check, claim, runClaims } from '../tap.mjs';

const tsc = createRequire(new URL('../browser/', import.meta.url)).resolve('typescript/bin/tsc');

claim('the page type-checks: every call and field matches its declared type', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', join(process.argv[2], 'jsconfig.json')], { encoding: 'utf8' });
  check(status === 0, stdout, stderr);
});

process.exit((await runClaims()) ? 1 : 0);
