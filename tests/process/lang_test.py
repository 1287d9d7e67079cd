#!/usr/bin/env python3
"""What the program says in every language it knows, and in one that exists only for this test: whole games of every
book, all help, reports and sheets. No line is wider than a terminal, nothing is cut off, no placeholder is left
unfilled, and no English remains.

usage: lang_test.py YARD YARD_PSEUDO CATALOG...

YARD_PSEUDO also speaks xx, English with accents on most letters (lang/tables.py --pseudo). A word without accents is
either not from the catalogs or the same in every language: a name, or something that people type."""
import functools
import html.parser
import json
import os
import re
import subprocess
import sys
import unicodedata

from tap import Engine, Home, check, claim, holds, main, same, text

YARD, PSEUDO, *CATALOGUES = sys.argv[1:]
sys.path.insert(0, os.path.dirname(CATALOGUES[0]))
from tables import ACCENTS, Catalogue  # pylint: disable=wrong-import-position

FORMS = {os.path.splitext(os.path.basename(path))[0]: Catalogue(path, english=i == 0).forms for i, path in enumerate(CATALOGUES)}
COLUMNS = 80
SEATS = ("Ann", "Bea")
WORD = re.compile(r"[^\W\d_]+")


def asked(*args):
    """The lines that yard prints for these arguments, in English."""
    ran = subprocess.run([YARD, "--lang", "en", *args], check=False, capture_output=True, text=True)
    return ran.stdout.splitlines()


def completed(*words):
    ran = subprocess.run([YARD, "complete", *words], check=True, capture_output=True, text=True)
    return ran.stdout.split()


BOOKS = {book["key"]: book for book in json.loads(asked("rules", "--json")[0])}
VERBS = [verb for verb in completed("") if not verb.startswith("-")]
LANGUAGES = completed("rules", "--lang", "")


# ---- words that are the same in every language ----

def words_in(said):
    return {word.lower() for word in WORD.findall(said)}


def typed_words():
    """Commands, options and their values, and the words of the table language and of plain play."""
    found = {"yard", "yardstick", "json", "csv", "zero", "save", "words", *VERBS, *SEATS, "robo", "dot", "localhost"}
    for verb in VERBS:
        for option in completed(verb, "--"):
            found |= words_in(option) | words_in(" ".join(completed(verb, option, "")))
        found |= words_in(" ".join(completed(verb, "")))
    engine = subprocess.run([YARD, "engine"], input="help\nlevels\n", check=True, capture_output=True, text=True)
    words, levels = map(json.loads, engine.stdout.splitlines())
    found |= words_in(" ".join(words["words"])) | words_in(" ".join(level["level"] for level in levels["levels"]))
    for book in BOOKS.values():
        found |= words_in(book["key"]) | words_in(book["name"]) | words_in(" ".join(book["rules"]))
        found |= words_in(" ".join(box["key"] for box in book.get("boxes", [])))
        for option in book["options"]:
            values = [option["default"]] + [choice["value"] for choice in option.get("choices", [])]
            found |= words_in(f"{option['key']} {' '.join(map(str, values))}")
    return {word.lower() for word in found}


TYPED = typed_words()


# ---- what must not be printed ----

class Shown(html.parser.HTMLParser):
    """The words of a page or picture that people see or hear."""

    def __init__(self, said):
        super().__init__()
        self.words, self.inside = [], []
        self.feed(said)

    def handle_starttag(self, tag, attrs):
        self.inside = ["style"] if tag == "style" else []
        self.words += [value for name, value in attrs if name in ("title", "alt", "aria-label") and value]

    def handle_data(self, data):
        if not self.inside:
            self.words.append(data)

    def handle_endtag(self, tag):
        self.inside = []


def seen(markup):
    return "\n".join(Shown(markup).words)


def plain(said):
    """The text without those lines of help that are commands to type or a program to copy."""
    said = re.sub(r"^  import json.*?\n\n", "\n", said, flags=re.M | re.S)
    return "\n".join(line for line in said.splitlines() if not re.match(r"  (yard|echo|printf) ", line))


def fits(said):
    """Checks that no line is too wide for a terminal, except lines with file names."""
    wide = [line for line in plain(said).splitlines() if len(line) > COLUMNS and "/" not in line]
    check(not wide, f"wider than {COLUMNS} columns:", *wide)


