"""`assay mutate`: how strong the tests of a file, a program or a whole benchmark are."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.progress import counting
from assay.cli.run import flag
from assay.errors import InvalidValue, UnknownNameError
from assay.text import one_line

if TYPE_CHECKING:
    from assay.front.mutating import BenchmarkMutationResult
    from assay.probes.mutation.asking import MutationOptions, Watch
    from assay.probes.mutation.mutants import MutantSet
    from assay.probes.mutation.results import MutantOutcome, MutationResult

STOPPED = 130
WIDEST_NAME = 40
MOST_SURVIVORS = 40
MOST_PROBLEMS = 20
WORDS = {
    "killed": "killed",
    "timed_out": "timed out",
    "crashed": "crashed",
    "survived": "survived",
    "not_covered": "not covered",
    "error": "not judged",
}


@dataclass(frozen=True, slots=True)
class MutateCommand:
    """What was typed."""

    file: str | None = None
    tests: str | None = None
    benchmark: str | None = None
    inputs: str | None = None
    language: str | None = None
    operators: str | None = None
    """Names with commas between."""
    within: str | None = None
    sample: int | None = None
    seed: int = 0
    matrix: bool = False
    workers: int = 1
    python: str | None = None
    root: str | None = None
    limit: int | None = None
    triage: bool = True
    list_only: bool = False
    fail_under: float | None = None
    as_json: bool = False
    quiet: bool = False

    def check(self) -> None:
        """Name the flag that makes no sense, before anything is run."""
        if self.fail_under is not None and not 0 <= self.fail_under <= 1:
            raise InvalidValue(f"--fail-under must be from 0 to 1, got {self.fail_under!r}")
        if self.benchmark is not None and self.file is not None:
            raise InvalidValue("FILE and --benchmark cannot be given together")
        if self.benchmark is None and self.file is None:
            raise InvalidValue("name a FILE, or a benchmark with --benchmark")
        if self.file is not None and not Path(self.file).is_file():
            raise InvalidValue(f"FILE: {self.file!r} is no file")
        if self.file is not None and not self.list_only and (self.tests is None) == (self.inputs is None):
            raise InvalidValue("say what is to notice the mutants: --tests PATH, or --inputs PATH for a whole program")
        for name, path in (("--tests", self.tests), ("--inputs", self.inputs)):
            if path is not None and not Path(path).exists():
                raise InvalidValue(f"{name}: {path!r} does not exist")

    def options(self, watch: Watch | None = None) -> MutationOptions:
        """Return which mutants are wanted."""
        from assay.probes.mutation.asking import MutationOptions, ignore

        return MutationOptions(
            operators=flag("--operators", self.operators, _operators),
            within=self.within,
            sample=self.sample,
            seed=self.seed,
            matrix=self.matrix,
            workers=self.workers,
            watch=watch or ignore,
        )


def run(command: MutateCommand) -> int:
    """Make the mutants, run the tests, print the result, and return the exit status."""
    command.check()
    command.options()
    if command.list_only:
        return _list(command)
    if command.benchmark is not None:
        whole = _benchmark(command)
        _say(whole.to_dict() if command.as_json else _benchmark_lines(whole))
        return _status(whole.score, stopped=whole.stopped, bound=command.fail_under)
    result = _program(command) if command.inputs is not None else _suite(command)
    _say(result.to_dict() if command.as_json else _lines(result))
    return _status(result.score, stopped=result.stopped, bound=command.fail_under)


def _status(score: float | None, *, stopped: bool, bound: float | None) -> int:
    if stopped:
        return STOPPED
    return int(bound is not None and (score is None or score < bound))


def _suite(command: MutateCommand) -> MutationResult:
    from assay.front.mutating import mutate_suite
    from assay.probes.mutation.projects import PytestProject

    project = PytestProject.at(command.file or "", command.tests or "", root=command.root, python=command.python)
    with _watching("mutants", command) as watch, _watching("survivors", command) as second:
        return mutate_suite(project, command.options(watch), triage=command.triage, triage_watch=second)


def _benchmark(command: MutateCommand) -> BenchmarkMutationResult:
    from assay.front.mutating import mutate_benchmark

    wanted = command.options()
    with _watching("problems", command) as watch:
        return mutate_benchmark(
            command.benchmark or "",
            triage=command.triage and command.limit is not None,
            python=command.python,
            limit=command.limit,
            operators=wanted.operators,
            sample=wanted.sample,
            seed=wanted.seed,
            matrix=wanted.matrix,
            watch=watch,
        )


def _program(command: MutateCommand) -> MutationResult:
    from assay.ca.inputs import read_inputs
    from assay.probes.mutation.programs import mutate_program

    path = Path(command.file or "")
    source, language = _source(path, command.language)
    inputs = read_inputs(Path(command.inputs or ""), where="--inputs")
    with _watching("mutants", command) as watch:
        return mutate_program(source, language, inputs, command.options(watch), name=path.name)


def _list(command: MutateCommand) -> int:
    """Print the mutants of a file without running anything."""
    if command.file is None:
        raise InvalidValue("--list needs a FILE")
    path = Path(command.file)
    source, language = _source(path, command.language)
    made: MutantSet = command.options().mutants(source, language)
    if command.as_json:
        _say(made.to_dict())
        return 0
    for mutant in made:
        print(f"{mutant.number}  {mutant.operator}")
        print(mutant.diff(path.name))
    print(made.headline())
    return 0


def _source(path: Path, language: str | None) -> tuple[str, str]:
    from assay.ca.sources import read_source

    found = read_source(path, language)
    if found.error:
        raise InvalidValue(f"FILE: {found.error}")
    try:
        return found.data.decode("utf-8-sig"), found.language
    except UnicodeDecodeError as error:
        raise InvalidValue(f"FILE: {str(path)!r} cannot be read as UTF-8: {error}") from None


def _operators(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    from assay.probes.mutation.operators.known import operator_names

    names = tuple(name.strip() for name in text.split(",") if name.strip())
    known = operator_names()
    for name in names:
        if name not in known:
            raise UnknownNameError("mutation operator", name, known)
    if not names:
        raise InvalidValue(f"names are missing; known: {', '.join(known)}")
    return names


def _lines(result: MutationResult) -> list[str]:
    """Return the screen of one file."""
    lines = [_head(result.score, result.interval, f"{result.detected} of {result.judged} mutants killed, "
                   f"{_many(len(result.tests), 'test')}", result.name)]  # fmt: skip
    counts = [f"{count} {WORDS[name]}" for name, count in result.counts().items() if count]
    lines += [" · ".join(counts)] if counts else []
    lines += [_survivor(one) for one in result.survivors[:MOST_SURVIVORS]]
    if len(result.survivors) > MOST_SURVIVORS:
        lines.append(f"  {len(result.survivors) - MOST_SURVIVORS} more survive: --json lists all of them")
    if result.matrix:
        idle = result.idle_tests()
        lines += (
            [f"{_many(len(idle), 'test')} kill no mutant: {', '.join(idle[:5])}{' …' if len(idle) > 5 else ''}"]
            if idle
            else []
        )
    errors = [one for one in result.outcomes if one.status == "error"]
    lines += [f"! not judged: {errors[0].message}"] if errors else []
    lines += ["! stopped before all mutants were run"] if result.stopped else []
    return lines


def _benchmark_lines(whole: BenchmarkMutationResult) -> list[str]:
    """Return the screen of a benchmark: the weakest tests first."""
    lines = [_head(whole.score, whole.interval, f"{whole.detected} of {whole.judged} mutants killed, "
                   f"{_many(len(whole.problems), 'problem')}", whole.name)]  # fmt: skip
    weak = [row for row in whole.table() if row["score"] is not None and row["score"] < 1]
    width = max([7, *(len(row["problem"]) for row in weak[:MOST_PROBLEMS])])
    for row in weak[:MOST_PROBLEMS]:
        low, high = 100 * row["low"], 100 * row["high"]
        lines.append(
            f"  {row['problem']:{width}}  {row['score']:6.1%}  {low:3.0f} – {high:3.0f}"
            f"   {row['killed']} of {row['mutants']} mutants, {_many(row['tests'], 'test')}"
        )
    if len(weak) > MOST_PROBLEMS:
        lines.append(f"  {len(weak) - MOST_PROBLEMS} more problems have survivors: --json lists all of them")
    full = sum(row["score"] == 1 for row in whole.table())
    lines += [f"{_many(full, 'problem')} without a survivor"] if full else []
    lines += [f"! {name}: {why}" for name, why in list(whole.left_out.items())[:MOST_PROBLEMS]]
    lines += ["! stopped before all problems were measured"] if whole.stopped else []
    return lines


def _head(score: float | None, interval: tuple[float, float] | None, counts: str, name: str) -> str:
    if score is None or interval is None:
        return f"no mutants   {name}"
    low, high = interval
    return f"mutation score {score:.1%}   {100 * low:.1f} – {100 * high:.1f}   {counts}   {name}"


def _survivor(one: MutantOutcome) -> str:
    verb = "survives" if one.status == "survived" else "not reached"
    found = f"   {one.triage.text()}" if one.triage is not None else ""
    return f"  {verb:11}  {one.mutant.one_line()}{found}"


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _say(what: object) -> None:
    if isinstance(what, list):
        for line in what:
            print(one_line(line))
    else:
        print(json.dumps(what, indent=2))


def _watching(unit: str, command: MutateCommand) -> AbstractContextManager[Watch]:
    """Return a watcher of how many are done: a line on a terminal, one now and then elsewhere, nothing when quiet."""
    return counting(command.file or command.benchmark or "", unit, quiet=command.quiet)
