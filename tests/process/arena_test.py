#!/usr/bin/env python3
"""`yard arena`: what it measures, and that no program can disrupt it.

usage: arena_test.py YARD"""
import glob
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap

from clock import Clock
from tap import LONG, Session, check, claim, holds, main, prose, same, until

PATIENT = ["--patience", "60"]  # a program first solves its game, which is slow with sanitizers


def arena(home, *args):
    return json.loads(home.run("arena", *args, "--json").ended(0).out)


def program(home, name, source):
    """A contestant: a Python program with this source. Without site packages it starts faster."""
    home.write(name, source)
    return f"program:{shlex.quote(sys.executable)} -IS {name}"


def engine(home):
    return f"program:{shlex.quote(home.yard)} engine"


# Fills the boxes in order, or from the last to the first: a player that needs no solver.
FILLER = """
import sys
boxes = ("ones twos threes fours fives sixes three-kind four-kind full-house small-straight "
         "large-straight five-kind chance").split()
boxes = boxes[::-1] if "back" in sys.argv else boxes
for line in sys.stdin:
    if line.startswith("position"):
        _, _, cards, seat, *_ = line.split()
        filled = {part.split("=")[0] for part in cards.split("/")[int(seat) - 1].split(",")}
        print("{}")
    else:
        box = next(box for box in boxes if box not in filled)
        print('{"actions":[{"do":"score %s"}]}' % box, flush=True)
"""


def fillers(home):
    first = program(home, "filler.py", FILLER)
    return [first, first + " back"]


@claim("the program that --help shows plays whole games")
def _(home):
    shown = home.run("arena", "--help").ended(0).out
    source = re.search(r"player\.py.*?:\n\n(.*?)\n\nExamples:", shown, re.S)[1]
    home.write("player.py", textwrap.dedent(source) + "\n")
    for rules in ("yardzee", "yahtzee"):
        said = arena(home, "program:" + shlex.quote(sys.executable) + " player.py", "novice", "--rules", rules,
                     "--games", "4", "--seed", "1")
        same([r["forfeits"] for r in said["results"]], [0, 0], "forfeits")


# ---- measuring ----

@claim("perfect beats novice at yardzee, and the confidence interval shows it")
def _(home):
    games = 200 if LONG else 50
    result = arena(home, "perfect", "novice", "--rules", "yardzee", "--games", str(games), "--seed", "1")
    perfect, novice = result["results"]
    same((result["samples"], perfect["games"], novice["games"]), (games, games, games), "the games")
    check(perfect["share"]["low"] > 0.5 > novice["share"]["high"], perfect, novice)
    check(perfect["lead"]["low"] > 0 > novice["lead"]["high"], perfect, novice)
    same(perfect["wins"] + novice["wins"], games, "all wins")


@claim("perfect alone averages the expected total of perfect play, within four standard errors")
def _(home):
    total = arena(home, "perfect", "--rules", "yardzee", "--games", "400" if LONG else "100", "--seed", "2")
    total = total["results"][0]["total"]
    check(abs(total["mean"] - 254.5896) < 4 * total["error"], total)
    words = home.run("arena", "perfect", "--rules", "yardzee", "--games", "40").ended(0).out
    holds(words, "perfect", "deviation", "error", "total")


@claim("weaker levels have lower totals")
def _(home):
    result = arena(home, "expert", "club", "family", "novice", "--rules", "yatzy",
                   "--games", "400" if LONG else "200", "--seed", "3", "--duplicate-dice")
    totals = [r["total"]["mean"] for r in result["results"]]
    same(totals, sorted(totals, reverse=True), "the mean totals")
    same(result["samples"], 100 if LONG else 50, "the samples")


@claim("a seed gives the same result on any number of threads, and a different seed gives a different result")
def _(home):
    run = ["arena", "club", "family", "novice", "--rules", "yardzee", "--games", "60"]
    one = home.run(*run, "--seed", "4", "--threads", "1").ended(0).out
    same(home.run(*run, "--seed", "4", "--threads", "5").ended(0).out, one, "with five threads")
    check(home.run(*run, "--seed", "5").ended(0).out != one, "seeds 4 and 5 gave the same")


@claim("with duplicate dice, perfect ties with perfect in every game")
def _(home):
    result = arena(home, "perfect", "perfect", "--rules", "yardzee", "--games", "40", "--seed",
                   "6", "--duplicate-dice", "--records", "games")
    one, two = result["results"]
    same(one["total"], two["total"], "the totals")
    same(one["lead"], {"mean": 0, "error": 0, "low": 0, "high": 0}, "the lead")
    same((one["wins"], two["wins"], result["samples"]), (20, 20, 20), "wins and samples")
    for path in glob.glob(home.path("games/*.yard")):
        game = json.loads(home.run("check", "--json", path).ended(0).out)
        same(len({seat["total"] for seat in game["seats"]}), 1, path)


