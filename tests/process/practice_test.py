#!/usr/bin/env python3
"""Practice, the proficiency test and the dice check, as used by people and by programs.

usage: practice_test.py YARD"""
import json
import os
import random
import re
import resource
import subprocess

from tap import Session, check, claim, holds, main, prose, same, text

DAY = ["--date", "2026-11-15"]
YARDKLE = "yardkle:goal=2000"  # solved quickly
MISTAKES = """\
yardstick 1
rules yardzee
seat Ann
seat Bea
seat Robo bot novice
dice physical
start 1
roll 6 6 6 6 6
score ones
roll 1 2 3 4 5
score chance
roll 6 6 6 6 6
score ones
roll 5 5 5 5 5
score five-kind
"""
ANN = "yardzee - 1 6,6,6,6,6 1 Ann"
BEA = "yardzee - 1 1,2,3,4,5 1 Bea"


def shelf(home, record=MISTAKES, name="game.yard"):
    folder = home.path("data/yardstick/games")
    os.makedirs(folder, exist_ok=True)
    home.write(os.path.join(folder, name), record)


def deck(home):
    return text(home.read("data/yardstick/practice/deck.txt"))


def write_deck(home, words):
    os.makedirs(home.path("data/yardstick/practice"), exist_ok=True)
    home.write("data/yardstick/practice/deck.txt", words)


def answers(ran):
    return [json.loads(line) for line in ran.out.splitlines()]


def best_of(home, positions):
    """The best and the worst choice in each position, according to the engine."""
    lines = "".join(f"position {p}\nadvise\n" for p in positions)
    out = home.run("engine", typed=lines).ended(0).out.splitlines()
    advice = [json.loads(line)["actions"] for line in out[1::2]]
    return [(a[0]["do"], a[-1]["do"]) for a in advice]


# ---- your own mistakes ----

@claim("mistakes on the shelf come up again; answers are graded with reasons, and positions rescheduled")
def _(home):
    shelf(home)
    ran = home.run("practice", *DAY, "--seed", "1", typed="five-kind\n123\n").ended(0)
    holds(ran.out, "2 of your mistakes are due for practice.\n",
          "Position 1 of 10 (from one of Ann's games, first time): Yardzee, turn 1.",
          "filled:    nothing yet", "open:      ones, twos,", "dice: 6 6 6 6 6   (roll 1 of 3)",
          "keep or score> five-kind\n", "  That's the best move.\n", "best:      score five-kind, worth ",
          "next best: ", "why: ", "You'll see this position again on 2026-11-18.",
          "Position 2 of 10 (from one of Bea's games", "> 123\n", "  Blunder: this costs ",
          "yours:     keep 1 2 3, worth ", "best:      score large-straight",
          "You'll see this position again on 2026-11-16.", "Position 3 of 10 (new, medium): Yardzee",
          "\n2 positions: 1 best, 1 blunder. Average cost per decision: ",
          "Your deck has 2 positions; the next is due on 2026-11-16.")
    same(ran.err, "", "the messages")
    same(deck(home), f"2026-11-18 2 + {ANN}\n2026-11-16 1 - {BEA}\n", "the deck")


@claim("only positions that are due come up from the deck, day after day, and with --name only that person's")
def _(home):
    shelf(home)
    seen = []
    for day, name, typed in (("2026-11-15", "Bea", "chance\n"), ("2026-11-15", "Bea", ""),
                             ("2026-11-16", "Bea", "ls\n"), ("2026-11-18", "Bea", ""),
                             ("2026-11-19", "Bea", "ls\n"), ("2026-11-19", "Ann", "zero twos\n")):
        ran = home.run("practice", "--date", day, "--name", name, "--count", "1", "--json",
                       typed=typed).ended(0)
        first = answers(ran)[0]
        seen.append(re.sub(r"new.*", "new", first["about"]))
    same(seen, ["from one of Bea's games, first time", "new",
                "from one of Bea's games, seen before", "new",
                "from one of Bea's games, seen before", "from one of Ann's games, first time"],
         "what was asked")
    same(deck(home), f"2026-11-26 3 -++ {BEA}\n2026-11-20 1 - {ANN}\n", "the deck")


@claim("a name that no person on the shelf has is an error, not a player without mistakes")
def _(home):
    shelf(home)
    for name in ("Anne", "Robo"):
        ran = home.run("practice", *DAY, "--name", name).ended(1)
        same((ran.out, ran.err), ("", f"yard: No saved game has a player called '{name}'.\n"), "what it says")


