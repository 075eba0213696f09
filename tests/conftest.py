"""What every test stands on: no settings of the user's, and no clock that can fail a property."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("assay", deadline=None, database=None)
settings.load_profile("assay")
signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell's background jobs ignore it, and children inherit that


@pytest.fixture(autouse=True, scope="session")
def _clean_environment() -> Iterator[None]:
    """The user's ASSAY_* variables and colours do not reach a test; what a test sets, it takes back itself."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith("ASSAY_") or name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}:
                patch.delenv(name)
        yield
