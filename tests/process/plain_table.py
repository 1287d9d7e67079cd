"""A session of `yard play --plain` at a table of three people with real dice, for the tests of plain play."""
import os

from tap import Plain, check, holds, prose


class Table(Plain):
    """A session of plain play that can tell which lines were accepted: only those are added to a record."""

    def __init__(self, home, *args):
        self.home = home
        super().__init__(home, *args)

    def recorded(self):
        """The number of lines in all records in the home folder."""
        files = [name for name in self.home.left() if os.path.isfile(self.home.path(name))]
        return sum(data.count(b"\n") for data in map(self.home.read, files) if data.startswith(b"yardstick "))

    def accepted(self, line):
        """Types a line; returns whether it was accepted."""
        before = self.recorded()
        self.type(line)
        return self.recorded() > before


HOUSE = ["--rules", "yardzee", "--seat", "Ann+Bea", "--seat", "Cy", "--dice", "physical"]


def at_table(home, *more, record="game"):
    return Table(home, "play", *HOUSE, "--record", record, *(more or ("--start", "1")))


def turns(plain, *lines):
    """Types these lines, none of which may be refused; returns the last output."""
    for line in lines:
        check(plain.accepted(line), f"{line!r} led to:", plain.words)
    return plain.words


def refused(plain, line, *words):
    """Types this line, which must be refused with these words."""
    check(not plain.accepted(line), f"{line!r} was accepted:", plain.words)
    answer = prose(plain.words.split("\n  ", 1)[-1])
    check(answer.startswith(words[0]), f"it was refused, but not with {words[0]!r}:", answer)
    holds(answer, *words)
