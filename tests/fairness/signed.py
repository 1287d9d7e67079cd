"""Signed receipts and the list of commitments, as doc/fairness.md specifies them.

Ed25519 (RFC 8032) in plain Python: slow and not constant-time, so only for test data."""
import json
import re
from hashlib import blake2b, sha512


class Unreadable(Exception):
    """A malformed receipt, list or root."""


def hash32(*parts):
    return blake2b(b''.join(parts), digest_size=32).digest()


# ---- Ed25519 ----

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(a, b):
    """Adds two points. A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    x, y, z, t = f - e, h - g, h + g, f + e
    return x * y % P, z * t % P, y * z % P, x * t % P


def times(n, point):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = add(result, point)
        point = add(point, point)
        n >>= 1
    return result


def is_same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def decompress(data):
    """The point, or None if the encoding is invalid."""
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def compress(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, 'little')


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def number_of(*parts):
    return int.from_bytes(sha512(b''.join(parts)).digest(), 'little')


def halves(seed):
    digest = bytearray(sha512(seed).digest())
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    return int.from_bytes(digest[:32], 'little'), bytes(digest[32:])


def public_key(seed):
    return compress(times(halves(seed)[0], BASE))


def sign(seed, message):
    scalar, prefix = halves(seed)
    key = compress(times(scalar, BASE))
    nonce = number_of(prefix, message) % ORDER
    r = compress(times(nonce, BASE))
    s = (nonce + number_of(r, key, message) * scalar) % ORDER
    return r + s.to_bytes(32, 'little')


def is_signed(key, message, signature):
    """Whether a signature is valid. Keys of small order are refused: one signature would be valid for many messages."""
    point, r = decompress(key), decompress(signature[:32])
    s = int.from_bytes(signature[32:], 'little')
    if point is None or r is None or s >= ORDER or is_same(times(8, point), (0, 1, 1, 0)):
        return False
    h = number_of(signature[:32], key, message) % ORDER
    return is_same(times(s, BASE), add(r, times(h, point)))


# ---- receipts ----

def seed_of(server_key):
    """The seed of a server's signing key."""
    return blake2b(b'yard-signing-key', digest_size=32, key=server_key).digest()


def log_after(log, line):
    """The hash of a log after one more line, given as bytes without the line feed."""
    return hash32(b'yard-fair2-lines', log, hash32(line))


def logs_of(lines):
    """The hash of a log after each of its lines."""
    logs = [bytes(32)]
    for line in lines:
        logs.append(log_after(logs[-1], line.encode()))
    return logs[1:]


def le(number, size):
    return number.to_bytes(size, 'little')


def receipt_leaf(table, line, log):
    name = table.encode()
    return hash32(b'yard-receipt-one', bytes([len(name)]), name, le(line, 4), log)


def receipt_node(left, right):
    return hash32(b'yard-receipt-two', left, right)


def receipt_message(at, root):
    return b'yard-receipt-top' + le(at, 8) + root


