"""`assay rate`: grades asked for, checked and kept; agreement printed; ratings read from a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from assay.cli.rate import Item, items_of, keep_all, load, report, run
from assay.errors import InvalidValue
from assay.quality.human import HumanEvaluationScore, Rating
from assay.records import Candidate, Trial, Verdict


class Memory:
    """Ratings in a dictionary: the smallest thing that keeps them."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str, str], Rating] = {}

    def add_rating(self, rating: Rating) -> None:
        self.kept[rating.run, rating.candidate, rating.rater] = rating

    def ratings(self, run: str | None = None) -> Iterable[Rating]:
        return [rating for rating in self.kept.values() if run is None or rating.run == run]


def rate(memory: Memory, items: list[Item], *lines: str, again: bool = False, limit: int | None = None) -> int:
    given = iter(lines)

    def ask(question: str) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    return run(items, memory, rater="ann", again=again, limit=limit, ask=ask)


ITEMS = [Item("a/0", "def f(): pass\n", "Write f.", "run1"), Item("b/0", "def g(): pass\n", "Write g.", "run1")]


def test_grades_are_kept_with_who_and_what() -> None:
    memory = Memory()

    assert rate(memory, ITEMS, "5", "4", "3", "4", "fine", "1", "1", "1", "1", "") == 2
    kept = memory.kept["run1", "a/0", "ann"]
    assert kept.score == HumanEvaluationScore(5, 4, 3, 4, "fine")
    assert kept.created.endswith("+00:00")


def test_the_candidate_and_its_task_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    rate(Memory(), ITEMS[:1], "q")

    assert "Write f." in capsys.readouterr().out


def test_the_candidates_of_a_run_are_graded_under_problem_and_attempt() -> None:
    trials = [Trial("p/1", Candidate(b"x = '\xff'", attempt=attempt), Verdict.PASSED) for attempt in (0, 1)]
    items = list(items_of(trials, run="r1", prompts={"p/1": "Do it."}))

    assert items == [Item(f"p/1#{attempt}", "x = '\ufffd'", "Do it.", "r1") for attempt in (0, 1)]


def test_a_wrong_answer_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    memory = Memory()
    rate(memory, ITEMS[:1], "0", "six", "5.0", "5", "4", "3", "4", "")

    assert memory.kept["run1", "a/0", "ann"].score.correctness == 5
    assert capsys.readouterr().err.count("A whole number from 1 to 5") == 3


def test_one_who_never_answers_is_not_asked_for_ever() -> None:
    assert rate(Memory(), ITEMS, *["?"] * 5) == 0


def test_a_candidate_can_be_skipped() -> None:
    memory = Memory()

    assert rate(memory, ITEMS, "5", "s", "1", "1", "1", "1", "") == 1
    assert list(memory.kept) == [("run1", "b/0", "ann")]


@pytest.mark.parametrize("end", [("q",), ()])
def test_the_rater_may_stop_and_keeps_what_was_graded(end: tuple[str, ...]) -> None:
    memory = Memory()

    assert rate(memory, ITEMS, "5", "4", "3", "4", "", "5", *end) == 1
    assert list(memory.kept) == [("run1", "a/0", "ann")]


def test_what_was_graded_is_not_asked_for_again() -> None:
    memory = Memory()
    rate(memory, ITEMS, "5", "4", "3", "4", "", "q")

    assert rate(memory, ITEMS, "1", "1", "1", "1", "") == 1
    assert rate(memory, ITEMS, "2", "2", "2", "2", "", again=True, limit=1) == 1
    assert memory.kept["run1", "a/0", "ann"].score.correctness == 2


def test_a_limit_is_positive() -> None:
    with pytest.raises(InvalidValue, match="--limit must be at least 1, got 0"):
        rate(Memory(), ITEMS, limit=0)


def test_nothing_in_a_candidate_reaches_the_terminal_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    rate(Memory(), [Item("a\x1b[2J", "x = '\x1b]0;title\x07'\n" * 1000)], "q")
    shown = capsys.readouterr().out

    assert "\x1b" not in shown
    assert "[601 more lines]" in shown


def test_the_report_has_means_and_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    ratings = [
        Rating(candidate, rater, HumanEvaluationScore(grade, grade, grade, grade))
        for candidate, grade in (("a", 1), ("b", 5))
        for rater in ("ann", "bob")
    ]
    report(ratings)
    shown = capsys.readouterr().out

    assert "a: accuracy 0.20 (n=2)" in shown
    assert "agreement on edge case handling: alpha 1.00, 2 candidates, 2 raters" in shown


def test_the_report_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    report([Rating("a", "ann", HumanEvaluationScore(5, 5, 5, 5))], as_json=True)
    data = json.loads(capsys.readouterr().out)

    assert data["accuracy"] == {"a": 1.0}
    assert data["agreement"][0]["alpha"] is None


def test_ratings_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    rows = [Rating(name, "bob", HumanEvaluationScore(5, 4, 3, 2)).as_dict() for name in ("a", "b")]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    memory = Memory()

    assert keep_all(load(str(path)), memory, run="r1", known=["a", "b", "c"]) == 2
    assert memory.kept["r1", "a", "bob"].score.code_quality == 2


@pytest.mark.parametrize(
    ("candidate", "run", "message"),
    [
        ("b", "r2", "x.jsonl, line 2: run must be 'r1', the one that is rated, or left out, got 'r2'"),
        ("c", "", "x.jsonl, line 2: candidate must be one of run r1, written PROBLEM#ATTEMPT, such as 'a', got 'c'"),
    ],
)
def test_ratings_of_other_candidates_are_refused_and_none_is_kept(candidate: str, run: str, message: str) -> None:
    score, memory = HumanEvaluationScore(5, 4, 3, 2), Memory()
    found = [
        ("x.jsonl, line 1", Rating("a", "bob", score, run="r1")),
        ("x.jsonl, line 2", Rating(candidate, "bob", score, run=run)),
    ]

    with pytest.raises(InvalidValue, match=re.escape(message)):
        keep_all(found, memory, run="r1", known=["a", "b"])
    assert memory.kept == {}


@pytest.mark.parametrize(
    ("line", "message"),
    [("{", "line 2"), ("[]", "a rating is a JSON object"), ('{"rater": "x"}', "is missing"), ("[" * 100_000, "line 2")],
)
def test_a_bad_file_is_refused_and_the_line_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "ratings.jsonl"
    good = Rating("a", "bob", HumanEvaluationScore(5, 4, 3, 2)).as_dict()
    path.write_text(json.dumps(good) + "\n" + line + "\n")

    with pytest.raises(InvalidValue, match=message):
        load(str(path))
