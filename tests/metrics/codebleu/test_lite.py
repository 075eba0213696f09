"""The `lite` profile: the formulas of the metrics document, and its configuration."""

from __future__ import annotations

import tomllib
from dataclasses import astuple

import pytest
import yaml

from assay.choices import Choices
from assay.errors import InvalidValue, UnknownNameError, UsageError
from assay.metrics.codebleu import (
    CodeBleu,
    calculate_code_bleu,
    evaluate_codebleu,
)
from assay.metrics.codebleu.lite import (
    calculate_ast_match,
    calculate_dataflow_match,
    calculate_ngram_match,
    tokenize_code,
)
from assay.weights import code_bleu_weights

CANDIDATE, REFERENCE = "df.groupby('state').size()", "df.groupby('state').count()"


def test_the_row_of_the_design() -> None:
    scores = calculate_code_bleu(CANDIDATE, REFERENCE)

    assert [round(value, 6) for value in astuple(scores)] == [0.724659, 0.666667, 0.731970, 1.0, 0.5]
    sample = CodeBleu(profile="lite").sample(CANDIDATE, REFERENCE)
    assert sample.codebleu == pytest.approx(scores.code_bleu)


def test_tokens_are_words_and_single_signs() -> None:
    assert tokenize_code("a_1[0]+=é") == ["a_1", "[", "0", "]", "+", "=", "é"]


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [("a b c", "a b c d", 0.0), ("a b c d", "a b c d", 1.0), ("a b c d a b c d", "a b c d", 0.2), ("", "", 0.0)],
)
def test_the_ngram_match_is_clipped_and_nothing_for_short_sides(
    candidate: str, reference: str, expected: float
) -> None:
    assert calculate_ngram_match(candidate, reference) == pytest.approx(expected)


@pytest.mark.parametrize("broken", ["def f(:", "x\0", "(" * 100_000, "-" * 100_000 + "1"])
def test_what_does_not_parse_has_no_tree_and_no_flow(broken: str) -> None:
    assert calculate_ast_match(broken, "x = 1") == 0
    assert calculate_dataflow_match("x = 1", broken) == 0


def test_a_broken_side_is_told_in_the_record() -> None:
    sample = CodeBleu(profile="lite").sample("def f(:", "x = 1")

    assert not sample.parse_ok
    assert sample.missing == {"syntax": "a side does not parse", "dataflow": "a side does not parse"}


def test_flows_are_uses_assignments_and_calls() -> None:
    assert calculate_dataflow_match("x = y.f()", "x = y.f()") == 1
    assert calculate_dataflow_match("x = y", "x + y") == pytest.approx(2 / 3)


def test_lite_is_for_python_only() -> None:
    with pytest.raises(UnknownNameError, match="No language of the lite profile is named 'java'"):
        CodeBleu("java", profile="lite").sample("a", "b")


