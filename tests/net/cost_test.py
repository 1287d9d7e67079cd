#!/usr/bin/env python3
"""cost_test.py YARD: clients that cost the server too much, through long tables, many connections or disk space, are
limited, and others do not suffer."""
import contextlib
import json
import sqlite3

from shop import Shop, refused
from client import Gone, Line, Socket, Table, ask
from longtable import LONG, long_table
from nodes import Node, figure, wait_for
from tap import check, claim, holds, main, same
from ws import WebSocket, request


# ---- long tables ----

@claim("lines, log and results of a long table are paged, and the pages are complete")
def _(home):
    store = home.path("games.db")
    node = Node(home, store)
    table = long_table(node, store)
    record = table.record().splitlines()
    same(len(record), LONG, "lines of the record")
    lines, pages, path = [], 0, table.path + "/lines"
    while path:
        got = ask(node.port, "GET", path)
        page = [json.loads(line) for line in got.body.splitlines()]
        check(len(page) <= 1000, f"{len(page)} lines in one answer")
        lines += page
        pages += 1
        link = got.headers.get("link", "")
        path = link[link.index("<") + 1:link.index(">")] if 'rel="next"' in link else None
    same(pages, 19, "pages")
    same([one["line"] for one in lines], list(range(1, LONG + 1)), "the numbers")
    same([one["say"] for one in lines], record, "the lines")
    entries, question = [], "log"
    while question:
        page = table.question(question)
        check(len(page["log"]) <= 200, f"{len(page['log'])} entries in one answer")
        entries += page["log"]
        question = f"log {page['next']}" if "next" in page else None
    same([one["said"] for one in entries if "first_said" not in one][1:],
         [line for line in record if line.split()[0] in ("roll", "score", "rematch")], "the log")
    games, question = [], "results"
    while question:
        page = table.question(question)
        check(len(page["results"]) <= 50, f"{len(page['results'])} games in one answer")
        games += [one["game"] for one in page["results"]]
        question = f"results {page['next']}" if "next" in page else None
    same(games, list(range(1, record.count("rematch") + 1)), "the games")
    node.sane()


@claim("streaming a long table delivers every line and does not block others")
def _(home):
    store = home.path("games.db")
    node = Node(home, store)
    table = long_table(node, store)
    other = Table([node.port], name="Bea", dice="seed 1")
    line = Line(node.port)
    line.http.request("GET", table.path + "/lines?follow=1", headers={"Host": "localhost"})
    follows = line.http.getresponse()
    heard = [json.loads(follows.readline())["line"]]
    same(other.ask("GET").status, 200, "another table, with most of the stream still to come")
    while heard[-1] < LONG:
        heard.append(json.loads(follows.readline())["line"])
    same(heard, list(range(1, LONG + 1)), "the lines of the stream")
    s = Socket(node.port, table.path + "/socket")
    s.send("follow 0")
    same(s.receive()["lines"], LONG, "the welcome")
    same([s.until(lambda m: "say" in m)["line"] for _ in range(LONG)], list(range(1, LONG + 1)),
         "the lines of the socket")
    node.sane()


@claim("a client that uses too much CPU must wait, while other addresses are served")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "--rates", "on")
    table = long_table(node, store, LONG - 1000)  # leaves room for corrections
    roll = table.record().splitlines().index("roll 1 2 3 4 5") + 1
    other = Table([node.port], name="Bea", dice="seed 1")
    calm = Socket(node.port, other.path + "/socket", source="127.0.0.3")
    calm.send("follow 0")
    calm.receive()
    greedy = Socket(node.port, table.path + "/socket", source="127.0.0.2")
    greedy.send(f"hold {table.people[0].token} {LONG}")
    greedy.receive()
    codes = []
    while "rate" not in codes:  # each correction replays all games
        n = len(codes)
        check(n < 60, "60 corrections of a long table are not too much")
        greedy.send(f"@g{n} correct {roll} roll 1 2 3 4 {5 + n % 2}")
        calm.send(f"@c{n} state")
        check("error" not in calm.until(lambda m, n=n: m.get("id") == f"c{n}"), "others wait")
        codes.append(greedy.until(lambda m, n=n: m.get("id") == f"g{n}").get("code"))
    same(set(codes[:-1]), {None}, "the corrections before")
    check(figure(node.port, "cost_refused_total") > 0, "it is counted")
    node.sane()


