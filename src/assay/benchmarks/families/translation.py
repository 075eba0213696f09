"""AVATAR and CodeNet: programs to be written again in another language, judged on the published inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from assay.benchmarks.base import NO_REFERENCE, Benchmark
from assay.benchmarks.family import Family, LoadOptions, has, other_part
from assay.benchmarks.rows import Row
from assay.errors import UsageError
from assay.records import Checker, Limits, Problem, ProblemKind, ProgramInput, Programs

LANGUAGES = {"java": "Java", "python": "Python"}
"""The name of a language here → how the rows write it."""
DIRECTIONS = {f"{source}-{target}": None for source in LANGUAGES for target in LANGUAGES if source != target}
CHECKER = Checker.trimmed()
"""As in the harness that published the translations."""
_AVATAR_ID = re.compile(r"(?:atcoder|codeforces)_\w+", re.ASCII)
_CODENET_ID = re.compile(r"s\d{9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Pair:
    """From which language into which, as rows write them."""

    source: str
    target: str

    @classmethod
    def of(cls, family: Family) -> _Pair:
        source, _, target = family.name.partition(":")[2].partition("-")
        return cls(LANGUAGES[source], LANGUAGES[target])

    @property
    def language(self) -> str:
        """The language of a candidate, as Assay calls it."""
        return next(name for name, written in LANGUAGES.items() if written == self.target)


def _read(family: Family, options: LoadOptions) -> Benchmark:
    """Return one direction; the program of the same id in the other language is the reference."""
    if ":" not in family.name:
        raise UsageError(
            f"{family.name} has two directions: name {' or '.join(f'{family.name}:{one}' for one in DIRECTIONS)}"
        )
    content, rows = family.rows(options)
    pair = _Pair.of(family)
    references = {row.text("id"): row.text("code") for row in rows if _language(row) == pair.target}

    def make(row: Row) -> Problem:
        return _problem(row, pair, references.get(row.text("id"), ""))

    sources = [row for row in rows if _language(row) == pair.source]
    if not sources:
        whole, _, direction = family.name.partition(":")
        back = "-".join(reversed(direction.split("-")))
        raise other_part(rows[0], f"{whole}:{back}", family.name)
    made = family.benchmark(content, sources, make, judge="programs")
    missing = {problem.id: f"{NO_REFERENCE} in {pair.target}" for problem in made if not problem.reference}
    return replace(
        made,
        errata=missing | _ERRATA.get(family.name, {}),
        licence=_LICENCES[family.name.partition(":")[0]],
        eval_only=True,
    )


def _language(row: Row) -> str:
    language = row.text("language")
    if language not in LANGUAGES.values():
        raise row.wrong("language", language, f"one of {', '.join(LANGUAGES.values())}")
    return language


def _problem(row: Row, pair: _Pair, reference: str) -> Problem:
    return Problem(
        row.text("id"),
        Programs(_inputs(row), checker=CHECKER),
        prompt=prompt_of(row.text("code"), pair.source, pair.target),
        reference=reference,
        language=pair.language,
        kind=ProblemKind.ALGORITHM,
    )


def _inputs(row: Row) -> tuple[ProgramInput, ...]:
    tests = row.data.get("tests")
    if not isinstance(tests, list):
        raise row.wrong("tests", tests, "a list of tests")
    return tuple(_input(row, number, test) for number, test in enumerate(tests))


def _input(row: Row, number: int, test: object) -> ProgramInput:
    if not isinstance(test, dict) or not all(isinstance(test.get(name), str) for name in ("input", "output")):
        raise row.wrong("tests", test, "a list of tests, each with the texts 'input' and 'output'")
    stdin, expected = (test[name].encode("utf-8", "surrogatepass") for name in ("input", "output"))
    return ProgramInput(stdin, name=str(test.get("n", number)), expected=expected)


def prompt_of(code: str, source: str, target: str) -> str:
    """Return what a model is asked.

    >>> print(prompt_of("print(input())", "Python", "Java"))
    Translate this Python program into Java. It reads standard input and prints to standard output; the Java program must print the same for every input. Answer with the whole program.
    <BLANKLINE>
    ```python
    print(input())
    ```
    <BLANKLINE>
    """  # noqa: E501
    asked = (
        f"Translate this {source} program into {target}. It reads standard input and prints to standard output; the"
        f" {target} program must print the same for every input. Answer with the whole program."
    )
    return f"{asked}\n\n```{source.lower()}\n{code.strip()}\n```\n"


def _recognises(pattern: re.Pattern[str]) -> Callable[[Row], bool]:
    def recognises(row: Row) -> bool:
        identifier = row.data.get("id")
        fits = isinstance(identifier, str) and pattern.fullmatch(identifier) is not None
        return fits and has(row, "language", "code", "tests")

    return recognises


def _obtain(folder: str) -> str:
    return (
        f"they are the folder dataset/{folder} of github.com/sdipto7/llm-code-translation; pack each program as one"
        " line of JSON with id, language (Java or Python), code and tests, a list of objects with input and output"
    )


_LICENCES = {"avatar": "CC-BY-SA-4.0", "codenet": "Apache-2.0"}
_ERRATA: dict[str, dict[str, str]] = {}
LIMITS = Limits(seconds=10.0)
"""For each input. The harness that published the translations waits for 100 s."""
AVATAR = Family(
    "avatar",
    "249 Java and 250 Python programs of programming contests, to be translated (Ahmad et al. 2021)",
    _read,
    obtain=_obtain("avatar"),
    variants=DIRECTIONS,
    recognises=_recognises(_AVATAR_ID),
    limits=LIMITS,
)
CODENET = Family(
    "codenet",
    "200 Java and 200 Python programs of CodeNet, to be translated (Puri et al. 2021)",
    _read,
    aliases=("project-codenet",),
    obtain=_obtain("codenet"),
    variants=DIRECTIONS,
    recognises=_recognises(_CODENET_ID),
    limits=LIMITS,
)

FAMILIES = (AVATAR, CODENET)
