#!/usr/bin/env python3
"""make_positions.py > positions: the thousand positions of the audit, one per line: a family of situations, then the
position as in the table language. Most come from games played at random with a fixed seed; the rest are made for a
situation that play rarely reaches. The same program always writes the same positions."""
import random

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three-kind", "four-kind", "full-house", "small-straight", "large-straight", "five-kind", "chance"]
YATZY = ["one-pair", "two-pairs", "three-kind", "four-kind", "small-straight", "large-straight", "full-house",
         "chance", "five-kind"]
COUNT = 1000
draw = random.Random(20261117)
lines = []


# ---- sheet games ----

def points(box, dice, yatzy):
    """The points of five dice in a box, without jokers."""
    count = {face: dice.count(face) for face in range(1, 7)}
    most = max(count.values())
    faces = set(dice)
    pairs = sorted((face for face in count if count[face] >= 2), reverse=True)

    def run(*starts, length):
        return any(set(range(low, low + length)) <= faces for low in starts)

    def alike(n):
        best = max((face for face in count if count[face] >= n), default=0)
        return n * best if yatzy else sum(dice) if best else 0
    if box in UPPER:
        return (UPPER.index(box) + 1) * count[UPPER.index(box) + 1]
    house = sorted(count.values())[-2:] == [2, 3]
    return {"one-pair": lambda: 2 * pairs[0] if pairs else 0,
            "two-pairs": lambda: 2 * sum(pairs) if len(pairs) == 2 else 0,
            "three-kind": lambda: alike(3), "four-kind": lambda: alike(4),
            "full-house": lambda: (sum(dice) if yatzy else 25) if house else 0,
            "small-straight": lambda: (15 * run(1, length=5)) if yatzy else 30 * run(1, 2, 3, length=4),
            "large-straight": lambda: (20 * run(2, length=5)) if yatzy else 40 * run(1, 2, length=5),
            "five-kind": lambda: 50 if most == 5 else 0, "chance": lambda: sum(dice)}[box]()


def roll(n):
    return [draw.randint(1, 6) for _ in range(n)]


def kept(dice):
    """What a casual player keeps: the face that is there most often, or four in a row."""
    faces = sorted(set(dice))
    if len(faces) >= 4 and draw.random() < 0.5:
        return faces[-4:]
    most = max(dice.count(face) for face in dice)
    face = draw.choice([f for f in faces if dice.count(f) == most])
    return [face] * most


def turn(rolls):
    """Five dice after so many rolls."""
    dice = roll(5)
    for _ in range(rolls - 1):
        keep = kept(dice)
        dice = keep + roll(5 - len(keep))
    return sorted(dice)


def fill(card, boxes, yatzy):
    """A turn: fills one of the better boxes."""
    dice = turn(3)
    choices = sorted((box for box in boxes if box not in card),
                     key=lambda box: points(box, dice, yatzy) - (8 if box == "chance" else 0)
                     + (points(box, dice, yatzy) if box in UPPER else 0), reverse=True)
    box = choices[0] if draw.random() < 0.8 else draw.choice(choices[:3])
    card[box] = points(box, dice, yatzy)


def play(boxes, turns, yatzy):
    card = {}
    for _ in range(turns):
        fill(card, boxes, yatzy)
    return card


def words(card, boxes):
    return ",".join(f"{box}={card[box]}" for box in boxes if box in card) or "-"


def upper(card):
    return sum(card.get(box, 0) for box in UPPER)


def reach(card):
    return upper(card) + sum(5 * (i + 1) for i, box in enumerate(UPPER) if box not in card)


def sheet(family, rules, card, boxes, dice, rolls, others=()):
    cards = [words(card, boxes)] + [words(other, boxes) for other in others]
    lines.append(f"{family} {rules} {'/'.join(cards)} 1 {','.join(map(str, dice))} {rolls}")


def cards_with(boxes, yatzy, turns, good):
    """A card after so many turns that is good enough; some are changed until they are."""
    while True:
        card = play(boxes, draw.choice(turns), yatzy)
        if good(card):
            return card


def bad_dice(card, boxes, yatzy):
    """Dice after the last roll that score in no open lower box except Chance, and poorly in others."""
    while True:
        dice = turn(3)
        if sum(points(box, dice, yatzy) for box in boxes if box not in card and box != "chance") <= 6:
            return dice


