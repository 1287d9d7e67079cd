#!/usr/bin/env python3
"""faults_test.py YARD STORE_LOAD: what is acknowledged is there, once and in order, whatever
happens to those who write and to what they write on."""
import os
import random
import resource
import select
import subprocess
import sys
import time

from disks import mount, ways_to_fill
from postgres import Cut, Postgres
from tap import PATIENCE, check, claim, holds, main, same, sane

LOAD = os.path.abspath(sys.argv.pop())
SANITIZED = "SANITIZED" in os.environ
KILLS = 10 if SANITIZED else 50


class Node:
    """A store_load that writes, and what it has said."""

    def __init__(self, home, store, name, games=20, seconds=600):
        self.home = home
        self.errors = open(home.path(f"errors-{name}"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([LOAD, store, name, str(games), str(seconds)],
                                        cwd=home.folder, stdout=subprocess.PIPE,
                                        stderr=self.errors, bufsize=0)
        home.sessions.append(self)
        self.heard = b""
        self.seen = 0

    def listen(self, seconds):
        """Takes in what is said for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.process.stdout], [], [], left)
            more = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if ready and not more:
                return
            self.heard += more

    def hear(self, word):
        """Waits for a line of this kind that was not said before; the line."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.heard[self.seen:].split(b"\n")[:-1]:
                self.seen += len(line) + 1
                if line.startswith(word.encode()):
                    return line.decode()
            self.listen(0.02)
        check(False, f"'{word}' was never said, but:", self.heard[-300:].decode())
        return ""

    def forget(self):
        """From here on."""
        self.listen(0.05)
        self.seen = len(self.heard)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if not self.process.stdout.closed:
            while more := os.read(self.process.stdout.fileno(), 1 << 16):
                self.heard += more
            self.process.stdout.close()
            self.errors.seek(0)
            sane(self.errors.read())
            self.errors.close()

    def acknowledged(self):
        """(game, number, action) of all whole lines."""
        lines = self.heard.decode().split("\n")[:-1]
        check(not any(line.startswith("bad") for line in lines), lines[-3:])
        return [tuple(line.split()[1:]) for line in lines if line.startswith("ack ")]


def sound(home, store, acknowledged):
    """Everything acknowledged is there; numbers have no gap, and no action is there twice."""
    done = subprocess.run([LOAD, store], cwd=home.folder, capture_output=True, check=False,
                          timeout=PATIENCE)
    same(done.returncode, 0, f"the exit code ({done.stderr.decode()})")
    rows = [line.split(" ") for line in done.stdout.decode().splitlines()]
    there = {(game, n, action) for game, n, action, _ in rows}
    missing = [a for a in acknowledged if a not in there]
    check(not missing, f"{len(missing)} of {len(acknowledged)} are gone", missing[:5])
    last, actions = {}, set()
    for game, n, action, _ in rows:
        same(int(n), last.get(game, 0) + 1, f"the next number of {game}")
        last[game] = int(n)
        check((game, action) not in actions, f"{action} is twice in {game}")
        actions.add((game, action))
    return len(rows)


def killed(home, store):
    """Writers killed at random moments, one beginning where the other was stopped."""
    draw = random.Random(1)
    acknowledged = []
    for i in range(KILLS):
        node = Node(home, store, f"node{i}")
        node.hear("ack")
        node.listen(draw.uniform(0, 0.2))
        node.kill()
        acknowledged += node.acknowledged()
    check(len(acknowledged) > 10 * KILLS, f"only {len(acknowledged)} events")
    rows = sound(home, store, acknowledged)
    print(f"# {KILLS} kills, {len(acknowledged)} acknowledged, {rows} kept")


@claim(f"SQLite: after {KILLS} kill -9 all that was acknowledged is there, in order, once")
def _(home):
    killed(home, home.path("games.db"))


@claim(f"PostgreSQL: after {KILLS} kill -9 all that was acknowledged is there, in order, once")
def _(home):
    with Postgres() as database:
        killed(home, database.address)


@claim("PostgreSQL: one of two nodes is killed, the other goes on, and nothing is lost")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address, name) for name in ("north", "south")]
        for node in nodes:
            node.hear("ack")
            node.listen(0.5)
        nodes[0].kill()
        nodes[1].forget()
        nodes[1].hear("ack")
        nodes[1].listen(0.5)
        nodes[1].kill()
        acks = [node.acknowledged() for node in nodes]
        check(all(acks), "both have written")
        sound(home, database.address, acks[0] + acks[1])


