/**
 * QR codes (ISO/IEC 18004) for links: bytes, the lowest level of correction, versions 1 to 10. Drawn in the
 * browser for links that hold a secret and go to no server. Knows no page.
 */

/**
 * Blocks by version: [codewords for correction in each, [blocks, data codewords in each]...] at level L.
 * @type {[number, ...number[][]][]}
 */
const BLOCKS = [
  [7, [1, 19]], [10, [1, 34]], [15, [1, 55]], [20, [1, 80]], [26, [1, 108]],
  [18, [2, 68]], [20, [2, 78]], [24, [2, 97]], [30, [2, 116]], [18, [2, 68], [2, 69]],
];

/** Centres of the small squares by version. */
const CENTRES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const FORMAT_L = 0b01;
const QUIET_PATTERN = [1, 0, 1, 1, 1, 0, 1]; // what looks like a corner and is none

/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

// ---- correction: bytes as polynomials over GF(256) ----

/** @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = ((product << 1) ^ ((product >> 7) * 0x11d)) ^ (((b >> bit) & 1) * a);
  return product & 255;
}

/** @param {number[]} data @param {number} count how many codewords of correction */
function correction(data, count) {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((factor, at) => factor ^ (at ? times(divisor[at - 1], root) : 0));
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    divisor.forEach((d, at) => (rest[i + at] ^= times(d, factor)));
  }
  return rest.slice(data.length);
}

// ---- codewords ----

/** @param {number} version */
function room(version) {
  const [, ...kinds] = BLOCKS[version - 1];
  return kinds.reduce((sum, [blocks, length]) => sum + blocks * length, 0);
}

/** @param {Uint8Array} bytes @param {number} version @returns {number[]} all codewords in the order in which they are drawn */
function codewords(bytes, version) {
  /** @type {number[]} */ const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  const space = room(version) * 8;
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, space - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < space; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: space / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  const [extra, ...kinds] = BLOCKS[version - 1];
  /** @type {number[][]} */ const blocks = [];
  for (const [count, length] of kinds) for (let i = 0; i < count; i++) blocks.push(data.splice(0, length));
  const checks = blocks.map((block) => correction(block, extra));
  const woven = (/** @type {number[][]} */ rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) },
    (_, i) => rows.filter((row) => i < row.length).map((row) => row[i])).flat();
  return [...woven(blocks), ...woven(checks)];
}

// ---- the picture ----

/** @param {number} value @param {number} divisor @param {number} bits with its remainder behind it, as BCH codes are */
function withRest(value, divisor, bits) {
  let rest = value << bits;
  for (let i = Math.floor(Math.log2(rest || 1)); i >= bits; i--) if ((rest >> i) & 1) rest ^= divisor << (i - bits);
  return (value << bits) | rest;
}

/** The picture without data: 1 dark, 0 light, null not yet. @param {number} version */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(number|null)[][]} */ const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let r = -reach; r <= reach; r++) {
      for (let c = -reach; c <= reach; c++) {
        if (grid[row + r]?.[column + c] !== undefined) grid[row + r][column + c] = light.includes(Math.max(Math.abs(r), Math.abs(c))) ? 0 : 1;
      }
    }
  };
  const centres = CENTRES[version - 1];
  const last = centres[centres.length - 1];
  for (const r of centres) {
    for (const c of centres) if (!(r === 6 && c === 6) && !(r === 6 && c === last) && !(r === last && c === 6)) square(r, c, 2, [1]);
  }
  for (const [r, c] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(r, c, 4, [2, 4]);
  for (let i = 8; i < size - 8; i++) grid[6][i] = grid[i][6] = 1 - (i % 2);
  for (let i = 0; i < 9; i++) { // room for the format
    grid[8][i] ??= 0;
    grid[i][8] ??= 0;
    if (i < 8) grid[8][size - 1 - i] ??= 0;
    if (i < 8) grid[size - 1 - i][8] ??= 0;
  }
  if (version >= 7) {
    const bits = withRest(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
      grid[a][b] = grid[b][a] = (bits >> i) & 1;
    }
  }
  return grid;
}

/** @param {(number|null)[][]} grid @param {number} mask */
function putFormat(grid, mask) {
  const size = grid.length;
  const bits = withRest((FORMAT_L << 3) | mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit;
    grid[8][i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = bit;
  }
  grid[size - 8][8] = 1;
}

/** How hard a picture is to read. @param {number[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let points = 0;
  for (const rows of [grid, grid.map((_, i) => grid.map((row) => row[i]))]) {
    for (const row of rows) {
      for (let i = 0, run = 1; i < size; i++, run++) {
        if (i + 1 < size && row[i + 1] === row[i]) continue;
        if (run >= 5) points += run - 2;
        run = 0;
      }
      for (let i = 0; i + 7 <= size; i++) {
        if (!QUIET_PATTERN.every((bit, at) => row[i + at] === bit)) continue;
        const light = (/** @type {number} */ from) => row.slice(Math.max(0, from), from + 4).every((bit) => !bit);
        if (light(i - 4) || light(i + 7)) points += 40;
      }
    }
  }
  let dark = 0;
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      dark += grid[r][c];
      if (r && c && grid[r][c] === grid[r - 1][c] && grid[r][c] === grid[r][c - 1] && grid[r][c] === grid[r - 1][c - 1]) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

/**
 * @param {string} text
 * @param {number} [only] the mask; without it the one that is easiest to read
 * @returns {number[][]|null} rows of 1 (dark) and 0; null: too long
 */
export function qr(text, only) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= room(i + 1)) + 1;
  if (!version) return null;
  const words = codewords(bytes, version);
  const free = frame(version);
  const pictures = MASKS.map((masked, mask) => {
    if (only !== undefined && mask !== only) return null;
    const grid = free.map((row) => [...row]);
    let at = 0;
    for (let right = grid.length - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right--; // a column of its own: the ruler
      for (let i = 0; i < grid.length; i++) {
        const row = up ? grid.length - 1 - i : i;
        for (const column of [right, right - 1]) {
          if (free[row][column] !== null) continue;
          const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
          at++;
          grid[row][column] = bit ^ Number(masked(row, column));
        }
      }
    }
    putFormat(grid, mask);
    return /** @type {number[][]} */ (grid);
  }).filter((grid) => grid !== null);
  return pictures.map((grid) => ({ grid, points: penalty(grid) })).sort((a, b) => a.points - b.points)[0].grid;
}
