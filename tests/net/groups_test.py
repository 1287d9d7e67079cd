#!/usr/bin/env python3
"""groups_test.py YARD sqlite|postgres: groups that compare their daily games. Honest results are listed, with what
their decisions gave away; forged, edited and replayed ones are refused; nothing acknowledged is lost."""
import concurrent.futures
import contextlib
import datetime
import json
import os
import sys

from daily import Player, press_record, records, sheet_lines, today, window
from nodes import Node, figure, wait_for
from client import Gone, ask
from postgres import Postgres
from shop import refused
from tap import LONG, SANITIZED, check, claim, holds, main, same

STORE = sys.argv.pop()
KILLS = 60 if LONG else 8
PEOPLE = 80 if SANITIZED else 200


def on_store(words):
    """A claim that gets the address of a fresh store."""
    def add(function):
        @claim(f"{STORE}: {words}")
        def _(home):
            with contextlib.ExitStack() as stack:
                where = stack.enter_context(Postgres()).address if STORE == "postgres" else home.path("games.db")
                function(home, where)
    return add


class Group:
    """A group on some nodes; requests go to one after the other."""

    def __init__(self, *nodes, name="Family", **more):
        self.nodes, self.turn = nodes, 0
        made = self.request("POST", "", {"name": name, **more}, base="/api/groups")
        same(made.status, 201, f"the status of {made!r}")
        self.id, self.token = made.json()["id"], made.json()["token"]

    def request(self, method, path="", body=None, token=None, base=None):
        self.turn += 1
        node = self.nodes[self.turn % len(self.nodes)]
        return ask(node.port, method, (base or f"/api/groups/{self.id}") + path, body, token)

    def hand_in(self, player, record, token=None):
        body = json.dumps({"record": record}, ensure_ascii=False).encode()
        return self.request("POST", "/results", body, token or player.token)

    def day(self, date=None):
        got = self.request("GET", f"/days/{date or today()}")
        same(got.status, 200, f"the status of {got!r}")
        return got.json()

    def graded(self, date=None):
        """The table of a day, once everything is graded."""
        wait_for("all results are graded", lambda: self.day(date)["grading"] == 0)
        return self.day(date)["results"]


def accepted(got, status=201):
    same(got.status, status, f"the status of {got!r}")
    return got.json()


def persist(group, player, record):
    """Hands in a result as the page does: again, as long as the server is away or asks to try again. Returns the answer."""
    answers = []

    def settled():
        with contextlib.suppress(Gone):
            got = group.hand_in(player, record)
            check(got.status in (200, 201, 429, 503), f"{got!r}")
            answers.extend([got] if got.status < 400 else [])
        return answers

    wait_for("the result is accepted", settled)
    return answers[0].json()


def one_game(home, player, **more):
    return records(home, [sheet_lines(player, today(), **more)])[0]


def judged(home, record):
    """What the engine says about a finished game."""
    return json.loads(home.run("engine", typed=record + "daily grade\n").ended(0).out.splitlines()[-1])


# ---- honest players ----

@on_store("results of everybody are listed with points, turns, hints and decisions, as the engine sees them")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann, bea, cem = (Player(name) for name in ("Ann", "Bea", "Cem"))
    games = {ann: one_game(home, ann, seed=1), bea: one_game(home, bea, seed=2, hints=2), cem: one_game(home, cem, seed=3)}
    for player, record in games.items():
        got = accepted(group.hand_in(player, record))
        same((got["name"], got["date"], got["rules"]), (player.name, today(), "yardzee"), "the result")
        check("cost" not in got, "a grade before the acknowledgment:", got)
    kle = press_record(home, ann, today())
    accepted(group.hand_in(ann, kle))
    listed = group.graded()
    same([r["rules"] for r in listed], ["yardzee"] * 3 + ["yardkle"], "the rule sets")
    for result in listed:
        player = next(p for p in games if p.name == result["name"])
        truth = judged(home, kle if result["rules"] == "yardkle" else games[player])
        for key in ("points", "turns", "hints", "warnings", "cost", "unit", "decisions", "best", "marks"):
            same(result[key], truth[key], f"{key} of {player.name}")
    points = [r["points"] for r in listed[:3]]
    same(points, sorted(points, reverse=True), "the order")
    same([r["rank"] for r in listed], [1, 2, 3, 1], "the ranks")
    about = accepted(group.request("GET"), 200)
    same(about, {"id": group.id, "name": "Family", "days": [today()], "members": [
        {"member": n + 1, "name": p.name} for n, p in enumerate((ann, bea, cem))]}, "the group")
    same((figure(node.port, "results_total"), figure(node.port, "groups_created_total")), (4, 1), "what it counts")
    same(group.day("2026-01-01")["results"], [], "a day on which nobody played")
    doctor = home.run("doctor", where, "--key", home.path("key")).ended(0)
    holds(doctor.out, "games")
    node.stop().ended(0)