@claim("with --rules, practice asks only about positions of that rule set")
def _(home):
    shelf(home)
    ran = home.run("practice", *DAY, "--rules", YARDKLE, "--json").ended(0)
    same(answers(ran)[0]["about"], "new, medium", "what is asked first")
    check("yardkle" in answers(ran)[0]["position"], ran.out)


@claim("damaged lines of a deck are reported and kept byte for byte, and the rest are used")
def _(home):
    damage = b"2026-11-15 1 . yardzee - 1 1,2,3,4 1 Ann\n\xff\x00 \r\n# mine\n"
    write_deck(home, damage + b"2026-11-15 3 + " + BEA.encode() + b"\nhalf a li")
    ran = home.run("practice", *DAY, "--seed", "1", typed="chance\n").ended(1)
    path = home.path("data/yardstick/practice/deck.txt")
    holds(ran.err, f"{path}, line 1: ", "5 dice, not 4. The line was left unchanged.",
          f"{path}, line 2: It isn't valid UTF-8, ", f"{path}, line 5: 'half' isn't a date.")
    holds(ran.out, "1 of your mistakes is due for practice.\n", "Blunder")
    same(home.read(path), damage + b"2026-11-16 1 +- " + BEA.encode() + b"\nhalf a li\n",
         "the deck")


@claim("a bad record on the shelf is named, and the others supply positions")
def _(home):
    shelf(home)
    shelf(home, MISTAKES.replace("roll 1 2 3 4 5", "roll 1 2 3 4 7"), "bad.yard")
    ran = home.run("practice", *DAY, typed="").ended(1)
    holds(ran.err, "bad.yard, line 10: ")
    holds(ran.out, "2 of your mistakes are due for practice.\n")


@claim("a second practice session at the same time is refused and does not touch the deck")
def _(home):
    shelf(home)
    first = Session(home, "practice", *DAY, "--name", "Ann")
    first.read_until(lambda heard: heard.endswith(b"> "))
    ran = home.run("practice", *DAY, typed="chance\n").ended(1)
    same((ran.out, ran.err), ("", f"yard: {home.path('data/yardstick/practice/deck.txt')} is in use "
                              "by another copy of yard. Close it there first.\n"), "what the second says")
    first.write("five-kind")
    first.end().ended(0)
    same(deck(home), f"2026-11-18 2 + {ANN}\n", "the deck")
    home.run("daily", "--position").ended(0)


@claim("a killed practice session holds no lock and loses no answer")
def _(home):
    shelf(home)
    first = Session(home, "practice", *DAY)
    first.read_until(lambda heard: heard.endswith(b"> "))
    first.write("five-kind")
    first.read_until(lambda heard: heard.endswith(b"> "))
    first.kill()
    home.run("practice", *DAY).ended(0)
    same(deck(home), f"2026-11-18 2 + {ANN}\n2026-11-15 1 . {BEA}\n", "the deck")


def full_disk(home):
    """Mounts a file system of 64 kB for the data; returns False if mounting is not permitted."""
    os.makedirs(home.path("data"), exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "yard-test",
                           home.path("data")], check=False, capture_output=True)
    return done.returncode == 0


@claim("a deck that cannot grow is reported as an error and stays unchanged: file-size limit")
def _(home):
    shelf(home)
    home.run("practice", *DAY).ended(0)
    before = deck(home)
    ran = home.run("practice", *DAY, typed="five-kind\nls\n", preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (20, 20))).ended(1)
    path = home.path("data/yardstick/practice/deck.txt")
    holds(ran.err, f"yard: Can't write {path}: File too large.")
    same(deck(home), before, "the deck")
    same(sorted(os.listdir(os.path.dirname(path))), ["deck.lock", "deck.txt"], "the folder")


