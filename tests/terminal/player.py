"""A simple player at the full screen, by keyboard or mouse: fills the first box allowed, sets aside
what scores most, and answers yes to every question."""
import random
import re

from screen import check

OVER = "Game over"
TYPE = "and type what"
THROW = ("press R to roll",)  # the dice, or for who starts
KEEP = "keep dice (1-5) and roll (R)"
BOX = "pick a box with the arrows"
ASIDE = "then R to roll again or S to stop"
ASKED = ("Do it anyway?", "Zero in")


def waits(screen):
    """Whether it is a person's move or the game is over."""
    return any(p in screen for p in (OVER, TYPE, *THROW, KEEP, BOX, ASIDE, *ASKED))


def essence(screen):
    """The screen without the parts that change by themselves: the coach's line, or its panel on the right."""
    lines = [line[:78] for line in screen.splitlines()]
    return [line for line in lines if not line.startswith(
        (" Working out", " Expected", " Chance to win", " The coach"))]


class Player:
    def __init__(self, terminal, mouse=False, seed=1):
        self.t, self.mouse = terminal, mouse
        self.random = random.Random(seed)
        self.moves = 0

    def next(self, before):
        """Waits until the screen has changed and it is a person's move again; the screen."""
        return self.t.wait(lambda s: essence(s) != essence(before) and waits(s),
                           "the next move after\n" + before)

    def press(self, key, button):
        if self.mouse:
            self.t.click(button)
        else:
            self.t.keys(key)

    def fill_box(self, screen):
        """Fills the box at the cursor or, by mouse, the first that offers points."""
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
        count = int(re.search(r": roll (\d)", screen)[1])
        self.t.type("".join(str(self.random.randint(1, 6)) for _ in range(count)))

    def move(self, screen):
        """Makes one move; the screen after it."""
        self.moves += 1
        check(self.moves < 2000, "the game does not end", screen)
        if any(a in screen for a in ASKED):
            self.press("y", "[Y]es")
        elif TYPE in screen:
            self.throw_typed(screen)
        elif any(p in screen for p in THROW):
            self.press("r", "[R]oll")
        elif ASIDE in screen:
            return self.set_aside(screen)
        elif KEEP in screen and "Roll 1 of" in screen and self.random.random() < 0.5:
            return self.keep_some(screen)
        else:
            self.fill_box(screen)
        return self.next(screen)

    def keep_some(self, screen):
        place = self.random.randint(1, 5)
        if self.mouse:
            self.t.click_at(4 + 10 * (place - 1), 5)
        else:
            self.t.keys(str(place))
        kept = self.t.wait(lambda s: f"[{place}] kept" in s, "a kept die")
        self.press("r", "[R]oll")
        return self.next(kept)

    def set_aside(self, screen):
        """Sets aside the most points, and stops if the rules allow it."""
        if self.mouse:
            rows = screen.splitlines()
            head = next(i for i, line in enumerate(rows) if "Scoring dice" in line)
            self.t.click_at(rows[head].index("Scoring dice") + 2, head + 1)
        else:
            self.t.keys("Down")
        chosen = self.t.wait(lambda s: re.search(r"Selected: \+[1-9]", s), "a set")
        if "S banks" in chosen:
            self.press("s", "[S]top")
        else:
            self.press("r", "[R]oll")
        return self.next(chosen)

    def play(self):
        """Plays to the end; the last screen."""
        screen = self.t.wait(waits, "a person's move")
        while OVER not in screen:
            screen = self.move(screen)
        return screen
