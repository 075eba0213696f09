"""`assay check`: whether a benchmark can be trusted: references pass, wrong candidates do not, nothing is luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from assay.benchmarks.base import Benchmark, Wrong
from assay.errors import InvalidProblem
from assay.judges.base import Judge, SetsAside
from assay.records import Candidate, CaseOutcome, Problem, Trial, Verdict

Progress = Callable[[int, int], None]
"""Called with the problems that are checked and the problems in all."""


class Rule(StrEnum):
    """What every problem must keep."""

    STATED = "stated"
    """It can be judged as it is stated."""
    REFERENCE = "reference"
    """It has a reference, and that passes whenever it is judged."""
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
    repeat: int = 1
    """How often each reference was judged."""
    quarantined: Mapping[str, str] = field(default_factory=dict)
    """Problem id → why it cannot be trusted: its reference failed at least once, or not always in the same cases."""
    unjudged: tuple[str, ...] = ()
    """Problems about whose reference nothing is known, because our side broke."""
    set_aside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Problem id → cases that passed at one time and not at another; nobody is judged by them from now on."""

    @property
    def unexpected(self) -> tuple[Breach, ...]:
        """The breaches that no known error of the data set explains."""
        return tuple(breach for breach in self.breaches if not breach.known)

    @property
    def passed(self) -> bool:
        return not self.unexpected


def check_benchmark(benchmark: Benchmark, judges: Sequence[Judge], progress: Progress | None = None) -> CheckReport:
    """Return the rules that the problems of a benchmark break, and which problems cannot be trusted.

    Each judge judges each reference once, the first one also the wrong candidates. Judges in sandboxes with different
    hash seeds find references whose answer depends on the order of a set.

    >>> from assay.judges.separate import SeparateJudge
    >>> from assay.records import Case, Cases
    >>> from assay.sandbox.warm import WarmPython
    >>> problem = Problem("one", Cases("one", (Case((), 1),)), reference="def one(): return 2")
    >>> with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
    ...     report = check_benchmark(Benchmark("mine", "1", (problem,)), [judge, judge])
    >>> print(*report.breaches)
    one: reference: the reference is judged failed: expected 1, got 2
    >>> report.quarantined
    {'one': 'its reference fails (2 of 2): expected 1, got 2'}
    """
    breaches: list[Breach] = []
    quarantined: dict[str, str] = {}
    unjudged: list[str] = []
    set_aside: dict[str, tuple[str, ...]] = {}
    cases = 0
    for number, problem in enumerate(benchmark, start=1):
        checked = _Checked(problem, judges)
        known = benchmark.errata.get(problem.id, "")
        for rule, why in checked.breaches(benchmark.wrong.get(problem.id, ())):
            breaches.append(Breach(problem.id, rule, why, known))
        cases += checked.cases
        if checked.set_aside:
            set_aside[problem.id] = checked.set_aside
        elif (reason := checked.distrust()) is not None:
            quarantined[problem.id] = reason
        elif checked.is_unjudged:
            unjudged.append(problem.id)
        if progress is not None:
            progress(number, len(benchmark))
    return CheckReport(
        benchmark.name,
        benchmark.version,
        len(benchmark),
        cases,
        sum(map(len, benchmark.wrong.values())),
        tuple(breaches),
        len(judges),
        quarantined,
        tuple(unjudged),
        set_aside,
    )


