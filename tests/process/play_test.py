#!/usr/bin/env python3
"""Whole games of `yard play --plain`, as a person at the table would play them.

usage: play_test.py YARD"""
import json
import os
import re
import subprocess
import sys

from plain_table import HOUSE, Table, at_table, refused, turns
from tap import check, claim, holds, main, prose, same

# ---- every rule set, to the end ----

def choose(words):
    """What a simple player types at this prompt: the first box offered, or stop as soon as that is allowed."""
    if words.endswith("press Enter to roll> ") or words.endswith("press Enter to roll and see who starts> "):
        return ""
    for label, verb in (("score now:", "score"), ("zero in:", "zero")):
        found = re.search(rf"^  {label} +([a-z-]+)", words, re.M)
        if found:
            return f"{verb} {found[1]}"
    sets = re.search(r"^  set aside: +([1-6-]+) for", words, re.M)
    check(sets, "nothing is offered in:", words)
    may_stop = "You can't stop" not in words
    return "stop" if may_stop else f"take {sets[1].replace('-', ' ')} roll"


def play_to_end(plain):
    """Plays to the end of the game; returns the whole output."""
    said = plain.words
    while not plain.words.endswith("rematch or quit> "):
        accepted = plain.accepted(choose(plain.words))
        said += plain.words
        if plain.words.endswith("(yes, no) "):
            accepted = plain.accepted("yes")
            said += plain.words
        check(accepted, "the first thing offered was refused:", said[-2000:])
        check(len(said) < 1 << 20, "the game does not end:", said[-2000:])
    return said


def totals(words):
    """{name: total} from a sentence such as 'Game over: Ann 12, Bea 7.'"""
    line = re.search(r"Game over: (.*?)\.$", words, re.M | re.S)
    return {name: int(total) for name, total in re.findall(r"([^,]+?) (\d+)(?:, |$)", prose(line[1]))}


def ends_well(home, rules):
    plain = Table(home, "play", "--rules", rules, "--seat", "Ann", "--seat", "Bea+Cy", "--dice",
                  "seed 2026", "--start", "roll", "--record", "game")
    said = play_to_end(plain)
    holds(plain.end().ended(0).out, "The game is saved in game.")
    last = dict(re.findall(r"^  (?:\w+ \()?([\w+]+)\)? (?:scores|banks) .* Total: (\d+)\.$", said,
                           re.M))
    same(totals(said), {"Ann": int(last["Ann"]), "Bea+Cy": int(last["Bea+Cy"])}, "the end")
    game = json.loads(home.run("check", "--json", "game").ended(0).out)
    same({s["name"]: s["total"] for s in game["seats"]}, totals(said), "what check counts")
    winner = max(totals(said), key=totals(said).get)
    holds(said, "Bea and Cy win." if winner == "Bea+Cy" else f"{winner} wins.")
    same([s["name"] for s in game["seats"] if s["won"]], [winner], "the winners")


def every_rule_set():
    rules = subprocess.run([sys.argv[1], "rules", "--json"], stdout=subprocess.PIPE, check=True)
    for book in json.loads(rules.stdout):
        @claim(f"{book['key']}: a game with seeded dice is played to the end, and check agrees")
        def _(home, book=book):
            ends_well(home, book["key"])


every_rule_set()


@claim("the same seed gives the same game")
def _(home):
    said = []
    for name in ("one", "two"):
        plain = Table(home, "play", "--rules", "yatzy", "--seat", "Ann", "--dice", "seed 5",
                      "--record", name)
        said.append(play_to_end(plain))
    same(said[0], said[1], "the second game")


@claim("99 seats play a whole game, each in turn")
def _(home):
    names = [f"P{i + 1}" for i in range(99)]
    seats = [word for name in names for word in ("--seat", name)]
    plain = Table(home, "play", "--rules", "yardzee", *seats, "--dice", "seed 12", "--start", "1",
                  "--record", "game")
    said = play_to_end(plain)
    same(re.findall(r"^  (P\d+) scores", said, re.M), names * 13, "the order of the turns")
    same(len(totals(said)), 99, "the number of totals")
    home.run("check", "game").ended(0)


# ---- leaving and resuming ----

