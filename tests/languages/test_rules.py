"""Every rule names what its grammar really has, and does what it is for."""

from __future__ import annotations

import pytest

from assay.errors import UnknownNameError
from assay.languages.base import Language
from assay.languages.known import language, language_of_path, languages, readable
from assay.languages.parsing import grammar, parse
from assay.languages.tokens import tokens

ALL = pytest.mark.parametrize("rules", readable().values(), ids=readable())


def kinds_of(rules: Language) -> set[str]:
    known = grammar(rules.grammar)
    return {known.node_kind_for_id(number) or "" for number in range(known.node_kind_count)}


def fields_of(rules: Language) -> set[str]:
    known = grammar(rules.grammar)
    return {known.field_name_for_id(number) or "" for number in range(1, known.field_count + 1)}


@ALL
def test_every_node_kind_is_one_of_the_grammar(rules: Language) -> None:
    known = kinds_of(rules)

    assert {name: set(kinds) - known for name, kinds in rules.kinds().items() if set(kinds) - known} == {}


@ALL
def test_every_selector_names_a_field_or_kind_of_the_grammar(rules: Language) -> None:
    fields, kinds = fields_of(rules), kinds_of(rules)
    wrong = [
        (kind, selector)
        for kind, selectors in rules.selectors().items()
        for selector in (one.rstrip("?") for one in selectors)
        if not (
            selector in ("*", "=")
            or selector.lstrip("-").isdigit()
            or (selector.startswith("<") and selector[1:-1] in kinds)
            or selector in fields
        )
    ]

    assert wrong == []


@ALL
def test_keywords_are_plain_words(rules: Language) -> None:
    assert len(rules.keywords) > 20
    assert all(word.strip() == word and word for word in rules.keywords)


def test_names_and_suffixes_belong_to_one_language_each() -> None:
    names = [name for one in languages().values() for name in (one.name, *one.aliases)]
    suffixes = [suffix for one in languages().values() for suffix in one.suffixes]

    assert len(readable()) == 15
    assert len(names) == len(set(names))
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("py", "python"),
        ("JS", "javascript"),
        ("ts", "typescript"),
        ("c++", "cpp"),
        ("C#", "csharp"),
        ("cs", "csharp"),
        ("c_sharp", "csharp"),
        ("golang", "go"),
        ("rs", "rust"),
        ("sh", "bash"),
        ("rb", "ruby"),
        ("kt", "kotlin"),
    ],
)
def test_a_language_is_found_by_its_alias(name: str, expected: str) -> None:
    assert language(name).name == expected


def test_an_unknown_language_is_named_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match=r"No language is named 'pyton'. Did you mean 'python'"):
        language("pyton")


@pytest.mark.parametrize(
    ("path", "expected"), [("a/b.PY", "python"), ("x.tar.gz", "unknown"), ("m.hpp", "cpp"), ("Makefile", "unknown")]
)
def test_a_suffix_tells_the_language(path: str, expected: str) -> None:
    assert language_of_path(path) == expected


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("python", "x = 'a b' + f\"{y}!\"  # no", ["x", "=", "'a b'", "+", 'f"', "{", "y", "}", "!", '"']),
        ("javascript", "x = `http://${a}` // no", ["x", "=", "`", "http://", "${", "a", "}", "`"]),
        ("go", "x := `a // b` // no", ["x", ":=", "`a // b`", "\n"]),
        ("php", "$x = 1; # no", ["$x", "=", "1", ";"]),
        ("c", 'char *s = "/*no*/"; /* no */', ["char", "*", "s", "=", '"/*no*/"', ";"]),
        ("rust", 'let s = r#"// no"#; // no', ["let", "s", "=", 'r#"// no"#', ";"]),
    ],
)
def test_tokens_leave_comments_out_and_strings_whole(name: str, code: str, expected: list[str]) -> None:
    assert [token for token in tokens(parse(code, name)) if token.strip()] == [one for one in expected if one.strip()]
