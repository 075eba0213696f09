"""What is hidden of a test: each form of assertion, and that the published sense is not in the file."""

from __future__ import annotations

import ast
import itertools
import sys
import unittest
from collections import UserString, defaultdict, deque
from types import ModuleType
from typing import Any

import pytest

from assay.records import Execution
from assay.repositories.drivers import recording
from assay.repositories.planting import FIRST_NUMBER, SuiteFiles
from assay.repositories.recipes import Runner
from assay.repositories.running import RepositoryRun

HEAD = "import pytest\nimport unittest\n\n\n"
"""Of each test file here."""


class Flips:
    """An answer that is true at one time and false at another."""

    asked = 0

    def __bool__(self) -> bool:
        self.asked += 1
        return self.asked % 2 == 1


class Equal:
    """An answer that equals everything."""

    __eq__ = lambda self, other: True  # noqa: E731
    __ne__ = lambda self, other: True  # noqa: E731
    __hash__ = object.__hash__


def raises(error: Exception) -> Any:
    """A function that raises this."""

    def answer(*given: object) -> None:
        raise error

    return answer


def suite_of(body: str) -> SuiteFiles:
    source = f"{HEAD}def test_a(self, f):\n    {body}\n"
    return SuiteFiles({"t.py": source.encode()}, Runner.FUNCTIONS)


def told(body: str, answer: object, monkeypatch: pytest.MonkeyPatch) -> dict[int, bool]:
    """Whether each part that can be hidden is answered as the published test asks, where `f` returns this."""
    suite = suite_of(body)
    said = defaultdict[int, set[str | None]](set)
    module: ModuleType = recording._hidden(lambda kind, one: said[one[0]].add(one[1]))
    monkeypatch.setitem(sys.modules, recording.HIDDEN, module)
    numbers = range(len(suite.hidden))
    space: dict[str, Any] = {}
    exec(compile(suite.hiding(numbers)["t.py"], "t.py", "exec"), space)
    space["test_a"](unittest.TestCase(), answer if callable(answer) else lambda *given: answer)
    return suite.told(RepositoryRun(Execution(0), values=said, complete=True), numbers)


