"""The properties that problems carry, made ready for a judge: with their source, and with inputs made once for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from assay.errors import InvalidProblem, UsageError
from assay.probes.inputs.base import Input
from assay.probes.inputs.given import given_inputs
from assay.probes.inputs.portfolio import Portfolio
from assay.probes.inputs.strategies import read_strategy
from assay.probes.properties.reading import named_property, of_source
from assay.records import FunctionCheck, Problem, PropertyCheck
from assay.sandbox.base import Sandbox


def with_inputs(problems: Iterable[Problem], sandbox: Callable[[], Sandbox]) -> tuple[Problem, ...]:
    """Return the problems, those with properties made ready; a sandbox is started where a strategy is drawn from.

    Inputs come from the strategy of a property; without one, from the problem's own cases and, if the problem has a
    reference to say which of them make sense, from what the cases and the reference show about types. Raises
    `InvalidProblem` for a property that cannot be read.
    """
    made = tuple(problems)
    if all(_is_ready(one) for problem in made for one in problem.properties):
        return made
    with sandbox() as place:
        return tuple(_ready(problem, place) if problem.properties else problem for problem in made)


def read_check(asked: PropertyCheck) -> PropertyCheck:
    """Return a property with its source and the names it takes; raise `UsageError` where it cannot be read."""
    if asked.strategy:
        read_strategy(asked.strategy)
    if asked.source:
        found = of_source(asked.source, "" if asked.function == "holds" else asked.function)
        return replace(asked, function=found.function)
    named = named_property(asked.text)
    return replace(asked, source=named.source, function=named.function, names=named.names)


def _is_ready(asked: PropertyCheck) -> bool:
    return bool(asked.inputs and asked.source)


def _ready(problem: Problem, sandbox: Sandbox) -> Problem:
    made = []
    for asked in problem.properties:
        try:
            read = read_check(asked)
            inputs = asked.inputs or tuple(
                (one.arguments, dict(one.keywords)) for one in _inputs(problem, read, sandbox)
            )
        except UsageError as error:
            raise InvalidProblem(f"problem {problem.id!r}: {asked.name}: {error}") from None
        made.append(replace(read, inputs=inputs))
    return replace(problem, properties=tuple(made))


def _inputs(problem: Problem, asked: PropertyCheck, sandbox: Sandbox) -> list[Input]:
    assert isinstance(problem.check, FunctionCheck), "a problem with properties has one"
    strategy = read_strategy(asked.strategy) if asked.strategy else None
    given = [] if strategy else given_inputs(problem)
    if not strategy and not problem.reference:
        return given[: asked.examples]
    sources = [problem.reference, problem.prompt]
    portfolio = Portfolio(
        problem.check.entry_point, sources, given, sandbox=sandbox, strategy=strategy, seed=asked.seed
    )
    return portfolio.batch(asked.examples)
