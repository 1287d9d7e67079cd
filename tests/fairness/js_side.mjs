// js_side.mjs VERIFY_JS: the page's verifier as a process. Each line of input is a question in JSON, each line of output
// its answer:
//   {"record": base64} -> the verdict; with "receipts" and "key", what the receipts prove; with "log": N, the hash of
//   the log after N lines
//   {"changes": base64, "at": [[offset, byte], ...]} -> for each pair, the verdict on the record with that byte changed
import { createInterface } from 'node:readline';
import { webcrypto } from 'node:crypto';
import { pathToFileURL } from 'node:url';

globalThis.crypto ??= webcrypto; // not a global in older versions of Node.js

const { checkReceipts, logHash, verifyRecord } = await import(pathToFileURL(process.argv[2]).href);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const bytes = Buffer.from(asked.record ?? asked.changes, 'base64');
  const text = decoder.decode(bytes);
  let answer;
  if (asked.changes) {
    answer = asked.at.map(([offset, byte]) => {
      const changed = Buffer.from(bytes);
      changed[offset] = byte;
      return verifyRecord(decoder.decode(changed)).verdict;
    });
  } else if (asked.receipts) answer = await checkReceipts(text, asked.receipts, asked.key);
  else if (asked.log !== undefined) answer = logHash(text.split('\n'), asked.log);
  else answer = verifyRecord(text);
  console.log(JSON.stringify(answer));
}
