#!/usr/bin/env python3
"""Fair dice, checked by two verifiers: `yard verify`, and verify.py, which shares no code with it.

usage: fairness_test.py YARD DOC_FAIRNESS"""
import json
import os
import random
import re
import sys

from tap import LONG, Engine, check, claim, holds, main, prose, same
from verify import (EXIT_CODES, Problem, commitment_of, dice_of, judge, key_of, pledge_of,
                    verify)

BOOKS = ["yardzee", "yardkle:goal=3000", "yahtzee", "yahtzee-classic", "yatzy", "farkle:goal=3000"]
DOCUMENT = os.path.abspath(sys.argv[2])


def vectors():
    """The blocks of vectors in the document, each a dictionary keyed by the first word of a line."""
    with open(DOCUMENT, encoding="utf-8") as file:
        for block in re.findall(r"```vectors\n(.*?)```", file.read(), re.S):
            vector = {"share": [], "pledge": [], "throw": []}
            for line in block.splitlines():
                word, *rest = line.split()
                if word in ("share", "pledge", "throw"):
                    vector[word].append(rest)
                else:
                    vector[word] = rest[0]
            yield vector


@claim("the second verifier reproduces the test vectors of version 1 in doc/fairness.md")
def in_python(_home):
    count = 0
    for vector in vectors():
        secret = bytes.fromhex(vector["secret"])
        commitment = commitment_of(secret)
        same(commitment.hex(), vector["commitment"], "the commitment")
        shares = [None if share == "-" else bytes.fromhex(share) for _, share in vector["share"]]
        same([pledge_of(commitment, int(seat), shares[int(seat) - 1]).hex()
              for seat, _ in vector["pledge"]], [pledge for _, pledge in vector["pledge"]])
        key = key_of(secret, commitment, shares)
        same(key.hex(), vector["key"], "the key")
        for number, *dice in vector["throw"]:
            same(dice_of(key, int(number), len(dice)), [int(face) for face in dice], number)
            count += 1
    check(count >= 10, f"there are only {count} throws in the document")


@claim("yard engine reproduces the commitments, pledges and first throws of version 1 in doc/fairness.md")
def in_engine(home):
    for vector in vectors():
        engine = Engine(home)
        engine.say("rules farkle")
        for seat, _ in vector["share"]:
            engine.say(f"seat S{seat}")
        same(engine.ask(f"secret {vector['secret']}"), {"commitment": vector["commitment"]})
        engine.say(f"dice fair {vector['commitment']}")
        for seat, pledge in vector["pledge"]:
            share = vector["share"][int(seat) - 1][1]
            same(engine.ask(f"seal {seat} {share}"), {"pledge": pledge}, "the pledge")
        for seat, share in vector["share"]:
            engine.say(f"share {seat} {share}")
        same(vector["throw"][0][0], "0", "the first throw")
        dice = sorted(vector["throw"][0][1:])
        same(engine.say("roll"), "roll " + " ".join(dice), "the first throw")


def share_out(engine, rng, seats, commitment, sealed):
    """The seats give their parts in random order; some give nothing."""
    shares = {seat: rng.randbytes(32).hex() for seat in range(1, seats + 1) if rng.randrange(5)}
    order = rng.sample(range(1, seats + 1), seats)
    for seat in order if sealed else []:
        if seat in shares:
            pledge = pledge_of(commitment, seat, bytes.fromhex(shares[seat])).hex()
            engine.say(f"pledge {seat} {pledge}")
        else:
            engine.say(f"share {seat} -")
    for seat in rng.sample(order, seats):
        if seat in shares or not sealed:
            engine.say(f"share {seat} {shares.get(seat, '-')}")


def play_game(engine, rng):
    """Plays at random, with an occasional undo."""
    while True:
        if not rng.randrange(12):
            engine.ask("undo")
        legal = engine.ask("legal")
        if legal.get("falling"):
            engine.say("roll")
        elif legal["legal"]:
            stops = [action for action in legal["legal"] if not action.endswith("roll")]
            engine.say(rng.choice(stops or legal["legal"]))
        elif engine.ask("state")["phase"] == "opening":
            engine.say("roll")
        else:
            return


def fair_record(home, name, rules, rng, games=1):
    """A series with fair dice, recorded by a host who knows the secrets."""
    seats = 1 + rng.randrange(4)
    home.write(name, "yardstick 1\n")
    engine = Engine(home, name)
    engine.say(f"rules {rules}")
    for seat in range(seats):
        engine.say(f"seat P{seat}")
    engine.say(rng.choice(["start roll", "start 1"]))
    for game in range(games):
        if game:
            engine.say("rematch")
        secret = rng.randbytes(32)
        engine.ask(f"secret {secret.hex()}")
        engine.say(f"dice fair {commitment_of(secret).hex()}")
        share_out(engine, rng, seats, commitment_of(secret), rng.randrange(2))
        play_game(engine, rng)
        engine.say("reveal")
    same(engine.end().code, 0)
    return home.read(name).decode()


