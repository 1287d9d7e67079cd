#!/usr/bin/env python3
"""WebSockets over real sockets: handshakes, messages, every kind of bad frame, closing, pings.

usage: socket_test.py ECHO"""
import contextlib
import json
import random
import socket

from ws import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, close_frame, frame, request
from tap import PATIENCE, check, claim, holds, main, same, until
from echo import MESSAGE_MAX, Echo


# ---- handshakes ----

@claim("handshake headers are case-insensitive, and yardstick.1 is chosen if offered")
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


@claim("a malformed handshake is refused with a reason")
def _(home):
    echo = Echo(home)
    cases = [
        (400, "HTTP/1.1", {"version": "HTTP/1.0"}),
        (400, "The Upgrade header must say 'websocket'.", {"headers": {"Upgrade": "h2c"}}),
        (400, "The Upgrade header must say 'websocket'.", {"headers": {"Upgrade": None}}),
        (400, "The Connection header must say 'Upgrade'.", {"headers": {"Connection": "keep-alive"}}),
        (400, "The Connection header must say 'Upgrade'.", {"headers": {"Connection": "Upgraded"}}),
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


@claim("frames sent along with the handshake, or byte by byte, are received")
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

@claim("messages are echoed intact: empty, of any length, in any script, whole or fragmented")
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


@claim("a message may have 64 fragments and 8,256 bytes; one more of either closes the socket with 1009")
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


@claim("invalid frames close only their own connection, with the right code")
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


@claim("the close code arrives even while the client is still sending a lot")
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


# ---- closing ----

@claim("a close frame is answered with the same code, and the connection ends")
def _(home):
    echo = Echo(home)
    for code in (1000, 1001, 1007, 1011, 1014, 3000, 4999):
        one = echo.open()
        one.send(close_frame(code, "good-bye"))
        same(one.hear().code, code, "the answer")
        check(one.has_ended(4), "it goes on")
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


@claim("after sending a close frame, the server waits five seconds for the answer and ignores messages")
def _(home):
    echo = Echo(home)
    polite, rude = echo.open(), echo.open()
    echo.clock.stop()
    for one in (polite, rude):
        one.say("close 4321")
        closed = one.hear()
        same((closed.code, closed.reason), (4321, "as you wish"))
        one.say("is anybody there?")
    polite.send(close_frame(4321))
    check(polite.has_ended(), "it goes on, or says more, after both have said close")
    echo.seconds(4)
    check(rude.is_silent(), "it does not wait")
    echo.seconds(2)
    check(rude.has_ended(), "it waits until a ping is not answered")
    echo.stop()


@claim("clients that vanish without closing leave nothing behind")
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

@claim("pings are answered with their payload")
def _(home):
    echo = Echo(home)
    one = echo.open()
    for payload in (b"", b"x", b"\0\xff" * 62):
        one.send(frame(payload, PING))
        same(one.frame(), (PONG, payload))
    one.send(frame(b"nobody asked", PONG))
    same(one.ask("hello"), "hello")
    echo.stop()


@claim("clients that answer pings stay; those that do not are dropped")
def _(home):
    echo = Echo(home)
    alive, dead, silent = echo.open(), echo.open(), echo.open()
    echo.clock.stop()
    echo.seconds(1)
    for _ in range(3):
        echo.seconds(23)
        check(alive.is_silent(), "it asks too often")
        echo.seconds(2)
        same(alive.frame(), (PING, b""))
        alive.send(frame(b"", PONG))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            dead.say("talking is not answering")
        same(alive.ask("hello"), "hello")
    same(silent.frame(), (PING, b""))
    check(silent.has_ended(), "the silent one is still there")
    while dead.frame():
        pass
    check(dead.ended, "who does not answer is still there")
    echo.stop()


if __name__ == "__main__":
    main()
