"""Detection on real functions, whole and cut, and on text that is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from assay.languages.detection import detect_language
from assay.languages.parsing import parse
from tests.public_data import rows

SOLVED = {
    "cpp": "humaneval-x/humaneval_cpp.jsonl.gz",
    "go": "humaneval-x/humaneval_go.jsonl.gz",
    "java": "humaneval-x/humaneval_java.jsonl.gz",
    "javascript": "humaneval-x/humaneval_js.jsonl.gz",
    "python": "humaneval-x/humaneval_python.jsonl.gz",
    "rust": "humaneval-x/humaneval_rust.jsonl.gz",
    "csharp": "mxeval/mbxp__mbcsp_release_v1.2.jsonl.gz",
    "kotlin": "mxeval/mbxp__mbkp_release_v1.2.jsonl.gz",
    "php": "mxeval/mbxp__mbphp_release_v1.2.jsonl.gz",
    "ruby": "mxeval/mbxp__mbrbp_release_v1.2.jsonl.gz",
    "typescript": "mxeval/mbxp__mbtsp_release_v1.2.jsonl.gz",
}
TWINS = ({"c", "cpp"}, {"javascript", "typescript"})
"""Code that is valid in both counts as right with either."""
TAKEN = (0, 60)
"""Functions of each language."""
UNSEEN = (60, 164)
"""Those that nobody looked at when the signs were written down."""


@lru_cache(maxsize=2)
def functions(taken: tuple[int, int] = TAKEN) -> list[tuple[str, str]]:
    """Language and code of functions that people wrote."""
    found = []
    for name, path in SOLVED.items():
        solved = [row for row in rows(path) if row.get("canonical_solution")][slice(*taken)]
        found += [
            (name, f"{row.get('declaration', row['prompt']).rstrip()}\n{row['canonical_solution']}") for row in solved
        ]
    return found


def without_comments(name: str, code: str) -> str:
    """A comment tells no language, so the cut functions begin with code."""
    parsed = parse(code, name)
    text = bytearray(parsed.code)
    waiting, found = [parsed.root], []
    while waiting:
        node = waiting.pop()
        found += [node] if node.type in parsed.language.comments else []
        waiting += node.children
    for comment in sorted(found, key=lambda comment: -comment.start_byte):
        ends_line = parsed.text(comment).endswith("\n")
        text[comment.start_byte : comment.end_byte] = b"\n" if ends_line else b""
    return "\n".join(line for line in text.decode().split("\n") if line.strip())


def whole(name: str, code: str) -> str:
    return code


def first_lines(name: str, code: str) -> str:
    return "\n".join(without_comments(name, code).split("\n")[:3])


def cut_off(name: str, code: str) -> str:
    bare = without_comments(name, code)
    return bare[: len(bare) * 6 // 10]


@pytest.mark.parametrize(("part", "least"), [(whole, 0.98), (first_lines, 0.95), (cut_off, 0.95)])
def test_functions_of_eleven_languages_are_recognised(part: Callable[[str, str], str], least: float) -> None:
    answers = [(name, detect_language(part(name, code))) for name, code in functions()]
    wrong = [pair for pair in answers if len(set(pair)) > 1 and set(pair) not in TWINS]

    assert len(answers) > 600
    assert 1 - len(wrong) / len(answers) >= least, wrong


def from_the_middle(name: str, code: str, lines: int) -> str:
    """So many lines out of the body, where nothing is declared."""
    bare = without_comments(name, code).split("\n")
    start = max(0, (len(bare) - lines) // 2)
    while start and sum(map(str.isalnum, bare[start])) < 3:  # a brace alone is no code
        start -= 1
    return "\n".join(bare[start : start + lines])


@pytest.mark.parametrize(
    ("lines", "precise", "covered"), [(1, 0.98, 0.2), (2, 0.96, 0.45), (3, 0.97, 0.55), (5, 0.97, 0.7)]
)
@pytest.mark.slow
def test_a_name_for_a_few_lines_is_right_or_is_not_given(lines: int, precise: float, covered: float) -> None:
    """The table in `docs/quality.md`."""
    texts = [(name, from_the_middle(name, code, lines)) for name, code in functions(UNSEEN)]
    answers = [(name, detect_language(text)) for name, text in texts]
    named = [pair for pair in answers if pair[1] != "unknown"]
    wrong = [pair for pair in named if len(set(pair)) > 1 and set(pair) not in TWINS]

    print(f"{lines} lines: n={len(answers)}, precision {1 - len(wrong) / len(named):.1%},",
          f"coverage {len(named) / len(answers):.1%}")  # fmt: skip
    assert 1 - len(wrong) / len(named) >= precise, wrong
    assert len(named) / len(answers) >= covered


@pytest.mark.parametrize(
    "code",
    [
        "my $x = 1;",
        "df.groupby('state').size()",
        "x = 1;",
        "return a.size();",
        "let x = 5;",
        "if (a == b) {",
        "this.head = null;",
        "items.charAt(intersection(a))",
        "enum Player {\n    NONE, BLACK\n}",
    ],
)
def test_code_of_several_languages_is_given_no_name(code: str) -> None:
    assert detect_language(code) == "unknown"


def test_a_class_of_java_on_one_line_is_no_cpp() -> None:
    assert detect_language("public class A {int f(){return 1;}}") == "java"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('#!/bin/bash\nset -e\nfor f in *.txt; do\n  echo "$f"\ndone', "bash"),
        ('#include <stdio.h>\nint main(void) {\n  printf("hi\\n");\n  return 0;\n}', "c"),
        (
            "import Foundation\nfunc f(_ a: Int) -> Int {\n  guard let b = g(a) else { return 0 }\n  return b\n}",
            "swift",
        ),
        ("object Main extends App {\n  val xs = List(1, 2)\n  for (x <- xs) println(x)\n}", "scala"),
        ("<?php echo 1;", "php"),
        ("Dear all, please find the minutes attached.", "unknown"),
        ("1 + 1", "unknown"),
        ("", "unknown"),
    ],
)
def test_one_text_of_the_other_languages_and_of_none(code: str, expected: str) -> None:
    assert detect_language(code) == expected
    assert detect_language(code.encode()) == expected


ONE_LINERS = {
    "bash": [
        "tar -xzf backup.tar.gz -C /srv",
        "git log --oneline | head -5",
        "curl -sS https://example.org/x",
        "$ find . -name '*.py' -size +1k",
        "du -sh * | sort -h",
        "go build ./...",
        "pip install numpy",
        "$ bin/serve start",
        "./build.sh all",
        "mytool init --force --depth=2",
        "export API_TOKEN=abc",
    ],
    "c": ["#include <locale.h>", "int reset_all( void );", "#define LIMIT 12", "unsigned char mask(int bit);"],
    "cpp": [
        "int size() const noexcept;",
        "virtual bool ready(int step);",
        "Table& current();",
        "class Shape;",
        "void stop() const;",
    ],
    "csharp": [
        "var adults = people.Where(p => p.Age > 17);",
        'var text = $"{count} left";',
        "record Point(int X, int Y);",
        "int? limit = null;",
        'var ids = new List<int>() { 1, 2 }.ToArray();',
    ],
    "go": [
        "var total int",
        "words := strings.Fields(line)",
        "var seen []string",
        "func (q *Queue[T]) Push(item T)",
        "func add(a, b int) int",
        "type Shape interface{}",
        'ages := map[string]int{"ann": 3}',
    ],
    "java": [
        "Map<String, Integer> ages = new HashMap<>();",
        "Collections.reverse(names);",
        'String city = "Rome";',
        "Runnable task = () -> run(1);",
    ],
    "javascript": [
        "document.getElementById('a').remove();",
        "let data = JSON.parse(text)",
        "window.scrollTo(0, 0)",
        "const twice = x => 2 * x",
        "text.replaceAll('a', 'b')",
    ],
    "kotlin": [
        "data object Empty",
        "const val LIMIT = 3",
        "val names = mutableListOf<String>()",
        "val city: String? = find(1)",
        "val names: Set<String> = load()",
        "var title by state",
    ],
    "php": [
        "Cache::forget('users');",
        "array_unique($list);", "die('not here');", "echo str_repeat('-', 20);", "$total = array_sum($prices);",
    ],
    "python": [
        "squares = [x * x for x in range(10)]",
        "', '.join(words)",
        "text[::-1]",
        "isinstance(value, int)",
        "key = lambda pair: pair[1]",
        "names = sorted(people)",
        "sign = 1 if n > 0 else low",
        ">>> total(3)",
        "if item not in seen:",
        "def_value: str = get()",
        "import torch as t",
    ],
    "ruby": [
        "validates :email, presence: true",
        'delete "items/:id", to: "items#remove"',
        "User.where(active: true)",
        "@total = 3",
        "names.map(&:upcase)",
    ],
    "scala": [
        'libraryDependencies += "org.demo" %% "demo" % "1.0"',
        "val small = xs.filter(_ < 3)",
        "case object Empty",
        'val line = s"$name: $age"',
        "for (p <- points) show(p)",
    ],
    "swift": [
        "func area(of shape: Shape) -> Double",
        "let doubled = values.map { $0 * 2 }",
        "names.sort { a, b in a < b }",
        "extension Point: Equatable {}",
        'let text = "\\(count) left"',
    ],
    "typescript": ["type Keys<T> = { [K in keyof T]: K };", "let count: number = 3;"],
    "rust": [
        "static LIMIT: u8 = 3;", "use serde::{Deserialize, Serialize};", "reset(&mut table);",
        "let names = Vec::new();", "let add = |a, b| a + b;", "let text = String::from(\"a\");",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), [(code, name) for name, codes in ONE_LINERS.items() for code in codes])
def test_a_line_that_stands_alone_is_recognised(code: str, expected: str) -> None:
    assert detect_language(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        "let x = 5;",
        'print("hello")',
        'println("hello")',
        "Date now = new Date();",
        "mkdir('/tmp/a');",
        "sort the list and cut the rest",
        "x = y",
        "find the largest of them",
        "print(table.concat(words, ' '))",
        "import a.b.c",
        'const greeting = "hi"',
        "class Person(var name: String)",
        "object Empty {}",
        "public record Point(int x, int y) {}",
        "xs.map(x => x + 1).sum",
        'name="ann", city="rome"',
        "table[1..3]",
        "f: (Int) => Boolean",
        "source.start(now + 1, 3)",
    ],
)
def test_a_line_of_several_languages_or_of_none_is_given_no_name(code: str) -> None:
    assert detect_language(code) == "unknown"
