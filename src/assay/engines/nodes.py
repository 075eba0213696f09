"""What each node of a cluster grants to a sandbox, for `assay doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay import __version__
from assay.engines.cluster import connected, reason_of
from assay.engines.local import START_SECONDS

if TYPE_CHECKING:
    from assay.sandbox.examination import Examination


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a cluster, looked at from within."""

    name: str
    """Its address and the beginning of its id."""
    cpus: int
    version: str = ""
    """Of Assay there."""
    examination: Examination | None = None
    error: str = ""
    """Why there is no examination."""


def examine_nodes(address: str | None, python: str | None) -> list[Node]:
    """Start the sandbox on every node of a cluster and say what each grants."""
    with connected(address) as ray:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        asked = {}
        for found in ray.nodes():
            if found["Alive"]:
                here = NodeAffinitySchedulingStrategy(found["NodeID"], soft=False)
                examine = ray.remote(num_cpus=0, max_retries=0, scheduling_strategy=here)(_examine)
                name, cpus = f"{found['NodeManagerAddress']}/{found['NodeID'][:8]}", found["Resources"].get("CPU", 0)
                node = Node(name, int(cpus))
                asked[examine.remote(node, python)] = node
        ray.wait(list(asked), num_returns=len(asked), timeout=START_SECONDS)
        nodes = []
        for reference, node in asked.items():
            try:
                nodes.append(ray.get(reference, timeout=0))
            except ray.exceptions.RayError as error:
                nodes.append(Node(node.name, node.cpus, error=reason_of(error)))
        return sorted(nodes, key=lambda node: node.name)


def _examine(node: Node, python: str | None) -> Node:
    """On the node itself."""
    from assay.errors import AssayError
    from assay.sandbox.examination import examine

    try:
        return Node(node.name, node.cpus, __version__, examine(python))
    except AssayError as error:
        return Node(node.name, node.cpus, __version__, error=str(error))
