#!/usr/bin/env python3
"""audit_test.py YARD RECKON POSITIONS CATALOGUE: what the coach says in a thousand positions of all books.

Every number in every sentence is computed again by reckon, which shares no code with yard; no sentence is too long,
none contains a phrase that we do not use, and none argues for another move than the one advised (coach_sentences.py says
what that means). In German and Spanish the same numbers appear. To show that the checks can fail, every number in every
sentence is also changed, which they must notice. Without YARD_LONG, only positions near the end of a game and games to a
low goal are checked, because reckon is slow."""
import collections
import json
import os
import re
import subprocess
import sys

from coach_sentences import AGAINST, BANNED, CHECKS, LONGEST, TOLERANCE, Wrong, holds, pattern, read_catalogue, shows
from reckoning import UPPER, read_positions, reckon
from tap import LONG, Home, fact, main

LANGUAGES = ["en", "de", "es"]


class Case:
    """A position, the coach's answer, and reckon's facts."""

    def __init__(self, position, why, labels):
        self.p, self.said, self.labels = position, why, labels
        self.best = position.id_of(why["best"]["do"])
        self.second = position.id_of(why["second"]["do"]) if "second" in why else None
        self.unit = {"score": "points", "win": "win", "turns": "turns"}[why["goal"]]
        self.facts = self.values = self.key = None

    def answered(self, facts):
        self.facts, self.values = facts, facts.actions()
        if self.p.is_sheet:
            self.open = [i for i, box in enumerate(self.p.boxes) if box not in self.p.card]
            room = sum(5 * (i + 1) for i in self.open if i < 6)
            self.bonus_open = self.p.upper_bonus > 0 and self.p.upper < self.p.par <= self.p.upper + room
            self.pace_now = sum(points - self.p.par * (UPPER.index(box) + 1) / 21
                                for box, points in self.p.card.items() if box in UPPER)

    # What the checks ask.

    def box(self, label):
        holds(label in self.labels, "wording", "no box", label)
        return self.labels.index(label)

    def value(self, action):
        return self.values[action]

    def better(self, a, b):
        return a < b if self.unit == "turns" else a > b

    def best_of(self, kind):
        choose = min if self.unit == "turns" else max
        value = choose(v for a, v in self.values.items() if a[0] == kind)
        same = [a for a, v in self.values.items() if a[0] == kind and abs(v - value) < TOLERANCE / 100]
        listed = [self.p.id_of(a["do"]) for a in self.advice["actions"]]
        return min(same, key=listed.index)  # among equals, the one that the coach names first

    def asks(self, action, question):
        return self.facts.range(action, question)

    def rest(self, action):
        low, high = self.asks(action, 36)
        worth = self.value(action) - self.p.so_far
        return worth - high, worth - low

    def decides_if_small(self, best, second, points):
        difference = abs(best[0] - second[0])
        small = difference < 0.01 - 1e-9
        holds(not small or difference * points >= (self.value(self.best) - self.value(self.second)) / 2 - 1e-9,
              "below one percent", best, second)

    def points(self, action):
        return self.p.aside + int(self.facts.get("p" + action[1:]))

    def left(self, action):
        return len(self.p.dice) - len(action) + 1 or 6

    def lead(self):
        done = []
        for i in range(self.p.seats - 1):
            seat = (self.p.ender - 1 + i) % self.p.seats
            if seat == self.p.seat - 1:
                break
            done.append(self.p.totals[seat])
        return max(done)

    def words(self, action):
        dice = " ".join(action[1:])
        if action[0] == "s":
            points = int(self.facts.get("p" + action[1:]))
            label = self.labels[int(action[1:])]
            return f"score {points} in {label}" if points else f"enter a zero in {label}"
        if action[0] == "k":
            return f"keep {dice or 'nothing'}"
        return f"set aside {dice} and {'roll again' if action[0] == 'r' else 'stop'}"

    def is_action(self, words, action):
        holds(words == self.words(action), "wording", words, self.words(action))

    def is_worth(self, words, value):
        estimated = self.unit == "win" and self.p.seats > 2 and not self.p.ender
        holds(words.endswith(", estimated") == estimated, "wording", words)
        words = words.removesuffix(", estimated")
        if self.unit == "win":
            shows(words.removesuffix(" chance of winning"), value)
        elif self.unit == "points":
            shows(words.removeprefix("expected final score "), value)
        elif words == "just this one turn":
            shows("1.00", value)
        else:
            shows(words.removesuffix(" turns on average"), value)


