"""Runs are put together for a report file: in the order of the store, read once, with what was asked for besides."""

from __future__ import annotations

import pytest

from assay.errors import InvalidValue
from assay.evaluation import documenting
from assay.evaluation.appraising import Appraiser
from assay.evaluation.comparing import compare_runs
from assay.evaluation.documenting import document_of
from assay.reports.trials import TrialPage
from assay.solutions import Cost, Draft, Solution
from assay.spec import EVEN_WEIGHTS, Scoring
from assay.statistics.deciding import Decision
from tests.reports.pages import REFERENCE, Shelf, problem, trial


def places(pages: list[TrialPage]) -> list[tuple[str, int]]:
    return [(page.line.problem, page.line.attempt) for page in pages]


def test_pages_come_in_the_order_of_the_lines_as_often_as_asked() -> None:
    shelf = Shelf()
    trials = [trial(f"p/{number % 6}", "PF"[number % 2], attempt=number // 6) for number in range(20)]
    document = shelf.document(shelf.add("r", trials))
    wanted = [(line.problem, line.attempt) for line in document.lines[0]]

    assert places(list(document.pages(0))) == places(list(document.pages(0))) == wanted
    assert [one.candidate for one in document.trials(0)] == [one.candidate for one in trials]


def test_a_trial_is_counted_with_about_what_it_takes() -> None:
    small, large = trial("p", "F"), trial("p", "F", said="x" * 5_000, code="y" * 50_000)

    assert documenting._size(large) - documenting._size(small) == pytest.approx(60_000, rel=0.05)


def test_what_the_solver_took_stands_beside_its_attempts() -> None:
    shelf = Shelf()
    run = shelf.letters("solved", "PF")
    cost = Cost(calls=1, cost_usd=0.25, seconds=1.5)
    shelf.store.add_solutions(run.id, [Solution("p/0", (Draft(""),), cost=cost), Solution("p/1", (), abstained=True)])
    document = shelf.document(run)
    first, second = document.pages(0)

    assert (first.cost_usd, first.seconds) == (0.25, 1.5)
    assert (second.cost_usd, second.seconds) == (0.0, 0.0)
    assert document.seconds == ((1.5,),)


@pytest.mark.parametrize(
    ("codebleu", "quality"),
    [
        pytest.param(False, False, id="nothing"),
        pytest.param(True, False, id="similarity"),
        pytest.param(False, True, id="quality"),
    ],
)
def test_similarity_and_quality_are_measured_where_asked_for(codebleu: bool, quality: bool) -> None:
    shelf = Shelf()
    run = shelf.letters("r", "P")
    document = document_of([run], shelf.store, lambda one: shelf.benchmark, codebleu=codebleu, quality=quality)
    (page,) = document.pages(0)

    assert (page.similarity is not None, page.quality is not None) == (codebleu, quality)


def test_the_reference_itself_is_as_similar_as_can_be() -> None:
    found = Appraiser(codebleu=True).appraise(trial("p/0", "P", code=REFERENCE), problem(0))

    assert found.similarity == pytest.approx(1.0)
    assert found.quality is None


@pytest.mark.parametrize(
    ("scoring", "more", "wanted"),
    [
        (None, {}, (False, False)),
        (Scoring(quality=True), {}, (False, True)),
        (Scoring(codebleu=True), {"quality": True}, (True, True)),
    ],
)
def test_what_a_run_asked_for_is_measured_without_asking(
    scoring: Scoring | None, more: dict[str, bool], wanted: tuple[bool, bool]
) -> None:
    made = Appraiser.of(scoring, **more)

    assert (made.codebleu, made.quality) == wanted
    assert made.weights == EVEN_WEIGHTS


def test_without_the_problems_everything_else_is_there() -> None:
    shelf = Shelf()
    run = shelf.letters("r", "PF")
    document = document_of([run], shelf.store, lambda one: None, codebleu=True)

    assert [page.similarity for page in document.pages(0)] == [None, None]
    assert document.problems == {}
    assert [line.verdict for line in document.lines[0]] == ["passed", "failed"]


# ---- runs that cannot be compared ------------------------------------------------------------------------------------

SLOW = {"time": "10s", "mem": "1GiB", "iso": "landlock+seccomp", "py": "3.11", "assay": "0.3"}


def test_runs_under_other_limits_are_beside_each_other_and_decide_nothing() -> None:
    shelf = Shelf(20)
    runs = [shelf.letters("short", "F" * 20), shelf.letters("long", "P" * 20, facts=SLOW)]
    with pytest.raises(InvalidValue, match="time 3s against 10s"):
        compare_runs(runs[0], runs[1], shelf.store, shelf.benchmark)
    (found,) = shelf.document(*runs).comparisons

    assert found.sentence() == "short and long cannot be compared: time 3s against 10s"
    assert found.figures() == "+100.0 points (73.5 – 100.0), 20 problems"
    assert {found.decision, *(part.difference.decision for part in found.parts if part.difference)} == {
        Decision.UNCLEAR
    }
    assert found.difference.p is None


def test_a_run_that_cannot_be_compared_changes_nothing_for_one_that_can() -> None:
    shelf = Shelf(20)
    first, other = shelf.letters("a", "F" * 20), shelf.letters("b", "P" * 20)
    slow = shelf.letters("slow", "P" * 20, facts=SLOW)
    alone, several = shelf.document(first, other), shelf.document(first, slow, other)

    assert several.comparisons[0] == alone.comparisons[0]
    assert alone.comparisons[0].decision is Decision.BETTER
    assert [one.incomparable for one in several.comparisons] == [(), ("time 3s against 10s",)]


def test_runs_without_a_common_problem_decide_nothing() -> None:
    shelf = Shelf(20)
    first = shelf.add("a", [trial(f"p/{number}", "F") for number in range(10)])
    second = shelf.add("b", [trial(f"p/{number}", "P") for number in range(10, 20)])
    (found,) = shelf.document(first, second).comparisons

    assert found.sentence() == "a and b cannot be compared: they share no problem"


@pytest.mark.parametrize(
    ("letters", "fields", "reason"),
    [
        pytest.param("P", {"benchmark": "theirs"}, "benchmark mine against theirs", id="other benchmark"),
        pytest.param("", {}, "run b has no judged trial", id="no trial"),
        pytest.param("??", {}, "run b has no judged trial", id="all unjudged"),
    ],
)
def test_a_run_that_is_not_compared_is_named_with_the_reason(letters: str, fields: dict[str, str], reason: str) -> None:
    shelf = Shelf()
    document = shelf.document(shelf.letters("a", "PF"), shelf.letters("b", letters, **fields))

    assert document.comparisons == ()
    assert document.left_out_lines() == [f"run b is not compared with run a: {reason}"]


def test_more_runs_than_a_comparison_takes_make_a_report() -> None:
    shelf = Shelf(2)
    runs = [shelf.letters(f"r{number}", "PF") for number in range(30)]

    assert len(shelf.document(*runs).comparisons) == 29
