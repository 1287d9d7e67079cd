#!/usr/bin/env python3
"""What every screen looks like at the supported sizes, and what keys and clicks do there.

usage: screens_test.py YARD"""
import os
import re
import time

from screen import Terminal, check, claim, holds, main, same, settings

SMALL, LARGE = (80, 24), (120, 40)
DATE = r"20\d\d-\d\d-\d\d"


def table(home, size, *more, rules="yardzee", env=None, **set_before):
    settings(home, **{"speed": "off", **set_before})
    return Terminal(home, *size, "play", "--rules", rules, "--seat", "Ann", "--seat",
                    "Robo bot perfect", "--dice", "seed 42", "--start", "1", "--record", "game",
                    *more, env=env)


def lines(home):
    return home.read("game").decode().splitlines()


# ---- home and a new game ----

@claim("home: a new game can be set up by keyboard, begun, left and continued")
def _(home):
    settings(home, speed="off", name="Ann")
    t = Terminal(home, *SMALL, "play")
    t.see("New game", "Past games", "Odds", "Rules", "Settings", "Quit")
    t.golden("home-empty")
    t.keys("Enter")
    t.see("Rules of this game", "Start the game")
    t.golden("newgame")
    t.keys("Right")
    t.see("Yardkle", "Set aside")
    t.golden("newgame-yardkle")
    t.keys("End", "Enter")
    t.see("Race to 10000 points", "press R to roll")
    t.keys("q")
    t.see("Continue 1", "Yardkle", "not started yet")
    t.golden("home-continue", DATE)
    t.keys("Home", "Enter")
    t.see("Race to 10000 points")
    t.keys("q")
    t.see("Continue 1")
    t.keys("q")
    holds(t.see("exit code 0"), "Game saved in", "To continue, type 'yard resume'.")


@claim("home: seats, bots, house rules and dice can be set up and a game begun by mouse")
def _(home):
    settings(home, speed="off", name="Ann")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("New game")
    t.see("Rules of this game")
    t.click("Add a seat")
    t.see("Player 2")
    row = next(i for i, line in enumerate(t.look().splitlines()) if "Player 2" in line)
    t.click_at(44, row)
    t.see("(bot: perfect)", "plays perfectly")
    row = next(i for i, line in enumerate(t.look().splitlines()) if " Joker " in line)
    t.click_at(44, row)
    t.see("forced")
    row = next(i for i, line in enumerate(t.look().splitlines()) if "rolled for you" in line)
    t.click_at(44, row)
    t.see("from a seed")
    t.golden("newgame-bot")
    t.click("Start the game")
    t.see("who starts?", "press R to roll and see who starts")
    games = home.path("data/yardstick/games")
    with open(os.path.join(games, os.listdir(games)[0]), encoding="utf-8") as file:
        holds(file.read(), "rules yardzee:joker=forced", "seat Ann", "seat Robo bot perfect",
              "dice seed 1", "start roll")


@claim("home: past games, bests, rules, odds and settings open and close")
def _(home):
    home.run("play", "--plain", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 42",
             # "yes" answers the question before a zero; after a score it is refused and changes nothing.
             typed="".join(f"\nscore {b}\nyes\n" for b in (
                 "ones twos threes fours fives sixes three-kind four-kind full-house "
                 "small-straight large-straight five-kind chance").split())).ended(0)
    settings(home, speed="off")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Past games")
    t.see("finished")
    t.golden("past-games", DATE)
    t.keys("b")
    t.see("Personal bests")
    t.golden("bests", DATE)
    t.keys("b", "Enter")
    t.see("game review", "Breakdown", "Accuracy")
    t.golden("history", DATE)
    t.keys("q", "q")
    t.see("New game")
    t.click("Rules")
    t.see("Rules: which game?")
    t.keys("Enter")
    t.see("Yardzee: rules (yardzee)")
    t.keys("q", "q")
    t.see("New game")
    t.click("Odds")
    t.see("Odds: which game?")
    t.keys("Down", "Enter")
    t.see("the starting player wins 52.92 %", "18.31 turns")
    t.golden("odds-yardkle")
    t.keys("q", "q")
    t.see("New game")
    t.click("Settings")
    t.see("Warnings")
    t.golden("settings")