@on_store(f"{PEOPLE} people hand in at once on two nodes, and everybody is listed once")
def _(home, where):
    nodes = [Node(home, where)] if STORE == "sqlite" else [Node(home, where) for _ in range(2)]
    group = Group(*nodes)
    people = [Player(f"Player {n}") for n in range(PEOPLE)]
    games = records(home, [sheet_lines(player, today(), seed=n) for n, player in enumerate(people)])
    with concurrent.futures.ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda n: persist(group, people[n], games[n]), range(PEOPLE)))
    listed = group.graded()
    same(sorted(r["name"] for r in listed), sorted(p.name for p in people), "who is listed")
    same(sorted(r["member"] for r in listed), list(range(1, PEOPLE + 1)), "the members")
    better = [(-r["points"], r["cost"]) for r in listed]
    same(better, sorted(better), "the order")
    for node in nodes:
        node.stop().ended(0)


@on_store("a retry is harmless, and the first result of a day counts")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann = Player("Ann")
    first, second = records(home, [sheet_lines(ann, today(), seed=n) for n in (1, 2)])
    got = accepted(group.hand_in(ann, first))
    again = accepted(group.hand_in(ann, first), 200)
    same((again.pop("again"), again["points"], again["n"]), (True, got["points"], got["n"]), "the retry")
    refused(group.hand_in(ann, second), 409, "first", "The first one counts.")
    renamed = first.replace("seat Ann", "seat Anna Livia")
    refused(group.hand_in(ann, renamed), 409, "first")
    same([(r["name"], r["points"]) for r in group.day()["results"]], [("Ann", got["points"])], "the table")
    other = Group(node, name="Friends")
    accepted(other.hand_in(ann, renamed))  # another group knows nothing of the first
    same([r["name"] for r in other.day()["results"]], ["Anna Livia"], "the other table")
    same(sum(r.status == 201 for r in (group.hand_in(ann, one_game(home, ann, seed=n)) for n in range(3, 6))), 0, "more tries")
    node.stop().ended(0)


@on_store("the same player at the same moment counts once")
def _(home, where):
    nodes = [Node(home, where) for _ in range(1 if STORE == "sqlite" else 2)]
    group = Group(*nodes)
    ann = Player("Ann")
    games = records(home, [sheet_lines(ann, today(), seed=n) for n in range(8)])
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda game: group.hand_in(ann, game), games))
    same(sorted(a.status for a in answers), [201] + [409] * 7, "the answers")
    same(len(group.day()["results"]), 1, "results")
    same(len(accepted(group.request("GET"), 200)["members"]), 1, "members")
    for node in nodes:
        node.stop().ended(0)


@on_store("a group can be made again with the same id after a lost answer")
def _(home, where):
    node = Node(home, where)
    action = {"action": "k3v9Tq0ZbW7m2XcR5nYhJd"}
    one, two, other = Group(node, **action), Group(node, **action), Group(node)
    same((one.id, one.token), (two.id, two.token), "the group")
    check(other.id != one.id, "a new group has an old id")
    same(len(one.id), 28, "letters that nobody can guess")
    same(ask(node.port, "GET", f"/g/{one.id}").headers["location"], f"/#/daily/{one.id}", "where the link leads")
    node.stop().ended(0)