FORMS = [
    ("assert f() == 5", 5, 4),
    ("assert 5 == f()", 5.0, Equal()),
    ("assert f() != 5", 4, 5),
    ("assert not f() == 5", 4, 5),
    ("self.assertEqual(f(), [1, 'a'], 'why')", [1, "a"], (1, "a")),
    ("self.assertNotEqual(f(), 'a')", "b", "a"),
    ("self.assertListEqual(f(), [])", [], [1]),
    ("want = 3\n    assert f() == want", 3, 2),
    ("assert f()", True, False),
    ("assert f()", [1], Flips()),
    ("assert not f()", "", Flips()),
    ("assert not f(), 'why'", None, 1),
    ("self.assertTrue(f(), 'why')", True, []),
    ("self.assertFalse(f())", 0, True),
    ("self.assertFalse(not f())", 1, 0),
    ("assert f() is True", True, 1),
    ("assert f() is not False", True, False),
    ("assert f() is None", None, False),
    ("self.assertIs(f(), True)", True, 1),
    ("self.assertIsNone(f())", None, 0),
    ("self.assertIsNotNone(f())", 0, None),
    ("assert (f()\n        and True)", 1, 0),
    ("assert f() and f() == 1", 1, 2),
    ("assert (m := f())", 1, 0),
    ("assert f() < 5", 4, 5),
    ("assert 5 < f()", 6, 5),
    ("self.assertGreaterEqual(f(), -1)", -1, -2),
    ("assert f() >= 2.5", 2.5, "3"),
    ("assert f() in (1, 2)", 2, 3),
    ("self.assertIn(f(), [1, 2])", 2, 3),
    ("assert f() not in [1, 2]", 3, 1),
    ("assert isinstance(f(), int)", 1, "1"),
    ("self.assertNotIsInstance(f(), int)", "1", 1),
    ("assert f() == f(1) + 0", 1, float("nan")),
    ("assert f() != max(1, 2)", 1, 2),
    ("assert 'text' in f()", "a text of length", "a tex"),
    ("assert b'text' in f()", b"a text", b"a tex"),
    ("assert 'text' not in f()", "a tex", "a text"),
    ("assert 3 in f()", (1, 2, 3), (1, 2)),
    ("assert 'k' in f()", {"k": 1}, {"j": 1}),
    ("self.assertIn('text', f())", ["text"], ["texts"]),
    ("self.assertNotIn('text', f())", ["texts"], ["text"]),
    ("assert f() == pytest.approx(2.0)", 2.000001, 2.0001),
    ("assert f() == pytest.approx(2.0, abs=0.5)", 2.5, 2.6),
    ("assert f() == pytest.approx(2.0, 0.5)", 3, 3.1),
    ("assert f() == pytest.approx(0.0, rel=0.1, abs=0.2)", 0.2, 0.3),
    ("assert f() == pytest.approx([1, 2])", [1, 2.0000001], [1]),
    ("assert f() != pytest.approx(2.0)", 2.1, 2.0),
    ("self.assertAlmostEqual(f(), 2.5)", 2.50000001, 2.5001),
    ("self.assertAlmostEqual(f(), 2.5, 1)", 2.54, 2.6),
    ("self.assertAlmostEqual(2.5, f(), delta=0.5)", 3.0, 3.01),
    ("assert f() == 2 + len('a')", 3, 4),
    ("assert f() == '\\n'.join(['a', 'b'])", "a\nb", "a b"),
    ("assert abs(f() - 3) < 0.5", 3.2, 3.6),
    ("assert f() * 2 - 6 == 0", 3, 4),
    ("assert 0 <= f() == 3", 3, 2),
    ("assert 2 <= f() <= 3", 3, 4),
    ("assert (f() == 3) is True", 3, 4),
    ("assert str(f()) + '!' == '3' + '!'", 3, 4),
    ("assert f'{f()}' == '3'", "3", "4"),
    ("assert f()[:2] == 'ab'", "abc", "acb"),
    ("if f() != 3:\n        raise AssertionError", 3, 4),
    ("if not f():\n        raise AssertionError", True, False),
    ("for want in [3, 3]:\n        assert f() == want", 3, 4),
    ("for given, want in [(1, 3)]:\n        assert f(given) == want", 3, 4),
    ("want, other = 3, 4\n    assert f() == want", 3, 4),
    ("want = {'a': 3}\n    assert f() == want['a']", 3, 4),
    ("for key, want in {'a': 3}.items():\n        assert f(key) == want", 3, 4),
    ("import operator\n    assert operator.eq(f(), 3)", 3, 4),
    ("same = lambda one, other: self.assertEqual(one, other)\n    same(f(), 3)", 3, 4),
    ("given = [1, 2]\n    assert f() == len(given)", 2, Equal()),
    ("given = [1, 2]\n    assert f() in given", 2, Equal()),
    ("given = [1, 2]\n    assert all(f() == one + 1 for one in given[:1])", 2, Equal()),
    ("with pytest.raises(ValueError, match='bad v.lue'):\n        f()", raises(ValueError("a bad value")), None),
    ("with self.assertRaisesRegex(ValueError, '^bad'):\n        f()", raises(ValueError("bad")), None),
]  # fmt: skip
"""A statement, an answer with which it is true, and one with which it is not."""


