"""Tables as long as tables get: their lines are written into a store of SQLite while nobody has it
open, because playing so many takes minutes."""
import contextlib
import sqlite3
import time

from client import Table

LONG = 19000
BOXES = ("ones twos threes fours fives sixes three-kind four-kind full-house small-straight "
         "large-straight five-kind chance").split()


def solo_lines():
    """Games of one seat with real dice, one after another."""
    while True:
        for box in BOXES:
            yield "roll 1 2 3 4 5"
            yield f"score {box}"
        yield "rematch"


def long_table(node, store, lines=LONG):
    """A table of one keeper with so many lines, on a server that is started again for it."""
    table = Table([node.port], name="Ann", dice="physical", keeper=True, start="1")
    assert table.begin().status == 200
    have = len(table.record().splitlines())
    node.stop()
    with contextlib.closing(sqlite3.connect(store)) as file, file:
        last, = file.execute("SELECT max(n) FROM event WHERE game = ?", (table.id,)).fetchone()
        now = int(time.time() * 1000)
        more = zip(range(1, lines - have + 1), solo_lines())
        file.executemany("INSERT INTO event (game, n, action, line, at) VALUES (?, ?, NULL, ?, ?)",
                         ((table.id, last + n, line, now) for n, line in more))
    node.start()
    return table
