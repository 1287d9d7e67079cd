#!/usr/bin/env python3
"""attack_test.py YARD: what strangers try on an open network is refused as doc/protocol.md says; the
server stays up, answers others meanwhile, and keeps within its memory."""
import contextlib
import json
import os
import random
import select
import socket
import struct
import sys
import threading
import time

# pylint: disable=wrong-import-position
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from nodes import QUICK, Node, wait_for  # noqa: E402
from client import Gone, Socket, Table, ask  # noqa: E402
from tap import PATIENCE, check, claim, holds, main, same  # noqa: E402
from ws import BINARY, CLOSE, PING, TEXT  # noqa: E402

MEMORY = 200 if not QUICK else 1200  # MB; a sanitizer's own memory counts too


class Shop:
    """A server with a table of two people whose game has begun, and one that still waits."""

    def __init__(self, home, *options):
        self.node = Node(home, home.path("games.db"), *options)
        self.port = self.node.port
        self.table = Table([self.port], name="Ann", dice="seed 42", rules="yardzee")
        self.ann, self.bea = self.table.people[0], self.table.sit("Bea")
        same(self.table.begin().status, 200, "begin")
        self.before = self.table.record()

    def ask(self, *args, **more):
        return ask(self.port, *args, **more)

    def say(self, words, token=None, action="a1"):
        return self.table.ask("POST", "/lines", {"say": words, "action": action}, token)

    def socket(self, first=None, **more):
        s = Socket(self.port, self.table.path + "/socket", **more)
        same(s.status, 101, f"the status ({s.head})")
        if first:
            s.send(first)
            s.receive()
        return s

    def well(self, changed=False):
        """Still up, still answering others, within its memory, and nothing was changed."""
        check(self.node.alive(), "it has ended", self.node.server.process.returncode)
        same(self.ask("GET", "/healthz").status, 200, "its health")
        if not changed:
            same(self.table.record(), self.before, "the record")
        check(self.node.memory() < MEMORY, f"{self.node.memory():.0f} MB")
        self.node.sane()


def refused(got, status, code=None, *words):
    same(got.status, status, f"the status of {got!r}")
    same(got.headers.get("content-type"), "application/problem+json", "the type")
    problem = got.json()
    for key in ("type", "title", "status", "detail"):
        check(key in problem, f"{key} is missing in", problem)
    same(problem["status"], status, "the status in the problem")
    if code:
        same(problem.get("code"), code, f"the code of {got!r}")
    holds(problem["detail"], *words)


# ---- who may say what ----

@claim("a wrong token says nothing: 401 by HTTP, 1008 by WebSocket")
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


@claim("who has only the code may look on and ask, and may not act")
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
    for n, words in enumerate(("roll", "begin", "leave", "rematch", "undo", "hint", "back", "ask 1 expert",
                               "agree 1", "remove 2", "bot Robo expert", "pledge 1 " + "0" * 64)):
        s.send(f"@w{n} {words}")
        answer = s.until(lambda m, n=n: m.get("id") == f"w{n}")
        same(answer.get("code"), "place", f"the code of {answer} to {words}")
    s.send("@q legal")
    check("legal" in s.until(lambda m: m.get("id") == "q"), "questions are answered")
    refused(shop.ask("DELETE", path + "/places/1"), 401)
    shop.well()


@claim("a token that was moved to another device is worth nothing, and its socket ends")
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


@claim("out of turn, against the rules, and not understood: three different answers")
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


