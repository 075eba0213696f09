"""How far something is: a line drawn anew on a terminal, a line now and then elsewhere, nothing when quiet."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from assay.text import drawn_on, one_line

if TYPE_CHECKING:
    from assay.evaluation.pump import Progress, Watcher

EVERY_SECONDS = 5.0
"""Between two plain lines."""
DRAW_SECONDS = 0.1
"""Between two drawings on a terminal."""
LONG_SECONDS = 2.0
"""What a candidate must have run before it is named."""
BAR = 30
LONGEST_TITLE = 40
Clock = Callable[[], float]


@contextmanager
def watching(title: str, *, quiet: bool, file: TextIO | None = None) -> Iterator[Watcher]:
    """A watcher for the length of one run; at its end nothing is left on a terminal."""
    file = file or sys.stderr
    if quiet:
        from assay.evaluation.pump import ignore

        yield ignore
        return
    if not file.isatty():
        yield _PlainRun(title, file)
        return
    line = StatusLine(file)
    try:
        yield _DrawnRun(title, line)
    finally:
        line.clear()


@contextmanager
def counting(title: str, unit: str, *, whole: int | None = None, quiet: bool) -> Iterator[Callable[..., None]]:
    """Give a function that is told how many are done, and of how many where `whole` does not say it.

    A line is drawn on a terminal, and gone at the end; elsewhere one is printed now and then; nothing when quiet.
    """
    if quiet:
        yield lambda done, of=whole: None
        return
    counted = Counted(title, unit)
    try:
        yield lambda done, of=whole: counted(done, of)
    finally:
        counted.end()


@contextmanager
def saying(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Give a function that shows what is being done: one line of a terminal, plain lines elsewhere, or nothing."""
    if quiet:
        yield lambda text: None
        return
    if not sys.stderr.isatty():
        yield lambda text: print(one_line(text), file=sys.stderr, flush=True)
        return
    line = StatusLine(sys.stderr)
    try:
        yield line.draw
    finally:
        line.clear()


class StatusLine:
    """One line of a terminal that is drawn again and again, and is gone at the end."""

    def __init__(self, file: TextIO, clock: Clock = time.monotonic) -> None:
        self._file = drawn_on(file)
        self._clock = clock
        self._shown = ""
        self._drawn = float("-inf")
        self.signs = (file.encoding or "").lower().startswith("utf")

    @property
    def width(self) -> int:
        """How much fits: the last column stays free, where some terminals would begin a new line."""
        return max(shutil.get_terminal_size((80, 24)).columns - 1, 20)

    def is_due(self) -> bool:
        """Whether it was not drawn just now."""
        return self._clock() - self._drawn >= DRAW_SECONDS

    def draw(self, text: str) -> None:
        """Show this text in place of the one before."""
        text = one_line(text)[: self.width]
        self._drawn = self._clock()
        if text != self._shown:
            self._file.write(f"\r{text}\x1b[K")
            self._file.flush()
            self._shown = text

    def clear(self) -> None:
        """Leave the line empty, for whatever is printed next."""
        if self._shown:
            self._file.write("\r\x1b[K")
            self._file.flush()
            self._shown = ""


class Counted:
    """Says how many of something are done: drawn on a terminal and gone at the end, a line now and then elsewhere."""

    def __init__(self, name: str, unit: str, file: TextIO | None = None, clock: Clock = time.monotonic) -> None:
        self.name = name
        self.unit = unit
        self._file = file or sys.stderr
        self._line = StatusLine(self._file, clock) if self._file.isatty() else None
        self._clock = clock
        self._started = self._printed = clock()

    def __call__(self, done: int, whole: int | None) -> None:
        if whole is not None and done >= whole:
            self.end()
        elif self._line is not None:
            if self._line.is_due():
                self._line.draw(bar_line(self.name, done, whole, self._line, after=self._told(done, whole)))
        elif self._clock() - self._printed >= EVERY_SECONDS:
            self._printed = self._clock()
            of = "" if whole is None else f" of {whole:,}"
            print(one_line(f"{self.name}: {done:,}{of} {self.unit}"), file=self._file, flush=True)

    def _told(self, done: int, whole: int | None) -> list[str]:
        rate = done / max(self._clock() - self._started, 1e-9)
        return [self.unit, *([left] if (left := time_left(done, whole, rate)) else [])]

    def end(self) -> None:
        """Take the line away."""
        if self._line is not None:
            self._line.clear()


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


class _PlainRun:
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
        rate = (progress.done - progress.before) / (now - self.started)
        of = "" if progress.total is None else f"/{progress.total}"
        left = time_left(progress.done, progress.total, rate)
        told = [f"{progress.done}{of} judged", f"{progress.passed} passed", speed(rate), left, slow(progress)]
        print(one_line(f"{self.title}: {', '.join(filter(None, told))}"), file=self.file, flush=True)


class _DrawnRun:
    """The line of a run on a terminal, with the candidate that has run for long."""

    def __init__(self, title: str, line: StatusLine) -> None:
        self._title = one_line(title)[:LONGEST_TITLE]
        self._line = line
        self._started = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        if not self._line.is_due():
            return
        rate = (progress.done - progress.before) / max(time.monotonic() - self._started, 1e-9)
        named = f"({found})" if (found := slow(progress)) else ""
        after = [speed(rate), time_left(progress.done, progress.total, rate), named]
        self._line.draw(bar_line(f"judging {self._title}", progress.done, progress.total, self._line, after=after))


def slow(progress: Progress) -> str:
    """Return which candidate has run for long; empty where none has."""
    if progress.longest is None or progress.longest[1] < LONG_SECONDS:
        return ""
    problem, seconds = progress.longest
    return f"{problem} has run for {seconds:.0f} s"


def speed(rate: float) -> str:
    """Return how many are done in a second, or in a minute where that is less than one; empty before the first.

    >>> speed(58.4), speed(0.25), speed(0.0)
    ('58/s', '15/min', '')
    """
    if rate <= 0:
        return ""
    return f"{rate:.0f}/s" if rate >= 1 else f"{rate * 60:.0f}/min"


def time_left(done: int, whole: int | None, rate: float) -> str:
    """Return how long the rest will take at that rate; empty where nobody knows.

    >>> time_left(131, 164, 58.0), time_left(10, 1000, 2.0), time_left(0, 10, 0.0)
    ('1 s left', '8 min left', '')
    """
    if whole is None or rate <= 0 or done >= whole:
        return ""
    seconds = (whole - done) / rate
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s left"
    return f"{seconds / 60:.0f} min left" if seconds < 6000 else f"{seconds / 3600:.0f} h left"


def bar_line(title: str, done: int, whole: int | None, line: StatusLine, *, after: list[str]) -> str:
    """Return title, bar, count and what comes after it; where that is too long, without the rate, then from the end."""
    count = f"{done:,}" if whole is None else f"{done:,}/{whole:,}"
    parts = [count, *filter(None, after)]
    while len(parts) > 1 and len(title) + 2 + sum(len(part) + 3 for part in parts) + 5 > line.width:
        parts.pop(1 if len(parts) > 3 else -1)
    text = "   ".join(parts)
    room = min(BAR, line.width - len(title) - len(text) - 4)
    bar = "" if whole is None or room < 5 else f"{_bar(done / max(whole, 1), room, signs=line.signs)}  "
    return f"{title}  {bar}{text}"


def _bar(share: float, length: int, *, signs: bool) -> str:
    full = min(int(share * length), length)
    if not signs:
        return "#" * full + "." * (length - full)
    if full == length:
        return "━" * length
    return f"{'━' * full}╸{'─' * (length - full - 1)}"
