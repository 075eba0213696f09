"""Whether an output is right: by comparison, and by a program that the candidate cannot bring down unpunished."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem, InvalidValue
from assay.judges.checkers import CHECKER_LIMITS, CheckerFailed, OutputChecking, difference
from assay.judges.normalising import close_words, same_number
from assay.records import Checker, Problem, ProgramInput, Programs, ProgramSource
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain
from tests.granted import programs

WORDS, CLOSE, LINES = Checker.words(), Checker.words(1e-6), Checker.unordered_lines()


@pytest.mark.parametrize(
    ("checker", "expected", "got", "why"),
    [
        (Checker.exact(), b"1\n", b"1\n", ""),
        (Checker.exact(), b"1\n", b"1", "line 2: expected '', got the end"),
        (Checker.line_ends(), b"a b\n", b"a b  \r\n\n", ""),
        (Checker.line_ends(), b"a b\n", b"a  b\n", "line 1: expected a␣b, got a␣␣b"),
        (Checker.line_ends(), b"a\nb\n", b"a\x0bb\n", "line 1: expected a, got 'a\\x0bb'"),
        (WORDS, b"1 2\n3\n", b"1\n2 3", ""),
        (WORDS, b"1 2\n3\n", b"1\n2\n4", "line 3: expected 3, got 4"),
        (WORDS, b"1 2", b"1", "expected 2 words, got 1: 2 is missing"),
        (WORDS, b"1 2", b"1 2\n3", "line 2: expected the end, got 3"),
        (WORDS, b"YES", b"yes", "line 1: expected YES, got yes"),
        (WORDS, b"0.5", b"0.50", "line 1: expected 0.5, got 0.50"),
        (WORDS, b"x", b"\x1b[2Jx", "line 1: expected x, got '\\x1b[2Jx'"),
        (WORDS, b"x", b"\xff", "line 1: expected x, got '\\\\xff'"),
        (WORDS, b"", b" \n", ""),
        (Checker.words(any_case=True), b"YES no", b"yes\nNO", ""),
        (CLOSE, b"0.5 7", b"0.5000001 7", ""),
        (CLOSE, b"0.5 7", b"0.5 8", "line 1: expected 7, got 8"),
        (CLOSE, b"1e9", b"1000000100.0", ""),
        (LINES, b"a\nb\n", b"b\na", ""),
        (LINES, b"a\nb\n", b"b\nb", "of the sorted lines, line 1: expected a, got b"),
        (LINES, b"a\na\nb\n", b"a\nb\nb\n", "of the sorted lines, line 2: expected a, got b"),
    ],
)
def test_outputs_are_compared(checker: Checker, expected: bytes, got: bytes, why: str) -> None:
    assert difference(checker, expected, got) == why


@pytest.mark.parametrize(
    ("expected", "got", "close"),
    [
        ("1", "1.0", True),
        ("1", "01", True),
        ("10", "11", False),
        ("-0", "0", True),
        ("1.5", "+1.5", True),
        ("1.5", "1.6", False),
        ("0.0", "1e-7", True),
        ("0.0", "1e-5", False),
        ("1e300", "1.0000001e300", True),
        ("2.0", "nan", False),
        ("2.0", "inf", False),
        ("2.0", "1e999", False),
        ("2.0", "0x2", False),
        ("2.0", "2_0", False),
        ("2.0", "٢", False),
        ("nan", "NaN", True),
        ("inf", "-inf", False),
        ("inf", "Infinity", True),
        ("inf", "1e999", False),
        ("1.0", "1." + "0" * 1_000_000, False),
        ("1" * 5000, "1" * 4999 + "2", False),
        ("5", "5e0", True),
        ("5", "4.9999999", True),
        ("1000000000", "1000000000.0001", True),
        ("123456789", "1.234567890001e+08", True),
        ("123456789", "1.23456e+08", False),
        ("1000000", "1000000.6", False),
        ("9007199254740993", "9007199254740992.0", False),
        ("9007199254740993", "9007199254740993.0", True),
        ("1000000000000000001", "1e18", False),
        ("1" + "0" * 400, "1e400", True),
        ("1" + "0" * 400, "1e999", False),
        ("1e999", "1e998", False),
        ("0", "1e-99999999999999999999", True),
        ("0", "1e99999999999999999999", False),
        ("5", "٥", False),
    ],
)
def test_a_tolerance_is_about_rounding_alone(expected: str, got: str, close: bool) -> None:
    assert close_words(expected, got, 1e-6) is close


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ("0.5", ".500", True),
        ("0.1", "0.1000000000000000055511151231257827", False),
        ("9007199254740993", "9007199254740992.0", False),
        ("1e18", "1000000000000000001", False),
        ("1e18", "1000000000000000000.00", True),
        ("0", "-0.0", True),
        ("0", "1e-400", False),
    ],
)
def test_without_a_tolerance_numbers_are_exact(expected: str, got: str, same: bool) -> None:
    assert close_words(expected, got, 0.0) is same


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ("9007199254740992", "9007199254740993", False),
        ("9007199254740992", "9007199254740992.0", True),
        ("9007199254740992.5", "9007199254740993.5", False),
        ("1e23", "100000000000000000000000", True),
        ("0.33", "0.325", True),
        ("2", "2.00000000000000000011", True),
        ("1e999", "2e999", False),
        ("0", "1e-99999999999999999999", True),
    ],
)
def test_one_number_is_the_same_only_where_rounding_explains_it(expected: str, got: str, same: bool) -> None:
    assert same_number(expected, got) is same


def test_a_tolerance_is_a_number() -> None:
    for tolerance in (-1.0, float("nan"), float("inf")):
        with pytest.raises(InvalidValue, match="tolerance must be at least 0"):
            Checker.words(tolerance)


def test_a_checker_program_needs_expected_outputs() -> None:
    with pytest.raises(InvalidProblem, match="a checker program needs expected outputs"):
        Problem("p", Programs(groundtruth=ProgramSource(b"", "python"), checker=Checker.by_program("", "python")))


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with programs() as sandbox:
        yield Runner(sandbox)


FACTORS = ProgramInput(b"12\n", expected=b"3 4\n")
PYTHON = """
import sys
given, output, answer = (open(path).read() for path in sys.argv[1:])
a, b = map(int, output.split())
if a * b != int(given):
    print(f"{a} * {b} is not {int(given)}")
    sys.exit(1)
