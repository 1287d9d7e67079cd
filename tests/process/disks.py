"""Full disks, and a user without write permission."""
import os
import resource
import shutil
import subprocess
import tempfile


class SizeLimit:
    """A file-size limit on the program: growing a file beyond it raises SIGXFSZ and fails with EFBIG."""
    reason = "File too large"

    def __init__(self, home):
        self.folder = home.folder

    def fill(self, session, size):
        """Leaves room for part of a line, so that a partial write has to be rolled back."""
        self.limits = resource.prlimit(session.process.pid, resource.RLIMIT_FSIZE)
        limits = (size + 3, self.limits[1])
        resource.prlimit(session.process.pid, resource.RLIMIT_FSIZE, limits)

    def free(self, session):
        resource.prlimit(session.process.pid, resource.RLIMIT_FSIZE, self.limits)

    def run(self, home, *args):
        return home.run(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))

    def play(self, home, *args):
        return self.run(home, "play", *args)

    def close(self):
        pass


class SmallDisk:
    """A real file system of 64 kB, and a file to fill it."""
    reason = "No space left on device"

    def __init__(self, home):
        self.folder = home.path("disk")
        os.mkdir(self.folder)
        mount(self.folder)
        self.filler = os.path.join(self.folder, "filler")

    def fill(self, _session, _size):
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def free(self, _session):
        os.remove(self.filler)

    def run(self, home, *args):
        self.fill(None, 0)
        return home.run(*args)

    def play(self, home, *args):
        return self.run(home, "play", *args)

    def close(self):
        subprocess.run(["umount", "-l", self.folder], check=True)


def mount(folder, **more):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "yard-test", folder], check=True, **more)


def ways_to_fill():
    """The size limit works everywhere; a small disk only where mounting is permitted."""
    ways = {"a file-size limit": SizeLimit}
    with tempfile.TemporaryDirectory() as folder:
        try:
            mount(folder, stderr=subprocess.DEVNULL)
            subprocess.run(["umount", folder], check=True)
            ways["a full tmpfs"] = SmallDisk
        except (OSError, subprocess.CalledProcessError) as why:
            print("# without the claims on a full tmpfs:", why)
    return ways


def as_nobody(home):
    """Root may write anywhere, so permission tests run as another user."""
    if os.geteuid() != 0:
        return {}
    os.chmod(home.folder, 0o755)
    home.yard = shutil.copy(home.yard, home.path("yard"))
    return {"user": 65534, "group": 65534, "extra_groups": []}
