"""Folders of programs: every pair judged, summed up, written and kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import __version__
from assay.ca.comparing import SCORES, Agreement
from assay.ca.crew import Answer, judge_all
from assay.ca.evaluating import TIMEOUT_SECONDS, Pair, Terms, make_terms
from assay.ca.excerpts import KEPT
from assay.ca.journal import Journal, check_output, journal_path, key_of, write_whole
from assay.ca.keeping import Ledger
from assay.ca.pairing import Pairing, Places, pair_up
from assay.errors import Fault, InvalidValue, UsageError
from assay.hashing import content_digest
from assay.records import Limits, ProgramInput
from assay.sandbox.artefacts import ArtefactCache
from assay.sandbox.interpreters import interpreter
from assay.sandbox.recipes import recipe, tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython
from assay.settings import default_cache_folder, format_memory, format_seconds
from assay.signature import build_signature

if TYPE_CHECKING:
    from assay.store.base import Store

VERSION = "2"
"""Of the rules by which pairs are scored."""
Row = dict[str, Any]  # Any: JSON
Watcher = Callable[[int, int], None]
"""Told how many pairs of how many are done."""
Similarity = Callable[[Pair], Row]
"""More about a pair to stand beside its result, such as CodeBLEU."""


def run_ca_benchmark(
    data_dir: str | os.PathLike[str],
    prediction_dir: str | os.PathLike[str],
    output_file: str | os.PathLike[str] | None = None,
    input_data_map: Mapping[str, object] | str | os.PathLike[str] | None = None,
    *,
    timeout: float = TIMEOUT_SECONDS,
    normalize: bool = True,
    strict_match: bool = False,
    language: str | None = None,
    prediction_language: str | None = None,
    arguments: Sequence[str] = (),
    normalizers: Sequence[str] = (),
    repeat: int = 1,
    memory_bytes: int | None = None,
    limits: Limits | None = None,
    workers: int | None = None,
    cache_folder: str | os.PathLike[str] | None = None,
    store: Store | None = None,
    name: str = "",
    isolation: str = "full",
    python: str | None = None,
    similarity: Similarity | None = None,
    watch: Watcher | None = None,
) -> dict[str, Any]:  # Any: JSON
    """Every ground truth against the prediction of the same name: `{"summary": {...}, "results": [...]}`.

    `input_data_map` gives each name its input or inputs, also as a JSON file or a folder of `.in` files. A run that
    was cut short goes on where it was. `store` keeps it as a run. Pairs in a language that this machine cannot run are
    set aside with the reason; `UsageError` when there are no others.
    """
    terms = make_terms(
        timeout=timeout,
        normalize=normalize,
        strict_match=strict_match,
        normalizers=normalizers,
        repeat=repeat,
        memory_bytes=memory_bytes,
        limits=limits,
    )
    if workers is not None and workers < 1:
        raise InvalidValue(f"workers must be at least 1, got {workers!r}")
    places = Places(Path(data_dir), Path(prediction_dir), Path(output_file) if output_file is not None else None)
    if places.output is not None:
        check_output(places.output)
    inputs = Path(input_data_map) if isinstance(input_data_map, str | os.PathLike) else input_data_map
    pairing = pair_up(
        places.groundtruth,
        places.prediction,
        inputs=inputs,
        language=language,
        prediction_language=prediction_language,
        common=ProgramInput(arguments=tuple(arguments)),
    )
    toolchains = _find_toolchains(pairing.pairs)
    facts = _facts(terms, isolation, python, toolchains.versions)
    cache = Path(cache_folder).expanduser() if cache_folder is not None else default_cache_folder()
    batch = _Batch(places, pairing, terms, isolation, python, cache, toolchains, similarity, watch, facts)
    return batch.run(workers or os.cpu_count() or 1, store, name)


@dataclass(frozen=True, slots=True)
class _Toolchains:
    """What this machine has for the languages of all pairs."""

    versions: dict[str, str]
    missing: dict[str, str]
    """Languages that cannot be run here, and why."""

    def lacking(self, pair: Pair) -> str:
        """Why a pair cannot be run here; empty when it can."""
        languages = dict.fromkeys((pair.groundtruth.language, pair.prediction.language))
        return "; ".join(self.missing[language] for language in languages if language in self.missing)


def _find_toolchains(pairs: Sequence[Pair]) -> _Toolchains:
    """Raises `UsageError` when no pair at all can be run."""
    found = _Toolchains({}, {})
    for language in sorted({source.language for pair in pairs for source in (pair.groundtruth, pair.prediction)}):
        if not recipe(language).run:
            continue
        try:
            found.versions[language] = tools(language).version
        except MissingToolchain as error:
            found.missing[language] = str(error)
    if all(map(found.lacking, pairs)):
        raise UsageError(f"no pair can be run here: {'; '.join(found.missing.values())}")
    return found


@dataclass(slots=True)
class _Batch:
    """One call of `run_ca_benchmark`, from the pairs to the report."""

    places: Places
    pairing: Pairing
    terms: Terms
    isolation: str
    python: str | None
    cache: Path
    toolchains: _Toolchains
    similarity: Similarity | None
    watch: Watcher | None
    facts: dict[str, str]
    """What moves the scores, for the signature."""
    ledger: Ledger | None = None
    rows: dict[str, Row] = field(default_factory=dict)

    def run(self, workers: int, store: Store | None, name: str) -> dict[str, Any]:  # Any: JSON
        keys = {pair.name: key_of(pair, self.terms, self.isolation) for pair in self.pairing.pairs}
        plan = content_digest(build_signature(self.facts), *keys.values()).hex()
        journal = Journal(journal_path(self.places.output, self.cache, plan))
        if store is not None:
            self.ledger = Ledger(store, name, self.places, self.pairing, self.facts, plan)
        try:
            todo = self._take_up(journal, keys)
            for answer in judge_all(todo, self.terms, workers=workers, make_runner=self._runner):
                row = _row(answer)
                if answer.result is not None:
                    journal.add(keys[answer.pair.name], row)
                self._note(answer.pair, row)
        except BaseException:
            if self.ledger is not None:
                self.ledger.interrupt()
            raise
        return self._finish(journal)

    def _runner(self) -> Runner:
        sandbox = WarmPython(python=self.python, isolation_level=self.isolation)
        return Runner(sandbox, cache=ArtefactCache(self.cache / "artefacts"))

    def _take_up(self, journal: Journal, keys: Mapping[str, str]) -> list[Pair]:
        """Pairs that are still to be judged: not those of a run that was cut short, and none that cannot run here."""
        known = journal.read()
        todo = []
        for pair in self.pairing.pairs:
            row, lacking = known.get(keys[pair.name]), self.toolchains.lacking(pair)
            if lacking:
                self._note(pair, _row(Answer(pair, None, Agreement.NO_TOOLCHAIN, lacking)))
            elif row is not None:
                self._note(pair, row)
            else:
                todo.append(pair)
        return todo

    def _beside(self, pair: Pair) -> Row:
        """What stands beside a result; of a prediction that could not be read or measured, nothing."""
        if self.similarity is None or pair.prediction.error:
            return {}
        try:
            return self.similarity(pair)
        except (Fault, RecursionError, MemoryError, ValueError) as error:
            return {"similarity_error": f"{type(error).__name__}: {error}"[:KEPT]}

    def _note(self, pair: Pair, row: Row) -> None:
        self.rows[pair.name] = {**row, **self._beside(pair)}
        if self.ledger is not None:
            self.ledger.add(pair, row)
        if self.watch is not None:
            self.watch(len(self.rows), len(self.pairing.pairs))

    def _finish(self, journal: Journal) -> dict[str, Any]:  # Any: JSON
        rows = list(self.rows.values()) + [_missing_row(name) for name in self.pairing.missing]
        rows.sort(key=lambda row: str(row["file"]))
        layers = {str(row["isolation"]) for row in rows if row.get("isolation")}
        facts = self.facts | ({"iso": layers.pop()} if len(layers) == 1 else {})
        summary = summarise(
            rows, extra=self.pairing.extra, toolchains=self.toolchains.missing, signature=build_signature(facts)
        )
        if self.ledger is not None:
            summary["run"] = self.ledger.finish(summary, facts)
        report = {"summary": summary, "results": rows}
        if self.places.output is not None:
            write_whole(self.places.output, report)
        journal.remove()
        return report


def _facts(terms: Terms, isolation: str, python: str | None, versions: Mapping[str, str]) -> dict[str, str]:
    limits = terms.limits
    return {
        "ca": VERSION,
        "compare": str(terms.rule),
        "repeat": str(terms.repeat),
        "time": format_seconds(limits.seconds),
        "mem": format_memory(limits.memory_bytes),
        "iso": isolation,
        "py": interpreter(python).version,
        **versions,
        "hashseed": "0",
        "assay": __version__,
    }


def _row(answer: Answer) -> Row:
    pair = answer.pair
    head: Row = {"file": pair.name, "groundtruth": pair.groundtruth.path, "prediction": pair.prediction.path}
    if answer.result is None:
        return {**head, "ca_score": None, "class": str(answer.apart), "error": answer.reason}
    return {**head, **answer.result.as_dict()}


def _missing_row(name: str) -> Row:
    error = "there is no prediction of that name"
    return {"file": name, "ca_score": None, "class": str(Agreement.MISSING), "error": error}


def summarise(
    rows: Sequence[Row],
    *,
    extra: Sequence[str] = (),
    toolchains: Mapping[str, str] | None = None,
    signature: str = "",
) -> Row:
    """The counts and the mean; `toolchains` says of languages that cannot be run here why not.

    The mean is over pairs whose ground truth ran to its end and agrees with itself; beside it stands the one in which
    a missing prediction counts as 0. `groundtruth_failed_inputs` are inputs of pairs that count, and count not.
    """
    classes = [Agreement(row["class"]) for row in rows]
    of = {known: [row for row, found in zip(rows, classes, strict=True) if found is known] for known in Agreement}
    counted = [row for row, found in zip(rows, classes, strict=True) if found in SCORES]
    scores = [float(row["ca_score"]) for row in counted]
    with_missing = scores + [0.0] * len(of[Agreement.MISSING])
    return {
        "num_files": len(rows),
        "evaluated": len(scores),
        "mean_ca_score": _mean(scores),
        "interval": _interval(scores),
        "mean_ca_score_with_missing": _mean(with_missing),
        "perfect_matches": len(of[Agreement.PERFECT]),
        "close_matches": len(of[Agreement.CLOSE]),
        "partial_matches": len(of[Agreement.PARTIAL]),
        "failures": len(of[Agreement.FAILED]),
        "groundtruth_failed": len(of[Agreement.GROUNDTRUTH_FAILED]),
        "groundtruth_failed_inputs": sum(row.get("groundtruth_failed_inputs", 0) for row in counted),
        "nondeterministic": len(of[Agreement.NONDETERMINISTIC]),
        "no_toolchain": len(of[Agreement.NO_TOOLCHAIN]),
        "missing": len(of[Agreement.MISSING]),
        "faults": len(of[Agreement.FAULT]),
        "extra": len(extra),
        "missing_files": [row["file"] for row in of[Agreement.MISSING]],
        "extra_files": list(extra),
        "nondeterministic_files": [row["file"] for row in of[Agreement.NONDETERMINISTIC]],
        "groundtruth_failed_files": [row["file"] for row in of[Agreement.GROUNDTRUTH_FAILED]],
        "no_toolchain_files": [row["file"] for row in of[Agreement.NO_TOOLCHAIN]],
        "missing_toolchains": dict(toolchains or {}),
        "signature": signature,
    }


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None


def _interval(scores: Sequence[float]) -> list[float] | None:
    """Of 95 % confidence, over files drawn again."""
    if not scores:
        return None
    from assay.statistics.intervals import clustered

    return list(clustered(scores))
