"""`assay.strengthen`: the same problems with more cases, written as a benchmark of your own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import select_problems
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.writing import problem_row
from assay.errors import UsageError, require
from assay.files import MOST_BYTES, opened, writing
from assay.hashing import content_digest
from assay.probes.strengthening import StrengthenedProblem, StrengtheningOptions, strengthened
from assay.records import Attempt
from assay.results import Result
from assay.spec import Subset
from assay.statistics.intervals import wilson

Watch = Callable[[int, int], None]
"""Called with the problems that are done and the problems in all."""


@dataclass(frozen=True, slots=True, repr=False)
class StrengthenedBenchmark(Result):
    """What was added to the problems of a benchmark."""

    name: str
    problems: tuple[Mapping[str, Any], ...]  # Any: JSON
    """What `StrengthenedProblem.to_dict` says of each."""
    path: str = ""
    """Where it was written to."""

    @property
    def cases(self) -> int:
        """Cases of all problems together."""
        return sum(one["cases"] + len(one["added"]) for one in self.problems)

    def headline(self) -> str:
        """Return how many cases there are now, and how many of the faults they find."""
        added = sum(len(one["added"]) for one in self.problems)
        before, after, of = (sum(one[key] for one in self.problems) for key in ("killed_before", "killed", "suspects"))
        left = sum(bool(one["note"]) for one in self.problems)
        found = f"; {before / of:.1%} → {after / of:.1%} of {of:,} faults found {_shown(after, of)}" if of else ""
        as_it_was = f"; {left} problems as they were" if left else ""
        cases = f"{added:,} cases added, {self.cases:,} in all"
        return f"{self.name}: {len(self.problems)} problems, {cases}{found}{as_it_was}"

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for each problem."""
        keys = ("problem", "cases", "suspects", "killed_before", "killed", "note")
        return [{**{key: one[key] for key in keys}, "added": len(one["added"])} for one in self.problems]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the result as plain data."""
        return {"benchmark": self.name, "path": self.path, "cases": self.cases, "problems": list(self.problems)}


def _shown(part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"({low:.1%} – {high:.1%})"


def strengthen(
    benchmark: str | os.PathLike[str] | Benchmark,
    output: str | os.PathLike[str],
    *,
    problems: str | None = None,
    wrong: Sequence[Attempt] = (),
    options: StrengtheningOptions | None = None,
    watch: Watch | None = None,
) -> StrengthenedBenchmark:
    """Write the problems of a benchmark with more cases, which their references decide, to a file.

    Args:
        benchmark: its name, the path of one of your own, or one that `load_benchmark` returned.
        output: a JSONL file, which `assay run` takes like the path of any benchmark of your own.
        problems: ids or patterns, separated by commas, of those to take; by default all.
        wrong: candidates that are known to be wrong, beside those that the benchmark itself brings.
        options: how many cases are added, out of how many inputs, with which seed.
        watch: is called with the problems that are done and the problems in all.

    A call that was stopped goes on where it was when it is made again.
    """
    require("output", output, (str, os.PathLike), "a path")
    given = benchmark if isinstance(benchmark, Benchmark) else load_benchmark(os.fspath(benchmark))
    chosen = select_problems(given, Subset(problems=problems))
    work = _Work(given, Path(output), wrong, options or StrengtheningOptions())
    done = []
    for number, row in enumerate(work.rows(list(chosen)), start=1):
        done.append(row)
        if watch is not None:
            watch(number, len(chosen))
    work.finish()
    return StrengthenedBenchmark(given.name, tuple(done), str(output))


class _Work:
    """One strengthening, whose problems are kept as they are done."""

    def __init__(
        self, benchmark: Benchmark, output: Path, wrong: Sequence[Attempt], options: StrengtheningOptions
    ) -> None:
        if not output.name or "\0" in output.name or output.is_dir():
            raise UsageError(f"{str(output)!r}: name a file to write")
        self._benchmark = benchmark
        self._output = output
        self._wrong: dict[str, list[str]] = {}
        for name, some in benchmark.wrong.items():
            self._wrong.setdefault(name, []).extend(one.source for one in some)
        for attempt in wrong:
            self._wrong.setdefault(attempt.problem_id, []).append(_text(attempt))
        self._options = options
        known = content_digest(repr((benchmark.digest, sorted(self._wrong.items()), options))).hex()[:8]
        self._part = output.with_name(f".{output.name}.{known}.part")
        if not output.parent.is_dir():
            raise UsageError(f"{output}: there is no folder {str(output.parent)!r}")

    def rows(self, problems: Sequence[Any]) -> Iterator[Mapping[str, Any]]:  # Any: problems; JSON
        """Yield what was added to each problem; those that an earlier call has done are not done again."""
        from assay.sandbox.warm import WarmPython

        done = self._done()
        with WarmPython() as sandbox, self._part.open("w", encoding="utf-8") as part:
            for row in done.values():  # anew: the last line of a call that was stopped may be half a line
                part.write(json.dumps(row) + "\n")
            for problem in problems:
                if problem.id in done:
                    yield done[problem.id]["about"]
                    continue
                made = strengthened(problem, sandbox, wrong=self._wrong.get(problem.id, ()), options=self._options)
                about = made.to_dict()
                part.write(json.dumps({"about": about, "row": self._row(made)}) + "\n")
                part.flush()
                yield about

    def finish(self) -> None:
        """Put the file in its place, in the order of the benchmark."""
        done = self._done()
        lines = [json.dumps(done[problem.id]["row"]) for problem in self._benchmark if problem.id in done]
        with writing(self._output, wrong=UsageError) as file:
            file.write("\n".join(lines) + "\n")
        self._part.unlink()

    def _row(self, made: StrengthenedProblem) -> dict[str, Any]:  # Any: JSON
        given = self._benchmark
        row = problem_row(replace(made.problem, pace=None), given.wrong.get(made.problem.id, ()))
        terms = {"licence": given.licence, "source": given.source, "eval_only": given.eval_only}
        return row | {key: value for key, value in terms.items() if value}

    def _done(self) -> dict[str, Any]:  # Any: JSON
        found: dict[str, Any] = {}  # Any: JSON
        if not self._part.exists():
            return found
        with opened(self._part, MOST_BYTES, wrong=UsageError) as part:
            for line in part:
                with suppress(ValueError, LookupError, TypeError):  # the last line of a call that was stopped
                    row = json.loads(line)
                    found[row["about"]["problem"]] = row
        return found


def _text(attempt: Attempt) -> str:
    source = attempt.candidate.source
    return source if isinstance(source, str) else source.decode("utf-8", "replace")
