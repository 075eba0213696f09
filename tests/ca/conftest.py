"""One runner for the tests of a module, and a cache folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.sandbox.artefacts import ArtefactCache
from assay.sandbox.runner import Runner
from tests.granted import skip_without_programs


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("artefacts")


@pytest.fixture(scope="module")
def runner(artefacts: Path) -> Iterator[Runner]:
    with Runner(cache=ArtefactCache(artefacts)) as made:
        skip_without_programs(made.sandbox)
        yield made


@pytest.fixture(autouse=True)
def _cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
