"""LiveCodeBench: problems of contests with the day of the contest, as programs or as methods of `Solution`.

Hidden tests are packed, and in a pickle: `plain_pickle` reads its text without carrying out anything.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.contests import HOLDER, called_case, imports, json_field, with_tuples
from assay.benchmarks.expected import LazyCases
from assay.benchmarks.families.apps import prompt_of
from assay.benchmarks.family import Family, LoadOptions, has
from assay.benchmarks.plain_pickle import pickled_text
from assay.benchmarks.rows import Row, parsed, shortened
from assay.errors import InvalidProblem, InvalidValue
from assay.hashing import content_digest
from assay.records import Case, CaseKind, Cases, Checker, Limits, Problem, ProblemKind, ProgramInput, Programs
from assay.settings import parse_day

CHECKER = Checker.words(0.0)
"""Numbers are compared as numbers, and exactly; the harness of the set also asks for the same lines."""
_NAMES = (
    "string", "re", "datetime", "collections", "heapq", "bisect", "copy", "math", "random", "statistics", "itertools",
    "functools", "operator", "io", "sys", "json",
)  # fmt: skip
BEFORE = imports(_NAMES, stars=(*_NAMES, "builtins", "typing")) + "; sys.setrecursionlimit(50000)"
"""What the harness of the set imports for every candidate."""
DIFFICULTIES = {"easy": 1, "medium": 2, "hard": 3}
MAX_TESTS_BYTES = 512 * 2**20
"""Of the tests of one problem, unpacked."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    made = family.benchmark(content, rows, problem_of, judge="programs+separate", errata=ERRATA)
    return replace(made, source="https://huggingface.co/datasets/livecodebench/code_generation_lite", eval_only=True)


def _recognises(row: Row) -> bool:
    return has(row, "question_id", "question_content", "public_test_cases", "private_test_cases")


def problem_of(row: Row) -> Problem:
    """Return one problem; hidden tests are edge cases, all of them decide, and they are unpacked when needed."""
    tests = LiveTests(row.where, _field(row, "public_test_cases"), _field(row, "private_test_cases"), _function(row))
    check: Cases | Programs
    if tests.function:
        check = LazyCases(tests.function, tests, before=BEFORE, holder=HOLDER)
    else:
        check = LazyPrograms(tests, checker=CHECKER, before=BEFORE)
    difficulty, platform = row.text("difficulty", ""), row.text("platform", "")
    return Problem(
        row.text("question_id"),
        check,
        prompt=prompt_of(row.text("question_content"), row.data.get("starter_code"), called=bool(tests.function)),
        kind=ProblemKind.ALGORITHM,
        difficulty=DIFFICULTIES.get(difficulty),
        tags=tuple(filter(None, [platform])),
        published=_day(row),
    )


def _field(row: Row, name: str) -> str:
    value = row.data.get(name, "")
    return value if isinstance(value, str) else json.dumps(value)


def _function(row: Row) -> str:
    about = json_field(row, "metadata", default={})
    name = about.get("func_name") if isinstance(about, dict) else None
    return name if isinstance(name, str) else ""


def _day(row: Row) -> str:
    text = row.text("contest_date", "")
    if not text:
        return ""
    try:
        return parse_day(text[:10])
    except InvalidValue:
        raise row.wrong("contest_date", text, "a day such as 2024-09-15") from None


@dataclass(frozen=True, slots=True)
class LiveTests:
    """The tests of one problem as its row has them; whoever needs them unpacks them."""

    where: str
    """The place of the row."""
    public: str
    hidden: str
    function: str = ""
    """What is called; empty: a program is run."""

    @property
    def key(self) -> str:
        """What decides the tests, as a text."""
        return content_digest(self.public, self.hidden, self.function).hex()

    def counts(self) -> tuple[int, int]:
        """Return how many public tests there are, and how many hidden ones."""
        shown, tests = _unpacked_tests(self)
        return shown, len(tests) - shown

    def __call__(self) -> tuple[Case, ...]:
        """Return the calls: an input has an argument a line, each of them JSON, and an output is JSON."""
        shown, tests = _unpacked_tests(self)
        cases = []
        for number, (given, wanted) in enumerate(tests):
            try:
                arguments = tuple(json.loads(line) for line in given.split("\n"))
                expected = with_tuples(json.loads(wanted))
            except (ValueError, RecursionError) as error:
                where = f"{self.where}: test {number} of {self.function}"
                raise InvalidProblem(f"{where} is not JSON: {error}") from None
            cases.append(called_case(arguments, expected, _kind(number, shown)))
        return tuple(cases)

    def inputs(self) -> tuple[ProgramInput, ...]:
        """Return the runs of a program."""
        shown, tests = _unpacked_tests(self)
        return tuple(
            ProgramInput(_bytes(given), expected=_bytes(wanted), kind=_kind(number, shown))
            for number, (given, wanted) in enumerate(tests)
        )


