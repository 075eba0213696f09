"""What runtimes and compilers say, in one line: real messages of each, and text that means harm."""

from __future__ import annotations

import pytest

from assay.judges.complaints import LONGEST, compiler_complaint, complaint, difference_in_words, failure_complaint
from assay.judges.outputs import first_difference

PYTHON = """Traceback (most recent call last):
  File "main.py", line 3, in <module>
    f()
ValueError: 3

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "main.py", line 5, in <module>
    g()
shop.errors.OutOfStockError: no more
"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: outer
\tat Main.f(Main.java:3)
\tat Main.main(Main.java:7)
Caused by: java.lang.ArithmeticException: / by zero
\t... 2 more
"""
NODE = """/scratch/main.js:1
throw new TypeError("no")
^

TypeError: no
    at Object.<anonymous> (/scratch/main.js:1:7)
    at Module._compile (node:internal/modules/cjs/loader:1105:14)

Node.js v18.19.0
"""
RUST = """thread 'main' panicked at main.rs:2:5:
index out of bounds: the len is 3 but the index is 9
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RUST_OLD = "thread 'main' panicked at 'attempt to divide by zero', main.rs:2:5\nnote: run with `RUST_BACKTRACE=1`\n"
GO = "panic: runtime error: integer divide by zero\n\ngoroutine 1 [running]:\nmain.main()\nexit status 2\n"
CPP = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n"
RUBY = "main.rb:1:in `/': divided by 0 (ZeroDivisionError)\n\tfrom main.rb:1:in `<main>'\n"
PHP = "PHP Fatal error:  Uncaught DivisionByZeroError: Modulo by zero in /x/main.php:1\nStack trace:\n#0 {main}\n"
CSHARP = "Unhandled exception. System.DivideByZeroException: Attempted to divide by zero.\n   at Program.Main()"


@pytest.mark.parametrize(
    ("stderr", "said"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("  \n\n", "", id="blank"),
        pytest.param("the disk is full\nI give up\n", "I give up", id="its-own-words"),
        pytest.param(PYTHON, "shop.errors.OutOfStockError: no more", id="python"),
        pytest.param("Traceback (most recent call last):\n  x\nKeyboardInterrupt\n", "KeyboardInterrupt", id="bare"),
        pytest.param("ValueError: a\nsecond line of the message\n", "ValueError: a", id="two-lines"),
        pytest.param(JAVA, "java.lang.IllegalStateException: outer", id="java"),
        pytest.param(NODE, "TypeError: no", id="node"),
        pytest.param(RUST, "index out of bounds: the len is 3 but the index is 9", id="rust"),
        pytest.param(RUST_OLD, "attempt to divide by zero", id="rust-before-1.73"),
        pytest.param(GO, "runtime error: integer divide by zero", id="go"),
        pytest.param(CPP, "std::out_of_range: vector::_M_range_check", id="c++"),
        pytest.param(RUBY, "ZeroDivisionError: divided by 0", id="ruby"),
        pytest.param(PHP, "DivisionByZeroError: Modulo by zero", id="php"),
        pytest.param(CSHARP, "System.DivideByZeroException: Attempted to divide by zero.", id="c#"),
        pytest.param("XError: " + "y" * 9000, "XError: " + "y" * 192, id="long"),
    ],
)  # fmt: skip
def test_the_line_that_says_why(stderr: str, said: str) -> None:
    assert complaint(stderr) == said


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Main.java:4: error: cannot find symbol\n    Scaner s;\n    ^\n  symbol:   class Scaner\n",
         "cannot find symbol: class Scaner (line 4)"),
        ("Main.java:1: error: ';' expected\nx\n 1 error\n", "';' expected (line 1)"),
        ("main.c: In function 'main':\nmain.c:3:5: error: 'x' undeclared\n", "'x' undeclared (line 3)"),
        ("main.c:1:10: fatal error: nothing.h: No such file or directory\n",
         "nothing.h: No such file or directory (line 1)"),
        ("error[E0425]: cannot find value `x` here\n --> main.rs:2:5\n", "cannot find value `x` here (line 2)"),
        ("\nthe compiler went beyond its limit of time", "the compiler went beyond its limit of time"),
        ("", ""),
    ],
)  # fmt: skip
def test_the_first_error_of_a_compiler(message: str, said: str) -> None:
    assert compiler_complaint(message) == said


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        ("1\n14", "1\n20", "line 2: expected 14, got 20"),
        ("1", "1\n2", "line 2: expected the end, got 2"),
        ("1\n2", "1", "line 2: expected 2, got the end"),
        ("a, b", "a", "line 1: expected 'a, b', got a"),
        (" a", "a", "line 1: expected ' a', got a"),
        ("", "a", "line 1: expected '', got a"),
        ("it's", 'say "no"', 'line 1: expected it\'s, got say "no"'),
        ("\x1b[31m", "a", "line 1: expected '\\x1b[31m', got a"),
        ("a", "a", ""),
    ],
)
def test_a_difference_in_words(left: str, right: str, said: str) -> None:
    assert difference_in_words(first_difference(left, right)) == said


@pytest.mark.parametrize(
    "text", ["XError: a" * 30_000, "thread 'main' panicked at " * 10_000, "a" * 250_000, ":\n" * 120_000]
)
@pytest.mark.timeout(20)
def test_hostile_text_costs_little(text: str) -> None:
    """A pattern that takes the square of the length would run into the time limit of the test."""
    assert len(complaint(text)) <= 200
    assert len(compiler_complaint(text)) <= 220


NODE_TEST = """A test failed: AssertionError: Expected values to be deep-equal:

