#!/usr/bin/env python3
"""bots_test.py YARD: tables whose rules take an hour to solve do not affect other tables. The
tests need no timing: such a solve is still running when the next step happens, unless it was canceled."""

from shop import refused
from client import Table, ask
from nodes import Node, figure, wait_for
from tap import LONG, check, claim, holds, main, same

BOT = [{"name": "Robo", "level": "expert"}]
HUGE = "yardkle:goal=150000,entry=0"
# Options for a server that would solve even HUGE.
PATIENT = ("--bot-budget", "1000000")


def patient(home):
    """A server that would solve even HUGE, and whose bots never run out of time, because its clock is stopped."""
    node = Node(home, home.path("games.db"), *PATIENT)
    node.clock.stop()
    return node


def solving(node):
    return figure(node.port, "bot_solving")


def hold_open(node, **setup):
    """Opens a table whose bot moves first, under rules that take an hour to solve."""
    table = Table([node.port], rules=HUGE, dice="seed 42", start="2", bots=BOT, **setup)
    same(table.begin().status, 200, "begin")
    wait_for("its rules are being solved", lambda: solving(node) == 1)
    wait_for("its bot thinks", lambda: figure(node.port, "waiting_bots") == 1)
    return table


def choices(table):
    return sum(line.startswith(("keep ", "score ", "take ")) for line in table.record().splitlines())


def bot_answers(node, rules):
    """Opens a table whose bot moves first, and waits for its choice."""
    table = Table([node.port], rules=rules, dice="seed 42", start="2", bots=BOT)
    same(table.begin().status, 200, "begin")
    wait_for(f"the bot of {rules} has chosen", lambda: choices(table) > 0)
    return table


@claim("a bot moves while another table's solve is still running")
def _(home):
    node = patient(home)
    hostile = hold_open(node)
    more = ("yahtzee", "yardkle") if LONG else ()
    for rules in ("yardzee", *more, "yardzee"):
        honest = bot_answers(node, rules)
        check("hurried" not in honest.record(), honest.record())
        same(choices(hostile), 0, "the choices of the hostile table")
        same(solving(node), 1, "solves under way")
        same(honest.ask("DELETE", token=honest.people[0].token).status, 200, "deleted")
    node.sane()


@claim("deleting a table cancels a solve that no other table needs")
def _(home):
    node = patient(home)
    hostile = hold_open(node)
    same(hostile.ask("DELETE", token=hostile.people[0].token).status, 200, "deleted")
    wait_for("the thread is free", lambda: solving(node) == 0)
    same(figure(node.port, "waiting_bots"), 0, "thoughts")
    same(figure(node.port, "bot_cancelled_total"), 1, "cancelled solves")
    check("hurried" not in bot_answers(node, "yardkle:goal=500").record(), "the thread is not free")
    node.sane()


@claim("taking a seat back from its bot also cancels the solve that the bot was waiting for")
def _(home):
    node = patient(home)
    table = Table([node.port], rules=HUGE, dice="seed 42", start="2", keeper=True, seats=["Bea"])
    same(table.begin().status, 200, "begin")
    ann = table.people[0]
    same(ann.post("ask 2 novice").status, 200, "ask")
    wait_for("its rules are being solved", lambda: solving(node) == 1)
    same(ann.post("back 2").status, 200, "back")
    wait_for("the thread is free", lambda: solving(node) == 0)
    same(figure(node.port, "waiting_bots"), 0, "thoughts")
    node.sane()


@claim("bots are refused if the rules cost too much to solve, and the message says what to do")
def _(home):
    node = Node(home, home.path("games.db"))
    setup = {"rules": "yardkle:goal=200000", "name": "Ann", "dice": "seed 42"}
    refused(ask(node.port, "POST", "/api/tables", {**setup, "bots": BOT}), 422, "rules",
            "A goal of 200000 is too high for bots", "at most ", "without bots")
    table = Table([node.port], **setup)
    ann, bea = table.people[0], table.sit("Bea")
    refused(ann.post("bot Robo expert"), 422, "rules", "too high for bots")
    same(table.begin().status, 200, "begin")
    refused(bea.post("ask 2 novice"), 422, "rules", "too high for bots")
    for rules in ("yardkle:goal=20000", "farkle:goal=15000,entry=1000", "yatzy:bonus=0"):
        made = ask(node.port, "POST", "/api/tables", {**setup, "rules": rules, "bots": BOT})
        same(made.status, 201, f"the status of {rules} ({made!r})")
    node.sane()


@claim("when time runs out, the server moves even under rules too costly to solve, and the record says 'hurried'")
def _(home):
    node = Node(home, home.path("games.db"))
    for rules in ("yardkle:goal=1000000", "farkle:goal=200000"):
        table = Table([node.port], rules=rules, dice="seed 42", clock=1)
        table.sit("Bea")
        same(table.begin().status, 200, "begin")
        same(table.people[0].post("roll").status, 200, "roll")
        wait_for("the server has chosen", lambda t=table: choices(t) > 0)
        holds(table.record(), "\n# room: late 1\n# room: hurried 1\ntake ")
        home.write("game.yard", table.record())
        home.run("check", "game.yard").ended(0)
    same(figure(node.port, "bot_solved"), 0, "rule sets that were solved for it")
    node.sane()


@claim("a stored table with a bot resumes on a server that would refuse new bots under its rules")
def _(home):
    node = patient(home)
    table = hold_open(node)
    node.kill()
    node = Node(home, home.path("games.db"), port=node.port)
    s = table.people[0].connect()
    wait_for("the bot has chosen", lambda: choices(table) > 0)
    holds(table.record(), "\n# room: hurried 2\ntake ")
    same(solving(node), 0, "solves under way")
    s.close()
    node.sane()


main()