@claim("practice: a choice is graded and explained, and the next position follows")
def _(home):
    settings(home, speed="off", rules="yahtzee")
    t = Terminal(home, *SMALL, "play")
    t.see("New game")
    t.click("Practice")
    t.see("Practice: Yahtzee, medium", "Upper section", "Expected final scores")
    t.keys("?")
    screen = t.see("Help: practice", "Your own mistakes come first")
    for key, does in (("N", "next position"), ("L", "new positions that are"), ("G", "practice another game")):
        check(re.search(rf"^ +{key} +{does}", screen, re.M), f"no help on {key}", screen)
    t.keys("q")
    t.see("Practice: Yahtzee, medium")
    t.keys("h")
    t.see("Make your own choice first.")
    t.keys("Enter")
    t.wait(lambda s: "). Best:" in s or "Right, that's the best move." in s, "a grade")
    t.see("of 1 right")
    t.keys("w")
    t.see("Why", "expected final score")
    t.keys("Escape", "n")
    t.wait(lambda s: "Upper section" in s and "). Best:" not in s
           and "Right, that" not in s, "the next position")
    t.keys("q")
    t.see("New game")


@claim("settings are remembered; an invalid line is reported and kept")
def _(home):
    settings(home, speed="fast", sped="slow")
    t = Terminal(home, *SMALL, "play")
    t.see("Line 2 of the settings file isn't valid and was ignored: 'sped = slow'.", "Did")
    t.click("Settings")
    t.see("Warnings")
    t.keys("Down", "Right")
    t.wait(lambda s: re.search(r"Speed +. off", s), "the speed off")
    t.keys("Escape")
    t.see("New game")
    file = home.read("config/yardstick/settings").decode()
    holds(file, "speed = off\n", "sped = slow\n", "warn = blunder\n")


@claim("yard resume: a single unfinished game continues at once; several are listed to choose from")
def _(home):
    settings(home, coach="off", speed="slow")
    begin = ("play", "--rules", "yardzee", "--dice", "seed 1", "--speed", "off", "--seat")
    for count, name in enumerate(("Ann", "Bea"), 1):
        t = Terminal(home, *SMALL, *begin, name)
        t.see("press R to roll")
        t.keys("r")
        t.see("Roll 1 of 3")
        t.keys("q")
        t.see("exit code 0")
        t = Terminal(home, *SMALL, "resume")
        t.see("Roll 1 of 3" if count == 1 else "Continue 2")
        t.keys("q")
        t.see("exit code 0")
    holds(home.read("config/yardstick/settings").decode(), "speed = slow\n")  # --speed did not change it


# ---- the table ----

@claim("the table at 80x24 shows dice, sheet, points of open boxes, hints and reasons")
def _(home):
    t = table(home, SMALL)
    t.see("press R to roll", "Expected final scores")
    t.golden("table-begin")
    t.keys("r")
    t.see("Roll 1 of 3", "Expected final scores: Ann 253.0")
    t.golden("table-rolled")
    t.keys("3", "4")
    t.see("[3] kept", "[4] kept")
    t.golden("table-kept")
    t.keys("h")
    t.see("Hint", "keep 5 5")
    t.golden("table-hint")
    same(lines(home)[-1], "hint", "the last line of the record")
    t.keys("w")
    t.see("Why", "expected final score")
    t.golden("table-why")
    t.keys("Escape")
    t.see("Lower section")
    t.keys("?")
    t.see("Help: all keys")
    t.golden("help")
    for word in "RUCHWAINQ?":
        check(re.search(rf"^ +{re.escape(word)}[ ,]", t.seen, re.M), f"no help on {word}", t.seen)


