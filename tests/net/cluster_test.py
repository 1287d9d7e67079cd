#!/usr/bin/env python3
"""cluster_test.py YARD CLUSTER NGINX: scripts/cluster up to down, with a game that goes on while
nodes are killed behind nginx."""
import os
import subprocess
import sys
import threading

from nodes import wait_for
from client import Table
from tap import PATIENCE, check, claim, free_port, holds, main, same

NGINX, CLUSTER = os.path.abspath(sys.argv.pop()), os.path.abspath(sys.argv.pop())


def cluster(home, port, *words):
    done = subprocess.run([sys.executable, CLUSTER, *words, "--folder", home.path("cluster"),
                           "--port", str(port), "--yard", home.yard], capture_output=True,
                          encoding="utf-8", timeout=2 * PATIENCE, check=False)
    same(done.returncode, 0, f"the exit code of {words} ({done.stderr})")
    return done.stdout


@claim("scripts/cluster: a game goes on behind nginx while each node is killed in turn")
def _(home):
    os.chmod(home.folder, 0o755)
    port = free_port(behind=3)
    try:
        holds(cluster(home, port, "up"), f"http://localhost:{port}/", "3 nodes")
        table = Table([port], name="Ann", rules="yardkle:goal=3000")
        table.sit("Bea")
        ann, bea = table.people
        bea.by_http = True
        ann.pending = ("begin", "begin")

        def over(person, state):
            return bool(state) and state["phase"] == "over" and state["fair"]["revealed"] and \
                len(person.lines) == state["lines"]

        threads = [threading.Thread(target=p.play, args=(over,), daemon=True) for p in table.people]
        for person in table.people:
            person.pause = 0.01
        for thread in threads:
            thread.start()
        for n in ("1", "2", "3"):
            before = len(ann.acknowledged)
            cluster(home, port, "kill", n)
            holds(cluster(home, port, "status"), f"node {n}    does not run")
            wait_for("Ann plays on", lambda b=before: len(ann.acknowledged) > b
                     or not threads[0].is_alive())
            cluster(home, port, "start", n)
        # nginx passes over a node for a second after it has failed.
        wait_for("all of it is ready",
                 lambda: cluster(home, port, "status").count("runs, ready") == 4)
        for thread in threads:
            thread.join(PATIENCE)
            check(not thread.is_alive(), "the game does not end", ann.lines[-1:])
        same(ann.lines, bea.lines, "what both have seen")
        same(ann.lines, table.record().splitlines(), "what is kept")
        home.write("game.yard", table.record())
        home.run("verify", "game.yard").ended(0)
    finally:
        cluster(home, port, "down")
    check("runs (" not in cluster(home, port, "status"), "something still runs")


@claim("the configuration of nginx sets the client's address itself, and repeats no POST")
def _(home):
    with open(NGINX, encoding="utf-8") as file:
        text = file.read()
    holds(text, "proxy_set_header Upgrade", "X-Forwarded-For $remote_addr")
    check("non_idempotent" not in text, "a POST would be repeated")


main()
