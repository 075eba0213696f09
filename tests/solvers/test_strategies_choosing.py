"""How an ensemble chooses: by cases, by groups, by a model's word, or the first that is valid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing

import pytest

from assay.models import ModelUnavailable, ScriptedModel
from assay.records import Problem, Untested
from assay.solvers import Ensemble
from assay.solvers.strategies.choosing import MOST_CHARACTERS, MOST_SHOWN, named_candidate
from assay.solvers.testing import SandboxTester
from tests.solvers.solving_kit import (
    WITH_CASES,
    WITHOUT_CASES,
    answer,
    code,
    history,
    letters_of,
    model_of,
    scripted,
    solved,
)


@pytest.mark.parametrize(
    ("select", "letters", "behaves", "chosen", "confidence"),
    [
        pytest.param("vote", "abcde", {"b": "x", "d": "x"}, "b", 0.4, id="the-largest-group"),
        pytest.param("auto", "abcde", {"b": "x", "d": "x"}, "b", 0.4, id="auto-votes-without-cases"),
        pytest.param("vote", "abb", {}, "b", 2 / 3, id="equal-text"),
        pytest.param("vote", "abc", {}, "a", 1 / 3, id="all-differ:the-first"),
        pytest.param("vote", "abcd", {"a": "x", "d": "x", "b": "y", "c": "y"}, "a", 0.5, id="a-tie:the-earliest"),
        pytest.param("vote", "abc", {"a": None, "b": None}, "c", 1 / 3, id="those-that-fail-do-not-win"),
        pytest.param("vote", "aab", {"a": None, "b": None}, "a", 1.0, id="unless-there-is-nothing-else"),
        pytest.param("cluster", "abcc", {"a": "x", "b": "x"}, "a", 0.5, id="cluster-without-cases-is-a-vote"),
        pytest.param("vote", "a", {}, "a", 1.0, id="one-draft"),
    ],
)
def test_groups_without_cases(
    select: str, letters: str, behaves: Mapping[str, str | None], chosen: str, confidence: float
) -> None:
    strategy = Ensemble(len(letters), select)

    solution = solved(strategy, model_of(letters), scripted({}, behaves), WITHOUT_CASES)

    assert letters_of(solution) == chosen
    assert solution.drafts[0].confidence == pytest.approx(confidence)


@pytest.mark.parametrize(
    ("select", "passed", "chosen"),
    [
        pytest.param("cases", {"a": 1, "e": 3}, "e", id="cases:whatever-the-groups"),
        pytest.param("auto", {"a": 1, "e": 3}, "e", id="auto:by-cases"),
        pytest.param("vote", {"a": 1, "e": 3}, "a", id="vote:three-against-two"),
        pytest.param("cluster", {"a": 1, "b": 1, "c": 1, "d": 3, "e": 3}, "d", id="cluster:2x3-against-3x1"),
        pytest.param("cluster", {"a": 2, "b": 2, "c": 2, "d": 2, "e": 2}, "a", id="cluster:3x2-against-2x2"),
        pytest.param("cluster", {"a": 1, "d": 1, "b": 2}, "b", id="cluster:the-best-member-of-a-group"),
        pytest.param("cluster", {}, "a", id="cluster:nobody-passes:the-larger"),
    ],
)
def test_groups_with_cases(select: str, passed: Mapping[str, int], chosen: str) -> None:
    behaves = {"a": "x", "b": "x", "c": "x", "d": "y", "e": "y"}

    solution = solved(Ensemble(5, select), model_of("abcde"), scripted(passed, behaves), WITH_CASES)

    assert letters_of(solution) == chosen


def test_of_equally_large_groups_the_one_that_passes_more_cases_wins() -> None:
    behaves = {"a": "x", "b": "x", "c": "y", "d": "y"}

    solution = solved(Ensemble(4, "vote"), model_of("abcd"), scripted({"c": 2, "a": 1}, behaves))

    assert letters_of(solution) == "c"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("2", 2),
        ("Best: 2", 2),
        ("best 3", 3),
        ("**Best: 1**", 1),
        ("They differ for 0.\n\nBest: 2\n", 2),
        ("Best: `2`.", 2),
        ("Best: 4", None),
        ("Best: 0", None),
        ("Best: -1", None),
        ("Best: 1 or 2", None),
        ("Best: 2\nBest: 3, no, 1", None),
        ("Candidate 2 is best", None),
        ("Best: ２", None),
        ("", None),
        ("Best: " + "1" * 10_000_000, None),
        ("\n" * 1_000_000 + "2", 2),
    ],
    ids=lambda value: str(value)[:12],
)
def test_the_models_word_is_read_strictly(said: str, expected: int | None) -> None:
    assert named_candidate(said, 3) == expected


@pytest.mark.parametrize(
    ("said", "chosen", "noted"),
    [
        pytest.param("Best: 3", "c", "chosen by the model: candidate 3 of 3", id="named"),
        pytest.param("I like them all", "b", "chosen by vote: a group of 2 of 4 drafts", id="unreadable"),
        pytest.param(ModelUnavailable("gone"), "b", "chosen by vote: a group of 2 of 4 drafts", id="gone"),
    ],
)
def test_a_model_chooses_or_else_a_vote(said: str | Exception, chosen: str, noted: str) -> None:
    judge = ScriptedModel([said], name="judge")

    solution = solved(Ensemble(4, "judge", judge=judge), model_of("abbc"), scripted({}), WITHOUT_CASES)

    assert letters_of(solution) == chosen
    assert history(solution.steps)[-1] == noted
    shown = judge.asked[0].messages[-1].content
    assert [code(letter) in shown for letter in "abc"] == [True, True, True]
    assert shown.count("Candidate ") == 3


def test_a_model_is_not_asked_to_choose_from_one() -> None:
    judge = ScriptedModel([], name="judge")

    solution = solved(Ensemble(2, "judge", judge=judge), model_of("aa"), scripted({}), WITHOUT_CASES)

    assert (letters_of(solution), judge.asked) == ("a", [])


def test_what_a_model_chooses_from_is_bounded() -> None:
    letters = "abcdefghijklmnopqrst"
    judge = ScriptedModel(["Best: 10"], name="judge")
    long = ScriptedModel(
        lambda messages, number: answer(letters[number]) if number else f"```python\n{code('x' * MOST_CHARACTERS)}\n```"
    )

    solution = solved(Ensemble(20, "judge", judge=judge), long, scripted({}), WITHOUT_CASES)

    shown = judge.asked[0].messages[-1].content
    assert shown.count("Candidate ") == MOST_SHOWN
    assert len(shown) < 3_000
    assert letters_of(solution) == "k"


@pytest.fixture(scope="module")
def tester() -> Iterator[SandboxTester]:
    with closing(SandboxTester()) as made:
        yield made


VALID: list[tuple[str, list[str], int]] = [
    ("does not parse", ["def f(x) return x", "def f(x):\n    return x\n"], 1),
    ("lacks the function", ["def g(x):\n    return x\n", "def f(x):\n    return x\n"], 1),
    ("cannot be loaded", ["import no_such_module\ndef f(x):\n    return x\n", "def f(x):\n    return x\n"], 1),
    ("names what is not there", ["def f(x):\n    return y\n", "def f(x):\n    return x\n"], 1),
    ("style is no error", ["import os\ndef f(x):\n  l = x ;return l\n", "def f(x):\n    return x\n"], 0),
    ("none is", ["def f(x) return x", "nothing"], 0),
]


@pytest.mark.parametrize(("texts", "expected"), [row[1:] for row in VALID], ids=[row[0] for row in VALID])
def test_the_first_that_parses_loads_and_lints(texts: list[str], expected: int, tester: SandboxTester) -> None:
    model = ScriptedModel(lambda messages, number: f"```python\n{texts[number]}\n```")

    solution = solved(Ensemble(len(texts), "first_valid"), model, tester, WITHOUT_CASES)

    assert solution.drafts[0].source.strip() == texts[expected].strip()


def test_drawing_ends_with_the_first_valid_one() -> None:
    model = model_of("abcde")

    solution = solved(Ensemble(5, "first_valid", early=True), model, scripted({}), WITHOUT_CASES)

    assert (letters_of(solution), len(model.asked)) == ("a", 2)


def test_drafts_in_another_language_are_voted_on_by_their_text(tester: SandboxTester) -> None:
    problem = Problem("p", Untested("f"), prompt="Return what is given.", language="javascript")
    texts = ["function f(x) { return 1 }", "function f(x) { return x }", "function f(x) { return x }"]
    model = ScriptedModel(lambda messages, number: f"```javascript\n{texts[number]}\n```")

    solution = solved(Ensemble(3), model, tester, problem)

    assert solution.drafts[0].source.strip() == texts[1]
    assert solution.drafts[0].confidence == pytest.approx(2 / 3)