@claim("the table at 120x40 shows the whole sheet, with the coach's panel beside it")
def _(home):
    t = table(home, LARGE)
    t.see("press R to roll", "Expected final scores")
    t.keys("r", "h")
    t.see("Hint: moves and their values", "keep 5 5")
    t.golden("wide-hint")
    t.keys("Down", "Down", "Enter")
    t.wait(lambda s: "Do it anyway?" in s or "round 2" in s, "the choice")
    t.keys("y")
    t.see("round 2", "Robo scores", "Ann scores 4 in Twos", "241.8")
    t.golden("wide-round-2")


@claim("Yardkle at 80x24 and 120x40 shows the race, points at risk, sets and the final round")
def _(home):
    home.write("lost", "rules yardkle\nseat Ann\nseat Bea\ndice physical\nstart 1\n"
               "roll 1 1 1 1 2 2\ntake 1 1 1 1 2 2 roll\nroll 1 1 1 1 2 2\ntake 1 1 1 1 2 2 roll\n"
               "roll 1 1 1 1 2 2\ntake 1 1 1 1 2 2 roll\nroll 1 1 1 2 3 4\ntake 1 1 1 stop\n"
               "roll 1 2 3 4 6 6\n")
    settings(home, speed="off")
    for name, size in (("yardkle-final", SMALL), ("yardkle-final-wide", LARGE)):
        t = Terminal(home, *size, "resume", "lost")
        t.see("FINAL ROUND: Ann 10000, Bea needs 10000 more", "Chance to win")
        t.keys("Down")
        t.see("Selected: +100")
        t.golden(name)
        t.keys("q")
        t.see("exit code 0")


@claim("a zero and a costly choice need confirmation and can be undone")
def _(home):
    t = table(home, SMALL)
    t.see("press R to roll", "Expected final scores")
    t.keys("r")
    t.see("Expected final scores: Ann 253.0")
    before = lines(home)
    t.keys("Down", "Enter")
    t.see("Zero in Aces?", "This costs you", "[Y]es")
    t.golden("asked")
    t.keys("Enter", "r", "x")  # stray keys do nothing
    t.keys("n")
    t.see("Canceled.")
    same(lines(home), before + ["# warning"], "the record")
    t.keys("Enter")
    t.see("[Y]es")
    t.keys("y")
    t.see("round 2", "Ann's turn", "Expected final scores")
    t.keys("u")
    t.see("Undone", "round 1", "Roll 1 of 3")
    check(lines(home).count("undo") > 1, "the bot's steps are taken back, too", lines(home))


@claim("a throw that loses the turn stays visible, and U goes back to the choice before it")
def _(home):
    settings(home, speed="off", coach="off")
    t = Terminal(home, *SMALL, "play", "--rules", "yardkle", "--seat", "Ann", "--seat", "Bea",
                 "--dice", "seed 5", "--start", "1", "--record", "game")
    t.see("press R to roll")
    t.keys("r", "Down")
    t.see("Selected: +200")
    t.keys("r")
    t.see("Bea's turn", "Yardkle! No scoring dice.")
    t.golden("yardkle-lost")
    t.keys("u")
    t.see("Ann's turn", "Scoring dice", "Undone")
    same(lines(home)[-2:], ["undo", "undo"], "the last lines")
    t.keys("Down", "r")
    t.see("Bea's turn", "Yardkle! No scoring dice.")  # the same dice come up again


@claim("warnings and the coach can be turned off; H still gives a hint")
def _(home):
    t = table(home, SMALL, warn="off", coach="off")
    t.see("press R to roll", "The coach is off")
    t.keys("r")
    t.see("Roll 1 of 3")
    t.keys("Enter")
    t.see("round 2", "Ann's turn")
    t.keys("r")
    t.see("Roll 1 of 3")
    t.keys("h")
    t.see("Hint", "keep")


