"""Calls of a function in the sandbox: values, exceptions, limits, and whatever a hostile source writes."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import pytest

from assay.errors import InvalidValue
from assay.records import MIB, Execution, KilledBy, Limits
from assay.sandbox.base import Frame
from assay.sandbox.calling import MAX_KEPT_BYTES, Arguments, CallEnd, CallResult, CallsRun, call
from assay.sandbox.guest import frames, wire
from assay.sandbox.scripted import LEFT, ScriptedMessages, ScriptedSandbox
from assay.sandbox.warm import WarmPython

LIMITS = Limits(seconds=5, memory_bytes=256 * MIB)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def ends(results: list[CallResult]) -> list[CallEnd]:
    return [result.end for result in results]


SOURCE = """
import os, re, sys, time
def f(what):
    if what == "match": return [re.match("a", "a")]
    if what == "raise": raise KeyError(what)
    if what == "large": return "x" * 50_000_000
    if what == "leave": os._exit(3)
    if what == "sleep": time.sleep(60)
    if what == "exit": sys.exit()
    if what == "memory": return bytearray(900_000_000)
    return {what: (1, 2.5, None)}
"""


def test_each_call_says_what_it_came_to(sandbox: WarmPython) -> None:
    asked = ["a", "match", "raise", "large", "exit", "b"]
    results = call(sandbox, SOURCE, "f", [((what,), {}) for what in asked], limits=LIMITS)

    returned, raised = CallEnd.RETURNED, CallEnd.RAISED
    assert ends(results) == [returned, CallEnd.NOT_DATA, raised, CallEnd.TOO_LARGE, raised, returned]
    assert [results[0].value, results[5].value] == [{"a": (1, 2.5, None)}, {"b": (1, 2.5, None)}]
    assert [result.exception for result in results] == ["", "", "KeyError", "", "SystemExit", ""]
    assert "which is no data" in results[1].error


@pytest.mark.parametrize(
    ("what", "end"),
    [
        pytest.param("leave", CallEnd.CRASHED, id="leaves"),
        pytest.param("sleep", CallEnd.TIMED_OUT, id="sleeps"),
    ],
)
def test_a_call_that_ends_the_process_leaves_the_rest(sandbox: WarmPython, what: str, end: CallEnd) -> None:
    results = call(sandbox, SOURCE, "f", [((word,), {}) for word in ("a", what, "b")], limits=Limits(seconds=0.5))

    assert ends(results) == [CallEnd.RETURNED, end, CallEnd.NOT_RUN]


def test_a_limit_for_each_call_ends_the_slow_one(sandbox: WarmPython) -> None:
    limits = Limits(seconds=20, case_seconds=0.3)
    results = call(sandbox, SOURCE, "f", [(("a",), {}), (("sleep",), {})], limits=limits)

    assert ends(results) == [CallEnd.RETURNED, CallEnd.TIMED_OUT]


def test_memory_that_a_call_does_not_get_is_said(sandbox: WarmPython) -> None:
    (result,) = call(sandbox, SOURCE, "f", [(("memory",), {})], limits=LIMITS)

    assert result.end is CallEnd.OUT_OF_MEMORY


@pytest.mark.parametrize("source", ["def f(", "raise ValueError", "g = 1", "import os; os._exit(0)"])
def test_a_source_that_does_not_load_has_no_answers(sandbox: WarmPython, source: str) -> None:
    run = CallsRun(sandbox, source, "f", [((1,), {}), ((2,), {})], limits=LIMITS)

    assert run.not_loaded
    assert [(result.end, result.error) for result in run] == [(CallEnd.NOT_LOADED, run.not_loaded)] * 2


def test_a_long_call_is_timed(sandbox: WarmPython) -> None:
    source = "import time\ndef f(x): time.sleep(x)"
    run = CallsRun(sandbox, source, "f", [((0,), {}), ((0.2,), {})], limits=LIMITS)

    assert [result.seconds > 0.15 for result in run] == [False, True]
    assert run.execution.effective_seconds > 0.15


def test_arguments_go_by_position_and_by_name(sandbox: WarmPython) -> None:
    (result,) = call(sandbox, "def f(a, *b, c): return [a, b, c]", "f", [((1, {2}), {"c": (3,)})])

    assert result.value == [1, ({2},), (3,)]


def test_no_calls_have_no_answers(sandbox: WarmPython) -> None:
    assert call(sandbox, "def f(): pass", "f", []) == []


def test_arguments_that_are_not_data_are_the_callers_mistake(sandbox: WarmPython) -> None:
    with pytest.raises(InvalidValue, match="arguments of case 1 are not data"):
        call(sandbox, "def f(x): pass", "f", [((1,), {}), ((object(),), {})])


def test_thousands_of_calls_take_one_process(sandbox: WarmPython) -> None:
    calls: list[Arguments] = [((n,), {}) for n in range(20_000)]
    before = process_time()
    results = call(sandbox, "def f(n): return n + 1", "f", calls, limits=LIMITS)

    assert [result.value for result in results] == list(range(1, 20_001))
    assert process_time() - before < 10  # a process for each would take minutes


LOADED, DONE = Frame(frames.LOADED, b""), Frame(frames.DONE, b"")
ONE = Frame(frames.VALUE, wire.encode(1))
SLOW = Execution(None, 9, KilledBy.TIME)


def written(*messages: Frame, ending: Execution = LEFT) -> list[CallEnd]:
    """How two calls ended of a process that wrote these messages."""
    sandbox = ScriptedSandbox({"x": ScriptedMessages(messages, ending)})
    return ends(call(sandbox, "x", "f", [((), {})] * 2))


RETURNED, CRASHED, NOT_RUN = CallEnd.RETURNED, CallEnd.CRASHED, CallEnd.NOT_RUN


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        pytest.param((LOADED, ONE, ONE, DONE), [RETURNED, RETURNED], id="honest"),
        pytest.param((LOADED, ONE, DONE), [RETURNED, CRASHED], id="done-too-early"),
        pytest.param((LOADED, ONE, ONE, ONE, DONE), [RETURNED, CRASHED], id="one-more"),
        pytest.param((LOADED, ONE, ONE), [RETURNED, CRASHED], id="no-last-word"),
        pytest.param((LOADED, LOADED, ONE, ONE, DONE), [CRASHED, NOT_RUN], id="loaded-twice"),
        pytest.param((ONE, ONE, DONE), [CallEnd.NOT_LOADED] * 2, id="never-loaded"),
        pytest.param((LOADED, Frame(frames.VALUE, b"?"), ONE, DONE), [CRASHED, NOT_RUN], id="no-value"),
        pytest.param((LOADED, Frame(frames.RAISED, b"?"), ONE, DONE), [CRASHED, NOT_RUN], id="no-exception"),
        pytest.param((Frame(frames.UNLOADED, b"?"),), [CallEnd.NOT_LOADED] * 2, id="no-reason"),
    ],
)
def test_what_a_process_writes_is_not_believed(messages: tuple[Frame, ...], found: list[CallEnd]) -> None:
    assert written(*messages) == found


def test_a_limit_that_was_crossed_on_the_way_counts_for_the_last_call() -> None:
    assert written(LOADED, ONE, ONE, DONE, ending=SLOW) == [RETURNED, CallEnd.TIMED_OUT]


def test_values_are_bounded_in_all() -> None:
    large = Frame(frames.VALUE, wire.encode("x" * (wire.MAX_BYTES - 100)))
    sandbox = ScriptedSandbox({"x": ScriptedMessages((LOADED, *[large] * 20, ONE, DONE))})
    results = CallsRun(sandbox, "x", "f", [((), {})] * 21)

    assert sum(result.encoded_bytes for result in results) <= MAX_KEPT_BYTES
    assert [result.end for result in results][7:] == [RETURNED] + [CallEnd.TOO_LARGE] * 12 + [RETURNED]
