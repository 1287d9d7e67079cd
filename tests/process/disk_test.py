#!/usr/bin/env python3
"""Full disks, read-only folders, invalid records: a clear message, exit code 1, and nothing lost.

usage: disk_test.py YARD"""
import json
import os
import re
import signal
import stat

from disks import as_nobody, ways_to_fill
from tap import Engine, Plain, check, claim, holds, main, same, text

TABLE = ["--rules", "yardkle", "--seat", "Ann", "--seat", "Bea", "--dice", "seed 42",
         "--start", "1"]

# All but two boxes are filled, so this is quick to solve.
LATE = ("ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,four-kind=20,"
        "full-house=25,small-straight=30,large-straight=40")

# ---- full disks ----


def padded_record(home, disk):
    """A record with trailing blanks, as if edited by hand, so that a copy takes less room."""
    home.record("plan", *TABLE)
    name = os.path.join(disk.folder, "game")
    home.write(name, home.read("plan").replace(b"\n", b" " * 40 + b"\n"))
    return name


def say_until_refused(say):
    """Adds notes until there is no room for another; returns how many were accepted."""
    for count in range(1000):
        if say(f"# note {count}"):
            return count
    check(False, "the disk never got full")


def engine_goes_on(home, disk):
    name = padded_record(home, disk)
    engine = Engine(home, name)
    engine.say("roll")
    before, refusal = home.read(name), {}
    disk.fill(engine, len(before))

    def refused(line):
        refusal.update(engine.ask(line))
        return "error" in refusal

    taken = say_until_refused(refused)
    holds(refusal["error"], f"Can't write {name}: {disk.reason}.")
    before += b"".join(b"# note %d\n" % i for i in range(taken))
    same(home.read(name), before, "the record after the refusal")
    same(engine.ask("state")["lines"], before.count(b"\n"), "the number of lines in force")
    disk.free(engine)
    engine.say("# there is room")
    engine.end().ended(0)
    same(home.read(name), before + b"# there is room\n", "the record once there was room")
    home.run("check", name).ended(0)


def play_goes_on_elsewhere(home, disk):
    name = padded_record(home, disk)
    plain = Plain(home, "resume", name)
    plain.type()
    before = home.read(name)
    disk.fill(plain, len(before))
    taken = say_until_refused(lambda line: "Can't write" in plain.type(line))
    holds(plain.words, f"\n  Can't write {name}: {disk.reason}.")
    holds(plain.type("save elsewhere"), "Saving to elsewhere from now on.")
    plain.type("# saved")
    plain.end().ended(0)
    before += b"".join(b"# note %d\n" % i for i in range(taken))
    same(home.read(name), before, "the record that could not grow")
    same(home.read("elsewhere"), re.sub(b" +\n", b"\n", before) + b"# saved\n", "its copy")
    home.run("check", name, "elsewhere").ended(0)


def play_cannot_begin(home, disk):
    name = os.path.join(disk.folder, "new")
    ran = disk.play(home, "--plain", "--record", name, *TABLE).ended(1)
    holds(ran.err, f"Can't write {name}: {disk.reason}.", "--record FILE", "--no-record")
    check(not os.path.exists(name), "it left half a record behind")


