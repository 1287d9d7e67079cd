#!/usr/bin/env python3
"""Luck and errors in `yard analyse`, hints and warnings in `yard play`.

usage: analyse_test.py YARD"""
import csv
import io
import json
import re

from tap import LONG, Engine, Plain, check, claim, holds, main, prose, same

YARDKLE = "yardkle" if LONG else "yardkle:goal=1500"  # a short game is solved quickly


def bots_game(home, name, rules, *seats, seed=7, start="1"):
    """The record of a game that bots play to its end."""
    options = [word for seat in seats for word in ("--seat", seat)]
    plain = Plain(home, "play", "--rules", rules, *options, "--dice", f"seed {seed}", "--start",
                  start, "--record", name)
    holds(plain.words, "Game over")
    plain.end().ended(0)
    return name


def analysed(home, *names):
    return [json.loads(line) for line in home.run("analyse", "--json", *names).ended(0)
            .out.splitlines()]


def novices_game(home, rules, *seats):
    """A record in which the last seat makes an error; not every short game has one."""
    for seed in range(7, 47):
        name = bots_game(home, f"g{seed}.yard", rules, *seats, seed=seed)
        game, = analysed(home, name)
        if game["seats"][-1]["errors"]:
            return name, game
    check(False, "in forty games the novice gave away nothing")


def adds_up(game):
    for seat in game["seats"]:
        off = seat["par"] + seat["luck"] - seat["errors"] + seat["others"] - seat["result"]
        check(abs(off) < 1e-6, f"the ledger of {seat['name']} is off by {off}")
        mine = [d for d in game["decisions"] if d["seat"] == 1 + game["seats"].index(seat)]
        luck = [r["luck"] for r in game["rolls"] if r["seat"] == 1 + game["seats"].index(seat)]
        check(abs(sum(d["error"] for d in mine) - seat["errors"]) < 1e-6, "its decisions do not")
        check(abs(sum(luck) - seat["luck"]) < 1e-6, "its rolls do not")
        same(sum(d["mattered"] for d in mine), seat["decisions"], "decisions that mattered")
        same(sum(seat["grades"].values()), seat["decisions"], "graded decisions")
        check(all(d["cost"] >= 0 for d in mine), "a cost is below 0")


def difference_adds_up(words, seats):
    """Checks the report's sentence that splits the difference between two totals into dice and decisions. Bots draw
    from the system's random numbers, so a game may also be tied."""
    found = re.search(r"(\w+) (?:finished (\d+) points? ahead of|tied with) (\w+): "
                      r"(\S+) from the dice, (\S+) from the decisions\.", prose(words))
    check(found, "the difference is missing in:", words)
    one, points, other, dice, decisions = found.groups()
    seat = {s["name"]: s for s in seats}
    luck = seat[one]["luck"] - seat[other]["luck"]
    errors = seat[other]["errors"] - seat[one]["errors"]
    check(abs(float(dice) - luck) < 0.051 and abs(float(decisions) - errors) < 0.051, found[0], luck, errors)
    check(abs(luck + errors - int(points or 0)) < 1e-6, f"{luck} and {errors} are not {points}")


for RULES in ("yardzee", "yahtzee", "yahtzee-classic", YARDKLE):
    @claim(f"{RULES}: par + luck - errors + others = result, and a perfect bot makes no errors")
    def _(home, rules=RULES):
        name, game = novices_game(home, rules, "Robo bot perfect", "Nova bot novice")
        adds_up(game)
        perfect, novice = game["seats"]
        check(abs(perfect["errors"]) < 1e-9, f"perfect play gave away {perfect['errors']}")
        check(novice["errors"] > 0, "the novice gave away nothing")
        same(perfect["grades"]["best"], perfect["decisions"], "its best decisions")
        totals = json.loads(home.run("check", "--json", name).ended(0).out)["seats"]
        if rules == YARDKLE:
            same([s["result"] == 1 for s in game["seats"]], [s["won"] for s in totals], "wins")
            same([round(s["points"]["result"]) for s in game["seats"]],
                 [s["total"] for s in totals], "points of all turns")
        else:
            same([s["result"] for s in game["seats"]], [s["total"] for s in totals], "results")
            difference_adds_up(home.run("analyse", name).ended(0).out, game["seats"])


