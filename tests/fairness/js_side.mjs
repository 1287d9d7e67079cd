// js_side.mjs VERIFY_JS: the page's verifier as a process. Each line of input is a question in JSON, each line of
// output its answer: {"record": base64} -> verdict; with "receipts" and "key" -> what the receipts prove; with "log" -> the hash
// of the log after so many lines; {"changes": base64, "at": [[offset, byte], ...]} -> the verdicts of the record with each one byte changed.
import { createInterface } from 'node:readline';
import { webcrypto } from 'node:crypto';
import { pathToFileURL } from 'node:url';

globalThis.crypto ??= webcrypto; // older Nodes have it, but not where browsers do

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
