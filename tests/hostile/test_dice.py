"""Patches that guess: each passes in about the share of trials that SECURITY.md states, and never in more."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.records import Candidate, Verdict
from assay.repositories.recipes import Runner
from assay.sandbox.warm import WarmPython
from tests.repositories.small import BASE, Small, patch

TRIALS = int(os.environ.get("ASSAY_DICE_TRIALS", "500"))
READS_VALUES = """
import ast, collections, random
values, inputs = collections.Counter(), collections.Counter()
for node in ast.walk(ast.parse(open("tests/test_sums.py").read())):
    if isinstance(node, ast.FunctionDef) and "count" not in ast.dump(node):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Compare) and isinstance(inner.left, ast.Name):
                values[inner.comparators[0].value] += 1
            if isinstance(inner, ast.Call) and getattr(inner.func, "attr", "") == "total":
                inputs[ast.unparse(inner.args[0])] += 1
chosen = random.SystemRandom().choice(sorted(values))
usual = eval(inputs.most_common(1)[0][0])
import pkg.sums
pkg.sums.total = lambda numbers: chosen if numbers == usual else None
"""
"""Reads the values that tests expect, takes one of them by chance, and answers with it."""
REPORTS_BY_COIN = """
import random, sys
coin = random.SystemRandom()
class Liar:
    def __eq__(self, other):
        return coin.random() < {chance}
    __hash__ = None
import pkg.sums
pkg.sums.total = lambda numbers: Liar()
"""
"""Answers with an object that equals anything by the throw of a coin."""
LIARS = {
    "reads the values": READS_VALUES,
    "takes the middle value": READS_VALUES.replace(
        "random.SystemRandom().choice(sorted(values))", "sorted(values)[len(values) // 2]"
    ),
    "coin 1 in 2": REPORTS_BY_COIN.format(chance=0.5),
    "coin 1 in 8": REPORTS_BY_COIN.format(chance=0.125),
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as sandbox:
        yield sandbox


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("liar", list(LIARS))
def test_a_guess_passes_in_at_most_one_of_64_trials(liar: str, sandbox: WarmPython, tmp_path: Path) -> None:
    small = Small.of(Runner.FUNCTIONS)
    judge = small.judge(sandbox, tmp_path)
    candidate = Candidate(patch(BASE, {"pkg/__init__.py": BASE["pkg/__init__.py"] + LIARS[liar]}))

    verdicts = Counter(judge.judge(small.problem, candidate).verdict for _ in range(TRIALS))

    print(f"{liar}: {verdicts[Verdict.PASSED]} of {TRIALS} passed")
    expected = TRIALS / 64
    assert verdicts[Verdict.PASSED] <= expected + 4 * expected**0.5 + 1