# ---- members ----

@on_store("a player who joins is listed before the first result, once and under one name, on every node")
def _(home, where):
    nodes = [Node(home, where) for _ in range(1 if STORE == "sqlite" else 2)]
    group = Group(*nodes)
    ann, bea, cem = (Player(name) for name in ("Ann", "Bea", "Cem"))

    def enter(player, name, token=None):
        return group.request("POST", "/members", {"name": name}, token or player.token)

    def members():
        return [(m["member"], m["name"]) for m in accepted(group.request("GET"), 200)["members"]]

    same(accepted(enter(ann, " Ann ")), {"member": 1, "name": "Ann"}, "the first member")
    same(accepted(enter(ann, "Anna Livia"), 200), {"member": 1, "name": "Ann", "again": True}, "the same again")
    same(members(), [(1, "Ann")], "the members")
    same(group.day(), {"date": today(), "open": True, "results": [], "grading": 0}, "results")
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda n: enter(bea, f"Bea {n}"), range(8)))
    same(sorted(a.status for a in answers), [200] * 7 + [201], "the answers")
    same(len({a.json()["name"] for a in answers}), 1, "names of one player")
    # Joining is no result: the games of others stay closed, and a member's own game is listed under the member's name.
    n = accepted(group.hand_in(ann, one_game(home, ann).replace("seat Ann", "seat Anna Livia")))["n"]
    refused(group.request("GET", f"/days/{today()}?record={n}", token=bea.token), 403, "place")
    same([(r["member"], r["name"]) for r in group.day()["results"]], [(1, "Ann")], "the table")
    # What imitates a member, is no name of a person or shows no token is refused.
    for name in ("ANN", "Аnn", "An\u200Bn", "Cem+Dee", "Cem bot family", "+", " ", "x" * 200):
        refused(enter(cem, name), 422, "words")
    for name in ("", 7, None, "Ce\nm"):
        refused(enter(cem, name), 400, "body")
    refused(group.request("POST", "/members", {"name": "Cem", "action": "k3v9Tq0ZbW7m2XcR5nYhJd"}, cem.token), 400, "body")
    for token in ("0" * 63, group.token):
        refused(enter(cem, "Cem", token), 401, "token")
    refused(group.request("POST", "/members", {"name": "Cem"}), 401, "token")
    refused(ask(nodes[0].port, "POST", "/api/groups/g-" + "a" * 26 + "/members", {"name": "Cem"}, cem.token), 404, "absent")
    same(len(members()), 2, "members")
    accepted(group.request("DELETE", "/members/2", token=group.token), 200)
    refused(enter(bea, "Bea"), 403, "place", "removed")
    # Full is full, also for somebody with a game.
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        codes = list(threads.map(lambda n: enter(Player(""), f"Guest {n}").status, range(500)))
    same((codes.count(201), codes.count(409)), (499, 1), "joined and refused")
    refused(group.hand_in(cem, one_game(home, cem)), 409, "full")
    same(accepted(enter(ann, "Ann"), 200)["member"], 1, "a member of the full group")
    holds(home.run("doctor", where, "--key", home.path("key")).ended(0).out, "games")
    for node in nodes:
        node.stop().ended(0)


# ---- days ----

@on_store("results are accepted from UTC+14 to UTC-12 and for seven days, no earlier and no later")
def _(home, where):
    node = Node(home, where)
    while True:
        first, last = window()
        one = datetime.timedelta(1)
        dates = [first - one, first, first + one, last - one, last, last + one]
        group = Group(node)
        ann = Player("Ann")
        games = records(home, [sheet_lines(ann, d.isoformat(), seed=n) for n, d in enumerate(dates)])
        answers = [group.hand_in(ann, game) for game in games]
        if window() == (first, last):
            break
    same([a.status for a in answers], [422, 201, 201, 201, 201, 422], "the answers")
    refused(answers[0], 422, "date", "too late")
    refused(answers[-1], 422, "date", "hasn't begun")
    same([group.day(d.isoformat())["open"] for d in dates], [False, True, True, True, True, False], "open days")
    same([len(group.day(d.isoformat())["results"]) for d in dates], [0, 1, 1, 1, 1, 0], "results")
    node.stop().ended(0)


