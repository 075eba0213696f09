"""The frame: health, errors in one shape, headers on every answer."""

from __future__ import annotations

import httpx
import pytest

from assay.service.guard import SECURITY_HEADERS


def test_a_service_that_lives_says_so(client: httpx.Client) -> None:
    answers = {path: client.get(path).json() for path in ("/healthz", "/readyz")}

    assert answers == {"/healthz": {"status": "ok"}, "/readyz": {"status": "ok"}}


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/nothing", "/v1/observations"])
def test_every_answer_has_the_headers_of_security(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers

    assert {name.decode(): headers.get(name.decode()) for name, _ in SECURITY_HEADERS} == {
        name.decode(): value.decode() for name, value in SECURITY_HEADERS
    }
    assert headers["cache-control"] == "no-store"


def test_what_is_not_there_is_refused_in_the_shape_of_every_refusal(client: httpx.Client) -> None:
    answer = client.get("/nothing")

    assert (answer.status_code, answer.json()) == (
        404, {"error": "there is nothing at '/nothing'; /openapi.json lists the addresses of the API"}
    )  # fmt: skip
