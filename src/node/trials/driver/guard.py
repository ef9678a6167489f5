"""Keeps the code that is tried from doing anything but computing, and notes what it tried."""

import io
import os
import sys
import tempfile

WRITING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC
FILES = {
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
    "os.utime", "os.setxattr", "os.removexattr", "os.lchmod", "os.chflags", "shutil.rmtree", "shutil.move",
    "shutil.copyfile", "shutil.copytree", "shutil.chown", "shutil.make_archive", "shutil.unpack_archive",
}
PROGRAMS = {
    "subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile",
    "os.kill", "os.killpg", "pty.spawn", "webbrowser.open",
}
NETWORK = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"}
SETTINGS = {"os.chdir", "os.fchdir", "ctypes.dlopen", "ctypes.dlsym", "ctypes.call_function", "sys.addaudithook"}
MOST_PRINTED = 64 * 1024
GIGABYTE = 1024 ** 3


class Refused(PermissionError):
    """Raised in the code that is tried where it would change something outside of itself."""


class Guard:
    """`importing`: files of the scratch folder may be written. `calling`: nothing may. `off`: our own work."""

    def __init__(self, scratch):
        self.state = "off"
        self.effects = []
        self.folders = [os.path.realpath(scratch) + os.sep, os.path.realpath(tempfile.gettempdir()) + os.sep]
        sys.addaudithook(self.hook)

    def hook(self, event, args):
        if self.state == "off":
            return
        effect = self.effect_of(event, args)
        if effect is not None:
            if len(self.effects) < 10:
                self.effects.append(effect)
            raise Refused(f"{effect}: not allowed while this function is only tried")

    def effect_of(self, event, args):
        if event == "open":
            path, mode, flags = (*args, None, None, None)[:3]
            writes = bool(flags & WRITING) if isinstance(flags, int) and flags else any(c in str(mode or "") for c in "wax+")
            if not writes or isinstance(path, int) or path == os.devnull or self.may_write(path):
                return None
            return f"writes the file {os.fsdecode(path) if path is not None else '?'}"
        if event in FILES:
            return None if args and self.may_write(args[0]) else f"changes files ({event})"
        if event in PROGRAMS:
            return f"starts or ends programs ({event})"
        if event in NETWORK:
            return f"uses the network ({event})"
        if event == "sqlite3.connect" and args and args[0] not in (":memory:", b":memory:"):
            return f"opens the database {args[0]}"
        if event in SETTINGS and self.state == "calling":
            return f"changes the process ({event})"
        return None

    def may_write(self, path):
        if self.state != "importing" or not isinstance(path, (str, bytes, os.PathLike)):
            return False
        real = os.path.realpath(os.fsdecode(path)) + os.sep
        return any(real.startswith(folder) for folder in self.folders)

    def take_effects(self):
        found, self.effects = self.effects, []
        return found


class Printed(io.TextIOBase):
    """Standard output of the code that is tried: what it prints first, and how much."""

    def __init__(self):
        super().__init__()
        self.parts, self.length = [], 0

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str")
        if self.length < MOST_PRINTED:
            self.parts.append(text[: MOST_PRINTED - self.length])
        self.length += len(text)
        return len(text)

    def take(self):
        text, length = "".join(self.parts), self.length
        self.parts, self.length = [], 0
        return text if length <= MOST_PRINTED else f"{text} ({length} characters)"


def limit_resources(seconds):
    """So that one function cannot take the machine; where the system has no such limits, only time ends it."""
    try:
        import resource
    except ImportError:
        return
    for name, limit in (
        ("RLIMIT_AS", 4 * GIGABYTE),
        ("RLIMIT_FSIZE", GIGABYTE // 8),
        ("RLIMIT_CPU", int(seconds) + 10),
        ("RLIMIT_CORE", 0),
    ):
        try:
            _, hard = resource.getrlimit(getattr(resource, name))
            resource.setrlimit(getattr(resource, name), (limit if hard == -1 else min(limit, hard), hard))
        except (AttributeError, ValueError, OSError):
            pass
