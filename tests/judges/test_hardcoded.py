"""HardCodedAnswers written down for the very cases are noticed; what is small, huge or unwritable is not."""

from __future__ import annotations

import pytest

from assay.judges.hardcoded import HardCodedAnswers
from assay.records import Case

CASES = tuple(Case((f"input {number}", number), f"answer {number}") for number in range(6))
_ROWS = ", ".join(f"'input {n}': 'answer {n}'" for n in range(6))
TABLE = f"def f(x, n):\n    return {{{_ROWS}}}[x]\n"


def test_a_table_of_the_answers_is_noticed() -> None:
    found = HardCodedAnswers(CASES).suspicions(TABLE.encode())

    assert [suspicion.kind for suspicion in found] == ["hard_coded_answers"]
    assert "6 of 6 cases" in found[0].evidence


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def f(x, n): return f'answer {n}'", id="honest"),
        pytest.param(f'"""{TABLE}"""\ndef f(x, n): return 1', id="only-in-a-docstring"),
        pytest.param("def f(", id="does-not-parse"),
        pytest.param(TABLE + "#" * 300_000, id="too-long"),
    ],
)
def test_this_is_no_reason_to_suspect(source: str) -> None:
    assert HardCodedAnswers(CASES).suspicions(source.encode()) == []


def test_values_that_nobody_writes_down_do_not_count_and_do_no_harm() -> None:
    huge = tuple(Case((10**5000 + number, "x" * 10_000), 10**6000) for number in range(5))

    assert HardCodedAnswers(huge).telling == []