@claim("lines that are the server's own are refused from everybody, the host included")
def _(home):
    shop = Shop(home)
    lobby = Table([shop.port], name="Cem", dice="fair")
    lines = ("# room: leave 2", "# room: sit 9 Eve", "# anything", " # room: begin", "seat Eve",
             "seat Ann bot perfect", "dice seed 1", "dice physical", "dice fair " + "0" * 64,
             "secret " + "0" * 64, "reveal " + "0" * 64, "reveal", "start 2", "rules yardkle", "new", "quit",
             "date 2026-11-15T08:30:00Z", "yardstick 1", "share 2 -", "share 1 -",
             "position yardzee - 1 ?5 0", "advise", "why", "judge score chance", "analyse",
             "bot expert", "practice yardzee easy 1", "daily yardzee 2026-11-15", "seal 1 " + "0" * 64)
    for table, where in ((shop.table, "game"), (lobby, "lobby")):
        before = table.record()
        s = table.people[0].connect()
        for n, words in enumerate(lines):
            s.send(f"@s{n} {words}")
            answer = s.until(lambda m, n=n: m.get("id") == f"s{n}")
            check("error" in answer and answer.get("code"), f"in the {where}: {words!r}: {answer}")
        same(table.record(), before, f"the record in the {where}")
    shop.well()


@claim("an action said again changes nothing, and is answered as it was, marked so")
def _(home):
    shop = Shop(home)
    first = shop.say("roll", shop.ann.token, "x1")
    same(first.status, 200, "the status")
    record = shop.table.record()
    for words in ("roll", "score chance", "nonsense"):
        again = shop.say(words, shop.ann.token, "x1").json()
        same({**again, "again": None}, {**first.json(), "id": again.get("id"), "again": None},
             "the answer again") if "id" in again else None
        same((again["ok"], again["line"], again["again"]),
             (first.json()["ok"], first.json()["line"], True), f"the answer to {words}")
    s = shop.socket(f"hold {shop.ann.token} 0")
    s.send("@x1 roll")
    same(s.until(lambda m: m.get("id") == "x1")["again"], True, "again, by WebSocket")
    same(shop.table.record(), record, "the record")
    got = shop.say("roll", shop.bea.token, "x1")
    check(got.status != 200 or got.json().get("again"), "another's id is no right:", got)
    for bad in ("", "a b", "x" * 49, "ä", "a\n", "../x", None, 7):
        got = shop.table.ask("POST", "/lines", {"say": "score chance", "action": bad}, shop.ann.token)
        check(got.status in (400, 422), f"{bad!r}: {got!r}")
    got = shop.table.ask("POST", "/lines", {"say": "score chance"}, shop.ann.token)
    check(got.status in (400, 422), "no action id:", got)
    same(shop.table.record(), record, "the record")
    shop.well(changed=True)


@claim("two who act at once: one is first, the other is told so, and nothing is there twice")
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


# ---- browsers ----

@claim("a page of another site opens no socket and changes nothing")
def _(home):
    shop = Shop(home)
    own = f"http://localhost:{shop.port}"
    for origin in ("http://evil.example", "null", "https://localhost.evil.example",
                   f"http://localhost:{shop.port}.evil.example", f"http://evil@localhost:{shop.port}x",
                   "", "x" * 3000):
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


# ---- frames ----

