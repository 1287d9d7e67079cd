#!/usr/bin/env python3
"""rematch_test.py YARD: the next game begins for those who want it, through the server and its store; nobody can take
others along, leave them behind or keep them waiting."""
from client import Socket, Table
from clock import Clock
from nodes import Node, wait_for
from postgres import Postgres
from tap import check, claim, main, same

WAIT = 30  # seconds for an answer
EDGE = 0.5
GRACE = 5  # seconds before a lost connection counts as absence
WINS = ("roll 1 1 1 2 2 3", "take 1 1 1 stop")  # reaches the goal
BUSTS = ("roll 2 2 3 3 4 6",)


class Evening:
    """Ann, Bea and Cem, connected, and their game, which is over."""

    def __init__(self, home, store=None, nodes=1, names=("Bea", "Cem")):
        self.clocks = [Clock(home, f"clock{n}") for n in range(nodes)]
        self.nodes = [Node(home, store or home.path("games.db"), clock=clock) for clock in self.clocks]
        self.table = Table([node.port for node in self.nodes], rules="yardkle:entry=0,goal=300", dice="physical")
        for name in names:
            self.table.sit(name)
        self.people = self.table.people
        for n, person in enumerate(self.people):
            person.node = n
            person.socket = person.connect()
        same(self.table.begin().status, 200, "begin")
        self.play(*self.people)

    def say(self, person, words):
        return person.say(person.socket, words)

    def soon(self, person, words):
        """Says this once the person's node has heard what the others have said."""
        wait_for(f"{person.name} may say {words}", lambda: "ok" in self.say(person, words))

    def play(self, first, *others):
        for words in WINS:
            self.soon(first, words)
        for person in others:
            for words in BUSTS:
                self.soon(person, words)

    def lines(self):
        return self.table.record().splitlines()

    def seats(self):
        return [seat["name"] for seat in self.table.question("state")["seats"]]

    def begins(self, *names):
        """Waits until the next game has begun, with these players."""
        wait_for("the next game", lambda: self.table.question("state")["phase"] != "over")
        same(self.seats(), list(names), "who plays")

    def stands(self):
        """The next game has not begun, although the server has had time to."""
        for person in self.people:
            check("levels" in self.say(person, "levels"), "no answer")
        same(self.table.question("state")["phase"], "over", "the phase")


@claim("a rematch begins for those who want it; those who stay keep their place and can join the next one")
def _(home):
    e = Evening(home)
    ann, bea, cem = e.people
    answer = e.say(bea, "rematch")
    same(answer["ok"], "# room: again 2", "what is written")
    e.stands()
    same(e.say(cem, "stay")["ok"], "# room: stay 3", "what is written")
    same(e.say(ann, "rematch")["ok"], "# room: again 1", "what is written")
    e.begins("Ann", "Bea")
    same(e.lines()[-2:], ["rematch", "seats 1 2"], "the record")
    same(e.say(cem, "roll 1 1 1 1 1 1")["code"], "turn", "what Cem can do")
    same(e.say(cem, "undo")["code"], "place", "what Cem can do")
    e.play(bea, ann)  # the loser begins
    for person in (cem, bea):
        check("ok" in e.say(person, "rematch"), "an answer")
    same(e.say(ann, "stay")["ok"], "# room: stay 1", "what is written")
    e.begins("Bea", "Cem")
    same(e.lines()[-3:], ["rematch", "seat Cem", "seats 2 3"], "the record")
    home.run("check", home.write("game.yard", e.table.record())).ended(0)


@claim("a player who does not answer is waited for, but not for ever, and is not taken along")
def _(home):
    e = Evening(home)
    ann, bea, _ = e.people
    e.clocks[0].stop()
    for person in (ann, bea):
        check("ok" in e.say(person, "rematch"), "an answer")
    e.clocks[0].forward(WAIT - EDGE)
    e.stands()
    e.clocks[0].forward(2 * EDGE)
    e.begins("Ann", "Bea")
    same(e.lines()[-2:], ["rematch", "seats 1 2"], "the record")


@claim("a player who wants a rematch and goes away is not seated, and one who comes back in time is")
def _(home):
    e = Evening(home)
    ann, bea, cem = e.people
    for person in (bea, cem):
        check("ok" in e.say(person, "rematch"), "an answer")
    for person in (bea, cem):
        person.socket.close()
    wait_for("they have gone", lambda: e.table.ask("GET").json()["here"] == [1] or e.clocks[0].forward(1))
    e.clocks[0].stop()
    check("ok" in e.say(ann, "rematch"), "an answer")
    same(e.table.question("state")["phase"], "over", "the phase")
    cem.socket = cem.connect()
    wait_for("Cem is back", lambda: e.table.ask("GET").json()["here"] == [1, 3])
    same(e.table.question("state")["phase"], "over", "the phase")
    e.clocks[0].forward(WAIT + EDGE)
    e.begins("Ann", "Cem")
    same(e.lines()[-3:], ["# room: stay 2", "rematch", "seats 1 3"], "the record")


