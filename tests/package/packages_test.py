#!/usr/bin/env python3
"""The Debian packages, from two builds to their removal: packages_test.py YARD SOURCE_ROOT.

They are installed on a minimal Debian system made by debootstrap, which needs root and a mirror. If YARD_BARE names
a folder that debootstrap has already made, a copy of it is used. Without root, the tools or the mirror, the
claims fail and say what is missing."""
import functools
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from tap import PATIENCE, check, claim, free_port, holds, main, same
from trees import ALONE, read, run, two_trees

ROOT = sys.argv[2]
TOOLS = ["debootstrap", "dpkg-buildpackage", "dh", "lintian", "unshare", "chroot"]
# Paths that apt, dpkg and the dynamic linker write for any package.
STATE = re.compile(r"/(proc|sys|dev|run|tmp)/|/var/(lib/(dpkg|apt|systemd)|cache/(apt|ldconfig|debconf)|log)/"
                   r"|/etc/(ld\.so\.cache|(passwd|group|shadow|gshadow|subuid|subgid)-?|\.pwd\.lock)$")


class Folder:
    """A folder for the whole run, with the path() that two_trees() expects."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="yard-packages-")

    def path(self, name):
        return os.path.join(self.folder, name)


WORK = Folder()


def able():
    missing = [tool for tool in TOOLS if not shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]
    check(os.geteuid() == 0, "this needs root: it makes a Debian in a folder")
    check(not missing, "missing programs:", *missing)


# ---- building ----

def seen_by_git(folder):
    return set(run(["git", "-C", folder, "status", "--porcelain", "--untracked-files=all"]).splitlines())


@functools.cache
def built():
    """Builds in two folders; returns for each the output, the new files that Git sees, and the packages by name."""
    able()
    found = []
    for folder in two_trees(ROOT, WORK):
        before = seen_by_git(folder)
        said = run(["make", "-s", "deb"], cwd=folder, env=ALONE)
        paths = sorted(glob.glob(os.path.join(folder, "build-deb/*.deb")))
        found.append((said, seen_by_git(folder) - before, {os.path.basename(path): path for path in paths}))
    return found


@claim("one commit built in two folders gives byte-identical packages")
def _(_home):
    (_, _, one), (_, _, other) = built()
    same([name.split("_")[0] for name in one], ["yardstick-server", "yardstick"], "the packages")
    same(sorted(one), sorted(other), "the names")
    same([name for name in one if read(one[name]) != read(other[name])], [], "what differs")


@claim("lintian reports nothing")
def _(_home):
    for said, _, _ in built():
        same([line for line in said.splitlines() if re.match(r"[EWIPX]: ", line)], [], "what lintian says")


@claim("building leaves no files in the source tree")
def _(_home):
    for _, left, _ in built():
        same(sorted(left), [], "what is new to git")
    same(sorted(os.listdir(WORK.folder)), ["another", "one"], "what is beside the trees")


# ---- installing ----

class Debian:
    """A minimal system in a folder. Each command runs there in its own namespaces, so that its mounts and
    processes end with it."""

    def __init__(self):
        able()
        self.root = WORK.path("debian")
        ready = os.environ.get("YARD_BARE")
        if ready:
            run(["cp", "-a", "--reflink=auto", ready, self.root])
        else:
            release = re.search(r"^VERSION_CODENAME=(\S+)", read("/etc/os-release").decode(), re.M)[1]
            mirror = run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).split()
            check(mirror, "apt has no package lists: run apt-get update")
            run(["/usr/sbin/debootstrap", "--variant=minbase", "--include=ca-certificates", release, self.root,
                 mirror[0]])
        # Make the new system fetch packages the way this machine does.
        for path in ("/etc/apt", "/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", "/usr/share/keyrings",
                     "/usr/local/share/ca-certificates"):
            if os.path.exists(path):
                run(["rm", "-rf", self.root + path])
                run(["cp", "-rLT", path, self.root + path])
        packages = built()[0][2]
        self.packages = list(packages)
        for name in self.packages:
            shutil.copy(packages[name], self.root + "/root/")
        self.run("apt-get -q update")
        self.run("apt-get -q install -y --no-install-recommends " + " ".join(sorted(self.depends())))
        self.before = self.files()
        self.users = self.accounts()

    def depends(self):
        """The packages' dependencies, installed before the first snapshot because purging does not remove them."""
        for name in self.packages:
            field = run(["dpkg-deb", "-f", self.root + "/root/" + name, "Depends"])
            for one in field.replace("\n", " ").split(","):
                package = one.split("|")[0].split("(")[0].strip()
                if package != "yardstick":
                    yield package

    def command(self, words):
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c",
                'mount -t proc proc "$1/proc" && exec chroot "$1" /usr/bin/env -i HOME=/root TERM=xterm LANG=C.UTF-8 '
                'PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -c "$2"',
                "sh", self.root, words]

    def run(self, words):
        return run(self.command(words), stdin=subprocess.DEVNULL)

    def files(self):
        """Every file, link and folder, except state that any package changes."""
        found = set()
        for where, folders, names in os.walk(self.root):
            for name in folders + names:
                path = os.path.join(where, name)[len(self.root):]
                if not STATE.search(path + ("/" if os.path.isdir(self.root + path) else "")) and not STATE.search(path):
                    found.add(path)
        return found

    def accounts(self):
        return sorted(read(self.root, "etc/passwd").splitlines()), sorted(read(self.root, "etc/group").splitlines())

    def install(self):
        self.run("cd /root && apt-get -q install -y --no-install-recommends "
                 + " ".join("./" + name for name in self.packages))

    def purge(self):
        self.run("apt-get -q purge -y yardstick yardstick-server")


