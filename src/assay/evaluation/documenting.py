"""Runs, their attempts and their problems put together for a report file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.evaluation.reporting import make_report, report_of
from assay.evaluation.viewing import lines_of, pages_of, problem_page
from assay.reports.comparison import RunComparison
from assay.reports.document import Document
from assay.reports.trials import ProblemPage, TrialLine, TrialPage
from assay.solutions import Cost
from assay.spec import Run
from assay.store.base import Store


def document_of(
    runs: Sequence[Run], store: Store, find_benchmark: Callable[[Run], Benchmark | None], *, made: str = ""
) -> Document:
    """Return what a report file of these runs is made from; the first of several is the baseline.

    `find_benchmark` gives the problems of a run, or `None` where they are not to be had: then everything is left out
    that only they know. The store must stay open until the file is written.
    """
    benchmarks = [find_benchmark(run) for run in runs]
    pairs = list(zip(runs, benchmarks, strict=True))
    lines = tuple(tuple(lines_of(run, store, benchmark)) for run, benchmark in pairs)
    return Document(
        tuple(report_of(run, store) or make_report(run, store, benchmark) for run, benchmark in pairs),
        lines,
        lambda place: _with_costs(pages_of(*_at(pairs, place, store)), _costs(runs[place], store)),
        _problems(benchmarks, lines),
        tuple(_comparisons(runs, store, benchmarks)),
        made,
        lambda place: store.trials(runs[place].id),
    )


def seconds_of(run: Run, store: Store) -> list[float]:
    """Return what the solver took for each problem that it was asked about; nothing for candidates from elsewhere."""
    return [cost.seconds for cost in _costs(run, store).values() if cost.calls]


def _at(pairs: Sequence[tuple[Run, Benchmark | None]], place: int, store: Store) -> tuple[Run, Store, Benchmark | None]:
    run, benchmark = pairs[place]
    return run, store, benchmark


def _problems(benchmarks: Sequence[Benchmark | None], lines: Sequence[Sequence[TrialLine]]) -> dict[str, ProblemPage]:
    """Return the problems that have an attempt, each once."""
    found: dict[str, ProblemPage] = {}
    for benchmark, attempts in zip(benchmarks, lines, strict=True):
        for line in attempts:
            if benchmark is None or line.problem in found:
                continue
            problem = benchmark.find(line.problem)
            if problem is not None:
                found[line.problem] = problem_page(problem)
    return found


def _costs(run: Run, store: Store) -> Mapping[str, Cost]:
    """Return what the solver took for each problem; nothing where the candidates came from elsewhere."""
    return {one.problem_id: one.cost for one in store.solutions(run.id, steps=False)}


def _with_costs(pages: Iterator[TrialPage], costs: Mapping[str, Cost]) -> Iterator[TrialPage]:
    for page in pages:
        cost = costs.get(page.line.problem)
        yield page if cost is None else replace(page, cost_usd=cost.cost_usd, seconds=cost.seconds)


def _comparisons(runs: Sequence[Run], store: Store, benchmarks: Sequence[Benchmark | None]) -> Iterator[RunComparison]:
    """Give the baseline beside each further run of the same benchmark."""
    return iter(())