@pytest.mark.parametrize(("body", "right", "wrong"), FORMS)
def test_what_is_told_says_whether_an_assertion_holds(
    body: str, right: object, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(told(body, right, monkeypatch).values()) == {True}
    if wrong is None and "raises" in body.lower():
        wrong = raises(ValueError("another"))
    assert False in told(body, wrong, monkeypatch).values()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("assert f()", "assert not f()"),
        ("assert f()", "self.assertFalse(f())"),
        ("assert f() is True", "assert f() is not None"),
        ("assert f() == 1", "assert f() != 2"),
        ("assert f() == 1", "self.assertNotEqual(f(), 'a')"),
        ("assert f() == g()", "self.assertNotEqual(f(), g())"),
        ("assert f() in [1]", "assert f() != 1"),
        ("assert f() < 1", "assert f() >= 20"),
        ("assert 'a' in f()", "self.assertNotIn('b', f())"),
        ("self.assertIsInstance(f(), int)", "self.assertNotIsInstance(f(), int)"),
        ("assert f() == pytest.approx(1.5)", "self.assertAlmostEqual(f(), 9.5, places=3)"),
    ],
)
def test_the_file_does_not_say_which_of_two_opposites_is_asked(one: str, other: str) -> None:
    first, second = (suite_of(body).hiding([0])["t.py"].replace(b"assert ", b"") for body in (one, other))

    assert ast.dump(ast.parse(first)) == ast.dump(ast.parse(second))


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        ("assert f() == 5", True),
        ("assert f()", True),
        ("assert 'a' in f()", True),
        ("assert f() < 5", True),
        ("assert is_even(4) is True", True),
        ("found = f(4)\n    assert found.equals(5)", False),
        ("found = f(4)\n    assert found.equals(5) is True", False),
        ("found = f(4)\n    assert all([found.equals(5)])", False),
        ("found = f(4)\n    assert functools.reduce(operator.eq, [found, 5])", False),
        ("found = f(4)\n    assert functools.partial(found.equals, 5)()", False),
        ("assert eval('f(4) == 5')", False),
        ("assert f() < f()", False),
        ("assert f() == f(1)", False),
        ("assert isinstance(f(), int)", False),
        ("with pytest.raises(ValueError, match='a'):\n        f()", False),
        ("with pytest.raises(ValueError, match='a+'):\n        f()", False),
        ("with pytest.raises(ValueError):\n        f()", False),
        ("self.assertSums(f(), 5)", True),
        ("self.assertSums(f(), g())", False),
        ("assert f() == {**{}}", False),
        ("assert {[]: g()} == f() and -'a' in f()", False),
        ("want = dict(a=f())\n    assert f() == want", False),
    ],
)
def test_assertions_are_counted_by_what_is_left_of_them(body: str, *, whole: bool) -> None:
    suite = suite_of(body)

    numbers = range(len(suite.hidden))
    count = body.count(" and ") + 1
    hidden = count if whole else 0
    assert suite.count_assertions(["t.py::test_a"], numbers, {}) == {"t.py::test_a": (hidden, 0, count - hidden)}
    assert suite.count_assertions(["t.py::test_a"], (), {}) == {"t.py::test_a": (0, 0, count)}
    assert suite.count_assertions(["t.py::test_b"], numbers, {}) == {}


def test_an_object_that_has_no_data_of_a_bearable_length_is_not_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = "x" * (recording.LONGEST + 1)

    assert told("assert 'y' not in f()", long, monkeypatch) == {0: False}
    assert told("assert f() != 'y'", long, monkeypatch) == {0: False}
    assert told("assert 'x' in f()", long[: recording.LONGEST - 2], monkeypatch) == {0: True}


@pytest.mark.parametrize(
    ("body", "answer", "holds"),
    [
        ("assert f() == b'ab'", bytearray(b"ab"), True),
        ("assert f() == b'ab'", memoryview(b"ab"), True),
        ("assert f() == b'ab'", bytearray(b"ac"), False),
        ("assert f() == 'sum 3'", UserString("sum 3"), True),
        ("assert 'sum' in f()", UserString("sum 3"), True),
        ("assert f() == 3", complex(3), True),
        ("assert f() == 3", complex(3, 1), False),
        ("given = [4]\n    assert given[0] in f()", range(0, 6, 2), True),
        ("given = [4]\n    assert given[0] in f()", deque([0, 2, 4]), True),
        ("given = [4]\n    assert given[0] in f()", dict.fromkeys([0, 2, 4]).keys(), True),
        ("given = [4]\n    assert given[0] in f()", iter([0, 2, 4]), True),
        ("given = [4]\n    assert given[0] in f()", itertools.count(), True),
    ],
)
def test_answers_of_other_types_are_read_as_the_data_they_equal(
    body: str, answer: object, monkeypatch: pytest.MonkeyPatch, *, holds: bool
) -> None:
    assert all(told(body, answer, monkeypatch).values()) is holds


