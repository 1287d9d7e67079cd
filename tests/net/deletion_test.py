#!/usr/bin/env python3
"""deletion_test.py YARD: tables that their host deleted or that expired. Everyone connected is notified,
nothing stays in the store, and no node brings the table back."""
import contextlib
import sqlite3

from shop import Shop, refused
from client import Gone, Line, Socket, Table, ask
from nodes import Node, figure, wait_for
from postgres import Postgres
from tap import check, claim, holds, main, same

DAY_MS = 24 * 3600 * 1000


def rows(path, table):
    """How many rows of each kind the store has for a table."""
    counts = [f"SELECT count(*) FROM {kind} WHERE {key} = ?"
              for kind, key in (("game", "id"), ("seat", "game"), ("event", "game"))]
    with contextlib.closing(sqlite3.connect(path)) as store:
        return [store.execute(sql, (table.id,)).fetchone()[0] for sql in counts]


def grow_old(path, table, days):
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        age = (days * DAY_MS, table.id)
        store.execute("UPDATE game SET created = created - ? WHERE id = ?", age)
        store.execute("UPDATE event SET at = at - ? WHERE game = ?", age)


def ends(s):
    """The code of a socket's bye message, and its close code."""
    last = s.until(lambda m: "bye" in m)
    return last["code"], s.close_code()


@claim("retrying the creation of a deleted table makes a new one with nothing from the old one")
def _(home):
    node = Node(home, home.path("games.db"))
    setup = {"rules": "yardkle", "name": "Ann", "action": "again-and-again-and-again"}

    def make():
        made = ask(node.port, "POST", "/api/tables", setup)
        same(made.status, 201, "the status")
        return made.json()

    def hold(table):
        s = Socket(node.port, f"/api/tables/{table['id']}/socket")
        s.send(f"hold {table['token']} 0")
        return s, s.receive()["table"]

    def here(table):
        return ask(node.port, "GET", f"/api/tables/{table['id']}").json()["here"]

    first = make()
    slow, was = hold(first)  # never answers the close frame, so the old table is still held
    path = f"/api/tables/{first['id']}"
    same(ask(node.port, "POST", path + "/places", {"name": "Bea"}).status, 201, "Bea")
    same(ask(node.port, "DELETE", path, token=first["token"]).status, 200, "deleted")
    again = make()
    check(again["id"] != first["id"], "the id of a deleted table stands for another")
    same(make(), again, "the same command once more")
    _, told = hold(again)
    same((told["lines"], len(told["places"]), told["here"]), (was["lines"], 1, [1]), "the new table")
    slow.close()
    wait_for("the old one has gone", lambda: figure(node.port, "sockets") == 1)
    same(here(again), [1], "who is there")
    node.stop().ended(0)


@claim("deleting a table notifies everyone connected and leaves nothing behind")
def _(home):
    shop = Shop(home)
    sockets = [shop.socket(f"hold {who.token} 0") for who in (shop.ann, shop.bea)]
    sockets.append(shop.socket("follow 0"))
    stream = Line(shop.port)
    stream.http.request("GET", shop.table.path + "/lines?follow=1", headers={"Host": "localhost"})
    follows = stream.http.getresponse()
    refused(shop.table.ask("DELETE"), 401, "token")
    refused(shop.table.ask("DELETE", token="x" * 43), 401, "token")
    refused(shop.table.ask("DELETE", token=shop.bea.token), 403, "host")
    shop.well()
    got = shop.table.ask("DELETE", token=shop.ann.token)
    same((got.status, got.json()), (200, {"ok": "delete"}), "the answer")
    for s in sockets:
        same(ends(s), ("deleted", 1008), "the end of a socket")
    holds(follows.read().decode(), "# room: begin")  # the stream ends
    for method, rest, body in (
            ("GET", "", None), ("GET", "/record", None), ("DELETE", "", None),
            ("POST", "/lines", {"say": "roll", "action": "a1"}),
            ("POST", "/places", {"name": "Cem"}), ("POST", "/places", {"move": True})):
        refused(shop.table.ask(method, rest, body, shop.ann.token), 404, "absent")
    refused(shop.ask("GET", f"/api/tables/{shop.table.code}"), 404, "absent")
    late = shop.socket()
    late.send(f"hold {shop.ann.token} 0")
    same(late.receive()["code"], "absent", "what who comes later is told")
    same(late.close_code(), 1008, "the close code")
    same(rows(home.path("games.db"), shop.table), [0, 0, 0], "what the store has")
    same(figure(shop.port, "tables_deleted_total"), 1, "the figure")
    wait_for("no table is open", lambda: figure(shop.port, "tables") == 0)
    shop.well(changed=True)
    same(shop.node.stop().code, 0, "the exit code")
    with open(home.path("games.db"), "rb") as file:
        kept = file.read()
    for words in (b"Bea", shop.table.id.encode()):
        check(words not in kept, words, "is left in the file")