@claim("after quit and resume, the game continues at the same prompt with the same dice")
def _(home):
    for lines in ((), ("11356",), ("11356", "11"), ("11356", "11", "224", "score ones", "55555")):
        name = f"game-{len(lines)}"
        plain = at_table(home, record=name)
        turns(plain, *lines)
        here = plain.words.splitlines()
        plain.write("quit")
        holds(plain.end().ended(0).out, f"The game is saved in {name}. Type 'yard resume' to continue.")
        again = Table(home, "resume", name)
        same(again.words.splitlines()[-1], here[-1], "the prompt")
        dice = [line for line in here if line.startswith("  dice: ")]
        same([line for line in again.words.splitlines() if line.startswith("  dice: ")], dice,
             "what lies on the table")
        again.end().ended(0)


@claim("resume numbers the unfinished games as list --unfinished does")
def _(home):
    for name in ("Ann", "Bea", "Cy"):
        Table(home, "play", "--rules", "yatzy", "--seat", name, "--dice", "physical").end()
    listed = re.findall(r"^ +(\d)  .*\n +(\w+) 0$", home.run("list", "--unfinished").out, re.M)
    same(sorted(name for _, name in listed), ["Ann", "Bea", "Cy"], "the names")
    offered = Table(home, "resume")
    for number, name in listed:
        holds(offered.words, f"  {number}  ", f"Yatzy, not started yet; {name} 0")
        holds(Table(home, "resume", number).words, f"{name}: roll 5 dice and type what they show> ")
    holds(offered.type("9"), "Type a number from 1 to 3, or 'quit'.")
    holds(home.run("resume", "4").ended(1).err, "There are only 3 unfinished games.")


@claim("play asks for everything not given, and asks again after a wrong answer")
def _(home):
    plain = Table(home, "play")
    holds(plain.type("help"), "Type the number or name of a game.")
    holds(plain.type("yardkel"), "There's no rule set called 'yardkel'. Did you mean 'yardkle'?")
    holds(plain.type("yardkle:goal=1000"), "Who's playing?", "player 1> ")
    plain.type("Ann")
    holds(plain.type("Ann"), "Ann is already at the table.", "player 2> ")
    plain.type("Bea+Cy")
    holds(plain.type(), "Which dice?")
    holds(plain.type("4"), "'4' isn't a valid choice of dice.")
    holds(plain.type("3 42"), "Who starts?")
    holds(plain.type("3"), "There's no seat 3.")
    holds(plain.type("2"), "Yardkle with house rules:", "goal=1000", "Bea: press Enter to roll> ")
    plain.end().ended(0)
    game = json.loads(home.run("list", "--json").ended(0).out)
    same(game["rules"], "yardkle:goal=1000", "the rules")
    with open(game["record"], encoding="utf-8") as record:
        same(record.read().splitlines()[2:],
             ["rules yardkle:goal=1000", "seat Ann", "seat Bea+Cy", "dice seed 42", "start 2"],
             "the setup")


@claim("after an unreadable line, play asks again and rolls no dice")
def _(home):
    plain = Table(home, "play", "--rules", "yatzy", "--seat", "Ann", "--dice", "seed 1",
                  "--record", "game")
    before = home.read("game")
    for line in (b"a\0b\n", b"x" * 45000 + b"\n"):
        holds(plain.type(line), "That line is too long or contains invalid characters.", "Ann: press Enter to roll> ")
    holds(plain.type(b"caf\xe9\n"), "isn't valid UTF-8.")
    same(home.read("game"), before, "the record")


@claim("help, rules, sheet, log and save work at every prompt and record nothing")
def _(home):
    plain = at_table(home)
    for line in ("11356", "score ones"):
        before = home.read("game")
        holds(plain.type("help"), "undo", "correct 7 11356", "quit")
        holds(plain.type("rules"), "\n  Joker ", "\n  Who starts ")
        holds(plain.type("sheet"), "GRAND TOTAL")
        holds(plain.type("log"), "   7  start 1")
        holds(plain.type("save"), "Every move is already saved in game.")
        same(home.read("game"), before, "the record")
        turns(plain, line)


@claim("comments are kept in the record, even if they end in a number")
def _(home):
    plain = Table(home, "play", "--rules", "yardkle", "--seat", "Ann", "--dice", "physical",
                  "--record", "game")
    for line in ("# windy, round 1", "112346", "# two aces: 200", "# ✓"):
        plain.type(line)
    holds(plain.words, "Noted.")
    holds(home.read("game").decode(), "\n# windy, round 1\n", "\n# two aces: 200\n# ✓\n")


