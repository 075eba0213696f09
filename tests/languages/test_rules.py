"""Every rule names what its grammar really has, and does what it is for."""

from __future__ import annotations

import pytest

from assay.errors import UnknownNameError
from assay.languages import (
    LANGUAGES,
    Language,
    Role,
    definitions,
    grammar,
    is_test,
    language,
    language_of_path,
    parse,
    roles,
    tokens,
)

ALL = pytest.mark.parametrize("rules", LANGUAGES.values(), ids=LANGUAGES)


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
    names = [name for one in LANGUAGES.values() for name in (one.name, *one.aliases)]
    suffixes = [suffix for one in LANGUAGES.values() for suffix in one.suffixes]

    assert len(LANGUAGES) == 15
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


DEFINED = {
    "python": ("def f(a):\n    '''Doc.'''\nclass C:\n    def test_m(self): pass", "f C test_m", "f", "test_m"),
    "javascript": ("/** Doc. */\nexport function f(a) {}\nclass C { m() {} }", "f C m", "f", ""),
    "typescript": ("/** Doc. */\nfunction f(a: number) {}\ninterface I { x: string }", "f I", "f", ""),
    "java": ("class C {\n /** Doc. */\n @Test\n void f(int a) {}\n int g() { return 1; }\n}", "C f g", "f", "f"),
    "c": ("/** Doc. */\nint *f(int a) { return 0; }\nstruct S { int a; };\nstruct S s;", "f S", "f", ""),
    "cpp": ("/// Doc.\ntemplate <class T> T f(T a) { return a; }\nclass C { void m() {} };", "f C m", "f", ""),
    "csharp": ("class C {\n /// Doc.\n [Test]\n public void F(int a) {}\n}", "C F", "F", "F"),
    "go": (
        "package p\n\n// Doc.\nfunc F(a int) {}\n\nfunc TestG(t *T) {}\n\ntype S struct{}",
        "F TestG S",
        "F",
        "TestG",
    ),
    "rust": ("/// Doc.\n#[test]\nfn f(a: i32) {}\nstruct S;\nimpl S { fn m(&self) {} }", "f S m", "f", "f"),
    "php": ("<?php\n/** Doc. */\nfunction f($a) {}\nclass C { function testM() {} }", "f C testM", "f", "testM"),
    "ruby": ("# Doc.\ndef f(a)\nend\nclass C\n  def test_m\n  end\nend", "f C test_m", "f", "test_m"),
    "kotlin": ("/** Doc. */\nfun f(a: Int) {}\nclass C {\n @Test fun m() {}\n}", "f C m", "f", "m"),
    "swift": ("/// Doc.\nfunc f(a: Int) {}\nclass C {\n func testM() {}\n}", "f C testM", "f", "testM"),
    "scala": ("/** Doc. */\ndef f(a: Int) = a\nobject O { def m = 1 }", "f O m", "f", ""),
    "bash": ("# Doc.\nf() { echo 1; }\ntest_g() { :; }", "f test_g", "f", "test_g"),
}


@ALL
def test_definitions_are_found_with_their_documentation_and_tests(rules: Language) -> None:
    code, names, documented, tests = DEFINED[rules.name]
    parsed = parse(code, rules)
    found = definitions(parsed)

    assert [one.name for one in found if one.role is Role.FUNCTION or one.body is not None] == names.split()
    assert [one.name for one in found if one.doc and "Doc." in one.doc] == [documented]
    assert " ".join(one.name for one in found if is_test(parsed, one)) == tests


def test_methods_know_the_class_around_them() -> None:
    found = definitions(parse("class A:\n  class B:\n    def m(self): pass\ndef f(): pass", "python"))

    assert {one.name: one.parents for one in found} == {"A": (), "B": ("A",), "m": ("A", "B"), "f": ()}


FLOWING = {
    "python": ("if a and b:\n  for x in y: f()\nelse:\n  raise E", "branch logical loop call else raise"),
    "javascript": (
        "if (a && b) { for (const x of y) { f() } } else { throw e }",
        "branch logical loop call else raise",
    ),
    "typescript": (
        "if (a && b) { for (const x of y) { f() } } else { throw e }",
        "branch logical loop call else raise",
    ),
    "java": (
        "class C { void m() { if (a && b) { for (int x : y) { f(); } } else { throw e; } } }",
        "branch logical loop call else raise",
    ),
    "c": ("int m() { if (a && b) { while (1) { f(); } } else { return 1; } }", "branch logical loop call else return"),
    "cpp": (
        "void m() { if (a && b) { for (auto x : y) { f(); } } else { throw e; } }",
        "branch logical loop call else raise",
    ),
    "csharp": (
        "class C { void M() { if (a && b) { foreach (var x in y) { F(); } } else { throw e; } } }",
        "branch logical loop call else raise",
    ),
    "go": (
        "package p\nfunc m() { if a && b { for x := range y { f() } } else { return } }",
        "branch logical loop call else return",
    ),
    "rust": ("fn m() { if a && b { for x in y { f(); } } else { return; } }", "branch logical loop call else return"),
    "php": (
        "<?php if ($a && $b) { foreach ($y as $x) { f(); } } else { throw $e; }",
        "branch logical loop call else raise",
    ),
    "ruby": ("if a && b\n  for x in y do f() end\nelse\n  return 1\nend", "branch logical loop call else return"),
    "kotlin": (
        "fun m() { if (a && b) { for (x in y) { f() } } else { throw e } }",
        "branch logical loop call else raise",
    ),
    "swift": (
        "func m() { if a && b { for x in y { f() } } else { throw e } }",
        "branch logical loop call else return raise",
    ),
    "scala": ("def m = if (a && b) { while (c) { f() } } else { throw e }", "branch logical loop call else raise"),
    "bash": (
        "if a && b; then\n  for x in y; do f; done\nelse\n  g\nfi",
        "branch logical call call loop call else call",
    ),
}


@ALL
def test_control_flow_is_seen_in_one_walk(rules: Language) -> None:
    code, expected = FLOWING[rules.name]
    quiet = {Role.FUNCTION, Role.CLASS, Role.ASSIGNMENT}
    parsed = parse(code, rules)

    assert parsed.error_nodes == 0
    assert [mark.role.value for mark in roles(parsed) if mark.role not in quiet] == expected.split()


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
    assert [token.text for token in tokens(parse(code, name)) if token.text.strip()] == [
        one for one in expected if one.strip()
    ]
