"""Exercism's Python track and Aider's polyglot exercises: instructions, files to write, and tests that import them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, has, other_part
from assay.benchmarks.pytests import python_suite
from assay.benchmarks.rows import Row
from assay.errors import InvalidProblem, UsageError
from assay.judges.bundle import joined_files, path_is_safe
from assay.records import Check, Limits, NativeSuite, Problem

LANGUAGES = ("cpp", "go", "java", "javascript", "python", "rust")
PYTHON_JUDGES = "separate+shared"
"""Tests that patch the candidate's modules run in its process, all others apart from it."""


def _read_exercism(family: Family, options: LoadOptions) -> Benchmark:
    made = family.benchmark(*family.rows(options), exercism_problem, judge=PYTHON_JUDGES)
    return replace(made, licence="MIT", eval_only=True)


def exercism_problem(row: Row) -> Problem:
    """Return one exercise of Exercism; the candidate is the file that its tests are named after."""
    test_file, stub_file, stub = row.text("test_file"), row.text("stub_file"), row.text("stub")
    target = f"{test_file.removesuffix('_test.py')}.py"
    helpers = {} if stub_file == target else {stub_file: stub}  # two exercises bring a module of their tests instead
    example = row.text("example")
    return Problem(
        row.text("slug"),
        python_suite(row.text("test"), target, example, helpers=helpers),
        prompt=prompt_of(row.text("instructions"), {target: "" if helpers else stub}),
        reference=example,
    )


def _read_polyglot(family: Family, options: LoadOptions) -> Benchmark:
    """Return the exercises of one language."""
    language = family.name.partition(":")[2]
    if not language:
        names = ", ".join(f"{family.name}:{one}" for one in LANGUAGES)
        raise UsageError(f"{family.name} has an exercise in several languages: name one of {names}")
    content, rows = family.rows(options)
    own = [row for row in rows if _language(row) == language]
    if not own:
        raise other_part(rows[0], f"{POLYGLOT.name}:{_language(rows[0])}", family.name)
    judge = PYTHON_JUDGES if language == "python" else "shared"
    made = family.benchmark(content, own, partial(polyglot_problem, language), judge=judge)
    return replace(made, errata=ERRATA[language], licence="MIT", eval_only=True)


def _language(row: Row) -> str:
    language = row.text("language")
    if language not in LANGUAGES:
        raise row.wrong("language", language, f"one of {', '.join(LANGUAGES)}")
    return language


def polyglot_problem(language: str, row: Row) -> Problem:
    """Return one exercise of Aider's; the candidate is the files that it has to write."""
    files, tests = files_of(row, "files"), files_of(row, "tests")
    given, written = _written(language, files)
    reference = _reference(language, written, files_of(row, "reference"))
    return Problem(
        row.text("slug"),
        _python_check(written, tests, reference)
        if language == "python"
        else _native_check(row.text("slug"), given, written, tests, reference, language),
        prompt=prompt_of(row.text("instructions"), written),
        reference=joined_files(reference) if len(reference) > 1 else "".join(reference.values()),
        language=language,
    )


def _python_check(written: Mapping[str, str], tests: Mapping[str, str], reference: Mapping[str, str]) -> Check:
    target = next(iter(written))
    main = next((path for path in tests if path.endswith("_test.py")), None)
    if main is None:
        raise InvalidProblem(f"none of the files {list(tests)!r:.200} is a file of tests")
    helpers = {path: text for path, text in tests.items() if path != main}
    return python_suite(tests[main], target, reference.get(target, ""), helpers=helpers)


def _native_check(
    slug: str,
    given: Mapping[str, str],
    written: Mapping[str, str],
    tests: Mapping[str, str],
    reference: Mapping[str, str],
    language: str,
) -> Check:
    main = _main_test(slug, tests)
    others = {path: text for path, text in tests.items() if path != main}
    pattern = _LIBRARIES.get(language)
    texts = "\n".join((*reference.values(), *tests.values()))
    return NativeSuite(
        tests[main],
        files={**given, **others},
        target=next(iter(written)),
        tests_path=main,
        libraries=tuple(dict.fromkeys(pattern.findall(texts))) if pattern else (),
    )


def files_of(row: Row, name: str) -> dict[str, str]:
    """Return the files in a field, path → text."""
    value = row.data.get(name)
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise row.wrong(name, value, "an object of texts by path")
    unsafe = next((path for path in value if not path_is_safe(path)), None)
    if unsafe is not None:
        raise row.wrong(name, unsafe, "paths inside the exercise")
    return value


