#!/usr/bin/env python3
"""The transport over TLS, and shutdown with and without TLS.

usage: tls_test.py ECHO"""
import json
import os
import signal
import ssl
import subprocess
import warnings

from ws import CONTINUATION, PING, PONG, close_frame, frame, request
from tap import SANITIZED, check, claim, holds, main, same, text, until
from echo import MESSAGE_MAX, Echo


# ---- TLS ----

def certificate(home, name, days="30"):
    """Makes a self-signed certificate; returns the paths of the certificate and its key."""
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


def secure(home, *options):
    files = certificate(home, "first")
    echo = Echo(home, "--certificate", files[0], "--key", files[1], *options)
    return echo, files, trusting(files[0])


@claim("with a certificate, pages and sockets are served over TLS 1.2 and newer only")
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
    check(one.has_ended(4), "it goes on")  # the server waits five seconds for a client that never answers
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


@claim("over TLS, responses carry Strict-Transport-Security, except for localhost")
def _(home):
    echo, _, context = secure(home)

    def said(host, target=b"/"):
        one = echo.connect(tls=context)
        one.send(b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (target, host))
        check(one.head() in (200, 404), one.code)
        return one.headers.get("strict-transport-security")

    same(said(b"127.0.0.1"), "max-age=31536000", "a page")
    same(said(b"127.0.0.1", b"/nothing"), "max-age=31536000", "what is not there")
    same(said(b"localhost"), None, "localhost")
    one = echo.connect(tls=context)
    one.send(b"nonsense\r\n\r\n")
    same((one.head(), one.headers["content-type"]), (400, "application/problem+json"), "nonsense")
    echo.stop()


@claim("over TLS, too, a rejected request gets one answer, and the connection ends")
def _(home):
    echo, _, context = secure(home)
    for words in (b"nonsense\r\n\r\n", b"FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                  b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"):
        one = echo.connect(tls=context)
        one.send(words)
        check(one.head() >= 400, one.code)
        answer = one.take(int(one.headers["content-length"]))
        check("detail" in json.loads(text(answer)), answer)
        check(one.has_ended(), f"{words[:8]} is answered again and again")
    echo.stop()


@claim("without TLS, responses carry no Strict-Transport-Security")
def _(home):
    plain = Echo(home)
    one = plain.connect()
    one.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    same((one.head(), one.headers.get("strict-transport-security")), (200, None), "without TLS")
    plain.stop()


@claim("over TLS, too, idle clients take little memory and slow ones are dropped")
def _(home):
    echo, _, context = secure(home)
    one = echo.open(tls=context)
    count = 50
    before = echo.memory()
    many = [echo.open(tls=context) for _ in range(count)]
    for client in many:
        same(client.ask("x" * 5000), "x" * 5000)
    each = (echo.memory() - before) / count
    print(f"# {each:.1f} kB each")
    check(each < (200 if SANITIZED else 40), f"{each:.1f} kB each")
    one.say("flood 20000")
    while isinstance(got := one.hear(), str):
        pass
    same(got.code, 1008, "the code")
    for client in many:
        client.close()
    echo.stop()


@claim("a TLS handshake not finished within ten seconds is cut off")
def _(home):
    echo, _, context = secure(home)
    silent, half = echo.connect(), echo.connect()
    half.send(b"\x16\x03\x01\x02\x00\x01")
    idle = echo.connect(tls=context)
    echo.clock.stop()
    echo.clock.forward(8)
    for _ in range(2):
        echo.open(tls=context).close()
    check(silent.is_silent() and half.is_silent(), "it was cut off too soon")
    for _ in range(4):  # the server checks once a second and counts whole seconds
        echo.clock.forward(1)
        echo.open(tls=context).close()
    for one in (silent, half):
        check(one.has_ended(), "it waits for ever")
    idle.send(request("/echo"))
    same(idle.head(), 101, "after the handshake, a client may wait longer")
    echo.stop()


@claim("SIGHUP loads a new certificate; a bad one is reported and the old one stays")
def _(home):
    echo, files, first = secure(home)
    old = echo.open(tls=first)
    new = certificate(home, "second")
    second = trusting(new[0])

    def reload():
        """Sends SIGHUP; returns the resulting journal entry."""
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
    holds(reload()["problem"], "can't read the certificate")
    put("third.pem", "third.key")
    check("problem" not in reload(), "the third is not taken")
    same(echo.open(tls=trusting(third[0])).ask("hello"), "hello", "by the third")
    ran = echo.stop()
    check("PRIVATE" not in ran.err, "a key is in the journal")


@claim("an unusable certificate or key is a startup error")
def _(home):
    files = certificate(home, "good")
    home.write("bad.pem", "nonsense")
    other = certificate(home, "other")
    for case, words in (((home.path("bad.pem"), files[1]), "bad.pem: can't read the certificate"),
                        ((files[0], home.path("none.key")), "none.key: can't use the key"),
                        ((files[0], other[1]), "other.key")):
        ran = home.run("--certificate", case[0], "--key", case[1]).ended(1)
        holds(ran.err, words)


# ---- shutdown ----

@claim("on shutdown, sockets get a bye and 1012, responses are completed, and the port is closed")
def _(home):
    for tls in (False, True):
        patient = ("--goodbye", "600")  # so that anything that ends sooner has not timed out
        echo, _, context = secure(home, *patient) if tls else (Echo(home, *patient), None, None)
        sockets = [echo.open(tls=context) for _ in range(20)]
        waiting = echo.connect(tls=context)
        answer = echo.connect(tls=context)
        answer.send(b"GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for one in sockets[:2]:  # once these are answered, the server has read the request
            same(one.ask("hello"), "hello")
        echo.clock.stop()
        echo.process.send_signal(signal.SIGTERM)
        for one in sockets:
            same(json.loads(one.hear())["code"], "restart", "the last words")
            same(one.hear().code, 1012, "the code")
            one.send(close_frame(1012))
            check(one.has_ended(), "it goes on")
        check(waiting.has_ended(), "who waits for nothing is not sent away")
        try:
            echo.connect()
            check(False, "somebody is let in")
        except ConnectionRefusedError:
            pass
        echo.clock.forward(1.1)
        same((answer.head(), answer.body()), (200, b"at last"), "the answer that was begun")
        echo.clock.run()
        echo.end_well()


@claim("shutdown waits three seconds for silent clients; a second signal ends the wait")
def _(home):
    for signals in (1, 2):
        echo = Echo(home, *(("--goodbye", "600") if signals == 2 else ()))
        rude = [echo.open() for _ in range(3)]
        stream = echo.connect()
        stream.send(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        stream.head()
        echo.clock.stop()
        echo.process.send_signal(signal.SIGTERM)
        same(json.loads(rude[0].hear())["code"], "restart")
        if signals == 1:
            echo.clock.forward(2.5)
            rude[1].send(close_frame(1012))
            while isinstance(rude[1].hear(), str):
                pass
            check(rude[1].has_ended() and echo.process.poll() is None, "it does not wait")
            echo.clock.forward(0.7)
        else:
            echo.process.send_signal(signal.SIGTERM)
        check(until(lambda: echo.process.poll() is not None), "it does not end")
        echo.end().ended(0)


if __name__ == "__main__":
    main()
