#!/usr/bin/env python3
"""edges_test.py YARD: clients that leave in the middle of something, send more than was asked, or ask
in unusual ways. Nothing is lost, memory stays bounded, and the next client gets its own answer."""
import contextlib
import json
import random
import re
import socket
import sqlite3
import subprocess
import threading

from shop import MEMORY, Shop
from client import Gone, Socket, Table
from nodes import Node, figure, wait_for
from tap import LONG, PATIENCE, SANITIZED, check, claim, holds, main, same
from ws import request


def head(method, path, *more):
    lines = (f"{method} {path} HTTP/1.1", "Host: localhost", *more)
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def heard_until(s, mark):
    heard = b""
    while mark not in heard:
        more = s.recv(1 << 16)
        check(more, "the connection ended after", heard)
        heard += more
    return heard


# ---- disconnecting ----

@claim("disconnecting during the token lookup leaves no socket or follower behind")
def _(home):
    shop = Shop(home)
    for n in range(50):
        s = shop.socket()
        s.send(f"hold stranger{n} 0")
        s.close()
        s = shop.socket()
        s.send(f"hold {shop.ann.token} 0")
        s.close()
    wait_for("all sockets are gone", lambda: figure(shop.port, "sockets") == 0)
    same(figure(shop.port, "followers"), 0, "followers")
    shop.well()


@claim("the new device of a moved place gets all lines, including the move, and stays connected")
def _(home):
    shop = Shop(home)
    token = shop.table.ask("POST", "/places", {"move": True}, shop.ann.token).json()["token"]
    s = shop.socket()
    s.send(f"hold {token} 0")
    s.until(lambda m: m.get("say") == "# room: move 1")
    s.send("@x1 roll")
    check("ok" in s.until(lambda m: m.get("id") == "x1"), "the new device may roll")
    shop.table.ask("POST", "/places", {"move": True}, token)
    same(s.close_code(), 1008, "the close code when it is moved once more")
    shop.well(changed=True)


def dark_of(svg):
    """The dark modules of a QR code drawn by the server."""
    return {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg)}


