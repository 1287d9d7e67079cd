#!/usr/bin/env python3
"""Every byte of a version-2 record counts: whichever one is changed, all three verifiers detect it.

usage: bytes_test.py YARD"""
import random
import re
import threading

import writer
from sides import ask_page, by_page, by_program, by_python, in_base64, summary
from tap import LONG, check, claim, main, same

THROWS = 50
STEP = 1 if LONG else 23  # bytes; line lengths vary, so every part of a line gets sampled
CAUGHT = {"broken", "unreadable"}
BATCH = 500  # records per call of yard verify


def record():
    return writer.of_throws(random.Random(20261116), THROWS).text().encode()


def others(byte):
    """Replacements for a byte: a space, a line feed, its neighbors, the other case."""
    return sorted({ord(" "), ord("\n"), byte + 1, byte - 1, ord(chr(byte).swapcase())} - {byte})


def comments(text):
    """Changes to a line's first byte that turn the line into a comment: the hardest to detect."""
    starts = [0] + [at + 1 for at, byte in enumerate(text[:-1]) if byte == ord("\n")]
    return [(at, ord("#")) for at in starts if text[at] != ord("#")]


def changes(text):
    return [(at, byte) for at in range(0, len(text), STEP) for byte in others(text[at])] + comments(text)


def with_byte(text, at, byte):
    return text[:at] + bytes([byte]) + text[at + 1:]


def say_missed(text, missed):
    check(not missed, *(f"byte {at} as {byte}: {verdict} in {text[max(0, at - 30):at + 30]}"
                        for (at, byte), verdict in missed[:10]), f"{len(missed)} in all")


def in_python(text, wanted):
    verdicts = [answer["verdict"] for answer in by_python(with_byte(text, *change) for change in wanted)]
    return [pair for pair in zip(wanted, verdicts) if pair[1] not in CAUGHT]


def in_page(text, wanted):
    (verdicts,) = ask_page([{"changes": in_base64(text), "at": wanted}])
    return [pair for pair in zip(wanted, verdicts) if pair[1] not in CAUGHT]


@claim("all three verifiers find the unchanged record sealed, with fifty throws")
def unchanged(home):
    text = record()
    for answer in (by_python([text])[0], by_page([text])[0], by_program(home, [text])[0][0]):
        same((answer["verdict"], answer["throws"], answer["checked"]), ("sealed", THROWS, THROWS))
    check(text.splitlines()[-1].startswith(b"reveal "), "its last line is no reveal")


@claim("Python and the page detect a change to any byte")
def every_byte(_home):
    text = record()
    wanted = changes(text)
    missed = {}
    print(f"# {len(wanted)} changes of {len(text)} bytes")
    page = threading.Thread(target=lambda: missed.update(page=in_page(text, wanted)))
    page.start()
    missed["Python"] = in_python(text, wanted)
    page.join()
    check("page" in missed, "the page's verifier has failed")
    for side, pairs in missed.items():
        print(f"# {side} missed {len(pairs)}")
        say_missed(text, pairs)


@claim("yard verify detects a change to any byte")
def every_byte_in_program(home):
    text = record()
    rng = random.Random(1)
    wanted = [(at, rng.choice(others(text[at]))) for at in range(0, len(text), STEP)] + comments(text)
    missed = []
    for first in range(0, len(wanted), BATCH):
        batch = wanted[first:first + BATCH]
        answers, ran = by_program(home, [with_byte(text, *change) for change in batch])
        same(ran.code, 1, "the exit code")
        refused = {int(name) for name in re.findall(r"^yard: (\d+)\.yard\b", ran.err, re.M)}
        for n, (change, answer) in enumerate(zip(batch, answers)):
            # A record that ends in the middle of a line is judged up to that line, but still refused.
            if answer["verdict"] != "broken" and n not in refused:
                missed.append((change, answer["verdict"]))
    print(f"# {len(wanted)} changes")
    say_missed(text, missed)


# ---- other damage ----

MORE = [b"undo", b"rematch", b"# x", b"#x", b"dice physical", b"dice seed 4", b"score ones", b"score ones 0",
        b"keep -", b"seat Dan", b"start roll", b"correct 3 seat Anna bot family", b"share 1 -", b"share 2 -",
        b"roll 1 2 3 4 5", b" score ones ", b"score  ones", b"rules yardzee", b"yardstick 1",
        b"position yardzee -/- 1 ?5 0", b"take 1 roll", b"keep 2 1"]


def damaged(rng, records):
    """A record cut short, with lines removed, added, repeated, swapped, misspelled or taken from another record."""
    lines = rng.choice(records).splitlines()
    lines = lines[:rng.randrange(2, min(len(lines), 40))]
    for _ in range(rng.randrange(1, 4)):
        i, j, kind = rng.randrange(len(lines)), rng.randrange(len(lines)), rng.randrange(6)
        if kind == 0 and len(lines) > 1:
            lines.pop(i)
        elif kind == 1:
            lines.insert(i, rng.choice(MORE))
        elif kind == 2:
            lines.insert(i, lines[j])
        elif kind == 3:
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 4:
            lines[i] = with_byte(lines[i], rng.randrange(len(lines[i])), rng.choice(b" #aA0159fF+-"))
        else:
            lines.append(rng.choice(rng.choice(records).splitlines()))
    return b"\n".join(lines) + b"\n"


def agreed(answer):
    """An answer without the record's name; if the record is unreadable, only its verdict."""
    return "unreadable" if answer["verdict"] == "unreadable" else {k: answer[k] for k in answer if k != "record"}


@claim("verifiers agree on damaged records, except that yard verify also applies the game rules")
def damage(home):
    rng = random.Random(20261116)
    records = [writer.write(kind).encode() for kind in writer.KINDS]
    batch = [damaged(rng, records) for _ in range(2000 if LONG else 200)]
    left, right = by_python(batch), by_page(batch)
    middle = []
    for first in range(0, len(batch), BATCH):
        middle += by_program(home, batch[first:first + BATCH])[0]
    refused = 0
    for text, one, two, three in zip(batch, left, right, middle):
        same(agreed(two), agreed(one), text.decode())
        refused += three["verdict"] == "unreadable" != one["verdict"]
        if three["verdict"] != "unreadable":
            same(summary(three), summary(one), text.decode())
    print(f"# {len(batch)} records, of which {refused} break only rules of the game")


main()