@claim("PostgreSQL: the database crashes and is away; the nodes say so, and go on by themselves")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address, name) for name in ("north", "south")]
        for node in nodes:
            node.hear("ack")
        for how in ("immediate", "fast"):
            for node in nodes:
                node.listen(0.3)
            database.stop(how)
            for node in nodes:
                node.forget()
                holds(node.hear("unavailable"), "cannot", "the database")
            database.start()
            for node in nodes:
                node.forget()
                node.hear("ack")
        for node in nodes:
            node.kill()
        sound(home, database.address, nodes[0].acknowledged() + nodes[1].acknowledged())


@claim("PostgreSQL: connections that are cut under load are opened again")
def _(home):
    with Postgres() as database:
        node = Node(home, database.address, "north")
        node.hear("ack")
        for _ in range(5):
            database.run("psql", "-qAt", "-h", database.folder, "postgres", "-c",
                         "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                         "WHERE application_name = 'yard'")
            node.forget()
            node.hear("ack")
        node.kill()
        sound(home, database.address, node.acknowledged())


@claim("PostgreSQL: a network that is cut, which nobody is told, is noticed in time and survived")
def _(home):
    with Postgres() as database:
        wire = Cut(database, home.folder)
        node, other = Node(home, wire.address, "north"), Node(home, database.address, "south")
        try:
            for node_of_two in (node, other):
                node_of_two.hear("ack")
            for seconds in (0.2, 9, 20):  # with nothing given up yet, and with everything
                node.listen(0.3)
                start = time.monotonic()
                wire.open.clear()
                node.forget()
                other.forget()
                if seconds > 1:
                    holds(node.hear("unavailable"), "the store does not answer")
                    check(time.monotonic() - start < 5, "it was noticed late")
                    holds(node.hear("unavailable"), " ")  # and goes on to be said
                other.hear("ack")
                node.listen(max(0, seconds - (time.monotonic() - start)))
                wire.open.set()
                node.forget()
                start = time.monotonic()
                node.hear("ack")
                check(time.monotonic() - start < 10, "it took long to go on")
        finally:
            wire.close()
        node.kill()
        other.kill()
        sound(home, database.address, node.acknowledged() + other.acknowledged())


@claim("SQLite: a file that may not grow is said in words, and written on when it may again")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "north")
    node.hear("ack")
    limits = resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (16384, limits[1]))
    holds(node.hear("unavailable"), "cannot write to", "games.db: ", "File too large")
    resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, limits)
    node.forget()
    node.hear("ack")
    node.kill()
    sound(home, store, node.acknowledged())


@claim("SQLite: a store that is removed while in use is missed at once, and nothing acknowledged")
def _(home):
    node = Node(home, home.path("games.db"), "north")
    node.hear("ack")
    os.rename(home.path("games.db"), home.path("elsewhere.db"))
    node.forget()
    holds(node.hear("unavailable"), "games.db has been removed or replaced while in use")
    os.rename(home.path("elsewhere.db"), home.path("games.db"))
    node.forget()
    node.hear("ack")
    node.kill()
    sound(home, home.path("games.db"), node.acknowledged())


