"""Code judged over HTTP: one candidate, a batch, a stream that one endless loop does not hold up."""

from __future__ import annotations

import json
from typing import Any

import httpx

DOUBLE = {"entry_point": "double", "tests": "assert double(2) == 4\nassert double(0) == 0"}
RIGHT = "def double(x): return 2 * x"
WRONG = "def double(x): return x * x + 1"


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.text.splitlines()]


def test_one_candidate_is_answered_with_its_verdict(client: httpx.Client) -> None:
    answer = client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT})

    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["verdict"], found["passed"], found["cases"], found["cases_passed"]) == ("passed", True, 2, 2)