@claim("a solo press game is measured in turns: errors are negative, but costs are not")
def _(home):
    name, game = novices_game(home, YARDKLE, "Nova bot novice")
    adds_up(game)
    same(game["unit"], "turns", "the unit")
    check(game["seats"][0]["errors"] < 0, "no error in a novice's game")
    check(game["seats"][0]["result"] == int(game["seats"][0]["result"]), "half a turn")
    holds(home.run("analyse", name).ended(0).out, "fewer is better")


@claim("at a press table of three, the values are labeled as estimates and add up")
def _(home):
    bots_game(home, "g.yard", "yardkle:goal=1500", "A bot family", "B bot family", "C bot family")
    game, = analysed(home, "g.yard")
    adds_up(game)
    same(game["approximate"], True, "approximate")
    holds(home.run("analyse", "g.yard").ended(0).out, "estimates")


@claim("the text report says how its columns add up, what 'others' means and who had the advantage of going first")
def _(home):
    name, game = novices_game(home, YARDKLE, "Robo bot perfect", "Nova bot novice")
    words = home.run("analyse", name).ended(0).out
    holds(prose(words), "par + luck \u2212 errors + others = result",
          "'others' is how the chance changed while the others played",
          f"Robo went first, and going first is an advantage: before the first roll, it means a "
          f"{100 * game['seats'][0]['par']:.1f} % chance of winning")
    for seat in game["seats"]:
        row, = re.findall(rf"^{seat['name']} +(.*)$", words, re.M)[:1]
        par, luck, errors, others, result = map(float, re.findall(r"[+-]?[\d.]+(?= %)", row)[:5])
        check(errors >= 0, row)
        check(abs(par + luck - errors + others - result) < 0.26, f"{row}: that does not add up")


ERRORS = {"yardzee": """roll 6 6 6 6 1, keep 1: keep, roll 2 3 4 6, keep 1 2 3 4, roll 5, score chance: box,
                        roll 1 2 3 4 5, keep 1: went-on, roll 1 1 2 6, keep 1 1 1, roll 2 3, score ones 0: gave-up,
                        roll 6 6 6 6 2, score twos: stopped, roll 6 6 6 6 2, keep 6 6 6 6, roll 3, keep 6 6 6 6,
                        roll 5, score large-straight: zero""",
          "yardkle:goal=1500": "roll 1 5 2 3 4 6, take 5 roll: aside"}


@claim("each kind of error has the same key in every language")
def _(home):
    for rules, steps in ERRORS.items():
        moves = [move.partition(": ") for move in " ".join(steps.split()).split(", ")]
        home.write("g.yard", "\n".join(["yardstick 1", f"rules {rules}", "seat Ann", *(do for do, _, _ in moves)]) + "\n")
        keys = [key or None for do, _, key in moves if not do.startswith("roll")]
        words = {}
        for language in "en", "de", "es":
            game = json.loads(home.run("analyse", "--json", "--lang", language, "g.yard").ended(0).out)
            same([d.get("slip_key") for d in game["decisions"]], keys, f"the keys, {language}")
            words[language] = [d["slip"] for d in game["decisions"] if "slip_key" in d]
        check(all(len(set(said)) == 3 for said in zip(*words.values())), words)


@claim("partners have separate luck and errors, which add up to those of their side")
def _(home):
    engine = Engine(home, home.record("g.yard", "--rules", "yardzee", "--seat", "Ann+Bea",
                                      "--seat", "Cy", "--dice", "seed 3", "--start", "1"))
    while engine.ask("state")["phase"] != "over":
        engine.say("roll")
        engine.say("score " + next(iter(engine.ask("state")["claims"])))
    engine.end().ended(0)
    game, = analysed(home, "g.yard")
    adds_up(game)
    side = game["seats"][0]
    same([p["name"] for p in side["people"]], ["Ann", "Bea"], "the people")
    for part in ("luck", "errors"):
        check(abs(sum(p[part] for p in side["people"]) - side[part]) < 1e-9, f"{part} do not")
    same(sorted({d["name"] for d in game["decisions"]}), ["Ann", "Bea", "Cy"], "who decided")
    holds(home.run("analyse", "g.yard").ended(0).out, "Ann+Bea", "  Ann", "  Bea", "Cy")


