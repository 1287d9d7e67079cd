"""Receipts from a real server, checked by independent code (signed.py)."""
import json

from nodes import Node, wait_for
from client import Table, ask
from postgres import Postgres
from tap import check, claim, holds, main, same

from signed import is_good, logs_of, spelt

SHARE = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"


def key_of(node):
    return ask(node.port, "GET", "/api").json()["key"]


def good(receipt, key, lines):
    """Checks that the receipt is signed by this server for this log."""
    check(is_good(receipt), "a wrong signature:", receipt)
    same(receipt["key"], key, "whose it is")
    same(receipt["log"], logs_of(lines)[receipt["line"] - 1].hex(), f"the log of {receipt}")


def lines_of(table):
    return table.record().splitlines()


class Listener:
    """A person on a WebSocket who remembers lines and receipts."""

    def __init__(self, person):
        self.person, self.receipts = person, []
        self.socket = person.connect()

    def say(self, words):
        answer = self.person.say(self.socket, words)
        if "ok" in answer:
            receipt = answer["receipt"]
            check(answer["line"] <= receipt["line"] <= len(self.person.lines),
                  "the lines do not come before their answer", answer, self.person.lines)
            self.receipts.append(receipt)
        return answer

    def catch_up(self, lines):
        while len(self.person.lines) < lines:
            self.person.hear(self.socket.receive())


def verdict(home, receipts, record, key):
    """What `yard verify` says about receipts and a record; checks that it exits with 1 if they do not match."""
    home.write("receipts.ndjson", "".join(spelt(r) + "\n" for r in receipts))
    home.write("game.yard", "".join(line + "\n" for line in record))
    args = ("verify", "--receipts", "receipts.ndjson", "--server-key", key)
    found = json.loads(home.run(*args, "--json", "game.yard").out.splitlines()[-1])["receipts"]
    ran = home.run(*args, "game.yard")
    if not found["good"]:
        same(ran.code, 1, "the exit code")
    holds(ran.out, found["words"])
    return found


def a_game(node, turns):
    """Ann and Bea on WebSockets, after some turns with seeded dice."""
    table = Table([node.port], name="Ann", dice="seed 42", rules="yardzee")
    people = [Listener(table.people[0]), Listener(table.sit("Bea"))]
    same("ok" in people[0].say("begin"), True, "begin")
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes")
    for turn in range(turns):
        who = people[turn % 2]
        who.catch_up(len(lines_of(table)))
        for words in ("roll", f"score {boxes[turn // 2]}"):
            answer = who.say(words)
            check("ok" in answer, answer)
    return table, people


@claim("the receipts of two people at a table agree with each other and with the record")
def _(home):
    node = Node(home, home.path("games.db"))
    table, people = a_game(node, 8)
    lines, key = lines_of(table), key_of(node)
    receipts = [r for who in people for r in who.receipts]
    same(len(receipts), 1 + 16, "how many there are")
    for receipt in receipts:
        same(receipt["table"], table.id, "the table")
        good(receipt, key, lines)
    found = verdict(home, receipts, lines, key)
    same((found["good"], found["count"], found["key"]), (True, 17, key), "the verdict")
    node.stop()


@claim("a command that appends several lines gets a receipt for the last of them")
def _(home):
    node = Node(home, home.path("games.db"))
    table = Table([node.port], name="Ann", dice="seed 42")
    answer = table.begin().json()
    lines = lines_of(table)
    same(answer["receipt"]["line"], len(lines), "the line")
    check(answer["line"] < len(lines), answer)
    good(answer["receipt"], key_of(node), lines)
    node.stop()


@claim("retrying a line returns a receipt for the current log")
def _(home):
    node = Node(home, home.path("games.db"))
    table, people = a_game(node, 2)
    ann = people[0].person
    roll = ann.post("roll", action="once").json()
    ann.post("score twos", action="twice")
    again = ann.post("roll", action="once").json()
    lines, key = lines_of(table), key_of(node)
    same((again["again"], again["ok"], again["line"]), (True, roll["ok"], roll["line"]), "again")
    same(again["receipt"]["line"], len(lines), "the line of the receipt")
    for answer in (roll, again):
        good(answer["receipt"], key, lines)
    node.again()  # after a crash, retries are answered from the store
    late = ann.post("roll", action="once").json()
    same((late["again"], late["line"], key_of(node)), (True, roll["line"], key), "after a crash")
    good(late["receipt"], key, lines)
    node.stop()


