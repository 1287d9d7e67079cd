#!/usr/bin/env python3
"""The transport under the tables, by real sockets: handshakes, frames, limits, TLS, the end.

usage: socket_test.py ECHO"""
import contextlib
import json
import os
import random
import re
import resource
import signal
import socket
import ssl
import subprocess
import time
import warnings

from ws import (BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, WebSocket, close_frame, frame, request,
                until)
from tap import PATIENCE, Session, check, claim, holds, main, same, text

QUICK = "QUICK" in os.environ  # with sanitizers, which take many times the memory
MESSAGE_MAX = 8192 + 64


class Echo(Session):
    """bench/echo, on any port."""

    def __init__(self, home, *args, **more):
        # What was freed is kept by the address sanitizer, and would count as used.
        options = home.env.get("ASAN_OPTIONS", "")
        home.env["ASAN_OPTIONS"] = options + ":quarantine_size_mb=1"
        super().__init__(home, *args, **more)
        self.port = int(self.read_until(lambda heard: heard.endswith(b"\n")) or "0")
        check(self.port, "it does not serve")

    def connect(self, **more):
        return WebSocket(self.port, **more)

    def open(self, **more):
        return self.connect(**more).open()

    def refused(self, **more):
        """A handshake that must fail: the connection with its answer."""
        one = self.connect()
        one.send(request(more.pop("path", "/echo"), **more))
        one.head()
        return one

    def get(self, path="/wait", tls=None):
        one = self.connect(tls=tls)
        one.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        one.head()
        return one

    def memory(self):
        """In kB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def journal(self):
        self.errors.seek(0)
        return [json.loads(line) for line in text(self.errors.read()).splitlines()]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.end().ended(0)


# ---- handshakes ----

@claim("a handshake is accepted, in whatever letters and order, and yardstick.1 is chosen if offered")
def _(home):
    echo = Echo(home)
    one = echo.open()
    check("sec-websocket-protocol" not in one.headers, "a protocol was chosen that nobody offered")
    one = echo.connect().open(headers={"Upgrade": "WebSocket", "Connection": "keep-alive, UPGRADE",
                                       "Sec-WebSocket-Protocol": "other, yardstick.1"})
    same(one.headers.get("sec-websocket-protocol"), "yardstick.1", "the protocol")
    one = echo.connect().open(more=["Sec-WebSocket-Protocol: other",
                                    "Sec-WebSocket-Protocol: yardstick.1"])
    same(one.headers.get("sec-websocket-protocol"), "yardstick.1", "the protocol of two lines")
    one = echo.connect().open(headers={"Sec-WebSocket-Protocol": "yardstick.2",
                                       "Sec-WebSocket-Extensions": "permessage-deflate"})
    check("sec-websocket-protocol" not in one.headers, "another protocol was chosen")
    check("sec-websocket-extensions" not in one.headers, "an extension was chosen")
    same(one.ask("hello"), "hello")
    echo.stop()


@claim("a handshake that is not in order is refused, with words why")
def _(home):
    echo = Echo(home)
    cases = [
        (400, "HTTP/1.1", {"version": "HTTP/1.0"}),
        (400, "Upgrade does", {"headers": {"Upgrade": "h2c"}}),
        (400, "Upgrade does", {"headers": {"Upgrade": None}}),
        (400, "Connection does", {"headers": {"Connection": "keep-alive"}}),
        (400, "Connection does", {"headers": {"Connection": "Upgraded"}}),
        (400, "Key", {"headers": {"Sec-WebSocket-Key": None}}),
        (400, "Key", {"more": ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]}),
        (400, "Key", {"headers": {"Sec-WebSocket-Key": ""}}),
        (400, "Key", {"headers": {"Sec-WebSocket-Key": "c2hvcnQ="}}),
        (400, "Key", {"headers": {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQA="}}),
        (400, "Key", {"headers": {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZR=="}}),
        (400, "Key", {"headers": {"Sec-WebSocket-Key": "!GhlIHNhbXBsZSBub25jZQ=="}}),
        (400, "body", {"headers": {"Content-Length": "5"}, "body": b"hello"}),
        (405, "GET", {"method": "POST"}),
        (405, "GET", {"method": "PUT"}),
    ]
    for code, word, case in cases:
        body = case.pop("body", b"")
        one = echo.connect()
        one.send(request("/echo", **case) + body)
        same(one.head(), code, f"the answer to {case}")
        problem = json.loads(one.body())
        same(problem["status"], code, "the status of the problem")
        holds(problem["detail"], word)
    for version in ("12", "8", "", "13, 14", None):
        one = echo.refused(headers={"Sec-WebSocket-Version": version})
        same((one.code, one.headers.get("sec-websocket-version")), (426, "13"), f"version {version}")
    one = echo.refused(more=["Sec-WebSocket-Version: 13"])
    same(one.code, 426, "two versions")
    same(echo.refused(headers={"Host": "evil.example"}).code, 421, "a foreign host")
    same(echo.open().ask("hello"), "hello")
    echo.stop()


@claim("frames that come with the handshake, or in single bytes, are heard")
def _(home):
    echo = Echo(home)
    one = echo.connect()
    one.send(request("/echo") + frame("first") + frame("sec", fin=False))
    one.head()
    one.send(frame("ond", CONTINUATION))
    same([one.hear(), one.hear()], ["first", "second"])
    for byte in frame("third") + frame("x" * 300) + frame(b"pp", PING):
        one.send(bytes([byte]))
    same([one.hear(), one.hear(), one.frame()], ["third", "x" * 300, (PONG, b"pp")])
    echo.stop()


# ---- messages ----

@claim("messages come back whole: empty, of every length, in any writing, in one piece or many")
def _(home):
    echo = Echo(home)
    one = echo.open()
    for size in (0, 1, 125, 126, 127, 4095, 4096, 4097, MESSAGE_MAX):
        same(one.ask("x" * size), "x" * size, f"a message of {size}")
    for words in ("grüß dich", "日本語", "🎲🎲", "a\0b"):
        same(one.ask(words), words)
    random.seed(1)
    for _ in range(200):
        data = "".join(random.choice("aé日🎲") for _ in range(random.randrange(1500))).encode()
        cuts = sorted(random.randrange(len(data) + 1) for _ in range(random.randrange(20)))
        parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)])]
        for i, part in enumerate(parts):
            one.send(frame(part, CONTINUATION if i else TEXT, fin=i == len(parts) - 1))
            if i < len(parts) - 1 and random.random() < 0.2:  # control frames may come in between
                one.send(frame(b"here", PING))
                same(one.frame(), (PONG, b"here"))
        same(one.hear(), data.decode())
    one.send(b"".join(frame(f"{i}") for i in range(1000)))
    same([one.hear() for i in range(1000)], [f"{i}" for i in range(1000)])
    echo.stop()


@claim("64 fragments and 8,256 bytes are a message, one more of either is 1009")
def _(home):
    echo = Echo(home)

    def fragments(count, size):
        return b"".join(frame("x" * size, CONTINUATION if i else TEXT, fin=i == count - 1)
                        for i in range(count))

    one = echo.open()
    one.send(fragments(64, 129))
    same(one.hear(), "x" * MESSAGE_MAX)
    for bad in (fragments(65, 1), fragments(3, MESSAGE_MAX // 3 + 1), frame("x" * (MESSAGE_MAX + 1)),
                frame("x", length=1 << 40)):
        one = echo.open()
        one.send(bad)
        same(one.hear().code, 1009, "the code")
        check(one.has_ended(10), "it goes on")
    echo.stop()


@claim("frames that break the rules end the connection with the right code, and nobody else's")
def _(home):
    echo = Echo(home)
    other = echo.open()
    cases = {
        "not masked": (1002, frame("x", mask=None)),
        "an empty one, not masked": (1002, frame("", mask=None)),
        "a close frame, not masked": (1002, frame(b"\x03\xe8", CLOSE, mask=None)),
        **{f"reserved bits {rsv}": (1002, frame("x", rsv=rsv)) for rsv in range(1, 8)},
        "reserved bits of a ping": (1002, frame(b"", PING, rsv=4)),
        **{f"opcode {opcode}": (1002, frame("x", opcode))
           for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
        "a ping in fragments": (1002, frame(b"x", PING, fin=False)),
        "a close frame in fragments": (1002, frame(b"\x03\xe8", CLOSE, fin=False)),
        "a large ping": (1002, frame(b"x" * 126, PING)),
        "a length in too many bytes": (1002, frame("x", size=2)),
        "a length in far too many bytes": (1002, frame("x", size=8)),
        "a length of 64 bits": (1002, frame("x", length=1 << 63)),
        "a continuation of nothing": (1002, frame("x", CONTINUATION)),
        "a message in a message": (1002, frame("x", fin=False) + frame("y")),
        "bad UTF-8": (1007, frame(b"\xff")),
        "half a character": (1007, frame(b"\xc3")),
        "a surrogate": (1007, frame(b"\xed\xa0\x80")),
        "too many bytes for a character": (1007, frame(b"\xc0\xaf")),
        "beyond Unicode": (1007, frame(b"\xf4\x90\x80\x80")),
        "bad UTF-8 over fragments": (1007, frame(b"\xc3", fin=False) + frame(b"x", CONTINUATION)),
        "binary": (1003, frame(b"x", BINARY)),
        "half a close code": (1002, frame(b"\x03", CLOSE)),
        **{f"close code {code}": (1002, close_frame(code))
           for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)},
        "a bad reason": (1007, frame(b"\x03\xe8\xff", CLOSE)),
    }
    for name, (code, data) in cases.items():
        one = echo.open()
        one.send(data + frame("and more") * 3)
        same(getattr(one.hear(), "code", None), code, name)
        check(one.has_ended(10), f"{name}: it goes on")
        one.close()
    same(other.ask("still here"), "still here")
    echo.stop()


@claim("who breaks a rule in the middle of much else hears why all the same")
def _(home):
    echo = Echo(home)
    one = echo.open()
    one.socket.setblocking(False)
    data, sent = frame("x", mask=None) + b"y" * (32 << 20), 0
    try:
        while sent < len(data):
            sent += one.socket.send(data[sent:sent + 65536])
    except (BlockingIOError, ConnectionResetError, BrokenPipeError):
        pass
    one.socket.settimeout(PATIENCE)
    same(one.hear().code, 1002)
    echo.stop()


# ---- the end of a connection ----

@claim("a close frame is answered by its own code, and the connection ends")
def _(home):
    echo = Echo(home)
    for code in (1000, 1001, 1007, 1011, 1014, 3000, 4999):
        one = echo.open()
        one.send(close_frame(code, "good-bye"))
        same(one.hear().code, code, "the answer")
        check(one.has_ended(2), "it goes on")
    one = echo.open()
    one.send(frame(b"", CLOSE))
    same(one.frame(), (CLOSE, b""), "the answer to a close frame without a code")
    one = echo.open()
    one.send(frame("a") + close_frame() + frame("b"))
    same([one.hear(), one.hear().code], ["a", 1000], "what was said before and after")
    one = echo.open()
    one.send(frame("a") + close_frame())
    one.socket.shutdown(socket.SHUT_WR)
    same([one.hear(), one.hear().code], ["a", 1000], "to one that says nothing more")
    echo.stop()


@claim("a server that closes waits for the answer five seconds, and hears no message meanwhile")
def _(home):
    echo = Echo(home)
    polite, rude = echo.open(), echo.open()
    for one in (polite, rude):
        one.say("close 4321")
        closed = one.hear()
        same((closed.code, closed.reason), (4321, "as you wish"))
        one.say("is anybody there?")
    start = time.monotonic()
    check(polite.is_silent(0.3), "it says more")
    polite.send(close_frame(4321))
    check(polite.has_ended(2), "it goes on after both have said close")
    check(rude.has_ended(10), "it waits for ever")
    took = time.monotonic() - start
    check(3.5 < took < 7, f"it waited {took:.1f} s")
    echo.stop()


@claim("who is gone without a word leaves nothing behind")
def _(home):
    echo = Echo(home)
    echo.open().ask("hello")
    before = echo.files()
    many = [echo.open() for _ in range(50)]
    for i, one in enumerate(many):
        one.send(frame("half", length=100) if i % 2 else b"")
        if i % 3 == 0:
            one.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        one.close()
    check(until(lambda: echo.files() <= before), "files are left open:", echo.files(), before)
    echo.stop()


# ---- pings ----

@claim("pings are answered with what they say")
def _(home):
    echo = Echo(home)
    one = echo.open()
    for payload in (b"", b"x", b"\0\xff" * 62):
        one.send(frame(payload, PING))
        same(one.frame(), (PONG, payload))
    one.send(frame(b"nobody asked", PONG))
    same(one.ask("hello"), "hello")
    echo.stop()


@claim("who answers pings stays, who does not is dropped")
def _(home):
    echo = Echo(home, "--ping", "1")
    alive, dead, silent = echo.open(), echo.open(), echo.open()
    start = time.monotonic()
    pings = 0
    while time.monotonic() - start < 4.5:
        got = alive.frame()
        same(got, (PING, b""))
        pings += 1
        alive.send(frame(got[1], PONG))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            dead.say("talking is not answering")
    check(3 <= pings <= 6, f"{pings} pings in 4.5 s")
    same(alive.ask("hello"), "hello")
    same(silent.frame(), (PING, b""))
    check(silent.has_ended(1), "the silent one is still there")
    while dead.frame():
        pass
    check(dead.ended, "who does not answer is still there")
    echo.stop()


# ---- those who are slow ----

@claim("a client that takes nothing is dropped at a megabyte, and memory stays bounded")
def _(home):
    echo = Echo(home)
    one = echo.open()
    before = echo.memory()
    slow = [echo.open(buffer=4096) for _ in range(10)]
    for client in slow:
        client.say("flood 20000")
    same(one.ask("hello"), "hello", "somebody else")
    used = echo.memory() - before
    check(used < (10 * 1024 + 8192) * (3 if QUICK else 1), f"{used} kB for ten slow clients")
    heard = 0
    for client in slow[:1]:  # one begins to read: it hears a part, and why it ends
        while isinstance(got := client.hear(), str):
            heard += len(got)
        same(got.code, 1008, "the code")
        holds(got.reason, "too slow")
    check(1 << 19 < heard < 8 << 20, f"{heard} bytes were heard")
    for client in slow[1:]:  # the others are cut off
        check(until(lambda: echo.files() < 20, 10), "they are still there")
    echo.stop()


@claim("a thousand half-open connections and a hundred slow ones are in nobody's way")
def _(home):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    echo = Echo(home)
    one = echo.open()
    one.ask("hello")
    before = echo.memory()
    half = [echo.connect() for _ in range(1000)]
    slow = [echo.connect() for _ in range(100)]
    inside = [echo.open() for _ in range(100)]
    for client in slow:
        client.send(b"GET /echo HTTP/1.1\r\nHost: localhost\r\n")
    worst, start, step = 0, time.monotonic(), 0
    while time.monotonic() - start < 14:
        for client in slow:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                client.send(b"X: y\r\n")
        for client in inside:
            client.send(frame("x" * 100)[step:step + 1])
        step += 1
        asked = time.monotonic()
        same(one.ask("hello"), "hello")
        worst = max(worst, time.monotonic() - asked)
        time.sleep(0.2)
    check(worst < 1, f"somebody waited {worst:.2f} s")
    used = echo.memory() - before
    check(used < 16384 * (8 if QUICK else 1), f"{used} kB for 1,200 connections")
    check(all(client.has_ended(1) for client in slow), "slow requests are not cut off")
    same(echo.get("/wait").code, 200, "a request")
    for client in inside:
        client.send(frame("x" * 100)[step:])
        same(client.hear(), "x" * 100, "a message that took long")
    for client in half + slow + inside:
        client.close()
    echo.stop()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@claim("an idle socket takes few kilobytes")
def _(home):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    echo = Echo(home)
    echo.open().ask("hello")
    count = 500 if QUICK else 2000
    before = echo.memory()
    many = [echo.open() for _ in range(count)]
    for one in many:
        same(one.ask("x" * 5000), "x" * 5000)
    each = (echo.memory() - before) / count
    print(f"# {each:.1f} kB each")
    check(each < (40 if QUICK else 5), f"{each:.1f} kB each")
    for one in many:
        one.close()
    echo.stop()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# ---- limits ----

@claim("so many connections and no more: sockets stay, who waits for nothing gives way")
def _(home):
    echo = Echo(home, "--connections", "20")
    sockets = [echo.open() for _ in range(15)]
    waiting = [echo.connect() for _ in range(20)]
    same(echo.get("/wait").code, 200, "one more")
    for one in sockets:
        same(one.ask("hello"), "hello")
    check(waiting[0].has_ended(5), "the oldest is still there")
    more = [echo.open() for _ in range(5)]
    late = echo.connect()  # there is room for nobody: it waits
    late.send(request("/echo"))
    check(late.is_silent(1.5), "more than there is room for")
    more[0].close()
    late.head()
    same(late.code, 101, "when there is room")
    for one in sockets + more[1:]:
        same(one.ask("hello"), "hello")
    echo.stop()


@claim("so many connections from one address and no more; this machine itself is not counted")
def _(home):
    echo = Echo(home, "--lan", "--per-address", "5")
    here = [echo.open() for _ in range(10)]
    there = [echo.open(source="127.0.0.2") for _ in range(5)]
    extra = echo.connect(source="127.0.0.2")
    check(extra.has_ended(5), "one more is let in")
    others = [echo.open(source="127.0.0.3") for _ in range(5)]
    for one in here + there + others:
        same(one.ask("hello"), "hello")
    there[0].close()
    time.sleep(0.2)
    same(echo.open(source="127.0.0.2").ask("hello"), "hello", "in place of one that left")
    echo.stop()


@claim("with no more files to open it waits without spinning, and goes on when there are some")
def _(home):
    echo = Echo(home, "--connections", "1000",
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
    many = [echo.connect() for _ in range(60)]
    time.sleep(0.5)

    def used():
        with open(f"/proc/{echo.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before = used()
    time.sleep(2)
    check(used() - before < 0.5, f"it took {used() - before:.2f} s of two")
    for one in many:
        one.close()
    same(echo.open().ask("hello"), "hello", "when there is room")
    echo.stop()


# ---- requests ----

@claim("bodies up to 16 kB reach the hook, by length or in chunks; what is unclear does not")
def _(home):
    echo = Echo(home)

    def post(head, body):
        one = echo.connect()
        one.send(b"POST /body HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n" + body)
        return (one.head(), one.body() if one.code == 200 else b"")

    same(post(b"Content-Length: 5", b"hello"), (200, b"hello"))
    same(post(b"Content-Length: 16384", b"x" * 16384), (200, b"x" * 16384))
    same(post(b"Transfer-Encoding: chunked", b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), (200, b"abcde"))
    same(post(b"Content-Length: 16385", b"x" * 16385)[0], 413, "too much")
    for unclear in (b"Content-Length: 5\r\nTransfer-Encoding: chunked",
                    b"Content-Length: 5\r\nContent-Length: 5", b"Content-Length: +5",
                    b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked\r\n"
                    b"Transfer-Encoding: chunked"):
        code, _ = post(unclear, b"5\r\nhello\r\n0\r\n\r\n")
        check(code in (None, 400, 405, 413), f"{unclear} is answered by {code}")
    one = echo.connect()
    one.send(b"DELETE /body HTTP/1.1\r\nHost: localhost\r\n\r\n")
    same(one.head(), 200, "DELETE")
    one = echo.connect()
    one.send(b"POST /body HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\nhi")
    same(one.head(), 421, "a foreign host")
    holds(text(echo.get("/").body()), "<title>Yardstick</title>")
    echo.stop()


@claim("a stream goes on while it is taken, and ends when too much waits")
def _(home):
    echo = Echo(home)
    good, bad = echo.connect(), echo.connect(buffer=4096)
    for one in (good, bad):
        one.send(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        same(one.head(), 200)
    start, heard = time.monotonic(), 0
    while time.monotonic() - start < 6:
        check(good.more(), "the stream ends")
        heard += len(good.heard)
        good.heard = b""
    check(heard > 1 << 20, f"only {heard} bytes")
    while bad.more():
        check(len(bad.heard) < 16 << 20, "who takes nothing is not cut off")
    good.close()
    same(echo.get("/wait").code, 200)
    echo.stop()


# ---- TLS ----

def certificate(home, name, days="30"):
    """A new certificate that it signed itself: the names of its files."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-days", days, "-subj", f"/CN={name}", "-addext",
                    "subjectAltName=DNS:localhost", "-keyout", f"{name}.key", "-out", f"{name}.pem"],
                   cwd=home.folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return home.path(f"{name}.pem"), home.path(f"{name}.key")


