// Polyfill for the format 'deflate-raw' of CompressionStream and DecompressionStream: browsers and newer versions of
// Node.js support it, but Debian's version does not.
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
