#!/usr/bin/env python3
"""attack_test.py YARD: attacks by strangers on a table (guessed tokens and codes, other people's moves,
pages from other sites) are refused as doc/protocol.md says, and change nothing."""
import contextlib
import json
import os
import re
import socket
import sqlite3
import threading
import urllib.parse

from shop import Shop, refused
from client import Gone, Socket, Table
from nodes import Node, wait_for
from postgres import Postgres
from tap import PATIENCE, check, claim, holds, main, read_json, same
from ws import frame


# ---- permissions ----

@claim("a wrong token is refused: 401 over HTTP, 1008 over WebSocket")
def _(home):
    shop = Shop(home)
    good = shop.ann.token
    other = Table([shop.port], name="Eve").people[0].token
    flipped = good[:-1] + ("A" if good[-1] != "A" else "B")
    for token in ("x", flipped, good[:-1], good + "A", other, "A" * 5000, "\xff" * 20):
        refused(shop.say("roll", token), 401)
        got = shop.table.ask("POST", "/places", {"move": True}, token)
        refused(got, 401)
        refused(shop.table.ask("DELETE", "/places/1", token=token), 401)
        if len(token) < 4000:
            s = Socket(shop.port, shop.table.path + "/socket")
            s.send(f"hold {token} 0")
            same(s.close_code(), 1008, "the close code")
    for value in ("", "Bearer", "Bearer ", f"Basic {good}", f"bearer{good}", f"Bearer {good} x"):
        got = shop.table.ask("POST", "/lines", {"say": "roll", "action": "a1"},
                             headers={"Authorization": value})
        refused(got, 401)
    refused(shop.say("roll"), 401)
    shop.well()


@claim("the table code alone lets you watch and ask questions, but not act")
def _(home):
    shop = Shop(home)
    path = f"/api/tables/{shop.table.code}"
    same(shop.ask("GET", path).status, 200, "the table by its code")
    same(shop.ask("GET", path + "/record").body.decode(), shop.before, "the record")
    told = shop.ask("GET", path).body.decode()
    for secret in (shop.ann.token, shop.bea.token):
        check(secret not in told, "it tells tokens")
    s = Socket(shop.port, path + "/socket")
    s.send("follow 0")
    same(s.receive()["place"], 0, "the place")
    acts = ("roll", "begin", "leave", "rematch", "undo", "hint", "back", "ask 1 expert", "agree 1",
            "remove 2", "bot Robo expert", "pledge 1 " + "0" * 64)
    for n, words in enumerate(acts):
        s.send(f"@w{n} {words}")
        answer = s.until(lambda m, n=n: m.get("id") == f"w{n}")
        same(answer.get("code"), "place", f"the code of {answer} to {words}")
    s.send("@q legal")
    check("legal" in s.until(lambda m: m.get("id") == "q"), "questions are answered")
    refused(shop.ask("DELETE", path + "/places/1"), 401)
    shop.well()


@claim("moving a place to another device invalidates the old token and closes its socket")
def _(home):
    shop = Shop(home)
    s = shop.socket(f"hold {shop.ann.token} 0")
    got = shop.table.ask("POST", "/places", {"move": True}, shop.ann.token)
    same(got.status, 201, "the status")
    new = got.json()["token"]
    check(new != shop.ann.token, "the same token again")
    same(s.close_code(), 1008, "the close code of the old device")
    refused(shop.say("roll", shop.ann.token), 401)
    same(shop.say("roll", new).status, 200, "the new token")
    holds(shop.table.record(), "# room: move 1\n", "roll ")
    shop.well(changed=True)


@claim("retrying the move of a place with the same id returns the new token, but only to its owner")
def _(home):
    shop = Shop(home)
    move = {"move": True, "action": "m" * 22}
    new = shop.table.ask("POST", "/places", move, shop.ann.token).json()["token"]
    again = shop.table.ask("POST", "/places", move, shop.ann.token)
    same((again.status, again.json()), (201, {"place": 1, "token": new}), "the answer again")
    shop.node.again()  # after a restart, the server knows only what is stored
    same(shop.table.ask("POST", "/places", move, shop.ann.token).json()["token"], new, "then, too")
    for token, body in ((shop.ann.token, {"move": True}), (shop.bea.token[::-1], move),
                        (shop.ann.token, {"move": True, "action": "n" * 22})):
        refused(shop.table.ask("POST", "/places", body, token), 401, "token")
    bea = shop.table.ask("POST", "/places", move, shop.bea.token).json()
    same(bea["place"], 2, "the place of a client that has the same id by chance")
    same(shop.say("roll", new).status, 200, "the new token")
    same(shop.table.record().count("# room: move 1\n"), 1, "moves of place 1")
    last = shop.table.ask("POST", "/places", {"move": True}, new).json()["token"]
    refused(shop.table.ask("POST", "/places", move, shop.ann.token), 401, "token")
    with contextlib.closing(sqlite3.connect(home.path("games.db"))) as store:
        kept = repr([list(store.execute(f"SELECT * FROM {name}")) for name in ("seat", "event")])
    for token in (shop.ann.token, new, bea["token"], last):
        check(token not in kept, "a token is in the store")
    shop.well(changed=True)