def trusting(*files):
    context = ssl.create_default_context()
    for file in files:
        context.load_verify_locations(file)
    return context


def secure(home, name="first"):
    files = certificate(home, name)
    echo = Echo(home, "--certificate", files[0], "--key", files[1])
    return echo, files, trusting(files[0])


@claim("with a certificate pages and sockets come by TLS 1.2 and newer only")
def _(home):
    echo, _, context = secure(home)
    holds(text(echo.get("/", tls=context).body()), "<title>Yardstick</title>")
    one = echo.open(tls=context)
    for size in (0, 1, 100, MESSAGE_MAX):
        same(one.ask("x" * size), "x" * size)
    one.send(frame(b"x", PING) + frame("y", fin=False) + frame("z", CONTINUATION))
    same([one.frame(), one.hear()], [(PONG, b"x"), "yz"])
    one.send(close_frame())
    same(one.hear().code, 1000)
    check(one.has_ended(2), "it goes on")
    one = echo.open(tls=context)
    one.send(frame("x", mask=None))
    same(one.hear().code, 1002, "a bad frame")
    one = echo.connect(tls=context)
    one.send(request("/echo") + frame("early"))
    same((one.head(), one.hear()), (101, "early"), "a frame with the handshake")
    newest = trusting(home.path("first.pem"))
    newest.maximum_version = ssl.TLSVersion.TLSv1_2
    same(echo.open(tls=newest).socket.version(), "TLSv1.2")
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    try:
        echo.connect(tls=old)
        check(False, "TLS 1.1 is spoken")
    except ssl.SSLError:
        pass
    plain = echo.connect()
    plain.send(request("/echo"))
    check(plain.head() is None, "plain words are answered")
    echo.stop()


