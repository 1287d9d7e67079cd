#!/usr/bin/env python3
"""Conventions of every verb: exit codes, streams, help, suggestions, JSON, terminals.

usage: cli_test.py YARD"""
import json
import os
import pty
import re
import shutil
import subprocess

from tap import PATIENCE, check, claim, holds, main, same, text

VERBS = ["serve", "play", "resume", "rules", "sheet", "list", "delete", "best", "check", "verify", "analyse",
         "practice", "proficiency", "dice", "solve", "odds", "arena", "handicap",
         "page", "backup", "restore", "doctor", "export", "engine"]
TABLE = ["--rules", "farkle:goal=1000", "--seat", "Ann", "--seat", "Bea", "--dice", "physical",
         "--start", "1"]
# Ann banks 1000, Bea 200; Ann wins by 800.
GAME = "111123\n1111 stop\n222346\n222 stop\n"


def with_games(home):
    """Two finished games and an unfinished one on the shelf, and a finished one in a file."""
    home.run("play", "--plain", *TABLE, typed=GAME).ended(0)
    home.run("play", "--plain", *TABLE, typed=GAME).ended(0)
    home.run("play", "--plain", *TABLE).ended(0)
    home.run("play", "--plain", "--record", "game", *TABLE, typed=GAME).ended(0)


# ---- help ----

@claim("yard --help lists every verb and every rule set on standard output")
def _(home):
    for args in (["--help"], ["-h"], ["help"]):
        ran = home.run(*args).ended(0)
        same(ran.err, "", "the messages")
        for verb in VERBS:
            holds(ran.out, f"\n  {verb} ")
        for rules in json.loads(home.run("rules", "--json").out):
            holds(ran.out, f"\n  {rules['key']} ")


@claim("yard without a command in a pipe or a script prints its usage and ends")
def _(home):
    ran = home.run().ended(2)
    same((ran.out, ran.err), (home.run("--help").out, ""), "what it prints")
    same(home.left(), [], "what it leaves behind")


