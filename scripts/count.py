#!/usr/bin/env python3
"""Counts the claims of all test runs from Meson's logs: "N passed, N failed".

Each test prints TAP, so a claim is an "ok" or "not ok" line. A test that died without saying which
claim failed counts as one failure, and a test that claimed nothing is a failure too."""
import json
import re
import sys

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
            passed += good
            failed += bad
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
