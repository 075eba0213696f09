"""Requests made up from the OpenAPI document: no mistake of ours, and every answer is as the document says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from assay.alerts import Alert, AlertState
from assay.observations import Feedback, Observation
from assay.service.app import create_app
from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from tests.service.local import on_loopback

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)
SKIPPED = {"/v1/judge", "/v1/runs/{run_id}/progress"}
"""These start processes or stream without end; their own tests ask them."""
NOT_MADE = {("POST", "/v1/runs"), ("POST", "/v1/runs/{run_id}/cancel"), ("POST", "/v1/runs/{run_id}/resume")}


def filled() -> Context:
    store = MemoryStore()
    store.add_observations(
        [Observation(f"t{place}", place % 2 > 0, NOW, f"o{place}", arm="ab"[place % 2]) for place in range(6)]
    )
    store.add_feedback([Feedback("o1", NOW, "f1", stars=4)])
    store.change_alerts([Alert("slow", state=AlertState.FIRING)])
    return Context(store, ServiceSettings(), now=lambda: NOW)


def document() -> dict[str, Any]:  # Any: OpenAPI
    found: dict[str, Any] = create_app(filled()).openapi()
    return found


def operations() -> list[tuple[str, str]]:
    paths = document()["paths"]
    found = [(method.upper(), path) for path, methods in paths.items() for method in methods if path not in SKIPPED]
    return [one for one in found if one not in NOT_MADE]


def operations_that_take_something() -> list[tuple[str, str]]:
    paths = document()["paths"]
    parts = {"parameters", "requestBody"}
    return [(method, path) for method, path in operations() if parts & set(paths[path][method.lower()])]


def test_every_operation_is_described() -> None:
    paths = document()["paths"]
    bare = [
        (method, path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if not operation.get("description") or (path.startswith("/v1/") and "401" not in operation["responses"])
    ]

    assert len(paths) > 15
    assert bare == []


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with on_loopback(filled()) as made:
        yield made


def ask(operation: tuple[str, str], address: str, *, mode: GenerationMode, examples: int) -> None:
    """Send made-up requests of one operation over a real connection, and hold the answers to the document."""
    method, path = operation
    described = schemathesis.openapi.from_dict(document())[path][method]

    @settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(described.as_strategy(mode))
    def sent(case: Any) -> None:
        case.call_and_validate(base_url=address, checks=CHECKS)

    sent()


@pytest.mark.parametrize("operation", operations(), ids=" ".join)
def test_requests_that_make_sense_are_answered_as_the_document_says(operation: tuple[str, str], address: str) -> None:
    ask(operation, address, mode=GenerationMode.POSITIVE, examples=2)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["good", "bad"])
@pytest.mark.parametrize("operation", operations_that_take_something(), ids=" ".join)
def test_many_requests_of_every_kind(operation: tuple[str, str], mode: GenerationMode, address: str) -> None:
    try:
        ask(operation, address, mode=mode, examples=60)
    except Unsatisfiable:
        pytest.skip("there is nothing wrong that a client could send there")
