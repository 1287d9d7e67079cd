#!/usr/bin/env python3
"""Limits on what clients can cost the server: slow clients, many clients at once, large bodies, streams.

usage: limits_test.py ECHO"""
import contextlib
import resource

from ws import frame, request
from tap import LONG, SANITIZED, check, claim, holds, main, same, text, until
from echo import Echo


def is_asleep(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0] == "S"


# ---- slow clients ----

@claim("a client that reads nothing is dropped once a megabyte is unread, and memory stays bounded")
def _(home):
    echo = Echo(home)
    one = echo.open()
    before = echo.memory()
    slow = [echo.open(buffer=4096) for _ in range(10)]
    for client in slow:
        client.say("flood 20000")
    same(one.ask("hello"), "hello", "somebody else")
    used = echo.memory() - before
    check(used < (10 * 1024 + 8192) * (3 if SANITIZED else 1), f"{used} kB for ten slow clients")
    heard = 0
    for client in slow[:1]:  # one starts to read: it gets part of the data, and the reason for the close
        while isinstance(got := client.hear(), str):
            heard += len(got)
        same(got.code, 1008, "the code")
        holds(got.reason, "too slow")
    check(1 << 19 < heard < 8 << 20, f"{heard} bytes were heard")
    for client in slow[1:]:  # the others are disconnected
        check(echo.clock.forward_until(lambda: echo.files() < 20), "they are still there")
    echo.stop()


@claim("a thousand half-open connections and a hundred slow ones block nobody")
def _(home):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    echo = Echo(home)
    one = echo.open()
    one.ask("hello")
    before = echo.memory()
    slow = [echo.connect() for _ in range(100)]
    half = [echo.connect() for _ in range(1000)]
    inside = [echo.open() for _ in range(100)]
    for client in slow:
        client.send(b"GET /echo HTTP/1.1\r\nHost: localhost\r\n")
    echo.clock.stop()  # timeouts now depend on forward() alone
    for step in range(14):
        for client in slow[10:]:  # the first ten send half a request and no more
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                client.send(b"X: y\r\n")
        if step == 9:
            check(all(client.is_silent() for client in slow), "they are cut off before ten seconds")
        for client in inside:
            client.send(frame("x" * 100)[step:step + 1])
        same(one.ask("hello"), "hello")
        echo.clock.forward(1)
    step += 1
    used = echo.memory() - before
    check(used < 16384 * (8 if SANITIZED else 1), f"{used} kB for 1,200 connections")
    check(all(client.has_ended() for client in slow), "slow requests are not cut off")
    same(echo.clock.during(lambda: echo.get("/wait").code), 200, "a request")
    for client in inside:
        client.send(frame("x" * 100)[step:])
        same(client.hear(), "x" * 100, "a message that took long")
    for client in half + slow + inside:
        client.close()
    echo.stop()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@claim("an idle socket takes only a few kilobytes")
def _(home):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    echo = Echo(home)
    echo.open().ask("hello")
    count = 2000 if LONG else 500
    before = echo.memory()
    many = [echo.open() for _ in range(count)]
    for one in many:
        same(one.ask("x" * 5000), "x" * 5000)
    each = (echo.memory() - before) / count
    print(f"# {each:.1f} kB each")
    check(each < (40 if SANITIZED else 5), f"{each:.1f} kB each")
    for one in many:
        one.close()
    echo.stop()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# ---- limits ----

@claim("at the connection limit, sockets stay and idle connections give way")
def _(home):
    echo = Echo(home, "--connections", "20")
    sockets = [echo.open() for _ in range(15)]
    waiting = [echo.connect() for _ in range(20)]
    same(echo.get("/wait").code, 200, "one more")
    for one in sockets:
        same(one.ask("hello"), "hello")
    check(waiting[0].has_ended(), "the oldest is still there")
    more = [echo.open() for _ in range(5)]
    late = echo.connect()  # no room left: it waits
    late.send(request("/echo"))
    for one in sockets[:2]:
        echo.clock.forward(1.5)
        same(one.ask("hello"), "hello")
    check(late.is_silent(), "more than there is room for")
    more[0].close()
    late.head()
    same(late.code, 101, "when there is room")
    for one in sockets + more[1:]:
        same(one.ask("hello"), "hello")
    echo.stop()


@claim("connections per address are limited, except from this machine")
def _(home):
    echo = Echo(home, "--lan", "--per-address", "5")
    here = [echo.open() for _ in range(10)]
    there = [echo.open(source="127.0.0.2") for _ in range(5)]
    extra = echo.connect(source="127.0.0.2")
    check(extra.has_ended(), "one more is let in")
    others = [echo.open(source="127.0.0.3") for _ in range(5)]
    for one in here + there + others:
        same(one.ask("hello"), "hello")
    before = echo.files()
    there[0].close()
    check(until(lambda: echo.files() < before), "it is not noticed")
    same(echo.open(source="127.0.0.2").ask("hello"), "hello", "in place of one that left")
    echo.stop()


@claim("if it runs out of file descriptors, the server waits without spinning, and resumes when some are free")
def _(home):
    echo = Echo(home, "--connections", "1000",
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
    many = [echo.connect() for _ in range(60)]
    looks = []

    def rests():
        looks.append(is_asleep(echo.process))
        return len(looks) >= 30 and all(looks[-30:])

    check(until(rests), f"it is awake in {looks.count(False)} of {len(looks)} looks")
    for one in many:
        one.close()
    same(echo.open().ask("hello"), "hello", "when there is room")
    echo.stop()


# ---- requests ----

@claim("bodies of up to 16 kB, plain or chunked, arrive whole; ambiguous lengths are refused")
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
                    b"Transfer-Encoding: chunked", b"Transfer-Encoding : chunked",
                    b"Content-Length: 5\r\nTransfer-Encoding\t: chunked"):
        code, _ = post(unclear, b"5\r\nhello\r\n0\r\n\r\n")
        check(code in (None, 400, 413), f"{unclear} is answered by {code}")
    one = echo.connect()
    one.send(b"DELETE /body HTTP/1.1\r\nHost: localhost\r\n\r\n")
    same(one.head(), 200, "DELETE")
    one = echo.connect()
    one.send(b"POST /body HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\nhi")
    same(one.head(), 421, "a foreign host")
    holds(text(echo.get("/").body()), "<title>Yardstick</title>")
    echo.stop()


@claim("a stream continues while the client reads it, and ends when too much is unread")
def _(home):
    echo = Echo(home)
    good, bad = echo.connect(), echo.connect(buffer=4096)
    for one in (good, bad):
        one.send(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        same(one.head(), 200)
    heard = 0
    while heard < 6 << 20:  # takes minutes on the server's clock; some data is always unsent
        echo.clock.forward(0.5)
        check(good.more(), "the stream ends")
        heard += len(good.heard)
        good.heard = b""
    while bad.more():
        check(len(bad.heard) < 16 << 20, "who takes nothing is not cut off")
    good.close()
    same(echo.get("/wait").code, 200)
    echo.stop()


if __name__ == "__main__":
    main()
