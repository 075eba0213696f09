"""Rows of the public sets with nonsense in any of their fields: an error that names the place, or a problem."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.family import Family, LoadOptions, family_of
from assay.errors import UsageError

NONSENSE: tuple[object, ...] = ([], {}, 1, -1.5, None, "", True, float("nan"), [[]], [{}], {"a": None}, "\ud800", "(")
TESTS = [{"input": "1\n", "output": "2\n"}]
WORDS = {
    "prompt": "def f():\n",
    "canonical_solution": "    return 1\n",
    "test": "def check(f): assert f() == 1\ncheck(f)",
}
UNITTEST = "import unittest\nfrom f import f\nclass T(unittest.TestCase):\n    def test_f(self): f()"
RUST = {
    "task_id": "Rust/0",
    "prompt": "fn f() -> i32{\n",
    "declaration": "fn f() -> i32{\n",
    "canonical_solution": "1}\n",
    "test": "#[test]\nfn t() { assert_eq!(f(), 1) }",
    "example_test": "#[test]\nfn t() { assert_eq!(f(), 1) }",
    "entry_point": "f",
}
MXEVAL = {**WORDS, "task_id": "MBPP/1", "entry_point": "f", "language": "python", "description": "f"}
ROWS: dict[str, dict[str, Any]] = {  # Any: JSON
    "apps": {
        "problem_id": 7,
        "question": "Double.",
        "solutions": ["print(2 * int(input()))"],
        "input_output": {"inputs": ["1\n"], "outputs": ["2\n"]},
        "difficulty": "interview",
        "starter_code": "",
    },
    "apps (calls)": {
        "problem_id": 7,
        "question": "Double.",
        "solutions": '["def f(x): return 2 * x"]',
        "input_output": {"fn_name": "f", "inputs": [[1]], "outputs": [2]},
        "difficulty": "interview",
    },
    "apps (functions)": {
        "problem_id": "train_1",
        "function_name": "f",
        "description": "Double.",
        "test_cases": [{"input": "f(1)", "correct_output": "2"}],
        "correct_solution": "def f(x): return 2 * x",
        "difficulty": "interview",
        "tags": [],
    },
    "taco": {
        "question": "Double.",
        "solutions": ["print(2 * int(input()))"],
        "starter_code": "",
        "input_output": {"inputs": ["1\n"], "outputs": ["2\n"]},
        "difficulty": "EASY",
        "tags": ["a"],
        "skill_types": ["b"],
        "date": "2019-12-31",
    },
    "codecontests": {
        "name": "1_A",
        "description": "Double.",
        "public_tests": {"input": ["1\n"], "output": ["2\n"]},
        "private_tests": TESTS,
        "generated_tests": {"input": [], "output": []},
        "solutions": {"language": [3], "solution": ["print(2)"]},
        "cf_rating": 800,
        "difficulty": 1,
        "cf_tags": ["math"],
    },
    "codecontests (packed)": {
        "id": "a",
        "problem": "**Difficulty:** 1",
        "solution": "print(2)",
        "tests": TESTS,
        "tags": ["math"],
    },
    "livecodebench": {
        "question_id": "a",
        "question_content": "Double.",
        "platform": "atcoder",
        "contest_date": "2024-09-14T00:00:00",
        "starter_code": "",
        "difficulty": "easy",
        "public_test_cases": TESTS,
        "private_test_cases": "[]",
        "metadata": {},
    },
    "livecodebench (methods)": {
        "question_id": "a",
        "question_content": "Double.",
        "difficulty": "easy",
        "public_test_cases": [{"input": "[1]", "output": "[2]"}],
        "private_test_cases": "[]",
        "metadata": {"func_name": "f"},
    },
    "cruxeval:input": {"code": "def f(x): return x", "input": "1", "output": "1", "id": "sample_0"},
    "cruxeval:output": {"code": "def f(x): return x", "input": "1", "output": "1", "id": "sample_0"},
    "classeval": {
        "task_id": "ClassEval_0",
        "skeleton": "class A: ...",
        "solution_code": "class A: ...",
        "class_name": "A",
        "import_statement": ["import os"],
        "test": "import unittest\nclass T(unittest.TestCase): ...",
        "test_classes": ["T"],
        "methods_info": [],
    },
    "classeval:method": {
        "task_id": "ClassEval_0",
        "skeleton": "class A: ...",
        "solution_code": "class A:\n    def f(self): ...",
        "class_name": "A",
        "import_statement": ["import os"],
        "test": "import unittest\nclass T(unittest.TestCase): ...",
        "test_classes": ["T"],
        "methods_info": [
            {
                "method_name": "f",
                "method_description": "def f(self):",
                "solution_code": "def f(self): ...",
                "test_code": "class T(unittest.TestCase):\n    def test_f(self): A().f()",
            }
        ],
    },
    "bigcodebench": {
        "task_id": "BigCodeBench/0",
        "complete_prompt": "def f():",
        "instruct_prompt": "Write f.",
        "code_prompt": "def f():",
        "canonical_solution": "    return 1",
        "test": "import unittest\nclass T(unittest.TestCase): ...",
        "entry_point": "f",
        "libs": "['os']",
    },
    "ds1000": {
        "prompt": "Add.",
        "reference_code": "result = 1",
        "metadata": {"problem_id": 7, "library": "Numpy", "perturbation_type": "Origin"},
        "code_context": "def test_execution(solution): ...",
    },
    "quixbugs": {
        "name": "sqrt",
        "language": "python",
        "buggy": "def sqrt(x, e): ...",
        "correct": "def sqrt(x, e): ...",
        "testcases": [[[4, 0.1], 2]],
    },
    "quixbugs (tests)": {
        "name": "f",
        "language": "python",
        "buggy": "def f(): ...",
        "correct": "def f(): ...",
        "pytest": "def test_f(): assert f() is None",
    },
    "exercism": {
        "slug": "f",
        "instructions": "Write f.",
        "example": "def f(): ...",
        "stub": "def f():",
        "stub_file": "f.py",
        "test": UNITTEST,
        "test_file": "f_test.py",
    },
    "aider-polyglot:python": {
        "slug": "f",
        "language": "python",
        "instructions": "Write f.",
        "files": {"f.py": "def f():"},
        "reference": {"example.py": "def f(): ..."},
        "tests": {"f_test.py": UNITTEST},
    },
    "aider-polyglot:rust": {
        "slug": "f",
        "language": "rust",
        "instructions": "Write f.",
        "files": {"src/lib.rs": "fn f() {}"},
        "reference": {"example.rs": "fn f() {}"},
        "tests": {"tests/f.rs": "#[test]\nfn t() {}"},
    },
    "avatar:python-java": {"id": "codeforces_1_A", "language": "Python", "code": "print(2)", "tests": TESTS},
    "codenet:java-python": {"id": "s000000001", "language": "Java", "code": "class Main {}", "tests": TESTS},
    "mbxp": MXEVAL,
    "mbxp:ruby": {**MXEVAL, "language": "ruby"},
    "multi-humaneval": {**MXEVAL, "task_id": "HumanEval/0"},
    "multipl-e": {
        "name": "HumanEval_0_f",
        "language": "rs",
        "prompt": "fn f() -> i32 {",
        "tests": "}\nfn main() {}",
        "stop_tokens": ["\n}"],
    },
    "multipl-e:humaneval-py": {
        "name": "HumanEval_0_f",
        "language": "py",
        "prompt": "def f():",
        "tests": WORDS["test"],
        "stop_tokens": ["\n}"],
    },
    "humaneval-x": RUST,
    "humaneval-x:python": {**RUST, **WORDS, "task_id": "Python/0"},
    "humanevalpack": {**RUST, "buggy_solution": "2}"},
    "humanevalfix": {**RUST, "buggy_solution": "2}"},
}  # fmt: skip
"""One row of each format of each family, in our words: family, and the format in brackets."""
IDS = ("problem_id", "name", "id", "question_id", "task_id", "slug")


def places(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where a value stands in a row, at any depth; of a list the first item is enough."""
    if place:
        yield place
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*place, key))
    if isinstance(value, list) and value:
        yield from places(value[0], (*place, 0))


