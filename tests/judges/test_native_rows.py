"""Rows of public sets in Go, Ruby, PHP, Perl, Lua, Bash and R: references pass, buggy and empty candidates do not."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from assay.records import Candidate, NativeSuite, Problem, Verdict
from tests.judges.native_languages import needs, shared_judge
from tests.public_data import data_file, rows

pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200)]


def verdict(language: str, tests: str, source: str, before: str = "", reference: str = "") -> Verdict | None:
    needs(language)
    problem = Problem("x", NativeSuite(tests, before=before), language=language, reference=reference)
    trial = shared_judge().judge(problem, Candidate(source))
    if trial.verdict is None:
        pytest.skip(trial.fault)
    return trial.verdict


def test_references_in_go_pass_and_buggy_solutions_fail() -> None:
    wrong = []
    for row in rows("humanevalpack/humanevalpack_go.jsonl.gz"):
        right = row["prompt"] + row["canonical_solution"]
        for field, expected in (("canonical_solution", True), ("buggy_solution", False)):
            source = row["prompt"] + row[field]
            found = verdict("go", row["test"], source, row["test_setup"], right)
            if found is None or found.passed is not expected:
                wrong.append((row["task_id"], field, found))

    assert wrong == []


def test_most_published_solutions_in_php_pass() -> None:
    assert passing("php", "mxeval/mbxp__mbphp_release_v1.2.jsonl.gz") == (787, 950)


def test_published_solutions_in_ruby_pass() -> None:
    passed, of = passing("ruby", "mxeval/mbxp__mbrbp_release_v1.2.jsonl.gz")

    assert of == 784
    assert passed >= 780


def passing(language: str, name: str) -> tuple[int, int]:
    """How many of the solutions of a set pass, and how many there are."""
    found = [
        verdict(language, row["test"], source := row["prompt"] + row["canonical_solution"], reference=source)
        for row in rows(name)
        if row["canonical_solution"]
    ]
    return sum(one is Verdict.PASSED for one in found), len(found)


STUBS = {
    "go": '\tpanic("stub")\n}\n',
    "rb": "  raise 'stub'\nend\n",
    "php": "    throw new Exception('stub');\n}\n",
    "pl": "    die 'stub';\n}\n",
    "lua": "  error('stub')\nend\n",
    "sh": "    return 3\n",
    "r": "\n    stop('stub')\n}\n",
}
NAMES = {"rb": "ruby", "pl": "perl", "sh": "bash"}


@pytest.mark.parametrize("short", STUBS)
def test_a_stub_of_multipl_e_never_passes(short: str) -> None:
    for row in multipl_e(f"humaneval-{short}")[::4]:
        assert verdict(NAMES.get(short, short), row["tests"], row["prompt"] + STUBS[short]) in (
            Verdict.FAILED,
            Verdict.CRASHED,
            Verdict.INVALID,
        ), row["name"]


def multipl_e(part: str) -> list[dict[str, Any]]:  # Any: JSON
    with gzip.open(data_file(f"multipl-e/{part}-reworded.json.gz"), "rt", encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)  # Any: JSON
    return found
