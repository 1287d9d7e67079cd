"""What the coach may say: every sentence by its key in lang/en.po, with a check of its numbers and of which way it argues.

A check gets the places of the sentence as text, and the facts that reckon found. It raises Wrong if a number is not
what reckon computes, or if the sentence argues for another move. A sentence argues in one of these ways:

    verdict  the advice, its worth and its margin
    rule     states a rule or the state of the game, and compares nothing
    other    says what another choice is worth, which must be less than the advice
    for      is true of the advice, and false or weaker for the choice it is compared with
    against  begins with "Although": the first half is true of the advice and stronger for the other choice; the second
             half, if it names numbers, is a reason for the advice"""
import functools
import re

from reckoning import Q_ABOVE, Q_EXTRA, Q_FEWER, Q_MORE, Q_PACE, Q_PAR, Q_POINTS, Q_TURN, Q_ZERO, UPPER

TOLERANCE = 1e-5  # of a value; reckon cuts off turns that no player ever sees
LONGEST = 280
FACES = {box: i + 1 for i, box in enumerate(UPPER)}

# How the coach must not speak: words that nobody says at a table, numbers without a meaning, a player who is a thing.
BANNED = [r"\balike\b", r"\bgives? away\b", r"\bgave away\b", r"\bfurther five\b", r"\bzero above\b", r"\bwrite a zero\b",
          r"\bIt has to\b", r"\bit has to\b", r"\bthe own\b", r"\bthe dice lie\b", r"\bwhoever\b",
          r"\bwho (?:has|is|loses|wins)\b",
          r"\ball the same\b", r"\bit stands\b", r"\btaken back\b", r"\b(?:he|his|him)\b", r"\bto be beaten\b",
          r"\bpays \d", r"\bleft open, it\b", r"\badds [\d.]+ left open\b", r"(?<![\d.])1 (?:points|turns|dice|players)\b",
          r"\b0\.0+ ", r"^[^:]+: [\d.]+ points on average", r"%.* % more", r"\bnan\b", r"\binf\b", r"  "]


class Wrong(Exception):
    def __init__(self, kind, *why):
        super().__init__(f"{kind}: " + " ".join(map(str, why)))
        self.kind = kind


