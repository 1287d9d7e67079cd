#!/usr/bin/env python3
"""The page as files: `yard page`.

usage: site_test.py YARD"""
import gzip
import os
import re
import resource
import shutil
import subprocess

from disks import as_nobody, ways_to_fill
from tap import check, claim, holds, main, same

# Bytes that a first visit transfers, in any one language: everything that the page fetches until it shows the home screen
# and until a first game can be played, with bots and hints.
BUDGET = 150_000

LIST = "yard-page.txt"


def tree(home, folder):
    """The contents of all files below a folder, by relative path."""
    found = {}
    for place, _, names in os.walk(home.path(folder)):
        for name in names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, home.path(folder))] = home.read(path)
    return found


def plain_names(files):
    return sorted(name for name in files if not name.endswith((".br", ".gz")) and name != LIST)


@claim("yard page writes the site and lists its files")
def _(home):
    ran = home.run("page", "--out", "deep/er/site").ended(0)
    same(ran.err, "", "the messages")
    files = tree(home, "deep/er/site")
    holds(ran.out, f"deep/er/site now holds the page: {len(files) - 1} files, ")
    for name in plain_names(files):
        check(re.search(rf"^  {re.escape(name)} +{len(files[name])}\b", ran.out, re.M),
              f"{name} is not named with its size in", ran.out)
    for name in ("index.html", "app.js", "style.css", "worker.js", "sw.js", "core.wasm"):
        check(files[name], f"{name} is empty")
    check(any(re.fullmatch(r"chunks/.+-[A-Z0-9]{8}\.js", name) for name in files), "no chunks")
    same(sorted(files[LIST].decode().splitlines()[1:]), sorted(set(files) - {LIST}), "the list")


@claim("compressed files are smaller than the originals and unpack to them")
def _(home):
    home.run("page", "--out", "site").ended(0)
    files = tree(home, "site")
    packed = [name for name in files if name.endswith((".br", ".gz"))]
    check(len(packed) > 5, packed)
    for name in packed:
        plain = files[os.path.splitext(name)[0]]
        check(len(files[name]) < len(plain), f"{name} is no smaller")
        if name.endswith(".gz"):
            same(gzip.decompress(files[name]), plain, name)
        else:
            done = subprocess.run(["brotli", "-d", "-c"], input=files[name], check=True,
                                  stdout=subprocess.PIPE)
            same(done.stdout, plain, name)


LANGUAGE = re.compile(r"chunks/([a-z]{2})-[A-Z0-9]{8}\.js")
# Other screens and dialogs, with their sentences and those of the coach's reasons. They are fetched when a game begins, for
# its end and its review, or when somebody opens one of them.
LATER = re.compile(r"chunks/(?:([a-z]{2})_)?later-[A-Z0-9]{8}\.(?:js|css)")
SOUND = re.compile(r"chunks/impacts-[A-Z0-9]{8}\.js")  # fetched only when sound is switched on
# Files that are fetched only when somebody opens online tables.
ONLINE = re.compile(r"chunks/(?:(?:([a-z]{2})_)?online|verify)-[A-Z0-9]{8}\.(?:js|css)")


