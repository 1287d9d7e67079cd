"""Daily games for the network tests: records, as a player's device makes them."""
import datetime
import hashlib
import json
import os
import random
import subprocess
import time

BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "three-kind", "four-kind", "full-house",
         "small-straight", "large-straight", "five-kind", "chance"]


class Player:
    """A device: its secret token, and the hash that its records have."""

    def __init__(self, name):
        self.name, self.token = name, os.urandom(32).hex()
        self.hash = hashlib.blake2b(b"yard-daily-owner" + bytes.fromhex(self.token), digest_size=32).hexdigest()


def window():
    """The first and the last day for which results can be handed in now."""
    now = datetime.datetime.fromtimestamp(time.time(), datetime.timezone.utc)
    return ((now - datetime.timedelta(hours=12)).date() - datetime.timedelta(7),
            (now + datetime.timedelta(hours=14)).date())


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())


def setup(player, date, book="yardzee"):
    return ["yardstick 1", f"date {date}T12:00:00Z", f"rules {book}", f"seat {player.name}", f"dice daily {date}", "start 1",
            f"# player: {player.hash}"]


def sheet_lines(player, date, book="yardzee", seed=0, hints=0):
    """A whole game: one roll a turn, boxes in an order that depends on the seed."""
    boxes = BOXES + (["one-pair", "two-pairs"] if book == "yatzy" else [])
    random.Random(seed).shuffle(boxes)
    lines = setup(player, date, book)
    for n, box in enumerate(boxes):
        lines += ["roll", *(["hint"] if n < hints else []), f"score {box}"]
    return lines


def records(home, games):
    """Plays games that are lists of lines, and returns their records."""
    typed = "".join("new\n" + "\n".join(lines) + "\n" for lines in games)
    answers = [json.loads(line) for line in home.run("engine", typed=typed, timeout=600).ended(0).out.splitlines()]
    made = []
    for answer in answers:
        if answer.get("ok") == "new":
            made.append("")
        else:
            made[-1] += answer["ok"] + "\n"
    return made


def press_record(home, player, date, book="yardkle"):
    """Banks as soon as that is allowed."""
    with subprocess.Popen([home.yard, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        def ask(line):
            engine.stdin.write(line + "\n")
            engine.stdin.flush()
            return json.loads(engine.stdout.readline())
        record = "".join(ask(line)["ok"] + "\n" for line in setup(player, date, book))
        phase = "roll"
        while phase != "over":
            choices = ask("legal")["legal"] or ["roll"]
            stops = [choice for choice in choices if choice.endswith("stop")]
            answer = ask((stops or choices)[-1])
            record, phase = record + answer["ok"] + "\n", answer["phase"]
        engine.stdin.close()
        return record
