#!/usr/bin/env python3
"""faults_test.py YARD sqlite|postgres: people play while servers are killed, databases go down, disks
fill up and networks are cut. Every acknowledged line is in the log, once and in order; everyone has seen
exactly that log; and service recovers by itself. This is the only test that kills servers at random
moments, each time after a random number of acknowledged lines."""
import contextlib
import os
import random
import resource
import sqlite3
import subprocess
import sys
import time

from nodes import Node, figure, wait_for
from client import Table, ask
from clock import Clock
from disks import mount, ways_to_fill
from evening import Evening
from postgres import Cut, Postgres
from tap import LONG, check, claim, main, same

STORE = sys.argv.pop()
KILLS = 200 if LONG else 20


def of_store(name, words):
    """A claim about one kind of store; each kind has its own run."""
    return claim(words) if name == STORE else lambda function: function


def report(kills, evening, took):
    lines = sum(len(table.people[0].lines) for table in evening.tables)
    again = sum(len(person.refused) for person in evening.people)
    print(f"# {kills} kills in {took:.0f} s: {evening.acknowledged()} acknowledged, {lines} lines "
          f"kept, {again} refused because somebody was first")


@of_store("sqlite",
          f"SQLite: {KILLS} kill -9 under load lose and duplicate nothing, and all games finish")
def _(home):
    node = Node(home, home.path("games.db"))
    draw, start = random.Random(1), time.monotonic()
    evening = Evening(lambda: [node.port])
    for _ in range(KILLS):
        evening.after(draw.randrange(40))
        node.again()
        if draw.random() < 0.2:
            evening.goes_on()
    evening.end(home)
    report(KILLS, evening, time.monotonic() - start)
    check(evening.acknowledged() > 10 * KILLS, "hardly anything was said")


@of_store("postgres",
          f"PostgreSQL: {KILLS} kill -9 of two nodes in turn lose nothing; the other takes over")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address) for _ in range(2)]
        draw, start = random.Random(2), time.monotonic()
        evening = Evening(lambda: [node.port for node in nodes])
        for kill in range(KILLS):
            node = nodes[kill % 2]
            node.kill()
            evening.after(draw.randrange(40))  # on the other node alone
            if draw.random() < 0.2:
                evening.goes_on()
            node.start()
        evening.end(home)
        report(KILLS, evening, time.monotonic() - start)
        check(evening.acknowledged() > 10 * KILLS, "hardly anything was said")


@of_store("sqlite",
          "on SIGTERM, the server says goodbye, and everything said before is kept")
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

def says_unavailable(clock, port, table):
    """Checks that a line that cannot be stored is answered 'unavailable' after the timeout, and that the
    server stays healthy but is not ready."""
    got = clock.during(lambda: ask(port, "POST", table.path + "/lines",
                                   {"say": "begin", "action": "away-1"}, table.people[0].token))
    same((got.status, got.code), (503, "unavailable"), "the answer")
    same(got.headers.get("content-type"), "application/problem+json", "the type")
    same(ask(port, "GET", "/healthz").status, 200, "its own health")
    same(ask(port, "GET", "/readyz").status, 503, "readiness")


def away(home, clock, ports, evening, idle, *times):
    """Takes the database down and brings it back, once for each pair of functions in `times`. Checks that
    errors are clear, nothing is lost, and service recovers by itself."""
    evening.goes_on()
    idle.question("state")  # so that the node has the table in memory
    for go, come in times:
        go()
        says_unavailable(clock, ports[0], idle)
        moved_on = evening.moved_on()
        come()
        check(clock.forward_until(moved_on), "it does not go on")
        for port in ports:  # including a node that gets no requests at the moment
            check(clock.forward_until(lambda p=port: ask(p, "GET", "/readyz").status == 200),
                  "it is not ready again")
    got = ask(ports[0], "POST", idle.path + "/lines", {"say": "begin", "action": "away-1"},
              idle.people[0].token)
    same((got.status, got.json()["ok"]), (200, "# room: begin"), "what was not stored, said again")
    same(idle.record().count("# room: begin"), 1, "how often it began")
    evening.end(home)
    print(f"# {sum(person.trouble for person in evening.people)} answers said that it was away; "
          f"{evening.acknowledged()} acknowledged")


