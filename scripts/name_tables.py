#!/usr/bin/env python3
"""Prints src/core/name_tables.h: the Unicode tables for src/core/name.c.

usage: scripts/name_tables.py >src/core/name_tables.h

Generated from Python's unicodedata and checked in, so that no build depends on the installed version of
Python."""
import sys
import unicodedata

# Scripts that a name may mix with Latin, because none of them looks like Latin.
BESIDE_LATIN = ("HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA "
                "MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN ETHIOPIC KHMER").split()
# Scripts that mix freely with each other and with Latin, as in Japanese, Chinese and Korean.
EAST_ASIAN = "HAN KANA BOPOMOFO HANGUL".split()
NAMED = ["LATIN", "GREEK", "CYRILLIC", "ARMENIAN", *EAST_ASIAN, *BESIDE_LATIN]
SAME = {"CJK": "HAN", "IDEOGRAPHIC": "HAN", "HIRAGANA": "KANA", "KATAKANA": "KANA",
        "KATAKANA-HIRAGANA": "KANA", "HALFWIDTH": "KANA"}

# Ranges in which all characters are folded to compare names; letters with a canonical decomposition are folded
# everywhere. Hangul and full-width forms are computed instead.
FOLDED = [(0xC0, 0x24F), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x587), (0x620, 0x6FF),
          (0x900, 0x11FF), (0x1E00, 0x1FFF), (0x3041, 0x30FF), (0xF900, 0xFAD9), (0xFF66, 0xFF9F)]
ROWS = [range(0xF900, 0xFADA), range(0xFF66, 0xFFA0)]
STYLED = ("<font>", "<circle>", "<square>", "<super>", "<sub>", "<isolated>", "<initial>",
          "<medial>", "<final>")
INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0,
             *range(0x180B, 0x1810), *range(0x2060, 0x2070), *range(0xFE00, 0xFE0E),
             *range(0xFFF0, 0xFFFE), *range(0x20DD, 0x20E3), 0x20E4}
# Allowed or refused depending on context: joiners, emoji selectors, Han variation selectors, flag tags.
BY_PLACE = {0x200C, 0x200D, 0xFE0E, 0xFE0F, *range(0xE0100, 0xE01F0), *range(0xE0020, 0xE0080)}


def script(cp):
    """The script of a letter or combining mark, as far as its name tells; None otherwise."""
    c = chr(cp)
    name = unicodedata.name(c, "")
    word = name.split(" ")[0]
    if unicodedata.category(c)[0] == "M" and word in NAMED:
        return word
    if unicodedata.category(c)[0] != "L":
        return None
    if name.startswith("FULLWIDTH LATIN"):
        return "LATIN"
    if name.startswith("HALFWIDTH HANGUL"):
        return "HANGUL"
    known = any(kind in name for kind in (" LETTER", " SYLLABLE", " IDEOGRAPH", " LIGATURE"))
    if word == "MODIFIER" or not (known or word in SAME or word in NAMED):
        return None
    return SAME.get(word, word)


def is_refused(cp):
    """Whether a character is always refused: invisible, for private use, or a styled form of a plain letter."""
    c = chr(cp)
    category = unicodedata.category(c)
    if cp in BY_PLACE:
        return False
    if cp in INVISIBLE or category in ("Cf", "Zl", "Zp", "Co"):
        return True
    if unicodedata.decomposition(c).startswith(STYLED) and (category[0] in "LN" or
                                                           category == "So"):
        return not 0x1F200 <= cp <= 0x1F265 and c not in "\u2122\u2120"
    return ("LETTER SMALL CAPITAL" in unicodedata.name(c, "") or 0xFB00 <= cp <= 0xFB17 or
            0x2160 <= cp <= 0x2188 or 0x2F800 <= cp <= 0x2FA1F or
            0x1F130 <= cp <= 0x1F189 or 0x1D400 <= cp <= 0x1D7FF)


def fold(cp):
    c = chr(cp)
    form = "NFKD" if cp >= 0xFF66 or "<compat>" in unicodedata.decomposition(c) else "NFD"
    return unicodedata.normalize(form, unicodedata.normalize(form, c).casefold())


def ranges(values):
    """[first, last, value] for each run of code points with the same value, except None."""
    found = []
    for cp, value in values:
        if value is None:
            continue
        if found and found[-1][2] == value and found[-1][1] == cp - 1:
            found[-1][1] = cp
        else:
            found.append([cp, cp, value])
    return found


