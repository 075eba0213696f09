"""Languages without a table: patterns that comments and strings cannot fool."""

from __future__ import annotations

import pytest

from assay.quality import trees
from assay.quality.evaluator import CodeQualityEvaluator
from assay.quality.generic import mask, scan
from assay.quality.records import QualityRecord
from assay.quality.summary import signature, summarise

KOTLIN = """// Money.
import kotlin.test.Test

/** An amount. */
class Money(val cents: Int) {
    fun plus(other: Money): Money {
        if (other.cents < 0) {
            throw IllegalArgumentException("negative")
        }
        return Money(cents + other.cents)
    }
}
"""


def evaluate(code: str, language: str) -> QualityRecord:
    return CodeQualityEvaluator().evaluate(code, language=language)


def test_a_language_without_a_table_is_scored_by_patterns() -> None:
    record = evaluate(KOTLIN, "kotlin")

    assert record.dimensions["correctness"] == 1
    assert record.dimensions["completeness"] == 1
    assert record.dimensions["documentation"] == 0.8
    assert record.dimensions["error_handling"] == 0.3
    assert record.dimensions["testing"] == 0.2


def test_a_grammar_judges_the_syntax_where_there_is_one() -> None:
    assert evaluate(KOTLIN.replace("class Money(", "class Money(("), "kotlin").dimensions["correctness"] == 0
    assert evaluate("if true; then\n  echo 1\n", "bash").dimensions["correctness"] == 0


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("f (1)\n", None),
        ("f (1\n", (0, "'(' is never closed")),
        ("a\nf 1)\n", (1, "')' closes nothing")),
        ("f [1)\n", (0, "')' closes nothing")),
        ('f "(" // (\n', None),
        ("f /* ( */ {}\n", None),
    ],
)
def test_brackets_pair_up_outside_of_comments_and_strings(code: str, error: tuple[int, str] | None) -> None:
    assert mask(code).error == error


def test_words_in_strings_and_comments_are_no_code() -> None:
    facts, _ = scan('say "if return class A try import os"\n// if return class A try import os\n')

    assert (facts.flow, facts.returns, facts.classes, facts.tries, facts.imports) == ([], [], [], [], [])


def test_masking_keeps_every_line() -> None:
    code = 'a "x" /* two\nlines */ b\n// c\n'

    assert mask(code).text.count("\n") == code.count("\n")
    assert len(mask(code).text) == len(code)


@pytest.mark.parametrize(
    ("name", "expected"), [("C++", "cpp"), ("py", "python"), ("Haskell", "haskell"), (" JS ", "javascript")]
)
def test_names_of_languages(name: str, expected: str) -> None:
    assert trees.language_name(name) == expected


def test_a_summary_has_every_dimension_twice_with_intervals() -> None:
    evaluator = CodeQualityEvaluator()
    records = [evaluate(code, "python") for code in ("x = 1\n", "def total(a):\n    return a + 1\n", "def f(:\n")]
    scores = {score.metric: score for score in summarise(records, signature=signature(evaluator))}

    assert len(scores) == 14
    assert scores["form"].n == 3
    assert scores["form.correctness"].value == pytest.approx(2 / 3)
    low, high = scores["form.correctness"].interval or (0, 0)
    assert 0 <= low < 2 / 3 < high <= 1
    assert (
        scores["form"] == {score.metric: score for score in summarise(records, signature=signature(evaluator))}["form"]
    )
    assert scores["quality"].signature.startswith("quality:1|weights:0.3,")


def test_a_summary_of_nothing_is_empty_and_one_piece_of_code_shows_no_spread() -> None:
    assert summarise([]) == []
    assert {(score.n, score.interval) for score in summarise([evaluate("x = 1\n", "python")])} == {(1, None)}


def test_no_position_is_read_by_attribute() -> None:
    """`Point.row` of tree-sitter 0.26 gives away a reference that it does not own; `Point[0]` is sound."""
    from pathlib import Path

    import assay.quality as part

    sources = list(Path(next(iter(part.__path__))).rglob("*.py"))

    assert sources
    assert [
        path.name for path in sources if "_point.row" in path.read_text() or "_point.column" in path.read_text()
    ] == []
