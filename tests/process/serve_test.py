#!/usr/bin/env python3
"""The page as `yard serve` serves it over HTTP, on real sockets.

usage: serve_test.py YARD"""
import contextlib
import fcntl
import gzip
import os
import pty
import re
import resource
import select
import signal
import socket
import subprocess
import time

from disks import as_nobody
from serving import Line, Server
from tap import PATIENCE, check, claim, holds, main, read_json, same, text, until

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

STRICT = {
    "content-security-policy":
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
}

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".svg": "image/svg+xml",
         ".png": "image/png", ".webmanifest": "application/manifest+json",
         ".txt": "text/plain; charset=utf-8"}


def strict(answer):
    """Checks the headers that every response must have."""
    for name, value in STRICT.items():
        same(answer.headers.get(name), value, name)
    policy = answer.headers["permissions-policy"]
    holds(policy, "screen-wake-lock=(self)")
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        check(f"{feature}=()" in policy, f"{feature} is not off in", policy)
    same(answer.headers.get("vary"), "Accept-Encoding" if answer.code < 400 else "Accept", "vary")
    check("date" in answer.headers, "no date")
    check("server" not in answer.headers, "it says what it is")
    return answer


def problem(answer, code=None):
    """Checks that an error response is a JSON problem; browsers that ask for a page get plain text instead."""
    same(answer.headers["content-type"], "application/problem+json", "its type")
    said = read_json(answer.body)
    same(list(said), ["type", "title", "status", "detail", "code", "said"], "what it says")
    check(said["said"][said["detail"]]["key"], "the sentence has no key:", said)
    same((said["status"], said["type"]), (answer.code, f"/problems/{said['code']}"), "the problem")
    same(said["code"], code or said["code"], "the code")
    check(said["detail"] and answer.headers["x-content-type-options"] == "nosniff", said)
    return said


def site(home):
    """The uncompressed files of the site, by name."""
    home.run("page", "--out", "site").ended(0)
    found = {}
    for place, _, names in os.walk(home.path("site")):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), home.path("site"))
            if not name.endswith((".br", ".gz")) and name != "yard-page.txt":
                found[path] = home.read("site/" + path)
    return found


def unpacked(answer):
    coding = answer.headers.get("content-encoding")
    if coding == "gzip":
        return gzip.decompress(answer.body)
    if coding == "br":
        return subprocess.run(["brotli", "-d", "-c"], input=answer.body, check=True,
                              stdout=subprocess.PIPE).stdout
    same(coding, None, "the coding")
    return answer.body


# ---- files ----

@claim("every file is served in every encoding with the right type, caching and tag")
def _(home):
    files, server = site(home), Server(home)
    for name, data in files.items():
        tags = set()
        for accepted in ("br", "gzip", "identity"):
            answer = strict(server.ask("/" + name, f"Accept-Encoding: {accepted}"))
            same(answer.code, 200, name)
            same(unpacked(answer), data, f"{name} by {accepted}")
            same(answer.headers["content-type"], TYPES[os.path.splitext(name)[1]], name)
            same(answer.headers["cache-control"], "public, max-age=31536000, immutable"
                 if name.startswith("chunks/") else "no-cache", name)
            tag = answer.headers["etag"]
            check(re.fullmatch(r'"[0-9a-f]{32}"', tag), tag)
            tags.add((answer.headers.get("content-encoding"), tag))
        same(len({tag for _, tag in tags}), len(tags), f"the number of different tags of {name}")
        if name.endswith((".wasm", "app.js")):
            same(len(tags), 3, f"the number of codings of {name}")
    same(server.ask("/").body, files["index.html"], "the page")
    server.stop().ended(0)


@claim("the best accepted encoding is chosen, even across several header lines")
def _(home):
    server = Server(home)
    for headers, coding in ((["Accept-Encoding: gzip, deflate, br, zstd"], "br"),
                            (["Accept-Encoding: gzip;q=1.0, br;q=0.5"], "gzip"),
                            (["accept-encoding: gzip;q=0.2", "Accept-Encoding: br;q=0.1"], "gzip"),
                            (["Accept-Encoding: br;q=0, *;q=0.3"], "gzip"),
                            (["Accept-Encoding: nonsense;q=x"], None), ([], None)):
        answer = strict(server.ask("/core.wasm", *headers))
        same(answer.headers.get("content-encoding"), coding, headers)
    server.stop().ended(0)