@claim("a deck that cannot grow is reported as an error and stays unchanged: full disk")
def _(home):
    if not full_disk(home):
        print("# mounting is not allowed here; the file-size limit stands for it")
        return
    try:
        shelf(home)
        home.run("practice", *DAY).ended(0)
        before = deck(home)
        with open(home.path("data/filler"), "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass
        ran = home.run("practice", *DAY, typed="five-kind\nls\n").ended(1)
        holds(ran.err, "Can't write ", "No space left on device")
        same(deck(home), before, "the deck")
    finally:
        subprocess.run(["umount", "-l", home.path("data")], check=True)


@claim("without a home folder, there is nowhere to keep a deck; the position of the day needs none")
def _(home):
    del home.env["HOME"]
    home.env["XDG_DATA_HOME"] = "relative/paths/do/not/count"
    holds(home.run("practice").ended(1).err,
          "There's no folder for practice decks. Set HOME, or set XDG_DATA_HOME to an absolute path.")
    home.run("daily", "--position").ended(0)


# ---- new positions ----

@claim("a seed always gives the same positions; after an invalid answer, the question is asked again")
def _(home):
    args = ["practice", "--level", "hard", "--rules", YARDKLE, "--count", "2", "--seed", "7"]
    ran = home.run(*args, typed="hello\n\n77 stop\nstop\n").ended(0)
    holds(ran.out, "Position 1 of 2 (new, hard): Yardkle.", "totals:    you ", "; goal 2000",
          "points at risk)", "set aside: ", "> hello\n  'hello' isn't a move. Use 'roll', 'keep', 'score' or 'take'.",
          "> \n  Type 'take 1 5 roll'",
          "> 77 stop\n  ", "> stop\n", "Position 2 of 2", "1 position: 1 ")
    same(home.run(*args, typed="hello\n\n77 stop\nstop\n").ended(0).out, ran.out, "the second time")
    check(not os.path.exists(home.path("data/yardstick/practice")), "new positions made a deck")


@claim("--json prints one object per line: question, error, answer, summary")
def _(home):
    args = ["practice", "--level", "easy", "--count", "1", "--seed", "3", "--json"]
    position = answers(home.run(*args).ended(0))[0]["position"]
    (_, worst), = best_of(home, [position])
    ran = home.run(*args, typed=b"keep 7\n" + b"x" * 100000 + f"\n{worst}\n".encode()).ended(0)
    said = answers(ran)
    same(len(said), 5, "the lines")
    same(said[0]["question"], 1, "the first")
    check("error" in said[1] and "error" in said[2], said)
    answer = said[-2]
    same(answer["answer"], worst, "the answer")
    same(sorted(answer), sorted(["answer", "grade", "cost", "unit", "value", "best", "next", "why"]),
         "the keys")
    check(abs(answer["best"]["value"] - answer["value"] - answer["cost"]) < 1e-9, answer)
    same(said[-1]["summary"]["answered"], 1, "the summary")


# ---- proficiency ----

def questions(home, *args):
    """Takes a test with random answers; returns the positions, the answers and the rating."""
    session = Session(home, "proficiency", "--json", *args)
    positions, choices = [], []
    rng = random.Random(1)
    while True:
        heard = session.read_until(lambda heard: heard.endswith(b"\n")).splitlines()
        question = json.loads(heard[-1])
        if "question" not in question:
            break
        positions.append(question["position"])
        legal = home.run("engine", typed=f"position {positions[-1]}\nlegal\n").out.splitlines()[1]
        choices.append(rng.choice(json.loads(legal)["legal"]))
        session.write(choices[-1])
    session.end().ended(0)
    return positions, choices, question["rating"]


@claim("the best answers are rated 0, and the worst ones far worse than a novice")
def _(home):
    positions, _, _ = questions(home, "--positions", "20")
    same(len(positions), 20, "the number of positions")
    ratings = []
    for kind in (0, 1):
        typed = "".join(pair[kind] + "\n" for pair in best_of(home, positions))
        said = answers(home.run("proficiency", "--positions", "20", "--json", typed=typed).ended(0))
        ratings.append(said[-1]["rating"])
        same(len(said), 41, "questions, answers and the rating")
    same((ratings[0]["lost_per_game"], ratings[0]["low"], ratings[0]["answered"]), (0, 0, 20),
         "the best")
    check(0 < ratings[0]["high"] < 4, "the best may lose as much as", ratings[0])
    check(ratings[1]["low"] > 50, "the worst", ratings[1])
    check(ratings[1]["low"] < ratings[1]["lost_per_game"] < ratings[1]["high"], ratings[1])


@claim("quitting after ten answers gives a rating, and quitting earlier a message that there are too few")
def _(home):
    _, choices, whole = questions(home, "--positions", "14", "--rules", YARDKLE)
    same(whole["answered"], 14, "answered")
    for count, words in ((0, "0 answers are too few for a rating; it takes at least 10."),
                         (9, "9 answers are too few for a rating; it takes at least 10."),
                         (10, "Going by 10 positions, your mistakes cost you about "),
                         (14, "Going by 14 positions, your mistakes cost you about ")):
        typed = "".join(choice + "\n" for choice in choices[:count])
        ran = home.run("proficiency", "--positions", "14", "--rules", YARDKLE,
                       typed=typed + "quit\n" * (count % 2)).ended(0)
        holds(ran.out, "14 positions from Yardkle.", words)
        if count >= 10:
            holds(prose(ran.out), " percentage points of win probability per game (95 % interval ")
            same("You left early; " in ran.out, count < 14, "a word about leaving")


# ---- dice ----

def lawn(rolls):
    """A record with one turn for each of these rolls of real dice, and how often each face came up."""
    lines = ["yardstick 1", "rules yardkle:entry=0,goal=1000000,hot-dice=may", "seat Ann", "seat Bea",
             "dice physical", "start 1"]
    fell = [0] * 7
    for dice in rolls:
        for die in dice:
            fell[die] += 1
        lines.append("roll " + " ".join(map(str, dice)))
        scoring = [die for die in dice if die in (1, 5)]
        if scoring or max(dice.count(f) for f in dice) >= 3 or len(set(dice)) == 6 or \
                sorted(map(dice.count, dice)) == [2] * 6:
            take = scoring[:1] or next(([f] * 3 for f in dice if dice.count(f) >= 3), dice)
            lines.append("take " + " ".join(map(str, take)) + " stop")
    return "\n".join(lines) + "\n", fell[1:]


def throws(seed, count, weights=None):
    rng = random.Random(seed)
    return [rng.choices(range(1, 7), weights, k=6) for _ in range(count)]


def dice_said(home, *args, code=0):
    return json.loads(home.run("dice", "--json", *args).ended(code).out)


@claim("with few dice, the verdict is 'not enough rolls to say', with counts and the number needed")
def _(home):
    record, fell = lawn(throws(1, 30))
    home.write("lawn.yard", record)
    ran = home.run("dice", "lawn.yard").ended(0)
    holds(ran.out, "Counted 180 dice in 30 rolls from 1 record.",
          *(f"  {face}: {n:6d}  {n / 1.8:5.1f} %  ({n / 0.3 - 100:+.1f} % compared with fair dice)"
            for face, n in enumerate(fell, 1)),
          "Chi-square ",
          "There aren't enough rolls to tell.", "With 180 dice, only a face that is off by ")
    holds(prose(ran.out), "20 % too often or too rarely")
    said = dice_said(home, "lawn.yard")
    same((said["counts"], said["verdict"]), (fell, "not enough rolls to say"), "the check")
    chi = sum((n - 30) ** 2 / 30 for n in fell)
    check(abs(said["chi_square"] - chi) < 1e-9, said)
    check(1800 < said["needed"] < 2500, said)


@claim("dice that are far off are called uneven long before there are enough rolls to call dice even")
def _(home):
    record, fell = lawn(throws(5, 76, (8, 8, 8, 8, 8, 61)))
    home.write("lawn.yard", record)
    said = dice_said(home, "lawn.yard")
    same((said["counts"], said["verdict"]), (fell, "uneven dice"), "the check")
    check(said["dice"] == 456 < said["needed"] and said["evidence"] > 1000, said)
    out = prose(home.run("dice", "lawn.yard").ended(0).out)
    holds(out, "These dice are uneven, and 456 dice are enough to tell", "less than once in 1000 tries.")
    check("enough rolls" not in out, out)


@claim("fair dice pass when all records of real dice are checked; loaded dice in a named record do not")
def _(home):
    shelf(home, MISTAKES.replace("dice physical", "dice system"), "system.yard")
    shelf(home, lawn(throws(2, 300))[0], "one.yard")
    shelf(home, lawn(throws(3, 300))[0], "two.yard")
    said = dice_said(home)
    same((said["records"], said["dice"], said["verdict"]), (2, 3600, "no sign of uneven dice"),
         "fair dice")
    holds(home.run("dice").ended(0).out, "There's no sign of uneven dice.", "there may be smaller differences.")
    home.write("loaded", lawn(throws(4, 600, (1, 1, 1, 1, 1, 1.6)))[0])
    same(dice_said(home, "loaded")["verdict"], "uneven dice", "loaded dice")
    holds(home.run("dice", "loaded").ended(0).out, "These dice are uneven")


@claim("a shelf without real dice is not an error, but a named record without them is")
def _(home):
    ran = home.run("dice").ended(0)
    same((ran.out, ran.err), ("", "No rolls of real dice have been saved yet.\n"), "what it says")
    home.write("seeded", MISTAKES.replace("dice physical", "dice system"))
    home.write("bad", "rules yardzee\nroll 1 2 3\n")
    holds(home.run("dice", "seeded").ended(1).err, "seeded isn't counted: the game wasn't played with real dice ")
    holds(home.run("dice", "bad").ended(1).err, "bad, line 2: ")
    home.write("good", MISTAKES)
    same(dice_said(home, "good", "bad", code=1)["dice"], 20, "the dice of the good one")


main()