def test_no_more_is_told_than_the_channel_bears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_TOLD", 100)
    body = "for one in range(50):\n        assert 'x' in f(one)"

    assert told(body, lambda one: "x" * 3, monkeypatch) == {0: True}
    assert told(body, lambda one: "x" * (one + 1), monkeypatch) == {0: False}


@pytest.mark.parametrize(
    "text",
    ['{"?a": 1, "?b": 2, "True": 3}', '[["?"], "abc", "True"]', '["!9", "=3", "True"]', "[]", "null", "[1, 2, 3]"],
)
@pytest.mark.parametrize(
    "body", ["assert f() == f(1)", "assert f() in f(1)", "given = [1]\n    assert f() < len(given)"]
)
def test_a_text_that_a_patch_has_made_is_no_answer_and_no_error(body: str, text: str) -> None:
    suite = suite_of(body)
    numbers = range(len(suite.hidden))
    values = {FIRST_NUMBER + number: {text} for number in numbers}

    told = suite.told(RepositoryRun(Execution(0), values=values, complete=True), numbers)

    assert len(told) == len(numbers) > 0
    assert not all(told.values()) or text.startswith("{")  # which is what two objects say of themselves


def test_conditions_that_may_have_either_truth_stay_as_they_are() -> None:
    for body in (
        "assert f() == 5 or f() == 6",
        "assert any(one == 5 for one in f())",
        "try:\n        assert f() == 5\n    except AssertionError:\n        assert f() == 6",
        "assert [one for one in f() if one == 5]",
        "assert min(f(), key=lambda one: one == 5)",
        "given = [5, 6]\n    assert f() in given",
    ):
        suite = suite_of(body)
        assert b"5" in suite.hiding(range(len(suite.hidden))).get("t.py", b"5")


@pytest.mark.parametrize(
    "body",
    [
        "want = 57\n    assert f() == f'{want}!'",
        "want = 57\n    assert f() == 'a %d' % want",
        "assert f() == 'a {}'.format(57)",
        "assert f().startswith('57')",
        "import re\n    assert re.search('a 57', f())",
        "import math\n    assert math.isclose(f(), 57)",
        "import json\n    assert f() == json.loads('[57]')",
        "self.want = 57\n    assert f() == self.want",
        "want = '57'\n    with pytest.raises(ValueError, match=want):\n        f()",
        "is_right = f() == 57\n    assert is_right",
    ],
)
def test_what_is_expected_is_not_in_the_file(body: str) -> None:
    suite = suite_of(body)

    assert b"57" not in suite.hiding(range(len(suite.hidden)))["t.py"]


@pytest.mark.parametrize(
    ("texts", "is_right"),
    [(["== 3"], True), (["!= 3"], True), (["<= 3", ">= 3"], True), (["< 9"], False), (["== 3", "< 9"], False)],
)
def test_an_order_is_no_answer_to_an_equality(texts: list[str], is_right: bool) -> None:
    source = b"def test_a():\n    for given, expected in TABLE, (2, 3):\n        assert f(given) == expected\n"
    suite = SuiteFiles({"t.py": source}, Runner.FUNCTIONS)
    (number,) = (at for at, (_, part) in enumerate(suite.hidden) if ast.unparse(part.node) == "3")

    def run(*said: str) -> RepositoryRun:
        return RepositoryRun(Execution(0), values={FIRST_NUMBER + number: said}, complete=True)

    signs = suite.signs(run("== 3"), [number])
    assert suite.told(run(*texts), [number], signs) == {number: is_right}