def sheet_families(rules, yatzy, scale):
    boxes = UPPER + (YATZY if yatzy else LOWER)
    all_boxes = len(boxes)

    def some(count):
        return range(round(count * scale))
    for i in some(18):
        rolls = 1 + i % 3
        sheet("opening", rules, play(boxes, i % 3, yatzy), boxes, turn(rolls), rolls)
    for i in some(36):
        rolls = 1 + i % 3
        sheet("middle", rules, play(boxes, draw.randint(4, all_boxes - 4), yatzy), boxes, turn(rolls), rolls)
    for i in some(18):
        rolls = 1 + i % 3
        sheet("late", rules, play(boxes, all_boxes - draw.randint(2, 3), yatzy), boxes, turn(rolls), rolls)
    for i in some(15):
        rolls = 1 + i % 3
        sheet("last-box", rules, play(boxes, all_boxes - 1, yatzy), boxes, turn(rolls), rolls)
    for i in some(15):
        rolls = 1 + i % 3
        card = cards_with(boxes, yatzy, range(7, all_boxes - 1), lambda c: reach(c) >= 63 > upper(c) >= 40)
        sheet("bonus-near", rules, card, boxes, turn(rolls), rolls)
    for i in some(9):
        rolls = 1 + i % 3
        card = cards_with(boxes, yatzy, range(7, all_boxes - 1), lambda c: reach(c) < 63 and reach(c) > upper(c))
        sheet("bonus-gone", rules, card, boxes, turn(rolls), rolls)
    for i in some(6):
        rolls = 1 + i % 3
        card = cards_with(boxes, yatzy, range(9, all_boxes - 1), lambda c: upper(c) >= 63)
        sheet("bonus-safe", rules, card, boxes, turn(rolls), rolls)
    for i in some(12):
        card = cards_with(boxes, yatzy, range(0, all_boxes - 1), lambda c: "five-kind" not in c)
        sheet("first-five", rules, card, boxes, [draw.randint(1, 6)] * 5, 1 + i % 3)
    for i in some(12):
        card = play(boxes, draw.randint(3, all_boxes - 2), yatzy)
        sheet("poor-roll", rules, card, boxes, bad_dice(card, boxes, yatzy), 3)
    for i in some(6):
        rolls = 1 + i % 3
        turns = draw.randint(3, all_boxes - 2)
        others = [play(boxes, turns, yatzy) for _ in range(1 + i % 2)]
        sheet("several-players", rules, play(boxes, turns, yatzy), boxes, turn(rolls), rolls, others)


