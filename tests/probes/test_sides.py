"""What a function does with inputs: values, exceptions, limits and changed arguments, whatever it tries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.probes.inputs.base import Input
from assay.probes.sides import MOST_ENDED, Behaviour, Side, same
from assay.records import Limits
from assay.sandbox.calling import CallEnd
from assay.sandbox.warm import WarmPython

LIMITS = Limits(seconds=5.0, case_seconds=0.1)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def behaviours(sandbox: WarmPython, source: str, *values: object) -> list[Behaviour]:
    return Side(sandbox, source, "f", limits=LIMITS).behaviours([Input((value,)) for value in values])


def test_a_behaviour_says_what_was_returned_raised_and_changed(sandbox: WarmPython) -> None:
    found = behaviours(sandbox, "def f(x):\n    x.append(1)\n    return len(x)", [], 5)
    assert [one.text() for one in found] == ["1 and changes its arguments to [[1]]", "raises AttributeError"]
    assert found[0].changed == (([1],), {})


def test_arguments_that_stay_are_not_mentioned(sandbox: WarmPython) -> None:
    (found,) = behaviours(sandbox, "def f(x):\n    x.sort()\n    x.sort()", [1, 2])
    assert found.changed is None


def test_what_ends_a_process_costs_only_its_own_input(sandbox: WarmPython) -> None:
    source = "import os\ndef f(x):\n    while x == 1: pass\n    if x == 3: os._exit(0)\n    return x"
    found = behaviours(sandbox, source, 0, 1, 2, 3, 4)
    assert [one.end for one in found] == [
        CallEnd.RETURNED,
        CallEnd.TIMED_OUT,
        CallEnd.RETURNED,
        CallEnd.CRASHED,
        CallEnd.RETURNED,
    ]


def test_a_function_that_always_ends_its_process_is_left_after_a_while(sandbox: WarmPython) -> None:
    found = behaviours(sandbox, "import os\ndef f(x): os._exit(1)", *range(50))
    assert [one.end for one in found] == [CallEnd.CRASHED] * MOST_ENDED + [CallEnd.NOT_RUN] * (50 - MOST_ENDED)


def test_a_source_that_does_not_load_says_so_for_every_input(sandbox: WarmPython) -> None:
    found = behaviours(sandbox, "1 / 0", 1, 2)
    assert [one.end for one in found] == [CallEnd.NOT_LOADED] * 2
    assert "ZeroDivisionError" in found[0].error


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("return x", "return x", True),
        ("return 1", "return 1.0", True),
        ("return 1", "return True", True),
        ("return [1]", "return (1,)", False),
        ("return float('nan')", "return float('nan')", True),
        ("raise ValueError('a')", "raise ValueError('b')", True),
        ("raise ValueError", "raise KeyError", False),
        ("raise ValueError", "return None", False),
        ("while True: pass", "while True: pass", True),
        ("while True: pass", "return 1", False),
        ("x.append(1)", "pass", False),
        ("x.append(1)", "x.append(1)", True),
        ("x.append(1)", "x.append(2)", False),
    ],
)
def test_two_functions_behave_the_same_or_not(sandbox: WarmPython, one: str, other: str, equal: bool) -> None:
    first, second = (behaviours(sandbox, f"def f(x):\n    {body}", [0])[0] for body in (one, other))
    assert same(first, second) is equal
    assert same(second, first) is equal


def test_a_value_that_claims_to_equal_everything_does_not(sandbox: WarmPython) -> None:
    liar = "class L(int):\n    def __eq__(self, o): return True\n    __hash__ = int.__hash__\ndef f(x): return L(7)"
    (lie,), (truth,) = behaviours(sandbox, liar, 0), behaviours(sandbox, "def f(x): return 8", 0)
    assert not same(lie, truth)


@pytest.mark.parametrize(
    "body",
    [
        "import gc, sys\n    for o in gc.get_objects(): pass\n    return (1, (2,), {})",
        "return 'x' * 10**9",
        "import os\n    os.write(1, b'x' * 10**6)\n    return 1",
        "raise type('E', (Exception,), {'__str__': lambda s: 'x' * 10**8})",
        "raise SystemExit(0)",
        "class T(tuple): pass\n    return T((1, (2,), {}))",
    ],
)
def test_hostile_values_are_behaviours_like_any_other(sandbox: WarmPython, body: str) -> None:
    (found,) = behaviours(sandbox, f"def f(x):\n    {body}", 0)
    assert found.known
    assert len(found.text()) < 2_000
