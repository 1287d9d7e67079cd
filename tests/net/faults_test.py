#!/usr/bin/env python3
"""faults_test.py YARD sqlite|postgres: people play while servers are killed, databases go away,
disks are full, clocks jump and networks are cut. What was acknowledged is there, once and in order;
everybody has seen exactly the log; and all goes on by itself.

KILLS: how often servers are killed, of each store. AWAY: seconds that the database is away."""
import os
import random
import subprocess
import sys
import threading
import time

# pylint: disable=wrong-import-position
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from nodes import QUICK, Node, wait_for  # noqa: E402
from client import Table, ask  # noqa: E402
from disks import mount, ways_to_fill  # noqa: E402
from postgres import Cut, Postgres  # noqa: E402
from tap import PATIENCE, check, claim, main, same  # noqa: E402

STORE = sys.argv.pop()
KILLS = int(os.environ.get("KILLS", "10" if QUICK else "200"))
AWAY = float(os.environ.get("AWAY", "30"))
RULES = ("yardzee", "yardkle:entry=0,goal=1500", "yahtzee", "farkle:goal=1500")
SAID = ("roll", "keep", "score", "take", "pledge", "rematch", "undo")  # by people alone


def of_store(name, words):
    """A claim about this kind of store; the other kind has a run of its own."""
    return claim(words) if name == STORE else lambda function: function


class Evening:
    """Many tables, each with two people who play until the evening is over."""

    def __init__(self, ports, tables=4 if QUICK else 8):
        self.ending = False
        self.tables, self.threads, self.problems = [], [], []
        for n in range(tables):
            dice = ("fair", "seed 7", "physical")[n % 3]
            # At every fourth table a bot of the server sits in Bea's place.
            bots = [{"name": "Robo", "level": "novice"}] if n % 4 == 3 else []
            table = Table(ports, rules=RULES[n % len(RULES)], name="Ann", dice=dice, bots=bots)
            if not bots:
                table.sit("Bea")
            for person in table.people:
                person.by_http = (n + person.place) % 3 == 0
                person.rematch = person.place == 1
                person.pause = 0.002
            self.tables.append(table)
        self.people = [person for table in self.tables for person in table.people]
        for table in self.tables:
            table.people[0].pending = ("begin", "begin")
        for person in self.people:
            thread = threading.Thread(target=self.play, args=(person,), daemon=True)
            self.threads.append(thread)
            thread.start()

    def over(self, person, state):
        if self.problems:
            return True
        if self.ending:
            person.rematch = False
        if not self.ending or not state or person.pending or state["phase"] != "over":
            return False
        fair = state.get("fair")
        return (not fair or fair["revealed"]) and len(person.lines) == state["lines"]

    def play(self, person):
        try:
            person.play(self.over)
        except Exception as why:  # pylint: disable=broad-except
            self.problems.append(f"{person.table.id} {person.name}: {type(why).__name__}: {why}")
            raise

    def acknowledged(self):
        return sum(len(person.acknowledged) for person in self.people)

    def goes_on(self, seconds=PATIENCE):
        """Waits until at every table somebody has been acknowledged anew."""
        before = [sum(len(p.acknowledged) for p in table.people) for table in self.tables]
        wait_for("every table goes on", lambda: self.problems or all(
            sum(len(p.acknowledged) for p in table.people) > n or
            (self.ending and not any(p.pending for p in table.people))
            for table, n in zip(self.tables, before)), seconds)
        check(not self.problems, *self.problems)

    def end(self, home):
        """All games are played to their end, and everything is looked at."""
        self.ending = True
        for thread in self.threads:
            thread.join(PATIENCE)
            check(not thread.is_alive(), "somebody plays on for ever:", *(
                f"{p.table.id} {p.name} {len(p.lines)} {p.pending} {p.lines[-1:]}"
                for p in self.people), *self.problems)
        check(not self.problems, *self.problems)
        for table in self.tables:
            sound(home, table)


def said_by_people(line):
    word, *rest = line.split()
    return (word in SAID or line == "# room: begin" or
            (word == "share" and rest[1] != "-"))


