"""`assay report`: runs as a file for people or programs, in the format that its name asks for."""

from __future__ import annotations

import contextlib
import gc
import io
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.progress import counting
from assay.cli.run import opened
from assay.cli.runs import benchmark_of, choices_with, written
from assay.text import one_line

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.choices import Choices
    from assay.reports.document import Document
    from assay.reports.trials import TrialPage
    from assay.reports.writers import Write
    from assay.spec import BenchmarkRef, Run
    from assay.store.base import Store


def run(
    names: Sequence[str],
    *,
    output: str | None,
    form: str | None,
    baseline: str | None,
    show: bool,
    store: str | None,
    measures: Mapping[str, bool],
) -> None:
    """Write the report of one or more runs.

    `baseline` names the run that the others are held against; `measures` are the switches of `document_of`.
    """
    from assay.evaluation.documenting import document_of
    from assay.reports.writers import WRITERS, format_of

    write = WRITERS.get(format_of(output, form))
    choices = choices_with(store)
    with opened(choices) as kept, _uncollected():
        runs = _runs(kept, names, baseline)
        made = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")
        document = document_of(runs, kept, _Benchmarks(choices), made=made, **measures)
        if output is None:
            _print(document, write)
            return
        attempts = sum(map(len, document.lines))
        with counting(output, "attempts", whole=attempts, quiet=False) as watch, written(output, binary=True) as file:
            write(_counted(document, watch), file)
    print(one_line(f"{output}: {attempts:,} attempts of {', '.join(run.id for run in runs)}"))
    if show:
        import webbrowser

        webbrowser.open(Path(output).resolve().as_uri())


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Keep Python from looking for garbage: ten thousand trials are many objects, and all live until the end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _counted(document: Document, watch: Callable[[int], None]) -> Document:
    """Return the document, which tells how many of its attempts were written."""
    done = itertools.count(1)

    def pages(place: int) -> Iterator[TrialPage]:
        for page in document.pages(place):
            watch(next(done))
            yield page

    return replace(document, pages=pages)


class _Benchmarks:
    """The benchmarks of runs, each loaded once."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._known: dict[BenchmarkRef | None, Benchmark | None] = {}

    def __call__(self, run: Run) -> Benchmark | None:
        ref = None if run.spec is None else run.spec.benchmark
        if ref not in self._known:
            self._known[ref] = benchmark_of(run, self._choices)
        return self._known[ref]


def _print(document: Document, write: Write) -> None:
    """Write to standard output; a terminal gets text, none of which it obeys."""
    if not sys.stdout.isatty():
        write(document, sys.stdout.buffer)
        return
    file = io.BytesIO()
    write(document, file)
    print(file.getvalue().decode("utf-8", "replace"))


def _runs(store: Store, names: Sequence[str], baseline: str | None) -> list[Run]:
    """Return the runs that were named, each once, the baseline first."""
    wanted = [*([] if baseline is None else [baseline]), *names]
    return list({run.id: run for run in map(store.find_run, wanted)}.values())