@claim("all contestants start equally often")
def _(home):
    home.run("arena", *fillers(home), fillers(home)[0], "--rules", "yardzee", "--games", "9",
             "--seed", "1", "--records", "games", *PATIENT).ended(0)
    first = []
    for path in sorted(glob.glob(home.path("games/*.yard"))):
        with open(path, encoding="utf-8") as file:
            first.append(re.search(r"^seat (.*) bot program", file.read(), re.M)[1])
    same(first, ["Program", "Program 2", "Program 3"] * 3, "who starts")


# ---- records ----

@claim("the records of all games are valid, and their totals match the result")
def _(home):
    for options in ([], ["--duplicate-dice"]):
        folder = "games" + "".join(options)
        result = arena(home, "perfect", "club", "--rules", "yardzee", "--games", "10", "--seed",
                       "9", "--records", folder, *options)
        paths = sorted(glob.glob(home.path(folder + "/*.yard")))
        same(len(paths), 10, "the number of records")
        games = [json.loads(line) for line in
                 home.run("check", "--json", *paths).ended(0).out.splitlines()]
        totals = {}
        for game in games:
            for seat in game["seats"]:
                totals[seat["name"]] = totals.get(seat["name"], 0) + seat["total"]
        same(totals, {"Perfect": int(result["sums"][0]["totals"]),
                      "Club": int(result["sums"][1]["totals"])}, "the totals")
        with open(paths[0], encoding="utf-8") as file:
            holds(file.read(), "yardstick 1\n", "rules yardzee\n", "seat Perfect bot perfect\n",
                  "dice physical\n" if options else "dice seed ", "roll ")


@claim("existing records are never overwritten; the run fails instead")
def _(home):
    run = ["arena", fillers(home)[0], "--rules", "yardzee", "--games", "2", "--seed", "1",
           "--records", "r", *PATIENT]
    home.run(*run).ended(0)
    before = home.read("r/00000001.yard")
    holds(home.run(*run).ended(1).err, "Can't create r/0000000")
    same(home.read("r/00000001.yard"), before, "the first record")


# ---- shards ----

def shards(home, count, *more, games=30):
    run = ["arena", *fillers(home), "--rules", "yardzee", "--games", str(games), "--seed", "11",
           *PATIENT, *more]
    for i in range(count):
        part = home.run(*run, "--shard", f"{i + 1}/{count}", "--json").ended(0).out
        home.write(f"part{i + 1}", part)
    return run, [f"part{i + 1}" for i in range(count)]


@claim("merging all shards, in any order, gives the result of the whole run, as text and JSON")
def _(home):
    for more in ([], ["--duplicate-dice"]):
        for count, games in ((1, 4), (3, 32 if LONG else 8), (4, 2)):  # in the last case some shards have nothing to do
            run, parts = shards(home, count, *more, games=games)
            for form in ([], ["--json"]):
                same(home.run("arena", "--merge", *parts[::-1], *form).ended(0).out,
                     home.run(*run, *form).ended(0).out, f"{count} shards merged")


@claim("shards that do not belong together are not merged, and the mismatch is named")
def _(home):
    _, parts = shards(home, 3)

    def refused(message, *files):
        ran = home.run("arena", "--merge", *files).ended(1)
        holds(ran.err, message)
        same(ran.out, "", "what was printed")

    def changed(pattern, by):
        return home.write("other", re.sub(pattern, by, home.read("part2").decode(), count=1))

    refused("Shard 2/3 is missing.", "part1", "part3")
    refused("Shards 2/3, 3/3 are missing.", "part1")
    refused("part1 and part1 are both shard 1/3.", *parts, "part1")
    refused("part1 and other have different seeds.", "part1", changed('"seed":11', '"seed":12'))
    refused("part1 and other come from runs with different rules.", "part1", changed("yardzee", "yatzy"))
    refused("part1 and other have different contestants.", "part1", changed(" back", " forth"))
    refused("part1 and other come from runs with different numbers of games.", "part1",
            changed('"games":30', '"games":60'))
    refused("part1 and other come from runs with different numbers of shards.", "part1",
            changed('"shards":3', '"shards":4'))
    refused("Only one of part1 and other comes from a run with --duplicate-dice.", "part1",
            changed('"duplicate_dice":false', '"duplicate_dice":true'))
    refused("The shards' games don't add up to 30.", "part1", changed('"samples":10', '"samples":11'), "part3")
    refused("other: This isn't a result of 'yard arena --json'.", home.write("other", "{}"))
    refused("Can't open nowhere: No such file or directory.", "nowhere")


