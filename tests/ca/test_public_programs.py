"""Published programs against themselves, and published bugs against their repairs."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from assay.ca import evaluate_ca
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain
from tests.ca.public_programs import SOURCES, programs
from tests.public_data import rows

FAST = {"python": 20, "javascript": 8, "c": 3, "cpp": 1, "rust": 1, "java": 2}
"""Compilers take seconds for each: the twenty of every language are among the slow tests."""
TWENTY = 20
SECONDS = 10.0


@pytest.mark.parametrize("language", SOURCES)
def test_a_few_published_programs_agree_with_themselves(runner: Runner, language: str) -> None:
    check(runner, language, FAST[language])


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("language", [name for name, count in FAST.items() if count < TWENTY])
def test_twenty_published_programs_agree_with_themselves(runner: Runner, language: str) -> None:
    check(runner, language, TWENTY)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("language", SOURCES)
def test_all_published_programs_agree_with_themselves(runner: Runner, language: str) -> None:
    check(runner, language, None)


def check(runner: Runner, language: str, sample: int | None) -> None:
    """A program that ends with 0 and does not vary scores 1.0; the others are listed by class."""
    if language != "python":
        try:
            tools(language)
        except MissingToolchain as error:
            pytest.skip(str(error))
    found: dict[str, list[str]] = {}
    chosen = programs(language, sample=sample)
    for program in chosen:
        result = evaluate_ca(
            program.source, program.source, input_data=program.stdin, language=language, timeout=SECONDS, repeat=2,
            runner=runner,
        )  # fmt: skip
        found.setdefault(result["class"], []).append(program.name)
        if result["class"] == "perfect":
            assert (result["ca_score"], result["exact_match"], result["returncode_match"]) == (1.0, True, True)
        else:
            assert result["nondeterministic"] or result["error"], (program.name, result["class"], result["diff"])
    counts = Counter({name: len(group) for name, group in found.items()})
    print(f"{language}: {dict(counts)}; apart: { {k: v for k, v in found.items() if k != 'perfect'} }")
    assert set(found) <= {"perfect", "groundtruth_failed", "nondeterministic"}
    assert counts["perfect"] >= len(chosen) // 2, found


BRIDGE = """
import json as _json, sys as _sys
_arguments = _json.load(_sys.stdin)
_value = {name}(*_arguments)
print(_json.dumps(_value if not hasattr(_value, '__next__') else list(_value)))
"""


def bugs() -> list[dict[str, Any]]:
    return [row for row in rows("quixbugs/quixbugs_python.jsonl.gz") if row.get("testcases")]


def assert_they_differ(runner: Runner, row: dict[str, Any], inputs: int | None, seconds: float) -> None:
    bridge = BRIDGE.format(name=row["name"])
    given = [json.dumps(case[0] if isinstance(case[0], list) else [case[0]]) for case in row["testcases"]][:inputs]
    result = evaluate_ca(
        row["correct"] + bridge, row["buggy"] + bridge, input_data=given, timeout=seconds, runner=runner
    )

    assert result["ca_score"] < 1.0, row["name"]
    assert result["class"] in {"partial", "failed"}, (row["name"], result["class"], result["error"])


def test_a_few_published_bugs_differ_from_their_repairs(runner: Runner) -> None:
    quick = [row for row in bugs() if row["name"] in QUICK]
    for row in random.Random(3).sample(quick, 6):
        assert_they_differ(runner, row, None, 2.0)


QUICK = {
    "flatten", "gcd", "get_factors", "hanoi", "is_valid_parenthesization", "kheapsort", "kth", "lcs_length",
    "max_sublist_sum", "next_palindrome", "pascal", "quicksort", "rpn_eval", "shunting_yard", "to_base",
}  # fmt: skip
"""Bugs that do not loop for ever."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_all_published_bugs_differ_from_their_repairs(runner: Runner) -> None:
    for row in bugs():
        assert_they_differ(runner, row, None, 2.0)
