#!/usr/bin/env python3
"""restore_test.py YARD KILLER: backups of a store, sound and damaged, and what it takes to restore one:
yard backup, yard restore, yard doctor, and the key that belongs to a store."""
import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading

from nodes import Node, wait_for
from client import Table, ask
from postgres import Postgres
from tap import LONG, check, claim, holds, main, same

KILLER = os.path.abspath(sys.argv.pop())
FLIPS = 250 if LONG else 50
TABLES = 4


class Stopped(Exception):
    """Ends a player's thread."""


class Load:
    """People who play at several tables until stop()."""

    def __init__(self, node):
        self.done = threading.Event()
        self.ports = [node.port]
        self.tables = [Table(self.reach, rules="yardkle:goal=1000000", dice=f"seed {n}")
                       for n in range(TABLES)]
        for table in self.tables:
            same(table.begin().status, 200, "begin")
        self.threads = [threading.Thread(target=self.play, args=(table.people[0],), daemon=True)
                        for table in self.tables]
        for thread in self.threads:
            thread.start()

    def reach(self):
        if self.done.is_set():
            raise Stopped
        return self.ports

    def play(self, person):
        with contextlib.suppress(Stopped):
            person.play(lambda *_: self.done.is_set())

    def acknowledged(self):
        return {table.id: dict(table.people[0].acknowledged) for table in self.tables}

    def wait_for_lines(self, more):
        start = {id: len(lines) for id, lines in self.acknowledged().items()}
        wait_for("lines are acknowledged", lambda: all(
            len(lines) >= start[id] + more for id, lines in self.acknowledged().items()))

    def stop(self):
        self.done.set()
        for thread in self.threads:
            thread.join()


def has_all(port, acknowledged):
    for table, lines in acknowledged.items():
        record = ask(port, "GET", f"/api/tables/{table}/record").body.decode().splitlines()
        check(lines, "nothing was acknowledged")
        for n, words in lines.items():
            same(record[n - 1], words, f"line {n} of {table}")


def small_store(home, games=2):
    """Creates a store with some tables, stops the server and backs up the store; returns the node."""
    node = Node(home, home.path("games.db"))
    for n in range(games):
        table = Table([node.port], name=f"Ann {n}")
        table.sit("Bea")
        table.begin()
    node.stop().ended(0)
    home.run("backup", "games.db", "copy.db").ended(0)
    return node


def doctor(home, store, code, *args):
    """Runs yard doctor; returns its findings by check name."""
    ran = home.run("doctor", store, "--key", "key", "--json", *args).ended(code)
    said = json.loads(ran.out)
    same(said["good"], code == 0, "good")
    found = {}
    for one in said["checks"]:
        same(list(one), ["check", "grade", "words"], "the keys")
        check(found.get(one["check"], {}).get("grade") != "wrong", "it was wrong already", said)
        found[one["check"]] = one
    return found


def wrong(found):
    return [name for name, one in found.items() if one["grade"] == "wrong"]


def files(home):
    """Hashes of the store's files, except SQLite's shared memory, which changes with every reader."""
    return {name: hashlib.sha256(home.read(name)).hexdigest() for name in os.listdir(home.folder)
            if name.startswith("games.db") and not name.endswith("-shm")}


# ---- backup and restore ----

@claim("SQLite: a backup taken under load restores every line acknowledged before it")
def _(home):
    node = Node(home, home.path("games.db"))
    load = Load(node)
    load.wait_for_lines(5)
    before = load.acknowledged()
    ran = home.run("backup", "games.db", "copy.db").ended(0)
    same(ran.out, "Copied games.db to copy.db.\n", "the output")
    load.wait_for_lines(5)
    node.kill()
    load.stop()
    check(os.path.getsize(home.path("games.db-wal")) > 0, "the log was left behind")
    ran = home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
    holds(ran.out, "Restored games.db from copy.db.\n", "The previous store is kept as")
    check("wrong" not in ran.out, ran.out)
    check(not os.path.exists(home.path("games.db-wal")), "the old log is still there")
    node.start()
    has_all(node.port, before)
    node.stop().ended(0)
    same(wrong(doctor(home, "games.db", 0)), [], "what is wrong")
    old = re.search(r"kept as\s(\S*)\.\n", ran.out)[1]
    for end in ("", "-wal"):
        check(os.path.exists(old + end), f"{old + end} is not there")
    node.args = ("--store", old, *node.args[2:])
    node.start()  # the previous store has lost nothing either
    has_all(node.port, load.acknowledged())
    node.stop().ended(0)