@claim("acting out of turn, breaking a rule and sending an unknown command get different answers")
def _(home):
    shop = Shop(home)
    refused(shop.say("roll", shop.bea.token), 403, "turn")
    refused(shop.say("score chance", shop.ann.token), 422, "rules")
    refused(shop.say("rol", shop.ann.token), 422, "words")
    for words in ("", " ", "\t", "roll\nroll", "roll\0", "roll\r", "@x roll", "x" * 9000):
        got = shop.say(words, shop.ann.token)
        check(got.status in (400, 413, 422), f"{words[:20]!r}: {got!r}")
    refused(shop.say("roll 6 6 6 6 6", shop.ann.token), 422)
    refused(shop.say("undo", shop.ann.token), 422)
    refused(shop.say("begin", shop.ann.token), 409, "phase")
    refused(shop.say("remove 2", shop.ann.token), 409, "phase")
    refused(shop.say("rematch", shop.ann.token), 409)
    shop.well()


# Every word that enters a turn without its throws, and the lines that would make room for it.
CLAIMED = {"yardzee": ("pace points", "pace last", "score five-kind 50", "score chance 30 bonus", "score ones 0",
                       "last 6 6 6 6 6", "dice physical"),
           "yardkle:entry=0": ("pace points", "pace last", "bank 10000", "bank", "aside 1 1 1", "bust", "dice physical")}


@claim("where the server rolls, nobody enters points, last dice or a bust: HTTP, WebSocket and record agree")
def _(home):
    shop = Shop(home)
    for rules, claimed in CLAIMED.items():
        for dice, keeper in (("seed 42", False), ("seed 42", True), ("fair", False), ("fair", True)):
            table = Table([shop.port], rules=rules, name="Ann", dice=dice, keeper=keeper)
            ann = table.people[0]
            if not keeper:
                table.sit("Bea")
            same(table.begin().status, 200, "begin")
            before = table.record()
            s = ann.connect()
            for n, words in enumerate(claimed):
                code = "words" if words.startswith("dice") else "rules"
                for said in (words, f"correct {before.count(chr(10))} {words}"):
                    got = table.ask("POST", "/lines", {"say": said, "action": f"c{n}{said[0]}"}, ann.token)
                    refused(got, 422, code if said == words else None)
                    check("error" in ann.say(s, said), f"{said} is accepted over WebSocket")
            same(table.record(), before, f"the record ({rules}, {dice})")
    shop.well()


@claim("with real dice, points and last dice come only from the player whose turn it is; the record proves them")
def _(home):
    shop = Shop(home)
    table = Table([shop.port], rules="yardkle:goal=1000", name="Ann", dice="physical")
    ann, bea = table.people[0], table.sit("Bea")
    same(table.begin().status, 200, "begin")
    for person, words, code in ((ann, "bank 850", "rules"), (bea, "pace points", "turn"), (ann, "pace points", None),
                                (bea, "bank 850", "turn"), (ann, "bank 850", None), (ann, "bank 50", "turn"),
                                (bea, "bank 840", "rules"), (bea, "bank 450", "rules"), (bea, "pace last", None),
                                (bea, "aside 1 1 1", None), (bea, "bank", None), (ann, "bust", None)):
        got = person.post(words)
        if code:
            refused(got, 403 if code == "turn" else 422, code)
        else:
            same(got.status, 200, f"{words}: {got!r}")
    state = ann.say(ann.connect(), "state")
    same((state["phase"], [seat["total"] for seat in state["seats"]]), ("over", [850, 1000]), "the end")
    home.write("real.yard", table.record())
    home.write("forged.yard", table.record().replace("dice physical", "dice seed 42"))  # as if the server had rolled
    home.run("check", "real.yard").ended(0)
    forged = home.run("check", "forged.yard").ended(1)
    holds(forged.out + forged.err, "only with real dice")
    shop.well()


