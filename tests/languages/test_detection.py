"""Detection on real functions, whole and cut, and on text that is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from assay.languages import comments, detect_language, parse
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
TAKEN = 60
"""Functions of each language."""


@lru_cache(maxsize=1)
def functions() -> list[tuple[str, str]]:
    """Language and code of functions that people wrote."""
    found = []
    for name, path in SOLVED.items():
        solved = [row for row in rows(path) if row.get("canonical_solution")][:TAKEN]
        found += [
            (name, f"{row.get('declaration', row['prompt']).rstrip()}\n{row['canonical_solution']}") for row in solved
        ]
    return found


def without_comments(name: str, code: str) -> str:
    """A comment tells no language, so the cut functions begin with code."""
    parsed = parse(code, name)
    text = bytearray(parsed.code)
    for comment in reversed(comments(parsed)):
        text[comment.start : comment.end] = b"\n" if comment.text.endswith("\n") else b""
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
