"""`check_properties`: whether a function nobody trusts has properties, on inputs that are given and generated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from types import NoneType
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidProblem, InvalidValue, naming, require, require_number, require_text
from assay.judges.hosting import HostClient
from assay.judges.properties import ENDLESS, OBJECT, InputEnd, InputOutcome, PropertyJudge, PropertyRun
from assay.probes.inputs.base import GIVEN, Input, distinct
from assay.probes.inputs.drawing import DRAWN
from assay.probes.inputs.portfolio import Portfolio
from assay.probes.inputs.shrinking import shrunk, weight
from assay.probes.inputs.signatures import functions_of, mentions
from assay.probes.inputs.strategies import drawn_here, read_strategy
from assay.probes.inputs.written import read_call
from assay.probes.properties.reading import Property, PropertyLike, function_source, read_property
from assay.probes.properties.results import PropertiesResult, PropertyResult, PropertyVerdict
from assay.records import CaseStatus, FunctionCheck, Limits
from assay.sandbox.base import Sandbox

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

LIMITS = Limits(seconds=10.0, case_seconds=0.3)
PATIENT_LIMITS = Limits(seconds=10.0, case_seconds=3.0)
"""For an input that the function must accept and seems to take too long for."""
FIRST_BATCH = 25
"""Few, since the inputs that the function accepts show which others to make."""
BATCH = 100
MOST_EXAMPLES = 100_000
MOST_SECONDS = 20.0
"""Effective time that the function may use for one property."""
SHRINK_MOST = 600
SMALL = 50.0
"""Numbers up to this are never left out, whatever became of larger ones."""
NOT_THE_FUNCTION = ("NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError", "SyntaxError", ENDLESS)
"""Exceptions of test code that are its own mistakes."""
GivenLike = Input | str | tuple[object, ...]


def check_properties(
    code: str | Callable[..., object],
    properties: Sequence[PropertyLike] | PropertyLike,
    *,
    entry_point: str | None = None,
    given: Sequence[GivenLike] = (),
    strategy: str | SearchStrategy[Any] | None = None,  # Any: whatever it draws
    examples: int = 200,
    seed: int = 0,
) -> PropertiesResult:
    """Check whether a function has properties, in the sandbox, and return a verdict on each with its counterexample.

    Args:
        code: the function, or the source that defines it.
        properties: names of the library (`"sorted"`, `"bounded(0, 10)"`), source of a function `holds(f, *arguments)`,
            `"props.py:name"`, or such functions themselves.
        entry_point: the name of the function; by default the only one that the source defines.
        given: inputs that the function must accept: calls as text, tuples of arguments, or `Input`s.
        strategy: what to draw arguments from, as text such as `"lists(integers(0, 9)), text('ab')"`, or a strategy of
            Hypothesis, which draws the only argument or a tuple of arguments; by default types that can be seen in the
            source and in the given inputs.
        examples: the most inputs that each property is tried on.
        seed: the same seed gives the same result.

    >>> check_properties("def f(xs: list[int]): return xs", ["sorted", "same_length"])
    <PropertiesResult f: 1 of 2 properties hold; sorted: broken by f([1, 0]): [1, 0] is not sorted>
    """
    from assay.sandbox.warm import WarmPython

    asked = [properties] if isinstance(properties, str) or callable(properties) else properties
    with naming("properties", properties):
        found = [read_property(one) for one in _of(asked, "properties")]
    require_number("examples", examples, 1, MOST_EXAMPLES, whole=True)
    require("seed", seed, (int,), "a whole number")
    require("entry_point", entry_point, (str, NoneType), "the name of a function")
    require("given", given, (list, tuple), "a list of inputs")
    if isinstance(code, str):
        require_text("code", code, "source text")
    else:
        entry_point, code = function_source("code", code)
    name = entry_point or only_function(code, [one for each in found for one in each.names])
    require_names(code, [name, *(one for each in found for one in each.names)])
    with naming("given", given):
        inputs = [read_given(one, name) for one in given]
    with WarmPython() as sandbox, closing(PropertyChecker(sandbox, code, name, inputs)) as checker:
        checker.draw(strategy, seed)
        return PropertiesResult(name, tuple(checker.check(one, examples) for one in found), seed)


class PropertyChecker:
    """Checks properties of one function, all on the same inputs, which are made as they are needed."""

    def __init__(self, sandbox: Sandbox, code: str, entry_point: str, given: Sequence[Input] = ()) -> None:
        self.entry_point = entry_point
        self._sandbox = sandbox
        self._code = code
        self._given = list(given)
        self._host = HostClient(sandbox)
        self._judge = PropertyJudge(sandbox, self._host, LIMITS)
        self._patient = PropertyJudge(sandbox, self._host, PATIENT_LIMITS)
        self._stated = False
        """Whether a strategy says which inputs the function must accept."""
        self._inputs: list[Input] = []
        self.draw(None, 0)

    def draw(self, strategy: str | SearchStrategy[tuple[object, ...]] | None, seed: int) -> None:
        """Say where inputs come from; those that were made before are forgotten."""
        text = read_strategy(strategy) if isinstance(strategy, str) else None
        self._stated = strategy is not None
        self._inputs = []
        self._own = None if strategy is None or isinstance(strategy, str) else strategy
        self._seed = seed
        self._portfolio = Portfolio(
            self.entry_point, [self._code], self._given, sandbox=self._sandbox, strategy=text, seed=seed
        )

    def close(self) -> None:
        self._host.close()

    def check(self, asked: Property, examples: int = 200) -> PropertyResult:
        """Return what is found out about one property; raise `Fault` for what is not the function's doing."""
        trial = _PropertyTrial(self, asked)
        try:
            return trial.result(examples)
        except InvalidProblem as error:
            why = str(error).partition("its suite ")[2] or str(error)
            return PropertyResult(self.entry_point, asked, PropertyVerdict.NOT_CHECKED, why=f"the property {why}")

    def inputs(self, start: int, count: int, examples: int) -> list[Input]:
        """Return some of the inputs by number; fewer, or none, when there are no more."""
        if self._own is not None and not self._inputs:
            drawn = drawn_here(self._own, examples, self._seed)
            self._inputs = list(distinct([*self._given, *drawn]))
        missing = min(start + count, examples) - len(self._inputs)
        if missing > 0 and self._own is None:
            self._inputs += self._portfolio.batch(missing)
        return self._inputs[start : min(start + count, examples)]

    def learn(self, accepted: list[Input]) -> None:
        """Take note of inputs that the function accepts."""
        self._portfolio.learn(accepted)

    def outcomes(self, asked: Property, inputs: Sequence[Input]) -> tuple[list[InputOutcome], float, str]:
        """Return what each input shows, the effective time that took, and why the function is not there, if so."""
        run = self._run(self._judge, asked, inputs)
        pairs = zip(inputs, run.outcomes, strict=True)
        return [self._meant(asked, one, found) for one, found in pairs], run.seconds, run.not_loaded

    def _run(self, judge: PropertyJudge, asked: Property, inputs: Sequence[Input]) -> PropertyRun:
        check = replace(asked.check(), inputs=tuple((one.arguments, dict(one.keywords)) for one in inputs))
        source = self._code.encode("utf-8", "surrogatepass")
        return judge.run(FunctionCheck(self.entry_point), check, source)

    def _meant(self, asked: Property, one: Input, found: InputOutcome) -> InputOutcome:
        """Return the outcome that counts: an input that somebody stated must not be refused."""
        stated = one.origin == GIVEN or (self._stated and one.origin == DRAWN)
        if found.end is not InputEnd.REFUSED or not stated:
            return found
        if found.status is CaseStatus.TIMED_OUT:
            (found,) = self._run(self._patient, asked, [one]).outcomes
        return replace(found, end=InputEnd.BROKEN) if found.end is InputEnd.REFUSED else found