def outputs_leave_nothing(home, disk):
    """Every command that writes a file, to a disk without room."""
    game = home.record("game", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 1")
    before = sorted(os.listdir(disk.folder))
    out = os.path.join(disk.folder, "out")
    for args in (["analyse", "--html", out, game], ["analyse", "--csv", out, game],
                 ["odds", "yardzee", "--position", LATE, "--svg", out], ["sheet", game, "--svg", out],
                 ["sheet", game, "--pdf", out]):
        ran = disk.run(home, *args).ended(1)
        holds(ran.err, "Can't write ", f"{out}: {disk.reason}.")
        same([name for name in sorted(os.listdir(disk.folder)) if name != "filler"], before, f"files after {args}")


def on_full_disks():
    trials = {
        "commands that cannot write their file say so and leave nothing behind": outputs_leave_nothing,
        "engine keeps the record intact and resumes once there is room":
            engine_goes_on,
        "play refuses a step, and 'save FILE' continues elsewhere": play_goes_on_elsewhere,
        "play that cannot create its record says so and leaves nothing behind": play_cannot_begin,
    }
    for way, kind in ways_to_fill().items():
        for words, trial in trials.items():
            @claim(f"{way}: {words}")
            def _(home, kind=kind, trial=trial):
                disk = kind(home)
                try:
                    trial(home, disk)
                finally:
                    disk.close()


on_full_disks()


# ---- standard streams ----

def something_to_print(home):
    """Commands that write to standard output."""
    home.run("play", "--plain", *TABLE).ended(0)
    home.record("game", *TABLE)
    return [["help"], ["--version"], ["rules"], ["rules", "yardzee"], ["rules", "--json"],
            ["check", "game"], ["check", "--json", "game"], ["list"], ["list", "--json"],
            ["sheet", "game"], ["sheet", "--blank", "yardzee", "--svg", "-"],
            ["sheet", "--blank", "yardzee", "--pdf", "-"], ["engine"], ["resume", "game"],
            ["play", "--plain", "--no-record", *TABLE], ["dice", "--json"],
            ["daily", "--position", "yardkle:goal=2000"],
            ["proficiency", "--json", "--rules", "yardkle:goal=2000"], ["page", "--out", "site"]]


@claim("a write error on standard output is reported, with exit code 1")
def _(home):
    for args in something_to_print(home):
        with open("/dev/full", "wb") as full:
            ran = home.run(*args, typed="help\n", stdout=full).ended(1)
        holds(ran.err, "yard: ", "No space left on device")


@claim("a write error on standard output does not lose the game's record")
def _(home):
    with open("/dev/full", "wb") as full:
        home.run("play", "--plain", "--record", "kept", *TABLE, stdout=full).ended(1)
    holds(home.run("check", "kept").ended(0).out, "kept: 7 lines")


def broken_pipe():
    """The write end of a pipe without a reader."""
    read, write = os.pipe()
    os.close(read)
    return os.fdopen(write, "wb")


@claim("a closed pipe ends yard with SIGPIPE or, if that is ignored, with exit code 1")
def _(home):
    for args in something_to_print(home):
        with broken_pipe() as pipe:
            ran = home.run(*args, typed="help\n", stdout=pipe)
        same((ran.code, ran.err), (-signal.SIGPIPE, ""), f"the end of {args}")
        with broken_pipe() as pipe:
            ran = home.run(*args, typed="help\n", stdout=pipe, restore_signals=False)
        ran.ended(1)
        check(not ran.err or "Broken pipe" in ran.err, "its last words are", ran.err)


@claim("a closed standard stream is not reused for the record")
def _(home):
    for number in (0, 1, 2):
        name = home.record(f"game-{number}", *TABLE)
        before = home.read(name)
        ran = home.run("engine", name, typed="roll\n", preexec_fn=lambda: os.close(number))
        ran.ended(1 if number == 1 else 0)
        added = home.read(name)[len(before):]
        same(home.read(name)[: len(before)], before, name)
        check(re.fullmatch(rb"(roll( \d){6}\n)?", added), "the record got", text(added))


# ---- folders ----

@claim("errors in a read-only folder name the path; records in it can still be read")
def _(home):
    os.mkdir(home.path("data"))
    home.record("data/game", *TABLE)
    before = home.read("data/game")
    os.chmod(home.path("data/game"), 0o444)
    os.chmod(home.path("data"), 0o555)
    somebody = as_nobody(home)
    ran = home.run("play", "--plain", "--record", "data/new", *TABLE, **somebody).ended(1)
    holds(ran.err, "Can't create data/new: Permission denied.", "--record FILE", "--no-record")
    ran = home.run("play", "--plain", *TABLE, **somebody).ended(1)
    holds(ran.err, f"Can't create the folder {home.path('data')}/yardstick: Permission denied.")
    for verb in ("resume", "engine"):
        ran = home.run(verb, "data/game", typed="roll\n", **somebody).ended(1)
        holds(ran.err, "Can't open data/game: Permission denied.")
    holds(home.run("check", "data/game", **somebody).ended(0).out, "data/game: 7 lines")
    home.run("sheet", "data/game", **somebody).ended(0)
    same(home.read("data/game"), before, "the record")


@claim("an unreadable folder of records is named in the error")
def _(home):
    home.run("play", "--plain", *TABLE).ended(0)
    games = home.path("data/yardstick/games")
    os.chmod(games, 0)
    somebody = as_nobody(home)
    for verb in ("list", "best", "resume"):
        ran = home.run(verb, **somebody).ended(1)
        holds(ran.err, f"Can't read the folder {games}: Permission denied.")


@claim("if a file is where a folder should be, errors name the path that failed, and the file is unchanged")
def _(home):
    os.mkdir(home.path("data"))
    home.write("data/yardstick", "no folder\n")
    ran = home.run("play", "--plain", *TABLE).ended(1)
    folder = f"{home.path('data')}/yardstick/games"
    holds(ran.err, f"Can't create the folder {folder}: Not a directory.")
    for verb in ("list", "best", "resume"):
        holds(home.run(verb).ended(1).err, f"Can't read the folder {folder}: Not a directory.")
    ran = home.run("play", "--plain", "--record", "data/yardstick/new", *TABLE).ended(1)
    holds(ran.err, "Can't create data/yardstick/new: Not a directory.")
    same(home.read("data/yardstick"), b"no folder\n", "the file")


@claim("without a home folder, yard says what is missing, and still plays with --record or --no-record")
def _(home):
    del home.env["HOME"]
    home.env["XDG_DATA_HOME"] = "relative/paths/do/not/count"
    for args in (["play", "--plain", *TABLE], ["list"], ["best"], ["resume"]):
        holds(home.run(*args).ended(1).err, "There's no folder for records. Set HOME, or set XDG_DATA_HOME to an absolute path.")
    home.run("play", "--plain", "--no-record", *TABLE).ended(0)
    home.run("check", home.record("game", *TABLE)).ended(0)


@claim("a record never overwrites an existing file")
def _(home):
    home.record("game", *TABLE)
    home.write("other", "mine\n")
    ran = home.run("play", "--plain", "--record", "other", *TABLE).ended(1)
    holds(ran.err, "Can't create other: File exists.")
    ran = home.run("resume", "--plain", "game", typed="save other\n").ended(0)
    holds(ran.out, "Can't create other: File exists.")
    same(home.read("other"), b"mine\n", "the file that was there")


# ---- invalid records ----

GOOD = """\
yardstick 1
date 2026-11-15T08:30:00Z
rules yardkle
seat Ann
seat Bea
dice physical
start 1
roll 1 1 1 2 3 4
take 1 1 1 stop
roll 2 2 3 3 4 6
roll 1 2 3 4 6 6
"""


def changed(line, words):
    """The good record with one line replaced."""
    lines = GOOD.encode().splitlines()
    lines[line - 1] = words
    return b"\n".join(lines) + b"\n"


# If a file has no complete line, verbs that only read it print the first message, verbs that resume it the second.
NO_RECORD = re.compile("isn't a complete record: it names no rules|doesn't contain a single complete line of a record")
BAD_RECORDS = {
    "NUL bytes": (changed(4, b"seat A\0nn"), 4, "control characters"),
    "CR LF": (GOOD.replace("\n", "\r\n").encode(), 1, "CR LF"),
    "a line that is not UTF-8": (changed(5, b"seat B\xe9a"), 5, "isn't valid UTF-8"),
    "an overlong line": (changed(5, b"# " + b"x" * 100000), 5, "too long"),
    "an unknown word": (changed(8, b"rol 1 1 1 2 3 4"), 8, "Did you mean 'roll'?"),
    "an illegal action": (changed(9, b"take 1 2 stop"), 9, "The 2 doesn't score, so you can't set it aside."),
    "too many dice": (changed(8, b"roll 1 1 1 2 3 4 5"), 8, "too many dice"),
    "another version": (changed(1, b"yardstick 2"), 1, "This record has version 2"),
    "another program's lines": (b"\x7fELF\x02\x01\x01\n" + GOOD.encode(), 1, "control characters"),
    "an undo with nothing to undo": (changed(8, b"undo"), 8, "nothing to undo"),
    "a roll without faces": (changed(8, b"roll"), 8, "must include its numbers"),
    "no content": (b"", None, NO_RECORD),
    "only zeros": (bytes(4096), None, NO_RECORD),
    "100 MB of zeros": (None, None, "too large"),
}


def refused_by_all(home, name, line, reason, **more):
    """Checks that check, sheet, resume and engine name the file, the line (if any) and the problem on standard error
    and print nothing to standard output."""
    for args in (["check", name], ["sheet", name], ["resume", name], ["engine", name]):
        ran = home.run(*args, typed="roll\n", **more).ended(1)
        holds(ran.err, f"{name}, line {line}: " if line else name)
        check(re.search(reason, ran.err), f"{reason!r} is not the reason in:", ran.err)
        same(ran.out, "", f"what {args[0]} printed")


def on_bad_records():
    for words, (data, line, reason) in BAD_RECORDS.items():
        @claim(f"a record with {words} is refused and left unchanged")
        def _(home, data=data, line=line, reason=reason):
            name = home.write("bad.yard", data or b"")
            if data is None:
                os.truncate(home.path(name), 100 << 20)
            refused_by_all(home, name, line, reason if reason is NO_RECORD else re.escape(reason))
            if data is None:
                same(os.path.getsize(home.path(name)), 100 << 20, "its size")
            else:
                same(home.read(name), data, "the record")


on_bad_records()


@claim("a record that is a folder, a pipe, missing or unreadable is refused at once")
def _(home):
    os.mkdir(home.path("folder"))
    os.mkfifo(home.path("pipe"))
    home.write("secret", GOOD)
    os.chmod(home.path("secret"), 0)
    somebody = as_nobody(home)
    refused_by_all(home, "folder", None, "isn't a regular file|Is a directory")
    refused_by_all(home, "pipe", None, "isn't a regular file")
    refused_by_all(home, "missing", None, "No such file or directory")
    refused_by_all(home, "secret", None, "Permission denied", **somebody)
    check(stat.S_ISFIFO(os.stat(home.path("pipe")).st_mode), "the pipe is gone")


@claim("a tampered seeded roll is detected, and the dice that the seed gives are named")
def _(home):
    name = home.record("game", *TABLE)
    rolled = json.loads(home.run("engine", name, typed="roll\n").ended(0).out)["ok"]
    better = "roll 1 1 1 1 1 1"
    check(rolled != better, "the seed gives what was to be the forgery")
    home.write(name, home.read(name).replace(rolled.encode(), better.encode()))
    refused_by_all(home, name, 8, "The seed gives different dice: " + rolled[5:])


@claim("a file of comments that only looks like a record is not repaired")
def _(home):
    notes = b"# Shopping\n# eggs\nmilk"
    home.write("notes.md", notes)
    for verb in ("resume", "engine"):
        home.run(verb, "notes.md").ended(1)
        same(home.read("notes.md"), notes, "the notes")


@claim("list and best name a bad record, and list still shows the good ones")
def _(home):
    home.run("play", "--plain", *TABLE).ended(0)
    games = home.path("data/yardstick/games")
    home.write(games + "/bad.yard", changed(9, b"take 1 2 stop"))
    home.write(games + "/good.yard", GOOD)
    ran = home.run("list").ended(1)
    holds(ran.err, games + "/bad.yard, line 9: ")
    holds(ran.out, games + "/good.yard")
    same(ran.out.count(games), 2, "the number of good records")
    holds(home.run("best").ended(1).err, games + "/bad.yard, line 9: ")
    same(home.run("resume", typed="quit\n").ended(0).err.count("bad.yard"), 1, "what resume says")


main()
