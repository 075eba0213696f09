"""What the tests of one candidate leave behind, no later candidate meets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Problem, Suite, Trial, Verdict
from assay.sandbox.warm import WarmPython

LEAVES = {
    "decimal context": ("import decimal", "decimal.getcontext().prec = f(3)", "decimal.getcontext().prec == 28"),
    "decimal default": ("import decimal", "decimal.DefaultContext.prec = f(3)", "decimal.Context().prec == 28"),
    "decimal traps": (
        "import decimal",
        "decimal.DefaultContext.traps[decimal.Inexact] = bool(f(1))",
        "not decimal.DefaultContext.traps[decimal.Inexact]",
    ),
    "root logger": ("import logging", "logging.basicConfig(level=f(10))", "logging.root.level == logging.WARNING"),
    "logging disabled": ("import logging", "logging.disable(f(50))", "logging.root.manager.disable == 0"),
    "a logger": ("import logging", "logging.getLogger('a').setLevel(f(10))", "logging.getLogger('a').level == 0"),
    "a list of a module": ("import keyword", "keyword.kwlist.append(f('x'))", "'x' not in keyword.kwlist"),
    "a dict of a module": ("import html.entities as h", "h.codepoint2name[f(1)] = 'x'", "1 not in h.codepoint2name"),
    "a table of a class": (
        "import json",
        "json.JSONEncoder.item_separator = f(';')",
        "json.JSONEncoder.item_separator == ', '",
    ),
    "copy table": ("import copyreg", "copyreg.dispatch_table[f] = f(1)", "len(copyreg.dispatch_table) < 5"),
    "mock patches": (
        "from unittest import mock; import math",
        "mock.patch('math.floor', f).start()",
        "math.floor(1.5) == 1 and not mock._patch._active_patches",
    ),
    "umask": ("import os", "os.umask(f(0o13))", "os.umask(0o77) != 0o13"),
    "gc callbacks": ("import gc", "gc.callbacks.append(lambda *a, keep=f(1): None)", "not gc.callbacks"),
    "gc thresholds": ("import gc", "gc.set_threshold(f(7))", "gc.get_threshold()[0] > 7"),
    "switch interval": ("import sys", "sys.setswitchinterval(f(1))", "sys.getswitchinterval() < 0.1"),
    "a context variable": (
        "import contextvars, re; re.kept = getattr(re, 'kept', None) or contextvars.ContextVar('kept', default=0)",
        "re.kept.set(f(1))",
        "re.kept.get() == 0",
    ),
    "atexit": ("import atexit", "atexit.register(lambda keep=f(1): None)", "f(2) == 2"),
    "warnings seen": (
        "import warnings",
        "warnings.warn(f('once'))",
        "not getattr(warnings, 'onceregistry') and not warnings.filters[0][1]",
    ),
    "a seed": ("import random", "random.seed(f(99))", "random.random() == 0.8444218515250481"),
    "an environment": ("import os", "os.environ['X'] = str(f(1))", "'X' not in os.environ"),
}


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as made:
        yield made


def judged(judge: SeparateJudge, tests: str) -> Trial:
    return judge.judge(Problem("p", Suite("f", tests)), Candidate("def f(x): return x"))


@pytest.mark.parametrize("name", LEAVES)
def test_the_next_candidate_meets_a_process_as_it_was(judge: SeparateJudge, name: str) -> None:
    imports, act, unchanged = LEAVES[name]
    left = f"{imports}\n{act}\nassert f(1) == 1"
    looks = f"{imports}\nx = f(1)\nassert {unchanged}"

    assert judged(judge, looks).verdict is Verdict.PASSED, judged(judge, looks).detail
    assert judged(judge, left).verdict is Verdict.PASSED, judged(judge, left).detail
    assert judged(judge, looks).verdict is Verdict.PASSED, judged(judge, looks).detail


def test_open_files_do_not_gather(judge: SeparateJudge) -> None:
    opens = "import os\nn = [os.dup(0) for _ in range(f(60))]\nassert len(n) == 60"

    assert [judged(judge, opens).verdict for _ in range(6)] == [Verdict.PASSED] * 6


def test_options_of_pandas_do_not_stay(judge: SeparateJudge) -> None:
    pytest.importorskip("pandas")
    left = "import pandas\npandas.set_option('display.max_rows', f(3))\nassert f(1) == 1"
    looks = "import pandas\nx = f(1)\nassert pandas.get_option('display.max_rows') == 60"

    assert [judged(judge, tests).verdict for tests in (looks, left, looks)] == [Verdict.PASSED] * 3
