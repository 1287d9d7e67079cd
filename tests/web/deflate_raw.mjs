// Browsers and newer Nodes pack and unpack without a header; Debian's Node has the streams for it, but
// not this format. The tests bring it along there.
import { Duplex } from 'node:stream';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';

function withRaw(name, make) {
  const Stream = globalThis[name];
  try {
    new Stream('deflate-raw');
  } catch {
    globalThis[name] = class {
      constructor(format) {
        return format === 'deflate-raw' ? Duplex.toWeb(make()) : new Stream(format);
      }
    };
  }
}

withRaw('CompressionStream', createDeflateRaw);
withRaw('DecompressionStream', createInflateRaw);
