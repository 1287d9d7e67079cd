#!/usr/bin/env python3
"""Fair dice of version 2, and verdicts on records of both versions, from three verifiers that share no code:
yard verify, verify.py and the page's verify.js. writer.py makes the records, honest and dishonest.

usage: verdict_test.py YARD DOC_FAIRNESS"""
import contextlib
import io
import itertools
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
import signed
import writer
from sides import ask_page, by_page, by_program, by_python, in_base64, summary
from tap import check, claim, holds, main, same
from verify import (EXIT_CODES, EXIT_ORDER, chain_of, dice2_of, judge, log_after,
                    mix_of, pledge_of)
from verify import main as verify_main

DOCUMENT = os.path.abspath(sys.argv[2])
SEED = bytes(range(32))
AT = 1794700000000
COMPARED = ("throws", "checked", "sealed", "abandoned", "deals")


def document():
    with open(DOCUMENT, encoding="utf-8") as file:
        return file.read()


def record_of_document():
    (found,) = [r for r in re.findall(r"```record\n(.*?)```", document(), re.S) if "dice fair2" in r]
    return found.encode()


def corpus():
    """Names and bytes of records of every kind."""
    return [(kind, writer.write(kind, seed).encode()) for kind in writer.KINDS for seed in (1, 2)]


# ---- vectors ----

def vectors2():
    """The blocks of vectors of version 2, each a list of lines split into words."""
    return [[line.split() for line in block.splitlines()]
            for block in re.findall(r"```vectors2\n(.*?)```", document(), re.S)]


def check_deal_vectors(words):
    secret = length = commitment = mix = None
    shares, log, throws = {}, bytes(32), 0
    for verb, *rest in words:
        if verb == "secret":
            secret = bytes.fromhex(rest[0])
        elif verb == "length":
            length = int(rest[0])
            chain = chain_of(secret, length)
        elif verb == "commitment":
            commitment = chain[0]
            same(commitment.hex(), rest[0], "the commitment")
        elif verb == "link":
            same(chain[int(rest[0])].hex(), rest[1], f"link {rest[0]}")
        elif verb == "share":
            shares[int(rest[0])] = None if rest[1] == "-" else bytes.fromhex(rest[1])
        elif verb == "pledge":
            same(pledge_of(commitment, int(rest[0]), shares[int(rest[0])]).hex(), rest[1], "a pledge")
        elif verb == "mix":
            mix = mix_of(commitment, length, [shares[seat] for seat in sorted(shares)])
            same(mix.hex(), rest[0], "the mix")
        elif verb == "throw":
            throw, dice = int(rest[0]), [int(face) for face in rest[1:]]
            same(dice2_of(chain[throw + 1], mix, throw, len(dice)), dice, f"throw {throw}")
            throws += 1
        elif verb == "line":
            log = log_after(log, " ".join(rest).encode())
        elif verb == "log":
            same(log.hex(), rest[1], f"the log after line {rest[0]}")
    return throws


@claim("the second verifier reproduces the test vectors of version 2 in doc/fairness.md")
def vectors_in_python(_home):
    throws = sum(check_deal_vectors(words) for words in vectors2())
    check(throws >= 8, f"there are only {throws} throws in the document")


def one(words, verb):
    (found,) = [" ".join(rest) for first, *rest in words if first == verb]
    return found


def receipts_of_document():
    (words,) = [words for words in vectors2() if any(first == "receipt" for first, *_ in words)]
    return words, [json.loads(" ".join(rest)) for first, *rest in words if first == "receipt"]