@claim("frames out of order end their connection with the right code, and no other one")
def _(home):
    shop = Shop(home)
    good = shop.socket(f"hold {shop.ann.token} 0")
    long, wide = "x" * 8257, "x" * 70000

    def parts(s):
        s.frame(TEXT, "@q le", last=False)
        s.frame(0, "gal")

    cases = {
        "an unmasked frame": (1002, lambda s: s.frame(TEXT, "@q legal", masked=False)),
        "a reserved bit": (1002, lambda s: s.frame(TEXT, "@q legal", reserved=4)),
        "an unknown opcode": (1002, lambda s: s.frame(3, "@q legal")),
        "an unknown control opcode": (1002, lambda s: s.frame(11, "")),
        "a continuation of nothing": (1002, lambda s: s.frame(0, "@q legal")),
        "text within text": (1002, lambda s: (s.frame(TEXT, "a", last=False), s.frame(TEXT, "b"))),
        "a fragmented ping": (1002, lambda s: s.frame(PING, "a", last=False)),
        "a long ping": (1002, lambda s: s.frame(PING, "x" * 126)),
        "a close frame of one byte": (1002, lambda s: s.frame(CLOSE, b"\x03")),
        "a close code that is none": (1002, lambda s: s.frame(CLOSE, struct.pack("!H", 1005))),
        "bad UTF-8": (1007, lambda s: s.frame(TEXT, b"@q \xff\xfe")),
        "UTF-8 that is cut off": (1007, lambda s: s.frame(TEXT, b"@q \xe2\x82")),
        "a surrogate": (1007, lambda s: s.frame(TEXT, b"@q \xed\xa0\x80")),
        "too long a message": (1009, lambda s: s.frame(TEXT, long)),
        "a much too long message": (1009, lambda s: s.frame(TEXT, wide)),
        "a frame that says it has 2^62 bytes": (1009, lambda s: s.write(
            b"\x81\xff" + struct.pack("!Q", 1 << 62) + b"abcd" + b"x" * 99)),
        "too long in parts": (1009, lambda s: [s.frame(TEXT if not n else 0, "x" * 4000, last=False)
                                               for n in range(4)]),
        "bytes": (1003, lambda s: s.frame(BINARY, b"abc")),
    }
    for name, (code, act) in cases.items():
        s = shop.socket(f"hold {shop.bea.token} 0", patience=10)
        with contextlib.suppress(Gone):
            act(s)
        try:
            got = s.close_code()
        except Gone as why:
            got = str(why)
        same(got, code, f"the end of {name}")
        s.close()
    s = shop.socket(f"hold {shop.bea.token} 0")
    parts(s)
    check("legal" in s.until(lambda m: m.get("id") == "q"), "a message in two parts is fine")
    s.frame(TEXT, "@" + "q" * 48 + " state" + " " * 8000)
    check("seats" in s.until(lambda m: "id" in m), "a long message is fine")
    good.send("@q legal")
    check("legal" in good.until(lambda m: m.get("id") == "q"), "the other one is as it was")
    shop.well()


@claim("the first message says who this is, and nothing else goes before it")
def _(home):
    shop = Shop(home)
    for first in ("roll", "@x roll", "hold", "follow", "follow x", "follow -1", "follow 99999999999999999999",
                  f"hold {shop.ann.token}", f"hold {shop.ann.token} x", "hello", "", "follow 0 0"):
        s = shop.socket()
        s.send(first)
        same(s.close_code(), 1008, f"the code for {first[:30]!r}")
    s = shop.socket("follow 1000000")
    s.send("@q legal")
    check("legal" in s.until(lambda m: m.get("id") == "q"), "from beyond the end")
    s = Socket(shop.port, "/api/tables/NOSUCH/socket")
    check(s.status == 404 or s.close_code() == 1008, "a table that is not there:", s.head)
    shop.well()


@claim("handshakes that are wrong are answered, not accepted")
def _(home):
    shop = Shop(home)
    path = shop.table.path + "/socket"
    right = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
             "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "yardstick.1"}
    for name, value in (("Upgrade", "h2c"), ("Connection", "close"), ("Sec-WebSocket-Version", "8"),
                        ("Sec-WebSocket-Key", "short"), ("Sec-WebSocket-Key", "")):
        got = shop.ask("GET", path, headers={**right, name: value})
        check(400 <= got.status < 500, f"{name}: {value}: {got!r}")
    s = Socket(shop.port, path, protocol="chat")
    check("chat" not in s.head, "it speaks another protocol:", s.head)
    got = shop.ask("POST", path, {}, headers=right)
    check(400 <= got.status < 500, f"POST: {got!r}")
    shop.well()


