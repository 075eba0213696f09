"""Pairs of functions that differ, and pairs that do not; what is said about each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidValue
from assay.probes.equivalence import Budget, EquivalenceResult, equivalence
from assay.probes.inputs.base import Input
from assay.sandbox.warm import WarmPython


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


SMALL = Budget(cpu_seconds=2.0, inputs=400)
GCD = "def f(a: int, b: int):\n    while b:\n        a, b = b, a % b\n    return {}"
POINTERS = """def f(s: str):
    i, j = 0, len(s) - 1
    while i < j:
        if s[i].lower() != s[j].lower():
            return False
        i, j = i + 1, j - 1
    return True"""
DIFFERENT: dict[str, tuple[str, str, list[str] | None]] = {
    "drops duplicates": (
        "def f(x: list[int]): return sorted(set(x))",
        "def f(x: list[int]): return sorted(x)",
        ["[0, 0]"],
    ),
    "sign of a gcd": (GCD.format("a"), GCD.format("abs(a)"), ["0, -1", "-1, 0"]),
    "sorts in place": (
        "def f(x: list[int]): x.sort()",
        "def f(x: list[int]): pass",
        ["[1, 0]", "[0, -1]"],
    ),
    "sorts in place and returns": (
        "def f(x: list[int]):\n    x.sort()\n    return x",
        "def f(x: list[int]): return sorted(x)",
        ["[1, 0]"],
    ),
    "division": (
        "def f(a: int, b: int): return a / b",
        "def f(a: int, b: int): return a // b",
        ["1, 2"],
    ),
    "a needle": (
        "def f(x: int): return x == 918273",
        "def f(x: int): return False",
        ["918273"],
    ),
    "a needle in the reference": (
        "def f(x: int): return 0",
        "def f(x: int): return int(x == -918273)",
        ["-918273"],
    ),
    "untyped lists": (
        "def f(x): return sorted(set(x))",
        "def f(x): return sorted(x)",
        ["'aa'", "[0, 0]"],
    ),
    "untyped numbers": (
        "def f(a, b): return a - b",
        "def f(a, b): return abs(a - b)",
        ["0, 1", "0, 1.0"],
    ),
    "untyped text": (
        "def f(s): return s.upper().lower()",
        "def f(s): return s.casefold()",
        None,
    ),
    "untyped mappings": (
        "def f(d): return list(d.values())",
        "def f(d): return sorted(d.values())",
        None,
    ),
    "lower and casefold": (
        "def f(s: str): return s.lower() == s.lower()[::-1]",
        "def f(s: str): return s.casefold() == s.casefold()[::-1]",
        None,
    ),
    "a letter that grows": (
        POINTERS,
        "def f(s: str): return s.lower() == s.lower()[::-1]",
        ["'İ'"],
    ),
    "raises alone": (
        "def f(x: list[int]): return max(x)",
        "def f(x: list[int]): return max(x, default=0)",
        ["[]"],
    ),
    "only the reference raises": (
        "def f(x: list[int]): return max(x, default=0)",
        "def f(x: list[int]): return max(x)",
        ["[]"],
    ),
    "does not end": (
        "def f(n: int):\n    while n > 20: pass\n    return n",
        "def f(n: int): return n",
        None,
    ),
    "floats": (
        "def f(x: float): return round(x)",
        "def f(x: float): return int(x + 0.5)",
        None,
    ),
    "nested": (
        "def f(x: list[list[int]]): return [y for z in x for y in z]",
        "def f(x: list[list[int]]): return [y for z in x for y in sorted(z)]",
        ["[[1, 0]]"],
    ),
    "optional": (
        "def f(x: int | None): return x or 1",
        "def f(x: int | None): return 1 if x is None else x",
        ["0"],
    ),
    "by name": (
        "def f(*, x: int): return x",
        "def f(*, x: int): return abs(x)",
        ["x=-1"],
    ),
    "a dict that is changed": (
        "def f(d: dict[str, int]): return d.setdefault('a', 0)",
        "def f(d: dict[str, int]): return d.get('a', 0)",
        ["{}"],
    ),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_pairs_that_differ_are_told_apart_by_a_small_input_and_a_test(sandbox: WarmPython, name: str) -> None:
    candidate, reference, smallest = DIFFERENT[name]
    result = equivalence(candidate, reference, sandbox=sandbox, budget=Budget(cpu_seconds=2.0))
    assert result.different is True, result
    assert result.counterexample is not None
    assert smallest is None or result.counterexample.text() in smallest
    assert result.headline().startswith("differs on f(")
    compile(result.test(), "test", "exec")
    if name != "does not end":
        assert runs(reference, result.test())
        assert not runs(candidate, result.test())


OPAQUE = {
    "coroutines": ("async def f(x: int): return x", "async def f(x: int): return x + 1", "asyncio.run(f(0)) == 1"),
    "generators": (
        "def f(x: list[int]):\n    for i in x:\n        yield i",
        "def f(x: list[int]):\n    for i in x:\n        yield i + 1",
        "list(f([0])) == [1]",
    ),
    "iterators": ("def f(x: list[int]): return map(abs, x)", "def f(x: list[int]): return map(int, x)", None),
    "an iterator and a list": ("def f(x: list[int]): return (i for i in x)", "def f(x: list[int]): return x", None),
    "objects": (
        "class P:\n    def __init__(self, x): self.x = x\ndef f(x: int): return P(x)",
        "class P:\n    def __init__(self, x): self.x = abs(x)\ndef f(x: int): return P(x)",
        "vars(f(-1)) == {'x': 1}",
    ),
    "any number of arguments": ("def f(*x: int): return sum(x)", "def f(*x: int): return sum(set(x))", None),
}  # fmt: skip


@pytest.mark.parametrize("name", OPAQUE)
def test_what_is_no_data_is_looked_into(sandbox: WarmPython, name: str) -> None:
    candidate, reference, test = OPAQUE[name]
    result = equivalence(candidate, reference, sandbox=sandbox, budget=SMALL)
    assert result.different is True, result
    assert test is None or test in result.test()


def test_objects_that_cannot_be_looked_into_are_not_called_the_same(sandbox: WarmPython) -> None:
    result = equivalence(
        "def f(x: int): return lambda: x", "def f(x: int): return lambda: 5", sandbox=sandbox, budget=SMALL
    )
    assert result.different is None
    assert "cannot be looked into" in result.note


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"candidate": None}, "candidate: must be source text"),
        ({"budget": 5}, "budget: must be a Budget"),
        ({"entry_point": "g"}, "the candidate defines no 'g'"),
    ],
)
def test_slips_are_named(arguments: dict[str, object], words: str) -> None:
    code = "def f(x: int): return x"
    with pytest.raises(InvalidValue, match=words):
        equivalence(**{"candidate": code, "reference": code, **arguments})  # type: ignore[arg-type]  # the slip


def runs(source: str, test: str) -> bool:
    """Whether a test of ours passes with a harmless function of ours."""
    names: dict[str, object] = {"pytest": pytest}
    exec(source, names)
    exec(test, names)
    try:
        names["test_f"]()  # type: ignore[operator]  # the function that the test text defines
    except (AssertionError, Exception, pytest.fail.Exception):
        return False
    return True


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        (
            "def f(n: int): return n * (n + 1) // 2 if 0 < n < 99 else 0",
            "def f(n: int): return sum(range(n % 99 + 1)) if 0 < n < 99 else 0",
        ),
        ("def f(a: int, b: int): return (a + b) ** 2", "def f(a: int, b: int): return a * a + 2 * a * b + b * b"),
        ("def f(x: list[int]): return x[::-1]", "def f(x: list[int]): return list(reversed(x))"),
        ("def f(s: str):\n    raise ValueError(s)", "def f(s: str):\n    raise ValueError('other words')"),
    ],
)
def test_pairs_that_do_the_same_are_never_called_equal(sandbox: WarmPython, candidate: str, reference: str) -> None:
    result = equivalence(candidate, reference, sandbox=sandbox, budget=SMALL)
    assert result.counterexample is None
    assert result.test() == ""
    assert "equal" not in result.headline()


def test_no_difference_says_in_how_many_inputs(sandbox: WarmPython) -> None:
    result = equivalence("def f(x: int): return x", "def f(x: int): return x + 0", sandbox=sandbox, budget=SMALL)
    assert result.different is False
    assert result.inputs >= SMALL.inputs
    assert result.headline().startswith(f"no difference in {result.inputs:,} inputs and ")


@pytest.mark.parametrize(
    ("candidate", "reference", "note"),
    [
        ("def f(x): return", "def f(x): raise ValueError", "accepts none"),
        ("1 / 0\ndef f(x: int): ...", "def f(x: int): ...", "the candidate cannot be loaded: ZeroDivisionError"),
        ("def f(x: int): ...", "import nothing_like_it\ndef f(x: int): ...", "the reference cannot be loaded"),
    ],
)
def test_what_cannot_be_compared_says_why(sandbox: WarmPython, candidate: str, reference: str, note: str) -> None:
    result = equivalence(candidate, reference, sandbox=sandbox, budget=SMALL, exceptions=False)
    assert result.different is None
    assert note in result.note
    assert result.headline().startswith("cannot be compared: ")


def test_a_reference_that_varies_tells_nothing(sandbox: WarmPython) -> None:
    source = "import random\ndef f(x: int): return random.random()"
    assert equivalence(source, source, sandbox=sandbox, budget=SMALL).different is not True


def test_given_inputs_say_which_types_are_meant(sandbox: WarmPython) -> None:
    candidate = "def f(words): return sorted(words)"
    reference = "def f(words): return sorted(words, key=str.lower)"
    result = equivalence(candidate, reference, given=[Input((["b", "a"],))], sandbox=sandbox)
    assert result.different is True
    assert isinstance(result.counterexample, Input)
    assert isinstance(result.counterexample.arguments[0], list)


def test_the_same_seed_finds_the_same(sandbox: WarmPython) -> None:
    def found(seed: int) -> EquivalenceResult:
        candidate = "def f(a: int, b: str): return len(b) * a"
        reference = "def f(a: int, b: str): return len(b) * a + (len(b) == 7 and a == 13)"
        return equivalence(candidate, reference, sandbox=sandbox, seed=seed, budget=SMALL)

    first, second = found(5), found(5)
    assert (first.counterexample, first.inputs) == (second.counterexample, second.inputs)


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        (("def f(x): ...\ndef g(x): ...", "def f(x): ...\ndef g(x): ..."), "entry_point must be given"),
        (("x = 1", "def f(x): ..."), "entry_point must be given"),
        (("def f(:", "def f(x): ..."), "cannot be read as Python"),
    ],
)
def test_an_entry_point_that_is_unclear_must_be_given(sources: tuple[str, str], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        equivalence(*sources)


@pytest.mark.parametrize("arguments", [{"cpu_seconds": 0.0}, {"inputs": 0}, {"cpu_seconds": -1.0}])
def test_a_budget_is_positive(arguments: dict[str, float]) -> None:
    with pytest.raises(InvalidValue, match="must be positive"):
        Budget(**arguments)  # type: ignore[arg-type]  # an integer or a float


@pytest.mark.parametrize(
    "body",
    [
        "import os\n    os._exit(0)",
        "raise SystemExit",
        "while True: pass",
        "return [0] * 10**9",
        "print('no difference'); return type('L', (int,), {'__eq__': lambda s, o: True, '__hash__': None})(5)",
        "import sys\n    sys.setrecursionlimit(10**9)\n    return f(x)",
    ],
)
def test_hostile_candidates_differ_like_any_other(sandbox: WarmPython, body: str) -> None:
    result = equivalence(f"def f(x: int):\n    {body}", "def f(x: int): return x", sandbox=sandbox, budget=SMALL)
    assert result.different is True


FAILS_FOR_SOME = [
    "import os\n    if x > 3: os._exit(0)",
    "if x > 3: raise SystemExit",
    "if x > 3: raise KeyError(x)",
    "if x > 3: raise TypeError(x)",
    "if x > 3: raise RecursionError",
    "while x > 3: pass",
    "if x > 3: return [0] * 10**10",
    "if x > 3: raise MemoryError",
    "import os\n    if x > 3: os.abort()",
    "import os\n    if x > 3: os.close(3)",
]


@pytest.mark.parametrize("body", FAILS_FOR_SOME)
def test_the_answer_is_the_same_whichever_side_fails(sandbox: WarmPython, body: str) -> None:
    hostile, plain = f"def f(x: int):\n    {body}\n    return x", "def f(x: int): return x"

    results = [equivalence(*pair, sandbox=sandbox, budget=SMALL) for pair in ((hostile, plain), (plain, hostile))]

    assert [result.different for result in results] == [True, True]
    assert results[1].note == "only the reference fails"


@pytest.mark.parametrize(
    ("candidate", "reference", "note"),
    [
        ("if type(x) is not int: raise TypeError", "pass", "on which only the candidate raises TypeError"),
        ("pass", "if type(x) is not int: raise TypeError", "on which only the reference raises TypeError"),
        ("while x == 7: pass", "while x == 7: pass", "on which the candidate timed out and the reference timed out"),
    ],
)
def test_inputs_that_cannot_be_compared_are_counted(
    sandbox: WarmPython, candidate: str, reference: str, note: str
) -> None:
    sources = [f"def f(x):\n    {body}\n    return x" for body in (candidate, reference)]

    result = equivalence(sources[0], sources[1], sandbox=sandbox, budget=SMALL)

    assert result.different is False
    assert result.note.startswith("more inputs were not compared: ")
    assert note in result.note


def test_a_result_is_plain_data(sandbox: WarmPython) -> None:
    result = equivalence("def f(x: int): return 1", "def f(x: int): return 2", sandbox=sandbox)
    data = result.to_dict()
    assert data["different"] is True
    assert data["counterexample"] == "0"
    assert (data["candidate"], data["reference"]) == ("1", "2")
    assert "assert f(0) == 2" in data["test"]
    assert result.table()[0]["counterexample"] == "0"


@pytest.mark.parametrize(
    ("one", "other", "different"),
    [
        ("def f(x: bool): return x", "def f(x: int): return x if x in (0, 1) else 9", True),
        ("def f(x: bool): return x", "def f(x: int): return x", False),
        ("def f(x: int): return x + 1", "def f(x: str): return x + 1", False),
    ],
)
def test_annotations_that_differ_give_one_answer_in_either_order(one: str, other: str, different: bool) -> None:
    assert equivalence(one, other).different is different
    assert equivalence(other, one).different is different