@of_store("postgres", "PostgreSQL: in a crash or shutdown, clients get 'unavailable', lose nothing, and recover")
def _(home):
    with Postgres() as database:
        clock = Clock(home)
        nodes = [Node(home, database.address, clock=clock) for _ in range(2)]
        ports = [node.port for node in nodes]
        idle = Table(ports, name="Cem", dice="seed 1")
        away(home, clock, ports, Evening(ports, tables=4), idle,
             *((lambda how=how: database.stop(how), database.start)
               for how in ("immediate", "fast")))


@of_store("postgres",
          "PostgreSQL: if a node is silently cut off, its clients get 'unavailable', then recover; others are unaffected")
def _(home):
    with Postgres() as database:
        wire, clock = Cut(database, home.folder), Clock(home)
        cut, whole = Node(home, wire.address, clock=clock), Node(home, database.address)
        idle = Table([cut.port], name="Cem", dice="seed 1")
        evening, other = Evening([cut.port], tables=2), Evening([whole.port], tables=2)

        def cut_it():
            wire.open.clear()
            other.goes_on()

        def give_up():
            """Waits until the node gives up on silent connections and keeps trying to open new ones."""
            wire.open.clear()
            opened = wire.opened
            check(clock.forward_until(lambda: wire.opened > opened + 2), "it waits for ever")

        try:
            evening.goes_on()
            wire.open.clear()
            wire.open.set()  # a cut too short to be noticed
            evening.goes_on()
            away(home, clock, [cut.port], evening, idle, (cut_it, wire.open.set),
                 (give_up, wire.open.set))
            other.end(home)
        finally:
            wire.close()


def far_away(home):
    with FarPostgres() as database:
        clock = Clock(home)
        node = Node(home, database.address, clock=clock)
        idle = Table([node.port], name="Cem", dice="seed 1")
        away(home, clock, [node.port], Evening([node.port], tables=2), idle,
             (database.cut, database.mend))


if STORE == "postgres" and LONG:
    from namespaces import FarPostgres, has_namespaces
    if has_namespaces():
        claim("PostgreSQL: if the network is cut, clients get 'unavailable', lose nothing, and recover by themselves")(far_away)


# ---- the disk ----

def full_disk(home):
    folder = home.path("disk")
    os.mkdir(folder)
    mount(folder)
    subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
    filler = os.path.join(folder, "filler")
    node = None
    try:
        clock = Clock(home)
        node = Node(home, os.path.join(folder, "games.db"), clock=clock)
        idle = Table([node.port], name="Cem", dice="seed 1")
        evening = Evening([node.port], tables=4)

        def go():
            subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=4k"], check=False,
                           stderr=subprocess.DEVNULL)
            wait_for("somebody is told", lambda: any(p.trouble for p in evening.people))

        away(home, clock, [node.port], evening, idle, (go, lambda: os.remove(filler)))
    finally:
        if node:
            node.kill()
        subprocess.run(["umount", "-l", folder], check=True)


@of_store("sqlite", "SQLite: a server is not ready while its file cannot grow, and recovers without requests")
def _(home):
    clock = Clock(home)
    node = Node(home, home.path("games.db"), clock=clock)
    table = Table([node.port], name="Cem", dice="seed 1")
    with contextlib.closing(sqlite3.connect(home.path("games.db"))) as file:  # so that opening the store writes nothing
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    limits = resource.prlimit(node.server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.server.process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
    says_unavailable(clock, node.port, table)
    failures = figure(node.port, "store_failures_total")
    check(clock.forward_until(lambda: figure(node.port, "store_failures_total") > failures + 3), "it does not try again")
    same(ask(node.port, "GET", "/readyz").status, 503, "readiness")
    resource.prlimit(node.server.process.pid, resource.RLIMIT_FSIZE, limits)
    check(clock.forward_until(lambda: ask(node.port, "GET", "/readyz").status == 200), "it is not ready again")
    got = ask(node.port, "POST", table.path + "/lines", {"say": "begin", "action": "away-1"}, table.people[0].token)
    same((got.status, got.json()["ok"]), (200, "# room: begin"), "what was not stored, said again")


# tests/store/faults_test.py checks the message on a full disk, and that writing resumes.
if STORE == "sqlite" and LONG and "a full tmpfs" in ways_to_fill():
    claim("SQLite: on a full disk, clients get 'unavailable', lose nothing, and recover once there is room")(full_disk)


main()