@claim("more than 16 lines unanswered are 'busy', and a flood is read no faster than it is answered")
def _(home):
    shop = Shop(home)
    s = shop.socket(f"hold {shop.ann.token} 0")
    many = 400
    for n in range(many):
        s.send(f"@f{n} roll")
    answers = [s.until(lambda m: "id" in m) for _ in range(many)]
    codes = {a.get("code", "ok") for a in answers}
    check(codes <= {"ok", "busy", "rate", "rules", "turn", "phase", "conflict"}, codes)
    check(codes & {"busy", "rate"}, "nothing was too much:", codes)
    same(sum("ok" in a for a in answers), 1, "throws that counted")
    s = shop.socket("follow 0")
    s.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with contextlib.suppress(Gone, OSError):  # asks, and never reads
        s.socket.settimeout(0.5)
        for n in range(20000):
            s.send(f"@g{n} state")
    shop.well(changed=True)
    s.close()


# ---- requests ----

@claim("JSON that is huge, nested, doubled, cut off or no JSON is refused in words")
def _(home):
    shop = Shop(home)
    good = '"rules":"yardzee","name":"Eve"'
    cases = {
        "[" * 8000: 400, '{"a":' * 3000: 400, "{" + good + ',"name":"Eva"}': 400,
        "{" + good + ',"unknown":1}': 400, "{" + good: 400, "{" + good + "} {}": 400, "": 400,
        "null": 400, "[]": 400, "7": 400, '"x"': 400, "{}": 400, "{" + good + ',"clock":1e999}': 400,
        "{" + good + ',"clock":-1}': 400, "{" + good + ',"clock":"60"}': 400,
        "{" + good + ',"clock":99999999999}': 400, "{" + good + ',"keeper":1}': 400,
        "{" + good + ',"dice":"loaded"}': 400, "{" + good + ',"dice":"fair\\u0000x"}': 400,
        "{" + good + ',"start":"x"}': 400, "{" + good + ',"seats":["Bea"]}': 400,
        "{" + good + ',"bots":[{"name":"R","level":"godlike"}]}': 400,
        "{" + good + ',"bots":[' + ",".join(['{"name":"R","level":"expert"}'] * 99) + "]}": 400,
        "{" + good + ',"bots":{}}': 400, "{" + good + ',"action":"a b"}': 400,
        '{"rules":"chess","name":"Eve"}': 400, '{"rules":"yardzee","name":""}': 400,
        '{"rules":"yardzee","name":"' + "x" * 41 + '"}': 400,
        '{"rules":"yardzee","name":"a\\nb"}': 400, '{"rules":"yardzee","name":"a+b"}': 400,
        '{"rules":"yardzee","name":"# room: begin"}': 400,
        '{"rules":"yardzee","name":"Eve bot perfect"}': 400,
        '{"rules":"yardzee","name":"\\ud800"}': 400,
        '{"rules":"yardzee","name":"' + "x" * 20000 + '"}': 413,
    }
    for body, status in cases.items():
        got = shop.ask("POST", "/api/tables", body)
        check(got.status in {status, 422 if status == 400 else status},
              f"{body[:60]}: {got!r}, not {status}")
        if status != 413:  # which the parser of HTTP says itself
            refused(got, got.status)
    got = shop.ask("POST", "/api/tables", b'{"rules":"yardzee","name":"\xff"}')
    refused(got, got.status)
    check(got.status in (400, 422), "bad UTF-8:", got)
    for body in ('{"name":"Eve","with":99}', '{"name":"Ann"}', '{"name":"Eve"}', '{"move":true}',
                 '{"name":"Eve","move":true}', '{"with":"1","name":"E"}', "{}", '{"name":"Eve","program":"x"}'):
        got = shop.table.ask("POST", "/places", body)
        check(400 <= got.status < 500, f"{body}: {got!r}")
    shop.well()