@claim("HEAD is answered like GET, but without the body")
def _(home):
    server = Server(home)
    for target in ("/", "/core.wasm", "/nothing"):
        get = server.ask(target, "Accept-Encoding: br")
        line = server.line()
        for _ in range(2):  # a body would be read as the next response
            line.send(f"HEAD {target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n")
            head = strict(line.answer(head=True))
            same(head.code, get.code, "the code")
            for name in get.headers:
                if name != "date":
                    same(head.headers.get(name), get.headers[name], name)
        line.close()
    server.stop().ended(0)


@claim("If-None-Match gives 304 for the current tag, alone or among others, and for *")
def _(home):
    server = Server(home)
    for name in ("", "core.wasm"):
        tag = server.ask("/" + name, "Accept-Encoding: br").headers["etag"]
        for said in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            answer = strict(server.ask("/" + name, "Accept-Encoding: br", f"If-None-Match: {said}"))
            same((answer.code, answer.headers["etag"], answer.body), (304, tag, b""), said)
            check("content-type" not in answer.headers, "a type of nothing")
            holds(answer.headers["cache-control"], "no-cache")
        for said in ('"x"', tag.strip('"'), ""):
            answer = server.ask("/" + name, "Accept-Encoding: br", f"If-None-Match: {said}")
            same(answer.code, 200, said)
        answer = server.ask("/" + name, "Accept-Encoding: gzip", f"If-None-Match: {tag}")
        same(answer.code, 200, "another coding")
        answer = server.ask("/" + name, 'If-None-Match: "x"', f"If-None-Match: {tag}",
                            "Accept-Encoding: br")
        same(answer.code, 304, "tags in two lines")
    server.stop().ended(0)


