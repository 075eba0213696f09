"""Mutants of a file against a pytest suite in a folder, in a real sandbox."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.projects import PytestProject, calls_in_tests, guest_folder, mutate_project
from assay.probes.mutation.results import MutantOutcome, MutantStatus, MutationResult

KILLED, SURVIVED, TIMED_OUT = MutantStatus.KILLED, MutantStatus.SURVIVED, MutantStatus.TIMED_OUT
CODE = """\
import functools

LIMIT = 10


def clamp(x, low=0, high=LIMIT):
    if x < low:
        return low
    return high if x > high else x


def plus_one(function):
    @functools.wraps(function)
    def inner(*arguments):
        return function(*arguments) + 1

    return inner


@plus_one
def twice(x):
    return x * 2


def count(n):
    i = 0
    while i < n:
        i += 1
    return i


class Stack:
    size = 3

    def __init__(self):
        self.items = []

    @property
    def room(self):
        return self.size - len(self.items)


def squares():
    return [i * i for i in range(4)]


SQUARES = squares()


def unused(x):
    return x + 1
"""
TESTS = """\
import pytest
from thing.core import SQUARES, Stack, clamp, count, twice


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("own")


@pytest.mark.parametrize(("x", "want"), [(-1, 0), (5, 5), (11, 10)])
def test_clamp(x, want):
    assert clamp(x) == want


def test_twice(folder):
    (folder / "a").write_text("b")
    assert twice(3) == 7


def test_count():
    assert count(4) == 4


def test_room():
    assert Stack().room == 3


def test_squares():
    assert SQUARES == [0, 1, 4, 9]


def test_nothing(capsys):
    print("nothing")
    assert capsys.readouterr().out == "nothing\\n"


@pytest.mark.skip
def test_later():
    assert False
"""


def project(folder: Path, code: str = CODE, tests: str = TESTS, **more: str) -> PytestProject:
    """Return a project with a package `thing` that has one file, and one file of tests."""
    files = {"pyproject.toml": "", "src/thing/__init__.py": "", "src/thing/core.py": code, "tests/test_core.py": tests}
    for name, text in {**files, **more}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return PytestProject.at(folder / "src/thing/core.py", folder / "tests")


def statuses(result: MutationResult) -> Mapping[str, MutantStatus]:
    """Return what became of each mutant, by the line about it."""
    return {one.mutant.one_line(): one.status for one in result.outcomes}


def after(outcome: MutantOutcome) -> str:
    """Return the line of a mutant as it is after the change."""
    return outcome.mutant.one_line().rpartition("   →   ")[2]


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> MutationResult:
    operators = ("arithmetic", "comparison", "augmented", "constants", "defaults")
    return mutate_project(project(tmp_path_factory.mktemp("project")), MutationOptions(operators, matrix=True))


@pytest.mark.parametrize(
    ("line", "replaced", "status"),
    [
        pytest.param(7, "if x <= low", SURVIVED, id="equivalent"),
        pytest.param(3, "LIMIT = 11", KILLED, id="a-constant-that-a-default-was-made-of"),
        pytest.param(15, "return function(*arguments) - 1", KILLED, id="inside-a-decorator"),
        pytest.param(22, "return x / 2", KILLED, id="decorated"),
        pytest.param(28, "i -= 1", TIMED_OUT, id="loop"),
        pytest.param(33, "size = 4", KILLED, id="attribute-of-a-class"),
        pytest.param(40, "return self.size + len(self.items)", SURVIVED, id="property"),
        pytest.param(44, "return [i + i for i in range(4)]", KILLED, id="called-when-it-was-loaded"),
        pytest.param(51, "return x - 1", MutantStatus.NOT_COVERED, id="not-covered"),
    ],
)
def test_every_kind_of_place_is_reached(result: MutationResult, line: int, replaced: str, status: MutantStatus) -> None:
    found = {(one.mutant.line, after(one)): one.status for one in result.outcomes}

    assert found[line, replaced] is status


def test_the_matrix_says_which_test_kills_which_mutant(result: MutationResult) -> None:
    by_line = {one.mutant.one_line(): one for one in result.outcomes}
    row = result.kill_matrix()[by_line["line 22   return x * 2   →   return x / 2"].mutant.number - 1]

    assert [name for name, killed in row.items() if killed is True] == ["tests/test_core.py::test_twice"]
    assert row["tests/test_core.py::test_count"] is None
    assert {"tests/test_core.py::test_nothing", "tests/test_core.py::test_later"} <= set(result.idle_tests())
    assert by_line["line 3   LIMIT = 10   →   LIMIT = 11"].test == "tests/test_core.py::test_clamp[11-10]"


def test_the_score_counts_what_no_test_reaches_as_not_killed(result: MutationResult) -> None:
    assert result.judged == len(result.outcomes) == sum(result.counts().values())
    assert result.score == result.detected / result.judged
    assert result.facts["pytest"] == pytest.__version__


BROKEN = "from thing.core import count\n\n\ndef test_count():\n    assert count(2) == 3\n"
FLAKY = """\
import os
from thing.core import count


