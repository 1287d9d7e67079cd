"""Servers for the network tests: started, killed, and restarted on the same port."""
import contextlib
import os
import signal

from serving import Server
from tap import PATIENCE, check, free_port, sane, same, text, until
from client import Gone, ask
from clock import Clock

OPTIONS = ("--log", "none", "--rates", "off", "--connections-per-address", "100000",
           "--bot-pause", "0")


class Node:
    """A server that can be killed and restarted."""

    def __init__(self, home, store, *options, port=None, env=None, clock=None, **more):
        self.home, self.port, self.more = home, port or free_port(), more
        key = home.path("key")
        if not os.path.exists(key):
            home.write("key", os.urandom(32).hex() + "\n")
            os.chmod(key, 0o600)
        self.args = ("--store", store, "--key", key, *OPTIONS, *options)
        self.clock = clock or Clock(home, f"clock-{self.port}")
        self.env = {**self.clock.env, **(env or {})}
        self.server = None
        self.start()

    def start(self):
        kept, self.home.env = self.home.env, {**self.home.env, **self.env}
        try:
            self.server = Server(self.home, *self.args, port=("--port", str(self.port)),
                                 **self.more)
        finally:
            self.home.env = kept
        return self

    def sane(self):
        sane(text(self.server.complaints()))

    def kill(self):
        """Sends SIGKILL, so the server cannot clean up."""
        if self.server.process.poll() is None:
            self.server.process.send_signal(signal.SIGKILL)
            self.server.process.wait()
        same(self.server.process.returncode, -signal.SIGKILL, "how it ended")
        self.sane()
        self.home.sessions.remove(self.server)
        self.server.kill()

    def again(self):
        self.kill()
        return self.start()

    def tell_to_end(self):
        self.server.process.send_signal(signal.SIGTERM)

    def stop(self):
        """Shuts the server down, skipping its wait for clients; returns output and exit code."""
        self.tell_to_end()
        check(self.clock.forward_until(lambda: not self.alive()), "it goes on")
        return self.server.end()

    def alive(self):
        return self.server.process.poll() is None

    def memory(self):
        """Resident memory in MB."""
        with open(f"/proc/{self.server.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def files(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

    def ready(self):
        with contextlib.suppress(Gone):
            return ask(self.port, "GET", "/readyz").status == 200
        return False


def figure(port, name):
    """The value of one metric."""
    for line in ask(port, "GET", "/metrics").body.decode().splitlines():
        if line.startswith(f"yard_{name} "):
            return float(line.split()[1])
    raise KeyError(name)


def wait_for(what, condition, seconds=PATIENCE):
    check(until(condition, seconds), f"not within {seconds} s: {what}")
