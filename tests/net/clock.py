"""The clocks of a server that a test moves from outside (tests/steady.h): nothing is slept through,
and nothing happens a moment too early because the machine was busy."""
import concurrent.futures
import mmap
import os
import struct
import time

from tap import PATIENCE, until


class Clock:
    """The clocks of all programs that are started with its `env`."""

    def __init__(self, home, name="clock"):
        home.write(name, bytes(32))
        with open(home.path(name), "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 32)
        build = os.path.dirname(home.yard)
        library = next(path for path in (os.path.join(build, up, "tests/libsteady.so")
                                         for up in (".", "..")) if os.path.exists(path))
        self.env = {"LD_PRELOAD": os.path.abspath(library), "YARD_TEST_CLOCK": home.path(name),
                    "ASAN_OPTIONS": home.env.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        self.numbers = [0, 0, 0, 0]

    def with_env(self, env):
        return {**env, **self.env}

    def put(self, at, seconds):
        self.numbers[at] = round(seconds * 1000)
        self.map[8 * at:8 * at + 8] = struct.pack("=q", self.numbers[at])

    def forward(self, seconds):
        """Lets time pass."""
        self.put(0, self.numbers[0] / 1000 + seconds)

    def forward_until(self, event):
        """Lets time pass until something has happened; whether it has. A busy machine gets more and
        more time for each of these seconds, or it would always be late."""
        wait = 0.02
        while not until(event, wait):
            if wait > PATIENCE:
                return False
            self.forward(1)
            self.silence(1)
            wait *= 1.2
        return True

    def hurry_until(self, event):
        """Lets time pass ten times as fast, until something has happened: for programs that wait for each other, all
        by this clock."""
        while not until(event, 0.02):
            self.forward(0.2)

    def during(self, function):
        """Lets time pass until the function has returned; what it did."""
        with concurrent.futures.ThreadPoolExecutor(1) as threads:
            done = threads.submit(function)
            self.forward_until(done.done)
            return done.result()

    def stop(self):
        """From now on time passes by forward() alone."""
        self.put(1, time.monotonic())

    def run(self):
        """Time passes again, and what has passed meanwhile does so at once."""
        self.put(1, 0)

    def set(self, ahead):
        """Somebody sets the time of day, so many seconds ahead of the right one."""
        self.put(2, ahead)

    def silence(self, seconds):
        """Connections to a database that say nothing have been waited for so much longer."""
        self.put(3, self.numbers[3] / 1000 + seconds)
