#!/usr/bin/env python3
"""A new rule book is two places, its table and the list: new_book_test.py YARD SOURCE_ROOT. Adds one to a
copy of the tree and runs `make check` there."""
import os
import re
import subprocess
import sys

from tap import claim, holds, main, same
from trees import copy_tree, read, run

ROOT = sys.argv[2]


def add_book(folder):
    """The template under another name, at the end of the list."""
    table = read(folder, "src/rules/books/template.c").decode()
    table = table.replace("book_template", "book_mini_yatzy").replace('"template"', '"mini-yatzy"')
    table = table.replace('"Template"', '"Mini Yatzy"')
    with open(os.path.join(folder, "src/rules/books/mini_yatzy.c"), "w", encoding="utf-8") as file:
        file.write(table)
    books = os.path.join(folder, "src/rules/books.c")
    listed = re.sub(r"( {4}BOOK\(\w+\))\n(?! {4}BOOK)", r"\1 \\\n    BOOK(mini_yatzy)\n",
                    read(books).decode(), count=1)
    with open(books, "w", encoding="utf-8") as file:
        file.write(listed)


@claim("with a book more in its table and in the list, make check goes well")
def _(home):
    folder = home.path("tree")
    copy_tree(ROOT, folder)
    add_book(folder)
    changed = subprocess.run(["git", "-C", ROOT, "status", "--porcelain"], stdout=subprocess.PIPE, check=True).stdout
    if not changed:  # then a comparison with the last commit shows what was added, and that alone
        shown = run(["git", "-C", folder, "status", "--porcelain"])
        same(sorted(line[3:] for line in shown.splitlines()),
             ["src/rules/books.c", "src/rules/books/mini_yatzy.c"], "what has changed")
    packages = "tests/browser/node_modules"
    if os.path.isdir(os.path.join(ROOT, packages)):
        os.symlink(os.path.join(ROOT, packages), os.path.join(folder, packages))
    env = {name: value for name, value in os.environ.items() if name not in ("YARD_LONG", "YARD_SOLVED")}
    run(["make", "check"], cwd=folder, env=env)
    home.yard = os.path.join(folder, "build-test/yard")
    holds(home.run("rules", "mini-yatzy").ended(0).out, "Mini Yatzy")
    holds(home.run("solve", "--no-cache", "mini-yatzy").ended(0).out, "mini-yatzy")


main()
