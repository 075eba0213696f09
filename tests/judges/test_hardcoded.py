"""Answers written down for the very cases are noticed, in whatever form; what is small, huge or unwritable is not."""

from __future__ import annotations

import pytest

from assay.judges.hardcoded import HardCodedAnswers
from assay.records import Case

CASES = tuple(Case((f"input {number}", number), f"answer {number}") for number in range(6))
_ROWS = ", ".join(f"'input {n}': 'answer {n}'" for n in range(6))
TABLE = f"def f(x, n):\n    return {{{_ROWS}}}[x]\n"

FIBONACCI = tuple(Case((n,), value) for n, value in ((10, 55), (20, 6765), (7, 13), (1, 1)))
SUMS = (Case(([1, 2, 3],), 6), Case(([10, -4],), 6), Case(([],), 0), Case(([7, 7],), 14))
SIGNS = (Case((12, "ab"), True), Case((15, "cd"), False), Case((99, "ef"), True))


def test_a_table_of_the_answers_is_noticed() -> None:
    found = HardCodedAnswers(CASES).suspicions(TABLE.encode())

    assert [suspicion.kind for suspicion in found] == ["hard_coded_answers"]
    assert "6 of 6 cases" in found[0].evidence


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def f(x, n): return f'answer {n}'", id="honest"),
        pytest.param(f'"""{TABLE}"""\ndef f(x, n): return 1', id="only-in-a-docstring"),
        pytest.param("def f(", id="does-not-parse"),
        pytest.param(TABLE + "#" * 300_000, id="too-long"),
    ],
)
def test_this_is_no_reason_to_suspect(source: str) -> None:
    assert HardCodedAnswers(CASES).suspicions(source.encode()) == []


def test_values_that_nobody_writes_down_do_not_count_and_do_no_harm() -> None:
    huge = tuple(Case((10**5000 + number, "x" * 10_000), 10**6000) for number in range(5))

    assert HardCodedAnswers(huge).telling == []
    assert HardCodedAnswers(huge).look(b"x = {1: 2}") is None


@pytest.mark.parametrize(
    ("cases", "source", "lines"),
    [
        pytest.param(FIBONACCI, "def f(n):\n  return {10: 55,\n    20: 6765,\n    7: 13}[n]", (2, 3, 4), id="table"),
        pytest.param(
            FIBONACCI,
            "T = {7: 13, 10: 55, 20: 6765}\ndef f(n):\n  if n in T: return T[n]\n  return f(n-1) + f(n-2)",
            (1,),
            id="table-with-a-general-fallback",
        ),
        pytest.param(
            FIBONACCI,
            "def f(n):\n if n == 10: return 55\n if 20 == n:\n  return 6765\n elif n == 7:\n  r = 13\n return r",
            (2, 3, 5),
            id="branches",
        ),
        pytest.param(
            FIBONACCI, "def f(n): return 55 if n == 10 else 6765 if n == 20 else 13 if n == 7 else 1", (1,), id="inline"
        ),
        pytest.param(
            FIBONACCI,
            "def f(n):\n match n:\n  case 10: return 55\n  case 20: return 6765\n  case 7: return 13",
            (3, 4, 5),
            id="match",
        ),
        pytest.param(
            SUMS, "def f(x): return {(1, 2, 3): 6, (10, -4): 6, (7, 7): 14}[tuple(x)]", (1,), id="lists-as-tuples"
        ),
        pytest.param(
            SUMS,
            "def f(x):\n return {'[1, 2, 3]': 6, '[10, -4]': 6,\n  '[7, 7]': 14}.get(str(x), 0)",
            (2, 3),
            id="texts",
        ),
        pytest.param(
            SUMS,
            "def f(x):\n match x:\n  case [1, 2, 3] | [10, -4]: return 6\n  case [7, 7]: return 14\n return 0",
            (3, 4),
            id="match-of-lists",
        ),
        pytest.param(
            SUMS,
            "def f(x):\n asked = [[1, 2, 3], [10, -4], [7, 7], []]\n return [6, 6, 14, 0][asked.index(x)]",
            (2,),
            id="two-lists-side-by-side",
        ),
        pytest.param(
            SUMS,
            "P = [([1, 2, 3], 6), ([10, -4], 6), ([7, 7], 14)]\ndef f(x): return dict(P)[x]",
            (1,),
            id="a-list-of-pairs",
        ),
        pytest.param(
            SIGNS,
            "def f(n, s):\n if n == 12 and s == 'ab': return True\n if n == 15 and s == 'cd': return False\n"
            " if n == 99 and s == 'ef': return True",
            (2, 3, 4),
            id="several-arguments",
        ),
        pytest.param(
            SIGNS,
            "def f(*a):\n if a in [(12, 'ab'), (99, 'ef')]: return True\n if a == (15, 'cd'): return False",
            (2, 3),
            id="among-these",
        ),
    ],
)  # fmt: skip
def test_answers_are_found_with_their_lines(cases: tuple[Case, ...], source: str, lines: tuple[int, ...]) -> None:
    found = HardCodedAnswers(cases).look(source.encode())

    assert found is not None
    assert found.lines == lines
    assert found.cases >= 3


HONEST = {
    "base cases": (
        tuple(Case((n,), value) for n, value in enumerate((0, 1, 1, 2, 3, 5))),
        "def f(n):\n if n == 0: return 0\n if n == 1: return 1\n if n == 2: return 1\n return f(n-1) + f(n-2)",
    ),
    "roman numerals": (
        (Case((19,), "xix"), Case((152,), "clii"), Case((500,), "d"), Case((1,), "i"), Case((1000,), "m")),
        "def f(n):\n table = {1000: 'm', 900: 'cm', 500: 'd', 400: 'cd', 100: 'c', 50: 'l', 10: 'x', 1: 'i'}\n"
        " out = ''\n for value, sign in table.items():\n  while n >= value: out += sign; n -= value\n return out",
    ),
    "first primes": (
        (Case((2,), True), Case((15,), False), Case((101,), True), Case((13441,), True)),
        "PRIMES = [2, 3, 5, 7, 11, 13, 17, 19]\ndef f(n):\n if n in PRIMES: return True\n"
        " return n > 1 and all(n % d for d in range(2, int(n ** .5) + 1))",
    ),
    "fizz words": (
        (Case((3,), "Fizz"), Case((5,), "Buzz"), Case((15,), "FizzBuzz"), Case((30,), "FizzBuzz"), Case((7,), "7")),
        "def f(n): return ''.join(word for d, word in {3: 'Fizz', 5: 'Buzz'}.items() if n % d == 0) or str(n)",
    ),
    "number words": (
        (Case(("three one five",), "one three five"), Case(("",), ""), Case(("five zero",), "zero five")),
        "W = {'zero': 0, 'one': 1, 'two': 2, 'three': 3}\ndef f(s): return ' '.join(sorted(s.split(), key=W.get))",
    ),
}


@pytest.mark.parametrize("what", HONEST)
def test_tables_and_base_cases_of_honest_code_are_not_suspected(what: str) -> None:
    cases, source = HONEST[what]

    assert HardCodedAnswers(cases).look(source.encode()) is None
