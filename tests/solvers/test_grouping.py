"""Drafts are grouped by what they do, in a real sandbox; what they stumble over does not count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.records import Case, Cases, Problem, Untested
from assay.sandbox.warm import WarmPython
from assay.solvers.grouping import by_text, group
from assay.solvers.visible import VisibleProblem, visible_part

SLICED = "def pal(s):\n    return s == s[::-1]"
WALKED = "def pal(s):\n    return all(s[i] == s[-1 - i] for i in range(len(s)))"
LISTED = "def pal(s: str) -> bool:\n    return list(s) == list(reversed(s))"
ENDS = "def pal(s):\n    return s[:1] == s[-1:]"
RAISES = "def pal(s):\n    raise ValueError(s)"
ENDLESS = "def pal(s):\n    while True: pass"
EXITS = "import os\ndef pal(s):\n    os._exit(0)"
KILLS = "import os, signal\ndef pal(s):\n    os.kill(os.getpid(), signal.SIGKILL)"
BROKEN = "def pal(s) return"
UNDEFINED = "def pal(s):\n    return nobody(s)"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def problem(*examples: object) -> VisibleProblem:
    """A problem about palindromes, with these inputs as visible cases."""
    cases = Cases("pal", tuple(Case((one,), True) for one in examples)) if examples else None
    return visible_part(Problem("pal", Untested("pal"), prompt="Is it a palindrome?", examples=cases))


@pytest.mark.parametrize("given", [problem(), problem("aba", "abca")], ids=["nothing-known", "with-examples"])
def test_equal_behaviour_is_one_group_whatever_the_text(sandbox: WarmPython, given: VisibleProblem) -> None:
    found = group(sandbox, given, [ENDS, SLICED, WALKED, LISTED, SLICED])

    assert found.groups == ((0,), (1, 2, 3, 4))
    assert found.inputs > 20
    assert (found.failed, found.unloaded, found.note) == (frozenset(), frozenset(), "")
    assert found.agreement[1] > found.agreement[0]


def test_hostile_drafts_stand_alone_and_split_nobody(sandbox: WarmPython) -> None:
    drafts = [SLICED, ENDLESS, EXITS, KILLS, BROKEN, UNDEFINED, RAISES, "", "x" * 1_000_000, WALKED]

    found = group(sandbox, problem("aba", "abca"), drafts)

    assert (0, 9) in found.groups
    assert found.failed == {1, 2, 3, 4, 5, 6, 7, 8}
    assert found.unloaded == {4, 7, 8}


def test_the_same_seed_gives_the_same_groups(sandbox: WarmPython) -> None:
    drafts = [SLICED, ENDS, WALKED]

    assert group(sandbox, problem(), drafts) == group(sandbox, problem(), drafts)


def test_what_is_meant_to_be_raised_tells_drafts_apart(sandbox: WarmPython) -> None:
    strict = "def root(x: int):\n    if x < 0: raise ValueError(x)\n    return x ** 0.5"
    loose = "def root(x: int):\n    return abs(x) ** 0.5"
    given = visible_part(Problem("root", Untested("root"), prompt="The root."))

    found = group(sandbox, given, [loose, strict, strict.replace("(x)\n", "('no')\n")])

    assert found.groups == ((0,), (1, 2))


@pytest.mark.parametrize(
    ("drafts", "unloaded", "note"),
    [
        pytest.param([BROKEN, "", BROKEN], {0, 1, 2}, "none of them can be called", id="nothing-loads"),
        pytest.param([SLICED, SLICED, BROKEN], {2}, "there is one text to call", id="one-text"),
    ],
)
def test_where_there_is_nothing_to_compare_text_decides(
    sandbox: WarmPython, drafts: list[str], unloaded: set[int], note: str
) -> None:
    assert group(sandbox, problem(), drafts) == by_text(drafts, note, frozenset(unloaded))


def test_without_inputs_it_is_only_seen_what_loads(sandbox: WarmPython) -> None:
    found = group(sandbox, problem(), [SLICED, BROKEN, RAISES], inputs=0)

    assert (found.unloaded, found.inputs) == (frozenset({1}), 0)


def test_a_draft_stands_among_the_files_of_its_problem(sandbox: WarmPython) -> None:
    check = Untested("pal", target="a.py", files={"b.py": "def turned(s): return s[::-1]"})
    given = visible_part(Problem("pal", check, prompt="Is it a palindrome?"))
    uses = "from b import turned\ndef pal(s: str): return s == turned(s)"

    found = group(sandbox, given, [uses, SLICED, ENDS])

    assert found.groups == ((0, 1), (2,))
