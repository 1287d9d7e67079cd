"""literals_test.py ROOT: every sentence for people is in the catalogs, none in C or JavaScript.

A string literal looks like text for people if it contains two words in a row, or if it is one capitalized word. Such
a literal is allowed only if it matches a pattern listed here: text that programs read, input, names, the manual."""
import os
import re
import sys

from tap import check, claim, main

ROOT = sys.argv[1]

# Patterns that are allowed in any file.
ANYWHERE = [
    r"<.*|.*=\\?\".*|.*</?\w+>?.*|.*\{[^}]*:.*",  # HTML, SVG, XML, CSS
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|COMMIT|ROLLBACK|LISTEN|NOTIFY|SET|WITH|FROM|WHERE|"
    r"ORDER|AND|VALUES|RETURNING|LOCK|EXPLAIN|GRANT|ANALYZE|SAVEPOINT|RELEASE|END|ON|LIMIT|VACUUM|COALESCE|UNION)\b.*",  # SQL
    r"(yard|echo|printf|seq) .*",  # examples of command lines
    r"(text|application|image|public|no-store|max-age)[/, =-].*|.*charset=.*",  # HTTP types and headers
    r"\s*yard( \w+)?: .*",  # prefixes of messages
    r"\\xEF\\xBF\\xBD",  # U+FFFD
    r"(Yardstick|Yardzee|Yardkle|Yahtzee|Yahtzee classic|Yatzy|Farkle|Template)",  # names
]

# Patterns that are allowed only in certain files, with the reason unless it is obvious.
ALLOWED = {
    "src/cli/manual.c": r".*",  # the manual is written in English, in roff
    # Input typed by people.
    "src/cli/plain_show.c": r"score chance.*|chance 20 bonus|zero twos|pace points|why, why 11|warn mistake|seat NAME|save FILE|"
                            r"set aside|# words",
    "src/cli/verb_arena.c": r"program:",
    "src/cli/arena_program.c": r".*",  # a Python program
    "src/cli/verb_backup.c": r"STORE FILE",
    "src/cli/verb_restore.c": r"COPY STORE",
    "src/cli/verb_dice.c": r"not enough rolls to say|no sign of uneven dice|uneven dice",  # JSON values
    "src/coach/grade.c": r"chance of winning",  # a JSON and CSV value
    "src/coach/arena.c": r"program:|# arena game .*|, duplicate dice|dice (physical|seed .*)| forfeits .*",  # the record
    "src/net/": r"[A-Z][\w /.-]*|HTTP/1\.1 .*|Cache-Control.*|Content-.*|default-src .*|GET, HEAD|[a-z]+ [A-Z].*",  # HTTP
    "src/server/": r"[A-Z][\w /.-]*|GET, HEAD|[a-z-]+(; [a-z-]+)*|store (away|back)|dice fair",  # HTTP; journal events
    # Names in records, and lines of records.
    "src/play/": r"Seat %d|Player 1|yardstick .*|[a-z]+ (fair2?|physical|seed).*",
    "src/room/": r"dice fair.*|# room: .*",
    "src/tui/newgame.c": r"Robo.*",  # names of seats, stored in records
    "src/coach/analysis.c": r"Player 1",
    "src/rules/books/": r"[A-Z][a-z]+( [a-z]+)?",  # names of games and rolls
    "src/paper/paper_pdf.c": r"Helvetica.*",
    "src/report/html_chart.c": r"error \w+",  # CSS classes
    "src/server/group_log.c": r"yardstick 1.*",  # lines of a record
    "src/server/api_words.c": r"# HELP .*",
    "src/server/site_files.c": r"# What .*",  # the first line of a file, which identifies it
    "src/solve/vector.h": r"omp simd|clang loop unroll\(full\)",
    "src/store/": r"\s*(SHOW|SQLite format 3|coalesce|id, created|\(SELECT|< \$2|', words|created DESC).*|created DESC.*",
    "src/tui/term.c": r"x xx xx x",  # pips of a die
    "web/online/deals.js": r"# room: .*",  # the record
    "web/lib/begin.js": r"Robo bot family",  # a side, as in records
    "web/lib/keys.js": r"input, select, .*|Enter",
    "web/lib/sides.js": r"Robo|Dot|Pip|Cube|Maple|Birch|Oak|Ash|[A-Z][a-z]+",  # names of bots, stored in records
    "web/parts/house_rules.js": r"tag changed",  # CSS classes
    "web/parts/sheet.js": r"offer (barred|pick)",  # CSS classes
    "web/parts/dice.js": r"die-word long",  # CSS classes
    "web/parts/keypad.js": r"gap next",  # CSS classes
    "web/parts/yard_press.js": r"possible bank",  # a question to the core
    "web/parts/yard_sheet.js": r"gap next",  # CSS classes
    "web/lib/draw_card.js": r"(Rockwell|system-ui), .*serif",  # fonts
    "web/": r"\((display-mode|prefers-[\w-]+): \w+\)|Home|End|Files|Enter|Escape|Tab|Delete|Backspace",  # media queries; keys
    "web/online/verify.js": r".*",  # compared verbatim with the verdicts of the core
}


def literals(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
    if path.endswith(".js"):
        text = re.sub(r"(?<![:'\"`\w])//.*", "", text)
        text = re.sub(r'class(Name)?="[^"]*"', "", text)
        # Text between the tags of a template is shown as it is.
        yield from ((text.count("\n", 0, m.start()) + 1, m[1]) for m in re.finditer(r">([^<>${}`'\";=()]+)</", text))
        found = re.finditer(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"", text)
        yield from ((text.count("\n", 0, m.start()) + 1, m[1] or m[2] or "") for m in found)
        return
    text = re.sub(r"^\s*#\s*include.*$", "", text, flags=re.M)
    text = re.sub(r"_?[Ss]tatic_assert\([^;]*;", lambda m: "\n" * m[0].count("\n"), text)
    for m in re.finditer(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+', text):
        yield text.count("\n", 0, m.start()) + 1, "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', m[0]))


def for_people(words):
    bare = re.sub(r"%[-+ #0-9.*]*(?:ll|l|z|h)*[a-zA-Z]|\\[a-z0-9]+|\$\{[^}]*\}", " ", words)
    return re.search(r"[A-Za-z]{2,}[,;:.]? +[A-Za-z]{2,}", bare) or re.fullmatch(r"\s*[A-Z][a-z]{2,}[.:!?,]*\s*", bare)


def allowed(path, words):
    patterns = ANYWHERE + [pattern for where, pattern in ALLOWED.items() if path.startswith(where)]
    return any(re.fullmatch(pattern, words, flags=re.S) for pattern in patterns)


def left(folder, ending):
    for place, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(place, name), ROOT)
            if not name.endswith(ending) or "vendor" in path:
                continue
            for line, words in literals(os.path.join(ROOT, path)):
                if for_people(words) and not allowed(path, words):
                    yield f"{path}:{line}: {words[:100]}"


@claim("no user-visible sentence is hard-coded in C")
def _(_home):
    bad = list(left("src", (".c", ".h")))
    check(not bad, f"{len(bad)} are", *bad)


@claim("no user-visible sentence is hard-coded in JavaScript")
def _(_home):
    bad = list(left("web", ".js"))
    check(not bad, f"{len(bad)} are", *bad)


main()
