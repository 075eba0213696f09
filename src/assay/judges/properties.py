"""Properties as test code: functions `holds(f, *arguments)` that the judge's process runs, one input after the other.

The candidate is at the other end of a channel, as it is for any suite, so a property sees its results as tests do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.errors import InvalidValue
from assay.judges.hosting import HostClient
from assay.judges.suiterun import SuiteRun
from assay.judges.suites import PlannedSuite
from assay.records import (
    CaseOutcome,
    CaseStatus,
    Execution,
    FunctionCheck,
    Limits,
    Problem,
    PropertyCheck,
    Suite,
    Suspicion,
    Verdict,
)
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import Arguments

UNTESTED = "AssayUntested"
"""The name of what `assume` raises; only code of the judge's process can end a case as failed with it."""
ENDLESS = "AssayEndless"
"""The name of what ends a property that does not end by itself."""
OWN_SECONDS = 3
"""CPU time of a property for one input, without that of the function."""
OBJECT = "it gives an object of the code's own, which only a property of your own can look at"
"""What is said about results that a named property cannot be held against: their own class would answer for them."""
MOST_ENDED = 6
"""Processes that the inputs of one property may cost: a function that ends so many has no more to tell."""
HARNESS = f'''
import signal

try:
    from assay.judges.host import links as _assay_links
except ImportError:  # a replay in a process of its own: there are no objects of another one
    class _assay_links:
        def is_object_handle(value): return False


class {UNTESTED}(Exception):
    """The input does not test the property."""


class {ENDLESS}(Exception):
    """The property itself used too much time."""


_assay_endless = []


def _assay_late(*_):
    _assay_endless.append(True)
    raise {ENDLESS}("it uses more than {OWN_SECONDS} s of its own")


def assume(condition):
    if not condition:
        raise {UNTESTED}


def _assay_try(f, arguments, keywords):
    """Ask the property about one input; what the function raises on its first call is a refusal of the input."""
    try:
        _assay_signature.bind(f, *arguments, **keywords)
    except TypeError as error:
        raise {UNTESTED}(f"it is about other arguments: {{error}}") from None
    if _assay_endless:
        raise {ENDLESS}("it uses more than {OWN_SECONDS} s of its own")
    raised = []
    calls = [0]

    def called(*given, **named):
        calls[0] += 1
        try:
            return f(*given, **named)
        except Exception as error:
            if calls[0] > 1:
                raised.append(error)
            raise

    signal.signal(signal.SIGVTALRM, _assay_late)
    signal.setitimer(signal.ITIMER_VIRTUAL, {OWN_SECONDS})  # the time of this process, not of the function's
    try:
        answer = _assay_property(called, *arguments, **keywords)
    except Exception as error:
        if any(error is each for each in raised):
            raise AssertionError(f"its call number {{calls[0]}} raised {{type(error).__name__}}") from None
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if answer is not None and answer is not True and not _assay_is_true(answer):
        told = "is false" if answer is False else f"returned a {{type(answer).__name__}} and neither True nor False"
        raise AssertionError(f"the property {{told}}")


def _data(value, depth=0):
    """The value as plain data: an object of a subclass of a built-in type is the data in it, and no more."""
    if _assay_links.is_object_handle(value):
        assert _assay_links.reads_as_data(value) and depth < 50, {OBJECT!r}
        return _data(_assay_links.data_of(value), depth + 1)
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        items = [_data(item, depth + 1) for item in value]
        return value if all(a is b for a, b in zip(items, value)) else kind(items)
    if kind is dict:
        return {{_data(key, depth + 1): _data(item, depth + 1) for key, item in value.items()}}
    return value


def _items(value):
    """The items of a result as plain data; what is made by a generator counts too."""
    if _assay_links.is_object_handle(value) and _assay_links.reads_as_data(value):
        value = _assay_links.data_of(value)
    return [_data(item) for item in value]


def _assay_is_true(answer):
    import sys

    kind = getattr(sys.modules.get("numpy"), "bool_", None)
    return kind is not None and type(answer) is kind and bool(answer)
'''
"""Stands behind the source of a property; the names of the entry point and of the inputs follow."""


class InputEnd(StrEnum):
    """What one input showed about a property."""

    HELD = "held"
    BROKEN = "broken"
    UNTESTED = "untested"
    """The property says nothing about it: an assumption does not hold."""
    REFUSED = "refused"
    """The function raised, or went over its time or memory, before there was anything to hold against the property."""
    NOT_RUN = "not run"


FAILURES = (InputEnd.BROKEN, InputEnd.REFUSED)
"""Ends of an input that the function must accept with which a property does not hold."""


@dataclass(frozen=True, slots=True)
class InputOutcome:
    """What one input showed about a property, and why."""

    end: InputEnd
    error: str = ""
    status: CaseStatus = CaseStatus.NOT_RUN
    """How the case ended that it was."""