def joined(found):
    """Joins neighboring ranges of one script across the marks and digits between them."""
    out = []
    for one in found:
        if out and out[-1][2] == one[2] and one[0] - out[-1][1] < 0x40 and one[0] > 0x250:
            out[-1][1] = one[1]
        else:
            out.append(one)
    return out


def is_folded(cp):
    c = chr(cp)
    kind = unicodedata.decomposition(c)
    canonical = kind and not kind.startswith("<") and not is_refused(cp)
    return (canonical and unicodedata.category(c)[0] in "LM") or any(first <= cp <= last for first, last in FOLDED)


def all_folds():
    found = {}
    for cp in filter(is_folded, range(0x10000)):
        as_what = fold(cp)
        if as_what != chr(cp) and all(ord(c) < 0x10000 for c in as_what):
            found[cp] = [ord(c) for c in as_what]
    return found


def small_of(cp, folds):
    """The lower-case letter that folds like this capital; None if there is none."""
    small = chr(cp).lower()
    if len(small) == 1 and ord(small) != cp and folds.get(ord(small), [ord(small)]) == folds[cp]:
        return ord(small)
    return None


def runs(capitals):
    """[first, last, away] for runs of capitals, each of which has its lower-case letter `away` code points further
    on. If away is 1, capitals and lower-case letters alternate."""
    found = []
    for cp, small in capitals.items():
        away = small - cp
        if found and found[-1][2] == away and cp - found[-1][1] == (2 if away == 1 else 1):
            found[-1][1] = cp
        else:
            found.append([cp, cp, away])
    return found


def spelled_range(one):
    return "{0x%X,0x%X,%d}" % tuple(one)


def spelled(characters):
    return ",".join(f"0x{c:X}" if c else "0" for c in characters)


def array(kind, name, items):
    """Prints an array, with as many items per line as fit."""
    print(f"static const {kind} {name}[] = {{")
    line = "   "
    for item in items:
        if len(line) + len(item) > 98:
            print(line)
            line = "   "
        line += f" {item},"
    print(line + "\n};\n")


def main():
    letters = joined(ranges((cp, script(cp)) for cp in range(0x30000)))
    others = sorted({value for _, _, value in letters} - set(NAMED))
    names = ["COMMON", *NAMED]
    print("/* Generated by scripts/name_tables.py from Unicode "
          f"{unicodedata.unidata_version}; do not edit. */")
    print("#pragma once\n")
    print("#include <stdint.h>\n\nenum script {")
    for name in names:
        print(f"    SCRIPT_{name},")
    print(f"    SCRIPT_OTHER, /* the first of {len(others)} more, numbered consecutively */\n}};\n")
    print("struct range {\n    uint32_t first, last;\n    int what;\n};\n")
    print("/* clang-format off */\n\n/* Letters by script; characters outside these ranges belong to all scripts. */")
    number = {name: i for i, name in enumerate([*names, *others])}
    array("struct range", "letters",
          (spelled_range((first, last, number[value])) for first, last, value in letters))
    print("/* Characters not allowed in names. */")
    array("struct range", "refused",
          map(spelled_range, ranges((cp, int(is_refused(cp)) or None) for cp in range(0x110000))))
    folds = all_folds()
    capitals = {cp: small_of(cp, folds) for cp in folds if small_of(cp, folds)}
    print("/* Capitals and the offset to their lower-case letters; with offset 1, the two alternate. */")
    array("struct range", "capitals", map(spelled_range, runs(capitals)))
    print("/* The form in which a letter is compared, with its accents separated. */")
    in_rows = set().union(*ROWS)
    array("struct {\n    uint16_t letter, as[4];\n}", "folds",
          (f"{{0x{cp:X},{{{spelled(as_what)}}}}}" for cp, as_what in folds.items()
           if cp not in capitals and cp not in in_rows))
    print("/* The same for dense ranges, in which each form is one character; 0: the letter itself. */")
    for name, row in zip(("compatible_han", "half_width_kana"), ROWS):
        print(f"enum {{ {name.upper()} = 0x{row.start:X} }};")
        array("uint16_t", name, (spelled(folds.get(cp, [0])) for cp in row))


if __name__ == "__main__":
    sys.exit(main())
