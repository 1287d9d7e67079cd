#!/usr/bin/env python3
"""The page of `yard analyse --html` as a file: complete and well-formed. Its looks and behavior are tested in
a browser (tests/browser), but not in sanitizer builds.

usage: page_test.py YARD"""
import html.parser
import json
import os
import re

from tap import check, claim, holds, main, same


def bots_game(home, rules, *bots):
    """Plays a game between bots; returns the path of its record."""
    folder = "games-" + "-".join(bots)
    home.run("arena", *bots, "--rules", rules, "--games", "1", "--seed", "5", "--records",
             folder).ended(0)
    return os.path.join(folder, "00000001.yard")


class Page(html.parser.HTMLParser):
    """Parses a page strictly: elements must nest properly and ids must be unique."""

    VOID = ("meta", "br")

    def __init__(self, words):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.words = [], [], [], [], ""
        self.paths = []
        self.feed(words)
        self.close()
        same(self.open, [], "what is left open")
        same(len(self.ids), len(set(self.ids)), "the number of different ids")

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append(tag)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [attrs["href"]] if "href" in attrs else []
        self.paths += [(attrs.get("class"), attrs["d"])] if tag == "path" else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        check(self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}")
        self.open.pop()

    def handle_data(self, data):
        self.words += data if self.open[-1:] != ["style"] else ""


def stays_in_its_frame(page):
    """Checks that every curve on the chart lies between the lowest and the highest grid line."""
    heights = {"grid": [], "line": [], "all": [], "luck": [], "par": [], "others": []}
    for name, path in page.paths:
        if name in heights and not path.startswith("M0 0"):  # M0 0 begins the legend's symbols
            heights[name] += map(float, re.findall(r"(?:M\S+ |V)([-\d.]+)", path))
    grid = heights.pop("grid")
    check(len(grid) > 1 and heights["line"] and heights["luck"], "the chart is empty")
    outside = {y for ys in heights.values() for y in ys if not min(grid) <= y <= max(grid)}
    same(outside, set(), "what lies outside the grid")


def page_of(home, name):
    ran = home.run("analyse", "--html", "page.html", name).ended(0)
    same((ran.out, ran.err), ("", ""), "the output beside the page")
    page = Page(home.read("page.html").decode())
    same([link for link in page.links if link[0] != "#" or link[1:] not in page.ids], [],
         "links that lead nowhere")
    for tag in ("script", "link", "img", "iframe", "object"):
        check(tag not in page.tags, f"there is a {tag} on the page")
    return page


@claim("the page of a game is well-formed: elements nest, ids are unique, links resolve")
def _(home):
    small = "yardkle:goal=1500"
    for rules, *seats in (("yardzee", "novice", "family"),
                          (small, "novice"), (small, "club", "novice"),
                          (small, "club", "novice", "family")):
        name = bots_game(home, rules, *seats)
        game = json.loads(home.run("analyse", "--json", name).ended(0).out)
        page = page_of(home, name)
        stays_in_its_frame(page)
        same(page.tags.count("details") > len(game["decisions"]), True, "a part a decision")
        holds(page.words, "Dice or decisions?", "Key moments", "Breakdown",
              "Score sheet", "All decisions")
        same("Estimates:" in page.words, game["approximate"], "whether estimates are called so")
        for seat in game["seats"]:
            holds(page.words, seat["name"])
            if seat["decisions"]:
                holds(page.words, seat["name"],
                      f"Accuracy: {seat['accuracy']:.1f} % in {seat['decisions']} decision")


@claim("names are escaped, whatever they contain")
def _(home):
    names = ["<script>alert(1)", "&amp;+\"Q\" 'q'", "\u05d3\u05e0\u05d4"]
    lines = ["yardstick 1", "rules yardzee", *(f"seat {name}" for name in names), "start 1",
             "roll 1 1 3 5 6", "keep 1 1", "roll 1 2 3", "score ones", "roll 1 2 3 4 5"]
    home.write("names.yard", "".join(line + "\n" for line in lines))
    page = page_of(home, "names.yard")
    for name in "+".join(names).split("+"):
        holds(page.words, name)
    holds(page.words, "In progress:")


@claim("a game before its first roll has a page, and so does a series")
def _(home):
    home.write("new.yard", "yardstick 1\nrules yardzee\nseat Ann\nseat Bea\nstart 2\n")
    holds(page_of(home, "new.yard").words, "In progress:", "Ann", "Bea")
    home.write("empty.yard", "yardstick 1\nrules yardzee\n")
    holds(page_of(home, "empty.yard").words, "Player 1")
    moves = home.read(bots_game(home, "yardkle:goal=1500", "novice", "club")).decode().split("start 1\n")[1]
    home.write("series.yard", "yardstick 1\nrules yardkle:goal=1500\nseat Ann\nseat Bea\nstart 1\n"
               + "rematch\n".join([moves, moves, moves.split("\n")[0] + "\n"]))
    holds(page_of(home, "series.yard").words, "Series", "3 games, the last still in progress.", "Game 1",
          "Game 2", "Game 3", "In progress:")


@claim("a page that cannot be written is an error, and - means standard output")
def _(home):
    name = bots_game(home, "yardzee", "perfect")
    holds(home.run("analyse", "--html", "no/such/page.html", name).ended(1).err,
          "Can't write no/such/page.html: No such file or directory.")
    holds(home.run("analyse", "--html", "/dev/full", name).ended(1).err, "Can't write /dev/full: No space left on device.")
    Page(home.run("analyse", "--html", "-", name).ended(0).out)
    holds(home.run("analyse", "--html", "-", "--json", name).ended(2).err, "Only one output can go to standard output.")


main()
