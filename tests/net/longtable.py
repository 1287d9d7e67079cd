"""Tables as long as players can make them: their lines are written straight into an SQLite store that no server
has open, because playing that many lines takes minutes."""
import contextlib
import sqlite3
import time

from client import Table

LONG = 19000
BOXES = ("ones twos threes fours fives sixes three-kind four-kind full-house small-straight "
         "large-straight five-kind chance").split()


def solo_lines():
    """One-seat games with real dice, one after another."""
    while True:
        for box in BOXES:
            yield "roll 1 2 3 4 5"
            yield f"score {box}"
        yield "rematch"


def long_table(node, store, lines=LONG):
    """Makes a keeper's table with `lines` lines; restarts the server."""
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