# ---- series ----

@claim("in a series, the first turn rotates, and the balance covers all games")
def _(home):
    plain = Table(home, "play", "--rules", "farkle:goal=1000,settlement=on", "--seat", "Ann", "--seat", "Bea",
                  "--seat", "Cy", "--dice", "physical", "--start", "1")
    win, lose, bust = ("111123", "1111 stop"), ("222346", "222 stop"), ("223346",)
    refused(plain, "rematch", "Finish this game before you start a rematch.")
    holds(turns(plain, *win, *lose, *bust), "Game over: Ann 1000, Bea 200, Cy 0.",
          "Balance after 1 game: Ann +1800, Bea -800, Cy -1000.")
    holds(turns(plain, "rematch"), "Round 1: Bea")
    holds(turns(plain, *win, *win, *lose), "Game over: Ann 200, Bea 1000, Cy 1000.",
          "Bea and Cy share the win.",
          "Balance after 2 games: Ann +200, Bea +0, Cy -200.")
    holds(turns(plain, "rematch"), "Round 1: Cy")
    plain.end().ended(0)
    holds(home.run("list").ended(0).out, "farkle:goal=1000,settlement=on, game 3 of 3: round 1, Cy to play",
          "Game 2: finished, Bea and Cy share the win; Ann 200, Bea 1000, Cy 1000",
          "Game 1: finished, Ann wins; Ann 1000, Bea 200, Cy 0")
    best = home.run("best", "--rules", "farkle:goal=1000,settlement=on").ended(0).out
    for name, mean, won in (("Ann", "600.0", 1), ("Bea", "600.0", 1), ("Cy", "500.0", 1)):
        check(re.search(rf"^ +1000  {name} .* 2 games, average {mean}, won {won}$", best, re.M), best)
    record = json.loads(home.run("list", "--json").out)["record"]
    game = json.loads(home.run("check", "--json", record).ended(0).out)
    same((game["finished"], game["games"]), (False, 2), "the series")
    same([s["ledger"] for s in game["seats"]], [200, 0, -200], "the ledger")
    holds(home.run("sheet", "--series", "Bea", record).ended(0).out, "Game 1", "Game 2", "1000")
    holds(home.run("sheet", "--game", "2", record).ended(0).out, "+1000")


@claim("help lists leaving, joining and changing seats while they are possible")
def _(home):
    plain = Table(home, "play", "--rules", "yardkle:goal=100,entry=0", "--seat", "Ann", "--seat", "Bea", "--start", "1",
                  "--dice", "physical", "--record", "game")

    def listed():
        said = plain.type("help")
        return [word for word in ("leave 2", "seat NAME", "seats 3 1") if f"\n  {word}  " in said]
    same(listed(), [], "before the first roll")
    turns(plain, "123466")
    same(listed(), ["leave 2"], "during the game")
    turns(plain, "1 stop", "123466", "1 stop")
    same(listed(), [], "after the game")
    holds(prose(plain.words), "before its first roll, you can change the seats")
    turns(plain, "rematch")
    same(listed(), ["leave 2", "seat NAME", "seats 3 1"], "before the next game")
    turns(plain, "seat Cy", "seats 3 1", "123466")
    same(listed(), ["leave 2"], "during the next game")


@claim("a rematch can be undone, and the finished game can be corrected")
def _(home):
    plain = Table(home, "play", "--rules", "farkle:goal=1000", "--seat", "Ann", "--seat", "Bea",
                  "--dice", "physical", "--start", "1", "--record", "game")
    turns(plain, "111123", "1111 stop", "222346", "222 stop", "rematch", "112346")
    holds(plain.type("correct 10 222345"), "Corrected. Score: Ann 0, Bea 0.")
    turns(plain, "undo", "undo", "undo")
    holds(plain.words, "Ann 1000, Bea 200", "rematch or quit> ")


