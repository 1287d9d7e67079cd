"""The commitment list of real servers is append-only, whatever happens to them."""
import contextlib
import random
import sqlite3
import threading

from nodes import Node, wait_for
from client import Gone, Line, Table, ask
from postgres import Postgres
from shop import refused
from tap import LONG, check, claim, holds, main, same

from signed import root_is_good, root_of

DAY_MS = 24 * 3600 * 1000
KILLS = 8 if LONG else 3


def entries(node):
    """The whole list, fetched page by page; checks that it is numbered without gaps."""
    line, found = Line(node.port), []
    try:
        while True:
            got = line.ask("GET", f"/api/commitments?after={len(found)}")
            same((got.status, got.headers["content-type"]), (200, "application/x-ndjson"), "it")
            page = got.body.decode().splitlines()
            if not page:
                return found
            for one in page:
                found.append(one.split('"entry":"')[1][:-2])
                same(one, f'{{"n":{len(found)},"entry":"{found[-1]}"}}', "an entry")
    finally:
        line.close()


def root(node):
    got = ask(node.port, "GET", "/api/commitments/root")
    same(got.status, 200, f"the status of {got!r}")
    return got.json()


def fates(found):
    """The fate of each commitment; checks that each is listed once and has at most one fate."""
    kept = {}
    for entry in found:
        fate, commitment, at = entry.split(" ")
        check(len(commitment) == 64 and at.isdigit(), entry)
        if fate == "commit":
            check(commitment not in kept, "listed twice:", commitment)
            kept[commitment] = None
        else:
            check(fate in ("revealed", "abandoned"), entry)
            same(kept.get(commitment, "nothing"), None, f"the fate before {entry}")
            kept[commitment] = fate
    return kept


def commitment_of(table):
    found = [line for line in table.record().splitlines() if line.startswith("dice fair")]
    return found[-1].split(" ")[-1]


def begun(port, **setup):
    table = Table([port], name="Ann", dice="fair", **setup)
    same(table.begin().status, 200, "begin")
    return table


@claim("commitments are listed when made, revealed or abandoned, and entries name no table")
def _(home):
    node = Node(home, home.path("games.db"))
    same((entries(node), root(node)["size"]), ([], 0), "the list at the beginning")
    check(root_is_good(root(node), []), "the root of nothing")
    tables = [begun(node.port) for _ in range(3)]
    made = [commitment_of(table) for table in tables]
    same(fates(entries(node)), dict.fromkeys(made), "the list")
    ann = tables[1].people[0]
    same(tables[1].ask("DELETE", token=ann.token).status, 200, "a deletion")
    ann = tables[2].people[0]  # she leaves the table empty, so the server reveals the secret
    same(tables[2].ask("DELETE", f"/places/{ann.place}", token=ann.token).status, 200, "leaving")
    wait_for("a reveal", lambda: len(entries(node)) == 5)
    found = entries(node)
    same(fates(found), {made[0]: None, made[1]: "abandoned", made[2]: "revealed"}, "the fates")
    for table in tables:
        for word in (table.id, table.code):
            check(word not in "".join(found), word, "is told")
    node.stop()


@claim("the signed root matches the list, and each earlier root matches a prefix of it")
def _(home):
    node = Node(home, home.path("games.db"))
    key, roots = ask(node.port, "GET", "/api").json()["key"], [root(node)]
    for n in range(9):
        table = begun(node.port)
        roots.append(root(node))
        if n % 3 == 0:
            table.ask("DELETE", token=table.people[0].token)
            roots.append(root(node))
    same([r["size"] for r in roots], list(range(13)), "the sizes")
    same(root(node), roots[-1], "the root when nothing has changed")
    node.again()
    found = entries(node)
    roots.append(root(node))
    for signed in roots:
        same(signed["key"], key, "the key")
        check(root_is_good(signed, found), "not a root of this list:", signed)
    same(len({r["root"] for r in roots}), 13, "how many differ")
    check(not root_is_good(roots[-1], [*found[:-1], found[-1] + "0"]), "another list has the root")
    node.stop()


@claim("when a table expires, its commitment is listed as abandoned")
def _(home):
    store = home.path("games.db")
    node = Node(home, store)
    old, young = begun(node.port), begun(node.port)
    made = [commitment_of(table) for table in (old, young)]
    before = root(node)
    node.stop()
    with contextlib.closing(sqlite3.connect(store)) as file, file:
        for column in ("UPDATE game SET created = created - ? WHERE id = ?",
                       "UPDATE event SET at = at - ? WHERE game = ?"):
            file.execute(column, (9 * DAY_MS, old.id))
    node.args = (*node.args, "--keep", "7")
    node.start()
    wait_for("it is abandoned", lambda: len(entries(node)) == 3)
    found = entries(node)
    same(fates(found), {made[0]: "abandoned", made[1]: None}, "the fates")
    check(root_is_good(before, found), "the beginning of the list has changed")
    node.stop()


