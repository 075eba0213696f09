"""One runner for the tests of a module, and a cache folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import SandboxUnavailable
from assay.sandbox.artefacts import ArtefactCache
from assay.sandbox.runner import Runner


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("artefacts")


@pytest.fixture(scope="module")
def runner(artefacts: Path) -> Iterator[Runner]:
    with Runner(cache=ArtefactCache(artefacts)) as made:
        try:
            made.sandbox.facts(program=True)
        except SandboxUnavailable as error:
            pytest.skip(f"this machine grants programs no namespaces: {error}")
        yield made


@pytest.fixture(autouse=True)
def _cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
