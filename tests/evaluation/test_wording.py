"""A trial in a few words: the call that was made and what came, whatever a judge, a test or a candidate wrote."""

from __future__ import annotations

import pytest

from assay.evaluation.viewing import LONGEST_LINE, trial_line, trial_page
from assay.evaluation.wording import lines_named, said, shortened
from assay.records import Candidate, Case, CaseOutcome, Cases, CaseStatus, Problem, Suite, Trial, Verdict
from assay.reports.attempts import attempt_lines
from assay.reports.screen import Screen

PROBLEM = Problem("double", Cases("double", (Case((2,), 4), Case((0,), 0))))
SUITE = Problem("sort", Suite("sort_third", "def check(candidate): pass"))
FRAMES = "\nline 21, in sort_even\nline 21, in <listcomp>"
DEEP = "RecursionError: maximum recursion depth exceeded" + "\nline 4, in f" * 6 + "\n..." + "\nline 4, in f" * 6


def trial(outcome: CaseOutcome, verdict: Verdict | None = Verdict.CRASHED, detail: str = "") -> Trial:
    return Trial("p", Candidate("x"), verdict, (outcome,), detail=detail)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("IndexError: list index out of range\nline 33, in sort_array", "IndexError: list index out of range"),
        (f"TypeError: 'int' object is not subscriptable{FRAMES}", "TypeError: 'int' object is not subscriptable"),
        (DEEP, "RecursionError: maximum recursion depth exceeded"),
        ("SyntaxError: invalid syntax (<candidate>, line 83)\nline 83", "SyntaxError: invalid syntax (line 83)"),
        ("no function 'find_zero'", "no function 'find_zero'"),
        ("SystemExit: 0\nline 6, in tidy_name", "left early with status 0"),
        ("SystemExit\nline 8, in free_slots", "left early with status 0"),
        ("SystemExit: 3\nlogs/summary.py, line 6, in summarise", "left early with status 3"),
        ("SystemExit: goodbye\nline 6, in f", "SystemExit: goodbye"),
        ("it failed: x = f(1): SystemExit: 0\nline 6, in f", "it failed: x = f(1): left early with status 0"),
        ("while it was loaded it left early with status 0", "while it was loaded it left early with status 0"),
        ("AssertionError", "does not hold"),
        ("AssertionError: Lists differ: [] != [1]\n\nFirst list\n- []\n+ [1]", "Lists differ: [] != [1]"),
        ("ValueError: two\nlines\nline 3, in f", "ValueError: two"),
        ("Traceback (most recent call last):\n  File 'x', line 1, in f\nKeyError: no", "KeyError: no"),
        ("line 6, in f", "line 6, in f"),
        ("\n \n", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_an_error_is_told_without_the_places_it_came_through(error: str, expected: str) -> None:
    assert said(error) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("assert candidate([5, 3], 8) == [5, 8, 3]", "sort_third([5, 3], 8)"),
        ("assert candidate(2) == 4, 'Test 1' + str(candidate(2))", "sort_third(2)"),
        ("assert sort_third('x')==('a', -1.5)", "sort_third('x')"),
        ("assert not candidate([1], 10)", "sort_third([1], 10)"),
        ('assert candidate("<>")', 'sort_third("<>")'),
        ("assert candidate(3) is True", "sort_third(3)"),
        ("assert tuple(candidate([1])) == tuple([1])", "tuple(sort_third([1])) == tuple([1])"),
        ("assert abs(candidate(3.5) - 0.5) < 1e-6", "abs(sort_third(3.5) - 0.5) < 1e-6"),
        ("assert len(candidate(3)) == 2", "len(sort_third(3)) == 2"),
        ("assert candidate('the candidate é') == 'é'", "sort_third('the candidate é')"),
        ("assert 'é' in candidate(candidate)", "'é' in sort_third(sort_third)"),
        ("assert candidate(row) == row", "sort_third(row) == row"),
        ("check(candidate)", "check(sort_third)"),
        ("Windows.test_blocks", "Windows.test_blocks"),
        ("x = candidate(1)", "x = candidate(1)"),
        ("case 3", "case 3"),
        ("assert candidate(", "assert candidate("),
        ("(" * 4000, "(" * 4000),
        ("assert candidate('" + "x" * 6000 + "') == 1", "assert candidate('" + "x" * 6000 + "') == 1"),
    ],
)
def test_an_assertion_is_shortened_to_its_call(statement: str, expected: str) -> None:
    assert shortened(statement, "sort_third") == expected


def test_without_the_problem_the_call_is_found_by_its_look() -> None:
    assert shortened("assert dog_age(12)==61") == "dog_age(12)"
    assert shortened("assert len(x)==61") == "len(x)==61"


