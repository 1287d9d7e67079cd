#!/usr/bin/env python3
"""Every byte of a version-2 record counts: whichever one is changed, all three verifiers find it.

usage: bytes_test.py YARD"""
import os
import random
import re
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "process"))
import writer  # noqa: E402
from sides import ask_page, by_page, by_program, by_python, in_base64  # noqa: E402
from tap import check, claim, main, same  # noqa: E402

QUICK = "QUICK" in os.environ
THROWS = 50
STEP = 11 if QUICK else 1  # sanitizers look at fewer places
CAUGHT = {"broken", "unreadable"}
BATCH = 500  # records of one call of yard verify


def record():
    return writer.of_throws(random.Random(20261116), THROWS).text().encode()


def others(byte):
    """What a byte is replaced by: a blank, a line feed, its neighbours, the other case."""
    return sorted({ord(" "), ord("\n"), byte + 1, byte - 1, ord(chr(byte).swapcase())} - {byte})


def comments(text):
    """The first byte of each line, as the sign of a comment: the change that is hardest to see."""
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


@claim("the record itself is sealed, with fifty throws, for all three")
def unchanged(home):
    text = record()
    for answer in (by_python([text])[0], by_page([text])[0], by_program(home, [text])[0][0]):
        same((answer["verdict"], answer["throws"], answer["checked"]), ("sealed", THROWS, THROWS))
    check(text.splitlines()[-1].startswith(b"reveal "), "its last line is no reveal")


@claim("every change of a byte is found by Python and by the page")
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


@claim("a change of every byte is found by yard verify")
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
            # A record that ends in the middle of a line is judged up to there, and refused all the same.
            if answer["verdict"] != "broken" and n not in refused:
                missed.append((change, answer["verdict"]))
    print(f"# {len(wanted)} changes")
    say_missed(text, missed)


main()
