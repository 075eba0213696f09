"""HumanEval+ and MBPP+: inputs without answers; the reference gives them, the tables below say how to compare.

The facts are those of EvalPlus 0.3.1: which inputs of MBPP+ stand for tuples, sets and complex numbers (JSON has none),
and which problems accept more than what the reference returns. Differences, all on purpose: the tolerance of a float
holds for its own case only (there, one float answer makes all later cases of the problem tolerant); an int is close to
a float; no problem accepts every answer (Mbpp/164 there); a match of `re` counts by its truth (there, any value but
`None` is true).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.expected import LazyCases, Question, ReferenceAnswer, ReferenceAnswers, key_of
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.pacing import LazyPace
from assay.benchmarks.rows import Row
from assay.errors import InvalidProblem
from assay.judges.large import LargeCase, PackedValue, is_floats
from assay.records import (
    EXACT,
    ONE_OF,
    SET_EQUAL,
    TRUTH,
    Case,
    CaseKind,
    Comparator,
    ComparatorKind,
    Limits,
    Pace,
    Part,
    Problem,
)

TABLES = "1"
"""Raised whenever a table below changes, so that no answer of an older one is used."""
FLOAT_ATOL = 1e-6
"""For floats, where a row asks for no tolerance of its own."""
RTOL = 1e-7

Decode = Callable[[list[Any]], list[Any]]  # Any: JSON


# ---- inputs ---------------------------------------------------------------------------------------------------------


def _every(decode: Callable[[Any], Any]) -> Decode:
    return lambda call: [decode(value) for value in call]


def _first(decode: Callable[[Any], Any]) -> Decode:
    return lambda call: [decode(call[0]), *call[1:]]


def _tuples(value: list[Any]) -> list[Any]:
    return [tuple(item) for item in value]


def _deep(value: Any) -> Any:
    return tuple(_deep(item) for item in value) if isinstance(value, list) else value


def _sets(value: list[Any]) -> list[Any]:
    """An empty one is a dict, as it is upstream."""
    return [set(item) if isinstance(item, list) and item else {} for item in value]


def _for(numbers: Iterable[int], decode: Decode) -> dict[int, Decode]:
    return dict.fromkeys(numbers, decode)


MBPP_INPUTS: Mapping[int, Decode] = {
    **_for(
        (2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740, 744, 809),
        _every(tuple),
    ),
    **_for((63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780), _every(_tuples)),
    **_for((75, 413, 444, 753), _first(_tuples)),
    **_for((106, 750), lambda call: [call[0], tuple(call[1])]),
    **_for((115,), _first(_sets)),
    **_for((124,), lambda call: [float(call[0]), complex(call[1])]),
    **_for((250, 307, 405, 446, 617, 720, 763, 808), _first(tuple)),
    **_for((252,), _every(complex)),
    **_for((259, 401, 445), _every(lambda value: tuple(_tuples(value)))),
    **_for((278,), _first(lambda value: tuple(tuple(item) if isinstance(item, list) else item for item in value))),
    **_for((580, 615, 791), _every(_deep)),
    **_for((722,), _first(lambda value: {key: tuple(item) for key, item in value.items()})),
}
"""Number of the problem → its arguments out of what JSON can say."""


def _calls(row: Row, name: str, decode: Decode | None) -> list[tuple[object, ...]]:
    found = row.data.get(name) or []  # MBPP+ writes none as {}
    if not isinstance(found, list) or not all(isinstance(call, list) for call in found):
        raise row.wrong(name, found, "a list of lists of arguments")
    if decode is None:
        return [tuple(call) for call in found]
    try:
        return [tuple(decode(call)) for call in found]
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidProblem(f"{row.where}: field {name!r} does not hold the arguments it should: {error}") from None


# ---- comparison -----------------------------------------------------------------------------------------------------

MBPP_SETS = frozenset({2, 7, 111, 140, 232, 249, 579, 769})
"""What is asked for has no order: compared as sets."""
MBPP_TRUTHS = frozenset({"check_str", "text_match_three", "text_starta_endb"})
"""The reference returns a match of `re` or nothing: only whether the answer is true counts."""
MBPP_ALSO: Mapping[int, Callable[..., object]] = {
    295: lambda *_: 0,
    558: lambda first, second: _digit_distance(str(first), str(second)),
    581: lambda edge, height: round(edge**2 + 2 * edge * ((edge / 2) ** 2 + height**2) ** 0.5),
}
"""Problems whose text has two readings → what the other one gives: digits padded with zeros before they are compared
(558), a height that is not that of the slanted side (581), a number that has no divisors but itself (295)."""

MBPP_ERRATA: Mapping[str, str] = {
    "Mbpp/164": "EvalPlus accepts any answer at all; here the answer of the reference is wanted (not in version 0.2.0)"
}


def _digit_distance(first: str, second: str) -> int:
    width = max(len(first), len(second))
    pairs = zip(first.zfill(width), second.zfill(width), strict=True)
    return sum(abs(int(one) - int(other)) for one, other in pairs)


FIND_ZERO = """
def accept(result, coefficients):
    import math

    total = sum(factor * math.pow(result, power) for power, factor in enumerate(coefficients))
    return abs(total) <= {atol!r}
