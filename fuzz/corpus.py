#!/usr/bin/env python3
"""corpus.py unpack PACK FOLDER | pack FOLDER PACK: unpacks the inputs of a fuzz target from one file, or packs them
into it.

A pack contains the inputs, shortest first, each as its length in four bytes (little endian) followed by its bytes. It
stores no names: like the fuzzer, unpack names each input after its hash."""
import hashlib
import pathlib
import sys


def read(pack):
    data, at, inputs = pathlib.Path(pack).read_bytes(), 0, []
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "little")
        inputs.append(data[at + 4:at + 4 + size])
        at += 4 + size
    return inputs


def unpack(pack, folder):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for one in read(pack):
        (pathlib.Path(folder) / hashlib.sha1(one).hexdigest()).write_bytes(one)


def pack(folder, pack_file):
    inputs = {path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    with open(pack_file, "wb") as out:
        for one in sorted(inputs, key=lambda one: (len(one), one)):
            out.write(len(one).to_bytes(4, "little") + one)


if __name__ == "__main__":
    {"pack": pack, "unpack": unpack}[sys.argv[1]](*sys.argv[2:])
