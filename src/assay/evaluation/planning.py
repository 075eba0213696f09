"""From what a user chose to what decides a run: the benchmark is loaded, the candidates are found, the spec is made."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import family_name, load_benchmark
from assay.choices import Choices
from assay.errors import InvalidOption, InvalidValue, UsageError
from assay.hashing import content_digest
from assay.judges.probing import check_probes
from assay.languages.known import languages
from assay.records import NativeSuite, Problem
from assay.spec import PROGRAM_PAIRS, BenchmarkRef, CandidatesRef, Judging, Run, RunSpec

if TYPE_CHECKING:
    from assay.benchmarks.candidates import Reading


def load(
    ref: BenchmarkRef,
    judging: Judging,
    *,
    cache_folder: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Benchmark:
    """The benchmark that is meant; an error where its problems are not those of the digest any more.

    References compute expected values and are timed in a sandbox like that of the candidates. `progress` is told of
    how many problems, out of all, they are at hand.
    """
    from assay.sandbox.warm import WarmPython

    found = load_benchmark(
        ref.place,
        problem_file=ref.problem_file or None,
        cache_folder=None if cache_folder is None else Path(cache_folder),
        sandbox=lambda: WarmPython(python=judging.python, isolation_level=judging.isolation),
        progress=progress,
        challenge=ref.challenge,
        repos=Path(os.path.expanduser(ref.repos)) if ref.repos else None,
    )
    if ref.digest not in ("", found.digest):
        raise InvalidValue(f"the problems of {ref.place} were changed since")
    return found


def benchmark_of(run: Run, choices: Choices) -> Benchmark:
    """The benchmark that a run was made on, exactly; an error where there is no such."""
    if run.spec is None:
        raise InvalidValue(f"run {run.id} was made on no benchmark")
    if run.spec.benchmark.place == PROGRAM_PAIRS:
        raise InvalidValue(f"run {run.id} compared programs, which are not kept with it: start that comparison again")
    try:
        return load(run.spec.benchmark, choices.judging, cache_folder=choices.resources.cache_folder)
    except UsageError as error:
        raise InvalidValue(f"run {run.id}: its problems are not to be had any more: {error}") from None


def spec_of(choices: Choices, benchmark: Benchmark, candidates: CandidatesRef, *, fallback_model: str = "") -> RunSpec:
    """What decides a run of these candidates on this benchmark, as the user chose it."""
    asked = choices.benchmark
    return RunSpec(
        replace(
            asked,
            place=family_name(asked.place) or _absolute(asked.place) or benchmark.name,
            problem_file=_absolute(asked.problem_file),
            repos=_absolute(asked.repos),
            name=benchmark.name,
            version=benchmark.version,
            digest=benchmark.digest,
        ),
        candidates,
        choices.subset,
        choices.reading,
        judging_of(choices, benchmark),
        choices.scoring,
        replace(choices.about, fallback_model=fallback_model),
    )


def check_languages(benchmark: Benchmark, problems: Sequence[Problem]) -> None:
    """Refuse problems whose tests are in a language that no tests are run in here."""
    known = {name: one for one in languages().values() for name in (one.name, *one.aliases)}
    for problem in problems:
        if not isinstance(problem.check, NativeSuite):
            continue
        language = known.get(problem.language)
        if language is None or language.suite is None:
            title = problem.language if language is None else language.title
            raise InvalidValue(
                f"{benchmark.name}: problem {problem.id!r} has tests in {title}, which are not run here;"
                " docs/languages.md says in which languages tests are run, and why not in others"
            )


def judging_of(choices: Choices, benchmark: Benchmark) -> Judging:
    """How candidates are judged: as the benchmark says, changed by what the user says."""
    check_probes(choices.judging.probes)
    return replace(choices.judging, judge=benchmark.judge, limits=choices.bounds.of(benchmark.limits))


def candidates_at(path: str, *, name: str = "") -> CandidatesRef:
    """The candidates of a file or a folder, by a digest of all that a reader reads of it.

    `name` is what they are called, or their path.
    """
    from assay.benchmarks.candidates.digests import digests_of

    if not Path(path).exists():
        raise InvalidOption("candidates", f"no file or folder at {path!r}")
    return CandidatesRef(name or path, content_digest(repr(digests_of(path))).hex())


def read(spec: RunSpec, benchmark: Benchmark, source: str | Sequence[object]) -> Reading:
    """The attempts in a file, a folder or a sequence of rows, read lazily."""
    from assay.benchmarks.candidates import read_candidates

    return read_candidates(
        source,
        benchmark,
        subset=spec.subset,
        form=spec.reading.form,
        extract=spec.reading.extract,
    )


def _absolute(name: str) -> str:
    """A path as it is found from anywhere; a name stays a name."""
    return str(Path(name).resolve()) if name and Path(name).exists() else name
