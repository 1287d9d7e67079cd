"""A PostgreSQL of its own: in a folder that goes away, on a socket only, as somebody without rights.

postgres.py PROGRAM ARGS... runs the program with the address of such a database behind its
arguments, and ends as it ends."""
import glob
import os
import pwd
import shutil
import subprocess
import sys
import tempfile


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


if __name__ == "__main__":
    with Postgres() as database:
        code = subprocess.run([*sys.argv[1:], database.address], check=False).returncode
    sys.exit(code)
