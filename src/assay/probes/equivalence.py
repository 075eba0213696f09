"""Equivalence of two functions: a search for an input that tells them apart, never a proof that there is none."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import process_time
from types import NoneType
from typing import Any, TypedDict, Unpack

from assay.errors import InvalidValue, require, require_each
from assay.probes.inputs.base import Input
from assay.probes.inputs.portfolio import Portfolio
from assay.probes.inputs.shrinking import lowered, shrunk
from assay.probes.inputs.signatures import functions_of, mentions
from assay.probes.sides import SAME, Behaviour, Side, same, sandbox_or_new
from assay.records import Comparator, Limits
from assay.results import Result
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd
from assay.text import one_line

FIRST_BATCH = 32
SMALLEST_BATCH = 8
LARGEST_BATCH = 256
QUICK_SECONDS = 0.5
"""After a batch that takes longer, a smaller one follows: between batches it is seen whether the budget is used up."""
SEARCH_LIMITS = Limits(seconds=2.0, case_seconds=0.2)
CONFIRM_LIMITS = Limits(seconds=10.0, case_seconds=1.0)
SHRINK_MOST = 500
SHRINK_SECONDS = 1.0
"""CPU time after which no smaller input is looked for: those that do not end are dear."""
MOST_ALONE = 5
"""Inputs on which only the reference fails that are looked at again."""
WRONG_TYPES = ("TypeError", "AttributeError")
NOT_ACCEPTED = ("TypeError", "AttributeError", "RecursionError", "MemoryError", "OverflowError")
"""Exceptions that say that an input is not meant for the function, rather than what it does with it."""
Watch = Callable[[int], None]
Shown = tuple[Behaviour, Behaviour]
"""What candidate and reference do with one input."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may go on."""

    cpu_seconds: float = 5.0
    """Of all processes together."""
    inputs: int = 2_000

    def __post_init__(self) -> None:
        for name in ("cpu_seconds", "inputs"):
            if not getattr(self, name) > 0:
                raise InvalidValue(f"{name} must be positive, got {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True, repr=False)
class EquivalenceResult(Result):
    """What a search for a difference came to."""

    entry_point: str
    different: bool | None
    """Whether an input was found that tells the two apart; `None`: they could not be compared at all."""
    counterexample: Input | None = None
    """The smallest input that was found on which they differ."""
    candidate: Behaviour | None = None
    """What the candidate does with it."""
    reference: Behaviour | None = None
    inputs: int = 0
    """How many inputs both were run on."""
    refused: int = 0
    """Further inputs that the reference does not accept."""
    cpu_seconds: float = 0.0
    seed: int = 0
    note: str = ""
    """Why they could not be compared, or what a reader must know."""

    def headline(self) -> str:
        """Return the answer in words."""
        if self.different is None:
            return f"cannot be compared: {self.note}"
        if self.counterexample is None or self.candidate is None or self.reference is None:
            return f"no difference in {self.inputs:,} inputs and {self.cpu_seconds:.1f} s"
        shown = one_line(f"{self.entry_point}({self.counterexample.text()})")
        return f"differs on {shown}: gives {self.candidate.text()}, the reference {self.reference.text()}"

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row: what was found, and how."""
        return [{name: value for name, value in self.to_dict().items() if name != "test"}]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the result as plain data, values as text."""
        found = self.counterexample
        return {
            "entry_point": self.entry_point,
            "different": self.different,
            "counterexample": None if found is None else found.text(),
            "origin": None if found is None else found.origin,
            "candidate": None if self.candidate is None else self.candidate.text(),
            "reference": None if self.reference is None else self.reference.text(),
            "inputs": self.inputs,
            "refused": self.refused,
            "cpu_seconds": round(self.cpu_seconds, 3),
            "seed": self.seed,
            "note": self.note,
            "test": self.test(),
        }

    def test(self) -> str:
        """Return a pytest test that the reference passes and the candidate does not; empty where none is known."""
        if self.counterexample is None or self.reference is None:
            return ""
        changes = self.candidate is not None and self.candidate.changed is not None
        return pytest_of(self.entry_point, self.counterexample, self.reference, arguments=changes)


def equivalence(
    candidate: str,
    reference: str,
    *,
    entry_point: str | None = None,
    given: Sequence[Input] = (),
    sandbox: Sandbox | None = None,
    **options: Unpack[SearchKeywords],
) -> EquivalenceResult:
    """Look for an input on which two functions differ, in the sandbox, and return the smallest that is found.

    Args:
        candidate: source of the function under question.
        reference: source of the function that is right.
        entry_point: the name of both; by default the only one that both define.
        given: inputs to begin with, and to make others from.
        sandbox: where they run; by default one that lives as long as the call.
        options: the fields of `SearchOptions`: `budget`, `seed`, `strategy`, `comparator` and more.

    >>> equivalence("def f(x: int): return abs(x)", "def f(x: int): return x")
    <EquivalenceResult differs on f(-1): gives 1, the reference -1>
    """
    for argument, value in (("candidate", candidate), ("reference", reference)):
        if not isinstance(value, str):
            raise InvalidValue(f"{argument}: must be source text, got {value!r:.80}")
    if not isinstance(options.get("budget", Budget()), Budget):
        raise InvalidValue(f"budget: must be a Budget(cpu_seconds=…, inputs=…), got {options['budget']!r:.80}")
    require("entry_point", entry_point, (str, NoneType), "the name of a function")
    require_each("given", given, (Input,), "a list of inputs")
    name = entry_point or common_function(candidate, reference)
    for whose, source in (("candidate", candidate), ("reference", reference)):
        if not mentions(source, name):
            raise InvalidValue(f"entry_point: the {whose} defines no {name!r}, got {source!r:.80}")
    with sandbox_or_new(sandbox) as place:
        return Search(place, name, candidate, reference, given, SearchOptions(**options)).result()


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a difference is looked for."""

    budget: Budget = Budget()
    seed: int = 0
    strategy: str | None = None
    """A text that names a Hypothesis strategy for a tuple of positional arguments; the only source of new inputs."""
    comparator: Comparator = SAME
    exceptions: bool = True
    """Whether it is a difference, if there is no other, that the reference fails where the candidate does not."""
    hints: Callable[[], Sequence[Input]] | None = None
    """More inputs, asked for when nothing else has told the two apart."""
    watch: Watch | None = None
    """Called with the number of inputs that were compared so far."""


class SearchKeywords(TypedDict, total=False):
    """`SearchOptions` as keyword arguments."""

    budget: Budget
    seed: int
    strategy: str | None
    comparator: Comparator
    exceptions: bool
    hints: Callable[[], Sequence[Input]] | None
    watch: Watch | None


def common_function(*sources: str) -> str:
    """Return the name of the only function that all sources define at their top level, or the last of the first one.

    Raises `InvalidValue` where there is none, or where it is unclear which is meant.
    """
    names = [functions_of(source) for source in sources]
    common = [name for name in dict.fromkeys(names[0]) if all(name in others for others in names)]
    if len(common) != 1:
        defined = " and ".join(f"{some[:10]} in {one!r:.60}" for some, one in zip(names, sources, strict=True))
        raise InvalidValue(f"entry_point must be given: the sources define {defined}")
    return common[0]


class Search:
    """One search for an input that tells two functions apart."""

    def __init__(
        self,
        sandbox: Sandbox,
        name: str,
        candidate: str,
        reference: str,
        given: Sequence[Input],
        options: SearchOptions,
    ) -> None:
        self._options = options
        self._name = name
        self._sides = [Side(sandbox, source, name, limits=SEARCH_LIMITS) for source in (candidate, reference)]
        self._slow = [Side(sandbox, source, name, limits=CONFIRM_LIMITS) for source in (candidate, reference)]
        self._portfolio = Portfolio(
            name, (reference, candidate), given, sandbox=sandbox, strategy=options.strategy, seed=options.seed
        )
        self._started = process_time()
        self._compared = 0
        self._refused = 0
        self._objects = 0
        """Inputs for which both give objects that cannot be looked into."""
        self._ended_at: float = math.inf
        """The smallest of the large numbers with which the reference did not end."""
        self._last: tuple[Input, Shown | None] | None = None
        self._alone: Input | None = None
        """An input on which only the reference raises, exits, hangs or runs out of memory."""
        self._tried_alone = 0
        self._left_out: Counter[str] = Counter()
        """Inputs that could not be compared, by what happened."""

    def result(self) -> EquivalenceResult:
        """Carry out the search."""
        found = self._found()
        if isinstance(found, str):
            return self._said(None, note=found)
        if found is None and self._options.exceptions:
            found = self._alone
        if found is None and self._objects and not self._compared:
            return self._said(None, note="both give objects of their own, which cannot be looked into")
        if found is None and not self._compared:
            none = f"the reference accepts none of {self._refused} inputs; give some"
            return self._said(None, note="; ".join(filter(None, (none, self._not_compared()))))
        if found is not None:
            return self._explained(found)
        return self._said(False, note=self._not_compared())

    def _not_compared(self) -> str:
        """Return in words on how many inputs one side failed, or neither gave what can be compared."""
        parts = [f"{count:,} {what}" for what, count in self._left_out.most_common()]
        if self._objects:
            parts.append(f"{self._objects:,} give objects of their own, which cannot be looked into")
        return f"more inputs were not compared: {', '.join(parts)}" if parts else ""

    def _found(self) -> Input | str | None:
        """Return an input that tells the two apart; or in words why they cannot be compared; `None`: there is none."""
        size = FIRST_BATCH
        while self._has_budget():
            inputs = [one for one in self._portfolio.batch(size) if _largest(one) < self._ended_at]
            if not inputs:
                break
            before = self._cpu_seconds()
            found = self._told_apart(inputs)
            if found is not None:
                return found
            quick = self._cpu_seconds() - before < QUICK_SECONDS
            size = min(2 * size, LARGEST_BATCH) if quick else max(size // 4, SMALLEST_BATCH)
        hints = [] if self._options.hints is None else list(self._options.hints())
        return self._told_apart(hints) if hints else None

    def _told_apart(self, inputs: list[Input]) -> Input | str | None:
        """Return the first of these inputs that tells the two apart for sure."""
        candidate, reference = (side.behaviours(inputs) for side in self._sides)
        for behaviour, whose in ((reference[0], "reference"), (candidate[0], "candidate")):
            if behaviour.end is CallEnd.NOT_LOADED:
                return f"the {whose} cannot be loaded: {behaviour.error}"
        self._take_note(inputs, candidate, reference)
        for one, ours, theirs in zip(inputs, candidate, reference, strict=True):
            if self._differ(ours, theirs):
                if self._confirmed(one) is not None:
                    return one
                self._left_out["on which they differed once, and not again, or the reference gave two answers"] += 1
            if self._options.exceptions and self._alone is None and self._fails_alone(theirs, ours):
                self._look_again(one)
        if self._options.watch is not None:
            self._options.watch(self._compared)
        return None

    def _take_note(self, inputs: list[Input], candidate: list[Behaviour], reference: list[Behaviour]) -> None:
        pairs = list(zip(candidate, reference, strict=True))
        self._portfolio.learn([one for one, (_, theirs) in zip(inputs, pairs, strict=True) if theirs.answered])
        for one, (ours, theirs) in zip(inputs, pairs, strict=True):
            self._refused += not theirs.answered
            if ours.end is theirs.end is CallEnd.NOT_DATA:
                self._objects += 1
            elif ours.answered and theirs.answered:
                self._compared += 1
            elif not ours.end is theirs.end is CallEnd.RAISED:
                self._left_out[_why_left_out(ours, theirs)] += 1
            limited = {ours.end, theirs.end} & {CallEnd.TIMED_OUT, CallEnd.OUT_OF_MEMORY}
            if limited and _largest(one) > 50:
                self._ended_at = min(self._ended_at, _largest(one))

    def _differ(self, ours: Behaviour, theirs: Behaviour) -> bool:
        """Return whether the reference answers, and the candidate does otherwise."""
        if not theirs.answered or not ours.known or (ours.end is theirs.end is CallEnd.NOT_DATA):
            return False
        if self._portfolio.guesses and ours.exception in WRONG_TYPES:
            return False
        return not same(ours, theirs, self._options.comparator)

    def _fails_alone(self, theirs: Behaviour, ours: Behaviour) -> bool:
        """Return whether the reference fails where the candidate answers, or fails in another way."""
        if theirs.answered or not theirs.known or not ours.known:
            return False
        if ours.answered:
            return not (self._portfolio.guesses and theirs.exception in WRONG_TYPES)
        if ours.end is theirs.end is CallEnd.RAISED:
            return ours.exception != theirs.exception and not {ours.exception, theirs.exception} & {*NOT_ACCEPTED}
        return CallEnd.RAISED in (ours.end, theirs.end)

    def _look_again(self, one: Input) -> None:
        """Keep an input on which the reference fails alone, where it does so again with more time."""
        if self._tried_alone < MOST_ALONE:
            self._tried_alone += 1
            ours, theirs = self._shown(one)
            if self._fails_alone(theirs, ours):
                self._alone = one

    def _confirmed(self, one: Input) -> Shown | None:
        """Return what both do when asked again with more time, where they differ and the reference agrees with itself.

        The last answer is kept: those that do not end are dear.
        """
        if self._last is None or self._last[0] is not one:
            shown = self._shown(one)
            *_, again = self._slow[1].behaviours([one, one])  # the second time: what draws numbers or counts varies
            self._last = one, shown if self._differ(*shown) and same(shown[1], again) else None
        return self._last[1]

    def _shown(self, one: Input) -> Shown:
        (ours,), (theirs,) = (side.behaviours([one]) for side in self._slow)
        return ours, theirs

    def _explained(self, found: Input) -> EquivalenceResult:
        alone = found is self._alone
        until = self._cpu_seconds() + SHRINK_SECONDS

        def fails(inputs: Sequence[Input]) -> list[bool]:
            if self._cpu_seconds() > until:
                return [False] * len(inputs)
            candidate, reference = (side.behaviours(inputs) for side in self._sides)
            differ = self._fails_alone if alone else lambda theirs, ours: self._differ(ours, theirs)
            return [differ(theirs, ours) for ours, theirs in zip(candidate, reference, strict=True)]

        smallest = lowered(shrunk(found, fails, most=SHRINK_MOST), fails)
        if not alone and self._confirmed(smallest) is None:
            smallest = found
        candidate, reference = (None if alone else self._confirmed(smallest)) or self._shown(smallest)
        result = self._said(True, note="only the reference fails" if alone else "")
        return replace(result, counterexample=smallest, candidate=candidate, reference=reference)

    def _said(self, different: bool | None, note: str = "") -> EquivalenceResult:
        return EquivalenceResult(
            self._name,
            different,
            inputs=self._compared,
            refused=self._refused,
            cpu_seconds=self._cpu_seconds(),
            seed=self._options.seed,
            note=note,
        )

    def _has_budget(self) -> bool:
        budget = self._options.budget
        return self._compared < budget.inputs and self._cpu_seconds() < budget.cpu_seconds

    def _cpu_seconds(self) -> float:
        return process_time() - self._started + sum(side.cpu_seconds for side in (*self._sides, *self._slow))


def _why_left_out(ours: Behaviour, theirs: Behaviour) -> str:
    """Return in words why one input could not be compared."""
    if not ours.known or not theirs.known:
        return f"were not run, since the {'candidate' if theirs.known else 'reference'} had ended too many processes"
    if ours.answered or theirs.answered:
        whose, failed = ("reference", theirs) if ours.answered else ("candidate", ours)
        return f"on which only the {whose} {failed.text()}"
    return f"on which the candidate {ours.text()} and the reference {theirs.text()}"


def _largest(one: Input) -> float:
    """Return the largest number in an input, of those that are not deep inside."""
    numbers = [0.0]
    for value in (*one.arguments, *one.keywords.values()):
        for item in value if isinstance(value, list | tuple) else (value,):
            if isinstance(item, int | float) and item == item:
                numbers.append(float(min(abs(item), 10**300)))
    return max(numbers)


def pytest_of(name: str, given: Input, reference: Behaviour, *, arguments: bool = False) -> str:
    """Return a pytest test that expects of a function what the reference did with one input.

    It looks at the arguments after the call too where the reference changed them, or where `arguments` says so.
    """
    head = f"def test_{name}():\n"
    if reference.end is CallEnd.RAISED:
        kind = reference.exception if reference.exception.isidentifier() else "Exception"
        return f"{head}    with pytest.raises({kind}):\n        {name}({given.text()})\n"
    if reference.changed is None and not arguments:
        return f"{head}    assert {_equation(f'{name}({given.text()})', reference.value)}\n"
    names = [f"argument_{index}" for index in range(1, len(given.arguments) + 1)]
    lines = [f"    {one} = {value!r}\n" for one, value in zip(names, given.arguments, strict=True)]
    call = f"{name}({Input(tuple(map(_Name, names)), given.keywords).text()})"
    lines.append(f"    assert {_equation(call, reference.value)}\n")
    after = zip(names, (reference.changed or given.call)[0], strict=False)
    lines += [f"    assert {_equation(one, value)}\n" for one, value in after]
    return head + "".join(lines)


class _Name(str):
    """A name that stands for a value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _equation(left: str, value: object) -> str:
    """Return a comparison that is true for this value; those that differ from themselves are compared as text."""
    match value:  # as `as_data` in the sandbox's runtime says what is no data itself
        case ("<awaited>", inner):
            return _equation(f"asyncio.run({left})", inner)
        case ("<iterator>", list(items)):
            return _equation(f"list({left})", items)
        case (str(name), dict(attributes)) if name.startswith("<"):
            return _equation(f"vars({left})", attributes)
    text = repr(value)
    if value is None or isinstance(value, bool):
        return f"{left} is {text}"
    if any(word in text for word in ("nan", "inf")) and not isinstance(value, str):
        return f"repr({left}) == {text!r}"
    return f"{left} == {text}"
