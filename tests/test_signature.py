"""A signature is one readable line, and whatever goes in comes out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.signature import build_signature, escape, parse_signature, unescape

LINE = "humaneval:1.2|k:1|attempts:1|time:3s|mem:1GiB|judge:separate|iso:landlock+seccomp|py:3.11|hashseed:0|assay:0.3"
KEYS = st.from_regex(r"[A-Za-z][A-Za-z0-9_.@+/-]{0,10}", fullmatch=True)
TEXT = st.text(st.characters(codec=None, exclude_categories=()), min_size=1)


def test_the_line_of_the_design_is_built_from_its_facts() -> None:
    facts = {
        "humaneval": "1.2", "k": 1, "attempts": 1, "time": "3s", "mem": "1GiB", "judge": "separate",
        "iso": "landlock+seccomp", "py": "3.11", "hashseed": 0, "assay": "0.3",
    }  # fmt: skip

    assert build_signature(facts) == LINE
    assert parse_signature(LINE) == {key: str(value) for key, value in facts.items()}


def test_the_order_is_kept() -> None:
    assert build_signature({"b": 1, "a": 2}) == "b:1|a:2"
    assert list(parse_signature("b:1|a:2")) == ["b", "a"]


@pytest.mark.parametrize(
    ("value", "escaped"),
    [
        pytest.param("landlock+seccomp", "landlock+seccomp", id="plain"),
        pytest.param("a:b", "a:b", id="a-colon-is-harmless"),
        pytest.param("a|b", "a%7Cb", id="the-separator"),
        pytest.param("100%", "100%25", id="the-escape-itself"),
        pytest.param("two words", "two%20words", id="blank"),
        pytest.param("a\nb", "a%0Ab", id="line-break"),
        pytest.param("a\u2028b", "a%E2%80%A8b", id="unicode-line-break"),
        pytest.param("naïve", "naïve", id="letters-stay"),
        pytest.param("\ud800", "%ED%A0%80", id="lone-surrogate"),
    ],
)
def test_what_would_break_the_line_is_escaped(value: str, escaped: str) -> None:
    assert escape(value) == escaped
    assert unescape(escaped) == value


@given(st.dictionaries(KEYS, TEXT, min_size=1))
def test_what_goes_in_comes_out(facts: dict[str, str]) -> None:
    assert parse_signature(build_signature(facts)) == facts


@given(st.dictionaries(KEYS, TEXT, min_size=1))
def test_a_signature_is_one_printable_word(facts: dict[str, str]) -> None:
    line = build_signature(facts)

    assert line.isprintable()
    assert " " not in line


@given(st.text())
def test_parsing_gives_the_only_facts_with_that_line_or_an_error(text: str) -> None:
    try:
        facts = parse_signature(text)
    except InvalidValue:
        return

    assert build_signature(facts) == text


@pytest.mark.parametrize("key", ["", "1k", "a b", "a:b", "a|b", "naïve", "a\n", "-a"])
def test_a_key_that_cannot_be_read_back_is_refused(key: str) -> None:
    with pytest.raises(InvalidValue, match="a key in a signature is"):
        build_signature({key: 1})


def test_an_empty_value_is_refused() -> None:
    with pytest.raises(InvalidValue, match="must not be empty"):
        build_signature({"k": ""})


def test_a_signature_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidValue, match="at least one fact"):
        build_signature({})


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        pytest.param("", "key:value parts, got ''", id="empty"),
        pytest.param("k", "key:value parts, got 'k'", id="no-colon"),
        pytest.param("k:", "key:value parts, got 'k:'", id="no-value"),
        pytest.param("k:1|", "key:value parts, got ''", id="dangling-bar"),
        pytest.param("k:1|k:2", "got 'k' twice", id="twice"),
        pytest.param("k:%", "two capital hexadecimal digits", id="bare-percent"),
        pytest.param("k:%7c", "two capital hexadecimal digits", id="small-digits"),
        pytest.param("k:%FF", "escaped UTF-8", id="not-utf-8"),
        pytest.param("k:%41", "is escaped as 'A'", id="needless-escape"),
        pytest.param("k:a b", "is escaped as 'a%20b'", id="unescaped-blank"),
        pytest.param(" k:1", "a key in a signature is", id="blank-before-the-key"),
    ],
)
def test_a_damaged_line_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        parse_signature(line)

    assert complaint in str(caught.value)
