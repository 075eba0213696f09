"""What each operator changes, in Python and in the other languages."""

from __future__ import annotations

import pytest

from assay.errors import UnknownNameError
from assay.probes.mutation.mutants import mutants_of
from assay.probes.mutation.mutators import change_constants, modify_conditions, swap_operators
from assay.probes.mutation.operators.known import OPERATORS, operator_names
from assay.probes.mutation.operators.tokens import NAMES
from tests.probes.mutation.operator_rows import ROWS


@pytest.mark.parametrize(("operator", "source", "expected"), ROWS, ids=[f"{row[0]}:{row[1]}" for row in ROWS])
def test_what_an_operator_makes_of_python(operator: str, source: str, expected: list[str]) -> None:
    found = mutants_of(source, operators=[operator])

    assert [mutant.source for mutant in found] == expected


def test_every_operator_has_rows_and_a_description() -> None:
    assert {row[0] for row in ROWS} == set(operator_names())
    assert all(operator.description for operator in OPERATORS)
    assert set(NAMES) <= set(operator_names())


FUNCTION = """\
def clamp(x: int, low=0):
    "Return 1."
    if x < low:
        return low
    return x
"""


def test_a_function_with_all_operators() -> None:
    found = mutants_of(FUNCTION)

    assert [(mutant.operator, mutant.one_line()) for mutant in found] == [
        ("defaults", "line 1   def clamp(x: int, low=0)   →   def clamp(x: int, low=1)"),
        ("defaults", "line 1   def clamp(x: int, low=0)   →   def clamp(x: int, low=-1)"),
        ("conditions", "line 3   if x < low   →   if True"),
        ("conditions", "line 3   if x < low   →   if False"),
        ("comparison", "line 3   if x < low   →   if x <= low"),
        ("comparison", "line 3   if x < low   →   if x >= low"),
        ("deletion", "line 4   return low   →   pass"),
        ("returns", "line 4   return low   →   return None"),
        ("deletion", "line 5   return x   →   pass"),
    ]
    assert (found.equivalent, found.duplicates, found.not_compiling, found.not_made) == (0, 2, 0, 0)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("import a\nfrom b import c\n", id="imports"),
        pytest.param("if __name__ == '__main__':\n    main(1 + 2)\n", id="main-block"),
        pytest.param("if TYPE_CHECKING:\n    x = 1\n", id="type-checking"),
        pytest.param(
            '"""Module."""\nclass A:\n    """Class."""\n    def f(self) -> "1":\n        """F."""\n', id="docstrings"
        ),
        pytest.param("def f(a: 1 + 2) -> not 3: ...\nx: 4\n", id="annotations"),
        pytest.param("@overload\ndef f(a=1): return 2\n", id="overloads"),
        pytest.param("def f():\n    global x\n    pass\n", id="nothing-to-change"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_behaviour_is_left_alone(source: str) -> None:
    assert list(mutants_of(source)) == []


def test_a_name_that_is_no_operator() -> None:
    with pytest.raises(
        UnknownNameError, match=r"No mutation operator is named 'arithmetics'\. Did you mean 'arithmetic'"
    ):
        mutants_of("x = 1", operators=["arithmetics"])


def test_the_mutators_of_the_accuracy_document() -> None:
    code = "def f(a, b=2):\n    return a + 1 if a else b\n"

    assert swap_operators(code) == [code.replace("a + 1", "a - 1")]
    assert change_constants(code)[:2] == [code.replace("b=2", "b=3"), code.replace("b=2", "b=1")]
    assert modify_conditions(code) == [code.replace("if a", f"if {other}") for other in ("not a", "True", "False")]
