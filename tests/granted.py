"""A sandbox for whole programs, for tests that need one; they skip where the machine grants no namespaces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from assay.errors import SandboxUnavailable
from assay.sandbox.warm import WarmPython


@contextmanager
def programs(*, control_groups: bool = True) -> Iterator[WarmPython]:
    """Open a sandbox that can run whole programs."""
    with WarmPython(control_groups=control_groups) as made:
        skip_without_programs(made)
        yield made


def skip_without_programs(sandbox: WarmPython) -> None:
    """Skip the test when no program can be run on this machine."""
    try:
        sandbox.facts(program=True)
    except SandboxUnavailable as error:
        pytest.skip(f"this machine grants programs no namespaces: {error}")
