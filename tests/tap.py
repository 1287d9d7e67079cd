"""Shared by all Python tests: claims reported as TAP, each with a private folder in which yard runs."""
import contextlib
import json
import os
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

LONG = "YARD_LONG" in os.environ  # make test-long: full counts
SANITIZED = "SANITIZED" in os.environ  # everything takes ten times as much time and memory
# Seconds of silence before a program counts as hung, even on a busy machine. A sanitized solver takes minutes.
PATIENCE = 2000 if SANITIZED else 400
SOLVED = os.environ.get("YARD_SOLVED")  # a cache with all games solved; tests of the cache itself clear this


class Failed(Exception):
    """A claim failed; the message is its diagnostics."""


def check(good, *why):
    if not good:
        raise Failed("\n".join(str(w) for w in why))


def same(got, want, what="it"):
    check(got == want, f"{what} is {got!r}", f"but should be {want!r}")


def holds(text, *parts):
    """Checks that the text contains all these parts, in this order."""
    at = 0
    for part in parts:
        found = text.find(part, at)
        check(found >= 0, f"{part!r} is missing (or out of order) in:", text)
        at = found + len(part)


def prose(words):
    """The words without line breaks, since the program wraps long sentences."""
    return " ".join(words.split())


def until(true, seconds=PATIENCE):
    """Polls for an event that nothing announces; returns whether it came in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def sane(err):
    """A sanitizer exits with the same code as an ordinary error, so look for its report."""
    check("Sanitizer" not in err and "runtime error" not in err, err)


def text(data):
    return data.decode("utf-8", "surrogateescape")


def no_doubles(pairs):
    """For json.loads(): rejects duplicate keys, which parsers resolve differently."""
    keys = [key for key, _ in pairs]
    check(len(set(keys)) == len(keys), "a key is there twice:", keys)
    return dict(pairs)


def read_json(data):
    return json.loads(data, object_pairs_hook=no_doubles)


class Ran:
    """A finished program: exit code (negative: the signal), standard output, standard error."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, text(out), text(err)
        sane(self.err)

    def ended(self, code):
        check(self.code == code, f"exit code {self.code}, not {code}", self.out, self.err)
        return self


def free_port(behind=0):
    """A free port, followed by `behind` more free ports. All are outside the ephemeral range: from that
    range, a client could be given the port of a killed server that is about to restart."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        first, last = map(int, file.read().split())
    below, above = range(20000, first - behind), range(last + 1, 65536 - behind)
    while True:
        port = random.choice(max(below, above, key=len))
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for n in range(port, port + behind + 1):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", n))
            return port


class Home:
    """A fresh folder in which programs run and which they take for the user's home."""

    def __init__(self, yard):
        self.yard = yard
        self.folder = tempfile.mkdtemp(prefix="yard-test-")
        self.env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANGUAGE")}
        self.env["LANG"] = "C.UTF-8"
        self.env.update(HOME=self.folder, XDG_DATA_HOME=self.path("data"), TERM="xterm")
        self.env.pop("XDG_CACHE_HOME", None)  # so that the cache is in the home folder
        if SOLVED and os.path.isdir(SOLVED):
            os.makedirs(self.path(".cache/yardstick"))
            for name in os.listdir(SOLVED):
                os.symlink(os.path.join(SOLVED, name), self.path(".cache/yardstick/" + name))
        self.sessions = []
        self.before = self.every()

    def every(self):
        return {os.path.relpath(os.path.join(folder, name), self.folder)
                for folder, inner, names in os.walk(self.folder) for name in inner + names}

    def left(self):
        """Paths created since the folder was set up."""
        return sorted(self.every() - self.before)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return name

    def run(self, *args, typed=b"", **more):
        """Runs yard until it exits; `typed` is its standard input."""
        where = {"env": self.env, "cwd": self.folder, "stdout": subprocess.PIPE,
                 "stderr": subprocess.PIPE, "timeout": PATIENCE, **more}
        typed = typed if isinstance(typed, bytes) else typed.encode()
        done = subprocess.run([self.yard, *args], input=typed, check=False, **where)
        return Ran(done.returncode, done.stdout or b"", done.stderr or b"")

    def keep_nothing_freed(self):
        """Shrinks the address sanitizer's quarantine, which would count as used memory."""
        self.env["ASAN_OPTIONS"] = self.env.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"

    def record(self, name, *options):
        """A new record with only the setup lines."""
        self.run("play", "--plain", "--record", name, *options).ended(0)
        return name

    def clean(self):
        for session in self.sessions:
            session.kill()
        for folder, inner, _ in os.walk(self.folder):
            for name in inner:  # a claim may have removed the folder's permissions
                os.chmod(os.path.join(folder, name), 0o700)
        shutil.rmtree(self.folder)