def clean(said):
    """Checks that there are no control characters, unfilled placeholders or replacement characters."""
    bad = [line for line in said.splitlines()
           if re.search(r"\{\w*(:[^{}]*)?\}|\ufffd", line) or any(unicodedata.category(c) in ("Cc", "Cs") for c in line)]
    check(not bad, "broken:", *(repr(line) for line in bad))


def foreign(said, bad, also):
    """Checks that bad() holds for no word except options, paths, numbers, capitals, the table language and `also`."""
    found = {}
    for line in plain(said).splitlines():
        line = re.sub(r"--[\w-]+|[\w./-]*[/.][\w./-]*\w|\b[A-Z]+\b|\b[a-f]*\d[0-9a-f]*\b", " ", line)
        for word in WORD.findall(line):
            if bad(word) and word.lower() not in TYPED and word.lower() not in also:
                found.setdefault(word, line.strip())
    check(not found, "not translated:", *(f"{word}: {line}" for word, line in found.items()))


def whole(said):
    """Checks, in the pseudo-language xx, that no message is cut off: every ⟦ has its ⟧."""
    begun = []
    for m in re.finditer("[⟦⟧]", said):
        if m[0] == "⟦":
            begun.append(m.start())
        elif begun:
            begun.pop()
    check(not begun, "cut off:", *(said[at:at + 120] for at in begun))


UNACCENTED = {chr(c) for c in ACCENTS}


def english_of(language):
    """A predicate: is this word untranslated English? In xx: does it have a letter that should bear an accent?
    In other languages: is it in the English catalog, but in no sentence of the language?"""
    if language == "xx":
        return lambda word: bool(UNACCENTED & set(word))
    if language == "en":
        return lambda word: False
    own = {tag: set().union(*(words_in(form) for forms in FORMS[tag].values() for form in forms)) for tag in ("en", language)}
    only = {word for word in own["en"] - own[language] if len(word) > 1}
    return lambda word: word.lower() in only


class Speaker:
    """A program that speaks one language, and what must hold for everything it says."""

    def __init__(self, language):
        self.language, self.program = language, PSEUDO if language == "xx" else YARD
        self.english = english_of(language)

    def good(self, said, also="", where="terminal"):
        clean(said)
        if self.language == "xx" and where != "paper":  # its words are too long for paper and 80 columns
            whole(said)
        elif self.language != "xx" and where == "terminal":
            fits(said)
        elif self.language != "xx" and where == "paper":
            check("…" not in said, "shortened:", said)
        foreign(said, self.english, words_in(also))

    def says(self, home, *args, typed="", code=0, where="terminal"):
        """Runs the program and checks what it prints. Returns the output."""
        home.yard = os.path.abspath(self.program)
        ran = home.run("--lang", self.language, *args, typed=typed).ended(code)
        check(ran.out + ran.err, f"{args} says nothing")
        for said in filter(None, (ran.out, ran.err)):
            self.good(said, also=typed + " ".join(args), where=where if said is ran.out else "errors")
        return ran.out


# ---- whole games ----

def short(book):
    """The book, with a lower goal for press games, so that they are quick to solve."""
    return f"{book}:goal=1000" if BOOKS[book]["family"] == "press" else book


@functools.cache
def choices(book):
    """What the players type in a whole game, line by line."""
    home = Home(os.path.abspath(YARD))
    engine = Engine(home)
    for line in (f"rules {short(book)}", *(f"seat {name}" for name in SEATS), "dice seed 7", "start 1"):
        engine.say(line)
    found = []
    while (phase := engine.ask("state")["phase"]) != "over":
        if phase != "choose":
            engine.say("roll")
            found.append("")
            continue
        legal = engine.ask("legal")["legal"]
        choice = legal[(7 * len(found)) % len(legal)]
        answer = engine.ask(choice)
        found.append(choice)
        if choice.startswith("score") and not answer["points"]:
            found.append("yes")
    engine.end()
    home.clean()
    return found


COMMANDS = ["help", "log", "sheet", "rules", "xyzzy", "# a note"]  # at any time
COACH = ["hint", "why", "why 99", "warn mistake", "warn off", "analyse"]  # before a choice


