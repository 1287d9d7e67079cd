#!/usr/bin/env python3
"""kill -9 at random moments of play, and records truncated at every byte: no acknowledged line is lost.

usage: kill_test.py YARD [SEED]"""
import json
import os
import random
import sys
import time

from tap import Engine, PATIENCE, Plain, Session, check, claim, holds, main, same, text

SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**9)
ENGINE_KILLS, PLAIN_KILLS = 150, 50
STEPS = 60  # per game; the program is killed several times in each

# Every rule set, seeded and real dice, partners, opening rolls.
TABLES = [
    ["rules yardzee", "seat Ann", "seat Bea", "dice seed", "start roll"],
    ["rules yardkle:entry=0,goal=2000", "seat Ann", "seat Cy", "dice physical", "start 2"],
    ["rules yahtzee", "seat Ann+Bea", "seat Cy+Zoë", "dice physical", "start 1"],
    ["rules yahtzee-classic", "seat Ann", "dice seed", "start 1"],
    ["rules yatzy", "seat Ann", "seat Bea", "seat Cy", "dice physical", "start roll"],
    ["rules farkle:goal=1000", "seat Ann", "seat Bea", "dice seed", "start 1"],
]


class Game:
    """A scripted game, played once without a record to learn the result of each line."""

    def __init__(self, home, rng, table):
        self.seeded = "dice seed" in table
        table = [f"dice seed {rng.randrange(2**64)}" if s == "dice seed" else s for s in table]
        self.options = [word for line in table for word in ("--" + line).split(" ", 1)]
        self.setup = ["yardstick 1", "date 2026-11-15T08:30:00Z", *table]
        self.script = []  # (line typed, line recorded or None)
        self.engine = Engine(home)
        for line in self.setup:
            self.engine.say(line)
        while len(self.script) < STEPS:
            self.step(rng)
        self.lines = self.setup + [written for _, written in self.script if written]
        self.end = self.engine.ask("state")
        self.engine.kill()

    def step(self, rng):
        state = self.engine.ask("state")
        legal = self.engine.ask("legal")
        dice = rng.random()
        if dice < 0.05:
            line = "# naïve notes, ✓"
        elif dice < 0.10:
            line = rng.choice(["score nothing", "take 7 roll", "xyzzy"])
        elif dice < 0.18:
            line = "undo"
        elif dice < 0.26:
            line = self.correction(rng, state)
        elif state["phase"] == "over":
            line = "rematch"
        elif legal["legal"]:
            line = rng.choice(legal["legal"])
        else:
            line = "roll" if self.seeded else "roll" + faces(rng, legal["falling"])
        answer = self.engine.ask(line)
        if line.startswith("score") and answer.get("points") == 0:
            line = "zero" + line[len("score"):]  # otherwise plain play would ask for confirmation
        self.script.append((line, answer.get("ok")))

    def correction(self, rng, state):
        """Corrects a recent line to another of its kind; the correction may well be refused."""
        number = rng.randint(max(len(self.setup), state["lines"] - 12), state["lines"])
        said = self.engine.ask(f"line {number}")["in_force"] or ""
        if said.startswith("roll"):
            return f"correct {number} roll" + faces(rng, len(said.split()) - 1)
        if said.startswith("score"):
            return f"correct {number} score {rng.choice(['ones', 'twos', 'chance'])}"
        return f"correct {number} {said or 'roll 1'}"

    def rest(self, events):
        """The part of the script after the first `events` recorded events."""
        at = 0
        while events:
            events -= self.script[at][1] is not None
            at += 1
        return self.script[at:]


def faces(rng, count):
    return "".join(f" {rng.randint(1, 6)}" for _ in range(count))


def kill_after(session, rest, progress, enough):
    """Types everything at once and kills the program as soon as it has made enough progress, while it
    is busy with the rest. Returns all its output."""
    session.write("".join(line + "\n" for line, _ in rest).encode())
    heard = session.read_until(lambda heard: progress(heard) >= enough)
    session.process.kill()
    heard += session.read_until(lambda heard: False)
    session.process.wait(PATIENCE)
    return heard


