"""Mutants as records: how they are shown, drawn and limited, and what hostile source makes of them."""

from __future__ import annotations

import re

import pytest

from assay.errors import InvalidValue
from assay.probes.mutation import drawing
from assay.probes.mutation.compiled import compiled_key
from assay.probes.mutation.mutants import Mutant, mutants_of

SOURCE = """\
import os


class Stack:
    limit = 3

    def push(self, one,
             two=None):
        if (one and
                two):
            self.items.append(one)
        return [
            1,
            two,
        ]


def push(a):
    return a + 1
"""
LINE = re.compile(r".*?(?:\r\n|\n|\r|$)", re.DOTALL)


def lines_of(text: str) -> list[str]:
    return [line for line in LINE.findall(text) if line]


def applied(source: str, diff: str) -> str:
    """The source with a diff applied to it."""
    head, *rest = lines_of(diff)[2:]
    found = re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", head)
    assert found
    first, count = int(found[1]), int(found[2] or 1)
    old, new = [], []
    for number, line in enumerate(rest):
        cut = number + 1 < len(rest) and rest[number + 1].startswith("\\ No newline")
        text = line[1:].rstrip("\n") if cut else line[1:]
        old += [text] if line[0] in " -" else []
        new += [text] if line[0] in " +" else []
    lines = lines_of(source)
    assert lines[first - 1 : first - 1 + count] == old
    assert len(new) == int(found[4] or 1)
    return "".join([*lines[: first - 1], *new, *lines[first - 1 + count :]])


def test_a_mutant_says_where_it_stands() -> None:
    found = mutants_of(SOURCE, operators=["boolean", "constants"])

    assert [(one.line, one.column, one.first_line, one.last_line, one.scope, one.original) for one in found] == [
        *[(5, 13, 5, 5, "Stack", "3")] * 4,
        *[(9, 13, 9, 10, "Stack.push", "one and\n                two")] * 3,
        *[(13, 13, 12, 15, "Stack.push", "1")] * 3,
        *[(19, 16, 19, 19, "push", "1")] * 3,
    ]
    assert [one.number for one in found] == list(range(1, 14))


@pytest.mark.parametrize(
    ("source", "operator", "lines"),
    [
        pytest.param("for a in (b,\n  c): d()", "loops", (1, 2), id="head-of-a-loop"),
        pytest.param("if a: b(1)", "constants", (1, 1), id="on-one-line"),
        pytest.param("@a(1)\n@b\ndef f(c,\n      d=2):\n    pass", "defaults", (1, 4), id="head-of-a-function"),
        pytest.param("try:\n    a()\nexcept B:\n    c()\n    d()", "exceptions", (3, 5), id="handler"),
        pytest.param("try:\n    a()\nfinally:\n    c()", "exceptions", (4, 4), id="finally"),
        pytest.param("match a:\n    case 1:\n        pass", "constants", (2, 2), id="case"),
        pytest.param("f(\n  g,\n  1,\n)", "constants", (1, 4), id="statement-of-several-lines"),
    ],
)
def test_the_lines_are_those_of_the_statement(source: str, operator: str, lines: tuple[int, int]) -> None:
    mutant = mutants_of(source, operators=[operator])[0]

    assert (mutant.first_line, mutant.last_line) == lines


def test_a_diff_and_a_line() -> None:
    mutant = mutants_of(SOURCE, operators=["boolean"])[0]

    assert mutant.diff("stack.py") == (
        "--- stack.py\n+++ stack.py\n@@ -8,4 +8,4 @@\n"
        "              two=None):\n"
        "-        if (one and\n"
        "-                two):\n"
        "+        if (one or\n"
        "+                two):\n"
        "             self.items.append(one)\n"
    )
    assert mutant.one_line() == "line 9   if (one and …   →   if (one or …"
    assert mutants_of("@a\ndef f(): pass", operators=["decorators"])[0].one_line() == "line 1   @a   →   (removed)"


def test_a_line_is_short_and_obeys_nothing() -> None:
    long = f"x = [{'a, ' * 100}1, {'b, ' * 100}]"
    odd = "x = '\x1b[31m' + a"

    assert mutants_of(long, operators=["constants"])[0].one_line().count("…") == 4
    assert len(mutants_of(long, operators=["constants"])[0].one_line()) < 200
    assert "\x1b" not in mutants_of(odd, operators=["constants"])[0].one_line()


