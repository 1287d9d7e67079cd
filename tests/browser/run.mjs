// Runs test files in one browser, which is started once:
//
//     node run.mjs YARD PICTURES CLUSTER NAME...
//
// PICTURES is a folder for screenshots (taken only with PICTURES=1), CLUSTER the script that runs several nodes, NAME a
// test file without its _test.mjs. ONLY=words runs just the claims that contain these words.
import { launch, runClaims } from './browser.mjs';
import { end } from './world.mjs';

for (const name of process.argv.slice(5)) await import(`./${name}_test.mjs`);
const browser = await launch();
const bad = await runClaims(browser);
await browser.close();
await end();
process.exit(bad ? 1 : 0);
