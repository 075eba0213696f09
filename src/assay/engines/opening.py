"""Opens the engine that the user means: processes of this machine, or a cluster."""

from __future__ import annotations

from assay.choices import Resources
from assay.engines.base import Engine
from assay.errors import InvalidOption


def open_engine(resources: Resources) -> Engine:
    """The engine of that name, whose workers have not been told yet how to judge."""
    if resources.engine == "ray":
        from assay.engines.cluster import RayEngine

        return RayEngine(resources.address, resources.workers)
    if resources.address is not None:
        raise InvalidOption("address", f"only the engine 'ray' has one, got {resources.address!r}")
    from assay.engines.local import LocalEngine

    return LocalEngine(resources.workers)