def make_receipts(seed, at, entries):
    """Receipts for entries (table, line, log), all under one signature."""
    row = [receipt_leaf(*entry) for entry in entries]
    paths, places = [[] for _ in entries], list(range(len(entries)))
    while len(row) > 1:
        for path, place in zip(paths, places):
            if place ^ 1 < len(row):
                path.append(('l' if place & 1 else 'r') + row[place ^ 1].hex())
        row = [receipt_node(*row[i:i + 2]) if i + 1 < len(row) else row[i] for i in range(0, len(row), 2)]
        places = [place // 2 for place in places]
    key, signature = public_key(seed).hex(), sign(seed, receipt_message(at, row[0])).hex()
    return [{'table': table, 'line': line, 'log': log.hex(), 'at': at, 'path': path, 'key': key, 'sig': signature}
            for (table, line, log), path in zip(entries, paths)]


def hex_of(thing, digits):
    if not isinstance(thing, str) or not re.fullmatch('[0-9a-f]{%d}' % digits, thing):
        raise Unreadable(f'{thing!r} should be {digits} hexadecimal digits')
    return bytes.fromhex(thing)


def whole(thing, bits):
    if not isinstance(thing, int) or isinstance(thing, bool) or not 0 <= thing < 1 << bits:
        raise Unreadable(f'{thing!r} should be a whole number of {bits} bits')
    return thing


def read_json(text, fields):
    try:
        made = json.loads(text)
    except ValueError as error:
        raise Unreadable(f'this is no JSON: {text[:60]!r}') from error
    if not isinstance(made, dict) or not fields <= made.keys():
        raise Unreadable(f"these fields are needed: {', '.join(sorted(fields))}")
    return made


def root_of_receipt(receipt):
    table = receipt['table']
    if not isinstance(table, str) or not 1 <= len(table.encode()) <= 255 or not isinstance(receipt['path'], list):
        raise Unreadable('a receipt names its table and its path')
    node = receipt_leaf(table, whole(receipt['line'], 32), hex_of(receipt['log'], 64))
    for step in receipt['path']:
        if not isinstance(step, str) or step[:1] not in ('l', 'r'):
            raise Unreadable("a step of a path begins with 'l' or 'r'")
        other = hex_of(step[1:], 64)
        node = receipt_node(other, node) if step[0] == 'l' else receipt_node(node, other)
    return node


def is_good(receipt):
    """Whether a receipt's signature is valid. The caller checks the key."""
    return is_signed(hex_of(receipt['key'], 64), receipt_message(receipt['at'], root_of_receipt(receipt)),
                     hex_of(receipt['sig'], 128))


def spelt(receipt):
    """The JSON text as the server writes it."""
    return json.dumps(receipt, separators=(',', ':'))


def wrong_key(made, key):
    """Why the key of a signature does not count; None if it does. Anyone can sign, but only the server's key counts."""
    return f"signed with the key {made['key']}, not {key}" if made['key'] != key else None


def check_receipts(lines, logs, key=None):
    """Problems with receipts, in words; logs[i] is the hash of the record's log after line i."""
    wrong, seen, signatures = [], {}, {}
    for number, text in enumerate(lines, 1):
        receipt = read_json(text, {'table', 'line', 'log', 'at', 'path', 'key', 'sig'})
        message = receipt_message(whole(receipt['at'], 64), root_of_receipt(receipt))
        asked = hex_of(receipt['key'], 64), message, hex_of(receipt['sig'], 128)
        key = key or receipt['key']
        if asked not in signatures:
            signatures[asked] = is_signed(*asked)
        line, log = receipt['line'], receipt['log']
        if wrong_key(receipt, key):
            wrong.append(f'receipt {number} is {wrong_key(receipt, key)}')
        elif not signatures[asked]:
            wrong.append(f'receipt {number} has a wrong signature')
        elif seen.setdefault((receipt['table'], line), log) != log:
            wrong.append(f"the server signed two logs up to line {line}: {seen[receipt['table'], line]} and {log}")
        elif line >= len(logs):
            wrong.append(f'receipt {number} is for line {line}, but the record ends at line {len(logs) - 1}')
        elif logs[line].hex() != log:
            wrong.append(f'the server signed another log up to line {line}: {log}, the record has {logs[line].hex()}')
    if not lines:
        wrong.append('there are no receipts')
    if len({table for table, _ in seen}) > 1:
        wrong.append('these are receipts of more than one table')
    return wrong


# ---- the list of commitments ----

def list_root(entries):
    """The root of the Merkle tree of RFC 6962 over byte strings, with BLAKE2b."""
    if not entries:
        return hash32()
    if len(entries) == 1:
        return hash32(b'\0', entries[0])
    split = 1 << (len(entries) - 1).bit_length() - 1
    return hash32(b'\1', list_root(entries[:split]), list_root(entries[split:]))


def root_of(entries):
    return list_root([entry.encode() for entry in entries])


def root_message(size, at, root):
    return b'yard-commitments' + le(size, 8) + le(at, 8) + root


def make_root(seed, at, entries):
    root = root_of(entries)
    return {'size': len(entries), 'root': root.hex(), 'at': at, 'key': public_key(seed).hex(),
            'sig': sign(seed, root_message(len(entries), at, root)).hex()}


def read_list(lines):
    """The entries, and the fate of each commitment: '' if it is still open."""
    entries, fates = [], {}
    for number, text in enumerate(lines, 1):
        made = read_json(text, {'n', 'entry'})
        words = re.fullmatch('(commit|revealed|abandoned) ([0-9a-f]{64}) (0|[1-9][0-9]{0,19})', str(made['entry']))
        if made['n'] != number or not words:
            raise Unreadable(f'entry {number} of the list is missing or misspelled')
        verb, commitment = words[1], words[2]
        if (commitment in fates) == (verb == 'commit') or fates.get(commitment):
            raise Unreadable(f'entry {number} of the list comes out of order')
        fates[commitment] = '' if verb == 'commit' else verb
        entries.append(made['entry'])
    return entries, fates


def check_root(entries, text, key):
    """Problems with a signed root. An older root covers only the beginning of the list."""
    made = read_json(text, {'size', 'root', 'at', 'key', 'sig'})
    size, root = whole(made['size'], 64), hex_of(made['root'], 64)
    message = root_message(size, whole(made['at'], 64), root)
    if wrong_key(made, key or made['key']):
        return [f'the root is {wrong_key(made, key)}']
    if not is_signed(hex_of(made['key'], 64), message, hex_of(made['sig'], 128)):
        return ['the root has a wrong signature']
    if size > len(entries):
        return [f'the list has {len(entries)} entries, its root {size}']
    right = root_of(entries[:size])
    return [] if right == root else [f'the root of {size} entries is {right.hex()}, the server signed {made["root"]}']


def root_is_good(made, entries):
    return not check_root(entries, spelt(made), None)


def fate_fits(deal, fate):
    """A record may be older than the list: a deal that is open in the record may have ended since, by a
    reveal or because its table was deleted."""
    return deal['fate'] == 'open' or fate == deal['fate']


def check_list(lines, root, deals, key=None):
    """Problems with a list, its root (JSON or None), and its fates for the deals of a record."""
    entries, fates = read_list(lines)
    wrong = check_root(entries, root, key) if root else []
    for deal in deals:
        fate = fates.get(deal['commitment'])
        if fate is None:
            wrong.append(f"the commitment of line {deal['line']} is not on the list")
        elif not fate_fits(deal, fate):
            wrong.append(f"the commitment of line {deal['line']} is {deal['fate']}, on the list {fate or 'open'}")
    return wrong
