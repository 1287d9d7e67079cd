#!/usr/bin/env python3
"""presence_test.py YARD: who is present at a table, on one node and on several, with nodes killed,
databases down, and people who keep coming and going."""
import itertools
import time

from nodes import Node, figure, wait_for
from client import Socket, Table, ask
from clock import Clock
from postgres import Postgres
from tap import PATIENCE, check, claim, main, same, until

GRACE = 5  # seconds before a lost connection counts as absence
BEAT = 8  # seconds between a node's full announcements
TRUST = 25  # seconds before the announcements of a silent node expire
EDGE = 0.1  # seconds of margin before and after these times


class Ear:
    """A socket, and the places present according to what it has received."""

    def __init__(self, connection, clock):
        self.socket, self.here, self.clock = connection, connection.hello["table"]["here"], clock
        self.heard = []  # changes since connecting
        self.ids = itertools.count()

    def hear(self, message):
        if message and "here" in message:
            same(list(message), ["here"], "what such a message says")
            self.here = message["here"]
            self.heard.append(self.here)

    def listen(self):
        """Receives everything due before now: timers run between the two round trips."""
        for _ in range(2):
            self.clock.forward(0.002)
            name = f"e{next(self.ids)}"
            self.socket.send(f"@{name} levels")
            while (message := self.socket.receive()).get("id") != name:
                self.hear(message)
        return self

    def until(self, here):
        """Waits until these places are present."""
        end = time.monotonic() + PATIENCE
        while self.here != here:
            check(time.monotonic() < end, f"{self.here}, not {here}", self.heard)
            self.hear(self.socket.receive(end - time.monotonic()))
        return self

    def close(self):
        self.socket.close()


class Tables:
    """Nodes, each with its own clock, and a table that all of them serve."""

    def __init__(self, home, store=None, count=1, **setup):
        self.clocks = [Clock(home, f"clock{n}") for n in range(count)]
        self.nodes = [Node(home, store or home.path("games.db"), clock=clock)
                      for clock in self.clocks]
        self.clock = self.clocks[0]
        self.table = Table([node.port for node in self.nodes], **setup)
        self.ann = self.table.people[0]

    def come(self, person, node=0):
        person.node = node
        return Ear(person.connect(), self.clocks[node])

    def look_on(self, node=0):
        s = Socket(self.nodes[node].port, f"/api/tables/{self.table.code}/socket")
        s.send("follow 0")
        s.hello = s.receive()
        return Ear(s, self.clocks[node])

    def hang_up(self, *ears, node=0):
        """Closes these connections and waits until the server has noticed."""
        left = figure(self.nodes[node].port, "sockets") - len(ears)
        for ear in ears:
            ear.close()
        wait_for("it is noticed", lambda: figure(self.nodes[node].port, "sockets") == left)

    def here(self, node=0):
        return ask(self.nodes[node].port, "GET", self.table.path).json()["here"]

    def lines(self):
        return ask(self.nodes[0].port, "GET", self.table.path).json()["lines"]


@claim("players and spectators are notified of arrivals and departures; nothing is stored")
def _(home):
    t = Tables(home)
    ann = t.come(t.ann)
    same(ann.here, [1], "who is there")
    looker = t.look_on()
    same(looker.here, [1], "what somebody hears who looks on")
    bea = t.table.sit("Bea")
    ann.until([1, 2])  # a player who has just sat down counts as present
    lines, record = t.lines(), t.table.record()
    phone = t.come(bea)
    t.clock.forward(GRACE + 1)
    same((ann.listen().here, t.here()), ([1, 2], [1, 2]), "who is there")
    t.clock.stop()
    t.hang_up(phone)
    t.clock.forward(GRACE - EDGE)
    same((ann.listen().here, t.here()), ([1, 2], [1, 2]), "who is there a moment before")
    t.clock.forward(2 * EDGE)
    ann.until([1])
    looker.until([1])
    same(t.here(), [1], "what a request says")
    phone = t.come(bea)  # present again at once: the clock is stopped
    for one in (ann, looker, phone):
        one.until([1, 2])
    same((t.here(), t.table.record(), t.lines()), ([1, 2], record, lines), "the table, its record")


@claim("reconnecting within five seconds does not count as absence, nor does disconnecting one of two devices")
def _(home):
    t = Tables(home)
    bea = t.table.sit("Bea")
    ann, phone = t.come(t.ann), t.come(bea)
    ann.until([1, 2])
    ann.heard.clear()
    t.clock.stop()
    for _ in range(3):
        t.hang_up(phone)
        t.clock.forward(GRACE - EDGE)
        ann.listen()
        phone = t.come(bea)
    second = t.come(bea)
    t.hang_up(phone)
    t.clock.forward(GRACE + 2)
    same(ann.listen().heard, [], "what Ann has heard of it")
    t.hang_up(second)
    t.clock.forward(GRACE + EDGE)
    ann.until([1])
    same(ann.heard, [[1]], "what Ann has heard then")


