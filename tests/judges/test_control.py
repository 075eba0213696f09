"""Changed tests keep their form and expect something else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from assay.judges.control import ChangedTests, Changes, changed_literal, without_comments
from assay.languages.known import language, languages

SEEDS = range(20)


@pytest.mark.parametrize(
    ("literal", "form"),
    [
        ("0", r"[123]"),
        ("9", r"[678]"),
        ("10", r"(?:1[12]|20)"),
        ("99", r"(?:9[78]|89)"),
        ("1_000", r"10(?:0[12]|10)"),
        ("1000000000", r"1000000(?:00[12]|010)"),
        ("2147483647", r"21474836(?:4[56]|37)"),
        ("10usize", r"(?:1[12]|20)usize"),
        ("3L", r"[012456]L"),
        ("0.5", r"[123]\.5"),
        ("1e5", r"[0234]e5"),
        ("0x1f", r"0x1[0-9a-e]"),
        ("0xAu8", r"0x[0-9b-f]u8"),
        ("007", r"00[0-6]"),
        ("0b10", r"0b11"),
        ("0.0", r"[1-9]\.0"),
        ("True", "False"),
        ('""', r'"[a-z]"'),
        ("'a b'", r"'([b-z] b|a [ac-z])'"),
        ('"Ab1"', r'"([B-Z]b1|A[ac-z]1|Ab[02-9])"'),
        (r'"\n\x41\u00e9c"', r'"\\n\\x41\\u00e9[a-z]"'),
        ('"%d ${x} {y} $z c"', r'"%d \$\{x\} \{y\} \$z [a-z]"'),
        ('"--"', r'"(-[^-]|[^-]-)"'),
        ('"<>"', r'"(<<|>>)"'),
        ('r#"a"#', r'r#"[b-z]"#'),
        ('R"(a)"', r'R"\([b-z]\)"'),
        ('R"ab(c)ab"', r'R"ab\([abd-z]\)ab"'),
        ("`a`", r"`[b-z]`"),
    ],
)
def test_a_literal_becomes_another_of_its_type_and_form(literal: str, form: str) -> None:
    for seed in SEEDS:
        changed = changed_literal(literal, random.Random(seed))
        assert changed is not None
        assert re.fullmatch(form, changed), changed
        assert changed != literal


@pytest.mark.parametrize("literal", ["1e-6", "0.001", "09", "0x", "nil"])
def test_what_is_no_plain_value_stays(literal: str) -> None:
    assert changed_literal(literal, random.Random(0)) is None


@pytest.mark.parametrize("literal", ["'a'", "'b'", r"'\n'", "b'a'", r"b'\n'"])
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
        found = _drawn(Changes(plain, language(name), "f", chance=random.Random(seed)))
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
        chance = random.Random(seed)
        found = _drawn(Changes(tests, language("javascript"), "f", shown="f(5,6) returns 11", chance=chance))
        assert len(found) == 3
        assert "f(5, 6) === 11" not in found[-1].text


def test_every_expression_has_its_turn_before_one_comes_again() -> None:
    tests = "assert(f(1) == 2); assert(f(3) == 4); assert(f(5) == 6);"
    changes = Changes(tests, language("cpp"), "f", chance=random.Random(0))
    assert changes.left == 3
    for alone in (True, False):
        units = [drawn.unit for drawn in (changes.draw(alone=alone) for _ in range(6)) if drawn]
        assert len(set(units[:3])) == len(set(units[3:])) == 3
    assert changes.left == 0


def test_one_value_is_changed_or_any_number() -> None:
    tests = ";".join(f"assert(f({i}) == true)" for i in range(9)) + ";"
    changes = Changes(tests, language("cpp"), "f", chance=random.Random(0))
    drawn = [one.text for one in (changes.draw(alone=alone) for alone in (True, False) for _ in range(20)) if one]
    counts = [sum(a != b for a, b in zip(tests.split(";"), text.split(";"), strict=True)) for text in drawn]

    assert set(counts[:20]) == {1}
    assert set(counts[20:]) >= {4, 5, 6}


def test_no_changed_tests_come_twice_while_there_are_others() -> None:
    changes = Changes("assert(f(1) == 20);", language("cpp"), "f", chance=random.Random(0))

    assert len({drawn.text for drawn in (changes.draw() for _ in range(12)) if drawn}) == 12


@pytest.mark.parametrize(
    ("test", "is_exact"),
    [
        ("assert(f(1) == vector<int>({2}));", True),
        ("assert(p->f(1) == 2);", True),
        ("assert(f(1) < 2);", False),
        ("assert(f(1) >= 2);", False),
        ("assert(fabs(f(1) - 2) <= x);", False),
        ("assert(is_close(f(1), 2));", False),
    ],
)
def test_a_bound_or_a_tolerance_is_not_exact(test: str, is_exact: bool) -> None:
    drawn = Changes(test, language("cpp"), "f", chance=random.Random(0)).draw()

    assert drawn is not None
    assert drawn.is_exact is is_exact


def test_another_value_is_one_that_the_tests_expect_elsewhere() -> None:
    tests = 'assert(f(1) == "big"); assert(f(2) == "red"); assert(f(3) == "green");'
    seen = set[str]()
    for seed in SEEDS:
        found = _drawn(Changes(tests, language("cpp"), "f", chance=random.Random(seed)))
        assert all(len(one.text) == len(tests) for one in found)
        seen |= {one.text for one in found}
    assert any(text.count('"red"') == 2 for text in seen)


@pytest.mark.parametrize(
    ("name", "tests", "is_expected"),
    [
        ("java", 'class M { void m() { assert(s.f("a").equals("b")); } }', True),
        ("java", "class M { void m() { assert(s.f(1)); } }", False),
        ("java", "class M { void m() { assertEquals(s.f(1), 2); } }", True),
        ("javascript", "assert.deepEqual(f(1), [2]);", True),
        ("javascript", "assert(f(1));", False),
        ("rust", "fn main() { assert_eq!(f(1), 2); }", True),
        ("perl", "is(f(1), 2);", True),
        ("perl", "my $a0 = 1;\nmy $x0 = f($a0);\nmy $v0 = 3;\nunless(Compare($x0, $v0)) { die }\n", True),
        ("php", "$v0 = 3;\n$y = f($v0);\n", False),
        ("go", "func main() {\n\tactual_1 := f(1)\n\texpected_1 := 3\n\tg(actual_1, expected_1)\n}\n", True),
    ],
)
def test_an_argument_of_what_is_tested_is_not_expected_of_it(name: str, tests: str, is_expected: bool) -> None:
    drawn = Changes(tests, languages()[name], "f", chance=random.Random(0)).draw()

    assert drawn is not None
    assert drawn.is_expected is is_expected


def _drawn(changes: Changes) -> list[ChangedTests]:
    """Return the first change of each expression, in the order in which they are tried."""
    found = dict[int, ChangedTests]()
    while (drawn := changes.draw(alone=True)) is not None:
        changes.drop(drawn)
        found.setdefault(drawn.unit, drawn)
    return list(found.values())


def test_messages_are_not_changed_but_say_what_is_expected() -> None:
    tests = 'func TestF(t *testing.T) { assert.Equal(t, 20, f("a"), "f gives 20") }\n'
    changes = Changes(tests, language("go"), "f", has_reference=True, chance=random.Random(0))
    for drawn in (changes.draw() for _ in range(10)):
        assert drawn is not None
        [expected] = re.findall(r"t, (\d+)", drawn.text)
        assert expected != "20"
        assert drawn.text == tests.replace("20", expected)


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("javascript", "assert.notStrictEqual(f(1), 7);"),
        ("javascript", "expect(f(1)).not.toBe(7);"),
        ("javascript", "assert(f(1) === 7 || f(1) === 8);"),
        ("javascript", "assert([8, 7].includes(f(1)));"),
        ("go", "func TestF(t *testing.T) { if f(1) == 7 { t.Fatal(1) } }"),
        ("rust", "fn main() { assert_ne!(f(1), 7); }"),
        ("java", "class M { void m() { assert !s.f(1).equals(7); } }"),
        ("bash", '[[ $(f "1") != "7" ]]\n'),
        ("cpp", "int main() { assert(f(1) != 7); }"),
    ],
)
def test_without_a_reference_nothing_follows_from_a_pass_where_other_values_are_right_too(name: str, test: str) -> None:
    changes = Changes(test, language(name), "f", chance=random.Random(0))
    drawn = [one for one in (changes.draw() for _ in range(5)) if one and "7" not in one.text]

    assert drawn
    assert not any(one.is_expected for one in drawn)


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("go", "func TestF(t *testing.T) { if f(1) != 7 { t.Fatal(1) } }"),
        ("php", "if (f(1)->is(7) !== true) { throw new Exception('x'); }"),
        ("java", "class M { void m() { assert s.f(1).equals(7) == true; } }"),
        ("bash", '[[ $(f "1") = "7" ]] || exit 1\n'),
        ("rust", 'fn main() { assert_eq!(f(1), 7, "seven"); }'),
    ],
)
def test_without_a_reference_the_value_is_changed_that_must_be_equal(name: str, test: str) -> None:
    drawn = Changes(test, language(name), "f", chance=random.Random(0)).draw()

    assert drawn is not None
    assert drawn.is_expected
    assert "7" not in drawn.text


def test_each_value_of_a_list_has_its_turn_and_two_change_places_where_there_is_a_reference() -> None:
    tests = "int main() { assert(f({3, 1, 2}) == (vector<int>{1, 2, 3})); }"
    changes = Changes(tests, language("cpp"), "f", has_reference=True, chance=random.Random(0))
    drawn = {one.text[-14:-5] for one in (changes.draw(alone=True) for _ in range(40)) if one}

    assert changes.left == 0
    assert {"{2, 1, 3}", "{3, 2, 1}", "{1, 3, 2}"} & drawn
    assert all(any(text[place] not in "123" for text in drawn) for place in (1, 4, 7))


def test_without_a_reference_only_the_last_value_is_changed() -> None:
    changes = Changes("assert(f(1) == (g{1, 2}));", language("cpp"), "f", chance=random.Random(0))

    assert all("{1, " in one.text for one in (changes.draw() for _ in range(20)) if one)


def test_arguments_in_bash_are_not_expected_and_variables_stay() -> None:
    tests = 'candidate() {\n    f "$@"\n}\n[[ $(candidate "1") = "2" ]]\n'
    changes = Changes(tests, language("bash"), "f", has_reference=True, chance=random.Random(0))

    assert all('"$@"' in one.text and '"1"' in one.text for one in (changes.draw() for _ in range(20)) if one)


@pytest.mark.parametrize(
    ("name", "tests", "silent"),
    [
        ("javascript", "f(1); // 2\n/* 2\n3 */ g('// no')\n", "f(1);     \n    \n     g('// no')\n"),
        ("typescript", "// @ts-ignore\nlet a = 1 // x\n", "// @ts-ignore\nlet a = 1     \n"),
        ("ruby", "# encoding: utf-8\nf(1) # 2\nputs '#{1}'\n", "# encoding: utf-8\nf(1)    \nputs '#{1}'\n"),
        ("php", "f($a); # 2\n/** 2 */ function t() {}\n", "f($a);    \n         function t() {}\n"),
        ("bash", "#!/bin/sh\n[ $(f 1) = 2 ] # 2\necho '#'\n", "#!/bin/sh\n[ $(f 1) = 2 ]    \necho '#'\n"),
    ],
)  # fmt: skip
def test_comments_of_tests_become_blanks_and_directives_stay(name: str, tests: str, silent: str) -> None:
    assert without_comments(tests, languages()[name]) == silent


def test_a_truth_value_and_what_it_is_about_do_not_change_together() -> None:
    tests = "assert.strictEqual(f(1).is(2), true);\nassert.strictEqual(f(5).is(7), false);\n"
    drawn = [Changes(tests, language("javascript"), "f", chance=random.Random(seed)).draw() for seed in range(200)]
    lines = [line for changed in drawn if changed is not None for line in changed.text.split("\n")]

    assert len(set(lines)) > 10
    assert not [line for line in lines if "f(1)" in line and "is(2)" not in line and "false" in line]
    assert not [line for line in lines if "f(5)" in line and "is(7)" not in line and "true" in line]


@pytest.mark.parametrize(
    ("language_name", "tests", "keeps"),
    [
        ("cpp", 'assert(f("a") == "enotS"); assert(f("b") == "21 egdirb");', "case"),
        ("cpp", 'assert(f("a") == "enotS"); assert(f("b") == "21 egdirb");', "letters"),
        ("cpp", 'assert(f("a") == "a bc"); assert(f("b") == "x yz");', "case"),
        ("perl", "die unless f(1) == 20345;\ndie unless f(2) == 42136;\ndie unless f(3) == 137345;\n", "bits"),
        ("perl", "die unless f(1) == 20345;\ndie unless f(2) == 42136;\ndie unless f(3) == 137345;\n", "digits"),
    ],
)
def test_each_way_that_a_value_fits_is_taken_by_the_changes_made_alone(
    language_name: str, tests: str, keeps: str
) -> None:
    kept: Callable[[str], object] = {
        "case": str.lower,
        "letters": lambda text: sorted(text),
        "bits": lambda text: [int(number).bit_count() for number in re.findall(r"\d+", text)],
        "digits": lambda text: [sorted(number) for number in re.findall(r"\d+", text)],
    }[keeps]
    for seed in range(100):
        changes = Changes(tests, languages()[language_name], "f", has_reference=True, chance=random.Random(seed))
        drawn = [one.text for one in (changes.draw(alone=True) for _ in range(2 * changes.left)) if one]
        assert any(kept(text) == kept(tests) for text in drawn), drawn


def test_each_expression_has_its_turn_whatever_it_expects() -> None:
    tests = 'assert(f(1) == "abc"); assert(f(2) == true); assert(f(3) == 7); assert(f(4) == 12345);'
    for seed in SEEDS:
        changes = Changes(tests, language("cpp"), "f", has_reference=True, chance=random.Random(seed))
        assert len({drawn.unit for drawn in (changes.draw(alone=True) for _ in range(4)) if drawn}) == 4


def test_a_status_is_not_changed() -> None:
    tests = '[[ $(f "1") = "7" ]] || exit 1\n'
    drawn = [Changes(tests, language("bash"), "f", chance=random.Random(seed)).draw() for seed in SEEDS]

    assert all(one is not None and "|| exit 1" in one.text for one in drawn)
