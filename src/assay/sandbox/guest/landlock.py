"""Landlock: which paths a process may touch and which ports it may reach, decided by the kernel.

https://docs.kernel.org/userspace-api/landlock.html; what each ABI added is in `_RIGHTS_BY_ABI`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from . import kernel as k

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_EVERY_VERSION = (1 << 13) - 1
_RIGHTS_BY_ABI = (
    (1, _EVERY_VERSION),
    (2, k.FS_REFER),
    (3, k.FS_TRUNCATE),
    (5, k.FS_IOCTL_DEV),
    (9, k.FS_RESOLVE_UNIX),
)
_NETWORK_ABI = 4
_SCOPE_ABI = 6
_LOG_ABI = 7

_READ = k.FS_READ_FILE | k.FS_READ_DIR
_NEVER_WRITTEN = k.FS_MAKE_CHAR | k.FS_MAKE_BLOCK | k.FS_MAKE_SOCK | k.FS_MAKE_FIFO | k.FS_IOCTL_DEV | k.FS_RESOLVE_UNIX
# The kernel answers EINVAL when a rule gives a file any other right.
_FILE_RIGHTS = k.FS_EXECUTE | k.FS_WRITE_FILE | k.FS_READ_FILE | k.FS_TRUNCATE | k.FS_IOCTL_DEV | k.FS_RESOLVE_UNIX
# Never /dev/zero: mapped shared it is memory that no limit counts.
_DEVICES = (
    ("/dev/null", k.FS_READ_FILE | k.FS_WRITE_FILE),
    ("/dev/urandom", k.FS_READ_FILE),
    ("/dev/random", k.FS_READ_FILE),
)


def abi() -> int:
    """Return the Landlock version of this kernel; 0 when there is none."""
    try:
        return _ask(k.LANDLOCK_CREATE_RULESET_VERSION)
    except OSError:
        return 0


def why_not() -> str:
    """Return why Landlock is absent; empty when it is there."""
    try:
        _ask(k.LANDLOCK_CREATE_RULESET_VERSION)
    except OSError as error:
        return _REASONS.get(error.errno or 0, f"landlock_create_ruleset fails: {error.strerror}")
    return ""


class Ruleset:
    """What a child may read and write; built once, entered by every child.

    Rules are bound to inodes: a folder that was deleted and made again is no longer covered.
    """

    def __init__(
        self,
        read: list[str],
        write: list[str],
        execute: bool = False,
        scoped: bool = True,
        abi: int | None = None,
        hidden: Sequence[str] = (),
        connect: Sequence[int] = (),
    ) -> None:
        version = _ask(k.LANDLOCK_CREATE_RULESET_VERSION)
        self.abi = version if abi is None else min(abi, version)
        if self.abi < 1:
            raise OSError(errno.EOPNOTSUPP, "Landlock needs an ABI of at least 1")
        self._handled = _handled(self.abi)
        self._flags = _restrict_flags(self.abi)
        self._restrict = k.syscall_number("landlock_restrict_self")
        self.fd = _create(self._handled, self.abi, scoped)
        try:
            self._grant_all([rule for path in read for rule in _rules_for(path, hidden)], write, execute)
            for port in connect if self.abi >= _NETWORK_ABI else ():  # before, it knows nothing of networks
                _add_port_rule(self.fd, port)
        except OSError:
            self.close()
            raise

    def restrict(self) -> None:
        """Bind the calling thread, and all it starts later, to the rules; needs no_new_privs."""
        k.syscall(self._restrict, self.fd, self._flags)

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def _grant_all(self, read: list[tuple[str, bool]], write: list[str], execute: bool) -> None:
        run = k.FS_EXECUTE if execute else 0
        for path, whole in read:
            self._grant(path, _READ | run if whole else k.FS_READ_DIR)
        for path in write:
            self._grant(path, (self._handled & ~_NEVER_WRITTEN & ~k.FS_EXECUTE) | run)
        for path, rights in _DEVICES:
            self._grant(path, rights)

    def _grant(self, path: str, rights: int) -> None:
        try:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return  # no rule is the safe side: what is not granted stays closed
        try:
            if not _is_directory(fd):
                rights &= _FILE_RIGHTS
            _add_rule(self.fd, fd, rights & self._handled)
        finally:
            os.close(fd)


def _rules_for(path: str, hidden: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the path, or all that is in it except for the hidden parts: a rule can only add.

    False marks a folder that can be listed, while its files are granted by rules of their own.
    """
    real = os.path.realpath(path)
    if real in hidden:
        return
    if not any(part.startswith(f"{real.rstrip('/')}/") for part in hidden):
        yield path, True
        return
    yield path, False
    for entry in sorted(os.listdir(path)):
        yield from _rules_for(os.path.join(path, entry), hidden)


_REASONS = {
    errno.ENOSYS: "the kernel has no Landlock, or an outer filter hides it",
    errno.EOPNOTSUPP: "Landlock is built in but disabled at boot (add landlock to the lsm= parameter)",
    errno.EPERM: "an outer seccomp filter forbids landlock_create_ruleset",
}


def _ask(flag: int) -> int:
    return k.syscall(k.syscall_number("landlock_create_ruleset"), 0, 0, flag)


def _handled(abi: int) -> int:
    rights = 0
    for since, added in _RIGHTS_BY_ABI:
        if abi >= since:
            rights |= added
    return rights


def _restrict_flags(abi: int) -> int:
    """Return the flags that keep denied accesses out of the audit log, which a candidate could flood."""
    if abi < _LOG_ABI:
        return 0
    return k.LANDLOCK_RESTRICT_SELF_LOG_SAME_EXEC_OFF | k.LANDLOCK_RESTRICT_SELF_LOG_SUBDOMAINS_OFF


def _create(handled: int, abi: int, scoped: bool) -> int:
    network = k.NET_BIND_TCP | k.NET_CONNECT_TCP if abi >= _NETWORK_ABI else 0
    scopes = k.SCOPE_ABSTRACT_UNIX_SOCKET | k.SCOPE_SIGNAL if scoped and abi >= _SCOPE_ABI else 0
    # Older kernels know a shorter structure and accept a tail of zeros.
    attributes = ctypes.create_string_buffer(struct.pack("=QQQ", handled, network, scopes), 24)
    return k.syscall(k.syscall_number("landlock_create_ruleset"), ctypes.addressof(attributes), 24, 0)


def _is_directory(fd: int) -> bool:
    return (os.fstat(fd).st_mode & 0o170000) == 0o040000


def _add_rule(ruleset_fd: int, path_fd: int, rights: int) -> None:
    rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, path_fd), 12)
    add_rule = k.syscall_number("landlock_add_rule")
    k.syscall(add_rule, ruleset_fd, k.LANDLOCK_RULE_PATH_BENEATH, ctypes.addressof(rule), 0)


def _add_port_rule(ruleset_fd: int, port: int) -> None:
    rule = ctypes.create_string_buffer(struct.pack("=QQ", k.NET_CONNECT_TCP, port), 16)
    add_rule = k.syscall_number("landlock_add_rule")
    k.syscall(add_rule, ruleset_fd, k.LANDLOCK_RULE_NET_PORT, ctypes.addressof(rule), 0)
