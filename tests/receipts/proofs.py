"""Receipts, the list of commitments and Ed25519, written from doc/protocol.md and RFC 8032 alone:
hashlib and whole numbers, nothing of the program. Slow, and not for secrets."""
import hashlib
import json


# ---- Ed25519 (RFC 8032, 5.1) ----

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def add(p, q):
    """Points as (X, Y, Z, T): x = X/Z, y = Y/Z, xy = T/Z."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = add(q, p)
        p, n = add(p, p), n >> 1
    return q


def x_of(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if y >= P or (x * x - square) % P or (not x and sign):
        return None
    return P - x if x & 1 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y, 0), BASE_Y, 1, x_of(BASE_Y, 0) * BASE_Y % P)


def packed(p):
    inverse = pow(p[2], P - 2, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def unpacked(data):
    number = int.from_bytes(data, "little")
    y = number & (1 << 255) - 1
    x = x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def sha512(data):
    return int.from_bytes(hashlib.sha512(data).digest(), "little")


def scalar(seed):
    whole = hashlib.sha512(seed).digest()
    number = int.from_bytes(whole[:32], "little") & (1 << 254) - 8 | 1 << 254
    return number, whole[32:]


def public_key(seed):
    return packed(times(scalar(seed)[0], BASE))


def sign(seed, message):
    number, prefix = scalar(seed)
    key = packed(times(number, BASE))
    r = sha512(prefix + message) % ORDER
    point = packed(times(r, BASE))
    return point + ((r + sha512(point + key + message) * number) % ORDER).to_bytes(32, "little")


def is_signed(key, message, signature):
    a, r, s = unpacked(key), unpacked(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or len(signature) != 64:
        return False
    left = times(s, BASE)
    right = add(r, times(sha512(signature[:32] + key + message) % ORDER, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (
        left[1] * right[2] - right[1] * left[2]) % P == 0


# ---- hashes ----

def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def seed_of(server_key):
    return hashlib.blake2b(b"yard-signing-key", digest_size=32, key=server_key).digest()


def logs_of(lines):
    """The hash of a log after each of its lines."""
    logs, log = [], bytes(32)
    for line in lines:
        log = blake(b"yard-fair2-lines" + log + blake(line.encode()))
        logs.append(log)
    return logs


# ---- receipts ----

def leaf(table, line, log):
    return blake(b"yard-receipt-one" + bytes([len(table)]) + table.encode() +
                 line.to_bytes(4, "little") + log)


def row_above(row):
    pairs = [blake(b"yard-receipt-two" + row[i] + row[i + 1]) for i in range(0, len(row) - 1, 2)]
    return pairs + ([row[-1]] if len(row) & 1 else [])


def top_message(at, root):
    return b"yard-receipt-top" + at.to_bytes(8, "little") + root


def make_receipts(seed, at, items):
    """Receipts for (table, line, log), all signed together."""
    rows = [[leaf(*item) for item in items]]
    while len(rows[-1]) > 1:
        rows.append(row_above(rows[-1]))
    signature = sign(seed, top_message(at, rows[-1][0])).hex()
    made = []
    for index, (table, line, log) in enumerate(items):
        path = []
        for level, row in enumerate(rows[:-1]):
            beside = (index >> level) ^ 1
            if beside < len(row):
                path.append(("l" if beside < index >> level else "r") + row[beside].hex())
        made.append({"table": table, "line": line, "log": log.hex(), "at": at, "path": path,
                     "key": public_key(seed).hex(), "sig": signature})
    return made


def receipt_is_good(receipt):
    """Whether its signature is good; whose it is, the caller compares."""
    top = leaf(receipt["table"], receipt["line"], bytes.fromhex(receipt["log"]))
    for step in receipt["path"]:
        beside = bytes.fromhex(step[1:])
        both = beside + top if step[0] == "l" else top + beside
        top = blake(b"yard-receipt-two" + both)
    return is_signed(bytes.fromhex(receipt["key"]), top_message(receipt["at"], top),
                     bytes.fromhex(receipt["sig"]))


def spelt(receipt):
    """As the server writes it."""
    return json.dumps(receipt, separators=(",", ":"))


# ---- the list of commitments ----

def tree_root(entries):
    """RFC 6962, 2.1, by its definition, with BLAKE2b-256."""
    if not entries:
        return blake(b"")
    if len(entries) == 1:
        return blake(b"\0" + entries[0].encode())
    half = 1
    while 2 * half < len(entries):
        half *= 2
    return blake(b"\1" + tree_root(entries[:half]) + tree_root(entries[half:]))


def root_message(size, at, root):
    return b"yard-commitments" + size.to_bytes(8, "little") + at.to_bytes(8, "little") + root


def root_is_good(signed, entries):
    """A signed root against the whole list, of which it may be a prefix."""
    root = tree_root(entries[:signed["size"]])
    return len(entries) >= signed["size"] and root.hex() == signed["root"] and is_signed(
        bytes.fromhex(signed["key"]), root_message(signed["size"], signed["at"], root),
        bytes.fromhex(signed["sig"]))
