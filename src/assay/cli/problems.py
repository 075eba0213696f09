"""`assay fetch` and `assay check`: the problems of a benchmark, got and looked over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli import configuration
from assay.cli.layout import Page
from assay.cli.progress import Counted
from assay.cli.run import check_problems, load, opened
from assay.errors import AssayError
from assay.settings import format_memory
from assay.text import json_text

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.benchmarks.checking import CheckReport
    from assay.choices import Choices
    from assay.judges.base import Judge

HASH_SEEDS = 3
"""Sandboxes that take turns with a reference: each has its own hash seed, and several processes."""
_SHOWN = 20


class BrokenBenchmark(AssayError):
    """A benchmark breaks a rule that its scores rely on."""

    exit_code = 1


def fetch(benchmark: str, *, folder: str | None) -> None:
    """Gets the problem file of a benchmark and says where it is."""
    from assay.benchmarks.families import family_name
    from assay.benchmarks.family import public_family
    from assay.benchmarks.fetching import fetch as get

    family = public_family(family_name(benchmark) or benchmark)
    place = folder or configuration.choices().resources.cache_folder
    done = get(family, cache_folder=None if place is None else Path(place), progress=Counted(family.name, "bytes"))
    state = "was there already" if done.was_there else "fetched"
    print(f"{family.name}: {state}, {format_memory(done.size)}, {done.path}")


def check(
    benchmark: str,
    *,
    problem_file: str | None,
    repeat: int,
    release: bool,
    store: str | None,
    as_json: bool,
    quiet: bool,
    **chosen: object,
) -> None:
    """Look over a benchmark, name every problem that breaks a rule, and keep which ones cannot be trusted.

    What was quarantined before stays so, unless `release` is asked for and the reference passes all of this time.
    `chosen` is which problems to check; nothing changes about the others.
    """
    from assay.benchmarks.checking import check_benchmark

    choices = configuration.choices().changed(problem_file=problem_file, store=store, **chosen)
    choices = replace(choices, benchmark=replace(choices.benchmark, place=benchmark))
    found = _selected(load(choices), choices)
    with opened(choices) as kept, _judges(found, choices, repeat) as judges:
        watch = None if quiet else Counted(found.name, "problems")
        report = check_benchmark(found, judges, watch)
        before = kept.quarantined(found.digest)
        released = {problem.id for problem in found} - set(report.unjudged) if release else ()
        staying = {problem: why for problem, why in before.items() if problem not in released}
        looked_at = {problem.id for problem in found} - set(report.unjudged)
        recovered = sorted(before.keys() & looked_at - set(report.quarantined))
        report = replace(report, quarantined={**staying, **report.quarantined})
        kept.quarantine(found.digest, report.quarantined)
    if as_json:
        fates = {"released": recovered if release else [], "recovered": recovered}
        print(json_text({**asdict(report), **fates, "passed": report.passed}))
    else:
        _show(report, recovered, release=release)
    if not report.passed:
        broken = len({breach.problem_id for breach in report.unexpected})
        breaking = "problem of {} breaks" if broken == 1 else "problems of {} break"
        raise BrokenBenchmark(f"{broken} {breaking.format(report.benchmark)} a rule")


def _selected(benchmark: Benchmark, choices: Choices) -> Benchmark:
    """Return the benchmark with those of its problems alone that are asked for."""
    from assay.benchmarks.candidates import select_problems

    check_problems(choices, benchmark)
    problems = tuple(select_problems(benchmark, choices.subset))
    wrong = {one.id: benchmark.wrong[one.id] for one in problems if one.id in benchmark.wrong}
    return replace(benchmark, problems=problems, wrong=wrong)


@contextmanager
def _judges(benchmark: Benchmark, choices: Choices, repeat: int) -> Iterator[list[Judge]]:
    """Give as many judges as each reference is to be judged by, in sandboxes with different hash seeds."""
    from assay.judges.base import judge_kind
    from assay.sandbox.warm import WarmPython

    seconds = choices.bounds.seconds
    limits = benchmark.limits if seconds is None else replace(benchmark.limits, seconds=seconds)
    how = choices.judging
    with ExitStack() as stack:
        judges: list[Judge] = []
        for seed in range(min(repeat, HASH_SEEDS)):
            sandbox = WarmPython(python=how.python, isolation_level=how.isolation, hash_seed=seed)
            judges.append(judge_kind(benchmark.judge)(stack.enter_context(sandbox), limits))
        yield [judges[number % len(judges)] for number in range(repeat)]


def _show(report: CheckReport, recovered: Sequence[str], *, release: bool) -> None:
    page = Page()
    for breach in report.breaches:
        page.text(str(breach), indent="  ")
    wrong = f", {report.wrong} wrong candidates" if report.wrong else ""
    times = "once" if report.repeat == 1 else f"{report.repeat} times"
    page.text(
        f"{report.benchmark} {report.version}: {_counted(report.problems, 'problem')}, "
        f"{_counted(report.cases, 'case')}{wrong}, each "
        f"reference judged {times}: {_to_repair(report)}",
        indent="  ",
    )
    for problem, names in report.set_aside.items():
        many = "1 test passes" if len(names) == 1 else f"{len(names)} tests pass"
        text = f"{problem}: {many} at one time and not at another; nobody is judged by that from now on"
        page.text(f"{text}: {_listed(names)}", indent="  ")
    if report.quarantined:
        listed = _listed(report.quarantined)
        page.text(f"{len(report.quarantined)} quarantined, comparisons leave them out: {listed}", indent="  ")
    if recovered and release:
        page.text(f"{len(recovered)} not quarantined any more: {_listed(recovered)}", indent="  ")
    elif recovered:
        stay = "stays" if len(recovered) == 1 else "stay"
        page.text(
            f"{len(recovered)} passed this time and {stay} quarantined (--release lets go): {_listed(recovered)}",
            indent="  ",
        )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _to_repair(report: CheckReport) -> str:
    """Say how many problems are to be repaired, and how many rules they break where some break several."""
    breaches = len(report.unexpected)
    problems = len({breach.problem_id for breach in report.unexpected})
    if not problems:
        return "nothing to repair"
    noun = "problem" if problems == 1 else "problems"
    return f"{problems} {noun} to repair" + (f", with {breaches} breaches" if breaches > problems else "")


def _listed(problems: Collection[str]) -> str:
    rest = f" and {len(problems) - _SHOWN:,} more" if len(problems) > _SHOWN else ""
    return ", ".join(islice(problems, _SHOWN)) + rest
