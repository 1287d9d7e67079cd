#!/usr/bin/env python3
"""Generates tables from the catalogs in this folder: C for the program, JavaScript for the page.

usage: tables.py [--pseudo] --source ROOT --out FOLDER --depfile FILE --core SOURCE... --catalogues LANGUAGE.po...

ROOT contains all sources; the page's core is compiled from the SOURCE files.

A catalog is a gettext file: msgctxt is the key of a message and msgid its English text, with named placeholders in
braces, in Python's syntax: {box} is text, {n:d} a whole number, {n:+d} one with a sign, {p:.1f} a number with one
decimal. The first catalog is English; its msgstr fields are empty. In a message with plural forms, {n} selects the
form.

FOLDER receives
  messages.h     for each key used in C a number M_key, and a struct say_key for its values; see core/say.h
  messages.c     the sentences of all languages
  core.c         for the page's core, which encodes messages: their placeholders, but no sentences
  languages.json the names of the languages, for the page
  LANGUAGE.js    the words of the page (`words`, by key) and of its core (`core`, by number, with placeholders
                 numbered instead of named: {0}), except those of the next scripts, in whose places are zeros
  LANGUAGE_later.js  what a first game does without: the words of the modules that web/later.js imports and
                 web/app.js doesn't, and those of the core's sentences that only guides, reasons and daily games use
                 (guide*.c, reason*.c and daily*.c)
  LANGUAGE_online.js  the same for online tables: the words of web/online/online.js, the core's sentences that only
                 rooms use (room*.c) and, except in English, the messages of servers, which send the English text

--pseudo adds a language xx: English with accents, a third longer, and in brackets, so that tests can spot text on a
screen that is untranslated or cut off.

The sources that use a key determine where it goes, so there is no list to maintain."""
import argparse
import gettext
import io
import json
import os
import re
import subprocess
import sys

PLACE = re.compile(r"\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}")
KINDS = {None: "s", "d": "d", "+d": "D", **{f".{n}f": str(n) for n in range(7)},
         **{f"+.{n}f": chr(ord("A") + 6 + n) for n in range(7)}}
TYPES = {"s": "const char *"}  # for all other kinds: double or long long


def fail(words):
    sys.exit(f"lang: {words}")


class Catalogue:
    """The messages of one language: a list of forms for each key, and how to choose among them."""

    def __init__(self, path, english=False):
        self.tag = os.path.splitext(os.path.basename(path))[0]
        text = subprocess.run(["msgen", path], check=True, capture_output=True).stdout if english else open(path, "rb").read()
        made = subprocess.run(["msgfmt", "--check", "-o", "-", "-"], input=text, capture_output=True, check=False)
        if made.returncode:
            fail(f"{path}: {made.stderr.decode()}")
        read = gettext.GNUTranslations(io.BytesIO(made.stdout))
        self.count = int(re.search(r"nplurals=(\d+)", read.info()["plural-forms"]).group(1))
        self.plural = re.search(r"plural=([^;]*)", read.info()["plural-forms"]).group(1)
        self.forms, self.english = {}, {}
        for name, words in read._catalog.items():  # pylint: disable=protected-access
            name, form = name if isinstance(name, tuple) else (name, 0)
            if not name:
                continue  # the header
            if "\x04" not in name:
                fail(f"{path}: '{name}' has no key (msgctxt)")
            key, msgid = name.split("\x04")
            self.english[key] = msgid
            forms = self.forms.setdefault(key, [])
            forms.extend([""] * (form + 1 - len(forms)))
            forms[form] = words


ACCENTS = str.maketrans("aceiklnorsuyACEIKLNORSUY", "áçéíķļñóŕšúýÁÇÉÍĶĻÑÓŔŠÚÝ")


class Pseudo:
    """A made-up language for tests."""

    def __init__(self, english):
        self.tag, self.plural = "xx", english.plural
        self.forms = {key: [self.put(form) for form in forms] for key, forms in english.forms.items()}
        self.forms["number_point"] = ["·"]

    @staticmethod
    def put(form):
        owed = 0.

        def longer(m):
            """Adds accents to a word and makes it a third longer; leaves a placeholder as it is."""
            nonlocal owed
            if not m[0][0].isalpha():
                return m[0]
            owed += len(m[0]) / 3
            more = int(owed)
            owed -= more
            return m[0].translate(ACCENTS) + "~" * more
        return "⟦" + re.sub(PLACE.pattern + r"|[^\W\d_]+", longer, form) + "⟧"


