#!/usr/bin/env python3
"""yard solve and yard odds as processes: values, JSON, the cache, charts, cancellation.

usage: solve_test.py YARD"""
import json
import os
import pty
import re
import signal
import subprocess
import xml.dom.minidom

import tap
from tap import PATIENCE, SANITIZED, check, claim, holds, main, prose, same, text, until

solved, tap.SOLVED = tap.SOLVED, None  # every claim starts with an empty cache
KNOWN = {"yardzee": 254.5896, "yahtzee": 254.5877, "yahtzee:bonus=0,joker=none": 245.8708,
         "yatzy": 248.43999}
if SANITIZED:
    KNOWN = {"yardzee": KNOWN["yardzee"]}
# All but two boxes are filled, so this is quick to solve.
LATE = ("ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,four-kind=20,"
        "full-house=25,small-straight=30,large-straight=40")


def folder(home):
    return home.path(".cache/yardstick")


def keep_solved(home):
    """Puts the solved game of Yardzee into the cache."""
    if solved:
        os.makedirs(folder(home))
        for name in os.listdir(solved):
            if name.startswith("yardzee.sheet."):
                os.symlink(os.path.join(solved, name), os.path.join(folder(home), name))
    same(solve(home, "yardzee")[0][0]["cached"], bool(solved), "whether it was there")


def only_file(home, kind):
    names = [name for name in os.listdir(folder(home)) if kind in name]
    same(len(names), 1, "the number of such files")
    return os.path.join(folder(home), names[0])


def solve(home, *args, **more):
    ran = home.run("solve", "--json", *args, **more).ended(0)
    return [json.loads(line) for line in ran.out.splitlines()], ran.err


# ---- solve ----

@claim("the values of four rule sets match the known ones, in text and in JSON")
def _(home):
    ran = home.run("solve", "--no-cache", "yardzee").ended(0)
    same(ran.err, "", "the messages")
    holds(ran.out, "yardzee\n", "254.589609", "signature", "solved just now")
    answers, _ = solve(home, "--no-cache", *KNOWN)
    same(len(answers), len(KNOWN), "the number of answers")
    for (rules, value), answer in zip(KNOWN.items(), answers):
        check(abs(answer["value"] - value) < 5e-5, answer)
        check(len(answer["signature"]) == 16 and int(answer["signature"], 16), answer)
        check(answer["states"] > 10000 and answer["seconds"] > 0 and not answer["cached"], answer)
        check(rules != "yardzee" or answer["signature"] in ran.out, answer)
        same(set(answer["rules"].replace(":", ",").split(",")),
             set(rules.replace(":", ",").split(",")), "the rules")
    check(not os.path.exists(folder(home)), "--no-cache has written")


@claim("the signature is the same with one thread and with three")
def _(home):
    found = {solve(home, "--no-cache", "--threads", n, "yardzee")[0][0]["signature"]
             for n in ("1", "3")}
    same(len(found), 1, "the number of signatures")


@claim("a table that has been solved once comes from the cache")
def _(home):
    (first,), err = solve(home, "yardzee")
    (again,), err2 = solve(home, "yardzee")
    same((first["cached"], again["cached"]), (False, True), "cached")
    same((first["value"], first["signature"]), (again["value"], again["signature"]), "the values")
    same(err + err2, "", "the messages")
    holds(home.run("solve", "yardzee").ended(0).out, "cache ", "already solved")
    same(len(os.listdir(folder(home))), 1, "the number of files")


@claim("a press game that has been solved once comes from the cache, with the same values")
def _(home):
    (first,), err = solve(home, "farkle:goal=1000")
    (again,), _ = solve(home, "farkle:goal=1000")
    same((first["cached"], again["cached"], err), (False, True, ""), "cached")
    for key in ("value", "turns", "states", "signature"):
        same(again[key], first[key], key)
    name, = os.listdir(folder(home))
    check(name.startswith("farkle_goal=1000.press."), name)
    with open(os.path.join(folder(home), name), "r+b") as file:
        file.seek(-12, os.SEEK_END)
        file.write(b"!!")
    (answer,), err = solve(home, "farkle:goal=1000")
    holds(err, name)
    same((answer["cached"], answer["signature"]), (False, first["signature"]), "the answer despite damage")
    same(solve(home, "farkle:goal=1000")[0][0]["cached"], True, "after that")