def sound(home, table):
    """The record is right, everybody has seen it, and every acknowledged line is in it, once."""
    record = table.record()
    lines = record.splitlines()
    acknowledged = {}
    for person in table.people:
        same(person.lines, lines, f"what {person.name} has seen")
        for n, words in person.acknowledged.items():
            check(n not in acknowledged, f"line {n} was acknowledged to two people")
            acknowledged[n] = words
        clear = [answer for _, answer in person.refused
                 if answer.get("code") not in ("conflict", "turn", "phase", "rules")]
        check(not clear, "unclear refusals:", clear)
    for n, words in acknowledged.items():
        check(n <= len(lines), f"line {n}, {words!r}, is gone; there are {len(lines)}")
        same(lines[n - 1], words, f"line {n}")
    if "# room: bot " not in record:
        wanted = {n for n, line in enumerate(lines, 1) if said_by_people(line)}
        same(wanted - set(acknowledged), set(), "lines that nobody has said, or said twice")
    name = home.write(f"{table.id}.yard", record)
    home.run("check", name).ended(0)
    if "\ndice fair" in record:
        home.run("verify", name).ended(0)


def report(kills, evening, took):
    lines = sum(len(table.people[0].lines) for table in evening.tables)
    again = sum(len(person.refused) for person in evening.people)
    print(f"# {kills} kills in {took:.0f} s: {evening.acknowledged()} acknowledged, {lines} lines "
          f"kept, {again} refused because somebody was first")


@of_store("sqlite",
          f"SQLite: {KILLS} kill -9 under load lose nothing, double nothing; all games end well")
def _(home):
    node = Node(home, home.path("games.db"))
    draw, start = random.Random(1), time.monotonic()
    evening = Evening(lambda: [node.port])
    for _ in range(KILLS):
        time.sleep(draw.uniform(0, 0.3))
        node.again()
        check(not evening.problems, *evening.problems)
        if draw.random() < 0.2:
            evening.goes_on()
    evening.end(home)
    report(KILLS, evening, time.monotonic() - start)
    check(evening.acknowledged() > 10 * KILLS, "hardly anything was said")


@of_store("postgres",
          f"PostgreSQL: {KILLS} kill -9 of two nodes in turn; the other takes over, nothing lost")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address) for _ in range(2)]
        draw, start = random.Random(2), time.monotonic()
        evening = Evening(lambda: [node.port for node in nodes])
        for kill in range(KILLS):
            node = nodes[kill % 2]
            node.kill()
            time.sleep(draw.uniform(0, 0.3))
            if draw.random() < 0.2:
                evening.goes_on()  # with the other one alone
            node.start()
            check(not evening.problems, *evening.problems)
        evening.end(home)
        report(KILLS, evening, time.monotonic() - start)
        check(evening.acknowledged() > 10 * KILLS, "hardly anything was said")


@of_store("sqlite",
          "a server that is told to end says goodbye, and what was said before it is kept")
def _(home):
    node = Node(home, home.path("games.db"))
    evening = Evening(lambda: [node.port], tables=3)
    for _ in range(3):
        evening.goes_on()
        s = evening.people[1].connect()
        node.stop().ended(0)
        message = s.until(lambda m: "bye" in m)
        same(message["code"], "restart", "the code")
        same(s.close_code(), 1012, "the close code")
        s.close()
        node.start()
    evening.end(home)


# ---- the database ----

def says_unavailable(ports, table):
    """A line that cannot be stored is answered so, in time, and questions still are answered."""
    person = table.people[0]
    start = time.monotonic()
    got = ask(ports[0], "POST", table.path + "/lines", {"say": "begin", "action": "away-1"},
              person.token)
    took = time.monotonic() - start
    same(got.status, 503, "the status")
    same(got.code, "unavailable", "the code")
    same(got.headers.get("content-type"), "application/problem+json", "the type")
    check(took < 15, f"it took {took:.1f} s")
    check(ask(ports[0], "GET", "/healthz").status == 200, "it is not healthy itself")
    same(ask(ports[0], "GET", "/readyz").status, 503, "readiness")


def away(home, ports, evening, idle, go, come):
    """The database is away for a while: clear words, nothing lost, and it goes on by itself."""
    evening.goes_on()
    idle.question("state")  # so that the node knows the table
    start = time.monotonic()
    go()
    says_unavailable(ports, idle)
    time.sleep(max(0, AWAY - (time.monotonic() - start)))
    come()
    evening.goes_on(30)
    for port in ports:  # also the one that nobody asks for anything just now
        wait_for("it is ready again", lambda p=port: ask(p, "GET", "/readyz").status == 200, 10)
    got = ask(ports[0], "POST", idle.path + "/lines", {"say": "begin", "action": "away-1"},
              idle.people[0].token)
    same((got.status, got.json()["ok"]), (200, "# room: begin"), "what was not stored, said again")
    same(idle.record().count("# room: begin"), 1, "how often it began")
    evening.end(home)
    trouble = sum(person.trouble for person in evening.people)
    print(f"# away for {AWAY:.0f} s; {trouble} answers said so; "
          f"{evening.acknowledged()} acknowledged")