@claim(f"page and core for a first game in any one language take less than {BUDGET} bytes to transfer")
def _(home):
    home.run("page", "--out", "site").ended(0)
    files = tree(home, "site")
    # The PNG icons are fetched only when the page is installed as an app.
    sizes = {name: len(files.get(name + ".br", files[name])) for name in plain_names(files)
             if not name.endswith(".png")}
    languages = [name for name in sizes if LANGUAGE.fullmatch(name)]
    same(sorted(LANGUAGE.fullmatch(name)[1] for name in languages), ["de", "en", "es"], "languages")
    online = {name: sizes.pop(name) for name in list(sizes) if ONLINE.fullmatch(name)}
    same(len(online), 6, "files for tables of a server")
    later = {name: sizes.pop(name) for name in list(sizes) if LATER.fullmatch(name)}
    same(len(later), 5, "files for other screens")
    same(len([sizes.pop(name) for name in list(sizes) if SOUND.fullmatch(name)]), 1, "files with sounds")
    for language in languages:
        fetched = {name: size for name, size in sizes.items()
                   if name == language or name not in languages}
        total = sum(fetched.values())
        check(total < BUDGET, f"{total} bytes with {language}:",
              *(f"{size:8} {name}" for name, size in sorted(fetched.items(), key=lambda s: -s[1])))
        spoken = LANGUAGE.fullmatch(language)[1]
        more = [sum(size for name, size in part.items() if kind.fullmatch(name)[1] in (None, spoken))
                for kind, part in ((LATER, later), (ONLINE, online))]
        print(f"# {spoken}: {total} bytes for page and core, {more[0]} more once a game begins, "
              f"{more[1]} more for tables of a server")


@claim("a first visit fetches neither the files for online tables, nor other languages, nor other screens")
def _(home):
    home.run("page", "--out", "site").ended(0)
    files = tree(home, "site")
    worker = files["sw.js"].decode()
    at_once = worker[:worker.index('"de.js":')]
    for name in plain_names(files):
        if any(kind.fullmatch(name) for kind in (LANGUAGE, LATER, ONLINE, SOUND)):
            check(f'"{name}"' not in at_once, f"the service worker fetches {name} at once")
    same(re.findall(r"<(?:script|link)[^>]*chunks/", files["index.html"].decode()), [], "chunks")


def style_rules(sheet):
    """The selectors of a minified style sheet, one list for each rule."""
    sheet = re.sub(r"@(?:media|supports)[^{]*\{((?:[^{}]*\{[^{}]*\})*)\}", r"\1", sheet)
    return [selectors for selectors in re.findall(r"([^{}]+)\{[^{}]*\}", sheet) if not selectors.startswith("@")]


@claim("style.css has what the screens of a first game show, later.css what only other screens show")
def _(home):
    home.run("page", "--out", "site").ended(0)
    files = tree(home, "site")
    first = files["app.js"].decode() + files["index.html"].decode()
    (later,) = (data.decode() for name, data in files.items() if re.fullmatch(r"chunks/later-\w+\.css", name))

    classes = re.compile(r"\.([A-Za-z][\w-]*)")

    def unknown(name):
        """Whether a class is not in the first script, neither spelled out nor composed, such as `pips-${n}`."""
        return not re.search(rf"(?<![\w-]){name}(?![\w-])|(?<![\w-]){name.rpartition('-')[0] or name}-\$\{{", first)
    same([rule for rule in style_rules(files["style.css"].decode()) if any(map(unknown, classes.findall(rule)))], [],
         "rules that belong into later.css")
    given = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', first))))
    rules = style_rules(later[:later.index("@media print")])
    check(len(rules) > 100, rules)
    same([rule for rule in rules if given.issuperset(classes.findall(rule))], [], "rules that belong into style.css")


@claim("the service worker knows every other file of the site except the PNG icons")
def _(home):
    home.run("page", "--out", "site").ended(0)
    files = tree(home, "site")
    for name in plain_names(files):
        known = name != "sw.js" and not name.endswith(".png")
        same(f'"{name}"' in files["sw.js"].decode(), known, f"{name} in sw.js")


@claim("the page refers only to its own files, by relative paths")
def _(home):
    home.run("page", "--out", "site").ended(0)
    files = tree(home, "site")
    page = files["index.html"].decode()
    named = re.findall(r'(?:src|href)="([^"]*)"', page)
    check(len(named) >= 3, named)
    for name in named:
        check(name in files, f"index.html names {name}, which is not there")
    for name in re.findall(r'(?:@import|url\()\s*["\']?([^"\')]+)', files["style.css"].decode()):
        check(name in files or name.startswith("data:"), f"style.css names {name}")
    if "manifest.webmanifest" in files:
        for name in re.findall(r'"src": *"([^"]*)"', files["manifest.webmanifest"].decode()):
            check(name in files, f"the manifest names {name}, which is not there")


