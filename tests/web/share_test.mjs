// share_test.mjs CORE_WASM: links and archives of games. Reports in TAP.
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import './deflate_raw.mjs';
import { Core } from '../../web/core.js';
import { MOST, ShareError, decodeRecord, encodeRecord } from '../../web/lib/link.js';
import { fileName } from '../../web/lib/record.js';
import { ZipError, crc32, distinct, isZip, unzip, zip } from '../../web/lib/zip.js';
import { check, claim, runClaims, same } from '../tap.mjs';

const MUTATIONS = 3000;
const RECORDS = 40;
const core = await Core.of(await WebAssembly.compile(readFileSync(process.argv[2])));

/** A deterministic random generator. */
let seed = 20261115;
function below(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}
const pick = (things) => things[below(things.length)];

const RULES = core.ask('help').rules;
const NAMES = ['Ann', 'Zoë', 'Bea+Cy', '李雷', '🎲', 'محمد', 'O’Neil'];

/** A random game, up to a random point. */
function record() {
  const lines = ['yardstick 1', 'date 2026-11-15T08:30:00Z', `rules ${pick(RULES)}`];
  const first = below(NAMES.length);
  for (let i = 0; i <= below(4); i++) lines.push(`seat ${NAMES[(first + i) % NAMES.length]}`);
  lines.push(`dice seed ${below(1e9)}`);
  core.ask('new');
  const log = lines.map((line) => core.ask(line).ok);
  for (let left = below(300); left > 0; left--) {
    const { legal, falling } = core.ask('legal');
    if (!legal.length && !falling) break;
    log.push(core.ask(below(20) === 0 ? '# windy' : falling ? 'roll' : pick(legal)).ok);
  }
  return `${log.join('\n')}\n`;
}

const records = Array.from({ length: RECORDS }, record);

/** The decoded text, or a ShareError's reason; other errors propagate. */
async function decoded(data) {
  try {
    return { text: await decodeRecord(data) };
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    return { why: error.why };
  }
}

/** Calls `run` while one of the browser's global classes is missing. */
async function without(name, run) {
  const kept = globalThis[name];
  delete globalThis[name];
  try {
    return await run();
  } finally {
    globalThis[name] = kept;
  }
}

function mutated(data) {
  const letters = [...data];
  for (let times = 1 + below(4); times > 0; times--) {
    const at = below(letters.length), kind = below(5);
    if (kind === 0) letters[at] = String.fromCharCode(33 + below(94));
    else if (kind === 1) letters.splice(at, 1 + below(8));
    else if (kind === 2) letters.splice(at, 0, pick([...'A_-%=. é🎲\0']));
    else if (kind === 3) letters.length = at;
    else letters.splice(below(letters.length), 0, ...letters.slice(at, at + below(50)));
    if (!letters.length) break;
  }
  return letters.join('');
}

claim(`${RECORDS} random records survive encoding as links, and the core reads them`, async () => {
  let text = 0, link = 0;
  for (const said of records) {
    const data = await encodeRecord(said);
    check(/^d[\w-]+$/.test(data), `letters that an address may not have: ${data}`);
    same(await decodeRecord(data), said, 'the record');
    check(!core.open(said).error, core.open(said).error);
    text += said.length;
    link += data.length;
  }
  console.log(`# ${text} letters as text, ${link} as links`);
  check(link < text, 'links are longer than records');
});

claim('links from browsers that cannot deflate can also be read', async () => {
  for (const said of records) {
    const data = await without('CompressionStream', () => encodeRecord(said));
    check(/^p[\w-]+$/.test(data), data);
    same(await decodeRecord(data), said, 'the record');
    same(await without('DecompressionStream', () => decodeRecord(data)), said, 'the record');
  }
  const data = await encodeRecord(records[0]);
  same(await without('DecompressionStream', () => decoded(data)), { why: 'unsupported' });
});

claim(`${MUTATIONS} mutated links give the original record or a documented error`, async () => {
  const why = {};
  for (let i = 0; i < MUTATIONS; i++) {
    const said = pick(records);
    const pack = () => encodeRecord(said);
    const data = await (below(3) ? pack() : without('CompressionStream', pack));
    const result = await decoded(mutated(data));
    check(result.text === undefined || result.text === said, 'a changed link shows another record');
    const kind = result.why ?? 'unharmed';
    why[kind] = (why[kind] ?? 0) + 1;
  }
  console.log(`# ${JSON.stringify(why)}`);
  for (const kind of ['empty', 'format', 'broken']) check(why[kind] > 0, `none was ${kind}`);
});

