"""Tests that are plain calls: no fixtures, no marks, no hooks of others. Such a test fails where its function raises.

To call it is a fraction of what pytest does around it. What such a call notices pytest would notice too; a mutant that
no call notices is run again, in another process, by pytest itself.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator, Sequence
from typing import Any

from .pool import Speaker, limit_cpu, limit_descendants
from .suite import FAILED, PASSED, Suite, cut, first_line

HOOKS = (
    "pytest_runtest_protocol",
    "pytest_runtest_setup",
    "pytest_runtest_call",
    "pytest_runtest_teardown",
    "pytest_runtest_makereport",
    "pytest_pyfunc_call",
    "pytest_fixture_setup",
)
"""What others can put around a test."""
HARMLESS = (
    "_pytest.",
    "anyio.",
    "_hypothesis_pytestplugin",
    "pytest_timeout",
    "xdist.",
    "pytest_cov.",
    "pytest_asyncio.",
)
"""Modules whose hooks do nothing to a plain call."""
DIRECT = "get_direct_param_fixture_func"
"""The name of what pytest puts in place of a fixture for an argument that is given by `parametrize`."""


def plain_tests(suite: Suite) -> list[int]:
    """Return the numbers of the tests that are plain calls."""
    if any(not module.startswith(HARMLESS) for module in _hooking(suite)):
        return []
    return [number for number, item in enumerate(suite.items) if _is_plain(item)]


def run_plain(suite: Suite, order: Sequence[int], limits: Sequence[float], speaker: Speaker) -> None:
    """Call these tests, each within its CPU time, and say what each came to, until one fails or decides otherwise.

    What is said of one that passes is its CPU time.
    """
    from _pytest.outcomes import Exit, OutcomeException, Skipped

    limit_descendants(sum(limits))
    for number in order:
        item = suite.items[number]
        begun = time.process_time()
        limit_cpu(limits[number])
        try:
            item.obj(**_arguments(item))
        except BaseException as error:
            limit_cpu(0)
            undecided = isinstance(error, OutcomeException) and (
                isinstance(error, Skipped | Exit) or type(error).__name__ == "XFailed"
            )
            if not undecided:
                text = first_line(str(error))
                named = text if text.startswith("assert ") else f"{type(error).__name__}: {text}"
                speaker.say([number, FAILED, cut(named)])
            return
        limit_cpu(0)
        speaker.say([number, PASSED, str(time.process_time() - begun)])


def _hooking(suite: Suite) -> Iterator[str]:
    """Yield the modules, other than ours, whose hooks stand around a test."""
    own = __name__.rpartition(".")[0]
    for name in HOOKS:
        for hook in getattr(suite.session.config.hook, name).get_hookimpls():
            module = str(getattr(hook.function, "__module__", ""))
            if not module.startswith(own):
                yield module


def _is_plain(item: Any) -> bool:  # Any: pytest's
    import pytest

    function = getattr(item, "obj", None)
    if type(item) is not pytest.Function or item.cls is not None or not inspect.isfunction(function):
        return False
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
        return False
    if inspect.isasyncgenfunction(function) or hasattr(function, "is_hypothesis_test"):
        return False
    if any(mark.name != "parametrize" for mark in item.iter_markers()):
        return False
    given = getattr(item, "callspec", None)
    if not set(item.fixturenames) <= set(given.params if given is not None else ()):
        return False
    found = item._fixtureinfo.name2fixturedefs.values()
    return all(one.func.__name__ == DIRECT for ones in found for one in ones)


def _arguments(item: Any) -> dict[str, Any]:  # Any: pytest's
    given = getattr(item, "callspec", None)
    return {} if given is None else {name: given.params[name] for name in item._fixtureinfo.argnames}