@claim("a slow client, a flood and many idle ones by TLS stay within their bounds, too")
def _(home):
    echo, _, context = secure(home)
    one = echo.open(tls=context)
    count = 50 if QUICK else 300
    before = echo.memory()
    many = [echo.open(tls=context) for _ in range(count)]
    for client in many:
        same(client.ask("x" * 5000), "x" * 5000)
    each = (echo.memory() - before) / count
    print(f"# {each:.1f} kB each")
    check(each < (200 if QUICK else 40), f"{each:.1f} kB each")
    one.say("flood 20000")
    while isinstance(got := one.hear(), str):
        pass
    same(got.code, 1008, "the code")
    for client in many:
        client.close()
    echo.stop()


@claim("a TLS handshake that is not finished in ten seconds is cut off")
def _(home):
    echo, _, context = secure(home)
    silent, half = echo.connect(), echo.connect()
    half.send(b"\x16\x03\x01\x02\x00\x01")
    start = time.monotonic()
    idle = echo.connect(tls=context)
    for one in (silent, half):
        check(one.has_ended(15), "it waits for ever")
    took = time.monotonic() - start
    check(9 < took < 14, f"it was cut off after {took:.1f} s")
    idle.send(request("/echo"))
    same(idle.head(), 101, "who has shaken hands may wait longer")
    echo.stop()


