"""Who makes a run, and for how long that is believed: a run whose process is gone is free for others to go on with."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import UsageError
from assay.spec import Run, RunState

if TYPE_CHECKING:
    from assay.store.base import Leases, Store

RENEW_SECONDS = 5.0
EXPIRES_SECONDS = 120.0
"""After so long without a word, a process that cannot be looked at counts as gone; clocks may differ by nearly that."""


class TakenOver(UsageError):
    """Another process goes on with the run that this one was making."""


@dataclass(frozen=True, slots=True)
class Holder:
    """One sitting of one process."""

    host: str
    """The machine since it was started, and the part of it in which `pid` means something."""
    pid: int
    begun: str | None
    """When the process began, in the kernel's ticks: a number is given to another process in time."""
    token: str = ""
    """Its own for every sitting."""

    @classmethod
    def here(cls) -> Holder:
        """This process, for a new sitting."""
        return cls(_host(), os.getpid(), _begun(os.getpid()), secrets.token_hex(8))

    @classmethod
    def from_text(cls, text: str) -> Holder:
        return cls(**json.loads(text))

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host.partition(' ')[0]}"


@dataclass(frozen=True, slots=True)
class Lease:
    """A holder, and when it was last heard of."""

    holder: Holder
    seen: float
    """Seconds since 1970, by the holder's clock."""

    def is_in_force(self, now: float) -> bool:
        """Whether the holder lives: looked at on this machine, believed for a while on another."""
        holder = self.holder
        if holder.begun is not None and holder.host == _host():
            return holder.begun == _begun(holder.pid)
        return now - self.seen < EXPIRES_SECONDS


def as_it_stands(run: Run, lease: Lease | None, now: float) -> Run:
    """The run, interrupted if it says that it is in work and its process is gone."""
    gone = run.state is RunState.RUNNING and lease is not None and not lease.is_in_force(now)
    return replace(run, state=RunState.INTERRUPTED) if gone else run


def may_hold(holder: Holder, run_state: RunState, lease: Lease, now: float) -> bool:
    """Whether a lease that is there is the holder's own, or nobody's any more."""
    free = run_state is not RunState.RUNNING or not lease.is_in_force(now)
    return free or lease.holder.token == holder.token


def take_up(store: Store, found: Run | None, new: Callable[[], Run], *, by_force: bool = False) -> tuple[Run, Holder]:
    """The run that was found, or a new one where another process has that; from here on it is this process's.

    It is interrupted until it is held, so that none is ever left as if it were in work.
    """
    holder = Holder.here()
    if found is None or store.hold(found.id, holder, by_force=by_force) != holder:
        found = replace(new(), state=RunState.INTERRUPTED)
        store.add_run(found)
        store.hold(found.id, holder)
    run = replace(found, state=RunState.RUNNING)
    store.update_run(run)
    return run, holder


class Holding:
    """Keeps a run for this process and says so in the store every few seconds, from a thread of its own."""

    def __init__(self, store: Leases, run_id: str, holder: Holder, *, every_seconds: float = RENEW_SECONDS) -> None:
        self._store = store
        self._run_id = run_id
        self._holder = holder
        self._every_seconds = every_seconds
        self._other: Holder | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)

    def start(self) -> Holding:
        self._thread.start()
        return self

    def close(self) -> None:
        """Says no more; the run is kept until its record says that it is no longer in work."""
        self._ended.set()
        self._thread.join()

    def check(self) -> None:
        """Raises `TakenOver` when another process has the run."""
        if self._other is not None:
            raise TakenOver(
                f"run {self._run_id} was taken over by {self._other}; what was judged here is kept, the rest is its own"
            )

    def _renew(self) -> None:
        while self._other is None and not self._ended.wait(self._every_seconds):
            with suppress(Exception):  # a store that is busy or out of reach for a moment; the next time may do
                found = self._store.hold(self._run_id, self._holder)
                self._other = None if found == self._holder else found


def _host() -> str:
    return f"{os.uname().nodename} {_content('/proc/sys/kernel/random/boot_id')} {_process_space()}"


def _process_space() -> str:
    """Containers of one machine count their processes apart."""
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""


def _content(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _begun(pid: int) -> str | None:
    """When a process began, in the kernel's ticks; `None` where there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None