# ---- cheats ----

@on_store("forged, edited and foreign games are refused and leave no trace")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann, bea = Player("Ann"), Player("Bea")
    good = one_game(home, ann, seed=5)
    rolls = [line for line in good.splitlines() if line.startswith("roll")]
    yesterday = (datetime.date.fromisoformat(today()) - datetime.timedelta(1)).isoformat()
    unfinished = "".join(line + "\n" for line in good.splitlines()[:-1])
    physical = good.replace(f"dice daily {today()}", "dice physical")
    forged = {
        "better dice": good.replace(rolls[0], "roll 6 6 6 6 6"),
        "another die": good.replace(rolls[-1], rolls[-1][:-1] + ("1" if rolls[-1][-1] != "1" else "2")),
        "dice of another day": good.replace(f"dice daily {today()}", f"dice daily {yesterday}"),
        "a seed": good.replace(f"dice daily {today()}", "dice seed 42"),
        "real dice": physical,
        "another book": good.replace("rules yardzee", "rules yahtzee"),
        "house rules": good.replace("rules yardzee", "rules yardzee:bonus=1000"),
        "a box twice": good.replace("score twos", "score ones"),
        "a turn left out": good.replace(rolls[3] + "\n", "", 1),
        "a turn added": good + "roll 1 2 3 4 5\nscore chance\n",
        "an undo of a roll": good.replace(rolls[0] + "\n", f"{rolls[0]}\nundo\n{rolls[0]}\n"),
        "a correction": good + "correct 9 score chance\n",
        "corrections before the dice, which take long to replay": good.replace(
            "dice daily", 300 * "correct 4 seat Ann\nundo\n" + "dice daily", 1),
        "not finished": unfinished,
        "given up": unfinished + "leave 1\n",
        "a bot": good.replace("seat Ann", "seat Ann bot perfect"),
        "partners": good.replace("seat Ann", "seat Ann+Bea"),
        "two seats": good.replace("seat Ann\n", "seat Ann\nseat Bea\n"),
        "a position": good.replace("rules yardzee\n", "position yardzee:bonus=100 ones=5 1 ?5 0\n"),
        "what if": good.replace("date ", "# what-if: x\ndate ", 1),
        "a rematch": good + "rematch\n",
        "no player": good.replace("# player:", "# plaier:"),
        "a player too late": good.replace(f"# player: {ann.hash}\n", "") + f"# player: {ann.hash}\n",
        "cut off": good[:-1],
        "nothing": "",
        "no record": "Dear server, I had 375 points.\n",
        "too long": good + "# chatter\n" * 2000,
        "a control character": good.replace("seat Ann", "seat A\x07nn"),
        "an escape sequence": good.replace("seat Ann", "seat A\x1b[2Jnn"),
        "a carriage return": good.replace("\n", "\r\n"),
    }
    for what, record in forged.items():
        got = group.hand_in(ann, record)
        check(got.status in (400, 413, 422), f"{what}: {got!r}")
        check(got.code in ("record", "body"), f"{what}: {got!r}")
    refused(group.hand_in(bea, good), 401, "token", "belongs to another player")
    refused(group.hand_in(bea, good.replace("seat Ann", "seat Bea")), 401, "token")
    refused(group.hand_in(ann, good, token="0" * 64), 401, "token")
    refused(group.hand_in(ann, good, token=ann.token[:-1]), 401, "token")
    refused(group.hand_in(ann, good, token=group.token), 401, "token")
    refused(group.request("POST", "/results", {"record": good}), 401, "token")
    same(group.day()["results"], [], "the table")
    same(accepted(group.request("GET"), 200)["members"], [], "the members")
    accepted(group.hand_in(ann, good))
    node.stop().ended(0)


