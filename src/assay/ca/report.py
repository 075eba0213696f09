"""What a run of computational accuracy says: a result for each file, and their summary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from assay.agreement import SCORES, Accuracy, Agreement, Comparison
from assay.records import Problem, Programs, ProgramSource, Score, Trial

METRIC = "ca_score"
_BLAMED = Accuracy(set_aside=Agreement.FAILED)
_FAULTY = Accuracy(set_aside=Agreement.FAULT)
_NOTED = {
    "missing": "missing",
    "groundtruth_failed": "with a failing ground truth",
    "nondeterministic": "nondeterministic",
    "no_toolchain": "without a toolchain",
}


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of one ground truth."""

    file: str
    problem: Problem | None = None
    """`None`: there is no prediction of that name."""
    trial: Trial | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON
    """What stands beside the result, such as CodeBLEU."""

    @property
    def accuracy(self) -> Accuracy:
        """How far the two programs agree; a worker that the prediction killed leaves nothing but a verdict."""
        if self.trial is None:
            return Accuracy(set_aside=Agreement.MISSING)
        return self.trial.accuracy or (_FAULTY if self.trial.verdict is None else _BLAMED)

    @property
    def agreement(self) -> Agreement:
        """The class of the file."""
        return self.accuracy.agreement

    @property
    def score(self) -> float | None:
        """Of the file; `None` where it says nothing about the prediction."""
        return self.accuracy.score if self.accuracy.comparisons else SCORES.get(self.agreement)

    @property
    def reason(self) -> str:
        """Why the programs do not agree, or were not compared; empty where they agree."""
        if self.trial is None:
            return "there is no prediction of that name"
        worst = self.accuracy.worst
        return self.trial.fault or self.trial.detail if worst is None else worst.error or worst.diff

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the result as JSON has it."""
        data: dict[str, Any] = {"file": self.file}  # Any: JSON
        if self.problem is not None and self.trial is not None:
            data["groundtruth"] = _groundtruth(self.problem).path
            data["prediction"] = self.trial.candidate.origin
            if self.accuracy.comparisons:
                return {**data, **as_mapping(self.problem, self.trial), **self.beside}
        return {
            **data,
            "ca_score": self.score,
            "class": str(self.agreement),
            "error": self.reason,
            **self.beside,
        }


def _groundtruth(problem: Problem) -> ProgramSource:
    assert isinstance(problem.check, Programs), "computational accuracy is about programs"
    assert problem.check.groundtruth is not None, "it has a ground truth"
    return problem.check.groundtruth


def as_mapping(problem: Problem, trial: Trial) -> dict[str, Any]:  # Any: JSON
    """Return the documented mapping; with several inputs, the outputs are those of the first that does not agree."""
    check, accuracy = problem.check, trial.accuracy
    assert isinstance(check, Programs), "computational accuracy is about programs"
    assert accuracy is not None, "the trial is one of a program"
    assert accuracy.worst is not None, "something was compared"
    shown = accuracy.counted or accuracy.comparisons
    rows = [
        {"input": given.name, **_as_dict(found)}
        for given, found in zip(check.inputs, accuracy.comparisons, strict=True)
    ]
    return {
        **_as_dict(accuracy.worst),
        "ca_score": accuracy.score,
        "class": str(accuracy.agreement),
        "exact_match": all(found.exact for found in shown),
        "normalized_match": all(found.normalised for found in shown),
        "returncode_match": all(found.same_returncode for found in shown),
        "nondeterministic": any(found.varies for found in accuracy.comparisons),
        "groundtruth_language": _groundtruth(problem).language,
        "prediction_language": problem.language,
        "comparison": str(check.checker),
        "isolation": trial.isolation,
        "num_inputs": len(rows),
        "groundtruth_failed_inputs": len(rows) - len(accuracy.counted),
        "inputs": rows if len(rows) > 1 else [],
    }


def _as_dict(found: Comparison) -> dict[str, Any]:  # Any: JSON
    left, right = found.groundtruth, found.prediction
    return {
        "ca_score": found.score,
        "class": str(found.agreement),
        "exact_match": found.exact,
        "normalized_match": found.normalised,
        "returncode_match": found.same_returncode,
        "groundtruth_output": left.output,
        "prediction_output": right.output,
        "error": found.error or None,
        "diff": found.diff or None,
        "normalizers": list(found.applied),
        "nondeterministic": found.varies,
        "groundtruth_returncode": left.returncode,
        "prediction_returncode": right.returncode,
        "groundtruth_raw_output": left.raw_output,
        "prediction_raw_output": right.raw_output,
        "groundtruth_stderr": left.stderr,
        "prediction_stderr": right.stderr,
        "groundtruth_failure": left.failure or None,
        "prediction_failure": right.failure or None,
        "truncated": left.truncated or right.truncated,
        "groundtruth_seconds": round(left.seconds, 6),
        "prediction_seconds": round(right.seconds, 6),
    }


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts and the mean of all files.

    The mean is over pairs whose ground truth ran to its end and agrees with itself; beside it stands the one in which
    a missing prediction counts as 0. `groundtruth_failed_inputs` are inputs of pairs that count, and count not.
    """

    num_files: int = 0
    evaluated: int = 0
    mean_ca_score: float | None = None
    interval: list[float] | None = None
    mean_ca_score_with_missing: float | None = None
    perfect_matches: int = 0
    close_matches: int = 0
    partial_matches: int = 0
    failures: int = 0
    groundtruth_failed: int = 0
    groundtruth_failed_inputs: int = 0
    nondeterministic: int = 0
    no_toolchain: int = 0
    missing: int = 0
    faults: int = 0
    extra: int = 0
    missing_files: list[str] = field(default_factory=list)
    extra_files: list[str] = field(default_factory=list)
    nondeterministic_files: list[str] = field(default_factory=list)
    groundtruth_failed_files: list[str] = field(default_factory=list)
    no_toolchain_files: list[str] = field(default_factory=list)
    missing_toolchains: dict[str, str] = field(default_factory=dict)
    """Languages that cannot be run here, and why."""
    signature: str = ""
    run: str = ""
    """The id under which it is kept; empty: it is not."""

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the summary as JSON has it."""
        data = asdict(self)
        if not self.run:
            del data["run"]
        return data

    def as_score(self) -> Score:
        """Return the mean as the score of a run."""
        interval = None if self.interval is None else (self.interval[0], self.interval[1])
        note = ", ".join(f"{getattr(self, name)} {word}" for name, word in _NOTED.items() if getattr(self, name))
        return Score(METRIC, self.mean_ca_score, self.evaluated, interval, self.signature, note=note)


@dataclass(frozen=True, slots=True)
class FilesReport:
    """All files, with their summary."""

    summary: Summary
    results: tuple[FileResult, ...]

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return `{"summary": {...}, "results": [...]}`."""
        return {"summary": self.summary.as_dict(), "results": [result.as_dict() for result in self.results]}


