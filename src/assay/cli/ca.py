"""`assay ca`: whether programs do the same as the ground truth, as a table or as JSON."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.cli.configuration import choices as configured
from assay.cli.run import check_interpreter, flag, opened, say_how_to_go_on
from assay.errors import InvalidValue, UnknownNameError
from assay.settings import parse_seconds
from assay.text import one_line

if TYPE_CHECKING:
    from assay.ca.batch import Similarity
    from assay.ca.evaluating import ProgramPair
    from assay.ca.report import FileResult, FilesReport, Summary
    from assay.choices import Choices
    from assay.store.base import Store

_EVERY_SECONDS = 5.0
_WIDEST = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for by flags that only this command has."""

    output: str | None = None
    timeout: str | None = None
    strict: bool = False
    normalize: bool = True
    normalizers: Sequence[str] = ()
    inputs: str | None = None
    arguments: Sequence[str] = ()
    language: str | None = None
    prediction_language: str | None = None
    repeat: int = 1
    codebleu: bool = False
    fail_under: float | None = None
    keep: bool = True
    as_json: bool = False
    quiet: bool = False

    def check(self) -> None:
        """Name the flag whose value makes no sense, before anything is run."""
        from assay.ca.sources import AUTO
        from assay.judges.normalising import make_checker
        from assay.sandbox.recipes import runnable

        if self.fail_under is not None and not 0 <= self.fail_under <= 1:
            raise InvalidValue(f"--fail-under must be from 0 to 1, got {self.fail_under!r}")
        flag("--normalizer", self.normalizers, lambda names: make_checker(normalisers=names))
        if self.inputs is not None and not Path(self.inputs).exists():
            raise InvalidValue(f"--inputs: {self.inputs!r} does not exist")
        for name, language in (("--language", self.language), ("--prediction-language", self.prediction_language)):
            if language not in (None, AUTO):
                flag(name, language, runnable)


def run(groundtruth: str, prediction: str, **given: Any) -> int:  # Any: by option
    """Judge every pair, print the result, and return the exit status: 1 when the mean is below `fail_under`."""
    own = {field.name for field in fields(Asked)}
    asked = Asked(**{name: value for name, value in given.items() if name in own})
    asked.check()
    from assay.engines.local import checked_workers

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite end is kept like Ctrl-C
    choices = configured().changed(**{name: value for name, value in given.items() if name not in own})
    check_interpreter(choices)
    checked_workers(choices.resources.workers or 1)
    with opened(choices) if asked.keep else contextlib.nullcontext() as kept:
        try:
            report = _judged(groundtruth, prediction, asked, choices, kept)
        except KeyboardInterrupt:
            say_how_to_go_on(next(iter(kept.runs(limit=1)), None) if kept is not None else None)
    print(json.dumps(report.as_dict(), indent=2) if asked.as_json else render(report))
    return int(is_below(report.summary, asked.fail_under))


def _judged(groundtruth: str, prediction: str, asked: Asked, choices: Choices, store: Store | None) -> FilesReport:
    from assay.ca.batch import judge_folders
    from assay.ca.evaluating import TIMEOUT_SECONDS

    seconds = choices.bounds.seconds if asked.timeout is None else flag("--timeout", asked.timeout, parse_seconds)
    return judge_folders(
        groundtruth,
        prediction,
        asked.output,
        asked.inputs,
        timeout=TIMEOUT_SECONDS if seconds is None else seconds,
        memory_bytes=choices.bounds.memory_bytes,
        normalize=asked.normalize,
        strict_match=asked.strict,
        normalizers=asked.normalizers,
        arguments=asked.arguments,
        language=asked.language,
        prediction_language=asked.prediction_language,
        repeat=asked.repeat,
        workers=choices.resources.workers,
        cache_folder=choices.resources.cache_folder,
        store=store,
        name=choices.about.name,
        isolation=choices.judging.isolation,
        python=choices.judging.python,
        similarity=_similarity(choices) if asked.codebleu else None,
        watch=None if asked.quiet else _PairsWatch(),
    )


