"""Control groups, where the machine grants them: one limit for the memory and the processes of a whole tree.

Version 1 (one hierarchy for each controller) and version 2 (cgroups(7), Documentation/admin-guide/cgroup-v2.rst).
A group is made below our own in version 1, and beside our own in version 2, where a group with processes in it cannot
have limited children. We never move ourselves.
"""

from __future__ import annotations

import errno
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

MEMORY, PIDS = "memory", "pids"

ROUNDS = 400
ROUND_SECONDS = 0.005


def available() -> tuple[bool, str]:
    """Return whether a throw-away group can be made, limited, entered and removed, and the version or the reason."""
    try:
        group = ControlGroup.create(f"assay-probe-{secrets.token_hex(6)}", memory_bytes=64 * 2**20, processes=16)
        try:
            _attach_bystander(group)
        finally:
            group.kill()
            group.remove()
    except OSError as error:
        return False, str(error)
    return True, f"control groups version {group.version}"


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """A group that limits and counts every process in it, and can kill them all."""

    version: int
    memory: Path | None
    """Its folder in the memory hierarchy; in version 2 the same as `pids`."""
    pids: Path | None
    processes: int | None
    """The limit on processes and threads."""

    @classmethod
    def create(
        cls, name: str, *, memory_bytes: int | None, processes: int | None, version: int | None = None
    ) -> ControlGroup:
        """Make the group `name` with these limits; an OSError names the step that was refused.

        Without `version`, the first where the controllers are; machines in transition have both.
        """
        _check_arguments(name, memory_bytes, processes)
        wanted = [kind for kind, limit in ((MEMORY, memory_bytes), (PIDS, processes)) if limit is not None]
        version, parents = _parents(wanted, version)
        memory, pids = (_below(parents.get(kind), name) for kind in (MEMORY, PIDS))
        group = cls(version, memory, pids, processes)
        made: list[Path] = []
        try:
            for folder in group.folders:
                with _step(f"make control group {folder}"):
                    folder.mkdir()
                made.append(folder)
            group._limit(memory_bytes)
        except OSError:
            for folder in made:
                folder.rmdir()
            raise
        return group

    @property
    def folders(self) -> list[Path]:
        """Its folders, each once."""
        return list(dict.fromkeys(folder for folder in (self.memory, self.pids) if folder is not None))

    def attach(self, pid: int) -> None:
        """Move the process `pid` into the group; its later children are born there."""
        for folder in self.folders:
            _write(folder / "cgroup.procs", pid)

    def members(self) -> set[int]:
        """Return the processes in the group that this process can see."""
        lists = [folder / "cgroup.procs" for folder in self.folders if folder.exists()]
        return {int(pid) for file in lists for pid in file.read_text().split()} - {0}

    @property
    def oom_events(self) -> Path | None:
        """The file that changes when the kernel kills a process of the group for want of memory."""
        if self.memory is None:
            return None
        events = self.memory / ("memory.oom_control" if self.version == 1 else "memory.events")
        return events if events.exists() else None

    def oom_kills(self) -> int:
        """Return how many processes of the group the kernel killed for want of memory."""
        events = self.oom_events
        if events is None:
            return 0
        counts = dict(line.split() for line in events.read_text().splitlines())
        return int(counts.get("oom_kill", 0))

    @property
    def usage(self) -> Path | None:
        """The file that says how many bytes are charged to the group now."""
        if self.memory is None:
            return None
        return self.memory / ("memory.usage_in_bytes" if self.version == 1 else "memory.current")

    def reclaimable(self) -> int:
        """Return how many bytes charged to the group are copies of files on disk, which the kernel drops at need."""
        if self.memory is None:
            return 0
        lines = (self.memory / "memory.stat").read_text().splitlines()
        counts = {name: int(value) for name, value in map(str.split, lines)}
        return counts.get("cache" if self.version == 1 else "file", 0) - counts.get("shmem", 0)

    def kill(self) -> None:
        """Kill every process in the group and see them gone; the group can be used again.

        A dead process counts as one until its parent has waited for it.
        """
        if self.version == 2 and (self.folders[0] / "cgroup.kill").exists():
            _write(self.folders[0] / "cgroup.kill", 1)
            _repeat(lambda: not self.members(), "kill the control group")
            return
        with self._no_new_processes():
            _repeat(self._kill_once, "kill the control group")

    def remove(self) -> None:
        """Remove the group; its processes must be dead, but the kernel may need a moment to notice."""
        for folder in self.folders:
            _repeat(partial(_removed, folder), f"remove control group {folder}")

    def _limit(self, memory_bytes: int | None) -> None:
        if self.pids is not None and self.processes is not None:
            _write(self.pids / "pids.max", self.processes)
        if self.memory is None or memory_bytes is None:
            return
        if self.version == 2:
            _write(self.memory / "memory.max", memory_bytes)
            _write_if_there(self.memory / "memory.swap.max", 0)
            return
        _write(self.memory / "memory.limit_in_bytes", memory_bytes)
        # Memory and swap together: the same number leaves no swap. Absent where the kernel does not count swap.
        _write_if_there(self.memory / "memory.memsw.limit_in_bytes", memory_bytes)

    @contextmanager
    def _no_new_processes(self) -> Iterator[None]:
        """Forbid new processes, or a fork bomb can stay ahead of a loop that kills what it has read."""
        limit = self.pids / "pids.max" if self.pids is not None else None
        if limit is None or not limit.exists():
            yield
            return
        _write(limit, 0)
        try:
            yield
        finally:
            _write(limit, "max" if self.processes is None else self.processes)

    def _kill_once(self) -> bool:
        members = self.members()
        for pid in members:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        return not members


