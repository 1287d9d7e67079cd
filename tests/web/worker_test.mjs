// worker_test.mjs CORE_WASM LANG: the core in a Worker of Debian's chromium, as the page uses it. LANG is the folder of
// scripts generated from the catalogs. Reports in TAP.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, open } from '../browser/browser.mjs';
import { check, claim, runClaims, same } from '../tap.mjs';
import { englishOfCore } from './catalogue.mjs';

const inEnglish = await englishOfCore(process.argv[3]);
const WEB = join(dirname(fileURLToPath(import.meta.url)), '../../web');
const FILES = {
  '/': ['text/html', '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>core</title></html>'],
  '/core.js': ['text/javascript', readFileSync(join(WEB, 'core.js'))],
  '/worker.js': ['text/javascript', readFileSync(join(WEB, 'worker.js'))],
  '/core.wasm': ['application/wasm', readFileSync(process.argv[2])],
};

// Browsers require both Cross-Origin headers before they share memory with a Worker.
const server = createServer((request, response) => {
  const [type, body] = FILES[request.url] ?? [];
  response.writeHead(type ? 200 : 404, {
    'Content-Type': type ?? 'text/plain', 'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  });
  response.end(body);
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${server.address().port}/`;

// Runs in the page: sends all messages at once, and resolves to everything received up to the last answer. Cancels
// the question `stop` as soon as the Worker reports progress on it.
function talk({ messages, stop }) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    const heard = [];
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      heard.push(data);
      if (data.id === stop) Atomics.store(cancel, 0, stop);
      if (data.id !== messages.at(-1).id || 'done' in data) return;
      worker.terminate();
      resolve(heard);
    };
    worker.postMessage({ cancel: cancel.buffer });
    for (const message of messages) worker.postMessage(message);
  });
}

const numbered = (lines) => lines.map((line, i) => ({ id: i + 1, line }));

async function conversation(browser, what) {
  const page = await open(browser, address);
  const heard = await page.evaluate(talk, what);
  same(page.complaints, [], 'what the page complains of');
  await page.done();
  return heard;
}

claim('a Worker answers lines in order and reports progress on long calculations', async (browser) => {
  const heard = await conversation(browser, {
    messages: numbered(['position yardzee - 1 3,3,3,4,5 2', 'advise', 'legl', 'quit', 'state']),
  });
  const answers = heard.filter((message) => 'answer' in message);
  same(answers.map(({ id }) => id), [1, 2, 3, 4, 5], 'the order');
  same(answers[1].answer.actions[0].do, 'keep 3 3 3', 'the best move');
  same(inEnglish(answers[2].answer.error), "I don't understand 'legl'. Did you mean 'legal'?", 'the refusal');
  same(answers[3].answer, null, 'the answer to quit');
  const reports = heard.filter((message) => 'done' in message);
  check(reports.length > 50 && reports.every(({ id }) => id === 2), `${reports.length} reports`);
});

claim('a question can be canceled while it is being solved, and the next ones are answered', async (browser) => {
  const heard = await conversation(browser, {
    messages: numbered(['position yardkle 0/0 1 0 1,2,2,4,5,5', 'advise', 'advise score']), stop: 2,
  });
  const answers = heard.filter((message) => 'answer' in message);
  same(Object.entries(answers[1].answer).map(([member, words]) => [member, inEnglish(words)]), [['error', 'Canceled.']], 'the cancelled answer');
  same(answers[2].answer.goal, 'score', 'the next answer');
});

claim('a record can be opened in a Worker', async (browser) => {
  const record = 'yardstick 1\nrules yardkle\nseat Zoë\ndice seed 42\n';
  const heard = await conversation(browser, { messages: [{ id: 1, record }, { id: 2, line: 'roll' }] });
  same(heard[0].answer.seats[0].name, 'Zoë', 'who sits there');
  check(heard[1].answer.ok.startsWith('roll '), JSON.stringify(heard[1]));
});

claim('a line applies to the record sent with it, whatever the table was before', async (browser) => {
  const one = 'yardstick 1\nrules yardzee\nseat Ann\ndice physical\n', roll = 'roll 1 2 3 4 6';
  const other = 'yardstick 1\nrules yardkle\nseat Bea\nseat Cy\ndice physical\n';
  const heard = await conversation(browser, {
    messages: [
      { id: 1, record: one, line: roll },
      { id: 2, record: `${one}${roll}\n` }, // continues after the line just written
      { id: 3, record: other },
      { id: 4, record: `${one}${roll}\n`, line: 'score ones' },
      { id: 5, record: one }, // the record as it was before both lines
    ],
  });
  const answers = heard.map(({ answer }) => answer);
  same([answers[0].ok, answers[1].phase, answers[1].lines], [roll, 'choose', answers[4].lines + 1], 'the roll');
  same([answers[2].rules, answers[3].points, answers[4].phase], ['yardkle', 1, 'setup'], 'what came then');
});

const browser = await launch();
const bad = await runClaims(browser);
await browser.close();
server.close();
process.exit(bad ? 1 : 0);