def changed(row: dict[str, Any], place: tuple[str | int, ...], value: object) -> dict[str, Any]:  # Any: JSON
    row = copy.deepcopy(row)
    inner: Any = row  # Any: JSON
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return row


@cache
def family(name: str) -> Family:
    found = family_of(name)
    assert found is not None
    return found


def look(name: str, path: Path, row: dict[str, Any]) -> None:  # Any: JSON
    """Load a row, and all that its problems make only when they are asked for."""
    path.write_text(json.dumps(row) + "\n")
    for problem in family(name.partition(" ")[0]).load(LoadOptions(path)):
        problem.counts()
        problem.check.content()


def raised(name: str, path: Path, row: dict[str, Any]) -> Exception | None:  # Any: JSON
    """Return what looking at a row raises, of any kind: an error of another kind than ours is what is looked for."""
    try:
        look(name, path, row)
    except Exception as error:
        return error
    return None


@pytest.mark.parametrize("name", ROWS)
def test_nonsense_in_a_field_is_an_error_that_says_where_or_a_problem(tmp_path: Path, name: str) -> None:
    path = tmp_path / "problems.jsonl"
    look(name, path, ROWS[name])

    wrong = []
    for place in places(ROWS[name]):
        for value in NONSENSE:
            error = raised(name, path, changed(ROWS[name], place, value))
            if error is not None and not (isinstance(error, UsageError) and "problems.jsonl" in str(error)):
                wrong.append((place, value, error))
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in ROWS if name != "taco"])
def test_an_empty_id_is_refused(tmp_path: Path, name: str) -> None:
    key = next(key for key in IDS if key in ROWS[name]) if name != "ds1000" else ""
    row = changed(ROWS[name], (key,) if key else ("metadata", "problem_id"), "")

    with pytest.raises(UsageError, match=r"problems\.jsonl"):
        look(name, tmp_path / "problems.jsonl", row)