@claim("in a solo press game, the best result is the fewest turns")
def _(home):
    for turn in (("111123", "1111 stop"), ("223346", "111123", "1111 stop")):
        plain = Table(home, "play", "--rules", "farkle:goal=1000", "--seat", "Ann", "--dice",
                      "physical")
        holds(turns(plain, *turn), "Game over: Ann 1000.", f"{len(turn) - 1} turn")
        plain.end().ended(0)
    holds(home.run("best").ended(0).out, "fewest turns", "     1  Ann", "2 games, average 1.5")


@claim("a record's name contains the date, the game and the players, and is never reused")
def _(home):
    for _ in range(3):
        home.run("play", "--plain", "--rules", "yatzy", "--seat", "Zoë", "--seat", "Ann+Bea",
                 "--dice", "system", "--start", "1").ended(0)
    names = sorted(os.listdir(home.path("data/yardstick/games")))
    same(len(names), 3, "the number of records")
    for name in names:
        check(re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}-yatzy-zoë-ann-bea(-\d)?\.yard", name), name)


@claim("a record's name keeps the letters of any script, and numbers a seat without letters")
def _(home):
    home.run("play", "--plain", "--rules", "yatzy", "--seat", "عبد الرحمن", "--seat", "!!", "--seat", "李雷",
             "--dice", "system", "--start", "1").ended(0)
    name, = os.listdir(home.path("data/yardstick/games"))
    check(re.fullmatch(r"[0-9-]{15}-yatzy-عبد-الرحمن-2-李雷\.yard", name), name)


@claim("a name may have 40 characters of any script, and no more")
def _(home):
    for letter in ("n", "ع", "李", "😀"):
        args = ["play", "--plain", "--rules", "yatzy", "--no-record", "--dice", "system", "--seat"]
        holds(prose(home.run(*args, letter * 40).ended(0).out), f"Round 1: {letter * 40}, 0 points.")
        holds(home.run(*args, letter * 41).ended(2).err, "is too long (at most 40 characters).")


@claim("a game by the book starts without a list of rules, a game with house rules names them")
def _(home):
    plain = Table(home, "play", *HOUSE, "--start", "1", "--no-record")
    start = plain.words
    holds(start, "Yardzee, played by the book.", "Type 'rules' to read all the rules, 'help' to see what you can do.")
    check(start.count("\n") < 7, start)
    plain.end()
    plain = Table(home, "play", "--rules", "yardkle:set-aside=all,goal=5000", "--seat", "Ann", "--dice", "physical",
                  "--no-record")
    holds(prose(plain.words), "Yardkle with house rules:",
          "set-aside=all After each roll you must set aside all scoring dice.",
          "goal=5000 the total that starts the final round")


@claim("the coach says that it is calculating once, and not if the answer is in the cache")
def _(home):
    def hints():
        return home.run("play", "--plain", "--rules", "yardzee:bonus=50", "--seat", "Ann", "--dice", "seed 1",
                        "--no-record", typed="\nhint\nhint\nquit\n").ended(0).out
    out = hints()
    same(out.count("(Calculating perfect play for Yardzee ...)"), 1, "how often it is said")
    holds(out.split("(Calculating")[1], "keep ")
    home.run("solve", "yardzee:bonus=50").ended(0)
    check("Calculating" not in hints(), "it is said although the table is in the cache")


# ---- bots ----

LEVELS = ["perfect", "expert", "club", "family", "novice"]


@claim("a game between bots plays itself to the end and is kept like any other")
def _(home):
    ran = home.run("play", "--plain", "--rules", "yardzee", "--seat", "Robo bot club", "--seat",
                   "Nova bot novice", "--dice", "system", "--start", "roll", "--record", "game")
    out = ran.ended(0).out
    holds(out, "Robo rolls", "Nova rolls", "starts.", "Round 1: ", "dice: ",
          "scores", "Round 13: ", "Game over: ", "rematch or quit> ", "The game is saved in game.")
    check(re.search(r"^  (Robo|Nova) keeps [1-6]", out, re.M), "no keep is announced in:", out)
    check("score now" not in out, "a bot is offered something in:", out)
    for name in ("Robo", "Nova"):
        same(len(re.findall(rf"^  {name} scores", out, re.M)), 13, f"turns of {name}")
    game = json.loads(home.run("check", "--json", "game").ended(0).out)
    same({s["name"]: s["total"] for s in game["seats"]}, totals(out), "what check counts")
    holds(home.read("game").decode(), "seat Robo bot club\n", "seat Nova bot novice\n")


