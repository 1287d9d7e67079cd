#!/usr/bin/env python3
"""Past games in the full screen: series, reviews, sheets, what-if games, deletion, the end of a game, and
mistakes that come due in practice.

usage: past_test.py YARD"""
import json
import os
import re

from screen import Terminal, check, claim, holds, main, same, settings

SMALL = (80, 24)
BOXES = ("ones twos threes fours fives sixes three-kind four-kind full-house small-straight large-straight "
         "five-kind chance").split()


def game(faces="44444"):
    """The lines of a whole solo game with the same dice in every turn."""
    return [line for box in BOXES for line in ("roll " + " ".join(faces), "score " + box)]


def record(home, name, *lines, date="2026-11-15T08:30:00Z", marks=()):
    folder = home.path("data/yardstick/games")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + ".yard"), "w", encoding="utf-8") as file:
        file.write("\n".join(("yardstick 1", f"date {date}", *marks, "rules yardzee", "seat Ann", "dice physical",
                              *lines)) + "\n")


def series(home):
    """Two finished games and a third that has just begun."""
    record(home, "series", *game(), "rematch", *game("12345"), "rematch", "roll 1 1 1 2 3")


@claim("every game of a series is listed, reviewed and shown as a sheet")
def _(home):
    series(home)
    settings(home, speed="off")
    totals = [json.loads(home.run("list", "--json").ended(0).out)["earlier"][i]["seats"][0]["total"] for i in (0, 1)]
    holds(home.run("list").ended(0).out, "yardzee, game 3 of 3: round 1, Ann to play", f"Game 2: finished; Ann {totals[1]}",
          f"Game 1: finished; Ann {totals[0]}")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Past games")
    t.see("Yardzee, game 3 of 3: round 1, Ann to play", "Yardzee, game 2 of 3: finished",
          "Yardzee, game 1 of 3: finished", f"Ann {totals[0]}", f"Ann {totals[1]}")
    t.keys("End", "Enter")
    t.see("Yardzee, game 1 of 3: game review", "Breakdown", f"{totals[0]}.0")
    t.keys("s")
    t.see("Yardzee, game 1 of 3", "3 of a kind")
    t.keys("End")
    t.see("GRAND TOTAL", str(totals[0]))
    t.keys("g")
    t.see("Yardzee, game 3 of 3")
    t.keys("q", "g")
    t.see("Yardzee, game 3 of 3: game review", "rolls 1 1 1 2 3")
    t.keys("g")
    t.see("Yardzee, game 2 of 3: game review", "Breakdown", f"{totals[1]}.0")
    t.keys("q")
    t.see("Past games")


@claim("only the last game of a series can be continued; the keys that don't apply aren't offered")
def _(home):
    series(home)
    settings(home, speed="off")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Past games")
    t.see("game 3 of 3", "[C]ontinue", "[D]elete")
    t.keys("Down")
    t.wait(lambda s: "[C]ontinue" not in s, "a game that is over and done with")
    t.keys("c")
    t.keys("Up", "c")
    t.see("Roll 1 of 3", "round 1 of 13")


@claim("a game is deleted after a question, but not while another process has it open")
def _(home):
    series(home)
    settings(home, speed="off")
    path = home.path("data/yardstick/games/series.yard")
    playing = Terminal(home, *SMALL, "resume", path)
    playing.see("Roll 1 of 3")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Past games")
    t.see("game 3 of 3", "[D]elete")
    t.keys("d")
    t.see("Delete the whole series (3 games)? It can't", "[Y]es [N]o")
    t.keys("n")
    t.see("[D]elete")
    t.keys("d", "y")
    t.see("is open in another")
    check(os.path.exists(path), "a game in use was deleted")
    playing.keys("q")
    playing.see("exit code 0")
    t.keys("d", "y")
    t.see("There are no saved games yet.", "Deleted.")
    check(not os.path.exists(path), "the game is still there")


@claim("yard delete asks, takes numbers and files, and deletes only records that nobody has open")
def _(home):
    series(home)
    record(home, "other", *game(), date="2026-11-16T08:30:00Z")
    home.write("letter", "Dear Ann,\n")
    holds(home.run("delete", "1").ended(2).err, "add --yes")
    holds(home.run("delete", "--yes", "3").ended(1).err, "shows no game number 3")
    check(home.run("delete", "--yes", "letter").ended(1).err, "no reason")
    same(home.read("letter"), b"Dear Ann,\n", "the file")
    t = Terminal(home, *SMALL, "delete", "1")
    t.see("Yardzee: finished; Ann", "Delete this game? It can't be recovered. (yes, no)")
    t.type("no")
    t.keys("Enter")
    t.see("Nothing deleted.", "exit code 0")
    same(len(os.listdir(home.path("data/yardstick/games"))), 2, "the games")
    playing = Terminal(home, *SMALL, "resume", home.path("data/yardstick/games/series.yard"))
    playing.see("Roll 1 of 3")
    holds(home.run("delete", "--yes", "2").ended(1).err, "open")
    playing.keys("q")
    playing.see("exit code 0")
    holds(home.run("delete", "--yes", "1", "2").ended(0).out, "Deleted", "other.yard", "series.yard")
    same(os.listdir(home.path("data/yardstick/games")), [], "the games")


