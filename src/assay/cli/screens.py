"""Where the commands print: how wide the terminal is, whether it takes colours, and what a user types to call us."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from assay.text import coloured, one_line

if TYPE_CHECKING:
    from assay.reports.screen import Screen


def screen(file: TextIO | None = None) -> Screen:
    """Return what a file, or standard output, is: a terminal with its width, with or without colours, or a pipe."""
    from assay.reports.screen import Screen

    if not (file or sys.stdout).isatty():
        return Screen()
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Screen(shutil.get_terminal_size((100, 24)).columns, colour=not plain)


def put(lines: Iterable[str]) -> None:
    """Print lines, whose colours pass while nothing else in them is obeyed."""
    print("\n".join(lines), file=coloured(sys.stdout))


def program() -> str:
    """Return what a user types to call this command again."""
    if shutil.which("assay"):
        return "assay"
    called = sys.argv[0]
    return "python -m assay" if called.endswith(".py") else one_line(os.path.relpath(called))
