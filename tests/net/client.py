"""A hand-written client of the server (doc/protocol.md): HTTP, WebSocket, tables, and a person who
plays at random and retries lines that were not answered."""
import base64
import hashlib
import http.client
import itertools
import json
import os
import random
import select
import socket
import struct
import time
import urllib.parse

from ws import CLOSE, CONTINUATION, GUID, KEY, PATIENCE, PING, PONG, TEXT, frame, request
from tap import read_json


class Gone(Exception):
    """The server is unreachable or closed the connection; code is the close code, 0 if none."""

    def __init__(self, words, code=0):
        super().__init__(words)
        self.code = code


def rest(seconds=0.1):
    """Pauses between polls; a client that never pauses runs into the rate limits."""
    time.sleep(seconds)


# ---- HTTP ----

class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return read_json(self.body)

    @property
    def code(self):
        """The code of a problem response; None if there is none."""
        return self.json().get("code") if self.body.startswith(b"{") else None

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Line:
    """A connection for requests; reopened if it was closed between two of them."""

    def __init__(self, port, host="127.0.0.1", patience=PATIENCE):
        self.http = http.client.HTTPConnection(host, port, timeout=patience)

    def ask(self, method, path, body=None, token=None, headers=None):
        lines = {"Host": "localhost", **(headers or {})}
        if token:
            lines["Authorization"] = f"Bearer {token}"
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            lines.setdefault("Content-Type", "application/json")
        try:
            self.http.request(method, path, body, lines)
            got = self.http.getresponse()
            return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        except (OSError, http.client.HTTPException) as why:
            self.http.close()
            raise Gone(f"{type(why).__name__}: {why}") from why

    def close(self):
        self.http.close()


def ask(port, method, path, body=None, token=None, headers=None):
    """One request on its own connection."""
    line = Line(port)
    try:
        return line.ask(method, path, body, token, headers)
    finally:
        line.close()


# ---- WebSocket ----

class Socket:
    """A WebSocket; callers may send malformed frames."""

    def __init__(self, port, path, headers=(), protocol="yardstick.1", patience=PATIENCE,
                 source=""):
        self.heard, self.parts, self.patience = b"", b"", patience
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience,
                                                   source_address=(source, 0) if source else None)
        except OSError as why:
            raise Gone(str(why)) from why
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.write(request(path, headers={"Sec-WebSocket-Protocol": protocol}, more=headers))
            while b"\r\n\r\n" not in self.heard:
                self.more()
        except Gone:
            self.socket.close()
            raise
        head, _, self.heard = self.heard.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1")
        self.status = int(self.head.split()[1])
        if self.status == 101:
            proof = hashlib.sha1(KEY.encode() + GUID).digest()
            if base64.b64encode(proof).decode() not in self.head:
                raise Gone("the handshake is wrong")

    def write(self, data):
        try:
            self.socket.sendall(data)
        except OSError as why:
            raise Gone(str(why)) from why

    def more(self, patience=None):
        """Reads more bytes. On timeout returns False or, without `patience`, raises Gone."""
        ready, _, _ = select.select([self.socket], [], [], self.patience if patience is None
                                    else patience)
        if not ready:
            if patience is None:
                raise Gone("it hangs")
            return False
        try:
            data = self.socket.recv(1 << 16)
        except OSError as why:
            raise Gone(str(why)) from why
        if not data:
            raise Gone("the connection has ended")
        self.heard += data
        return True

    def frame(self, kind, data=b"", last=True, masked=True, reserved=0):
        """Sends a frame, malformed if the caller likes."""
        self.write(frame(data, kind, last, reserved, os.urandom(4) if masked else None))

    def send(self, line):
        self.frame(TEXT, line)

    def a_frame(self, patience):
        """(last, kind, data) of the next frame; None on timeout."""
        end = None if patience is None else time.monotonic() + patience
        while True:
            have = len(self.heard)
            if have >= 2:
                size, at = self.heard[1] & 127, 2
                if size == 126 and have >= 4:
                    size, at = struct.unpack_from("!H", self.heard, 2)[0], 4
                elif size == 127 and have >= 10:
                    size, at = struct.unpack_from("!Q", self.heard, 2)[0], 10
                elif size > 125:
                    at = have
                if have >= at + size:
                    first, data = self.heard[0], self.heard[at:at + size]
                    self.heard = self.heard[at + size:]
                    return bool(first & 0x80), first & 15, data
            left = None if end is None else max(0, end - time.monotonic())
            if not self.more(left):
                return None

    def receive(self, patience=None):
        """The next message as JSON; None on timeout. Answers pings."""
        while True:
            got = self.a_frame(patience)
            if got is None:
                return None
            last, kind, data = got
            if kind == PING:
                self.frame(PONG, data)
            elif kind == CLOSE:
                code = struct.unpack("!H", data[:2])[0] if len(data) >= 2 else 1005
                try:
                    self.frame(CLOSE, data)
                except Gone:
                    pass
                raise Gone(data[2:].decode(), code)
            elif kind in (TEXT, CONTINUATION):
                self.parts += data
                if last:
                    whole, self.parts = self.parts, b""
                    return read_json(whole)

    def until(self, wanted):
        """The next message that satisfies `wanted`, skipping the others."""
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def close_code(self):
        """Waits for the connection to close; returns the close code, 0 if none."""
        try:
            while self.receive(self.patience) is not None:
                pass
        except Gone as gone:
            return gone.code
        raise Gone("it hangs")

    def close(self):
        self.socket.close()


