"""yard in a real terminal: tmux on its own socket, with keys, mouse and screen contents.

Nothing here sleeps and hopes: tests wait, up to a limit, until something is on the screen. Screens are
compared with files in golden/; with UPDATE=1 in the environment those files are written instead."""
import os
import re
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# pylint: disable=unused-import
from tap import LONG, PATIENCE, Failed, Home, check, claim, holds, main, same  # noqa: F401


def asleep(pid):
    """How many times the process has gone to sleep, plus one, if it is asleep, stopped or a zombie; None if it is
    awake, -1 if it is gone."""
    try:
        with open(f"/proc/{pid}/task/{pid}/status", encoding="utf-8", errors="replace") as file:
            status = file.read()
    except OSError:
        return -1
    if not re.search(r"^State:\s+[STZ]", status, re.M):
        return None
    return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)[1]) + 1


class Terminal:
    """A window of the given size in which yard runs."""

    def __init__(self, home, columns, rows, *args, env=None, term="screen-256color",
                 shell=False):
        self.home, self.socket = home, home.path(f"tmux-{len(home.sessions)}")
        self.columns, self.rows = columns, rows
        home.env.update(XDG_CONFIG_HOME=home.path("config"),
                        LC_ALL="C.UTF-8",
                        ASAN_OPTIONS="detect_leaks=1:log_path=" + home.path("sanitizer"),
                        UBSAN_OPTIONS="log_path=" + home.path("sanitizer"))
        home.env.pop("TMUX", None)
        home.env.update(env or {})
        quoted = " ".join("'" + a.replace("'", "'\\''") + "'" for a in (home.yard, *args))
        command = f"TERM={term} {quoted}; echo exit code $?; exec sleep 1000"
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "PS1='prompt> ' exec sh -im" if shell else command)
        home.sessions.append(self)
        self.seen, self.server_pid, self.shell_pid, self.yard_pid = "", None, None, None
        if shell:  # with job control
            self.see("prompt>")
            self.type(f"TERM={term} {quoted}")
            self.keys("Enter")

    def tmux(self, *args):
        done = subprocess.run(["tmux", "-S", self.socket, *args], env=self.home.env,
                              cwd=self.home.folder, capture_output=True, timeout=PATIENCE,
                              check=False)
        check(done.returncode == 0, "tmux", args, done.stderr.decode())
        return done.stdout.decode("utf-8", "replace")

    def look(self):
        return "\n".join(line.rstrip() for line in self.tmux("capture-pane", "-p").splitlines())

    def wait(self, good, what):
        """Waits until good(screen) is true; returns the screen."""
        end = time.monotonic() + PATIENCE
        while True:
            self.seen = self.whole() or self.seen
            if self.seen and good(self.seen):
                return self.seen
            check(time.monotonic() < end, f"it was never seen: {what}", self.seen)
            time.sleep(0.01)

    def whole(self):
        """The screen, or None if something was drawn during the capture: a frame is written in several
        pieces, and half a frame is not what a person sees."""
        yard = self.pid()
        before = asleep(yard)
        if not before or not asleep(self.server()):
            return None
        screen = self.look()
        return screen if asleep(yard) == before else None

    def server(self):
        if not self.server_pid:
            self.server_pid = int(self.tmux("display", "-p", "#{pid}"))
        return self.server_pid

    def see(self, *parts):
        """Waits until all of these are on the screen, in any order; returns the screen."""
        return self.wait(lambda s: all(p in s for p in parts), parts)

    def keys(self, *keys):
        """Sends keys by their tmux names: r, Enter, Down, C-l."""
        self.tmux("send-keys", *keys)

    def type(self, words):
        self.tmux("send-keys", "-l", words)

    def click_at(self, column, row):
        """Clicks the left button at this cell, counted from 0, in the classic xterm encoding."""
        press = [0x1b, 0x5b, 0x4d, 0x20, column + 33, row + 33]
        release = [0x1b, 0x5b, 0x4d, 0x23, column + 33, row + 33]
        self.tmux("send-keys", "-H", *(f"{b:02x}" for b in press + release))

    def click(self, words, nth=0):
        """Clicks the nth occurrence of these words, counted from 0."""
        found = [(line[:m.start()], row) for row, line in enumerate(self.look().splitlines())
                 for m in re.finditer(re.escape(words), line)]
        check(len(found) > nth, f"there is no {words!r} to click at", self.look())
        self.click_at(len(found[nth][0]), found[nth][1])

    def pid(self):
        """The process id of yard itself; None if it is not running."""
        if self.yard_pid and os.path.exists(f"/proc/{self.yard_pid}"):
            return self.yard_pid
        if not self.shell_pid:
            self.shell_pid = self.tmux("display", "-p", "#{pane_pid}").strip()
        self.yard_pid = None
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as stat:
                    name, rest = stat.read().rsplit(") ", 1)
            except (OSError, ValueError):
                continue
            if rest.split()[1] == self.shell_pid and "(yard" in name:
                self.yard_pid = int(entry)
        return self.yard_pid

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def golden(self, name, *hide):
        """Checks the screen against an approved one. Matches of the `hide` patterns may differ and are
        replaced by dots."""
        shown = self.seen
        for pattern in hide:
            shown = re.sub(pattern, lambda m: "." * len(m.group()), shown)
        path = os.path.join(HERE, "golden", name + ".txt")
        if os.environ.get("UPDATE"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(shown.rstrip("\n") + "\n")
        check(os.path.exists(path), f"there is no golden/{name}.txt; UPDATE=1 writes it", shown)
        with open(path, encoding="utf-8") as file:
            want = file.read()
        if shown.rstrip("\n") + "\n" != want:
            lines = [f"- {w}\n+ {g}" for w, g in zip(want.splitlines(), shown.splitlines())
                     if w != g]
            raise Failed(f"the screen is not golden/{name}.txt:\n" + "\n".join(lines))

    def kill(self):
        """Ends the terminal, as if its window were closed, and checks for sanitizer reports."""
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], env=self.home.env,
                       capture_output=True, check=False)
        reports = [f for f in os.listdir(self.home.folder) if f.startswith("sanitizer")]
        for name in reports:
            with open(self.home.path(name), encoding="utf-8", errors="replace") as file:
                words = file.read()
            os.unlink(self.home.path(name))
            check("Sanitizer" not in words and "runtime error" not in words, words)


def settings(home, **values):
    """Writes the settings file."""
    os.makedirs(home.path("config/yardstick"), exist_ok=True)
    with open(home.path("config/yardstick/settings"), "w", encoding="utf-8") as file:
        for key, value in values.items():
            file.write(f"{key.replace('_', '-')} = {value}\n")
