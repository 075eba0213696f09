"""The memory of processes, seen from outside: for whatever no control group counts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

_KIB = 1024
TABLES = (b"VmPTE:",)
HELD = (b"RssAnon:", b"RssShmem:", b"VmSwap:", *TABLES)
FILES = (b"RssFile:",)
SHARES = (b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:")


@dataclass(frozen=True, slots=True)
class Pages:
    """The memory of one process, in bytes."""

    held: int
    """What is not files on disk, shared pages and page tables included."""
    files: int
    """Pages of files on disk, such as libraries, which the kernel can drop at need."""


def exceeds(pids: Iterable[int], limit: int, *, inherited: int) -> bool:
    """Return whether these processes together hold more than `limit` bytes, without mapped files of the system.

    The quick figure counts a page once for each process that has it, so it settles the question only where it is
    small. Otherwise the kernel is asked for each process's share of its pages. Where it does not tell, `inherited`
    bytes are taken off, which every process has from the warm one it was forked from.
    """
    quick = {pid: resident(pid) for pid in pids}
    if sum(quick.values()) <= limit:
        return False
    return sum(share(pid, otherwise=size - inherited) for pid, size in quick.items()) > limit


def resident(pid: int) -> int:
    """Return the bytes of a process that are not files on disk, page tables included; 0 when it is gone."""
    return pages(pid).held


def pages(pid: int) -> Pages:
    """Return the memory of a process now; nothing when it is gone."""
    lines = _lines_of(pid, "status", HELD)
    return Pages(_sum_of(lines, HELD), _sum_of(lines, FILES))


def share(pid: int, *, otherwise: int) -> int:
    """Return the bytes of a process, each shared page divided by the number of those who share it."""
    try:
        shares = _sum_of(_lines_of(pid, "smaps_rollup", SHARES), SHARES)
    except PermissionError:
        return max(0, otherwise)
    return shares + _sum_of(_lines_of(pid, "status", TABLES), TABLES)


def _lines_of(pid: int, file: str, names: tuple[bytes, ...]) -> list[bytes]:
    """Return what the kernel tells about the memory of a process; empty when it is gone.

    A first thread that has ended tells nothing although the others go on, so then the others are asked.
    """
    lines = _read(f"/proc/{pid}/{file}")
    if _tells(lines, names):
        return lines
    for thread in _threads(pid):
        lines = _read(f"/proc/{pid}/task/{thread}/{file}")
        if _tells(lines, names):
            return lines
    return []


def _tells(lines: list[bytes], names: tuple[bytes, ...]) -> bool:
    return any(line.startswith(names) for line in lines)


def _read(path: str) -> list[bytes]:
    """Return the lines of a file of the kernel's; one holds the name of the process, any bytes but a line feed."""
    try:
        with open(path, "rb") as file:
            return file.read().split(b"\n")
    except (FileNotFoundError, ProcessLookupError):
        return []


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except (FileNotFoundError, ProcessLookupError):
        return []


def _sum_of(lines: list[bytes], names: tuple[bytes, ...]) -> int:
    """Return the sum of the lines with these names, in bytes."""
    return sum(int(line.split()[1]) * _KIB for line in lines if line.startswith(names))
