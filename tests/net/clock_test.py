#!/usr/bin/env python3
"""clock_test.py YARD: moving the machine's clock by a day or a year in the middle of a game affects
no player."""
import contextlib
import json
import sqlite3
import time

from client import Socket, Table
from clock import Clock
from nodes import Node, figure, wait_for
from postgres import Postgres
from tap import check, claim, main, same

DAY = 24 * 3600


@contextlib.contextmanager
def stores(home, kind):
    if kind == "sqlite":
        yield home.path("games.db")
    else:
        with Postgres() as database:
            yield database.address


def sql(store, words):
    """Runs SQL on a store that no server has open."""
    if not store.startswith("postgres"):
        with contextlib.closing(sqlite3.connect(store)) as file, file:
            file.execute(words)
        return
    Postgres.server.psql("SET search_path = yard, public; " + words, base=store)


def lines_of(table):
    return [json.loads(line) for line in table.ask("GET", "/lines").body.splitlines()]


def never_late(table):
    """Checks that nobody was marked late and that the times of the lines follow the true time."""
    lines = lines_of(table)
    check(not any(one["say"].startswith("# room: late") for one in lines), "somebody was late",
          lines)
    times = [one["at"] for one in lines]
    same(times, sorted(times), "the times of the lines")
    check(abs(times[-1] / 1000 - time.time()) < 600, "the time of the last line", times[-1])


for KIND in ("sqlite", "postgres"):
    @claim(f"a clock jump during a game affects no player ({KIND})")
    def _(home, kind=KIND):
        clock = Clock(home)
        with stores(home, kind) as store:
            node = Node(home, store, clock=clock)
            table = Table([node.port], name="Ann", dice="seed 42", clock=600)
            table.sit("Bea")
            same(table.begin().status, 200, "begin")
            sockets = [person.connect() for person in table.people]
            boxes = iter("ones twos threes fours fives sixes chance".split())
            for ahead in (0, DAY, 0, -DAY, 0, 400 * DAY):
                clock.set(ahead)
                box = next(boxes)
                for person in table.people:
                    for words in ("roll", f"score {box}"):
                        got = person.post(words)
                        same(got.status, 200, f"{words} with the clock {ahead} s ahead: {got!r}")
                same(table.ask("GET").json()["here"], [1, 2], "who is there")
            same(round(figure(node.port, "clock_ahead_seconds") / DAY), 400, "the figure")
            never_late(table)
            for s in sockets:
                s.close()
            node.stop().ended(0)

    @claim(f"setting the clock while the server is down makes nobody late ({KIND})")
    def _(home, kind=KIND):
        clock = Clock(home)
        with stores(home, kind) as store:
            node = Node(home, store, clock=clock)
            table = Table([node.port], name="Ann", dice="seed 42", clock=600)
            table.sit("Bea")
            same(table.begin().status, 200, "begin")
            same(table.people[0].post("roll").status, 200, "roll")
            for ahead in (DAY, -DAY):
                node.stop().ended(0)
                clock.set(ahead)
                node.start()
                lines = len(lines_of(table))
                s = Socket(node.port, table.path + "/socket")
                s.send(f"hold {table.people[0].token} {lines}")
                same(s.receive()["lines"], lines, "a line was said by nobody")
                s.send("@x keep 1 1 1 1 1 1 1")  # refused; a line said by then would arrive before the refusal
                heard = s.receive()
                same(heard.get("id"), "x", f"what comes first, with the clock {ahead} s ahead")
                s.close()
            node.stop().ended(0)

    @claim(f"with the clock a year ahead, only tables that are really old are deleted ({KIND})")
    def _(home, kind=KIND):
        clock = Clock(home)
        with stores(home, kind) as store:
            node = Node(home, store, "--keep", "7", clock=clock)
            old, young, played = (Table([node.port], name="Ann", dice="seed 42") for _ in range(3))
            same(played.begin().status, 200, "begin")
            node.stop().ended(0)
            for table, days in ((old, 8), (young, 6)):
                sql(store, f"UPDATE game SET created = created - {days * DAY * 1000} "
                           f"WHERE id = '{table.id}'")
            clock.set(365 * DAY)
            node.start()
            wait_for("the old one is gone", lambda: figure(node.port, "tables_expired_total") == 1)
            same(old.ask("GET").status, 404, "the old table")
            for table in (young, played):
                same(table.ask("GET").status, 200, "a table that is not old")
            node.stop().ended(0)


@claim("clock jumps neither lift nor tighten rate limits")
def _(home):
    clock = Clock(home)
    node = Node(home, home.path("games.db"), "--rates", "on", clock=clock)
    table = Table([node.port], name="Ann", dice="seed 42")
    clock.stop()
    s = Socket(node.port, table.path + "/socket")
    s.send("follow 0")
    s.receive()

    def burst(count):
        """How many of `count` questions are answered."""
        for n in range(count):
            s.send(f"@q{n} levels")
        return sum("code" not in s.until(lambda m, n=n: m.get("id") == f"q{n}")
                   for n in range(count))

    same(burst(120), 60, "answered at once")
    for ahead in (DAY, -DAY, 3600, -3600):
        clock.set(ahead)
        same(burst(20), 0, f"answered with the time of day set by {ahead} s")
        clock.forward(1)  # allows 20 more: the rate follows the monotonic clock, whatever the time of day
        same(burst(60), 20, f"answered a second later, with the time of day set by {ahead} s")
    node.stop().ended(0)


main()
