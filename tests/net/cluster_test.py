#!/usr/bin/env python3
"""cluster_test.py YARD CLUSTER SERVICE: scripts/cluster up to down, with a game that goes on while
nodes are killed behind nginx; and the unit for systemd."""
import configparser
import os
import shutil
import subprocess
import sys
import threading

from nodes import wait_for
from client import Table
from tap import PATIENCE, check, claim, free_port, holds, main, same

SERVICE, CLUSTER = os.path.abspath(sys.argv.pop()), os.path.abspath(sys.argv.pop())


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
    with open(os.path.join(os.path.dirname(SERVICE), "nginx.conf.in"), encoding="utf-8") as file:
        text = file.read()
    holds(text, "proxy_set_header Upgrade", "X-Forwarded-For $remote_addr")
    check("non_idempotent" not in text, "a POST would be repeated")


@claim("the unit for systemd can be read, and gives nothing away that is not needed")
def _(home):
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    with open(SERVICE, encoding="utf-8") as file:
        text = file.read()
    unit.read_string(text.replace("\\\n", ""))
    service = unit["Service"]
    holds(service["ExecStart"], "yard serve", "--key")
    check("--store" not in service["ExecStart"], "the address of a database would be in ps")
    holds(service["Environment"], "YARD_STORE=")
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "DynamicUser",
                 "MemoryDenyWriteExecute"):
        same(service[name], "yes", name)
    options = {word for word in service["ExecStart"].split() if word.startswith("--")}
    known = home.run("serve", "--help").ended(0).out
    same([option for option in options if option not in known], [], "options that there are not")
    if shutil.which("systemd-analyze"):
        home.write("yard.service", text.replace("/usr/local/bin/yard", home.yard).replace(
            "Documentation=man:yard(1)\n", ""))
        done = subprocess.run(["systemd-analyze", "verify", home.path("yard.service")],
                              capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
        check(done.returncode == 0 and "yard.service" not in done.stderr, done.stderr)


main()
