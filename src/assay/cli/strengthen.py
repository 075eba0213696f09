"""`assay strengthen`: a benchmark with more cases, written to a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli import configuration
from assay.cli.progress import Counted
from assay.cli.run import load
from assay.cli.screens import program
from assay.errors import InvalidOption
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.base import Benchmark
    from assay.choices import Choices
    from assay.records import Attempt


def run(
    benchmark: str,
    output: str,
    *,
    problem_file: str | None,
    problems: str | None,
    wrong: Sequence[str],
    numbers: tuple[int, int, int],
    as_json: bool,
    quiet: bool,
) -> None:
    """Strengthen a benchmark and say what came of it; `numbers` are the most cases, the inputs and the seed."""
    from assay.front.strengthening import strengthen
    from assay.probes.strengthening import StrengtheningOptions

    choices = configuration.choices().changed(problem_file=problem_file)
    choices = replace(choices, benchmark=replace(choices.benchmark, place=benchmark))
    found = load(choices)
    attempts = [attempt for path in wrong for attempt in _attempts(choices, found, path)]
    watch = None if quiet else Counted(found.name, "problems")
    options = StrengtheningOptions(*numbers)
    result = strengthen(found, output, problems=problems, wrong=attempts, options=options, watch=watch)
    if as_json:
        print(json_text(result.to_dict()))
        return
    print(one_line(result.headline()))
    for row in result.problems:
        if row["note"]:
            print(one_line(f"  {row['problem']}: as it was: {row['note']}"))
    print(f"\nnext: {program()} check {result.path} · {program()} run {result.path} -c CANDIDATES")


def _attempts(choices: Choices, benchmark: Benchmark, path: str) -> list[Attempt]:
    from assay.evaluation.planning import candidates_at, read, spec_of

    if not Path(path).exists():
        raise InvalidOption("wrong", f"no file or folder at {path!r}")
    return list(read(spec_of(choices, benchmark, candidates_at(path)), benchmark, path))
