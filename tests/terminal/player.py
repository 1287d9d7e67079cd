"""A simple player that uses the full screen by keyboard or mouse: keeps one die now and then, fills the first
box allowed, sets aside what scores most, and answers yes to every question. It plays in every language."""
import os
import random
import re
import sys

from screen import HERE, check

LANG = os.path.join(HERE, "..", "..", "lang")
sys.path.append(LANG)
from tables import PLACE, Catalogue  # pylint: disable=wrong-import-position


class Words:
    """What the program says in one language, from its catalog: patterns that match the messages, whatever
    fills their placeholders."""

    def __init__(self, language="en"):
        self.forms = Catalogue(os.path.join(LANG, language + ".po"), language == "en").forms
        self.over = self.pattern("tui_game_over")
        self.type = self.pattern("tui_throw_and_type")
        self.throw = self.pattern("tui_r_rolls_dice", "tui_r_rolls_for_start")
        self.keep = self.pattern("tui_keep_or_fill")
        self.box = self.pattern("tui_fill_box")
        self.aside = self.pattern("tui_choose_dice", "tui_choose_dice_roll", "tui_choose_die",
                                  "tui_choose_die_roll")
        self.asked = self.pattern("tui_ask_zero", "tui_costs_points", "tui_costs_chance", "tui_costs_turns")
        self.coach = self.pattern("tui_working_best", "tui_expected_totals", "tui_expected_turns",
                                  "tui_chance_to_win", "tui_coach_off")

    def pattern(self, *keys):
        """A pattern for the messages with these keys; whole numbers in them are captured as groups."""
        def of(form):
            words = PLACE.split(form)
            return re.escape(words[0]) + "".join(
                (r"([+-]?\d+)" if "d" in (spec or "") else ".+?") + re.escape(more)
                for spec, more in zip(words[2::3], words[3::3]))
        return re.compile("|".join(of(form) for key in keys for form in self.forms[key]))

    def waits(self, screen):
        """Whether it is a person's move or the game is over."""
        return any(p.search(screen) for p in (self.over, self.type, self.throw, self.keep, self.box, self.aside,
                                              self.asked))

    def essence(self, screen):
        """The screen without the parts that change by themselves: the coach's line, or its panel on the right."""
        lines = [line[:78] for line in screen.splitlines()]
        return [line for line in lines if not self.coach.match(line.strip())]


class Player:
    def __init__(self, terminal, mouse=False, seed=1, words=None):
        self.t, self.mouse, self.words = terminal, mouse, words or Words()
        self.random = random.Random(seed)
        self.moves = 0

    def next(self, before):
        """Waits until the screen has changed and it is a person's move again; returns the screen."""
        return self.t.wait(lambda s: self.words.essence(s) != self.words.essence(before) and self.words.waits(s),
                           "the next move after\n" + before)

    def press(self, key, button):
        if self.mouse:
            self.t.click(self.words.forms["tui_button_" + button][0])
        else:
            self.t.keys(key)

    def fill_box(self, screen):
        """Fills the box at the cursor or, by mouse, the first box that shows what it would score."""
        if not self.mouse:
            self.t.keys("Enter")
            return
        for row, line in enumerate(screen.splitlines()):
            offer = re.search(r"\(\d+\)", line) if row > 8 else None
            if offer:
                self.t.click_at(offer.start(), row)
                return
        check(False, "no box is offered", screen)

    def throw_typed(self, screen):
        count = int(next(filter(None, self.words.type.search(screen).groups())))
        self.t.type("".join(str(self.random.randint(1, 6)) for _ in range(count)))

    def move(self, screen):
        """Makes one move; returns the screen after it."""
        self.moves += 1
        check(self.moves < 2000, "the game does not end", screen)
        words = self.words
        if words.asked.search(screen):
            self.press("y", "yes")
        elif words.type.search(screen):
            self.throw_typed(screen)
        elif words.throw.search(screen):
            self.press("r", "roll")
        elif words.aside.search(screen):
            return self.set_aside(screen)
        elif words.keep.search(screen) and self.first_roll(screen) and self.random.random() < 0.5:
            return self.keep_some(screen)
        else:
            self.fill_box(screen)
        return self.next(screen)

    def first_roll(self, screen):
        return self.words.pattern("tui_roll_of").search(screen)[1] == "1"

    def keep_some(self, screen):
        place = self.random.randint(1, 5)
        if self.mouse:
            self.t.click_at(4 + 10 * (place - 1), 5)
        else:
            self.t.keys(str(place))
        kept = self.t.wait(lambda s: f"[{place}] {self.words.forms['tui_kept'][0]}" in s, "a kept die")
        self.press("r", "roll")
        return self.next(kept)

    def set_aside(self, screen):
        """Sets aside the dice that score the most, and stops if the rules allow it."""
        if self.mouse:
            rows = screen.splitlines()
            sets = self.words.pattern("tui_scoring_dice")
            head = next(i for i, line in enumerate(rows) if sets.search(line))
            self.t.click_at(sets.search(rows[head]).start() + 2, head + 1)
        else:
            self.t.keys("Down")
        points = self.words.pattern("tui_chosen")
        chosen = self.t.wait(lambda s: points.search(s) and int(points.search(s)[1]), "a set")
        if self.words.pattern("tui_s_banks").search(chosen):
            self.press("s", "stop")
        else:
            self.press("r", "roll")
        return self.next(chosen)

    def play(self):
        """Plays to the end; returns the last screen."""
        screen = self.t.wait(self.words.waits, "a person's move")
        while not self.words.over.search(screen):
            screen = self.move(screen)
        return screen