@on_store("a harmless undo counts, and hints are shown to everybody")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann = Player("Ann")
    lines = sheet_lines(ann, today(), seed=4, hints=1)
    at = lines.index("hint")
    lines[at + 1:at + 1] = ["keep -", "undo"]
    accepted(group.hand_in(ann, records(home, [lines])[0]))
    same([r["hints"] for r in group.day()["results"]], [1], "hints")
    node.stop().ended(0)


@on_store("names that imitate a member are refused, and so are names that nobody can read")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann = Player("Anna")
    accepted(group.hand_in(ann, one_game(home, ann)))
    for name in ("Anna", "ANNA", "Аnnа", "Ann\u200Ba", "Ann\u202Ea", "𝔄nna"):
        player = Player(name)
        record = one_game(home, Player("X")).replace("seat X", f"seat {name}")
        record = "".join(f"# player: {player.hash}\n" if line.startswith("# player") else line + "\n"
                         for line in record.splitlines())
        got = group.hand_in(player, record)
        check(got.status == 422 and got.code in ("words", "record"), f"{name!r}: {got!r}")
    same([r["name"] for r in group.day()["results"]], ["Anna"], "the table")
    for name in ("", " ", "x" * 41, "Fam\u200Bily", "a\nb", 7, None):
        got = ask(node.port, "POST", "/api/groups", {"name": name})
        check(got.status in (400, 422), f"{name!r}: {got!r}")
    node.stop().ended(0)


@on_store("others' games can be read only by those who have played, and by everybody later")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann, bea, cem = (Player(name) for name in ("Ann", "Bea", "Cem"))
    games = records(home, [sheet_lines(p, today(), seed=n) for n, p in enumerate((ann, bea))])
    n = accepted(group.hand_in(ann, games[0]))["n"]
    path = f"/days/{today()}?record={n}"
    refused(group.request("GET", path), 403, "place", "once you have handed in your own")
    refused(group.request("GET", path, token=bea.token), 403, "place")
    accepted(group.hand_in(bea, games[1]))
    got = group.request("GET", path, token=bea.token)
    same((got.status, got.headers["content-type"], got.body.decode()), (200, "text/plain; charset=utf-8", games[0]), "the record")
    refused(group.request("GET", path, token=cem.token), 403, "place")
    refused(group.request("GET", f"/days/{today()}?record=999", token=bea.token), 404, "absent")
    kle = press_record(home, ann, today())
    n = accepted(group.hand_in(ann, kle))["n"]
    refused(group.request("GET", f"/days/{today()}?record={n}", token=bea.token), 403, "place")  # another rule set
    first = window()[0].isoformat()
    long = sheet_lines(ann, first)
    long[7:7] = [f"# {'ä' * 90} {i} \\n \\\\" for i in range(40)]
    record = records(home, [long])[0]
    n = accepted(group.hand_in(ann, record))["n"]
    got = group.request("GET", f"/days/{first}?record={n}", token=ann.token)
    same(got.body.decode(), record, "a record in several pieces")
    node.stop().ended(0)


@on_store("the creator, and nobody else, removes members and deletes the group")
def _(home, where):
    node = Node(home, where)
    group, other = Group(node), Group(node)
    ann, bea = Player("Ann"), Player("Bea")
    games = records(home, [sheet_lines(p, today(), seed=n) for n, p in enumerate((ann, bea))])
    for player, game in zip((ann, bea), games):
        accepted(group.hand_in(player, game))
    for token in (None, ann.token, other.token, "x"):
        for path in ("/members/1", ""):
            refused(group.request("DELETE", path, token=token), 401, "token")
    refused(group.request("DELETE", "/members/3", token=group.token), 404, "absent")
    for _ in range(2):  # a retry changes nothing
        same(accepted(group.request("DELETE", "/members/1", token=group.token), 200), {"ok": "remove"}, "removed")
    same([r["name"] for r in group.day()["results"]], ["Bea"], "the table")
    same([m["name"] for m in accepted(group.request("GET"), 200)["members"]], ["Bea"], "the members")
    refused(group.hand_in(ann, games[0]), 403, "place", "removed")
    refused(group.request("GET", f"/days/{today()}?record=1", token=bea.token), 404, "absent")
    same(accepted(group.request("DELETE", token=group.token), 200), {"ok": "delete"}, "deleted")
    for got in (group.request("GET"), group.request("GET", f"/days/{today()}"), group.hand_in(bea, games[1]),
                group.request("DELETE", token=group.token)):
        refused(got, 404, "absent")
    exported = home.run("export", where, "--out", home.path("out")).ended(0)
    check(group.id not in exported.out, exported.out)
    same([name for name in os.listdir(home.path("out")) if group.id in name], [], "files of the deleted group")
    node.stop().ended(0)


