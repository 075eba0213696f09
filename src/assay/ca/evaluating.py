"""One pair of programs: built, run on every input, compared."""

from __future__ import annotations

import atexit
import math
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.ca.comparing import (
    Agreement,
    Comparison,
    Observed,
    Side,
    compare,
    not_built,
    not_read,
    not_started,
    observe,
    same_behaviour,
)
from assay.ca.excerpts import Budget
from assay.ca.inputs import InputData, read_inputs
from assay.ca.normalising import make_checker
from assay.ca.sources import read_source
from assay.errors import Fault, InvalidValue
from assay.records import MIB, Checker, Limits, ProgramInput, ProgramSource
from assay.sandbox.runner import Built, NotStarted, Runner

TIMEOUT_SECONDS = 30.0
LIMITS = Limits(seconds=TIMEOUT_SECONDS, output_bytes=4 * MIB, file_bytes=32 * MIB, open_files=256, processes=128)
MAX_REPEAT = 100


class UnreadableGroundTruth(Fault):
    """There is no ground truth to judge by: its file cannot be read, or is too large."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Ground truth and prediction with what they are given."""

    name: str
    groundtruth: ProgramSource
    prediction: ProgramSource
    inputs: tuple[ProgramInput, ...] = (ProgramInput(),)


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms pairs are judged."""

    rule: Checker = field(default_factory=Checker)
    limits: Limits = LIMITS
    repeat: int = 1
    """How often the ground truth runs; from 2 on, each time with another hash seed, to see whether it varies."""

    def __post_init__(self) -> None:
        if not 1 <= self.repeat <= MAX_REPEAT:
            raise InvalidValue(f"repeat must be from 1 to {MAX_REPEAT}, got {self.repeat!r}")


@dataclass(frozen=True, slots=True)
class PairResult:
    """What one pair came to."""

    pair: Pair
    terms: Terms
    comparisons: tuple[Comparison, ...]
    """One for each input; their texts have a bounded size in all."""
    varies: tuple[bool, ...]
    """For each input, whether the ground truth gave something else the next time."""
    worst: tuple[Comparison, bool]
    """The first of those with the lowest score, with all its texts; and whether the ground truth varied there."""
    isolation: str = ""

    @property
    def counted(self) -> tuple[Comparison, ...]:
        """The inputs that show something about the prediction, because the ground truth took them."""
        return tuple(found for found in self.comparisons if found.score is not None)

    @property
    def score(self) -> float | None:
        """The mean over the inputs that count; `None` when none does."""
        scores = [found.score for found in self.comparisons if found.score is not None]
        return sum(scores) / len(scores) if scores else None

    @property
    def agreement(self) -> Agreement:
        """The class of all inputs together."""
        if any(self.varies):
            return Agreement.NONDETERMINISTIC
        found = {comparison.agreement for comparison in self.counted}
        if not found:
            return Agreement.GROUNDTRUTH_FAILED
        if len(found) == 1:
            return found.pop()
        if found <= {Agreement.PERFECT, Agreement.CLOSE}:
            return Agreement.CLOSE
        return Agreement.PARTIAL  # one kind at least has points

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """The documented mapping; with several inputs, the outputs are those of the first that does not agree."""
        names = [given.name for given in self.pair.inputs]
        rows = [_as_dict(found, varies) for found, varies in zip(self.comparisons, self.varies, strict=True)]
        counted = self.counted
        together = {
            "ca_score": self.score,
            "class": str(self.agreement),
            "exact_match": all(found.exact for found in counted or self.comparisons),
            "normalized_match": all(found.normalised for found in counted or self.comparisons),
            "returncode_match": all(found.same_returncode for found in counted or self.comparisons),
            "nondeterministic": any(self.varies),
        }
        facts = {
            "groundtruth_language": self.pair.groundtruth.language,
            "prediction_language": self.pair.prediction.language,
            "comparison": str(self.terms.rule),
            "isolation": self.isolation,
        }
        inputs = [{"input": name, **row} for name, row in zip(names, rows, strict=True)] if len(rows) > 1 else []
        first = _as_dict(*self.worst)
        counts = {"num_inputs": len(rows), "groundtruth_failed_inputs": len(rows) - len(counted)}
        return {**first, **together, **facts, **counts, "inputs": inputs}


def _as_dict(found: Comparison, varies: bool) -> dict[str, Any]:  # Any: JSON
    left, right = found.groundtruth, found.prediction
    return {
        "ca_score": found.score,
        "class": str(Agreement.NONDETERMINISTIC if varies else found.agreement),
        "exact_match": found.exact,
        "normalized_match": found.normalised,
        "returncode_match": found.same_returncode,
        "groundtruth_output": left.output,
        "prediction_output": right.output,
        "error": found.error or None,
        "diff": found.diff or None,
        "normalizers": list(found.applied),
        "nondeterministic": varies,
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


def judge_pair(runner: Runner, pair: Pair, terms: Terms) -> PairResult:
    """Runs both programs on every input and compares; raises `MissingToolchain` or a `Fault`, never scores them.

    Whatever is wrong with the prediction's own files is a failure of the prediction. A ground truth without a source
    raises `UnreadableGroundTruth`.
    """
    if pair.groundtruth.error:
        raise UnreadableGroundTruth(f"groundtruth: {pair.groundtruth.error}")
    groundtruth = runner.build(pair.groundtruth.data, pair.groundtruth.language, terms.limits)
    prediction = pair.prediction.error or runner.build(pair.prediction.data, pair.prediction.language, terms.limits)
    budget = Budget()
    comparisons: list[Comparison] = []
    varies: list[bool] = []
    worst: tuple[Comparison, bool] | None = None
    for given in pair.inputs:
        truth = _run(runner, groundtruth, given, terms)
        found = compare(truth, _run_prediction(runner, prediction, given, terms), terms.rule)
        varies.append(_varies(runner, groundtruth, given, terms, truth))
        if worst is None or _rank(found) < _rank(worst[0]):
            worst = found, varies[-1]
        comparisons.append(_within(budget, found))
    if worst is None:
        raise InvalidValue(f"inputs of {pair.name!r}: there must be at least one")
    return PairResult(pair, terms, tuple(comparisons), tuple(varies), worst, runner.sandbox.isolation)


def _rank(found: Comparison) -> float:
    """Lower is worse; an input that the ground truth failed on is shown only when there is no other."""
    return math.inf if found.score is None else found.score


def _run_prediction(runner: Runner, built: Built | str, given: ProgramInput, terms: Terms) -> Observed:
    """The ground truth took the same input under the same limits: what is refused now is the prediction's own doing."""
    if isinstance(built, str):
        return not_read(built)
    try:
        return _run(runner, built, given, terms)
    except InvalidValue as error:
        return not_started(str(error))


