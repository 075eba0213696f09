"""What is changed in hidden files to find what tests still ask for, and where it is looked for."""

from __future__ import annotations

import ast

import pytest

from assay.repositories import shown_literals
from assay.repositories.planting import SuiteFiles, edited
from assay.repositories.recipes import Runner


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
