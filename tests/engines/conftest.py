"""A small Ray cluster of this machine, for the tests of the engine that needs one."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.engines import cluster_process
from tests.engines.processes import children

ROOT = Path(__file__).parents[2]
START_SECONDS = 100.0


class RayCluster:
    """A cluster of two CPUs; a node with one more can be added, and killed."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        ours.settimeout(START_SECONDS)
        command = [sys.executable, cluster_process.__file__, str(theirs.fileno())]
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        with theirs:
            subprocess.run(
                command,
                pass_fds=(theirs.fileno(),),
                env={**os.environ, "PYTHONPATH": path},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=True,
            )
        self._channel = ours.makefile("rw")
        self._socket = ours
        facts = self._answer()
        self.address: str = facts["address"]
        self.pid: int = facts["pid"]

    def add_node(self) -> int:
        """One more node; the process from which its workers descend."""
        return int(self._ask("add")["raylet"])

    def kill_node(self) -> None:
        self._ask("kill")

    def workers(self, root: int | None = None) -> set[int]:
        """The actors of the engine, and all that they started; `root`: only those below that process."""
        found: set[int] = set()
        for pid in children(self.pid if root is None else root):
            with suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::ClusterWorker"):
                    found |= {pid} | children(pid)
        return found

    def close(self) -> None:
        self._channel.close()
        self._socket.close()

    def _ask(self, command: str) -> dict[str, Any]:  # Any: JSON
        self._channel.write(f"{command}\n")
        self._channel.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:  # Any: JSON
        answer: dict[str, Any] = json.loads(self._channel.readline())
        return answer


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[RayCluster]:
    """A cluster that outlives the engines."""
    pytest.importorskip("ray", reason="needs the extra `ray`: make test-ray")
    cluster = RayCluster()
    yield cluster
    cluster.close()


@pytest.fixture(scope="session")
def ray_connection(ray_cluster: RayCluster) -> Iterator[RayCluster]:
    """The cluster, with a connection that all engines of this process use."""
    from assay.engines.cluster import connected

    with connected(ray_cluster.address):
        yield ray_cluster
