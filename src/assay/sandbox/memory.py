"""The memory of a whole process tree, seen from outside: for machines where no control group counts it."""

from __future__ import annotations

from collections.abc import Iterable

_KIB = 1024


def exceeds(pids: Iterable[int], limit: int, *, inherited: int) -> bool:
    """Whether these processes together hold more than `limit` bytes, without mapped files of the system.

    The quick figure counts a page once for each process that has it, so it settles the question only where it is
    small. Otherwise the kernel is asked for each process's share of its pages. Where it does not tell, `inherited`
    bytes are taken off, which every process has from the warm one it was forked from.
    """
    quick = {pid: resident(pid) for pid in pids}
    if sum(quick.values()) <= limit:
        return False
    return sum(share(pid, otherwise=size - inherited) for pid, size in quick.items()) > limit


def resident(pid: int) -> int:
    """Bytes of memory that are not files on disk, shared pages included; 0 when the process is gone."""
    return _sum_of(f"/proc/{pid}/status", ("RssAnon", "RssShmem", "VmSwap"))


def share(pid: int, *, otherwise: int) -> int:
    """The same with each shared page divided by the number of those who share it."""
    try:
        return _sum_of(f"/proc/{pid}/smaps_rollup", ("Pss_Anon", "Pss_Shmem", "SwapPss"))
    except PermissionError:
        return max(0, otherwise)


def _sum_of(path: str, names: tuple[str, ...]) -> int:
    """The sum of these lines of a file of the kernel's, in bytes; 0 when its process is gone."""
    try:
        with open(path) as file:
            lines = [line.split() for line in file]
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(words[1]) * _KIB for words in lines if words and words[0].rstrip(":") in names)
