"""A service in this process, on a store in memory; requests come from this machine."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from tests.service.local import in_process


@pytest.fixture
def context() -> Context:
    return Context(MemoryStore(), ServiceSettings())


@pytest.fixture
def client(context: Context) -> Iterator[httpx.Client]:
    with in_process(context) as made:
        yield made


@pytest.fixture(scope="module")
def shared_context() -> Context:
    return Context(MemoryStore(), ServiceSettings())


@pytest.fixture(scope="module")
def shared_client(shared_context: Context) -> Iterator[httpx.Client]:
    """One service for all tests of a file that leave nothing in it."""
    with in_process(shared_context) as made:
        yield made
