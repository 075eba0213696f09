"""What people say of a run beside its verdicts."""

from __future__ import annotations

import math

import pytest

from assay.evaluation.opinions import opinions_of
from assay.quality.human import HumanEvaluationScore, Rating
from assay.records import Candidate, Trial, Verdict
from assay.spec import Run

RUN = Run("r1", "mine", "1")


def trials(**letters: str) -> list[Trial]:
    """`trials(a="PF")` is problem a, tried twice: one pass, one failure; `-` is a trial without a verdict."""
    verdicts = {"P": Verdict.PASSED, "F": Verdict.FAILED, "-": None}
    return [
        Trial(problem, Candidate("", attempt=attempt), verdicts[letter], fault="broke" if letter == "-" else "")
        for problem, tried in letters.items()
        for attempt, letter in enumerate(tried)
    ]


def grade(candidate: str, correctness: int, *, rater: str = "ann", run: str = "r1") -> Rating:
    return Rating(candidate, rater, HumanEvaluationScore(correctness, correctness, correctness, 3), run=run)


def test_both_are_combined_problem_by_problem() -> None:
    run = trials(a="PP", b="PF", c="FF", d="P", e="F")
    ratings = [grade("a#0", 5), grade("b#0", 2), grade("c#1", 1), grade("d#0", 4)]

    found = opinions_of(RUN, run, ratings, {})

    assert found.automatic is not None
    assert found.people is not None
    assert found.combined is not None
    assert found.agreement is not None
    assert (found.automatic.value, found.automatic.n) == (0.5, 5)
    assert (found.people.value, found.people.n) == (0.5, 4)
    assert found.combined.value == pytest.approx(0.5 - 0.25)
    assert (found.combined.n, found.combined.labelled) == (5, 4)
    assert (found.agreement.agreed, found.agreement.n, found.agreement.kappa) == (3, 4, 0.5)
    assert found.agreement.verdict_only == 1
    assert found.strengths == ()
    assert found.notes == ()


def test_several_raters_pass_a_candidate_by_their_mean() -> None:
    ratings = [
        *(grade("a#0", 3, rater=rater) for rater in ("ann", "bob")),
        grade("a#0", 5, rater="bob"),  # again: the latest counts
        grade("b#0", 5),
        grade("b#0", 2, rater="bob"),
    ]

    found = opinions_of(RUN, trials(a="P", b="P"), ratings, {})

    assert found.agreement is not None
    assert (found.agreement.both, found.agreement.verdict_only) == (1, 1)


def test_what_has_no_verdict_is_left_out_and_said() -> None:
    ratings = [grade("a#0", 5), grade("b#0", 5), grade("gone#7", 5), grade("a#0", 1, run="another")]

    found = opinions_of(RUN, trials(a="P", b="-"), ratings, {})

    assert found.people is not None
    assert (found.people.n, found.combined) == (1, None)
    assert found.notes == ("2 graded candidates have no verdict in this run and are left out",)


def test_a_run_that_nobody_graded_has_its_verdicts_only() -> None:
    found = opinions_of(RUN, trials(a="P", b="F"), [], {"r1": "r1"})

    assert found.automatic is not None
    assert (found.people, found.combined, found.agreement, found.strengths) == (None, None, None, ())
    assert opinions_of(RUN, [], [], {}).automatic is None


def test_runs_are_ranked_by_who_was_graded_higher_by_the_same_person() -> None:
    names = {"r1": "first", "r2": "second", "r3": "third"}
    ratings = [
        *(grade(f"p{place}#0", 5) for place in range(4)),
        *(grade(f"p{place}#0", 4, run="r2") for place in range(3)),
        grade("p3#0", 5, run="r2"),  # a tie
        *(grade(f"p{place}#0", 2, run="r3") for place in range(4)),
        grade("p0#0", 1, rater="bob", run="r2"),  # bob has graded one run only: nothing to compare
        grade("p0#0", 5, run="of another benchmark"),
    ]

    found = opinions_of(RUN, [], ratings, names)

    assert [one.name for one in found.strengths] == ["first", "second", "third"]
    assert [one.n for one in found.strengths] == [8, 8, 8]
    assert all(math.isfinite(end) for one in found.strengths for end in one.interval)


def test_a_problem_is_compared_once_however_many_people_graded_it() -> None:
    ratings = [grade("a#0", 5, rater=rater, run=run) for rater in ("ann", "bob", "cid") for run in ("r1", "r2")]
    ratings += [grade("b#0", 5, rater="ann"), grade("b#0", 3, rater="ann", run="r2")]

    found = opinions_of(RUN, [], ratings, {"r1": "first", "r2": "second"})

    assert [(one.name, one.n) for one in found.strengths] == [("first", 2), ("second", 2)]


def test_runs_that_share_no_problem_have_no_strengths() -> None:
    ratings = [grade("a#0", 5), grade("a#0", 4, run="r2"), grade("b#0", 5, run="r3"), grade("b#0", 4, run="r4")]

    found = opinions_of(RUN, [], ratings, {name: name for name in ("r1", "r2", "r3", "r4")})

    assert found.strengths == ()
    assert found.notes[-1].startswith("no strengths of the graded runs: never compared with 'r1'")