@claim("real dice: digits enter the roll, and Backspace and C correct it")
def _(home):
    settings(home, speed="off")
    t = Terminal(home, *SMALL, "play", "--rules", "yardzee", "--seat", "Ann", "--dice", "physical",
                 "--record", "game")
    t.see("roll 5 dice and type what they show")
    t.type("11")
    t.see("2 of 5 dice typed")
    t.keys("BSpace")
    t.see("1 of 5 dice typed", "Expected final scores")
    t.golden("typed")
    t.type("2345")
    t.see("Roll 1 of 3")
    same(lines(home)[-1], "roll 1 2 3 4 5", "the roll")
    t.keys("c")
    t.see("Correct a move", "It should have been:")
    t.type("12346")
    t.see("12346_")
    t.golden("correct")
    t.keys("Enter")
    t.see("Corrected", "Roll 1 of 3")
    holds(lines(home)[-1], "correct", "roll 1 2 3 4 6")
    t.keys("c")
    t.see("Correct a move")
    t.type("1234")
    t.keys("Enter")
    t.wait(lambda s: "Correct a move" in s and "dice" in s.splitlines()[-4], "a reason")
    t.keys("Escape")
    t.see("Roll 1 of 3")


@claim("the A key steps back through a running game and shows luck and errors")
def _(home):
    t = table(home, SMALL)
    t.see("press R to roll", "Expected final scores")
    t.keys("r")
    t.see("Expected final scores: Ann 253.0")
    t.keys("Down", "Down", "Enter")
    t.see("[Y]es")
    t.keys("y")
    t.see("round 2", "Ann's turn", "Expected final scores")
    t.keys("a")
    t.see("game review", "Breakdown", "Luck")
    t.keys("Home", "m")
    t.see("blunder", "Best: keep 5 5")
    t.golden("history-running")
    t.keys("q")
    t.see("round 2")


# ---- the terminal ----

@claim("Yardstick reports a window that is too small, and recovers when it grows")
def _(home):
    t = table(home, SMALL)
    t.see("press R to roll")
    t.resize(60, 20)
    t.see("This window has 60 columns and 20 rows, but Yardstick needs", "at least 80 by 24.")
    t.resize(100, 30)
    t.see("press R to roll", "Upper section")
    t.resize(130, 45)
    t.see("press R to roll", "Coach", "GRAND TOTAL")
    t.keys("r")
    t.see("Roll 1 of 3")


@claim("--ascii or a locale without UTF-8 limits the screen to ASCII")
def _(home):
    for name, more, env in (("ascii", ["--ascii"], {}), ("ascii-locale", [], {"LC_ALL": "C"})):
        settings(home, speed="off")
        t = Terminal(home, *SMALL, "play", "--rules", "yardzee", "--seat", "Ann", "--dice",
                     "seed 42", "--no-record", *more, env=env)
        t.see("press R to roll", "Expected final scores")
        t.keys("r", "3")
        t.see("[3] kept", "Expected final scores: Ann 253.0")
        check(t.seen.isascii(), t.seen)
        if name == "ascii":
            t.golden(name)
        t.kill()