@claim("a table restored to a time before its game gets a new commitment, not the one already seen")
def _(home):
    node = Node(home, home.path("games.db"))
    table = Table([node.port], rules="yardzee", dice="fair")
    home.run("backup", "games.db", "copy.db").ended(0)
    seen = []
    for turn in range(2):
        if turn:
            node.stop().ended(0)
            home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
            node.start()
        same(ask(node.port, "POST", f"/api/tables/{table.id}/lines", {"say": "begin", "action": "b1"},
                 token=table.people[0].token).status, 200, "begin")
        record = ask(node.port, "GET", f"/api/tables/{table.id}/record").body.decode()
        seen.append(re.search(r"^dice fair2 .*$", record, re.M)[0])
    check(seen[0] != seen[1], f"twice {seen[0]}")
    node.stop().ended(0)


@claim("PostgreSQL: psql and pg_restore bring back every line that pg_dump saved, as documented")
def _(home):
    with Postgres() as database:
        node = Node(home, database.address)
        load = Load(node)
        load.wait_for_lines(5)
        before = load.acknowledged()
        where = ["-h", database.folder, "-d", database.base]
        copies = [os.path.join(database.folder, name) for name in ("copy.sql", "copy.dump")]
        dump = ["--schema=yard", "--clean", "--if-exists", *where]
        database.run("pg_dump", *dump, "-f", copies[0])
        database.run("pg_dump", *dump, "-Fc", "-f", copies[1])
        load.wait_for_lines(5)
        node.kill()
        load.stop()
        database.settle()
        for how in (["psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", *where, "-f", copies[0]],
                    ["pg_restore", "-1", "--clean", "--if-exists", *where, copies[1]]):
            database.run(*how)
            same(wrong(doctor(home, database.address, 0)), [], "what is wrong")
            node.start()
            has_all(node.port, before)
            node.kill()
            database.settle()
        ran = home.run("restore", "copy.db", database.address).ended(1)
        holds(ran.err, "with its own tools", "psql", "pg_restore", "yard doctor")


@claim("restore works without an existing store, and keeps the owner of one that exists")
def _(home):
    node = small_store(home)
    os.remove(home.path("games.db"))
    ran = home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
    check("previous" not in ran.out, ran.out)
    same(os.stat(home.path("games.db")).st_mode & 0o777, 0o600, "the mode")
    node.start().stop().ended(0)
    if os.geteuid() == 0:
        os.chown(home.path("games.db"), 12345, 54321)
        home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
        owner = os.stat(home.path("games.db"))
        same((owner.st_uid, owner.st_gid), (12345, 54321), "the owner")


@claim("restoring through a symbolic link replaces its target, not the link")
def _(home):
    small_store(home)
    os.mkdir(home.path("disk"))
    os.rename(home.path("games.db"), home.path("disk/games.db"))
    os.symlink("disk/games.db", home.path("games.db"))
    home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
    check(os.path.islink(home.path("games.db")), "the link is gone")
    check(home.read("disk/games.db") == home.read("copy.db"), "it is not the copy")