@claim("the receipts in the document are valid and can be reproduced from the seed")
def receipts_in_document(_home):
    words, receipts = receipts_of_document()
    seed = bytes.fromhex(one(words, "seed"))
    same(len(receipts), 3, "the batch")
    same(signed.public_key(seed).hex(), one(words, "key"))
    entries = [(r["table"], r["line"], bytes.fromhex(r["log"])) for r in receipts]
    same(signed.make_receipts(seed, receipts[0]["at"], entries), receipts, "the batch")
    for receipt in receipts:
        logs = [bytes(32)] * receipt["line"] + [bytes.fromhex(receipt["log"])]
        same(signed.check_receipts([json.dumps(receipt)], logs, one(words, "key")), [])
        (answer,) = ask_page([{"record": "", "receipts": [receipt]}])
        same(answer["verdict"], "good", "what the page says")


@claim("the list of commitments in the document has the roots given there")
def list_in_document(_home):
    (words,) = [words for words in vectors2() if any(first == "entry" for first, *_ in words)]
    entries = [" ".join(rest) for first, *rest in words if first == "entry"]
    roots = [json.loads(" ".join(rest)) for first, *rest in words if first == "root"]
    lines = [json.dumps({"n": n, "entry": entry}) for n, entry in enumerate(entries, 1)]
    check(len(roots) >= 2, "an older root is missing")
    for root in roots:
        same(signed.check_list(lines, json.dumps(root), []), [], f"the root of {root['size']}")
    same(signed.list_root([]).hex(), one(words, "empty"), "the root of an empty list")


# ---- verdicts ----

@claim("all three verifiers find the version-2 record in the document sealed by both seats")
def record_in_document(home):
    record = record_of_document()
    for side, answer in (("Python", by_python([record])[0]), ("the page", by_page([record])[0]),
                         ("yard verify", by_program(home, [record])[0][0])):
        same(summary(answer), ("sealed", "sealed by seats 1, 2", 0), side)


def compare(one_side, other_side, names):
    for (name, _), left, right in zip(names, one_side, other_side):
        same(summary(right), summary(left), name)
        if left["verdict"] in ("unreadable", "broken"):
            same(right.get("broken"), left.get("broken"), name)
            continue
        for field in COMPARED:
            same(right[field], left[field], f"{field} of {name}")


@claim("Python and the page give the same verdict on every kind of record")
def python_and_page(_home):
    names = corpus()
    records = [record for _, record in names]
    compare(by_python(records), by_page(records), names)


@claim("yard verify and Python give the same verdict, words and exit code for every kind of record")
def python_and_program(home):
    names = corpus()
    records = [record for _, record in names]
    left = by_python(records)
    compare(left, by_program(home, records)[0], names)
    for (name, record), answer in zip(names, left):
        home.write("one.yard", record)
        same(home.run("verify", "one.yard").code, summary(answer)[2], f"the exit code for {name}")


EXPECTED = {
    "honest": ("sealed", "sealed by seats 1, 2", 0),
    "alone": ("sealed", "sealed by seat 1", 0),
    "at-once": ("sealed", "sealed by seat 2", 0),
    "at-once-pass-last": ("unsealed", "not sealed", 3),
    "bot": ("sealed", "sealed by seat 1", 0),
    "bot-last": ("unsealed", "not sealed", 3),
    "bot-shares": ("unsealed", "not sealed", 3),
    "program": ("sealed", "sealed by seat 2", 0),
    "becomes-bot": ("sealed", "sealed by seats 1, 2", 0),
    "used-up-differs": ("sealed", "sealed by seat 1", 0),
    "series-differs": ("sealed", "sealed: game 1 by seats 1, 2; game 2 by seat 1", 0),
    "series-dropped": ("unsealed", "not sealed", 3),
    "nothing-yet": ("none", "no fair dice were rolled", 5),
    "ground": ("unsealed", "not sealed", 3),
    "abandoned": ("abandoned", "abandoned commitments: 1; sealed by seat 1", 4),
    "abandoned-twice": ("abandoned", "abandoned commitments: 2; sealed by seat 1", 4),
    "recommitted": ("abandoned", "abandoned commitments: 1; sealed by seats 1, 2", 4),
    "changed-roll": ("broken", "broken at roll 5", 1),
    "foreign-link": ("broken", "broken at roll 4", 1),
    "wrong-mark": ("broken", "broken at roll 4", 1),
    "odd-comment": ("broken", "broken at roll 4", 1),
    "spaced-comment": ("broken", "broken at roll 4", 1),
    "wrong-secret": ("broken", "broken at roll 4", 1),
    "exchanged": ("unreadable", "", 1),
    "other-share": ("unreadable", "", 1),
    "same-commitment": ("unreadable", "", 1),
    "v1": ("sealed", "sealed by seats 1, 2", 0),
    "v1-dropped": ("unsealed", "not sealed", 3),
    "v1-pending": ("pending", "not revealed yet", 5),
    "v1-changed-roll": ("broken", "broken at roll 7", 1),
    "v1-abandoned": ("abandoned", "abandoned commitments: 1; sealed by seats 1, 2", 4),
    "v1-dropped-abandoned": ("unsealed", "not sealed; abandoned commitments: 1", 3),
}


