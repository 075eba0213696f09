"""Namespaces and mounts: what a process tree can see, and what of it can change.

The order that works, with and without root, is in unshare(2), user_namespaces(7) and mount_setattr(2):
`enter`, `make_private`, then the mounts, `read_only`, fork (that child is pid 1), `mount_proc`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct

from assay.sandbox.guest import kernel

CLONE = {
    "user": 0x10000000,
    "pid": 0x20000000,
    "mount": 0x00020000,
    "net": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
}

MS_RDONLY = 0x1
MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_NOEXEC = 0x8
MS_REMOUNT = 0x20
MS_NOATIME = 0x400
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000

AT_FDCWD = -100
AT_RECURSIVE = 0x8000
MOUNT_ATTR_RDONLY = 0x1
MOUNT_ATTR_NOSUID = 0x2
MOUNT_ATTR_NODEV = 0x4
MOUNT_ATTR_SIZE = 32

# The kernel's own limits for one path (MAXSYMLINKS) and more nested closed folders than any path has.
LINKS_MAX = 40
CLOSED_FOLDERS_MAX = 256
NO_GROUP = -1
LEAST_INODES = 4096
BYTES_FOR_A_FILE = 16384
"""Of a folder in memory: so that one of a GiB has room for the files of a large repository."""


class NamespaceError(OSError):
    """The kernel refused one step; `step` names it."""

    def __init__(self, number: int, step: str) -> None:
        super().__init__(number, f"{step}: {os.strerror(number)}")
        self.step = step


def enter(kinds: list[str]) -> None:
    """Leave the given namespaces for new ones: any of 'user', 'pid', 'mount', 'net', 'ipc', 'uts'.

    Only children of the caller live in a new pid namespace. In a new user namespace the caller keeps its ids.
    Where a step is refused, the caller is left as it was.
    """
    flags = _clone_flags(kinds)
    if "user" in kinds:
        # After a change of uid /proc/self belongs to root, and the map files could not be written.
        kernel.set_dumpable(True)
        _rehearse(flags, kinds)
    _enter(flags, kinds)


def make_private() -> None:
    """Hide later mounts from the outside, and those of the outside from here."""
    _mount("make / private", None, "/", None, MS_REC | MS_PRIVATE)


def mount_tmpfs(path: str, size_bytes: int, mode: str, inodes: int | None = None) -> None:
    """Mount an empty folder in memory, owned by the caller, with room for `size_bytes` and `inodes` files.

    The more room there is, the more files there may be, unless their number is given. Reading there leaves no trace in
    the times of files and folders.
    """
    if inodes is None:
        inodes = max(LEAST_INODES, size_bytes // BYTES_FOR_A_FILE)
    if size_bytes < 1 or inodes < 1:
        # Zero means "without limit" to the kernel.
        raise ValueError(f"size_bytes and inodes must be positive, got {size_bytes!r} and {inodes!r}")
    options = f"size={size_bytes},nr_inodes={inodes},mode={mode}"
    _mount(f"tmpfs on {path}", "tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, options)


def mount_proc() -> None:
    """Mount a /proc that shows the caller's pid namespace only; refused where parts of the old one are masked."""
    _mount("proc on /proc", "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)


def read_only(path: str = "/") -> None:
    """Make the mount at `path` and all below it read-only, without set-uid bits.

    Device files stop working too, except those in /dev: programs need /dev/null.
    Needs Linux 5.12 (ENOSYS before). EBUSY means that the caller holds a file there open for writing.
    """
    attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV
    devices = _device_mounts("/dev") if path == "/" else []
    _mount_setattr(f"read-only {path}", path, AT_RECURSIVE, set_bits=attributes)
    for place in devices:
        _mount_setattr(f"devices in {place}", place, 0, clear_bits=MOUNT_ATTR_NODEV)


def writable(path: str) -> None:
    """Undo `read_only` for the one mount at `path`."""
    _mount_setattr(f"writable {path}", path, 0, clear_bits=MOUNT_ATTR_RDONLY)


def reveal(paths: list[str], uid: int) -> None:
    """Let `uid` reach `paths` though a folder above them is closed to it, such as /root with mode 700.

    The closed folder is covered by an empty one with only `paths` in it, so everything else there disappears.
    For real root in a private mount namespace. Missing paths are skipped. A path whose own mode is closed stays so.
    """
    for _ in range(CLOSED_FOLDERS_MAX):
        closed = _first_closed_folder(paths, uid)
        if closed is None:
            return
        _cover(closed, paths)
    raise NamespaceError(errno.ELOOP, f"reveal {paths!r}")


def hide(paths: list[str], keep: list[str] | None = None) -> None:
    """Make each folder look empty and read-only, except for what `keep` names; missing folders are skipped.

    A working folder or an open file below a hidden folder still leads there: close them first.
    """
    for path in paths:
        if os.path.isdir(path):
            _cover(os.path.realpath(path), keep or [])


def replace(path: str, size_bytes: int, keep: list[str]) -> list[str]:
    """Cover a folder by an empty one in memory that everybody may write to; return the names that stay in it.

    What of `keep` lies below it stays, under names that are mounts: nobody can write to them, move or remove them.
    """
    hide([path], keep)
    names = os.listdir(path)
    if any(os.path.islink(os.path.join(path, name)) for name in names):
        raise NamespaceError(errno.EINVAL, f"replace {path}, in which a link is to be kept")
    originals = {name: os.open(os.path.join(path, name), os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC) for name in names}
    try:
        mount_tmpfs(path, size_bytes, "1777")
        for name, original in originals.items():
            _put_back(os.path.join(path, name), original, path)
    finally:
        for original in originals.values():
            os.close(original)
    return names


def unreachable(paths: list[str], uid: int, gid: int) -> list[str]:
    """Return those of `paths` that a process with these ids, no other group and no privilege could not read.

    Looks at the mode bits of every folder on the way, through symbolic links. A missing path is not listed.
    """
    return [path for path in paths if not _reachable(path, uid, gid)]


def _enter(flags: int, kinds: list[str]) -> None:
    uid, gid = os.geteuid(), os.getegid()
    _check("unshare " + "+".join(kinds), _unshare(flags))
    if "user" in kinds:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")


def _rehearse(flags: int, kinds: list[str]) -> None:
    """Try in a child first: on Ubuntu 24.04 `unshare` succeeds and all that follows is refused, without a way back."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        _report_and_exit(flags, kinds, writer)
    os.close(writer)
    try:
        report = os.read(reader, 4096).decode()
    finally:
        os.close(reader)
        os.waitpid(pid, 0)
    number, _, step = report.partition(" ")
    if number != "0":
        raise NamespaceError(int(number or errno.EIO), step or "rehearsal")


def _report_and_exit(flags: int, kinds: list[str], writer: int) -> None:
    try:
        report = "0"
        try:
            _enter(flags, kinds)
            if "mount" in kinds:
                make_private()
        except NamespaceError as error:
            report = f"{error.errno} {error.step}"
        os.write(writer, report.encode())
    finally:
        os._exit(0)


class _Route:
    """The folders and links on the way to a path; all without symbolic links in their folders."""

    def __init__(self) -> None:
        self.folders = ["/"]
        self.links: list[str] = []
        self.end = "/"


def _route(path: str) -> _Route:
    route = _Route()
    here = "/"
    # Not abspath: that would take "link/.." for the folder of the link.
    pending = os.path.join(os.getcwd(), path).split("/")[::-1]
    while pending:
        name = pending.pop()
        if name == "..":
            here = os.path.dirname(here)
            continue
        if name in ("", "."):
            continue
        place = os.path.join(here, name)
        if stat.S_ISLNK(os.lstat(place).st_mode):
            target = _follow(place, route)
            here = "/" if target.startswith("/") else here
            pending += target.split("/")[::-1]
            continue
        here = place
        route.folders.append(here)
    route.end = here
    if here in route.folders:
        route.folders.remove(here)
    return route


def _follow(link: str, route: _Route) -> str:
    if len(route.links) >= LINKS_MAX:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), link)
    route.links.append(link)
    return os.readlink(link)


def _existing_routes(paths: list[str]) -> list[_Route]:
    routes = []
    for path in paths:
        try:
            routes.append(_route(path))
        except (FileNotFoundError, NotADirectoryError):
            continue
    return routes


def _reachable(path: str, uid: int, gid: int) -> bool:
    try:
        route = _route(path)
        if not all(_granted(folder, uid, gid, os.X_OK) for folder in route.folders):
            return False
        return _granted(route.end, uid, gid, os.R_OK | os.X_OK if os.path.isdir(route.end) else os.R_OK)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


def _granted(path: str, uid: int, gid: int, wanted: int) -> bool:
    """Return whether the mode bits grant the access; one of the three classes decides (path_resolution(7))."""
    status = os.stat(path)
    if uid == 0:
        return True
    shift = 6 if status.st_uid == uid else 3 if status.st_gid == gid else 0
    return (status.st_mode >> shift) & wanted == wanted


def _first_closed_folder(paths: list[str], uid: int) -> str | None:
    # The way to a folder leads through all its parents, so the first closed one met is the topmost.
    for route in _existing_routes(paths):
        for folder in route.folders:
            if not _granted(folder, uid, NO_GROUP, os.X_OK):
                return folder
    return None


def _cover(folder: str, keep: list[str]) -> None:
    """Mount an empty folder over `folder` and put back what of `keep` lies below it."""
    routes = _existing_routes(keep)
    ends = _outermost([route.end for route in routes if _is_within(route.end, folder)])
    if folder in ends:
        raise NamespaceError(errno.EACCES, f"cover {folder}, which is itself to be kept")
    links = {link: os.readlink(link) for route in routes for link in route.links if _is_within(link, folder)}
    # Held open before they vanish under the new mount; /proc/self/fd leads to them afterwards.
    originals = [(end, os.open(end, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)) for end in ends]
    try:
        _mount(f"cover {folder}", "tmpfs", folder, "tmpfs", _COVER_FLAGS, "size=1m,nr_inodes=4096,mode=755")
        for end, original in originals:
            _put_back(end, original, folder)
    finally:
        for _, original in originals:
            os.close(original)
    for link, target in links.items():
        if not any(_is_within(link, end) for end in ends):
            _make_folders(os.path.dirname(link), folder)
            os.symlink(target, link)
    _mount(f"cover {folder} read-only", None, folder, None, MS_REMOUNT | MS_BIND | MS_RDONLY | _COVER_FLAGS)


_COVER_FLAGS = MS_NOSUID | MS_NODEV | MS_NOEXEC


def _put_back(path: str, original: int, top: str) -> None:
    if stat.S_ISDIR(os.fstat(original).st_mode):
        _make_folders(path, top)
    else:
        _make_folders(os.path.dirname(path), top)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o444))
    _mount(f"put back {path}", f"/proc/self/fd/{original}", path, None, MS_BIND | MS_REC)


def _make_folders(path: str, top: str) -> None:
    here = top
    for name in os.path.relpath(path, top).split("/"):
        here = os.path.normpath(os.path.join(here, name))
        if not os.path.isdir(here):
            os.mkdir(here)
            os.chmod(here, 0o755)  # whatever the umask says


def _outermost(paths: list[str]) -> list[str]:
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not any(_is_within(path, other) for other in kept):
            kept.append(path)
    return kept


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _device_mounts(folder: str) -> list[str]:
    """Return where device files work at and below `folder`; in a container each device may be its own mount."""
    if not os.path.isdir(folder):
        return []
    if folder not in _mount_options():
        _mount(f"bind {folder}", folder, folder, None, MS_BIND | MS_REC)
    options = _mount_options()
    open_mounts = [place for place in options if _is_within(place, folder) and "nodev" not in options[place]]
    return [place for place in open_mounts if os.path.exists(place)]  # a mount may be covered by another


def _mount_options() -> dict[str, list[str]]:
    """Return the options of each mount by its place; the last one mounted there counts (proc(5))."""
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as mounts:
        fields = [line.split(" ") for line in mounts]
    return {_unescaped(field[4]): field[5].split(",") for field in fields}


def _unescaped(text: str) -> str:
    for character in " \t\n\\":
        text = text.replace(f"\\{ord(character):03o}", character)
    return text


def _clone_flags(kinds: list[str]) -> int:
    flags = 0
    for kind in kinds:
        if kind not in CLONE:
            raise ValueError(f"no namespace is named {kind!r}; known: {', '.join(CLONE)}")
        flags |= CLONE[kind]
    return flags


def _write(path: str, text: str) -> None:
    # One write call: the kernel takes a map only whole.
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)
    except OSError as error:
        raise NamespaceError(error.errno or errno.EIO, f"write {path}") from error


def _mount(step: str, source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
    arguments = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    _check("mount: " + step, _mount_call(*arguments, flags, options.encode() or None))


def _mount_setattr(step: str, path: str, flags: int, set_bits: int = 0, clear_bits: int = 0) -> None:
    place = ctypes.create_string_buffer(os.fsencode(path))
    # struct mount_attr: attr_set, attr_clr, propagation, userns_fd.
    attributes = ctypes.create_string_buffer(struct.pack("=QQQQ", set_bits, clear_bits, 0, 0), MOUNT_ATTR_SIZE)
    addresses = ctypes.addressof(place), flags, ctypes.addressof(attributes)
    try:
        kernel.syscall(kernel.syscall_number("mount_setattr"), AT_FDCWD, *addresses, MOUNT_ATTR_SIZE)
    except OSError as error:
        raise NamespaceError(error.errno or errno.EIO, "mount_setattr: " + step) from error


def _check(step: str, result: int) -> None:
    if result != 0:
        raise NamespaceError(ctypes.get_errno(), step)


_unshare = kernel.libc.unshare
_unshare.argtypes = [ctypes.c_int]
_mount_call = kernel.libc.mount
_mount_call.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_ulong, ctypes.c_char_p]
