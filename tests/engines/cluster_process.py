"""A Ray cluster in a process of its own, which is nobody's child: it obeys a socket, and ends when that closes."""

from __future__ import annotations

import json
import os
import socket
import sys
from typing import Any


def main(descriptor: int) -> None:
    if os.fork():
        os._exit(0)
    os.setsid()
    from ray.cluster_utils import Cluster

    patience = {"health_check_timeout_ms": 60_000}  # a node of a busy machine answers late, and is not dead
    head = {"num_cpus": 2, "include_dashboard": False, "_system_config": patience}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    with socket.socket(fileno=descriptor).makefile("rw") as channel:

        def say(**facts: Any) -> None:  # Any: JSON
            channel.write(json.dumps(facts) + "\n")
            channel.flush()

        say(address=cluster.address, pid=os.getpid())
        added = None
        for line in channel:
            if line.strip() == "add":
                added = cluster.add_node(num_cpus=1)
                cluster.wait_for_nodes()
                say(raylet=_pid_of(added))
            if line.strip() == "kill":
                cluster.remove_node(added, allow_graceful=False)
                say()
    cluster.shutdown()


def _pid_of(node: Any) -> int:  # Any: Ray's
    """The process from which all workers of a node descend."""
    return int(node.all_processes["raylet"][0].process.pid)


if __name__ == "__main__":
    main(int(sys.argv[1]))
