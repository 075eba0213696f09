"""Programs that do not solve their problem, in eleven languages: none passes its tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Trial
from tests.granted import programs
from tests.hostile import native_more
from tests.hostile.native_more import MESSAGES, PROGRAMS, QUICK
from tests.hostile.test_native_guessers import problem_in
from tests.judges.native_languages import needs


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with programs() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=1.0))


def _problem(language: str) -> Problem:
    if language != "go":
        return problem_in(language)
    needs("go")
    check = NativeSuite(native_more.GO_TESTS, before=native_more.GO_BEFORE, entry_point="f")
    return Problem("f", check, reference=native_more.GO_HONEST, language="go")


def _judged(judge: SharedJudge, problem: Problem, source: str) -> Trial:
    trial = judge.judge(problem, Candidate(source))
    assert trial.fault == ""
    return trial


def test_there_are_many_and_each_is_another() -> None:
    sources = [source for programs in PROGRAMS.values() for source in programs.values()]

    assert len(sources) >= 230
    assert len(set(sources)) == len(sources)


@pytest.mark.parametrize(("language", "mechanism"), sorted(QUICK))
def test_some_programs_do_not_pass(judge: SharedJudge, language: str, mechanism: str) -> None:
    assert not _judged(judge, _problem(language), PROGRAMS[language][mechanism]).passed


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("language", PROGRAMS)
def test_no_program_passes(judge: SharedJudge, language: str) -> None:
    problem = _problem(language)
    assert _judged(judge, problem, problem.reference).passed

    trials = {name: _judged(judge, problem, source) for name, source in PROGRAMS[language].items()}

    assert {name: trial.detail for name, trial in trials.items() if trial.passed} == {}


@pytest.mark.parametrize(
    "mechanism",
    [name if MESSAGES[name][0] == "bash" else pytest.param(name, marks=pytest.mark.slow) for name in MESSAGES],
)
def test_what_tests_say_of_a_value_elsewhere_changes_with_it(judge: SharedJudge, mechanism: str) -> None:
    language, tests, reference, source = MESSAGES[mechanism]
    needs(language)
    problem = Problem("f", NativeSuite(tests, entry_point="f"), reference=reference, language=language)

    assert not reference or _judged(judge, problem, reference).passed
    assert not _judged(judge, problem, source).passed
