"""Taking test code apart: which statements are cases, which prepare, and what must stay together."""

from __future__ import annotations

import textwrap

import pytest

from assay.judges.host import statements


def cases(source: str, style: str = "asserts", *, edge: str = "", prelude: str = "") -> list[str]:
    found = statements.plan(textwrap.dedent(source), textwrap.dedent(edge), style, textwrap.dedent(prelude))
    return [step.name for step in found.cases]


def preparations(source: str, style: str = "asserts") -> list[str]:
    found = statements.plan(textwrap.dedent(source), "", style)
    return [step.name for step in found.steps if not step.is_case]


@pytest.mark.parametrize(
    ("statement", "is_case"),
    [
        ("assert f(1) == 1", True),
        ("for i in range(3):\n    assert f(i)", True),
        ("while False: pass", True),
        ("if True: assert f(1)", True),
        ("try:\n    f(1)\nexcept ValueError: pass", True),
        ("with open('x'): pass", True),
        ("raise ValueError", True),
        ("check_all(f)", True),
        ("np.testing.assert_allclose(f(1), 1)", True),
        ("suite.test_it()", True),
        ("import math", False),
        ("from math import pi", False),
        ("x = f(1)", False),
        ("x: int = 3", False),
        ("x += 1", False),
        ("def helper(): pass", False),
        ("async def helper(): pass", False),
        ("class Helper: pass", False),
        ("del x", False),
        ("print(f(1))", False),
        ("random.seed(1)", False),
        ("xs.append(1)", False),
        ("[f(x) for x in xs]", False),
    ],
)
def test_what_is_a_case(statement: str, is_case: bool) -> None:
    assert cases(f"{statement}\nassert last") == [statement, "assert last"][not is_case :]


@pytest.mark.parametrize("statement", ["pass", "'text'", "...", "1", "assert True", "assert 1, 'x'"])
def test_what_cannot_fail_is_nothing(statement: str) -> None:
    assert cases(f"assert f(1)\n{statement}") == ["assert f(1)"]
    assert preparations(f"assert f(1)\n{statement}") == []


@pytest.mark.parametrize("statement", ["x = f(2)", "random.seed(1)", "print(f(1))", "x += f(1)", "del x"])
def test_a_preparation_behind_the_last_case_is_a_case(statement: str) -> None:
    assert cases(f"assert f(1)\n{statement}") == ["assert f(1)", statement]


def test_definitions_behind_the_last_case_are_nothing() -> None:
    assert cases("assert f(1)\nimport math\ndef g(): pass\nclass C: pass") == ["assert f(1)"]


def test_only_statements_of_the_body_of_check_are_cases() -> None:
    source = """
    METADATA = {"author": "x"}
    def helper(x): return x
    def check(candidate):
        'the tests'
        xs = [1]
        assert candidate(1) == helper(1)
        assert True
        assert candidate(xs) == [1]
    check(f)
    """

    assert cases(source, "check") == ["assert candidate(1) == helper(1)", "assert candidate(xs) == [1]"]
    assert statements.plan(textwrap.dedent(source), "", "check").parameter == "candidate"


def test_what_stands_around_check_comes_first() -> None:
    source = "def check(c):\n    assert c(1) == LATER\nLATER = 1\n"

    assert [step.name for step in statements.plan(source, "", "check").steps] == ["LATER = 1", "assert c(1) == LATER"]


@pytest.mark.parametrize(
    "body",
    [
        "return",
        "yield 1",
        "global x",
        "helper = 3",
        "LIMIT = 3",
        "candidate = None",
        "for helper in []: pass",
        "print = 1",
    ],
)
def test_a_check_that_means_more_as_a_function_stays_one(body: str) -> None:
    source = f"LIMIT = 2\ndef helper(): print(LIMIT)\ndef check(candidate):\n    {body}\n    assert candidate(1)"

    assert cases(source, "check") == ["check(candidate)"]


