"""Shared by the attack tests: a server with a game, and the checks after an attack."""
from nodes import Node
from client import Socket, Table, ask
from tap import SANITIZED, check, holds, same

MEMORY = 200 if not SANITIZED else 1200  # MB; a sanitizer's own memory counts too


class Shop:
    """A server with a table of two people whose game has begun."""

    def __init__(self, home, *options, store=None):
        self.node = Node(home, store or home.path("games.db"), *options)
        self.port, self.clock = self.node.port, self.node.clock
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
        """Checks that the server is up, answers, stays within its memory limit and, unless `changed`, has
        not changed the record."""
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