@dataclass(frozen=True, slots=True)
class PropertyRun:
    """All inputs of one property, with one function."""

    outcomes: list[InputOutcome]
    seconds: float = 0.0
    """Effective time of the function's processes."""
    not_loaded: str = ""
    """Why the function was never there; empty when it was."""
    verdict: Verdict | None = None
    """What that says about the function."""
    executions: tuple[Execution, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    by_object: bool = False
    """Objects of the function's own may have decided an input."""


class PropertyJudge:
    """Tries properties on a function that nobody trusts, input by input."""

    def __init__(self, sandbox: Sandbox, host: HostClient, limits: Limits) -> None:
        self._sandbox = sandbox
        self._host = host
        self._limits = limits

    def run(
        self,
        check: FunctionCheck,
        asked: PropertyCheck,
        source: bytes,
        *,
        first_failure: bool = False,
        variant: str = "",
    ) -> PropertyRun:
        """Try a property on each of its inputs; an input that ends the process costs those after it another one.

        With `first_failure` it stops at the first input with which the property does not hold. Raises `Fault` for what
        is not the function's doing and `InvalidProblem` for a property that cannot be run.
        """
        outcomes: list[InputOutcome] = []
        runs: list[SuiteRun] = []
        while len(outcomes) < len(asked.inputs) and len(runs) < MOST_ENDED:
            runs.append(self._run(suite_of(check, asked, asked.inputs[len(outcomes) :]), source, variant))
            if runs[-1].verdict is not None:
                break
            outcomes += _outcomes(runs[-1])
            if first_failure and any(one.end in FAILURES for one in outcomes):
                break
        outcomes += [InputOutcome(InputEnd.NOT_RUN)] * (len(asked.inputs) - len(outcomes))
        verdict = runs[-1].verdict if runs else None
        return PropertyRun(
            outcomes,
            sum(run.used for run in runs),
            (runs[-1].detail or str(verdict.value)) if verdict is not None else "",
            verdict,
            tuple(execution for run in runs for execution in run.executions),
            tuple(suspicion for run in runs for suspicion in run.suspicions),
            any(run.by_object or run.may_decide for run in runs),
        )

    def _run(self, suite: Suite, source: bytes, variant: str) -> SuiteRun:
        planned = PlannedSuite.of(Problem("a property", suite), suite)
        run = SuiteRun(self._sandbox, self._host, planned, source, self._limits, variant=variant)
        run.run()
        return run


def suite_of(check: FunctionCheck, asked: PropertyCheck, inputs: Sequence[Arguments]) -> Suite:
    """Return the suite that tries a property on inputs, one case each."""
    given = ",\n".join(f"({written(tuple(arguments))}, {written(dict(named))})" for arguments, named in inputs)
    parts = (
        asked.source,
        HARNESS,
        f"_assay_property = {asked.function}",
        "import collections, datetime, decimal, fractions, inspect, math",
        "_assay_signature = inspect.signature(_assay_property)",
        "from decimal import Decimal",
        "from fractions import Fraction",
        f"_assay_inputs = [\n{given}\n]",
        f"def _assay_input(number): _assay_try({check.entry_point}, *_assay_inputs[number])",
    )
    statements = "\n".join(f"_assay_input({number})" for number in range(len(inputs)))
    prelude = "\n".join(parts)
    return Suite(check.entry_point, statements, prelude=prelude, names=asked.names, **check.placing())


def written(value: object) -> str:
    """Return plain data as Python that gives it again, where `Decimal`, `Fraction` and `datetime` are imported.

    >>> written([1.5, float("nan"), {"a": set()}])
    "[1.5, float('nan'), {'a': set()}]"
    """
    kind = type(value)
    if isinstance(value, float) and kind is float:
        return repr(value) if value == value and abs(value) != float("inf") else f"float('{value!r}')"
    if kind is complex:
        assert isinstance(value, complex), "its type was just looked at"
        return f"complex({written(value.real)}, {written(value.imag)})"
    if kind is int:
        assert isinstance(value, int), "its type was just looked at"
        return hex(value) if value.bit_length() > 10_000 else repr(value)
    if value is None or kind in (bool, str, bytes):
        return repr(value)
    if isinstance(value, Mapping) and kind is dict:
        return f"{{{', '.join(f'{written(key)}: {written(item)}' for key, item in value.items())}}}"
    if kind in _BRACKETS:
        assert isinstance(value, list | tuple | set | frozenset), "its type was just looked at"
        return _collection(value)
    if kind.__module__ in ("decimal", "fractions", "datetime"):
        return repr(value)
    raise InvalidValue(f"an input must be plain data, got {value!r:.80}")


_BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}")}


def _collection(value: list[object] | tuple[object, ...] | set[object] | frozenset[object]) -> str:
    kind = type(value)
    if not value and kind in (set, frozenset):
        return f"{kind.__name__}()"
    opening, closing = _BRACKETS[kind]
    items = [written(item) for item in value]
    if kind in (set, frozenset):
        items.sort()
    last = "," if kind is tuple and len(items) == 1 else ""
    text = f"{opening}{', '.join(items)}{last}{closing}"
    return f"frozenset({text})" if kind is frozenset else text


def _outcomes(run: SuiteRun) -> list[InputOutcome]:
    """Return what the inputs showed that came to a case; after the one that ended the process, there are none."""
    known = [outcome for outcome in run.outcomes if outcome.status is not CaseStatus.NOT_RUN]
    if len(known) < len(run.outcomes) and not known:
        return [InputOutcome(InputEnd.BROKEN, run.outcomes[0].error, CaseStatus.CRASHED)]
    last = len(known) - 1 if run.lost or len(known) < len(run.outcomes) else -1
    return [_outcome(outcome, ended=number == last) for number, outcome in enumerate(known)]


def _outcome(outcome: CaseOutcome, *, ended: bool) -> InputOutcome:
    error, status = outcome.error, outcome.status
    match status:
        case CaseStatus.PASSED:
            return InputOutcome(InputEnd.HELD, status=status)
        case CaseStatus.FAILED if error.partition(":")[0] == UNTESTED:
            return InputOutcome(InputEnd.UNTESTED, error.partition(": ")[2], status)
        case CaseStatus.TIMED_OUT | CaseStatus.OUT_OF_MEMORY:
            return InputOutcome(InputEnd.REFUSED, str(status.value).replace("_", " "), status)
        case CaseStatus.CRASHED if not ended and not error.startswith("SystemExit"):
            return InputOutcome(InputEnd.REFUSED, f"raises {error.partition(chr(10))[0]}", status)
    return InputOutcome(InputEnd.BROKEN, error.removeprefix("AssertionError: "), status)
