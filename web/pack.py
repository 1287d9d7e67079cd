#!/usr/bin/env python3
"""Builds the site from the sources in this folder and packs it for yard.

usage: pack.py [--esbuild E] [--brotli B] --release VERSION --sources FOLDER --words FOLDER --site FOLDER
               --c FILE --bytes FILE --assembly FILE --depfile FILE CORE.WASM STATIC_FILE...

The site is a folder of plain files: the bundles that esbuild makes (app.js, worker.js, style.css, sw.js,
the languages, and the parts that are fetched on demand), the core, and the static files unchanged. Names
under chunks/ contain a hash of the contents; all other names are the same in every version.

For yard, each file is stored plain and, where that is smaller, also compressed with gzip and brotli. All
these bytes go into one file (--bytes), which the assembly (--assembly) includes in the program; the table
of contents is in C (--c)."""
import argparse
import glob
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

# Supported by all recent browsers.
TARGET = "es2022"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--esbuild", default="esbuild")
    parser.add_argument("--brotli", default="brotli")
    for name in ("release", "sources", "words", "site", "c", "bytes", "assembly", "depfile"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("files", nargs="+")
    return parser.parse_args()


# ---- the site ----

class Site:
    """The folder of the site, and the files that were read to build it."""

    def __init__(self, options):
        self.options = options
        self.read = set()
        shutil.rmtree(options.site, ignore_errors=True)
        os.makedirs(options.site)

    def bundle(self, entries, *more, folder=None):
        """Runs esbuild and notes the files it has read."""
        meta = self.options.site + ".meta.json"
        made = subprocess.run(
            [self.options.esbuild, *(os.path.join(folder or self.options.sources, e) for e in entries),
             "--bundle", "--minify", "--format=esm", f"--target={TARGET}", "--charset=utf8",
             "--log-level=warning", f"--outdir={self.options.site}",
             f"--metafile={meta}", *more],
            check=False)
        if made.returncode != 0:
            sys.exit(1)  # esbuild has printed why
        with open(meta, encoding="utf-8") as file:
            # Paths are relative to the working directory; some inputs are not files.
            self.read |= set(filter(os.path.exists, json.load(file)["inputs"]))
        os.remove(meta)

    def text(self, name):
        with open(os.path.join(self.options.site, name), encoding="utf-8") as file:
            return file.read()

    def put(self, name, text):
        with open(os.path.join(self.options.site, name), "w", encoding="utf-8") as file:
            file.write(text)

    def join(self):
        """Makes app.js and the chunk with its code one file. esbuild puts the modules that the page shares with
        the parts it fetches on demand into a chunk, and those are all of its modules, since each part imports
        app.js. What remains of app.js only imports that chunk, which would cost a round trip."""
        (chunk,) = glob.glob("chunks/chunk-*.js", root_dir=self.options.site)
        code = self.text(chunk)
        os.remove(os.path.join(self.options.site, chunk))
        self.put("app.js", re.sub(r'import\("\./', 'import("./chunks/', code))
        for part in glob.glob("chunks/*.js", root_dir=self.options.site):
            self.put(part, self.text(part).replace(f'"./{os.path.basename(chunk)}"', '"../app.js"'))

    def squeeze(self, name):
        """Strips indentation, and line breaks between tags: minified scripts have line breaks only
        inside templates, where both are insignificant."""
        self.put(name, re.sub(r"\n +", "\n", self.text(name)).replace(">\n<", "><"))

    def one(self, pattern):
        """The name of the only matching file."""
        (found,) = glob.glob(pattern, root_dir=self.options.site)
        return found

    def copy(self, path):
        """Copies a file into the site, to the path that it has under the sources. The core, which is
        built elsewhere, goes to the top level."""
        name = os.path.relpath(path, self.options.sources)
        if name.startswith(".."):
            name = os.path.basename(path)
        place = os.path.join(self.options.site, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copyfile(path, place)
        self.read.add(path)

    def files(self):
        """Contents by name, sorted by name."""
        found = {}
        for folder, _, names in os.walk(self.options.site):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.options.site)] = file.read()
        return dict(sorted(found.items()))