@claim("a connection serves many requests, even pipelined ones")
def _(home):
    server = Server(home)
    line = server.line()
    for target in ("/", "/nothing", "/core.wasm", "/") * 5:
        line.send(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n")
        same(line.answer().code, 404 if target == "/nothing" else 200, target)
    line.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
    for _ in range(20):
        same(line.answer().code, 200, "a request among many")
    line.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    same(line.answer().headers["connection"], "close", "the last one")
    check(line.has_ended(), "it goes on")
    line = server.line()
    line.send("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
    same(line.answer().code, 200, "a request of an old client")
    check(line.has_ended(), "it goes on")
    server.stop().ended(0)


# ---- refusals ----

@claim("a 404 is a JSON problem, or plain text for browsers, and is never cached")
def _(home):
    server = Server(home)
    for target in ("/nothing", "//", "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/index.html%00",
                   "/./", "/core.wasm.br", "/index.html/", "/%2e%2e/", "/~", "//localhost/app.js"):
        answer = strict(server.ask(target))
        same(answer.code, 404, target)
        same(answer.headers["cache-control"], "no-store", "how it is kept")
        holds(problem(answer, "absent")["detail"], "Go to / to play.")
    for accept, html in (("text/html,application/xhtml+xml,*/*;q=0.8", True), ("TEXT/HTML", True),
                         ("text/html;q=0", False), ("*/*", False), ("application/json", False)):
        answer = strict(server.ask("/nothing", f"Accept: {accept}"))
        same(answer.code, 404, "the code")
        if html:
            same(answer.headers["content-type"], "text/plain; charset=utf-8", "its type")
            same(text(answer.body), "There's no page with that name. Go to / to play.\n", "it")
        else:
            problem(answer, "absent")
    for target in ("/?x=1", "/?", "http://localhost/", "http://127.0.0.1:1/index.html?q"):
        same(strict(server.ask(target)).code, 200, target)
    server.stop().ended(0)


@claim("known methods other than GET and HEAD are refused with the list of allowed ones")
def _(home):
    server = Server(home)
    for method, target, more in (("POST", "/", ["Content-Length: 3", "", "abc"]),
                                 ("PUT", "/app.js", ["Content-Length: 0"]), ("DELETE", "/", []),
                                 ("OPTIONS", "*", []), ("TRACE", "/", []), ("PATCH", "/", []),
                                 ("CONNECT", "localhost:80", [])):
        line = server.line()
        line.send("\r\n".join([f"{method} {target} HTTP/1.1", "Host: localhost", *more]) +
                  ("\r\n\r\n" if "" not in more else ""))
        answer = strict(line.answer())
        same((answer.code, answer.headers["allow"]), (405, "GET, HEAD"), method)
        problem(answer, "method")
        if method != "CONNECT":
            check(line.has_ended(), "it goes on")
        line.close()
    answer = server.ask("/", method="BREW")
    same(answer.code, 501, "an unknown method")
    problem(answer, "request")
    for body in (["Content-Length: 3", "", "abc"], ["Transfer-Encoding: chunked", "", "0", "", ""]):
        line = server.line()
        line.send("\r\n".join(["GET / HTTP/1.1", "Host: localhost", *body]))
        answer = strict(line.answer())
        same((answer.code, answer.headers["connection"]), (413, "close"), "GET with a body")
        check(line.has_ended(), "it goes on")
    answer = server.ask("/", "Content-Length: 99999999", method="POST")
    same(answer.code, 413, "a large body")
    problem(answer, "body")
    server.stop().ended(0)


@claim("a body is never parsed as a request")
def _(home):
    server = Server(home)
    hidden = "GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for method in ("GET", "HEAD", "DELETE", "OPTIONS"):
        line = server.line()
        line.send(f"{method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(hidden)}\r\n\r\n"
                  + hidden)
        line.answer(head=method == "HEAD")
        check(line.has_ended(), f"there is an answer to the body of {method}")
    server.stop().ended(0)


@claim("ambiguous or malformed headers are refused, and nothing after them is parsed as a request")
def _(home):
    server = Server(home)
    hidden = "GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for header in ("Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked",
                   f"Content-Length : {len(hidden)}",
                   f"Content-Length: {len(hidden)}\r\nContent-Length : 0",
                   "Content-Length: 0\r\nTransfer-Encoding: chunked", ": chunked",
                   "Transfer Encoding: chunked", "Transfer-Encoding\x0b: chunked", "X\x00Y: z",
                   "Tran\xe9sfer: x", "X: a\rTransfer-Encoding: chunked", "X: \x7f", "(X): y"):
        for method in ("GET", "POST"):
            line = server.line()
            line.send(f"{method} / HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n{hidden}")
            answer = line.answer()
            same(answer and answer.code, 400, f"the answer to {header!r}")
            problem(answer, "request")
            check(line.has_ended(), f"what follows {header!r} is answered")
            line.close()
    for header in ("X-Some_thing.1: y", "!#$%&'*+-.^_`|~: y", "X: a\tb", "X:", "X: \xe9"):
        same(server.ask("/", header).code, 200, f"the answer to {header!r}")
    server.stop().ended(0)


@claim("behind a proxy that terminates TLS, responses carry Strict-Transport-Security")
def _(home):
    def said(server, *headers, host="games.example"):
        answers = [server.ask(target, *headers, host=host) for target in ("/", "/no", "/api", "/api/x")]
        same([answer.code for answer in answers], [200, 404, 200, 404], "the answers")
        found = {answer.headers.get("strict-transport-security") for answer in answers}
        same(len(found), 1, "the answers are of one kind")
        return found.pop()

    server = Server(home, "--host", "games.example", "--proxy")
    by_tls = "X-Forwarded-Proto: https"
    same(said(server, by_tls), "max-age=31536000", "by TLS")
    same(said(server, "X-Forwarded-Proto: http"), None, "without TLS")
    same(said(server), None, "nothing is said")
    same(said(server, by_tls, host="localhost"), None, "localhost, which is shared with others")
    server.stop().ended(0)
    server = Server(home, "--host", "games.example")
    same(said(server, by_tls), None, "without --proxy")
    server.stop().ended(0)


@claim("an unknown host name is refused, and the message names the option that allows it")
def _(home):
    server = Server(home)
    for host in ("evil.example", "localhost.evil.example:80", "192.168.1.7", "[fd00::1]", "0.0.0.0",
                 "localhost:80:80", "user@localhost"):
        answer = strict(server.ask("/", host=host))
        same(answer.code, 421, host)
        check(b"<" not in answer.body, answer.body)
        problem(answer, "misdirected")
    holds(text(server.ask("/", host="evil.example").body), "yard serve --host evil.example")
    same(strict(server.ask("http://evil.example/", host="localhost")).code, 421, "a name in a target")
    for host in ("localhost", f"localhost:{server.port}", "127.0.0.1", "[::1]:80", "LOCALHOST"):
        same(server.ask("/", host=host).code, 200, host)
    same(strict(server.ask("/", host=None)).code, 400, "no name")
    same(strict(server.ask("/", "Host: localhost")).code, 400, "two names")
    server.stop().ended(0)
    server = Server(home, "--host", "games.example", "--host", "other")
    for host, code in (("games.example", 200), ("OTHER:443", 200), ("localhost", 200),
                       ("evil.example", 421), ("x.games.example", 421)):
        same(server.ask("/", host=host).code, code, host)
    server.stop().ended(0)


@claim("invalid HTTP closes its own connection and affects no other")
def _(home):
    server = Server(home)
    other = server.line()
    for words in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / FTP/1.0\r\n\r\n",
                  b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"\0" * 300 + b"\r\n",
                  b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b" / HTTP/1.1\r\n\r\n",
                  b"GET / HTTP/1.1\r\n folded: first\r\n\r\n",
                  b"GET /\0x HTTP/1.1\r\nHost: localhost\r\n\r\n",
                  b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                  b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                  b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                  b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
        line = server.line()
        line.send(words)
        line.socket.shutdown(socket.SHUT_WR)
        answer = line.answer()
        check(answer is None or answer.code in (400, 413, 501, 405), words, answer and answer.code)
        check(not answer or problem(answer), words)
        check(line.has_ended(), "it goes on after", words)
        line.close()
    other.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    same(other.answer().code, 200, "a request of somebody else")
    server.stop().ended(0)


@claim("headers are limited in length and number")
def _(home):
    server = Server(home)
    for words in ("GET /" + "x" * 100_000, "GET / HTTP/1.1\r\nX: " + "x" * 100_000,
                  "GET / HTTP/1.1\r\n" + "X: y\r\n" * 10_000):
        line = server.line()
        try:
            line.send(words + "\r\n\r\n")
        except OSError:  # the server may stop reading early
            pass
        try:
            answer = line.answer()
        except ConnectionResetError:
            answer = None
        check(answer is None or answer.code in (400, 413), answer and answer.code)
        line.close()
    same(server.ask("/", "X: " + "x" * 8000).code, 200, "a long header within the limit")
    same(server.ask("/", "X: " + "x" * 20_000).code, 400, "one beyond the limit")
    server.stop().ended(0)


# ---- many and slow clients ----

def ends_within(line, seconds):
    """Whether the server closes the connection in time."""
    ready, _, _ = select.select([line.socket], [], [], seconds)
    return bool(ready) and line.has_ended()


@claim("at the limit of open files, the connection that has been idle longest gives way")
def _(home):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    check(hard == resource.RLIM_INFINITY or hard >= 1400, "too few files may be open here:", hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1400), hard))
    files = (1100, 1100)  # a hundred are reserved for other uses
    server = Server(home,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, files))
    lines = []
    for i in range(1100):
        lines.append(server.line())
        if i % 50 == 49:  # these 50 are accepted before the next ones come
            same(server.ask("/").code, 200, "a request")
    same(server.ask("/").code, 200, "a request beyond all of them")
    check(ends_within(lines[0], 5), "the oldest is still there")
    lines[-1].send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    same(lines[-1].answer().code, 200, "a request of the newest")
    for line in lines:
        line.close()
    server.stop().ended(0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@claim("clients that do not read a response, or leave in the middle of one, affect no others")
def _(home):
    server = Server(home)
    for i in range(20):
        line = server.line()
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.send("GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
        line.socket.recv(10)
        if i % 2:
            line.close()
    same(server.ask("/").code, 200, "a request of somebody else")
    server.stop().ended(0)


# ---- ports, networks, shutdown ----

def own_addresses():
    """This machine's IPv4 addresses, except loopback and link-local ones."""
    done = subprocess.run(["hostname", "-I"], capture_output=True, encoding="ascii", check=False)
    return [word for word in done.stdout.split() if "." in word and not word.startswith("169.254.")]


def has_six():
    """Whether this machine has IPv6, at least on loopback."""
    with socket.socket(socket.AF_INET6) as trial:
        try:
            trial.bind(("::1", 0))
        except OSError:
            return False
    return True


@claim("by default, the server listens only on loopback, over IPv4 and IPv6")
def _(home):
    server = Server(home)
    for address in own_addresses():
        try:
            Line(server.port, address)
        except ConnectionRefusedError:
            continue
        check(False, f"{address} can be asked")
    for address in ("127.0.0.1", "::1") if has_six() else ("127.0.0.1",):
        line = Line(server.port, address)
        line.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        same(line.answer().code, 200, address)
    server.stop().ended(0)


@claim("--lan prints the network addresses, listens on them, and draws the first as a QR code")
def _(home):
    server = Server(home, "--lan")
    addresses = re.findall(r"^  (http://\S+/)$", server.words, re.M)
    same(sorted(a for a in addresses if "[" not in a),
         sorted(f"http://{own}:{server.port}/" for own in own_addresses()), "the addresses")
    for own in own_addresses():
        line = Line(server.port, own)
        line.send(f"GET / HTTP/1.1\r\nHost: {own}:{server.port}\r\n\r\n")
        same(line.answer().code, 200, own)
    same(server.ask("/", host=socket.gethostname()).code, 200, "its name")
    same(server.ask("/", host="evil.example").code, 421, "another name")
    if addresses:
        drawn = subprocess.run(["qrencode", "-t", "UTF8", "-l", "L", "-m", "2", "-o", "-",
                                addresses[0]], capture_output=True, check=True).stdout
        holds(server.words, f"Scan this code with a phone ({addresses[0]}):\n" + text(drawn))
    else:
        holds(server.words, "no address in a network")
    server.stop().ended(0)


def take_port(taken, port):
    """Occupies the port, or gives up if another process keeps it for too long."""
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    def listens():
        with contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", port))
            taken.listen()
            return True
        return False

    until(listens, 4)


@claim("a busy port is an error; without --port, the next free one is used and printed")
def _(home):
    first = Server(home)
    ran = home.run("serve", "--no-browser", "--port", str(first.port)).ended(1)
    holds(ran.err, f"yard: Another program is using port {first.port}.")
    same(ran.out, "", "what was printed")
    with socket.socket() as taken:
        take_port(taken, 8080)
        second = Server(home, port=())
        check(8080 < second.port < 8090, f"it is at port {second.port}")
        holds(second.words, f"Port 8080 is in use, so Yardstick uses port {second.port}.\n")
        same(second.ask("/").code, 200, "a request")
        third = Server(home, port=())
        check(second.port < third.port < 8090, f"it is at port {third.port}")
    for server in (first, second, third):
        server.stop().ended(0)


@claim("a port taken only on IPv6 counts as taken")
def _(home):
    if not has_six():
        print("# without IPv6")
        return
    with socket.socket(socket.AF_INET6) as taken:
        taken.bind(("::1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = home.run("serve", "--no-browser", "--port", str(port)).ended(1)
        holds(ran.err, f"Another program is using port {port}.")


@claim("the error for a privileged port names the port and the reason")
def _(home):
    with open("/proc/sys/net/ipv4/ip_unprivileged_port_start", encoding="ascii") as file:
        if int(file.read()) <= 1:
            print("# everybody may use every port here")
            return
    ran = home.run("serve", "--no-browser", "--port", "1", **as_nobody(home)).ended(1)
    holds(ran.err, "Can't listen on port 1: Permission denied.")


@claim("SIGTERM and SIGINT shut the server down cleanly within five seconds, even when it is busy")
def _(home):
    for number in (signal.SIGTERM, signal.SIGINT):
        server = Server(home)
        start = time.monotonic()
        server.stop(number).ended(0)
        alone = time.monotonic() - start  # takes a while with sanitizers on a busy machine
        server = Server(home)
        lines = [server.line() for _ in range(4)]
        lines[1].send("GET / HT")
        lines[2].send("GET /core.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        lines[3].send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        lines[3].answer()
        start = time.monotonic()
        ran = server.stop(number).ended(0)
        check(time.monotonic() - start < 5 + alone, "it took its time")
        same((ran.out, ran.err), ("", ""), "its last words")
        again = Server(home, port=("--port", str(server.port)))  # the port is free again
        again.stop().ended(0)


@claim("yard serve without options, as make play runs it, serves the page")
def _(home):
    server = Server(home, verb=("serve",), port=())
    holds(text(server.ask("/").body), "<title>Yardstick</title>")
    server.stop().ended(0)


@claim("failing to print the address is an error")
def _(home):
    with open("/dev/full", "wb") as full:
        ran = home.run("serve", "--no-browser", "--port", "0", stdout=full).ended(1)
    holds(ran.err, "Can't write the output: No space left on device.")


# ---- terminals and browsers ----

@contextlib.contextmanager
def on_terminal(home, *args, terminal=True, **env):
    """Runs yard serve on a terminal (or with its output in a pipe), yields the output so far, and stops the server
    afterwards."""
    here, there = pty.openpty() if terminal else os.pipe()
    fcntl.fcntl(here, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
    env = {**{name: value for name, value in home.env.items()
              if name not in ("CI", "DISPLAY", "WAYLAND_DISPLAY")}, **env}
    with subprocess.Popen([home.yard, "serve", "--port", "0", *args], stdout=there, env=env,
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          cwd=home.folder) as process:
        try:
            words = b""
            while b"Press Ctrl-C to stop." not in words:
                words += os.read(here, 4096)
            yield text(words)
        finally:
            start = time.monotonic()
            process.terminate()
            code, err = process.wait(PATIENCE), process.stderr.read()
            os.close(here)
            os.close(there)
    same((code, err), (0, b""), "the exit code, and the messages")
    check(time.monotonic() - start < 5, "it took its time to end")


@claim("on a terminal, the QR code sets its own colors, unless colors are off")
def _(home):
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        with on_terminal(home, "--lan", "--no-browser", **env) as words:
            same("\x1b[" in words, coloured and "Scan this code" in words, f"colours with {env}")


def with_opener(home, script):
    """A PATH on which this script is xdg-open."""
    os.makedirs(home.path("bin"), exist_ok=True)
    home.write("bin/xdg-open", "#!/bin/sh\n" + script)
    os.chmod(home.path("bin/xdg-open"), 0o755)
    return home.path("bin") + ":/usr/bin:/bin"


def opened(home, *args, patience=0.5, **more):
    """The address that yard asked a browser to open, or None."""
    path = with_opener(home, 'echo "$@" >opened.new && mv opened.new opened\n')
    if os.path.exists(home.path("opened")):
        os.remove(home.path("opened"))
    with on_terminal(home, *args, PATH=path, **more) as words:
        until(lambda: os.path.exists(home.path("opened")), patience)
    if not os.path.exists(home.path("opened")):
        return None
    address = text(home.read("opened")).strip()
    holds(words, f"Yardstick is running at {address}")
    return address


@claim("serve opens a browser only from a terminal on a graphical desktop, not in CI or with --no-browser")
def _(home):
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        check(opened(home, patience=30, **{display: ":0"}), f"no browser was opened with {display}")
    same(opened(home), None, "without a display")
    same(opened(home, DISPLAY=""), None, "with an empty display")
    same(opened(home, DISPLAY=":0", CI="true"), None, "in CI")
    same(opened(home, "--no-browser", DISPLAY=":0"), None, "with --no-browser")
    same(opened(home, terminal=False, DISPLAY=":0"), None, "without a terminal")


@claim("a missing or hanging browser does not affect the server")
def _(home):
    for path in (home.path("nothing"), with_opener(home, "exec sleep 20\n")):
        with on_terminal(home, DISPLAY=":0", PATH=path) as words:
            line = Line(int(re.search(r"localhost:(\d+)", words)[1]))
            line.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            same(line.answer().code, 200, "a request")


# ---- documents ----

@claim("the headers in doc/page.md for other web servers are those that yard sends")
def _(home):
    with open(os.path.join(ROOT, "doc/page.md"), encoding="utf-8") as file:
        page = file.read()
    told = dict(re.findall(r'^\s*add_header (\S+) "([^"]*)" always;$', page, re.M))
    server = Server(home)
    sent = strict(server.ask("/")).headers
    for name in [*STRICT, "permissions-policy"]:
        same({key.lower(): value for key, value in told.items()}.get(name), sent[name], name)
    server.stop().ended(0)


main()
