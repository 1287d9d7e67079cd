// Files of tests in one browser, which is started once:
//
//     node run.mjs YARD PICTURES CLUSTER NAME...
//
// PICTURES is a folder for screenshots (with PICTURES=1, for people to look at), CLUSTER the script
// that runs several nodes; NAME is a file without its _test.mjs. ONLY=words tries the claims that hold these words.
import { launch, runClaims } from './browser.mjs';
import { end } from './world.mjs';

for (const name of process.argv.slice(5)) await import(`./${name}_test.mjs`);
const browser = await launch();
const bad = await runClaims(browser);
await browser.close();
await end();
process.exit(bad ? 1 : 0);