@of_store("postgres",
          f"PostgreSQL away for {AWAY:.0f} s: 'unavailable', nothing lost, recovery by itself")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address) for _ in range(2)]
        ports = [node.port for node in nodes]
        idle = Table(ports, name="Cem", dice="seed 1")
        away(home, ports, Evening(ports, tables=4), idle, lambda: database.stop("immediate"),
             database.start)


@of_store("postgres",
          "PostgreSQL behind a network that is cut for a while: the same; the other node plays on")
def _(home):
    with Postgres() as database:
        wire = Cut(database, home.folder)
        cut, whole = Node(home, wire.address), Node(home, database.address)
        idle = Table([cut.port], name="Cem", dice="seed 1")
        evening = Evening([cut.port], tables=2)
        other = Evening([whole.port], tables=2)

        def go():
            wire.open.clear()
            other.goes_on()

        try:
            away(home, [cut.port], evening, idle, go, wire.open.set)
            other.end(home)
        finally:
            wire.close()


def far_away(home):
    with FarPostgres() as database:
        node = Node(home, database.address)
        idle = Table([node.port], name="Cem", dice="seed 1")
        away(home, [node.port], Evening([node.port], tables=2), idle, database.cut, database.mend)


# Where there are network namespaces (root, and a system that lets one have them), by wish.
if STORE == "postgres" and os.environ.get("NAMESPACES"):
    from namespaces import FarPostgres
    claim("PostgreSQL at the other end of a network that is cut: the same")(far_away)


# ---- the disk ----

def full_disk(home):
    folder = home.path("disk")
    os.mkdir(folder)
    mount(folder)
    subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
    filler = os.path.join(folder, "filler")
    node = None
    try:
        node = Node(home, os.path.join(folder, "games.db"))
        idle = Table([node.port], name="Cem", dice="seed 1")
        evening = Evening([node.port], tables=4)

        def go():
            subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=4k"], check=False,
                           stderr=subprocess.DEVNULL)
            wait_for("somebody is told", lambda: any(p.trouble for p in evening.people))

        away(home, [node.port], evening, idle, go, lambda: os.remove(filler))
    finally:
        if node:
            node.kill()
        subprocess.run(["umount", "-l", folder], check=True)


if STORE == "sqlite" and "a full tmpfs" in ways_to_fill():
    claim("SQLite on a full disk: the same; it goes on when there is room again")(full_disk)


# ---- the clock ----

JUMP = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
/* What time it is, and by how much that is wrong: the number in the file CLOCK_WRONG. */
#include <stdlib.h>
static long wrong(void) {
    long seconds = 0;
    FILE *file = fopen(getenv("CLOCK_WRONG"), "r");
    if (file && fscanf(file, "%ld", &seconds) != 1)
        seconds = 0;
    if (file)
        fclose(file);
    return seconds;
}
int clock_gettime(clockid_t id, struct timespec *ret) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(id, ret);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)
        ret->tv_sec += wrong();
    return code;
}
int gettimeofday(struct timeval *restrict ret, void *restrict zone) {
    int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
    int code = real(ret, zone);
    ret->tv_sec += wrong();
    return code;
}
time_t time(time_t *ret) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (ret)
        *ret = t.tv_sec;
    return t.tv_sec;
}
"""


@of_store("sqlite",
          "a clock that jumps hours ahead and back disturbs no game, and nobody loses time by it")
def _(home):
    home.write("jump.c", JUMP)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", home.path("jump.so"),
                    home.path("jump.c"), "-ldl"], check=True)
    home.write("wrong", "0")
    node = Node(home, home.path("games.db"), env={
        "LD_PRELOAD": home.path("jump.so"), "CLOCK_WRONG": home.path("wrong"),
        "ASAN_OPTIONS": "verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", "")})
    idle = Table([node.port], name="Cem", dice="seed 1", clock=30)
    idle.begin()
    there = idle.people[0].connect()  # clocks run for who is there
    evening = Evening([node.port], tables=3)
    for jump in (7200, -7200, 86400 * 400, 0):
        home.write("wrong", str(jump))
        evening.goes_on()
        idle.question("state")  # makes the server look what is due there
        time.sleep(0.3)
        lines = idle.record()
        check("room: late" not in lines, f"the jump of {jump} s took somebody's time:", lines)
    there.close()
    evening.end(home)
    home.write("wrong", "0")


main()