@claim("a player who never connects or who leaves is absent; one who switches devices is not")
def _(home):
    t = Tables(home)
    ann = t.come(t.ann)
    bea, cem = t.table.sit("Bea"), t.table.sit("Cem")
    ann.until([1, 2, 3])
    phone = t.come(bea)
    t.clock.forward(GRACE + EDGE)
    ann.until([1, 2])  # Cem never connected
    t.clock.stop()
    bea.token = t.table.ask("POST", "/places", {"move": True}, bea.token).json()["token"]
    same(phone.socket.close_code(), 1008, "the old device")
    phone = t.come(bea)
    t.clock.forward(GRACE + 1)
    same(ann.listen().here, [1, 2], "who is there")
    t.table.ask("DELETE", "/places/2", token=bea.token)
    ann.until([1])  # leaving takes effect at once, even though the clock is stopped
    phone.until([1])  # the socket is still open
    same(cem.place, 3, "Cem")


@claim("bots always count as present, programs count like people, and at a keeper's table only the keeper counts")
def _(home):
    t = Tables(home, bots=[{"name": "Robo", "level": "novice"}])
    # A node that has just started counts nobody as away: Ann might be about to connect.
    t.clock.forward(GRACE + EDGE)
    wait_for("Ann is away", lambda: t.here() == [2])
    ticker = t.table.sit("Ticker", program=True)
    ann = t.come(t.ann)
    program = t.come(ticker)
    ann.until([1, 2, 3])
    t.clock.forward(GRACE + 1)
    same(ann.listen().here, [1, 2, 3], "who is there")
    t.ann.post("bot Max novice")
    ann.until([1, 2, 3, 4])
    t.ann.post("remove 2")
    ann.until([1, 3, 4])
    t.hang_up(program)
    t.clock.forward(GRACE + EDGE)
    ann.until([1, 4])
    keeper = Table([t.nodes[0].port], keeper=True, seats=["Bea", "Cem"])
    same(Ear(keeper.people[0].connect(), t.clock).listen().here, [1],
         "who is there where one keeps score")


@claim("reconnecting in a loop causes at most about one notification a second")
def _(home):
    t = Tables(home)
    people = [t.table.sit(f"Guest {n}") for n in range(12)]
    ann = t.come(t.ann)
    t.clock.forward(GRACE + 1)
    ann.until([1]).heard.clear()
    t.clock.stop()
    seconds = 12
    for _ in range(seconds):
        for person in people:  # in turn, so that their absences begin one after another
            t.come(person).close()
            ann.listen()
        t.clock.forward(1)
    t.clock.forward(GRACE + 1)
    ann.until([1])
    check(2 < len(ann.heard) <= seconds + GRACE + 5, f"{len(ann.heard)} messages", ann.heard)
    same([one for one in ann.heard if sorted(set(one)) != one], [], "places out of order")


@claim("after a restart, players who reconnect at once do not count as absent")
def _(home):
    t = Tables(home)
    bea = t.table.sit("Bea")
    phones = [t.come(t.ann), t.come(bea)]
    t.nodes[0].again()
    same([phone.here[0] for phone in phones], [1, 1], "what they had heard")
    t.clock.stop()
    ann = t.come(t.ann)
    same(ann.here, [1, 2], "who is there")
    phone = t.come(bea)
    t.clock.forward(GRACE + 2)
    same(ann.listen().heard, [], "what Ann has heard")
    t.hang_up(phone)
    t.clock.forward(GRACE + EDGE)
    ann.until([1])


# ---- several nodes ----