@pytest.mark.parametrize(
    "weights",
    [
        {"ngram": 0.1, "weighted_ngram": 0.1, "ast": 0.4, "dataflow": 0.4},
        {"dataflow": 0.4, "syntax": 0.4, "weighted_ngram": 0.1, "ngram": 0.1},
        (0.1, 0.1, 0.4, 0.4),
    ],
)
def test_weights_are_taken_by_name_or_in_order(weights: dict[str, float] | tuple[float, ...]) -> None:
    assert code_bleu_weights(weights) == (0.1, 0.1, 0.4, 0.4)
    assert calculate_code_bleu("x = 1", "y = 1", weights).code_bleu > 0
    assert "weights:0.1,0.1,0.4,0.4" in evaluate_codebleu("x = 1", "x = 1", "python", weights=weights)["signature"]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((0.5, 0.5), "must be four"),
        ((0.5, 0.5, 0.5, 0.5), "must sum to 1, got 2"),
        ((1.5, -0.5, 0, 0), "from 0 to 1, got 1.5"),
        ((float("nan"), 0, 0, 1), "from 0 to 1, got nan"),
        ((True, 0, 0, 0), "from 0 to 1, got True"),
        ({"ngram": 1.0}, "lacks weighted_ngram, syntax, dataflow"),
        ({"ngram": 0.5, "n_gram": 0.5}, "No weight is named 'n_gram'. Did you mean 'ngram'"),
        ({"ngram": 0.25, "weighted_ngram": 0.25, "ast": 0.25, "syntax": 0.25}, "names 'syntax' twice"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights: dict[str, float] | tuple[float, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        code_bleu_weights(weights)


def test_an_unknown_profile_is_named_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match=r"No CodeBLEU profile is named 'strickt'. Did you mean 'strict'"):
        evaluate_codebleu("x", "x", "python", profile="strickt")


def test_a_language_that_cannot_be_told_must_be_named() -> None:
    with pytest.raises(InvalidValue, match="language: it cannot be told from the reference 'so it is'"):
        evaluate_codebleu("so it was", "so it is")


def test_short_python_needs_no_language() -> None:
    assert evaluate_codebleu("print(1)", "print(1)")["codebleu"] == 1.0
    assert evaluate_codebleu("print(2)", "print(1)")["language"] == "python"


def test_a_prediction_in_another_language_is_refused_or_noted() -> None:
    java = "public class A {\n  public static void main(String[] args) {\n    System.out.println(1);\n  }\n}\n"
    python = "def f(x):\n    return x + 1\n\nprint(f(1))\n"

    with pytest.raises(InvalidValue, match="prediction: it is written in java, and the reference in python"):
        evaluate_codebleu(java, python)
    with pytest.raises(InvalidValue, match="prediction: it is written in python, and the reference in java"):
        evaluate_codebleu(python, java)
    found = evaluate_codebleu(java, python, "python")
    assert found["missing"]["codebleu"] == "it is written in java, and the reference in python"
    assert 0 < found["codebleu"] < 0.1


def test_the_mapping_has_the_score_the_components_and_how_they_came_about() -> None:
    found = evaluate_codebleu("def f(a):\n    return a", "def f(a):\n    return a")

    assert {
        key: found[key] for key in found if key.endswith("match") or key in ("codebleu", "language", "parse_ok")
    } == {
        "codebleu": 1.0,
        "ngram_match": 1.0,
        "weighted_ngram_match": 1.0,
        "syntax_match": 1.0,
        "dataflow_match": 1.0,
        "language": "python",
        "parse_ok": True,
    }


def test_samples_of_another_profile_are_not_mixed_in() -> None:
    sample = CodeBleu("python", profile="compat").sample("x = 1", "x = 1")

    with pytest.raises(InvalidValue, match="a sample of profile 'compat' is not one of 'strict'"):
        CodeBleu("python").corpus([sample])


DOCUMENT = """
metrics:
  enabled: false
  code_bleu:
    weights: {ngram: 0.1, weighted_ngram: 0.2, ast: 0.3, dataflow: 0.4}
  pass_at_k:
    k_values: [1, 5, 10, 100]
"""


def test_weights_come_from_yaml_and_toml_as_the_document_writes_them() -> None:
    toml = "[metrics.code_bleu.weights]\nngram = 0.1\nweighted_ngram = 0.2\nast = 0.3\ndataflow = 0.4"

    assert configured(yaml.safe_load(DOCUMENT)) == (0.1, 0.2, 0.3, 0.4)
    assert configured(tomllib.loads(toml)) == (0.1, 0.2, 0.3, 0.4)
    assert configured({}) == configured({"metrics": {"enabled": True}}) == (0.25, 0.25, 0.25, 0.25)


@pytest.mark.parametrize(
    ("configuration", "message"),
    [
        ({"metrics": [1]}, r"metrics must be a table, got \[1\]"),
        ({"metrics": {"code_bleu": {"weights": 1}}}, r"metrics.code_bleu.weights=1: weights must be four numbers"),
        (
            {"metrics": {"code_bleu": {"weights": [1, 1, 1, 1]}}},
            r"metrics.code_bleu.weights=\[1, 1, 1, 1\]: weights must sum to 1, got 4",
        ),
    ],
)
def test_a_configuration_that_makes_no_sense_is_refused_by_its_path(
    configuration: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidValue, match=message):
        configured(configuration)


def configured(configuration: dict[str, object]) -> tuple[float, ...]:
    """The weights at `metrics.code_bleu.weights` of a configuration read from YAML or TOML."""
    return Choices().with_file(configuration, "a file").scoring.codebleu_weights