def record_is_good(home, game, name, acknowledged):
    """Checks that the record has all acknowledged lines in place and at most one more; returns the number of lines."""
    data = home.read(name)
    whole, _, tail = data.rpartition(b"\n")
    lines = text(whole).splitlines()
    same(lines, game.lines[: len(lines)], "the record")
    check(len(acknowledged) <= len(lines) <= len(acknowledged) + 1,
          f"{len(acknowledged)} lines were acknowledged, {len(lines)} are there", text(data))
    same(lines[: len(acknowledged)], acknowledged, "what was acknowledged")
    seen = home.run("check", "--json", name).ended(1 if tail else 0)
    same(json.loads(seen.out)["lines"], len(lines), "the number of lines that check reads")
    return len(lines)


def ended_as_played(home, game, name):
    """Plays the rest of the script; checks that the answers and the result are the same as without a kill."""
    engine = Engine(home, name)
    events = engine.ask("state")["lines"] - len(game.setup)
    for line, written in game.rest(events):
        answer = engine.ask(line.replace("zero", "score"))
        same(answer.get("ok"), written, f"the answer to {line!r}")
    same(engine.ask("state"), game.end, "the end of the game")
    engine.kill()


def engine_kills(home, rng, table, kills):
    """Plays game after game until the engine has been killed `kills` times."""
    while kills > 0:
        game = Game(home, rng, table)
        name = home.write(f"engine-{kills}", "".join(line + "\n" for line in game.setup))
        lines = len(game.setup)
        while kills > 0 and (rest := game.rest(lines - len(game.setup))):
            kills -= 1
            rest = [(line.replace("zero", "score"), written) for line, written in rest]
            heard = kill_after(Session(home, "engine", name), rest, lambda s: s.count(b"\n"),
                               rng.randint(0, min(len(rest), 24)))
            acknowledged = game.lines[:lines]
            for answer in heard.split(b"\n")[:-1]:
                answer = json.loads(answer)
                if "ok" in answer:
                    acknowledged.append(answer["ok"])
                    same(answer["line"], len(acknowledged), "the number of the line")
            lines = record_is_good(home, game, name, acknowledged)
        ended_as_played(home, game, name)


def plain_kills(home, rng, table, kills):
    """The same with plain play. A prompt acknowledges the line before it; the first prompt acknowledges the setup."""
    while kills > 0:
        game = Game(home, rng, table)
        name, lines = f"plain-{kills}", 0
        while kills > 0 and (rest := game.rest(max(0, lines - len(game.setup)))):
            kills -= 1
            verb = ["resume", name] if lines else ["play", "--record", name, *game.options]
            heard = kill_after(Session(home, *verb, "--plain"), rest, lambda s: s.count(b"> "),
                               rng.randint(0 if lines else 1, min(len(rest), 24)))
            done = rest[: max(0, heard.count(b"> ") - 1)]
            if not lines:
                game.lines[1] = text(home.read(name)).splitlines()[1]  # today's date
            acknowledged = game.lines[: lines or len(game.setup)]
            acknowledged += [written for _, written in done if written]
            lines = record_is_good(home, game, name, acknowledged)
        ended_as_played(home, game, name)


def declare(kind, kills, trial):
    """One claim per table, each with its share of the kills."""
    for number, table in enumerate(TABLES):
        share = len(range(number, kills, len(TABLES)))
        rng = random.Random(f"{SEED} {kind} {number}")
        claim(f"yard {kind}, {table[0]}: {share} kills lose no acknowledged line")(
            lambda home, rng=rng, table=table, share=share: trial(home, rng, table, share))