def test_count():
    os.mkdir("seen")
    assert count(2) == 2
"""


@pytest.mark.parametrize(
    ("tests", "message"),
    [
        pytest.param(BROKEN, "without any mutant: tests/test_core.py::test_count: assert 2 == 3", id="fail"),
        pytest.param(FLAKY, "do not agree with themselves", id="flaky", marks=pytest.mark.slow),
        pytest.param("import not_there\n", "cannot be collected: tests/test_core.py: ModuleNotFoundError",
                     id="import", marks=pytest.mark.slow),
        pytest.param("", "cannot be collected: pytest finds no tests", id="none", marks=pytest.mark.slow),
        pytest.param("import os\nos._exit(0)\n", "the tests end pytest", id="exit"),
        pytest.param("import os\nfrom thing.core import count\n\ndef test_a():\n    os._exit(0)\n",
                     "test_core.py::test_a: its process left with status 0", id="a-test-that-exits",
                     marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_tests_that_are_not_fit_to_judge_have_no_score(tmp_path: Path, tests: str, message: str) -> None:
    with pytest.raises(BrokenTests) as raised:
        mutate_project(project(tmp_path, tests=tests), MutationOptions(sample=1))

    assert message in str(raised.value)


def test_tests_that_do_not_import_the_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"none of them imports 'core\.py'"):
        mutate_project(project(tmp_path, tests="def test_a():\n    pass\n"), MutationOptions(sample=1))


HOSTILE = """\
import os
import signal
import time


def loops(x):
    while x > 5:
        pass


def sleeps(x):
    if x > 5:
        time.sleep(1000)


def forks(x):
    if x > 5 and os.fork() == 0:
        os.setsid()
        while True:
            pass


def exits(x):
    if x > 5:
        os._exit(0)


def crashes(x):
    if x > 5:
        os.kill(os.getpid(), signal.SIGSEGV)


def speaks(x):
    if x > 5:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b'["mutant", 1, "survived", 0.0, []]\\\\n["end"]\\\\n"end"\\\\n')
            except OSError:
                pass
"""
HOSTILE_TESTS = """\
import pytest
from thing import core


@pytest.mark.parametrize("name", ["loops", "sleeps", "forks", "exits", "crashes", "speaks"])
def test_all(name):
    assert getattr(core, name)(1) is None
"""


def test_hostile_mutants_are_ended_and_leave_nothing_behind(tmp_path: Path) -> None:
    """The mutants of `forks` end well, and have a child that loops in a session of its own.

    What `speaks` writes to every descriptor changes what is said about itself at most.
    """
    result = mutate_project(project(tmp_path, HOSTILE, HOSTILE_TESTS), MutationOptions(("comparison",), workers=3))

    found = {one.mutant.scope: one.status for one in result.outcomes if "<=" in one.mutant.replacement}
    found.pop("speaks", None)
    assert found == {
        "loops": TIMED_OUT,
        "sleeps": TIMED_OUT,
        "forks": SURVIVED,
        "exits": MutantStatus.CRASHED,
        "crashes": MutantStatus.CRASHED,
    }
    assert _alive() == []


def test_an_interrupted_run_gives_what_is_there(tmp_path: Path) -> None:
    def interrupt(done: int, whole: int) -> None:
        if done:
            raise KeyboardInterrupt

    result = mutate_project(project(tmp_path), MutationOptions(watch=interrupt))

    assert result.stopped
    assert 0 < len(result.outcomes) < 80
    assert "stopped before the end" in result.headline()
    assert _alive() == []


WARNS = """\
import warnings

