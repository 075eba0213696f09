"""Human ratings: checked, kept, and how far raters agree."""

from __future__ import annotations

import math
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue, MissingExtra
from assay.quality.human import Axis, HumanEvaluationScore, Level, Rating, agreement, krippendorff_alpha, mean_accuracy

GRADES = st.integers(1, 5)
SCORES = st.builds(HumanEvaluationScore, GRADES, GRADES, GRADES, GRADES, st.text(max_size=50))
RATINGS = st.builds(
    Rating, st.text("abc", min_size=1), st.sampled_from(["ann", "bob"]), SCORES, st.text("0123456789T:-", max_size=20)
)


def rating(candidate: str, rater: str, *grades: int) -> Rating:
    first, second, third, fourth = (grades * 4)[:4]
    return Rating(candidate, rater, HumanEvaluationScore(first, second, third, fourth))


@pytest.mark.parametrize(
    ("grades", "accuracy"),
    [((5, 5, 5, 1), 1.0), ((1, 1, 1, 5), 0.2), ((5, 4, 3, 4), 0.82), ((2, 4, 1, 3), 0.46)],
)
def test_accuracy_weighs_three_axes(grades: tuple[int, int, int, int], accuracy: float) -> None:
    assert HumanEvaluationScore(*grades).accuracy_score() == accuracy


@pytest.mark.parametrize("value", [0, 6, -1, 3.0, "3", True, None, 10**30])
@pytest.mark.parametrize("axis", list(Axis))
def test_a_grade_is_a_whole_number_from_1_to_5(axis: Axis, value: object) -> None:
    grades: dict[str, object] = {**dict.fromkeys(map(str, Axis), 3), str(axis): value}

    with pytest.raises(InvalidValue, match=f"{axis} must be a whole number from 1 to 5, got"):
        HumanEvaluationScore(**grades)  # type: ignore[arg-type]  # what is refused here


def test_comments_are_bounded() -> None:
    with pytest.raises(InvalidValue, match="comments must be text"):
        HumanEvaluationScore(3, 3, 3, 3, "x" * 10_001)


@pytest.mark.parametrize(("candidate", "rater"), [("", "ann"), ("a", " "), ("a" * 201, "ann")])
def test_a_rating_names_what_and_who(candidate: str, rater: str) -> None:
    with pytest.raises(InvalidValue, match="must be text of 1 to 200"):
        Rating(candidate, rater, HumanEvaluationScore(3, 3, 3, 3))


@given(RATINGS)
def test_what_goes_into_plain_data_comes_out(given_rating: Rating) -> None:
    assert Rating.from_dict(given_rating.as_dict()) == given_rating


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stars": 5}, "unknown field 'stars'"),
        ({"rater": None}, "rater must be text"),
        ({"correctness": "5"}, "got '5'"),
    ],
)
def test_foreign_data_is_refused_with_its_field(change: dict[str, object], message: str) -> None:
    data = {**rating("a", "ann", 3).as_dict(), **change}

    with pytest.raises(InvalidValue, match=message):
        Rating.from_dict(data)


def test_a_missing_field_is_named() -> None:
    data = rating("a", "ann", 3).as_dict()
    del data["code_quality"]

    with pytest.raises(InvalidValue, match="field 'code_quality' is missing"):
        Rating.from_dict(data)


def test_raters_who_always_agree_have_an_alpha_of_1() -> None:
    ratings = [rating(f"c{grade}", rater, grade) for grade in range(1, 6) for rater in ("ann", "bob", "cid")]

    assert [(each.axis, each.alpha, each.candidates, each.raters) for each in agreement(ratings)] == [
        (axis, 1.0, 5, 3) for axis in Axis
    ]


def test_alpha_is_that_of_the_reference_example() -> None:
    """The four observers of Krippendorff's own worked example, ordinal: 0.815."""
    table = {
        "A": [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        "B": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        "C": [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        "D": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    }
    ratings = [
        rating(f"u{number}", rater, grade)
        for rater, grades in table.items()
        for number, grade in enumerate(grades)
        if grade is not None
    ]

    assert agreement(ratings)[0].alpha == pytest.approx(0.815, abs=0.001)


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.691358), ("interval", 0.810845)])
def test_alpha_of_three_coders_and_fifteen_units(level: Level, alpha: float) -> None:
    rows = ("*****34121133*3", "1*213343*******", "**21344*21133*4")
    table = [[math.nan if each == "*" else float(each) for each in row] for row in rows]

    assert krippendorff_alpha(table, level=level) == pytest.approx(alpha, abs=1e-6)


def test_raters_who_contradict_each_other_are_below_chance() -> None:
    ratings = [rating(f"c{grade}", "ann", grade) for grade in range(1, 6)]
    ratings += [rating(f"c{grade}", "bob", 6 - grade) for grade in range(1, 6)]
    alpha = agreement(ratings)[0].alpha

    assert alpha is not None
    assert alpha < 0


def test_one_rater_alone_agrees_with_nobody() -> None:
    (first, *_) = agreement([rating("a", "ann", 3), rating("b", "ann", 4)])

    assert (first.alpha, first.note) == (None, "no candidate has two raters")


def test_ratings_that_are_all_the_same_tell_nothing() -> None:
    (first, *_) = agreement([rating("a", "ann", 3), rating("a", "bob", 3)])

    assert first.alpha is None
    assert "all ratings are the same" in first.note


def test_the_latest_rating_of_a_rater_counts() -> None:
    again = [rating(f"c{grade}", rater, grade) for grade in (1, 5) for rater in ("ann", "bob")]

    assert agreement([rating("c1", "ann", 5), *again])[0].alpha == 1.0


def test_agreement_without_its_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "krippendorff", None)

    with pytest.raises(MissingExtra, match=r"pip install 'assay\[agreement\]'"):
        agreement([rating("a", "ann", 3), rating("a", "bob", 4)])


def test_accuracy_is_averaged_over_raters() -> None:
    assert mean_accuracy([rating("a", "ann", 5), rating("a", "bob", 3), rating("b", "bob", 1)]) == {"a": 0.8, "b": 0.2}
