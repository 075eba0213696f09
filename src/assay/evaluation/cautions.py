"""What a reader must know before the score: shared failures, a subset, several models, problems that are luck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.benchmarks.candidates.reading import MISPLACED
from assay.evaluation.stopping import MetRule, met_rule
from assay.judges.base import ControlGap
from assay.languages.known import languages
from assay.metrics.failures import Common, FailureKind, Failures, Sign
from assay.metrics.scoring import METRIC_FAILED
from assay.metrics.tally import Tallies
from assay.records import Score
from assay.reports.report import Caution, answered, pooled
from assay.settings import flag_of
from assay.spec import SELECTING, STOPPED, EarlyEnd, Run, RunState, asked_for, stopped_at

QUARANTINED = "quarantined"
"""The kind of the caution about problems that cannot be trusted."""
ERRATA = "errata"
"""The kind of the caution about failures at problems with known errors."""
CONTROL = "control"
"""The kind of the caution about passes that lack a full negative control."""
PYTHON = "python"
PATCH = "diff"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Cause:
    """The likely reason of a failure that many candidates share, and what to do about it."""

    kind: FailureKind
    sign: Sign | None
    """What more than half of the candidates must show; `None`: nothing in particular."""
    why: str
    option: str = ""
    """The option that helps; empty: none does."""
    value: str = ""
    """What to set it to; a run that was made with that has another cause."""
    of_python: bool = False
    """It explains failures of Python alone: in other languages what a compiler refuses is rarely text around code."""

    @property
    def flag(self) -> str:
        """The option with its value, as the command writes it."""
        return f"{flag_of(self.option)} {self.value}" if self.option else ""


_FENCED = "They are chat answers with code in fences; have it looked for"
OF_FILES = ("form", "extract")
"""Options that help where candidates come from files; a solver reads answers as answers."""
CAUSES = (
    Cause(FailureKind.INVALID, Sign.EMPTY, "Their text is empty"),
    Cause(FailureKind.INVALID, Sign.FENCED, _FENCED, "extract", "always"),
    Cause(
        FailureKind.INVALID, Sign.BODY, "They are bodies of functions; read them as completions", "form", "completion"
    ),
    Cause(
        FailureKind.INVALID,
        None,
        "If there is text around the code, have it looked for",
        "extract",
        "always",
        of_python=True,
    ),
    Cause(FailureKind.NO_ENTRY_POINT, Sign.EMPTY, "Their text is empty"),
    Cause(FailureKind.NO_ENTRY_POINT, Sign.FENCED, _FENCED, "extract", "always"),
    Cause(FailureKind.NO_ENTRY_POINT, None, "If they are meant to follow the prompt", "form", "completion"),
    Cause(
        FailureKind.PROMPT_NAME,
        None,
        "They rely on imports or helpers of the prompt; read them as completions",
        "form",
        "completion",
    ),
    Cause(FailureKind.MISSING_MODULE, None, "Run them under an interpreter that has it", "python", "PATH"),
    Cause(FailureKind.TIMEOUT, None, "If the limit is too short for them", "time", "TIME"),
    Cause(FailureKind.MEMORY, None, "If the limit is too small for them", "memory", "SIZE"),
)
"""Likely causes, the first that fits is told; a failure without one is told alone."""


def cautions(failures: Failures, counted: Tallies, run: Run) -> tuple[Caution, ...]:
    """Return what to say before the scores of a run."""
    shared = (_failing(common, failures.judged, run) for common in failures.common())
    return (*_misplaced(run), *shared, *_subset(run, counted), *_models(counted))


def _misplaced(run: Run) -> Iterator[Caution]:
    """Give one caution where candidates answer other problems than those that they were read for."""
    for note in run.notes:
        if note.endswith(MISPLACED):
            what, _, why = note.rpartition(": ")
            yield Caution("misplaced", 0, run.problems, what, f"{why[:1].upper()}{why[1:]}")


def metric_cautions(scores: Sequence[Score]) -> Iterator[Caution]:
    """Give one caution for each plug-in metric that failed; the other scores stand."""
    for score in scores:
        if score.note.startswith(METRIC_FAILED):
            what = f"The metric {score.metric!r} of a plug-in failed: {score.note.removeprefix(METRIC_FAILED)}"
            yield Caution("metric", 1, len(scores), what, "All other scores stand")


def mend_cautions(mends: Mapping[str, int], passed: int, counted: Tallies) -> Iterator[Caution]:
    """Give one caution where texts were made programs that others would judge as they are: that raises a score."""
    count = sum(mends.values())
    if count:
        whole = sum(counted.verdicts().values())
        kinds = ", ".join(f"{kind.replace('_', ' ')} {number:,}" for kind, number in mends.items())
        what = f"{count:,} of {whole:,} candidates were mended before they were judged, and {passed:,} of them pass"
        why = f"{kinds}; another harness may fail them"
        yield Caution("mended", count, whole, what, why, f"{flag_of('extract')} never")


def errata_cautions(failed: Mapping[str, int], erroneous: Collection[str]) -> Iterator[Caution]:
    """Give one caution where candidates fail at problems whose data is known to be wrong.

    `failed` is how many candidates failed, by problem.
    """
    ids = [problem for problem in erroneous if problem in failed]
    if ids:
        count, whole = sum(failed[problem] for problem in ids), sum(failed.values())
        rest = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
        what = f"{count} of the {whole} failures {'is' if count == 1 else 'are'} on problems with known errors"
        why = f"docs/benchmarks.md, and {flag_of('details')} for what is wrong: {', '.join(ids[:_SHOWN])}{rest}"
        yield Caution(ERRATA, count, whole, what, why)


def control_cautions(gaps: Mapping[ControlGap, int], passed: int) -> Iterator[Caution]:
    """Give one caution where passes lack a full negative control."""
    count = sum(gaps.values())
    if count:
        listed = ", ".join(f"{gap} {number:,}" for gap, number in sorted(gaps.items()))
        what = f"{count:,} of {passed:,} passes ({count / passed:.1%}) without a full control: {listed}"
        why = "Their tests leave little to change, so a cheat might pass them; each trial says why (SECURITY.md)"
        yield Caution(CONTROL, count, passed, what, why)


def quarantine_cautions(run: Run, quarantined: Mapping[str, str], judged: Collection[str]) -> Iterator[Caution]:
    """Give one caution where problems of the run cannot be trusted; they count in its scores all the same."""
    count = len(quarantined.keys() & set(judged))
    if count:
        what = f"{count} of {run.problems} problems {'is' if count == 1 else 'are'} quarantined"
        why = "When the benchmark was checked, their references did not always pass; comparisons leave them out"
        yield Caution(QUARANTINED, count, run.problems, what, why)


def _failing(common: Common, judged: int, run: Run) -> Caution:
    is_misplaced = common.kind is FailureKind.NO_ENTRY_POINT and any(_misplaced(run))
    cause = None if is_misplaced else next((cause for cause in CAUSES if _fits(cause, common, run)), None)
    what = f"{common.count} of {judged} candidates {_did(common, run)}"
    if cause is None:
        return Caution(common.kind.value, common.count, judged, what)
    return Caution(common.kind.value, common.count, judged, what, cause.why, cause.flag)


def _fits(cause: Cause, common: Common, run: Run) -> bool:
    if cause.kind is not common.kind or cause.sign not in (None, common.sign()):
        return False
    if cause.of_python and common.languages - {PYTHON}:
        return False
    if run.spec is not None and run.spec.solving is not None and cause.option in OF_FILES:
        return False
    return run.spec is None or getattr(run.spec.reading, cause.option, None) != cause.value


def _did(common: Common, run: Run) -> str:
    """Say in words what the candidates of a group did."""
    first, count = next(iter(common.texts.most_common(1)), ("", 0))
    whole = count == common.count
    match common.kind:
        case FailureKind.INVALID if common.languages == {PATCH}:
            return "are patches that cannot be applied"
        case FailureKind.INVALID:
            return f"are not valid {_titles(common)}, {'all' if whole else 'most often'} with {first}"
        case FailureKind.NO_ENTRY_POINT:
            return "do not define the function that is asked for"
        case FailureKind.MISSING_MODULE:
            listed = ", ".join(f"{name} ({number})" for name, number in common.texts.most_common(_SHOWN))
            return f"import what the interpreter does not have: {listed}"
        case FailureKind.TIMEOUT:
            return f"ran out of time ({run.facts.get('time', 'no limit is noted')})"
        case FailureKind.MEMORY:
            return f"ran out of memory ({run.facts.get('mem', 'no limit is noted')})"
        case FailureKind.PROMPT_NAME | FailureKind.ERROR:
            return f"die of {first}" if whole else f"die of an undefined name, most often {first}"


def _titles(common: Common) -> str:
    """Return the names of the languages of a group."""
    known = languages()
    found = sorted(common.languages or {PYTHON})
    return " or ".join(known[name].title if name in known else name for name in found)


def _subset(run: Run, counted: Tallies) -> Iterator[Caution]:
    if run.problems >= run.benchmark_problems:
        return
    stopped = stopped_at(run)
    judged_or_left = run.problems if stopped is None else stopped.of
    left_out, missing = run.benchmark_problems - run.selected_problems, run.selected_problems - judged_or_left
    parts = []
    if left_out > 0:
        chosen = "" if run.spec is None else asked_for(run.spec.subset, *SELECTING)
        parts.append(f"{left_out} left out by {chosen}")
    if missing > 0:
        parts.append(f"{missing} {'without a candidate' if run.state is RunState.FINISHED else 'not judged so far'}")
    if stopped is not None:
        yield _early_end(stopped, met_rule(counted.by_problem(), run), parts)
        return
    those = "that one" if run.problems == 1 else f"those {run.problems}"
    what = f"{answered(run)}; the score is about {those}"
    yield Caution("subset", run.problems, run.benchmark_problems, what, ", ".join(parts))


def _early_end(stopped: EarlyEnd, met: MetRule | None, parts: Sequence[str]) -> Caution:
    so = "" if met is None else f": {met}"
    what = f"Stopped after {stopped.problems} of {stopped.of} problems in random order{so}"
    why = "The intervals of other scores do not allow for the early end"
    return Caution(STOPPED, stopped.problems, stopped.of, what, "; ".join((why, *parts)))


def _models(counted: Tallies) -> Iterator[Caution]:
    writers = counted.writers()
    several = pooled(writers)
    if not several:
        return
    largest = sorted(writers, key=lambda writer: -writers[writer])
    listed = ", ".join(f"{writer} ({writers[writer]} candidates)" for writer in largest[:_SHOWN])
    rest = f" and {len(largest) - _SHOWN} more" if len(largest) > _SHOWN else ""
    what = f"The score pools {several}; {flag_of('details')} has that of each"
    yield Caution("models", len(writers), len(writers), what, f"{listed}{rest}")