KEPT = """yardstick 1
rules yardzee
seat Ann
seat Bea
pace points
score chance 24
score threes 9
pace last
last 2 2 2 5 5
score twos
pace throws
roll 1 2 3 4 6
keep 1 2 3 4
roll 5
score large-straight
pace points
score ones 3
score sixes 18
"""


@claim("turns without all their throws are counted apart, and what is known of them is graded")
def _(home):
    home.write("game.yard", KEPT)
    game, = analysed(home, "game.yard")
    for seat in game["seats"]:
        off = seat["par"] + seat["luck"] - seat["errors"] + seat["unknown"] + seat["others"] - seat["result"]
        check(abs(off) < 1e-6, f"the ledger of {seat['name']} is off by {off}")
    same([seat["kept"] for seat in game["seats"]], [{"points": 2, "last": 1}, {"points": 2, "last": 0}], "the turns")
    same([m["do"] for m in game["unknown"]], ["score chance 24", "score threes 9", "last 2 2 2 5 5", "score ones 3",
                                              "score sixes 18"], "what is not known")
    box, = [d for d in game["decisions"] if d.get("pace")]
    same((box["do"], box["best"], box["pace"]), ("score twos", "score full-house", "last"), "the graded box")
    check(box["cost"] > 1, "it costs nothing", box)
    same([m["do"] for m in game["rolls"]], ["roll 1 2 3 4 6", "roll 5"], "the rolls")
    words = prose(home.run("analyse", "game.yard").ended(0).out)
    holds(words, "par luck errors unknown result", "par + luck − errors + unknown = result",
          "Some turns were entered without all their rolls.", "2 turns kept by points only, 1 turn kept by its last dice",
          "turn 2, last dice", "2 turns kept by points only:")
    page = home.run("analyse", "--html", "game.html", "game.yard").ended(0)
    check(not page.err, page.err)
    holds(home.read("game.html").decode(), "2 turns kept by points only", "unknown", "score 25 in Full house")
    home.run("analyse", "--csv", "game.csv", "game.yard").ended(0)
    head, *lines = csv.reader(io.StringIO(home.read("game.csv").decode()))
    same([[line[head.index(c)] for c in ("points_turns", "last_turns")] for line in lines], [["2", "1"], ["2", "0"]], "CSV")
    many = prose(home.run("analyse", "game.yard", bots_game(home, "b.yard", "yardzee", "Ann bot club")).ended(0).out)
    holds(many, "some rolls not entered")


@claim("a game kept by points alone is not reviewed, and says so")
def _(home):
    home.write("game.yard", f"yardstick 1\nrules {YARDKLE}\nseat Ann\nseat Bea\npace points\nbank 500\nbust\n"
               "bank 10000\nbank 600\n")
    game, = analysed(home, "game.yard")
    same((game["finished"], game["decisions"], game["rolls"]), (True, [], []), "the game")
    same([seat["accuracy"] for seat in game["seats"]], [None, None], "the accuracy")
    holds(prose(home.run("analyse", "game.yard").ended(0).out), "Kept by points only: no decisions to review")
    home.run("analyse", "--html", "game.html", "game.yard").ended(0)
    holds(home.read("game.html").decode(), "Kept by points only: no decisions to review")


@claim("corrected lines count in their new form, and undone choices do not count")
def _(home):
    engine = Engine(home, home.record("g.yard", "--rules", "yardzee", "--seat", "Ann", "--dice",
                                      "physical"))
    for line in ("roll 1 1 2 4 6", "keep 6", "undo", "keep 4", "roll 4 4 2 1",
                 "correct 6 roll 4 4 4 6 6", "keep 1", "roll 2 3 4 4"):
        engine.ask(line)
    wrong = engine.ask("state")
    engine.end()
    game, = analysed(home, "g.yard")
    adds_up(game)
    same(wrong["phase"], "choose", "the phase")
    same([d["do"] for d in game["decisions"]], ["keep 4", "keep 1"], "the decisions")
    check("roll 1 1 2 4 6" not in [r["do"] for r in game["rolls"]], "the roll as it was typed")


@claim("the analysis of a series adds up its games and shows each of them")
def _(home):
    bots_game(home, "g.yard", "yardzee", "Robo bot club")
    home.run("resume", "--plain", "g.yard", typed="rematch\n").ended(0)
    game, = analysed(home, "g.yard")
    adds_up(game)
    same(game["games"], 2, "games")
    same({d["game"] for d in game["decisions"]}, {1, 2}, "games of the decisions")
    holds(home.run("analyse", "g.yard").ended(0).out, "Game 1", "Game 2", "All games")


