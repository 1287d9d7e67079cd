/**
 * Zip archives for saving and importing games: written without compression, read with and without.
 * Numbers are little-endian.
 */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const UTF8_NAMES = 0x0800;
const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;

/** An archive that cannot be read, or one that is too large. */
export class ZipError extends Error {
  /** @param {'broken'|'large'|'unsupported'} why */
  constructor(why) {
    super(`zip: ${why}`);
    this.why = why;
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/**
 * CRC-32, the checksum of zip archives.
 * @param {Uint8Array} bytes
 */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Whether this browser supports deflate-raw: some have the streams, but not this format.
 * @param {'CompressionStream'|'DecompressionStream'} name
 */
export function canStream(name) {
  try {
    return Boolean(new globalThis[name]('deflate-raw'));
  } catch {
    return false;
  }
}

/**
 * Inflates bytes up to a limit.
 * @param {Uint8Array} bytes
 * @param {number} most limit of the output, in bytes
 * @returns {Promise<Uint8Array|null>} null if the output would be larger
 */
export async function inflate(bytes, most) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  /** @type {BlobPart[]} */ const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      return null;
    }
    parts.push(/** @type {BlobPart} */ (value));
  }
}

/** Writes numbers one after another. @param {number} size */
function writer(size) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  return {
    bytes,
    /** @param {number[]} values */
    two(...values) {
      for (const value of values) view.setUint16((at += 2) - 2, value, true);
    },
    /** @param {number[]} values */
    four(...values) {
      for (const value of values) view.setUint32((at += 4) - 4, value, true);
    },
  };
}

/** Time and date as zip archives store them: local time, in steps of two seconds. @param {Date} when */
function stamp(when) {
  const year = Math.max(when.getFullYear(), 1980) - 1980;
  return [
    (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1),
    (year << 9) | ((when.getMonth() + 1) << 5) | when.getDate(),
  ];
}

/**
 * Numbers repeated names: the second `game.yard` becomes `game-2.yard`, or `game-3.yard` if that is taken.
 * @param {string[]} names
 */
export function distinct(names) {
  /** @type {Set<string>} */ const taken = new Set();
  return names.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free); n++) free = name.replace(/(\.\w+)?$/, `-${n}$1`);
    taken.add(free);
    return free;
  });
}

/**
 * @param {{name: string, text: string, when: number}[]} files
 * @returns {Blob}
 */
export function zip(files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array[]} */ const bodies = [];
  /** @type {Uint8Array[]} */ const entries = [];
  const sizeOf = (/** @type {Uint8Array[]} */ parts) => parts.reduce((sum, part) => sum + part.length, 0);
  for (const file of files) {
    const name = encoder.encode(file.name), text = encoder.encode(file.text);
    const [time, date] = stamp(new Date(file.when));
    const head = (/** @type {ReturnType<typeof writer>} */ out) => {
      out.two(UTF8_NAMES, STORED, time, date);
      out.four(crc32(text), text.length, text.length);
      out.two(name.length, 0);
    };
    const entry = writer(CENTRAL_BYTES);
    entry.four(CENTRAL);
    entry.two(VERSION, VERSION);
    head(entry);
    entry.two(0, 0, 0);
    entry.four(0, sizeOf(bodies));
    entries.push(entry.bytes, name);
    const local = writer(LOCAL_BYTES);
    local.four(LOCAL);
    local.two(VERSION);
    head(local);
    bodies.push(local.bytes, name, text);
  }
  const end = writer(END_BYTES);
  end.four(END);
  end.two(0, 0, files.length, files.length);
  end.four(sizeOf(entries), sizeOf(bodies));
  return new Blob(/** @type {BlobPart[]} */ ([...bodies, ...entries, end.bytes]), { type: 'application/zip' });
}

/** @param {Uint8Array} bytes */
export function isZip(bytes) {
  return bytes.length >= END_BYTES && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] < 8;
}

/**
 * The files in an archive; folders are skipped.
 * @param {Uint8Array} bytes
 * @param {number} most limit for one file, in bytes
 * @param {number} mostFiles
 * @param {number} [mostAll] limit for all files together, in bytes
 * @returns {Promise<{name: string, bytes: Uint8Array}[]>} rejects with ZipError
 */
export async function unzip(bytes, most, mostFiles, mostAll = Infinity) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = [];
  let all = 0;
  try {
    let end = bytes.length - END_BYTES;
    while (view.getUint32(end, true) !== END) end--; // a comment may follow END; without END, this throws
    const count = view.getUint16(end + 10, true);
    if (count > mostFiles) throw new ZipError('large');
    let at = view.getUint32(end + 16, true);
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== CENTRAL) throw new ZipError('broken');
      const method = view.getUint16(at + 10, true), sum = view.getUint32(at + 16, true);
      const packed = view.getUint32(at + 20, true), local = view.getUint32(at + 42, true);
      const nameLength = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength));
      at += CENTRAL_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
      if (name.endsWith('/')) continue;
      const begin = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const content = await unpack(bytes.subarray(begin, begin + packed), method, sum, most);
      all += content.length;
      if (all > mostAll) throw new ZipError('large');
      files.push({ name, bytes: content });
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken');
  }
  return files;
}

/**
 * @param {Uint8Array} packed
 * @param {number} method
 * @param {number} sum
 * @param {number} most
 */
async function unpack(packed, method, sum, most) {
  const known = method === STORED || (method === DEFLATED && canStream('DecompressionStream'));
  if (!known) throw new ZipError('unsupported');
  const bytes = method === STORED ? packed : await inflate(packed, most);
  if (!bytes || bytes.length > most) throw new ZipError('large');
  if (crc32(bytes) !== sum) throw new ZipError('broken');
  return bytes;
}