class _PropertyTrial:
    """One property of one function, on one input after the other until it breaks."""

    def __init__(self, checker: PropertyChecker, asked: Property) -> None:
        self._checker = checker
        self._asked = asked
        self._counts = dict.fromkeys(InputEnd, 0)
        self._seconds = 0.0
        self._refusal = ""
        self._silence = ""
        """What the property says of an input that does not test it."""
        self._too_large = float("inf")
        """The smallest of the large numbers with which the function did not come to an end."""

    def result(self, examples: int) -> PropertyResult:
        start = 0
        while self._seconds < MOST_SECONDS and (
            inputs := self._checker.inputs(start, BATCH if start else FIRST_BATCH, examples)
        ):
            start += len(inputs)
            inputs = [one for one in inputs if weight(one)[1] < self._too_large]
            if not inputs:
                continue
            outcomes, seconds, not_loaded = self._checker.outcomes(self._asked, inputs)
            self._seconds += seconds
            if not_loaded:
                return self._said(PropertyVerdict.NOT_CHECKED, why=not_loaded.partition("\n")[0])
            self._take_note(inputs, outcomes)
            broken = [one for one, found in zip(inputs, outcomes, strict=True) if found.end is InputEnd.BROKEN]
            if broken:
                return self._broken(min(broken, key=weight))
        return self._unbroken()

    def _take_note(self, inputs: Sequence[Input], outcomes: Sequence[InputOutcome]) -> None:
        accepted = []
        for one, found in zip(inputs, outcomes, strict=True):
            self._counts[found.end] += 1
            if found.end in (InputEnd.HELD, InputEnd.UNTESTED):
                accepted.append(one)
            if found.end is InputEnd.UNTESTED:
                self._silence = self._silence or found.error
            elif found.end is InputEnd.REFUSED:
                self._refusal = self._refusal or found.error
                size = weight(one)[1]
                if found.status in (CaseStatus.TIMED_OUT, CaseStatus.OUT_OF_MEMORY) and size > SMALL:
                    self._too_large = min(self._too_large, size)
        self._checker.learn(accepted)

    def _broken(self, found: Input) -> PropertyResult:
        def fails(inputs: Sequence[Input]) -> list[bool]:
            if self._seconds > 2 * MOST_SECONDS:
                return [False] * len(inputs)
            outcomes, seconds, _ = self._checker.outcomes(self._asked, inputs)
            self._seconds += seconds
            return [one.end is InputEnd.BROKEN for one in outcomes]

        (first,), _, _ = self._checker.outcomes(self._asked, [found])
        own_mistake = first.error.partition(":")[0] in NOT_THE_FUNCTION
        smallest = found if own_mistake else shrunk(found, fails, most=SHRINK_MOST)
        outcomes, _, _ = self._checker.outcomes(self._asked, [smallest])
        why = outcomes[0].error or "the property does not hold"
        if why == OBJECT:
            return self._said(PropertyVerdict.NOT_CHECKED, why=why)
        if why.partition(":")[0] in NOT_THE_FUNCTION:
            return self._said(PropertyVerdict.NOT_CHECKED, why=f"the property itself fails: {why}")
        return replace(self._said(PropertyVerdict.BROKEN, why=why), counterexample=smallest)

    def _unbroken(self) -> PropertyResult:
        if self._counts[InputEnd.HELD]:
            return self._said(PropertyVerdict.HOLDS)
        untested, refused = self._counts[InputEnd.UNTESTED], self._counts[InputEnd.REFUSED]
        if untested:
            more = f" ({self._silence})" if self._silence else ""
            return self._said(PropertyVerdict.NOT_CHECKED, why=f"none of {untested + refused} inputs tests it{more}")
        if refused:
            why = f"the function accepts none of {refused} inputs: {self._refusal}; give some, or a strategy"
            return self._said(PropertyVerdict.NOT_CHECKED, why=why)
        return self._said(PropertyVerdict.NOT_CHECKED, why="no input could be made; give some, or a strategy")

    def _said(self, verdict: PropertyVerdict, *, why: str = "") -> PropertyResult:
        return PropertyResult(
            self._checker.entry_point,
            self._asked,
            verdict,
            self._counts[InputEnd.HELD],
            self._counts[InputEnd.UNTESTED],
            self._counts[InputEnd.REFUSED],
            why=why,
            refusal=self._refusal,
        )


