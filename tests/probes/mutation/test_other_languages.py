"""What the shared operators change in languages other than Python."""

from __future__ import annotations

import pytest

from assay.errors import UnknownNameError
from assay.probes.mutation.mutants import mutants_of
from assay.probes.mutation.operators.tokens import RULES

STATEMENTS = "  if (a < 1 && !b) { a += 2; }\n  while (b) { break; }\n  g('s');\n  return a - 2 * 3;\n}"
BARE = STATEMENTS.replace("(a < 1 && !b)", "a < 1 && !b").replace("(b)", "b")
CODE = {
    "javascript": f"function f(a, b) {{\n{STATEMENTS}\n",
    "typescript": f"function f(a: number, b: boolean): number {{\n{STATEMENTS}\n",
    "java": f"class C {{ int f(int a, boolean b) {{\n{STATEMENTS} }}\n",
    "c": f"int f(int a, int b) {{\n{STATEMENTS}\n",
    "cpp": f"int f(int a, bool b) {{\n{STATEMENTS}\n",
    "csharp": f"class C {{ int f(int a, bool b) {{\n{STATEMENTS} }}\n",
    "go": f"package m\nfunc f(a int, b bool) int {{\n{BARE}\n".replace("while", "for").replace(";", ""),
    "rust": f"fn f(mut a: i32, b: bool) -> i32 {{\n{BARE}\n",
    "php": f"<?php\nfunction f(a, b) {{\n{STATEMENTS}\n".replace("a ", "$a ").replace("b)", "$b)").replace("(a", "($a"),
    "ruby": (
        "def f(a, b)\n  if a < 1 && !b\n    a += 2\n  end\n  while b do break end\n  g('s')\n  return a - 2 * 3\nend\n"
    ),
    "kotlin": f"fun f(a: Int, b: Boolean): Int {{\n{STATEMENTS}\n".replace(";", ""),
}
"""The same function everywhere; single quotes stand for double ones."""
SHARED = """
boolean     a < 1 && !b -> a < 1 || !b
boolean     a < 1 && !b -> a < 1
boolean     a < 1 && !b -> !b
conditions  a < 1 && !b -> !(a < 1 && !b)
conditions  a < 1 && !b -> TRUE
conditions  a < 1 && !b -> FALSE
comparison  < -> <=
comparison  < -> >=
constants   1 -> 2
constants   1 -> 0
unary       !b -> b
deletion    a += 2; -> ;
augmented   += -> -=
augmented   += -> =
constants   2 -> 3
constants   2 -> 1
constants   2 -> 0
conditions  b -> !b
conditions  b -> TRUE
conditions  b -> FALSE
loops       break -> continue
deletion    g("s"); -> ;
constants   "s" -> "XXs"
constants   "s" -> ""
arithmetic  a - 2 * 3 -> a + 2 * 3
returns     a - 2 * 3 -> 0
returns     a - 2 * 3 -> NOTHING
constants   2 -> 3
constants   2 -> 1
constants   2 -> 0
arithmetic  2 * 3 -> 2 / 3
arithmetic  2 * 3 -> (2 + 3)
constants   3 -> 4
constants   3 -> 2
constants   3 -> 0
"""
WORDS: dict[str, dict[str, str]] = {
    "c": {"TRUE": "1", "FALSE": "0", "a - 2 * 3 -> NOTHING": ""},
    "go": {"conditions  b -> TRUE": "", "a += 2; -> ;": "a += 2 -> {}", '"); -> ;': '") -> {}'},
    "ruby": {"NOTHING": "nil", "continue": "next", "a += 2; -> ;": "a += 2 -> nil", '"); -> ;': '") -> nil'},
    "kotlin": {"a += 2; -> ;": "a += 2 -> Unit", '"); -> ;': '") -> Unit'},
}


def expected_for(language: str) -> list[str]:
    """What the shared operators make of the function, in the words of a language."""
    text = SHARED
    for old, new in WORDS.get(language, {}).items():
        text = text.replace(old, new)
    nothing = "null" if language in ("javascript", "typescript", "php") else ""
    text = text.replace("TRUE", "true").replace("FALSE", "false").replace("NOTHING", nothing)
    lines = (" ".join(line.split()) for line in text.strip().splitlines())
    return [line for line in lines if " " in line and not line.endswith("->")]


@pytest.mark.parametrize("language", sorted(RULES))
def test_what_the_shared_operators_make_of_other_languages(language: str) -> None:
    found = mutants_of(CODE[language].replace("'", '"'), language=language)

    shown = [f"{one.operator} {one.original} -> {one.replacement}".replace("$", "") for one in found]
    assert shown == expected_for(language)
    assert {one.scope for one in found} == {"C.f" if language in ("java", "csharp") else "f"}
    assert len({one.source for one in found}) == len(found)


@pytest.mark.parametrize(
    ("language", "operators", "source", "expected"),
    [
        pytest.param("js", "arithmetic", "x = a - b * c;", ["a + b * c", "b / c", "(b + c)"], id="lower-on-the-right"),
        pytest.param("js", "arithmetic", "x = a * b - c;", ["a / b", "a + b", "a * b + c"], id="lower-on-the-left"),
        pytest.param("js", "arithmetic", "x = a ** b ** c;", ["a * b ** c", "(b * c)"], id="powers"),
        pytest.param("js", "arithmetic", "x = a + 'b';", [], id="text-is-not-subtracted"),
        pytest.param("cpp", "arithmetic", "int f() { cin >> x; }", [], id="input-is-no-shift"),
        pytest.param("rb", "boolean", "x = a || (b)", ["a && (b)", "a", "(b)"], id="parentheses-in-place"),
        pytest.param("go", "boolean", "var x = a && b == c", ["a || b == c", "a", "b == c"], id="comparison-inside"),
        pytest.param("php", "constants", "$x = TRUE;", ["false"], id="fragment"),
        pytest.param("java", "constants", "@A(1) class C { long f() { return 7L; } }", ["8L", "6L", "0L"], id="suffix"),
        pytest.param("c", "constants", '#include "a.h"\n#define X 1\nint x = 0x10;', [], id="includes-and-macros"),
        pytest.param("rust", "conditions", "fn f() { if let Some(x) = y { g() } }", [], id="patterns"),
        pytest.param("go", "loops", "package m\nfunc f() { for { continue } }", ["break"], id="endless"),
        pytest.param("ts", "conditions", "for (let i = 0; i < n; i++) {}", ["false", ">="], id="for"),
    ],
)
def test_rows_in_other_languages(language: str, operators: str, source: str, expected: list[str]) -> None:
    found = mutants_of(source, language=language, operators=[operators])

    assert [one.replacement for one in found] == expected


def test_a_language_without_operators_and_an_operator_of_python_alone() -> None:
    with pytest.raises(UnknownNameError, match="No language with mutation operators is named 'bash'"):
        mutants_of("x=1", language="bash")
    with pytest.raises(UnknownNameError, match="decorators"):
        mutants_of("x = 1;", language="js", operators=["decorators"])