"""
CPP = r"""
#include <cstdio>
int main(int, char** argv) {
    int n, a, b;
    if (fscanf(fopen(argv[1], "r"), "%d", &n) != 1) return 3;
    if (fscanf(fopen(argv[2], "r"), "%d %d", &a, &b) != 2) return 2;
    return a * b == n ? 0 : 1;
}
"""


def why(runner: Runner, source: str, output: bytes, language: str = "python", given: ProgramInput = FACTORS) -> str:
    return OutputChecking(Checker.by_program(source, language), runner).why_wrong(given, output)


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (b"3 4\n", ""),
        (b"2 6\n", ""),
        (b"2 5\n", "2 * 5 is not 12"),
        (b"2 6 1\n", "breaks down (ValueError: too many values to unpack (expected 2)) on this output"),
        (b"\x00\xff" * 100, "breaks down (UnicodeDecodeError"),
        (b"9" * 5000 + b" 1", "breaks down (ValueError: Exceeds the limit"),
    ],
)
def test_a_checker_program_decides(runner: Runner, output: bytes, told: str) -> None:
    assert (told in why(runner, PYTHON, output)) if told else why(runner, PYTHON, output) == ""


def test_a_checker_program_may_be_compiled(runner: Runner) -> None:
    try:
        tools("cpp")
    except MissingToolchain as error:
        pytest.skip(str(error))

    assert [why(runner, CPP, output, "cpp") for output in (b"2 6", b"2 5", b"two")] == [
        "",
        "the checker says that it is wrong",
        "the checker says that it is wrong",
    ]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("1/0", "ZeroDivisionError: division by zero"),
        ("import sys; sys.exit(3)", "status 3"),
        ("import os; os.kill(os.getpid(), 9)", "signal 9"),
        ("def", "SyntaxError"),
    ],
)
def test_a_checker_that_fails_on_the_expected_output_judges_nobody(runner: Runner, source: str, told: str) -> None:
    with pytest.raises(CheckerFailed, match=told):
        why(runner, source, b"2 5")


@pytest.mark.parametrize("output", [b"x", b"", b"YES\n", b"2 5", b"1 2 3"])
def test_no_output_that_is_not_right_is_judged_by_a_checker_that_breaks_on_the_right_one(
    runner: Runner, output: bytes
) -> None:
    """Else a candidate chooses to be unjudged by what it prints: the checker finds `2 5` wrong and breaks on `x`."""
    given = ProgramInput(b"12\n", expected=b"YES\n")

    assert why(runner, PYTHON, b"2 6", given=given) == ""
    with pytest.raises(CheckerFailed, match=r"breaks down \(ValueError.* on the expected output"):
        why(runner, PYTHON, output, given=given)


def test_a_checker_that_only_this_output_breaks_finds_it_wrong(runner: Runner) -> None:
    source = "import os, sys\nif len(open(sys.argv[2]).read()) > 9: os.kill(os.getpid(), 11)"

    assert "(signal 11) on this output, and not on the expected output" in why(runner, source, b"3 4" + b" " * 99)


WITHOUT = ProgramInput(b"12\n")


def test_a_checker_that_finds_the_expected_output_wrong_works(runner: Runner) -> None:
    told = why(runner, PYTHON, b"x", given=ProgramInput(b"12\n", expected=b"1 1\n"))

    assert "ValueError" in told
    assert told.endswith("on this output, and not on the expected output")


def test_without_an_expected_output_a_breakdown_counts_against_the_candidate(runner: Runner) -> None:
    told = [why(runner, PYTHON, output, given=WITHOUT) for output in (b"2 6", b"2 5", b"x", b"")]

    assert told[:2] == ["", "2 * 5 is not 12"]
    assert all(one.endswith("; no right output is known that would show whether it works") for one in told[2:])


@pytest.mark.parametrize(
    ("expected", "printed", "name"),
    [
        (b"", b"3 4", "the output of the reference"),
        (b"YES\n", b"3 4", "the output of the reference"),
        (b"", None, "the expected output of another test"),
    ],
)
@pytest.mark.parametrize("output", [b"", b"x", b"YES\n"])
def test_another_right_output_shows_that_a_checker_works(
    runner: Runner, expected: bytes, printed: bytes | None, name: str, output: bytes
) -> None:
    checking = OutputChecking(
        Checker.by_program(PYTHON, "python"), runner, inputs=(WITHOUT, FACTORS), reference=lambda given: printed
    )

    assert checking.why_wrong(ProgramInput(b"12\n", expected=expected), output).endswith(f"and not on {name}")


@pytest.mark.parametrize("printed", [b"3 4", b""])
@pytest.mark.parametrize("output", [b"3 4", b"x", b""])
def test_a_checker_that_fails_on_the_output_of_the_reference_judges_nobody(
    runner: Runner, output: bytes, printed: bytes
) -> None:
    checking = OutputChecking(Checker.by_program("1/0", "python"), runner, reference=lambda given: printed)

    with pytest.raises(CheckerFailed, match="on the output of the reference"):
        checking.why_wrong(ProgramInput(b"12\n", expected=b""), output)


def test_an_output_that_is_too_large_for_the_checker_is_no_fault(runner: Runner) -> None:
    assert why(runner, PYTHON, bytes(CHECKER_LIMITS.file_bytes + 1)).endswith("and not on the expected output")


def test_a_checker_finds_three_files_and_nothing_of_the_candidate(runner: Runner) -> None:
    candidate = runner.build("open('left', 'w').write('x')", "python")
    runner.run(candidate)
    source = "import os, sys\nprint(sorted(os.listdir()))\nsys.exit(1)"

    assert why(runner, source, b"1") == "['answer.txt', 'input.txt', 'main.py', 'output.txt']"


def test_any_of_several_outputs_is_right(runner: Runner) -> None:
    checking = OutputChecking(WORDS, runner)
    given = ProgramInput(expected=b"1 2", others=(b"2 1", b"3 0"))

    assert [bool(checking.why_wrong(given, output)) for output in (b"1 2", b"2\n1", b"3 0\n", b"0 3")] == [
        False,
        False,
        False,
        True,
    ]