def summarise(
    results: Sequence[FileResult],
    *,
    extra: Sequence[str] = (),
    toolchains: Mapping[str, str] | None = None,
    signature: str = "",
) -> Summary:
    """Return the counts and the mean; `toolchains` says of languages that cannot be run here why not."""
    files: dict[Agreement, list[str]] = {known: [] for known in Agreement}
    for result in results:
        files[result.agreement].append(result.file)
    counted = [result for result in results if result.agreement in SCORES]
    scores = [result.score for result in counted if result.score is not None]
    return Summary(
        num_files=len(results),
        evaluated=len(scores),
        mean_ca_score=_mean(scores),
        interval=_interval(scores),
        mean_ca_score_with_missing=_mean(scores + [0.0] * len(files[Agreement.MISSING])),
        perfect_matches=len(files[Agreement.PERFECT]),
        close_matches=len(files[Agreement.CLOSE]),
        partial_matches=len(files[Agreement.PARTIAL]),
        failures=len(files[Agreement.FAILED]),
        groundtruth_failed=len(files[Agreement.GROUNDTRUTH_FAILED]),
        groundtruth_failed_inputs=sum(_left_out(result.accuracy) for result in counted),
        nondeterministic=len(files[Agreement.NONDETERMINISTIC]),
        no_toolchain=len(files[Agreement.NO_TOOLCHAIN]),
        missing=len(files[Agreement.MISSING]),
        faults=len(files[Agreement.FAULT]),
        extra=len(extra),
        missing_files=files[Agreement.MISSING],
        extra_files=list(extra),
        nondeterministic_files=files[Agreement.NONDETERMINISTIC],
        groundtruth_failed_files=files[Agreement.GROUNDTRUTH_FAILED],
        no_toolchain_files=files[Agreement.NO_TOOLCHAIN],
        missing_toolchains=dict(toolchains or {}),
        signature=signature,
    )


def _left_out(accuracy: Accuracy) -> int:
    return len(accuracy.comparisons) - len(accuracy.counted)


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None


def _interval(scores: Iterable[float]) -> list[float] | None:
    """Return the interval of 95 % confidence, over files drawn again."""
    drawn = list(scores)
    if not drawn:
        return None
    from assay.statistics.intervals import clustered

    return list(clustered(drawn))