# ---- asking yard ----

def engine(home, lines, language):
    ran = home.run("engine", "--lang", language, typed="\n".join(lines) + "\n").ended(0)
    return [json.loads(line) for line in ran.out.splitlines()]


def labels_of(home, rules, language):
    """The boxes as the coach calls them, by book."""
    names = sorted({r.partition(":")[0] for r in rules})
    answers = engine(home, [f"book {name}" for name in names], language)
    return {name: [box["label"] for box in answer.get("boxes", [])] for name, answer in zip(names, answers)}


def ask_coach(home, positions, language):
    lines = [line for p in positions for line in (f"position {p.words}", "advise", "why")]
    answers = engine(home, lines, language)
    assert len(answers) == len(lines), answers[-1]
    bad = [(line, a) for line, a in zip(lines, answers) if "error" in a]
    assert not bad, bad[:3]
    return [(answers[i + 1], answers[i + 2]) for i in range(0, len(answers), 3)]


def ask_reckon(program, cases):
    asked = [(c.p, [a for a in (c.best, c.second) if a] if c.p.is_sheet else []) for c in cases]
    for case, facts in zip(cases, reckon(program, asked)):
        case.answered(facts)


# ---- the checks ----

def check_values(case):
    """The coach and reckon value every choice alike, and the coach compares the best with the runner-up."""
    advised = {case.p.id_of(a["do"]): a["value"] for a in case.advice["actions"]}
    holds(set(advised) == set(case.values), "value", "other choices", set(advised) ^ set(case.values))
    for action, value in advised.items():
        holds(abs(value - case.values[action]) < TOLERANCE * max(1, abs(value)), "value", action, value,
              case.values[action])
    best = case.value(case.best)
    holds(not any(case.better(v, best + (-TOLERANCE if case.unit == "turns" else TOLERANCE))
                  for v in case.values.values()), "value", "the advice is not best")


def check_sentence(case, said, catalogue):
    holds(len(said) <= LONGEST, "too long", len(said))
    for phrase in BANNED:
        holds(not re.search(phrase, said), "banned phrase", phrase)
    found = []
    for key in CHECKS:
        for message in catalogue[key]:
            match = re.fullmatch(pattern(message), said)
            if match:  # a message may fit into a place of another: the one with most words of its own is meant
                found.append((len(re.sub(r"\{[^}]*\}", "", message)), key, match))
    holds(found, "unknown sentence", said)
    _, case.key, match = max(found, key=lambda f: f[0])
    holds(said.startswith("Although ") == (case.key in AGAINST), "argues for another move", "Although")
    CHECKS[case.key](case, **match.groupdict())
    return case.key


def numbers(sentence, labels):
    """The numbers in a sentence, whatever the order and the language, without those in the names of boxes."""
    for label in labels:
        sentence = sentence.replace(label, "")
    return sorted(float(n.replace(",", ".")) for n in re.findall(r"\d+(?:[.,]\d+)?(?!\w)", sentence))


def check_languages(case):
    for language, (other, labels) in case.translated.items():
        holds(len(other) == len(case.said["why"]), "language", language, "number of sentences")
        for english, said in zip(case.said["why"], other):
            holds(len(said) <= LONGEST, "too long", language, len(said), said)
            holds(numbers(english, case.labels) == numbers(said, labels), "language", english, said)
            although = english.startswith("Although ")
            holds(although == bool(re.match(r"Obwohl |Zwar |Aunque ", said)), "language", english, said)


def audit(case, catalogue):
    """What is wrong in one position: (kind, sentence, why) each."""
    wrong = []
    try:
        check_values(case)
    except Wrong as error:
        wrong.append((error.kind, "", error))
    for i, said in enumerate(case.said["why"]):
        try:
            key = check_sentence(case, said, catalogue)
            case.keys.add(key)
            holds((i == 0) == key.startswith("coach_verdict"), "wording", "verdict", i)
        except Wrong as error:
            wrong.append((error.kind, said, error))
        except (StopIteration, KeyError, ValueError, AttributeError) as error:
            wrong.append(("number", said, repr(error)))
    try:
        check_languages(case)
    except Wrong as error:
        wrong.append((error.kind, "", error))
    return wrong


