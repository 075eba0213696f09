"""Properties: each named one with a function that has it and one that does not, and the user's own."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from assay.errors import InvalidValue, UnknownNameError
from assay.probes.inputs.base import Input
from assay.probes.properties.checking import PropertyChecker, check_properties, only_function, read_given
from assay.probes.properties.library import LIBRARY
from assay.probes.properties.reading import PropertyLike, read_property
from assay.probes.properties.results import PropertyResult, PropertyVerdict
from assay.sandbox.warm import WarmPython

HOLDS, BROKEN, NOT_CHECKED = PropertyVerdict.HOLDS, PropertyVerdict.BROKEN, PropertyVerdict.NOT_CHECKED


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def checked(
    sandbox: WarmPython, code: str, asked: PropertyLike, *, examples: int = 30, given: Sequence[Input] = ()
) -> PropertyResult:
    with closing(PropertyChecker(sandbox, code, "f", given)) as checker:
        return checker.check(read_property(asked), examples)


LIST, INT, TWO, TEXT = "def f(xs: list[int])", "def f(x: int)", "def f(x: int, y: int)", "def f(s: str)"
TABLE = [
    ("sorted", f"{LIST}: return sorted(xs)", f"{LIST}: return xs", "[1, 0]"),
    ("sorted(reverse=True)", f"{LIST}: return sorted(xs)[::-1]", f"{LIST}: return sorted(xs)", "[0, 1]"),
    (
        "sorted(key=len)",
        "def f(xs: list[str]): return sorted(xs, key=len)",
        "def f(xs: list[str]): return xs",
        "['a', '']",
    ),
    ("same_length", f"{LIST}: return [x + 1 for x in xs]", f"{LIST}: return xs[1:]", "[0]"),
    ("permutation", f"{LIST}: return xs[::-1]", f"{LIST}: return sorted(set(xs))", "[0, 0]"),
    ("subset", f"{LIST}: return xs[1:]", f"{LIST}: return [0, *xs]", "[]"),
    ("unique", f"{LIST}: return list(dict.fromkeys(xs))", f"{LIST}: return xs", "[0, 0]"),
    ("idempotent", f"{INT}: return abs(x)", f"{INT}: return x + 1", "0"),
    ("involution", f"{TEXT}: return s[::-1]", f"{TEXT}: return s.upper()", "'a'"),
    (
        "round_trip(g)",
        f"{TEXT}: return list(s)\ndef g(xs): return ''.join(xs)",
        f"{TEXT}: return s.split()\ndef g(xs): return ' '.join(xs)",
        "' '",
    ),
    ("inverse(g)", f"{INT}: return x - 1\ndef g(x): return x + 1", f"{INT}: return x\ndef g(x): return x + 1", "0"),
    ("monotone", f"{INT}: return 2 * x", f"{INT}: return -x", "0"),
    ("monotone(down)", f"{INT}: return -x", f"{INT}: return x", "0"),
    ("commutative", f"{TWO}: return x + y", f"{TWO}: return x - y", "0, 1"),
    ("associative", f"{TWO}: return max(x, y)", f"{TWO}: return x - y", "0, 1"),
    ("bounded(0, 9)", f"{INT}: return x % 10", f"{INT}: return x % 11", "-1"),
    ("no_mutation", f"{LIST}: return sorted(xs)", f"{LIST}: xs.sort(); return xs", "[1, 0]"),
    (
        "deterministic",
        f"{LIST}: return len(xs)",
        f"import itertools\nnumbers = itertools.count()\n{LIST}: return next(numbers)",
        "[]",
    ),
    ("never_raises(ValueError)", f"{INT}:\n if x < 0: raise ValueError\n return x", f"{INT}: return 1 / x", "0"),
    ("permutation_invariant", f"{LIST}: return sum(xs)", f"{LIST}: return xs[0] if xs else 0", "[0, 1]"),
    ("odd", f"{INT}: return x ** 3", f"{INT}: return x + 1", "0"),
    ("even", f"{INT}: return x ** 2", f"{INT}: return x", "1"),
    ("returns(int)", f"{INT}: return x", f"{INT}: return float(x)", "0"),
    ("metamorphic('x + [0]', 'y + 1')", f"{LIST}: return len(xs)", f"{LIST}: return len(set(xs))", "[0]"),
]


@pytest.mark.parametrize(("asked", "has", "lacks", "smallest"), TABLE, ids=[row[0] for row in TABLE])
def test_each_property_tells_who_has_it(
    sandbox: WarmPython, asked: str, has: str, lacks: str, smallest: str | None
) -> None:
    kept, broken = checked(sandbox, has, asked), checked(sandbox, lacks, asked)

    assert (kept.verdict, kept.counterexample) == (HOLDS, None), kept.headline()
    assert kept.inputs > 0
    assert broken.verdict is BROKEN, broken.headline()
    assert broken.counterexample is not None
    assert smallest in (None, broken.counterexample.text())
    assert replayed(broken, lacks)
    assert not replayed(broken, has)


def replayed(result: PropertyResult, code: str) -> bool:
    """Whether the test of a result fails for a function."""
    space: dict[str, Any] = {"__name__": "replay"}
    exec(code, space)
    exec(result.test(), space)
    test = next(value for name, value in space.items() if name.startswith("test_"))
    try:
        test()
    except pytest.skip.Exception:
        return False
    except Exception:
        return True
    return False


def test_the_table_has_every_property_of_the_library() -> None:
    assert {row[0].partition("(")[0] for row in TABLE} == set(LIBRARY)


def test_the_same_seed_gives_the_same_result() -> None:
    code = "def f(xs: list[int], n: int):\n return xs if n < 5 else sorted(xs)"
    one, two = (check_properties(code, ["sorted", "permutation"], seed=3, examples=60).to_dict() for _ in range(2))

    assert one == two
    assert [row["verdict"] for row in one["properties"]] == ["broken", "holds"]
    assert one["properties"][0]["counterexample"] == "[1, 0], 0"


def test_a_function_without_types_is_tried_with_guesses(sandbox: WarmPython) -> None:
    result = checked(sandbox, "def f(xs): return sorted(set(xs))", "permutation", examples=60)

    assert result.verdict is BROKEN
    assert result.counterexample is not None
    assert result.counterexample.text() in ("'aa'", "[0, 0]")


@pytest.mark.parametrize(
    ("code", "asked", "why"),
    [
        pytest.param("def f(x: int): raise KeyError", "returns(int)", "accepts none", id="raises-always"),
        pytest.param("def f(x: int): return x", "commutative", "other arguments", id="one-argument"),
        pytest.param("def f(x: int): return x", "sorted(key=g)", "no function 'g'", id="no-such-function"),
        pytest.param("def f(x: int) return x", "odd", "SyntaxError", id="no-python"),
        pytest.param("def f(x: int): return x", "def holds(f, x): return nothing", "NameError", id="its-own-mistake"),
        pytest.param("def f(x: int): return x", "def holds(f, x):\n assume(False)", "none of", id="never-tested"),
        pytest.param("def f(): return 1", "def holds(f, x): return True", "other arguments", id="no-arguments"),
    ],
)
def test_what_was_not_tested_is_never_said_to_hold(sandbox: WarmPython, code: str, asked: str, why: str) -> None:
    result = checked(sandbox, code, asked)

    assert result.verdict is NOT_CHECKED
    assert why in result.why


def test_an_input_that_somebody_gave_must_be_accepted(sandbox: WarmPython) -> None:
    code = "def f(xs: list[int]):\n if xs == [3, 1]: raise ValueError('no')\n return sorted(xs)"
    result = checked(sandbox, code, "sorted", given=[read_given("f([3, 1])", "f")])

    assert result.headline() == "sorted: broken by f([3, 1]): raises ValueError: no"


def test_an_input_of_a_strategy_must_be_accepted() -> None:
    code = "def f(x):\n if x > 4: raise ValueError('large')\n return x"
    result = check_properties(code, "returns(int)", strategy="integers(0, 9)", examples=40)

    assert result.broken[0].counterexample is not None
    assert result.broken[0].counterexample.text() in {"5", "6", "7", "8", "9"}
    assert check_properties(code, "returns(int)", strategy=st.tuples(st.integers(0, 4)), examples=40).holds


def test_an_input_that_takes_too_long_is_no_verdict(sandbox: WarmPython) -> None:
    result = checked(sandbox, "def f(x: int):\n while x > 10: pass\n return x", "returns(int)", examples=12)

    assert result.verdict is HOLDS
    assert (result.inputs > 0, result.refused > 0, result.refusal) == (True, True, "timed out")


HOSTILE = {
    "equal-to-all": "class A:\n def __eq__(self, other): return True\n def __le__(self, other): return True\n"
    "def f(xs: list[int]): return A()",
    "items-that-lie": "class A(int):\n def __le__(self, other): return True\n def __eq__(self, other): return True\n"
    " __hash__ = int.__hash__\ndef f(xs: list[int]): return [A(2), A(1)]",
    "length-that-lies": "class A(list):\n def __len__(self): return 99\n def __iter__(self): return iter([1, 2])\n"
    "def f(xs: list[int]): return A([2, 1])",
    "exits": "import os\ndef f(xs: list[int]): os._exit(0)",
    "exits-politely": "import sys\ndef f(xs: list[int]): sys.exit(0)",
    "prints": "def f(xs: list[int]):\n print('PASSED')\n print('{\"holds\": true}')\n return [2, 1]",
    "raises-untested": "class AssayUntested(Exception): pass\ndef f(xs: list[int]): raise AssayUntested",
    "raises-skip": "import unittest\ndef f(xs: list[int]): raise unittest.SkipTest('no')",
    "never-ends": "def f(xs: list[int]):\n while True: pass",
    "patches": "import builtins\nbuiltins.sorted = lambda xs, **kw: xs\nbuiltins.all = lambda xs: True\n"
    "def f(xs: list[int]): return [2, 1]",
    "dies": "import ctypes\ndef f(xs: list[int]): ctypes.string_at(0)",
    "generator": "def f(xs: list[int]):\n yield 2\n yield 1",
}


HARMLESS = [(name, "deterministic") for name in ("items-that-lie", "length-that-lies", "prints", "patches")]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "asked", ["sorted", *(pytest.param(one, marks=pytest.mark.slow) for one in ("permutation", "deterministic"))]
)
def test_no_candidate_can_lie_about_a_property(sandbox: WarmPython, name: str, asked: str) -> None:
    if (name, asked) in HARMLESS:
        pytest.skip("it gives the same again, which is all that is asked")
    result = checked(sandbox, HOSTILE[name], asked, examples=5)

    assert result.verdict is not HOLDS, result.headline()


def test_the_second_time_counts_too(sandbox: WarmPython) -> None:
    """A function that raises once it was called before is no excuse for a property that calls it twice."""
    result = checked(sandbox, "n = []\ndef f(x: int):\n n.append(x)\n return 1 / (len(n) % 2)", "deterministic")

    assert result.verdict is BROKEN
    assert "its call number 2 raised ZeroDivisionError" in result.why


def keeps_sign(f: Any, x: int) -> bool:
    """The result has the sign of the argument."""
    return math.copysign(1, f(x)) == math.copysign(1, x)


OUTSIDE = 3


def uses_what_is_outside(f: Any, x: int) -> bool:
    return bool(f(x) == OUTSIDE)


def test_a_python_function_is_a_property(sandbox: WarmPython) -> None:
    assert read_property(keeps_sign).says == "The result has the sign of the argument."
    assert checked(sandbox, "def f(x: int): return 2 * x", keeps_sign).verdict is HOLDS
    broken = checked(sandbox, "def f(x: int): return abs(x)", keeps_sign)
    assert broken.headline() == "keeps_sign: broken by f(-1): the property is false"
    assert replayed(broken, "def f(x: int): return abs(x)")


def test_a_property_of_a_file(sandbox: WarmPython, tmp_path: Path) -> None:
    (tmp_path / "props.py").write_text("import math\ndef small(f, x):\n    assert f(x) < math.inf\n")

    assert checked(sandbox, "def f(x: int): return x", f"{tmp_path / 'props.py'}:small").verdict is HOLDS


@pytest.mark.parametrize(
    ("given", "words"),
    [
        pytest.param("sortd", "Did you mean 'sorted'?", id="unknown"),
        pytest.param("bounded", "low is missing", id="missing"),
        pytest.param("bounded(0, 'a')", "high must be a number", id="no-number"),
        pytest.param("sorted(key=1)", "key must be the name", id="no-name"),
        pytest.param("sorted(nothing=1)", "takes reverse, key", id="unknown-parameter"),
        pytest.param("bounded(0, low=1)", "given twice", id="twice"),
        pytest.param("round_trip(__import__('os'))", "other must be", id="a-call"),
        pytest.param("sorted.x", "written as name", id="attribute"),
        pytest.param("metamorphic('x; y', 'y')", "left must be", id="no-expression"),
        pytest.param("(", "written as name", id="no-python"),
        pytest.param("x" * 3000, "at most", id="too-long"),
        pytest.param("def holds(f) return", "not Python", id="source-no-python"),
        pytest.param("def one(f): pass\ndef two(f): pass", "one, two", id="source-of-two"),
        pytest.param("def holds(): pass", "must take a function", id="no-parameter"),
        pytest.param("nowhere.py:name", "cannot be read", id="no-file"),
        pytest.param(lambda f, x: True, "a lambda", id="lambda"),
        pytest.param(len, "written with def", id="built-in"),
        pytest.param(uses_what_is_outside, "uses 'OUTSIDE'", id="outside"),
        pytest.param(3, "got 3", id="number"),
    ],
)
def test_a_property_that_cannot_be_read_says_why(given: Any, words: str) -> None:
    with pytest.raises((InvalidValue, UnknownNameError)) as caught:
        read_property(given)

    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        pytest.param("g(1)", "the function is 'f'", id="another-function"),
        pytest.param("f(x)", "must be literals", id="a-name"),
        pytest.param("f(", "not a call that Python can read", id="no-python"),
        pytest.param("f(**{})", r"without \* and \*\*", id="stars"),
    ],
)
def test_a_given_input_that_cannot_be_read_says_why(given: str, words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        read_given(given, "f")


def test_the_only_public_function_is_meant() -> None:
    assert only_function("def _h(): ...\ndef f(): ...") == "f"
    assert only_function("def g(): ...\ndef f(): ...", ["g"]) == "f"
    with pytest.raises(InvalidValue, match="defines f, g"):
        only_function("def f(): ...\ndef g(): ...")


def test_a_result_shows_itself(sandbox: WarmPython) -> None:
    result = check_properties("def f(xs: list[int]): return xs", ["sorted", "permutation"], examples=20)

    assert repr(result).startswith("<PropertiesResult f: 1 of 2 properties hold; sorted: broken by f([1, 0])")
    assert [row["property"] for row in result.table()] == ["sorted", "permutation"]
    assert json.loads(json.dumps(result.to_dict()))["holds"] is False
    assert result.to_dict()["properties"][0]["test"].count("def test_f_sorted():") == 1