def joker_families(rules, count):
    boxes = UPPER + LOWER
    for i in range(count):
        face, rolls = draw.randint(1, 6), 1 + i % 3
        card = cards_with(boxes, False, range(3, 11), lambda c: "five-kind" not in c or not c["five-kind"])
        card["five-kind"] = 50 if i % 4 else 0
        own = UPPER[face - 1]
        stage = i % 5
        if stage < 2:
            card.pop(own, None)
        else:
            card[own] = face * draw.randint(1, 4)
        if stage == 2:
            for box in draw.sample(["full-house", "small-straight", "large-straight"], 2):
                card.pop(box, None)
        if stage == 4:
            for box in LOWER:
                card.setdefault(box, 0 if box != "chance" else 20)
            for box in draw.sample([b for b in UPPER if b != own], 2):
                card.pop(box, None)
        if len(card) == len(boxes):
            card.pop(draw.choice([b for b in boxes if b not in (own, "five-kind")]))
        sheet(["joker-own-open", "joker-own-open", "joker-lower", "joker-lower", "joker-zero"][stage], rules, card,
              boxes, [face] * 5, rolls)
    for i in range(count // 3):
        face = draw.randint(1, 6)
        card = cards_with(boxes, False, range(4, 11), lambda c: True)
        card["five-kind"] = 50
        if len(card) == len(boxes):
            card.pop("chance")
        sheet("extra-five-near", rules, card, boxes, sorted([face] * draw.choice([3, 4]) + roll(2))[:5], 1 + i % 2)


# ---- press games ----

def scores(dice):
    count = [dice.count(face) for face in range(1, 7)]
    return bool(1 in dice or 5 in dice or max(count) >= 3 or (len(dice) == 6 and count.count(2) == 3))


def throw(n):
    while True:
        dice = sorted(roll(n))
        if scores(dice):
            return dice


def press(family, rules, totals, seat, aside, dice):
    lines.append(f"{family} {rules} {'/'.join(map(str, totals))} {seat} {aside} {','.join(map(str, dice))}")


def total(low, high):
    return 50 * draw.randint(low // 50, high // 50)


def aside_of(dice, least=0):
    """Points set aside before a throw of so many dice."""
    if dice == 6:
        return max(least, draw.choice([0, 0, 0, 0, total(500, 1500)]))
    return max(least, 50 * (6 - dice), total(50, 700))


def dice_count():
    return draw.choice([6, 6, 6, 5, 4, 3, 3, 2, 2, 1])


def hot():
    """A throw of a few dice that all score."""
    return draw.choice([[1], [5], [1, 5], [1, 1], [5, 5], [1, 1, 5], [2, 2, 2], [4, 4, 4], [6, 6, 6], [1, 2, 2, 2],
                        [3, 3, 3, 5], [1, 1, 1, 5], [1, 2, 3, 4, 5, 6], [2, 2, 3, 3, 6, 6], [2, 2, 2, 4, 4, 4],
                        [3, 3, 3, 3, 5, 5]])


def press_families(rules, goal, entry, scale):
    def some(count):
        return range(round(count * scale))

    def below(share_low, share_high):
        return max(50, min(goal - 50, total(int(goal * share_low), int(goal * share_high))))
    for i in some(20):
        n = dice_count()
        press("entry" if entry else "opening", rules, [0, draw.choice([0, below(0.05, 0.9)])], 1, aside_of(n), throw(n))
    for i in some(30):
        n = dice_count()
        press("middle", rules, [below(0.05, 0.85), below(0.05, 0.85)], 1 + i % 2, aside_of(n), throw(n))
    for i in some(16):
        n = dice_count()
        press("near-goal", rules, [below(0.8, 0.99), below(0.6, 0.99)], 1, aside_of(n), throw(n))
    for i in some(12):
        dice = hot()
        press("hot-dice", rules, [below(0.05, 0.95), below(0.05, 0.95)], 1, aside_of(len(dice)) if len(dice) < 6 else 0, dice)
    for i in some(10):
        n = dice_count()
        own = below(0.8, 0.99)
        press("final-behind", rules, [goal + total(0, 800), own], 2, aside_of(n), throw(n))
    for i in some(10):  # some set of the dice draws level
        n = draw.choice([2, 3, 4])
        aside = aside_of(n)
        dice = sorted([draw.choice([1, 5])] + draw.choices([2, 3, 4, 6], k=n - 1))
        gain = aside + (100 if 1 in dice else 50)
        lead = goal + total(0, 300)
        press("final-level", rules, [lead, max(50, min(goal - 50, lead - gain))], 2, aside, dice)
    for i in some(10):
        n = draw.choice([1, 2, 3, 4, 6])
        aside = aside_of(n, 400)
        press("final-ahead", rules, [goal + total(0, 200), max(50, goal - total(50, 250))], 2, aside, throw(n))
    for i in some(14):
        n = dice_count()
        press("solo", rules, [draw.choice([0, below(0.02, 0.99), below(0.8, 0.99)])], 1, aside_of(n), throw(n))
    for i in some(10):
        n = dice_count()
        press("three-players", rules, [below(0.05, 0.95) for _ in range(3)], 1 + i % 3, aside_of(n), throw(n))
    for i in some(8):
        n = dice_count()
        totals = [goal + total(0, 500), below(0.8, 0.99), below(0.8, 0.99)]
        press("three-final", rules, totals, 2 + i % 2, aside_of(n), throw(n))


for book in ["yardzee", "yahtzee", "yahtzee-classic"]:
    sheet_families(book, False, 1)
    joker_families(book, 21)
sheet_families("yatzy", True, 0.8)
for house in ["yardzee:joker=none,bonus=0", "yahtzee:bonus=50", "yahtzee:upper-bonus=50@70", "yardzee:upper-bonus=0",
              "yahtzee:joker=free", "yatzy:upper-bonus=35@63", "yardzee:bonus=1000"]:
    yatzy_boxes = UPPER + (YATZY if house.startswith("yatzy") else LOWER)
    for number in range(8):
        roll_number = 1 + number % 3
        house_card = play(yatzy_boxes, len(yatzy_boxes) - draw.randint(1, 4), house.startswith("yatzy"))
        thrown = turn(roll_number) if number % 4 else [draw.randint(1, 6)] * 5
        sheet("house-rules", house, house_card, yatzy_boxes, thrown, roll_number)
press_families("yardkle", 10000, 500, 0.95)
press_families("farkle", 10000, 0, 0.65)
for house, target, minimum in [("yardkle:goal=2000,set-aside=all", 2000, 500), ("yardkle:goal=1500,tie=leader", 1500, 500),
                               ("yardkle:goal=1500,tie=chaser", 1500, 500), ("farkle:goal=2000,entry=500", 2000, 500),
                               ("yardkle:goal=2000,hot-dice=may", 2000, 500), ("farkle:goal=1500,hot-dice=must", 1500, 0)]:
    press_families(house, target, minimum, 0.2)

# The middle of a game is what there is most of, so leave out some of that.
middle = [i for i, line in enumerate(lines) if line.startswith("middle ")]
surplus = set(draw.sample(middle, len(lines) - COUNT))
print("\n".join(line for i, line in enumerate(lines) if i not in surplus))
