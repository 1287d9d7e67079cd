"""layers_test.py LAYERS LIBRARY...: each folder in src uses only what the file LAYERS allows, judged by its
includes and its symbols, and everything allowed is used.

Includes alone would miss functions declared by hand; symbols alone would miss types borrowed from
layers above. A layer may also call functions from layers further below, because the headers that it includes
may include the headers of those layers."""
import os
import re
import subprocess
import sys

from tap import check, claim, main

LIST, *LIBRARIES = sys.argv[1:]
SRC = os.path.dirname(LIST)
INCLUDE = re.compile(r'^ *# *include *"([^"]*)"', re.M)

# The libc functions that core and rules may call: none that allocates memory, touches files or a terminal, reads
# a clock or draws random numbers. Others that only compute may be added.
COMPUTE = set("bcmp mbrtowc memchr memcmp memcpy memmem memmove memset strcmp strcspn strlen strncmp vsnprintf wcwidth".split())
PURE = ("core", "rules")

# Symbols that compilers insert: stack checks, libgcc arithmetic, sanitizers, coverage.
BY_COMPILER = re.compile(r"_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__[a-z]+[sdt]i[23]|"
                         r"__(asan|ubsan|tsan|msan|sanitizer|gcov|llvm)_.*")


def read_layers():
    with open(LIST, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return {name: uses.split("--")[0].split() for name, uses in (line.split(":", 1) for line in lines)}


LAYERS = read_layers()


def below(layer):
    """The layer and all layers below it."""
    return {layer}.union(*(below(other) for other in LAYERS[layer]))


def included(layer):
    """(description, layer) of each include."""
    for folder, _, names in os.walk(os.path.join(SRC, layer)):
        for name in names:
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    for target in INCLUDE.findall(file.read()):
                        if target.startswith("lang/"):
                            continue  # the messages' numbers, which the build generates from the catalogs
                        yield f"{os.path.relpath(path, SRC)} includes {target}", target.split("/")[0]


def symbols(library, *options):
    done = subprocess.run(["nm", "-A", *options, library], check=True, stdout=subprocess.PIPE, text=True)
    return {line.split()[-1] for line in done.stdout.splitlines()}


@claim("the layers are the folders of src, each listed after those it uses")
def _(_home):
    folders = {name for name in os.listdir(SRC) if os.path.isdir(os.path.join(SRC, name))}
    check(folders == set(LAYERS), "not in both:", folders ^ set(LAYERS))
    order = list(LAYERS)
    for name, uses in LAYERS.items():
        check(all(order.index(other) < order.index(name) for other in uses), f"{name} uses {uses}")


@claim("the layers in ARCHITECTURE.md are up to date")
def _(_home):
    drawn = subprocess.run([os.path.join(SRC, "../scripts/layers"), "--check"], check=False,
                           stderr=subprocess.PIPE, text=True)
    check(drawn.returncode == 0, drawn.stderr)


def claims_of(layer):
    uses = LAYERS[layer]

    @claim(f"{layer} includes " + (" ".join(uses) or "no other layer"))
    def _(_home):
        found = list(included(layer))
        bad = [words for words, other in found if other not in (layer, *uses)]
        check(not bad, *bad)
        unused = set(uses) - {other for _, other in found}
        check(not unused, f"may use {unused}, but does not")


HELD = {}
for path in LIBRARIES:
    HELD[re.fullmatch(r"lib(\w+)\.a", os.path.basename(path))[1]] = path


@claim("every layer except web and cli is a library")
def _(_home):
    check(set(LAYERS) - set(HELD) == {"web", "cli"}, HELD.keys() ^ LAYERS.keys())


@claim("no layer uses a symbol of a layer that is not below it")
def _(_home):
    owner = {symbol: layer for layer, path in HELD.items() for symbol in symbols(path, "--defined-only", "-g")}
    bad = []
    for layer, path in HELD.items():
        needed = symbols(path, "-u")
        check(needed or layer == "core", f"{layer} needs nothing")
        bad += [f"{layer} uses {symbol} of {owner[symbol]}" for symbol in sorted(needed)
                if symbol in owner and owner[symbol] not in below(layer)]
    check(owner and not bad, *bad)


@claim("core and rules call only computational libc functions")
def _(_home):
    own = set().union(*(symbols(HELD[layer], "--defined-only") for layer in PURE))
    bad = [f"{layer}: {symbol}" for layer in PURE for symbol in sorted(symbols(HELD[layer], "-u") - own)
           if re.sub(r"^__(.*)_chk$", r"\1", symbol) not in COMPUTE and not BY_COMPILER.fullmatch(symbol)]
    check(not bad, *bad)


for each in LAYERS:
    claims_of(each)
main()
