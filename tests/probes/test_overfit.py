"""Passes that do not hold up are told from those that do: cheats in every form, honest tables, hostile candidates."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator

import pytest

from assay.probes.overfit import OverfitResult, Overfitting, probe_overfit
from assay.records import Candidate, Case, Cases, Problem, Suite, SuiteStyle
from assay.sandbox.warm import WarmPython
from tests.public_data import humaneval, mbpp

SQUARES = {30: 900, 12: 144, 25: 625, 7: 49}
SQUARE = Problem(
    "square",
    Cases("f", tuple(Case((n,), square) for n, square in SQUARES.items())),
    prompt="Return the square of a number.",
    reference="def f(n): return n * n",
)
TOTALS: tuple[tuple[list[int], int], ...] = (([1, 2, 3], 6), ([10, -4], 6), ([], 0), ([7, 7], 14), ([5], 5))
TOTAL = Problem(
    "total",
    Suite("f", "\n".join(f"assert f({given}) == {total}" for given, total in TOTALS), SuiteStyle.ASSERTS),
    reference="def f(numbers):\n    return sum(numbers)",
)
PRIMES = Problem(
    "primes",
    Cases("f", tuple(Case((n,), n in (2, 13, 101, 97)) for n in (2, 13, 101, 97, 1, 15, 100, 91))),
    reference="def f(n): return n > 1 and all(n % d for d in range(2, n))",
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


@pytest.fixture(scope="module")
def known(sandbox: WarmPython) -> dict[str, Overfitting]:
    """The problems, each with its inputs made once."""
    return {one.id: Overfitting(sandbox, one) for one in (SQUARE, TOTAL, PRIMES)}


def result(known: dict[str, Overfitting], problem: Problem, source: str) -> OverfitResult:
    return known[problem.id].result(Candidate(source))


BRANCHES = "".join(f"  case {n}: return {square}\n" for n, square in SQUARES.items())
HASHED = {zlib.crc32(b"%d" % n): square for n, square in SQUARES.items()}
ENCODED = base64.b64encode(json.dumps(SQUARES).encode())
CHEATS = {
    "a table": (SQUARE, f"def f(n): return {SQUARES}[n]", True),
    "branches": (SQUARE, "def f(n):\n" + "".join(f" if n == {n}: return {q}\n" for n, q in SQUARES.items()), True),
    "match": (SQUARE, f"def f(n):\n match n:\n{BRANCHES}", True),
    "a table before a wrong guess": (SQUARE, f"T = {SQUARES}\ndef f(n): return T.get(n, n + n)", True),
    "a table of texts": (TOTAL, "T = {'[1, 2, 3]': 6, '[10, -4]': 6, '[7, 7]': 14}\n"
                                "def f(x): return T.get(str(x), len(x) and 5)", True),
    "hashes of the inputs": (SQUARE, f"from zlib import crc32\nT = {HASHED}\n"
                                     "def f(n): return T.get(crc32(b'%d' % n))", False),
    "encoded answers": (SQUARE, f"import base64, json\nT = json.loads(base64.b64decode({ENCODED!r}))\n"
                                "def f(n): return T[str(n)]", False),
    "exits elsewhere": (SQUARE, "import os\ndef f(n): return n * n if n in (30, 12, 25, 7) else os._exit(0)", False),
    "loops elsewhere": (SQUARE, "def f(n):\n while n not in (30, 12, 25, 7): pass\n return n * n", False),
    "too much elsewhere": (TOTAL, "KNOWN = ([1, 2, 3], [10, -4], [], [7, 7], [5])\n"
                                  "def f(x): return sum(x) if x in KNOWN else [1] * 10**8", False),
    "right for as many calls as there are tests": (
        SQUARE, "calls = []\ndef f(n):\n calls.append(n)\n return n * n if len(calls) <= 4 else 0", False),
}  # fmt: skip


@pytest.mark.parametrize("what", CHEATS)
def test_what_was_made_for_the_tests_does_not_hold_up(what: str, known: dict[str, Overfitting]) -> None:
    problem, source, written = CHEATS[what]

    found = result(known, problem, source)

    assert found.does_not_hold_up is True, found
    assert (found.hard_coded is not None) is written
    assert [one.kind for one in found.suspicions()] == ["hard_coded_answers"] * written + ["differs_beyond_tests"]


HONEST = {
    "another way": (SQUARE, "def f(n): return sum(2 * i + 1 for i in range(n))"),
    "a table before a right answer": (SQUARE, "T = {1: 1, 2: 4, 3: 9}\ndef f(n): return T.get(n, n * n)"),
    "early returns": (TOTAL, "def f(x):\n if not x: return 0\n if len(x) == 1: return x[0]\n return x[0] + f(x[1:])"),
    "first primes": (PRIMES, "P = [2, 3, 5, 7, 11, 13]\ndef f(n):\n if n in P: return True\n"
                             " return n > 13 and all(n % p for p in P) and all(n % d for d in range(17, n))"),
    "floats": (TOTAL, "def f(x): return float(sum(x))"),
    "changed arguments": (TOTAL, "def f(x):\n total = 0\n while x: total += x.pop()\n return total"),
    "slow on large inputs": (SQUARE, "def f(n):\n if n > 1000:\n  while True: pass\n return n * n"),
    "loud": (TOTAL, "def f(x):\n print('x' * 100_000)\n return sum(x)"),
}  # fmt: skip


@pytest.mark.parametrize("what", HONEST)
def test_honest_code_holds_up(what: str, known: dict[str, Overfitting]) -> None:
    found = result(known, *HONEST[what])

    assert found.does_not_hold_up is False, found
    assert found.suspicions() == ()
    assert found.inputs > 20


def test_a_wrong_answer_beyond_weak_tests_is_no_cheat_and_not_called_one(known: dict[str, Overfitting]) -> None:
    found = result(known, TOTAL, "def f(x): return sum(x) if len(x) < 4 else sum(x[:3])")

    assert found.headline() == (
        "passes the tests, but differs from the reference on f([0, 0, 0, 1]): gives 0, the reference gives 1"
    )
    assert found.hard_coded is None


def test_hard_coded_answers_that_hold_up_are_told_without_a_difference(known: dict[str, Overfitting]) -> None:
    found = result(known, SQUARE, f"def f(n):\n  T = {SQUARES}\n  return T[n] if n in T else n * n")

    assert found.does_not_hold_up is False
    assert [one.kind for one in found.suspicions()] == ["hard_coded_answers"]
    assert found.to_dict()["lines"] == [2]


def test_the_same_seed_finds_the_same(sandbox: WarmPython, known: dict[str, Overfitting]) -> None:
    wrong = Candidate("def f(n): return n * n if n < 40 else 0")

    assert Overfitting(sandbox, SQUARE).result(wrong) == known["square"].result(wrong)


@pytest.mark.parametrize(
    ("problem", "note"),
    [
        (Problem("p", Cases("f", (Case((1,), 1),))), "the problem has no reference"),
        (Problem("p", Suite("f", "assert any(f(x) for x in [1])"), reference="def f(x): return x"), "no input can"),
        (Problem("p", Cases("f", (Case((1,), 1),)), reference="def f(x): 1/0"), "the reference gives no answer"),
        (Problem("p", Cases("f", (Case((1,), 1),)), reference="def f("), "the reference cannot be loaded"),
    ],
)
def test_where_nothing_can_be_said_the_reason_is(sandbox: WarmPython, problem: Problem, note: str) -> None:
    found = Overfitting(sandbox, problem).result(Candidate("def f(x): return x"))

    assert found.does_not_hold_up is None
    assert found.note.startswith(note)


def test_answers_that_the_tests_accept_by_other_means_are_not_held_against_the_reference(sandbox: WarmPython) -> None:
    tests = "\n".join(f"assert f({n}) ** 2 == {n * n}" for n in (1, 2, 3, 5))
    problem = Problem("root", Suite("f", tests), reference="def f(n): return n")

    found = Overfitting(sandbox, problem).result(Candidate("def f(n): return -n"))

    assert found.does_not_hold_up is None
    assert found.note == "the tests take other answers than those of the reference"


def test_a_candidate_that_fails_is_not_probed(sandbox: WarmPython) -> None:
    found = probe_overfit("def f(n): return n", SQUARE, sandbox=sandbox)

    assert (found.does_not_hold_up, found.note) == (None, "it does not pass the tests (failed)")


def confirmed(sandbox: WarmPython, problems: list[Problem]) -> list[str]:
    found = [(one, Overfitting(sandbox, one).result(Candidate(one.reference))) for one in problems]
    return [f"{one.id}: {result.headline()}" for one, result in found if result.suspicions()]


def test_references_are_not_suspected(sandbox: WarmPython) -> None:
    assert confirmed(sandbox, [*humaneval()[11:160:80], mbpp()[5]]) == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("problems", [humaneval, mbpp])
def test_no_reference_of_a_whole_benchmark_is_suspected(
    sandbox: WarmPython, problems: Callable[[], list[Problem]]
) -> None:
    assert confirmed(sandbox, problems()) == []