def full_disk(home):
    folder = home.path("disk")
    os.mkdir(folder)
    mount(folder, check=True)
    subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
    filler = os.path.join(folder, "filler")
    try:
        store = os.path.join(folder, "games.db")
        node = Node(home, store, "north")
        node.hear("ack")
        subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=4k"], check=False,
                       stderr=subprocess.DEVNULL)
        holds(node.hear("unavailable"), "cannot write to", "games.db: ", "disk is full")
        os.remove(filler)
        node.forget()
        node.hear("ack")
        node.kill()
        sound(home, store, node.acknowledged())
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


if "a full tmpfs" in ways_to_fill():
    claim("SQLite: a full disk is said in words, and written on when there is room")(full_disk)


@claim("SQLite: a second server is refused while the first one lives, and not after a kill -9")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "north")
    node.hear("ack")
    ran = home.run("serve", "--no-browser", "--port", "0", "--store", "games.db").ended(1)
    holds(ran.err, "games.db is in use by another server")
    node.forget()
    node.hear("ack")
    node.kill()
    check(os.path.exists(store + "-lock"), "the lock was left behind")
    second = Node(home, store, "south")
    second.hear("ack")
    second.kill()
    sound(home, store, node.acknowledged() + second.acknowledged())


@claim("yard backup copies a store that is written to, and yard export writes it as records")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "north")
    node.hear("ack")
    node.listen(0.3)
    before = node.acknowledged()
    ran = home.run("backup", "games.db", "copy.db").ended(0)
    same(ran.out, "copy.db is a copy of games.db.\n", "the output")
    sound(home, home.path("copy.db"), before)
    ran = home.run("backup", "games.db", "copy.db").ended(1)
    same(ran.err, "yard: copy.db exists; a backup replaces nothing\n", "the message")
    home.run("export", "games.db", "--out", "records").ended(0)
    node.listen(0.3)
    node.kill()
    rows = sound(home, store, node.acknowledged())
    ran = home.run("export", "games.db", "--out", "records").ended(0)
    same(ran.out, f"records holds 20 games with {rows} events as records.\n", "the output")
    lines = home.read("records/game7.yard").decode().splitlines()
    same(lines[:3], ["yardstick 1", "rules yardzee", "north-1"], "the record's beginning")
    same(sum(len(home.read(f"records/game{i}.yard").splitlines()) for i in range(20)),
         rows + 40, "the lines of all records")
    ran = home.run("export", "games.db", "--out", "records").ended(0)
    holds(ran.out, ", 20 of them as they were.\n")
    home.write("records/game7.yard", "rules yardkle\n")
    ran = home.run("export", "games.db", "--out", "records").ended(1)
    holds(ran.err, "records/game7.yard is there already, and is not the beginning of this game")
    same(home.read("records/game7.yard"), b"rules yardkle\n", "the other record")


@claim("yard export reads PostgreSQL, and yard backup says what to use there instead")
def _(home):
    with Postgres() as database:
        node = Node(home, database.address, "north", games=3)
        node.hear("ack")
        node.listen(0.2)
        node.kill()
        rows = sound(home, database.address, node.acknowledged())
        ran = home.run("export", database.address, "--out", "records").ended(0)
        same(ran.out, f"records holds 3 games with {rows} events as records.\n", "the output")
        ran = home.run("backup", database.address, "copy.db").ended(1)
        holds(ran.err, "backed up by its own tools, such as 'pg_dump")


@claim("stores that are not there, or no stores, are named")
def _(home):
    for verb, rest in (("backup", ["copy.db"]), ("export", ["--out", "records"])):
        ran = home.run(verb, "none.db", *rest).ended(1)
        same(ran.err, "yard: cannot open none.db: No such file or directory\n", "the message")
        home.write("letter", "Dear aunt, this is a letter and no store of games. Many greetings.")
        ran = home.run(verb, "letter", *rest).ended(1)
        holds(ran.err, "yard: cannot open letter: it is no store of yard")
        ran = home.run(verb, "postgres:///nowhere?host=/nowhere", *rest).ended(1)
        check(verb == "backup" or "cannot reach the database nowhere: " in ran.err, ran.err)
    same(sorted(os.listdir(home.folder)), ["letter"], "what is there")


main()