def _written(language: str, files: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the files that an exercise brings along, and those that have to be written, the chief of them first."""
    written = {path: text for path, text in files.items() if _SOLUTIONS[language].fullmatch(path)}
    if language == "go":  # named after the exercise; what it works with are files besides
        last = {path: text for path, text in written.items() if path not in _GIVEN_IN_GO}
        written = last or written
    if not written:
        raise InvalidProblem(f"none of the files {list(files)!r:.200} is to be written")
    given = {path: text for path, text in files.items() if path not in written}
    return given, written


def _reference(language: str, written: Mapping[str, str], reference: Mapping[str, str]) -> dict[str, str]:
    """Return the files of the example solution under the names that a solution has."""
    found = {}
    for path, text in reference.items():
        name = _solution_path(language, written, path)
        if name:
            found[name] = text
    return {**written, **found} if found else {}


def _solution_path(language: str, written: Mapping[str, str], path: str) -> str:
    """Return where a file of an example belongs; empty for one that is no code."""
    suffix = PurePosixPath(path).suffix
    if path.startswith("src/reference/java/"):
        return path.replace("src/reference/", "src/main/", 1)
    if PurePosixPath(path).name.startswith(_EXAMPLES):
        return next((name for name in written if PurePosixPath(name).suffix == suffix), "")
    return path if suffix == ".py" and language == "python" else ""


def _main_test(slug: str, tests: Mapping[str, str]) -> str:
    """Return the path of the tests that an exercise is named after; others are their data, or come after them."""
    if not tests:
        raise InvalidProblem("there are no tests")
    named = [path for path in tests if PurePosixPath(path).name.replace("_", "-").startswith(slug)]
    return min(named or tests)


def prompt_of(instructions: str, files: Mapping[str, str]) -> str:
    """Return what a model is asked: the instructions, and the files that it has to write as they are before.

    >>> print(prompt_of("Say hello.", {"hello.py": "def hello():\\n    pass\\n"}))
    Say hello.
    <BLANKLINE>
    Write hello.py. It begins as:
    <BLANKLINE>
    def hello():
        pass
    <BLANKLINE>
    """
    parts = [instructions.strip()]
    for path, text in files.items():
        begun = f" It begins as:\n\n{text.strip()}" if text.strip() else ""
        parts.append(f"Write {path}.{begun}")
    if len(files) > 1:
        parts.append("Begin each file with a line `# file: path`.")
    return "\n\n".join(parts) + "\n"


def _recognises_exercism(row: Row) -> bool:
    return has(row, "slug", "instructions", "example", "stub", "stub_file", "test")


def _recognises_polyglot(row: Row) -> bool:
    return has(row, "language", "slug", "files", "instructions", "reference", "tests")


_SOLUTIONS = {
    "cpp": re.compile(r"[\w-]+\.(?:cpp|h)"),
    "go": re.compile(r"[\w-]+\.go"),
    "java": re.compile(r"src/main/java/[\w/]+\.java"),
    "javascript": re.compile(r"[\w-]+\.js"),
    "python": re.compile(r"\w+\.py"),
    "rust": re.compile(r"src/lib\.rs"),
}
_LIBRARIES = {
    "cpp": re.compile(r"#include <(boost/[\w/.]+)>"),
    "java": re.compile(
        r"^import (?:static )?((?!java\.|org\.junit|org\.assertj)[a-z]\w*(?:\.[a-z]\w*)+)\.", re.MULTILINE
    ),
    "rust": re.compile(
        r"^\s*(?:pub )?(?:use|extern crate) (?:::)?(?!std\b|core\b|alloc\b|crate\b|self\b|super\b)(\w+)", re.MULTILINE
    ),
}
"""How code names the libraries that it uses."""
_GIVEN_IN_GO = ("common.go", "defs.go", "interface.go", "interfaces.go", "relations.go")
_EXAMPLES = ("example.", "proof.")
ERRATA: dict[str, dict[str, str]] = {
    "cpp": {},
    "go": {
        "counter": "its tests have to be written, and are not there",
        "dnd-character": "its example needs the package slices, which Go has from 1.21 on",
    },
    "java": {},
    "javascript": {
        "grep": "its tests start babel-node, another program",
        "parallel-letter-frequency": "its example starts a thread of its own file, which is gone when tests run",
    },
    "python": {},
    "rust": {
        "alphametics": "its example needs the crates itertools and permutohedron",
        "decimal": "its example needs the crates num-bigint and num-traits",
        "gigasecond": "its tests need the crate time",
        "grep": "its tests and its example need the crate anyhow",
        "macros": "its tests compile files of their own while they run",
        "pig-latin": "its example needs the crate regex",
        "poker": "its example needs the crate counter",
        "robot-name": "its example needs the crate rand",
        "simple-cipher": "its example needs the crate rand",
    },
}
"""By language: exercises whose example is not judged here, and why."""
LIMITS = Limits(seconds=10.0)
EXERCISM = Family(
    "exercism",
    "140 practice exercises of Exercism's Python track, each with unittest classes",
    _read_exercism,
    aliases=("exercism-python",),
    obtain=(
        "they are the folder exercises/practice of github.com/exercism/python; pack each exercise as one line of JSON"
        " with slug, instructions, example, stub, stub_file, test and test_file"
    ),
    recognises=_recognises_exercism,
    limits=LIMITS,
)
POLYGLOT = Family(
    "aider-polyglot",
    "225 hard exercises of Exercism in six languages, as Aider measures models by",
    _read_polyglot,
    aliases=("polyglot", "polyglot-benchmark"),
    obtain=(
        "they are the exercises of github.com/Aider-AI/polyglot-benchmark; pack each as one line of JSON with language,"
        " slug, instructions, and files, reference and tests as objects of texts by path"
    ),
    variants={language: None for language in LANGUAGES},
    recognises=_recognises_polyglot,
    limits=LIMITS,
)

FAMILIES = (EXERCISM, POLYGLOT)
