"""How far something is: a line that is drawn anew, fits the terminal, names what takes long, and is gone at the end."""

from __future__ import annotations

import io
import os
import pty
from collections.abc import Iterator
from typing import TextIO

import pytest

from assay.cli.progress import Counted, StatusLine, bar_line, counting, slow, time_left, watching
from assay.engines.local import LocalEngine
from assay.evaluation.pump import Progress

ERASED = "\r\x1b[K"
END = "\x04!\x04"
"""What nobody else writes to a terminal: all before it has been read."""


class Terminal:
    """A terminal of 80 columns and what was written to it."""

    def __init__(self) -> None:
        self._ours, theirs = pty.openpty()
        self.file: TextIO = open(theirs, "w", encoding="utf-8")  # noqa: SIM115  # closed below

    def seen(self) -> str:
        self.file.write(END)
        self.file.flush()
        found = b""
        while not found.endswith(END.encode()):  # it may come in pieces
            found += os.read(self._ours, 1 << 16)
        return found.decode().removesuffix(END)

    def close(self) -> None:
        self.file.close()
        os.close(self._ours)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("COLUMNS", "80")
    made = Terminal()
    yield made
    made.close()


class Ticking:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_run_is_one_line_and_nothing_is_left_of_it(terminal: Terminal) -> None:
    with watching("gpt-4", quiet=False, file=terminal.file) as watch:
        watch(Progress(164, 131, 100, longest=("HumanEval/115", 2.2)))
        shown = terminal.seen()
    left = terminal.seen()

    assert shown.startswith("\rjudging gpt-4  ━")
    assert shown.endswith("\x1b[K")
    assert "131/164" in shown
    assert "(HumanEval/115 has run for 2 s)" in shown
    assert left == ERASED


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (100, "judging gpt-4  ━━━━━━━━━━━━━━━━━━╸────  131/164   58/s   1 s left   (HumanEval/115 has run for 2 s)"),
        (80, "judging gpt-4  ━━━━━━━╸──  131/164   1 s left   (HumanEval/115 has run for 2 s)"),
        (60, "judging gpt-4  ━━━━━━━━━━━━━━━━━━━╸────  131/164   1 s left"),
        (30, "judging gpt-4  ━━━╸─  131/164"),
        (20, "judging gpt-4  131/164"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_left_out(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, width: int, shown: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    after = ["58/s", "1 s left", "(HumanEval/115 has run for 2 s)"]
    line = bar_line("judging gpt-4", 131, 164, StatusLine(terminal.file), after=after)

    assert line == shown
    assert len(line) < width or width == 20


@pytest.mark.parametrize(
    ("longest", "said"),
    [(None, ""), (("a", 1.9), ""), (("a", 2.0), "a has run for 2 s"), (("a", 61.4), "a has run for 61 s")],
)
def test_only_what_takes_long_is_named(longest: tuple[str, float] | None, said: str) -> None:
    assert slow(Progress(longest=longest)) == said


@pytest.mark.parametrize(
    ("done", "whole", "rate", "said"),
    [(0, None, 1.0, ""), (0, 10, 0.0, ""), (10, 10, 1.0, ""), (9, 10, 100.0, "1 s left"), (0, 60, 1.0, "60 s left"),
     (0, 600, 1.0, "10 min left"), (0, 36000, 1.0, "10 h left")],
)  # fmt: skip
def test_the_time_that_is_left(done: int, whole: int | None, rate: float, said: str) -> None:
    assert time_left(done, whole, rate) == said


def test_a_count_is_drawn_and_gone_when_all_is_done(terminal: Terminal) -> None:
    counted = Counted("mine \x1b[2J", "problems", terminal.file, Ticking())
    counted(3, 10)
    shown = terminal.seen()
    counted(10, 10)

    assert shown.startswith("\rmine \\x1b[2J  ━")
    assert "3/10   problems" in shown
    assert terminal.seen() == ERASED


def test_elsewhere_a_count_is_a_line_now_and_then() -> None:
    file = io.StringIO()
    counted = Counted("mine", "problems", file, Ticking())
    for done in range(10):
        counted(done, 10)
    counted(10, 10)

    assert file.getvalue() == "mine: 4 of 10 problems\nmine: 9 of 10 problems\n"


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("a", "inputs", whole=3, quiet=True) as watch:
        watch(1)
    with watching("a", quiet=True) as told:
        told(Progress())

    assert capsys.readouterr().err == ""


def test_an_engine_without_work_has_nothing_in_work() -> None:
    engine = LocalEngine(1)
    try:
        assert engine.longest_in_work() is None
    finally:
        engine.close()
