"""One pair of programs: read, run on every input, compared."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Any, TypedDict, Unpack

from assay.ca.inputs import InputData, given_bytes, read_inputs
from assay.ca.report import as_mapping
from assay.ca.sources import read_source
from assay.errors import InvalidValue, require, require_each, require_number
from assay.judges.normalising import make_checker
from assay.judges.programs import compare_programs
from assay.records import (
    MIB,
    Candidate,
    Checker,
    Limits,
    Problem,
    ProgramInput,
    Programs,
    ProgramSource,
    Trial,
)
from assay.sandbox.runner import Runner

TIMEOUT_SECONDS = 30.0
LIMITS = Limits(seconds=TIMEOUT_SECONDS, output_bytes=4 * MIB, file_bytes=32 * MIB, open_files=256, processes=128)
MAX_REPEAT = 100


@dataclass(frozen=True, slots=True)
class ProgramPair:
    """Ground truth and prediction with what they are given."""

    name: str
    groundtruth: ProgramSource
    prediction: ProgramSource
    inputs: tuple[ProgramInput, ...] = (ProgramInput(),)

    def candidate(self) -> Candidate:
        """Return the prediction as what is judged."""
        return Candidate(self.prediction.data, origin=self.prediction.path, error=self.prediction.error)


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms pairs are judged."""

    checker: Checker = field(default_factory=Checker)
    limits: Limits = LIMITS
    repeat: int = 1
    """How often the ground truth runs."""

    def __post_init__(self) -> None:
        require_number("repeat", self.repeat, 1, MAX_REPEAT, whole=True)

    def problem(self, pair: ProgramPair) -> Problem:
        """Return what a prediction is held against."""
        check = Programs(pair.inputs, pair.groundtruth, self.checker, self.repeat)
        return Problem(pair.name, check, language=pair.prediction.language)


class PairOptions(TypedDict, total=False):
    """How a pair is read, run and compared."""

    timeout: float
    """Seconds of one run."""
    memory_bytes: int | None
    limits: Limits | None
    """All limits; time and memory come before those in it."""
    normalize: bool
    """Whether output counts as close that is equal after normalisation."""
    strict_match: bool
    """Whether only equal bytes agree."""
    normalizers: Sequence[str]
    """Names of what makes outputs alike beyond the documented normalisation, such as `floats:0.01`."""
    repeat: int
    """How often the ground truth runs, to see whether it varies."""
    language: str | None
    """Of the ground truth, and of the prediction where nothing else is said; `None`: by the suffix, else Python."""
    prediction_language: str | None
    arguments: Sequence[str]
    """Of the command line, before those of an input."""


_NAME = (str, NoneType), "the name of a language"
_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "timeout": ((int, float), "a positive number of seconds"),
    "memory_bytes": ((int, NoneType), "a whole number"),
    "limits": ((Limits, NoneType), "Limits"),
    "normalize": ((bool,), "true or false"),
    "strict_match": ((bool,), "true or false"),
    "normalizers": ((str, list, tuple), "a list of names"),
    "language": _NAME,
    "prediction_language": _NAME,
    "workers": ((int, NoneType), "a whole number"),
    "name": ((str,), "a text"),
    "cache_folder": ((str, os.PathLike, NoneType), "a path"),
    "python": ((str, NoneType), "the path of an interpreter"),
    "isolation": ((str,), "the name of a level"),
}
"""The types of options and what they are in words."""


def evaluate_ca(
    groundtruth: str | bytes | os.PathLike[str],
    prediction: str | bytes | os.PathLike[str],
    *,
    input_data: InputData = None,
    files: Mapping[str, str | bytes] | None = None,
    runner: Runner | None = None,
    **options: Unpack[PairOptions],
) -> dict[str, Any]:  # Any: JSON
    """Tell whether two programs do the same with the same input: a mapping with `ca_score` and all that led to it.

    Where the ground truth fails, on all inputs, the score is `None`: that is nothing about the prediction. Of each
    output the first 2000 characters are in the mapping; the comparison is over the whole. `PairOptions` says what
    can be chosen.

    >>> evaluate_ca("print('Hello, World!')", "print('Hello, World!')")["ca_score"]
    1.0
    """
    for argument, program in (("groundtruth", groundtruth), ("prediction", prediction)):
        require(argument, program, (str, bytes, os.PathLike), "a text or a path")
    require("files", files, (Mapping, NoneType), "a text or bytes for each path")
    if runner is not None and not hasattr(runner, "sandbox"):
        raise InvalidValue(f"runner: must be a Runner, got {runner!r:.80}")
    check_options(options, PairOptions)
    terms, language = make_terms(options), options.get("language")
    common = ProgramInput(
        arguments=tuple(options.get("arguments", ())),
        files={path: given_bytes(text, f"files[{path!r}]") for path, text in (files or {}).items()},
    )
    pair = ProgramPair(
        name="",
        groundtruth=read_source(groundtruth, language, argument="groundtruth"),
        prediction=read_source(prediction, options.get("prediction_language") or language, argument="prediction"),
        inputs=with_common(read_inputs(input_data), common),
    )
    if pair.groundtruth.error:
        raise InvalidValue(f"groundtruth: {pair.groundtruth.error}")
    if runner is not None:
        return _compared(runner, pair, terms)
    with _shared:
        return _compared(_shared.get(), pair, terms)


def _compared(runner: Runner, pair: ProgramPair, terms: Terms) -> dict[str, Any]:  # Any: JSON
    problem, candidate = terms.problem(pair), pair.candidate()
    accuracy = compare_programs(runner, problem, candidate, limits=terms.limits)
    isolation = runner.sandbox.isolation
    return as_mapping(problem, Trial(pair.name, candidate, None, isolation=isolation, accuracy=accuracy))


def check_options(options: Mapping[str, object], known: type) -> None:
    """Raise `TypeError` for an option that has no meaning, as a call with an unknown argument does.

    Raise `InvalidValue` for a value of another type than an option has.
    """
    unknown = sorted(set(options).difference(known.__annotations__))
    if unknown:
        raise TypeError(f"computational accuracy has no option {unknown[0]!r}")
    for name in _KINDS.keys() & options.keys():
        require(name, options[name], *_KINDS[name])
    require_each("arguments", options.get("arguments", ()), (str,), "a list of texts")


def make_terms(options: PairOptions) -> Terms:
    """Return the terms that these options ask for."""
    normalizers = options.get("normalizers", ())
    normalizers = [normalizers] if isinstance(normalizers, str) else normalizers
    require_each("normalizers", normalizers, (str,), "a list of names")
    checker = make_checker(
        normalise=options.get("normalize", True),
        strict=options.get("strict_match", False),
        normalisers=normalizers,
    )
    limits = options.get("limits") or LIMITS
    memory_bytes = options.get("memory_bytes")
    memory_bytes = limits.memory_bytes if memory_bytes is None else memory_bytes
    seconds = options.get("timeout", TIMEOUT_SECONDS)
    if not seconds > 0:
        raise InvalidValue(f"timeout: must be a positive number of seconds, got {seconds!r}")
    return Terms(checker, replace(limits, seconds=float(seconds), memory_bytes=memory_bytes), options.get("repeat", 1))


def with_common(inputs: Sequence[ProgramInput], common: ProgramInput) -> tuple[ProgramInput, ...]:
    """Return every input with the arguments and files that all have in common; its own files win."""
    return tuple(
        replace(given, arguments=(*common.arguments, *given.arguments), files={**common.files, **given.files})
        for given in inputs
    )


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
