"""Lines for people: no word is broken, no line is wider than the terminal, and a pipe gets whole lines."""

from __future__ import annotations

import io
import os
import pty
import re
from collections.abc import Iterator

import pytest

from assay.cli.layout import Page, shortened_path

STYLE = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize(
    ("path", "room", "shown"),
    [
        ("a/b.py", 6, "a/b.py"),
        ("aaaa/bbbb/c.py", 12, "…/bbbb/c.py"),
        ("aaaa/bbbb/c.py", 8, "…/c.py"),
        ("/a/very/long/computational.py", 16, "computational.py"),
        ("computational_accuracy_of_programs.py", 20, "computational_accur…"),
    ],
)
def test_a_path_loses_its_first_folders_and_keeps_its_name(path: str, room: int, shown: str) -> None:
    assert shortened_path(path, room) == shown


END = "\x03"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Page, int]]:
    """A page on a terminal of 60 columns, and the other end of it."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("NO_COLOR", raising=False)
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8") as file:
        yield Page(file), ours
    os.close(ours)


def seen(page: Page, descriptor: int) -> str:
    """All that came out at the other end: a terminal hands it over in pieces, so a last sign tells where it ends."""
    page._file.write(END)
    page._file.flush()
    found = b""
    while not found.endswith(END.encode()):
        found += os.read(descriptor, 1 << 16)
    return found.decode().removesuffix(END).replace("\r\n", "\n")


def test_a_terminal_gets_lines_of_its_width(terminal: tuple[Page, int]) -> None:
    page, descriptor = terminal
    page.ends("quality 0.80", "shop/cart.py")
    page.ends("quality 0.80", f"{'folder/' * 12}cart.py")
    page.rows(["file", ">cost", "why"], [["a.py", "0.5", "word " * 20], ["b.py", "10.5", "short"]])
    page.rows(["file", "change", "why"], [["a.py", "数" * 20, "a long reason " * 9]])
    lines = STYLE.sub("", seen(page, descriptor)).splitlines()

    assert lines[0] == f"quality 0.80{'shop/cart.py':>48}"
    assert (lines[1], lines[2].endswith("/folder/cart.py")) == ("quality 0.80", True)
    assert lines[3] == "file  cost  why"
    assert lines[7] == "b.py  10.5  short"
    assert lines[8:10] == ["file  change", f"a.py  {'数' * 20}"]
    assert lines[10] == "    a long reason a long reason a long reason a long reason"
    assert max(map(len, lines)) <= 60


def test_colour_is_for_terminals_and_nothing_else_is_obeyed(terminal: tuple[Page, int]) -> None:
    page, descriptor = terminal
    page.line("fail \x1b[2J", bad=True)
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    piped = Page(file)
    piped.line("fail − \x1b[2J", bad=True)
    piped.text("word " * 40)
    file.seek(0)

    assert seen(page, descriptor) == "\x1b[31mfail \\x1b[2J\x1b[0m\n"
    assert file.read() == "fail \\u2212 \\x1b[2J\n" + "word " * 40 + "\n"
    assert (page.bar(0.5), piped.bar(0.5)) == ("█████", "#####")