def one_game(speaker, book):
    def game(home):
        lines = iter(choices(book))
        typed = [*COMMANDS, next(lines), *COMMANDS, *COACH, *lines, *COMMANDS, "undo", "quit"]
        out = speaker.says(home, "play", "--plain", "--rules", short(book), *(f"--seat={name}" for name in SEATS),
                           "--dice", "seed 7", "--start", "1", "--record", "game.yard", typed="\n".join(typed) + "\n")
        holds(out, *SEATS)
        speaker.says(home, "play", "--plain", "--no-record", "--rules", short(book), "--dice", "seed 3", "--start", "roll",
                     "--seat", "Robo bot family", "--seat", "Dot bot novice")
        speaker.says(home, "rules", book)
        speaker.says(home, "analyse", "--all", "game.yard")
        speaker.says(home, "sheet", "game.yard")
        for args in (["game.yard"], ["--blank", book]):
            home.run("--lang", speaker.language, "sheet", *args, "--svg", "sheet.svg").ended(0)
            speaker.good(seen(text(home.read("sheet.svg"))), where="paper")
            os.remove(home.path("sheet.svg"))
        home.run("--lang", speaker.language, "analyse", "--html", "game.html", "game.yard").ended(0)
        page = text(home.read("game.html"))
        same(re.search(r'<html lang="(\w+)"', page)[1], speaker.language, "the language of the page")
        speaker.good(seen(page), where="page")
    return game


def every_help(speaker):
    def helps(home):
        speaker.says(home, "--help")
        for verb in VERBS:
            if verb != "help":
                speaker.says(home, verb, "--help")
        speaker.says(home, "rules")
    return helps


SETTING_UP = ["help", "nothing", "yardzee", "help", "Ann", "Bea+Cy", "Ann", "", "help", "physical", "help", "5", "1"]
REAL_DICE = ["help", "1 2 3", "7", "11235", "help", "keep 6", "ones 5", "score yahtze", "chance 3", "zero twos", "yes",
             "undo", "undo", "undo", "correct 7 11356", "correct 99 1", "save", "save game.yard", "quit"]


def refusals(speaker):
    def refused(home):
        speaker.says(home, "play", "--plain", "--record", "real.yard", typed="\n".join(SETTING_UP + REAL_DICE) + "\n")
        for args in (["nothing"], ["rules", "nothing"], ["play", "--nothing"], ["play", "--seat"], ["rules", "yardzee", "yatzy"],
                     ["odds", "yardkle"], ["sheet"], ["practice", "--count", "many"], ["rules", "yardzee:joker=none,bonus=many"]):
            speaker.says(home, *args, code=2)
        home.write("xyzzy", "xyzzy\n")
        for args in (["check", "missing", "xyzzy"], ["resume", "missing"], ["backup", "missing", "copy"]):
            speaker.says(home, *args, code=1)
        speaker.says(home, "doctor", "missing", code=1, where="lines")  # one line per check, however long
    return refused


# Most boxes are filled, so this is quick to solve.
LATE = "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,four-kind=0,full-house=25,chance=22"


def reports(speaker):
    def reported(home):
        for args in (["list"], ["list", "--unfinished"], ["best"], ["dice"]):
            speaker.says(home, *args)
        home.record("unfinished.yard", "--rules", "yardzee", "--seat", "Ann", "--dice", "physical", "--start", "1")
        for typed, args in (
                ("", ["check", "unfinished.yard"]), ("", ["odds", "yardzee", "--position", LATE]),
                ("", ["solve", "yardzee", short("yardkle")]),
                ("", ["arena", "club", "family", "--rules", short("yardkle"), "--games", "4", "--seed", "1"]),
                ("", ["arena", "club", "program:exit 3", "--rules", short("yardkle"), "--games", "2", "--seed", "1"]),
                ("", ["arena", "club", "--rules", short("yardkle"), "--games", "2", "--seed", "1"]),
                ("", ["handicap", "perfect", "family", "--rules", "farkle:goal=500"]),
                ("hint\nchance\n1 2 3\nquit\n", ["practice", "--count", "2", "--seed", "3"]),
                ("chance\n", ["daily", "--position", "--date", "2026-11-15"]), ("quit\n", ["proficiency"]),
                ("help\nsheet\n11235\nquit\n", ["resume", "unfinished.yard", "--plain"])):
            speaker.says(home, *args, typed=typed)
        speaker.says(home, "verify", "unfinished.yard", code=5)
    return reported


for tag in [*LANGUAGES, "xx"]:
    one = Speaker(tag)
    claim(f"{tag}: the help of every command is complete and fits a terminal")(every_help(one))
    claim(f"{tag}: questions before a game and refusals are complete and fit a terminal")(refusals(one))
    claim(f"{tag}: reports are complete and fit a terminal")(reports(one))
    for key in BOOKS:
        claim(f"{tag}: a game of {key} and its analysis, page and sheets are complete and fit")(one_game(one, key))
main()