@claim("a kill while a record is being created leaves no file, an empty one, or the whole setup")
def _(home):
    options = ["--rules", "yardzee", "--seat", "Ann", "--dice", "seed 1"]
    begun = time.monotonic()
    Plain(home, "play", "--record", "untouched", *options)
    usual = time.monotonic() - begun
    for number in range(20):
        name = f"new-{number}"
        session = Session(home, "play", "--plain", "--record", name, *options)
        time.sleep(usual * random.Random(f"{SEED} {number}").random())  # there is no event to wait for
        session.kill()
        seen = home.run("check", name)
        if seen.code == 0:
            holds(seen.out, f"{name}: 5 lines, yardzee, ")
        elif os.path.exists(home.path(name)):
            same(home.read(name), b"", "a record without all of the setup")
        else:
            holds(seen.err, f"Can't open {name}: No such file or directory.")


@claim("an undone roll of system dice comes up the same way again, even after a kill")
def _(home):
    name = home.record("system", "--rules", "yatzy", "--seat", "Ann", "--dice", "system")
    engine = Engine(home, name)
    rolled = engine.say("roll")
    engine.say("undo")
    engine.kill()
    same(Engine(home, name).say("roll"), rolled, "the roll after the undo")


# ---- records truncated at every byte ----

FINISHED = """\
yardstick 1
date 2026-11-15T08:30:00Z
rules farkle:goal=1000
seat Ann+Zoë
seat Bea
dice physical
start 1
# ✓ a small game
roll 1 1 1 1 2 3
take 1 roll
undo
take 1 1 1 1 stop
roll 2 2 2 3 4 6
correct 9 roll 1 1 1 1 5 5
take 2 2 2 stop
""".encode()


def cuts():
    """For every length of the record but the full one: the length, the whole lines up to it, and the rest."""
    for size in range(len(FINISHED)):
        whole = FINISHED[: FINISHED.rfind(b"\n", 0, size) + 1]
        yield size, whole, FINISHED[len(whole):size]


def shown(tail):
    return "".join(chr(c) if 0x20 <= c < 0x7F else f"\\x{c:02x}" for c in tail[:60])


@claim("check reads a truncated record up to its last whole line and reports the rest")
def _(home):
    names = [home.write(f"cut-{size}", FINISHED[:size]) for size, _, _ in cuts()]
    seen = home.run("check", *names).ended(1)
    out = {line.split(":")[0]: line for line in seen.out.splitlines()}
    for size, whole, tail in cuts():
        name, lines = f"cut-{size}", whole.count(b"\n")
        if b"rules" in whole:
            holds(out[name], f"{name}: {lines} lines, farkle:goal=1000, ")
        else:
            holds(seen.err, f"yard: {name} isn't a complete record: it names no rules.\n")
        message = f"yard: {name} ends in the middle of line {lines + 1}, after '{shown(tail)}'"
        same(message in seen.err, bool(tail), f"that {name} is reported as cut")


@claim("resume repairs a record truncated after its rules, and the game can be played to the same end")
def _(home):
    for size, whole, tail in cuts():
        name, lines = home.write(f"cut-{size}", FINISHED[:size]), whole.count(b"\n")
        seen = home.run("resume", "--plain", name, typed=FINISHED[len(whole):])
        if b"rules" in whole:
            seen.ended(0)
            message = f"{name} ended in the middle of line {lines + 1}, after '{shown(tail)}'"
            same(message in seen.err, bool(tail), f"that {name} is reported as cut")
            same(home.read(name), FINISHED, f"{name}, mended and played on,")
        else:
            holds(seen.ended(1).err, name)
            same(home.read(name), whole if whole else FINISHED[:size], name)


@claim("engine repairs a truncated record before its first answer")
def _(home):
    for size, whole, tail in cuts():
        if whole and tail and size % 8 == 0:
            name = home.write("cut", FINISHED[:size])
            seen = home.run("engine", name, typed="state\n").ended(0)
            same(json.loads(seen.out)["lines"], whole.count(b"\n"), "the number of lines")
            holds(seen.err, f"line {whole.count(bytes([10])) + 1}, after '{shown(tail)}'")
            same(home.read(name), whole, f"the record cut at {size}")


declare("engine", ENGINE_KILLS, engine_kills)
declare("play --plain", PLAIN_KILLS, plain_kills)
print(f"# seed {SEED}; to repeat: kill_test.py YARD {SEED}")
main()
