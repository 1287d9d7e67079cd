#!/usr/bin/env python3
"""sleeps_test.py TESTS: no test sleeps to give something time to happen, or not to happen. Tests move the
clock (tests/steady.h, tests/net/clock.py) or wait for events. Exceptions are listed here, with the
number of sleeps and the reason."""
import os
import re
import sys

from tap import check, claim, main, same

TESTS = sys.argv[1]
SLEEPS = re.compile(r"time\.sleep|usleep|nanosleep|waitForTimeout|\bsleep [0-9]|setTimeout\(")
ALLOWED = {
    "steady.c": (3, "sleep() and usleep() by the moved clock"),
    "tap.py": (1, "until(), which waits for an event by looking again and again"),
    "net/client.py": (1, "rest(), between two tries of a player to reach a server"),
    "browser/browser.mjs": (1, "becomes(), the same in a browser"),
    "browser/look.mjs": (2, "how long until() waits at most, and the end of a frame"),
    "browser/juice_test.mjs": (1, "an animation of the page, which ends by the moved clock"),
    "browser/nothing_lost_test.mjs": (1, "looks again and again, inside the page"),
    "terminal/screen.py": (2, "looks at a screen again and again, and keeps it open at the end"),
    "terminal/kill_test.py": (1, "looks again and again whether a process has ended"),
    "process/kill_test.py": (1, "the same, at a random moment"),
    "process/arena_test.py": (5, "programs that hang are what the arena is tried with"),
    "process/serve_test.py": (1, "a browser that hangs"),
}


@claim("tests sleep only in the files listed, and as often as listed")
def _(_):
    found = {}
    for folder, inner, names in os.walk(TESTS):
        inner[:] = [name for name in inner if name not in ("node_modules", "layers")]
        for name in names:
            path = os.path.join(folder, name)
            if not name.endswith((".py", ".c", ".h", ".mjs", ".js", ".sh")):
                continue
            with open(path, encoding="utf-8") as file:
                count = sum(bool(SLEEPS.search(line)) for line in file)
            if count:
                found[os.path.relpath(path, TESTS)] = count
    for path, count in sorted(found.items()):
        check(path in ALLOWED, f"{path} sleeps: wait for an event, or move a clock")
        same(count, ALLOWED[path][0], f"how often {path} sleeps ({ALLOWED[path][1]})")
    same(sorted(ALLOWED), sorted(found), "the files that may sleep, and do")


main()