[
  25
]

should deep-equal

[
  10
]
    at tests.js:3:8
    at main (/scratch/driver.js:213:9)
"""
GO_TEST = """--- FAIL: Tests (0.00s)
    --- FAIL: Tests/TestTwice (0.00s)
        candidate.go:12:
            \tError Trace:\t/scratch/candidate.go:12
            \tError:      \tNot equal:
            \t            \texpected: 10
            \t            \tactual  : 25
            \tTest:       \tTests/TestTwice
FAIL
"""
RUBY_TEST = "Failure: test_twice(Tests)\n  <10> expected but was\n  <25>\ndiff:\n- 10\n+ 25\n"
JS_TEST = "Assertion failed: console.assert(twice(5) === 10)\n    at tests.js:3\n"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (NODE_TEST, "A test failed: AssertionError: Expected values to be deep-equal:"
         " [ 25 ] should deep-equal [ 10 ] (tests.js:3)"),
        (GO_TEST, "--- FAIL: Tests (0.00s), Error: Not equal: expected: 10, actual : 25 (candidate.go:12)"),
        (RUBY_TEST, "Failure: test_twice(Tests), <10> expected but was, <25>\ndiff:\n- 10\n+ 25"),
        (JS_TEST, "Assertion failed: console.assert(twice(5) === 10) (tests.js:3)"),
        ("main: Assertion `f(5) == 10' failed.", "main: Assertion `f(5) == 10' failed."),
        ("failed\n" + "more\n" * 50, "failed" + "\nmore" * 5),
        ("", ""),
    ],
)  # fmt: skip
def test_a_failed_test_is_told_with_its_values_and_its_place(message: str, told: str) -> None:
    assert failure_complaint(message) == told


def test_a_long_message_of_a_test_is_cut() -> None:
    assert len(failure_complaint("failed:\n" + ("x" * 10_000 + "\n") * 50)) <= 400


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "line",
    ["Error" * 159 + "!", "thread 'a" + "' panicked at '" * 50, "a:1:in " + ": (" * 250, "a:1:in " + ": x (Y" * 120],
)
def test_a_line_that_nearly_fits_costs_no_square_of_its_length(line: str) -> None:
    assert complaint(f"{line}\n" * 3000) == line.strip()[:LONGEST]
