"""Sites of a test: which literals are expected, and that other values keep their form."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter

import pytest

from assay.repositories.sites import MOST_WAYS, Site, Tier, sites_of, source_of, words_of

WORDS = sorted(f"word{chr(97 + one)}{chr(97 + two)}" for one in range(6) for two in range(6))


def sites(source: str) -> tuple[list[Site], list[bytes]]:
    function = ast.parse(source).body[-1]
    assert isinstance(function, ast.FunctionDef)
    lines = source.encode().split(b"\n")
    return sites_of(function, lines), lines


def texts(source: str, tier: Tier) -> list[str | None]:
    found, lines = sites(source)
    return [source_of(site.node, lines) for site in found if site.tier is tier and site.node is not None]


def edited(source: str, site: Site, lines: list[bytes], salt: int = 1) -> list[str]:
    made = []
    for way in site.ways(lines, WORDS, salt):
        changed = list(lines)
        for edit in sorted(way, key=lambda one: (one.line, one.start), reverse=True):
            line = changed[edit.line]
            changed[edit.line] = line[: edit.start] + edit.text + line[edit.end :]
        made.append(b"\n".join(changed).decode())
    return made


@pytest.mark.parametrize(
    ("body", "expected", "others"),
    [
        ("assert f(1) == 2", ["2"], ["1"]),
        ("assert 2 == f(1)", ["2"], ["1"]),
        ("self.assertEqual(f(1), [2, 'a'])", ["2", "'a'"], ["1"]),
        ("want = [3, 4]\n    assert f(1) == want", ["3", "4"], ["1"]),
        ("want = g(3)\n    assert f(1) == want", [], ["3", "1"]),
        ("with pytest.raises(ValueError, match='bad value'):\n        f(1)", ["'bad value'", "ValueError"], ["1"]),
        ("assert 'part' in f(1)", ["'part'"], ["1"]),
        ("assert f(1) is True", ["True"], ["1"]),
        ("assert f(x=1)[5] == 2", ["2"], []),
        ("'A text that is no value.'\n    assert f(b'x') == 1.5", ["1.5"], ["b'x'"]),
    ],
)
def test_expected_values_come_before_all_others(body: str, expected: list[str], others: list[str]) -> None:
    source = f"def test_a(self):\n    {body}\n"

    assert texts(source, Tier.EXPECTED) == expected
    assert texts(source, Tier.OTHER) == others


def test_columns_of_parameters_that_are_only_compared_are_expected() -> None:
    source = (
        '@pytest.mark.parametrize("given, want", [(1, 20), pytest.param(2, 30, id="x")])\n'
        "def test_a(given, want):\n    assert f(given) == want\n"
    )

    assert texts(source, Tier.EXPECTED) == ["20", "30"]


@pytest.mark.parametrize("literal", ["[]", "{}", "None", "''"])
def test_what_is_empty_is_the_only_value_of_its_form(literal: str) -> None:
    source = f"def test_a():\n    assert f() == {literal}\n"
    found, lines = sites(source)

    assert texts(source, Tier.EXPECTED) == []
    first = next(site for site in found if site.node is not None)
    assert first.tier is Tier.NEGATED
    assert len(edited(source, first, lines)) == 1


@pytest.mark.parametrize(
    ("literal", "form"),
    [
        ("7", r"\d+"),
        ("523", r"\d{3}"),
        ("4000", r"\d+000"),
        ("0.25", r"0\.\d5"),
        ("1e-5", r"\de-5"),
        ("'page 12'", r"'page \d+'"),
        ("'007'", r"'00\d'"),
        ("'wordaa and'", r"'(\w+) and'|'wordaa (\w+)'"),
        ("'Wordbb'", r"'[A-Z][a-z]+'"),
        ("b'WORDAB'", r"b'[A-Z]+'"),
        ("r'\\d+ wordca'", r"r'\\d\+ \w+'"),
        ("ValueError", r"\w+Error"),
        ("True", r"False"),
    ],
)
def test_other_values_keep_the_form(literal: str, form: str) -> None:
    source = f"def test_a():\n    assert f() == {literal}\n"
    if literal == "ValueError":
        source = "def test_a():\n    with pytest.raises(ValueError):\n        f()\n"
    found, lines = sites(source)
    changed = edited(source, found[0], lines)

    assert len(changed) == (1 if literal == "True" else MOST_WAYS)
    assert len({*changed, source}) == len(changed) + 1
    before, behind = source.split(literal)
    for text in changed:
        ast.parse(text)
        assert text.startswith(before)
        assert text.endswith(behind)
        assert re.fullmatch(form, text[len(before) : len(text) - len(behind)])


@pytest.mark.parametrize("number", [17, 43, 523, 2019])
def test_the_rank_of_a_number_among_those_that_stand_beside_it_is_drawn_evenly(number: int) -> None:
    source = f"def test_a():\n    assert f() == {number}\n"
    found, lines = sites(source)
    ranks = Counter(
        sum(int(text.split("==")[1]) < number for text in edited(source, found[0], lines, salt)) for salt in range(800)
    )

    assert sorted(ranks) == list(range(MOST_WAYS + 1))
    assert max(ranks.values()) < 150  # 100 each


def test_equal_literals_have_equal_other_values() -> None:
    source = "def test_a():\n    assert f() == 523\n    assert g() == 523\n"
    (first, second, *_), lines = sites(source)

    def values(site: Site) -> set[str]:
        return {edit.text.decode() for way in site.ways(lines, WORDS, 5) for edit in way}

    assert values(first) == values(second)
    assert values(first) != {edit.text.decode() for way in first.ways(lines, WORDS, 6) for edit in way}


def test_words_are_replaced_by_those_that_occur_about_as_often() -> None:
    source = "def test_a():\n    assert f() == 'wordaa'\n"
    (first, *_), lines = sites(source)
    made = {text.split("'")[1] for salt in range(50) for text in edited(source, first, lines, salt)}

    assert made < set(WORDS[:18])
    assert len(made) > MOST_WAYS


def test_words_are_counted_in_strings_alone() -> None:
    assert words_of(ast.parse("name = 'Other other'\nassert name == f(b'bytes', 'and')")) == {"other": 2, "and": 1}


def test_values_are_drawn_from_the_text_of_bytes_too() -> None:
    source = "def test_a():\n    assert f() == b'x12'\n"
    (first, *_), lines = sites(source)

    assert random.Random(0).choice(edited(source, first, lines)).startswith("def test_a():\n    assert f() == b'x")
