#!/usr/bin/env python3
"""vectors.py DOC_FAIRNESS: writes the test vectors and the sample record of version 2 into the document.

The output is deterministic. Run this script after a change to the arithmetic, and review the diff."""
import json
import re
import sys

import signed
from verify import chain_of, dice2_of, log_after, mix_of, pledge_of
from writer import Writer

SECRET = bytes(range(32))
SHARES = [bytes(range(0x40, 0x60)), b'\xff' * 32]
AT = 1794700000000


def deal(secret, length, shares, links, throws):
    """The vectors of one deal; each of `throws` is a pair: the throw's number and its number of dice."""
    chain = chain_of(secret, length)
    mix = mix_of(chain[0], length, shares)
    yield f'secret {secret.hex()}'
    yield f'length {length}'
    yield f'commitment {chain[0].hex()}'
    for i in links:
        yield f'link {i} {chain[i].hex()}'
    for seat, share in enumerate(shares, 1):
        yield f"share {seat} {share.hex() if share else '-'}"
    for seat, share in enumerate(shares, 1):
        if share:
            yield f'pledge {seat} {pledge_of(chain[0], seat, share).hex()}'
    yield f'mix {mix.hex()}'
    for throw, count in throws:
        yield f"throw {throw} {' '.join(map(str, dice2_of(chain[throw + 1], mix, throw, count)))}"


def logs():
    log = bytes(32)
    for number, line in enumerate(['yardstick 1', 'rules yardzee', 'seat Zoë', '# room: begin'], 1):
        log = log_after(log, line.encode())
        yield f'line {line}'
        yield f'log {number} {log.hex()}'


def receipts():
    yield f'seed {SECRET.hex()}'
    yield f'key {signed.public_key(SECRET).hex()}'
    entries = [('k7f3', 12, b'\1' * 32), ('k7f3', 13, b'\2' * 32), ('zz9', 1, b'\3' * 32)]
    for receipt in signed.make_receipts(SECRET, AT, entries):
        yield 'receipt ' + json.dumps(receipt, separators=(',', ':'))


def commitments():
    one, two = chain_of(SECRET, 5)[0].hex(), chain_of(bytes(32), 1024)[0].hex()
    entries = [f'commit {one} {AT}', f'commit {two} {AT + 1000}', f'revealed {one} {AT + 2000}',
               f"commit {'0' * 64} {AT + 3000}", f'abandoned {two} {AT + 4000}']
    yield f'empty {signed.list_root([]).hex()}'
    for entry in entries:
        yield f'entry {entry}'
    for size in (1, 3, 5):
        yield 'root ' + json.dumps(signed.make_root(SECRET, AT + 5000, entries[:size]), separators=(',', ':'))


def shown_record():
    """The sample record: one turn for each seat, and the reveal."""
    table = Writer(['Ann', 'Bea'])
    table.deal(SECRET, SHARES, length=5, order=(2, 1))
    first = table.dice(5)
    table.roll()
    kept = [face for face in first if face == first[-1]]
    table.say('keep ' + ' '.join(map(str, kept)))
    table.roll(5 - len(kept))
    table.score()
    table.roll()
    table.score()
    table.reveal()
    return table.lines


BLOCKS = [
    lambda: deal(SECRET, 5, SHARES, range(6), [(n, 6) for n in range(5)]),
    lambda: deal(SECRET, 1, [SHARES[0], None], [1], [(0, 6)]),
    lambda: deal(bytes(32), 1024, [None], [1, 512, 1024], [(0, 6), (0, 70), (1, 6), (1023, 6)]),
    logs, receipts, commitments,
]


def main():
    path = sys.argv[1]
    with open(path, encoding='utf-8') as file:
        text = file.read()
    blocks = iter(BLOCKS)
    text = re.sub(r'```vectors2\n.*?```', lambda _: '\n'.join(['```vectors2', *next(blocks)(), '```']), text, flags=re.S)
    if next(blocks, None):
        sys.exit(f'{path} has fewer than {len(BLOCKS)} blocks of vectors2')
    record = '\n'.join(['```record', *shown_record(), '```'])
    text = re.sub(r'```record\n(?:(?!```).)*?dice fair2 .*?```', lambda _: record, text, flags=re.S)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


if __name__ == '__main__':
    main()