def only_function(code: str, others: Sequence[str] = ()) -> str:
    """Return the only function that a source defines, besides some; raise `InvalidValue` where there are several."""
    if not isinstance(code, str):
        raise InvalidValue(f"code must be text, got {code!r:.80}")
    names = [name for name in dict.fromkeys(functions_of(code)) if name not in others]
    public = [name for name in names if not name.startswith("_")]
    if len(public) != 1:
        defined = ", ".join(public) or "no function"
        raise InvalidValue(f"entry_point must be given: the source defines {defined} in {code!r:.60}")
    return public[0]


def require_names(code: str, names: Sequence[str]) -> None:
    """Raise `InvalidValue` for a function that is asked for and that the code does not define."""
    for name in names:
        if not mentions(code, name):
            raise InvalidValue(f"entry_point: the code defines no {name!r}")


def read_given(given: GivenLike, entry_point: str) -> Input:
    """Return the input that is meant by a call as text, by a tuple of arguments, or by an `Input`.

    >>> read_given("f([3, 1], key=None)", "f").text()
    '[3, 1], key=None'
    """
    if isinstance(given, Input):
        return given
    if isinstance(given, tuple):
        return Input(given)
    return read_call(str(given), entry_point=entry_point)


def _of(given: object, name: str) -> Iterator[Any]:  # Any: read by whoever asks
    if not isinstance(given, Sequence) or not given:
        raise InvalidValue(f"{name} must name at least one, got {given!r:.80}")
    return iter(given)