class Message:
    """A key with its placeholders, in the order of the English sentence."""

    def __init__(self, key, forms):
        self.key, self.plural = key, len(forms) > 1
        self.places = {}
        for form in forms:
            for name, spec in ((m[1], m[2]) for m in PLACE.finditer(form) if m[1]):
                if spec not in KINDS:
                    fail(f"{key}: '{{{name}:{spec}}}' is no kind of place; see lang/tables.py")
                if self.places.setdefault(name, KINDS[spec]) != KINDS[spec]:
                    fail(f"{key}: {{{name}}} is of two kinds")
        if self.plural and self.places.setdefault("n", "d") not in ("d", "D"):
            fail(f"{key}: {{n}} decides on the plural form, so it must be a whole number: {{n:d}}")
        if "key" in self.places:
            fail(f"{key}: a place cannot be called {{key}}; answers in JSON have the message's key there")
        if len(self.places) > 20:
            fail(f"{key}: more than 20 places")

    def coded(self, form):
        """A form as the program stores it: each placeholder is one control character."""
        names = list(self.places)

        def place(m):
            if not m[1]:
                return m[0][0]
            if m[1] not in names:
                fail(f"{self.key}: '{form}' has a place {{{m[1]}}} that English does not have")
            i = names.index(m[1])
            return chr(1 + i if i < 8 else 8 + i)
        return PLACE.sub(place, form)


def c_string(text):
    out = []
    for byte in text.encode():
        char = chr(byte)
        out.append("\\" + char if char in "\"\\" else char if 32 <= byte < 127 and char != "?" else f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


# ---- which key is used where ----

def sources(root, folder, *endings):
    for path, _, names in sorted(os.walk(os.path.join(root, folder))):
        if "vendor" in path:
            continue
        yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(endings))


# How a key is written in C: as the first or second argument of a call whose remaining arguments are its values, or as
# M_key.
FIRST = ("WORDS", "tell", "tell_line", "tell_inset", "complain", "misused")
SECOND = ("say", "say_fail", "html_say", "report_line", "report_inset", "reason_add", "survey_say", "board_tell",
          "board_complain", "book_says", "we_say")


def arguments(text, at):
    """The arguments of a call whose opening parenthesis is just before `at`."""
    found, depth, begin, quoted = [], 0, at, False
    for i in range(at, len(text)):
        c = text[i]
        if quoted or c == '"':
            quoted = (not quoted) if c == '"' and text[i - 1] != "\\" else quoted
        elif c in "([{":
            depth += 1
        elif c in ")]}" and depth:
            depth -= 1
        elif c in ",)" and not depth:
            found.append(text[begin:i].strip())
            begin = i + 1
            if c == ")":
                return found
    return found


# The parts of the page that are loaded on demand: the module that imports all others of the part, and how the names of
# the core's files begin whose sentences only this part needs.
PARTS = {"later": ("later.js", ("guide", "reason", "daily")), "online": ("online/online.js", ("room",))}


