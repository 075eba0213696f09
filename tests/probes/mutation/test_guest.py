"""The parts of the driver that need no pytest: children that are watched, and functions whose code is swapped."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from assay.probes.mutation.guest.pool import MAX_SAID, Child, Pool, Speaker, limit_cpu
from assay.probes.mutation.guest.suite import Early
from assay.probes.mutation.guest.swapping import Change, Target
from assay.probes.mutation.mutants import Mutant, mutants_of


def run(work: Callable[[Speaker], None]) -> Child:
    pool = Pool(1, ())
    pool.start("tag", work)
    (child,) = pool.finished()
    return child


def loops(speaker: Speaker) -> None:
    speaker.say([1])
    limit_cpu(0.02)
    while True:
        pass


def leaves_a_child(speaker: Speaker) -> None:
    """The grandchild holds the pipe open and would live for long."""
    if os.fork() == 0:
        time.sleep(100)
    os._exit(3)


def floods(speaker: Speaker) -> None:
    while True:
        speaker.say("a" * 1000)


@pytest.mark.parametrize(
    ("work", "messages", "ended", "ending"),
    [
        pytest.param(lambda speaker: speaker.say([1]), [[1]], True, "ended as it should", id="well"),
        pytest.param(loops, [[1]], False, "out of CPU time", id="loops"),
        pytest.param(leaves_a_child, [], False, "its process left with status 3", id="leaves-a-child"),
        pytest.param(lambda _: os.kill(os.getpid(), signal.SIGKILL), [], False, "ended by signal 9", id="signal"),
        pytest.param(lambda speaker: sys.exit(0), [], False, "its process left with status 70", id="raises"),
    ],
)  # fmt: skip
def test_how_children_end(work: Callable[[Speaker], None], messages: list[object], ended: bool, ending: str) -> None:
    child = run(work)

    assert (child.messages(), child.ended, child.ending()) == (messages, ended, ending)
    assert child.timed_out is (ending == "out of CPU time")


def test_a_child_that_says_too_much_is_ended() -> None:
    child = run(floods)

    assert MAX_SAID < len(child.said) < 2 * MAX_SAID
    assert not child.ended


def test_children_run_side_by_side() -> None:
    pool = Pool(3, ())
    for number in range(3):
        pool.start(number, lambda speaker: speaker.say("here"))
    assert pool.full
    tags: set[object] = set()
    while len(tags) < 3:
        tags |= {child.tag for child in pool.finished()}

    assert tags == {0, 1, 2}
    assert list(pool.finished()) == []


SOURCE = """\
import functools

LIMIT = 10


def plain(x):
    return x + 1


def default(x, y=2):
    return x * y


def wrapping(function):
    @functools.wraps(function)
    def inner(x):
        return function(x) + 1

    return inner


@wrapping
def wrapped(x):
    return x * 3


def outer(x):
    def local(y):
        return y - x

    return local


class Box:
    size = 1

    def grow(self):
        return self.size + 1


def early():
    return 4 + 1


FIVE = early()
LAMBDAS = [lambda x: x + 5, lambda x: x + 6]
kept = plain
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "swapped.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("swapped", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    found.__dict__["early_calls"] = Early(str(path))
    with found.early_calls:
        spec.loader.exec_module(found)
    return found


def change_of(mutant: Mutant) -> Change:
    return Change(
        mutant.number, mutant.start, mutant.end, mutant.replacement.encode(), mutant.first_line, mutant.last_line
    )


def swapped(module: ModuleType, text: str) -> bool:
    """Put the mutant with that line in place; return whether that could be done by the code of functions."""
    target = Target(str(module.__file__), SOURCE.encode())
    target.look_around(frozenset(module.early_calls.keys))
    mutant = next(one for one in mutants_of(SOURCE) if text in one.one_line().partition("→")[2])
    swaps = target.swaps(change_of(mutant))
    for function, code in swaps or ():
        function.__code__ = code
    return swaps is not None


@pytest.mark.parametrize(
    ("mutated", "call", "value"),
    [
        pytest.param("return x - 1", "kept(5)", 4, id="an-alias"),
        pytest.param("return x / y", "default(6)", 3, id="a-function-with-a-default"),
        pytest.param("return function(x) - 1", "wrapped(2)", 5, id="inside-a-decorator"),
        pytest.param("return x / 3", "wrapped(6)", 3, id="a-decorated-function"),
        pytest.param("return y + x", "outer(1)(5)", 6, id="a-function-in-a-function"),
        pytest.param("return self.size - 1", "Box().grow()", 0, id="a-method"),
    ],
)
def test_code_is_swapped_where_functions_live(module: ModuleType, mutated: str, call: str, value: int) -> None:
    assert swapped(module, mutated)
    assert eval(call, module.__dict__) == value


@pytest.mark.parametrize(
    "mutated",
    [
        pytest.param("LIMIT = 11", id="a-constant"),
        pytest.param("y=3", id="a-default"),
        pytest.param("size = 2", id="the-body-of-a-class"),
        pytest.param("return 4 - 1", id="a-function-that-was-called"),
        pytest.param("LAMBDAS = [lambda x: x - 5", id="lambdas-that-look-alike"),
    ],
)
def test_what_has_had_its_effect_must_be_loaded_again(module: ModuleType, mutated: str) -> None:
    assert not swapped(module, mutated)