def _check_arguments(name: str, memory_bytes: int | None, processes: int | None) -> None:
    if not name or "/" in name or name.startswith("."):
        raise ValueError(f"name must be a plain folder name, got {name!r}")
    for what, limit in (("memory_bytes", memory_bytes), ("processes", processes)):
        if limit is not None and limit < 1:
            raise ValueError(f"{what} must be positive, got {limit!r}")


def _parents(wanted: list[str], version: int | None) -> tuple[int, dict[str, Path]]:
    """Return the version to use, and the folder in which to make a group for each controller."""
    mounts = Path("/proc/self/mountinfo").read_text()
    membership = Path("/proc/self/cgroup").read_text()
    first = _own_groups_v1(mounts, membership)
    if version != 2 and first and all(kind in first for kind in wanted):
        return 1, first
    own = _own_group_v2(mounts, membership)
    if version == 1 or own is None:
        raise OSError(errno.ENOENT, f"no mounted control group hierarchy has the controllers {wanted}")
    parent = _parent_v2(own, wanted)
    return 2, {MEMORY: parent, PIDS: parent}


def _own_groups_v1(mounts: str, membership: str) -> dict[str, Path]:
    """Return our own group's folder in the hierarchy of each controller we use."""
    own = {}
    for line in membership.splitlines():
        _, controllers, path = line.split(":", 2)
        for kind in {MEMORY, PIDS} & set(controllers.split(",")):
            folder = _folder(mounts, "cgroup", kind, path)
            if folder is not None:
                own[kind] = folder
    return own


def _own_group_v2(mounts: str, membership: str) -> Path | None:
    for line in membership.splitlines():
        if line.startswith("0::"):
            return _folder(mounts, "cgroup2", None, line[len("0::") :])
    return None


def _folder(mounts: str, filesystem: str, option: str | None, group: str) -> Path | None:
    """Return where the hierarchy of that file system shows `group`; a container mounts only a part of it."""
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ")[:3]
        root, place = left.split(" ")[3:5]
        if kind != filesystem or (option is not None and option not in options.split(",")):
            continue
        if (group.rstrip("/") + "/").startswith(root.rstrip("/") + "/"):
            return Path(place + group.removeprefix(root.rstrip("/")).rstrip("/"))
    return None


def _parent_v2(own: Path, wanted: list[str]) -> Path:
    """Return the group that may have limited children: the root of all if we live there, else our parent."""
    # Only the root of the whole hierarchy has no cgroup.type; it may hold processes and limited children together.
    parent = own.parent if (own / "cgroup.type").exists() else own
    if not (parent / "cgroup.subtree_control").exists():
        raise OSError(errno.EACCES, f"the control group above ours is out of sight: {parent}")
    missing = set(wanted) - set((parent / "cgroup.subtree_control").read_text().split())
    if missing:
        _write(parent / "cgroup.subtree_control", " ".join(f"+{kind}" for kind in sorted(missing)))
    return parent


def _below(parent: Path | None, name: str) -> Path | None:
    return None if parent is None else parent / name


def _attach_bystander(group: ControlGroup) -> None:
    with _step("start a process to attach"):
        bystander = subprocess.Popen(["/bin/sh", "-c", "read -r _"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        group.attach(bystander.pid)
    finally:
        bystander.kill()
        bystander.communicate()


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


def _repeat(done: Callable[[], bool], step: str) -> None:
    for _ in range(ROUNDS):
        if done():
            return
        time.sleep(ROUND_SECONDS)
    raise OSError(errno.EBUSY, f"{step}: still busy after {ROUNDS * ROUND_SECONDS:g} seconds")


def _write_if_there(path: Path, value: int) -> None:
    if path.exists():
        _write(path, value)


def _write(path: Path, value: int | str) -> None:
    with _step(f"write {value!r} to {path}"):
        path.write_text(str(value))


@contextmanager
def _step(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"{name}: {os.strerror(error.errno or errno.EIO)}") from error