def changed(said, labels):
    """The sentence with one of its numbers changed, for each of them; not those in the names of boxes."""
    hidden = said
    for label in sorted(labels, key=len, reverse=True):
        hidden = hidden.replace(label, "#" * len(label))
    for found in re.finditer(r"(?<![\d.])\d+(?:\.(\d+))?(?!\w)", hidden):
        other = f"{1.1 * float(found[0]) + 2:.{len(found[1] or '')}f}"
        yield said[:found.start()] + other + said[found.end():]


def changes(case, catalogue):
    """How many numbers were changed, and the sentences of which that was not noticed."""
    count, missed = 0, []
    for said in case.said["why"]:
        for wrong in changed(said, case.labels):
            try:
                key = check_sentence(case, wrong, catalogue)
                if key == "coach_just_as_good":
                    continue  # it may name other dice, if they are just as good
                missed.append(f"{case.p.words}: {wrong}")
            except (Wrong, StopIteration, KeyError, ValueError, AttributeError):
                pass
            count += 1
    return count, missed


def is_quick(p):
    """Positions that reckon can answer about in a moment, because few others can follow. In one press game, these are
    all positions."""
    if p.is_sheet:
        return len(p.card) >= len(p.boxes) - 4
    return p.goal - min(p.totals) <= 1250 or p.rules == "yardkle:goal=1500,tie=leader"


def run(yard, program, path, catalogue_path):
    catalogue = read_catalogue(catalogue_path)
    positions = read_positions(path)
    made = subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "make_positions.py")], text=True,
                          capture_output=True, check=True).stdout.splitlines()
    fact("the file has 1,000 different positions, as make_positions.py makes them",
         len(set(made)) == 1000 and made == [f"{p.family} {p.words}" for p in positions])
    if not LONG:
        positions = [p for p in positions if is_quick(p)][::5]
    home = Home(yard)
    home.run("solve", "--threads", "1", *sorted({p.rules for p in positions})).ended(0)  # once for all languages
    labels = {language: labels_of(home, [p.rules for p in positions], language) for language in LANGUAGES}
    answers = {language: ask_coach(home, positions, language) for language in LANGUAGES}
    home.clean()
    cases = []
    for i, position in enumerate(positions):
        advice, why = answers["en"][i]
        case = Case(position, why, labels["en"][position.book])
        case.advice, case.keys = advice, set()
        case.translated = {language: (answers[language][i][1]["why"], labels[language][position.book])
                           for language in LANGUAGES[1:]}
        cases.append(case)
    ask_reckon(program, cases)
    changed_count, unnoticed = 0, []
    families, kinds, used = collections.defaultdict(list), collections.Counter(), set()
    for case in cases:
        wrong = audit(case, catalogue)
        used |= case.keys
        families[case.p.family].append((case, wrong))
        kinds.update({kind for kind, _, _ in wrong})
        if not wrong:
            count, missed = changes(case, catalogue)
            changed_count += count
            unnoticed += missed
    for family, results in sorted(families.items()):
        notes = [f"{case.p.words}: {said} -- {error}" for case, wrong in results for _, said, error in wrong]
        fact(f"{family}: {len(results)} positions without an error", not notes, *notes[:12])
    fact(f"each of {changed_count} changed numbers would be noticed", changed_count > 10 * len(cases) and not unnoticed,
         *unnoticed[:12])
    unused = sorted(set(CHECKS) - used)
    missing = MAY_BE_MISSING if LONG else len(CHECKS) // 2
    fact(f"all but at most {missing} of {len(CHECKS)} sentences came up", len(unused) <= missing, *unused)
    print(f"# {len(cases)} positions, {sum(bool(w) for r in families.values() for _, w in r)} with an error: {dict(kinds)}")


MAY_BE_MISSING = 8  # sentences for situations that even these positions do not contain
run(os.path.abspath(sys.argv[1]), *sys.argv[2:])
main()