@claim("restore refuses a store in use by any process, and files that are not backups")
def _(home):
    node = small_store(home)

    def refused(*words, copy="copy.db"):
        before = files(home)
        ran = home.run("restore", copy, "games.db").ended(1)
        holds(ran.err, *words)
        same(files(home), before, "the store")

    node.start()
    refused("games.db is in use by another server. Stop that server first.")
    node.stop().ended(0)
    reading = ("import sqlite3; db = sqlite3.connect('games.db'); "
               "print(db.execute('SELECT count(*) FROM game').fetchone()[0], flush=True); input()")
    with subprocess.Popen([sys.executable, "-c", reading], cwd=home.folder,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        same(reader.stdout.readline(), b"2\n", "the games")
        refused("games.db is in use by process ", f"{reader.pid}. Wait until that process ends.")
        reader.stdin.write(b"\n")
    refused("Can't read none.db: No such file or directory.", copy="none.db")
    refused("games.db is the store itself, not a copy of it. Name a copy.", copy="games.db")
    home.write("copy.db-wal", "")
    refused("so it is a store and not a copy", "'yard backup'")
    home.write("letter", "Dear aunt, this is a letter and no store of games." * 9)
    refused("Can't open letter: it isn't a Yardstick store.", copy="letter")


# ---- damage ----

def all_refused(home, damage, what):
    """Checks that no backup with this damage is restored and that the store stays unchanged."""
    good, store = home.read("copy.db"), home.read("games.db")
    for at, data in damage(good):
        home.write("bad.db", data)
        ran = home.run("restore", "bad.db", "games.db")
        same(ran.code, 1, f"the exit code ({what} at {at}: {ran.out}{ran.err})")
        check(ran.err.startswith("yard: ") and "restore-part" not in ran.err, ran.err)
        check(home.read("games.db") == store, f"the store has changed ({what} at {at})")
        if data:  # an empty file counts as a new store
            same(home.run("doctor", "bad.db", "--key", "key").code, 1, f"the doctor ({what}: {at})")
    left = [name for name in os.listdir(home.folder) if "restore" in name]
    same(left, [], "what is left behind")


@claim(f"each of {FLIPS} backups with one byte changed somewhere is refused")
def _(home):
    small_store(home)
    draw = random.Random(1)

    def flips(good):
        places = [*range(16, 28), *range(56, 72), len(good) - 1]
        places += [draw.randrange(len(good)) for _ in range(FLIPS - len(places))]
        for at in places:
            yield at, good[:at] + bytes([good[at] ^ 1 << draw.randrange(8)]) + good[at + 1:]

    all_refused(home, flips, "a changed byte")


@claim("backups that are truncated or have lost a page are refused")
def _(home):
    small_store(home)

    def cuts(good):
        for at in (0, 1, 50, 99, 100, 4095, 4096, 4097, len(good) // 2, len(good) - 1):
            yield at, good[:at]
        for page in range(0, len(good), 8192):
            yield page, good[:page] + bytes(4096) + good[page + 4096:]

    all_refused(home, cuts, "a cut")


@claim("backups from before there were checksums can still be restored")
def _(home):
    small_store(home)
    good = home.read("copy.db")
    home.write("copy.db", good[:60] + bytes(4) + good[64:])
    home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)


@claim("backing up a damaged store fails, and the damaged copy is kept under another name")
def _(home):
    small_store(home, games=30)
    data = bytearray(home.read("games.db"))
    data[2 * 4096:2 * 4096 + 200] = os.urandom(200)
    home.write("games.db", bytes(data))
    ran = home.run("backup", "games.db", "second.db").ended(1)
    holds(ran.err, "second.db wasn't written because the copy is damaged. ",
          "The damaged copy is kept as second.db.damaged.")
    same([name for name in sorted(os.listdir(home.folder)) if name.startswith("second")],
         ["second.db.damaged"], "what is there")
    check("integrity" in wrong(doctor(home, "games.db", 1)), "the doctor")


@claim("a server refuses to start on a damaged store and says what to do, even with --log json")
def _(home):
    small_store(home, games=30)
    data = bytearray(home.read("games.db"))
    data[2 * 4096:2 * 4096 + 200] = os.urandom(200)
    home.write("games.db", bytes(data))
    before = files(home)
    ran = home.run("serve", "--no-browser", "--port", "0", "--store", "games.db", "--key", "key",
                   "--log", "json").ended(1)
    holds(ran.err, '"event":"doctor","check":"integrity","problem":"games.db is damaged: ',
          "yard: games.db is damaged: ", "Run 'yard doctor' for details, or", "'yard restore'.")
    same(files(home), before, "the store")
    home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
    Node(home, home.path("games.db")).stop().ended(0)


@claim("a restore killed at any step leaves the old store or the new one, never a mix")
def _(home):
    node = Node(home, home.path("games.db"))
    Table([node.port], name="Ann", action="t" * 22)
    home.run("backup", "games.db", "copy.db").ended(0)
    tables = [Table([node.port], name=f"Bea {n}").id for n in range(3)]
    node.kill()  # so that these tables are only in the write-ahead log
    kept = {name: home.read(name) for name in ("games.db", "games.db-wal", "games.db-shm")}
    folder = home.path("kept")
    os.mkdir(folder)
    for name, data in kept.items():
        home.write(os.path.join("kept", name), data)

    def state():
        """The number of tables in the store, which must pass yard doctor."""
        same(wrong(doctor(home, "games.db", 0)), [], "what is wrong")
        with contextlib.closing(sqlite3.connect(home.path("games.db"))) as db:
            return db.execute("SELECT count(*) FROM game").fetchone()[0]

    seen, at, ended = [], 0, False
    while not ended:
        at += 1
        for name in os.listdir(home.folder):
            if name.startswith("games.db"):
                os.remove(home.path(name))
        for name in kept:
            shutil.copy(os.path.join(folder, name), home.path(name))
        env = {**home.env, "LD_PRELOAD": KILLER, "KILL_AT": str(at)}
        ran = home.run("restore", "copy.db", "games.db", "--key", "key", env=env)
        ended = ran.code == 0
        check(ended or ran.code == -signal.SIGKILL, f"step {at}", ran.code, ran.err)
        seen.append(state())
        check(seen[-1] in (1, 1 + len(tables)), f"a mix of {seen[-1]} tables at step {at}")
        home.run("restore", "copy.db", "games.db", "--key", "key").ended(0)
        same(state(), 1, f"the tables after another try (step {at})")
    same(seen, sorted(seen, reverse=True), "first the old, then the new")
    check(len(seen) > 15 and seen[0] == 1 + len(tables) and seen[-2] == 1, seen)
    print(f"# killed before each of {at - 1} steps")


# ---- doctor ----

@claim("doctor finds nothing wrong with a sound store, changes nothing and prints one line per check")
def _(home):
    node = small_store(home)
    before = files(home)
    ran = home.run("doctor", "games.db", "--key", "key", "--host", "games.example.org").ended(0)
    same(files(home), before, "the store")
    same([line.split()[1] for line in ran.out.splitlines()],
         ["store", "schema", "log", "integrity", "references", "tokens", "events", "games", "key",
          "host", "disk"], "the checks")
    holds(ran.out, "2 games, numbered without gaps.", "key opens the dice of 2 of 2 sealed games.",
          "localhost, games.example.org", "replace it with your own.")
    node.start()
    same(wrong(doctor(home, "games.db", 0)), [], "what is wrong while it runs")
    node.kill()
    before = files(home)
    same(wrong(doctor(home, "games.db", 0)), [], "what is wrong after a kill")
    same(files(home), before, "the store after a kill")


DAMAGE = (
    ("events games", "DELETE FROM event WHERE n = 2", "gap", "event 3 follows event 1"),
    ("tokens", "UPDATE seat SET token = 'x' WHERE seat = 1", "token that isn't a hash"),
    ("games", "UPDATE event SET line = 'hello' WHERE n = 1", "can't be read. Line "),
    ("references", "DELETE FROM game", "belong to games that don't exist."),
    ("schema", "UPDATE schema SET version = 99", "version 99", "Update Yardstick to use them."),
)


def finds(home, store, change):
    for name, sql, *words in DAMAGE:
        with change(sql):
            found = doctor(home, store, 1)
            same(wrong(found), name.split(), f"what is wrong after {sql}")
            holds(found[name.split()[0]]["words"], *words)
    same(wrong(doctor(home, store, 0)), [], "what is wrong in the end")


@claim("SQLite: doctor finds gaps, bad tokens, unreadable games, orphaned rows and newer versions")
def _(home):
    small_store(home)
    good = home.read("games.db")

    @contextlib.contextmanager
    def change(sql):
        with contextlib.closing(sqlite3.connect(home.path("games.db"))) as db:
            db.execute(sql.replace("'x'", "x'78'"))
            db.commit()
        yield
        home.write("games.db", good)

    finds(home, "games.db", change)


@claim("PostgreSQL: doctor finds the same damage as in SQLite")
def _(home):
    with Postgres() as database:
        node = Node(home, database.address)
        for n in range(2):
            table = Table([node.port], name=f"Ann {n}")
            table.sit("Bea")
            table.begin()
        node.stop().ended(0)
        where = ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", database.folder, "-d", database.base]
        copy = os.path.join(database.folder, "copy.sql")
        database.run("pg_dump", "--schema=yard", "--clean", "--if-exists", "-h", database.folder,
                     "-d", database.base, "-f", copy)

        @contextlib.contextmanager
        def change(sql):
            database.run(*where, "-c", "SET search_path = yard; "
                         "SET session_replication_role = replica; " + sql)
            yield
            database.run(*where, "-1", "-f", copy)

        finds(home, database.address, change)


@claim("doctor reports files that are missing or not stores, and never shows a password")
def _(home):
    home.write("letter", "Dear aunt, this is a letter and no store of games. " * 9)
    holds(home.run("doctor", "letter").ended(1).out, "wrong  store       Can't open letter: it isn't a Yardstick store.")
    holds(home.run("doctor", "none.db").ended(1).out, "none.db: No such file or directory")
    ran = home.run("doctor", "postgres://ann:hidden@/nowhere?host=/nowhere", "--json").ended(1)
    holds(ran.out, '"store":"postgres://ann@/nowhere"', '"grade":"wrong"')
    check("hidden" not in ran.out + ran.err, ran.out)


# ---- the key ----

def needs_its_key(home, store, start):
    """Checks that a server does not start without the store's key and makes a new key only with --new-key."""
    key = home.path("key")
    node = Node(home, store)
    Table([node.port], name="Ann")
    node.stop().ended(0)
    right = home.read("key")

    def refused(*words):
        holds(start().ended(1).err, "yard: The key file ", *words, "--new-key",
              "unfinished games with fair dice won't be able to continue.")

    os.remove(key)
    refused("is missing, and the store has dice that are sealed with it.", "Restore it")
    check(not os.path.exists(key), "another key was made")
    same(wrong(doctor(home, store, 1)), ["key"], "what is wrong")
    home.write("key", "ab" * 32 + "\n")
    os.chmod(key, 0o600)
    refused("isn't the one that the store's dice are sealed with.", "Restore the right one")
    same(wrong(doctor(home, store, 1)), ["key"], "what is wrong with another key")
    os.remove(key)
    node.args += ("--new-key",)
    node.start()
    check(home.read("key") != right, "it is the old key")
    table = Table([node.port], name="Bea")
    node.stop().ended(0)
    node.args = node.args[:-1]
    node.start()  # one game is enough to recognize the key
    same(table.question("state")["phase"], "setup", "the phase")
    node.stop().ended(0)
    home.write("key", right)
    node.start().stop().ended(0)


@claim("SQLite: if the store has games, a missing key is a startup error, and no new one is made")
def _(home):
    needs_its_key(home, home.path("games.db"), lambda: home.run(
        "serve", "--no-browser", "--port", "0", "--store", "games.db", "--key", "key"))


@claim("PostgreSQL: even without games, a missing key is a startup error, and only --new-key creates a key")
def _(home):
    with Postgres() as database:
        def start():
            return home.run("serve", "--no-browser", "--port", "0", "--store", database.address,
                            "--key", "key")
        holds(start().ended(1).err, "The key file key doesn't exist.", "--new-key")
        check(not os.path.exists(home.path("key")), "a key was made")
        needs_its_key(home, database.address, start)


@claim("a new key is never readable by others, not even briefly, whatever the umask")
def _(home):
    env = {"LD_PRELOAD": KILLER, "KILL_MODES": home.path("modes")}
    node = Node(home, home.path("games.db"), env=env, preexec_fn=lambda: os.umask(0))
    node.stop().ended(0)
    os.remove(home.path("games.db"))
    os.remove(home.path("key"))
    os.remove(home.path("modes"))
    node.start()
    node.stop().ended(0)
    modes = dict(reversed(line.split(" ", 1)) for line in home.read("modes").decode().splitlines())
    made = {path: mode for path, mode in modes.items() if path.startswith(home.path("key"))}
    check(made and set(made.values()) == {"600"}, modes)
    same(os.stat(home.path("key")).st_mode & 0o777, 0o600, "the mode")
    same([name for name in os.listdir(home.folder) if name.startswith("key")], ["key"], "the keys")


main()
