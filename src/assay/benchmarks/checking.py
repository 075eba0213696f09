"""`assay check`: whether a benchmark can be trusted: references pass, wrong candidates do not, nothing is luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from assay.benchmarks.base import Benchmark, Wrong
from assay.errors import InvalidProblem
from assay.judges.base import Judge
from assay.records import Candidate, Problem, Trial, Verdict

Progress = Callable[[int, int], None]
"""Called with the problems that are checked and the problems in all."""


class Rule(StrEnum):
    """What every problem must keep."""

    STATED = "stated"
    """It can be judged as it is stated."""
    REFERENCE = "reference"
    """It has a reference, and that passes."""
    WRONG = "wrong"
    """Every wrong candidate gets exactly its verdict."""
    DETERMINISTIC = "deterministic"
    """The reference gets the same outcome for every case, judged again."""
    CASES = "cases"
    """At least one case was run."""
    JUDGED = "judged"
    """Nothing of ours broke on the way."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One problem that breaks a rule."""

    problem_id: str
    rule: Rule
    why: str
    known: str = ""
    """The data set's known error behind it, where there is one."""

    def __str__(self) -> str:
        known = f" (known: {self.known})" if self.known else ""
        return f"{self.problem_id}: {self.rule}: {self.why}{known}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the check of a benchmark came to."""

    benchmark: str
    version: str
    problems: int
    cases: int
    wrong: int
    """How many wrong candidates were judged."""
    breaches: tuple[Breach, ...]

    @property
    def unexpected(self) -> tuple[Breach, ...]:
        """The breaches that no known error of the data set explains."""
        return tuple(breach for breach in self.breaches if not breach.known)

    @property
    def passed(self) -> bool:
        return not self.unexpected


def check_benchmark(
    benchmark: Benchmark, judge: Judge, progress: Progress | None = None, *, second: Judge | None = None
) -> CheckReport:
    """The rules that the problems of a benchmark break.

    `second` judges the references again, for example in a sandbox with another hash seed; without it `judge` does.

    >>> from assay.judges.separate import SeparateJudge
    >>> from assay.records import Case, Cases
    >>> from assay.sandbox.warm import WarmPython
    >>> problem = Problem("one", Cases("one", (Case((), 1),)), reference="def one(): return 2")
    >>> with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
    ...     print(*check_benchmark(Benchmark("mine", "1", (problem,)), judge).breaches)
    one: reference: the reference is judged failed: expected 1, got 2
    """
    breaches: list[Breach] = []
    cases = 0
    for number, problem in enumerate(benchmark, start=1):
        checked = _Checked(problem, judge, second or judge)
        known = benchmark.errata.get(problem.id, "")
        for rule, why in checked.breaches(benchmark.wrong.get(problem.id, ())):
            breaches.append(Breach(problem.id, rule, why, known))
        cases += checked.cases
        if progress is not None:
            progress(number, len(benchmark))
    wrong = sum(map(len, benchmark.wrong.values()))
    return CheckReport(benchmark.name, benchmark.version, len(benchmark), cases, wrong, tuple(breaches))


class _Checked:
    """One problem under check."""

    def __init__(self, problem: Problem, judge: Judge, second: Judge) -> None:
        self.problem = problem
        self.judge = judge
        self.second = second
        self.cases = 0
        self.endless = False
        """The reference did not come to an end: whatever is judged next would take as long and say no more."""

    def breaches(self, wrong: tuple[Wrong, ...]) -> Iterator[tuple[Rule, str]]:
        try:
            yield from self._reference()
            for candidate in () if self.endless else wrong:
                yield from self._wrong(candidate)
        except InvalidProblem as error:
            yield Rule.STATED, str(error)

    def _reference(self) -> Iterator[tuple[Rule, str]]:
        if not self.problem.reference:
            yield Rule.REFERENCE, "it has no reference"
            return
        first = self.judge.judge(self.problem, Candidate(self.problem.reference))
        if first.verdict is None:
            yield Rule.JUDGED, first.fault
            return
        self.cases = len(first.outcomes)
        self.endless = first.verdict is Verdict.TIMED_OUT
        if self.endless:
            yield Rule.REFERENCE, f"{_judged(first)}; nothing else of it was checked"
            return
        if not first.outcomes:
            yield Rule.CASES, "no case was run"
        if not first.verdict.passed:
            yield Rule.REFERENCE, _judged(first)
        again = self.second.judge(self.problem, Candidate(self.problem.reference))
        if again.verdict is None:
            yield Rule.JUDGED, again.fault
        elif (difference := _difference(first, again)) is not None:
            yield Rule.DETERMINISTIC, difference

    def _wrong(self, wrong: Wrong) -> Iterator[tuple[Rule, str]]:
        trial = self.judge.judge(self.problem, Candidate(wrong.source))
        if trial.verdict is None:
            yield Rule.JUDGED, f"wrong candidate {wrong.name!r}: {trial.fault}"
        elif trial.verdict is not wrong.verdict:
            detail = f": {_line(trial.detail)}" if trial.detail else ""
            yield Rule.WRONG, f"wrong candidate {wrong.name!r} is judged {trial.verdict}, not {wrong.verdict}{detail}"


def _judged(trial: Trial) -> str:
    return f"the reference is judged {trial.verdict}: {_line(trial.detail)}"


def _difference(first: Trial, again: Trial) -> str | None:
    """What changed between two trials of the same reference, if anything did."""
    if len(first.outcomes) != len(again.outcomes):
        return f"{len(first.outcomes)} cases, then {len(again.outcomes)}"
    for number, (one, other) in enumerate(zip(first.outcomes, again.outcomes, strict=True)):
        if (one.status, one.actual) != (other.status, other.actual):
            name = f" ({_line(one.name)})" if one.name else ""
            return f"case {number}{name} is {one.status} {one.actual}, then {other.status} {other.actual}".rstrip()
    return None


def _line(text: str) -> str:
    line = text.partition("\n")[0]
    return line if len(line) <= 200 else f"{line[:199]}…"
