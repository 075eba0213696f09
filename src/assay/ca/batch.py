"""Folders of programs: every pair judged, summed up, written and kept."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import __version__
from assay.ca.comparing import Agreement
from assay.ca.crew import judge_all
from assay.ca.evaluating import TIMEOUT_SECONDS, Pair, PairResult, Terms, make_terms
from assay.ca.excerpts import KEPT
from assay.ca.inputs import Input
from assay.ca.journal import Journal, journal_path, key_of, write_whole
from assay.ca.keeping import Ledger
from assay.ca.pairing import Pairing, Places, pair_up
from assay.errors import Fault, InvalidValue
from assay.records import Limits
from assay.sandbox.interpreters import interpreter
from assay.sandbox.recipes import recipe, tools
from assay.sandbox.runner import Runner
from assay.sandbox.warm import WarmPython
from assay.settings import format_memory, format_seconds
from assay.signature import build_signature

if TYPE_CHECKING:
    from assay.store.base import Store

VERSION = "1"
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
    limits: Limits | None = None,
    workers: int | None = None,
    store: Store | None = None,
    name: str = "",
    isolation: str = "full",
    python: str | None = None,
    similarity: Similarity | None = None,
    watch: Watcher | None = None,
) -> dict[str, Any]:  # Any: JSON
    """Every ground truth against the prediction of the same name: `{"summary": {...}, "results": [...]}`.

    `input_data_map` gives each name its input or inputs, also as a JSON file or a folder of `.in` files. With
    `output_file` a run that was cut short goes on where it was. `store` keeps it as a run.
    """
    terms = make_terms(
        timeout=timeout,
        normalize=normalize,
        strict_match=strict_match,
        normalizers=normalizers,
        repeat=repeat,
        limits=limits,
    )
    if workers is not None and workers < 1:
        raise InvalidValue(f"workers must be at least 1, got {workers!r}")
    places = Places(Path(data_dir), Path(prediction_dir), Path(output_file) if output_file is not None else None)
    inputs = Path(input_data_map) if isinstance(input_data_map, str | os.PathLike) else input_data_map
    pairing = pair_up(
        places.groundtruth,
        places.prediction,
        inputs=inputs,
        language=language,
        prediction_language=prediction_language,
        common=Input(arguments=tuple(arguments)),
    )
    facts = _facts(terms, isolation, python, _need_toolchains(pairing.pairs))
    batch = _Batch(places, pairing, terms, isolation, python, similarity, watch, facts)
    return batch.run(workers or os.cpu_count() or 1, store, name)


def _need_toolchains(pairs: Sequence[Pair]) -> dict[str, str]:
    """The version of every toolchain that will be used; raises for a missing one before anything runs."""
    languages = sorted({source.language for pair in pairs for source in (pair.groundtruth, pair.prediction)})
    return {language: tools(language).version for language in languages if recipe(language).run}


@dataclass(slots=True)
class _Batch:
    """One call of `run_ca_benchmark`, from the pairs to the report."""

    places: Places
    pairing: Pairing
    terms: Terms
    isolation: str
    python: str | None
    similarity: Similarity | None
    watch: Watcher | None
    facts: dict[str, str]
    """What moves the scores, for the signature."""
    ledger: Ledger | None = None
    rows: dict[str, Row] = field(default_factory=dict)

    def run(self, workers: int, store: Store | None, name: str) -> dict[str, Any]:  # Any: JSON
        keys = {pair.name: key_of(pair, self.terms, self.isolation) for pair in self.pairing.pairs}
        plan = hashlib.sha256("\n".join([build_signature(self.facts), *keys.values()]).encode()).hexdigest()
        journal = Journal(journal_path(self.places.output, plan))
        if store is not None:
            self.ledger = Ledger(store, name, self.places, self.pairing, self.facts, plan)
        try:
            todo = self._take_up(journal, keys)
            for answer in judge_all(todo, self.terms, workers=workers, make_runner=self._runner):
                row = self._row(answer.pair, answer.result, answer.fault)
                if answer.result is not None:
                    journal.add(keys[answer.pair.name], row)
                self._note(answer.pair, row)
        except BaseException:
            if self.ledger is not None:
                self.ledger.interrupt()
            raise
        return self._finish(journal)

    def _runner(self) -> Runner:
        return Runner(WarmPython(python=self.python, isolation_level=self.isolation))

    def _take_up(self, journal: Journal, keys: Mapping[str, str]) -> list[Pair]:
        """Pairs that are still to be judged; those of a run that was cut short are not."""
        known = journal.read()
        todo = []
        for pair in self.pairing.pairs:
            row = known.get(keys[pair.name])
            if row is None:
                todo.append(pair)
            else:
                self._note(pair, row)
        return todo

    def _row(self, pair: Pair, result: PairResult | None, fault: str) -> Row:
        head: Row = {"file": pair.name, "groundtruth": pair.groundtruth.path, "prediction": pair.prediction.path}
        if result is None:
            return {**head, "ca_score": None, "class": str(Agreement.FAULT), "error": fault}
        return {**head, **result.as_dict(), **self._beside(pair)}

    def _beside(self, pair: Pair) -> Row:
        """What stands beside a result; of a prediction that could not be read or measured, nothing."""
        if self.similarity is None or pair.prediction.error:
            return {}
        try:
            return self.similarity(pair)
        except (Fault, RecursionError, MemoryError, ValueError) as error:
            return {"similarity_error": f"{type(error).__name__}: {error}"[:KEPT]}

    def _note(self, pair: Pair, row: Row) -> None:
        self.rows[pair.name] = row
        if self.ledger is not None:
            self.ledger.add(pair, row)
        if self.watch is not None:
            self.watch(len(self.rows), len(self.pairing.pairs))

    def _finish(self, journal: Journal) -> dict[str, Any]:  # Any: JSON
        rows = list(self.rows.values()) + [_missing_row(name) for name in self.pairing.missing]
        rows.sort(key=lambda row: str(row["file"]))
        layers = {str(row["isolation"]) for row in rows if row.get("isolation")}
        facts = self.facts | ({"iso": layers.pop()} if len(layers) == 1 else {})
        summary = summarise(rows, extra=self.pairing.extra, signature=build_signature(facts))
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


def _missing_row(name: str) -> Row:
    error = "there is no prediction of that name"
    return {"file": name, "ca_score": None, "class": str(Agreement.MISSING), "error": error}


def summarise(rows: Sequence[Row], *, extra: Sequence[str] = (), signature: str = "") -> Row:
    """The counts and the mean.

    The mean is over pairs that ran and whose ground truth agrees with itself; beside it stands the one in which a
    missing prediction counts as 0.
    """
    classes = [Agreement(row["class"]) for row in rows]
    of = {known: [row for row, found in zip(rows, classes, strict=True) if found is known] for known in Agreement}
    apart = (Agreement.NONDETERMINISTIC, Agreement.MISSING, Agreement.FAULT)
    scores = [float(row["ca_score"]) for row, found in zip(rows, classes, strict=True) if found not in apart]
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
        "both_failed": len(of[Agreement.BOTH_FAILED]),
        "nondeterministic": len(of[Agreement.NONDETERMINISTIC]),
        "missing": len(of[Agreement.MISSING]),
        "faults": len(of[Agreement.FAULT]),
        "extra": len(extra),
        "missing_files": [row["file"] for row in of[Agreement.MISSING]],
        "extra_files": list(extra),
        "nondeterministic_files": [row["file"] for row in of[Agreement.NONDETERMINISTIC]],
        "both_failed_files": [row["file"] for row in of[Agreement.BOTH_FAILED]],
        "signature": signature,
    }


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None


def _interval(scores: Sequence[float]) -> list[float] | None:
    """Of 95 % confidence, over files drawn again."""
    if not scores:
        return None
    from assay.metrics.intervals import clustered

    return list(clustered(scores))
