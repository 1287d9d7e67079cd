#!/usr/bin/env python3
"""One commit built in two folders gives the same bytes: twice_test.py YARD SOURCE_ROOT."""
import os
import sys

from tap import check, claim, main, same
from trees import ALONE, read, run, two_trees

ROOT = sys.argv[2]


def site_of(folder):
    """The contents of every file of the page, by name."""
    base = os.path.join(folder, "build/web/site")
    return {os.path.relpath(os.path.join(where, name), base): read(where, name)
            for where, _, names in os.walk(base) for name in names}


@claim("program, core and page are byte-identical when built in two folders")
def _(home):
    one, other = two_trees(ROOT, home)
    for folder in one, other:
        run(["meson", "setup", "build"], cwd=folder, env=ALONE)
        run(["ninja", "-C", "build", "yard"], cwd=folder, env=ALONE)
    for name in "yard", "src/web/core.wasm":
        check(read(one, "build", name) == read(other, "build", name), name, "differs")
    sites = site_of(one), site_of(other)
    same(sorted(sites[0]), sorted(sites[1]), "the list of files of the page")
    check("app.js" in sites[0], sorted(sites[0]))
    same([name for name in sites[0] if sites[0][name] != sites[1][name]], [], "what differs in the page")
    for folder in one, other:
        check(folder.encode() not in read(folder, "build/yard"), "the folder's name is in the program")


main()