@on_store("odd requests get clear refusals")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann = Player("Ann")

    def post(body):
        return ask(node.port, "POST", f"/api/groups/{group.id}/results", body, ann.token)

    for body in ("", "{", "[]", {}, {"record": 7}, {"record": "x", "name": "Ann"}, {"points": 375}, '{"record":"a","record":"b"}',
                 {"record": "a\0b"}):
        refused(post(body), 400, "body")
    refused(post({"record": "x" * 20000}), 413)
    for path in ("/api/groups/", "/api/groups/x", "/api/groups/g-", f"/api/groups/{group.id[:-1]}", f"/api/groups/{group.id}x",
                 f"/api/groups/{group.id.upper()}", "/api/groups/g-" + "a" * 26, f"/api/groups/{group.id}/days/2026-02-30",
                 f"/api/groups/{group.id}/days/today",
                 f"/api/groups/{group.id}-{today().replace('-', '')}",
                 f"/api/tables/{group.id}", f"/api/tables/{group.id[2:]}"):
        refused(ask(node.port, "GET", path), 404, "absent")
    for path in ("", f"/{group.id}/results", f"/{group.id}/members", f"/{group.id}/members/1"):
        refused(ask(node.port, "GET", f"/api/groups{path}"), 405, "method")
    refused(ask(node.port, "GET", f"/api/groups/{group.id}/days/{today()}?record=x"), 400, "query")
    refused(ask(node.port, "GET", f"/api/groups/{group.id}", headers={"Origin": "https://evil.example"}), 403, "origin")
    same(ask(node.port, "HEAD", f"/api/groups/{group.id}").status, 200, "HEAD")
    node.stop().ended(0)


@on_store("one address creates no more groups than its share")
def _(home, where):
    node = Node(home, where, "--rates", "on")
    codes = [ask(node.port, "POST", "/api/groups", {"name": f"Group {n}"}).status for n in range(25)]
    same((codes[:20], set(codes[20:])), ([201] * 20, {429}), "twenty groups a minute")
    node.stop().ended(0)


# ---- nothing is lost ----

@on_store(f"{KILLS} kill -9 lose nothing that was acknowledged, and everything is graded in the end")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    people = [Player(f"Player {n}") for n in range(5 * KILLS)]
    games = records(home, [sheet_lines(player, today(), seed=n) for n, player in enumerate(people)])
    kept = {}

    def hand_in(n):
        kept[people[n].name] = persist(group, people[n], games[n])

    with concurrent.futures.ThreadPoolExecutor(6) as threads:
        work = [threads.submit(hand_in, n) for n in range(len(people))]
        for kill in range(KILLS):
            wait_for("more is acknowledged", lambda k=kill: len(kept) >= 4 * k or all(w.done() for w in work))
            node.again()
            before = set(kept)
            check(before <= {r["name"] for r in group.day()["results"]}, "lost")
        for w in work:
            w.result()
    listed = group.graded()
    same(len(listed), len(people), "results")
    for result in listed:
        known = kept[result["name"]]
        same({k: result[k] for k in ("points", "n", "member")}, {k: known[k] for k in ("points", "n", "member")}, "a result")
    node.stop().ended(0)


@on_store("a game that was not graded when the server died is graded when somebody looks")
def _(home, where):
    node = Node(home, where)
    group = Group(node)
    ann = Player("Ann")
    accepted(group.hand_in(ann, one_game(home, ann)))
    node.again()
    same(len(group.graded()), 1, "graded results")
    node.stop().ended(0)


main()
