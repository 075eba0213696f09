"""What Python's standard library reads and tries to start by itself, as data.

Files that give nothing away are opened to candidates. Commands stay forbidden in function mode, and files that tell
about this machine's users and network (`/etc/passwd`, `/etc/hosts`, `/etc/resolv.conf`, certificates) stay closed; the
modules that ask for them know how to go on without.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from assay.sandbox.guest import namespaces

NOBODY = 65534


@dataclass(frozen=True, slots=True)
class Opening:
    """A path outside of the interpreter's folders that candidates may read."""

    path: str
    reader: str
    """Who in the standard library reads it."""


OPENINGS = (
    Opening("/etc/mime.types", "mimetypes"),
    Opening("/etc/httpd/mime.types", "mimetypes"),
    Opening("/etc/httpd/conf/mime.types", "mimetypes"),
    Opening("/etc/apache/mime.types", "mimetypes"),
    Opening("/etc/apache2/mime.types", "mimetypes"),
    Opening("/etc/mailcap", "mailcap"),
    Opening("/etc/os-release", "platform.freedesktop_os_release"),
    Opening("/etc/services", "socket.getservbyname"),
    Opening("/etc/protocols", "socket.getprotobyname"),
    Opening("/etc/zoneinfo", "zoneinfo"),
    Opening("/etc/timezone", "zoneinfo of other libraries"),
    Opening("/etc/terminfo", "curses"),
    Opening("/etc/inputrc", "readline"),
    Opening("/etc/ssl/openssl.cnf", "ssl"),
    Opening("/etc/pki/tls/openssl.cnf", "ssl"),
)
READS: dict[str, tuple[str, ...]] = {
    "getpass": ("/dev/tty",),
    "pandas.compat._cpu": tuple(
        f"/sys/fs/cgroup/{name}" for name in ("cpu.max", "cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")
    ),
}
"""By module: what it tries to read, may not, and is not suspected for."""
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "platform": (("uname", "-p"), ("file", "-b")),
    "uuid": (("ifconfig",), ("ip", "link"), ("arp", "-an"), ("lanscan", "-ai"), ("netstat", "-ian")),
    "ctypes.util": (
        ("ldconfig", "-p"),
        ("gcc", "-Wl,-t"),
        ("cc", "-Wl,-t"),
        ("ld", "-t"),
        ("objdump", "-p", "-j", ".dynamic"),
    ),
    "webbrowser": (("xdg-settings", "get", "default-web-browser"),),
}
"""By module: how the commands begin that it tries to start, may not, and is not suspected for."""


@functools.cache
def openings() -> tuple[str, ...]:
    """Return the paths that everybody on this machine may read."""
    paths = [opening.path for opening in OPENINGS]
    closed = set(namespaces.unreachable(paths, NOBODY, NOBODY))
    return tuple(path for path in paths if path not in closed)
