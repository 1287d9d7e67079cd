"""Many tables whose people keep playing whatever happens to the servers, and the checks afterwards:
every acknowledged line is in the log, once and in order, and everyone has seen the whole log."""
import threading

from client import Gone, Table, ask
from nodes import wait_for
from tap import LONG, PATIENCE, check, same

RULES = ("yardzee", "yardkle:entry=0,goal=1500", "yahtzee", "farkle:goal=1500")
SAID = ("roll", "keep", "score", "take", "pledge", "undo")  # at tables without bots, only people send these


class Evening:
    """Many tables, each with two people, or one person and a bot, who play until end()."""

    def __init__(self, ports, tables=8 if LONG else 4, rules=RULES):
        self.ending = False
        self.tables, self.threads, self.problems = [], [], []
        for n in range(tables):
            dice = ("fair", "seed 7", "physical")[n % 3]
            # At every fourth table a server bot takes Bea's place.
            bots = [{"name": "Robo", "level": "novice"}] if n % 4 == 3 else []
            table = Table(ports, rules=rules[n % len(rules)], name="Ann", dice=dice, bots=bots)
            if not bots:
                table.sit("Bea")
            for person in table.people:
                person.by_http = (n + person.place) % 3 == 0
                person.rematch = True
            self.tables.append(table)
        self.people = [person for table in self.tables for person in table.people]
        for table in self.tables:
            table.people[0].pending = ("begin", "begin")
        for person in self.people:
            thread = threading.Thread(target=self.play, args=(person,), daemon=True)
            self.threads.append(thread)
            thread.start()

    def over(self, person, state):
        if self.problems:
            return True
        if self.ending:
            person.rematch = False
        if not self.ending or not state or person.pending or state["phase"] != "over":
            return False
        if all(one.wants_rematch() for one in person.table.people):
            return False  # the next game is about to begin
        fair = state.get("fair")
        return (not fair or fair["revealed"]) and len(person.lines) == state["lines"]

    def play(self, person):
        try:
            person.play(self.over)
        except Exception as why:  # pylint: disable=broad-except
            self.problems.append(f"{person.table.id} {person.name}: {type(why).__name__}: {why}")
            raise

    def acknowledged(self):
        return sum(len(person.acknowledged) for person in self.people)

    def after(self, count):
        """Waits until `count` more lines have been acknowledged."""
        enough = self.acknowledged() + count
        wait_for("they play", lambda: self.problems or self.acknowledged() >= enough)
        check(not self.problems, *self.problems)

    def moved_on(self):
        """A predicate: every table has had a line acknowledged since this call, or there is a problem."""
        before = [sum(len(p.acknowledged) for p in table.people) for table in self.tables]
        return lambda: self.problems or all(
            sum(len(p.acknowledged) for p in table.people) > n
            for table, n in zip(self.tables, before))

    def goes_on(self):
        wait_for("every table goes on", self.moved_on())
        check(not self.problems, *self.problems)

    def metrics(self):
        """The metrics of each server, to diagnose a hang."""
        for port in self.tables[0].ports():
            try:
                yield f"{port}: {ask(port, 'GET', '/metrics').body.decode()}"
            except Gone as why:
                yield f"{port}: {why}"

    def end(self, home):
        """Plays all games to their end and checks everything."""
        self.ending = True
        for thread in self.threads:
            thread.join(PATIENCE)
            check(not thread.is_alive(), "somebody plays on for ever:", *(
                f"{p.table.id} {p.name} {len(p.lines)} {p.pending} {p.lines[-1:]} {p.last}"
                for p in self.people), *self.problems, *(() if not thread.is_alive() else self.metrics()))
        check(not self.problems, *self.problems)
        for table in self.tables:
            sound(home, table)


def said_by_people(line):
    word, *rest = line.split()
    return (word in SAID or line.startswith(("# room: begin", "# room: again ")) or
            (word == "share" and rest[1] != "-"))


def sound(home, table):
    """Checks that the record is valid, that everyone has seen it, and that it has every acknowledged line once."""
    record = table.record()
    lines = record.splitlines()
    acknowledged = {}
    for person in table.people:
        same(person.lines, lines, f"what {person.name} has seen")
        for n, words in person.acknowledged.items():
            check(n not in acknowledged, f"line {n} was acknowledged to two people")
            acknowledged[n] = words
        clear = [answer for _, answer in person.refused
                 if answer.get("code") not in ("conflict", "turn", "phase", "rules")]
        check(not clear, "unclear refusals:", clear)
    for n, words in acknowledged.items():
        check(n <= len(lines), f"line {n}, {words!r}, is gone; there are {len(lines)}")
        same(lines[n - 1], words, f"line {n}")
    if "# room: bot " not in record:
        wanted = {n for n, line in enumerate(lines, 1) if said_by_people(line)}
        same(wanted - set(acknowledged), set(), "lines that nobody has said, or said twice")
    name = home.write(f"{table.id}.yard", record)
    home.run("check", name).ended(0)
    if "\ndice fair" in record:
        home.run("verify", name).ended(0)
