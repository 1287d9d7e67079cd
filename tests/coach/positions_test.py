#!/usr/bin/env python3
"""positions_test.py YARD FILE...: handmade positions, each with the exact values of its best choices and what
the coach must and must not say about it. Each claim in a file becomes several TAP claims.

A file consists of blocks separated by empty lines:

    claim     what the position shows; the name of the test
    position  as in the table language
    why       an action to compare with (default: the runner-up)
    value     an action and its value; the three best, in order
    must      words that at least one of the coach's sentences must contain
    must-not  words that no sentence may contain

Lines that begin with # are comments. `positions_test.py --write YARD FILE...` recomputes the `value` lines and
keeps all others: what the coach should say is for people to decide."""
import json
import os
import subprocess
import sys

from tap import Home, fact, main


def read(path):
    """The blocks of a file, each a list of (key, words)."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    blocks = [[tuple(line.split(None, 1)) for line in block.splitlines()]
              for block in text.strip().split("\n\n")]
    for block in blocks:
        for line in block:
            assert line[0] == "#" or (len(line) == 2 and line[0] in (
                "claim", "position", "why", "value", "must", "must-not")), f"{path}: {line}"
    return blocks


def of(block, key):
    return [line[1] for line in block if line[0] == key]


def ask(yard, blocks):
    """(advice, reasons) for every block."""
    lines = []
    for block in blocks:
        lines += ["position " + of(block, "position")[0], "advise",
                  " ".join(["why"] + of(block, "why"))]
    home = Home(yard)
    run = subprocess.run([yard, "engine"], input="\n".join(lines) + "\n", text=True, env=home.env,
                         capture_output=True, check=True)
    home.clean()
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(lines)
    for answer, line in zip(answers, lines):
        assert "error" not in answer, f"{line}: {answer['error']}"
    return [(answers[i + 1], answers[i + 2]) for i in range(0, len(answers), 3)]


def values(advice):
    """The values of the three best choices; the solvers' own tests cover the rest."""
    return [f"{a['do']} = {a['value']:.6f}" for a in advice["actions"][:3]]


def write(path, blocks, answers):
    out = []
    for block in blocks:
        if of(block, "position"):
            advice = next(answers)[0]
            fresh = [("value", v) for v in values(advice)]
            head = [l for l in block if l[0] in ("#", "claim", "position", "why")]
            block = head + fresh + [l for l in block if l[0] in ("must", "must-not")]
        out.append("\n".join(" ".join(line) for line in block))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n\n".join(out) + "\n")


def same_values(shown, real):
    """Whether these actions have these values, give or take one in the last digit."""
    a, b = ([(do, float(value)) for do, value in (line.split(" = ") for line in lines)] for lines in (shown, real))
    return len(a) == len(b) and all(x[0] == y[0] and abs(x[1] - y[1]) < 1.5e-6 for x, y in zip(a, b))


def check(block, advice, reasons):
    name, why = of(block, "claim")[0], reasons["why"]
    real = values(advice)
    fact(f"{name}: the best choices have their values", same_values(of(block, "value"), real),
         *of(block, "value"), "but:", *real)
    best = advice["actions"][0]
    second = reasons.get("second", reasons["best"])
    least = advice["goal"] == "turns"
    fact(f"{name}: the best comes first",
         reasons["best"] == {"do": best["do"], "value": best["value"]} and
         (second["value"] >= best["value"] if least else second["value"] <= best["value"]),
         reasons)
    for words in of(block, "must"):
        fact(f"{name}: the coach says '{words}'", any(words in s for s in why), *why)
    for words in of(block, "must-not"):
        fact(f"{name}: the coach does not say '{words}'", not any(words in s for s in why), *why)


arguments = sys.argv[1:]
rewrite = arguments[0] == "--write"
yard, paths = os.path.abspath(arguments[rewrite]), arguments[rewrite + 1:]
files = [(path, read(path)) for path in paths]
answers = iter(ask(yard, [b for _, blocks in files for b in blocks if of(b, "position")]))
for path, blocks in files:
    if rewrite:
        write(path, blocks, answers)
        continue
    for block in blocks:
        if of(block, "position"):
            assert of(block, "must") and of(block, "value"), f"{path}: {block}"
            check(block, *next(answers))
if not rewrite:
    main()