@claim("SIGHUP takes a new certificate; a bad one is reported, and the old one stays")
def _(home):
    echo, files, first = secure(home)
    old = echo.open(tls=first)
    new = certificate(home, "second")
    second = trusting(new[0])

    def reload():
        """Sends the signal; the new line of the journal."""
        count = len(echo.journal())
        echo.process.send_signal(signal.SIGHUP)
        check(until(lambda: len(echo.journal()) > count), "nothing is said about it")
        return echo.journal()[-1]

    def put(certificate_file, key_file):
        for source, target in ((certificate_file, files[0]), (key_file, files[1])):
            with open(target, "wb") as file:
                file.write(source if isinstance(source, bytes) else home.read(source))

    put("second.pem", "second.key")
    said = reload()
    same((said["event"], "problem" in said), ("certificate", False), "what is said")
    same(echo.open(tls=second).ask("hello"), "hello", "by the new certificate")
    same(old.ask("hello"), "hello", "on a connection of before")
    third = certificate(home, "third")
    for bad in ((b"nonsense", "third.key"), ("third.pem", b""), ("third.pem", "second.key")):
        put(*bad)
        holds(reload()["problem"], "first.")
        same(echo.open(tls=second).ask("hello"), "hello", "after a bad one")
    os.unlink(files[0])
    holds(reload()["problem"], "cannot read the certificate")
    put("third.pem", "third.key")
    check("problem" not in reload(), "the third is not taken")
    same(echo.open(tls=trusting(third[0])).ask("hello"), "hello", "by the third")
    ran = echo.stop()
    check("PRIVATE" not in ran.err, "a key is in the journal")


