#!/usr/bin/env python3
"""Checks that the documentation is true: docs_test.py YARD SOURCE_ROOT MANUAL.

Every session shown, replayed with `yard engine`, gives the answers shown; every yard command shown runs;
manual, completion and help agree; the grammar covers all accepted lines; links resolve. Each of these
is reported as a claim in TAP.

In a ```session block, "> words" is input, and the lines below it are the exact answers. In a ```sh
block, lines that call yard, alone or after printf or echo, are run (if some begin with "$ ", only those
are commands and the others are output), and `make` lines must name targets of the Makefile. A ```record block must pass
`yard check`. `yard serve` is started, asked for its page, and stopped. A block that begins with
`yard serve ... &` is run as one script, including its curl commands, on a free port."""
import atexit
import functools
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request

from tap import PATIENCE, Home, fact, free_port
from tap import main as tell

from signed import logs_of, make_receipts, seed_of, spelt

yard, root, manual = os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3])

# Sheet games are solved once and shared by all commands.
HOME = Home(yard)
atexit.register(HOME.clean)
os.environ["XDG_CACHE_HOME"] = HOME.path(".cache")


def same(words, shown, real):
    """Claims that two sets are equal, and lists the differences."""
    fact(words, set(shown) == set(real), f"missing: {sorted(set(real) - set(shown))}",
         f"too much: {sorted(set(shown) - set(real))}")


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def documents():
    """All Markdown files in the project, except those in hidden folders, build folders and installed packages."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".", "build", "node_modules"))]
        found += [os.path.relpath(os.path.join(folder, f), root)
                  for f in files if f.endswith(".md")]
    return sorted(found)


def blocks(path, kind):
    """(line number, lines) of each fenced block of this kind."""
    inside = None
    for n, line in enumerate(read(path).splitlines(), 1):
        if inside is None and line.strip().startswith("```"):
            inside, lines, start = line.strip()[3:].strip(), [], n
        elif line.strip() == "```":
            if inside == kind:
                yield start, lines
            inside = None
        elif inside is not None:
            lines.append(line)


def run(*args, text=""):
    return subprocess.run([yard, *args], input=text, capture_output=True, encoding="utf-8",
                          timeout=PATIENCE, check=False)


def engine(lines, *args):
    return run("engine", *args, text="".join(line + "\n" for line in lines)).stdout.splitlines()


# ---- statements of the rule books ----

def claims_of_tests():
    """The claims of all tests by file, as doc/rulings.md names them; for sessions, the comments."""
    found = {}
    for folder, _, files in os.walk(os.path.join(root, "tests")):
        for name in files:
            path = os.path.join(folder, name)
            if name.endswith("_test.c"):
                found[name[:-len("_test.c")]] = re.findall(r"^CLAIM\((\w+)\)", read(path), re.M)
            elif name.endswith("_test.py"):
                found[name] = re.findall(r"^@claim\(f?\"(.*)\"\)", read(path), re.M)
            elif name.endswith(".session"):
                found[name] = re.findall(r"^# (.*)", read(path), re.M)
    return found


def rulings():
    claims, wrong, count = claims_of_tests(), [], 0
    for line in read("doc/rulings.md").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 3 or cells[0] in ("statement", "---"):
            continue
        count += 1
        named = re.fullmatch(r"`([\w.]+)` (.+)", cells[2])
        if cells[2] in ("equipment", "advice"):
            continue
        file, claim = named.groups() if named else ("", "")
        exact = claim in claims.get(file, ())
        begins = file.endswith((".session", ".py")) and any(c.startswith(claim) for c in claims.get(file, ()))
        if not cells[1] or not (exact or begins):
            wrong.append(line)
    fact("every statement in doc/rulings.md has a test that exists", count > 300 and not wrong, *wrong)


rulings()


# ---- sessions ----

accepted = set()  # lines that some session shows as accepted


def without_new_books(answers):
    """Removes from the answers the rule sets that the documentation does not list yet."""
    named = re.findall(r"^\| `([a-z0-9-]+)` +\|.*(?:sheet|press) *\|$", read("doc/language.md"), re.M)
    for book in set(json.loads(engine(["help"])[0])["rules"]) - set(named):
        answers = [re.sub(rf',(?:"{book}"| {book}\b)', "", answer) for answer in answers]
    return answers


def session(path, start, lines):
    typed, expected = [], []
    for line in lines:
        if line.startswith("> "):
            typed.append(line[2:])
            expected.append([])
        elif expected:
            expected[-1].append(line)
    answers = without_new_books(engine(typed))
    wanted = [answer for group in expected for answer in group]
    wrong = next((i for i in range(max(len(answers), len(wanted)))
                  if answers[i:i + 1] != wanted[i:i + 1]), None)
    fact(f"{path}:{start} the session gets the answers shown", wrong is None and typed,
         *(() if wrong is None else (f"expected {wanted[wrong:wrong + 1]}",
                                     f"answered {answers[wrong:wrong + 1]}")))
    for line, group in zip(typed, expected):
        if not any(answer.startswith('{"error"') for answer in group):
            accepted.add(line)


# ---- commands ----

BOXES = ("ones twos threes fours fives sixes three-kind four-kind full-house small-straight "
         "large-straight five-kind chance").split()
game = ["roll\nscore " + box for box in BOXES for seat in ("Ann", "Bea")]
series = ["date 2026-11-15T08:30:00Z", "rules yardzee", "seat Ann", "seat Bea", "dice seed 42",
          "start 1", *game, "rematch", *game]


def store_tables():
    """The SQL that turns an empty file into a server's store, taken from the source."""
    steps = re.search(r"sqlite_steps\[.*?= \{(.*?)\n\};", read("src/store/schema.c"), re.S)[1]
    version = re.search(r"SCHEMA_VERSION = (\d+)", read("src/store/schema.h"))[1]
    return ("PRAGMA application_id = 0x59617264; CREATE TABLE schema (version INTEGER);"
            f"INSERT INTO schema VALUES ({version});" + "".join(re.findall(r'"(.*?)"', steps)))