def is_below(summary: Summary, bound: float | None) -> bool:
    """Tell whether the mean, with a missing prediction as 0, is below the bound; nothing judged is below any."""
    mean = summary.mean_ca_score_with_missing
    return bound is not None and (mean is None or mean < bound)


def render(report: FilesReport) -> str:
    """Return the report as text: one line for each file, the summary, the signature."""
    results = report.results
    width = min(_WIDEST, max([4, *(len(one_line(result.file)) for result in results)]))
    similar = any("codebleu" in result.beside for result in results)
    lines = [f"{'file':{width}}  {'score':>5}  {'class':18}{'  codebleu' if similar else ''}  detail".rstrip()]
    lines += [_line(result, width, similar) for result in results]
    named = (result.beside.get("codebleu_signature") for result in results)
    signatures = dict.fromkeys(text for text in named if text is not None)
    return "\n".join([*lines, "", *_summary(report.summary), *(f"similarity: {text}" for text in signatures)])


def _line(result: FileResult, width: int, similar: bool) -> str:
    score = "-" if result.score is None else f"{result.score:.2f}"
    beside = f"  {result.beside['codebleu']:8.4f}" if "codebleu" in result.beside else "  " + " " * 8
    detail = one_line(" ".join(result.reason.split()))[:_WIDEST]
    name = one_line(result.file)
    shown = name if len(name) <= width else f"...{name[3 - width :]}"
    return f"{shown:{width}}  {score:>5}  {result.agreement:18}{beside if similar else ''}  {detail}".rstrip()


def _summary(summary: Summary) -> list[str]:
    counts = ", ".join(f"{number} {word}" for number, word in _counts(summary) if number)
    mean = "none" if summary.mean_ca_score is None else f"{summary.mean_ca_score:.4f}"
    interval = "" if summary.interval is None else " [{:.4f}, {:.4f}]".format(*summary.interval)
    lines = [one_line(f"mean CA score = {mean}{interval} (n={summary.evaluated}) {summary.signature}")]
    if summary.missing:
        lines.append(f"with missing predictions as 0: {summary.mean_ca_score_with_missing:.4f}")
    lines.append(f"{summary.num_files} files: {counts}" if counts else f"{summary.num_files} files")
    if summary.groundtruth_failed_inputs:
        lines.append(f"left out, for the ground truth fails on them: {summary.groundtruth_failed_inputs} inputs")
    lines += [one_line(reason) for reason in summary.missing_toolchains.values()]
    if summary.run:
        lines.append(f"kept as run {summary.run}")
    return lines


def _counts(summary: Summary) -> list[tuple[int, str]]:
    return [
        (summary.perfect_matches, "perfect"), (summary.close_matches, "close"), (summary.partial_matches, "partial"),
        (summary.failures, "failed"), (summary.groundtruth_failed, "with a failing ground truth"),
        (summary.nondeterministic, "nondeterministic"), (summary.no_toolchain, "without a toolchain"),
        (summary.missing, "missing"), (summary.extra, "extra"), (summary.faults, "not judged"),
    ]  # fmt: skip


def _similarity(choices: Choices) -> Similarity:
    """Return what computes CodeBLEU of a prediction; between two languages, and for some, there is none."""
    from assay.metrics.codebleu.scoring import evaluate_codebleu

    def similarity(pair: ProgramPair) -> dict[str, Any]:  # Any: JSON
        if pair.groundtruth.language != pair.prediction.language:
            return {}
        texts = [source.data.decode("utf-8", "replace") for source in (pair.prediction, pair.groundtruth)]
        try:
            found = evaluate_codebleu(
                texts[0], texts[1], language=pair.groundtruth.language, weights=choices.scoring.codebleu_weights
            )
        except UnknownNameError:
            return {}
        return {"codebleu": float(found["codebleu"]), "codebleu_signature": found["signature"]}

    return similarity


class _PairsWatch:
    """One plain line now and then, and none for what is over sooner."""

    def __init__(self) -> None:
        self.printed = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() - self.printed >= _EVERY_SECONDS:
            self.printed = time.monotonic()
            print(f"ca: {done}/{total} pairs", file=sys.stderr, flush=True)