class Session:
    """An interactive yard process."""

    def __init__(self, home, *args, **more):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([home.yard, *args], env=home.env, cwd=home.folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, bufsize=0, **more)
        self.heard = b""
        home.sessions.append(self)

    def write(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")

    def read_until(self, enough):
        """Reads until enough(output since the last call) is true, or to end of file; returns that output."""
        while not enough(self.heard):
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            check(ready, "it hangs, after:", text(self.heard))
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                break
            self.heard += more
        heard, self.heard = self.heard, b""
        return heard

    def complaints(self):
        """Standard error so far. The program shares the file's offset, so seeking here would make it
        overwrite its own messages."""
        file = self.errors.fileno()
        return os.pread(file, os.fstat(file).st_size, 0)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.errors.close()

    def end(self):
        """Closes standard input and waits; returns the rest of the output, standard error and the exit code."""
        self.process.stdin.close()
        rest = self.read_until(lambda heard: False)
        code = self.process.wait(PATIENCE)
        return Ran(code, rest, self.complaints())


class Engine(Session):
    """yard engine: one line in, one JSON object out."""

    def __init__(self, home, *record):
        super().__init__(home, "engine", *record)

    def ask(self, line):
        self.write(line)
        return read_json(self.read_until(lambda heard: heard.endswith(b"\n")))

    def say(self, line):
        """Sends an event that must be accepted; returns the line as recorded."""
        answer = self.ask(line)
        check("ok" in answer, f"{line!r} was answered by {answer}")
        return answer["ok"]


class Plain(Session):
    """yard play or resume, line by line: reads the answer to each line, up to the next prompt."""

    def __init__(self, home, *args):
        super().__init__(home, *args, "--plain")
        self.words = self.hear()

    def hear(self):
        return text(self.read_until(lambda heard: heard.endswith((b"> ", b"(yes, no) "))))

    def type(self, line=""):
        self.write(line)
        self.words = self.hear()
        return self.words


_claims = []


def claim(words):
    """Decorator: registers a function, which takes a Home, as a claim with these words."""
    def add(function):
        _claims.append((words, function))
        return function
    return add


def fact(words, good, *why):
    """A claim whose outcome is already known."""
    claim(words)(lambda home: check(good, *why))


def main():
    """Runs each claim in its own folder. A failed claim does not stop the others unless FAIL_FAST is set."""
    yard = os.path.abspath(sys.argv[1])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that cleanup runs
    print(f"1..{len(_claims)}")
    bad = 0
    for number, (words, function) in enumerate(_claims, 1):
        home = Home(yard)
        why = ""
        try:
            function(home)
        except Failed as failed:
            why = str(failed) + "\n" + traceback.format_exc(limit=-3).split("tap.Failed", maxsplit=1)[0]
        except Exception:  # pylint: disable=broad-except
            why = traceback.format_exc()
        finally:
            home.clean()
        bad += bool(why)
        print(("not ok" if why else "ok"), number, "-", words.replace("#", "no."))
        for line in why.splitlines():
            print("#", line.encode("ascii", "backslashreplace").decode())
        sys.stdout.flush()
        if bad and "FAIL_FAST" in os.environ:
            break
    sys.exit(1 if bad or not _claims else 0)