@claim("receipts for lines stored together share a signature, and each path is valid")
def _(home):
    node = Node(home, home.path("games.db"))
    tables = [Table([node.port], name="Ann", dice="seed 1") for _ in range(24)]
    for table in tables:
        same(table.begin().status, 200, "begin")
    sockets = [table.people[0].connect() for table in tables]
    key, shared = key_of(node), 0
    boxes = iter(("ones", "twos", "threes", "fours", "fives", "sixes", "chance"))
    while not shared:  # in each round, the first line may be signed alone while the others queue up
        box = next(boxes)
        for name, words in ((f"roll-{box}", "roll"), (f"score-{box}", f"score {box}")):
            for s in sockets:
                s.send(f"@{name} {words}")
            for table, s in zip(tables, sockets):
                answer = s.until(lambda m, name=name: m.get("id") == name)
                shared += bool(answer["receipt"]["path"])
                good(answer["receipt"], key, lines_of(table))
    node.stop()


@claim("receipts expose a record that differs from the signed log")
def _(home):
    node = Node(home, home.path("games.db"))
    table, people = a_game(node, 4)
    lines, key = lines_of(table), key_of(node)
    at = max(n for n, line in enumerate(lines) if line.startswith("roll"))
    forged = lines[:at] + ["roll 6 6 6 6 6"] + lines[at + 1:]
    receipts = [r for who in people for r in who.receipts]
    same(verdict(home, receipts, lines, key)["good"], True, "the verdict on the true record")
    found = verdict(home, receipts, forged, key)
    same(found["good"], False, "the verdict on the forged record")
    first = min(r["line"] for r in receipts if r["line"] > at)
    holds(found["words"], f"game.yard isn't the log that the server signed at line {first}: ",
          logs_of(lines)[first - 1].hex(), logs_of(forged)[first - 1].hex())
    node.stop()


@claim("a player's receipt proves that their share was dropped")
def _(home):
    node = Node(home, home.path("games.db"))
    table = Table([node.port], name="Ann", dice="fair")
    ann = Listener(table.people[0])
    check("ok" in ann.say("begin"), "it does not begin")
    check("ok" in ann.say(f"share 1 {SHARE}"), "no share is taken")
    own = ann.receipts[-1]
    check("ok" in ann.say("roll"), "no dice fall")
    lines, key = lines_of(table), key_of(node)
    shares = [n for n, line in enumerate(lines) if line == f"share 1 {SHARE}"]
    same(len(shares), 1, "lines with the share")
    same(own["line"], shares[0] + 1, "the line of the receipt")
    same(verdict(home, [own], lines, key)["good"], True, "the verdict on the true record")
    dropped = lines[:shares[0]] + ["share 1 -"] + lines[shares[0] + 1:]
    found = verdict(home, [own], dropped, key)
    same(found["good"], False, "the verdict without the share")
    holds(found["words"], f"signed at line {own['line']}: ", own["log"])
    node.stop()


@claim("two nodes sign with one key, and receipts from both match one record")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address) for _ in range(2)]
        same(key_of(nodes[0]), key_of(nodes[1]), "the key")
        table = Table([node.port for node in nodes], name="Ann", dice="seed 42")
        people = [table.people[0], table.sit("Bea")]
        receipts = [people[0].post("begin").json()["receipt"]]
        for turn in range(6):
            who = people[turn % 2]
            who.node = turn
            seen = receipts[-1]["line"]  # stored by the other node; the next request makes this one catch up
            same(ask(who.port(), "GET", f"{table.path}/lines?after={seen}").status, 200, "lines")
            for words in ("roll", "score " + ("chance", "ones", "twos")[turn // 2]):
                got = who.post(words).json()
                check("receipt" in got, got)
                receipts.append(got["receipt"])
        last = receipts[-1]["line"]
        wait_for("the record is whole", lambda: len(lines_of(table)) >= last)
        lines = lines_of(table)
        for receipt in receipts:
            good(receipt, key_of(nodes[0]), lines)
        same(verdict(home, receipts, lines, key_of(nodes[1]))["good"], True, "the verdict")
        for node in nodes:
            node.stop()


main()