@claim("asking a long table as many questions as possible does not starve others")
def _(home):
    store = home.path("games.db")
    node = Node(home, store, "--rates", "on")
    table = long_table(node, store)
    other = Table([node.port], name="Bea", dice="seed 1")
    calm = Socket(node.port, other.path + "/socket", source="127.0.0.3")
    calm.send("follow 0")
    calm.receive()
    greedy = [Socket(node.port, table.path + "/socket", source="127.0.0.2") for _ in range(10)]
    for s in greedy:
        s.send(f"follow {LONG}")
        s.receive()
    asked = 0
    for n in range(20):  # each time, only 10 new questions are ahead of the calm client's question
        for s in greedy:
            s.send(f"@g{n} log")
            asked += 1
        calm.send(f"@c{n} state")
        check("error" not in calm.until(lambda m, n=n: m.get("id") == f"c{n}"), "others wait")
    codes = [s.until(lambda m, n=n: m.get("id") == f"g{n}").get("code")
             for n in range(20) for s in greedy]
    same(len(codes), asked, "answers")
    check(codes.count("rate") >= asked // 3, f"{codes.count('rate')} of {asked} are refused")
    check(codes.count(None) >= 40, "a few are answered")
    node.sane()


# ---- connections ----

@claim("at the connection limit, idle connections give way; if none is idle, a new one waits its turn")
def _(home):
    shop = Shop(home, "--connections", "4")
    idle = WebSocket(shop.port)
    in_use = [shop.socket("follow 0") for _ in range(4)]
    check(idle.has_ended(), "an idle connection is in the way")
    late = WebSocket(shop.port)
    late.send(request(shop.table.path + "/socket", headers={"Sec-WebSocket-Protocol": "yardstick.1"}))
    for n in range(3):  # if admitted, it would have been answered by now
        for s in in_use:
            s.send(f"@q{n} state")
            check("error" not in s.until(lambda m, n=n: m.get("id") == f"q{n}"), "those who were there")
    check(late.is_silent(), "more than there is room for")
    in_use.pop().close()
    same(late.head(), 101, "when there is room")
    for s in (late, *in_use):
        s.close()
    shop.well()


@claim("behind a proxy, sockets and streams are limited per client, not per proxy")
def _(home):
    shop = Shop(home, "--proxy", "--connections-per-address", "4")
    path = shop.table.path + "/socket"

    def open_from(address):
        return Socket(shop.port, path, headers=[f"X-Forwarded-For: {address}"])

    mine = [open_from("203.0.113.7") for _ in range(4)]
    same([s.status for s in mine], [101] * 4, "four sockets")
    late = open_from("203.0.113.7")
    same(late.status, 429, "one more")
    holds(late.head, "Retry-After")
    got = shop.table.ask("GET", "/lines?follow=1", headers={"X-Forwarded-For": "203.0.113.7"})
    refused(got, 429, "busy")
    others = [open_from("203.0.113.8") for _ in range(4)]
    same([s.status for s in others], [101] * 4, "another client")
    six = [open_from(f"2001:db8::{n}") for n in range(6)]
    same([s.status for s in six], [101] * 4 + [429] * 2, "one network of IPv6")
    mine[0].close()
    wait_for("there is room again", lambda: open_from("203.0.113.7").status == 101)
    shop.well()


@claim("spectators from one address leave connections free for players there")
def _(home):
    shop = Shop(home, "--lan", "--connections-per-address", "8")

    def open_as(first):
        s = Socket(shop.port, shop.table.path + "/socket", source="127.0.0.7")
        s.send(first)
        return s, s.receive()

    looking = [open_as("follow 0") for _ in range(7)]
    check(all("table" in welcome for _, welcome in looking), "seven look on")
    s, answer = open_as("follow 0")
    same(answer.get("code"), "busy", "one more")
    same(s.close_code(), 1008, "how it ends")
    s.close()

    def holds_place():
        with contextlib.suppress(Gone):
            return open_as(f"hold {shop.ann.token} 0")[1].get("place") == 1
        return False

    wait_for("the host gets in", holds_place)
    shop.well()


@claim("with 1,000 spectators, the host can still reconnect")
def _(home):
    shop = Shop(home)
    looking = []
    for n in range(1000):
        s = Socket(shop.port, shop.table.path + "/socket", source=f"127.0.{1 + n % 20}.1")
        s.send("follow 0")
        check("table" in s.receive(), f"the {n}th is not let in")
        looking.append(s)
    late = Socket(shop.port, shop.table.path + "/socket")
    late.send("follow 0")
    same(late.close_code(), 1013, "one more")
    for _ in range(3):
        host = Socket(shop.port, shop.table.path + "/socket")
        host.send(f"hold {shop.ann.token} 0")
        same(host.receive().get("place"), 1, "the host")
        host.close()
    windows = [shop.socket(f"hold {shop.ann.token} 0") for _ in range(9)]
    last = windows[0].until(lambda m: "bye" in m)
    same((last["code"], windows[0].close_code()), ("windows", 1008), "the oldest of nine windows")
    windows[8].send("@a roll")
    same(windows[8].until(lambda m: m.get("id") == "a").get("code"), None, "the newest")
    for s in looking:
        s.close()
    shop.well(changed=True)


# ---- disk space ----

@claim("a store at its size limit takes no new tables; games in progress continue")
def _(home):
    shop = Shop(home, "--disk", "1M")
    setup = {"rules": "yardzee", "name": "Eve"}
    same(shop.ask("POST", "/api/tables", setup).status, 201, "a table in a small store")
    shop.node.stop()
    with contextlib.closing(sqlite3.connect(home.path("games.db"))) as file, file:
        file.executemany("INSERT INTO game (id, created, rules, setup) VALUES (?, 0, 'x', ?)",
                         ((f"large{n}", "x" * 60000) for n in range(20)))
    shop.node.start()
    wait_for("the store is measured", lambda: figure(shop.port, "store_bytes") > 1e6)
    refused(shop.ask("POST", "/api/tables", setup), 507, "disk", "Games in progress can continue.")
    same(shop.say("roll", shop.ann.token).status, 200, "a game that has begun")
    shop.well(changed=True)


@claim("the daily storage limit applies to each address separately")
def _(home):
    shop = Shop(home, "--rates", "on", "--proxy", "--disk-per-address", "9k")

    def make(address):
        return shop.ask("POST", "/api/tables", {"rules": "yardzee", "name": "Eve"},
                        headers={"X-Forwarded-For": address})

    made = [make("203.0.113.7") for _ in range(8)]
    same([got.status for got in made], [201] * 5 + [429] * 3, "of one address")
    refused(made[-1], 429, "rate", "today")
    check(int(made[-1].headers["retry-after"]) > 3600, made[-1].headers)
    same(make("203.0.113.8").status, 201, "of another one")
    check(figure(shop.port, "disk_refused_total") == 3, "it is counted")
    shop.well()


@claim("at startup, the server says how long it keeps tables")
def _(home):
    for options, words in (((), "Tables are deleted after 365 days without a move (--keep)."),
                           (("--keep", "30"), "after 30 days"),
                           (("--keep", "0"), "Tables are kept forever (--keep).")):
        node = Node(home, home.path("games.db"), *options)
        holds(node.server.words, words)
        node.stop().ended(0)


main()
