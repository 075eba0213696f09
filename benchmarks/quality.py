"""Quality: snippets per CPU second for the six dimensions, and static analysis in one batch against one call per file.

CPU seconds of this process and its children, never wall time. The rival for the batch is what one would do without
it: `radon cc`, `radon mi` and `ruff check` started once for each file.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import data
from benchmarks.bench import Options, Outcome, table

SNIPPETS = 1000
FILES = 50
LEAST_PER_SECOND = 1000


def run(options: Options) -> Outcome:
    title = "Quality without execution"
    absent = data.missing(data.HUMANEVAL)
    if absent:
        return Outcome(title, skipped=absent)
    snippets, files, rounds = (200, 10, 1) if options.quick else (SNIPPETS, FILES, 3)
    codes = [data.reference(row) for row in data.rows(data.HUMANEVAL)]
    codes = (codes * (snippets // len(codes) + 1))[:snippets]
    known, found = dimensions_per_second(codes, rounds)
    batch, single = batch_seconds(codes, rounds), single_seconds(codes[:files])
    figures = {
        "snippets": snippets,
        "evaluated_per_cpu_second": round(known),
        "evaluated_per_cpu_second_language_detected": round(found),
        "batch_cpu_seconds": round(batch, 3),
        "single_files": files,
        "single_cpu_seconds": round(single, 3),
    }
    broken = () if options.quick or batch < single else (
        f"{snippets} snippets in one batch take {batch:.1f} CPU s, more than {files} files one by one ({single:.1f} s)",
    )  # fmt: skip
    return Outcome(title, _text(figures), figures, broken=broken)


def dimensions_per_second(codes: list[str], rounds: int) -> tuple[float, float]:
    """With the language given, and with the language detected."""
    from assay.quality.evaluator import CodeQualityEvaluator

    evaluator = CodeQualityEvaluator()

    def evaluate(language: str | None) -> Callable[[], object]:
        return lambda: [evaluator.evaluate(code, language=language) for code in codes]

    return len(codes) / _least(evaluate("python"), rounds), len(codes) / _least(evaluate(None), rounds)


def batch_seconds(codes: list[str], rounds: int) -> float:
    from assay.quality.analysis import analyse
    from assay.quality.evaluator import Snippet

    snippets = [Snippet(code, "python") for code in codes]
    return _least(lambda: analyse(snippets), rounds)


def single_seconds(codes: list[str]) -> float:
    """radon twice and ruff once for each file."""
    scripts = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"s{number}.py" for number in range(len(codes))]
        for path, code in zip(paths, codes, strict=True):
            path.write_text(code)
        before = _cpu()
        for path in paths:
            for command in (
                ["radon", "cc", "-j"],
                ["radon", "mi", "-j"],
                ["ruff", "check", "--isolated", "--no-cache"],
            ):
                argv = [str(scripts / command[0]), *command[1:], str(path)]
                subprocess.run(
                    argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=_environment()
                )
        return _cpu() - before


def _environment() -> dict[str, str]:
    return {**os.environ, "NO_COLOR": "1"}


def _least(work: Callable[[], object], rounds: int) -> float:
    """The least CPU seconds of several rounds, after one that warms up."""
    work()
    seconds = []
    for _ in range(rounds):
        gc.collect()
        before = _cpu()
        work()
        seconds.append(_cpu() - before)
    return min(seconds)


def _cpu() -> float:
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usage)


def _text(figures: dict[str, int | float]) -> str:
    n, files = figures["snippets"], figures["single_files"]
    ratio = figures["single_cpu_seconds"] / figures["batch_cpu_seconds"]
    body = [
        ("six dimensions, language given, per CPU second", f"{figures['evaluated_per_cpu_second']}"),
        (
            "six dimensions, language detected, per CPU second",
            f"{figures['evaluated_per_cpu_second_language_detected']}",
        ),
        (f"static analysis of {n} snippets in one batch, CPU s", f"{figures['batch_cpu_seconds']:.2f}"),
        (f"radon cc, radon mi and ruff for each of {files} files, CPU s", f"{figures['single_cpu_seconds']:.2f}"),
        ("the batch is cheaper, per snippet", f"{ratio * n / files:.0f} ×"),
    ]
    return table(("HumanEval references", "value"), body) + f"\n\nWanted: at least {LEAST_PER_SECOND} per CPU second."
