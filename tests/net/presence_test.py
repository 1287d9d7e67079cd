#!/usr/bin/env python3
"""presence_test.py YARD: who is at a table, and who is not, on one node and on several; nodes that
are killed, databases that go away, people who come and go all the time."""
import os
import sys
import time

# pylint: disable=wrong-import-position
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from nodes import Node, figure, wait_for  # noqa: E402
from client import Socket, Table, ask  # noqa: E402
from postgres import Postgres  # noqa: E402
from tap import check, claim, main, same  # noqa: E402

GRACE = 5  # seconds that nobody is missed
BEAT = 8  # seconds after which a node says all of it again
TRUST = 25  # seconds that a node is believed which says nothing any more


class Ear:
    """A socket, and the places that have somebody there as far as it has heard."""

    def __init__(self, socket):
        self.socket, self.here = socket, socket.hello["table"]["here"]
        self.heard = []  # since then

    def listen(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            message = self.socket.receive(left)
            if message and "here" in message:
                same(list(message), ["here"], "what such a message says")
                self.here = message["here"]
                self.heard.append(self.here)
        return self

    def until(self, here, seconds=20):
        """Waits for it; how long that took."""
        begin = time.monotonic()
        while self.here != here:
            check(time.monotonic() < begin + seconds, f"{self.here}, not {here}", self.heard)
            self.listen(0.05)
        return time.monotonic() - begin

    def close(self):
        self.socket.close()


def come(person, node=None):
    person.node = person.node if node is None else node
    return Ear(person.connect())


def look_on(table, node=0):
    s = Socket(table.ports()[node], f"/api/tables/{table.code}/socket")
    s.send("follow 0")
    s.hello = s.receive()
    return Ear(s)


def here(table, node=0):
    return ask(table.ports()[node], "GET", table.path).json()["here"]


def lone(home, **wish):
    node = Node(home, home.path("games.db"))
    return node, Table([node.port], **wish)


@claim("everybody at a table hears who comes and goes, also who only looks on; nothing is stored")
def _(home):
    _, table = lone(home)
    ann = come(table.people[0])
    same(ann.here, [1], "who is there")
    looker = look_on(table)
    same(looker.here, [1], "what somebody hears who looks on")
    bea = table.sit("Bea")
    ann.until([1, 2])  # who has just sat down is on his way
    lines, record = ask(table.ports()[0], "GET", table.path).json()["lines"], table.record()
    phone = come(bea)
    ann.listen(GRACE + 1)
    same(ann.here, [1, 2], "who is there")
    same(here(table), [1, 2], "what a request says")
    phone.close()
    took = ann.until([1])
    check(GRACE - 1 < took, f"away after {took} s")
    looker.until([1])
    same(here(table), [1], "what a request says")
    phone = come(bea)
    check(ann.until([1, 2]) < GRACE, "it takes long to be back")
    looker.until([1, 2])
    phone.until([1, 2])
    same((here(table), table.record()), ([1, 2], record), "the table, and its record")
    same(ask(table.ports()[0], "GET", table.path).json()["lines"], lines, "lines")


@claim("who is back within five seconds has not been away, nor has who closes one phone of two")
def _(home):
    _, table = lone(home)
    bea = table.sit("Bea")
    ann, phone = come(table.people[0]), come(bea)
    ann.until([1, 2])
    ann.heard.clear()
    for _ in range(3):
        phone.close()
        ann.listen(1)
        phone = come(bea)
    second = come(bea)
    phone.close()
    ann.listen(GRACE + 2)
    same(ann.heard, [], "what Ann has heard of it")
    second.close()
    ann.until([1])
    same(ann.heard, [[1]], "what Ann has heard then")


@claim("who sits down and never comes, who leaves and who moves to another device")
def _(home):
    _, table = lone(home)
    ann = come(table.people[0])
    bea, cem = table.sit("Bea"), table.sit("Cem")
    ann.until([1, 2, 3])
    phone = come(bea)
    ann.until([1, 2], GRACE + 5)  # Cem never came
    token = table.ask("POST", "/places", {"move": True}, bea.token).json()["token"]
    same(phone.socket.close_code(), 1008, "the old device")
    bea.token = token
    phone = come(bea)
    ann.listen(GRACE + 1)
    same(ann.here, [1, 2], "who is there")
    table.ask("DELETE", "/places/2", token=bea.token)
    check(ann.until([1]) < GRACE - 1, "who has left is not waited for")
    same(phone.listen(1).here, [1], "what Bea's phone hears, which is still open")
    same(cem.place, 3, "Cem")


@claim("bots are always there, programs as people are, names for whom one keeps score never")
def _(home):
    node, table = lone(home, bots=[{"name": "Robo", "level": "novice"}])
    # A node that has just begun takes nobody for away: Ann might be about to come.
    wait_for("Ann is away", lambda: here(table) == [2], GRACE + 5)
    ticker = table.sit("Ticker", program=True)
    ann = come(table.people[0])
    program = come(ticker)
    ann.until([1, 2, 3])
    ann.listen(GRACE + 1)
    same(ann.here, [1, 2, 3], "who is there")
    table.people[0].post("bot Max novice")
    ann.until([1, 2, 3, 4])
    table.people[0].post("remove 2")
    ann.until([1, 3, 4])
    program.close()
    ann.until([1, 4])
    keeper = Table([node.port], keeper=True, seats=["Bea", "Cem"])
    same(come(keeper.people[0]).listen(1).here, [1], "who is there where one keeps score")


@claim("who comes and hangs up in a loop is not heard of more than about once a second")
def _(home):
    _, table = lone(home)
    people = [table.sit(f"Guest {n}") for n in range(12)]
    ann = come(table.people[0])
    ann.listen(GRACE + 1)
    ann.heard.clear()
    begin = time.monotonic()
    while time.monotonic() < begin + 8:
        for person in people:
            come(person).close()
            ann.listen(0.01)
    ann.until([1])
    took = time.monotonic() - begin
    check(len(ann.heard) <= took + 5, f"{len(ann.heard)} messages in {took} s", ann.heard)
    same([one for one in ann.heard if sorted(set(one)) != one], [], "places out of order")


@claim("a server that starts again has lost nobody who comes back at once")
def _(home):
    node, table = lone(home)
    bea = table.sit("Bea")
    phones = [come(table.people[0]), come(bea)]
    node.again()
    same([phone.here[0] for phone in phones], [1, 1], "what they had heard")
    ann = come(table.people[0])
    same(ann.here, [1, 2], "who is there")
    phone = come(bea)
    ann.listen(GRACE + 2)
    same(ann.heard, [], "what Ann has heard")
    phone.close()
    ann.until([1])


# ---- several nodes ----

def nodes_with_table(home, database, count):
    """So many nodes, a table that all of them serve, and Bea at it beside its host."""
    nodes = [Node(home, database.address) for _ in range(count)]
    table = Table([node.port for node in nodes])
    return nodes, table, table.sit("Bea")


@claim("nodes: seen on all of them, from one to another without a gap, gone with a killed one")
def _(home):
    with Postgres() as database:
        nodes, table, bea = nodes_with_table(home, database, 3)
        time.sleep(GRACE + 0.2)
        groups = [figure(node.port, "store_groups_total") for node in nodes]
        ann, phone = come(table.people[0], node=0), come(bea, node=1)
        check(ann.until([1, 2]) < BEAT, "it takes long until Bea is seen")
        # A node that has never heard of the table knows it nevertheless.
        same(here(table, 2), [1, 2], "what the third node says")
        looker = look_on(table, 2)
        for heard in (ann, looker):
            heard.heard.clear()
        for node in (2, 0, 1):  # Bea's phone finds another node each time
            phone.close()
            phone = come(bea, node=node)
            ann.listen(GRACE + 1)
        looker.listen(0.1)
        same((ann.heard, looker.heard), ([], []), "what was heard of it")
        phone.close()
        took = ann.until([1])
        check(GRACE - 1 < took, f"away after {took} s")
        looker.until([1])
        phone = come(bea, node=1)
        ann.until([1, 2])
        same([figure(node.port, "store_groups_total") for node in nodes], groups,
             "what was written")

        nodes[1].kill()
        took = ann.until([1], 60)
        check(TRUST - BEAT - 4 < took < TRUST + 15, f"gone {took} s after its node")
        looker.until([1])
        nodes[1].start()
        phone = come(bea, node=1)
        check(ann.until([1, 2]) < BEAT, "it takes long until Bea is seen again")
        # The node that has just begun has asked who is where.
        phone.listen(GRACE + 2)
        same((phone.here, here(table, 1)), ([1, 2], [1, 2]), "what the new node says")


@claim("nodes: after a database that was away all are seen again, and nobody has waited")
def _(home):
    with Postgres() as database:
        nodes, table, bea = nodes_with_table(home, database, 2)
        ann, phone = come(table.people[0], node=0), come(bea, node=1)
        same(ann.listen(GRACE + 2).here, [1, 2], "who is there")
        database.stop()
        phone.close()
        begin = time.monotonic()
        same(table.question("state").get("error"), None, "an answer")
        check(time.monotonic() < begin + 3, "questions wait for it")
        ann.listen(GRACE + 2)  # node 2 has nobody any more, and cannot say so
        same(ann.here, [1, 2], "who is there as far as is known")
        database.start()
        ann.until([1], TRUST + 10)
        wait_for("all is ready", lambda: all(node.ready() for node in nodes))
        phone = come(bea, node=1)
        ann.until([1, 2])
        phone.until([1, 2])


@claim("what nodes tell each other takes a bounded room, and nonsense among it does no harm")
def _(home):
    with Postgres() as database:
        def sql(words):
            database.run("psql", "-q", "-X", database.address, "-c", words)

        def whisper(words):
            sql(f"SELECT pg_notify('yard_whispers', '{words}')")

        node = Node(home, database.address)
        table = Table([node.port])
        ann = come(table.people[0])
        before = node.memory()
        far = 2 ** 64
        for words in ("", "x", "7", "7 ", "7 ;;;", f"7 {table.id}", f"7 {table.id} -1;", "7 ? ?;",
                      f"7 {table.id} {far};", f"{far} {table.id} 2;", f"0 {table.id} 2;",
                      f"1 {table.id} 2;", f"7 {'x' * 70} 2;", "7 " + "x" * 6000,
                      "7 " + "a 1;" * 1500):
            whisper(words)
        same(ann.listen(1).here, [1], "who is there")
        whisper(f"7 {table.id} 2;")
        ann.until([1, 2])
        whisper(f"8 other 1;{table.id} 6;")
        ann.until([1, 2, 3])
        whisper(f"7 {table.id} 0;")
        ann.listen(1)
        same(ann.here, [1, 2, 3], "who is there as another node says so")
        for n in range(6):
            sql("SELECT pg_notify('yard_whispers', '9 ' || string_agg('t' || n || ' 1;', '')) "
                f"FROM generate_series({n} * 30000, {n} * 30000 + 29999) n GROUP BY n / 300")
            ann.listen(0.3)
        check(node.memory() < before + 40, f"{before} MB became {node.memory()} MB")
        whisper(f"8 {table.id} 0;")
        ann.until([1])
        check(node.ready(), "it is not ready any more")
        node.sane()


main()