@claim("nobody can flood a table with answers, and neither spectators nor strangers can answer")
def _(home):
    e = Evening(home)
    ann, bea, _ = e.people
    check("ok" in e.say(ann, "rematch"), "an answer")
    check("ok" in e.say(bea, "stay"), "an answer")
    before = e.lines()
    for _ in range(20):
        same([e.say(ann, words)["code"] for words in ("rematch", "stay")], ["phase", "phase"], "what Ann gets")
        same(e.say(bea, "stay")["code"], "phase", "what Bea gets")
    watcher = Socket(e.nodes[0].port, e.table.path + "/socket")
    watcher.send("follow 0")
    for words in ("rematch", "stay", "again", "# room: again 3"):
        watcher.send(f"@w {words}")
        check("error" in watcher.until(lambda m: m.get("id") == "w"), f"'{words}' was accepted")
    same(e.table.ask("POST", "/lines", {"say": "rematch", "action": "x"}).status, 401, "without a token")
    same(e.lines(), before, "the record")


@claim("an old consent counts only for the game it was given after, whoever sends it again")
def _(home):
    e = Evening(home)
    ann, bea, cem = e.people

    def send(person, words):
        return e.table.ask("POST", "/lines", {"say": words, "action": f"{words}-once"}, person.token)

    first = [send(person, "rematch") for person in (ann, bea)]
    same([answer.status for answer in first], [200, 200], "answers")
    same(send(cem, "stay").status, 200, "an answer")
    e.begins("Ann", "Bea")
    before = e.lines()
    for person, old in zip((ann, bea), first):
        same(send(person, "rematch").json()["line"], old.json()["line"], "what a retry during the game gets")
    e.play(bea, ann)
    after = e.lines()
    for person, old in zip((ann, bea), first):
        same(send(person, "rematch").json()["line"], old.json()["line"], "what a retry after the next game gets")
    same(send(cem, "stay").status, 200, "what a retry after the next game gets")
    e.stands()
    same(e.lines(), after, "the record")
    same(after[:len(before)], before, "the record during the game")
    check("ok" in e.say(cem, "rematch"), "a new answer")
    e.stands()


@claim("nobody answers for others, whether they name them, take their id or write the server's lines")
def _(home):
    e = Evening(home)
    ann, bea, _ = e.people
    for words in ("again 3", "# room: again 3", "# room: stay 3", "# room: away 3", "away 3", "late 3", "seats 1 2", "seat Dan",
                  "rematch 3"):
        check("error" in e.say(bea, words), f"'{words}' was accepted")
    check("ok" in e.say(ann, "rematch"), "an answer")
    check("error" in e.say(bea, "stay 3"), "an answer for Cem was accepted")
    same(e.table.ask("POST", "/lines", {"say": "rematch", "action": "once"}, bea.token).status, 200, "Bea's answer")
    lines = e.lines()
    answer = e.table.ask("POST", "/lines", {"say": "stay", "action": "once"}, ann.token)
    check(answer.status != 200 or answer.json().get("line") is None, f"Bea's id was good for Ann: {answer.json()}")
    same(e.lines(), lines, "the record")
    same([line for line in lines if line.startswith("# room: again") or line.startswith("# room: stay")],
         ["# room: again 1", "# room: again 2"], "the answers")
    e.stands()


@claim("strangers who sit down during a game can be removed by the host, and do not hold up the next game")
def _(home):
    e = Evening(home)
    ann, bea, cem = e.people
    strangers = [e.table.sit(f"Stranger {n}") for n in range(3)]
    same(e.say(bea, "remove 4")["code"], "host", "what Bea gets")
    same(e.say(ann, "remove 2")["code"], "phase", "what the host gets for a player")
    same(e.say(ann, "remove 4")["ok"], "# room: leave 4", "what the host can do")
    same(e.table.ask("POST", "/lines", {"say": "rematch", "action": "x"}, strangers[0].token).status, 401, "their token")
    wait_for("nobody waits for them", lambda: e.table.ask("GET").json()["here"] == [1, 2, 3] or e.clocks[0].forward(1))
    e.clocks[0].stop()
    for person in (ann, bea, cem):
        check("ok" in e.say(person, "rematch"), "an answer")
    same(e.table.question("state")["phase"], "over", "the phase")
    e.clocks[0].forward(WAIT + EDGE)
    e.begins("Ann", "Bea", "Cem")
    same(e.lines()[-3:], ["# room: stay 5", "# room: stay 6", "rematch"], "the record")


@claim("answers survive a server that is killed, and the wait starts over")
def _(home):
    e = Evening(home)
    ann, bea, cem = e.people
    for person in (ann, bea):
        check("ok" in e.say(person, "rematch"), "an answer")
    e.nodes[0].again()
    e.clocks[0].stop()
    for person in e.people:
        person.socket = person.connect()
    same(e.say(ann, "rematch")["code"], "phase", "what Ann has said already")
    e.stands()
    check("ok" in e.say(cem, "rematch"), "an answer")
    e.begins("Ann", "Bea", "Cem")


@claim("players on different nodes begin one game, not two")
def _(home):
    with Postgres() as database:
        e = Evening(home, database.address, nodes=3)
        for n in range(1, 4):
            for person in e.people:
                e.soon(person, "rematch")
            e.begins("Ann", "Bea", "Cem")
            same(e.lines().count("rematch"), n, "games that have begun")
            first = n % 3
            e.play(*e.people[first:], *e.people[:first])
        home.run("check", home.write("game.yard", e.table.record())).ended(0)


main()
