"""`assay mutate`: how strong the tests of a file, a program or a whole benchmark are."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.layout import Page
from assay.cli.progress import counting
from assay.cli.run import flag
from assay.errors import InvalidValue, UnknownNameError

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
        if command.as_json:
            print(json.dumps(whole.to_dict(), indent=2))
        else:
            _show_benchmark(whole, Page())
        return _status(whole.score, stopped=whole.stopped, bound=command.fail_under)
    result = _program(command) if command.inputs is not None else _suite(command)
    if command.as_json:
        print(json.dumps(result.to_dict(), indent=2))
    else:
        _show(result, Page())
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
        print(json.dumps(made.to_dict(), indent=2))
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


def _show(result: MutationResult, page: Page) -> None:
    """Print the screen of one file: the score, then what survives and which test would notice it."""
    counts = f"{result.detected} of {result.judged} mutants killed, {_many(len(result.tests), 'test')}"
    page.ends(_head(result.score, result.interval, counts), result.name)
    statuses = [f"{count} {WORDS[name]}" for name, count in result.counts().items() if count]
    if statuses:
        page.text(" · ".join(statuses))
    survivors = result.survivors[:MOST_SURVIVORS]
    if survivors:
        page.rows(["mutant", "line", "change", "what would notice it"], map(_survivor, survivors), indent="  ")
    if len(result.survivors) > MOST_SURVIVORS:
        page.line(f"  {len(result.survivors) - MOST_SURVIVORS:,} more survive: --json lists all of them")
    idle = result.idle_tests() if result.matrix else ()
    if idle:
        shown = f"{', '.join(idle[:5])}{' …' if len(idle) > 5 else ''}"
        page.text(f"{_many(len(idle), 'test')} kill no mutant: {shown}", indent="  ")
    errors = [one for one in result.outcomes if one.status == "error"]
    if errors:
        page.text(f"! not judged: {errors[0].message}", indent="  ")
    if result.stopped:
        page.line("! stopped before all mutants were run")


def _show_benchmark(whole: BenchmarkMutationResult, page: Page) -> None:
    """Print the screen of a benchmark: the weakest tests first."""
    counts = f"{whole.detected} of {whole.judged} mutants killed, {_many(len(whole.problems), 'problem')}"
    page.ends(_head(whole.score, whole.interval, counts), whole.name)
    weak = [row for row in whole.table() if row["score"] is not None and row["score"] < 1]
    if weak:
        rows = (
            [
                row["problem"],
                f"{100 * row['score']:.1f} %",
                f"{100 * row['low']:.0f} – {100 * row['high']:.0f}",
                f"{row['killed']} of {row['mutants']} mutants, {_many(row['tests'], 'test')}",
            ]
            for row in weak[:MOST_PROBLEMS]
        )
        page.rows(["problem", ">score", ">95 %", "killed"], rows, indent="  ")
    if len(weak) > MOST_PROBLEMS:
        page.line(f"  {len(weak) - MOST_PROBLEMS} more problems have survivors: --json lists all of them")
    full = sum(row["score"] == 1 for row in whole.table())
    if full:
        page.line(f"{_many(full, 'problem')} without a survivor")
    for name, why in list(whole.left_out.items())[:MOST_PROBLEMS]:
        page.text(f"! {name}: {why}", indent="  ")
    if whole.stopped:
        page.line("! stopped before all problems were measured")


def _head(score: float | None, interval: tuple[float, float] | None, counts: str) -> str:
    if score is None or interval is None:
        return "no mutants"
    low, high = interval
    return f"mutation score {100 * score:.1f} %   {100 * low:.1f} – {100 * high:.1f}   {counts}"


def _survivor(one: MutantOutcome) -> list[str]:
    """Return the cells of a mutant that no test notices."""
    verb = "survives" if one.status == "survived" else "not reached"
    line, _, change = one.mutant.one_line().partition("   ")
    found = "" if one.triage is None else one.triage.text()
    return [verb, line.removeprefix("line "), change, found]


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _watching(unit: str, command: MutateCommand) -> AbstractContextManager[Watch]:
    """Return a watcher of how many are done: a line on a terminal, one now and then elsewhere, nothing when quiet."""
    return counting(command.file or command.benchmark or "", unit, quiet=command.quiet)
