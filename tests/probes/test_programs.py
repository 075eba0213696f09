"""Programs of several languages, told apart by inputs beyond the example."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.probes.equivalence import Budget
from assay.probes.programs import ProgramEquivalence, ProgramOptions, program_equivalence
from assay.records import ProgramSource
from assay.sandbox.artefacts import ArtefactCache
from assay.sandbox.recipes import recipe, tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain
from tests.granted import skip_without_programs

EXAMPLE = "3\n1 2 3\n"
GRAMMAR = "n:int(1..5) NEWLINE int(-9..9){n}"
SUM = "input()\nprint(sum(map(int, input().split())))\n"
SUM_OF_SET = "input()\nprint(sum(set(map(int, input().split()))))\n"
MANY = Budget(cpu_seconds=60, inputs=60)
PROGRAMS = {
    "c": '#include <stdio.h>\nint main() { int n, x, s = 0; scanf("%d", &n);'
    ' for (int i = 0; i < n; i++) { scanf("%d", &x); s += x; } printf("%d\\n", s); return 0; }',
    "java": "import java.util.*; public class Main { public static void main(String[] a) {"
    " Scanner in = new Scanner(System.in); int n = in.nextInt(), s = 0; for (int i = 0; i < n; i++) s += in.nextInt();"
    " System.out.println(s); } }",
    "javascript": "const l = require('fs').readFileSync(0, 'utf8').split('\\n');"
    "console.log(l[1].trim().split(' ').map(Number).reduce((x, y) => x + y | 0, 0));",
}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(cache=ArtefactCache(tmp_path_factory.mktemp("artefacts"))) as made:
        skip_without_programs(made.sandbox)
        yield made


def searched(
    runner: Runner, candidate: str, reference: str, languages: tuple[str, str] = ("python", "python"), **options: Any
) -> ProgramEquivalence:  # Any: the fields of ProgramOptions
    for language in languages:
        try:
            if recipe(language).run:
                tools(language)
        except MissingToolchain as error:
            pytest.skip(str(error))
    one, other = (
        ProgramSource(text.encode(), name) for text, name in zip((candidate, reference), languages, strict=True)
    )
    return program_equivalence(one, other, ProgramOptions(**{"budget": MANY, **options}), runner=runner)


@pytest.mark.parametrize(
    ("candidate", "reference", "options", "stdin"),
    [
        pytest.param(SUM_OF_SET, SUM,
                     {"examples": [EXAMPLE]}, "2\n1 1\n", id="equal numbers, from an example"),
        pytest.param(SUM_OF_SET, SUM,
                     {"grammar": GRAMMAR}, "2\n1 1\n", id="equal numbers, from a grammar"),
        pytest.param("print(abs(int(input())))", "print(int(input()))", {"examples": ["5\n"]}, "-1\n", id="sign"),
        pytest.param("x = int(input())\nprint(0 if x == 918273 else x)", "print(int(input()))", {"examples": ["5\n"]},
                     "918273\n", id="a needle"),
        pytest.param("print(input()[:3])", "print(input())", {"examples": ["ab\n"]}, "aaaa\n", id="a long word"),
        pytest.param("for l in open(0): print(len(l.split()[0]))", "for l in open(0): print(len(l.strip()))",
                     {"examples": ["a\nbb\nc\n"], "grammar": '(word(ab, 1..2) choice(x, y) NL){1..3}'}, "a x\n",
                     id="lines"),
        pytest.param("import sys\nprint(1)\nsys.exit(3 if input() == '7' else 0)", "print(1)", {"grammar": "int(0..9)"},
                     "7\n", id="the status"),
        pytest.param("print(1 // int(input()))", "print(0 if int(input()) != 1 else 1)", {"grammar": "int(0..9)"},
                     "0\n", id="a crash"),
    ],
)  # fmt: skip
def test_the_smallest_input_that_tells_two_apart(
    runner: Runner, candidate: str, reference: str, options: dict[str, Any], stdin: str
) -> None:
    found = searched(runner, candidate, reference, **options)

    assert found.different
    assert found.stdin() == stdin
    assert found.headline().startswith(f"differs on input {stdin!r}: ")


@pytest.mark.parametrize(
    "language", ["c", *(pytest.param(name, marks=pytest.mark.slow) for name in ("java", "javascript"))]
)
def test_other_languages_overflow_where_python_does_not(runner: Runner, language: str) -> None:
    found = searched(runner, PROGRAMS[language], SUM, languages=(language, "python"), examples=[EXAMPLE])

    assert found.different
    assert found.candidate is not None
    assert sum(map(int, found.stdin().split()[1:])) not in range(-(2**31), 2**31)


def test_programs_of_two_languages_that_do_the_same(runner: Runner) -> None:
    found = searched(runner, PROGRAMS["c"], SUM, languages=("c", "python"), grammar=GRAMMAR)

    assert found.different is False
    assert found.headline().startswith("no difference in 60 inputs")


def test_a_count_stays_right_so_that_nobody_reads_beyond_the_input(runner: Runner) -> None:
    careful = "n = int(input())\na = input().split()\nassert len(a) == n\nprint(len(a))\n"
    found = searched(runner, careful.replace("assert len(a) == n\n", ""), careful, examples=[EXAMPLE])

    assert (found.different, found.refused, found.inputs) == (False, 0, 60)


def test_inputs_on_which_the_reference_fails_count_for_nothing(runner: Runner) -> None:
    found = searched(runner, "print(1)", "x = int(input())\nassert x > 0\nprint(1)", examples=["5\n"])

    assert found.different is False
    assert found.refused > 0


def test_blanks_at_line_ends_do_not_matter_and_case_does(runner: Runner) -> None:
    assert searched(runner, "print('a ', end='\\n\\n')", "print('a')").different is False
    assert searched(runner, "print('A')", "print('a')").different is True


@pytest.mark.parametrize(
    ("candidate", "reference", "says"),
    [
        ("int(", "print(1)", "no difference|does not compile|differs on input ''"),
        ("print(1)", "print(int(input()))", "cannot be compared: the reference fails without input"),
    ],
)
def test_what_cannot_be_compared_is_said(runner: Runner, candidate: str, reference: str, says: str) -> None:
    import re

    assert re.search(says, searched(runner, candidate, reference).headline())


def test_a_program_that_does_not_compile_cannot_be_compared(runner: Runner) -> None:
    found = searched(runner, "int main( {", SUM, languages=("c", "python"), examples=[EXAMPLE])

    assert found.different is None
    assert "the candidate does not compile" in found.note


def test_a_reference_that_varies_tells_nothing(runner: Runner) -> None:
    varying = "print(hash('a'))"

    assert searched(runner, "print(1)", varying).different is False


def test_the_same_seed_gives_the_same_answer(runner: Runner) -> None:
    one, other = (
        searched(runner, "print(int(input()) > 4)", "input()\nprint(False)", examples=["1\n"], seed=3) for _ in range(2)
    )

    assert (one.stdin(), one.inputs) == (other.stdin(), other.inputs)
    assert one.stdin() == "5\n"


HOSTILE = {
    "loops": "while True: pass",
    "prints without end": "while True: print('x' * 1000)",
    "takes all memory": "x = [bytearray(1 << 20) for _ in range(10**9)]",
    "forks": "import os\nfor _ in range(10000): os.fork()",
    "closes": "import os; os.close(1); os.close(2)",
    "kills": "import os; os.kill(os.getpid(), 9)",
}


@pytest.mark.slow
@pytest.mark.parametrize("candidate", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_candidate_is_just_different(runner: Runner, candidate: str) -> None:
    found = searched(runner, candidate, "print(1)", budget=Budget(cpu_seconds=5, inputs=5))

    assert found.different is True


def test_the_test_that_is_printed_shows_the_difference_again(runner: Runner, tmp_path: Path) -> None:
    candidate, reference = "print(abs(int(input())))", "print(int(input()))"
    found = searched(runner, candidate, reference, examples=["5\n"])
    statuses = []
    for source in (reference, candidate):
        (tmp_path / "it.py").write_text(source)
        command = f"COMMAND = [{sys.executable!r}, {str(tmp_path / 'it.py')!r}]"
        text = found.test().replace("COMMAND = ['program']  # what runs the program", command)
        done = subprocess.run([sys.executable, "-c", f"{text}\ntest_program()"], capture_output=True, check=False)
        statuses.append(done.returncode)

    assert statuses == [0, 1]
    assert found.shell() == "printf %s '-1\n' | program"
    assert found.to_dict()["counterexample"] == "-1\n"


FAILING = "import os\nn = int(input())\nif n > 5:\n    {}\nprint(n)\n"


@pytest.mark.parametrize("body", ["os._exit(3)", "raise ValueError", "os.abort()", "while True: pass"])
def test_a_program_that_fails_differs_on_either_side(runner: Runner, body: str) -> None:
    pair, plain = FAILING.format(body), "print(int(input()))"

    results = [searched(runner, *sources, grammar="int(0..9)") for sources in ((pair, plain), (plain, pair))]

    assert [result.different for result in results] == [True, True]


def test_inputs_on_which_both_programs_fail_are_counted(runner: Runner) -> None:
    source = FAILING.format("raise ValueError")

    result = searched(runner, source, source + "# the same", grammar="int(0..9)")

    assert result.different is False
    assert "on which both fail" in result.note
