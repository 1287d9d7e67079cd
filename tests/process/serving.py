"""Shared by the tests of yard serve: a running server, and hand-written HTTP."""
import re
import signal
import socket

from tap import PATIENCE, Session, check, free_port, same, text


class Answer:
    """A status, headers by lower-case name, and a body."""

    def __init__(self, code, headers, body):
        self.code, self.headers, self.body = code, headers, body


class Line:
    """A connection to a server."""

    def __init__(self, port, host="127.0.0.1"):
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.heard = b""

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode("latin-1"))

    def more(self):
        """Reads more; False at end of file."""
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            data = b""
        self.heard += data
        return bool(data)

    def answer(self, head=False):
        """One whole response, leaving what follows it unread; None if the connection has ended."""
        while b"\r\n\r\n" not in self.heard:
            if not self.more():
                same(self.heard, b"", "half an answer")
                return None
        top, _, self.heard = self.heard.partition(b"\r\n\r\n")
        first, *lines = text(top).split("\r\n")
        code = int(re.fullmatch(r"HTTP/1\.[01] (\d{3}) .+", first)[1])
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            check(name.lower() not in headers, f"{name} is there twice")
            headers[name.lower()] = value
        size = 0 if head or code == 304 else int(headers["content-length"])
        while len(self.heard) < size and self.more():
            pass
        body, self.heard = self.heard[:size], self.heard[size:]
        same(len(body), size, "the length of the body")
        return Answer(code, headers, body)

    def has_ended(self):
        """Whether the server ends the connection without sending anything more."""
        return self.heard == b"" and not self.more()

    def close(self):
        self.socket.close()


class Server(Session):
    """yard serve, on any free port unless one is given."""

    def __init__(self, home, *args, port=None, verb=("serve", "--no-browser"), **more):
        if port is None:
            port = ("--port", str(free_port()))
        super().__init__(home, *verb, *port, *args, **more)
        self.words = text(self.read_until(lambda heard: b"Press Ctrl-C to stop.\n" in heard))
        found = re.search(r"^Yardstick is running at http://localhost:(\d+)/$", self.words, re.M)
        if not found:
            check(False, "it does not serve:", self.words, text(self.complaints()))
        self.port = int(found[1])

    def line(self):
        return Line(self.port)

    def ask(self, target="/", *headers, method="GET", host="localhost"):
        """The response to one request on its own connection."""
        line = self.line()
        lines = [f"{method} {target} HTTP/1.1", *([f"Host: {host}"] if host else []), *headers]
        line.send("\r\n".join(lines) + "\r\n\r\n")
        answer = line.answer(head=method == "HEAD")
        line.close()
        return answer

    def stop(self, number=signal.SIGTERM):
        """Sends a signal; returns the rest of the output and the exit code."""
        self.process.send_signal(number)
        return self.end()