@claim("the QR code links to the table or, if the request has a well-formed token, to that token's place")
def _(home):
    shop = Shop(home)
    code = shop.table.code
    for token, link in ((None, f"http://localhost/t/{code}"), ("not=a token", f"http://localhost/t/{code}"),
                        (shop.ann.token, f"http://localhost/#/online/{code}?token={shop.ann.token}")):
        got = shop.table.ask("GET", "/qr.svg", token=token)
        same((got.status, got.headers["cache-control"]), (200, "no-store"), link)
        drawn = subprocess.run(["qrencode", "-t", "ASCII", "-l", "L", "-m", "0", "-o", "-", link],
                               capture_output=True, check=True, text=True).stdout.splitlines()
        same(dark_of(got.body.decode()), {(x, y) for y, line in enumerate(drawn)
                                          for x in range(len(line) // 2) if line[2 * x] == "#"}, link)


@claim("a host's name may be as long as any other, alone or with a partner")
def _(home):
    shop = Shop(home)
    long, other = "ä" * 20, "ö" * 20
    holds(Table([shop.port], name=long).record(), f"# room: sit 1 {long}\n")
    holds(Table([shop.port], name=f"{long}+{other}", keeper=True).record(), f"# room: sit 1 {long}\n",
          f"# room: sit 2 {other} with 1\n")


@claim("a table of 99 seats, nearly all of them bots, is played from one socket and kept as a valid record")
def _(home):
    node = Node(home, home.path("many.db"))
    bots = [{"name": f"Robo {i}", "level": "family"} for i in range(2, 100)]
    table = Table([node.port], rules="yardkle:entry=0,goal=300", dice="seed 99", bots=bots)
    same(table.begin().status, 200, "begin")
    ann = table.people[0]
    s = ann.connect()
    state = ann.say(s, "state")
    same(len(state["seats"]), 99, "seats")
    played = set()  # with sanitizers, bots take long to choose, so a dozen turns are enough
    while state["phase"] != "over" and not (SANITIZED and len(played) > 12):
        played.add(state.get("seat"))
        if state.get("seat", 1) == 1:
            legal = ann.say(s, "legal")
            stops = [choice for choice in legal["legal"] if choice.endswith("stop")]
            check("ok" in ann.say(s, "roll" if legal.get("falling") else (stops or legal["legal"])[0]), legal)
        else:  # wait for the bots, then hear all they have said so far
            message = s.receive()
            while message is not None:
                ann.hear(message)
                message = s.receive(0)
        state = ann.say(s, "state")
    check(SANITIZED or state["winners"], state)
    home.write("many.yard", table.record())
    home.run("check", "many.yard").ended(0)
    s.close()
    node.sane()


@claim("the server notices when an HTTP follower disconnects")
def _(home):
    shop = Shop(home)
    for _ in range(5):
        s = connect(shop.port)
        s.sendall(head("GET", shop.table.path + "/lines?follow=1"))
        heard_until(s, b'"line":1,')
        s.close()
    wait_for("nobody follows", lambda: figure(shop.port, "followers") == 0)
    shop.well()


# ---- unsolicited input ----

@claim("the server limits how much input it reads ahead")
def _(home):
    shop = Shop(home)
    s = connect(shop.port)
    s.sendall(head("GET", shop.table.path + "/lines?follow=1"))
    heard_until(s, b'"line":1,')
    s.setblocking(False)
    sent = refused = 0
    while refused < 20:
        try:
            sent += s.send(b"x" * (1 << 16))
            refused = 0
        except BlockingIOError:  # the buffers are full, unless the server is still reading
            refused += 1
            shop.ask("GET", "/healthz")
        check(sent < 32 << 20, f"{sent} bytes were taken")
    s.close()
    shop.well()


@claim("pipelined requests are answered in order, and answers to HEAD have no body")
def _(home):
    shop = Shop(home)
    path = shop.table.path
    got = shop.table.ask("GET")
    s = connect(shop.port)
    for target in (path, path + "/record", path + "/ask?q=nothing", path + "/lines?follow=1",
                   "/api", "/healthz", "/api/nothing", "/t/KQ7M2P"):
        s.sendall(head("HEAD", target) + head("GET", "/healthz"))
        heard = heard_until(s, b"\r\n\r\nok\n")
        same(heard.count(b"HTTP/1.1 "), 2, f"answers to {target}: {heard!r}")
        first = heard[:heard.index(b"\r\n\r\n") + 4]
        check(heard[len(first):].startswith(b"HTTP/1.1 200"), f"HEAD {target} has content:", heard)
        if target == path:
            check(b"Content-Length: %d\r\n" % len(got.body) in first, "no length in", first)
    inside = head("GET", "/healthz")
    for method, target in (("GET", path), ("DELETE", path + "/places/2"), ("OPTIONS", "/api")):
        s.sendall(head(method, target, f"Content-Length: {len(inside)}") + inside +
                  head("GET", "/healthz"))
        heard = heard_until(s, b"\r\n\r\nok\n")
        same(heard.count(b"HTTP/1.1 "), 2, f"answers to {method} with a body: {heard!r}")
    s.close()
    known = shop.table.ask("GET", headers={"If-None-Match": got.headers["etag"]})
    same((known.status, known.body), (304, b""), "what is known already")
    shop.well()


@claim("a log of over a megabyte arrives complete and in order, followed by new lines")
def _(home):
    shop = Shop(home)
    shop.node.kill()
    lines, more = len(shop.before.splitlines()), 19000
    with sqlite3.connect(home.path("games.db")) as file:
        last = file.execute("SELECT max(n) FROM event").fetchone()[0]
        file.executemany("INSERT INTO event VALUES (?, ?, NULL, '# room: move 1', ?)",
                         ((shop.table.id, last + n, 1794700000000 + n) for n in range(1, more + 1)))
    file.close()
    shop.node.start()
    s = shop.socket()
    s.send("follow 0")
    same(s.receive()["lines"], lines + more, "lines of the table")
    s.send("state")
    heard = total = 0
    while heard < lines + more:
        got = s.receive()
        if "line" in got and "say" in got:
            same(got["line"], heard + 1, "the next line")
            heard, total = heard + 1, total + len(json.dumps(got))
    check(total > 1 << 20, f"{total} bytes are no test")
    same(shop.table.ask("POST", "/places", {"move": True}, shop.ann.token).status, 201, "a move")
    same(s.until(lambda m: "say" in m)["line"], heard + 1, "what is new")
    s.close()
    shop.well(changed=True)


# ---- rates and memory ----

@claim("questions from spectators are rate-limited, too")
def _(home):
    shop = Shop(home, "--rates", "on")
    s = shop.socket("follow 0")
    for n in range(200):
        s.send(f"@q{n} state")
        if s.until(lambda m, n=n: m.get("id") == f"q{n}").get("code") == "rate":
            break
    else:
        check(False, "200 questions at once are answered")
    s.close()
    shop.well()


@claim("behind a proxy, the last X-Forwarded-For address counts, even across several headers")
def _(home):
    node = Node(home, home.path("games.db"), "--rates", "on", "--proxy")
    s = connect(node.port)
    codes = []
    for n in range(400):
        s.sendall(head("GET", "/api", f"X-Forwarded-For: 192.0.2.{n % 250}",
                       "X-Forwarded-For: 198.51.100.7"))
        codes.append(int(heard_until(s, b"}").split()[1]))
    check(429 in codes, "another address each time, put first, is taken for the client's")
    s.sendall(head("GET", "/api", "X-Forwarded-For: 198.51.100.7, 198.51.100.8"))
    same(int(heard_until(s, b"}").split()[1]), 200, "the status for another client")
    codes = []
    for n in range(400):
        s.sendall(head("GET", "/api", f"X-Forwarded-For: 2001:db8::{n:x}"))
        codes.append(int(heard_until(s, b"}").split()[1]))
    check(429 in codes, "each address of one IPv6 network counts by itself")
    s.close()
    node.sane()


@claim("memory stays bounded while bots play under one set of house rules after another")
def _(home):
    node = Node(home, home.path("games.db"))
    most = 0
    # A sanitized solver takes long for sheet games, so there the rules are those of a press game.
    score, scored = ("take 5 stop", "\ntake ") if SANITIZED else ("score chance", "\nscore ")
    for n in range(20 if LONG else 8):
        rules = f"yardkle:entry=0,goal={1000 + 50 * n}" if SANITIZED else f"yardzee:bonus={20 + n}"
        table = Table([node.port], rules=rules, dice="seed 42", bots=[{"name": "Robo", "level": "expert"}])
        table.begin()
        for words in ("roll", score):
            same(table.people[0].post(words).status, 200, words)
        wait_for("the bot has chosen", lambda t=table: t.record().count(scored) >= 2, 60)
        most = max(most, node.memory())
    check(most < MEMORY, f"{most:.0f} MB")
    node.sane()


# ---- everything at random ----

class Mob:
    """Connects, sends, asks and disconnects at random."""

    def __init__(self, shop, seed):
        self.shop, self.draw, self.end = shop, random.Random(seed), False
        self.visits = 0
        self.connection = None  # the latest
        self.thread = threading.Thread(target=self.run)

    def socket_visit(self):
        names = (self.shop.table.path, f"/api/tables/{self.shop.table.code}")
        token = self.draw.choice((self.shop.ann.token, self.shop.bea.token, "wrong"))
        s = self.connection = connect(self.shop.port)
        s.sendall(request(self.draw.choice(names) + "/socket",
                          headers={"Sec-WebSocket-Protocol": "yardstick.1"}))
        one = Socket.__new__(Socket)
        one.socket = s
        if self.draw.random() < 0.8:
            one.send(self.draw.choice((f"hold {token} 0", "follow 0", "follow 99999", "hello")))
        for n in range(self.draw.randrange(6)):
            one.send(self.draw.choice((f"@r{n} roll", "state", "log", f"@k{n} score chance",
                                       "verify", "@bad! x")))
        if self.draw.random() < 0.5:
            s.recv(self.draw.choice((1, 100, 5000)))
        self.leave(s)

    def request_visit(self):
        path = self.shop.table.path
        say = json.dumps({"say": "roll", "action": f"z{self.draw.randrange(1 << 30)}"}).encode()
        sit = json.dumps({"name": "Dan"}).encode()
        bearer = f"Authorization: Bearer {self.draw.choice((self.shop.ann.token, 'wrong'))}"
        kind = "Content-Type: application/json"
        parts = (head("GET", path + "/lines?follow=1&after=3"), head("GET", path),
                 head("GET", f"/api/tables/{self.shop.table.code}/record"),
                 head("HEAD", path + "/ask?q=log"), head("DELETE", path + "/places/9", bearer),
                 head("POST", path + "/lines", bearer, kind, f"Content-Length: {len(say)}") + say,
                 head("POST", path + "/places", kind, f"Content-Length: {len(sit)}") + sit)
        s = self.connection = connect(self.shop.port)
        data = b"".join(self.draw.choice(parts) for _ in range(self.draw.randrange(1, 5)))
        s.sendall(data[:self.draw.randrange(len(data))] if self.draw.random() < 0.2 else data)
        if self.draw.random() < 0.5:
            s.recv(self.draw.choice((1, 100, 5000)))
        self.leave(s)

    def leave(self, s):
        if self.draw.random() < 0.3:  # abruptly, with a reset
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        s.close()

    def run(self):
        while not self.end:
            with contextlib.suppress(OSError, Gone):
                self.visits += 1
                self.draw.choice((self.socket_visit, self.request_visit))()


def begin(mobs):
    for mob in mobs:
        mob.thread.start()


def end(mobs):
    """Ends visits, too, that wait for the answer to half a request."""
    for mob in mobs:
        mob.end = True
    for mob in mobs:
        while mob.thread.is_alive():
            with contextlib.suppress(OSError, AttributeError):
                mob.connection.shutdown(socket.SHUT_RDWR)
            mob.thread.join(0.05)


@claim("clients that come and go at random leave nothing behind and do not prevent a clean shutdown")
def _(home):
    shop = Shop(home)
    mobs = [Mob(shop, seed) for seed in range(6)]
    begin(mobs)
    try:
        wait_for("enough have come", lambda: sum(m.visits for m in mobs) >= (5000 if LONG else 200 if SANITIZED else 500)
                 or not shop.node.alive())
        check(shop.node.alive(), "it has ended")
        shop.node.sane()
        end(mobs[:3])
        rest = figure(shop.port, "said_total")
        same(shop.node.stop().code, 0, "how it ended")  # while the others still come and go
    finally:
        end(mobs)
    check(rest > 0, "nobody has said anything")
    shop.node.start()
    more = [Mob(shop, seed) for seed in range(6, 9)]
    begin(more)
    try:
        wait_for("more have come", lambda: sum(m.visits for m in more) >= 60 or not shop.node.alive())
    finally:
        end(more)
    wait_for("nobody is left", lambda: figure(shop.port, "sockets") == 0 and
             figure(shop.port, "followers") == 0)
    shop.well(changed=True)


main()
