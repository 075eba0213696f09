"""Giving up root: another uid and gid, no groups, no capabilities (capabilities(7))."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from assay.sandbox.guest import kernel

PR_CAPBSET_READ = 23
PR_CAPBSET_DROP = 24
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

CAPABILITY_VERSION_3 = 0x20080522
CAPABILITIES_MAX = 64

# Below 65536, because a container often maps no more ids; outside 1000-60000 (people), 60001-60705 (systemd: homes,
# containers, greeters), 61184-65519 (systemd's DynamicUser) and 65534 (nobody). See systemd.io/UIDS-GIDS.
WORKER_UIDS = range(60706, 61184)


def become(uid: int, gid: int) -> None:
    """Turn root into `uid` and `gid` for good, with no other group; the caller may write its own /proc files again."""
    if uid <= 0 or gid <= 0:
        raise ValueError(f"uid and gid must be those of an ordinary user, got {uid!r} and {gid!r}")
    _drop_bounding_set()
    if os.getgroups():
        os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)
    if os.getresuid() != (uid,) * 3 or os.getresgid() != (gid,) * 3 or os.getgroups():
        raise PermissionError(errno.EPERM, f"still has ids {os.getresuid()}, {os.getresgid()}, {os.getgroups()}")
    # The kernel made /proc/self root's own when the uid changed; uid_map could not be written.
    kernel.set_dumpable(True)


def drop_capabilities() -> None:
    """Give up every capability, and gain none by exec where the kernel lets us say so."""
    _drop_bounding_set()
    _check("clear ambient set", _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0))
    _check("capset", _capset(_capability_header(), bytes(24)))
    left = _capability_sets()
    if any(left):
        raise PermissionError(errno.EPERM, f"capabilities are left: {left!r}")


def worker_uid(index: int) -> int:
    """Return the uid (and gid) of worker `index`: the index-th in WORKER_UIDS that belongs to nobody here.

    A uid of its own, because signals and RLIMIT_NPROC are per uid.
    """
    if index < 0:
        raise ValueError(f"index must not be negative, got {index!r}")
    listed = _listed()
    free = [uid for uid in WORKER_UIDS if uid not in listed]
    for uid in free[index:]:
        if not _is_taken(uid):  # not every data base of users can be listed
            return uid
    raise ValueError(f"no uid is left for worker {index!r} in {WORKER_UIDS}")


def _listed() -> set[int]:
    """Return the uids and gids that are in use; to ask for each one would take long."""
    import grp
    import pwd

    return {user.pw_uid for user in pwd.getpwall()} | {group.gr_gid for group in grp.getgrall()}


def _is_taken(uid: int) -> bool:
    import grp
    import pwd

    for find in (pwd.getpwuid, grp.getgrgid):
        try:
            find(uid)
        except KeyError:
            continue
        return True
    return False


def _drop_bounding_set() -> None:
    """Empty the bounding set, which needs CAP_SETPCAP and so comes before the other sets are emptied."""
    for capability in range(CAPABILITIES_MAX):
        if _prctl(PR_CAPBSET_READ, capability, 0, 0, 0) < 0:
            return  # past the last one this kernel knows
        if _prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:
            continue
        if ctypes.get_errno() == errno.EPERM:
            return
        _check(f"drop capability {capability}", -1)


def _capability_sets() -> tuple[int, ...]:
    """Return the effective, permitted and inheritable sets: their low words, then their high words."""
    sets = ctypes.create_string_buffer(24)
    _check("capget", _capget(_capability_header(), sets))
    return struct.unpack("=6I", sets.raw)


def _capability_header() -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(struct.pack("=Ii", CAPABILITY_VERSION_3, 0))


def _check(step: str, result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{step}: {os.strerror(number)}")


_prctl = kernel.libc.prctl
_prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
_capset = kernel.libc.capset
_capset.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
_capget = kernel.libc.capget
_capget.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
