"""One function of a source nobody trusts, asked for its behaviour on many inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from assay.errors import require_method
from assay.judges.comparators import matches
from assay.judges.reading import shown
from assay.probes.inputs.base import Input
from assay.records import Comparator, Limits
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import Arguments, CallEnd, CallResult, CallsRun

ENDED = (CallEnd.TIMED_OUT, CallEnd.OUT_OF_MEMORY, CallEnd.CRASHED)
"""Ends of a call that end its process too: the calls after it need another one."""
CALL_SECONDS = 0.5
"""Effective time of one call, unless said otherwise."""
BATCH_SECONDS = 10.0
"""Effective time of all calls in one process."""
MOST_ENDED = 4
"""Processes that a batch may cost one side: a function that ends so many has no more to tell."""
SAME = Comparator.close()
"""As Python's `==`, but NaN is the same as NaN."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a function did with one input."""

    end: CallEnd
    value: object = None
    """What it returned."""
    exception: str = ""
    """The name of the type that it raised."""
    error: str = ""
    """Why there is no value, in words."""
    changed: Arguments | None = None
    """Its arguments after the call, where it changed them."""
    seconds: float = 0.0

    @property
    def answered(self) -> bool:
        """Whether it returned something."""
        return self.end in (CallEnd.RETURNED, CallEnd.NOT_DATA)

    @property
    def known(self) -> bool:
        """Whether it says anything about the function: the call was made."""
        return self.end not in (CallEnd.NOT_RUN, CallEnd.NOT_LOADED)

    def text(self) -> str:
        """Return what it did in a few words, such as `3`, `raises ValueError` or `timed out`."""
        if self.end is CallEnd.RAISED:
            return f"raises {self.exception}"
        if not self.answered:
            return str(self.end.value)
        change = ""
        if self.changed is not None:
            places, named = self.changed
            change = f" and changes its arguments to {shown([*places, dict(named)] if named else list(places))}"
        return f"{shown(self.value)}{change}"


def same(one: Behaviour, other: Behaviour, comparator: Comparator = SAME) -> bool:
    """Return whether two functions did the same: value, type of exception or limit, and what became of the arguments.

    A process that ended by itself is the same as one that used too much memory: which comes first is chance.
    """
    if one.answered != other.answered or one.exception != other.exception:
        return False
    if not one.answered:
        return (one.end is CallEnd.TIMED_OUT) == (other.end is CallEnd.TIMED_OUT)
    if (one.changed is None) != (other.changed is None) or not _equal(comparator, one.value, other.value):
        return False
    return one.changed is None or other.changed is None or _equal(SAME, list(one.changed), list(other.changed))


def has_float(value: object) -> bool:
    """Return whether there is a float in a value: whole numbers are compared exactly."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float | complex):
            return True
        if isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, list | tuple | set | frozenset):
            waiting.extend(item)
    return False


class Side:
    """A function of a source, called in the sandbox with as many inputs as wanted."""

    def __init__(
        self, sandbox: Sandbox, source: str, name: str, *, limits: Limits | None = None, changes: bool = True
    ) -> None:
        self.source = source
        self.name = name
        self.calls = 0
        """How many were made so far."""
        self.cpu_seconds = 0.0
        """What they took in all."""
        self._sandbox = sandbox
        self._limits = limits or Limits(seconds=BATCH_SECONDS, case_seconds=CALL_SECONDS)
        self._changes = changes
        """Whether it matters what becomes of the arguments."""

    def behaviours(self, inputs: Sequence[Input]) -> list[Behaviour]:
        """Return what the function does with each input; what ends a process costs the inputs after it another one.

        After `MOST_ENDED` such ends the rest is not run. Raises `Fault` for what is not the function's doing.
        """
        found: list[Behaviour] = []
        ended = 0
        while len(found) < len(inputs) and ended < MOST_ENDED:
            rest = inputs[len(found) :]
            results = self._run([one.call for one in rest])
            known = [result for result in results if result.end is not CallEnd.NOT_RUN]
            found.extend(map(_behaviour, rest, known))
            ended += len(known) < len(rest)
        self.calls += len(found)
        return found + [Behaviour(CallEnd.NOT_RUN)] * (len(inputs) - len(found))

    def _run(self, calls: list[Arguments]) -> list[CallResult]:
        made = CallsRun(self._sandbox, self.source, self.name, calls, limits=self._limits, arguments_back=self._changes)
        self.cpu_seconds += made.execution.cpu_seconds
        return list(made)


def _behaviour(given: Input, result: CallResult) -> Behaviour:
    changed = result.after
    if changed is not None and _equal(SAME, _flat(changed), [*given.arguments, dict(given.keywords)]):
        changed = None
    return Behaviour(result.end, result.value, result.exception, result.error, changed, result.seconds)


def _flat(arguments: Arguments) -> list[object]:
    return [*arguments[0], dict(arguments[1])]


def _equal(comparator: Comparator, one: object, other: object) -> bool:
    """Return whether two values are the same; those that our comparison stumbles over are not."""
    try:
        return matches(comparator, one, other)
    except Exception:
        return False


@contextmanager
def sandbox_or_new(sandbox: Sandbox | None) -> Iterator[Sandbox]:
    """Give a sandbox that the caller has, or one that ends with the block."""
    if sandbox is not None:
        require_method("sandbox", sandbox, "session", "a Sandbox")
        yield sandbox
        return
    from assay.sandbox.warm import WarmPython

    with WarmPython() as made:
        yield made
