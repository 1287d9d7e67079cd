#!/usr/bin/env python3
"""clients_test.py YARD CLIENT_C CLIENT_MJS: the two example clients play whole games against each
other, on one node, on two, and with the server killed and restarted during the game."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time

from nodes import Node, figure, wait_for
from client import Table, ask
from postgres import Postgres
from tap import PATIENCE, check, claim, main, sane, same

SCRIPT, PROGRAM = os.path.abspath(sys.argv.pop()), os.path.abspath(sys.argv.pop())


def by_node(port, *rest):
    return [shutil.which("node"), SCRIPT, f"http://localhost:{port}", *rest]


def by_c(port, *rest):
    return [PROGRAM, "localhost", str(port), *rest]


def game(home, host, guest, ports, meanwhile=None, env=None):
    """Ann opens a table with one client, and Bea joins with the other."""
    ann = subprocess.Popen(host(ports[0], "Ann"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           encoding="utf-8", env=env)
    try:
        found = re.fullmatch(r"table (\w+)\n", ann.stdout.readline())
        check(found, "no table", ann.poll())
        bea = subprocess.Popen(guest(ports[-1], "Bea", found[1]), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, encoding="utf-8", env=env)
        try:
            table = ask(ports[0], "GET", f"/api/tables/{found[1]}").json()["id"]
            if meanwhile:
                wait_for("both sit at the table", lambda: len(
                    ask(ports[0], "GET", f"/api/tables/{table}").json()["places"]) == 2)
                meanwhile(ann)
            outs = [one.communicate(timeout=PATIENCE) for one in (ann, bea)]
        finally:
            bea.kill()
    finally:
        ann.kill()
    for _, err in outs:
        sane(err)
    same([one.returncode for one in (ann, bea)], [0, 0], f"the exit codes ({outs})")
    same(outs[0][0], outs[1][0], "the results of both")
    same(re.sub(r"\d+", "N", outs[0][0]), "Ann: N\nBea: N\n", "the results")
    record = ask(ports[0], "GET", f"/api/tables/{table}/record").body.decode()
    name = home.write("game.yard", record)
    home.run("check", name).ended(0)
    home.run("verify", name).ended(0)
    return record


@claim("the JavaScript client opens a table, the C client joins, and they play a whole game")
def _(home):
    node = Node(home, home.path("games.db"))
    record = game(home, by_node, by_c, [node.port])
    check("\npledge 1 " in record and "\nshare 2 " in record and "\nreveal " in record, record)


@claim("the C client opens a table, the JavaScript client joins on a second node, and they play")
def _(home):
    with Postgres() as database:
        nodes = [Node(home, database.address) for _ in range(2)]
        game(home, by_c, by_node, [node.port for node in nodes])


@claim("under the default rate limits, the example clients wait when asked to, and finish the game")
def _(home):
    node = Node(home, home.path("games.db"), "--rates", "on")
    for host, guest in ((by_node, by_c), (by_c, by_node)):
        node.clock.stop()
        while ask(node.port, "POST", "/api/tables", {"rules": "yardzee", "name": "Cem"}).status == 201:
            pass
        before = figure(node.port, "limited_total")
        with concurrent.futures.ThreadPoolExecutor(1) as threads:
            done = threads.submit(game, home, host, guest, [node.port], env=node.clock.with_env(home.env))
            wait_for("somebody is asked to wait", lambda: done.done() or
                     figure(node.port, "limited_total") > before)
            check(not done.done(), "nobody waits")
            same(figure(node.port, "limited_total"), before + 1, "how often it was asked")
            node.clock.hurry_until(done.done)
            done.result()


@claim("the clients keep playing when the server is killed and restarted")
def _(home):
    node = Node(home, home.path("games.db"))

    def kill(ann):
        # Each start of the server resets the metric. On a busy machine, the first kill may come late and the game may
        # end soon after it.
        for said in (10, 5):
            wait_for("they play", lambda n=said: figure(node.port, "said_total") > n or ann.poll() is not None)
            node.again()

    game(home, by_node, by_c, [node.port], kill)


@claim("a game works over HTTP alone: the bot moves and the dice are revealed")
def _(home):
    node = Node(home, home.path("games.db"))
    table = Table([node.port], rules="yardkle:goal=1000",
                  bots=[{"name": "Robo", "level": "novice"}])
    ann = table.people[0]
    ann.by_http = True
    ann.pending = ("begin", "begin")
    end = time.monotonic() + PATIENCE

    def over(_, state):
        check(time.monotonic() < end, "it does not come to an end:", ann.lines[-3:])
        return state["phase"] == "over" and state["fair"]["revealed"]

    ann.play(over)
    home.write("game.yard", table.record())
    home.run("verify", "game.yard").ended(0)


@claim("the example clients report errors: no server, unknown table, name already taken")
def _(home):
    node = Node(home, home.path("games.db"))
    made = ask(node.port, "POST", "/api/tables", {"rules": "yardzee", "name": "Ann"}).json()
    for how in (by_node, by_c):
        for port, name, code in ((node.port, "Bea", "NOSUCH"), (node.port, "Ann", made["code"]),
                                 (1, "Bea", made["code"])):
            done = subprocess.run(how(port, name, code), capture_output=True, encoding="utf-8",
                                  timeout=PATIENCE, check=False)
            check(done.returncode != 0 and done.stderr, f"{how.__name__} {name}: {done}")
            sane(done.stderr)
    wait_for("the server is ready", node.ready)


main()