class Uses:
    """The keys that each part of the sources uses. In the page's sources any string may be a key; some keys are
    composed, such as `level.${x}`."""

    def __init__(self, root, core, messages):
        self.read, self.messages = [], {m.key: m for m in messages}
        core = {os.path.abspath(path) for path in core}
        self.core, self.server, self.program = set(), set(), set()
        at_once = set()  # those of the core's keys that any answer may use
        self.rare = {part: set() for part in PARTS}  # those that only the answers for a part use
        for path in sources(root, "src", ".c", ".h"):
            layer = os.path.relpath(path, os.path.join(root, "src")).split(os.sep)[0]
            found = self.keys_in_c(path)
            header = path.endswith(".h") and any(os.path.dirname(os.path.abspath(path)) == os.path.dirname(c) for c in core)
            part = (self.core if header or os.path.abspath(path) in core
                    else self.server if layer in ("core", "server", "net", "store") else self.program)
            part.update(found)
            if part is self.core:
                name = os.path.basename(path)
                next((self.rare[p] for p, (_, begins) in PARTS.items() if name.startswith(begins)), at_once).update(found)
        # A sentence of several parts is in the script of each.
        self.rare = {part: found - at_once for part, found in self.rare.items()}
        web = os.path.join(root, "web")
        self.page = self.keys_in_page(os.path.join(web, "app.js"))
        self.parts = {part: self.keys_in_page(os.path.join(web, entry)) - self.page for part, (entry, _) in PARTS.items()}

    def keys_in_page(self, entry):
        """The keys in a module and in all that it imports, except on demand."""
        found, modules = set(), [entry]
        for path in modules:  # grows on the way
            text = self.text(path)
            found |= {key for key in re.findall(r"['\"`]([\w.-]+)['\"`]", text) if key in self.messages}
            begun = tuple(re.findall(r"`([\w.-]+[.-])\$\{", text))
            found |= {key for key in self.messages if begun and key.startswith(begun)}
            imports = re.findall(r"^(?:im|ex)port (?:[^';]* from )?'(\.[^']*)';", text, re.M)
            new = [os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in imports]
            modules += [path for path in dict.fromkeys(new) if path not in modules and "vendor" not in path]
        return found

    def keys_in_c(self, path):
        text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), self.text(path), flags=re.S)  # without comments
        found = set(re.findall(r"\bM_([a-z]\w*)", text))
        for call in re.finditer(rf"\b({'|'.join(FIRST + SECOND)})\(", text):
            given = arguments(text, call.end())
            given = given[1:] if call[1] in SECOND else given
            if not given or not re.fullmatch(r"[a-z]\w*", given[0]) or text[:call.start()].endswith("#define "):
                continue
            key, line = given[0], text.count("\n", 0, call.start()) + 1
            if key not in self.messages:
                if key not in ("key", "message"):
                    fail(f"{path}:{line}: there is no message '{key}' in en.po")
                continue
            names = {re.match(r"\.(\w+)\s*=", a)[1] for a in given[1:] if re.match(r"\.(\w+)\s*=", a)}
            if names != set(self.messages[key].places):
                fail(f"{path}:{line}: '{key}' has the places {sorted(self.messages[key].places)}, not {sorted(names)}")
            found.add(key)
        return found & self.messages.keys()

    def text(self, path):
        self.read.append(path)
        with open(path, encoding="utf-8") as file:
            return file.read()


# ---- C ----

def header(messages):
    out = ["/* Made by lang/tables.py. See core/say.h. */", "#pragma once", "", "enum message {", "    M_NONE,"]
    out += [f"    M_{m.key}," for m in messages]
    out += ["    MESSAGES_COUNT", "};", ""]
    for m in messages:
        fields = "".join(f" _Alignas(8) {TYPES.get(kind, 'long long ' if kind in 'dD' else 'double ')}{name};"
                         for name, kind in m.places.items())
        out.append(f"struct say_{m.key} {{{fields} }};")
    return "\n".join(out) + "\n"


# The placeholders that the page's core looks up by name, with say_place(). The names of all others would only make it
# larger: the page knows their order.
LOOKED_UP = ("reason", "cite", "line")


def table(messages, catalogues):
    """The C source with the shapes of the messages, and their sentences in these languages."""
    out = ['/* Made by lang/tables.py. See core/say.h. */', '#include "core/say_tables.h"', ""]

    def blob(name, pieces):
        """Writes all different pieces as one string, each NUL-terminated, and the offset of each piece."""
        at, length, lines, begins = [], 0, [], {}
        for piece in pieces:
            at.append(begins.setdefault(piece, length))
            if at[-1] != length:
                continue
            length += len(piece.encode()) + 1
            lines.append("    " + c_string(piece)[:-1] + '\\0"')
        out.append(f"static const char {name}_bytes[] =")
        out.append("\n".join(lines or ['    ""']) + ";")
        out.append(f"static const unsigned {name}_at[] = {{{', '.join(map(str, at or [0]))}}};")

    blob("shape", ["\0".join([("p" if m.plural else "-") + (m.key if catalogues else ""),
                              *(kind + (name if catalogues or name in LOOKED_UP else "")
                                for name, kind in m.places.items()), ""]) for m in messages])
    if not catalogues:
        out.append("const struct language *const languages[] = {NULL};")
    for c in catalogues:
        blob(c.tag, ["\0".join(m.coded(form) for form in c.forms[m.key]) for m in messages])
        out.append(f"static unsigned {c.tag}_plural(long long n) {{ return (unsigned)({c.plural}); }}")
        out.append(f"const struct language language_{c.tag} = {{\"{c.tag}\", {c.tag}_bytes, {c.tag}_at, {c.tag}_plural}};")
    if catalogues:
        out.append("const struct language *const languages[] = {"
                   + ", ".join(f"&language_{c.tag}" for c in catalogues) + ", NULL};")
    out.append(f"const struct message_shapes message_shapes = {{shape_bytes, shape_at, {len(messages)}}};")
    return "\n".join(out) + "\n"


