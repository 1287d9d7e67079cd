"""A PostgreSQL of its own: in a folder that goes away, on a socket only, as somebody without rights.

postgres.py PROGRAM ARGS... runs the program with the address of such a database behind its
arguments, and ends as it ends."""
import contextlib
import glob
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import threading


def programs():
    """Debian keeps those of a server out of the way."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return found[-1] if found else os.path.dirname(os.path.realpath(shutil.which("initdb")))


class Postgres:
    def __init__(self, **settings):
        self.folder = tempfile.mkdtemp(prefix="yard-pg-")
        self.data = os.path.join(self.folder, "data")
        self.who = {}
        self.name = pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self.name = "nobody"
        self.run("initdb", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "-D", self.data)
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                       "shared_buffers = 32MB\nmax_connections = 40\n")
            for name, value in settings.items():
                file.write(f"{name} = {value}\n")
        self.start()
        place = self.folder.replace("/", "%2F")
        self.address = f"postgres://{self.name}@{place}/postgres"

    def run(self, program, *args):
        done = subprocess.run([os.path.join(programs(), program), *args], cwd=self.folder,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              stdin=subprocess.DEVNULL, **self.who)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout.decode()}")

    def start(self):
        self.run("pg_ctl", "start", "-w", "-D", self.data, "-l",
                 os.path.join(self.folder, "log"))

    def stop(self, how="fast"):
        self.run("pg_ctl", "stop", "-w", "-m", how, "-D", self.data)

    def close(self):
        try:
            self.stop("immediate")
        except RuntimeError:
            pass  # it had been stopped before
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Cut:
    """A wire to a socket of PostgreSQL that can be cut: then nothing comes through, and nobody is
    told, as when a network fails."""

    def __init__(self, database, folder):
        self.folder = tempfile.mkdtemp(dir=folder)
        os.chmod(self.folder, 0o755)
        self.target = os.path.join(database.folder, ".s.PGSQL.5432")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen(64)
        place = self.folder.replace("/", "%2F")
        self.address = f"postgres://{database.name}@{place}/postgres"
        self.open = threading.Event()
        self.open.set()
        self.done = False
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while not self.done:
            try:
                near, _ = self.listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self.target)
            except OSError:
                return
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=pair, daemon=True).start()

    def pass_on(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                self.open.wait()
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.done = True
        self.open.set()
        self.listener.close()


if __name__ == "__main__":
    with Postgres() as database:
        code = subprocess.run([*sys.argv[1:], database.address], check=False).returncode
    sys.exit(code)
