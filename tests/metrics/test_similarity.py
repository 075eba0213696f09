"""Exact match, edit similarity, BLEU, chrF, CrystalBLEU and tree similarity."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import InvalidValue, UnknownNameError
from assay.languages.parsing import CodeTooLarge
from assay.metrics.similarity import (
    CrystalBleu,
    _labelled,
    bleu,
    chrf,
    edit_similarity,
    exact_match,
    tree_similarity,
)


@pytest.mark.parametrize(
    ("prediction", "reference", "raw", "normalised", "token"),
    [
        ("x = 1", "x = 1", True, True, True),
        ("x = 1\n", "x = 1", False, True, True),
        ("x = 1  \r\ny = 2", "\n\nx = 1\ny = 2\n", False, True, True),
        ("x=1  # one", "x = 1", False, False, True),
        ("x = 1", "x = 2", False, False, False),
        ("if a:\n  b", "if a:\n    b", False, False, True),
    ],
)
def test_each_level_of_exact_match(prediction: str, reference: str, raw: bool, normalised: bool, token: bool) -> None:
    assert exact_match(prediction, reference) is raw
    assert exact_match(prediction, reference, level="normalised") is normalised
    assert exact_match(prediction, reference, level="token", language="python") is token


def test_a_level_needs_its_name_and_tokens_their_language() -> None:
    with pytest.raises(UnknownNameError, match=r"No level of exact match is named 'tokens'. Did you mean 'token'"):
        exact_match("a", "a", level="tokens")
    with pytest.raises(InvalidValue, match="language must be given"):
        exact_match("a", "a", level="token")


@pytest.mark.parametrize(
    ("edits", "language", "expected"),
    [
        ("indel", None, 1 - 2 / 14),
        ("levenshtein", None, 1 - 1 / 7),
        ("indel", "python", 1 - 2 / 10),
        ("levenshtein", "python", 1 - 1 / 5),
    ],
)
def test_edit_similarity_is_what_its_name_says(edits: str, language: str | None, expected: float) -> None:
    assert edit_similarity("x = f()", "x = g()", edits=edits, language=language) == pytest.approx(expected)


def test_edit_similarity_of_nothing_and_of_too_much() -> None:
    assert edit_similarity("", "") == 1
    assert edit_similarity("", "x") == 0
    with pytest.raises(CodeTooLarge, match="at most 400000"):
        edit_similarity("x" * 400_001, "x")
    with pytest.raises(UnknownNameError, match="difflib"):
        edit_similarity("a", "b", edits="difflib")


def test_bleu_and_chrf_are_those_of_sacrebleu_with_their_signatures() -> None:
    import sacrebleu

    predictions, references = ["return a + b", "x = f ( 1 )"], ["return b + a", "x = f ( 2 )"]
    ours = bleu(zip(predictions, references, strict=True))
    theirs = sacrebleu.corpus_bleu(predictions, [references])

    assert ours.value == pytest.approx(theirs.score / 100)
    assert ours.signature.startswith("bleu:sacrebleu|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    assert ours.n == 2
    fine = chrf(zip(predictions, references, strict=True), word_order=2)
    assert fine.value == pytest.approx(sacrebleu.corpus_chrf(predictions, [references], word_order=2).score / 100)
    assert "|nc:6|nw:2|" in fine.signature


def test_predictions_may_have_different_numbers_of_references() -> None:
    score = chrf([("return a", ["return b", "return a"]), ("x = 1", "x = 1")])

    assert score.value == 1
    assert "nrefs:var" in score.signature


def test_no_pairs_no_references_and_wrong_options_are_told() -> None:
    assert bleu([]).value is None
    with pytest.raises(InvalidValue, match="at least one reference"):
        bleu([("a", [])])
    with pytest.raises(UnknownNameError, match="No sacrebleu tokenizer"):
        bleu([("a", "a")], tokenizer="code")
    with pytest.raises(InvalidValue, match="word_order"):
        chrf([("a", "a")], word_order=5)


CORPUS = [f"int f{n}(int a) {{ return a + {n}; }}" for n in range(20)]


def test_crystalbleu_leaves_out_what_all_programs_share() -> None:
    pair = ("int f(int x) { return x * 7; }", "int f(int y) { return g(y); }")
    plain, crystal = CrystalBleu("c", []), CrystalBleu.learn(CORPUS, "c", most=40)

    assert ("(", "int") in crystal.ignored
    assert (crystal.score([pair]).value or 0) < (plain.score([pair]).value or 0)
    assert plain.signature != crystal.signature
    assert crystal.score([(pair[0], [pair[1], pair[0]])]).value == 1
    assert crystal.score([]).value is None


def test_crystalbleu_learns_the_same_set_in_any_order() -> None:
    first, second = CrystalBleu.learn(CORPUS, "c", most=30), CrystalBleu.learn(CORPUS[::-1], "c", most=30)

    assert first.signature == second.signature
    with pytest.raises(InvalidValue, match="must not be negative"):
        CrystalBleu.learn(CORPUS, "c", most=-1)


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        ("x = a", "y = b", 1.0),
        ("x = a", "x += a", None),
        ("a + b", "a - b", 1 - 1 / 6),
        ("x = 1", "x = 2", 1 - 1 / 6),
        ("x  =  1  # one", "x = 1", 1.0),
    ],
)
def test_tree_similarity_sees_structure_operators_and_literals(
    prediction: str, reference: str, expected: float | None
) -> None:
    value = tree_similarity(prediction, reference, "python").value

    assert value is not None
    assert value == pytest.approx(expected) if expected is not None else 0 < value < 1


def test_a_tree_that_takes_too_long_has_no_value_but_a_reason() -> None:
    large = "\n".join(f"x{n} = f({n})" for n in range(400))
    found = tree_similarity(large, large, "python")

    assert found.value is None
    assert "more than 3000000" in found.reason


Tree = tuple[object, tuple["Tree", ...]]


def as_tree(code: str) -> Tree:
    """The same tree, nested instead of in postorder."""
    labelled = _labelled(code, "python")
    stack: list[tuple[int, Tree]] = []
    for label, first in zip(labelled.labels, labelled.leftmost, strict=True):
        below = [tree for start, tree in stack if start >= first]
        stack = [one for one in stack if one[0] < first] + [(first, (label, tuple(below)))]
    return stack[-1][1]


@cache
def slow_distance(first: tuple[Tree, ...], second: tuple[Tree, ...]) -> int:
    """The definition of the edit distance of forests, word for word."""
    if not first and not second:
        return 0
    costs = []
    if first:
        costs.append(slow_distance((*first[:-1], *first[-1][1]), second) + 1)
    if second:
        costs.append(slow_distance(first, (*second[:-1], *second[-1][1])) + 1)
    if first and second:
        changed = int(first[-1][0] != second[-1][0])
        costs.append(slow_distance(first[:-1], second[:-1]) + slow_distance(first[-1][1], second[-1][1]) + changed)
    return min(costs)


CODE = st.lists(st.sampled_from(["x = 1", "f(x)", "pass", "x = [a, b]", "if a: b"]), min_size=1, max_size=3).map(
    "\n".join
)


@settings(max_examples=30, deadline=None)
@given(CODE, CODE)
def test_the_tree_edit_distance_is_the_one_of_its_definition(one: str, two: str) -> None:
    found = tree_similarity(one, two, "python")
    distance = slow_distance((as_tree(one),), (as_tree(two),))

    assert found.value == pytest.approx(max(0, 1 - distance / max(found.nodes)))


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_similarities_lie_between_nothing_and_one(one: str, two: str) -> None:
    tree = tree_similarity(one, two, "javascript").value
    values = [edit_similarity(one, two), edit_similarity(one, two, edits="levenshtein", language="javascript"), tree]

    assert all(value is not None and 0 <= value <= 1 for value in values)
    assert edit_similarity(one, one) == 1
