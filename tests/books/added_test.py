"""added_test.py ROOT: a rule book is a table, a line in the list, and its words in the catalogs. The test adds just
these to a copy of the project, where `make check` must pass: menus, rules in words, random games, rooms
and the rest pick up the new book."""
import os
import re
import shutil
import subprocess
import sys

from tap import check, claim, holds, main, same

ROOT = sys.argv[1]
NEEDS = "tests/browser/node_modules"


def git(folder, *words):
    """The names that a git command prints."""
    done = subprocess.run(["git", *words], cwd=folder, check=True, stdout=subprocess.PIPE)
    return list(filter(None, done.stdout.decode().split("\0")))


def copy(home):
    """Copies the tracked and new files as they are now; the copy tracks them as well."""
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"):
        if os.path.exists(os.path.join(ROOT, name)):  # unless deleted since
            os.makedirs(os.path.dirname(home.path(name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), home.path(name))
    git(home.folder, "init", "-q")
    home.write(".git/info/exclude", f"/.*\n/data\n/{NEEDS}\n")  # the copy also serves as the home folder
    git(home.folder, "add", "--all")
    os.symlink(os.path.join(ROOT, NEEDS), home.path(NEEDS))


LANGUAGES = ("en", "de", "es")
WORDS = {"book_added_about": ("A game that a test adds", "Ein Testspiel", "Un juego de prueba"),
         "book_added_source": ("the test of added books", "die Prüfung neuer Regelwerke", "la prueba de reglamentos"),
         "cite_added_boxes": ("its second page", "ihre zweite Seite", "su segunda página")}


def add_book(home):
    table = home.read("src/rules/books/template.c").decode()
    table = table.replace('"template"', '"added"').replace('"Template"', '"Added"')
    table = re.sub(r"(book|cite)_template", r"\1_added", table)
    same(sorted(re.findall(r"M_(\w+_added_\w+)", table)), sorted(WORDS), "the words of its own")
    home.write("src/rules/books/added.c", table)
    for i, language in enumerate(LANGUAGES):
        catalog = home.read(f"lang/{language}.po").decode()
        home.write(f"lang/{language}.po", catalog + "".join(
            f'\nmsgctxt "{key}"\nmsgid "{words[0]}"\nmsgstr "{words[i] if i else ""}"\n'
            for key, words in WORDS.items()))
    books = home.read("src/rules/books.c").decode()
    changed = re.sub(r"(    BOOK\(\w+\))\n(?!    BOOK)", "\\1 \\\\\n    BOOK(added)\n", books, count=1)
    same(len(changed.splitlines()), len(books.splitlines()) + 1, "the lines of the list")
    home.write("src/rules/books.c", changed)


@claim("adding a book takes only its table, a line in the list and its messages; make check then covers it")
def _(home):
    copy(home)
    add_book(home)
    home.env.pop("YARD_LONG", None)
    ran = subprocess.run(["scripts/test", "check"], cwd=home.folder, env=home.env, check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    check(ran.returncode == 0, ran.stdout[-3000:])
    holds(ran.stdout, "random play added", " passed, 0 failed")
    holds(home.read("build-test/meson-logs/testlog-part.txt").decode(), "# added: no reference here")
    same(git(home.folder, "ls-files", "-z", "--modified", "--others", "--exclude-standard"),
         ["src/rules/books/added.c", *(f"lang/{language}.po" for language in sorted(LANGUAGES)), "src/rules/books.c"],
         "what is not as it was")
    yard = subprocess.run([home.path("build-test/yard"), "rules", "added"], env=home.env, check=True,
                          stdout=subprocess.PIPE, text=True)
    holds(yard.stdout, "Added", "Sixes", "Chance", WORDS["book_added_source"][0])
    menu = subprocess.run([home.path("build-test/yard"), "rules"], env=home.env, check=True,
                          stdout=subprocess.PIPE, text=True)
    holds(menu.stdout, "added", WORDS["book_added_about"][0])


main()
