"""`assay fetch` and `assay check`: the problems of a benchmark, got and looked over."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

from assay.cli import configuration
from assay.cli.progress import Counted
from assay.cli.run import load
from assay.errors import AssayError
from assay.settings import format_memory
from assay.text import json_text, one_line


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


def check(benchmark: str, *, problem_file: str | None, as_json: bool, quiet: bool) -> None:
    """Looks over a benchmark and names every problem that breaks a rule."""
    from assay.benchmarks.checking import check_benchmark
    from assay.judges.base import JUDGES
    from assay.sandbox.warm import WarmPython

    choices = configuration.choices().changed(problem_file=problem_file)
    choices = replace(choices, benchmark=replace(choices.benchmark, place=benchmark))
    found = load(choices)
    seconds = choices.bounds.seconds
    limits = found.limits if seconds is None else replace(found.limits, seconds=seconds)
    with WarmPython(python=choices.judging.python, isolation_level=choices.judging.isolation) as sandbox:
        watch = None if quiet or as_json else Counted(found.name, "problems")
        report = check_benchmark(found, JUDGES.get(found.judge)(sandbox, limits), watch)
    if as_json:
        print(json_text({**asdict(report), "passed": report.passed}))
    else:
        for breach in report.breaches:
            print(one_line(str(breach)))
        wrong = f", {report.wrong} wrong candidates" if report.wrong else ""
        print(f"{report.benchmark} {report.version}: {report.problems} problems, {report.cases} cases{wrong}: "
              f"{len(report.unexpected) or 'nothing'} to repair")  # fmt: skip
    if not report.passed:
        raise BrokenBenchmark(f"{len(report.unexpected)} problems of {report.benchmark} break a rule")
