"""A server's clocks, moved by the test from outside (tests/steady.h): no sleeping, and no timing
that depends on how busy the machine is."""
import concurrent.futures
import mmap
import os
import struct
import time

from tap import PATIENCE, until


class Clock:
    """The clocks of all programs started with its `env`."""

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
        """Advances the clock."""
        self.put(0, self.numbers[0] / 1000 + seconds)

    def forward_until(self, event):
        """Advances second by second until the event; returns whether it happened. Each step waits
        longer in real time than the last, so that a busy machine can catch up."""
        wait = 0.02
        while not until(event, wait):
            if wait > PATIENCE:
                return False
            self.forward(1)
            self.silence(1)
            wait *= 1.2
        return True

    def hurry_until(self, event):
        """Runs the clock about ten times as fast until the event: for programs that all use this clock and
        wait for each other."""
        while not until(event, 0.02):
            self.forward(0.2)

    def during(self, function):
        """Advances the clock until the function returns; returns its result."""
        with concurrent.futures.ThreadPoolExecutor(1) as threads:
            done = threads.submit(function)
            self.forward_until(done.done)
            return done.result()

    def stop(self):
        """From now on only forward() advances the clock."""
        self.put(1, time.monotonic())

    def run(self):
        """Lets the clock run again; it catches up at once with the time it has missed."""
        self.put(1, 0)

    def set(self, ahead):
        """Sets the time of day to `ahead` seconds ahead of the true time."""
        self.put(2, ahead)

    def silence(self, seconds):
        """Makes silent database connections seem to have been silent for this many seconds longer."""
        self.put(3, self.numbers[3] / 1000 + seconds)
