"""What the probes of a run found, as metrics beside pass@k: each is scored where its probe was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from assay.metrics.base import Metric, RunView
from assay.metrics.tally import ProbeCounts
from assay.records import Score

NOTHING = "nothing could be probed"


def of_passes(name: str, probe: str) -> Callable[[RunView], Sequence[Score]]:
    """Return the score of a probe that is asked about each pass: a share of the passes that it can tell about."""

    def score(run: RunView) -> list[Score]:
        found = _answers(run, probe)
        counts = [(one.count, one.of) for one in found if one.of]
        note = "; ".join(("n counts passes", *_left_out(found, "pass", "passes")))
        return [run.share(name, counts, note=note, nothing=note, signature=_signature(run, probe))]

    return score


def of_problems(name: str, probe: str) -> Callable[[RunView], Sequence[Score]]:
    """Return the score of a probe that is asked about each problem: a mean over those that it can tell about."""

    def score(run: RunView) -> list[Score]:
        found = _answers(run, probe)
        values = [one.count / one.of for one in found if one.of]
        mean = run.mean(
            name, values, note="; ".join(_left_out(found, "attempt", "attempts")) or ("" if values else NOTHING)
        )
        return [replace(mean, signature=_signature(run, probe))]

    return score


def _answers(run: RunView, probe: str) -> list[ProbeCounts]:
    return [cell.probes[probe] for cell in run.problems.values() if probe in cell.probes]


def _left_out(found: Sequence[ProbeCounts], single: str, several: str) -> list[str]:
    silent, faults = sum(one.silent for one in found), sum(one.faults for one in found)
    texts = [f"{count} {single if count == 1 else several}" for count in (silent, faults)]
    notes = [f"{texts[0]} could not be compared"] if silent else []
    return [*notes, f"the probe failed on {texts[1]}, which is our fault"] if faults else notes


def _signature(run: RunView, probe: str) -> str:
    terms = replace(run.terms, facts={**run.terms.facts, "probe": probe})
    return terms.signature(run.problems)


METRICS = (
    Metric(
        "overfit-rate",
        "The share of the passes that do not hold up: beyond the tests they differ from the reference",
        of_passes("overfit-rate", "overfit"),
        "{share} of the passes do not hold up beyond the tests",
        place=32,
        counts="passes",
        probe="overfit",
    ),
    Metric(
        "equivalence-rate",
        "The share of the passes for which no difference from the reference was found",
        of_passes("equivalence-rate", "equivalence"),
        "no difference from the reference was found for {share} of the passes",
        place=34,
        counts="passes",
        probe="equivalence",
    ),
    Metric(
        "mutation-score",
        "The share of small faults in the references that the tests notice, averaged over problems",
        of_problems("mutation-score", "mutation"),
        "the tests notice {share} of small faults in the references",
        place=36,
        probe="mutation",
    ),
)
