"""`assay ca`: whether programs do the same as the ground truth, as a table or as JSON."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.cli.configuration import choices as configured
from assay.cli.run import check_interpreter, flag, opened
from assay.errors import InvalidValue, UnknownNameError
from assay.settings import parse_seconds
from assay.text import one_line

if TYPE_CHECKING:
    from assay.ca.batch import Similarity
    from assay.ca.evaluating import Pair
    from assay.choices import Choices

_EVERY_SECONDS = 5.0
_WIDEST = 60


def run(
    groundtruth: str,
    prediction: str,
    *,
    output: str | None = None,
    timeout: str | None = None,
    memory: str | None = None,
    strict: bool = False,
    normalize: bool = True,
    normalizers: Sequence[str] = (),
    inputs: str | None = None,
    arguments: Sequence[str] = (),
    language: str | None = None,
    prediction_language: str | None = None,
    repeat: int = 1,
    codebleu: bool = False,
    fail_under: float | None = None,
    keep: bool = True,
    as_json: bool = False,
    quiet: bool = False,
    **chosen: object,
) -> int:
    """Judges every pair, prints the result, and gives the exit status: 1 when the mean is below `fail_under`."""
    if fail_under is not None and not 0 <= fail_under <= 1:
        raise InvalidValue(f"--fail-under must be from 0 to 1, got {fail_under!r}")
    from assay.ca.batch import run_ca_benchmark
    from assay.ca.evaluating import TIMEOUT_SECONDS
    from assay.engines.local import checked_workers

    _check_choice(normalizers, inputs, {"--language": language, "--prediction-language": prediction_language})
    choices = configured().changed(memory=memory, **chosen)
    check_interpreter(choices)
    checked_workers(choices.resources.workers or 1)
    seconds = choices.bounds.seconds if timeout is None else flag("--timeout", timeout, parse_seconds)
    with opened(choices) if keep else contextlib.nullcontext() as kept:
        report = run_ca_benchmark(
            groundtruth,
            prediction,
            output,
            inputs,
            timeout=TIMEOUT_SECONDS if seconds is None else seconds,
            memory_bytes=choices.bounds.memory_bytes,
            normalize=normalize,
            strict_match=strict,
            normalizers=normalizers,
            arguments=arguments,
            language=language,
            prediction_language=prediction_language,
            repeat=repeat,
            workers=choices.resources.workers,
            cache_folder=choices.resources.cache_folder,
            store=kept,
            name=choices.about.name,
            isolation=choices.judging.isolation,
            python=choices.judging.python,
            similarity=_similarity(choices) if codebleu else None,
            watch=None if quiet else _Watch(),
        )
    print(json.dumps(report, indent=2) if as_json else render(report))
    return int(is_below(report["summary"], fail_under))


def _check_choice(normalizers: Sequence[str], inputs: str | None, languages: Mapping[str, str | None]) -> None:
    """Names the flag whose value makes no sense before anything is run."""
    from assay.ca.normalising import make_checker
    from assay.ca.sources import AUTO
    from assay.sandbox.recipes import runnable

    flag("--normalizer", normalizers, lambda names: make_checker(normalisers=names))
    if inputs is not None and not Path(inputs).exists():
        raise InvalidValue(f"--inputs: {inputs!r} does not exist")
    for name, language in languages.items():
        if language not in (None, AUTO):
            flag(name, language, runnable)


def is_below(summary: dict[str, Any], bound: float | None) -> bool:  # Any: JSON
    """Whether the mean, in which a missing prediction counts as 0, is below the bound; nothing judged is below any."""
    mean = summary["mean_ca_score_with_missing"]
    return bound is not None and (mean is None or mean < bound)


def render(report: dict[str, Any]) -> str:  # Any: JSON
    """The report as text: one line for each file, the summary, the signature."""
    rows = report["results"]
    width = min(_WIDEST, max([4, *(len(one_line(row["file"])) for row in rows)]))
    similar = any("codebleu" in row for row in rows)
    lines = [f"{'file':{width}}  {'score':>5}  {'class':18}{'  codebleu' if similar else ''}  detail".rstrip()]
    lines += [_line(row, width, similar) for row in rows]
    signatures = dict.fromkeys(row["codebleu_signature"] for row in rows if "codebleu_signature" in row)
    return "\n".join([*lines, "", *_summary(report["summary"]), *(f"similarity: {text}" for text in signatures)])


def _line(row: dict[str, Any], width: int, similar: bool) -> str:  # Any: JSON
    score = "-" if row["ca_score"] is None else f"{row['ca_score']:.2f}"
    beside = f"  {row['codebleu']:8.4f}" if "codebleu" in row else "  " + " " * 8
    detail = one_line(" ".join(str(row.get("error") or row.get("diff") or "").split()))[:_WIDEST]
    name = one_line(str(row["file"]))
    shown = name if len(name) <= width else f"...{name[3 - width :]}"
    return f"{shown:{width}}  {score:>5}  {row['class']:18}{beside if similar else ''}  {detail}".rstrip()


def _summary(summary: dict[str, Any]) -> list[str]:  # Any: JSON
    words = (
        ("perfect_matches", "perfect"), ("close_matches", "close"), ("partial_matches", "partial"),
        ("failures", "failed"), ("groundtruth_failed", "with a failing ground truth"),
        ("nondeterministic", "nondeterministic"), ("no_toolchain", "without a toolchain"),
        ("missing", "missing"), ("extra", "extra"), ("faults", "not judged"),
    )  # fmt: skip
    counts = ", ".join(f"{summary[key]} {word}" for key, word in words if summary[key])
    mean = "none" if summary["mean_ca_score"] is None else f"{summary['mean_ca_score']:.4f}"
    low, high = summary["interval"] or (None, None)
    interval = "" if low is None else f" [{low:.4f}, {high:.4f}]"
    lines = [one_line(f"mean CA score = {mean}{interval} (n={summary['evaluated']}) {summary['signature']}")]
    if summary["missing"]:
        lines.append(f"with missing predictions as 0: {summary['mean_ca_score_with_missing']:.4f}")
    lines.append(f"{summary['num_files']} files: {counts}" if counts else f"{summary['num_files']} files")
    if summary["groundtruth_failed_inputs"]:
        lines.append(f"left out, for the ground truth fails on them: {summary['groundtruth_failed_inputs']} inputs")
    lines += [one_line(reason) for reason in summary["missing_toolchains"].values()]
    if summary.get("run"):
        lines.append(f"kept as run {summary['run']}")
    return lines


def _similarity(choices: Choices) -> Similarity:
    """CodeBLEU of the prediction against the ground truth; between two languages, and for some, there is none."""
    from assay.metrics.codebleu.scoring import evaluate_codebleu

    def similarity(pair: Pair) -> dict[str, Any]:  # Any: JSON
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


class _Watch:
    """One plain line now and then, and none for what is over sooner."""

    def __init__(self) -> None:
        self.printed = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() - self.printed >= _EVERY_SECONDS:
            self.printed = time.monotonic()
            print(f"ca: {done}/{total} pairs", file=sys.stderr, flush=True)
