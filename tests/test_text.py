"""Foreign text: what a terminal would obey is shown, and JSON loses nothing."""

from __future__ import annotations

import io
import json

import pytest

from assay.text import LegibleStream, coloured, drawn_on, json_text, legible, one_line

OBEYED = ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x90", "\x08", "\r", "\x7f", "\0", "\u202e", "\u2066", "\u200f",
          "\u2028", "\x85", "\ud800", "\U000e0041", "\ufeff"]  # fmt: skip


@pytest.mark.parametrize("text", OBEYED)
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    for shown in (legible(f"a{text}b"), one_line(f"a{text}b"), json_text([f"a{text}b"])):
        assert all(sign.isprintable() or sign == "\n" for sign in shown)
        assert "a" in shown
    assert json.loads(json_text({text: text})) == {text: text}


@pytest.mark.parametrize("text", ["plain", "two\nlines\tand a tab", "äöü 漢字 🙂", "[red]no markup[/red]"])
def test_what_prints_stays(text: str) -> None:
    assert legible(text) == text
    assert one_line(text) == text.replace("\n", " ").replace("\t", "\\t")


def test_a_stream_lets_colours_of_ours_through_and_nothing_else() -> None:
    beneath = io.StringIO()
    stream = LegibleStream(beneath)
    print("\x1b[31mred", file=stream)
    print("\x1b[1mbold\x1b[0m \x1b[2J\x1b]8;;x\x07\u202e", file=coloured(stream), end="\r\n")
    print("drawn\r", file=drawn_on(stream))

    assert beneath.getvalue() == ("\\x1b[31mred\n\x1b[1mbold\x1b[0m \\x1b[2J\\x1b]8;;x\\x07\\u202e\ndrawn\r\n")
