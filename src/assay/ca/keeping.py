"""A run of computational accuracy in the store: one trial for each pair, one outcome for each input."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from assay.ca.comparing import Agreement
from assay.ca.evaluating import Pair
from assay.records import Candidate, CaseOutcome, CaseStatus, KilledBy, Score, Trial, Verdict
from assay.spec import BenchmarkRef, CandidatesRef, Run, RunSpec, RunState
from assay.store.leases import Holding, take_up

if TYPE_CHECKING:
    from assay.ca.pairing import Pairing, Places
    from assay.store.base import Store

BENCHMARK = "ca"
METRIC = "ca_score"
_SHOWN = 2000


class Ledger:
    """Writes a run down while it goes."""

    def __init__(
        self, store: Store, name: str, places: Places, pairing: Pairing, facts: Mapping[str, str], plan: str
    ) -> None:
        self.store = store
        self.started = time.monotonic()
        self.order = {pair.name: i for i, pair in enumerate(pairing.pairs)}
        self.run, holder = take_up(
            store, store.unfinished(plan), lambda: _new_run(name, places, len(self.order), facts, plan)
        )
        self.holding = Holding(store, self.run.id, holder).start()
        self.seconds = self.run.seconds

    def add(self, pair: Pair, row: Mapping[str, Any]) -> None:  # Any: JSON
        """Keeps one pair as a trial."""
        self.store.add_trials(self.run.id, [(self.order[pair.name], trial_of(pair, row))])

    def interrupt(self) -> None:
        self._update(RunState.INTERRUPTED, ())

    def finish(self, summary: Mapping[str, Any], facts: Mapping[str, str]) -> str:  # Any: JSON
        """Closes the run with its score; returns its id."""
        self.run = replace(self.run, facts=dict(facts))
        interval = summary["interval"]
        score = Score(
            METRIC,
            summary["mean_ca_score"],
            summary["evaluated"],
            (interval[0], interval[1]) if interval else None,
            str(summary["signature"]),
            note=_note(summary),
        )
        self._update(RunState.FINISHED, (score,))
        return self.run.id

    def _update(self, state: RunState, scores: tuple[Score, ...]) -> None:
        seconds = round(self.seconds + time.monotonic() - self.started, 3)
        self.run = replace(self.run, state=state, scores=scores, seconds=seconds)
        self.store.update_run(self.run)
        self.holding.close()


def _new_run(name: str, places: Places, pairs: int, facts: Mapping[str, str], plan: str) -> Run:
    now = datetime.now(UTC)
    return Run(
        id=f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}",
        benchmark=BENCHMARK,
        benchmark_version=facts[BENCHMARK],
        name=name,
        created=now.isoformat(timespec="microseconds"),
        source=str(places.prediction),
        plan=plan,
        facts=dict(facts),
        spec=RunSpec(
            BenchmarkRef(BENCHMARK, str(places.groundtruth), name=BENCHMARK, version=facts[BENCHMARK]),
            CandidatesRef(str(places.prediction)),
        ),
        problems=pairs,
        trials=pairs,
    )


def _note(summary: Mapping[str, Any]) -> str:  # Any: JSON
    words = {
        "missing": "missing",
        "groundtruth_failed": "with a failing ground truth",
        "nondeterministic": "nondeterministic",
        "no_toolchain": "without a toolchain",
    }
    return ", ".join(f"{summary[key]} {word}" for key, word in words.items() if summary[key])


def trial_of(pair: Pair, row: Mapping[str, Any]) -> Trial:  # Any: JSON
    """A pair as a trial: it passes when every input that the ground truth took agrees, exactly or after normalisation.

    A ground truth that fails or does not agree with itself cannot judge anybody: its trial has a fault and no verdict.
    """
    candidate = Candidate(pair.prediction.data, origin=pair.prediction.path)
    found = Agreement(row["class"])
    if "inputs" not in row:
        return Trial(pair.name, candidate, None, fault=str(row["error"])[:_SHOWN], judge=BENCHMARK)
    inputs = row["inputs"] or [{"input": "", **row}]
    outcomes = tuple(_outcome(one) for one in inputs if one["class"] != Agreement.GROUNDTRUTH_FAILED)
    fault = _FAULTS.get(found, "")
    error = f": {row['error']}" if row["error"] else ""
    score = "" if row["ca_score"] is None else f"{METRIC} {row['ca_score']:g}, "
    return Trial(
        pair.name,
        candidate,
        None if fault else _verdict(outcomes, row),
        outcomes,
        fault=fault,
        detail=f"{score}{found}{error}"[:_SHOWN],
        judge=BENCHMARK,
        isolation=row["isolation"],
    )


def _outcome(row: Mapping[str, Any]) -> CaseOutcome:  # Any: JSON
    passed = row["class"] in (Agreement.PERFECT, Agreement.CLOSE)
    return CaseOutcome(
        CaseStatus.PASSED if passed else _STATUS.get(row["prediction_failure"], CaseStatus.FAILED),
        name=row["input"] or "input",
        actual=row["prediction_raw_output"][:_SHOWN],
        expected=row["groundtruth_raw_output"][:_SHOWN],
        error=(row["error"] or row["diff"] or "")[:_SHOWN],
        seconds=row["prediction_seconds"],
    )


_FAULTS = {
    Agreement.NONDETERMINISTIC: "the ground truth does not agree with itself",
    Agreement.GROUNDTRUTH_FAILED: "the ground truth does not run to its end",
}
_STATUS = {
    KilledBy.TIME: CaseStatus.TIMED_OUT,
    KilledBy.WALL: CaseStatus.TIMED_OUT,
    KilledBy.MEMORY: CaseStatus.OUT_OF_MEMORY,
    KilledBy.OUTPUT: CaseStatus.CRASHED,
    KilledBy.SYSTEM_CALL: CaseStatus.CRASHED,
    "build": CaseStatus.CRASHED,
    "start": CaseStatus.CRASHED,
    "source": CaseStatus.CRASHED,
    "crash": CaseStatus.CRASHED,
}


def _verdict(outcomes: tuple[CaseOutcome, ...], row: Mapping[str, Any]) -> Verdict:  # Any: JSON
    if row["prediction_failure"] in ("build", "source"):
        return Verdict.INVALID
    first = next((outcome.status for outcome in outcomes if not outcome.passed), None)
    return Verdict.PASSED if first is None else Verdict(str(first))
