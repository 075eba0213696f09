"""Changed tests keep their form and expect something else."""

from __future__ import annotations

import random
import re

import pytest

from assay.judges.control import changed_literal, changed_tests
from assay.languages.known import language

SEEDS = range(20)


@pytest.mark.parametrize(
    ("literal", "form"),
    [
        ("0", r"[123]"),
        ("9", r"1[012]"),
        ("1_000", r"100[123]"),
        ("2147483647", r"214748364[456]"),
        ("10usize", r"1[123]usize"),
        ("3L", r"[456]L"),
        ("0.5", r"[123]\.5"),
        ("1e5", r"[234]e5"),
        ("0.0", r"[1-9]\.0"),
        ("True", "False"),
        ('""', r'"[a-z]"'),
        ("'a b'", r"'a b[a-z]'"),
        ('r#"a"#', r'r#"a[a-z]"#'),
        ('R"(a)"', r'R"\(a[a-z]\)"'),
        ("`a`", r"`a[a-z]`"),
    ],
)
def test_a_literal_becomes_another_of_its_type(literal: str, form: str) -> None:
    for seed in SEEDS:
        changed = changed_literal(literal, random.Random(seed))
        assert changed is not None
        assert re.fullmatch(form, changed), changed
        assert changed != literal


@pytest.mark.parametrize("literal", ["1e-6", "0.001", "007", "0x1f", "nil"])
def test_what_is_no_plain_value_stays(literal: str) -> None:
    assert changed_literal(literal, random.Random(0)) is None


@pytest.mark.parametrize("literal", ["'a'", "'b'", r"'\n'", "b'a'"])
def test_a_character_becomes_another(literal: str) -> None:
    for seed in SEEDS:
        changed = changed_literal(literal, random.Random(seed), character=True)
        assert changed is not None
        assert re.fullmatch(r"b?'[a-z]'", changed)
        assert changed != literal


@pytest.mark.parametrize(
    ("name", "tests", "places"),
    [
        ("cpp", '#include "a.h"\nint main() { int n[3]; assert(f("a", v[0]) == vector<int>({1, @2@})); g(7); }', 2),
        ("rust", "fn main() {\n    let candidate = f;\n    assert_eq!(candidate(1), @true@);\n}\n", 1),
        ("javascript", "const assert = require('assert');\nassert.equal(f('a'), @'b'@);\n", 2),
        ("go", "func TestF(t *testing.T) { assert.Equal(t, @true@, f(1.5, 2)) }\n", 2),
        ("java", "class M { void m() { List.of(s.f(1) == @2@, s.f(2) == 5, !s.f(3)); } }", 3),
        ("ruby", "def test_f\n  assert_equal(expected, f)\nend\n", 0),
    ],
)
def test_one_value_is_changed_that_is_expected(name: str, tests: str, places: int) -> None:
    plain = tests.replace("@", "")
    seen = set()
    for seed in SEEDS:
        found = list(changed_tests(plain, language(name), "f", chance=random.Random(seed)))
        assert len(found) == places
        assert all(one.text != plain for one in found)
        seen |= {one.text for one in found[:1]}
        assert all(one.is_expected for one in found[:1])
    if places:
        before, _, after = tests.split("@")
        assert any(text.startswith(before) and text.endswith(after) for text in seen)
        assert all("f(1.5, 2)" in text or name != "go" for text in seen)


def test_what_the_prompt_shows_is_changed_last() -> None:
    tests = "console.assert(f(1, 2) === 3); console.assert(f(5, 6) === 11); console.assert(f(7, 8) === 15);"
    for seed in SEEDS:
        found = list(
            changed_tests(tests, language("javascript"), "f", shown="f(5,6) returns 11", chance=random.Random(seed))
        )
        assert len(found) == 3
        assert "f(5, 6) === 11" not in found[-1].text