# ---- tables ----

def pledge_of(commitment, seat, share):
    return hashlib.blake2b(b"yard-fair-pledge" + bytes.fromhex(commitment) + bytes([seat]) +
                           bytes.fromhex(share), digest_size=32).hexdigest()


def made_at(port, path, body):
    """Creates a table or place, retrying with the same id while the server answers 503."""
    body = {"action": base64.b32encode(os.urandom(15)).decode().lower(), **body}
    while (got := ask(port, "POST", path, body)).status == 503:
        rest()
    return got


class Table:
    """A table on one or more servers that share a store; `ports()` returns their ports."""

    def __init__(self, ports, **setup):
        self.ports = ports if callable(ports) else lambda: ports
        setup = {"rules": "yardzee", "name": "Ann", **setup}
        made = made_at(self.ports()[0], "/api/tables", setup)
        if made.status != 201:
            raise Gone(f"no table: {made!r}")
        made = made.json()
        self.id, self.code = made["id"], made["code"]
        self.path = f"/api/tables/{self.id}"
        self.people = [Person(self, setup["name"], made["place"], made["token"])]

    def sit(self, name, **command):
        got = made_at(self.ports()[0], self.path + "/places", {"name": name, **command})
        if got.status != 201:
            raise Gone(f"no place: {got!r}")
        person = Person(self, name, got.json()["place"], got.json()["token"])
        self.people.append(person)
        return person

    def ask(self, method, rest="", body=None, token=None, headers=None):
        return ask(self.ports()[0], method, self.path + rest, body, token, headers)

    def question(self, words):
        return self.ask("GET", "/ask?q=" + urllib.parse.quote(words)).json()

    def record(self):
        return self.ask("GET", "/record").body.decode()

    def begin(self):
        return self.people[0].post("begin")


