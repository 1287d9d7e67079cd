#!/usr/bin/env python3
"""yard engine at length: a hundred thousand lines of all kinds, each with the right answer.

usage: engine_test.py YARD"""
import json
import random

from tap import Engine, check, claim, main, same

LINES = 100_000
BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "three-kind", "four-kind",
         "full-house", "small-straight", "large-straight", "five-kind", "chance"]

# Each block is a list of (line, a key in its answer, part of that key's value).


def ok(*lines):
    return [(line, "ok", line) for line in lines]


def sheet_game(rng):
    """A whole game; with a free joker any open box may be filled, whatever the dice."""
    block = ok("rules yardzee", "seat Ann", "seat Bea+Cy", f"dice seed {rng.randrange(2**64)}",
               "start 2")
    for boxes in zip(rng.sample(BOXES, 13), rng.sample(BOXES, 13)):
        for box in boxes:
            block += [("roll", "ok", "roll "), ("roll", "error", "Decide what to do with these dice first.")]
            for _ in range(rng.randrange(3)):
                block += [("keep -", "ok", "keep -"), ("score chance", "error", "Roll the dice first."),
                          ("roll", "ok", "roll ")]
            block += [("legal", "legal", f"score {box}"), ("state", "seats", "Bea+Cy")]
            block += ok(f"score {box}")
            if not rng.randrange(8):
                block += ok("undo", f"score {box}")
    return block + [("roll", "error", "The game is over."), ("state", "winners", ""),
                    *ok("rematch"), ("roll", "ok", "roll ")]


def press_game(_rng):
    """Real dice, so that the legal actions are known."""
    return ok("new", "rules yardkle:goal=1000", "seat Ann", "seat Bea", "dice physical", "start 1",
              "roll 1 1 1 2 3 4", "take 1 1 1 roll", "roll 2 3 4", "roll 1 2 3 4 6 6") + [
        ("take 1 stop", "error", "(rule entry"), ("take 2 roll", "error", "(rule set-aside"),
        ("roll", "error", "Decide what to do with these dice first.")] + ok("take 1 roll", "undo") + [
        ("correct 6 roll 2 3 4 6 6 2", "error", "Line 7, 'take 1 1 1 roll'"),
        ("correct 6 roll 5 1 1 1 2 3", "ok", "correct 6 roll 1 1 1 2 3 5"),
        ("legal", "legal", "take 1 roll"), ("line 6", "in_force", "roll 1 1 1 2 3 5")]


def position(rng):
    points = rng.randrange(0, 9950, 50)
    line = f"position yardkle {points}/0 1 350 1,2,2,4,5,5"
    return ok(line) + [("legal", "legal", "take 1 5 5 "), ("state", "position", line[9:])]


def questions(_rng):
    return [("new", "ok", "new"), ("legal", "legal", ""), ("state", "phase", "setup"),
            ("help", "words", "undo"), ("# 100 % naïve \\ \"comments\"", "ok", "# 100 %"),
            ("line 1", "said", "# 100 %"), ("line 9", "error", "number of a line")]


def nonsense(rng):
    letters = "".join(rng.choice("bdfgjz") for _ in range(rng.randrange(1, 40)))
    return [(letters, "error", "I don't understand '"), ("", "error", "The line is empty."),
            ("ruels yardzee", "error", "Did you mean 'rules'?"),
            ("rules yardze", "error", "Did you mean 'yardzee'?"),
            ("# \x01", "error", "control characters"), (b"# \xff\xfe", "error", "UTF-8"),
            (b"# \0", "error", "control characters"), (b"\xff\0\r", "error", "I don't understand '"),
            ("# " + "x" * 45000, "error", "too long"), ("levels now", "error", "takes no arguments"),
            ("correct 1 undo", "error", "You can correct only "),
            (f"seat {'n' * 41}", "error", "is too long (at most 40 characters)."),
            (f"line {rng.randrange(10**6, 10**30)}", "error", "number of a line"),
            (f"correct {rng.randrange(10**6)} roll 7", "error", "")]


@claim(f"{LINES} mixed lines get {LINES} answers, and only the expected errors")
def _(home):
    rng = random.Random(2026)
    script = []
    while len(script) < LINES:
        kind = rng.choice([sheet_game, press_game, position, questions, nonsense])
        script += kind(rng)
    del script[LINES:]
    typed = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n"
                     for line, _, _ in script)
    ran = home.run("engine", typed=typed).ended(0)
    same(ran.err, "", "the messages")
    answers = ran.out.split("\n")[:-1]
    same(len(answers), LINES, "the number of answers")
    for number, (answer, (line, key, part)) in enumerate(zip(answers, script), 1):
        value = json.loads(answer).get(key)
        check(value is not None and part in json.dumps(value, ensure_ascii=False).replace("\\", ""),
              f"line {number}: {line!r} was answered by {answer}",
              f"and not by {key!r} with {part!r}")


@claim("quit ends the session without an answer, and so does end of input")
def _(home):
    same(home.run("engine", typed="new\nquit\nnew\n").ended(0).out, '{"ok":"new"}\n', "the answers")
    same(home.run("engine", typed="new").ended(0).out, '{"ok":"new"}\n', "the answers")
    same(home.run("engine", typed="").ended(0).out, "", "the answers")


@claim("every line is answered before the next is read")
def _(home):
    engine = Engine(home)
    for line in ("help", "rules yatzy", "roll 1 1 1 1 1", "score five-kind", "state"):
        engine.ask(line)  # waits for the answer
    same(engine.ask("state")["seats"][0]["total"], 50, "the total")


@claim("a recorded table cannot be replaced: rules, position and new are refused")
def _(home):
    name = home.record("game", "--rules", "yatzy", "--seat", "Ann", "--dice", "seed 1")
    before = home.read(name)
    ran = home.run("engine", name, typed="new\nrules yardzee\nposition yatzy - 1 - 0\n").ended(0)
    for answer in ran.out.splitlines():
        check("error" in json.loads(answer), answer)
    same(home.read(name), before, "the record")


main()
