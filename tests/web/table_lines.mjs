// A minimal WebSocket client for these tests: Node.js has none before version 22.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

/** Returns the masked client frame for a text shorter than 65,536 bytes. */
function frameOf(text) {
  const bytes = Buffer.from(text), mask = randomBytes(4);
  const head = bytes.length < 126 ? [0x81, 0x80 | bytes.length] : [0x81, 0x80 | 126, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), mask, bytes.map((byte, i) => byte ^ mask[i % 4])]);
}

/** The complete frames from a server, as [opcode, content], and the remaining bytes. */
function framesIn(bytes) {
  const frames = [];
  for (;;) {
    const short = bytes.length > 1 ? bytes[1] : 0;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < head) return [frames, bytes];
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < head + length) return [frames, bytes];
    frames.push([bytes[0] & 15, bytes.subarray(head, head + length)]);
    bytes = bytes.subarray(head + length);
  }
}

/**
 * Says hello to a table, then sends these lines, each with an id.
 * @returns {Promise<string[]>} all messages until every line is answered or the server closes the connection; in
 * the latter case the close reason comes last
 */
export function tell(address, code, hello, lines) {
  const headers = { 'Connection': 'Upgrade', 'Upgrade': 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Protocol': 'yardstick.1' };
  return new Promise((resolve, reject) => {
    const asked = request(new URL(`api/tables/${code}/socket`, address), { headers });
    asked.on('error', reject);
    asked.on('response', (answer) => reject(new Error(`no WebSocket: ${answer.statusCode}`)));
    asked.on('upgrade', (_answer, stream, first) => {
      const messages = [], waiting = new Set(lines.map((_, i) => `q${i}`));
      let rest = first;
      const end = () => {
        resolve(messages);
        stream.destroy();
      };
      const read = (bytes) => {
        const [frames, left] = framesIn(Buffer.concat([rest, bytes]));
        rest = left;
        for (const [opcode, content] of frames) {
          if (opcode === 8) messages.push(String(content.subarray(2)));
          if (opcode === 8) return end();
          if (opcode !== 1) continue;
          if (messages.push(String(content)) === 1) for (const [i, line] of lines.entries()) stream.write(frameOf(`@q${i} ${line}`));
          waiting.delete(JSON.parse(String(content)).id);
          if (!waiting.size) return end();
        }
      };
      stream.on('data', read).on('error', end).on('close', end);
      stream.write(frameOf(hello));
      read(Buffer.alloc(0));
    });
    asked.end();
  });
}