@claim("damaged results cause nothing worse than a refusal")
def _(home):
    _, (part,) = shards(home, 1)
    good = home.read(part)
    for cut in range(0, len(good) - 2, 37 if LONG else 101):
        home.write("other", good[:cut])
        home.run("arena", "--merge", "other").ended(1)
    for at in range(0, len(good), 23 if LONG else 67):
        home.write("other", good[:at] + b"9" * 40 + good[at + 1:])
        check(home.run("arena", "--merge", "other").code in (0, 1), f"changed at byte {at}")


# ---- programs ----

@claim("yard engine can be a contestant, and plays perfectly")
def _(home):
    result = arena(home, "perfect", engine(home), "--rules", "yardzee", "--games", "6", "--seed",
                   "1", "--duplicate-dice", *PATIENT)
    same(result["results"][1]["forfeits"], 0, "its forfeits")
    same(result["results"][0]["total"], result["results"][1]["total"], "the totals")


FIRST_LEGAL = """
import json, subprocess, sys
engine = subprocess.Popen([{yard!r}, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          encoding="utf-8")
for line in sys.stdin:
    line = "legal" if line.strip() == "advise" else line.strip()
    engine.stdin.write(line + "\\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    legal = answer.get("legal")
    stops = [do for do in legal or [] if do.endswith("stop")]
    print(json.dumps({{"actions": [{{"do": (stops or legal)[0]}}]}} if legal else answer), flush=True)
"""


@claim("programs can play press games; in solo games, turns are counted")
def _(home):
    player = program(home, "first.py", FIRST_LEGAL.format(yard=home.yard))
    for options in ([], ["--duplicate-dice"]):
        result = arena(home, player, player, "--rules", "farkle:goal=2000", "--games", "6", *PATIENT,
                       "--records", "games" + "".join(options), *options)
        same([r["forfeits"] for r in result["results"]], [0, 0], "the forfeits")
        same(sum(r["wins"] for r in result["results"]), 6, "the wins")
        paths = glob.glob(home.path("games" + "".join(options) + "/*.yard"))
        home.run("check", *paths).ended(0)
    alone = arena(home, player, "--rules", "yardkle:goal=1000", "--games", "4", *PATIENT)
    check(alone["results"][0]["turns"]["mean"] > 1, alone)
    holds(home.run("arena", player, "--rules", "yardkle:goal=1000", "--games", "2", *PATIENT).out,
          "turns", "total")


MISBEHAVING = {
    # reason: (what the program does, the message)
    "silent": ("import sys, time\nsys.stdin.readline()\nprint('{}', flush=True)\ntime.sleep(1000)",
               "The program didn't answer within 1 second."),
    "ended": ("import os, signal, sys\nsys.stdin.readline()\nos.kill(os.getpid(), signal.SIGKILL)",
              "The program was terminated by signal 9"),
    "illegal": ("import sys\nfor line in sys.stdin: "
                "print('{\"actions\":[{\"do\":\"keep 1 2 3 4 5 6\"}]}', flush=True)",
                "'keep 1 2 3 4 5 6': "),
    "garbled": ("import sys\nfor line in sys.stdin: print('\\x00{', flush=True)",
                "The program's answer '?{' contains no move."),
    "flood": ("import sys\nwhile True: sys.stdout.write('x' * 65536)", "The program's answer was longer than "),
}


def forfeits(home, contestant, reason, words, patience="1"):
    """Checks that four games are forfeited for this reason and that the arena exits normally."""
    ran = home.run("arena", contestant, "--rules", "yardzee", "--games", "4", "--seed", "1",
                   "--patience", patience, "--json").ended(0)
    result = json.loads(ran.out)
    same(result["results"][0]["forfeits"], 4, "the forfeits")
    same(result["whole_samples"], 0, "the samples whose totals count")
    same(result["results"][0]["total"]["mean"], None, "the mean of no totals")
    (found,) = result["sums"][0]["forfeits"]
    same((found["reason"], found["count"], found["first_game"]), (reason, 4, 1), "the reason")
    holds(found["why"], words)


for why, (text, words) in MISBEHAVING.items():
    @claim(f"a misbehaving program forfeits each game with the reason '{why}'")
    def _(home, why=why, text=text, words=words):
        patience = "1" if why == "silent" else "60"
        forfeits(home, program(home, why + ".py", text), why, words, patience)


