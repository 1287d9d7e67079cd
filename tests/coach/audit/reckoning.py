"""Positions, and what reckon (a program that shares no code with yard) says about them. Nothing here asks yard."""
import os
import re
import subprocess

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
BOXES = {False: UPPER + ["three-kind", "four-kind", "full-house", "small-straight", "large-straight", "five-kind", "chance"],
         True: UPPER + ["one-pair", "two-pairs", "three-kind", "four-kind", "small-straight", "large-straight",
                        "full-house", "chance", "five-kind"]}
SHEET = {"yardzee": "free", "yahtzee": "forced", "yahtzee-classic": "classic", "yatzy": "none"}
JOKERS = ["none", "free", "forced", "classic"]
TIES = ["share", "leader", "chaser"]
# Questions about the end of a turn, as reckon numbers them; box questions come first.
Q_POINTS, Q_ZERO, Q_EXTRA, Q_PAR, Q_ABOVE, Q_FEWER, Q_MORE, Q_TURN, Q_PACE = 15, 30, 31, 32, 33, 34, 35, 36, 37


class Position:
    """A position of the table language, taken apart."""

    def __init__(self, family, words):
        self.family, self.words = family, words
        rules, state, seat, *rest = words.split()
        self.rules = rules
        self.book, _, settings = rules.partition(":")
        self.params = dict(item.split("=") for item in settings.split(",")) if settings else {}
        self.is_sheet = self.book in SHEET
        self.seat = int(seat)
        if self.is_sheet:
            self.read_sheet(state, *rest)
        else:
            self.read_press(state, *rest)

    def read_sheet(self, state, dice, rolls):
        cards = state.split("/")
        self.seats = len(cards)
        mine = cards[self.seat - 1]
        self.card = {} if mine == "-" else {box: int(n) for box, n in (x.split("=") for x in mine.split(","))}
        self.bonuses = self.card.pop("bonus", 0)
        self.yatzy = self.book == "yatzy"
        self.boxes = BOXES[self.yatzy]
        self.dice, self.rolls = sorted(map(int, dice.split(","))), int(rolls)
        self.joker = JOKERS.index(self.params.get("joker", SHEET[self.book]))
        self.bonus = int(self.params.get("bonus", 0 if self.yatzy else 100))
        bonus, _, par = self.params.get("upper-bonus", "50@63" if self.yatzy else "35@63").partition("@")
        self.upper_bonus, self.par = int(bonus), int(par or 63)
        self.upper = sum(self.card.get(box, 0) for box in UPPER)
        self.so_far = (sum(self.card.values()) + self.bonuses * self.bonus
                       + (self.upper_bonus if self.upper >= self.par else 0))
        self.five = self.boxes.index("five-kind")

    def read_press(self, state, aside, dice):
        self.totals = list(map(int, state.split("/")))
        self.seats = len(self.totals)
        self.aside, self.dice = int(aside), sorted(map(int, dice.split(",")))
        yardkle = self.book == "yardkle"
        self.entry = int(self.params.get("entry", 500 if yardkle else 0))
        self.goal = int(self.params.get("goal", 10000))
        self.may = self.params.get("hot-dice", "must" if yardkle else "may") == "may"
        self.tie = self.params.get("tie", "share")
        self.all = self.params.get("set-aside", "any") == "all"
        self.own = self.totals[self.seat - 1]
        order = [(self.seat - 1 + i) % self.seats for i in range(1, self.seats)]
        self.ender = next((i + 1 for i in order if self.totals[i] >= self.goal), 0)

    def id_of(self, do):
        """An action of the table language, as reckon names it."""
        word, *rest = do.split()
        digits = "".join(x for x in rest if x.isdigit())
        if word == "keep":
            return "k" + digits
        if word == "score":
            return f"s{self.boxes.index(rest[0])}"
        return ("r" if rest[-1] == "roll" else "t") + digits

    def question(self, actions):
        dice = "".join(map(str, self.dice))
        if not self.is_sheet:
            return " ".join(map(str, ["press", int(self.book == "farkle"), int(self.all), self.entry, self.goal,
                                      int(self.may), TIES.index(self.tie), self.ender, self.seat, self.aside, dice,
                                      *self.totals]))
        mask = sum(1 << self.boxes.index(box) for box in self.card)
        return " ".join(map(str, ["sheet", int(self.yatzy), self.joker, self.bonus, self.upper_bonus, self.par, mask,
                                  self.card.get("five-kind", -1), self.upper, self.rolls, dice, *actions]))


class Facts:
    """What reckon answers about one position."""

    def __init__(self, position, line):
        self.position = position
        items = line.split()
        self.fact = dict(zip(items[::2], items[1::2]))

    def get(self, name):
        return float(self.fact[name])

    def actions(self):
        """The worth of every legal action, as the coach counts it."""
        p = self.position
        first = "ks" if p.is_sheet else "rt"
        found = {name: float(v) for name, v in self.fact.items() if re.fullmatch(f"[{first}][0-9]*", name)}
        if p.is_sheet:
            return {name: v + p.so_far for name, v in found.items()}
        return {name: -v if p.seats == 1 else v for name, v in found.items()}

    def range(self, action, question):
        """How often, or how much on average: the lowest and highest answer, over equally good ways to go on."""
        low, high = self.fact[f"{action}:{question}"].split(":")
        return float(low), float(high)

    def scored(self, action):
        """The points of a score, with the bonus for an extra five of a kind."""
        return int(self.get("p" + action[1:]) + self.get("b" + action[1:]))


def read_positions(path):
    with open(path, encoding="utf-8") as file:
        return [Position(*line.strip().split(" ", 1)) for line in file]


def reckon(program, asked):
    """Facts for each (position, actions), in the same order. Positions with the same rules share what is solved."""
    order = sorted(range(len(asked)), key=lambda i: asked[i][0].rules)
    lines = "".join(asked[i][0].question(*asked[i][1:]) + "\n" for i in order)
    run = subprocess.run([os.path.abspath(program)], input=lines, text=True, capture_output=True, check=True)
    facts = [None] * len(asked)
    for i, line in zip(order, run.stdout.splitlines()):
        facts[i] = Facts(asked[i][0], line)
    assert all(facts)
    return facts
