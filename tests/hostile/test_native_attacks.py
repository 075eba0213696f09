"""Hostile programs with the outcome that each must have, and odd honest ones, which pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.programs import ProgramsJudge
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Checker, Limits, NativeSuite, Problem, ProgramInput, Programs, ProgramSource, Trial
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython
from tests.granted import programs
from tests.hostile.native_attacks import ATTACKS, HONEST, HONEST_PROGRAMS, ODD, TESTS, NativeAttack

LIMITS = Limits(seconds=1.0)
SUM = b"print(sum(map(int, input().split())))\n"
_READS = b"import sys\ngot, wanted = (open(sys.argv[i]).read() for i in (2, 3))\nsys.exit(int(got) != int(wanted))\n"
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
}
QUICK = frozenset(
    "perl: parity, perl: repeats itself, perl: takes the mark from the pad, perl: replaces the tests in the pad,"
    " javascript: console getter, javascript: listeners, javascript equals: knows the last,"
    " javascript equals: knows the parts, bash: alias of a keyword, bash: here document, floats python: infinite,"
    " program python: large number, exact python: status".split(", ")
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with programs() as made:
        yield made


def _problem(attack_problem: str, language: str) -> Problem:
    if attack_problem in TESTS:
        language, tests = TESTS[attack_problem]
        check = NativeSuite(tests, entry_point="f")
        return Problem("f", check, reference=HONEST[attack_problem], language=language)
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
    judge = SharedJudge(sandbox, limits) if name in TESTS else ProgramsJudge(sandbox, limits, first_failure=True)
    trial = judge.judge(problem, Candidate(source))
    assert trial.fault == ""
    return trial