class _Checked:
    """One problem under check."""

    def __init__(self, problem: Problem, judges: Sequence[Judge]) -> None:
        self.problem = problem
        self.judges = judges
        self.trials: list[Trial] = []
        """The trials of the reference that have a verdict."""
        self.is_unjudged = False
        """Whether our side broke while the reference was judged."""
        self.set_aside: tuple[str, ...] = ()
        """The cases that flickered, where the judge can do without them."""

    @property
    def cases(self) -> int:
        return len(self.trials[0].outcomes) if self.trials else 0

    @property
    def is_endless(self) -> bool:
        """Whether the reference did not come to an end: what is judged next would take as long and say no more."""
        return bool(self.trials) and self.trials[-1].verdict is Verdict.TIMED_OUT

    def breaches(self, wrong: tuple[Wrong, ...]) -> Iterator[tuple[Rule, str]]:
        try:
            yield from self._reference()
            for candidate in () if self.is_endless else wrong:
                yield from self._wrong(candidate)
        except InvalidProblem as error:
            yield Rule.STATED, str(error)

    def distrust(self) -> str | None:
        """Return why no comparison should rely on the problem; `None` where nothing speaks against it."""
        failed, times = self._failed(), len(self.trials)
        if len(failed) == times > 0:
            return f"its reference fails ({times} of {times}): {_line(failed[0].detail)}"
        if failed:
            return f"its reference failed {len(failed)} of {times} times: {_line(failed[0].detail)}"
        different = self._different()
        return None if different is None else f"its reference is flaky: {different}"

    def _reference(self) -> Iterator[tuple[Rule, str]]:
        if not self.problem.reference:
            yield Rule.REFERENCE, "it has no reference"
            return
        yield from self._judge_reference()
        self._set_aside()
        if self.set_aside:
            return
        failed = self._failed()
        if failed:
            often = f" {len(failed)} of {len(self.trials)} times" if len(failed) < len(self.trials) else ""
            rest = "; nothing else of it was checked" if self.is_endless else ""
            yield Rule.REFERENCE, f"the reference is judged {failed[0].verdict}{often}: {_line(failed[0].detail)}{rest}"
        if self.trials and not self.trials[0].outcomes:
            yield Rule.CASES, "no case was run"
        if not self.is_endless and (different := self._different()) is not None:
            yield Rule.DETERMINISTIC, different

    def _judge_reference(self) -> Iterator[tuple[Rule, str]]:
        """Judge the reference as often as there are judges, and stop where another time would say no more."""
        for judge in self.judges:
            trial = judge.judge(self.problem, Candidate(self.problem.reference))
            if trial.verdict is None:
                self.is_unjudged = True
                yield Rule.JUDGED, trial.fault
                return
            self.trials.append(trial)
            if self.is_endless:
                return

    def _set_aside(self) -> None:
        """Let the judge do without the cases that flicker, if all else is as it should be."""
        judge, flickering = self.judges[0], self._flickering()
        failed = {outcome.name for trial in self.trials for outcome in trial.outcomes if not outcome.passed}
        ended = all(trial.verdict in (Verdict.PASSED, Verdict.FAILED) for trial in self.trials)
        if not isinstance(judge, SetsAside) or not ended or not flickering or failed - flickering:
            return
        judge.set_aside(self.problem, flickering)
        self.set_aside = tuple(sorted(flickering))

    def _flickering(self) -> set[str]:
        """Return the names of cases that passed in one trial and not in another."""
        seen: dict[str, set[bool]] = {}
        for trial in self.trials:
            for outcome in trial.outcomes:
                seen.setdefault(outcome.name, set()).add(outcome.passed)
        return {name for name, ways in seen.items() if name and len(ways) > 1}

    def _failed(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.verdict is not Verdict.PASSED]

    def _different(self) -> str | None:
        """Return how the first trial that was unlike the first one differs from it."""
        found = (_difference(self.trials[0], again) for again in self.trials[1:])
        return next((difference for difference in found if difference is not None), None)

    def _wrong(self, wrong: Wrong) -> Iterator[tuple[Rule, str]]:
        trial = self.judges[0].judge(self.problem, Candidate(wrong.source))
        if trial.verdict is None:
            yield Rule.JUDGED, f"wrong candidate {wrong.name!r}: {trial.fault}"
        elif trial.passed if wrong.verdict is None else trial.verdict is not wrong.verdict:
            detail = f": {_line(trial.detail)}" if trial.detail else ""
            wanted = f", not {wrong.verdict}" if wrong.verdict is not None else ""
            yield Rule.WRONG, f"wrong candidate {wrong.name!r} is judged {trial.verdict}{wanted}{detail}"


def _difference(first: Trial, again: Trial) -> str | None:
    """What changed between two trials of the same reference, if anything did.

    Of a case that passed both times the values do not matter: several may be right.
    """
    if len(first.outcomes) != len(again.outcomes):
        return f"{len(first.outcomes)} cases, then {len(again.outcomes)}"
    for number, (one, other) in enumerate(zip(first.outcomes, again.outcomes, strict=True)):
        if one.status is not other.status or (not one.passed and one.actual != other.actual):
            name = f" ({_line(one.name)})" if one.name else ""
            return f"case {number}{name} is {_ended(one)}, then {_ended(other)}"
    return None


def _ended(outcome: CaseOutcome) -> str:
    """Say how a case ended, with its value where that was wrong."""
    value = "" if outcome.passed or not outcome.actual else f" with {_line(outcome.actual)}"
    return f"{outcome.status}{value}"


def _line(text: str) -> str:
    line = text.partition("\n")[0]
    return line if len(line) <= 200 else f"{line[:199]}…"