@claim("retrying an action changes nothing and returns the original answer, marked 'again'")
def _(home):
    shop = Shop(home)
    first = shop.say("roll", shop.ann.token, "x1")
    same(first.status, 200, "the status")
    record = shop.table.record()
    for words in ("roll", "score chance", "nonsense"):
        again = shop.say(words, shop.ann.token, "x1").json()
        same((again["ok"], again["line"], again["again"]),
             (first.json()["ok"], first.json()["line"], True), f"the answer to {words}")
    s = shop.socket(f"hold {shop.ann.token} 0")
    s.send("@x1 roll")
    same(s.until(lambda m: m.get("id") == "x1")["again"], True, "again, by WebSocket")
    same(shop.table.record(), record, "the record")
    got = shop.say("roll", shop.bea.token, "x1")
    check(got.status != 200 or got.json().get("again"), "another's id is no right:", got)
    for bad in ("", "a b", "x" * 49, "ä", "a\n", "../x", None, 7):
        body = {"say": "score chance", "action": bad}
        got = shop.table.ask("POST", "/lines", body, shop.ann.token)
        check(got.status in (400, 422), f"{bad!r}: {got!r}")
    got = shop.table.ask("POST", "/lines", {"say": "score chance"}, shop.ann.token)
    check(got.status in (400, 422), "no action id:", got)
    same(shop.table.record(), record, "the record")
    shop.well(changed=True)


