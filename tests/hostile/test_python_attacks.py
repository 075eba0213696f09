"""No attack of the corpus on values and suites of Python passes, and the references of its problems still do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assay.agreement import Agreement
from assay.judges.functional import FunctionalCorrectnessEvaluator
from assay.judges.outputs import Observed, compare
from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedJudge
from assay.probes.equivalence import Budget, equivalence
from assay.records import Candidate, Checker, Limits, Suite, Verdict
from assay.sandbox.warm import WarmPython
from tests.hostile.python_attacks import EQUIVALENCE, OUTPUTS, PYTHON_ATTACKS, OutputAttack, PythonAttack, SideAttack
from tests.hostile.python_eighth import EIGHTH_EQUIVALENCE, ODD_EIGHTH, OPEN_EIGHTH, PYTHON_EIGHTH, REFUSED_EIGHTH
from tests.hostile.python_fifth import NOTED, ODD_BUT_RIGHT, PYTHON_FIFTH
from tests.hostile.python_flows import MORE_EQUIVALENCE, PYTHON_FLOWS, SAID
from tests.hostile.python_nothing import PYTHON_NOTHING, TAKEN_AT_ITS_WORD, WEAK
from tests.hostile.python_seventh import (
    ODD_SEVENTH,
    PYTHON_SEVENTH,
    REFUSED_SEVENTH,
    SEVENTH_EQUIVALENCE,
)
from tests.hostile.python_sixth import ODD_SIXTH, PYTHON_SIXTH, REFUSED_RIGHT, SIXTH_EQUIVALENCE

QUICK = 7
"""Every so many attacks one runs in the fast part, if it needs no pandas."""
ALL_ATTACKS = [
    *PYTHON_ATTACKS,
    *PYTHON_FLOWS,
    *PYTHON_NOTHING,
    *PYTHON_FIFTH,
    *PYTHON_SIXTH,
    *PYTHON_SEVENTH,
    *PYTHON_EIGHTH,
]
SUITES = {repr(attack.problem.check): attack for attack in ALL_ATTACKS if isinstance(attack.problem.check, Suite)}


def _marked(attacks: list[PythonAttack]) -> list[object]:
    texts = [attack.source + attack.problem.reference for attack in attacks]
    quick = [place % QUICK == 0 and "pandas" not in text for place, text in enumerate(texts)]
    is_open = pytest.mark.xfail(reason="passes without a note", strict=False)
    return [
        pytest.param(
            attack,
            id=attack.name,
            marks=[*([] if is_quick else [pytest.mark.slow]), *([is_open] if attack.name in OPEN_EIGHTH else [])],
        )
        for attack, is_quick in zip(attacks, quick, strict=True)
    ]


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


def test_there_are_many_and_all_differ() -> None:
    names = Counter(attack.name for attack in ALL_ATTACKS)

    assert len(PYTHON_ATTACKS) >= 150
    assert len([*PYTHON_FLOWS, *MORE_EQUIVALENCE]) >= 150
    assert len(PYTHON_FIFTH) >= 150
    assert len(PYTHON_SIXTH) >= 150
    assert len(PYTHON_SEVENTH) >= 160
    assert len(PYTHON_EIGHTH) >= 160
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("attack", _marked(ALL_ATTACKS))
def test_it_does_not_pass(judge: SeparateJudge, attack: PythonAttack) -> None:
    trial = judge.judge(attack.problem, Candidate(attack.source))

    assert trial.fault == ""
    if attack.expected == "not passed":
        assert trial.verdict is not Verdict.PASSED
    elif attack.expected == "passed without a control":
        assert trial.detail.startswith("no control: ")
    elif attack.expected == SAID:
        assert trial.verdict is not Verdict.PASSED or trial.detail.startswith("no control: ")
    elif attack.expected == WEAK:
        assert trial.detail.startswith("weak control: ")
    elif attack.expected == NOTED:
        assert trial.verdict is not Verdict.PASSED or "control: " in trial.detail
    elif attack.expected == TAKEN_AT_ITS_WORD:
        shared = SharedJudge(judge.sandbox, judge.limits).judge(attack.problem, Candidate(attack.source))
        assert trial.verdict is shared.verdict is Verdict.PASSED
    else:
        assert trial.detail != ""


@pytest.mark.slow
@pytest.mark.parametrize("attack", [pytest.param(attack, id=attack.name) for attack in SUITES.values()])
def test_the_reference_passes(judge: SeparateJudge, attack: PythonAttack) -> None:
    trial = judge.judge(attack.problem, Candidate(attack.problem.reference))

    assert trial.verdict is Verdict.PASSED, trial.detail


@pytest.mark.slow
@pytest.mark.parametrize(
    "right",
    [
        *[pytest.param(right, id=right.name) for right in [*ODD_BUT_RIGHT, *ODD_SIXTH, *ODD_SEVENTH, *ODD_EIGHTH]],
        *[
            pytest.param(right, id=right.name, marks=pytest.mark.xfail(reason="open"))
            for right in [*REFUSED_RIGHT, *REFUSED_SEVENTH, *REFUSED_EIGHTH]
        ],
    ],
)
def test_an_odd_but_right_candidate_passes(judge: SeparateJudge, right: PythonAttack) -> None:
    for _ in range(3):
        trial = judge.judge(right.problem, Candidate(right.source))

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


# ---- equivalence and outputs of programs -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(attack, id=attack.name)
        for attack in [*EQUIVALENCE, *MORE_EQUIVALENCE, *SIXTH_EQUIVALENCE, *SEVENTH_EQUIVALENCE, *EIGHTH_EQUIVALENCE]
    ],
)
def test_it_is_told_from_the_right_function_on_either_side(judge: SeparateJudge, attack: SideAttack) -> None:
    right, budget = "def f(x: int):\n    return x * 2\n", Budget(cpu_seconds=1.0, inputs=150)

    for pair in ((attack.source, right), (right, attack.source)):
        found = equivalence(*pair, entry_point="f", sandbox=judge.sandbox, budget=budget)

        assert found.different or found.note


def test_a_reference_that_gives_two_answers_is_spoken_of(judge: SeparateJudge) -> None:
    attack = next(attack for attack in EQUIVALENCE if attack.name.endswith("counter"))

    found = equivalence("def f(x: int): return x * 2", attack.source, sandbox=judge.sandbox, budget=Budget(inputs=40))

    assert "or the reference gave two answers" in found.note


@pytest.mark.parametrize("attack", [pytest.param(attack, id=attack.name) for attack in OUTPUTS])
@pytest.mark.parametrize(
    "checker", [Checker(), Checker.words(1e-6), Checker.exact()], ids=["default", "words", "exact"]
)
def test_another_output_is_not_the_right_one(attack: OutputAttack, checker: Checker) -> None:
    found = compare(Observed(0, attack.right), Observed(0, attack.printed), checker)

    assert found.agreement is Agreement.PARTIAL
