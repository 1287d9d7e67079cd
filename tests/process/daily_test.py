#!/usr/bin/env python3
"""The game and the position of the day, as people play them.

usage: daily_test.py YARD"""
import datetime
import glob
import hashlib
import json
import os

from tap import check, claim, holds, main, prose, same, text

DAY = ["--date", "2026-11-18"]
BOOKS = {"yardzee": 5, "yardkle": 6, "yahtzee": 5, "yahtzee-classic": 5, "yatzy": 5, "farkle": 6}


def number(n):
    return n.to_bytes(4, "little")


def faces(date, book, turn, roll, n):
    """The dice of a day, computed as doc/language.md says, without any code of the program."""
    key = hashlib.blake2b(f"yard-daily-games{date} {book}".encode(), digest_size=32).digest()
    fallen, block = [], 0
    while len(fallen) < n:
        message = b"yard-daily-throw" + number(turn) + number(roll) + number(block)
        fallen += [v // 42 + 1 for v in hashlib.blake2b(message, key=key).digest() if v < 252]
        block += 1
    return fallen[:n]


def days(first, count):
    begin = datetime.date.fromisoformat(first)
    return [(begin + datetime.timedelta(n)).isoformat() for n in range(count)]


def engine(home, lines):
    return [json.loads(line) for line in home.run("engine", typed="\n".join(lines) + "\n").ended(0).out.splitlines()]


def quick_game(book):
    """Lines for plain play that finish a game: every turn one roll and a zero. Plain play asks about a zero in a box that
    would score, and refuses a 'yes' that it did not ask for."""
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes", *(["one-pair", "two-pairs"] if book == "yatzy" else []),
             "three-kind", "four-kind", "full-house", "small-straight", "large-straight", "five-kind", "chance"]
    return "".join(f"\nzero {box}\nyes\n" for box in boxes)


def share_of(ran):
    at = ran.out.index("To share, without spoilers:")
    return [line.strip() for line in ran.out[at:].splitlines()[2:] if line.strip()]


@claim("dice are those that the document describes, for every book and many days")
def _(home):
    for book, dice in BOOKS.items():
        for date in days("2026-02-20", 12) + days("2027-12-28", 6):
            rolls = [a["ok"] for a in engine(home, [
                f"rules {book}", f"dice daily {date}", "roll", *(["keep -", "roll", "keep -", "roll"] if dice == 5 else [])])
                if a["ok"].startswith("roll")]
            same(rolls, ["roll " + " ".join(map(str, sorted(faces(date, book, 0, n, dice)))) for n in range(len(rolls))],
                 f"{book} on {date}")


@claim("documented examples of daily dice are right")
def _(home):
    with open(os.path.join(os.path.dirname(__file__), "../../doc/language.md"), encoding="utf-8") as file:
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in file.read().split("## Daily dice")[1].splitlines()
                if line.startswith("| 20")]
    same(len(rows), 5, "the examples")
    for date, book, turn, roll, dice in rows:
        same(dice, " ".join(map(str, faces(date, book, int(turn), int(roll), 6))), f"{date} {book}")


@claim("the game is saved at every move, and the same command continues it until it is finished")
def _(home):
    ran = home.run("daily", *DAY, "--name", "Ann", typed="\nchance\nq\n").ended(0)
    holds(ran.out, "dice: 2 3 5 5 6", "Ann scores 21 in Chance")
    check("To share" not in ran.out, ran.out)
    records = glob.glob(home.path("data/yardstick/games/*"))
    same(len(records), 1, "records")
    holds(text(home.read(records[0])), "rules yardzee\nseat Ann\ndice daily 2026-11-18\nroll 2 3 5 5 6\nscore chance\n")
    ran = home.run("daily", *DAY, "--name", "Ann", typed=quick_game("yardzee").replace("\nzero chance\nyes\n", "")).ended(0)
    holds(ran.out, "Round 2: Ann, 21 points.", "To share, without spoilers:")
    same(glob.glob(home.path("data/yardstick/games/*")), records, "the records")
    home.run("check", records[0]).ended(0)
    lines = share_of(ran)
    same(lines[0], "Yardstick daily game 414 · Yardzee", "the title")
    same(len(lines[1]), 13, "a mark for each turn")
    check(set(lines[1]) <= set("★○–"), lines[1])
    holds(lines[2], "21 points · ", " given away")
    same(len(lines), 3, "nothing more")