@claim("one of several simultaneous actions wins, the others are refused, and nothing is duplicated")
def _(home):
    shop = Shop(home)
    answers = []

    def act(n):
        answers.append(shop.say("roll", shop.ann.token, f"c{n}"))

    threads = [threading.Thread(target=act, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    same(len([a for a in answers if a.status == 200]), 1, f"how many were first ({answers})")
    check(all(a.code in ("conflict", "rules", "turn", "phase") for a in answers if a.status != 200),
          answers)
    same(shop.table.record().count("\nroll "), 1, "throws")
    shop.well(changed=True)


# ---- information leaks ----

@claim("no answer contains a duplicate key, whatever the question")
def _(home):
    shop = Shop(home)
    s = shop.socket(f"hold {shop.ann.token} 0")
    books = ("yardzee", "yardkle", "yahtzee", "yahtzee-classic", "yatzy", "farkle")
    for words in ("book", "state", "legal", "log", "line 1", "results", "verify", "sheet", "levels", "help", "roll",
                  "nonsense", "book x", *(f"{verb} {book}" for book in books for verb in ("book", "sheet"))):
        answer = shop.ann.say(s, words)  # say() rejects duplicate keys
        check(answer["id"].startswith("p1-"), answer)
    same(shop.ann.say(s, "book farkle")["key"], "farkle", "the rule set")
    shop.well(changed=True)


def tells_no_secrets(home, store, away, back, *secrets):
    """While the store is down, clients learn only that it is down; the journal says why."""
    shop = Shop(home, "--log", "json", store=store)
    s = shop.socket(f"hold {shop.ann.token} 0")
    away()
    said = [shop.clock.during(one) for one in (
        lambda: shop.say("roll", shop.ann.token), lambda: shop.ask("GET", "/readyz"),
        lambda: shop.ask("POST", "/api/tables", {"rules": "yardzee", "name": "Eve"}),
        lambda: shop.table.ask("DELETE", token=shop.ann.token))]
    answer = shop.clock.during(lambda: shop.ann.say(s, "roll"))
    same(answer["code"], "unavailable", "the code")
    for got in said:
        refused(got, 503, "unavailable")
    for words in [answer["error"], *(got.json()["detail"] for got in said)]:
        same(words, "The server can't reach its store right now. Try again with the same id.", "the words")
        check(not any(secret in words for secret in secrets), words)

    def journal():
        return shop.node.server.complaints().decode()

    wait_for("the journal has it", lambda: '"store away"' in journal())
    check(any(secret in journal() for secret in secrets), journal())
    back()
    check(shop.clock.forward_until(shop.node.ready), "it is not ready again")
    check(shop.clock.forward_until(lambda: '"store back"' in journal()), "the journal has it not")


@claim("SQLite: clients learn that the store is down, not where it is; the server log says why")
def _(home):
    store, elsewhere = home.path("games.db"), home.path("elsewhere.db")
    tells_no_secrets(home, store, lambda: os.rename(store, elsewhere),
                     lambda: os.rename(elsewhere, store), "games.db", home.folder)


@claim("PostgreSQL: clients learn that the database is down, not where it is")
def _(home):
    with Postgres() as database:
        tells_no_secrets(home, database.address, lambda: database.stop("fast"), database.start,
                         database.folder, "database", database.base)


@claim("a database password is masked on the command line, and YARD_STORE can replace --store")
def _(home):
    with Postgres() as database:
        place = database.place
        for where in (f"postgres://{database.name}:hid%2Fden@{place}/{database.base}",
                      f"postgres://{database.name}@{place}/{database.base}?password=hidden&sslmode=disable"):
            node = Node(home, where)
            with open(f"/proc/{node.server.process.pid}/cmdline", "rb") as file:
                line = file.read()
            check(b"hid" not in line and b"den" not in line and b"*****" in line, line)
            check(database.name.encode() in line and place.encode() in line, line)
            node.stop().ended(0)
        node = Node(home, "unused")
        node.stop().ended(0)
        node.args, node.env = node.args[2:], {"YARD_STORE": database.address}
        node.start()
        table = Table([node.port], name="Ann")
        node.stop().ended(0)
        node.args, node.env = ("--store", database.address, *node.args), {}
        node.start()
        same(table.question("state")["phase"], "setup", "the phase")
        node.stop().ended(0)


@claim("a page from another site can neither open a socket nor change anything")
def _(home):
    shop = Shop(home)
    own = f"http://localhost:{shop.port}"
    for origin in ("http://evil.example", "null", "https://localhost.evil.example",
                   f"http://localhost:{shop.port}.evil.example",
                   f"http://evil@localhost:{shop.port}x", "", "x" * 3000):
        s = Socket(shop.port, shop.table.path + "/socket",
                   headers=[f"Host: localhost:{shop.port}", f"Origin: {origin}"][1:])
        same(s.status, 403, f"the status for {origin[:50]!r}")
        s.close()
        got = shop.ask("POST", "/api/tables", {"rules": "yardzee", "name": "Eve"},
                       headers={"Origin": origin})
        same(got.status, 403, f"a table from {origin[:50]!r}: {got!r}")
    got = shop.ask("POST", "/api/tables", {"rules": "yardzee", "name": "Eve"},
                   headers={"Origin": own, "Host": f"localhost:{shop.port}"})
    same(got.status, 201, f"from the page itself: {got!r}")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        got = shop.ask("POST", "/api/tables", json.dumps({"rules": "yardzee", "name": "Eve"}),
                       headers={"Content-Type": kind})
        same(got.status, 415, f"{kind!r}: {got!r}")
    shop.well()


# ---- messages ----

@claim("the first message must be a valid hold or follow; anything else, or silence, closes the socket")
def _(home):
    shop = Shop(home)
    for first in ("roll", "@x roll", "hold", "follow", "follow x", "follow -1",
                  "follow 99999999999999999999", f"hold {shop.ann.token}",
                  f"hold {shop.ann.token} x", "hello", "", "follow 0 0"):
        s = shop.socket()
        s.send(first)
        same(s.close_code(), 1008, f"the code for {first[:30]!r}")
    s = shop.socket()
    shop.clock.forward(30)
    same(s.close_code(), 1008, "the end of who says nothing")
    s = shop.socket("follow 1000000")
    s.send("@q legal")
    check("legal" in s.until(lambda m: m.get("id") == "q"), "from beyond the end")
    s = Socket(shop.port, "/api/tables/NOSUCH/socket")
    check(s.status == 404 or shop.clock.during(s.close_code) == 1008, "a table that is not there:", s.head)
    shop.well()


@claim("a client that hangs up while being admitted does not harm the server")
def _(home):
    shop = Shop(home)
    for n in range(60):
        s = shop.socket()
        s.send(f"hold {shop.ann.token} 5000" if n % 2 else "follow 5000")
        if n % 3:
            s.send("follow 0")
        s.close()
    shop.well()


@claim("of 400 lines sent at once, some get 'busy' or 'rate'; unread answers take little memory")
def _(home):
    home.keep_nothing_freed()
    shop = Shop(home)
    s = shop.socket(f"hold {shop.ann.token} 0")
    many = 400
    s.write(b"".join(frame(f"@f{n} roll") for n in range(many)))  # in one write
    answers = [s.until(lambda m: "id" in m) for _ in range(many)]
    codes = {a.get("code", "ok") for a in answers}
    check(codes <= {"ok", "busy", "rate", "rules", "turn", "phase", "conflict"}, codes)
    check(codes & {"busy", "rate"}, "nothing was too much:", codes)
    same(sum("ok" in a for a in answers), 1, "throws that counted")
    s = shop.socket("follow 0")
    s.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    before = shop.node.memory()
    with contextlib.suppress(Gone):  # the server may drop the connection or stop reading
        s.socket.settimeout(0.5)
        for n in range(20000):
            s.send(f"@g{n} state")
    shop.well(changed=True)
    check(shop.node.memory() < before + 20, f"{before:.0f} MB became {shop.node.memory():.0f}")
    s.close()


# ---- sentences ----

def told(answer, where, sentence, key, **places):
    """Checks that an answer has this sentence, and that its entry in `said` is exactly the key and the values."""
    same(answer[where], sentence, f"the {where}")
    same(answer["said"][sentence], {"key": key, **places}, "what is said")


@claim("a refusal is an English sentence, with its key and values in 'said', over HTTP and WebSocket")
def _(home):
    shop = Shop(home)
    s = shop.socket(f"hold {shop.ann.token} 0")
    for words, *refusal in (
            ("rol", "I don't understand 'rol'. Did you mean 'roll'?", "play_no_word_near", {"word": "rol", "near": "roll"}),
            ("score chance", "Roll the dice first.", "rules_dice_fall_first", {}),
            ('x"y', "I don't understand 'x\"y'. Type help for a list.", "play_no_word", {"word": 'x"y'})):
        sentence, key, places = refusal
        problem, answer = shop.say(words, shop.ann.token).json(), shop.ann.say(s, words)
        told(problem, "detail", sentence, key, **places)
        told(answer, "error", sentence, key, **places)
        same((list(problem["said"]), list(answer["said"])), ([sentence], [sentence]), "the sentences")
    told(shop.table.ask("POST", "/places", {"name": "Eve", "with": 129}).json(), "detail",
         "'with' must be a whole number from 0 to 128.", "server_member_number", member="with", most=128)
    told(shop.ann.say(s, "book x"), "error", "There's no rule set called 'x'. Choose from: yardzee, yardkle, yahtzee, "
         "yahtzee-classic, yatzy, farkle.", "rules_there_are", problem={"key": "rules_no_rule_set", "word": "x"},
         list="yardzee, yardkle, yahtzee, yahtzee-classic, yatzy, farkle")
    for words in ("state", "legal", "help", "roll"):
        check("said" not in shop.ann.say(s, words), f"{words} has sentences")
    got = shop.ask("GET", "/nothing", headers={"Accept": "text/html"})
    same((got.status, got.body), (404, b"There's no page with that name. Go to / to play.\n"), "what a person reads")
    shop.well(changed=True)


@claim("a refusal by a rule gives its reason and its source separately, each with its own key")
def _(home):
    shop = Shop(home)
    table = Table([shop.port], rules="yardkle", dice="physical")
    table.begin()
    ann = table.people[0]
    s = ann.connect()
    check("ok" in ann.say(s, "roll 1 2 3 3 4 6"), "a roll")
    answer = ann.say(s, "take 2 stop")
    reason = "The 2 doesn't score, so you can't set it aside. Choose from the scoring dice: 1."
    cite = "Yardkle rule sheet, How to Score and Game Play"
    whole = f"{reason} (rule set-aside; {cite})"
    parts = {"reason": {"key": "rules_dead_die", "n": 1, "dice": "2", "dice_scoring": "1"}, "cite": {"key": "cite_yardkle_aside"}}
    same((answer["code"], answer["rule"]), ("rules", "set-aside"), "the rule")
    told(answer, "error", whole, "rules_reason_cited", rule="set-aside", **parts)
    told(answer, "reason", reason, **parts["reason"])
    told(answer, "cite", cite, **parts["cite"])
    same(list(answer["said"]), [whole, reason, cite], "the sentences")
    problem = ann.post("take 2 stop").json()
    told(problem, "detail", whole, "rules_reason_cited", rule="set-aside", **parts)
    shop.well()


@claim("a goodbye and its close reason are in English, and the goodbye has its key")
def _(home):
    shop = Shop(home)
    table = Table([shop.port])
    for end, sentence, key, reason in (
            (lambda: table.ask("DELETE", token=table.people[0].token), "This table has been deleted.",
             "server_table_deleted", "This table has been deleted."),
            (shop.node.tell_to_end, "The server is shutting down. Connect again in a moment.", "net_going_down_again",
             "The server is shutting down.")):
        s = Socket(shop.port, (table.path if "deleted" in sentence else shop.table.path) + "/socket")
        s.send("follow 0")
        s.receive()
        end()
        told(s.until(lambda m: "bye" in m), "bye", sentence, key)
        try:
            s.receive()
        except Gone as gone:
            same(str(gone), reason, "the close reason")


# To a careless parser, each of these names looks like an encoded sentence, JSON or a placeholder.
NAMES = ('Ann "Q" O\'Hara', '"', '\\"Q\\"', "\\", "\\u000e01\\u000f", '","said":{"x":1},"', "{name}", "%s %d")


@claim("names with quotation marks, backslashes and braces are passed on unchanged, even in 'said'")
def _(home):
    shop = Shop(home)
    for name in NAMES:
        table = Table([shop.port], name=name)
        same(table.ask("GET").json()["places"][0]["name"], name, "the name")
        holds(table.record(), f"# room: sit 1 {name}\n")
        got = table.ask("POST", "/places", {"name": name})
        refused(got, 422, "rules")
        told(got.json(), "detail", f"{name} is already at the table.", "play_sits_already", name=name)
        s = table.people[0].connect()
        answer = table.people[0].say(s, f"bot {name} expert")
        told(answer, "error", f"{name} is already at the table.", "play_sits_already", name=name)
        s.close()
    similar = shop.ask("POST", f"/api/tables/{Table([shop.port], name=NAMES[0]).id}/places", {"name": NAMES[0].lower()})
    told(similar.json(), "detail", "The name 'ann \"q\" o'hara' looks too much like 'Ann \"Q\" O'Hara', which is taken. "
         "Choose another.", "room_name_alike", name='ann "q" o\'hara', other='Ann "Q" O\'Hara')
    shop.well()


# Internally, a server encodes a sentence as 0x0e, two base-64 digits, its values (each followed by 0x1f) and 0x0f
# (src/core/say.c).
CODES = ("\x0e01\x0f", "\x0eIi\x0f", "\x0e01x\x1f\x0f", "\x0e01x\x1fx\x1fx\x1f\x0f", "\x0e", "\x0f", "\x1f", "\x0e0",
         "\x0e01", "\x0f\x0e", "\x1f\x0f", "\x0e" * 50, "\x1f\x0f\x0e01\x0f")


def plain(what, data):
    """Checks that the data contains no characters of encoded sentences, either raw or as JSON escapes."""
    found = re.findall(r"[\x0e\x0f\x1f]|(?<!\\)(?:\\\\)*\\u00(?:0e|0f|1f)", data, re.I)
    check(not found, f"code is in {what}:", data)


def plain_refusal(what, raw):
    """Checks the same for a refusal, which must have exactly one sentence: client input must not be taken for one."""
    plain(f"the answer to {what}", raw)
    answer = read_json(raw)
    same(list(answer["said"]), [answer.get("detail", answer.get("error"))], f"the sentences in the answer to {what}")
    message, = answer["said"].values()
    for name, place in message.items():
        check(isinstance(place, (str, int)) or (message["key"], name) == ("server_member_should_be", "what"),
              f"a client's sentence is in the answer to {what}:", raw)


@claim("a client cannot send encoded sentences: they reach no answer, log, record or other client")
def _(home):
    shop = Shop(home, "--log", "json")
    hellos = (f"hold {shop.ann.token} 0", f"hold {shop.bea.token} 0", "follow 0")
    s, bea, guest = (shop.socket(hello) for hello in hellos)
    for code in CODES:
        quoted = urllib.parse.quote(code)
        setup = {"rules": "yardzee", "name": "Eve"}
        for path, body in (
                ("/lines", {"say": code, "action": "a1"}), ("/lines", {"say": f"roll {code}", "action": "a1"}),
                ("/lines", {"say": "roll", "action": code}), ("/lines", {"say": "roll", "action": "a1", code: 1}),
                ("/places", {"name": code}), ("/places", {"name": f"Eve {code}"}), ("/places", {code: 1}),
                ("/places", {"name": "Eve", "with": code}), ("/places", {"name": "Eve", "program": code}),
                ("/places", f'{{"name":"{code}"}}'), ("/places", code), ("/places", f'{{"name":{code}'),
                ("/places", f'{{"name":"Eve"{code}}}'), ("/places", f'{{"name":"Eve"}}{code}'),
                ("", {**setup, "rules": code}), ("", {**setup, "rules": f"yardzee:bonus={code}"}),
                ("", {**setup, "name": code}), ("", {**setup, "dice": code}), ("", {**setup, "start": code}),
                ("", {**setup, "action": code * 22}), ("", {**setup, "keeper": True, "seats": [code]}),
                ("", {**setup, code: code}), ("", {**setup, "bots": [{"name": code, "level": "expert"}]}),
                ("", {**setup, "bots": [{"name": "Robo", "level": code}]}),
                ("", {**setup, "bots": [{code: 1, "name": "Robo"}]})):
            got = shop.ask("POST", shop.table.path + path if path else "/api/tables", body, token=shop.ann.token)
            check(got.status in (400, 422), f"{code!r} in {body!r}: {got!r}")
            plain_refusal(f"{code!r} in {path} {body!r}", got.body.decode())
        for path in ("/ask?q=", "/ask?q=book%20", "/lines?after=", "/places/", "/"):
            got = shop.table.ask("GET", path + quoted)
            check(got.status in (400, 404, 405), f"{code!r} in {path}: {got!r}")
            plain_refusal(f"{code!r} in {path}", got.body.decode())
        for path in ("/", "/api/", "/api/tables/", "/api/commitments?after="):
            got = shop.ask("GET", path + quoted)
            check(got.status in (400, 404), f"{code!r} in {path}: {got!r}")
            plain_refusal(f"{code!r} in {path}", got.body.decode())
        plain(f"where {code!r} leads", str(shop.ask("GET", "/t/" + quoted).headers))
        for line in ("{} / HTTP/1.1\r\nHost: localhost", "GET /{} HTTP/1.1\r\nHost: localhost",
                     "GET / HTTP/{}\r\nHost: localhost", "GET / HTTP/1.1\r\nHost: {}",
                     "GET / HTTP/1.1\r\nHost: x{}.example", "GET / HTTP/1.1\r\nHost: localhost\r\n{}: x",
                     "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nOrigin: {}"):
            with socket.create_connection(("127.0.0.1", shop.port), timeout=PATIENCE) as raw:
                raw.sendall((line.format(code) + "\r\nConnection: close\r\n\r\n").encode())
                raw.shutdown(socket.SHUT_WR)
                heard = b"".join(iter(lambda raw=raw: raw.recv(1 << 16), b"")).decode()
            check(re.match(r"HTTP/1\.[01] 4\d\d |HTTP/1\.[01] 501 |$", heard), f"{code!r} in {line!r}:", heard)
            plain(f"the answer to {line.format(code)!r}", heard)
        for n, words in enumerate(("{}", "roll {}", "state {}", "book {}", "bot {} expert", "ask 1 {}", "{} roll",
                                   "# room: {}", "# {}")):
            s.send(f"@s{n} {words.format(code)}")
            answer = s.until(lambda m, n=n: m.get("id") == f"s{n}")
            told(answer, "error", "The line contains control characters.", "server_line_unclean")
            plain_refusal(f"{code!r} in {words}", json.dumps(answer))
        s.send(f"@{code} roll")
        told(s.until(lambda m: "error" in m), "error", "An id must be 1 to 48 letters, digits, '-' or '_'.",
             "server_id_is_letters")
        for first in (f"hold {code} 0", f"follow {code}", code):
            other = shop.socket()
            other.send(first)
            plain_refusal(f"a socket's {first!r}", json.dumps(other.receive()))
            try:
                other.receive()
            except Gone as gone:
                check(gone.code == 1008, gone.code)
                plain(f"the close reason for {first!r}", str(gone))
    for other in (bea, guest):
        other.send("@end line 1")
        while True:
            heard = other.receive()
            plain("what another client hears", json.dumps(heard))
            if heard.get("id") == "end":
                break
    plain("the record", shop.table.record())
    plain("the journal", shop.node.server.complaints().decode())
    with contextlib.closing(sqlite3.connect(home.path("games.db"))) as store:
        for line in store.iterdump():
            plain("the store", line)
    shop.well()


main()
