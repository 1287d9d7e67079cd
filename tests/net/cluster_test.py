#!/usr/bin/env python3
"""cluster_test.py YARD CLUSTER NGINX: scripts/cluster from 'up' to 'down', with a game that continues
while nodes are killed behind nginx."""
import os
import subprocess
import sys

from nodes import wait_for
from evening import Evening
from tap import PATIENCE, check, claim, free_port, holds, main, same

NGINX, CLUSTER = os.path.abspath(sys.argv.pop()), os.path.abspath(sys.argv.pop())


def cluster(home, port, *words):
    done = subprocess.run([sys.executable, CLUSTER, *words, "--folder", home.path("cluster"),
                           "--port", str(port), "--yard", home.yard], capture_output=True,
                          encoding="utf-8", timeout=2 * PATIENCE, check=False)
    same(done.returncode, 0, f"the exit code of {words} ({done.stderr})")
    return done.stdout


@claim("scripts/cluster: a game behind nginx continues while each node is killed in turn")
def _(home):
    os.chmod(home.folder, 0o755)
    port = free_port(behind=3)
    try:
        holds(cluster(home, port, "up"), f"http://localhost:{port}/", "3 nodes")
        # Two people play one game after another, both on WebSockets.
        evening = Evening([port], tables=1, rules=("yardkle:entry=0,goal=1500",))
        for n in ("1", "2", "3"):
            cluster(home, port, "kill", n)
            holds(cluster(home, port, "status"), f"node {n}    not running")
            evening.goes_on()
            cluster(home, port, "start", n)
        # nginx skips a failed node for a second.
        wait_for("all of it is ready",
                 lambda: cluster(home, port, "status").count("running, ready") == 4)
        evening.end(home)
    finally:
        cluster(home, port, "down")
    check("running (" not in cluster(home, port, "status"), "something is still running")


@claim("the nginx configuration sets the client's address itself and never retries a POST")
def _(home):
    with open(NGINX, encoding="utf-8") as file:
        text = file.read()
    holds(text, "proxy_set_header Upgrade", "X-Forwarded-For $remote_addr")
    check("non_idempotent" not in text, "a POST would be repeated")


main()