@claim("a hint caches the table of a press game that it solves")
def _(home):
    game = ["play", "--plain", "--no-record", "--rules", "farkle:goal=1000", "--seat", "Ann", "--seat", "Bea",
            "--dice", "physical", "--start", "1"]
    first = home.run(*game, typed="112346\nhint\n").ended(0).out
    check(any(".press." in name for name in os.listdir(folder(home))), os.listdir(folder(home)))
    holds(first, "(Calculating ")
    told = re.sub(r"\(Calculating [^)]*\)\n", "", first)  # from the cache, there is nothing to calculate
    same(prose(home.run(*game, typed="112346\nhint\n").ended(0).out), prose(told), "the hint from the cache")


@claim("XDG_CACHE_HOME sets the cache folder, unless it is relative")
def _(home):
    home.env["XDG_CACHE_HOME"] = home.path("elsewhere")
    solve(home, "yardzee")
    same(len(os.listdir(home.path("elsewhere/yardstick"))), 1, "the number of files")
    home.env["XDG_CACHE_HOME"] = "elsewhere"
    solve(home, "yardzee")
    same(len(os.listdir(folder(home))), 1, "the number of files")


@claim("a damaged, truncated or foreign cache file is named, ignored and rewritten")
def _(home):
    (first,), _ = solve(home, "yardzee")
    path = only_file(home, "")
    with open(path, "rb") as file:
        good = file.read()
    flipped = bytearray(good)
    flipped[len(good) // 3] ^= 4
    wrong = [(flipped, "checksum"), (good[:-100], "it's incomplete."),
             (good[:8] + b"\x63" + good[9:], "another version"), (good[:20], "it's incomplete."),
             (b"", "it's incomplete."), (b"GARBAGE!" + good[8:], "it isn't a table made by this program."),
             (good.replace(b"yardzee", b"yahtzee"), "different rules"), (good + b"x", "too long")]
    for bad, why in wrong[:3] if SANITIZED else wrong:
        with open(path, "wb") as file:
            file.write(bad)
        (answer,), err = solve(home, "yardzee")
        holds(err, "yard: Warning: ", path, why)
        same((answer["cached"], answer["signature"]), (False, first["signature"]), "the answer")
        (answer,), err = solve(home, "yardzee")
        same((answer["cached"], err), (True, ""), "after that")


@claim("a cache that cannot be written causes only a warning; the answer is still printed")
def _(home):
    home.write(".cache", "a file in the place of the folder")
    (answer,), err = solve(home, "yardzee")
    check(abs(answer["value"] - KNOWN["yardzee"]) < 5e-5, answer)
    holds(err, "yard: Warning: Can't write ")
    del home.env["HOME"]
    home.env.pop("XDG_CACHE_HOME", None)
    same(solve(home, "yardzee")[1], "", "the messages without any home")


@claim("a full disk leaves no partial table behind")
def _(home):
    limit = ["sh", "-c", f'ulimit -f 1000; exec "{home.yard}" solve yardzee']
    done = subprocess.run(limit, env=home.env, cwd=home.folder, capture_output=True,
                          timeout=PATIENCE, check=False)
    same(done.returncode, 0, "the exit code")
    holds(text(done.stderr), "yard: Warning: Can't write ")
    holds(text(done.stdout), "254.589")
    same(os.listdir(folder(home)), [], "what is left")


@claim("press games are solved for two players and for one")
def _(home):
    out = json.loads(home.run("solve", "--json", "yardkle:goal=1000").ended(0).out)
    check(0.5 < out["value"] < 0.7 and 2 < out["turns"] < 4, "not the values of a short game:", out)


@claim("unknown rules and bad options are usage errors")
def _(home):
    for args, why in ((["solve"], "Name at least one rule set."),
                      (["solve", "yardzze"], "Did you mean 'yardzee'?"),
                      (["solve", "yardzee", "nothing"], "nothing"),
                      (["solve", "--threads", "0", "yardzee"], "--threads"),
                      (["solve", "--threads", "x", "yardzee"], "--threads"),
                      (["odds"], "Name one rule set."), (["odds", "yardzee", "yatzy"], "one rule"),
                      (["odds", "yardkle"], "For Yardkle, 'yard solve yardkle' shows the chance of winning"),
                      (["odds", "yardzee", "--position", "ones=7"], "ones can never hold 7."),
                      (["odds", "yardzee", "--position", "yatzy - 1 ?5 0"], "different rules"),
                      (["odds", "yardzee", "--position", "- 1 ?4 0"], "5"),
                      (["odds", "yardzee", "--position", ""], "--position must be a score sheet"),
                      (["odds", "yardzee", "--json", "--svg", "-"], "standard output")):
        ran = home.run(*args).ended(2)
        same(ran.out, "", "the output")
        holds(ran.err, why)


@claim("engine uses a cached table, but does not cache sheet games itself")
def _(home):
    ask = "position yardzee ones=3 1 3,3,3,4,5 2\nadvise\n"
    fresh = home.run("engine", typed=ask).ended(0)
    check(not os.path.exists(folder(home)), "the engine has written")
    solve(home, "yardzee")
    kept = home.run("engine", typed=ask).ended(0)
    same((kept.out, kept.err), (fresh.out, fresh.err), "the answers")
    with open(only_file(home, ""), "r+b") as file:
        file.truncate(1000)
    warned = home.run("engine", typed=ask).ended(0)
    same(warned.out, fresh.out, "the answers")
    holds(warned.err, "it's incomplete.")


# ---- odds ----

def from_the_empty_card(home):
    code, first, seen = on_a_terminal(home, "odds", "yardzee", "--json", "--threads", "1")
    same(code, 0, "the exit code")
    holds(seen, " [", "] ", " %", " left")
    check(seen.endswith("\r" + " " * 79 + "\r"), repr(seen[-200:]))
    odds = json.loads(first)
    again = home.run("odds", "yardzee", "--json").ended(0)
    same((again.out, again.err), (first, ""), "the second time")
    check(os.path.getsize(only_file(home, ".odds.")) < 50000, "a small file")
    chances = odds["chances"]
    check(abs(sum(chances) - 1) < 1e-9, sum(chances))
    mean = sum(c * (odds["lowest"] + i) for i, c in enumerate(chances))
    check(abs(mean - 254.589609) < 1e-6 and abs(odds["mean"] - mean) < 1e-6, mean)
    check(abs(odds["deviation"] - 59.611436) < 1e-6, odds["deviation"])
    check(abs(odds["upper_bonus"] - 0.681181) < 1e-6, odds["upper_bonus"])
    check(abs(sum(odds["further_five_alikes"]) - 1) < 1e-9, odds["further_five_alikes"])
    same(odds["percentiles"]["50"], 248, "the median")
    points = sum(box["mean"] for box in odds["boxes"]) + 35 * odds["upper_bonus"] + 100 * sum(
        n * chance for n, chance in enumerate(odds["further_five_alikes"]))
    check(abs(points - mean) < 1e-6, points)
    for total, chance in odds["at_least"].items():
        tail = sum(chances[max(0, int(total) - odds["lowest"]):])
        check(abs(tail - chance) < 1e-9, total)
    words = home.run("odds", "yardzee").ended(0)
    holds(words.out, "Mean 254.5896", "deviation 59.6114", "percentile", "at least", "68.12 %",
          "YARDZEE", "█")
    same(words.err, "", "the messages")
    likeliest = odds["lowest"] + chances.index(max(chances))
    same(odds["likeliest"], likeliest, "the likeliest total")
    holds(words.out, f"most likely total {likeliest}\n")


if not SANITIZED:
    claim("text, JSON and cache agree on the odds of yardzee; only a terminal shows a progress bar")(from_the_empty_card)


@claim("the report fits into 80 columns, or as many as COLUMNS says, and can do without Unicode")
def _(home):
    def widest(*args, **env):
        home.env.update(env)
        out = home.run("odds", "yardzee", "--position", LATE, *args).ended(0).out
        return max(map(len, out.splitlines())), out.isascii()

    keep_solved(home)
    home.env.pop("LC_ALL", None)
    home.env.update(LC_CTYPE="C.UTF-8", TERM="xterm")
    width, ascii_only = widest()
    check(60 < width <= 80 and not ascii_only, width)
    width, ascii_only = widest("--plain")
    check(60 < width <= 80 and ascii_only, width)
    same(widest(TERM="dumb")[1], True, "plain on a dumb terminal")
    for locale in ("C", "POSIX", "de_DE.ISO-8859-1"):
        same(widest(TERM="xterm", LC_CTYPE=locale)[1], True, f"plain with LC_CTYPE={locale}")
    home.env.update(LC_CTYPE="C.UTF-8")
    width, _ = widest(COLUMNS="132")
    check(100 < width <= 132, width)


@claim("--position takes a card, part of a position line, or the whole line")
def _(home):
    keep_solved(home)
    outs = {home.run("odds", "yardzee", "--json", "--position", words).ended(0).out
            for words in (LATE, f"{LATE} 1 ?5 0", f"yardzee {LATE} 1 ?5 0")}
    same(len(outs), 1, "the number of different answers")
    odds = json.loads(outs.pop())
    same(odds["position"], f"yardzee {LATE} 1 ?5 0", "the position")
    same(len(os.listdir(folder(home))), 1, "the number of files: odds of a position are not kept")
    filled = {box["box"]: box["mean"] for box in odds["boxes"] if box["filled"]}
    same(filled, {k: int(v) for k, v in (e.split("=") for e in LATE.split(","))}, "the card")
    later = json.loads(home.run("odds", "yardzee", "--json", "--position",
                                f"-/{LATE},chance=22 2 5,5,5,5,?1 2").ended(0).out)
    same([round(c, 9) for c in later["further_five_alikes"][:2]], [1, 0], "no bonus yet")
    check(abs(later["boxes"][11]["mean"] - 50 / 6) < 1e-9, later["boxes"][11])
    check(abs(later["boxes"][11]["zero"] - 5 / 6) < 1e-9, later["boxes"][11])


@claim("the chart is self-contained XML, written to a file or standard output")
def _(home):
    keep_solved(home)
    args = ["odds", "yardzee", "--position", LATE, "--svg"]
    same(home.run(*args, "chart.svg").ended(0).out, "", "the output")
    chart = text(home.read("chart.svg"))
    same(home.run(*args, "-").ended(0).out, chart, "the standard output")
    svg = xml.dom.minidom.parseString(chart).documentElement
    check(len(svg.getElementsByTagName("rect")) > 5, chart)
    check("href" not in chart and chart.count("http") == 1 and "url(" not in chart, chart)
    holds(chart, "yardzee, 11 of 13 boxes filled", "median ", "mean ")
    holds(home.run(*args, "missing/chart.svg").ended(1).err, "missing/chart.svg")


# ---- progress ----

def interrupt_at_work(process):
    """Sends SIGINT as soon as the process handles it, which is when it starts working."""
    def heeds():
        with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
            caught = next(line for line in file if line.startswith("SigCgt:"))
        return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1

    check(until(heeds), "it heeds no interrupt")
    process.send_signal(signal.SIGINT)


def on_a_terminal(home, *args, interrupt=False):
    """Runs yard with stderr on a terminal; returns the exit code, stdout and the terminal's contents."""
    mine, theirs = pty.openpty()
    process = subprocess.Popen([home.yard, *args], env=home.env, cwd=home.folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    if interrupt:
        interrupt_at_work(process)
    seen = b""
    while True:
        try:
            more = os.read(mine, 1 << 16)
        except OSError:
            break
        if not more:
            break
        seen += more
    os.close(mine)
    out = process.stdout.read()
    process.stdout.close()
    return process.wait(PATIENCE), text(out), text(seen)


@claim("Ctrl-C ends a calculation with exit code 1 and a one-line message")
def _(home):
    for terminal in (True, False):
        if terminal:
            code, out, seen = on_a_terminal(home, "odds", "yatzy", "--threads", "1",
                                            interrupt=True)
        else:
            with subprocess.Popen([home.yard, "odds", "yatzy", "--threads", "1"], env=home.env,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                interrupt_at_work(process)
                out, seen = map(text, process.communicate(timeout=PATIENCE))
                code = process.returncode
                same(seen, "yard: Canceled.\n", "the messages")
        same((code, out), (1, ""), "the end")
        holds(seen, "yard: Canceled.")
        check(not os.path.exists(folder(home)), "a cancelled run keeps nothing")


main()
