"""Separate copies of the source tree, to build in."""
import os
import subprocess

from tap import check


def run(command, **more):
    """Runs a command and returns its output; if the command fails, shows the end of the output."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace", check=False, **more)
    check(done.returncode == 0, f"{command} ended with {done.returncode}", done.stdout[-3000:])
    return done.stdout


def copy_tree(root, folder):
    """Copies the tracked files with their current contents, and the Git history, which dates the build."""
    run(["git", "clone", "-q", "--shared", "--no-checkout", root, folder])
    run(["git", "-C", folder, "reset", "-q"])
    files = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout
    there = [name for name in files.split(b"\0") if name and os.path.lexists(os.path.join(root.encode(), name))]
    packed = subprocess.run(["tar", "-c", "-C", root, "--null", "-T", "-"], input=b"\0".join(there),
                            stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)


def two_trees(root, home):
    """Two copies whose paths differ in length and depth."""
    folders = home.path("one"), home.path("another/deeper")
    for folder in folders:
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        copy_tree(root, folder)
    return folders


# Each build must compile everything itself.
ALONE = {**os.environ, "CCACHE_DISABLE": "1"}


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()
