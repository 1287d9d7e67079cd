"""PostgreSQL for tests: one unprivileged server per test program, in a temporary folder, on a Unix socket
only, with a fresh database for each claim.

postgres.py PROGRAM ARGS... runs the program with the address of a fresh database as its last argument,
and exits with the program's exit code."""
import atexit
import contextlib
import fcntl
import glob
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

CONFIGURATION = """
listen_addresses = ''
shared_buffers = 32MB
max_connections = 100
# Killing a server does not stop the machine, so what was written survives even without this.
fsync = off
full_page_writes = off
"""


def programs():
    """The folder with the server's programs, which Debian keeps out of PATH."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return found[-1] if found else os.path.dirname(os.path.realpath(shutil.which("initdb")))


def build_folder():
    """The build folder of the program under test, or None."""
    folder = os.path.dirname(os.path.abspath(sys.argv[1]))
    while folder != "/" and not os.path.exists(os.path.join(folder, "build.ninja")):
        folder = os.path.dirname(folder)
    return None if folder == "/" else folder


class Server:
    """A private PostgreSQL server."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="yard-pg-")
        self.data = os.path.join(self.folder, "data")
        self.who = {}
        self.name = pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self.name = "nobody"
        self.make_data()
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write(CONFIGURATION + f"unix_socket_directories = '{self.folder}'\n")
        self.running = False
        self.start()
        self.base = "postgres"
        self.place = self.folder.replace("/", "%2F")

    def make_data(self):
        """Runs initdb only once per build folder; later servers start with a copy of the result."""
        def initdb():
            self.run("initdb", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "-D", self.data)

        build = build_folder()
        if not build:
            initdb()
            return
        kept = os.path.join(build, f"postgres-{programs().strip('/').replace('/', '-')}-{self.name}")
        with open(kept + ".lock", "wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(kept):
                initdb()
                subprocess.run(["cp", "-a", self.data, kept + ".new"], check=True)
                os.rename(kept + ".new", kept)
                return
        subprocess.run(["cp", "-a", kept, self.data], check=True)

    def run(self, program, *args):
        done = subprocess.run([os.path.join(programs(), program), *args], cwd=self.folder,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              stdin=subprocess.DEVNULL, **self.who)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout.decode()}")

    def psql(self, *words, base=None):
        commands = [part for one in words for part in ("-c", one)]
        self.run("psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-d",
                 base or self.base, *commands)

    def start(self):
        self.run("pg_ctl", "start", "-w", "-D", self.data, "-l",
                 os.path.join(self.folder, "log"))
        self.running = True

    def stop(self, how="fast"):
        self.run("pg_ctl", "stop", "-w", "-m", how, "-D", self.data)
        self.running = False

    def close(self):
        with contextlib.suppress(RuntimeError):  # already stopped
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Postgres:
    """A fresh database on the one server that this test program starts; the server can be stopped and restarted."""

    server = None
    numbers = itertools.count(1)

    def __init__(self):
        if not Postgres.server:
            Postgres.server = Server()
            atexit.register(Postgres.server.close)
        server = self.server
        if not server.running:  # left stopped by a failed claim
            server.start()
        self.base = f"claim{next(Postgres.numbers)}"
        server.psql(f"CREATE DATABASE {self.base} TEMPLATE template0")
        self.folder, self.name, self.place = server.folder, server.name, server.place
        # On a busy machine, connecting may take longer than the 3 s that yard allows by default.
        self.address = f"postgres://{self.name}@{self.place}/{self.base}?connect_timeout=300"
        self.run, self.start, self.stop = server.run, server.start, server.stop

    def psql(self, *words):
        self.server.psql(*words, base=self.base)

    def settle(self):
        """Ends all of yard's connections and waits until they are gone. The server may still be executing what a killed
        client sent, and might commit it between two checks."""
        self.psql("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
                  "WHERE application_name = 'yard' AND datname = current_database()")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass  # the database is deleted with the server


class Cut:
    """A relay to PostgreSQL's socket that can be cut: from then on nothing gets through and no error is
    reported, as in a network failure."""

    def __init__(self, database, folder):
        self.folder = tempfile.mkdtemp(dir=folder)
        os.chmod(self.folder, 0o755)
        self.target = os.path.join(database.folder, ".s.PGSQL.5432")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen(64)
        place = self.folder.replace("/", "%2F")
        self.address = f"postgres://{database.name}@{place}/{database.base}"
        self.open = threading.Event()
        self.open.set()
        self.done, self.opened = False, 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while not self.done:
            try:
                near, _ = self.listener.accept()
                self.opened += 1
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