class Person:
    """The holder of a place; remembers the lines received and acknowledged."""

    def __init__(self, table, name, place, token, by_http=False):
        self.table, self.name, self.place, self.token = table, name, place, token
        self.by_http = by_http
        self.lines = []  # lines of the log as received, each once and in order
        self.acknowledged = {}  # line number: the text acknowledged
        self.pending = None  # (id, words) not answered yet
        self.refused = []  # (pending, answer) of refused requests that are not retried
        self.shares = {}  # by commitment
        self.draw = random.Random(f"{table.id} {place}")
        self.ids = (f"p{place}-{n}" for n in itertools.count(1))
        self.node = place  # index of the server to use
        self.rematch = False  # ask for a rematch when a game is over
        self.trouble = 0  # number of answers that asked to retry later
        self.last = None  # the last HTTP request and its answer

    def port(self):
        ports = self.table.ports()
        return ports[self.node % len(ports)]

    # -- HTTP --

    def post(self, words, action=None, line=None):
        body = {"say": words, "action": action or next(self.ids)}
        path = self.table.path + "/lines"
        return line.ask("POST", path, body, self.token) if line else ask(
            self.port(), "POST", path, body, self.token)

    # -- WebSocket --

    def connect(self, after=None):
        """Opens a socket that holds the place."""
        s = Socket(self.port(), self.table.path + "/socket")
        if s.status != 101:
            raise Gone(s.head)
        s.send(f"hold {self.token} {len(self.lines) if after is None else after}")
        s.hello = s.receive()
        if "place" not in s.hello:
            raise Gone(f"not held: {s.hello}")
        return s

    def say(self, s, words):
        """Sends a line on a socket and returns its answer; remembers log lines that arrive before it."""
        name = next(self.ids)
        s.send(f"@{name} {words}")
        while True:
            message = s.receive()
            if message.get("id") == name:
                return message
            self.hear(message)

    def hear(self, message):
        if "line" in message and "say" in message:
            if message["line"] != len(self.lines) + 1:
                raise AssertionError(f"line {message['line']} came behind {len(self.lines)}")
            self.lines.append(message["say"])

    # -- playing --

    def seat(self, state):
        for n, seat in enumerate(state["seats"], 1):
            if self.name in seat["people"]:
                return n
        return 0

    def choice(self, state, legal):
        """The line to send now; None if this person has nothing to send."""
        mine, fair = self.seat(state), state.get("fair", {})
        if not mine:
            return None
        waits = fair.get("waits")
        if waits in ("pledges", "shares") and mine in fair.get("missing", ()):
            commitment = fair["commitment"]
            share = self.shares.setdefault(commitment, self.draw.randbytes(32).hex())
            several = sum("bot" not in seat for seat in state["seats"]) > 1
            if several and f"pledge {mine} " not in " ".join(self.since_dice()):
                return f"pledge {mine} {pledge_of(commitment, mine, share)}"
            return f"share {mine} {share}" if waits == "shares" or not several else None
        if waits in ("commitment", "pledges", "shares"):
            return None
        phase = state["phase"]
        if phase == "over":
            # Without a socket, a person counts as present only for a while after each line: a server that was killed
            # after the answer has to hear from them again, even if they want no further game after the next one.
            asks = self.by_http and self.draw.random() < 0.1 if self.wants_rematch() else self.rematch
            return "rematch" if asks and waits != "reveal" else None
        if phase == "setup":
            starts = [line for line in self.lines if line.startswith("start ")]
            first = starts[-1].split()[1] if starts else "1"
            mine_first = mine == (1 if first == "roll" else int(first))
            if not (mine_first and state["seats"][mine - 1]["people"][0] == self.name and starts):
                return None
        elif state.get("person") != self.name:
            return None
        if phase == "choose":  # state and legal may be from different moments
            return self.draw.choice(legal) if legal else None
        if "dice physical" in self.lines:
            dice = state.get("falling") or (6 if state["family"] == "press" else 5)
            return "roll " + " ".join(str(self.draw.randint(1, 6)) for _ in range(dice))
        return "roll"

    def wants_rematch(self):
        """Whether this person has asked for the next game since the last one began."""
        begun = max((n for n, line in enumerate(self.lines) if line == "rematch"), default=0)
        return f"# room: again {self.place}" in self.lines[begun:]

    def since_dice(self):
        found = [n for n, line in enumerate(self.lines) if line.startswith("dice fair")]
        return self.lines[found[-1]:] if found else []

    def take(self, answer):
        """Handles the answer to the pending line; returns whether it was accepted."""
        code = answer.get("code")
        if "ok" in answer:
            before = self.acknowledged.get(answer["line"])
            if before is not None:
                raise AssertionError(f"acknowledged twice: {before} and {answer}")
            self.acknowledged[answer["line"]] = answer["ok"]
            self.pending = None
        elif code in ("unavailable", "busy", "rate"):
            self.trouble += 1
            rest()
        else:
            self.refused.append((self.pending, answer))
            self.pending = None
        return "ok" in answer

    def play(self, over):
        """Plays until over(self, state) is true, reconnecting whatever happens to the server."""
        while True:
            try:
                if (self.play_http if self.by_http else self.play_socket)(over):
                    return
            except Gone:
                self.node += 1
                rest(0.01)

    def play_http(self, over):
        line, idle = Line(self.port()), 0.005

        def asked(method, where, *more):
            self.last = (method, where, None)
            got = line.ask(method, self.table.path + where, *more)
            self.last = (method, where, got)
            return got
        try:
            while True:
                if self.pending:
                    got = asked("POST", "/lines", {"say": self.pending[1], "action": self.pending[0]}, self.token)
                    # For a dead node the proxy sends its own error page, not JSON.
                    self.take({"code": "unavailable"} if got.status in (502, 504) else got.json())
                got = asked("GET", f"/lines?after={len(self.lines)}")
                if got.status != 200:
                    rest()
                    continue
                before = len(self.lines)
                for one in got.body.splitlines():
                    self.hear(read_json(one))
                answers = [asked("GET", f"/ask?q={q}") for q in ("state", "legal")]
                if any(answer.status != 200 for answer in answers):
                    rest()
                    continue
                state, legal = [answer.json() for answer in answers]
                if over(self, state):
                    return True
                if not self.pending and (words := self.choice(state, legal["legal"])):
                    self.pending = (next(self.ids), words)
                else:
                    idle = 0.005 if len(self.lines) > before else min(2 * idle, 0.1)
                    rest(idle)
        finally:
            line.close()

    def play_socket(self, over):
        s = self.connect()
        try:
            if self.pending:
                s.send(f"@{self.pending[0]} {self.pending[1]}")
            state, asked, stale = None, 0, True
            while True:
                if stale and not asked and not self.pending:
                    s.send("@state state")
                    s.send("@legal legal")
                    asked, stale = 2, False
                message = s.receive(5)
                if message is None:
                    if over(self, state):
                        return True
                    stale = True
                    continue
                self.hear(message)
                name = message.get("id")
                if "say" in message:
                    stale = True
                elif "bye" in message:
                    raise Gone(message["bye"])
                elif name == "state" and "error" not in message:
                    state, asked = message, asked - 1
                elif name == "legal" and "error" not in message:
                    asked -= 1
                    if over(self, state):
                        return True
                    words = None if stale else self.choice(state, message["legal"])
                    if words:
                        self.pending = (next(self.ids), words)
                        s.send(f"@{self.pending[0]} {self.pending[1]}")
                elif name in ("state", "legal"):  # an error, perhaps temporary
                    asked, stale = asked - 1, True
                    rest()
                elif self.pending and name == self.pending[0]:
                    self.take(message)
                    stale = True
                    if self.pending:
                        s.send(f"@{self.pending[0]} {self.pending[1]}")
        finally:
            s.close()