@claim("a what-if game starts from any decision of a review, is marked, and never counts")
def _(home):
    record(home, "game", *game())
    settings(home, speed="off")
    best = home.run("best").ended(0).out
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Past games")
    t.see("finished")
    t.keys("Enter")
    t.see("game review", "Breakdown")
    t.keys("End", "Up", "Up", "w")  # the choice of the last turn but one
    t.see("What if · Yardzee · round 12 of 13", "Roll 1 of 3", "this game doesn't count")
    t.keys("Enter")
    t.wait(lambda s: "round 13 of 13" in s or "[Y]es" in s, "the next turn")
    t.keys("y")
    t.see("round 13 of 13")
    t.type("44444")
    t.see("Roll 1 of 3")
    t.keys("Enter")
    t.wait(lambda s: "game over" in s or "[Y]es" in s, "the end")
    t.keys("y")
    t.see("What if · Yardzee · game over", "no result")
    check("[N]ew game" not in t.seen, "a series begins with a what-if game", t.seen)
    t.keys("q", "q")
    t.see("Past games", "Yardzee, what if: finished")
    name = next(f for f in os.listdir(home.path("data/yardstick/games")) if "what-if" in f)
    made = home.read("data/yardstick/games/" + name).decode().splitlines()
    check(made[2].startswith("# what-if: line "), made[:5])
    same(made.count("score ones"), 1, "the moves before it")
    same(home.run("best").ended(0).out, best, "the bests")
    rows = [json.loads(line) for line in home.run("list", "--json").ended(0).out.splitlines()]
    same([row.get("what_if", False) for row in rows], [True, False], "the marks")
    one = home.run("dice", "--json").ended(0).out
    same(json.loads(one)["records"], 1, "the records with real dice")
    holds(home.run("analyse").ended(0).out, "(what if)", "Ann, yardzee: 1 game; errors cost")


@claim("the end of a game shows a new best, the best roll, the costliest move, and keys for sheet and review")
def _(home):
    record(home, "before", *game("12345"))
    record(home, "game", *game()[:-1], date="2026-11-16T08:30:00Z")
    settings(home, speed="off")
    t = Terminal(home, *SMALL, "resume", "data/../data/yardstick/games/game.yard")  # not as the store writes it
    t.see("Roll 1 of 3", "Expected final scores")
    t.keys("Enter")
    t.wait(lambda s: "game over" in s or "[Y]es" in s, "the end")
    t.keys("y")
    screen = t.see("Game over", "New best for Ann", "Best roll: Ann, round", "Costliest move: Ann, round")
    check(re.search(r"New best for Ann: \d+ points \(before: \d+\)\.", screen), screen)
    holds(screen, "[A]nalysis", "[S]heet")
    t.golden("end-new-best")
    t.keys("s")
    t.see("3 of a kind", "Ann")
    t.keys("q", "a")
    t.see("game review")


@claim("mistakes that are due come first in practice, and answers move them in the deck")
def _(home):
    record(home, "game", "roll 4 4 4 4 1", "score ones", *game("44441")[2:])
    settings(home, speed="off", rules="yahtzee")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Practice")
    t.see("Practice: Yardzee, Ann's mistake (1 of ", "Upper section")
    deck = home.read("data/yardstick/practice/deck.txt").decode().splitlines()
    check(all(" 1 . yardzee" in line for line in deck), deck)
    t.keys("Enter")
    t.wait(lambda s: "). Best:" in s or "Right, that's the best move." in s, "a grade")
    after = home.read("data/yardstick/practice/deck.txt").decode().splitlines()
    same(len(after), len(deck), "the cards")
    same(sum(" . yardzee" not in line for line in after), 1, "the cards that moved")
    t.keys("n")
    t.see("Ann's mistake (2 of ")
    t.keys("l")
    t.see("Practice: Yahtzee, hard")


@claim("the menu reaches every unfinished game, and the arrows go around its ends")
def _(home):
    for i in range(12):
        record(home, f"game-{i:02}", "roll 1 1 1 2 3", date=f"2026-11-{28 - i}T08:30:00Z")
    settings(home, speed="off")
    t = Terminal(home, *SMALL, "play")
    t.see("Continue 1", "7 more, with the arrow keys", "Quit")
    t.keys("Up", "Up")
    t.wait(lambda s: re.search(r"▸ Settings", s), "the last entry but one")
    t.keys("Down", "Down")
    t.wait(lambda s: re.search(r"▸ Continue 1 ", s), "the first entry")
    t.keys(*["Down"] * 11)
    t.wait(lambda s: re.search(r"▸ Continue 12 ", s), "the twelfth game")
    t.keys("Enter")
    t.see("Roll 1 of 3")
    t.keys("q")
    t.see("Continue 12")


if __name__ == "__main__":
    main()
