#!/usr/bin/env python3
"""Makes the site out of the sources in this folder and packs it for yard.

usage: pack.py [--esbuild E] [--brotli B] --release VERSION --sources FOLDER --site FOLDER
               --c FILE --bytes FILE --assembly FILE --depfile FILE CORE.WASM STATIC_FILE...

The site is a folder of plain files: what esbuild makes of app.js, worker.js, style.css and sw.js, the
core, and the static files as they are. Names under chunks/ hold a hash of what is in them; all others
stay the same from version to version.

For yard every file is packed plain and, where that is smaller, by gzip and brotli: all bytes in a
row (--bytes), taken into the program by --assembly, and the table that says what is where (--c)."""
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

# What browsers of the last years understand as it is written.
TARGET = "es2022"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--esbuild", default="esbuild")
    parser.add_argument("--brotli", default="brotli")
    for name in ("release", "sources", "site", "c", "bytes", "assembly", "depfile"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("files", nargs="+")
    return parser.parse_args()


# ---- the site ----

class Site:
    """The folder of the site, and what was read to make it."""

    def __init__(self, options):
        self.options = options
        self.read = set()
        shutil.rmtree(options.site, ignore_errors=True)
        os.makedirs(options.site)

    def bundle(self, entries, *more):
        """esbuild, which names everything it has read."""
        meta = self.options.site + ".meta.json"
        made = subprocess.run(
            [self.options.esbuild, *(os.path.join(self.options.sources, e) for e in entries),
             "--bundle", "--minify", "--format=esm", f"--target={TARGET}", "--charset=utf8",
             "--log-level=warning", f"--outdir={self.options.site}",
             f"--metafile={meta}", *more],
            check=False)
        if made.returncode != 0:
            sys.exit(1)  # it has said why
        with open(meta, encoding="utf-8") as file:
            # Names are relative to where esbuild runs, which is here; some are of no file.
            self.read |= set(filter(os.path.exists, json.load(file)["inputs"]))
        os.remove(meta)

    def squeeze(self, name):
        """A minified script has lines only inside its templates, where indentation means nothing."""
        path = os.path.join(self.options.site, name)
        with open(path, encoding="utf-8") as file:
            script = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"\n +", "\n", script))

    def one(self, pattern):
        """The name of the one file that fits."""
        (found,) = glob.glob(pattern, root_dir=self.options.site)
        return found

    def copy(self, path):
        """A file as it is, under its name in the sources, or the core beside the others."""
        name = os.path.relpath(path, self.options.sources)
        if name.startswith(".."):
            name = os.path.basename(path)
        place = os.path.join(self.options.site, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copyfile(path, place)
        self.read.add(path)

    def files(self):
        """Names and contents, in the order of names."""
        found = {}
        for folder, _, names in os.walk(self.options.site):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.options.site)] = file.read()
        return dict(sorted(found.items()))


def make_site(options):
    site = Site(options)
    # What is fetched later finds what it shares with the page in app.js, which is there already.
    chunks = "chunks/[name]-[hash]"
    site.bundle(["css/online.css"], f"--entry-names={chunks}")
    site.bundle(["online/online.js"], "--splitting", f"--entry-names={chunks}",
                f"--chunk-names={chunks}", "--external:../app.js",
                f'--define:globalThis.ONLINE_LOOK="{site.one("chunks/online-*.css")}"')
    online = site.one("chunks/online-*.js")
    site.squeeze(online)
    site.bundle(["app.js", "style.css"], "--splitting", f"--chunk-names={chunks}",
                "--external:./chunks/*", f'--define:globalThis.RELEASE="{options.release}"',
                f'--define:globalThis.ONLINE="./{online}"')
    site.squeeze("app.js")
    site.bundle(["worker.js"])
    for path in options.files:
        site.copy(path)
    # The service worker has to change when any of the others does. It need not keep pictures for the
    # system that installs the page, nor what nobody here has used: languages, and the part for
    # tables of a server.
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
    """(coding, bytes) from the smallest to the plain file; one that is no smaller is left out."""
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
    """The table in C, and the bytes it speaks of."""
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
