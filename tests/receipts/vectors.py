"""Prints vectors.h: test vectors for receipts and the commitment list, used by the C tests."""
from signed import hash32, make_receipts, public_key, root_of, seed_of, spelt

KEY = bytes(range(32))
AT = 1794822070656
BATCHES = (1, 2, 3, 5, 8, 13)
ENTRIES = 20


def items(count):
    return [(f"table{n}", 7 * n + 1, hash32(f"log {n}".encode())) for n in range(count)]


def entry(n):
    fates = ("commit", "revealed", "abandoned")
    return f"{fates[n % 3]} {hash32(f'commitment {n}'.encode()).hex()} {AT + n}"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    seed = seed_of(KEY)
    print("/* Made by vectors.py. */")
    print(f'static const char vector_public[] = "{public_key(seed).hex()}";')
    print(f"enum {{ VECTOR_ENTRIES = {ENTRIES} }};")
    print(f"static const long long vector_at = {AT};")
    print("static const int vector_batches[] = {" + ", ".join(map(str, BATCHES)) + "};")
    print("/* All receipts of each batch, one batch after the other. */")
    print("static const char *const vector_receipts[] = {")
    for count in BATCHES:
        for receipt in make_receipts(seed, AT, items(count)):
            print(f"    {quoted(spelt(receipt))},")
    print("};")
    print("static const char *const vector_logs[] = {")
    for _, _, log in items(max(BATCHES)):
        print(f'    "{log.hex()}",')
    print("};")
    entries = [entry(n) for n in range(ENTRIES)]
    print("static const char *const vector_entries[] = {")
    for one in entries:
        print(f"    {quoted(one)},")
    print("};")
    print("/* Of the first 0, 1, 2, ... entries. */")
    print("static const char *const vector_roots[] = {")
    for count in range(ENTRIES + 1):
        print(f'    "{root_of(entries[:count]).hex()}",')
    print("};")


main()
