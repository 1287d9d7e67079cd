#!/usr/bin/env python3
"""The terminal is lost at random moments in a game: its window is closed, or yard is killed by a
signal. What was on the screen is in the record, and the game resumes from that point.

usage: kill_test.py YARD"""
import json
import os
import random
import signal
import time

from player import Player, Words
from screen import LONG, PATIENCE, Terminal, check, claim, main, same, settings

MOMENTS = 50 if LONG else 10
WORDS = Words()


def gone(pid):
    """Waits until the process and all its threads have ended: the last thread to end releases the record."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
                zombie = stat.read().rsplit(") ", 1)[1][0] == "Z"
            if zombie and len(os.listdir(f"/proc/{pid}/task")) == 1:
                return
        except OSError:
            return
        time.sleep(0.01)
    check(False, "it does not end")


def state(home):
    """The state that the engine reads from the record, which must be intact."""
    answer = home.run("engine", "game", typed="state\n").ended(0).out.splitlines()[-1]
    check("error" not in json.loads(answer), answer)
    return answer


def lose(t, how):
    pid = t.pid()
    check(pid, "yard does not run")
    if how == "window":
        t.kill()
    else:
        os.kill(pid, how)
    gone(pid)
    t.kill()


def sheet(screen):
    """The lines that show the state of the game, without the dice and the cursor."""
    lines = WORDS.essence(screen)
    return [lines[0][:40]] + [line.replace("▸", " ") for line in lines[9:19]]


def fifty_moments(home, rules, seed):
    settings(home, speed="off", coach="off")
    draw = random.Random(seed)
    ways = ["window", signal.SIGKILL, signal.SIGHUP, signal.SIGTERM]
    args = ["play", "--rules", rules, "--seat", "Ann", "--seat", "Bea", "--dice", "seed 7",
            "--start", "1", "--record", "game"]
    for moment in range(MOMENTS // 2):
        t = Terminal(home, 80, 24, *args)
        args = ["resume", "game"]
        screen = t.wait(WORDS.waits, "a person's move")
        if WORDS.over.search(screen):
            t.keys("n", "Enter")
            screen = t.wait(lambda s: WORDS.waits(s) and not WORDS.over.search(s), "another game")
        player = Player(t, seed=moment, words=WORDS)
        for _ in range(draw.randint(1, 3)):
            if not WORDS.over.search(screen):
                screen = player.move(screen)
        settled = draw.random() < 0.5
        if not settled:
            t.keys(*draw.choices(["r", "Enter", "y", "1", "Down", "s", "u"], k=draw.randint(1, 12)))
        lose(t, draw.choice(ways))
        left = state(home)
        t = Terminal(home, 80, 24, *args)
        again = t.wait(WORDS.waits, "the game goes on")
        if settled and not WORDS.asked.search(screen):
            same(sheet(again), sheet(screen), "the screen after resuming")
        lose(t, draw.choice(ways[:1] + ways[2:]))
        same(state(home), left, "the state after resuming and losing it again")


@claim("a game of Yardzee survives losing the terminal at random moments and again after resuming")
def _(home):
    fifty_moments(home, "yardzee", 1)


@claim("a game of Yardkle survives losing the terminal at random moments and again after resuming")
def _(home):
    fifty_moments(home, "yardkle", 2)


if __name__ == "__main__":
    main()
