#!/usr/bin/env python3
"""Counts the claims of all test runs from Meson's logs: "N passed, N failed". What failed is said
once more, with its reasons: the end of a long log is what people see first.

Each test prints TAP, so a claim is an "ok" or "not ok" line. A test that died without saying which
claim failed counts as one failure, and a test that claimed nothing is a failure too."""
import json
import re
import sys

REASON_LINES = 12


def reasons(test):
    """What a test has said about its claims that failed; or the last that it said at all."""
    lines = test.get("stdout", "").splitlines()
    said = []
    for at, line in enumerate(lines):
        if line.startswith("not ok"):
            end = at + 1
            while end < len(lines) and lines[end].startswith("#"):
                end += 1
            said += lines[at:min(end, at + REASON_LINES)]
    return said or (lines + test.get("stderr", "").splitlines())[-REASON_LINES:]


passed = failed = 0
for folder in sys.argv[1:]:
    with open(f"{folder}/meson-logs/testlog.json", encoding="utf-8") as log:
        for line in log:
            test = json.loads(line)
            out = test.get("stdout", "")
            good = len(re.findall(r"^ok\b", out, re.M))
            bad = len(re.findall(r"^not ok\b", out, re.M))
            if test["result"] != "OK" or not good + bad:
                bad = max(bad, 1)
            if bad:
                print(f"{folder}: {test['name']}: {bad} failed ({test['result']})")
                print("".join(f"    {line[:300]}\n" for line in reasons(test)), end="")
            passed += good
            failed += bad
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
