"""Folders of programs: every prediction judged as a candidate of its ground truth, summed up and written."""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Unpack

from assay import __version__
from assay.benchmarks.base import Benchmark
from assay.ca.evaluating import PairOptions, ProgramPair, Terms, check_options, make_terms
from assay.ca.pairing import Pairing, pair_up
from assay.ca.report import FileResult, FilesReport, summarise
from assay.choices import Sitting
from assay.engines.local import LocalEngine
from assay.errors import Fault, InvalidValue, UsageError, naming, require, require_number
from assay.evaluation.digests import attempts_digest
from assay.evaluation.evaluating import Evaluation
from assay.evaluation.pump import Progress
from assay.files import writing
from assay.judges.excerpts import KEPT
from assay.records import Attempt, ProgramInput
from assay.reports.report import Report
from assay.sandbox.interpreters import interpreter
from assay.sandbox.recipes import recipe, tools
from assay.sandbox.toolchains import MissingToolchain
from assay.settings import default_cache_folder, format_memory, format_seconds, home_path
from assay.signature import build_signature
from assay.spec import PROGRAM_PAIRS, About, BenchmarkRef, CandidatesRef, Judging, Run, RunSpec
from assay.store.memory import MemoryStore

if TYPE_CHECKING:
    from assay.store.base import Store

VERSION = "2"
"""Of the rules by which pairs are scored."""
JUDGE = "programs"
Watching = Callable[[int, int], None]
"""Told how many pairs of how many are done."""
Similarity = Callable[[ProgramPair], dict[str, Any]]  # Any: JSON
"""More about a pair to stand beside its result, such as CodeBLEU."""


class BatchOptions(PairOptions, total=False):
    """How folders are read, run and compared, and what becomes of the results."""

    workers: int | None
    """Pairs that are judged side by side; `None`: one per core."""
    cache_folder: str | os.PathLike[str] | None
    """Where compiled programs are kept."""
    store: Store | None
    """Keeps it as a run, and goes on with one that was cut short."""
    name: str
    """Of the run."""
    isolation: str
    python: str | None
    """The interpreter of Python programs."""
    similarity: Similarity | None
    watch: Watching | None


def run_ca_benchmark(
    data_dir: str | os.PathLike[str],
    prediction_dir: str | os.PathLike[str],
    output_file: str | os.PathLike[str] | None = None,
    input_data_map: Mapping[str, object] | str | os.PathLike[str] | None = None,
    **options: Unpack[BatchOptions],
) -> dict[str, Any]:  # Any: JSON
    """Judge every ground truth's prediction of the same name: `{"summary": {...}, "results": [...]}`.

    `input_data_map` gives each name its input or inputs, also as a JSON file or a folder of `.in` files. With a
    `store`, a run that was cut short goes on where it was. Pairs in a language that this machine cannot run are set
    aside with the reason; `UsageError` when there are no others. `BatchOptions` says what can be chosen.
    """
    for argument, place in (("data_dir", data_dir), ("prediction_dir", prediction_dir)):
        require(argument, place, (str, os.PathLike), "a path")
        if not str(place) or not Path(place).exists():
            raise InvalidValue(f"{argument}: must be the path of a folder that exists, got {str(place)!r}")
    require("output_file", output_file, (str, os.PathLike, NoneType), "a path")
    require("input_data_map", input_data_map, (Mapping, str, os.PathLike, NoneType), "a mapping or a path")
    if output_file is not None:
        with naming("output_file", output_file):
            _check_output(Path(output_file))
    if isinstance(input_data_map, str | os.PathLike) and not Path(input_data_map).exists():
        raise InvalidValue(f"input_data_map: {str(input_data_map)!r} does not exist")
    return judge_folders(data_dir, prediction_dir, output_file, input_data_map, **options).as_dict()


def judge_folders(
    groundtruth: str | os.PathLike[str],
    prediction: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    inputs: Mapping[str, object] | str | os.PathLike[str] | None = None,
    **options: Unpack[BatchOptions],
) -> FilesReport:
    """Judge as `run_ca_benchmark` does, and return the report as a record."""
    check_options(options, BatchOptions)
    workers, store = options.get("workers"), options.get("store")
    if workers is not None:
        require_number("workers", workers, 1, whole=True)
    if store is not None and not hasattr(store, "trials"):
        raise InvalidValue(f"store: must be a Store, which assay.open_store opens, got {store!r:.80}")
    if output is not None:
        _check_output(Path(output))
    terms = make_terms(options)
    pairing = pair_up(
        Path(groundtruth),
        Path(prediction),
        inputs=Path(inputs) if isinstance(inputs, str | os.PathLike) else inputs,
        language=options.get("language"),
        prediction_language=options.get("prediction_language"),
        common=ProgramInput(arguments=tuple(options.get("arguments", ()))),
    )
    batch = _Batch(pairing, terms, _find_toolchains(pairing.pairs), options)
    report = batch.judge(str(groundtruth), str(prediction))
    if output is not None:
        _write_whole(Path(output), report.as_dict())
    return report


@dataclass(frozen=True, slots=True)
class _Toolchains:
    """What this machine has for the languages of all pairs."""

    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    """Languages that cannot be run here, and why."""


def _find_toolchains(pairs: Sequence[ProgramPair]) -> _Toolchains:
    """Return which toolchains there are; `UsageError` when no pair at all can be run."""
    found = _Toolchains()
    languages = [{pair.groundtruth.language, pair.prediction.language} for pair in pairs]
    for language in sorted(set().union(*languages)):
        if not recipe(language).run:
            continue
        try:
            found.versions[language] = tools(language).version
        except MissingToolchain as error:
            found.missing[language] = str(error)
    if all(found.missing.keys() & needed for needed in languages):
        raise UsageError(f"no pair can be run here: {'; '.join(found.missing.values())}")
    return found


