"""`assay report`: runs as a file for people or programs, in the format that its name asks for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.run import opened
from assay.cli.runs import benchmark_of, choices_with, written
from assay.text import one_line

if TYPE_CHECKING:
    from assay.spec import Run
    from assay.store.base import Store


def run(
    names: Sequence[str],
    *,
    output: str | None,
    form: str | None,
    baseline: str | None,
    show: bool,
    store: str | None,
) -> None:
    """Write the report of one or more runs; `baseline` names the run that the others are held against."""
    from assay.evaluation.documenting import document_of
    from assay.reports.writers import WRITERS, format_of

    write = WRITERS.get(format_of(output, form))
    choices = choices_with(store)
    with opened(choices) as kept:
        runs = _runs(kept, names, baseline)
        made = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")
        document = document_of(runs, kept, lambda one: benchmark_of(one, choices), made=made)
        if output is None:
            write(document, sys.stdout.buffer)
            return
        with written(output, binary=True) as file:
            write(document, file)
    attempts = sum(map(len, document.lines))
    print(one_line(f"{output}: {attempts:,} attempts of {', '.join(run.id for run in runs)}"))
    if show:
        import webbrowser

        webbrowser.open(Path(output).resolve().as_uri())


def _runs(store: Store, names: Sequence[str], baseline: str | None) -> list[Run]:
    """Return the runs that were named, each once, the baseline first."""
    wanted = [*([] if baseline is None else [baseline]), *names]
    return list({run.id: run for run in map(store.find_run, wanted)}.values())
