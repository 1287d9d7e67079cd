#!/usr/bin/env python3
"""One writer per record: a second one is refused, readers are not, and a dead writer holds no lock.

usage: lock_test.py YARD"""
import os
import signal

from tap import Engine, Plain, claim, holds, main, same

TABLE = ["--rules", "yardzee", "--seat", "Ann", "--seat", "Bea", "--dice", "seed 7", "--start", "1"]
REFUSAL = "yard: game is open in another copy of yard. Close it there first.\n"


def refused(home):
    """Checks that no other process can resume the game, and that trying changes nothing."""
    before = home.read("game")
    for verb in ("resume", "engine"):
        ran = home.run(verb, "game", typed="roll\n").ended(1)
        same((ran.out, ran.err), ("", REFUSAL), f"what {verb} says")
    same(home.read("game"), before, "the record")


@claim("while play has a record open, resume and engine are refused")
def _(home):
    plain = Plain(home, "play", "--record", "game", *TABLE)
    refused(home)
    plain.type()
    refused(home)
    holds(plain.end().ended(0).out, "The game is saved in game.")


@claim("while resume has a record open, resume and engine are refused")
def _(home):
    Plain(home, "resume", home.record("game", *TABLE))
    refused(home)


@claim("while engine has a record open, resume and engine are refused without disturbing it")
def _(home):
    engine = Engine(home, home.record("game", *TABLE))
    first = engine.say("roll")
    refused(home)
    engine.say("keep -")
    engine.end().ended(0)
    holds(home.read("game").decode(), f"start 1\n{first}\nkeep -\n")


@claim("during a game, others can read the record: check, sheet and list see every whole line")
def _(home):
    plain = Plain(home, "play", *TABLE)
    plain.type()
    folder = home.path("data/yardstick/games")
    name = os.path.join(folder, os.listdir(folder)[0])
    holds(home.run("check", name).ended(0).out, "8 lines", "round 1, Ann to play")
    holds(home.run("sheet", name).ended(0).out, "Yardzee", "Ann", "Bea")
    holds(home.run("list", "--unfinished").ended(0).out, "round 1, Ann to play", name)
    home.run("best").ended(0)


@claim("a partial last line is left alone while the record is open elsewhere")
def _(home):
    engine = Engine(home, home.record("game", *TABLE))
    engine.say("roll")
    with open(home.path("game"), "ab") as file:
        file.write(b"keep")
    refused(home)


@claim("a stopped writer keeps its lock, but a killed one releases it")
def _(home):
    engine = Engine(home, home.record("game", *TABLE))
    engine.say("roll")
    os.kill(engine.process.pid, signal.SIGSTOP)
    refused(home)
    engine.kill()
    holds(home.run("resume", "game").ended(0).out, "Yardzee: round 1, Ann to play")


@claim("a writer that exits releases its lock")
def _(home):
    Engine(home, home.record("game", *TABLE)).end().ended(0)
    Plain(home, "resume", "game").end().ended(0)
    Engine(home, "game").say("roll")


@claim("after 'save FILE', the old record is unlocked and the new one is locked")
def _(home):
    plain = Plain(home, "play", "--record", "old", *TABLE)
    holds(plain.type("save game"), "Saving to game from now on.")
    refused(home)
    Engine(home, "old").say("roll")


@claim("records are locked individually")
def _(home):
    engines = [Engine(home, home.record(f"game-{i}", *TABLE)) for i in range(4)]
    same(len({engine.say("roll") for engine in engines}), 1, "the number of different rolls")


main()
