"""From what two programs did to a score and a class."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.agreement import Agreement
from assay.judges.normalising import make_checker
from assay.judges.outputs import Observed, compare, first_difference, observe
from assay.records import Checker, Execution, KilledBy

OK = Observed(0, b"Out\n")
CRASHED = Observed(1, b"", b"Traceback (most recent call last):\nValueError: x", crashed=True)
SLOW = Observed(None, b"", error="did not end within 1 s", kind="time")
BROKEN = Observed(None, error="does not compile: x", kind="build")
NO_MEMORY = "needed more memory than it may have"


@pytest.mark.parametrize(
    ("groundtruth", "prediction", "rule", "score", "agreement"),
    [
        (OK, OK, Checker(), 1.0, Agreement.PERFECT),
        (OK, Observed(0, b"out"), Checker(), 0.9, Agreement.CLOSE),
        (OK, Observed(0, b"out"), make_checker(strict=True), 0.5, Agreement.PARTIAL),
        (OK, Observed(0, b"out"), make_checker(normalise=False), 0.5, Agreement.PARTIAL),
        (OK, Observed(0, b"other"), Checker(), 0.5, Agreement.PARTIAL),
        (OK, Observed(1, b"Out\n"), Checker(), 0.0, Agreement.FAILED),
        (Observed(3, b"x"), Observed(3, b"x"), Checker(), 1.0, Agreement.PERFECT),
        (Observed(3, b"x"), Observed(3, b"y"), Checker(), 0.5, Agreement.PARTIAL),
        (OK, CRASHED, Checker(), 0.0, Agreement.FAILED),
        (OK, SLOW, Checker(), 0.0, Agreement.FAILED),
        (OK, BROKEN, Checker(), 0.0, Agreement.FAILED),
        (CRASHED, OK, Checker(), None, Agreement.GROUNDTRUTH_FAILED),
        (CRASHED, CRASHED, Checker(), None, Agreement.GROUNDTRUTH_FAILED),
        (CRASHED, Observed(1, b""), Checker(), None, Agreement.GROUNDTRUTH_FAILED),
        (SLOW, OK, Checker(), None, Agreement.GROUNDTRUTH_FAILED),
        (SLOW, SLOW, Checker(), None, Agreement.GROUNDTRUTH_FAILED),
        (BROKEN, BROKEN, Checker(), None, Agreement.GROUNDTRUTH_FAILED),
    ],
)
def test_the_documented_scores(
    groundtruth: Observed, prediction: Observed, rule: Checker, score: float | None, agreement: Agreement
) -> None:
    found = compare(groundtruth, prediction, rule)

    assert (found.score, found.agreement) == (score, agreement)


def test_an_error_names_the_side_and_the_reason() -> None:
    assert compare(OK, CRASHED, Checker()).error == "prediction: ended with status 1: ValueError: x"
    assert compare(SLOW, OK, Checker()).error == "groundtruth: did not end within 1 s"
    assert compare(OK, OK, Checker()).error == ""


def test_bytes_that_are_no_text_still_differ() -> None:
    found = compare(Observed(0, b"\xff"), Observed(0, b"\xfe"), Checker())

    assert found.agreement is Agreement.PARTIAL
    assert found.diff == "line 1:\n- '\\\\xff'\n+ '\\\\xfe'"


@pytest.mark.parametrize(
    ("execution", "language", "crashed", "error"),
    [
        (Execution(0, stderr=b"Traceback (most recent call last):\n"), "python", False, ""),
        (Execution(1, stderr=b"usage: x\n"), "python", False, ""),
        (Execution(1, stderr=b"Traceback (most recent call last):\nE: x\n"), "python", True, ""),
        (Execution(None, signal=11), "c", True, ""),
        (Execution(1, stderr=b'Exception in thread "main" java.lang.E\n'), "java", True, ""),
        (Execution(101, stderr=b"\nthread 'main' panicked at main.rs:1:1:\n"), "rust", True, ""),
        (Execution(101, stderr=b"\nthread 'main' (4) panicked at main.rs:1:1:\n"), "rust", True, ""),
        (Execution(1, stderr=b"Error: x\n    at a\n\nNode.js v20.1.1\n"), "javascript", True, ""),
        (Execution(255, stderr=b"x at main.pl line 1.\n"), "perl", True, ""),
        (Execution(2, stderr=b"anything\n"), "bash", False, ""),
        (Execution(None, signal=9, killed_by=KilledBy.TIME), "c", False, "did not end within 2 s"),
        (Execution(0, truncated=True), "c", False, "printed more than is kept"),
        (Execution(None, signal=9, killed_by=KilledBy.MEMORY), "c", False, NO_MEMORY),
        (Execution(1, stderr=b"Traceback (most recent call last):\nMemoryError\n"), "python", False, NO_MEMORY),
        (Execution(1, stderr=b"Traceback (most recent call last):\nnumpy._x._ArrayMemoryError: U\n"), "python", False,
         NO_MEMORY),
        (Execution(1, stderr=b"MemoryError\n"), "python", False, ""),
        (Execution(0, stderr=b"Traceback (most recent call last):\nMemoryError\n"), "python", False, ""),
        (Execution(1, stderr=b'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n\tat M\n'),
         "java", False, NO_MEMORY),
        (Execution(1, stderr=b'Exception in thread "main" java.lang.E\nCaused by: java.lang.OutOfMemoryError: x\n'),
         "java", False, NO_MEMORY),
        (Execution(1, stderr=b'Exception in thread "main" java.lang.OutOfMemoryError: unable to create native\n'),
         "java", True, ""),
        (Execution(None, signal=6, stderr=b"\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript\n"),
         "javascript", False, NO_MEMORY),
        (Execution(None, signal=6, stderr=b"terminate called after throwing an instance of 'std::bad_alloc'\n"), "cpp",
         False, NO_MEMORY),
        (Execution(None, signal=6, stderr=b"memory allocation of 99 bytes failed\n"), "rust", False, NO_MEMORY),
    ],
)  # fmt: skip
def test_what_a_run_says_about_a_program(execution: Execution, language: str, crashed: bool, error: str) -> None:
    seen = observe(execution, language, seconds=2.0)

    assert (seen.crashed, seen.error) == (crashed, error)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("a", "a", ""),
        ("a\nb", "a", "line 2:\n- 'b'\n+ (no such line)"),
        ("", "x", "line 1:\n- ''\n+ 'x'"),
        ("y" * 300, "z", f"line 1:\n- '{'y' * 200}...'\n+ 'z'"),
    ],
)
def test_the_first_difference_is_shown(left: str, right: str, expected: str) -> None:
    assert first_difference(left, right) == expected


LINES = st.text(alphabet="ab\n", max_size=12)


@given(LINES, LINES)
def test_the_first_difference_is_that_of_the_lines(left: str, right: str) -> None:
    ours, theirs = left.split("\n"), right.split("\n")
    same = next((i for i, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
    number = same if same is not None else min(len(ours), len(theirs))
    shown = [repr(lines[number]) if number < len(lines) else "(no such line)" for lines in (ours, theirs)]
    expected = "" if left == right else f"line {number + 1}:\n- {shown[0]}\n+ {shown[1]}"

    assert first_difference(left, right) == expected