@pytest.mark.parametrize(
    ("problem", "outcome", "expected"),
    [
        (PROBLEM, CaseOutcome(CaseStatus.FAILED, actual="1", expected="4"), ("double(2)", "expected 4, got 1")),
        (PROBLEM, CaseOutcome(CaseStatus.FAILED, actual="''", expected="an exception ValueError"),
         ("double(2)", "expected an exception ValueError, got ''")),
        (PROBLEM, CaseOutcome(CaseStatus.NOT_RUN, error="SystemExit: 0\nline 5, in <module>"),
         ("", "left early with status 0")),
        (PROBLEM, CaseOutcome(CaseStatus.TIMED_OUT, error="went over its limit: wall"),
         ("double(2)", "ran out of time")),
        (PROBLEM, CaseOutcome(CaseStatus.OUT_OF_MEMORY, error="went over its limit: memory"),
         ("double(2)", "ran out of memory")),
        (PROBLEM, CaseOutcome(CaseStatus.OUT_OF_MEMORY, error="MemoryError\nline 2, in f"),
         ("double(2)", "MemoryError")),
        (PROBLEM, CaseOutcome(CaseStatus.SKIPPED), ("double(2)", "skipped")),
        (SUITE, CaseOutcome(CaseStatus.FAILED, name="assert candidate(2) == [2]", error="AssertionError"),
         ("sort_third(2) == [2]", "does not hold")),
        (SUITE, CaseOutcome(CaseStatus.CRASHED, name="assert candidate(2) == [2]", error="KeyError: 2\nline 1, in f"),
         ("sort_third(2)", "KeyError: 2")),
        (None, CaseOutcome(CaseStatus.FAILED, actual="1", expected="4"), ("case 0", "expected 4, got 1")),
    ],
)  # fmt: skip
def test_a_trial_in_one_line(problem: Problem | None, outcome: CaseOutcome, expected: tuple[str, str]) -> None:
    line = trial_line(trial(outcome), problem)

    assert (line.call, line.what) == expected


def test_a_fault_a_pass_and_a_trial_without_cases() -> None:
    assert trial_line(Trial("p", Candidate("x"), None, fault="worker died\nof cold"), None).what == "worker died"
    assert trial_line(trial(CaseOutcome(CaseStatus.PASSED), Verdict.PASSED), PROBLEM).what == ""
    assert trial_line(Trial("p", Candidate("x"), Verdict.CRASHED, detail="ValueError: no\nline 1"), None).what == (
        "ValueError: no"
    )


@pytest.mark.parametrize(
    ("expected", "actual", "words"),
    [
        ("' '", "'   '", "expected '␣', got '␣␣␣'"),
        ("'a  b'", "'a b'", "expected 'a␣␣b', got 'a␣b'"),
        ("'a  b'", "'c'", "expected 'a  b', got 'c'"),
        ("'   '", "''", "expected '   ', got ''"),
    ],
)
def test_a_difference_in_blanks_is_seen(expected: str, actual: str, words: str) -> None:
    found = trial(CaseOutcome(CaseStatus.FAILED, expected=expected, actual=actual), Verdict.FAILED)

    assert trial_line(found, None).what == words


def test_a_program_that_was_never_run_says_why() -> None:
    found = trial(CaseOutcome(CaseStatus.NOT_RUN, name="test 1"), Verdict.INVALID, "does not parse: SyntaxError: no")

    assert trial_line(found, None).what == "does not parse: SyntaxError: no"
    assert trial_line(trial(CaseOutcome(CaseStatus.NOT_RUN), Verdict.FAILED), None).what == "not run"


@pytest.mark.parametrize("sign", ["x", "\n", "line 1, in f\n", "(", "\x1b[31m", "é\u202e"])
def test_ten_megabytes_become_one_short_line(sign: str) -> None:
    text = sign * (10_000_000 // len(sign))
    for outcome in (
        CaseOutcome(CaseStatus.CRASHED, name=text, error=text),
        CaseOutcome(CaseStatus.FAILED, expected=text, actual=text),
    ):
        line = trial_line(trial(outcome, detail=text), SUITE)

        assert len(line.call) <= LONGEST_LINE
        assert len(line.what) <= LONGEST_LINE
        assert "\n" not in line.call + line.what
    assert len(trial_page(trial(outcome, detail=text), SUITE).traceback) < 30_000


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (f"TypeError: no{FRAMES}", [21, 21]),
        ("SyntaxError: x (<candidate>, line 83)\nline 83", [83]),
        ("KeyError: 1\nbank/ledger.py, line 6, in Ledger", []),
        ("ValueError: line 3, in f", []),
        ("ValueError: line 3, in f\nline 5, in g", [5]),
        ("", []),
    ],
)
def test_the_lines_that_an_error_names(error: str, expected: list[int]) -> None:
    assert lines_named(error) == expected


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("line 1:\n- '6'\n+ '5'", "line 1: expected 6, got 5"),
        ("line 2:\n- '2'\n+ (no such line)", "line 2: expected 2, got the end"),
        ("line 1:\n- '1  2'\n+ '1 2'", "line 1: expected 1␣␣2, got 1␣2"),
        ("line 2:\n- '2'", "line 2:"),
    ],
)
def test_where_two_programs_print_differently_both_sides_are_told(error: str, words: str) -> None:
    found = trial(CaseOutcome(CaseStatus.FAILED, name="input", actual="5", expected="6", error=error), Verdict.FAILED)

    line, page = trial_line(found, None), trial_page(found, None)

    assert line.what == words
    assert page.cases[0].error.startswith(words)
    shown = "\n".join(attempt_lines(page, None, Screen(), model="", again=""))
    assert f"case 0  input    {words}" in shown
