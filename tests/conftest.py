"""What every test stands on: no settings of the user's, and no clock that can fail a property."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("assay", deadline=None, database=None)
settings.load_profile("assay")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's ASSAY_* variables and colours do not reach a test."""
    for name in list(os.environ):
        if name.startswith("ASSAY_") or name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}:
            monkeypatch.delenv(name)
