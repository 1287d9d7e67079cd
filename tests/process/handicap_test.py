#!/usr/bin/env python3
"""`yard handicap`: people rated by their records, and the error if there are too few records.

usage: handicap_test.py YARD"""
import glob
import json
import re

from tap import check, claim, holds, main, same

RULES = ["--rules", "yardkle:goal=500"]


def people(home, games=12):
    """Makes records of bot games with the bots renamed to Ann and Bea; returns their paths."""
    home.run("arena", "expert", "novice", *RULES, "--games", str(games), "--seed", "5",
             "--records", "kept").ended(0)
    paths = sorted(glob.glob(home.path("kept/*.yard")))
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = file.read()
        lines = re.sub(r"^seat \S+ bot expert$", "seat Ann", lines, flags=re.M)
        lines = re.sub(r"^seat \S+ bot novice$", "seat Bea", lines, flags=re.M)
        with open(path, "w", encoding="utf-8") as file:
            file.write(lines)
    return paths


@claim("the order in which players are named does not change the head start")
def _(home):
    one = json.loads(home.run("handicap", "perfect", "novice", *RULES, "--json").ended(0).out)
    two = json.loads(home.run("handicap", "novice", "perfect", *RULES, "--json").ended(0).out)
    same(one["to"], "novice")
    for key in "rules", "to", "head_start", "chance", "chance_without", "table":
        same(one[key], two[key])
    same(one["players"], two["players"][::-1])
    chances = [row["chance"] for row in one["table"]]
    same(chances, sorted(chances))


@claim("handicap computes from the named records what each person's mistakes cost per game")
def _(home):
    paths = people(home)
    answer = json.loads(home.run("handicap", "Ann", "Bea", *RULES, "--json", "--records",
                                 *paths).ended(0).out)
    ann, bea = answer["players"]
    same([ann["games"], bea["games"], ann["bot"]], [len(paths), len(paths), False])
    check(ann["given_away"] < bea["given_away"], answer)
    check(ann["temperature"] < bea["temperature"], answer)
    check(answer["lowest"] <= answer["head_start"] <= answer["highest"], answer)
    shown = home.run("handicap", "Ann", "Bea", *RULES, "--records", *paths).ended(0).out
    holds(shown, "Ann: a person whose mistakes cost", f"in {len(paths)} games", "Based on what is known",
          "The figures are exact for bots whose mistakes cost as much as these players'.")
    home.write("broken.yard", "rules nonsense\n")
    ran = home.run("handicap", "Ann", "Bea", *RULES, "--records", *paths, "broken.yard").ended(1)
    same(ran.out, shown)
    holds(ran.err, "broken.yard")


@claim("unknown names, misspelled levels and short histories get different errors")
def _(home):
    paths = people(home, 4)
    args = [*RULES, "--records", *paths]
    holds(home.run("handicap", "Anne", "club", *args).ended(1).err, "Did you mean 'Ann'?")
    holds(home.run("handicap", "Ann", "club", *args).ended(1).err,
          "Ann hasn't played enough: 4 finished games", "at least 5 are needed.")
    holds(home.run("handicap", "Ann", "club", "--records", *paths).ended(1).err,
          "Ann hasn't finished any games of yardzee.")
    holds(home.run("handicap", "clup", "novice", *RULES).ended(1).err, "Did you mean 'club'?")
    holds(home.run("handicap", "club").ended(2).err, "Name two players.")


main()
