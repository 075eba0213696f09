"""What is changed in hidden files to find what tests still ask for, and where it is looked for."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.records import Candidate, Verdict
from assay.repositories import shown_literals
from assay.repositories.drivers import recording
from assay.repositories.negation import Edit
from assay.repositories.planting import SuiteFiles, edited
from assay.repositories.recipes import Runner
from assay.sandbox.warm import WarmPython
from tests.repositories.small import BASE, GOLD, Small


def changed(text: str) -> list[str]:
    """The text of an expression after each of the edits of its one literal."""
    lines = text.encode().split(b"\n")
    (literal,) = shown_literals._literals([ast.parse(text)])
    return [edited(text.encode(), way).decode() for way in shown_literals._changes(literal, lines)]


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("f(3)", ["f(16)"]),
        ("f(0x10)", ["f(29)"]),
        ("f(True)", ["f(False)"]),
        ("f(None)", ["f(True)"]),
        ("f([])", ["f([13])"]),
        ("f('')", ["f('x')"]),
        ("f('- !')", ["f('x- !')"]),
        ("f('sum 39')", ["f('sum 48')", "f('sun 39')"]),
        (r"f(b'\n3')", [r"f(b'\n4')"]),
        ("f(f'exit({a1} != 3)')", ["f(f'exit({a1} != 4)')", "f(f'exiu({a1} != 3)')"]),
    ],
)
def test_each_literal_has_another_value(text: str, others: list[str]) -> None:
    assert changed(text) == others


def test_what_stands_for_hidden_parts_is_left_out() -> None:
    text = (
        "def test_a():\n    'What it does.'\n    __import__('assay_hidden').told(100000001, (f(1)))\n"
        "    x = __import__('assay_hidden').compared(100000002, '==', (f(2)), lambda: (3))\n"
        "    check(f(4), 5)\n"
    )
    found = [ast.literal_eval(one) for one in shown_literals._literals(ast.parse(text).body)]

    assert sorted(found) == [2, 3, 4, 5]
    every = shown_literals._literals(ast.parse(text).body, are_told=True)
    assert sorted(ast.literal_eval(one) for one in every) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("new", "given", "is_there"),
    [
        ("16", ["[1,16]"], True),
        ("16", ["[1,160]", None], False),
        ("16", ["-16"], True),
        ("sun", ['"the sun 3"'], True),
        ("sun", ['"sunny"'], False),
        ("15.0", ["15"], True),
        ("True", ["1"], True),
        ("{13: 13}", ["{13:13}"], True),
    ],
)
def test_what_is_written_anew_is_found_in_what_the_package_is_given(
    new: str, given: list[str | None], is_there: bool
) -> None:
    assert shown_literals._has_all(given, (Edit(0, 0, 0, new.encode()),)) is is_there
    assert not shown_literals._has_all(given, (Edit(0, 0, 0, new.encode()), Edit(0, 9, 9, b"77")))


def test_the_package_is_watched_where_tests_call_it_and_not_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[int, str]] = []
    package = {"__file__": "/tree/pkg/sums.py"}
    exec("def inner(one):\n    return one\n\n\ndef total(numbers, start=5):\n    return inner(7)\n", package)
    tests = {"__file__": "/tree/tests/test_a.py", "total": package["total"]}
    exec("def helper(one):\n    total([one])\n\n\ndef test_a():\n    helper(3)\n", tests)
    exec("def test_b():\n    total(4)\n", tests)
    begun: list[Any] = []
    monkeypatch.setattr(sys, "setprofile", begun.append)
    recording._watch(lambda number, one: said.append((number, one)), ("/tree/",))(tests["__file__"], {"test_a": 1})
    monkeypatch.undo()

    before = sys.getprofile()
    sys.setprofile(begun[0])
    try:
        tests["test_a"]()  # type: ignore[operator]
        tests["test_b"]()  # type: ignore[operator]
    finally:
        sys.setprofile(before)

    assert said == [(1, [3]), (1, 5)]


SHOWN = {
    "beside the answer": ("", "bisect.bisect([1, 2, 4], total([1, 2])) == 2", True),
    "beside the answer, by a constant": ("TABLE = [1, 2, 4]", "bisect.bisect(TABLE, total([1, 2])) == 2", True),
    "to the package": ("", "total([1, 2]) == 3", False),
    "to the package, by a constant": ("GIVEN = [1, 2]", "total(GIVEN) == 3", False),
}
"""Where a test gives a literal → what stands above it, what it asserts, and whether it shows what it asks for."""


@pytest.mark.parametrize("name", SHOWN)
def test_a_literal_beside_an_answer_is_noted_and_an_input_is_not(name: str, tmp_path: Path) -> None:
    above, asserted, is_shown = SHOWN[name]
    text = (
        f"import bisect\n\nfrom pkg.sums import count, total\n\n{above}\n\n\ndef test_total():\n    assert {asserted}\n"
    )
    tests = {"tests/test_sums.py": f"{text}\n\ndef test_count():\n    assert count([1]) == 1\n"}
    small = Small(BASE, tests, ("test_total",), ("test_count",), reference=GOLD, runner=Runner.FUNCTIONS)

    with WarmPython() as sandbox:
        trial = small.judge(sandbox, tmp_path).judge(small.problem, Candidate(GOLD))

    assert (trial.verdict, trial.detail.startswith("weak control")) == (Verdict.PASSED, is_shown), trial.detail


def test_which_item_is_used_is_no_question_but_whether_there_is_one_is() -> None:
    text = "row = rows[0]['a']\nrow['b']\nf(1)[2]\nx = rows[g(3)]\n"

    assert {ast.literal_eval(one) for one in shown_literals._literals([ast.parse(text)])} == {"b", 1, 2, 3}


def test_decorators_say_how_tests_are_run_but_for_the_values_they_give() -> None:
    text = "@mark.parametrize('a', [3], ids=['b'])\n@mark.skipif(1 > 2, reason='c')\ndef test_a(a):\n    check(a)\n"

    assert [ast.literal_eval(one) for one in shown_literals._literals(ast.parse(text).body)] == [3]


def test_what_a_test_uses_is_around_it() -> None:
    text = (
        "ONE = 1\nTWO = 2\n\n\ndef helper():\n    return ONE\n\n\n@fixture\ndef given():\n    return TWO\n\n\n"
        "@fixture(autouse=True)\ndef always():\n    pass\n\n\ndef other():\n    pass\n\n\n"
        "class TestA:\n    def setup_method(self):\n        pass\n\n    def test_b(self):\n        pass\n\n"
        "    def test_a(self, given):\n        helper()\n"
    )
    suite = SuiteFiles({"t.py": text.encode()}, Runner.PYTEST)
    function = next(one for one in suite.functions if one.names[-1] == "test_a")

    around = shown_literals._around(suite, function)
    assert {one.name for one in around if isinstance(one, ast.FunctionDef)} == {
        "helper", "given", "always", "setup_method",
    }  # fmt: skip
    assert len(around) == 6
