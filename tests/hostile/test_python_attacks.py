"""No attack of the corpus on values and suites of Python passes, and the references of its problems still do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assay.judges.functional import FunctionalCorrectnessEvaluator
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, Suite, Verdict
from assay.sandbox.warm import WarmPython
from tests.hostile.python_attacks import PYTHON_ATTACKS, PythonAttack

QUICK = 4
"""Every so many attacks one runs in the fast part, if it needs no pandas."""
SUITES = {repr(attack.problem.check): attack for attack in PYTHON_ATTACKS if isinstance(attack.problem.check, Suite)}


def _marked(attacks: list[PythonAttack]) -> list[object]:
    texts = [attack.source + attack.problem.reference for attack in attacks]
    quick = [place % QUICK == 0 and "pandas" not in text for place, text in enumerate(texts)]
    return [
        pytest.param(attack, id=attack.name, marks=[] if is_quick else [pytest.mark.slow])
        for attack, is_quick in zip(attacks, quick, strict=True)
    ]


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


def test_there_are_many_and_all_differ() -> None:
    names = Counter(attack.name for attack in PYTHON_ATTACKS)

    assert len(PYTHON_ATTACKS) >= 150
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("attack", _marked(PYTHON_ATTACKS))
def test_it_does_not_pass(judge: SeparateJudge, attack: PythonAttack) -> None:
    trial = judge.judge(attack.problem, Candidate(attack.source))

    assert trial.fault == ""
    if attack.expected == "not passed":
        assert trial.verdict is not Verdict.PASSED
    else:
        assert trial.detail.startswith("no control: ")


@pytest.mark.slow
@pytest.mark.parametrize("attack", [pytest.param(attack, id=attack.name) for attack in SUITES.values()])
def test_the_reference_passes(judge: SeparateJudge, attack: PythonAttack) -> None:
    trial = judge.judge(attack.problem, Candidate(attack.problem.reference))

    assert trial.verdict is Verdict.PASSED, trial.detail


def test_without_a_reference_the_trial_says_what_it_could_not_control(judge: SeparateJudge) -> None:
    attack = PYTHON_ATTACKS[0]

    trial = judge.judge(replace(attack.problem, reference=""), Candidate(attack.source))

    assert trial.detail.startswith("no control: what the candidate itself gives decides 1 of 1 cases")


# ---- functional correctness ----------------------------------------------------------------------------------------


def test_values_that_make_no_table_are_not_the_same_table() -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("pandas")
    expected = {"w": numpy.array([1.0, 2.0, 3.0]), "b": numpy.array([5.0])}

    assert not FunctionalCorrectnessEvaluator().outputs_match({"x": [1], "y": [1, 2]}, expected)
    assert FunctionalCorrectnessEvaluator().outputs_match(dict(expected), expected)


def test_what_stands_beside_a_result_counts_also_where_one_side_has_nothing() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1]})

    assert not FunctionalCorrectnessEvaluator().outputs_match(frame, {"result": frame, "count": 5})
    assert FunctionalCorrectnessEvaluator().outputs_match(frame, {"result": frame})


def test_an_own_exception_with_a_told_name_is_not_the_same() -> None:
    own = "class ValueError(Exception): pass\ndef f(x): raise ValueError(x)\n"
    with WarmPython() as sandbox:
        found = FunctionalCorrectnessEvaluator(sandbox).evaluate(
            own, "def f(x): raise ValueError(x)\n", [{"input": {"x": 1}}]
        )

    assert found.tests_passed == 0