@claim("a finished game is not played again: its result is shown")
def _(home):
    first = home.run("daily", *DAY, typed=quick_game("yardzee")).ended(0)
    again = home.run("daily", *DAY, typed="\nchance\n").ended(0)
    holds(prose(again.out), "You've already played this game: ")
    same(share_of(again), share_of(first), "the text to share")
    same(len(glob.glob(home.path("data/yardstick/games/*"))), 1, "records")
    other = home.run("daily", "yatzy", *DAY, typed=quick_game("yatzy")).ended(0)
    holds(other.out, "Yardstick daily game 414 · Yatzy")


@claim("texts to share have no dice and no decisions")
def _(home):
    lines = share_of(home.run("daily", *DAY, typed=quick_game("yardzee")).ended(0))
    digits = [c for c in lines[0] + lines[1] if c.isdigit()]
    same("".join(digits), "414", "numbers in the title and the marks")
    position = share_of(home.run("daily", "--position", "--date", "2026-11-15", typed="keep 3 3\n").ended(0))
    same(position, ["Yardstick daily 411 · Yardzee", "Best choice · hard"], "the text about the position")
    position = share_of(home.run("daily", "--position", "--date", "2026-11-15", typed="chance\n").ended(0))
    same(position[1], "Not this time · hard", "a miss, without a reproach")


@claim("days in a row are counted per person over all rule sets, and a missed day is not held against anyone")
def _(home):
    for date, book in zip(days("2026-11-10", 3), ["yardzee", "yatzy", "yahtzee"]):
        lines = share_of(home.run("daily", book, "--date", date, "--name", "Ann", typed=quick_game(book)).ended(0))
    same(lines[-1], "3 days in a row", "the third day")
    home.run("daily", "--date", "2026-11-13", "--name", "Ann", typed="\nq\n").ended(0)  # begun only
    out = home.run("daily", "--date", "2026-11-14", "--name", "Ann", typed=quick_game("yardzee")).ended(0)
    check("in a row" not in "".join(share_of(out)[:3]), out.out)
    holds(out.out, "Longest so far: 3 days in a row.")
    lines = share_of(home.run("daily", "--date", "2026-11-13", "--name", "Ann", typed=quick_game("yardzee")).ended(0))
    same(lines[-1], "4 days in a row", "the missed day, played later")
    lines = share_of(home.run("daily", "--date", "2026-11-15", "--name", "Bea", typed=quick_game("yardzee")).ended(0))
    same(len(lines), 3, "another person's text")


@claim("a day is the day where the player is")
def _(home):
    dates = set()
    for zone in ("EAST-14", "WEST12"):
        home.env["TZ"] = zone
        home.run("daily", "--name", zone, typed="q\n").ended(0)
    for path in glob.glob(home.path("data/yardstick/games/*")):
        dates |= {line for line in text(home.read(path)).splitlines() if line.startswith("dice daily")}
    same(len(dates), 2, f"days on both sides of the date line: {dates}")


@claim("the referee of the daily game lets nobody try twice")
def _(home):
    ran = home.run("daily", *DAY, typed="\nundo\nchance\nundo\nchance\n\nundo\nq\n").ended(0)
    same(prose(ran.out).count("a roll can't be undone"), 2, "refusals")
    holds(ran.out, "Undone.")
    for wrong in (["daily", "yardzee:bonus=0"], ["daily", "--name", "Ann+Bea"], ["daily", "--name", "Robo bot club"],
                  ["daily", "--json"], ["daily", "--position", "--name", "Ann"], ["daily", "chess"], ["daily", "yatzy", "farkle"],
                  ["daily", "--date", "2026-02-30"]):
        home.run(*wrong).ended(2)


@claim("the position of the day does not depend on threads or the cache")
def _(home):
    args = ["daily", "--position", "--date", "2026-11-15", "--json"]
    first = home.run(*args).ended(0).out
    home.env["XDG_CACHE_HOME"] = home.path("nothing-there")
    same(home.run(*args, timeout=600).ended(0).out, first, "without a cache")
    one = {0} if hasattr(os, "sched_setaffinity") else None
    same(home.run(*args, timeout=600, preexec_fn=lambda: one and os.sched_setaffinity(
        0, {min(os.sched_getaffinity(0))})).ended(0).out, first, "on one core")
    question = json.loads(first.splitlines()[0])
    same(question["position"], "yardzee twos=6,fours=12,sixes=18,full-house=25 1 2,3,3,4,4 2",
         "the position")
    home.env.pop("XDG_CACHE_HOME")
    other = home.run("daily", "--position", "--date", "2026-11-16", "--json").ended(0).out
    check(other != first, "the next day has the same position")


main()