@claim("the ledger of a new game shows the expected result")
def _(home):
    home.record("new.yard", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 1")
    game, = analysed(home, "new.yard")
    same((game["finished"], game["decisions"], game["rolls"]), (False, [], []), "it")
    check(abs(game["seats"][0]["result"] - 254.5896) < 1e-4, game["seats"][0])
    holds(home.run("analyse", "new.yard").ended(0).out, "The game isn't over")


# ---- many records ----

@claim("a table without seats has one player, and a turn that has not been taken is not counted")
def _(home):
    home.write("g.yard", "rules yardkle:goal=1000\n")
    game, = analysed(home, "g.yard")
    same(game["seats"][0]["name"], "Player 1", "the name")
    same(game["seats"][0]["points"]["turns"], 0, "turns")
    holds(home.run("analyse", "g.yard", "g.yard").ended(0).out, "g.yard: Player 1, luck",
          "Player 1, yardkle:goal=1000: 2 games")
    holds(home.run("analyse", "--csv", "-", "g.yard").ended(0).out, '"Player 1"')


@claim("in a final round of three, the chances of all seats add up to 1")
def _(home):
    for seat, waiting in ((2, 0.3), (3, 0)):
        home.write("g.yard", f"position yardkle:goal=1000 1000/400/300 {seat} 0 ?6\n")
        game, = analysed(home, "g.yard")
        values = [s["result"] for s in game["seats"]]
        check(abs(sum(values) - 1) < 1e-9, f"the sum of {values}")
        check(values[0] > 0.4 and values[seat - 1] > 0.2, f"who leads and who moves: {values}")
        check((values[4 - seat] > 0.2) == (waiting > 0), f"who waits: {values}")
        same(game["approximate"], waiting > 0, "estimates")
        adds_up(game)


@claim("a hint for a choice that was undone is counted, but marks no other choice")
def _(home):
    home.write("g.yard", "rules yardkle:goal=2000\nseat Ann\nseat Bob\ndice physical\nstart 1\n"
               "roll 1 1 1 3 4 6\ntake 1 1 1 roll\nroll 1 2 3\nhint\nundo\nundo\n"
               "take 1 1 1 stop\nroll 1 1 2 3 4 6\ntake 1 roll\n")
    game, = analysed(home, "g.yard")
    same([d.get("hinted") for d in game["decisions"]], [None, None], "hinted choices")
    same([s["hints"] for s in game["seats"]], [1, 0], "hints")


@claim("tampered, truncated, empty and missing records are reported; truncated and good ones are analyzed")
def _(home):
    for i in (1, 2, 3, 4):
        bots_game(home, f"g{i}.yard", "yardzee", "Ann bot club", seed=i)
    lines = home.read("g2.yard").decode().splitlines(keepends=True)
    rolls = [n for n, line in enumerate(lines) if line.startswith("roll")]
    lines[rolls[3]] = "roll 6 6 6 6 6\n" if "6 6 6 6 6" not in lines[rolls[3]] else "roll 1\n"
    home.write("g2.yard", "".join(lines))
    home.write("g3.yard", home.read("g3.yard")[:-4])
    home.write("empty.yard", "")
    names = ["g1.yard", "g2.yard", "g3.yard", "none.yard", "empty.yard", "g4.yard"]
    ran = home.run("analyse", *names).ended(1)
    holds(ran.err, f"g2.yard, line {rolls[3] + 1}: ", "g3.yard ends in the middle of line ",
          "none.yard", "empty.yard")
    holds(ran.out, "g1.yard: Ann", "g3.yard: Ann", "g4.yard: Ann", "Ann, yardzee: 3 games")
    objects = [json.loads(line) for line in home.run("analyse", "--json", *names).ended(1)
               .out.splitlines()]
    same([o["record"] for o in objects], names, "the order of the objects")
    same([o["record"] for o in objects if "error" in o], ["g2.yard", "none.yard", "empty.yard"],
         "those with an error")


@claim("the CSV has one line per person and game, and each adds up")
def _(home):
    for i in (1, 2):
        bots_game(home, f"g{i}.yard", "yardkle:goal=1500", "Ann bot club", "Bo, \"the\" bot family", seed=i)
    home.run("analyse", "--csv", "all.csv", "g1.yard", "g2.yard").ended(0)
    rows = list(csv.DictReader(io.StringIO(home.read("all.csv").decode())))
    same([(r["record"], r["name"]) for r in rows],
         [("g1.yard", "Ann"), ("g2.yard", "Ann"), ("g1.yard", 'Bo, "the"'),
          ("g2.yard", 'Bo, "the"')], "the rows")
    for row in rows:
        par, luck, errors, others, result = (float(row[name]) for name in
                                             ("par", "luck", "errors", "others", "result"))
        check(abs(par + luck - errors + others - result) < 1e-5, row)
    only = home.run("analyse", "--csv", "-", "--name", "Ann", "g1.yard", "g2.yard").ended(0).out
    same(only.count("\n"), 3, "lines about Ann")


@claim("a person's progress is shown by group of games and kind of mistake")
def _(home):
    for i in range(1, 7):
        bots_game(home, f"g{i}.yard", "yardzee", "Ann bot novice", seed=i)
    out = home.run("analyse", *(f"g{i}.yard" for i in range(1, 7))).ended(0).out
    holds(out, "Ann, yardzee: 6 games; errors cost", "standard error", "1 to 2", "3 to 4", "5 to 6",
          "kept the wrong dice: ")
    holds(home.run("analyse", "--name", "Zoe", "g1.yard").ended(1).err,
          "Nobody in the records that could be read is called 'Zoe'.")


@claim("without a record, the whole shelf is analyzed; an empty shelf is reported")
def _(home):
    holds(home.run("analyse").ended(1).err, "No games have been saved yet.")
    home.run("play", "--plain", "--rules", "yardzee", "--seat", "Ann bot club", "--dice", "seed 4",
             typed="quit\n").ended(0)
    holds(home.run("analyse").ended(0).out, "par", "luck", "errors", "Ann")


@claim("any number of threads gives the same output in the same order")
def _(home):
    names = [bots_game(home, f"g{i}.yard", "yardzee", "Ann bot club", "Bo bot family", seed=i)
             for i in range(1, 6)]
    one = home.run("analyse", "--json", "--threads", "1", *names).ended(0).out
    same(home.run("analyse", "--json", "--threads", "4", *names).ended(0).out, one, "the output")


@claim("output never overwrites a record")
def _(home):
    name = bots_game(home, "g.yard", "yardkle:goal=500", "Ann bot club", "Bo bot club")
    before = home.read(name)
    for words in (("analyse", "--csv", name, name), ("analyse", "--html", name, name),
                  ("sheet", "--pdf", name, name), ("sheet", "--svg", name, name),
                  ("odds", "yardzee", "--svg", name)):
        holds(home.run(*words).ended(2).err, "g.yard is a record")
        same(home.read(name), before, "the record")


@claim("in a final round of three or more, the pars add up to 1, and are exact if only one player has a turn left")
def _(home):
    for totals, mover, shares in (("1200/700/800", 3, 2), ("1200/1200/800", 3, 2),
                                  ("1200/700/900", 2, 3), ("700/1300/600/800", 4, 4)):
        home.write("g.yard", f"yardstick 1\nposition yardkle:goal=1000 {totals} {mover} 0 ?6\n")
        game, = analysed(home, "g.yard")
        pars = [seat["par"] for seat in game["seats"]]
        check(abs(sum(pars) - 1) < 1e-9, pars)
        same([seat["result"] for seat in game["seats"]], pars, "the values now")
        same(game["approximate"], shares > 2, "whether it is estimated")
        adds_up(game)


@claim("columns stay aligned despite long names; --name leaves out the other players")
def _(home):
    long = "A name that goes on for a while"
    home.write("g.yard", f"yardstick 1\nrules yardzee\nseat {long}\nseat Bo\n")
    head, first, second = home.run("analyse", "g.yard").ended(0).out.splitlines()[2:5]
    same([line.index("254.6") + 5 for line in (first, second)], [head.index("par") + 3] * 2,
         "where par ends")
    out = home.run("analyse", "--name", "Bo", "g.yard", "g.yard").ended(0).out
    holds(out, "g.yard: Bo, luck")
    check(long not in out, out)


@claim("wrong options are named in the error")
def _(home):
    holds(home.run("analyse", "--html", "x.html", "a", "b").ended(2).err, "--html needs exactly one record.")
    holds(home.run("analyse", "--threads", "0", "a").ended(2).err, "--threads must be a number from 1 to 64, not '0'.")
    holds(home.run("analyse", "--json", "--csv", "-", "a").ended(2).err, "--json and '--csv -' both write to standard output.")
    bots_game(home, "g.yard", "yardzee", "Ann bot club")
    holds(home.run("analyse", "--csv", "no/such/folder.csv", "g.yard").ended(1).err,
          "Can't write no/such/folder.csv: ")


# ---- the tutor ----

GAME = ("play", "--rules", "yardzee", "--seat", "Ann", "--seat", "Bea", "--dice", "seed 5",
        "--start", "1")


@claim("hint shows the best choices, and why gives the reasons; together they count as one hint")
def _(home):
    plain = Plain(home, *GAME, "--record", "g.yard")
    holds(plain.type("hint"), "Roll the dice first.")
    plain.type()
    holds(plain.type("hint"), "Best choices by expected final score:", "keep 4", "There are 31 more choices.")
    holds(plain.type("why"), "Keep 4: expected final score 249.9")
    holds(" ".join(plain.type("why ch").split()), "more than if you score 14 in Chance")
    holds(plain.type("why xx"), "xx")
    plain.type("4")
    holds(plain.type("sheet"), "hints: Ann 1")
    plain.type("undo")
    holds(plain.type("sheet"), "hints: Ann 1")
    plain.type("quit")
    same(home.read("g.yard").decode().splitlines()[7:], ["roll 1 1 2 4 6", "hint", "keep 4", "undo"],
         "the record")
    game, = analysed(home, "g.yard")
    same([s["hints"] for s in game["seats"]], [1, 0], "hints in the analysis")
    engine = Engine(home, "g.yard")
    same([s.get("hints") for s in engine.ask("state")["seats"]], [1, None], "hints in the state")


@claim("yard asks before a costly choice: 'no' cancels it, 'yes' makes it, and the warning is not a hint")
def _(home):
    plain = Plain(home, *GAME, "--warn", "mistake", "--record", "g.yard")
    plain.type()
    holds(plain.type("ch"), "  This costs you 15.9 points on average.\n", "  Do it anyway? (yes, no) ")
    holds(plain.type("no"), "Ann: keep or score> ")
    plain.type("ch")
    holds(plain.type("yes"), "Ann scores 14 in Chance")
    same(home.read("g.yard").decode().splitlines()[8:], ["# warning", "score chance"], "the record")
    plain.type("quit")
    engine = Engine(home, "g.yard")
    same([s.get("hints") for s in engine.ask("state")["seats"]], [None, None], "hints in the state")


@claim("the warning threshold is a grade or a number, and can be changed or turned off mid-game")
def _(home):
    plain = Plain(home, *GAME, "--warn", "2.5", "--no-record")
    plain.type()
    holds(plain.type("warn"), "before costly choices: 2.5")
    check("(yes, no)" not in plain.type("2 4"), "0.5 points were questioned")
    plain.type("undo")
    plain.type("warn inaccuracy")
    holds(plain.type("1 2"), "This costs you 1.9 points on average.\n")
    plain.type("no")
    holds(prose(plain.type("warn sometimes")),
          "'sometimes' isn't a warning level. Choose 'off', 'inaccuracy', 'mistake', 'blunder' or")
    plain.type("warn off")
    check("(yes, no)" not in plain.type("1 2"), "warnings are off")
    holds(home.run("play", "--warn", "-1").ended(2).err, "'-1' isn't a warning level.")


@claim("in press games, hints and warnings are about the chance of winning")
def _(home):
    plain = Plain(home, "play", "--rules", "yardkle:entry=0,goal=3000", "--seat", "Ann", "--seat", "Bea",
                  "--dice", "physical", "--start", "1", "--warn", "1", "--no-record")
    plain.type("111234")
    holds(plain.type("hint"), "Best choices by chance of winning:", " %  ")
    holds(plain.type("1 stop"), "This lowers your chance of winning by ", " percentage points.\n", "  Do it anyway? ")


@claim("analyse during a game shows luck and errors so far")
def _(home):
    plain = Plain(home, *GAME, "--no-record")
    plain.type()
    holds(plain.type("analyse"), "par      luck    errors", "Ann", "Bea", "The game isn't over")


main()
