#!/usr/bin/env python3
"""faults_test.py YARD STORE_LOAD: every acknowledged event is stored, once and in order, whatever happens to
the storage. Servers killed at random and databases that go down are tested in tests/net/faults_test.py."""
import os
import resource
import select
import subprocess
import sys

from disks import mount, ways_to_fill
from postgres import Postgres
from tap import PATIENCE, check, claim, holds, main, same, sane, until

LOAD = os.path.abspath(sys.argv.pop())


class Node:
    """A running store_load and its output."""

    def __init__(self, home, store, name, games=20, seconds=600):
        self.games = games
        self.errors = open(home.path(f"errors-{name}"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([LOAD, store, name, str(games), str(seconds)],
                                        cwd=home.folder, stdout=subprocess.PIPE,
                                        stderr=self.errors, bufsize=0)
        home.sessions.append(self)
        self.heard = b""
        self.seen = 0

    def listen(self):
        """Reads all output available now."""
        while select.select([self.process.stdout], [], [], 0)[0]:
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return
            self.heard += more

    def next(self, word):
        """The next unread line that starts with the word, or None."""
        self.listen()
        for line in self.heard[self.seen:].split(b"\n")[:-1]:
            self.seen += len(line) + 1
            if line.startswith(word.encode()):
                return line.decode()
        return None

    def hear(self, word):
        """Waits for the next line that starts with the word."""
        found = []
        check(until(lambda: found.append(self.next(word)) or found[-1]),
              f"'{word}' was never said, but:", self.heard[-300:])
        return found[-1]

    def goes_on(self):
        """Waits for more acknowledgments than can be in flight (at most one per game)."""
        self.listen()
        self.seen = len(self.heard)
        for _ in range(2 * self.games):
            self.hear("ack")

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
        """(game, number, action) of every complete acknowledgment."""
        lines = self.heard.decode().split("\n")[:-1]
        check(not any(line.startswith("bad") for line in lines), lines[-3:])
        return [tuple(line.split()[1:]) for line in lines if line.startswith("ack ")]


def sound(home, store, acknowledged):
    """Checks that everything acknowledged is stored, numbers have no gaps, and no action is stored twice."""
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


@claim("PostgreSQL: connections that are cut under load are reopened")
def _(home):
    with Postgres() as database:
        node = Node(home, database.address, "north")
        node.hear("ack")
        for _ in range(5):
            database.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                          "WHERE application_name = 'yard'")
            node.goes_on()
        node.kill()
        sound(home, database.address, node.acknowledged())


@claim("SQLite: a file that cannot grow is reported, and writing resumes once it can")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "north")
    node.hear("ack")
    limits = resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (16384, limits[1]))
    holds(node.hear("unavailable"), "Can't write to", "games.db: ", "File too large")
    resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, limits)
    node.goes_on()
    node.kill()
    sound(home, store, node.acknowledged())


@claim("SQLite: a store removed while in use is noticed at once, and nothing is acknowledged")
def _(home):
    node = Node(home, home.path("games.db"), "north")
    node.hear("ack")
    os.rename(home.path("games.db"), home.path("elsewhere.db"))
    holds(node.hear("unavailable"), "games.db was removed or replaced while in use.")
    os.rename(home.path("elsewhere.db"), home.path("games.db"))
    node.goes_on()
    node.kill()
    sound(home, home.path("games.db"), node.acknowledged())


def full_disk(home):
    folder = home.path("disk")
    os.mkdir(folder)
    mount(folder)
    subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
    filler = os.path.join(folder, "filler")
    try:
        store = os.path.join(folder, "games.db")
        node = Node(home, store, "north")
        node.hear("ack")
        subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=4k"], check=False,
                       stderr=subprocess.DEVNULL)
        holds(node.hear("unavailable"), "Can't write to", "games.db: ", "disk is full")
        os.remove(filler)
        node.goes_on()
        node.kill()
        sound(home, store, node.acknowledged())
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


if "a full tmpfs" in ways_to_fill():
    claim("SQLite: a full disk is reported, and writing resumes once there is space")(full_disk)


@claim("SQLite: a second server is refused while the first one runs, but not after a kill -9")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "north")
    node.hear("ack")
    ran = home.run("serve", "--no-browser", "--port", "0", "--store", "games.db").ended(1)
    holds(ran.err, "games.db is in use by another server. Stop that server first.")
    node.goes_on()
    node.kill()
    check(os.path.exists(store + "-lock"), "the lock was left behind")
    second = Node(home, store, "south")
    second.hear("ack")
    second.kill()
    sound(home, store, node.acknowledged() + second.acknowledged())


@claim("yard backup copies a store that is being written to, and yard export writes it as records")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "north")
    node.hear("ack")
    node.goes_on()
    before = node.acknowledged()
    ran = home.run("backup", "games.db", "copy.db").ended(0)
    same(ran.out, "Copied games.db to copy.db.\n", "the output")
    sound(home, home.path("copy.db"), before)
    ran = home.run("backup", "games.db", "copy.db").ended(1)
    same(ran.err, "yard: copy.db already exists, and a backup never replaces a file. Choose another name.\n", "the message")
    home.run("export", "games.db", "--out", "records").ended(0)
    node.goes_on()
    node.kill()
    rows = sound(home, store, node.acknowledged())
    ran = home.run("export", "games.db", "--out", "records").ended(0)
    same(ran.out, f"Exported 20 games with {rows} events to records.\n", "the output")
    lines = home.read("records/game7.yard").decode().splitlines()
    same(lines[:3], ["yardstick 1", "rules yardzee", "north-1"], "the record's beginning")
    same(sum(len(home.read(f"records/game{i}.yard").splitlines()) for i in range(20)),
         rows + 40, "the lines of all records")
    ran = home.run("export", "games.db", "--out", "records").ended(0)
    holds(ran.out, "; unchanged records: 20.\n")
    home.write("records/game7.yard", "rules yardkle\n")
    ran = home.run("export", "games.db", "--out", "records").ended(1)
    holds(ran.err, "records/game7.yard already exists and isn't the beginning of this game. Choose another folder.")
    same(home.read("records/game7.yard"), b"rules yardkle\n", "the other record")


@claim("yard export reads PostgreSQL, and yard backup says what to use instead")
def _(home):
    with Postgres() as database:
        node = Node(home, database.address, "north", games=3)
        node.hear("ack")
        node.goes_on()
        node.kill()
        database.settle()
        rows = sound(home, database.address, node.acknowledged())
        ran = home.run("export", database.address, "--out", "records").ended(0)
        same(ran.out, f"Exported 3 games with {rows} events to records.\n", "the output")
        ran = home.run("backup", database.address, "copy.db").ended(1)
        holds(ran.err, "Back up a PostgreSQL database with its own tools, such as 'pg_dump")


@claim("errors name stores that are missing and files that are not stores")
def _(home):
    for verb, rest in (("backup", ["copy.db"]), ("export", ["--out", "records"])):
        ran = home.run(verb, "none.db", *rest).ended(1)
        same(ran.err, "yard: Can't open none.db: No such file or directory.\n", "the message")
        home.write("letter", "Dear aunt, this is a letter and no store of games. Many greetings.")
        ran = home.run(verb, "letter", *rest).ended(1)
        holds(ran.err, "yard: Can't open letter: it isn't a Yardstick store.")
        ran = home.run(verb, "postgres:///nowhere?host=/nowhere", *rest).ended(1)
        check(verb == "backup" or "Can't reach the database nowhere (" in ran.err, ran.err)
    same(home.left(), ["letter"], "what is there")


main()