def make_site(options):
    site = Site(options)
    chunks = "chunks/[name]-[hash]"
    site.bundle(["later.css", "css/online.css"], f"--entry-names={chunks}")
    looks = {part: site.one(f"chunks/{part}-*.css") for part in ("later", "online")}
    with open(os.path.join(options.words, "languages.json"), encoding="utf-8") as file:
        languages = json.load(file)  # names by tag, from lang/tables.py
    parts = {"words": "", "later": "_later", "online": "_online"}
    site.bundle([tag + part + ".js" for tag in languages for part in parts.values()],
                f"--entry-names={chunks}", folder=options.words)
    spoken = {tag: {"name": name, **{part: "./" + site.one(f"chunks/{tag}{ending}-*.js") for part, ending in parts.items()}}
              for tag, name in languages.items()}
    site.bundle(["app.js", "style.css"], "--splitting", f"--chunk-names={chunks}",
                f'--define:globalThis.RELEASE="{options.release}"',
                # As text, because esbuild would put an object into a file of its own.
                f"--define:globalThis.LANGUAGES={json.dumps(json.dumps(spoken))}",
                f"--define:globalThis.LOOKS={json.dumps(json.dumps(looks))}")
    site.join()
    for name in ("app.js", site.one("chunks/later-*.js"), site.one("chunks/online-*.js")):
        site.squeeze(name)
    site.bundle(["worker.js"])
    for path in options.files:
        site.copy(path)
    # The service worker must change whenever another file does. It need not cache icons that are
    # only used for installing, nor chunks before their first use: languages, and parts that are
    # fetched on demand.
    files = site.files()
    later = {re.sub(r".*/(\w+)-\w+", r"\1", name): name for name in files
             if name.startswith("chunks/")}
    kept = [name for name in files if name not in later.values()
            and not name.endswith(".png")]
    version = hashlib.sha256()
    for name, data in files.items():
        version.update(f"{name} {len(data)}\n".encode() + data)
    site.bundle(["sw.js"], f"--define:FILES={json.dumps(kept)}",
                f"--define:LATER={json.dumps(later)}",
                f'--define:VERSION="{version.hexdigest()[:16]}"')
    return site


# ---- packing ----

def by_brotli(options, data):
    return subprocess.run([options.brotli, "-q", "11", "-w", "24", "-c"], input=data, check=True,
                          stdout=subprocess.PIPE).stdout


def variants(options, data):
    """Pairs of (coding, bytes), the smallest first, the plain file last; codings that save nothing are omitted."""
    plain = ("", data)
    packed = [("br", by_brotli(options, data)),
              ("gzip", gzip.compress(data, compresslevel=9, mtime=0))]
    return sorted((v for v in packed if len(v[1]) < len(data)), key=lambda v: len(v[1])) + [plain]


def content_type(name):
    ending = os.path.splitext(name)[1]
    if ending not in TYPES:
        sys.exit(f"pack.py: no content type is known for {name}")
    return TYPES[ending]


def table(options, files):
    """The table of contents in C, and the bytes it refers to."""
    lines, everything = [], b""
    for name, data in files.items():
        lines.append(f'    {{.name = "{name}",\n     .type = "{content_type(name)}",\n'
                     f"     .hashed = {str(name.startswith('chunks/')).lower()},\n"
                     "     .variants = {")
        for coding, packed in variants(options, data):
            tag = hashlib.sha256(packed).hexdigest()[:32]
            lines.append(f'         {{"{coding}", "\\"{tag}\\"", site_bytes + {len(everything)}, '
                         f"{len(packed)}}},")
            everything += packed
        lines.append("     }},")
    text = ("/* Written by web/pack.py: the files of the site, by name. */\n"
            '#include "net/assets.h"\n\n'
            "extern const unsigned char site_bytes[];\n\n"
            "const struct asset assets[] = {\n" + "\n".join(lines) + "\n};\n\n"
            f"const int asset_count = {len(files)};\n")
    return text, everything


def write(path, data):
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def main():
    options = arguments()
    site = make_site(options)
    text, everything = table(options, site.files())
    write(options.c, text)
    write(options.bytes, everything)
    write(options.assembly,
          f"/* Written by web/pack.py. {hashlib.sha256(everything).hexdigest()} */\n"
          "    .section .rodata\n    .global site_bytes\n    .balign 16\nsite_bytes:\n"
          f'    .incbin "{options.bytes}"\n'
          '    .section .note.GNU-stack, "", %progbits\n')
    read = " ".join(path.replace(" ", "\\ ") for path in sorted(site.read))
    write(options.depfile, f"{options.c}: {read}\n")


main()