@claim("requests in flight during a deletion do not bring the table back")
def _(home):
    shop = Shop(home)
    for n in range(20):
        table = Table([shop.port], name="Ann", dice="seed 7", rules="yardkle",
                      bots=[{"name": "Robo", "level": "novice"}])
        same(table.begin().status, 200, "begin")
        s = Socket(shop.port, table.path + "/socket")
        s.send(f"hold {table.people[0].token} 0")
        s.receive()
        for i in range(n % 5):
            s.send(f"@a{i} roll")
        same(table.ask("DELETE", token=table.people[0].token).status, 200, "the status")
        for i in range(5):
            with contextlib.suppress(Gone):
                s.send(f"@b{i} roll")
        with contextlib.suppress(Gone):
            ends(s)
        same(rows(home.path("games.db"), table), [0, 0, 0], "what the store has")
    shop.well()


@claim("--keep DAYS deletes tables idle for that long, and no others")
def _(home):
    store = home.path("games.db")
    node = Node(home, store)
    old, played, young = (Table([node.port], name=name, dice="seed 1")
                          for name in ("Old", "Played", "Young"))
    for table in (old, played):
        same(table.begin().status, 200, "begin")
    crowd = [Table([node.port], name="Many", dice="seed 1") for _ in range(120)]  # several batches
    node.stop()
    for table in (old, *crowd):
        grow_old(store, table, 8)
    grow_old(store, young, 6)
    with contextlib.closing(sqlite3.connect(store)) as file, file:  # created long ago, used recently
        file.execute("UPDATE game SET created = created - ? WHERE id = ?", (99 * DAY_MS, played.id))
    node.start()  # the default keeps all of them
    same(old.ask("GET").status, 200, "the old table on a server that keeps all")
    node.stop()
    node.args = (*node.args, "--keep", "7")
    node.start()
    s = None
    with contextlib.suppress(Gone):
        s = Socket(node.port, old.path + "/socket")
        s.send("follow 0")
    wait_for("the old ones are gone", lambda: figure(node.port, "tables_expired_total") == 121)
    if s:
        same(s.close_code(), 1008, "how it ends for a follower")
    refused(old.ask("GET"), 404, "absent")
    for table in (played, young):
        same(table.ask("GET").status, 200, "a table that was used")
    same(rows(store, old), [0, 0, 0], "what the store has")
    node.sane()
    same(node.stop().code, 0, "the exit code")


@claim("a deletion reaches clients of other nodes, and those nodes store nothing more")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address, "--keep", "1") for _ in range(2)]
        ports = [node.port for node in nodes]
        for _ in range(5):
            table = Table(ports[:1], name="Ann", dice="seed 42")
            bea = table.sit("Bea")
            same(table.begin().status, 200, "begin")
            same(ask(ports[1], "GET", table.path).status, 200, "the table at the other node")
            s = Socket(ports[1], table.path + "/socket")
            s.send(f"hold {bea.token} 0")
            s.receive()
            same(table.ask("DELETE", token=table.people[0].token).status, 200, "the status")
            same(ends(s), ("deleted", 1008), "the end at the other node")
            for port in ports:
                body = {"say": "roll", "action": "late"}
                token = table.people[0].token
                refused(ask(port, "POST", table.path + "/lines", body, token), 404, "absent")
                refused(ask(port, "GET", table.path), 404, "absent")
        for node in nodes:
            same(node.stop().code, 0, "the exit code")


main()
