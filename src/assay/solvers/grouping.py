"""Drafts grouped by what they do: all of them are called with the same inputs, which are made where none are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.records import FunctionCheck
from assay.solvers.visible import VisibleProblem

if TYPE_CHECKING:
    from assay.probes.inputs.base import Input
    from assay.probes.sides import Behaviour
    from assay.sandbox.base import Sandbox

INPUTS = 100
"""Inputs that drafts are compared on, at most."""
SEED = 0
NOT_RUN = -1
STUMBLED = ("TypeError", "AttributeError", "KeyError", "IndexError", "RecursionError", "MemoryError", "OverflowError")
"""Exceptions that most often say that an input is not meant for a function, rather than what it does with it."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """Which of some drafts do the same; drafts go by their number, from 0."""

    groups: tuple[tuple[int, ...], ...]
    """Numbers of drafts that did the same with every input, the group of the first draft first."""
    failed: frozenset[int] = frozenset()
    """Those that returned nothing for any input."""
    unloaded: frozenset[int] = frozenset()
    """Of `failed`: those that do not even define the function when they are loaded."""
    agreement: tuple[float, ...] = ()
    """For each draft: the share of the drafts, itself included, that did the same, averaged over the inputs."""
    inputs: int = 0
    """How many they were compared on; 0: equal text is one group."""
    note: str = ""
    """Why they were not compared on inputs."""


def by_text(sources: Sequence[str], note: str = "", unloaded: frozenset[int] = frozenset()) -> Grouping:
    """Return the grouping in which only equal texts do the same.

    >>> by_text(["a", "b", "a"]).groups
    ((0, 2), (1,))
    """
    return by_labels(sources, note=note, failed=unloaded, unloaded=unloaded)


def by_labels(
    labels: Sequence[object],
    *,
    failed: frozenset[int] = frozenset(),
    unloaded: frozenset[int] = frozenset(),
    agreement: tuple[float, ...] = (),
    inputs: int = 0,
    note: str = "",
) -> Grouping:
    """Return the grouping of drafts that have equal labels."""
    found: dict[object, list[int]] = {}
    for number, label in enumerate(labels):
        found.setdefault(label, []).append(number)
    groups = tuple(map(tuple, found.values()))
    shares = {number: len(group) / len(labels) for group in groups for number in group}
    return Grouping(
        groups, failed, unloaded, agreement or tuple(shares[number] for number in sorted(shares)), inputs, note
    )


def group(sandbox: Sandbox, problem: VisibleProblem, sources: Sequence[str], *, inputs: int = INPUTS) -> Grouping:
    """Run all sources on the same inputs in the sandbox, and return which of them do the same.

    Inputs come from the visible cases, the examples of the prompt, the signatures of the sources, the borders of their
    types and Hypothesis. Those that most sources stumble over are left out. With `inputs=0` it is only seen
    which sources can be loaded. Where nothing can be called, equal text is one group. Raises `Fault` for what is not
    the sources' doing.
    """
    check = problem.check
    if problem.language != "python" or not isinstance(check, FunctionCheck):
        return by_text(sources, "only functions in Python can be called")
    rows = _Rows(sandbox, problem, list(dict.fromkeys(sources)))
    loaded = rows.loaded()
    unloaded = frozenset(number for number, source in enumerate(sources) if source not in loaded)
    if not inputs or len(loaded) <= 1:
        why = "none of them can be called" if not loaded else "there is one text to call" if inputs else ""
        return by_text(sources, why, unloaded)
    rows.fill(loaded, inputs)
    classes = rows.classes()
    if not classes or not classes[loaded[0]]:
        return by_text(sources, "no input was found that they accept", unloaded)
    answered = rows.answered()
    labels = [(*classes[source],) if source in classes else source for source in sources]
    failed = frozenset(number for number, source in enumerate(sources) if source not in answered)
    return by_labels(
        labels,
        failed=failed,
        unloaded=unloaded,
        agreement=_agreement(sources, classes),
        inputs=len(classes[loaded[0]]),
    )


class _Rows:
    """What each of some sources did with the inputs that count."""

    def __init__(self, sandbox: Sandbox, problem: VisibleProblem, sources: Sequence[str]) -> None:
        from assay.probes.equivalence import SEARCH_LIMITS
        from assay.probes.sides import Side

        self._sandbox = sandbox
        self._problem = problem
        self._sides = {
            source: Side(sandbox, text, problem.check.entry_point, limits=SEARCH_LIMITS)
            for source in sources
            if (text := _placed(problem, source)) is not None
        }
        self._rows: dict[str, list[Behaviour]] = {}

    def loaded(self) -> list[str]:
        """Return the sources that define the function when they are loaded."""
        from assay.probes.equivalence import SEARCH_LIMITS
        from assay.sandbox.calling import CallsRun

        name = self._problem.check.entry_point
        return [
            source
            for source, side in self._sides.items()
            if not CallsRun(self._sandbox, side.source, name, [], limits=SEARCH_LIMITS).not_loaded
        ]

    def fill(self, sources: Sequence[str], wanted: int) -> None:
        """Call each source with as many inputs as wanted; fewer where there are no more."""
        from assay.probes.inputs.domain import Domain
        from assay.probes.inputs.given import given_inputs
        from assay.probes.inputs.portfolio import LARGE, Portfolio

        given = given_inputs(self._problem)
        portfolio = Portfolio(
            self._problem.check.entry_point,
            sources,
            given,
            sandbox=self._sandbox,
            seed=SEED,
            domain=Domain(given, self._problem.prompt) if given else None,
        )
        self._rows = {source: [] for source in sources}
        for _ in range(2 if portfolio.guesses else 1):  # the second time, from those that were accepted
            # Inputs made large tell a slow draft from a fast one, and both may be right.
            inputs = [one for one in portfolio.batch(wanted) if one.origin != LARGE]
            portfolio.learn(self._take(inputs))

    def _take(self, inputs: Sequence[Input]) -> list[Input]:
        """Call all sources with these inputs, keep what they did with those that are meant, and return these."""
        found = {source: self._sides[source].behaviours(inputs) for source in self._rows}
        working = [row for row in found.values() if any(one.answered for one in row)] or list(found.values())
        meant = [index for index in range(len(inputs)) if _is_meant([row[index] for row in working])]
        for source, row in self._rows.items():
            row.extend(found[source][index] for index in meant)
        return [inputs[index] for index in meant]

    def classes(self) -> Mapping[str, list[int]]:
        """Return for each source, input by input, the number of the first source that did the same."""
        sources = list(self._rows)
        found: dict[str, list[int]] = {source: [] for source in sources}
        for column in zip(*self._rows.values(), strict=True):
            for source, number in zip(sources, _first_alike(column), strict=True):
                found[source].append(number)
        return found

    def answered(self) -> set[str]:
        """Return the sources that returned something for at least one input."""
        return {source for source, row in self._rows.items() if any(one.answered for one in row)}


def _is_meant(column: Sequence[Behaviour]) -> bool:
    """Return whether most sources return something for an input, or most raise the same error on purpose.

    Where they stumble in different ways, the input is not of the kind that the function takes.
    """
    raised = Counter(one.exception for one in column if one.exception and one.exception not in STUMBLED)
    most = max(sum(one.answered for one in column), *raised.values(), 0)
    return 2 * most > len(column)


def _first_alike(column: Sequence[Behaviour]) -> list[int]:
    """Return for each behaviour the number of the first one that is the same."""
    from assay.probes.sides import same

    firsts: list[int] = []
    found = []
    for number, one in enumerate(column):
        if not one.known:
            found.append(NOT_RUN)
            continue
        alike = next((first for first in firsts if same(column[first], one)), number)
        if alike == number:
            firsts.append(number)
        found.append(alike)
    return found


def _agreement(sources: Sequence[str], classes: Mapping[str, list[int]]) -> tuple[float, ...]:
    rows = [classes.get(source) for source in sources]
    inputs = max((len(row) for row in rows if row is not None), default=0)
    counts: list[dict[int, int]] = [{} for _ in range(inputs)]
    for row in rows:
        for index, one in enumerate(row or ()):
            counts[index][one] = counts[index].get(one, 0) + 1
    return tuple(
        0.0 if row is None else sum(counts[index][one] for index, one in enumerate(row)) / (inputs * len(sources))
        for row in rows
    )


def _placed(problem: VisibleProblem, source: str) -> str | None:
    """Return a source among the files of the problem, as it would be judged; `None` where that cannot be."""
    from assay.judges.bundle import Unplaceable, bundle

    try:
        return bundle(problem, source.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    except Unplaceable:
        return None
