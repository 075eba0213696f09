"""How far a run is: a bar on a terminal, a line now and then elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from assay.text import drawn_on, one_line

if TYPE_CHECKING:
    from assay.evaluation.pump import Progress, Watcher

EVERY_SECONDS = 5.0


@contextmanager
def watching(title: str, *, quiet: bool, file: TextIO | None = None) -> Iterator[Watcher]:
    """A watcher for the length of one run."""
    file = file or sys.stderr
    if quiet:
        from assay.evaluation.pump import ignore

        yield ignore
    elif file.isatty():
        with _bar(title, file) as watch:
            yield watch
    else:
        yield _Lines(title, file)


class _Lines:
    """One plain line every few seconds, and none for what is over sooner."""

    def __init__(self, title: str, file: TextIO) -> None:
        self.title = title
        self.file = file
        self.started = self.printed = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self.printed < EVERY_SECONDS:
            return
        self.printed = now
        done = progress.done - progress.before
        rate = done / (now - self.started)
        of = "" if progress.total is None else f"/{progress.total}"
        left = "" if not progress.total or not rate else f", {(progress.total - progress.done) / rate:.0f} s left"
        line = f"{self.title}: {progress.done}{of} judged, {progress.passed} passed, {rate:.0f}/s{left}"
        print(one_line(line), file=self.file, flush=True)


@contextmanager
def _bar(title: str, file: TextIO) -> Iterator[Watcher]:
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.TextColumn("{task.description}", markup=False),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TextColumn("{task.fields[passed]} passed"),
        rich_progress.TextColumn("{task.fields[rate]:.0f}/s"),
        rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(*columns, console=Console(file=drawn_on(file), markup=False), transient=True) as bar:
        task = bar.add_task(one_line(title)[:40], total=None, passed=0, rate=0.0)
        started = time.monotonic()

        def watch(progress: Progress) -> None:
            rate = (progress.done - progress.before) / max(time.monotonic() - started, 1e-9)
            bar.update(task, completed=progress.done, total=progress.total, passed=progress.passed, rate=rate)

        yield watch


class Counted:
    """Says how much is done, on a terminal."""

    def __init__(self, name: str, unit: str) -> None:
        self.name = name
        self.unit = unit
        self.shown = sys.stderr.isatty()

    def __call__(self, done: int, whole: int) -> None:
        if self.shown:
            end = "\n" if done >= whole else "\r"
            print(
                f"{one_line(self.name)}: {done:,} of {whole:,} {self.unit}",
                end=end,
                file=drawn_on(sys.stderr),
                flush=True,
            )


class Mentioned:
    """Says how much is done, on a terminal: a whole line every few seconds, which a bar below it leaves standing."""

    def __init__(self, name: str, unit: str) -> None:
        self.name = name
        self.unit = unit
        self.printed = time.monotonic()

    def __call__(self, done: int, whole: int) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self.printed >= EVERY_SECONDS:
            self.printed = now
            print(one_line(f"{self.name}: {done:,} of {whole:,} {self.unit}"), file=sys.stderr, flush=True)


@contextmanager
def counting(title: str, unit: str, *, whole: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how many are done: a bar on a terminal, nothing elsewhere or when quiet."""
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.TextColumn("{task.description}", markup=False),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TextColumn(unit, markup=False),
    )
    console = Console(file=drawn_on(sys.stderr), markup=False)
    with rich_progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(one_line(title)[:40], total=whole)
        yield lambda done: bar.update(task, completed=done)
