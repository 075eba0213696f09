"""Lines for people: no word is broken, no line is wider than the terminal, and a pipe gets whole lines."""

from __future__ import annotations

import io
import os
import pty
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.cli.layout import Page, filled, shortened


@pytest.mark.parametrize(
    ("path", "room", "shown"),
    [
        ("a/b.py", 6, "a/b.py"),
        ("aaaa/bbbb/c.py", 12, "…/bbbb/c.py"),
        ("aaaa/bbbb/c.py", 8, "…/c.py"),
        ("/a/very/long/computational.py", 16, "computational.py"),
        ("computational_accuracy_of_programs.py", 20, "computation…grams.py"),
    ],
)
def test_a_path_loses_its_first_folders_and_keeps_its_name(path: str, room: int, shown: str) -> None:
    assert shortened(path, room) == shown


@given(st.lists(st.text("abcdef/.", min_size=1, max_size=12), min_size=1, max_size=30), st.integers(20, 80))
def test_words_are_never_broken(words: list[str], width: int) -> None:
    lines = filled(" ".join(words), width, indent="  ")

    assert " ".join(lines).split() == words
    assert max(map(len, lines)) <= width


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
    page._file.flush()
    return os.read(descriptor, 1 << 16).decode().replace("\r\n", "\n")


def test_a_terminal_gets_lines_of_its_width(terminal: tuple[Page, int]) -> None:
    page, descriptor = terminal
    page.ends("quality 0.80", "shop/cart.py")
    page.ends("quality 0.80", f"{'folder/' * 12}cart.py")
    page.rows(["file", ">cost", "why"], [["a.py", "0.5", "word " * 20], ["b.py", "10.5", "short"]])
    lines = seen(page, descriptor).splitlines()

    assert lines[0] == f"quality 0.80{'shop/cart.py':>48}"
    assert (lines[1], lines[2].startswith("  …/folder/"), lines[2].endswith("/cart.py")) == ("quality 0.80", True, True)
    assert lines[3] == "file  cost  why"
    assert lines[-1] == "b.py  10.5  short"
    assert max(map(len, lines)) <= 60


def test_colour_is_for_terminals_and_nothing_else_is_obeyed(terminal: tuple[Page, int]) -> None:
    page, descriptor = terminal
    page.line("fail \x1b[2J", "red")
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    piped = Page(file)
    piped.line("fail − \x1b[2J", "red")
    piped.text("word " * 40)
    file.seek(0)

    assert seen(page, descriptor) == "\x1b[31mfail \\x1b[2J\x1b[0m\n"
    assert file.read() == "fail \\u2212 \\x1b[2J\n" + "word " * 40 + "\n"
    assert (page.bar(0.5), piped.bar(0.5)) == ("█████", "#####")
