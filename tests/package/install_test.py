#!/usr/bin/env python3
"""install_test.py YARD SOURCE_ROOT BUILD: what `make install` installs, and how the parts fit together."""
import configparser
import glob
import os
import re
import subprocess
import sys

from tap import PATIENCE, check, claim, holds, main, same
from trees import read, run

ROOT, BUILD = sys.argv[2:]
FILES = """bin/yard
lib/systemd/system/yardstick.service
lib/sysusers.d/yardstick.conf
share/applications/yardstick.desktop
share/bash-completion/completions/yard
share/doc/yardstick/nginx.conf.in
share/doc/yardstick/operations.md
share/doc/yardstick/security.md
share/doc/yardstick/server.conf
share/icons/hicolor/192x192/apps/yardstick.png
share/icons/hicolor/512x512/apps/yardstick.png
share/icons/hicolor/scalable/apps/yardstick.svg
share/man/man1/yard.1""".splitlines()


def install(home):
    """Installs into a staging folder; returns the prefix within that folder, and the prefix itself."""
    run(["meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", home.path("dest")])
    prefix = re.search(r'"name": "prefix", "value": "(.*?)"', run(["meson", "introspect", BUILD, "--buildoptions"]))
    return home.path("dest") + prefix[1], prefix[1]


def words_of(*path):
    return read(*path).decode()


@claim("meson install installs exactly the expected files")
def _(home):
    folder, _ = install(home)
    same(sorted(os.path.relpath(os.path.join(where, name), folder)
                for where, _, names in os.walk(folder) for name in names), FILES, "what is installed")


@claim("the installed program runs in any folder")
def _(home):
    folder, _ = install(home)
    home.yard = os.path.join(folder, "bin/yard")
    os.makedirs(home.path("somewhere/else"))
    done = home.run("play", "--plain", "--rules", "yardzee", "--seat", "Ann", "--dice", "seed 1", "--start", "1",
                    typed="quit\n", cwd=home.path("somewhere/else")).ended(0)
    holds(done.out, "Ann")


@claim("program, manual, page, changelog and Debian changelog have the same version")
def _(home):
    folder, _ = install(home)
    version = run(["meson", "introspect", BUILD, "--projectinfo"])
    version = re.search(r'"version": "(.*?)"', version)[1]
    same(home.run("--version").ended(0).out, f"yard {version}\n", "yard --version")
    same(re.search(r" describes version (.*)\.$", words_of(folder, "share/man/man1/yard.1"), re.M)[1], version,
         "the manual")
    home.run("page", "--out", "site").ended(0)
    (settings,) = glob.glob(home.path("site/chunks/later-*.js"))  # the screen that shows the version
    holds(words_of(settings), version)
    same(re.search(r"^## (\S+)", words_of(ROOT, "CHANGELOG.md"), re.M)[1], version, "CHANGELOG.md")
    debian = run([sys.executable, "-B", os.path.join(ROOT, "scripts/deb_changelog.py"),
                  os.path.join(ROOT, "CHANGELOG.md"), "0", "A <a@example.org>"])
    holds(debian, f"yardstick ({version}) ", " -- A <a@example.org>  Thu, 01 Jan 1970")


@claim("the desktop entry is valid and names the program and its icon")
def _(home):
    folder, _ = install(home)
    path = os.path.join(folder, "share/applications/yardstick.desktop")
    same(run(["desktop-file-validate", path]), "", "what desktop-file-validate says")
    entry = configparser.ConfigParser(interpolation=None)
    entry.read_string(words_of(path))
    same(entry["Desktop Entry"]["Exec"], "yard play", "what it starts")
    same(entry["Desktop Entry"]["Icon"], "yardstick", "its icon")


@claim("the systemd unit is valid and hardened, and keeps the database address out of ps")
def _(home):
    folder, prefix = install(home)
    text = words_of(folder, "lib/systemd/system/yardstick.service")
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string(text)
    service = unit["Service"]
    holds(service["ExecStart"], f"{prefix}/bin/yard serve", "--key")
    check("--store" not in service["ExecStart"], "the address of a database would be in ps")
    holds(text, "YARD_STORE=")
    same(service["User"], words_of(folder, "lib/sysusers.d/yardstick.conf").split()[1], "its user")
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "MemoryDenyWriteExecute"):
        same(service[name], "yes", name)
    settings = words_of(folder, "share/doc/yardstick/server.conf")
    options = set(re.findall(r"--[a-z-]+", service["ExecStart"] + settings))
    known = home.run("serve", "--help").ended(0).out
    same([option for option in options if option not in known], [], "options that do not exist")
    # In this test the program is elsewhere and its manual is not installed.
    home.write("yardstick.service", text.replace(f"{prefix}/bin/yard", home.yard).replace(
        "Documentation=man:yard(1)\n", ""))
    done = subprocess.run(["systemd-analyze", "verify", home.path("yardstick.service")],
                          capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    check(done.returncode == 0 and "yardstick.service" not in done.stderr, done.stderr)


main()