BASE = 1


def f(x):
    if x > 4:
        warnings.warn("large")
    return x + BASE
"""


def test_a_configured_suite_runs_as_pytest_would_run_it(tmp_path: Path) -> None:
    """The folder's own settings, its `conftest.py` that imports the code early, and a warning that is an error."""
    more = {
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-n 4 --cov"\nfilterwarnings = ["error"]\n',
        "tests/conftest.py": "import pytest\nimport thing.core\n\n\n@pytest.fixture\ndef four():\n    return 4\n",
        "src/thing/core.py": WARNS,
    }
    tests = "from thing.core import f\n\n\ndef test_f(four):\n    assert f(four) == 5\n"

    result = mutate_project(project(tmp_path, tests=tests, **more), MutationOptions(("comparison", "constants")))

    found = statuses(result)
    assert found["line 7   if x > 4   →   if x >= 4"] is KILLED
    assert found["line 3   BASE = 1   →   BASE = 2"] is KILLED


AROUND = """\
import pytest
import thing.core


@pytest.fixture
def four():
    return 4


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    thing.core.LIMIT = 20
    return (yield)
"""
SKIPS = "\n\ndef test_count():\n    if count(3) != 3:\n        pytest.skip('not today')\n"
XFAIL = "\n\n@pytest.mark.xfail\ndef test_count():\n    assert count(1) == 2\n"
INDIRECT = (
    "\n\n@pytest.mark.parametrize('four', [3], indirect=True)\ndef test_count(four):\n    assert count(four) == 4\n"
)
METHOD = """

class TestCount:
    def setup_method(self):
        self.n = 5

    def test_method(self):
        assert count(self.n) == 5
"""
HOOKED = "\n\ndef test_limit():\n    assert core.LIMIT + count(2) == 22\n"


@pytest.mark.parametrize(
    ("tests", "status"),
    [
        pytest.param(SKIPS, "survived", id="skips-where-it-would-fail", marks=pytest.mark.slow),
        pytest.param(INDIRECT, "killed", id="a-fixture-with-a-parameter", marks=pytest.mark.slow),
        pytest.param(METHOD, "killed", id="a-method"),
        pytest.param(HOOKED, "killed", id="a-hook-of-the-project", marks=pytest.mark.slow),
        pytest.param(XFAIL, "not_covered", id="expected-to-fail"),
    ],
)
def test_what_pytest_puts_around_a_test_is_around_it(tmp_path: Path, tests: str, status: str) -> None:
    head = "import pytest\nfrom thing import core\nfrom thing.core import count\n"
    more = {"tests/conftest.py": AROUND}

    result = mutate_project(
        project(tmp_path, tests=head + tests, **more), MutationOptions(("comparison",), within="count")
    )

    assert {one.status.value for one in result.outcomes} == {status}


def test_calls_that_stand_in_the_tests_are_inputs(tmp_path: Path) -> None:
    found = calls_in_tests(project(tmp_path))("count")

    assert [one.text() for one in found] == ["4"]


def test_a_project_must_hold_code_and_tests(tmp_path: Path) -> None:
    project(tmp_path)
    with pytest.raises(InvalidValue, match="is not in"):
        PytestProject.at(tmp_path / "src/thing/core.py", tmp_path / "tests", root=tmp_path / "src")
    with pytest.raises(InvalidValue, match="does not exist"):
        PytestProject.at(tmp_path / "src/thing/core.py", tmp_path / "nothing")
    with pytest.raises(InvalidValue, match="is no file"):
        PytestProject.at(tmp_path / "nothing.py", tmp_path / "tests")


def _alive() -> list[str]:
    """Return the command lines of processes that were started for this one and still run."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            line = Path(f"/proc/{entry}/cmdline").read_bytes() if entry.isdigit() else b""
        except OSError:
            continue
        if guest_folder().encode() in line:
            found.append(line.decode("utf-8", "replace"))
    return found
