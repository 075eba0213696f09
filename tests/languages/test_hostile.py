"""Text that wants to crash, hang or fill the memory gets a clear answer."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.languages.detection import detect_language
from assay.languages.known import readable
from assay.languages.parsing import CodeTooLarge, ParseBudget, Parsed, parse
from assay.languages.tokens import tokens

QUICK = ParseBudget(cpu_seconds=0.5)
HOSTILE = {
    "nul": "\0" * 1000,
    "nul-inside": "x = 1\0\ny = 2\n",
    "brackets": "(" * 100_000,
    "closed-brackets": "[" * 50_000 + "]" * 50_000,
    "braces": "{" * 100_000,
    "quotes": '"' * 100_001,
    "less-than": "<" * 100_000,
    "one-line": "x = " + "a + " * 60_000 + "a",
    "surrogate": "x = '\ud800'",
}


def read(text: str, name: str) -> Parsed | None:
    """The tree, or nothing where the budget was spent."""
    try:
        return parse(text, name, budget=QUICK)
    except CodeTooLarge:
        return None


def in_order(found: list[str], parsed: Parsed) -> bool:
    """Whether the tokens stand in the code one after the other; those that are no UTF-8 are passed over."""
    at, code = 0, parsed.code.decode("latin-1")
    for token in found:
        at = code.find(token.encode().decode("latin-1"), at) if "\ufffd" not in token else at
        if at < 0:
            return False
        at += len(token.encode()) if "\ufffd" not in token else 0
    return True


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", ["python", "javascript", "kotlin"])
def test_hostile_text_is_read_or_refused_in_bounded_time(name: str, text: str) -> None:
    started = time.thread_time()
    parsed = read(text, name)
    if parsed is not None:
        assert parsed.root.end_byte <= len(parsed.code)
        assert len(tokens(parsed)) <= len(parsed.code)

    assert time.thread_time() - started < 30  # not a measure: without the budget it takes minutes


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", sorted(set(readable()) - {"python", "javascript", "kotlin"}))
def test_hostile_text_is_read_or_refused_in_every_language(name: str, text: str) -> None:
    parsed = read(text, name)

    if parsed is not None:
        assert in_order(tokens(parsed), parsed)


def test_text_beyond_the_size_is_refused_with_both_sizes() -> None:
    with pytest.raises(CodeTooLarge, match=r"at most 2097152 bytes to be parsed, got 10000000"):
        parse("x" * 10_000_000, "python")


def test_after_a_refused_text_the_next_one_is_read_as_ever() -> None:
    before = str(parse("x = 1", "javascript").root)
    with pytest.raises(CodeTooLarge):
        parse('"' * 100_001, "javascript", budget=ParseBudget(cpu_seconds=0.05))

    assert str(parse("x = 1", "javascript").root) == before


@pytest.mark.parametrize("name", readable())
def test_bytes_that_are_not_utf8_are_read(name: str) -> None:
    parsed = parse(bytes(range(256)) * 8 + b"\xff\xfe", name, budget=QUICK)

    assert in_order(tokens(parsed), parsed)


@pytest.mark.parametrize("text", ["", "\0" * 10_000, "x" * 10_000_000, "(" * 100_000, "a " * 500_000, "\ud800"])
def test_the_language_of_noise_is_unknown(text: str) -> None:
    assert detect_language(text) == "unknown"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(readable())), st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_can_be_walked(name: str, text: str | bytes) -> None:
    parsed = parse(text, name)

    assert parsed.has_error == (parsed.error_nodes > 0)
    assert in_order(tokens(parsed), parsed)
