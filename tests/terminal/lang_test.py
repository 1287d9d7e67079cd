#!/usr/bin/env python3
"""The screens of a new game, of a whole game and of its review, in every language at 80x24: nothing is cut off, and
every word is in that language.

usage: lang_test.py YARD"""
import json
import os
import re
import sys

from player import Player, Words
from screen import LONG, Home, Terminal, check, claim, main, settings

CUT = "…"
SHOWN = re.compile(r"(tui|rules|guide|book|play|coach|cite|number)_")  # keys of messages that the terminal shows
TYPED = re.compile(r"„[^“]*“|«[^»]*»")  # quoted words that people type are the same in every language
NAMES = ("Ann", "Robo")


def words_in(text):
    return set(re.findall(r"[^\W\d_]+", TYPED.sub("", text)))


def ask(*args):
    """Runs the program without a terminal; returns its output."""
    home = Home(os.path.abspath(sys.argv[1]))
    try:
        return home.run(*args).ended(0).out
    finally:
        home.clean()




class Language:
    """A language, and the words known to somebody who speaks no other."""

    def __init__(self, tag):
        self.tag, self.words = tag, Words(tag)
        self.books = json.loads(ask("rules", "--json", "--lang", tag))
        self.known = words_in(" ".join((*NAMES, "Yardstick")))
        for book in self.books:
            self.known |= words_in(" ".join((book["key"], book["name"], book["source"])))
        for key, forms in self.words.forms.items():
            if SHOWN.match(key):
                self.known |= words_in(" ".join(forms))


LANGUAGES = [Language(tag) for tag in ask("complete", "play", "--lang", "").split()]


class Reader(Terminal):
    """A terminal that checks every screen as a reader of its language would."""

    def __init__(self, home, language, *args):
        self.words, self.known = language.words, language.known
        super().__init__(home, 80, 24, *args, "--lang", language.tag)

    def wait(self, good, what):
        screen = super().wait(good, what)
        check(CUT not in screen, "something is cut off:", screen)
        check(not re.search(r"[{}\x00-\x09\x0b-\x1f\x7f]", screen), "this is no text for people:", screen)
        strange = words_in(screen) - self.known
        check(not strange, f"no words of the language: {sorted(strange)}", screen)
        return screen

    def shows(self, *keys, without=()):
        """Waits until one of these messages is on the screen and none of `without` is; returns the screen."""
        there, not_there = self.words.pattern(*keys), [self.words.pattern(key) for key in without]
        return self.wait(lambda s: there.search(s) and not any(n.search(s) for n in not_there), (keys, without))

    def press(self, *keys):
        """Presses keys that change the screen; returns the new screen."""
        before = self.seen
        self.keys(*keys)
        return self.wait(lambda s: s != before, f"a change after {keys} of\n{before}")


def set_up(home, language, book):
    """Goes through the form for a new game; changes each house rule and the other settings."""
    t = Reader(home, language, "play")
    t.shows("tui_about_new_game")
    t.keys("Enter")
    t.shows("tui_rules_in_force")
    for _ in book["parameters"]:
        t.press("Down")
        t.press("Right")
    t.press("Down")
    for _ in range(5):
        t.press("Right")  # bot levels
    t.press("Down")
    t.press("Enter")  # another seat
    t.keys("Down", "Down")
    t.press("Right")  # dice from a seed
    t.press("Down")
    t.press("Down")
    t.press("Right")  # who starts
    t.press("PageDown")
    t.kill()


def look_around(t, screen):
    """Asks for a hint, the reasons for it, and help; then returns to the table."""
    t.keys("h")
    t.shows("tui_hint_closes", without=["tui_working_best"])
    t.keys("w")
    t.shows("tui_why_closes", without=["tui_looking_for_reasons"])
    t.keys("Escape", "?")
    t.shows("tui_help_title")
    t.press("PageDown")
    t.keys("q")
    return t.wait(lambda s: t.words.essence(s)[0] == t.words.essence(screen)[0] and t.words.waits(s), "the table")


def look_back(t):
    """Reviews a finished game, and reads its rules."""
    t.shows("tui_game_over", without=["tui_working_balance"])
    t.keys("a")
    t.shows("tui_ledger")
    for _ in range(3):
        t.press("m")
    t.press("Home")
    for _ in range(5):
        t.press("Down")
    t.keys("q")
    t.shows("tui_game_over")
    t.keys("i")
    t.shows("tui_rules_of")
    while t.words.pattern("tui_more_below").search(t.seen):
        t.press("PageDown")
    t.kill()


def whole_game(home, language, rules):
    words = language.words
    t = Reader(home, language, "play", "--rules", rules, "--seat", NAMES[0], "--seat", NAMES[1] + " bot perfect",
               "--dice", "seed 42", "--start", "1", "--no-record")
    player = Player(t, words=words)
    screen = t.wait(words.waits, "the first move")
    looked = False
    while not words.over.search(screen):
        if not looked and (words.keep.search(screen) or words.aside.search(screen)):
            screen, looked = look_around(t, screen), True
        screen = player.move(screen)
    look_back(t)


# Short runs play each book in one language, in rotation.
for i, of in enumerate(LANGUAGES[0].books):
    @claim(f"{of['key']}: no word of a whole game is cut off or in another language")
    def _(home, book=of, spoken=tuple(LANGUAGES if LONG else [LANGUAGES[i % len(LANGUAGES)]])):
        settings(home, speed="off", name=NAMES[0], rules=book["key"])
        for language in spoken:
            set_up(home, language, book)
            whole_game(home, language, book["key"])


if __name__ == "__main__":
    main()
