"""Python programs compiled once: they do what their source does, and stay source where they could tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.sandbox.runner import Runner
from tests.granted import programs
from tests.sandbox import program_texts as texts

SAME = {
    "prints": "print(input()[::-1], __name__)",
    "raises": "def f():\n    1 / 0\n\nf()",
    "leaves": "import sys\nprint('x', end='')\nsys.exit(7)",
    "raises an exit": "raise SystemExit('gone')",
    "draws": "import random\nprint(random.Random(3).random())",
    "from the future": "from __future__ import annotations\ndef f(x: Nothing): return x\nprint(f(1))",
    "at exit": "import atexit\natexit.register(print, 'bye')\nprint('hello')",
    "threads": "import threading\nt = threading.Thread(target=print, args=('in a thread',))\nt.start()",
    "recursion": "import sys\nsys.setrecursionlimit(9000)\ndef f(n): return n and f(n - 1)\nprint(f(8000))",
    "finalizers": "class A:\n    def __init__(self): self.x = 1\na = A()\nf = open('x', 'w')\nf.write('y')\nprint(a.x)",
    "a set": "print(3 in {1, 2, 3}, sorted({5, 6, 7}))",
    "generators": "def g():\n    try: yield 1\n    finally: print('closed')\nh = g()\nnext(h)",
}
SOURCE = {
    "its own file": "print(open(__file__).read())",
    "its arguments": "import sys\nprint(sys.argv)",
    "a cold start": "import sys\nprint(len(sys.modules) > 5)",
    "no Python": "print(",
    "NUL": "print(1)\0",
    "deep": "(" * 500,
    "the order of a set": "def f():\n    print({'x', 'y', 'z', 'w'})\nf()",
}


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with programs() as sandbox:
        yield Runner(sandbox)


@pytest.mark.parametrize("name", SAME)
def test_bytecode_does_what_source_does(runner: Runner, name: str) -> None:
    source = runner.build(SAME[name], "python")
    compiled = runner.with_bytecode(source)

    expected, got = (runner.run(built, stdin=b"abc\n") for built in (source, compiled))

    assert compiled.files != source.files
    assert (got.stdout, got.exit_code, got.signal) == (expected.stdout, expected.exit_code, expected.signal)
    assert got.stderr.splitlines()[-1:] == expected.stderr.splitlines()[-1:]


@pytest.mark.parametrize("name", SOURCE)
def test_what_could_tell_stays_source(runner: Runner, name: str) -> None:
    built = runner.build(SOURCE[name], "python")

    assert runner.with_bytecode(built) is built


def test_a_program_that_was_never_built_stays_as_it_is(runner: Runner) -> None:
    broken = runner.build("x" * (17 << 20), "python")

    assert broken.error
    assert runner.with_bytecode(broken) is broken


def test_a_trace_still_names_lines(runner: Runner) -> None:
    compiled = runner.with_bytecode(runner.build("x = 1\n\nx.y", "python"))

    assert b'main.py", line 3, in <module>' in runner.run(compiled).stderr


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_program_that_may_be_bytecode_does_the_same(runner: Runner) -> None:
    differ = []
    for text in [*texts.WRITTEN, *texts.generated(40, seed=5)]:
        source = runner.build(text, "python")
        compiled = runner.with_bytecode(source)
        if compiled is source:
            continue
        one, other = (runner.run(built, stdin=texts.STDIN) for built in (source, compiled))
        if (one.stdout, one.exit_code, one.signal) != (other.stdout, other.exit_code, other.signal):
            differ.append((text, one, other))

    assert not differ