def _run(runner: Runner, built: Built, given: ProgramInput, terms: Terms, hash_seed: int = 0) -> Observed:
    if built.error:
        return not_built(built.error)
    try:
        execution = runner.run(
            built,
            stdin=given.stdin,
            arguments=given.arguments,
            files=given.files,
            limits=terms.limits,
            hash_seed=hash_seed,
        )
    except NotStarted as error:
        return not_started(str(error))
    return observe(execution, built.language, seconds=terms.limits.seconds)


def _within(budget: Budget, found: Comparison) -> Comparison:
    """The comparison with its texts, or marks where no room is left for them; the reasons come first."""
    error, diff = budget.take(found.error), budget.take(found.diff)
    sides = [_side_within(budget, side) for side in (found.groundtruth, found.prediction)]
    return replace(found, groundtruth=sides[0], prediction=sides[1], error=error, diff=diff)


def _side_within(budget: Budget, side: Side) -> Side:
    output, raw_output, stderr = map(budget.take, (side.output, side.raw_output, side.stderr))
    return replace(side, output=output, raw_output=raw_output, stderr=stderr)


def _varies(runner: Runner, built: Built, given: ProgramInput, terms: Terms, first: Observed) -> bool:
    return any(
        not same_behaviour(first, _run(runner, built, given, terms, seed), terms.rule)
        for seed in range(1, terms.repeat)
    )


def evaluate_ca(
    groundtruth: str | bytes | os.PathLike[str],
    prediction: str | bytes | os.PathLike[str],
    *,
    input_data: InputData = None,
    timeout: float = TIMEOUT_SECONDS,
    normalize: bool = True,
    strict_match: bool = False,
    language: str | None = None,
    prediction_language: str | None = None,
    arguments: Sequence[str] = (),
    files: Mapping[str, str | bytes] | None = None,
    normalizers: Sequence[str] = (),
    repeat: int = 1,
    memory_bytes: int | None = None,
    limits: Limits | None = None,
    runner: Runner | None = None,
) -> dict[str, Any]:  # Any: JSON
    """Whether two programs do the same with the same input, as a mapping with `ca_score` and all that led to it.

    Where the ground truth fails, on all inputs, the score is `None`: that is nothing about the prediction. Of each
    output the first 2000 characters are in the mapping; the comparison is over the whole.

    >>> evaluate_ca("print('Hello, World!')", "print('Hello, World!')")["ca_score"]
    1.0
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
    common = ProgramInput(
        arguments=tuple(arguments), files={path: _bytes(text) for path, text in (files or {}).items()}
    )
    pair = Pair(
        name="",
        groundtruth=read_source(groundtruth, language),
        prediction=read_source(prediction, prediction_language or language),
        inputs=with_common(read_inputs(input_data), common),
    )
    if pair.groundtruth.error:
        raise InvalidValue(f"groundtruth: {pair.groundtruth.error}")
    if runner is not None:
        return judge_pair(runner, pair, terms).as_dict()
    with _shared:
        return judge_pair(_shared.get(), pair, terms).as_dict()


def make_terms(
    *,
    timeout: float = TIMEOUT_SECONDS,
    normalize: bool = True,
    strict_match: bool = False,
    normalizers: Sequence[str] = (),
    repeat: int = 1,
    memory_bytes: int | None = None,
    limits: Limits | None = None,
) -> Terms:
    """The terms that these options ask for; time and memory come before those of `limits`."""
    if isinstance(normalizers, str):
        normalizers = [normalizers]
    rule = make_checker(normalise=normalize, strict=strict_match, normalisers=normalizers)
    chosen = limits or LIMITS
    memory = chosen.memory_bytes if memory_bytes is None else memory_bytes
    return Terms(rule, replace(chosen, seconds=float(timeout), memory_bytes=memory), repeat)


def with_common(inputs: Sequence[ProgramInput], common: ProgramInput) -> tuple[ProgramInput, ...]:
    """Every input with the arguments and files that all have in common; its own files win."""
    return tuple(
        replace(given, arguments=(*common.arguments, *given.arguments), files={**common.files, **given.files})
        for given in inputs
    )


def _bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content


class _Shared:
    """One runner for all calls that bring none, kept warm until the process ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runner: Runner | None = None
        self._owner = 0

    def get(self) -> Runner:
        if self._runner is None or self._owner != os.getpid():
            self._runner, self._owner = Runner(), os.getpid()
            atexit.register(self._runner.close)
        return self._runner

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *exception: object) -> None:
        self._lock.release()


_shared = _Shared()