@claim("paths, methods and queries that are tricks lead nowhere")
def _(home):
    shop = Shop(home)
    for path in ("/api/tables/../../etc/passwd", "/api/tables/%2e%2e/%2e%2e/etc/passwd", "/api/tables/",
                 "/api/tables//record", "/api/tables/%00", "/api/tables/x%00/record", "/api//tables",
                 "/api/tables/" + "A" * 3000, "/api/tables/" + shop.table.id + "/nothing",
                 "/api/tables/" + shop.table.id + "%2frecord", "/api/nothing", "/t/",
                 "/api/tables/' OR 1=1 --".replace(" ", "%20"), "/api/tables/%ff%fe", "//api",
                 shop.table.path + "/places", shop.table.path + "/places/0"):
        got = shop.ask("GET", path)
        check(400 <= got.status < 500, f"{path[:60]}: {got!r}")
    for rest in ("/lines?after=x", "/lines?after=-1", "/lines?after=99999999999999999999", "/ask",
                 "/ask?q=", "/ask?q=roll", "/ask?q=%00", "/ask?q=%ff",
                 "/ask?q=secret%20" + "0" * 64, "/ask?q=advise", "/ask?q=legal%0aroll"):
        got = shop.table.ask("GET", rest)
        check(400 <= got.status < 500, f"{rest}: {got!r}")
    for path in ("/t/../x", "/t/%0d%0aSet-Cookie:a=b", "/t/%2f%2fevil.example", "/t//evil.example"):
        got = shop.ask("GET", path)
        leads = got.headers.get("location", "/#/online/")
        check(got.status in (303, 400, 404) and leads.startswith("/#/online/"), f"{path}: {leads}")
        check("set-cookie" not in got.headers, f"{path}: {got.headers}")
    for method, path in (("PUT", "/api/tables"), ("DELETE", shop.table.path), ("PATCH", "/api"),
                         ("DELETE", "/api/tables"), ("POST", "/api"), ("POST", "/healthz"),
                         ("POST", shop.table.path + "/record")):
        got = shop.ask(method, path)
        same(got.status, 405, f"{method} {path}: {got!r}")
        check(got.headers.get("allow"), f"{method} {path} does not say what is allowed")
    for n in ("0", "-1", "x", "3", "65", "99999999999"):
        got = shop.table.ask("DELETE", f"/places/{n}", token=shop.ann.token)
        check(400 <= got.status < 500, f"place {n}: {got!r}")
    refused(shop.table.ask("DELETE", "/places/2", token=shop.ann.token), 409)
    shop.well()


