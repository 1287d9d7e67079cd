/**
 * Records as links. Independent of the page.
 *
 * A link ends in `#record=`, a letter for the encoding, and the data:
 *
 *   d    a checksum and the record, deflated, as base64url
 *   p    the same, not deflated: from browsers that cannot deflate
 *
 * The part after `#` is never sent to a server. Thanks to the checksum, a link damaged in transit is reported as broken
 * instead of showing a different game.
 */
import { canStream, crc32, inflate } from './zip.js';

/** Limit for a record, in bytes; the longest real games take a hundredth of it. */
export const MOST = 2_000_000;

const SUM_BYTES = 4;

/**
 * A link that cannot be read; the page has the messages for people.
 *
 *   empty        nothing follows `record=`
 *   format       unknown encoding
 *   broken       incomplete or changed
 *   large        more than MOST
 *   unsupported  this browser cannot inflate
 */
export class ShareError extends Error {
  /** @param {'empty'|'format'|'broken'|'large'|'unsupported'} why */
  constructor(why) {
    super(`link: ${why}`);
    this.why = why;
  }
}

/** @param {Uint8Array} bytes */
function toBase64url(bytes) {
  let letters = '';
  for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function fromBase64url(text) {
  if (!/^[\w-]*$/.test(text)) throw new ShareError('broken');
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    throw new ShareError('broken');
  }
}

/** @param {Uint8Array} bytes */
async function deflate(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * @param {string} text a record
 * @returns {Promise<string>} the part of a link after `#record=`
 */
export async function encodeRecord(text) {
  const record = new TextEncoder().encode(text);
  const body = new Uint8Array(SUM_BYTES + record.length);
  new DataView(body.buffer).setUint32(0, crc32(record), true);
  body.set(record, SUM_BYTES);
  if (!canStream('CompressionStream')) return `p${toBase64url(body)}`;
  return `d${toBase64url(await deflate(body))}`;
}

/**
 * @param {string} data the part of a link after `#record=`
 * @returns {Promise<string>} the record, which is not validated; rejects with ShareError
 */
export async function decodeRecord(data) {
  // Mail programs wrap long links, and some programs percent-encode characters needlessly.
  const letters = data.replace(/%([2-7][0-9a-fA-F])/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replace(/\s/g, '');
  if (!letters) throw new ShareError('empty');
  const kind = letters[0];
  if (kind !== 'd' && kind !== 'p') throw new ShareError('format');
  if (letters.length > MOST * 1.4) throw new ShareError('large');
  const packed = fromBase64url(letters.slice(1));
  const body = kind === 'p' ? packed : await inflated(packed);
  if (body.length < SUM_BYTES) throw new ShareError('broken');
  const record = body.subarray(SUM_BYTES);
  if (record.length > MOST) throw new ShareError('large');
  const sum = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  if (crc32(record) !== sum) throw new ShareError('broken');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(record);
  } catch {
    throw new ShareError('broken');
  }
}

/** @param {Uint8Array} packed */
async function inflated(packed) {
  if (!canStream('DecompressionStream')) throw new ShareError('unsupported');
  const body = await inflate(packed, SUM_BYTES + MOST).catch(() => {
    throw new ShareError('broken');
  });
  if (!body) throw new ShareError('large');
  return body;
}