"""


def _humaneval_comparator(
    problem_id: str, entry_point: str, atol: float, call: tuple[object, ...], expected: object
) -> tuple[Comparator, object]:
    """How an answer is compared, and with what."""
    if entry_point == "find_zero":
        return Comparator.predicate(FIND_ZERO.format(atol=atol)), expected
    return _tolerant(atol, expected), expected


def _mbpp_comparator(
    problem_id: str, entry_point: str, atol: float, call: tuple[object, ...], expected: object
) -> tuple[Comparator, object]:
    """How an answer is compared, and with what."""
    number = number_of(problem_id)
    if number in MBPP_SETS:
        return SET_EQUAL, expected
    if entry_point in MBPP_TRUTHS:
        return TRUTH, expected
    if number in MBPP_ALSO:
        inner = _tolerant(atol, expected)
        other = _other(MBPP_ALSO[number], call)
        comparator = ONE_OF if inner is EXACT else Comparator(ComparatorKind.ONE_OF, inner=inner)
        return comparator, [expected.value() if isinstance(expected, PackedValue) else expected, *other]
    return _tolerant(atol, expected), expected


def _other(reading: Callable[..., object], call: tuple[object, ...]) -> list[object]:
    try:
        return [reading(*call)]
    except (TypeError, ValueError, ArithmeticError):  # the other reading has no answer to this input
        return []


def _tolerant(atol: float, expected: object) -> Comparator:
    """Exact, unless the row has a tolerance or the answer is a float or a sequence of floats."""
    if atol:
        return Comparator.close(atol=atol, rtol=RTOL)
    return CLOSE if is_floats(expected) else EXACT


CLOSE = Comparator.close(atol=FLOAT_ATOL, rtol=RTOL)


# ---- problems -------------------------------------------------------------------------------------------------------

Compare = Callable[[str, str, float, tuple[object, ...], object], tuple[Comparator, object]]


@dataclass(frozen=True, slots=True)
class PlusTables:
    """What sets the two families apart."""

    inputs: Mapping[int, Decode]
    """Number of the problem → how its inputs are read, where JSON cannot say them."""
    compare: Compare
    errata: Mapping[str, str]


def number_of(problem_id: str) -> int:
    """The number in an id such as `Mbpp/11`; -1 where there is none."""
    text = problem_id.rpartition("/")[2]
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _read(tables: PlusTables, family: Family, options: LoadOptions) -> Benchmark:
    """Return the benchmark; a reference is run when it is first needed."""
    content, rows = family.rows(options)
    answers = ReferenceAnswers(len(rows), options.cache_folder, options.sandbox, options.progress)
    with options.sandbox() as probe:
        python = probe.python
    questions: dict[str, Question] = {}

    def make(row: Row) -> Problem:
        question, basic = _parts(row, family.name, tables, python)
        questions.setdefault(question.id, question)
        return _problem(row, question, basic, answers, tables.compare)

    parts = {"base": Part.BASIC, "plus": Part.WHOLE}
    errata = Errata(tables.errata, questions, answers)
    return family.benchmark(content, rows, make, parts=parts, errata=errata)


class Errata(Mapping[str, str]):
    """The known errors of problems, and the inputs that no answer can be compared for; a look may run the reference."""

    def __init__(self, known: Mapping[str, str], questions: Mapping[str, Question], answers: ReferenceAnswers) -> None:
        self._known = known
        self._questions = questions
        self._answers = answers

    def __getitem__(self, id_: str) -> str:
        texts = [self._known[id_]] if id_ in self._known else []
        texts += _left_out(self._questions[id_], self._answers)
        if not texts:
            raise KeyError(id_)
        return "; ".join(texts)

    def __iter__(self) -> Iterator[str]:
        return (id_ for id_ in self._questions if id_ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _left_out(question: Question, answers: ReferenceAnswers) -> list[str]:
    try:
        given = answers.of(question)
    except InvalidProblem:  # a reference that fails is told by whoever looks at the cases
        return []
    if not given.unanswered:
        return []
    reasons = "; ".join(dict.fromkeys(given.unanswered.values()))
    return [f"{len(given.unanswered)} of {given.calls} inputs are left out: {reasons}"]


def _parts(row: Row, family: str, tables: PlusTables, python: str) -> tuple[Question, int]:
    """What the reference is asked, and how many of the inputs are basic ones."""
    task, entry_point = row.text("task_id"), row.text("entry_point")
    decode = tables.inputs.get(number_of(task))
    basic, edge = _calls(row, "base_input", decode), _calls(row, "plus_input", decode)
    if not basic and not edge:
        raise InvalidProblem(f"{row.where}: base_input and plus_input are empty")
    reference = row.text("prompt") + row.text("canonical_solution")
    key = key_of(family, TABLES, row.digest, python)
    return Question(task, entry_point, reference, (*basic, *edge), key, entry_point in MBPP_TRUTHS), len(basic)


def _problem(row: Row, question: Question, basic: int, answers: ReferenceAnswers, compare: Compare) -> Problem:
    atol = row.data.get("atol", 0)
    if isinstance(atol, bool) or not isinstance(atol, int | float) or not 0 <= atol < float("inf"):
        raise row.wrong("atol", atol, "a number that is not negative")
    return Problem(
        question.id,
        LazyCases(question.entry_point, ReferenceCases(question, basic, atol, compare, answers)),
        prompt=row.text("prompt"),
        reference=question.reference,
        pace=LazyPace(partial(_pace, question, answers)),
    )


@dataclass(frozen=True, slots=True)
class ReferenceCases:
    """Makes the cases of a problem. It travels with the packed answers of the reference, unpacked where used."""

    question: Question
    basic: int
    atol: float
    compare: Compare
    answers: ReferenceAnswers | ReferenceAnswer

    @property
    def key(self) -> str:
        return self.question.key

    def counts(self) -> tuple[int, int]:
        """How many basic cases there will be, and how many edge cases."""
        left_out = self.answer().unanswered
        basic = self.basic - sum(number < self.basic for number in left_out)
        return basic, len(self.question.calls) - len(left_out) - basic

    def answer(self) -> ReferenceAnswer:
        return self.answers if isinstance(self.answers, ReferenceAnswer) else self.answers.of(self.question)

    def __reduce__(self) -> tuple[Any, ...]:  # Any: as pickle wants it
        return ReferenceCases, (self.question, self.basic, self.atol, self.compare, self.answer())

    def __call__(self) -> tuple[Case, ...]:
        """Every input that the reference has an answer to."""
        question, answer = self.question, self.answer()
        cases = []
        for number, (call, value) in enumerate(zip(question.calls, answer.values(), strict=True)):
            if number in answer.unanswered:
                continue
            comparator, expected = self.compare(question.id, question.entry_point, self.atol, call, value)
            kind = CaseKind.BASIC if number < self.basic else CaseKind.EDGE
            make = LargeCase if isinstance(expected, PackedValue) else Case
            cases.append(make(call, expected, _NONE, None, comparator, kind))
        return tuple(cases)


def _pace(question: Question, answers: ReferenceAnswers) -> Pace:
    """How fast the reference is, by the cases that there are."""
    answer = answers.of(question)
    answered = [number for number in range(len(question.calls)) if number not in answer.unanswered]
    long = {case: answer.pace.cases[call] for case, call in enumerate(answered) if call in answer.pace.cases}
    return Pace(answer.pace.seconds, long)


_NONE: Mapping[str, object] = {}
"""The keywords of every call; one for all, for there are a hundred thousand."""


# ---- families -------------------------------------------------------------------------------------------------------


def _is_plus(row: Row, *, mbpp: bool) -> bool:
    named = str(row.data.get("task_id", "")).lower().startswith("mbpp")
    return has(row, "base_input", "plus_input") and named is mbpp


def _is_rewritten(row: Row) -> bool:
    """Return whether a row of MBPP+ was rewritten in the format of MBPP."""
    return has(row, "test_list", "prompt", "test") and not {"text", "base_input"} & row.data.keys()


LIMITS = Limits(seconds=60.0, case_seconds=1.0, failed_seconds=0.5, reference_factor=4.0)
"""As EvalPlus has them: a case may take 1 s, or 4 times what the reference takes, and a candidate a minute in all. Here
a slow reference prolongs the minute, and whoever has failed does not get it."""
HUMANEVAL_TABLES = PlusTables({}, _humaneval_comparator, {})
MBPP_TABLES = PlusTables(MBPP_INPUTS, _mbpp_comparator, MBPP_ERRATA)
HUMANEVAL_PLUS = Family(
    "humaneval-plus",
    "HumanEval with 80 times the inputs (Liu et al. 2023)",
    partial(_read, HUMANEVAL_TABLES),
    source=PublicFile(
        "HumanEvalPlus.jsonl.gz",
        (
            "https://raw.githubusercontent.com/evalplus/humanevalplus_release/200defce9e3429d28ca215b6dd061c0f7f31c18b/HumanEvalPlus.jsonl.gz",
            "https://github.com/evalplus/humanevalplus_release/releases/download/v0.1.10/HumanEvalPlus.jsonl.gz",
        ),
        "272720b90ac375502c8ed23cd791c2a93dfb22a911641a494da74a426c09f101",
        925_932,
        "Apache-2.0",
    ),
    versions={
        "42526ec0e7d5f3ee0b06d6ced98f8c8bae3d76519151bfb3d36f79010645bd7f": "0.1.10",
        "78fbba8865b20c5a979cda6e02fd72538e1762e65980af7d1a6e93c3e87e93af": "0.1.10-mini",
        "3c5aa88735e442f327030f7097f9443ee173419e0db2a75b1c12730415398e88": "0.1.10-noextreme",
    },
    recognises=partial(_is_plus, mbpp=False),
    fields=("task_id", "prompt", "entry_point", "canonical_solution", "base_input", "plus_input"),
    prefix="HumanEval/",
    limits=LIMITS,
)
"""References need up to 10 s for all inputs (139: 10, 130: 9, 15: 7, 36: 4, 59: 3, 94 and 83: 2, all others below
0.4) and up to 0.4 s for one, on a busy machine of two cores."""
MBPP_PLUS = Family(
    "mbpp-plus",
    "378 tasks of MBPP with 35 times the inputs (Liu et al. 2023)",
    partial(_read, MBPP_TABLES),
    source=PublicFile(
        "MbppPlus.jsonl.gz",
        (
            "https://github.com/evalplus/mbppplus_release/releases/download/v0.2.0/MbppPlus.jsonl.gz",
            "https://raw.githubusercontent.com/evalplus/mbppplus_release/HEAD/MbppPlus.jsonl.gz",
        ),
        "af43697e8791c4c149bdfd6b489d8b5412507551ac20e28a439f650b8225db63",
        336_032,
        "Apache-2.0",
    ),
    versions={
        "b54e762755248ca411b523c917fa9f93c07b5ff2966bf60b3917b853926a3dad": "0.2.0",
        "2682a29850fb17185106b2f40e72d1ebe7091b7393c576cff71b60e83c42ed33": "0.2.0-noextreme",
    },
    recognises=partial(_is_plus, mbpp=True),
    rewritten=_is_rewritten,
    prefix="Mbpp/",
    limits=LIMITS,
)
"""References need up to 44 s for all inputs (599: 44, 392: 9, 271: 7, 603, 255, 630 and 123: 5, 592: 4, all others
below 3) and up to 2.3 s for one (599)."""

FAMILIES = (HUMANEVAL_PLUS, MBPP_PLUS)
