"""Test code as data: what is converted means exactly what it meant, and what could mean more is left alone."""

from __future__ import annotations

import ast
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidProblem
from assay.judges.comparators import matches
from assay.judges.suites import as_cases, classes_of, constant, imports_of, names_taken, plan
from assay.records import EXACT, EXACT_TYPES, Case, CaseKind, Problem, Suite, SuiteStyle


def converted(source: str, *, style: SuiteStyle = SuiteStyle.ASSERTS, **more: object) -> tuple[Case, ...] | None:
    suite = Suite("f", source, style, **more)  # type: ignore[arg-type]  # the fields of a suite
    return as_cases(Problem("p", suite), suite)


@pytest.mark.parametrize(
    ("statement", "arguments", "keywords", "expected"),
    [
        ("assert f(1, 'a') == 2", (1, "a"), {}, 2),
        ("assert 2 == f(1)", (1,), {}, 2),
        ("assert f() == None", (), {}, None),
        ("assert f([1, (2,), {3: {4}}]) == {'a': b'b'}", ([1, (2,), {3: {4}}],), {}, {"a": b"b"}),
        ("assert f(a=1, b=[2]) == 3", (), {"a": 1, "b": [2]}, 3),
        ("assert f(1, b=-2) == -3.5", (1,), {"b": -2}, -3.5),
        ("assert f(set()) == set()", (set(),), {}, set()),
        ("assert f(-1, +2, 1 + 2j, 1 - 2j) == ...", (-1, 2, 1 + 2j, 1 - 2j), {}, ...),
        ("assert f(1 + 2, 7 // 2, 7 % 4, 2 * 3 - 1, 1 / 4) == 10 ** 9 + 7", (3, 3, 3, 5, 0.25), {}, 10**9 + 7),
        ("assert f(-(2 ** 3), [1 + 1], (2 * 2,), {1 + 1: 3 - 1}) == 'a' + 'b'", (-8, [2], (4,), {2: 2}), {}, "ab"),
        ("assert f([1] + [2], (1,) + (2,)) == 'a' 'b'", ([1, 2], (1, 2)), {}, "ab"),
        ("assert f(1) == 2, 'message'", (1,), {}, 2),
        ("assert f(1) == 2, f(3)", (1,), {}, 2),
        ("assert (f(1)) == (2)", (1,), {}, 2),
        ("assert f(True, 1.0, 10 ** 30) == [True, None]", (True, 1.0, 10**30), {}, [True, None]),
    ],
)
def test_an_assertion_that_is_data_becomes_a_case(
    statement: str, arguments: tuple[object, ...], keywords: dict[str, object], expected: object
) -> None:
    assert converted(statement) == (Case(arguments, expected, keywords, None, EXACT, CaseKind.BASIC, statement),)


@pytest.mark.parametrize("value", [None, True, False])
def test_is_compares_the_type_too(value: object) -> None:
    for statement in (f"assert f(1) is {value}", f"assert {value} is f(1)"):
        assert converted(statement) == (Case((1,), value, {}, None, EXACT_TYPES, CaseKind.BASIC, statement),)


@pytest.mark.parametrize(
    "statement",
    [
        "assert f(1)",
        "assert not f(1)",
        "assert f(1) != 2",
        "assert f(1) < 2",
        "assert f(1) in [2]",
        "assert f(1) is not None",
        "assert f(1) is 1",
        "assert f(1) is ...",
        "assert 1 == f(1) == 1",
        "assert f(1) == f(2)",
        "assert f(f(1)) == 2",
        "assert f(*[1]) == 2",
        "assert f(**{'a': 1}) == 2",
        "assert f(x) == 2",
        "assert f(len([1])) == 2",
        "assert f(f'{1}') == 2",
        "assert f(1) == f'{1}'",
        "assert f(lambda: 1) == 2",
        "assert f([x for x in [1]]) == 2",
        "assert f((y := 1)) == 2",
        "assert f([*[1]]) == 2",
        "assert f({**{}}) == 2",
        "assert f({[1]: 2}) == 2",
        "assert f({[1]}) == 2",
        "assert f({1 + 1: 2, [1 + 1]: 3}) == 2",
        "assert f('a' * 3) == 2",
        "assert f([0] * 3) == 2",
        "assert f(1 / 0) == 2",
        "assert f(2 ** 10000) == 2",
        "assert f(2 ** -1) == 2",
        "assert f(1 << 3) == 2",
        "assert f(~1) == 2",
        "assert f('%d' % 1) == 2",
        "assert f(not 1) == 2",
        "assert f(1 if 2 else 3) == 2",
        "assert f.g(1) == 2",
        "assert g(1) == 2",
        "assert f(1)[0] == 2",
        "assert f(1) == 2 and f(2) == 3",
        "assert sorted(f(1)) == [2]",
        "f(1)",
        "for i in [1]:\n    assert f(i) == 1",
        "try:\n    f(1)\nexcept ValueError:\n    pass",
    ],
)
def test_what_is_more_than_data_is_left_alone(statement: str) -> None:
    assert converted(f"assert f(1) == 2\n{statement}") is None


@pytest.mark.parametrize(
    "preparation",
    [
        "f = lambda x: 2",
        "def f(x): return 2",
        "class f: pass",
        "from m import f",
        "import g as f",
        "import f.g",
        "f.limit = 3",
        "del f",
        "x = f(1)",
        "def g(): return f(1)",
        "for f in []: pass",
        "def g(f): pass",
        "set = list",
        "def set(): return []",
    ],
)
def test_a_preparation_that_is_about_the_entry_point_keeps_the_suite_whole(preparation: str) -> None:
    assert converted(f"{preparation}\nassert f(1) == 2") is None