@claim("a hand-picked secret leaves dice unsealed, abandoned commitments are counted, and changed throws are detected")
def grades(_home):
    records = [writer.write(kind).encode() for kind in EXPECTED]
    for side in (by_python, by_page):
        for (kind, wanted), answer in zip(EXPECTED.items(), side(records)):
            same(summary(answer), wanted, f"{kind} in {side.__name__}")
    ground = writer.write("ground")
    holds(ground, "share 1 -\nshare 2 -\nroll 6 6 6 6 6 link ")


@claim("yard verify has separate verdicts and exit codes for hand-picked secrets and abandoned commitments")
def grades_in_program(home):
    records = [writer.write(kind).encode() for kind in EXPECTED]
    answers, ran = by_program(home, records)
    for (kind, wanted), answer in zip(EXPECTED.items(), answers):
        same(summary(answer), wanted, kind)
    same(ran.code, 1, "the exit code for all of them")
    for kind, wanted in EXPECTED.items():
        home.write("one.yard", writer.write(kind))
        same(home.run("verify", "one.yard").code, wanted[2], kind)
    names = []
    for kind in ("honest", "nothing-yet", "abandoned", "ground"):
        names.append(f"{kind}.yard")
        home.write(names[-1], writer.write(kind))
    for order in itertools.permutations(names):
        same(home.run("verify", *order).code, 3, f"the exit code of {order}")


@claim("Python and the page name the kind of break and, if dice were changed, the right ones")
def breaks(_home):
    for kind, why in (("changed-roll", "dice"), ("foreign-link", "link"), ("skipped-link", "link"),
                      ("wrong-mark", "log"), ("wrong-secret", "secret"), ("v1-wrong-secret", "secret")):
        record = writer.write(kind).encode()
        for (answer,) in (by_python([record]), by_page([record])):
            same(answer["broken"]["why"], why, kind)
            same(set(answer["broken"]) - {"line", "game", "throw", "why"},
                 {"said", "right"} if why == "dice" else set(), kind)


def cuts(record):
    """The record cut after each of its lines, and the number of throws in that part."""
    lines = record.splitlines(keepends=True)
    for n in range(1, len(lines) + 1):
        yield b"".join(lines[:n]), sum(line.startswith(b"roll") for line in lines[:n])


def check_cuts(answers, wanted):
    for answer, (_, throws) in zip(answers, wanted):
        same((answer["verdict"], answer["throws"], answer["checked"]),
             ("sealed" if throws else "none", throws, throws), f"a cut after {throws} throws")


@claim("Python and the page find that a record cut after its first throw or any later line is sealed up to there")
def cut_records(_home):
    wanted = list(cuts(writer.of_throws(random.Random(50), 50).text().encode()))
    for side in (by_python, by_page):
        check_cuts(side([record for record, _ in wanted]), wanted)


@claim("yard verify finds that a record cut after its first throw or any later line is sealed up to there")
def cut_records_in_program(home):
    wanted = list(cuts(writer.of_throws(random.Random(50), 50).text().encode()))
    check_cuts(by_program(home, [record for record, _ in wanted])[0], wanted)


