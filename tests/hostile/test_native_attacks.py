"""Hostile programs with the outcome that each must have, and odd honest ones, which pass."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from assay.judges.normalising import make_checker
from assay.judges.programs import ProgramsJudge
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Checker, Limits, NativeSuite, Problem, ProgramInput, Programs, ProgramSource, Trial
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython
from tests.granted import programs
from tests.hostile import native_fifth, native_sixth
from tests.hostile.native_attacks import ATTACKS, BARE, HONEST, HONEST_PROGRAMS, NEVER, ODD, TESTS, NativeAttack
from tests.hostile.native_fifth import SHAPES

LIMITS = Limits(seconds=1.0)
SUM = b"print(sum(map(int, input().split())))\n"
_READS = b"import sys\ngot, wanted = (open(sys.argv[i]).read() for i in (2, 3))\nsys.exit(int(got) != int(wanted))\n"
_SCANS = (
    b'#include <stdio.h>\nint main(int c, char **v) { long a, b; FILE *f = fopen(v[2], "r"), *g = fopen(v[3], "r");'
    b' if (fscanf(g, "%ld", &b) != 1) return 3; return fscanf(f, "%ld", &a) != 1 || a != b; }'
)
INPUTS = tuple(
    ProgramInput(f"{a} {b}\n".encode(), expected=f"{a + b}\n".encode()) for a, b in ((1, 2), (20, 13), (-7, 3))
)
CHECKERS = {
    "exact": Checker.exact(),
    "documented": Checker(),
    "words": Checker.words(),
    "floats": Checker.words(1e-6),
    "unordered": Checker.unordered_lines(),
    "one number": Checker(normalisers=("one-number",)),
    "program": Checker(program=ProgramSource(_READS, "python")),
    "program c": Checker(program=ProgramSource(_SCANS, "c")),
}
_NUMBERS = (2**53, 2**60, 2**62)
OTHER = {
    "large exact": (Checker.words(0.0), [(str(n), str(n + 1)) for n in _NUMBERS]),
    "large number": (Checker.trimmed(), [(str(n), str(n + 1)) for n in _NUMBERS]),
    "large close": (make_checker(normalisers=["floats"]), [(str(n), str(math.factorial(n))) for n in (200, 250)]),
    "runs": (Checker.words(), [("", "one"), ("", "two"), ("", "three")]),
}
"""Name of a problem → its checker, its inputs and what must be printed for them."""
QUICK = frozenset(
    (
        "perl: parity",
        "perl: repeats itself",
        "perl large: rest by 9",
        "perl words: ignores case",
        "perl bare: one value",
        "bash: text with lone surrogate",
        "perl: takes the mark from the pad",
        "perl: replaces the tests in the pad",
        "javascript: console getter",
        "javascript: listeners",
        "javascript equals: knows the last",
        "bash: alias of a keyword",
        "bash: here document",
        "floats python: infinite",
        "program python: large number",
        "exact python: status",
    )
)
"""What the fast tests try."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with programs() as made:
        yield made


def _problem(attack_problem: str, language: str) -> Problem:
    if attack_problem.startswith(native_sixth.ROUND):
        return native_sixth.problem_of(attack_problem, language)
    if attack_problem in SHAPES:
        return SHAPES[attack_problem].problem()
    if attack_problem in OTHER:
        checker, pairs = OTHER[attack_problem]
        inputs = tuple(ProgramInput(f"{given}\n".encode(), expected=f"{right}\n".encode()) for given, right in pairs)
        return Problem("other", Programs(inputs, checker=checker), language=language)
    if attack_problem in TESTS:
        language, tests = TESTS[attack_problem]
        check = NativeSuite(tests, entry_point="f")
        return Problem(
            "f", check, reference="" if attack_problem in BARE else HONEST[attack_problem], language=language
        )
    if attack_problem == "truth":
        truth = ProgramSource(SUM, "python")
        return Problem("sum", Programs(INPUTS, groundtruth=truth), language=language)
    return Problem("sum", Programs(INPUTS, checker=CHECKERS[attack_problem]), language=language)


def _judged(sandbox: WarmPython, name: str, source: str, language: str = "", limits: Limits = LIMITS) -> Trial:
    problem = _problem(name, language)
    try:
        tools(problem.language)
    except MissingToolchain as error:
        pytest.skip(str(error))
    judge = (
        SharedJudge(sandbox, limits)
        if isinstance(problem.check, NativeSuite)
        else ProgramsJudge(sandbox, limits, first_failure=True)
    )
    trial = judge.judge(problem, Candidate(source))
    assert trial.fault == ""
    return trial


def test_there_are_many_and_each_is_another() -> None:
    assert len(ATTACKS) >= 470
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    assert len({attack.mechanism for attack in ATTACKS}) >= 420


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.name in QUICK], ids=lambda one: one.name)
def test_some_attacks_do_not_pass(sandbox: WarmPython, attack: NativeAttack) -> None:
    assert not _judged(sandbox, attack.problem, attack.source, attack.language).passed


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("problem", sorted({attack.problem for attack in ATTACKS}))
def test_no_attack_passes(sandbox: WarmPython, problem: str) -> None:
    chosen = [attack for attack in ATTACKS if attack.problem == problem and attack.expected == NEVER]

    assert [one.name for one in chosen if _judged(sandbox, problem, one.source, one.language).passed] == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("problem", ODD)