def test_other_preparations_do_not_matter_to_data() -> None:
    cases = converted("import math\nx = 1\ndef g(): return 1\nassert f(1) == 2")

    assert cases is not None
    assert [case.arguments for case in cases] == [(1,)]


def test_a_set_that_is_not_the_built_in_one_is_not_data() -> None:
    assert converted("assert f(set()) == 1", names=("set",)) is None
    assert converted("assert f(set()) == 1", prelude="def set(): return 5") is None


def test_the_parameter_of_check_is_the_entry_point() -> None:
    source = "def check(candidate):\n    assert candidate(1) == 2\n    assert f(3) == 4\n"
    cases = converted(source, style=SuiteStyle.CHECK)

    assert cases is not None
    assert [(case.arguments, case.expected) for case in cases] == [((1,), 2), ((3,), 4)]


def test_cases_of_the_edge_source_are_edge_cases() -> None:
    cases = converted("assert f(1) == 2", edge_source="assert f(0) == 0")

    assert cases is not None
    assert [case.kind for case in cases] == [CaseKind.BASIC, CaseKind.EDGE]


def test_deep_literals_are_left_to_the_process_that_runs_test_code() -> None:
    deep = "[" * 90 + "]" * 90

    assert converted(f"assert f({deep}) == {deep}") is not None
    with pytest.raises(InvalidProblem):
        converted(f"assert f({'(' * 5000}1{')' * 5000}) == 1")


LITERALS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=8,
)


@given(LITERALS)
def test_a_literal_is_read_as_python_reads_it(value: object) -> None:
    read = constant(ast.parse(repr(value), mode="eval").body)

    assert read == value
    assert repr(read) == repr(value)


@given(LITERALS, LITERALS)
def test_a_converted_assertion_means_what_python_means(returned: object, expected: object) -> None:
    cases = converted(f"assert f(1) == {expected!r}")
    assert cases is not None
    [case] = cases

    assert matches(case.comparator, returned, case.expected) is (returned == expected)
    assert matches(case.comparator, expected, case.expected)


NUMBERS = st.integers(-50, 50) | st.floats(-50, 50)


@given(NUMBERS, NUMBERS, st.sampled_from(["+", "-", "*", "/", "//", "%"]))
def test_arithmetic_is_pythons(left: float, right: float, sign: str) -> None:
    text = f"({left!r}) {sign} ({right!r})"
    try:
        expected = eval(text)
    except ZeroDivisionError:
        return
    value = constant(ast.parse(text, mode="eval").body)

    assert type(value) is type(expected)
    assert value == expected or (isinstance(expected, float) and math.isnan(expected))


@pytest.mark.parametrize(
    ("suite", "why"),
    [
        (Suite("f", "x = 1"), "no case"),
        (Suite("f", "pass"), "no case"),
        (Suite("f", "assert True"), "no case"),
        (Suite("f", "def f("), "does not compile"),
        (Suite("f", "return 1"), "does not compile"),
        (Suite("f", "assert f(1)", prelude="def"), "does not compile"),
        (Suite("f", "assert f(1)", prelude="return"), "does not compile"),
        (Suite("f", "assert f(1)", SuiteStyle.CHECK), "has no case"),
        (Suite("f", "def test(candidate):\n    assert candidate(1)", SuiteStyle.CHECK), "has no case"),
        (Suite("f", "class A:\n    def test_a(self): pass", SuiteStyle.UNITTEST), "no case"),
        (Suite("f", "assert f('\0')"), "does not compile"),
    ],
)
def test_a_suite_that_cannot_decide_is_refused(suite: Suite, why: str) -> None:
    with pytest.raises(InvalidProblem, match=why):
        plan(Problem("p", suite), suite)


def test_names_and_imports_are_taken_from_the_reference() -> None:
    reference = "import math\nfrom os import path\nclass Pair: ...\nLIMIT = 3\ndef f(p): ...\ndef unused(): ..."

    assert names_taken("assert f(Pair(1)) == LIMIT", reference) == ("f", "Pair", "LIMIT")
    assert imports_of(reference) == "import math\nfrom os import path"


@pytest.mark.parametrize(
    ("names", "reference", "classes"),
    [
        (("Pair", "helper"), "", ("Pair",)),
        (("Pair",), "def Pair(a, b): return (a, b)\ndef f(): ...", ()),
        (("pair",), "class pair: ...\ndef f(): ...", ("pair",)),
        (("Point",), "Point = namedtuple('Point', 'x y')", ("Point",)),
        ((), "class f: ...", ("f",)),
        ((), "def f(", ()),
        (("_Node",), "", ("_Node",)),
    ],
)
def test_only_what_is_meant_as_a_class_counts_as_one(
    names: tuple[str, ...], reference: str, classes: tuple[str, ...]
) -> None:
    assert tuple(classes_of("f", names, reference)) == classes


def test_the_reference_says_which_methods_a_class_has() -> None:
    reference = (
        "class A:\n def __add__(s, o): ...\n __radd__ = __add__\nclass B(A):\n def area(s): ...\n def __len__(s): ..."
    )
    assert classes_of("f", ("A", "B"), reference) == {
        "A": ("__add__", "__radd__"),
        "B": ("__add__", "__len__", "__radd__", "area"),
    }
    assert classes_of("f", ("A",), "class A(A): ...") == {"A": ()}