class _Batch:
    """One call of `judge_folders`, from the pairs to the report."""

    def __init__(self, pairing: Pairing, terms: Terms, toolchains: _Toolchains, options: BatchOptions) -> None:
        self.pairing = pairing
        self.terms = terms
        self.toolchains = toolchains
        self.options = options
        self.judging = Judging(JUDGE, terms.limits, options.get("python"), options.get("isolation", "full"))
        self.report: FilesReport | None = None
        self.told = 0

    def judge(self, groundtruth: str, prediction: str) -> FilesReport:
        """Judge every pair as an attempt of a run; the run is kept where the caller gave a store."""
        store = self.options.get("store")
        problems = tuple(map(self.terms.problem, self.pairing.pairs))
        benchmark = Benchmark(PROGRAM_PAIRS, VERSION, problems, judge=JUDGE, limits=self.terms.limits)
        attempts = [Attempt(pair.name, pair.candidate()) for pair in self.pairing.pairs]
        digest = attempts_digest(benchmark, attempts, build_signature(self._facts()))
        spec = RunSpec(
            BenchmarkRef(PROGRAM_PAIRS, groundtruth, name=PROGRAM_PAIRS, version=VERSION),
            CandidatesRef(prediction, digest),
            judging=self.judging,
            about=About(self.options.get("name", "")),
        )
        with contextlib.closing(self._engine()) as engine:
            evaluation = Evaluation(
                spec,
                attempts,
                engine=engine,
                store=MemoryStore() if store is None else store,
                benchmark=benchmark,
                sitting=Sitting(cache=False),
                watch=self._watch,
            )
            run = evaluation.finish(self._reported).run
        assert self.report is not None, "the run was reported"
        if store is None:
            return self.report
        return replace(self.report, summary=replace(self.report.summary, run=run.id))

    def _engine(self) -> LocalEngine:
        """Return workers that do not take on more pairs when some take long: a compiler needs its core."""
        workers = self.options.get("workers") or os.cpu_count() or 1
        folder = self.options.get("cache_folder")
        cache = default_cache_folder() if folder is None else home_path(folder)
        return LocalEngine(
            min(workers, len(self.pairing.pairs)),
            long_seconds=math.inf,
            environment={"ASSAY_CACHE": str(cache.absolute())},
        )

    def _watch(self, progress: Progress) -> None:
        """Tell the caller of every pair that is done, and of nothing else."""
        watch = self.options.get("watch")
        if watch is not None and progress.done != self.told:
            self.told = progress.done
            watch(progress.done, len(self.pairing.pairs))

    def _reported(self, run: Run, store: Store, benchmark: Benchmark) -> Report:
        """Make the report from the trials, and keep it for the caller."""
        pairs = {pair.name: pair for pair in self.pairing.pairs}
        results = [FileResult(name) for name in self.pairing.missing]
        faults: Counter[str] = Counter()
        for trial in store.trials(run.id):
            pair = pairs[trial.problem_id]
            results.append(FileResult(pair.name, benchmark.find(pair.name), trial, self._beside(pair)))
            if trial.verdict is None:
                faults[trial.fault.partition("\n")[0][:KEPT]] += 1
        results.sort(key=lambda result: result.file)
        facts = self._facts({result.trial.isolation for result in results if result.trial is not None})
        summary = summarise(
            results,
            extra=self.pairing.extra,
            toolchains=self.toolchains.missing,
            signature=build_signature(facts),
        )
        self.report = FilesReport(summary, tuple(results))
        return Report(
            replace(run, facts=facts, problems=len(pairs)),
            (summary.as_score(),),
            verdicts={verdict.value: n for verdict, n in store.counts(run.id).items() if verdict is not None},
            unjudged=faults.total(),
            faults=dict(faults.most_common()),
        )

    def _beside(self, pair: ProgramPair) -> dict[str, Any]:  # Any: JSON
        """Return what stands beside a result; of a prediction that could not be read or measured, nothing."""
        similarity = self.options.get("similarity")
        if similarity is None or pair.prediction.error:
            return {}
        try:
            return similarity(pair)
        except (Fault, RecursionError, MemoryError, ValueError) as error:
            return {"similarity_error": f"{type(error).__name__}: {error}"[:KEPT]}

    def _facts(self, layers: Collection[str] = ()) -> dict[str, str]:
        """Return what moves the scores, for the signature; the layers in force where all pairs had the same."""
        limits, found = self.terms.limits, [name for name in layers if name]
        return {
            PROGRAM_PAIRS: VERSION,
            "compare": str(self.terms.checker),
            "repeat": str(self.terms.repeat),
            "time": format_seconds(limits.seconds),
            "mem": format_memory(limits.memory_bytes),
            "iso": found[0] if len(found) == 1 else self.judging.isolation,
            "py": interpreter(self.judging.python).version,
            **self.toolchains.versions,
            "hashseed": "0",
            "assay": __version__,
        }


def _check_output(path: Path) -> None:
    """Raise `InvalidValue` where no results could be written, before anything runs for them."""
    if path.is_dir():
        raise InvalidValue(f"output file {str(path)!r} cannot be written: it is a folder")
    if path.exists() and not path.is_file():
        return  # a device or a pipe, which is written to and not replaced
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        where = f": {str(error.filename)!r}" if error.filename else ""
        raise InvalidValue(f"output file {str(path)!r} cannot be written: {error.strerror}{where}") from error


def _write_whole(path: Path, data: object) -> None:
    """Write JSON so that the file is there whole or as it was before."""
    with writing(path, wrong=lambda why: InvalidValue(f"output file {why}")) as file:
        file.write(json.dumps(data, indent=2) + "\n")