def test_only_inside_one_function() -> None:
    assert {one.scope for one in mutants_of(SOURCE, within="Stack.push")} == {"Stack.push"}
    assert {one.scope for one in mutants_of(SOURCE, within="push")} == {"Stack.push", "push"}
    js = "function f() { return 1; }\nfunction g() { return 2; }"
    assert {one.scope for one in mutants_of(js, language="js", within="g")} == {"g"}
    for language in ("python", "js"):
        with pytest.raises(InvalidValue, match="within: the source has no function named 'pop'"):
            mutants_of("x = 1", within="pop", language=language)


def test_a_sample_is_drawn_with_a_seed() -> None:
    every = mutants_of(SOURCE)
    one, same, other = (mutants_of(SOURCE, sample=5, seed=seed) for seed in (1, 1, 2))

    assert [mutant.diff() for mutant in one] == [mutant.diff() for mutant in same]
    assert {mutant.diff() for mutant in one} != {mutant.diff() for mutant in other}
    assert len(one) == 5
    assert {mutant.source for mutant in one} <= {mutant.source for mutant in every}
    assert [mutant.start for mutant in one] == sorted(mutant.start for mutant in one)
    assert one.not_made > 0
    with pytest.raises(InvalidValue, match="sample must be at least 1, got 0"):
        mutants_of(SOURCE, sample=0)


def test_what_compiles_to_the_same_is_left_out() -> None:
    equivalent = mutants_of("def f(a):\n    a()\n    return\n", operators=["deletion"])
    duplicate = mutants_of("if not a: b()", operators=["unary", "conditions"])

    assert equivalent.equivalent == 1
    assert [one.source for one in equivalent] == ["def f(a):\n    pass\n    return\n"]
    assert duplicate.duplicates == 1
    assert duplicate.headline() == "3 mutants (1 duplicate)"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x = 1", "\n\nx = (1)", True),
        ("x = 1", "x = True", False),
        ("x = 1", "x = 1.0", False),
        ("x = 0.0", "x = -0.0", False),
        ("x = (1, 2)", "x = (1, 2.0)", False),
        ("a in {1, 2}", "a in {2, 1}", True),
        ("a in {1, 2}", "a in {1, True, 2.0}", False),
        ("def f(): return 1", "def f():\n    return 1", True),
        ("def f(): return 1", "def f(): return 2", False),
        ("def f(a): return a", "def f(a, /): return a", False),
        ("try: a()\nexcept B: pass", "a()", False),
    ],
)
def test_what_compiles_to_the_same(one: str, other: str, same: bool) -> None:
    assert (compiled_key(one) == compiled_key(other)) is same


def test_a_result_as_data() -> None:
    found = mutants_of("x = a + b", operators=["arithmetic"])

    assert found.table() == [
        {"number": 1, "operator": "arithmetic", "line": 1, "change": "line 1   x = a + b   →   x = a - b"}
    ]
    assert found.to_dict()["mutants"][0]["replacement"] == "-"
    assert repr(found) == "<MutantSet 1 mutant>"
    assert "whole" not in repr(found[0])


ODD = {
    "unicode": "def größe(ñ, 变量='é'):\n    return ñ + 变量 * 2  # ü\n",
    "tabs": "def f(a):\n\tif a:\n\t\treturn a - 1\n\treturn [a]\n",
    "crlf": "def f(a):\r\n    if a < 1:\r\n        return 'x'\r\n    return a\r\n",
    "cr": "x = 1\ry = x + 2\r",
    "form-feeds": "x = 1\n\x0c\ndef f(a):\n    return a + x\n\x0c",
    "other-line-ends": "x = 'a\u2028b\x0bc' + y\nz = x < 2\n",
    "no-final-newline": "def f(a):\n    return a + 1",
    "decorators": "@a(1)\n@(\n  b\n  @ c\n)\nclass D:\n    @property\n    # why\n    @e\n    def f(self): return 1\n",
    "match": "match a:\n    case [1, -2.5, *_] if a: b()\n    case {'k': C(x=0)}: c()\n    case _: d(1)\n",
    "walrus": "if (n := len(a)) > 10 and (m := n): print(n, m)\n",
    "async": "async def f(a):\n    async with a as b:\n        return [x async for x in b if await x]\n",
    "lambda": "f = lambda a, *b, c=1, **d: (a and b, c or d)\n",
    "star": "f(*a, 1, **b)\nx, *y = a[1:], *b[:-1]\nprint(*a, b, sep='')\n",
    "f-strings": "x = f'{a + 1!r:>{w - 2}} {b[\"k\"]}' + f'{{}}' 'c'\n",
    "glued": "x=1if a else 2\nif(a)and(b):x=not(a)\ndef f():return(a)+(b)\n",
    "semicolons": "class A: x = 1; y = x + 2\nif a: b(1); c()\n",
    "continued": "x = a + \\\n    b \\\n    and c\n",
    "nested-classes": "class A:\n  class B:\n    __x = 1\n    def f(self): return self.__x + super().f(2)\n",
    "future": "from __future__ import annotations\ndef f(a: 1 + 2) -> 3: return a + 4\n",
    "exceptions": "try:\n    a()\nexcept* B as b:\n    c(b)\nelse:\n    d()\nfinally:\n    e()\n",
    "yields": "def f():\n    x = yield a\n    yield from b\n    return (yield x + 1)\n",
    "huge-numbers": f"x = 0x{'f' * 5000} + 1e400 - 10**9\n",
    "cookie": "# -*- coding: latin-1 -*-\nx = 'é' + a\n",
    "comments": "x = (a # + )\n  + # - (\n  b)[(1 # )\n):]\n",
}