@functools.cache
def debian():
    return Debian()


@claim("both packages install in a minimal Debian")
def _(_home):
    d = debian()
    d.install()
    holds(d.run("dpkg-query -W -f '${Package} ${Status}\\n' yardstick yardstick-server"),
          "yardstick install ok installed", "yardstick-server install ok installed")
    holds(d.run("yard --version"), "yard ")
    holds(d.run("getent passwd _yardstick"), "_yardstick:", ":/var/lib/yardstick:")
    same(d.run("stat -c '%U %a' /etc/yardstick/server.conf /etc/yardstick/key"), "root 600\nroot 600\n", "who reads them")


@claim("the packaged yard play works in any folder and for any user")
def _(_home):
    play = "yard play --plain --rules yardzee --seat Ann --dice 'seed 1' --start 1"
    for folder in "/", "/usr/share", "/tmp":
        holds(debian().run(f"cd {folder} && echo quit | {play}"), "Ann")
    holds(debian().run(f"cd /tmp && echo quit | HOME=/tmp setpriv --reuid=65534 --clear-groups {play}"), "Ann")


@claim("systemd-analyze accepts the packaged unit")
def _(_home):
    same(debian().run("systemd-analyze --man=no verify /lib/systemd/system/yardstick.service"), "", "what it says")


@claim("purging unused packages leaves nothing behind")
def _(_home):
    d = debian()
    d.run("rm -rf /root/.local /root/.cache /tmp/.local /tmp/.cache")
    d.purge()
    same(sorted(d.files() - d.before), [], "what is left")
    same(d.accounts(), d.users, "users and groups")
    d.install()


@claim("purging keeps the key of a server that has run, even without local games, and so does a reinstall")
def _(_home):
    d = debian()
    # Make the folders as systemd does when the service starts; with a remote database they stay empty.
    d.run("install -d -o _yardstick -m 700 /var/lib/yardstick /var/cache/yardstick")
    key = read(d.root, "etc/yardstick/key")
    d.purge()
    same(sorted(d.files() - d.before), ["/etc/yardstick", "/etc/yardstick/key", "/var/lib/yardstick"], "what is left")
    holds(d.run("getent passwd _yardstick"), "_yardstick")
    d.install()
    check(read(d.root, "etc/yardstick/key") == key, "another key has taken its place")
    same(d.run("stat -c '%U %a' /etc/yardstick/key /var/lib/yardstick"), "root 600\n_yardstick 700\n", "who reads them")


@claim("a server that has run and lost its key does not get a new one")
def _(_home):
    d = debian()
    d.run("mv /etc/yardstick/key /root/key")
    said = d.run("/var/lib/dpkg/info/yardstick-server.postinst configure 2>&1")
    holds(said, "put this server's key back to /etc/yardstick/key")
    check(not os.path.exists(d.root + "/etc/yardstick/key"), "a new key was made")
    d.run("mv /root/key /etc/yardstick/key")


@claim("the unit's command runs as its user, with its key, store and cache")
def _(_home):
    d = debian()
    port = free_port()
    unit = read(d.root, "lib/systemd/system/yardstick.service").decode()
    command = re.search(r"^ExecStart=(.*)$", unit, re.M)[1]
    # Make folders and credentials as systemd does before it starts the command.
    d.run("install -d -o _yardstick -m 700 /var/lib/yardstick /var/cache/yardstick && "
          "install -d -o _yardstick -m 500 /root/cred && install -o _yardstick -m 400 /etc/yardstick/key /root/cred/key && "
          "chmod 711 /root")
    server = subprocess.Popen(d.command(
        ". /etc/yardstick/server.conf 2>/dev/null || true; export YARD_STORE=/var/lib/yardstick/games.db; "
        f"export XDG_CACHE_HOME=/var/cache CREDENTIALS_DIRECTORY=/root/cred YARD_OPTIONS='--port {port}'; "
        f"exec setpriv --reuid=_yardstick --regid=_yardstick --clear-groups --no-new-privs {command}"),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    with server:
        try:
            # The server prints its address once it is listening; if it exits instead, readline() returns "".
            said = []
            while not said or (said[-1] and f":{port}/" not in said[-1]):
                said.append(server.stdout.readline())
            check(said[-1], "it has ended:", *said)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE) as reply:
                same(reply.status, 200, "the answer")
        finally:
            server.kill()
    check(os.path.exists(d.root + "/var/lib/yardstick/games.db"), "there is no store")


@claim("purging keeps only the games, their key and their owner")
def _(_home):
    d = debian()
    d.run("rm -rf /root/cred")
    d.purge()
    left = sorted(d.files() - d.before)
    same([path for path in left if not path.startswith("/var/lib/yardstick")], ["/etc/yardstick", "/etc/yardstick/key"],
         "what is left beside the games")
    check("/var/lib/yardstick/games.db" in left, left)
    holds(d.run("getent passwd _yardstick"), "_yardstick")


try:
    main()
finally:
    shutil.rmtree(WORK.folder, ignore_errors=True)