@claim("running yard page again rewrites its own files and removes obsolete ones")
def _(home):
    home.run("page", "--out", "site").ended(0)
    first = tree(home, "site")
    home.write("site/mine.txt", "mine\n")
    home.write("site/chunks/old-ABCDEFGH.js", "old\n")
    home.write("site/app.js", "changed\n")
    home.write("outside", "mine\n")
    home.write("site/" + LIST, first[LIST] + b"chunks/old-ABCDEFGH.js\n../outside\n/etc/hostname\n")
    ran = home.run("page", "--out", "site/").ended(0)
    holds(ran.out, "1 file from an earlier page was removed.\n")
    after = tree(home, "site")
    same(after.pop("mine.txt"), b"mine\n", "a file of somebody else")
    same(after, first, "the site")
    same(home.read("outside"), b"mine\n", "a file outside of the folder")


@claim("yard page refuses to replace files that it did not write, and then writes nothing at all")
def _(home):
    for name in ("index.html", "core.wasm.br", LIST):
        os.mkdir(home.path("site"))
        home.write("site/" + name, "mine\n")
        ran = home.run("page", "--out", "site").ended(1)
        holds(ran.err, f"site/{name} already exists and wasn't written by 'yard page'. "
                       "Nothing was changed.")
        same(ran.out, "", "what was printed")
        same(tree(home, "site"), {name: b"mine\n"}, "the folder")
        shutil.rmtree(home.path("site"))
    os.mkdir(home.path("site"))
    for name in ("app.js", "index.html", "style.css", "sw.js"):
        home.write("site/" + name, "mine\n")
    holds(home.run("page", "--out", "site").ended(1).err, "site/app.js, ", " and 1 more file already exist and ")


@claim("the error for a folder that cannot be created or written names the folder and the reason")
def _(home):
    home.write("file", "mine\n")
    holds(home.run("page", "--out", "file").ended(1).err, "file/" + LIST + ": Not a directory")
    holds(home.run("page", "--out", "file/site").ended(1).err,
          "Can't create the folder file/site: Not a directory.")
    holds(home.run("page", "--out", "x" * 5000).ended(1).err, "too long")
    os.mkdir(home.path("closed"), 0o555)
    somebody = as_nobody(home)
    holds(home.run("page", "--out", "closed", **somebody).ended(1).err,
          f"Can't write closed/{LIST}: Permission denied.")
    holds(home.run("page", "--out", "closed/site", **somebody).ended(1).err,
          "Can't create the folder closed/site: Permission denied.")
    same(os.listdir(home.path("closed")), [], "what was left behind")


def on_full_disks():
    for way, kind in ways_to_fill().items():
        @claim(f"{way}: yard page names the file that failed, leaves no partial file, and can be rerun")
        def _(home, kind=kind):
            disk = kind(home)
            try:
                more = {}
                if disk.reason == "File too large":
                    more["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                    (30_000, 30_000))
                site = os.path.join(disk.folder, "site")
                ran = home.run("page", "--out", site, **more).ended(1)
                check(re.search(rf"Can't write {re.escape(site)}/\S+: {disk.reason}.", ran.err),
                      ran.err)
                same(ran.out, "", "what was printed")
                home.run("page", "--out", "whole").ended(0)
                whole, part = tree(home, "whole"), tree(home, site)
                check("index.html" not in part, "a page is there without what it refers to")
                for name, data in part.items():
                    same(data == whole.get(name), True, f"whether {name} is whole")
                if more:
                    home.run("page", "--out", site).ended(0)
                    same(tree(home, site), whole, "the site, written again")
            finally:
                disk.close()


on_full_disks()

main()