@claim("NO_COLOR turns color off unless it is empty")
def _(home):
    for env, colours in (({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)):
        settings(home, speed="off")
        t = Terminal(home, *SMALL, "play", "--rules", "yardzee", "--seat", "Ann", "--dice",
                     "seed 42", "--no-record", env=env)
        t.see("press R to roll")
        t.keys("r", "3")
        t.see("[3] kept")
        raw = t.tmux("capture-pane", "-p", "-e")
        same(bool(re.search(r"\x1b\[(?:\d+;)*3[0-8]", raw)), colours, "whether there is colour")
        t.kill()


@claim("columns stay aligned despite names with wide characters")
def _(home):
    settings(home, speed="off", coach="off")
    t = Terminal(home, *SMALL, "play", "--rules", "yardzee", "--seat", "木村さん", "--seat",
                 "Zoë", "--dice", "seed 42", "--start", "1", "--no-record")
    t.see("press R to roll", "木村さん")
    t.golden("wide-letters")


@claim("Ctrl-Z goes to the shell, and fg restores the screen")
def _(home):
    settings(home, speed="off", coach="off")
    t = Terminal(home, *SMALL, "play", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 42",
                 "--no-record", shell=True)
    before = t.see("press R to roll")
    t.keys("C-z")
    t.wait(lambda s: "press R to roll" not in s.splitlines()[-3:] and "prompt>" in s, "the shell")
    t.type("fg")
    t.keys("Enter")
    same(t.wait(lambda s: "prompt>" not in s and "press R to roll" in s, "the table"), before,
         "the screen")
    t.keys("r")
    t.see("Roll 1 of 3")


@claim("keys work while a solve is running, and leaving cancels it")
def _(home):
    settings(home, speed="off")
    t = Terminal(home, *SMALL, "play", "--rules", "yardkle:goal=30000", "--seat", "Ann", "--seat",
                 "Bea", "--dice", "seed 42", "--start", "1", "--no-record")
    t.see("press R to roll", "Working out the best move")
    t.keys("r")
    t.see("Scoring dice", "Working out the best move")
    t.keys("Down")
    t.see("Selected: +200", "Working out the best move")
    began = time.monotonic()
    t.keys("q")
    t.see("Leave anyway?")
    t.keys("y")
    t.see("exit code 0")
    check(time.monotonic() - began < 60, "leaving took its time")


@claim("wrong options are reported before anything is drawn")
def _(home):
    for args, words in ((("--rules", "yardzi"), "Did you mean"), (("--speed", "warp"), "--speed must be"),
                        (("--seat", "Robo bot genius"), "There's no bot level"),
                        (("--seat", "Ann", "--seat", "Ann"), "Ann is already at the table.")):
        t = Terminal(home, *SMALL, "play", *args)
        t.see("exit code 2", words)
        t.kill()
    t = Terminal(home, *SMALL, "play", "--dice", "sytem")
    screen = t.see("exit code 2", "system")
    check("'system'" in screen, "a word is broken:", screen)
    check(all(len(line) < 80 for line in screen.splitlines()), "a line fills the window:", screen)
    home.write("there", "rules yardzee\n")
    t = Terminal(home, *SMALL, "play", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 1",
                 "--record", "there")
    t.see("exit code 1", "there")
    same(home.read("there"), b"rules yardzee\n", "the file")
    t = Terminal(home, *SMALL, "resume", "nowhere")
    t.see("exit code 1", "nowhere")


@claim("the path of a saved game isn't broken: if it doesn't fit, it has its own line")
def _(home):
    settings(home, speed="off", coach="off")
    path = "a-game-with-a-rather-long-name-in-a-window-of-eighty-columns.yard"
    begin = ("play", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 1", "--record")
    t = Terminal(home, *SMALL, *begin, path)
    t.see("press R to roll")
    t.keys("q")
    check(re.search(rf"^Game saved in\n{path}\. To$", t.see("exit code 0"), re.M), t.seen)
    t = Terminal(home, 40, 24, *begin, "other-" + path[-30:], "--plain")
    t.see("press Enter to roll>")
    t.type("quit")
    t.keys("Enter")
    check(re.search(rf"^other-{path[-30:]}\.", t.see("exit code 0"), re.M), t.seen)


@claim("without a terminal, on a dumb one or with --plain, yard plays line by line")
def _(home):
    settings(home)
    for more, term in ((["--plain"], "screen"), ([], "dumb")):
        t = Terminal(home, *SMALL, "play", *more, term=term)
        t.see("Which game?", "game [1]>")
        t.kill()
    holds(home.run("play").out, "Which game?")


if __name__ == "__main__":
    main()
