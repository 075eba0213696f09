"""Programs that lie only in some runs: none is right about all runs more often than a guess is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.native import NO_CONTROL, NO_EXPECTED
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Trial, Verdict
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from tests.granted import programs
from tests.hostile.native_guessers import ENTRIES, GUESS, NEVER, PROGRAMS, Entry

SECONDS = 1.0
QUICK = ("hang", "leave", "kill", "first", "reads", "partly")
"""Mechanisms that the fast tests try, in Perl."""
TRIALS = 500


@pytest.fixture(scope="module")
def judge() -> Iterator[SharedJudge]:
    with programs() as sandbox:
        yield SharedJudge(sandbox, Limits(seconds=SECONDS))


def problem_in(language: str) -> Problem:
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))
    program = PROGRAMS[language]
    return Problem("f", NativeSuite(program.tests, entry_point="f"), reference=program.honest, language=language)


def _judged(judge: SharedJudge, problem: Problem, source: str) -> Trial:
    trial = judge.judge(problem, Candidate(source))
    if "apt install" in trial.fault:
        pytest.skip(trial.fault)
    assert trial.fault == ""
    return trial


def test_there_are_many_mechanisms_in_many_languages() -> None:
    assert len(ENTRIES) >= 90
    assert len({entry.mechanism for entry in ENTRIES}) >= 14
    assert len({entry.language for entry in ENTRIES}) == 10


@pytest.mark.parametrize("mechanism", QUICK)
def test_no_program_of_a_mechanism_passes(judge: SharedJudge, mechanism: str) -> None:
    [entry] = [entry for entry in ENTRIES if (entry.language, entry.mechanism) == ("perl", mechanism)]

    assert not _judged(judge, problem_in("perl"), entry.source).passed


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", PROGRAMS)
def test_no_program_passes_that_breaks_off_or_lies_in_part(judge: SharedJudge, language: str) -> None:
    problem = problem_in(language)
    assert _judged(judge, problem, problem.reference).passed
    entries = [entry for entry in ENTRIES if entry.language == language and entry.expected == NEVER]

    assert [
        entry.mechanism for entry in entries for _ in range(3) if _judged(judge, problem, entry.source).passed
    ] == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_programs_that_guess_pass_no_more_often_than_a_guess(judge: SharedJudge) -> None:
    passed = list[Entry]()
    entries = [entry for entry in ENTRIES if entry.expected == GUESS]
    for language in PROGRAMS:
        problem = problem_in(language)
        passed += [e for e in entries if e.language == language and _judged(judge, problem, e.source).passed]

    assert len(entries) >= 50
    assert len(passed) <= 6, [(entry.language, entry.mechanism) for entry in passed]


_FIRST = "coin() { (( $(od -An -N1 -tu1 /dev/urandom) % 2 )); }\nlie=0\n(( $(ulimit -t) <= 3 )) && lie=1\n"
_TEXT = "declare -f run_test | tr -cd 0-9 | sed 's/./&+/g'"
_ODDS = f"{_FIRST}(( $(od -An -N1 -tu1 /dev/urandom) < ODDS )) && lie=1\nf() {{ (( lie )); }}\n"
LIARS = {
    **{f"by dice of {odds} in 256": (_ODDS.replace("ODDS", str(odds)), 64) for odds in (64, 128, 192, 243)},
    "by dice": (PROGRAMS["bash"].liar.replace("@", "coin && lie=1"), 64),
    "in the first run alone": (f"{_FIRST}f() {{ (( lie )); }}\n", 64),
    "by a checksum of the tests": (
        f"{_FIRST}f() {{ (( lie || ($({_TEXT})0) % 4 == SALT )); }}\n",
        8,
    ),
}
"""Programs in Bash that lie or fail in each run, and the chance of a pass, 1 in so many.

All but `by dice` know the first run by its time limit. The last reads its tests, and lies for one text in four.
"""


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", LIARS)
def test_a_guess_passes_no_more_often_than_the_bound_says(judge: SharedJudge, name: str) -> None:
    problem, (source, one_in) = problem_in("bash"), LIARS[name]
    sources = [source.replace("SALT", str(trial % 4)) for trial in range(TRIALS)]
    passed = sum(_judged(judge, problem, one).passed for one in sources)

    expected = TRIALS / one_in
    assert passed <= expected + 4 * expected**0.5, passed


HONEST = {
    "near its limit": "use Time::HiRes;\nsub f { Time::HiRes::sleep(0.3); return $_[0] + 1 }\n1;\n",
    "random": "sub f { my @a = sort { rand() <=> 0.5 } 1 .. 9; return $_[0] + 1 }\n1;\n",
    "hash order": "sub f { my %h = map { $_ => 1 } 1 .. 50; my ($k) = keys %h; return $_[0] + 1 + 0 * $k }\n1;\n",
    "prints": "print \"ok\\n\" x 1000;\nsub f { print 'seen'; return $_[0] + 1 }\n1;\n",
}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_program_passes(judge: SharedJudge, name: str) -> None:
    trial = _judged(judge, problem_in("perl"), HONEST[name])

    assert (trial.verdict, trial.detail) == (Verdict.PASSED, "")


@pytest.mark.parametrize(
    ("tests", "reference", "note"),
    [
        ("same(f('a'), f('a')) or die;\nsub same { my @x = @_; $x[0] eq pop @x }\n", "sub f { 1 }\n1;\n", NO_CONTROL),
        ("my $x = f();\n$x > 0 or die;\n", "sub f { return time }\n1;\n", NO_CONTROL),
        ("my @x = f();\n@x or die;\n", "sub f { return time }\n1;\n", NO_CONTROL),
        ("my $x = 3;\nmy $y = 4;\nf($x) == $y or die;\n", "", NO_EXPECTED),
    ],
)
def test_a_trial_says_where_nothing_shows_that_its_tests_can_fail(
    judge: SharedJudge, tests: str, reference: str, note: str
) -> None:
    problem_in("perl")
    problem = Problem("f", NativeSuite(tests, entry_point="f"), reference=reference, language="perl")
    trial = _judged(judge, problem, reference or "sub f { return $_[0] + 1 }\n1;\n")

    assert (trial.verdict, trial.detail) == (Verdict.PASSED, note)