def test_a_name_of_the_prelude_is_not_overwritten_by_the_body_of_check() -> None:
    source = "def check(candidate):\n    size = 1\n    assert candidate(1) == measure()"

    assert cases(source, "check", prelude="size = 5\ndef measure(): return size") == ["check(candidate)"]
    assert cases(source, "check") == ["assert candidate(1) == measure()"]


def test_returns_inside_functions_of_check_are_no_returns_of_its_own() -> None:
    source = "def check(candidate):\n    def g(): return 1\n    assert candidate(g)"

    assert cases(source, "check") == ["assert candidate(g)"]


UNITTEST = """
import unittest
from unittest import IsolatedAsyncioTestCase
class Shared:
    def test_shared(self): pass
class Base(unittest.TestCase):
    def setUp(self): pass
    def test_b(self): pass
    async def test_a(self): pass
    def helper(self): pass
class Derived(Shared, Base):
    def test_c(self): pass
class Later(IsolatedAsyncioTestCase):
    async def test_later(self): pass
class NoTest:
    def test_nothing(self): pass
unittest.main()
"""


def test_every_test_method_is_a_case_in_the_order_in_which_they_run() -> None:
    assert cases(UNITTEST, "unittest") == [
        "Base.test_a", "Base.test_b", "Derived.test_a", "Derived.test_b", "Derived.test_c", "Derived.test_shared",
        "Later.test_later",
    ]  # fmt: skip
    assert "unittest.main()" not in preparations(UNITTEST, "unittest")


def test_edge_cases_may_build_on_the_classes_of_the_others() -> None:
    source = "class A(unittest.TestCase):\n    def test_a(self): pass"
    edge = "class B(A):\n    def test_b(self): pass"
    found = statements.plan(source, edge, "unittest").cases

    assert [(step.name, step.edge) for step in found] == [("A.test_a", False), ("B.test_a", True), ("B.test_b", True)]


def test_a_class_that_is_defined_again_counts_once() -> None:
    source = "class A(TestCase):\n    def test_a(self): pass\nclass A(TestCase):\n    def test_b(self): pass"

    assert cases(source, "unittest") == ["A.test_b"]


def test_names_are_the_source_cut() -> None:
    [name] = cases(f"assert f(1) == '{'x' * 1000}'")

    assert name == f"assert f(1) == '{'x' * 1000}'"[:500]


def test_statements_are_compiled_with_the_future_of_the_suite_and_not_with_ours() -> None:
    for first, expected in (("", int), ("from __future__ import annotations\n", "int")):
        found = statements.plan(f"{first}x: int = 1\nassert x", "", "asserts")
        namespace: dict[str, object] = {}
        for step in found.steps:
            exec(found.code(step), namespace)

        assert namespace["__annotations__"] == {"x": expected}


def test_an_outcome_can_be_written_down_whatever_the_error_says() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def blame(error: BaseException) -> None:
        return None

    assert statements.failed("n", Mute(), blame).error == "Mute: <no message>"
    assert statements.failed("n", ValueError("\udc80" + "x" * 9999), blame).error.encode()
    assert statements.failed("n", MemoryError(), blame).status == statements.OWN_MEMORY
    assert statements.failed("n", MemoryError(), lambda error: "line 2").status == "out_of_memory"
    assert statements.failed("n", KeyError(1), lambda error: "line 2").error == "KeyError: 1\nline 2"


def test_a_function_that_only_calls_check_is_another_way_to_call_it() -> None:
    source = "def check(candidate):\n    assert candidate(3) == 27\n    assert candidate(2) == 8\n\n"
    source += "def test_check():\n    '''runs it'''\n    check(cube)\n\ntest_check()\n"

    found = statements.plan(source, "", "check")

    assert [step.name for step in found.steps] == ["assert candidate(3) == 27", "assert candidate(2) == 8"]
    assert found.parameter == "candidate"