@claim("with real dice, people roll and type for a bot, and undo takes back its choices")
def _(home):
    plain = Table(home, "play", "--rules", "yardzee", "--seat", "Robo bot perfect", "--seat", "Ann",
                  "--dice", "physical", "--start", "1", "--record", "game")
    holds(plain.words, "Round 1: Robo, 0 points.", "Robo: roll 5 dice and type what they show> ")
    holds(plain.type("11234"), "dice: 1 1 2 3 4   (roll 1 of 3)", "Robo keeps ", "Robo: roll ")
    holds(plain.type("undo"), "Undone. ", "Also undone: 1 move by a bot.",
          "Robo: roll 5 dice and type what they show> ")
    holds(plain.type("66666"), "Robo scores 50 in ", "Total: 50.", "Round 1: Ann, 0 points.",
          "Ann: roll 5 dice and type what they show> ")
    holds(turns(plain, "12345", "ls"), "Ann scores 40", "Round 2: Robo", "Robo: roll 5 dice and type what they show> ")
    plain.end().ended(0)
    holds(home.read("game").decode(), "undo\nundo\nroll 6 6 6 6 6\nscore five-kind\nroll")
    home.run("check", "game").ended(0)


@claim("against a bot, with dice that yard rolls, undo goes back to your own last step")
def _(home):
    plain = Table(home, "play", "--rules", "yardzee", "--seat", "Ann", "--seat", "Robo bot family",
                  "--dice", "seed 3", "--start", "1", "--record", "game")
    first = plain.type("")
    holds(turns(plain, "chance"), "Ann scores", "Round 1: Robo", "Robo scores", "Round 2: Ann")
    holds(plain.type("undo"), "Undone. ", "Also undone: ", " moves by bots.", "Ann: keep or score> ")
    same(plain.words.split("  dice: ")[-1], first.split("  dice: ")[-1], "where it stands")
    plain.end().ended(0)
    home.run("check", "game").ended(0)
    holds(home.run("resume", "game").ended(0).out, "Ann: keep or score> ")


@claim("an unknown bot level is refused with the list of levels")
def _(home):
    ran = home.run("play", "--rules", "yardzee", "--seat", "Robo bot genius").ended(2)
    holds(ran.err, "There's no bot level 'genius'. Choose one of these:", *(f"\n  {name} " for name in LEVELS))
    asked = home.run("play", "--rules", "yardzee", "--no-record",
                     typed="help\nRobo bot genius\nRobo bot club\nquit\n").ended(0).out
    holds(asked, "player 1> help", *(f"\n    {name} " for name in LEVELS), "player 1> Robo bot genius",
          "There's no bot level 'genius'.", *(f"\n    {name} " for name in LEVELS), "player 1> Robo bot club",
          "player 2> ")


@claim("a bot without a level is refused with the list of levels")
def _(home):
    for seat in ("Ann bot", "Ann BOT"):
        ran = home.run("play", "--rules", "yardzee", "--seat", seat).ended(2)
        holds(ran.err, f"'{seat}' names no level for the bot. Add one, as in '{seat} club':",
              *(f"\n  {name} " for name in LEVELS))
    asked = home.run("play", "--rules", "yardzee", "--no-record", typed="Robo bot\nRobo bot club\nquit\n").ended(0).out
    holds(asked, "'Robo bot' names no level for the bot.", "player 1> Robo bot club", "player 2> ")


@claim("a bot without a name is refused")
def _(home):
    for seat in ("bot club", "Bot family"):
        ran = home.run("play", "--rules", "yardzee", "--seat", seat).ended(2)
        holds(prose(ran.err), f"'{seat}' gives the bot no name. Put one first, as in 'Robo {seat}'.")
    asked = home.run("play", "--rules", "yardzee", "--no-record", typed="bot club\nbot lover\nquit\n").ended(0).out
    holds(asked, "'bot club' gives the bot no name.", "player 1> bot lover", "player 2> ")


@claim("in a resumed game, people play the seats of programs")
def _(home):
    home.write("game", "yardstick 1\nrules yardzee\nseat X bot program\ndice physical\n")
    plain = Table(home, "resume", "game")
    holds(plain.type("12345"), "score now: ", "X: keep or score> ")


main()