@claim("the commitment list refuses bad queries, POST and pages from other sites")
def _(home):
    node = Node(home, home.path("games.db"))
    for query in ("after=x", "after=-1", "before=1", "after=1&after", "after="):
        refused(ask(node.port, "GET", f"/api/commitments?{query}"), 400, "query")
    for path in ("/api/commitments", "/api/commitments/root"):
        refused(ask(node.port, "POST", path, {}), 405, "method")
        refused(ask(node.port, "GET", path, headers={"Origin": "http://evil.example"}), 403,
                "origin")
        same(ask(node.port, "HEAD", path).status, 200, "HEAD")
    refused(ask(node.port, "GET", "/api/commitments/roots"), 404, "absent")
    same(ask(node.port, "GET", "/api/commitments?after=99").body, b"", "after the end")
    node.stop()


@claim("export writes the commitment list exactly as the server serves it")
def _(home):
    node = Node(home, home.path("games.db"))
    for _ in range(3):
        table = begun(node.port)
    table.ask("DELETE", token=table.people[0].token)
    shown = ask(node.port, "GET", "/api/commitments").body
    home.run("export", "games.db", "--out", "records").ended(0)
    same(home.read("records/commitments.ndjson"), shown, "the file")
    same(len(shown.splitlines()), 4, "entries")
    begun(node.port)
    home.run("export", "games.db", "--out", "records").ended(0)
    grown = home.read("records/commitments.ndjson")
    same((grown[:len(shown)], len(grown.splitlines())), (shown, 5), "the file later")
    other = grown.replace(b"commit ", b"forged ", 1)
    home.write("records/commitments.ndjson", other)
    ran = home.run("export", "games.db", "--out", "records").ended(1)
    holds(ran.err, "commitments.ndjson already exists and isn't the beginning of this list. Choose another folder.")
    same(home.read("records/commitments.ndjson"), other, "a list that does not fit")
    node.stop()


class Crowd:
    """People who open tables, begin games and delete about every third table, until stop(). Remembers
    what was acknowledged."""

    def __init__(self, ports, people):
        self.ports, self.stopping, self.begun, self.deleted = ports, False, {}, set()
        self.problems = []
        self.threads = [threading.Thread(target=self.run, args=(n,)) for n in range(people)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        draw = random.Random(number)
        while not self.stopping:
            try:
                self.one(draw)
            except Gone:
                pass  # that node is down; unacknowledged entries may or may not be listed
            except Exception as why:  # pylint: disable=broad-except
                self.problems.append(why)
                return

    def one(self, draw):
        table = Table([draw.choice(self.ports)], name="Ann", dice="fair")
        if table.begin().status != 200:
            return
        lines = table.record().splitlines()
        self.begun[table.id] = [x for x in lines if x.startswith("dice fair")][0].split(" ")[-1]
        if draw.randrange(3) == 0:
            token = table.people[0].token
            if table.ask("DELETE", token=token).status == 200:
                self.deleted.add(table.id)

    def stop(self):
        self.stopping = True
        for thread in self.threads:
            thread.join()
        check(not self.problems, *self.problems)

    def agrees(self, kept):
        """Checks the fates in a list against what was acknowledged."""
        for table, commitment in list(self.begun.items()):
            check(commitment in kept, "acknowledged, but not listed:", commitment)
            if table in self.deleted:
                same(kept[commitment], "abandoned", "the fate of a deleted one")


def pick(node):
    """What an outside observer keeps: a signed root and the list."""
    signed = root(node)
    return signed, entries(node)


def still_there(kept, found):
    for signed, before in kept:
        same(found[:len(before)], before, "the beginning of the list")
        check(root_is_good(signed, found), "a root that was signed is not of this list:", signed)


@claim("kill -9 and a restart neither lose nor change an entry of the commitment list")
def _(home):
    node = Node(home, home.path("games.db"))
    crowd, kept = Crowd([node.port], 3), []
    for n in range(KILLS):
        wait_for("tables", lambda n=n: len(crowd.begun) >= 5 * (n + 1) or crowd.problems)
        kept.append(pick(node))
        node.again()
    wait_for("tables", lambda: len(crowd.begun) >= 5 * (KILLS + 1) or crowd.problems)
    crowd.stop()
    found = entries(node)
    still_there(kept, found)
    crowd.agrees(fates(found))
    same(root(node)["root"], root_of(found).hex(), "the root")
    node.stop()


@claim("two nodes, killed in turn, write one commitment list without gaps")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address) for _ in range(2)]
        crowd, kept = Crowd([node.port for node in nodes], 4), []
        for n in range(KILLS):
            wait_for("tables", lambda n=n: len(crowd.begun) >= 10 * (n + 1) or crowd.problems)
            kept += [pick(node) for node in nodes]
            nodes[n % 2].again()
        wait_for("tables", lambda: len(crowd.begun) >= 10 * (KILLS + 1) or crowd.problems)
        crowd.stop()
        last = begun(nodes[1].port)  # numbered after all earlier commitments
        wait_for("the last is listed",
                 lambda: any(commitment_of(last) in entry for entry in entries(nodes[0])))
        found = entries(nodes[0])
        still_there(kept, found)
        crowd.agrees(fates(found))
        same(entries(nodes[1]), found, "the list at the other node")
        signed = [root(node) for node in nodes]
        for one in signed:
            same((one["size"], one["root"]), (len(found), root_of(found).hex()), "the root")
            check(root_is_good(one, found), "the signature:", one)
        for node in nodes:
            node.stop()


main()