@claim("a certificate that cannot be used is an error at the start")
def _(home):
    files = certificate(home, "good")
    home.write("bad.pem", "nonsense")
    other = certificate(home, "other")
    for case, words in (((home.path("bad.pem"), files[1]), "bad.pem: cannot read the certificate"),
                        ((files[0], home.path("none.key")), "none.key: cannot use the key"),
                        ((files[0], other[1]), "other.key")):
        ran = home.run("--certificate", case[0], "--key", case[1]).ended(1)
        holds(ran.err, words)


# ---- the end ----

@claim("at the end sockets hear last words and 1012, answers are finished, and the port is free")
def _(home):
    for tls in (False, True):
        echo, _, context = secure(home) if tls else (Echo(home), None, None)
        sockets = [echo.open(tls=context) for _ in range(20)]
        waiting = echo.connect(tls=context)
        answer = echo.connect(tls=context)
        answer.send(b"GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.2)
        start = time.monotonic()
        echo.process.send_signal(signal.SIGTERM)
        for one in sockets:
            same(json.loads(one.hear())["code"], "restart", "the last words")
            same(one.hear().code, 1012, "the code")
            one.send(close_frame(1012))
            check(one.has_ended(2), "it goes on")
        check(waiting.has_ended(2), "who waits for nothing is not sent away")
        try:
            echo.connect()
            check(False, "somebody is let in")
        except ConnectionRefusedError:
            pass
        same((answer.head(), answer.body()), (200, b"at last"), "the answer that was begun")
        echo.end().ended(0)
        took = time.monotonic() - start
        check(took < 3, f"it took {took:.1f} s")


@claim("whoever does not answer at the end is waited for five seconds, and not for a second signal")
def _(home):
    for signals in (1, 2):
        echo = Echo(home)
        rude = [echo.open() for _ in range(3)]
        stream = echo.connect()
        stream.send(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        stream.head()
        start = time.monotonic()
        for _ in range(signals):
            echo.process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        echo.end().ended(0)
        took = time.monotonic() - start
        check(took < 2 if signals == 2 else 4 < took < 7, f"it took {took:.1f} s")
        same(json.loads(rude[0].hear())["code"], "restart")


if __name__ == "__main__":
    main()
