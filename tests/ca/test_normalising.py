"""Outputs are made alike as documented, and further only where the user asks."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue, UnknownNameError
from assay.judges.normalising import _ASCII_BLANKS, _BLANKS, NORMALISERS, equal_after, make_checker, normalise

TEXT = st.text(alphabet="aB1 .-\t\r\n0e5é\udcff", max_size=40)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello   World", "hello world"),
        ("a \t b\t\n", "a b"),
        ("a\r\nb\rc\n", "a\nb\nc"),
        ("a\n\n\n", "a"),
        ("a\n\nb", "a\n\nb"),
        ("  indented", " indented"),
        ("", ""),
        ("ÄÖ\n", "äö"),
    ],
)
def test_the_documented_normalisation(text: str, expected: str) -> None:
    assert normalise(text) == expected


def test_every_sign_that_is_white_space_is_known() -> None:
    blanks = {chr(number) for number in range(sys.maxunicode + 1) if chr(number).isspace()} - set(" \r\n")

    assert set(_BLANKS) == blanks
    assert set(_ASCII_BLANKS) == {blank for blank in blanks if blank.isascii()}


@given(st.text(alphabet="aB \t\r\n\x0b\x1f\x85\xa0\u2028\u3000\udcff", max_size=30))
def test_the_whole_text_is_normalised_as_its_lines_are(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    line_by_line = "\n".join(re.sub(r"\s+", " ", line).rstrip() for line in lines).rstrip("\n").lower()

    assert normalise(text) == line_by_line


@given(TEXT)
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(TEXT)
def test_every_text_equals_itself_under_every_normaliser(text: str) -> None:
    assert equal_after(text, text, make_checker(normalisers=list(NORMALISERS))) == ("documented",)


@given(TEXT, TEXT)
def test_more_normalisers_never_tell_more_apart(left: str, right: str) -> None:
    if equal_after(left, right, make_checker()) is not None:
        assert equal_after(left, right, make_checker(normalisers=list(NORMALISERS))) is not None


@pytest.mark.parametrize(
    ("left", "right", "names", "needed"),
    [
        ("x 1.5000001", "x 1.5", ["floats"], ("documented", "floats")),
        ("x 1.6", "x 1.5", ["floats"], None),
        ("x 1.6", "x 1.5", ["floats:0.2"], ("documented", "floats")),
        ("1000000001", "1000000000", ["floats:0.1"], None),
        ("1" + "0" * 400, "1e999", ["floats"], None),
        ("1" + "0" * 400 + ".0", "1" + "0" * 400, ["floats"], ("documented", "floats")),
        ("x 123456789", "x 1.23457e+08", ["floats:1e-5"], None),
        ("x 5", "x 4.9999999", ["floats"], ("documented", "floats")),
        ("1.5٠", "1.5", ["trailing-zeros"], None),
        ("٣", "3.0", ["floats"], None),
        ("1 2", "1 2 3", ["floats:9"], None),
        ("b\na", "a\nb", ["unordered"], ("documented", "unordered")),
        ("b\na", "a\nb\nb", ["unordered"], None),
        ("1.50 and 2.0", "1.5 and 2", ["trailing-zeros"], ("documented", "trailing-zeros")),
        ("version 1.10.0", "version 1.10", ["trailing-zeros"], None),
        ("100", "1", ["trailing-zeros"], None),
        ("0.33", "0.3333", ["one-number"], ("documented", "one-number")),
        ("0.33 0.5", "0.3333 0.5", ["one-number"], None),
        ("0.34", "0.3333", ["one-number"], None),
        ("at 2024-01-02T03:04:05Z", "at 2025-11-12 13:14:15", ["timestamps"], ("documented", "timestamps")),
        ("Mon Jan  1 00:00:00 2024", "Tue Feb 13 10:20:30 2025", ["timestamps"], ("documented", "timestamps")),
        ("took 00:00:01.5", "took 00:00:02", ["timestamps"], ("documented", "timestamps")),
        ("in /tmp/a/x.py", "in /srv/b/y.py", ["paths"], ("documented", "paths")),
        ("3/4", "3/5", ["paths"], None),
        ("<A at 0x7f00aa>", "<A at 0x7f00ab>", ["addresses"], ("documented", "addresses")),
        ("b 0x7f00aa\na 1.0", "a 1.00\nb 0x7f00bb", list(NORMALISERS),
         ("documented", "addresses", "trailing-zeros", "unordered")),
    ],
)  # fmt: skip
def test_what_was_needed_to_make_two_outputs_equal(
    left: str, right: str, names: list[str], needed: tuple[str, ...] | None
) -> None:
    assert equal_after(left, right, make_checker()) is None
    assert equal_after(left, right, make_checker(normalisers=names)) == needed


def test_strict_and_exact_rules_make_nothing_alike() -> None:
    assert equal_after("A", "a", make_checker(strict=True, normalisers=["unordered"])) is None
    assert equal_after("A", "a", make_checker(normalise=False)) is None


def test_an_unknown_normaliser_is_named_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match=r"'float'.*Did you mean 'floats'"):
        make_checker(normalisers=["float"])


@pytest.mark.parametrize("text", ["floats:-1", "floats:x", "floats:inf", "floats:nan", "paths:3"])
def test_a_tolerance_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match="takes"):
        make_checker(normalisers=[text])