@claim("a program forfeits if it exits, closes its output, reports an error or makes no legal move")
def _(home):
    forfeits(home, "program:exit 3", "ended", "The program ended with exit code 3.")
    forfeits(home, "program:no-such-command-here 2>/dev/null", "ended", "command not found")
    forfeits(home, "program:exec >&-; sleep 1000", "ended", "The program closed its output.")
    forfeits(home, "program:yes '{\"error\":\"not today\"}'", "garbled", "the error 'not today'")
    forfeits(home, "program:yes '{\"actions\":[]}'", "garbled", "The program's answer '{\"actions\":[]}' contains no move.")
    forfeits(home, "program:yes '{\"actions\":[{\"do\":7}]}'", "garbled", " contains no move.")
    forfeits(home, "program:yes '{\"actions\":[{\"do\":\"dance\"}]}'", "illegal", "'dance': ")
    forfeits(home, "program:yes '{\"actions\":[{\"do\":\"roll 1 2 3 4 5\"}]}'", "illegal", "'roll ")


@claim("if a contestant forfeits, the others share the win equally, and the arena continues")
def _(home):
    one, two = fillers(home)
    # The program plays two games, and makes three of the thirteen choices in its third.
    source = FILLER.replace("for line in", "import itertools\nfor line in").replace(
        "sys.stdin:", "itertools.islice(sys.stdin, 58):")
    weak = program(home, "weak.py", source)
    result = arena(home, one, two, weak, "--rules", "yardzee", "--games", "6", "--seed", "1",
                   "--threads", "1", *PATIENT)
    same([r["forfeits"] for r in result["results"]], [0, 0, 2], "the forfeits")
    same(result["sums"][2]["forfeits"][0]["first_game"], 3, "the first forfeited game")
    same(result["whole_samples"], 4, "the samples whose totals count")
    same(sum(r["wins"] for r in result["results"]), 6, "all wins")
    check(min(r["wins"] for r in result["results"][:2]) >= 1, result["results"])


@claim("forfeits are reported and recorded, and the records are valid")
def _(home):
    ran = home.run("arena", fillers(home)[0], "program:exit 3", "--rules", "yardzee", "--games",
                   "2", "--records", "games", *PATIENT).ended(0)
    holds(prose(ran.out), "forfeits", "program:exit 3 forfeited 2 games, starting with game 1: "
          "The program ended with exit code 3.", "Totals are from the 0 samples without a forfeit.")
    holds(home.read("games/00000001.yard").decode(), "# Program 2 is program:exit 3\n",
          "# Program 2 forfeits (ended): The program ended with exit code 3.\n")
    home.run("check", "games/00000001.yard", "games/00000002.yard").ended(0)


@claim("a forfeit is reported in the user's language, but recorded in English")
def _(home):
    command = ["arena", "--lang", "de", "program:exit 3", "--rules", "yardzee", "--games", "1", *PATIENT]
    ran = home.run(*command, "--records", "games").ended(0)
    holds(prose(ran.out), "Das Programm endete mit Exit-Code 3.")
    holds(home.read("games/00000001.yard").decode(), "# Program forfeits (ended): The program ended with exit code 3.\n")
    holds(home.run(*command, "--json").ended(0).out, '"why":"The program ended with exit code 3."')


ROLLS_ON = """
import sys
for line in sys.stdin:
    if line.startswith("position"):
        dice = line.split()[-1].split(",")
        take = next((die for die in "15" if die in dice), None)
        take = take or next((" ".join(3 * die) for die in "2346" if dice.count(die) > 2), None)
        print("{}")
    else:
        print('{"actions":[{"do":"take %s roll"}]}' % (take or " ".join(dice)), flush=True)
"""


@claim("a program that never stops rolling forfeits after 10,000 turns")
def _(home):
    player = program(home, "roll.py", ROLLS_ON)
    # A player that never stops cannot reach the goal; the turns run out.
    result = arena(home, player, "--rules", "farkle", "--games", "1", "--seed", "1", *PATIENT)
    (found,) = result["sums"][0]["forfeits"]
    same((found["reason"], found["why"]), ("endless", "The game hadn't ended after 10000 turns."), "the forfeit")