def in_terminal(home, typed, *args):
    """Runs yard in a terminal without full-screen abilities; returns the exit code and what it shows."""
    mine, theirs = pty.openpty()
    process = subprocess.Popen([home.yard, *args], env={**home.env, "TERM": "dumb"}, cwd=home.folder,
                               stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(mine, typed)
    seen = b""
    try:
        while more := os.read(mine, 1 << 16):
            seen += more
    except OSError:  # the other end is closed
        pass
    os.close(mine)
    return process.wait(PATIENCE), text(seen).replace("\r", "")


@claim("yard without a command in a terminal offers a menu and carries out what is chosen")
def _(home):
    code, seen = in_terminal(home, b"q\n")
    same(code, 0, "the exit code")
    holds(seen, "What would you like to do?", "\n  1  play here, in the terminal", "\n  2  play in the browser",
          "\n  3  keep score for real dice", "\n  q  quit")
    code, seen = in_terminal(home, b"9\nQUIT\n")
    holds(seen, "Type a number from 1 to 6, or 'q' to quit.")
    same(code, 0, "the exit code")
    code, seen = in_terminal(home, b"\nquit\n")
    holds(seen, "Which game?")
    code, seen = in_terminal(home, b"3\n1\nAnn\n\nquit\n")
    holds(seen, "Which game?", "Ann: roll 5 dice and type what they show> ")
    code, seen = in_terminal(home, b"6\n")
    holds(seen, home.run("--help").out)
    same(code, 0, "the exit code")


@claim("every verb's --help has usage and examples and writes nothing to disk")
def _(home):
    for verb in VERBS:
        ran = home.run(verb, "--help").ended(0)
        holds(ran.out, f"yard {verb}: ", f"Usage: yard {verb} ", "Examples:\n", f"  yard {verb}"
              if verb != "engine" else "| yard engine")
        same(ran.err, "", "the messages")
        same(home.run("help", verb).ended(0).out, ran.out, f"yard help {verb}")
    same(home.left(), [], "what help left behind")


# Options with these values accept any non-empty string; errors show up only when the string is used.
FREE = {"FILE", "FOLDER", "WHERE", "PERSON", "POSITION", "HEX", "RECORD", "SEAT", "NAME"}


@claim("every option of every verb is in its help, and errors for bad values name the option")
def _(home):
    seen, program = 0, home.run("--help").ended(0).out
    for verb in VERBS:
        helped = home.run(verb, "--help").ended(0).out
        check(max(map(len, helped.splitlines())) <= 80, "wider than 80 columns:", helped)
        for option in home.run("complete", verb, "--").ended(0).out.split():
            if option == "--help":
                continue
            everywhere = option == "--lang"  # an option of the program, so it is in the program's help
            where = program if everywhere else helped
            value = re.search(rf"^ +{option} ([A-Z]+), in any position, " if everywhere
                              else rf"^  {option}(?: ([A-Z/]+))?(?:  |$)", where, re.M)
            check(value, f"the help of {verb} has no {option}:", where)
            bad = [[option, ""], [option, "~such"]] if value[1] else [[f"{option}=~such"]]
            for words in bad[:1] if value[1] in FREE else bad:
                ran = home.run(verb, *words).ended(2)
                holds(ran.err, "yard: " if everywhere else f"yard {verb}: ", option)
                check("~such" in ran.err or words[-1] == "", ran.err)
                same(ran.out, "", f"what {verb} {words} printed")
            if value[1]:
                holds(home.run(verb, option).ended(2).err, f"{option} needs a " + ("language" if everywhere else "value."))
            seen += 1
    check(seen > 80, f"only {seen} options")
    same(home.left(), [], "what was left behind")


@claim("yard --version prints the program's name and version")
def _(home):
    ran = home.run("--version").ended(0)
    words = ran.out.split()
    same((len(words), words[0]), (2, "yard"), "the version line")
    check(words[1][0].isdigit(), words[1])


# ---- exit codes and streams ----

FINE = [
    ["rules"], ["rules", "yardzee"], ["rules", "yahtzee:joker=free,bonus=0"], ["check", "game"],
    ["check", "game", "game"], ["sheet", "game"], ["sheet", "--series", "Ann", "game"],
    ["sheet", "--series", "2", "game"], ["sheet", "--game", "1", "game"],
    ["sheet", "--blank", "yardkle"], ["list"], ["list", "--unfinished"], ["best"],
    ["best", "--rules", "farkle:goal=1000"], ["engine"], ["engine", "game"], ["resume", "game"],
    ["resume"], ["resume", "1"], ["play", "--plain", "--no-record", *TABLE],
    ["play", "--plain", "--record", "new", *TABLE], ["play", "--plain", *TABLE],
    ["daily", "--position", "yardkle:goal=2000"], ["dice"], ["dice", "game"],
    ["practice", "--level", "easy", "--seed", "1", "--rules", "yardkle:goal=2000"],
    ["proficiency", "--rules", "yardkle:goal=2000"],
]

WRONG = [  # arguments and message
    (["hlep"], "There's no command 'hlep'. Did you mean 'help'?"),
    (["shet", "game"], "There's no command 'shet'. Did you mean 'sheet'?"),
    (["xyzzy"], "There's no command 'xyzzy'.\n"),
    (["help", "rulse"], "There's no command 'rulse'. Did you mean 'rules'?"),
    (["play", "--sead", "1"], "There's no option --sead. Did you mean --seat?"),
    (["play", "--spead", "1"], "There's no option --spead. Did you mean --speed?"),
    (["play", "--speed", "warp"], "--speed must be off, slow, normal or fast, not 'warp'."),
    (["resume", "--speed", "warp"], "--speed must be off, slow, normal or fast, not 'warp'."),
    (["check", "--jsn", "game"], "There's no option --jsn. Did you mean --json?"),
    (["check", "game", "--jsn"], "There's no option --jsn. Did you mean --json?"),
    (["check", "game", "-xy"], "There's no option -xy.\n"),
    (["list", "--unfinised"], "There's no option --unfinised. Did you mean --unfinished?"),
    (["list", "--json=yes"], "There's no option --json=yes. Did you mean --json?"),
    (["engine", "--help-me"], "There's no option --help-me. Did you mean --help?"),
    (["play", "--rules"], "--rules needs a value."),
    (["play", "--rules", "yardze"], "There's no rule set called 'yardze'. Did you mean 'yardzee'?"),
    (["rules", "yathzee"], "There's no rule set called 'yathzee'. Did you mean 'yahtzee'?"),
    (["sheet", "--blank", "farkel"], "There's no rule set called 'farkel'. Did you mean 'farkle'?"),
    (["best", "--rules", "yardkel"], "There's no rule set called 'yardkel'. Did you mean 'yardkle'?"),
    (["rules", "yardzee:jocker=free"], "yardzee has no house rule called 'jocker'. Did you mean 'joker'?"),
    (["rules", "yardzee:goal=500"], "yardzee has no house rule called 'goal'. Choose from: joker, "),
    (["rules", "yardzee:joker=fre"], "joker can't be 'fre'. Did you mean 'free'?"),
    (["rules", "yardkle:goal=77"], "77 isn't valid for goal. Use a multiple of 50, such as 100."),
    (["rules", "yardkle:goal=much"], "'much' isn't valid for goal. Use a whole number from 50 to "),
    (["rules", "yardkle:goal"], "Give goal a value: goal=..."),
    (["rules", "yardkle:"], "There's nothing after the colon in 'yardkle:'."),
    (["rules", "yardkle:goal=500,goal=600"], "goal appears twice. Set it only once."),
    (["rules", "yardzee", "yatzy"], "Name only one rule set."),
    (["play", "--rules", "yatzy", "--dice", "phisical"], "'phisical' isn't a valid choice of dice. Did you mean 'physical'?"),
    (["play", "--rules", "yatzy", "--seat", "A", "--start", "rol"], "not 'rol'"),
    (["play", "--rules", "yatzy", "--seat", "A", "--start", "2"], "There's no seat 2."),
    (["play", "--rules", "yatzy", "--seat", "A", "--seat", "A"], "A is already at the table."),
    (["play", "--rules", "yatzy", "--seat", "A+"], "A name is missing."),
    (["play", *["--seat", "A"] * 100], "at most 99 seats"),
    (["play", "game"], "To continue a recorded game, use 'yard resume'."),
    (["resume", "a", "b"], "You can resume only one game at a time."),
    (["check"], "Name at least one record."),
    (["sheet"], "Name one record"),
    (["sheet", "--paper", "a5", "game"], "--paper must be a4 or letter, not 'a5'."),
    (["sheet", "--blank", "yardzee", "--columns", "0"], "--columns must be a number from 1 to 99, not '0'."),
    (["sheet", "--blank", "yardzee", "--columns", "100"], "--columns must be a number from 1 to 99, not '100'."),
    (["sheet", "--blank", "yardzee", "--columns", "abc"], "--columns must be a number from 1 to 99, not 'abc'."),
    (["sheet", "--blank", "yardzee", "--seat", "Ann", "--seat", "Bea", "--columns", "1"],
     "2 names need 2 columns, not 1."),
    (["sheet", "--columns", "3", "game"], "--columns is for blank sheets; use it with --blank."),
    (["sheet", "--seat", "Ann", "game"], "--seat is for blank sheets; use it with --blank."),
    (["sheet", "--blank", "yardzee", "--seat", ""], "--seat"),
    (["sheet", "--game", "2", "game"], "game has only 1 game."),
    (["sheet", "--game", "x", "game"], "not 'x'"),
    (["sheet", "--series", "Zed", "game"], "Nobody at the table is called 'Zed'."),
    (["list", "game"], "'game' doesn't belong here: this command takes no arguments."),
    (["best", "game"], "'game' doesn't belong here: this command takes no arguments."),
    (["engine", "a", "b"], "Name only one record."),
    (["practice", "game"], "'game' doesn't belong here: this command takes no arguments."),
    (["practice", "--rules", "yardze"], "There's no rule set called 'yardze'. Did you mean 'yardzee'?"),
    (["practice", "--level", "medum"], "--level must be easy, medium or hard, not 'medum'."),
    (["practice", "--count", "0"], "--count must be a number from 1 to 1000, not '0'."),
    (["practice", "--seed", "x"], "--seed must be a whole number from 0 to 2^63 - 1, not 'x'."),
    (["practice", "--date", "2026-02-30"], "not '2026-02-30'"),
    (["daily", "--json"], "--json works only with --position."),
    (["practice", "--level", "easy", "--name", "Ann"], "With --name you practice one person's mistakes"),
    (["proficiency", "game"], "'game' doesn't belong here: this command takes no arguments."),
    (["proficiency", "--rules", "yardkel"], "There's no rule set called 'yardkel'. Did you mean 'yardkle'?"),
    (["proficiency", "--positions", "9"], "--positions must be a number from 10 to 1000, not '9'."),
    (["proficiency", "--seed", "-1"], "--seed must be a whole number from 0 to 2^63 - 1, not '-1'."),
    (["serve", "game"], "'game' doesn't belong here: this command takes no arguments."),
    (["serve", "--port", "x"], "--port must be a number from 0 to 65535, not 'x'."),
    (["serve", "--port", "65536"], "--port must be a number from 0 to 65535, not '65536'."),
    (["serve", "--host", "http://x/"], "--host: 'http://x/' isn't a host name. Use one such as games.example."),
    (["serve", "--host", "x:80"], "'x:80' isn't a host name."),
    (["serve", *["--host", "x"] * 17], "--host: You can give this option at most 16 times."),
    (["serve", "--keep", "36501"], "--keep must be a number from 0 to 36500, not '36501'."),
    (["serve", "--disk", "much"], "--disk must be 0 or a size such as 500k, 50M or 10G, not 'much'."),
    (["serve", "--disk-per-address", "5T"], "--disk-per-address must be 0 or a size such as 500k, 50M or 10G, not '5T'."),
    (["serve", "--disk", "9", "--no-tables"], "--no-tables can't be combined with --disk or --disk-per-address."),
    (["serve", "--keep", "for ever"], "not 'for ever'"),
    (["serve", "--keep", "9", "--no-tables"], "--no-tables can't be combined with --store, --keep or --key."),
    (["serve", "--lna"], "There's no option --lna. Did you mean --lan?"),
    (["page"], "--out is required: the folder to write the page to"),
    (["page", "--out", ""], "--out is required: the folder to write the page to"),
    (["page", "--out", "site", "game"], "'game' doesn't belong here: this command takes no arguments."),
    (["dice", "--jsn"], "There's no option --jsn. Did you mean --json?"),
]


@claim("a successful command exits with 0 and prints its output, but no error message")
def _(home):
    with_games(home)
    for args in FINE:
        ran = home.run(*args, typed="help\n").ended(0)
        same(ran.err, "", f"the messages of {args}")
        check(ran.out, f"{args} printed nothing")


@claim("wrong usage gives exit code 2 and an error that says what is wrong and suggests a similar valid word, if any")
def _(home):
    with_games(home)
    for args, message in WRONG:
        ran = home.run(*args).ended(2)
        holds(ran.err, "yard", message)
        same(ran.out, "", f"what {args} printed")


@claim("a problem with data or files gives exit code 1 and a message on standard error only")
def _(home):
    home.write("bad", "rules yardzee\nroll 1 2 3\n")
    for args in (["check", "bad"], ["sheet", "bad"], ["resume", "bad"], ["engine", "bad"],
                 ["resume"], ["resume", "3"], ["check", "missing"],
                 ["sheet", "--blank", "yatzy", "--svg", "missing/x.svg"],
                 ["sheet", "--blank", "yatzy", "--pdf", "missing/x.pdf"],
                 ["play", "--plain", "--record", "missing/x", *TABLE]):
        ran = home.run(*args).ended(1)
        holds(ran.err, "yard: ")
        same(ran.out, "", f"what {args} printed")


@claim("with one bad record among good ones, the good ones are printed and the exit code is 1")
def _(home):
    with_games(home)
    ran = home.run("check", "game", "missing", "game").ended(1)
    same(ran.out.count("game: 11 lines, farkle:goal=1000, finished, Ann wins"), 2, "good records")
    holds(ran.err, "Can't open missing: No such file or directory.")


@claim("an empty shelf is not an error: list and best say so and exit with 0")
def _(home):
    for args, words in ((["list"], "No games have been saved yet.\n"),
                        (["list", "--unfinished"], "There are no unfinished games.\n"),
                        (["best"], "No finished games have been saved yet.\n")):
        ran = home.run(*args).ended(0)
        same(ran.out, "", "the data")
        same(ran.err, words, "the message")


@claim("quitting during setup is not an error and leaves no record")
def _(home):
    for typed in ("", "quit\n", "yardzee\nquit\n", "2\nAnn\n\nq\n"):
        home.run("play", "--plain", typed=typed).ended(0)
    same(home.left(), [], "what was left behind")


# ---- JSON ----

@claim("--json prints one JSON object or list per line, and nothing else")
def _(home):
    with_games(home)
    for args, lines in ((["rules", "--json"], 1), (["rules", "--json", "yatzy"], 1),
                        (["check", "--json", "game", "game"], 2), (["list", "--json"], 3),
                        (["list", "--json", "--unfinished"], 1), (["best", "--json"], 2)):
        ran = home.run(*args).ended(0)
        same(len([json.loads(line) for line in ran.out.splitlines()]), lines, f"lines of {args}")
        same(ran.err, "", "the messages")


@claim("with --json, check, best and rules print the right facts")
def _(home):
    with_games(home)
    game = json.loads(home.run("check", "--json", "game").out)
    same((game["record"], game["rules"], game["finished"], game["games"], game["lines"]),
         ("game", "farkle:goal=1000", True, 1, 11), "the record")
    seats = [(s["name"], s["total"], s["won"], s["ledger"]) for s in game["seats"]]
    same(seats, [("Ann", 1000, True, 0), ("Bea", 200, False, 0)], "the seats")
    best = [json.loads(line) for line in home.run("best", "--json").out.splitlines()]
    same([(b["name"], b["points"], b["games"], b["won"]) for b in best],
         [("Ann", 1000, 2, 2), ("Bea", 200, 2, 0)], "the bests")
    rules = json.loads(home.run("rules", "--json", "yardkle:goal=5000").out)
    same((rules["key"], rules["family"], rules["dice"]), ("yardkle:goal=5000", "press", 6), "rules")
    check("goal=5000" in rules["parameters"], rules)


@claim("bots have no personal bests, and best names the rule set of which no game has been finished")
def _(home):
    home.run("play", "--plain", "--rules", "farkle:goal=1000", "--seat", "Ann", "--seat", "Robo bot novice",
             "--dice", "seed 3", "--start", "2", typed="\nquit\n").ended(0)
    with_games(home)
    home.run("play", "--plain", "--rules", "yatzy", "--seat", "Bo bot novice", "--dice", "seed 1",
             typed="").ended(0)  # a bot alone plays to the end
    best = [json.loads(line) for line in home.run("best", "--json").ended(0).out.splitlines()]
    same([b["name"] for b in best], ["Ann", "Bea"], "the people with bests")
    ran = home.run("best", "--rules", "yahtzee").ended(0)
    same((ran.out, ran.err), ("", "No finished games of yahtzee have been saved yet.\n"), "of yahtzee")


@claim("analyse of all saved games names their folder once, and each line begins with a file")
def _(home):
    with_games(home)
    said = home.run("analyse").ended(0).out
    same(said.splitlines()[0], f"Games saved in {home.path('data/yardstick/games')}:", "the first line")
    check(said.count(home.path("")) == 1 and re.search(r"^[0-9-]+-farkle-ann-bea(-2)?\.yard: Ann", said, re.M), said)


@claim("names in any script come out intact in JSON and on sheets")
def _(home):
    for name in ("Zoë", "李雷", "Ωmega", 'A"b\\c', "😀"):
        table = [name if word == "Ann" else word for word in TABLE]
        home.run("play", "--plain", "--record", name, *table, typed=GAME).ended(0)
        game = json.loads(home.run("check", "--json", name).ended(0).out)
        same(game["seats"][0]["name"], name, "the name")
        holds(home.run("sheet", name).ended(0).out, name)
        home.env["LC_ALL"] = "C"
        holds(home.run("sheet", name).ended(0).out, name)


# ---- terminals ----

def on_terminal(home, *args, typed, **env):
    """What yard writes to a terminal."""
    terminal, side = pty.openpty()
    with subprocess.Popen([home.yard, *args], env={**home.env, **env}, cwd=home.folder, stdin=side,
                          stdout=side, stderr=side) as process:
        os.close(side)
        os.write(terminal, typed)
        words = b""
        try:
            while more := os.read(terminal, 4096):
                words += more
        except OSError:  # the program has closed its end
            pass
        same(process.wait(PATIENCE), 0, "the exit code")
    os.close(terminal)
    return text(words)


@claim("with NO_COLOR or on a dumb terminal, no escape sequences are written")
def _(home):
    with_games(home)
    for env in ({"NO_COLOR": "1", "TERM": "xterm-256color"}, {"TERM": "dumb"}):
        for args in (["rules", "yardzee"], ["list"], ["best"], ["check", "game"], ["sheet", "game"],
                     ["--help"], ["play", "--plain", "--no-record", *TABLE],
                     ["resume", "--plain", "game"]):
            words = on_terminal(home, *args, typed=b"help\nquit\n", **env)
            check(words and "\x1b" not in words, f"{args} writes", words)


@claim("a pipe never gets escape sequences")
def _(home):
    with_games(home)
    home.env["TERM"] = "xterm-256color"
    for args in FINE:
        check("\x1b" not in home.run(*args, typed="help\nlegal\n").out, args)


@claim("blank sheets as text line up within 80 columns and have every column")
def _(home):
    for book in ("yardzee", "yardkle", "yahtzee", "yahtzee-classic", "yatzy", "farkle"):
        for columns in ("1", "2", "5", "7", "12", "99"):
            sheet = home.run("sheet", "--blank", book, "--columns", columns).ended(0).out
            front = sheet.split("Series totals")[0]
            found = 0
            for block in front.split("\n\n"):
                rows = [line for line in block.splitlines() if "|" in line or "-+-" in line]
                places = {tuple(i for i, c in enumerate(line) if c in "|+") for line in rows}
                check(len(places) <= 1, "the columns don't line up:", block)
                check(all(len(line) <= 80 for line in rows), "wider than 80:", block)
                how = 1 if book not in ("yardkle", "farkle") else 0
                found += len(places.pop()) - how if places else 0
            check(found == int(columns), f"{book}: {found} of {columns} columns in", front)


@claim("a blank sheet has the names it was given")
def _(home):
    names = ["--seat", "Ann", "--seat", "Bea+Cy", "--seat", "Ελένη"]
    for book in ("yardzee", "yardkle", "yahtzee-classic"):
        holds(home.run("sheet", "--blank", book, *names).ended(0).out, "Ann", "Bea+Cy", "Ελένη")
        svg = home.run("sheet", "--blank", book, *names, "--columns", "5", "--svg", "-").ended(0).out
        holds(svg, ">Ann<", ">Bea+Cy<", ">Ελένη<", ">4<", ">5<")


@claim("a score sheet is at most COLUMNS wide (default: 80)")
def _(home):
    seats = [word for i in range(12) for word in ("--seat", f"Player {i + 1}")]
    home.record("wide", "--rules", "yardzee", *seats, "--dice", "physical", "--start", "1")
    for columns, most in ((None, 80), ("60", 60), ("200", 200), ("nonsense", 80)):
        if columns:
            home.env["COLUMNS"] = columns
        sheet = home.run("sheet", "wide").ended(0).out
        check(max(map(len, sheet.splitlines())) <= most, f"wider than {most}:", sheet)
        for i in range(12):
            holds(sheet, f"Player {i + 1} ")


# ---- languages ----

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# The error for an unknown verb, the first line of the help, and a line of the rules.
SPOKEN = {
    "en": ("yard: There's no command 'xyzzy'.\n", "yard: play, referee, score and analyze dice games\n",
           "\n  These rules follow the Yardkle rule sheets. "),
    "de": ("yard: Den Befehl „xyzzy“ gibt es nicht.\n", "yard: Würfelspiele spielen, leiten, werten und analysieren\n",
           "\n  Quelle dieser Regeln: die Yardkle-Regelblätter. "),
    "es": ("yard: No existe el comando «xyzzy».\n", "yard: jugar, arbitrar, puntuar y analizar partidas de dados\n",
           "\n  Fuente de estas reglas: las hojas de reglas de Yardkle. "),
}


def in_locale(home, **variables):
    """Sets these locale variables in the environment and removes all other locale variables."""
    for name in list(home.env):
        if name.startswith("LC_") or name in ("LANG", "LANGUAGE", "LOCPATH"):
            del home.env[name]
    home.env.update(variables)
    if "LOCPATH" in variables:  # makes newlocale() leak, which a library of libpq's calls before main()
        home.write("leaks", "leak:__argz_add_sep\n")
        home.env["LSAN_OPTIONS"] = "print_suppressions=0:suppressions=" + home.path("leaks")


def speaks(home, language, *before, after=()):
    """Checks that refusals, help and rules are in this language; the arguments go before and after the verb."""
    refusal, helped, rules = SPOKEN[language]
    ran = home.run(*before, "xyzzy", *after).ended(2)
    check(ran.err.startswith(refusal), "not in", language, ran.err)
    same(ran.out, "", "what a refusal printed")
    for words in ("--help", "help"):
        ran = home.run(*before, words, *after).ended(0)
        check(ran.out.startswith(helped), "not in", language, ran.out)
    ran = home.run(*before, "rules", "yardkle", *after).ended(0)
    holds(ran.out, rules)
    same(ran.err, "", "the messages")


@claim("the environment sets the language, LC_ALL before LC_MESSAGES before LANG; the default is English")
def _(home):
    for language, variables in (
            ("de", {"LANG": "de_DE.UTF-8"}), ("de", {"LANG": "de_AT.UTF-8"}), ("de", {"LANG": "de"}),
            ("es", {"LANG": "es_MX.UTF-8"}), ("en", {"LANG": "en_GB.UTF-8"}), ("en", {"LANG": "fr_FR.UTF-8"}),
            ("es", {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}),
            ("de", {"LANG": "es_ES.UTF-8", "LC_MESSAGES": "es_ES.UTF-8", "LC_ALL": "de_DE.UTF-8"}),
            ("de", {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""}),
            ("en", {"LANG": "de_DE.UTF-8", "LC_ALL": "C"}),
            ("en", {"LANG": "C"}), ("en", {"LANG": "C.UTF-8"}), ("en", {"LANG": "POSIX"}), ("en", {"LANG": ""}), ("en", {})):
        in_locale(home, **variables)
        speaks(home, language)
    in_locale(home, LANG="de_DE.UTF-8")
    holds(home.run("play", "--help").ended(0).out, "yard play: ", "\nAufruf: yard play ", "\nBeispiele:\n  yard play")
    ran = home.run("play", "--rules", "yardze").ended(2)
    holds(ran.err, "yard play: --rules: Es gibt kein Regelwerk „yardze“. Meintest du „yardzee“?", "\nAufruf: yard play ")


@claim("--lang overrides the environment, whether before or after the verb, and the last --lang counts")
def _(home):
    in_locale(home, LANG="de_DE.UTF-8")
    for option in (["--lang", "es"], ["--lang=es"], ["--lang", "es_ES.UTF-8"], ["--lang=en", "--lang", "es"]):
        speaks(home, "es", *option)
        speaks(home, "es", after=option)
    speaks(home, "en", "--lang=en")
    speaks(home, "de", "--lang", "es", after=["--lang", "de"])
    in_locale(home, LANG="C")
    speaks(home, "de", "--lang", "de")
    holds(home.run("rules", "--lang", "de", "yardkle").ended(0).out, SPOKEN["de"][2])
    # After --, --lang is a name like any other.
    holds(home.run("check", "--lang=es", "--", "--lang").ended(1).err, "--lang: no existe el archivo o la carpeta")


@claim("error messages from the operating system are translated, too")
def _(home):
    home.write("file", "")
    for language, missing, below in (("en", "missing: No such file or directory.", "file/game: Not a directory."),
                                     ("de", "missing lässt sich nicht öffnen: Datei oder Ordner nicht gefunden.",
                                      "file/game lässt sich nicht öffnen: Das ist kein Ordner."),
                                     ("es", "missing: no existe el archivo o la carpeta.", "file/game: no es una carpeta.")):
        holds(home.run("check", "--lang", language, "missing", "file/game").ended(1).err, missing, below)


@claim("an unknown language gets exit code 2 and the list of languages, in the language of the environment")
def _(home):
    for locale, words in (("C", "There's no language 'fr'. Choose one of these: en, de, es."),
                          ("de_DE.UTF-8", "Die Sprache „fr“ gibt es nicht. Wähle eine von diesen: en, de, es.")):
        in_locale(home, LANG=locale)
        for args in (["--lang", "fr"], ["--lang=fr"], ["--lang", "fr", "rules"], ["rules", "--lang=fr"],
                     ["rules", "--lang", "fr", "yardkle"], ["play", "--lang", "fr"]):
            ran = home.run(*args).ended(2)
            same((ran.out, ran.err), ("", f"yard: --lang: {words}\n"), f"what {args} says")
    in_locale(home, LANG="C")
    for args in (["--lang"], ["rules", "--lang"]):
        ran = home.run(*args).ended(2)
        same((ran.out, ran.err), ("", "yard: --lang needs a language, such as --lang de.\n"), f"what {args} says")
    holds(home.run("rules", "--lang=").ended(2).err, "yard: --lang: There's no language ''.", "en, de, es.")
    same(home.left(), [], "what was left behind")


@claim("no language is printed in the wrong character set")
def _(home):
    made = home.path("locales")
    os.mkdir(made)
    if not shutil.which("localedef") or subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "ISO-8859-1", made + "/de_DE.ISO-8859-1"], check=False,
            capture_output=True).returncode > 1:  # 1: success with warnings
        print("# without localedef: only a locale that the system does not have")
    else:  # where output is not UTF-8, German would be unreadable
        in_locale(home, LANG="de_DE.ISO-8859-1", LOCPATH=made)
        speaks(home, "en")
        in_locale(home, LANG="de_DE.UTF-8", LC_CTYPE="de_DE.ISO-8859-1", LOCPATH=made)
        speaks(home, "en")
        for args in (["--help"], ["rules", "yardkle"], ["rules", "yardzee"], ["play", "--help"]):
            check(home.run(*args).ended(0).out.isascii(), args)
    # LC_CTYPE or LANG decides the character set, even if the system does not have the locale.
    for variables in ({"LANG": "de_DE.ISO-8859-1"}, {"LANG": "de_DE.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-15"}):
        in_locale(home, LOCPATH=home.path("nothing"), **variables)
        speaks(home, "en")
        check(home.run("rules", "yardzee").ended(0).out.isascii(), variables)
    for variables in ({}, {"LANG": "C"}, {"LANG": "de_DE.UTF-8"}, {"LANG": "de_DE.ISO-8859-1"}, {"LANG": "es_ES.UTF-8"}):
        in_locale(home, **variables)
        for args in (["--help"], ["rules", "yardkle"], ["rules", "yahtzee"], ["serve", "--help"]):
            words = home.run(*args).ended(0).out
            words.encode()  # fails if the output is not UTF-8
            check(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffd]|Ã.", words), f"{args} with {variables}:", words)


@claim("the manual is in English, whatever the language")
def _(home):
    template = os.path.join(ROOT, "doc/yard.1.in")
    in_locale(home, LANG="C")
    manual = home.run("manual", template).ended(0).out
    holds(manual, ".Nd play, referee, score and analyze dice games\n", "\n.Nm yard serve\n")
    for language in ("de_DE.UTF-8", "es_ES.UTF-8"):
        in_locale(home, LANG=language)
        same(home.run("manual", template).ended(0).out, manual, f"the manual with {language}")
        same(home.run("--lang", language, "manual", template).ended(0).out, manual, f"with --lang {language}")


@claim("completion offers --lang, even when it is typed in full, and then the languages")
def _(home):
    for typed in ("--la", "--lang"):
        same(home.run("complete", "rules", typed).ended(0).out.split(), ["--lang"], f"what follows {typed}")
    same(home.run("complete", "rules", "--lang", "").ended(0).out.split(), ["en", "de", "es"], "the languages")
    same(home.run("complete", "rules", "--lang", "d").ended(0).out.split(), ["de"], "what follows d")


main()