def raw(port, data, patience=PATIENCE):
    """Sends bytes; what comes back until the end, or until it is enough."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as s:
        heard = b""
        with contextlib.suppress(OSError):
            s.sendall(data)
        with contextlib.suppress(OSError):
            while b"\r\n\r\n" not in heard and (more := s.recv(1 << 16)):
                heard += more
        return heard


@claim("bombs of headers, doubled lengths and smuggled requests are refused")
def _(home):
    shop = Shop(home)
    host = b"Host: localhost\r\n"
    bombs = {
        "a long header": b"GET /api HTTP/1.1\r\n" + host + b"X: " + b"x" * 200000 + b"\r\n\r\n",
        "many headers": b"GET /api HTTP/1.1\r\n" + host + b"".join(
            b"X-%d: y\r\n" % n for n in range(20000)) + b"\r\n",
        "a long line": b"GET /" + b"x" * 200000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        "no HTTP": os.urandom(4096).replace(b"\n", b"x") + b"\r\n\r\n",
        "a huge length": b"POST /api/tables HTTP/1.1\r\n" + host +
                         b"Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{",
        "a negative length": b"POST /api/tables HTTP/1.1\r\n" + host +
                             b"Content-Type: application/json\r\nContent-Length: -5\r\n\r\n{",
        "two lengths": b"POST /api/tables HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
                       b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}",
        "length and chunks": b"POST /api/tables HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
                             b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    }
    for name, data in bombs.items():
        heard = raw(shop.port, data)
        check(heard == b"" or heard.startswith(b"HTTP/1.1 4") or heard.startswith(b"HTTP/1.0 4"),
              f"{name}: {heard[:200]}")
    check(b" 201 " not in heard, heard)
    shop.well()


@claim("who dribbles bytes is cut off, and others are served meanwhile")
def _(home):
    shop = Shop(home)
    lines = []
    for n in range(50):
        s = socket.create_connection(("127.0.0.1", shop.port), timeout=PATIENCE)
        s.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n" if n % 2
                  else b"GET /api HT")
        lines.append(s)
    silent = [shop.socket() for _ in range(20)]  # who never say who they are
    start = time.monotonic()
    ended = set()
    while len(ended) < len(lines) and time.monotonic() - start < PATIENCE:
        for s in lines:
            if s in ended:
                continue
            with contextlib.suppress(OSError):
                s.send(b"x")
            ready, _, _ = select.select([s], [], [], 0)
            try:
                if ready and not s.recv(4096):
                    ended.add(s)
            except OSError:
                ended.add(s)
        same(shop.ask("GET", "/api").status, 200, "others meanwhile")
        time.sleep(0.5)
    same(len(ended), len(lines), f"who was cut off after {time.monotonic() - start:.0f} s")
    for s in silent:
        same(s.close_code(), 1008, "the end of who says nothing")
    shop.well()


@claim("1,000 half-open connections keep nobody out, and are gone when they are given up")
def _(home):
    shop = Shop(home)
    files = shop.node.files()
    many = []
    for n in range(1000):
        s = socket.create_connection(("127.0.0.1", shop.port), timeout=PATIENCE,
                                     source_address=(f"127.0.{1 + n % 20}.1", 0))
        if n % 2:
            s.sendall(b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n")
        many.append(s)
    same(shop.ask("GET", "/api").status, 200, "somebody else")
    same(shop.say("roll", shop.ann.token).status, 200, "who plays")
    for s in many:
        s.close()
    wait_for("their files are closed", lambda: shop.node.files() <= files + 10)
    shop.well(changed=True)


@claim("no more connections than allowed, of one address and in all, and others get in")
def _(home):
    shop = Shop(home, "--connections", "60", "--connections-per-address", "20")

    def many(source, number):
        opened = []
        for _ in range(number):
            with contextlib.suppress(Gone, OSError):
                s = Socket(shop.port, shop.table.path + "/socket", source=source, patience=2)
                if s.status == 101:
                    opened.append(s)
        return opened

    mine = many("127.0.0.7", 40)
    same(len(mine), 20, "connections of one address")
    others = many("127.0.0.8", 15)
    same(len(others), 15, "connections of another one")
    for s in mine + others:
        s.close()
    wait_for("the server takes connections again", lambda: _asks(shop))
    same(len(many("127.0.0.7", 15)), 15, "later")
    shop.well()


def _asks(shop):
    try:
        return shop.ask("GET", "/healthz").status == 200
    except Gone:
        return False


# ---- floods ----

@claim("a flood of tables, joins and requests from one address is 429 with Retry-After, others are not")
def _(home):
    shop = Shop(home, "--rates", "on")
    wish = {"rules": "yardzee", "name": "Eve"}
    made = [shop.ask("POST", "/api/tables", wish) for _ in range(40)]
    good = sum(a.status == 201 for a in made)
    check(15 <= good <= 21, f"{good} tables in no time")
    for got in made:
        if got.status != 201:
            refused(got, 429, "rate")
            check(int(got.headers["retry-after"]) > 0, got.headers)
    got = [shop.ask("GET", "/api") for _ in range(400)]
    limited = [a for a in got if a.status == 429]
    check(limited, "400 requests in no time are too many")
    check(all(int(a.headers["retry-after"]) > 0 for a in limited), "Retry-After")
    s = Socket(shop.port, shop.table.path + "/socket", source="127.0.0.9")
    same(s.status, 101, "another address")
    shop.node.sane()


@claim("who says that he is somebody else is counted as he is; a proxy is believed")
def _(home):
    for options, believed in ((), False), (("--proxy",), True):
        shop = Shop(home, "--rates", "on", *options)
        statuses = [shop.ask("GET", "/api", headers={"X-Forwarded-For": f"203.0.113.{n % 200}"}).status
                    for n in range(400)]
        same(429 not in statuses, believed, f"whether it was let through with {options}")
        shop.node.stop()


@claim("guessing codes finds nothing, and is slowed down")
def _(home):
    shop = Shop(home, "--rates", "on")
    draw = random.Random(3)
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    seen = set()
    for _ in range(400):
        code = "".join(draw.choice(letters) for _ in range(6))
        seen.add(shop.ask("GET", f"/api/tables/{code}").status)
    same(seen, {404, 429}, "the answers")
    check(len(shop.table.code) >= 6, f"the code {shop.table.code} is short")
    check(len(shop.ann.token) >= 22, "a token has fewer than 128 bits")
    check(len(shop.table.id) >= 10, f"the id {shop.table.id} is short")
    shop.node.sane()


@claim("a place has 20 lines a second, and 60 at once")
def _(home):
    shop = Shop(home, "--rates", "on")
    s = shop.socket(f"hold {shop.ann.token} 0")
    codes = []
    for n in range(120):
        s.send(f"@r{n} score chance")
        codes.append(s.until(lambda m, n=n: m.get("id") == f"r{n}").get("code"))
    check("rate" in codes, "120 lines at once are too many")
    check(40 <= codes.index("rate") <= 100, f"the first is line {codes.index('rate')}")
    time.sleep(1.5)
    s.send("@z score chance")
    same(s.until(lambda m: m.get("id") == "z").get("code"), "rules", "a little later")
    shop.node.sane()


@claim("a table has 16 seats and 64 places at most")
def _(home):
    shop = Shop(home)
    table = Table([shop.port], name="P1")
    sat = [table.ask("POST", "/places", {"name": f"P{n}"}) for n in range(2, 70)]
    good = sum(a.status == 201 for a in sat)
    check(good <= 63, f"{good} sat down")
    check(all(a.status in (201, 409, 422, 429) for a in sat), {a.status for a in sat})
    got = table.begin()
    check(got.status in (200, 409, 422), f"begin: {got!r}")
    shop.well()


@claim("rubbish from all sides for a while: it stays up, within its memory, and sane")
def _(home):
    shop = Shop(home)
    draw = random.Random(4)
    words = ["roll", "keep 1", "score chance", "state", "legal", "undo", "@", "@@x", "#", "begin", "leave 2",
             "correct 1 seat X", "hold x 0", "follow 0", "ask 1 expert", "agree 1", "back", "sheet", "log",
             "line 1", "verify", "book", "hint", "\u202e", "\U0001f3b2" * 50, "correct 99999999999 roll 1"]
    end = time.monotonic() + (3 if QUICK else 6)
    rounds = 0
    while time.monotonic() < end:
        rounds += 1
        with contextlib.suppress(Gone):
            s = Socket(shop.port, shop.table.path + "/socket")
            s.send(draw.choice(["follow 0", f"hold {shop.ann.token} {draw.randint(0, 50)}"]))
            for n in range(draw.randint(1, 60)):
                kind = draw.random()
                if kind < 0.9:
                    line = " ".join(draw.choice(words) for _ in range(draw.randint(1, 3)))
                    s.frame(TEXT, f"@k{rounds}-{n} {line}" if kind < 0.8 else line,
                            last=draw.random() < 0.97)
                elif kind < 0.95:
                    s.frame(draw.randint(0, 15), draw.randbytes(draw.randint(0, 130)))
                else:
                    s.write(draw.randbytes(draw.randint(1, 50)))
            s.receive(0.01)
            s.close()
    check(rounds > 20, f"only {rounds} rounds")
    shop.well(changed=True)
    name = home.write("rubbish.yard", shop.table.record())
    home.run("check", name).ended(0)


main()