@pytest.mark.parametrize("source", ODD.values(), ids=ODD.keys())
def test_odd_source_has_mutants_that_compile_and_differ(source: str) -> None:
    found = mutants_of(source)

    assert found.mutants
    for mutant in found:
        assert compiled_key(mutant.source) not in (None, compiled_key(source)), mutant.diff()
        assert applied(source, mutant.diff()) == mutant.source
        assert mutant.source.encode()[: mutant.start] == source.encode()[: mutant.start]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def f(:", id="not-python"),
        pytest.param("x = 1\0", id="nul"),
        pytest.param("x = '\ud800'", id="half-a-character"),
        pytest.param("(" * 300, id="open-parentheses"),
        pytest.param("x = " + "-" * 100_000 + "1", id="deep"),
        pytest.param("a." * 60_000 + "b", id="deep-attributes"),
        pytest.param("#" * 300_000, id="too-long"),
        pytest.param("\ufeffx = 1", id="byte-order-mark"),
        pytest.param("x = " + "9" * 5000, id="too-many-digits"),
    ],
)
def test_source_that_cannot_be_read(source: str) -> None:
    with pytest.raises(InvalidValue, match="the source cannot be read as Python"):
        mutants_of(source)


def test_deep_source_is_no_trouble() -> None:
    source = "x = " + " + ".join(["a"] * 120) + "\n" + "y = " + "a." * 400 + "b\n"

    assert len(mutants_of(source, operators=["arithmetic"])) == 119
    assert mutants_of("f(" * 80 + "1" + ")" * 80).mutants


def test_a_large_function_costs_no_more_than_its_share() -> None:
    """Each mutant of a function is compiled with the whole function: of a very large one only some are made."""
    body = "".join(f"    a = a + {number}\n" for number in range(500))
    found = mutants_of(f"def f(a):\n{body}", operators=["arithmetic"], sample=3)

    assert len(found) == 3
    costs = [len(body)] * 40_000
    assert len(drawing.drawn(costs, drawing.Wanted())) == drawing.MOST_BYTES // len(body)


@pytest.mark.parametrize("language", ["javascript", "c", "go", "rust", "php", "ruby", "kotlin", "java"])
@pytest.mark.parametrize(
    "source",
    [
        pytest.param("", id="nothing"),
        pytest.param("((((", id="unfinished"),
        pytest.param("\x00\x01 ü 变量 \r\n\t", id="garbage"),
        pytest.param("x = " + "(" * 500 + "1" + ")" * 500, id="deep"),
        pytest.param("def f(a): return a + 1", id="another-language"),
        pytest.param("a = b + 1 /* ", id="open-comment"),
    ],
)
def test_hostile_source_in_other_languages(language: str, source: str) -> None:
    for mutant in mutants_of(source, language=language):
        assert mutant.source != source
        assert applied(source, mutant.diff()) == mutant.source


def test_other_languages_refuse_what_is_no_text() -> None:
    with pytest.raises(InvalidValue, match="the source cannot be read as JavaScript"):
        mutants_of("x = '\ud800'", language="js")
    with pytest.raises(InvalidValue, match="the source cannot be read as Go"):
        mutants_of("x" * (3 * 2**20), language="go")


def test_the_same_every_time() -> None:
    def shown(mutants: list[Mutant]) -> list[str]:
        return [mutant.diff() for mutant in mutants]

    assert shown(list(mutants_of(SOURCE))) == shown(list(mutants_of(SOURCE)))