def alive(mark):
    """The processes that have this mark on their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                args = file.read().replace("\0", " ")
        except OSError:
            continue  # it has ended in the meantime
        if mark in args:
            found.append(f"{pid} {args}")
    return found


@claim("no process that a program started is left running, and no descriptor leaks")
def _(home):
    mark = f"mark-{os.getpid()}"
    home.write("tree.sh", f"sh -c 'sleep 987; : {mark}' & sh -c 'sleep 986; : {mark}'\n")
    forfeits(home, f"program:sh tree.sh {mark}", "silent", "The program didn't answer within 1 second.")
    same(alive(mark), [], "what still runs")
    # These programs exit at once and are restarted for every game, so a leak would exhaust the descriptors.
    ran = subprocess.run(["sh", "-c", 'ulimit -n 24; exec "$@"', "sh", home.yard, "arena",
                          "program:exit 1", "program:exit 2", "--rules", "yardzee", "--games", "60",
                          "--threads", "2", "--json"], stdout=subprocess.PIPE, check=True,
                         timeout=60)
    reasons = {f["reason"] for s in json.loads(ran.stdout)["sums"] for f in s["forfeits"]}
    same(reasons, {"ended"}, "the reasons")


@claim("an interrupted arena ends at once, together with its programs")
def _(home):
    mark = f"stop-{os.getpid()}"
    session = Session(home, "arena", f"program:sleep 985; : {mark}", "--rules", "yardzee",
                      "--patience", "900")
    until(lambda: alive(f"sh -c sleep 985; : {mark}"))
    session.process.send_signal(signal.SIGINT)
    ran = session.end().ended(1)
    holds(ran.err, "yard: Canceled.\n")
    same(ran.out, "", "what it printed")
    same(alive(mark), [], "what still runs")


# ---- command line ----

@claim("progress is printed to stderr only on request")
def _(home):
    clock = Clock(home)
    home.env = clock.with_env(home.env)
    runs, gates = [], []
    for name, more in (("quiet", []), ("asked", ["--progress"])):
        os.mkfifo(home.path(name))
        runs.append(Session(home, "arena", f"program:read gate < {name}", "--rules", "yardzee", "--games", "1", *PATIENT,
                            "--json", *more))
        gates.append(os.open(home.path(name), os.O_WRONLY))  # blocks until the program opens it too
    for count in (1, 2):  # by the second report, the quiet run would also have printed one
        clock.forward(6)
        check(until(lambda n=count: runs[1].complaints().count(b"playing   0 %\n") == n), runs[1].complaints())
    for gate in gates:
        os.close(gate)
    quiet, asked = [run.end().ended(0) for run in runs]
    same(quiet.err, "", "the messages")
    for ran in (quiet, asked):
        json.loads(ran.out)


WRONG = [
    ([], "Name 1 to 16 contestants."),
    (["perfect"], "Name the rules, "),
    (["perfekt", "--rules", "yardzee"], "There's no contestant 'perfekt'. Did you mean 'perfect'?"),
    (["programm", "--rules", "yardzee"], "Did you mean 'program:COMMAND'?"),
    (["program:", "--rules", "yardzee"], "After 'program:', give the command that starts the program."),
    (["club", "--rules", "yardze"], "Did you mean 'yardzee'?"),
    (["club", "--rules", "yardzee", "--games", "0"], "--games must be a number from 1"),
    (["club", "--rules", "yardzee", "--games", "x"], "not 'x'"),
    (["club", "--rules", "yardzee", "--seed", "-1"], "--seed must be a whole number"),
    (["club", "--rules", "yardzee", "--seed", "1", "--shard", "3/2"], "not '3/2'"),
    (["club", "--rules", "yardzee", "--seed", "1", "--shard", "0/2"], "not '0/2'"),
    (["club", "--rules", "yardzee", "--shard", "1/2"], "Give a --seed: all shards need the same one."),
    (["club", "--rules", "yardzee", "--threads", "0"], "--threads must be a number from 1"),
    (["club", "--rules", "yardzee", "--patience", "0"], "--patience must be a number from 1 to 86400, not '0'."),
    (["club", "club", "--rules", "yardzee", "--games", "5", "--duplicate-dice"], "multiple of 2"),
    (["club"] * 17 + ["--rules", "yardzee"], "Name 1 to 16 contestants."),
    (["--merge"], "Name the results to merge."),
    (["--merge", "x", "--rules", "yardzee"], "--merge plays no games, "),
    (["club", "--game", "5", "--rulez", "x"], "There's no option --rulez. Did you mean --rules?"),
]


@claim("usage errors show the right usage")
def _(home):
    for args, message in WRONG:
        ran = home.run("arena", *args).ended(2)
        holds(ran.err, "yard arena: ", message, "Usage: yard arena ")
        same(ran.out, "", f"what {args} printed")


main()