@claim("both verifiers accept series of every book, sealed or not, with undone throws")
def series_are_right(home):
    rng = random.Random(20261115)
    for rules in BOOKS:
        for n in range(4 if LONG else 1):
            record = fair_record(home, f"{n}{rules[:7]}.yard", rules, rng, games=1 + n % 3)
            path = f"{n}{rules[:7]}.yard"
            throws = len(re.findall(r"^roll", record, re.M))
            same(verify(record), throws, "what the second verifier counts")
            wanted = judge(record.encode())[0]
            check(wanted["verdict"] in ("sealed", "unsealed"), wanted["words"])
            code = EXIT_CODES[wanted["verdict"]]
            answer = json.loads(home.run("verify", "--json", path).ended(code).out)
            same((answer["verdict"], answer["throws"], answer["checked"]),
                 (wanted["verdict"], throws, throws))
            same(answer["words"], wanted["words"])
            same(len(answer["deals"]), 1 + n % 3, "the commitments")
            holds(prose(home.run("verify", path).ended(code).out), wanted["words"])
            home.run("check", path).ended(0)


def other_face(rng, line):
    """The same roll with a different face on one die."""
    verb, *faces = line.split()
    i = rng.randrange(len(faces))
    faces[i] = rng.choice([face for face in "123456" if face != faces[i]])
    return " ".join([verb, *sorted(faces)])


@claim("whichever throw is changed, both verifiers name exactly that throw")
def every_throw_counts(home):
    rng = random.Random(7)
    for rules in BOOKS[:2]:
        lines = fair_record(home, "good.yard", rules, rng).splitlines()
        rolls = [i for i, line in enumerate(lines) if line.startswith("roll")]
        for i in rolls if LONG else rng.sample(rolls, 12):
            changed = lines[:i] + [other_face(rng, lines[i])] + lines[i + 1:]
            home.write("bad.yard", "\n".join(changed) + "\n")
            answer = json.loads(home.run("verify", "--json", "bad.yard").ended(1).out)
            same((answer["verdict"], answer["broken"]["line"]), ("broken", i + 1))
            same("roll " + answer["broken"]["right"], lines[i], "the right dice")
            holds(home.run("verify", "bad.yard").ended(1).out, f"bad.yard, line {i + 1}, game "
                  f"{answer['broken']['game']}: broken at roll {answer['broken']['throw'] + 1}")
            try:
                verify("\n".join(changed))
                check(False, f"line {i + 1} passed the second verifier")
            except Problem as problem:
                same(problem.line, i + 1, "what the second verifier names")


@claim("a changed secret, share, pledge or commitment is detected")
def everything_counts(home):
    rng = random.Random(3)
    lines = []
    while not any(line.startswith("pledge") for line in lines):
        name = f"{rng.randrange(10**9)}.yard"
        lines = fair_record(home, name, "yardkle:goal=1000", rng).splitlines()
    for i, line in enumerate(lines):
        if line.split()[0] not in ("dice", "pledge", "share", "reveal") or line.endswith("-"):
            continue
        digit = line[-1]
        changed = lines[:i] + [line[:-1] + ("0" if digit != "0" else "1")] + lines[i + 1:]
        home.write("bad.yard", "\n".join(changed) + "\n")
        ran = home.run("verify", "bad.yard").ended(1)
        check(ran.out or ran.err, f"nothing is said of '{line}'")
        try:
            verify("\n".join(changed))
            check(False, f"'{line}' changed passed the second verifier")
        except Problem:
            pass


@claim("records that cannot be verified are reported as such, in words and by exit code")
def no_verdict(home):
    start = "yardstick 1\nrules yardzee\nseat Ann\n"
    home.write("real.yard", start + "roll 1 2 3 4 5\n")
    holds(home.run("verify", "real.yard").ended(5).out, "real.yard: The dice are real, so there's nothing to check.")
    home.write("seed.yard", start + "dice seed 42\nroll 2 2 5 5 6\n")
    holds(home.run("verify", "seed.yard").ended(5).out, "seed.yard: The dice come from a seed that anyone could have known")
    fair = start + f"dice fair {commitment_of(bytes(32)).hex()}\nshare 1 -\n"
    home.write("fair.yard", fair)
    holds(home.run("verify", "fair.yard").ended(5).out, "No fair dice have been rolled yet.")
    dice = dice_of(key_of(bytes(32), commitment_of(bytes(32)), [None]), 0, 5)
    fair += "roll " + " ".join(map(str, dice)) + "\n"
    home.write("fair.yard", fair)
    holds(home.run("verify", "fair.yard").ended(5).out, "fair.yard: not revealed yet (0 of 1 rolls checked)")
    same(json.loads(home.run("verify", "--json", "fair.yard").ended(5).out)["verdict"], "pending")
    home.write("fair.yard", fair + "reveal " + "00" * 32 + "\n")
    holds(home.run("verify", "fair.yard").ended(3).out, "not sealed")
    home.write("cut.yard", fair + "reveal " + "00" * 32 + "\nscor")
    holds(home.run("verify", "cut.yard").ended(1).err, "ends in the middle of line 8")
    home.write("broken.yard", fair + "keep 9\n")
    holds(home.run("verify", "broken.yard").ended(1).err, "broken.yard, line 7: ")
    home.run("verify", "nothing.yard").ended(1)
    home.run("verify").ended(2)
    home.run("verify", "--jsn", "fair.yard").ended(2)


@claim("yard play says that fair dice need a server")
def not_in_play(home):
    ran = home.run("play", "--plain", "--rules", "yardzee", "--dice", "fair 00").ended(2)
    holds(ran.err, "Fair dice need a server.")


main()
