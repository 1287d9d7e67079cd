#!/usr/bin/env python3
"""Replays .session files with `yard engine`.

A file has comments (#), lines to type (> words), and below each line its expected answer, in which `*`
matches anything; without an expected answer, any answer but an error will do. Each answer is one TAP claim."""
import fnmatch
import subprocess
import sys

from tap import PATIENCE, Home, fact, main

yard, files = sys.argv[1], sys.argv[2:]
home = Home(yard)


def pattern(text):
    return text.replace("[", "[[]").replace("?", "[?]")


for path in files:
    typed, expected, where = [], [], []
    with open(path, encoding="utf-8") as file:
        for n, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("> "):
                typed.append(line[2:])
                expected.append(None)
                where.append(n)
            elif line and not line.startswith("#"):
                assert typed and expected[-1] is None, f"{path}:{n}: one answer to one line"
                expected[-1] = line
    run = subprocess.run([yard, "engine"], input="\n".join(typed) + "\n", text=True,
                         capture_output=True, env=home.env, timeout=PATIENCE, check=True)
    answers = run.stdout.splitlines()
    assert len(answers) == len(typed), f"{path}: {len(typed)} lines, {len(answers)} answers"
    for line, want, answer, n in zip(typed, expected, answers, where):
        good = fnmatch.fnmatchcase(answer, pattern(want)) if want else '"error"' not in answer
        fact(f"{path.rsplit('/', 1)[-1]}:{n} {line}", good, f"expected {want or 'no error'}",
             f"answered {answer}")
home.clean()
main()