claim('a link that was wrapped or escaped in an e-mail can be read', async () => {
  const data = await encodeRecord(records[0]);
  same(await decodeRecord(data.replace(/.{76}/g, '$&\r\n')), records[0], 'wrapped');
  same(await decodeRecord(data.replaceAll('_', '%5F').replaceAll('-', '%2d')), records[0], 'escaped');
});

claim('a link that would inflate to half a gigabyte is rejected quickly', async () => {
  const begun = Date.now();
  const bomb = deflateRawSync(Buffer.alloc(512 * 1024 * 1024), { level: 9 }).toString('base64url');
  const packed = Date.now();
  check(bomb.length < 1_000_000, `${bomb.length}`);
  same(await decoded(`d${bomb}`), { why: 'large' });
  console.log(`# packed in ${packed - begun} ms, refused in ${Date.now() - packed} ms`);
  check(Date.now() - packed < 2000, 'it took too long');
  same(await decoded(`p${'A'.repeat(MOST * 2)}`), { why: 'large' });
});

claim('a record of the maximum size can be shared, but one byte more cannot', async () => {
  const most = '#'.repeat(MOST);
  same((await decoded(await encodeRecord(most))).text?.length, MOST, 'its length');
  same(await decoded(await encodeRecord(`${most}#`)), { why: 'large' });
});

claim('a link that contains invalid UTF-8 is rejected', async () => {
  const bytes = Buffer.from([0x72, 0xff, 0xfe]);
  const body = Buffer.alloc(4);
  body.writeUInt32LE(crc32(bytes));
  same(await decoded(`p${Buffer.concat([body, bytes]).toString('base64url')}`), { why: 'broken' });
});

claim('file names are valid on every system and unique', () => {
  const text = 'yardstick 1\ndate 2026-11-15T08:30:00Z\nrules yardkle:goal=5000\nseat Zoë\nseat a\\b: c?\nseat ..\nseat Robo bot perfect\n';
  same(fileName(text), 'yardkle-Zoë-a_b_c-Robo-2026-11-15.yard');
  same(fileName('rules yatzy\n'), 'yatzy.yard');
  same(distinct(['a.yard', 'b.yard', 'a.yard', 'a.yard']), ['a.yard', 'b.yard', 'a-2.yard', 'a-3.yard']);
  same(distinct(['a.yard', 'a-2.yard', 'a.yard']), ['a.yard', 'a-2.yard', 'a-3.yard']);
});

/* ---- archives ---- */

const archived = async () => new Uint8Array(await zip(records.map((text, i) =>
  ({ name: `Zoë ${i}.yard`, text, when: Date.UTC(2026, 10, 15) }))).arrayBuffer());

claim('unpacking an archive of all games restores them', async () => {
  const bytes = await archived();
  check(isZip(bytes) && !isZip(new TextEncoder().encode(records[0].padEnd(40))), 'not told apart');
  const files = await unzip(bytes, MOST, 1000);
  same(files.map((file) => new TextDecoder().decode(file.bytes)), records, 'the records');
  same(files[1].name, 'Zoë 1.yard', 'the name');
  same(crc32(new TextEncoder().encode('123456789')), 0xcbf43926, 'the checksum');
});

claim('an archive with too many files, too large a file or too many bytes is rejected', async () => {
  const bytes = await archived();
  const whole = records.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
  const why = (...most) => unzip(bytes, ...most).then((files) => files.length, (error) => error.why);
  same(await why(MOST, 1000, whole), records.length, 'all of it');
  same(await why(MOST, 1000, whole - 1), 'large', 'one byte less');
  same(await why(MOST, records.length - 1), 'large', 'one file less');
  same(await why(100, 1000), 'large', 'files of a hundred bytes');
});

claim('mutated archives give the original files or a documented error', async () => {
  const whole = await archived(), why = {};
  for (let i = 0; i < 400; i++) {
    const bytes = whole.slice(0, below(4) ? whole.length : below(whole.length));
    for (let times = 1 + below(6); times > 0; times--) bytes[below(bytes.length)] = below(256);
    for (let times = below(3); times > 0; times--) bytes[Math.max(0, bytes.length - 1 - below(3000))] = below(256);
    let kind = 'unharmed';
    try {
      for (const file of await unzip(bytes, MOST, 1000)) {
        check(records.includes(new TextDecoder().decode(file.bytes)), 'another record');
      }
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      kind = error.why;
    }
    why[kind] = (why[kind] ?? 0) + 1;
  }
  console.log(`# ${JSON.stringify(why)}`);
  check(why.broken > 100, 'too few were found broken');
});

process.exit((await runClaims(null)) ? 1 : 0);
