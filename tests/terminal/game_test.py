#!/usr/bin/env python3
"""Whole full-screen games in a real terminal: four rule sets, by keyboard and mouse, in small and large
windows, against bots and between people, with seeded and real dice.

usage: game_test.py YARD"""
import json
import re

from player import Player
from screen import Terminal, check, claim, main, same, settings

SMALL, LARGE = (80, 24), (120, 40)


def whole_game(home, name, rules, size, mouse, seats, dice, **more):
    settings(home, speed="off")
    t = Terminal(home, *size, "play", "--rules", rules, *(a for s in seats for a in ("--seat", s)),
                 "--dice", dice, "--start", "1", "--record", "game")
    Player(t, mouse=mouse, **more).play()
    screen = t.wait(lambda s: "Game over" in s and "accuracy" in s.lower(), ("Game over", "accuracy"))
    t.golden(name)
    game = json.loads(home.run("check", "--json", "game").ended(0).out)
    check(game["finished"], game)
    for seat in game["seats"]:
        check(re.search(rf"{re.escape(seat['name'])} {seat['total']}\b", screen),
              f"{seat['name']} has {seat['total']}, but the screen says:", screen)
    t.keys("q")
    t.see("exit code 0", "Game saved in game.")
    same(json.loads(home.run("check", "--json", "game").out), game, "the record after leaving")


GAMES = (
    ("yardzee-keys-bot", "yardzee", SMALL, False, ("Ann", "Robo bot perfect"), "seed 42"),
    ("yardzee-mouse-hotseat", "yardzee", LARGE, True, ("Ann", "Bea+Cy"), "seed 43"),
    ("yardkle-keys-bot", "yardkle", SMALL, False, ("Ann", "Robo bot perfect"), "seed 44"),
    ("yardkle-mouse-hotseat", "yardkle:goal=4000", LARGE, True, ("Ann", "Bea", "Cy"), "seed 45"),
    ("yahtzee-mouse-bot", "yahtzee", SMALL, True, ("Ann", "Robo bot perfect"), "seed 46"),
    ("yahtzee-keys-alone", "yahtzee", LARGE, False, ("Ann",), "seed 47"),
    ("classic-keys-hotseat", "yahtzee-classic", SMALL, False, ("Ann", "Bea"), "seed 48"),
    ("classic-mouse-bot", "yahtzee-classic", LARGE, True, ("Ann", "Robo bot perfect"), "seed 49"),
    ("yardzee-real-dice", "yardzee", SMALL, False, ("Ann", "Bea"), "physical"),
    ("yardkle-real-dice", "yardkle:goal=2000", SMALL, False, ("Ann", "Robo bot perfect"),
     "physical"),
)

for game_of in GAMES:
    @claim("{1}, {0}: a whole game ends on the expected screen".format(*game_of))
    def _(home, game_of=game_of):
        whole_game(home, *game_of)


if __name__ == "__main__":
    main()
