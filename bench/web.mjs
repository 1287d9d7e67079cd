// web.mjs CORE_WASM: size of the WebAssembly core and its speed in Node; prints one JSON object per line.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Core } from '../web/core.js';

const bytes = readFileSync(process.argv[2]);
const report = (figures) => console.log(JSON.stringify({ bench: 'web', ...figures }));

report({ bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length });

// Wall-clock and CPU seconds for these lines.
function time(core, lines) {
  const start = performance.now(), used = process.cpuUsage();
  for (const line of lines) {
    const answer = core.ask(line);
    if (answer.error) throw new Error(`${line}: ${answer.error}`);
  }
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - start) / 1e3, processor: (user + system) / 1e6 };
}

const began = performance.now();
const module = await WebAssembly.compile(bytes);
await Core.of(module);
report({ load_seconds: (performance.now() - began) / 1e3 });

const AGAIN = 2000;
for (const position of ['yardzee - 1 3,3,3,4,5 1', 'yardkle 0/0 1 0 1,2,2,4,5,5']) {
  const core = await Core.of(module); // fresh: nothing solved yet
  core.ask(`position ${position}`);
  const solve = time(core, ['advise']);
  const advise = time(core, Array(AGAIN).fill('advise'));
  report({
    rules: position.split(' ')[0], solve_seconds: solve.seconds, solve_processor: solve.processor,
    advise_microseconds: (advise.seconds / AGAIN) * 1e6,
  });
}
