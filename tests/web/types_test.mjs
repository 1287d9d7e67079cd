// types_test.mjs WEB: the comments that say what things are, held against the code by TypeScript's checker.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const tsc = createRequire(new URL('../browser/', import.meta.url)).resolve('typescript/bin/tsc');
const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', join(process.argv[2], 'jsconfig.json')], { encoding: 'utf8' });
console.log('1..1');
for (const line of `${stdout}${stderr}`.split('\n').filter(Boolean)) console.log(`# ${line}`);
console.log(`${status === 0 ? 'ok' : 'not ok'} 1 - the page is of one piece: every call and field is of the type it says`);
process.exit(status === 0 ? 0 : 1);
