"""catalogues_test.py ROOT: every catalog in lang is complete and in step with the English one.

The build uses the English text for an untranslated or fuzzy message, so that a new language can start
incomplete. A language that ships has no untranslated or fuzzy messages."""
import glob
import os
import re
import subprocess
import sys

from tap import check, claim, main, same

LANG = os.path.join(sys.argv[1], "lang")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def keys(text):
    return re.findall(r'^msgctxt "(.*)"', text, re.M)


ENGLISH = os.path.join(LANG, "en.po")
OTHERS = [path for path in sorted(glob.glob(os.path.join(LANG, "*.po"))) if path != ENGLISH]


@claim("every message is translated into every language, and no translation is marked fuzzy")
def _(_home):
    check(len(OTHERS) >= 2, "German and Spanish are there")
    for path in OTHERS:
        same(keys(run("msgattrib", "--untranslated", path)), [], f"{path}: untranslated")
        same(keys(run("msgattrib", "--only-fuzzy", path)), [], f"{path}: fuzzy")


@claim("translations match the current English: make lang would add, drop or mark no message")
def _(_home):
    for path in OTHERS:
        merged = run("msgmerge", "--quiet", "--no-fuzzy-matching", "-o", "-", path, ENGLISH)
        with open(path, encoding="utf-8") as file:
            same(sorted(keys(merged)), sorted(keys(file.read())), f"{path}: keys")
        for kind in ("--untranslated", "--only-fuzzy"):
            made = subprocess.run(["msgattrib", kind, "-"], input=merged, check=True, capture_output=True, text=True).stdout
            same(keys(made), [], f"{path}: {kind[2:]} after the merge")


@claim("scripts/sentences draws from every source, and the same seed draws the same sentences")
def _(_home):
    draw = os.path.join(sys.argv[1], "scripts/sentences")
    sources = run(draw, "--sources").split()[1::2]
    same(sorted({"claim", "comment", "doc", *(os.path.basename(path)[:-3] for path in [ENGLISH, *OTHERS])}), sources, "sources")
    first = run(draw, "--seed", "7")
    same(len(first.splitlines()), 200, "sentences")
    same(run(draw, "--seed", "7"), first, "the same seed")
    check(run(draw, "--seed", "8") != first, "another seed")


main()
