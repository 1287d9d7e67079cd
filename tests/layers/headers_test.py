"""headers_test.py SRC CC...: every header under SRC compiles on its own and when included twice, so that
its users need no other includes."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tap import check, claim, main

SRC, *COMPILER = sys.argv[1:]


def problems(header):
    done = subprocess.run([*COMPILER, "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{SRC}", "-fsyntax-only", "-x", "c", "-"],
                          input=f'#include "{header}"\n' * 2, capture_output=True, text=True, check=False)
    return f"{header}: {done.stderr}" if done.returncode else ""


@claim("every header compiles on its own and when included twice")
def _(_home):
    headers = sorted(os.path.relpath(os.path.join(folder, name), SRC)
                     for folder, _, names in os.walk(SRC) for name in names if name.endswith(".h"))
    check(headers, "there are none")
    with ThreadPoolExecutor(2) as pool:
        bad = list(filter(None, pool.map(problems, headers)))
    check(not bad, *bad)


main()
