"""PostgreSQL as if on another machine: in a network namespace, across a link that can be cut. Needs
root and iproute2."""
import contextlib
import os
import subprocess

from postgres import Server, programs

HERE, THERE = "10.213.87.1", "10.213.87.2"


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE).returncode == 0


def has_namespaces():
    """Whether this process may create network namespaces."""
    space = f"yard-try{os.getpid()}"
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        ip("netns", "add", space)
        ip("netns", "del", space)
        return True
    return False


class FarPostgres(Server):
    def __init__(self):
        self.space = f"yard{os.getpid()}"
        self.near, self.far = f"yn{os.getpid()}", f"yf{os.getpid()}"
        ip("netns", "add", self.space)
        try:
            ip("link", "add", self.near, "type", "veth", "peer", "name", self.far, "netns", self.space)
            ip("addr", "add", f"{HERE}/30", "dev", self.near)
            ip("link", "set", self.near, "up")
            ip("-n", self.space, "addr", "add", f"{THERE}/30", "dev", self.far)
            ip("-n", self.space, "link", "set", self.far, "up")
            super().__init__()
        except BaseException:
            self.take_down()
            raise
        self.address = f"postgres://{self.name}@{THERE}/postgres"

    def run(self, program, *args):
        """Runs a program in the namespace, without privileges."""
        who = [f"--reuid={self.who['user']}", f"--regid={self.who['group']}", "--clear-groups"]
        done = subprocess.run(["ip", "netns", "exec", self.space, "setpriv", *who,
                               os.path.join(programs(), program), *args], cwd=self.folder,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              stdin=subprocess.DEVNULL)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout.decode()}")

    def start(self):
        for name, line in (("postgresql.conf", f"listen_addresses = '{THERE}'"),
                           ("pg_hba.conf", "host all all 10.213.87.0/30 trust")):
            with open(os.path.join(self.data, name), "a", encoding="utf-8") as file:
                file.write(line + "\n")
        super().start()

    def cut(self):
        """Drops packets silently; neither end is notified."""
        ip("-n", self.space, "link", "set", self.far, "down")

    def mend(self):
        ip("-n", self.space, "link", "set", self.far, "up")

    def take_down(self):
        with contextlib.suppress(OSError):
            ip("netns", "del", self.space, check=False)

    def close(self):
        super().close()
        self.take_down()