def read_catalogue(path):
    """The English messages of the coach by key; a list if there is a plural."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = {}
    for block in text.split("\n\n"):
        key = re.search(r'^msgctxt "(coach_\w+)"', block, re.M)
        ids = re.findall(r'^(?:msgid|msgid_plural) ((?:".*"\n?)+)', block, re.M)
        if key:
            found[key[1]] = ["".join(re.findall(r'"(.*)"', part)).replace('\\"', '"') for part in ids]
    return found


@functools.cache
def pattern(message):
    """A regular expression for a message, with a group for each place."""
    out, at = "", 0
    seen = set()
    for place in re.finditer(r"\{(\w+)(?::[^}]*)?\}", message):
        name = place[1]
        out += re.escape(message[at:place.start()])
        out += f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
        seen.add(name)
        at = place.end()
    return out + re.escape(message[at:])


def number(text):
    return float(re.sub(r"[^0-9.-]", "", text.replace("−", "-")))


def shows(text, low, high=None, what="number", percent=None):
    """Checks that the text shows this number, or one of this range, correctly rounded."""
    high = low if high is None else high
    percent = "%" in text if percent is None else percent
    if percent:
        low, high = 100 * low, 100 * high
    slack = 100 * TOLERANCE if percent else TOLERANCE * max(1, abs(high))
    if text.startswith("under "):
        good = number(text) in (0.001, 1) and high > 0 and low <= number(text) + slack
    elif text.startswith("over "):
        good = number(text) in (99, 99.999) and low < 100 and high >= number(text) - slack
    else:
        digits = re.search(r"\.(\d+)", text)
        half = 0.5 * 10 ** -(len(digits[1]) if digits else 0) + slack
        good = low - half <= number(text) <= high + half
    if not good:
        raise Wrong("number", what, text, "should be", low, high)


def holds(good, kind, *why):
    if not good:
        raise Wrong(kind, *why)


def favors(best, second, what):
    """A reason for the advice: the number must be higher for it (lowest and highest answers)."""
    holds(best[1] > second[0] + 1e-12, "argues for another move", what, best, second)


def shown_and_more(text, best, other_text, second, what):
    shows(text, *best, what)
    shows(other_text, *second, what)
    favors(best, second, what)


def negative(pair):
    return -pair[1], -pair[0]


# Sentences that mention something against the advice; these, and no others, begin with "Although".
AGAINST = {"coach_" + key for key in (
    "turn_not_later", "later_not_turn", "box_now_not_later", "box_later_not_now", "five_zero_advised", "hand_at_risk",
    "hand_may_grow", "roll_risks_hand", "roll_costs_hand", "five_less_often", "further_less_often", "scores_otherwise",
    "scores_less_often", "writes_zero_more", "upper_falls_behind", "would_make_bonus_safe", "bonus_will_be_gone",
    "bonus_less_often", "throw_risk_taken", "points_stop_turns", "points_stop_winning", "points_throw_turns",
    "points_throw_winning", "stays_below", "more_dice_fewer_points", "fewer_dice_more_points", "entry_worth_less",
    "stop_shares")}
CHECKS = {}


def sentence(*keys):
    def add(check):
        for key in keys:
            CHECKS["coach_" + key] = check
        return check
    return add


# ---- in all games ----

@sentence("verdict")
def verdict(c, action, value, more, other):
    if more.startswith("estimated, "):
        value, more = value + ", estimated", more.removeprefix("estimated, ")
    c.is_action(action.replace(action[0], action[0].lower(), 1), c.best)
    c.is_worth(value, c.value(c.best))
    c.is_action(other.removeprefix("if you "), c.second)
    margin = abs(c.value(c.best) - c.value(c.second))
    unit = {"win": " percentage points more", "points": " points more", "turns": " turns fewer"}[c.unit]
    holds(more.endswith(unit), "wording", more)
    if more.startswith("under 0.001"):
        holds(margin * (100 if c.unit == "win" else 1) < 0.00101, "number", more, margin)
    else:
        shows(more.removesuffix(unit), margin, percent=c.unit == "win")


@sentence("verdict_only")
def verdict_only(c, action, value):
    holds(len(c.values) == 1, "number", "there are other choices")
    c.is_action(action.replace(action[0], action[0].lower(), 1), c.best)
    c.is_worth(value, c.value(c.best))


@sentence("verdict_same")
def verdict_same(c, value):
    holds(max(c.values.values()) - min(c.values.values()) < TOLERANCE, "number", "not all the same")
    c.is_worth(value, c.value(c.best))


@sentence("just_as_good")
def just_as_good(c, actions):
    for words in re.split(r", (?:or )?", actions.removesuffix(", among others")):
        action = next(a for a in c.values if c.words(a) == words)
        holds(abs(c.value(action) - c.value(c.best)) < TOLERANCE, "number", words, "is not just as good")


# ---- sheet games ----

@sentence("only_box")
def only_box(c, box):
    holds(c.open == [c.box(box)], "number", "open:", c.open)


@sentence("further_earns")
def further_earns(c, box, bonus):
    holds(int(bonus) == c.facts.get("b" + c.best[1:]) == c.p.bonus and c.best[0] == "s", "number", bonus)


@sentence("joker_own_box")
def joker_own_box(c, box):
    holds([a for a in c.values if a[0] == "s"] == [f"s{c.box(box)}"] and len(c.open) > 1, "number", box)


@sentence("joker_lower_box")
def joker_lower_box(c):
    holds(all(int(a[1:]) >= 6 for a in c.values if a[0] == "s") and min(c.open) < 6, "number")


@sentence("joker_zero_above")
def joker_zero_above(c, box):
    holds(max(c.open) < 6 and c.box(box) not in c.open and c.p.dice[0] - 1 == c.box(box), "number", box)


@sentence("joker_counts")
def joker_counts(c, points, box):
    fixed = {"full-house": 25, "small-straight": 30, "large-straight": 40}
    holds(c.best == f"s{c.box(box)}" and fixed[c.p.boxes[c.box(box)]] == int(points), "number", points)


def turn_and_rest(c, points=None, other_points=None, rest=None, other_rest=None):
    """Checks the numbers; says by how much turn and rest favor the advice."""
    if points:
        shows(re.match(r"[\d.]+", points)[0], *c.asks(c.best, Q_TURN), "turn")
        shows(other_points, *c.asks(c.second, Q_TURN), "other turn")
    if rest:
        shows(re.match(r"[\d.]+", rest)[0], *c.rest(c.best), "rest")
        shows(other_rest, *c.rest(c.second), "other rest")
        holds(("upper bonus included" in rest) == c.bonus_open, "number", "upper bonus", rest)
    return (c.asks(c.best, Q_TURN), c.asks(c.second, Q_TURN)), (c.rest(c.best), c.rest(c.second))


@sentence("turn_brings")
def turn_brings(c, **places):
    turn, rest = turn_and_rest(c, **places)
    favors(*turn, "turn")
    holds(abs(rest[0][0] - rest[1][0]) < 1e-6 or rest[0][0] < rest[1][1], "argues for another move", "rest differs", rest)


@sentence("later_brings")
def later_brings(c, **places):
    turn, rest = turn_and_rest(c, **places)
    favors(*rest, "rest")
    holds(turn[0][0] <= turn[1][1] + 1e-6, "number", "turns differ", turn)


@sentence("turn_and_later")
def turn_and_later(c, **places):
    turn, rest = turn_and_rest(c, **places)
    favors(*turn, "turn")
    favors(*rest, "rest")


@sentence("turn_not_later")
def turn_not_later(c, **places):
    turn, rest = turn_and_rest(c, **places)
    favors(*turn, "turn")
    favors(*reversed(rest), "rest, conceded")


@sentence("later_not_turn")
def later_not_turn(c, **places):
    turn, rest = turn_and_rest(c, **places)
    favors(*rest, "rest")
    favors(*reversed(turn), "turn, conceded")


def two_boxes(c, box, other, now=None, later=None):
    """Points now, and what leaving the other box open is worth later, as differences in favor of the advice."""
    holds(c.best == f"s{c.box(box)}" and c.second == f"s{c.box(other)}", "number", box, other)
    gain = c.facts.scored(c.best) - c.facts.scored(c.second)
    open_gain = c.value(c.best) - c.value(c.second) - gain
    if now:
        holds(now == f"{abs(gain)} point{'' if abs(gain) == 1 else 's'}", "number", now, gain)
    if later:
        shows(later, abs(open_gain), what="later")
    return gain, open_gain


@sentence("box_now")
def box_now(c, **places):
    gain, later = two_boxes(c, **places)
    holds(gain > 0 and abs(later) < TOLERANCE, "argues for another move", gain, later)


@sentence("box_later")
def box_later(c, **places):
    gain, later = two_boxes(c, **places)
    holds(gain == 0 and later > 0, "argues for another move", gain, later)


@sentence("box_both")
def box_both(c, **places):
    gain, later = two_boxes(c, **places)
    holds(gain > 0 and later > 0, "argues for another move", gain, later)


@sentence("box_now_not_later")
def box_now_not_later(c, **places):
    gain, later = two_boxes(c, **places)
    holds(gain > 0 > later, "argues for another move", gain, later)


@sentence("box_later_not_now")
def box_later_not_now(c, **places):
    gain, later = two_boxes(c, **places)
    holds(gain < 0 < later, "argues for another move", gain, later)


@sentence("five_opens_bonus", "five_zero", "five_zero_advised")
def five_box(c, box, bonus, points, adds=None, lost=None):
    holds(c.box(box) == c.p.five and int(bonus) == c.p.bonus and int(points) == 50, "number", bonus, points)
    shows(adds or lost, c.facts.get("five"))
    action = f"s{c.p.five}"
    scores = c.facts.get(f"p{c.p.five}")
    if adds:
        holds(c.best == action and scores == 50, "argues for another move")
    else:
        advised = c.key == "coach_five_zero_advised"
        holds(scores == 0 and action == (c.best if advised else c.second), "argues for another move")


@sentence("cheapest_zero")
def cheapest_zero(c, box, others):
    holds(c.best == f"s{c.box(box)}" and c.facts.get("p" + c.best[1:]) == 0, "number", box)
    for amount, other in re.findall(r"(under [\d.]+|[\d.]+) points more in (.+?)(?:,|$)", others):
        action = f"s{c.box(other)}"
        holds(c.facts.get("p" + action[1:]) == 0, "number", other, "is no zero")
        shows(amount, c.value(c.best) - c.value(action))


def in_hand(c, points, fewer=None, more=None):
    score, keep = (c.best, c.second) if c.best[0] == "s" else (c.second, c.best)
    holds(int(points) == c.facts.scored(score) and keep[0] == "k", "number", points)
    for text, question in ((fewer, Q_FEWER), (more, Q_MORE)):
        if text:
            shows(text, *c.asks(keep, question))
    return c.asks(keep, Q_FEWER), c.asks(keep, Q_MORE)


@sentence("hand_at_risk", "hand_only_at_risk", "hand_may_grow")
def hand(c, **places):
    fewer, more = in_hand(c, **places)
    holds(c.best[0] == "s", "argues for another move")
    holds(("fewer" in places) == (fewer[1] >= 0.01 - 1e-9), "below one percent", fewer)
    holds(("more" in places) == (more[1] >= 0.01 - 1e-9), "below one percent", more)


@sentence("roll_risks_hand", "roll_gains", "roll_costs_hand")
def roll(c, **places):
    fewer, more = in_hand(c, **places)
    holds(c.best[0] == "k", "argues for another move")
    holds(("fewer" in places) == (fewer[1] >= 0.01 - 1e-9), "below one percent", fewer)
    holds(("more" in places) == (more[1] >= 0.01 - 1e-9), "below one percent", more)


def five_chances(c, box, percent, other_percent, bonus=None):
    holds(c.box(box) == c.p.five, "number", box)
    holds(bonus is None or int(bonus) == c.p.bonus, "number", bonus)
    question = Q_EXTRA if bonus else c.p.five
    best, second = c.asks(c.best, question), c.asks(c.second, question)
    shows(percent, *best)
    shows(other_percent, *second)
    c.decides_if_small(best, second, c.p.bonus if bonus else 50)
    return best, second


@sentence("ends_with_five", "further_five")
def more_fives(c, **places):
    favors(*five_chances(c, **places), "five of a kind")


@sentence("five_less_often", "further_less_often")
def fewer_fives(c, **places):
    favors(*reversed(five_chances(c, **places)), "five of a kind, conceded")


@sentence("face", "face_par")
def face(c, box, percent, other_percent, points, par=None):
    best, second = c.asks(c.best, c.box(box)), c.asks(c.second, c.box(box))
    shown_and_more(percent, best, other_percent, second, box)
    total = c.asks(c.best, Q_POINTS + c.box(box))
    shows(points, total[0] / best[1], total[1] / best[0], "points in " + box)
    holds(par is None or int(par) * 21 == c.p.par * (c.box(box) + 1), "number", "par", par)
    holds(box in c.labels, "number", box)


@sentence("face_points")
def face_points(c, box, points, other_points):
    means = []
    for action in (c.best, c.second):
        often, total = c.asks(action, c.box(box)), c.asks(action, Q_POINTS + c.box(box))
        means.append((total[0] / often[1], total[1] / often[0]))
    shown_and_more(points, means[0], other_points, means[1], box)


def listed(boxes):
    found = re.findall(r"([^,(]+?) \(((?:under |over )?[\d.]+ %) instead of ((?:under |over )?[\d.]+ %)\)(?:, | and |$)", boxes)
    *first, last = [f"{b} ({x} instead of {y})" for b, x, y in found] or [""]
    holds(" and ".join(([", ".join(first)] if first else []) + [last]) == boxes, "wording", boxes)
    return found


def boxes_favor(c, boxes, concede):
    for box, percent, other_percent in listed(boxes):
        best, second = c.asks(c.best, c.box(box)), c.asks(c.second, c.box(box))
        shows(percent, *best, box)
        shows(other_percent, *second, box)
        favors(*((second, best) if concede else (best, second)), box)


@sentence("scores_more_often")
def scores_more_often(c, boxes):
    boxes_favor(c, boxes, False)


@sentence("scores_less_often")
def scores_less_often(c, boxes):
    boxes_favor(c, boxes, True)


@sentence("scores_otherwise")
def scores_otherwise(c, less, more):
    boxes_favor(c, less, True)
    boxes_favor(c, more, False)


@sentence("ends_with_points")
def ends_with_points(c, boxes):
    holds(c.second[0] == "s", "argues for another move", "the other choice is no score")
    for box, percent in re.findall(r"([^,]+?) ((?:under |over )?[\d.]+ %)(?:, |$)", boxes):
        best, second = c.asks(c.best, c.box(box)), c.asks(c.second, c.box(box))
        shows(percent, *best, box)
        favors(best, second, box)


def zeros(c, percent, other_percent):
    best, second = c.asks(c.best, Q_ZERO), c.asks(c.second, Q_ZERO)
    shows(percent, *best)
    shows(other_percent, *second)
    return negative(best), negative(second)


@sentence("writes_zero")
def writes_zero(c, **places):
    favors(*zeros(c, **places), "zeros")


@sentence("writes_zero_more")
def writes_zero_more(c, **places):
    favors(*reversed(zeros(c, **places)), "zeros, conceded")


def shows_pace(c, text, action):
    low, high = (c.pace_now + x for x in c.asks(action, Q_PACE))
    if text == "exactly on pace":
        holds(low < 0.051 and high > -0.051, "number", text, low, high)
    else:
        amount, way = re.fullmatch(r"([\d.]+) (ahead|behind) of pace|.*", text.replace("behind pace", "behind of pace")).groups()
        shows(("-" if way == "behind" else "") + amount, low, high, "pace")
    return low, high


@sentence("upper_stands", "upper_then_stands", "upper_falls_behind")
def upper(c, pace, other_pace, total=None):
    best, second = shows_pace(c, pace, c.best), shows_pace(c, other_pace, c.second)
    holds(c.bonus_open, "number", "the bonus is settled")
    holds(total is None or int(total) == c.p.upper + c.facts.get("p" + c.best[1:]), "number", "total", total)
    if c.key == "coach_upper_falls_behind":
        favors(second, best, "pace, conceded")
    else:
        favors(best, second, "pace")


@sentence("makes_bonus_safe", "would_make_bonus_safe")
def bonus_safe(c, points, box, total, bonus):
    action = f"s{c.box(box)}"
    advised = c.key == "coach_makes_bonus_safe"
    holds(action == (c.best if advised else c.second), "argues for another move", box)
    holds(int(points) == c.facts.get("p" + action[1:]) and int(total) == c.p.upper + int(points) >= c.p.par
          and int(bonus) == c.p.upper_bonus, "number", points, total, bonus)
    other = c.second if advised else c.best
    favors((1, 1), c.asks(other, Q_PAR), "bonus")


@sentence("bonus_will_be_gone", "bonus_would_be_gone")
def bonus_gone(c, points, box, most, par):
    action = f"s{c.box(box)}"
    advised = c.key == "coach_bonus_will_be_gone"
    holds(action == (c.best if advised else c.second), "argues for another move", box)
    room = sum(5 * (i + 1) for i in c.open if i < 6 and i != c.box(box))
    holds(int(most) == c.p.upper + int(points) + room < int(par) == c.p.par, "number", most)
    holds(c.bonus_open, "number", "the bonus was gone before")


@sentence("bonus_out_of_reach")
def bonus_out_of_reach(c, most, par):
    holds(int(most) == c.p.upper + sum(5 * (i + 1) for i in c.open if i < 6) < int(par) == c.p.par, "number", most)
    holds(c.asks(c.best, Q_ABOVE)[1] >= 0.2, "number", "no upper box is filled")


def bonus_chances(c, bonus, percent, other_percent):
    best, second = c.asks(c.best, Q_PAR), c.asks(c.second, Q_PAR)
    shows(percent, *best)
    shows(other_percent, *second)
    holds(int(bonus) == c.p.upper_bonus, "number", bonus)
    c.decides_if_small(best, second, c.p.upper_bonus)
    return best, second


@sentence("bonus_chance_against")
def bonus_more_often(c, **places):
    favors(*bonus_chances(c, **places), "bonus")


@sentence("bonus_less_often")
def bonus_less_often(c, **places):
    favors(*reversed(bonus_chances(c, **places)), "bonus, conceded")


@sentence("throw_again", "stop_now")
def other_kind(c, action, value):
    kind = "k" if c.key == "coach_throw_again" else "s"
    found = next(a for a in c.values if c.words(a) == action)
    best = max((v, a) for a, v in c.values.items() if a[0] == kind)[0]
    holds(found[0] == kind and abs(c.value(found) - best) < TOLERANCE and best < c.value(c.best), "number", action)
    c.is_worth(value, best)


# ---- press games ----

@sentence("throw_risk", "throw_risk_taken")
def throw_risk(c, n, bust, percent, points):
    action = c.best_of("r")
    holds(int(n) == c.left(action) and bust == c.p.book.capitalize(), "number", n)
    shows(percent, c.facts.get(f"bust{n}"))
    holds(int(points) == c.points(action), "number", points)
    taken = c.best[0] == "r" and any(a[0] == "t" for a in c.values)
    holds(taken == (c.key == "coach_throw_risk_taken"), "argues for another move", "a risk")


@sentence("after_bust")
def after_bust(c, bust, value):
    c.is_worth(value, c.facts.get("after"))


@sentence("stop_taking", "throw_taking")
def taking(c, dice, value):
    kind = "t" if c.key == "coach_stop_taking" else "r"
    action = kind + dice.replace(" ", "")
    holds(abs(c.value(action) - c.value(c.best_of(kind))) < TOLERANCE, "number", dice)
    holds(c.better(c.value(c.best), c.value(action)), "argues for another move", dice)
    c.is_worth(value, c.value(action))


def averages(c, thrown=None, stopped=None, own=None, rival=None):
    roll_worth = max((c.facts.get("R" + a[1:]) for a in c.values if a[0] == "r"), default=None)
    stop_worth = max((c.facts.get("T" + a[1:]) for a in c.values if a[0] == "t"), default=None)
    shows(thrown, roll_worth)
    shows(stopped, stop_worth)
    others = [t for i, t in enumerate(c.p.totals) if i != c.p.seat - 1]
    holds(own is None or int(own) == c.p.own and int(rival) == max(others), "number", own, rival)
    return roll_worth, stop_worth


@sentence("points_alone")
def points_alone(c, points):
    shows(points, max(c.facts.get("R" + a[1:]) for a in c.values if a[0] == "r"))


@sentence("points_stop", "points_throw_turns", "points_throw_winning")
def points_with_a_stop(c, **places):
    rolled, stopped = averages(c, **places)
    holds(c.best[0] == "t" and (stopped >= rolled) == (c.key == "coach_points_stop"), "argues for another move")


@sentence("points_throw", "points_stop_turns", "points_stop_winning")
def points_with_a_roll(c, **places):
    rolled, stopped = averages(c, **places)
    holds(c.best[0] == "r" and (rolled > stopped) == (c.key == "coach_points_throw"), "argues for another move")


@sentence("banks")
def banks(c, points, other_points):
    holds(int(points) == c.points(c.best) > int(other_points) == c.points(c.second), "argues for another move", points)


@sentence("stays_below")
def stays_below(c, goal, total):
    holds(int(goal) == c.p.goal <= int(total) == c.p.own + c.points(c.second), "number", total)
    holds(c.p.own + c.points(c.best) < c.p.goal, "argues for another move", total)


@sentence("more_dice_and_points", "more_dice", "more_dice_fewer_points", "fewer_dice_more_points")
def dice_left(c, n, other_dice, bust, percent, other_percent, more=None, fewer=None):
    holds(int(n) == c.left(c.best) and int(other_dice) == c.left(c.second), "number", n, other_dice)
    shows(percent, c.facts.get(f"bust{n}"))
    shows(other_percent, c.facts.get(f"bust{other_dice}"))
    gain = c.points(c.best) - c.points(c.second)
    holds(gain == (int(more) if more else -int(fewer) if fewer else 0), "number", "points", gain)
    less_dice = c.key == "coach_fewer_dice_more_points"
    holds((int(n) < int(other_dice)) == less_dice and (gain > 0 or not less_dice), "argues for another move", n)


@sentence("both_throw")
def both_throw(c, n, points, other_points):
    holds(int(n) == c.left(c.best) == c.left(c.second), "number", n)
    holds(int(points) == c.points(c.best) > int(other_points) == c.points(c.second), "argues for another move", points)


@sentence("all_must_again", "all_may_again")
def hot_dice(c, dice):
    holds(int(dice) == 6 and len(c.best) - 1 == len(c.p.dice) and c.best[0] == "r", "number", dice)
    holds(c.p.may == (c.key == "coach_all_may_again"), "number", "hot dice")


@sentence("entry_must_throw", "entry_reached", "entry_worth_less", "entry_missing")
def entry(c, entry, most=None, points=None):
    reached = max(c.points(a) for a in c.values)
    holds(int(entry) == c.p.entry and c.p.own == 0, "number", entry)
    holds(most is None or int(most) == reached < c.p.entry, "number", most)
    if c.key == "coach_entry_reached":
        holds(c.best[0] == "t" and int(points) == c.points(c.best) >= c.p.entry, "argues for another move")
    if c.key == "coach_entry_worth_less":
        holds(c.best[0] == "r" and int(points) == c.points(c.best_of("t")) >= c.p.entry, "argues for another move")


@sentence("last_beats", "last_level", "last_level_enough", "last_level_short", "last_at", "last_at_level",
          "last_at_enough", "last_at_short", "last_behind", "last_behind_enough", "last_behind_short")
def final_round(c, total=None, lead=None, missing=None):
    have, best = c.p.own + c.points(c.best), c.lead()
    holds(c.p.ender > 0, "number", "no final round")
    holds(total is None or int(total) == have, "number", "total", total)
    holds(lead is None or int(lead) == best, "number", "lead", lead)
    holds(missing is None or int(missing) == best - have > 0, "number", "missing", missing)
    stops, name = c.best[0] == "t", c.key.removeprefix("coach_last_")
    holds(name.startswith("behind") == (have < best), "argues for another move", name)
    holds((name.startswith("level") or name == "beats") == (stops and have >= best), "argues for another move", name)
    holds((name == "beats") == (stops and have > best), "argues for another move", name)
    tie = {"enough": "chaser", "short": "leader"}.get(name.rsplit("_", maxsplit=1)[-1], "share")
    holds(have > best or c.p.tie == tie, "number", "a tie", name)


@sentence("stop_loses")
def stop_loses(c, total):
    stop = c.best_of("t")
    holds(int(total) == c.p.own + c.points(stop) < c.lead() and c.value(stop) == 0 and c.best[0] == "r",
          "argues for another move", total)


@sentence("stop_shares")
def stop_shares(c, total):
    stop = c.best_of("t")
    holds(int(total) == c.p.own + c.points(stop) == c.lead() and c.p.tie == "share" and c.best[0] == "r",
          "argues for another move", total)


@sentence("last_turns_after")
def last_turns_after(c, n):
    holds(int(n) == (c.p.ender - 1 - c.p.seat) % c.p.seats > 0, "number", n)


@sentence("reaches_goal")
def reaches_goal(c, total, goal):
    holds(int(total) == c.p.own + c.points(c.best_of("t")) >= int(goal) == c.p.goal, "number", total)


@sentence("starts_last_two", "would_start_last_two", "starts_last", "would_start_last")
def starts_last(c, total, rival=None, percent=None):
    stop = c.best_of("t")
    holds(int(total) == c.p.own + c.points(stop) >= c.p.goal, "number", total)
    holds((c.best == stop) == (not c.key.startswith("coach_would")), "argues for another move")
    if rival:
        holds(int(rival) == c.p.totals[2 - c.p.seat], "number", rival)
        shows(percent, 1 - c.value(stop))
