"""`assay codebleu`: two files, two folders or JSON lines, pair by pair and together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.cli import configuration
from assay.cli.layout import Page
from assay.cli.run import BelowThreshold, flag
from assay.errors import InvalidValue
from assay.text import json_text
from assay.weights import COMPONENTS, code_bleu_weights

if TYPE_CHECKING:
    from assay.metrics.codebleu import PathComparison, Sample

_SHORT = {"weighted_ngram": "weighted"}
"""Headings for which there is no room."""


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
    found = compare_paths(prediction, groundtruth, language=language, profile=profile, weights=chosen)
    if as_json:
        print(json_text(found.as_dict()))
    else:
        _show(found)
    if fail_under is not None and (found.mean is None or found.mean < fail_under):
        raise BelowThreshold(f"the mean CodeBLEU is {found.mean}, below {fail_under}")


def _show(found: PathComparison) -> None:
    page = Page()
    page.line(f"CodeBLEU, mean of the pairs {_number(found.mean)} (n={len(found.files)})")
    page.line()
    numbers = [f">{_SHORT.get(name, name)}" for name in COMPONENTS]
    rows = (
        [page.path(one.name, page.width // 3), one.sample.language, *_cells(one.sample), _remarks(one.sample)]
        for one in found.files
    )
    page.rows(["file", "language", ">codebleu", *numbers, "remarks"], rows)
    page.line()
    for name, corpus in found.corpora.items():
        parts = ", ".join(f"{part} {_number(value)}" for part, value in corpus.components.items())
        page.text(f"{name}: codebleu {_number(corpus.codebleu)} ({parts}; n={corpus.n})", indent="  ")
        page.line(f"signature {corpus.signature}")
    for title, names in (("without prediction", found.only_in_groundtruth), ("extra", found.only_in_prediction)):
        if names:
            page.text(f"{title}  {', '.join(names[:20])}{' …' if len(names) > 20 else ''}", indent="  ")
    page.text(found.note)


def _cells(sample: Sample) -> list[str]:
    return [_number(sample.codebleu), *(_number(sample.components.get(name)) for name in COMPONENTS)]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _remarks(sample: Sample) -> str:
    errors = [] if sample.parse_ok else [f"{sample.prediction_errors + sample.reference_errors} error nodes"]
    return "; ".join([*errors, *(f"{name}: {why}" for name, why in sample.missing.items())])
