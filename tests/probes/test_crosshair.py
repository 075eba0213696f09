"""CrossHair gives hints: inputs to try, whoever wrote them, and never a verdict."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assay.errors import InvalidValue, MissingExtra
from assay.probes.crosshair import Hints, check_installed, hints, read_hints
from assay.probes.equivalence import Budget, equivalence
from assay.probes.inputs.base import Input
from assay.probes.inputs.signatures import parameters_of
from assay.sandbox.warm import WarmPython

needs_crosshair = pytest.mark.skipif(
    importlib.util.find_spec("crosshair") is None, reason="CrossHair is not installed: pip install 'assay[crosshair]'"
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Given: (x=1, y='a'),", ["1, 'a'"]),
        ("Given: (x=1),", ["1"]),
        ("Given: (y=2),", ["y=2"]),
        ("Given: (x=1, key=[2]),", ["1, key=[2]"]),
        ("Given: (x=inf, y='),'),", ["inf, '),'"]),
        ("Given: (z=1),", ["z=1"]),
        ("Given: (),", [""]),
        ("Given: (x=open('/etc/passwd')),", []),
        ("Given: (x=__import__('os')),", []),
        ("Given: (x=9**9**9),", []),
        ("Given: (x=1)", []),
        ("Given: (x=),", []),
        ("Given: (" + "(" * 5000 + "),", []),
        ("Given: (x=1), or (x=2),", []),
        (" Given: (x=1),", []),
        ("f : returns 3", []),
        ("", []),
    ],
)
def test_lines_are_read_as_literals_or_not_at_all(line: str, expected: list[str]) -> None:
    signature = parameters_of("def f(x, y=0, *, key=None): ...", "f")
    assert signature is not None

    assert [one.text() for one in read_hints([line], [signature])] == expected


def test_without_crosshair_the_extra_is_named(sandbox: WarmPython) -> None:
    with WarmPython() as other:
        other.interpreter = replace(other.interpreter, site=("/nonexistent",))
        with pytest.raises(MissingExtra, match=r"pip install 'assay\[crosshair\]'"):
            check_installed(other)


@needs_crosshair
def test_time_must_be_positive(sandbox: WarmPython) -> None:
    with pytest.raises(InvalidValue, match="seconds must be positive"):
        hints("def f(x): ...", "def f(x): ...", "f", 0, sandbox=sandbox)


@needs_crosshair
def test_a_needle_in_untyped_arguments_is_hinted_at_from_the_types_of_given_inputs(sandbox: WarmPython) -> None:
    one = "def f(x, y):\n    return [x] * len(y)\n"
    other = "def f(a, b):\n    return [] if a * 7 == 6427911 and len(b) == 2 else [a] * len(b)\n"
    found = hints(one, other, "f", 1, given=[Input((1, [2]))], sandbox=sandbox)

    assert any(hint.arguments[0] == 918273 and not hint.keywords for hint in found.inputs)
    assert not found.exhausted


@needs_crosshair
def test_exhausted_paths_are_told_apart(sandbox: WarmPython) -> None:
    found = hints("def f(x: int):\n    return x + x\n", "def f(x: int):\n    return 2 * x\n", "f", 2, sandbox=sandbox)

    assert found == Hints([], exhausted=True, seconds=found.seconds)


HOSTILE = {
    "prints hints": ("", "print('\\nGiven: (x=3),', flush=True)"),
    "prints that all is well": ("", "print('\\nAll paths exhausted, functions are likely the same!', flush=True)"),
    "prints rubbish": ("print('\\nGiven: (x=' + '(' * 3000 + '),' + chr(0) + 'Given: (x=$),', flush=True)", "pass"),
    "prints without end": ("", "while True: print('Given: (x=1),')"),
    "exits": ("import os; os._exit(0)", "pass"),
    "loops": ("", "while True: pass"),
    "breaks CrossHair": ("import crosshair.main; crosshair.main.diffbehavior = None", "pass"),
}
FAST = ("prints hints", "exits")


@needs_crosshair
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in FAST else pytest.mark.slow) for name in HOSTILE]
)
def test_what_a_candidate_says_in_the_name_of_crosshair_is_just_an_input(sandbox: WarmPython, name: str) -> None:
    at_import, at_call = HOSTILE[name]
    lying = f"{at_import}\ndef f(x: int):\n    {at_call}\n    return x + 1\n"
    found = hints(lying, "def f(x: int):\n    return x + 1\n", "f", 0.5, sandbox=sandbox)

    assert all(type(one.arguments[0]) is int for one in found.inputs)


def test_a_hint_that_is_a_lie_makes_no_difference(sandbox: WarmPython) -> None:
    one, other = "def f(x: int):\n    return x + 1\n", "def f(x: int):\n    return 1 + x\n"
    lie = [Input((3,), origin="CrossHair")]
    result = equivalence(one, other, sandbox=sandbox, budget=Budget(inputs=20), hints=lambda: lie)

    assert result.different is False
