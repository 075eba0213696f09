"""`assay export --format sft|chat|preference`: rows for training a model, made of a run and its problems."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.cli.run import opened
from assay.cli.runs import choices_with, written
from assay.errors import UsageError
from assay.text import one_line

NO_ROWS = {
    "sft": "no candidate passed",
    "chat": "no candidate passed",
    "preference": "no problem has both a candidate that passed and one that failed",
}

if TYPE_CHECKING:
    from assay.reports.training import TrainingRows


def export_training(
    name: str, *, form: str, output: str | None, store: str | None, chosen: Mapping[str, Any]
) -> None:  # Any: numbers and a switch
    """Write the rows of a run: those for training to `output`, those for validation to a file beside it."""
    from assay.evaluation.planning import benchmark_of
    from assay.reports.training import EvalOnly, Terms, TrainingOptions, TrainingRows

    options = TrainingOptions(**chosen)
    choices = choices_with(store)
    with opened(choices) as kept:
        run = kept.find_run(name)
        benchmark = benchmark_of(run, choices)
        about = f"{benchmark.name} {benchmark.version}"
        terms = Terms(about, benchmark.licence, benchmark.source, benchmark.eval_only)
        try:
            rows = TrainingRows(run, kept, benchmark, terms, form, options)
        except EvalOnly as error:
            raise UsageError(f"{error}; --train-on-eval-only makes rows of it all the same, each marked") from None
        places = _places(output)
        with contextlib.ExitStack() as stack:
            files = {split: stack.enter_context(written(place)) for split, place in places.items()}
            for row in rows:
                files[row["split"]].write(json.dumps(row) + "\n")
    _say(rows, places)


def _places(output: str | None) -> dict[str, str | None]:
    """Return the files of both sides: whoever trains on the named file cannot take the other one by mistake."""
    from assay.reports.training import TRAIN, VALIDATION

    if output is None:
        return {TRAIN: None, VALIDATION: None}
    path = Path(output)
    return {TRAIN: output, VALIDATION: str(path.with_name(f"{path.stem}.{VALIDATION}{path.suffix}"))}


def _say(rows: TrainingRows, places: Mapping[str, str | None]) -> None:
    if rows.left_out:
        counts = ", ".join(f"{count} {why}" for why, count in rows.left_out.most_common())
        print(f"left out: {counts}", file=sys.stderr)
    if not rows.terms.licence:
        where = one_line(rows.terms.benchmark)
        print(f"note: nobody stated the licence of {where}; see docs/fine-tuning.md", file=sys.stderr)
    if rows.terms.eval_only:
        print("warning: these problems are for measuring only; every row has eval_only: true", file=sys.stderr)
    if not any(rows.rows.values()):
        print(f"no row: {NO_ROWS[rows.form]}", file=sys.stderr)
    for split, place in places.items():
        if place is not None:
            print(f"{rows.rows[split]} rows for {split} written to {one_line(place)}")