def run_verify(home, *args):
    """Runs verify.py as a program."""
    return subprocess.run([sys.executable, "-B", os.path.join(HERE, "verify.py"), *args], cwd=home.folder, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def verify_here(home, *args):
    """What verify.py would do as a program, without starting Python again: its exit code, and what it prints."""
    said, code = io.StringIO(), 0
    with contextlib.chdir(home.folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        kept, sys.argv = sys.argv, ["verify.py", *args]
        try:
            verify_main()
        except SystemExit as end:
            code = end.code
        finally:
            sys.argv = kept
    return code, said.getvalue()


@claim("verify.py exits with the code of the worst record")
def exit_codes(home):
    kinds = ["honest", "nothing-yet", "abandoned", "ground", "changed-roll"]
    for kind in kinds:
        home.write(f"{kind}.yard", writer.write(kind))
    for n in range(1, len(kinds) + 1):
        names = [f"{kind}.yard" for kind in kinds[:n]]
        ran = run_verify(home, "--json", *names)
        answers = [json.loads(line) for line in ran.stdout.splitlines()]
        codes = [EXIT_CODES[answer["verdict"]] for answer in answers]
        same(ran.returncode, next(code for code in EXIT_ORDER if code in codes))
        same(ran.returncode, [0, 5, 4, 3, 1][n - 1], f"the code of {names}")
    same(run_verify(home, "missing.yard").returncode, 1)
    same(run_verify(home).returncode, 2)


# ---- receipts ----

def signed_game():
    """A record, the hashes of its log, and a batch of receipts for some of its lines."""
    record = writer.write("honest").encode()
    logs = judge(record)[1].logs
    entries = [("k7f3", line, logs[line]) for line in (5, 6, 7, 9, 12)]
    return record, logs, signed.make_receipts(SEED, AT, entries)


def told(home, record, receipts, key=None):
    """What verify.py says; empty if all is well. The page and yard verify must agree with it."""
    home.write("game.yard", record)
    home.write("game.receipts", "".join(json.dumps(receipt) + "\n" for receipt in receipts))
    asked = ["--receipts", "game.receipts", *(["--server-key", key] if key else []), "game.yard"]
    code, said = verify_here(home, *asked)
    (page,) = ask_page([{"record": in_base64(record), "receipts": receipts, **({"key": key} if key else {})}])
    words = said if code else ""
    same(page["verdict"], "bad" if words else "good", page["words"])
    same(code, 1 if words else 0, words)
    same(home.run("verify", *asked).code, code, "the exit code of yard verify")
    return words


@claim("receipts that match the record are accepted, in batches of one to nine")
def good_receipts(home):
    record, logs, receipts = signed_game()
    same(told(home, record, receipts), "")
    for size in range(1, 10):
        batch = signed.make_receipts(SEED, AT, [("k7f3", line, logs[line]) for line in range(1, size + 1)])
        same(signed.check_receipts([json.dumps(receipt) for receipt in batch], logs), [], f"a batch of {size}")


@claim("if a server signs two different logs, receipts prove it, with the line and both hashes")
def other_log(home):
    record, logs, receipts = signed_game()
    check(told(home, record.replace(b"seat Bea", b"seat Bob"), receipts), "a changed record fits")
    other = signed.make_receipts(SEED, AT + 1, [("k7f3", 9, bytes(32))])
    holds(told(home, record, other), "another log up to line 9", bytes(32).hex(), logs[9].hex())
    holds(told(home, record, [receipts[3], *other]), "two logs up to line 9", logs[9].hex(), bytes(32).hex())


@claim("nobody can frame a server by signing with a key of their own")
def foreign_key(home):
    record, _, receipts = signed_game()
    forged = signed.make_receipts(bytes(32), AT, [("k7f3", 9, bytes(32))])
    holds(told(home, record, [*receipts, *forged]), "signed with the key", "not " + receipts[0]["key"])
    holds(told(home, record, forged, key=receipts[0]["key"]), "signed with the key " + forged[0]["key"])


@claim("a receipt with a changed field, path or signature is refused")
def changed_receipts(home):
    record, logs, receipts = signed_game()
    good = receipts[1]
    flipped = ("0" if good["sig"][0] != "0" else "1") + good["sig"][1:]
    side = "l" if good["path"][0][0] == "r" else "r"
    for change in ({"table": "k7f4"}, {"line": 8, "log": logs[8].hex()}, {"at": AT + 1}, {"sig": flipped},
                   {"path": good["path"][:-1]}, {"path": [side + good["path"][0][1:], *good["path"][1:]]}):
        holds(told(home, record, [{**good, **change}]), "wrong signature")


# ---- the list ----

def listed(record):
    """A list with the commitments of a record between entries of another table."""
    other = bytes(32).hex()
    entries = [f"commit {other} {AT}"]
    for deal in judge(record)[0]["deals"]:
        entries.append(f"commit {deal['commitment']} {AT + 1}")
        if deal["fate"] != "open":
            entries.append(f"{deal['fate']} {deal['commitment']} {AT + 2}")
    return [*entries, f"abandoned {other} {AT + 3}"]


def check_listed(home, record, entries, root):
    home.write("game.yard", record)
    home.write("list", "".join(json.dumps({"n": n, "entry": entry}) + "\n" for n, entry in enumerate(entries, 1)))
    home.write("root", json.dumps(root))
    return verify_here(home, "--list", "list", "--root", "root", "game.yard")


@claim("a list with the record's commitments and their fates is accepted, even with older roots")
def good_list(home):
    for kind, code in (("honest", 0), ("cut", 0), ("series", 0), ("abandoned", 4), ("v1", 0)):
        record = writer.write(kind).encode()
        entries = listed(record)
        for size in range(len(entries) + 1):
            got, words = check_listed(home, record, entries, signed.make_root(SEED, AT, entries[:size]))
            same(got, code, words)


@claim("a list that lacks a commitment, shows a different fate for one or has been rewritten is refused")
def bad_list(home):
    record = writer.write("abandoned").encode()
    entries = listed(record)
    root = signed.make_root(SEED, AT, entries)
    missing = entries[:1] + entries[3:]
    other = [entry.replace("abandoned", "revealed") for entry in entries[:3]] + entries[3:]
    later = entries[:2] + [re.sub("[0-9]+$", "1", entries[2])] + entries[3:]
    for changed, wanted, words in (
            (missing, signed.make_root(SEED, AT, missing), "is not on the list"),
            (other, signed.make_root(SEED, AT, other), "is abandoned, on the list revealed"),
            (later, root, "the server signed"), (entries[:-1], root, "its root 6"),
            (entries, {**root, "at": AT + 1}, "wrong signature"),
            (entries[1:2] * 2 + entries, root, "out of order")):
        got, said = check_listed(home, record, changed, wanted)
        same(got, 1, said)
        holds(said, words)


@claim("the page hashes logs as the second verifier does, including non-ASCII text")
def log_hashes(_home):
    record = "yardstick 1\nrules yardzee\nseat Zoë\n# 🎲 ß\nstart 1\n".encode()
    logs = judge(record)[1].logs
    answers = ask_page([{"record": in_base64(record), "log": n} for n in range(len(logs))])
    same(answers, [log.hex() for log in logs])


@claim("records that cannot be parsed get the verdict 'unreadable'")
def unreadable(_home):
    for record in (b"", b"yardstick 1", b"yardstick 1\n\n", b"hello\n", b"seat A\tB\n"):
        same([summary(a) for a in by_python([record]) + by_page([record])], [("unreadable", "", 1)] * 2, record)
    same(summary(by_python([b"seat \xff\n"])[0]), ("unreadable", "", 1), "what is not UTF-8")


main()
