"""Shared by the transport tests: bench/echo, which echoes messages."""
import json
import os
import re
import signal

from ws import WebSocket, request
from clock import Clock
from tap import Session, check, text

MESSAGE_MAX = 8192 + 64


class Echo(Session):
    """bench/echo, on a free port."""

    def __init__(self, home, *args, **more):
        home.keep_nothing_freed()
        self.clock = Clock(home)
        kept, home.env = home.env, self.clock.with_env(home.env)
        super().__init__(home, *args, **more)
        home.env = kept
        self.port = int(self.read_until(lambda heard: heard.endswith(b"\n")) or "0")
        check(self.port, "it does not serve")

    def connect(self, **more):
        return WebSocket(self.port, **more)

    def open(self, **more):
        return self.connect(**more).open()

    def seconds(self, count):
        """Advances the server's clock by `count` seconds, one by one, and waits until due timers have run."""
        one = self.open()
        for _ in range(count):
            self.clock.forward(1.01)
            for _ in range(2):
                check(one.ask("settle") == "settle", "another answer")
        one.close()

    def refused(self, **more):
        """Sends a handshake that should fail; returns the connection after reading the response head."""
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
        """Resident memory in kB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def journal(self):
        return [json.loads(line) for line in text(self.complaints()).split("\n")[:-1]]

    def end_well(self):
        """Waits for a server that is shutting down, skipping its wait for silent clients."""
        check(self.clock.forward_until(lambda: self.process.poll() is not None), "it goes on")
        return self.end().ended(0)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.end_well()
