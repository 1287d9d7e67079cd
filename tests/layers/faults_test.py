#!/usr/bin/env python3
"""faults_test.py SCRIPTS: `make mutants` takes long, so whether its faults still fit the source is checked here. Not part
of `make test`, where it would notice every injected fault."""
import subprocess
import sys

from tap import claim, main, same


@claim("each of the 60 deliberate faults can be injected at one place")
def _(_):
    fit = subprocess.run([sys.argv[1] + "/mutants", "--fit"], check=False, capture_output=True, text=True)
    same(fit.stdout + fit.stderr, "60 faults fit\n")


main()