# ---- the page ----

def chunk(messages, catalogue, keys):
    """A script of words by key."""
    words = {m.key: catalogue.forms[m.key] if m.plural else catalogue.forms[m.key][0]
             for m in messages if m.key in keys}
    text = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
    return f"export const words = {text};\n"


def core_chunks(messages, catalogue, rare):
    """The core's messages, by number: those of most answers, and those that only the answers for a part use, by part.
    Placeholders for dice are marked, as in {0!}, to prevent line breaks within them."""
    def numbered(message, form):
        names = list(message.places)
        return PLACE.sub(lambda m: m[0] if not m[1] else "{" + str(names.index(m[1]))
                         + (":" + m[2] if m[2] else "!" if m[1].startswith("dice") else "") + "}", form)
    entries = []
    for m in messages:
        forms = [numbered(m, form) for form in catalogue.forms[m.key]]
        entries.append({"n": list(m.places).index("n"), "forms": forms} if m.plural else forms[0])
    later = set().union(*rare.values())
    parts = {"": [0 if m.key in later else entry for m, entry in zip(messages, entries)],
             **{part: {i: entries[i] for i, m in enumerate(messages) if m.key in keys} for part, keys in rare.items()}}
    return {part: f"export const core = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"
            for part, found in parts.items()}


def write(path, text):
    """Writes a file unless it already has these contents, so that nothing that depends on it is rebuilt needlessly."""
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser()
    for name in ("source", "out", "depfile"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--pseudo", action="store_true")
    parser.add_argument("--core", nargs="+", required=True)
    parser.add_argument("--catalogues", nargs="+", required=True)
    options = parser.parse_args()
    english, *others = [Catalogue(path, english=i == 0) for i, path in enumerate(options.catalogues)]
    for c in others:
        for key, forms in english.forms.items():
            have = c.forms.setdefault(key, forms)
            if len(forms) > 1:  # all forms must exist: the program selects one without a bounds check
                have.extend([have[-1]] * (c.count - len(have)))
        for key in c.forms.keys() - english.forms.keys():
            fail(f"{c.tag}.po: '{key}' is not in {english.tag}.po")

    if options.pseudo:
        others.append(Pseudo(english))
    messages = [Message(key, forms) for key, forms in sorted(english.forms.items())]
    uses = Uses(options.source, options.core, messages)
    # The messages of the page's core come first, so that they have the same numbers in its table as in the program's.
    inside = [m for m in messages if m.key in uses.core]
    spoken = inside + [m for m in messages if m.key in (uses.server | uses.program) - uses.core]

    def out(name, text):
        write(os.path.join(options.out, name), text)
    out("messages.h", header(spoken))
    out("messages.c", table(spoken, [english, *others]))
    out("core.c", table(inside, []))
    for c in (english, *others):
        answers = {"online": set() if c is english else uses.server | uses.core}
        core = core_chunks(inside, c, uses.rare)
        out(f"{c.tag}.js", chunk(messages, c, uses.page) + core[""])
        for part, keys in uses.parts.items():
            out(f"{c.tag}_{part}.js", chunk(messages, c, keys | answers.get(part, set())) + core[part])
    out("languages.json", json.dumps({c.tag: c.forms["language.name"][0] for c in (english, *others)}))
    with open(options.depfile, "w", encoding="utf-8") as file:
        file.write(f"{os.path.join(options.out, 'messages.c')}: {' '.join(uses.read)}\n")


if __name__ == "__main__":
    main()
