"""`assay codebleu`: two files, two folders or JSON lines, pair by pair and together."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assay.cli import configuration
from assay.cli.run import BelowThreshold, flag
from assay.errors import InvalidValue
from assay.text import json_text, one_line
from assay.weights import COMPONENTS, code_bleu_weights

if TYPE_CHECKING:
    from assay.metrics.codebleu import PathComparison, Sample


def run(
    groundtruth: str,
    prediction: str,
    *,
    language: str | None,
    profile: str,
    weights: str | None,
    as_json: bool,
    fail_under: float | None,
) -> None:
    """Compare, print, and hold the mean against `--fail-under`."""
    from assay.metrics.codebleu import CodeBleu, compare_paths

    configured = configuration.choices().scoring.codebleu_weights
    chosen = configured if weights is None else flag("--weights", weights, code_bleu_weights)
    if fail_under is not None and not 0 <= fail_under <= 1:
        raise InvalidValue(f"--fail-under: must be from 0 to 1, got {fail_under!r}")
    flag("--profile", profile, lambda name: CodeBleu(profile=name))
    flag("--language", language, lambda name: CodeBleu(name, profile=profile))
    found = compare_paths(groundtruth, prediction, language=language, profile=profile, weights=chosen)
    if as_json:
        print(json_text(found.as_dict()))
    else:
        _show(found)
    if fail_under is not None and (found.mean is None or found.mean < fail_under):
        raise BelowThreshold(f"the mean CodeBLEU is {found.mean}, below {fail_under}")


def _show(found: PathComparison) -> None:
    from assay.reports.terminal import console, table

    is_terminal = sys.stdout.isatty()
    page = console(sys.stdout, terminal=is_terminal)
    columns = [("file", False), ("language", False), ("codebleu", True), *((name, True) for name in COMPONENTS)]
    made = table("CodeBLEU", [*columns, ("remarks", False)], is_terminal)
    for one in found.files:
        made.add_row(one_line(one.name), one.sample.language, *_cells(one.sample), one_line(_remarks(one.sample)))
    page.print(made)
    for name, corpus in found.corpora.items():
        parts = ", ".join(f"{part} {_number(value)}" for part, value in corpus.components.items())
        page.print(one_line(f"{name}: codebleu {_number(corpus.codebleu)} ({parts}; n={corpus.n}) {corpus.signature}"))
    page.print(f"mean of the pairs {_number(found.mean)} (n={len(found.files)})")
    for title, names in (("without prediction", found.only_in_groundtruth), ("extra", found.only_in_prediction)):
        if names:
            page.print(one_line(f"{title}  {', '.join(names[:20])}{' …' if len(names) > 20 else ''}"))
    page.print(found.note)


def _cells(sample: Sample) -> list[str]:
    return [_number(sample.codebleu), *(_number(sample.components.get(name)) for name in COMPONENTS)]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _remarks(sample: Sample) -> str:
    errors = [] if sample.parse_ok else [f"{sample.prediction_errors + sample.reference_errors} error nodes"]
    return "; ".join([*errors, *(f"{name}: {why}" for name, why in sample.missing.items())])