@functools.cache
def receipts_of(record):
    """Receipts for every line, as a server signs them."""
    items = [("lawn", n, log) for n, log in enumerate(logs_of(record.splitlines()), 1)]
    return "".join(spelt(r) + "\n" for r in make_receipts(seed_of(bytes(32)), 1794700000000, items))


class Sandbox:
    """A folder with game.yard (a finished series of two games), lawn.yard (real dice), fair.yard (the
    record in doc/fairness.md) and receipts for it, games.db (a server's store) and games-sunday.db (a
    copy of it). The shelf has the same series and two unfinished games."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="yard-docs-")
        self.shelf = os.path.join(self.folder, "data/yardstick/games")
        self.work = os.path.join(self.folder, "work")
        for folder in (self.shelf, self.work, os.path.join(self.folder, "bin")):
            os.makedirs(folder)
        os.symlink(yard, os.path.join(self.folder, "bin/yard"))

    def fill(self, record):
        lines = record.splitlines(keepends=True)
        for path, text in ((self.work, record), (self.shelf, record)):
            with open(os.path.join(path, "game.yard"), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(self.work, "lawn.yard"), "w", encoding="utf-8") as file:
            file.write("rules yardzee\nseat Ann\ndice physical\nstart 1\nroll 1 1 3 5 6\n")
        with sqlite3.connect(os.path.join(self.work, "games.db")) as store:
            store.executescript(store_tables())
            store.execute("INSERT INTO game (id, created, rules, setup) VALUES ('lawn', 1, "
                          "'yardzee', 'yardstick 1\nrules yardzee\n# room: sit 1 Ann\n')")
        store.close()
        shutil.copy(os.path.join(self.work, "games.db"), os.path.join(self.work, "games-sunday.db"))
        fair = re.search("```record\n(.*?)```", read("doc/fairness.md"), re.S)[1]
        with open(os.path.join(self.work, "fair.yard"), "w", encoding="utf-8") as file:
            file.write(fair)
        with open(os.path.join(self.work, "receipts.ndjson"), "w", encoding="utf-8") as file:
            file.write(receipts_of(fair))
        for i, upto in enumerate((9, 20)):
            with open(os.path.join(self.shelf, f"open{i}.yard"), "w", encoding="utf-8") as file:
                file.write("".join(lines[:upto]).replace("T08:30", f"T09:3{i}"))
        return self

    def where(self):
        """Arguments for subprocess to run a command in the sandbox."""
        env = dict(os.environ, PATH=os.path.join(self.folder, "bin") + ":" + os.environ["PATH"],
                   XDG_DATA_HOME=os.path.join(self.folder, "data"), HOME=self.folder, TERM="dumb")
        env.pop("COLUMNS", None)
        return {"cwd": self.work, "env": env, "stdin": subprocess.DEVNULL}

    def sh(self, command):
        return subprocess.run(["/bin/sh", "-c", command], timeout=PATIENCE, capture_output=True,
                              check=False, **self.where())

    def serve(self, command):
        """Starts a server, fetches its page and stops it; returns the exit code, the page and the error messages."""
        with subprocess.Popen(["/bin/sh", "-c", "exec " + command], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", **self.where()) as process:
            page = ""
            for line in process.stdout:
                if line.startswith("Yardstick is running at "):
                    with urllib.request.urlopen(line.split()[-1], timeout=60) as answer:
                        page = answer.read().decode()
                if line.startswith("Press Ctrl-C to stop."):
                    process.terminate()
            return process.wait(60), page, process.stderr.read()

    def remove(self):
        shutil.rmtree(self.folder)


def sample_record():
    sandbox = Sandbox()
    path = os.path.join(sandbox.work, "game.yard")
    with open(path, "w", encoding="utf-8") as file:
        file.write("yardstick 1\n")
    answers = engine("\n".join(series).splitlines(), path)
    with open(path, encoding="utf-8") as file:
        record = file.read()
    sandbox.remove()
    last = json.loads(answers[-1]) if answers else {}
    fact("a series of two yardzee games can be played for the examples",
         last.get("phase") == "over" and record.count("\n") == 1 + 6 + 4 * 26 + 1, *answers[-3:])
    return record


def runs(where, command, sandbox):
    # In the documents, build/yard also means the program under test.
    command = re.sub(r"(^|[\s|])(\./)?build/yard\b", r"\1yard", command)
    if re.fullmatch(r"yard( serve\b.*)?", command):
        code, page, err = sandbox.serve(command)
        fact(f"{where} serves the page: {command}",
             code == 0 and "<title>Yardstick</title>" in page, f"exit code {code}", page, err)
        return
    done = sandbox.sh(command)
    fact(f"{where} runs: {command}", done.returncode == 0, f"exit code {done.returncode}",
         done.stdout.decode(errors="replace")[-500:], done.stderr.decode(errors="replace"))


def is_ours(command):
    return re.match(r"(\./)?(build/)?yard\b|(printf|echo)\b.*\byard\b", command)


def makes(where, command):
    makefile = read("Makefile")
    for word in command.split("#")[0].split()[1:]:
        if "=" not in word and not word.startswith("-"):
            fact(f"{where} 'make {word}' names a Makefile target",
                 re.search(rf"^{re.escape(word)}\s*:", makefile, re.M))


def commands(lines):
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()
    prompted = [line for line in joined if line.startswith("$ ")]
    return [line.removeprefix("$ ").strip() for line in prompted or joined]


def script(where, lines, sandbox):
    """Runs a server in the background and commands that use it, all of which must succeed."""
    port = free_port()
    text = "\n".join(lines).replace("8080", str(port)).replace("curl -s", "curl -sS --fail-with-body")
    # The first line starts the server, which is stopped before the script exits, whatever happens.
    text = re.sub(r"^(yard serve.*)&$", r"\1 >serve.log 2>&1 &\ntrap 'kill $!; wait $!' EXIT", text, 1, re.M)
    done = sandbox.sh("set -e\n" + text)
    fact(f"{where} runs: a server and the requests to it", done.returncode == 0,
         f"exit code {done.returncode}", done.stdout.decode(errors="replace")[-1500:],
         done.stderr.decode(errors="replace"))


def shell_block(path, start, lines, record):
    sandbox = Sandbox().fill(record)
    if lines and re.fullmatch(r"yard serve.*&", lines[0]):
        script(f"{path}:{start}", lines, sandbox)
        lines = []
    for command in commands(lines):
        if is_ours(command):
            runs(f"{path}:{start}", command, sandbox)
        elif re.match(r"make\b", command):
            makes(f"{path}:{start}", command)
    sandbox.remove()


def examples(where, lines, record):
    fact(f"{where} has examples", lines)
    for command in lines:
        sandbox = Sandbox().fill(record)
        runs(where, command, sandbox)
        sandbox.remove()


def record_block(path, start, lines):
    sandbox = Sandbox()
    file_name = os.path.join(sandbox.work, "shown.yard")
    with open(file_name, "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))
    done = run("check", file_name)
    sandbox.remove()
    fact(f"{path}:{start} the record shown passes yard check", done.returncode == 0, done.stderr)


# ---- help, manual and completion ----

def long_options(help_text):
    """Options in the usage or at the start of a line; others are only mentioned in passing."""
    usage = re.search(r"^Usage: .*(?:\n {7}.*)*", help_text, re.M)[0]
    return set(re.findall(r"(?<![\w-])--([a-z][a-z-]*)", usage) +
               re.findall(r"^  --([a-z][a-z-]*)", help_text, re.M))


def complete(line):
    """The completions that bash offers for a line, as whole words."""
    script = ('source "$1"; COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=" "; _yard; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "--norc", "-c", script, "bash",
                           os.path.join(root, "completion/yard.bash"), re.sub("^yard", yard, line)],
                          capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    return [word for word in done.stdout.splitlines() if word]


def man_sections(man):
    """The text under each `.Sh` and `.Ss`, by heading."""
    below = re.split(r"^\.S[sh] (.*)$", man, flags=re.M)
    return dict(zip(below[1::2], below[2::2]))


def one_story(record):
    help_text, man = run("--help").stdout, read(manual)
    usage, sets_text = help_text.split("Rule sets:")
    verbs = re.findall(r"^  (\w+) ", usage, re.M)
    sets = re.findall(r"^  ([a-z-]+) ", sets_text, re.M)
    sections = man_sections(man)
    synopsis = re.split(r"^\.Nm yard ?(\w*)$", sections["SYNOPSIS"], flags=re.M)
    man_verbs = re.findall(r"^\.Ss (.*)$", sections_between(man, "COMMANDS"), re.M)

    fact("yard --help lists verbs and rule sets", len(verbs) > 5 and len(sets) > 5)
    same("the manual has the verbs of yard --help", man_verbs, verbs)
    same("the manual's synopsis has the verbs of yard --help",
         [name for name in synopsis[1::2] if name], verbs)
    same("the completion has the verbs of yard --help", complete("yard "),
         verbs + ["--help", "--lang", "--version"])
    same("the completion of yard help has the verbs", complete("yard help "),
         [verb for verb in verbs if verb != "help"])
    same("yard --help and the manual have the options that go without a verb",
         [option for name, part in zip(synopsis[1::2], synopsis[2::2]) if not name
          for option in re.findall(r"Fl -([a-z-]+)", part)], long_options(usage))

    for verb in verbs:
        if verb == "help":
            continue
        text = run(verb, "--help").stdout
        before, _, shown = text.partition("Examples:\n")
        options = long_options(before)
        in_synopsis = set()
        for name, part in zip(synopsis[1::2], synopsis[2::2]):
            if name == verb:
                in_synopsis |= set(re.findall(r"Fl -([a-z-]+)", part))
        same(f"the manual has the options of yard {verb}",
             re.findall(r"^\.It Fl -([a-z-]+)", sections[verb], re.M), options)
        same(f"the manual's synopsis has the options of yard {verb}", in_synopsis, options)
        same(f"the completion has the options of yard {verb}", complete(f"yard {verb} --"),
             {"--" + option for option in options | {"help", "lang"}})
        examples(f"yard {verb} --help", [line.strip() for line in shown.splitlines()], record)
    examples("yard.1", [line.replace("\\e", "\\") for line in
                        re.findall(r"^\.Dl (.*)$", sections["EXAMPLES"], re.M)], record)

    rule_sets = sections["RULE SETS"]
    same("the manual has the rule sets of yard --help",
         re.findall(r"^\.It Cm ([a-z-]+)$", rule_sets, re.M), sets)
    same("the completion has the rule sets of yard --help", complete("yard play --rules "), sets)
    params = set()
    for name in sets:
        own = json.loads(run("rules", "--json", name).stdout)["parameters"]
        own = {param.split("=")[0] for param in own}
        params |= own
        same(f"the completion has the parameters of {name}", complete(f"yard rules {name}:"),
             {f"{name}:{param}=" for param in own})
        offered = [spec for param in sorted(own)
                   for spec in complete(f"yard rules {name}:{param}=")]
        wrong = [spec for spec in offered if run("rules", spec).returncode != 0]
        fact(f"the completion offers only values that {name} accepts",
             len(offered) > len(own) and not wrong, *wrong)
    same("the manual has the parameters of all rule sets",
         re.findall(r"^\.It Cm ([a-z-]+) Ns =", rule_sets, re.M), params)


def sections_between(man, name):
    return re.search(rf"^\.Sh {name}$(.*?)^\.Sh ", man, re.M | re.S)[1]


def key_recipe():
    """Checks that the command in doc/operations.md makes a valid key that only its owner can ever read."""
    line = next(line for _, lines in blocks("doc/operations.md", "text") for line in lines
                if "/dev/urandom" in line)
    sandbox = Sandbox().fill(sample_record())
    path = os.path.join(sandbox.work, "key")
    done = sandbox.sh("umask 000; " + line.replace("/etc/yardstick/key", path))
    mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0
    fact("doc/operations.md makes a key that only its owner can read, from the first byte on",
         done.returncode == 0 and mode == 0o600 and "chmod" not in line, line, oct(mode))
    code, page, words = sandbox.serve(f"yard serve --no-browser --port 0 --store new.db --key {path}")
    fact("a server accepts that key", code == 0 and page, words)
    sandbox.remove()


def lint():
    done = subprocess.run(["mandoc", "-Tlint", manual],
                          capture_output=True, encoding="utf-8", check=False)
    fact("mandoc finds nothing wrong with the manual", not done.stdout + done.stderr, done.stdout,
         done.stderr)


# ---- the language ----

def abnf_to_regex(grammar):
    """A pattern for each rule of a non-recursive ABNF grammar."""
    rules = {}
    for line in grammar:
        line = re.sub(r"^((?:[^\";]|\"[^\"]*\")*);.*", r"\1", line).rstrip()
        start = re.match(r"([a-z-]+) += +(.*)", line)
        if start:
            name = start[1]
            rules[name] = start[2]
        elif line.strip():
            rules[name] += " " + line.strip()
    core = {"SP": " ", "HTAB": "\t", "WSP": "[ \t]", "DIGIT": "[0-9]"}
    token = re.compile(r'\s*(?:(%s)?"([^"]*)"|%x([0-9A-F]+)-([0-9A-F]+)|(\d*\*\d*|\d+)|'
                       r"([A-Za-z-]+)|([][()/]))")

    def pattern(name):
        return core.get(name) or translate(rules[name])

    def translate(text):
        out, at, repeat, pending = "", 0, "", []
        while at < len(text.rstrip()):
            found = token.match(text, at)
            at = found.end()
            _, literal, low, high, times, name, bracket = found.groups()
            if times:
                least, star, most = times.partition("*")
                repeat = f"{{{least or 0},{most}}}" if star else f"{{{least}}}"
                continue
            if bracket in ("(", "["):
                pending.append(repeat if bracket == "(" else "?")
                out, repeat = out + "(?:", ""
            elif bracket in (")", "]"):
                out += ")" + pending.pop()
            elif bracket:
                out += "|"
            else:
                one = (re.escape(literal) if literal is not None else
                       f"[\\U{int(low, 16):08x}-\\U{int(high, 16):08x}]" if low else pattern(name))
                out, repeat = out + f"(?:{one}){repeat}", ""
        return out

    return {name: re.compile(f"(?:{pattern(name)})\\Z") for name in rules}


def grammar(record):
    (_, lines), = blocks("doc/language.md", "abnf")
    rules = abnf_to_regex(lines)
    outside = sorted(line for line in accepted if not rules["line"].match(line))
    fact(f"the grammar covers all {len(accepted)} lines accepted in the documents",
         not outside and len(accepted) > 50, *outside)
    outside = [line for line in record.splitlines()
               if not rules["event"].match(line) and not rules["comment"].match(line)]
    fact("the grammar covers a whole record", not outside, *outside)
    words = json.loads(engine(["help"])[0])
    unknown = [word for word in words["words"] if f'%s"{word}"' not in "".join(lines)]
    fact("the grammar knows every word", not unknown, *unknown)
    shown = {line.split()[0] for line in accepted}
    same("the documentation shows every word in use", shown & set(words["words"]), set(words["words"]))
    headings = re.findall(r"^### (\w+)$", read("doc/language.md"), re.M)
    same("doc/language.md has a heading for every word", set(headings) - {"comments"},
         words["words"])
    for wrong in ("rules", "roll 7", "keep", "seat a/b", "dice seed -1", "score  twos and", "Undo",
                  "position yardzee ones=3, 1 ?5 0", "take 1", "correct undo", "date 2026-11-15"):
        refused = '{"error"' in engine(["rules yardzee", wrong])[1]
        fact(f"neither the grammar nor the program accepts '{wrong}'",
             refused and not rules["line"].match(wrong))


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return x ^ x >> 31


def seeded(seed, throw, n):
    """The initial x and the dice of a throw, by the algorithm in doc/language.md."""
    first = x = mix((seed + 0x9E3779B97F4A7C15) % 2**64) ^ mix((throw + 0xD1B54A32D192ED03) % 2**64)
    dice = []
    while len(dice) < n:
        x = (x + 0x9E3779B97F4A7C15) % 2**64
        if mix(x) >> 61 < 6:
            dice.append((mix(x) >> 61) + 1)
    return first, dice


def seeds():
    table = re.findall(r"^\| (\d+) +\| (\d+) +\| `0x([0-9A-F]+)` +\| ([1-6 ]+) \|$",
                       read("doc/language.md"), re.M)
    wrong = [row for row in table
             if seeded(int(row[0]), int(row[1]), 6) != (int(row[2], 16),
                                                        [int(d) for d in row[3].split()])]
    fact("the table of seeded dice follows from the description", table and not wrong, *wrong)
    rng = random.Random(1)
    for seed in [0, 2**64 - 1] + [rng.randrange(2**64) for _ in range(8)]:
        lines = ["rules yardzee", f"dice seed {seed}"]
        for box in BOXES:
            lines += ["roll", "keep -", "roll", f"score {box}"]
        rolls = [json.loads(a)["ok"] for a in engine(lines) if a.startswith('{"ok":"roll')]
        wanted = ["roll " + " ".join(map(str, sorted(seeded(seed, throw, 5)[1])))
                  for throw in range(2 * len(BOXES))]
        fact(f"the dice of seed {seed} fall as described", rolls == wanted, rolls, wanted)


# ---- links ----

def anchors(path):
    """The link anchors of all headings."""
    text = re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def links(path):
    text = re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S)
    text = re.sub(r"`[^`]*`", "", text)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file_name, _, anchor = target.partition("#")
        other = path
        if file_name:
            other = os.path.normpath(os.path.join(os.path.dirname(path), file_name))
        if not os.path.exists(os.path.join(root, other)):
            broken.append(target)
        elif anchor and other.endswith(".md") and anchor not in anchors(other):
            broken.append(target)
    fact(f"every link in {path} resolves", not broken, *broken)


def main():
    done = run("solve", "yardzee", "yahtzee")
    fact("the games in the examples are solved", done.returncode == 0, done.stderr)
    record = sample_record()
    shown = [path for path in documents()
             if os.path.dirname(path) == "doc" or path in ("README.md", "CONTRIBUTING.md",
                                                           "ARCHITECTURE.md")]
    for path in shown:
        for start, lines in blocks(path, "session"):
            session(path, start, lines)
        for start, lines in blocks(path, "sh"):
            shell_block(path, start, lines, record)
        for start, lines in blocks(path, "record"):
            record_block(path, start, lines)
    one_story(record)
    lint()
    key_recipe()
    grammar(record)
    seeds()
    for path in documents():
        links(path)
    tell()


main()