@claim("presence is seen on all nodes, survives switching nodes, and ends when a node is killed")
def _(home):
    with Postgres() as database:
        t = Tables(home, database.address, 3)
        bea, cem = t.table.sit("Bea"), t.table.sit("Cem")
        for clock in t.clocks:
            clock.forward(GRACE)  # the grace period for new places is over
        groups = [figure(node.port, "store_groups_total") for node in t.nodes]
        ann, phone = t.come(t.ann, node=0), t.come(bea, node=1)
        ann.until([1, 2])
        # A node that has never served the table also knows who is present.
        wait_for("the third node knows it", lambda: t.here(2) == [1, 2])
        looker = t.look_on(2)
        for ear in (ann, looker):
            ear.heard.clear()
        last = 1
        for node in (2, 0, 1):  # Bea's phone reaches another node each time
            t.hang_up(phone, node=last)
            t.clocks[last].forward(GRACE - 1)
            phone, last = t.come(bea, node=node), node
        pad = t.come(cem, node=1)  # all nodes hear of this after everything sent before it
        for ear in (ann, looker):
            ear.until([1, 2, 3])
            same(ear.heard, [[1, 2, 3]], "what was heard of it")
        t.hang_up(phone, node=1)
        t.clocks[1].forward(GRACE + EDGE)
        for ear in (ann, looker):
            ear.until([1, 3])
        phone = t.come(bea, node=1)
        for ear in (ann, looker):
            ear.until([1, 2, 3])
            same(ear.heard, [[1, 2, 3], [1, 3], [1, 2, 3]], "what was heard")
        same([figure(node.port, "store_groups_total") for node in t.nodes], groups,
             "what was written")

        t.clock.stop()
        t.nodes[1].kill()
        pad.close()
        t.clock.forward(TRUST - BEAT - 4)
        same(ann.listen().here, [1, 2, 3], "who is there as far as is known")
        t.clock.forward(BEAT + 4)
        ann.until([1])
        t.nodes[1].start()
        phone = t.come(bea, node=1)
        ann.until([1, 2])
        # The restarted node has asked the others who is present.
        t.clock.run()
        phone.until([1, 2])
        wait_for("a request says so, too", lambda: t.here(1) == [1, 2])


@claim("a database outage delays no questions, and afterwards presence is up to date again")
def _(home):
    with Postgres() as database:
        t = Tables(home, database.address, 2)
        bea = t.table.sit("Bea")
        for clock in t.clocks:
            clock.forward(GRACE + EDGE)
        ann, phone = t.come(t.ann, node=0), t.come(bea, node=1)
        ann.until([1, 2])
        phone.until([1, 2])
        database.stop()
        t.clock.stop()
        t.hang_up(phone, node=1)
        t.clocks[1].forward(GRACE + 1)
        # The clock is stopped, so a request that waited some seconds for the database would get no answer.
        same(t.table.question("state").get("error"), None, "an answer")
        t.clock.forward(GRACE + 2)  # nobody is connected to node 2 anymore, which it cannot announce
        same(ann.listen().here, [1, 2], "who is there as far as is known")
        t.clock.run()
        database.start()
        wait_for("all is ready", lambda: all(node.ready() for node in t.nodes))
        t.clock.forward(TRUST)
        ann.until([1])
        phone = t.come(bea, node=1)
        ann.until([1, 2])
        phone.until([1, 2])


@claim("messages between nodes use bounded memory, and malformed ones do no harm")
def _(home):
    with Postgres() as database:
        def whispered(here, *words):
            """Repeats the messages, as nodes do, until they take effect: a node drops some messages of a burst."""
            def heard():
                t.clock.forward(1)
                database.psql(*(f"SELECT pg_notify('yard_whispers', '{one}')" for one in words))
                return ann.listen().here == here
            check(until(heard), f"{ann.here}, not {here}", ann.heard)

        t = Tables(home, database.address)
        ann, node, name = t.come(t.ann), t.nodes[0], t.table.id
        before = node.memory()
        t.clock.stop()  # otherwise announcements could expire on a busy machine
        far = 2 ** 64
        # The valid message comes after all the malformed ones.
        whispered([1, 7], "", "x", "7", "7 ", "7 ;;;", f"7 {name}", f"7 {name} -1;", "7 ? ?;",
                  f"7 {name} {far};", f"{far} {name} 2;", f"0 {name} 2;", f"1 {name} 2;",
                  f"7 {'x' * 70} 2;", "7 " + "x" * 6000, "7 " + "a 1;" * 1500, f"9 {name} 64;")
        whispered([1, 2, 7], f"7 {name} 2;", f"9 {name} 64;")
        whispered([1, 2, 3], f"7 {name} 2;", f"8 other 1;{name} 6;", f"9 {name} 0;")
        whispered([1, 2, 3, 7], f"7 {name} 0;", f"8 {name} 6;", f"9 {name} 64;")  # node 8 still announces place 2
        for n in range(6):
            database.psql("SELECT pg_notify('yard_whispers', '9 ' || string_agg('t' || n || ' 1;', '')) "
                          f"FROM generate_series({n} * 30000, {n} * 30000 + 29999) n GROUP BY n / 300")
        whispered([1, 2, 3], f"8 {name} 6;", f"9 {name} 0;")
        check(node.memory() < before + 40, f"{before} MB became {node.memory()} MB")
        whispered([1], f"8 {name} 0;")
        check(node.ready(), "it is no longer ready")
        node.sane()


main()
