"""Scores in words."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.metrics.base import ScoringTerms
from assay.metrics.scoring import score_run
from assay.metrics.tally import tally
from assay.metrics.words import TYPICAL, in_context, in_words, percent
from assay.records import ProblemKind, Score
from tests.metrics.builders import run_of

ONE = "starter:1|k:1|attempts:1|time:3s"
TEN = "starter:1|k:1|attempts:10|time:3s"


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (
            Score("pass@1", 107 / 164, 164, (0.5755, 0.7209), ONE, k=1),
            "65 % solved on the first try (107 of 164; likely between 58 % and 72 %)",
        ),
        (
            Score("pass@1", 0.5, 164, (0.45, 0.55), TEN, k=1),
            "50 % solved on the first try (164 problems; likely between 45 % and 55 %)",
        ),
        (
            Score("pass@10", 0.85, 20, (0.7, 0.95), TEN, k=10),
            "85 % solved within 10 tries (20 problems; likely between 70 % and 95 %)",
        ),
        (Score("pass^5", 0.4, 1, None, TEN, k=5), "40 % solved 5 times in a row (1 problem)"),
        (
            Score("pass@1 (unjudged as failed)", 0.25, 4, (0.05, 0.7), ONE, k=1),
            "25 % solved on the first try, with every unjudged attempt as failed (1 of 4; likely between 5 % and 70 %)",
        ),
        (
            Score("pass@5 (unjudged as failed)", 0.25, 4, None, TEN, k=5),
            "25 % solved within 5 tries, with every unjudged attempt as failed (4 problems)",
        ),
        (
            Score("functional-correctness", 0.8, 5, (0.0, 1.0), TEN),
            "80 % of the attempts are correct (4 of 5; likely between 0 % and 100 %)",
        ),
        (
            Score("test-case-pass-rate", 0.9, 3, None, ONE),
            "90 % of the cases pass on the average problem (3 problems)",
        ),
        (
            Score("edge-case-pass-rate", 0.2, 3, None, ONE),
            "20 % of the edge cases pass on the average problem (3 problems)",
        ),
        (
            Score("consistency", 0.95, 40, (0.9, 0.99), TEN),
            "two attempts at the same problem agree 95 % of the time (40 problems; likely between 90 % and 99 %)",
        ),
        (
            Score("partial-correctness", 0.7, 2, None, ONE),
            "70 % of the credit for partly correct solutions (2 problems)",
        ),
        (Score("exact-match", 0.5, 2, None, ONE), "50 % are the reference to the letter (1 of 2)"),
        (Score("another", 0.5, 2, None, ONE), "another is 50 % (2 problems)"),
        (
            Score("pass@1", None, 0, None, ONE, k=1, note="no attempt is judged"),
            "pass@1: nothing to measure (no attempt is judged)",
        ),
        (Score("pass@1", None, 0), "pass@1: nothing to measure"),
    ],
)
def test_in_words(score: Score, words: str) -> None:
    assert in_words(score) == words


def test_every_score_of_a_run_has_words() -> None:
    found = score_run(tally(run_of(a="PPPFFX", b="PFFFFF")), ScoringTerms("mine", "1"))

    assert len(found) > 10
    for score in found:
        assert in_words(score)
        assert not in_words(score).startswith(f"{score.metric} is")


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.654, "65 %"),
        (0.005, "0.5 %"),
        (0.994, "99 %"),
        pytest.param(0.997, "99.7 %", id="nearly-all-is-not-all"),
        pytest.param(0.99999, "99.9 %", id="one-in-a-hundred-thousand-missing-is-not-all"),
        pytest.param(0.002, "0.2 %", id="little-is-not-none"),
        pytest.param(1e-9, "0.1 %", id="next-to-nothing-is-not-none"),
    ],
)
def test_percent(share: float, text: str) -> None:
    assert percent(share) == text


@given(st.floats(0, 1))
@example(0.005)
@example(0.995)
def test_only_none_and_all_read_as_none_and_all(share: float) -> None:
    assert (percent(share) == "0 %") == (share == 0)
    assert (percent(share) == "100 %") == (share == 1)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_what_is_no_share_is_refused(share: float) -> None:
    with pytest.raises(InvalidValue, match="from 0 to 1"):
        percent(share)


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (ProblemKind.FUNCTION, 0.65, "below the typical 70–85 % for simple problems"),
        (ProblemKind.FUNCTION, 0.85, "within the typical 70–85 % for simple problems"),
        (ProblemKind.ALGORITHM, 0.9, "above the typical 30–50 % for complex problems"),
        (ProblemKind.REPOSITORY, 0.1, "within the typical 10–30 % for repository problems"),
        (ProblemKind.REPOSITORY, None, ""),
    ],
)
def test_context(kind: ProblemKind, value: float | None, words: str) -> None:
    assert in_context(kind, Score("pass@1", value, 10, k=1)) == words


def test_there_is_context_for_every_kind_and_for_pass_at_1_only() -> None:
    assert set(TYPICAL) == set(ProblemKind)
    assert in_context(ProblemKind.FUNCTION, Score("pass@10", 0.9, 10, k=10)) == ""