class LazyPrograms(Programs):
    """Runs of a program whose tests stay packed until they are looked at, also in another process."""

    __slots__ = ("_tests",)
    _tests: LiveTests

    def __init__(self, tests: LiveTests, checker: Checker, before: str) -> None:
        usual = {"groundtruth": None, "checker": checker, "repeat": 1, "before": before, "may_return": True}
        for name, value in {**usual, "_tests": tests}.items():
            object.__setattr__(self, name, value)

    @property
    def inputs(self) -> tuple[ProgramInput, ...]:
        return _inputs_of(self._tests)

    def counts(self) -> tuple[int, int]:
        return self._tests.counts()

    def content(self) -> tuple[object, ...]:
        return (self._tests.key, str(self.checker), self.before)

    def mistake(self) -> str:
        return ""

    def __reduce__(self) -> tuple[Any, ...]:  # Any: as pickle wants it
        return LazyPrograms, (self._tests, self.checker, self.before)


@lru_cache(maxsize=2)
def _inputs_of(tests: LiveTests) -> tuple[ProgramInput, ...]:
    """Return the runs of a problem; those of the last problems stay, for a judge looks at them several times."""
    return tests.inputs()


@lru_cache(maxsize=2)
def _unpacked_tests(tests: LiveTests) -> tuple[int, list[tuple[str, str]]]:
    """Return how many tests are public, and the input and the output of all."""
    public = _tests(f"{tests.where}, field 'public_test_cases'", tests.public)
    hidden = _tests(f"{tests.where}, field 'private_test_cases'", tests.hidden)
    if not public and not hidden:
        raise InvalidProblem(f"{tests.where}: neither public_test_cases nor private_test_cases holds a test")
    return len(public), [*public, *hidden]


def _tests(where: str, text: str) -> list[tuple[str, str]]:
    """Return the tests in a text, which may be packed."""
    if not text.strip():
        return []
    value = parsed(text if text.lstrip()[:1] == "[" else _unpacked(where, text), where)
    if not isinstance(value, list):
        raise InvalidProblem(f"{where} must be a list of tests, got {shortened(value)}")
    for test in value:
        if not isinstance(test, dict) or not all(isinstance(test.get(one), str) for one in ("input", "output")):
            raise InvalidProblem(f"{where}: a test must have the texts 'input' and 'output', got {shortened(test)}")
    return [(test["input"], test["output"]) for test in value]


def _unpacked(where: str, text: str) -> str:
    """Return the text that is written as base64 of a compressed pickle."""
    try:
        return pickled_text(inflated(base64.b64decode(text, validate=True), MAX_TESTS_BYTES))
    except (binascii.Error, zlib.error, InvalidValue, ValueError) as error:
        raise InvalidProblem(
            f"{where} must be JSON, or base64 of a compressed pickle of it ({error}), got {shortened(text)}"
        ) from None


def inflated(data: bytes, limit: int) -> bytes:
    """Return what compressed bytes hold, which must be no more than the limit."""
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(data, limit)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise InvalidValue(f"does not end within {limit:,} bytes")
    return found


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _kind(number: int, shown: int) -> CaseKind:
    return CaseKind.BASIC if number < shown else CaseKind.EDGE


_SEVERAL = "several answers are right, and only one of them is compared with"
_INTERACTIVE = "interactive: a program would have to talk with a judge"
_WRONG = "its tests are wrong"
ERRATA: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "abc311_c", "abc326_d", "abc327_b", "abc333_e", "abc343_e", "abc362_c", "arc185_c", "abc343_a",
            "find-words-containing-character", "find-the-peaks", "generate-binary-strings-without-adjacent-zeros",
        ),
        _SEVERAL,
    ),
    **dict.fromkeys(("abc337_e", "abc355_e"), _INTERACTIVE),
    **dict.fromkeys(("abc350_c", "apply-operations-to-make-string-empty", "most-frequent-ids", "arc189_a"), _WRONG),
}  # fmt: skip
"""As the set's own list of errata names them."""
LIVECODEBENCH = Family(
    "livecodebench",
    "problems of contests by the day they were held, to measure past a model's training (Jain et al. 2024)",
    _read,
    aliases=("lcb", "live_code_bench"),
    obtain="they are published as livecodebench/code_generation_lite on the Hugging Face hub, in files test*.jsonl",
    recognises=_recognises,
    fields=("question_id", "question_content", "public_test_cases", "private_test_cases", "starter_code"),
    limits=Limits(seconds=300.0, case_seconds=6.0),
)
"""A test may take 6 seconds, as in the harness of the set."""

FAMILIES = (LIVECODEBENCH,)