def test_odd_honest_candidates_pass(sandbox: WarmPython, problem: str) -> None:
    sources = {"plain": HONEST[problem], **ODD[problem]}
    trials = {name: _judged(sandbox, problem, source, limits=Limits(seconds=3.0)) for name, source in sources.items()}

    assert {
        name: trial.detail
        for name, trial in trials.items()
        if not trial.passed or "changed alone" not in (trial.detail or "changed alone")
    } == {}


@pytest.mark.slow
def test_odd_honest_programs_pass(sandbox: WarmPython) -> None:
    trials = {
        key: _judged(sandbox, key[0], source, key[1], limits=Limits(seconds=3.0))
        for key, source in HONEST_PROGRAMS.items()
    }

    assert [key for key, trial in trials.items() if not trial.passed] == []


def test_the_fifth_round_has_many_and_each_is_another() -> None:
    attacks = native_fifth.ATTACKS

    assert len(attacks) >= 280
    assert len({attack.name for attack in attacks}) == len(attacks)
    assert len({attack.mechanism for attack in attacks}) >= 270


@pytest.mark.parametrize(
    "attack",
    [
        one if one.name in native_fifth.QUICK else pytest.param(one, marks=pytest.mark.slow)
        for one in native_fifth.ATTACKS
        if one.expected == NEVER
    ],
    ids=lambda one: one.name,
)
def test_no_attack_of_the_fifth_round_passes(sandbox: WarmPython, attack: NativeAttack) -> None:
    assert not _judged(sandbox, attack.problem, attack.source, attack.language).passed


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack", [one for one in native_fifth.ATTACKS if one.expected == native_fifth.JUDGED], ids=lambda one: one.name
)
def test_what_is_right_or_only_disturbs_is_judged(sandbox: WarmPython, attack: NativeAttack) -> None:
    assert _judged(sandbox, attack.problem, attack.source, attack.language).verdict is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "language", "source"),
    [(problem, "", source) for (problem, _), source in native_fifth.HONEST.items()]
    + [(problem, language, source) for (problem, language, _), source in native_fifth.HONEST_PROGRAMS.items()],
    ids=[" ".join(key) for key in (*native_fifth.HONEST, *native_fifth.HONEST_PROGRAMS)],
)
def test_honest_candidates_of_the_fifth_round_pass(
    sandbox: WarmPython, problem: str, language: str, source: str
) -> None:
    trial = _judged(sandbox, problem, source, language, Limits(seconds=3.0))

    assert trial.passed, trial
    assert not trial.detail or trial.detail.startswith("weak control: ")


def test_the_sixth_round_has_many_and_each_is_another() -> None:
    attacks = native_sixth.ATTACKS

    assert len(attacks) >= 200
    assert len({attack.name for attack in attacks}) == len(attacks)
    assert len({attack.mechanism for attack in attacks}) == len(attacks)


@pytest.mark.parametrize(
    "attack",
    [
        one if one.name in native_sixth.QUICK else pytest.param(one, marks=pytest.mark.slow)
        for one in native_sixth.ATTACKS
        if one.expected == NEVER
    ],
    ids=lambda one: one.name,
)
def test_no_attack_of_the_sixth_round_passes(sandbox: WarmPython, attack: NativeAttack) -> None:
    assert not _judged(sandbox, attack.problem, attack.source, attack.language).passed


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack", [one for one in native_sixth.ATTACKS if one.expected == native_sixth.OPEN], ids=lambda one: one.name
)
def test_what_lies_about_values_that_are_not_changed_is_judged(sandbox: WarmPython, attack: NativeAttack) -> None:
    assert _judged(sandbox, attack.problem, attack.source, attack.language).verdict is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "language", "source"),
    [(problem, "", source) for (problem, _), source in native_sixth.HONEST.items()]
    + [(problem, language, source) for (problem, language, _), source in native_sixth.HONEST_PROGRAMS.items()],
    ids=[" ".join(key) for key in (*native_sixth.HONEST, *native_sixth.HONEST_PROGRAMS)],
)
def test_honest_candidates_of_the_sixth_round_pass(
    sandbox: WarmPython, problem: str, language: str, source: str
) -> None:
    trial = _judged(sandbox, native_sixth.ROUND + problem, source, language, Limits(seconds=3.0))

    assert trial.passed, trial


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(reason="refused")) if name in native_sixth.STILL_REFUSED else name
        for name in native_sixth.REFUSED
    ],
)
def test_honest_candidates_that_the_sixth_round_found_refused_pass(sandbox: WarmPython, name: str) -> None:
    task, source = native_sixth.REFUSED[name]
    trial = SharedJudge(sandbox, Limits(seconds=3.0)).judge(task.problem(), Candidate(source))

    assert trial.passed, trial
