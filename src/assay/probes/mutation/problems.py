"""A source against the cases or the test code of a problem: each mutant is a candidate, judged in a fork of its own."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.errors import Fault, InvalidProblem
from assay.judges.separate import SeparateJudge
from assay.judges.suites import as_cases, plan
from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.mutants import Mutant, MutantSet
from assay.probes.mutation.reaching import LineCoverage, coverage_of_calls, coverage_of_marks, marking
from assay.probes.mutation.results import MutantOutcome, MutantStatus, MutationResult, left_out_of
from assay.records import Candidate, Cases, CaseStatus, Limits, Problem, Suite, Trial, Verdict
from assay.sandbox.base import Sandbox
from assay.sandbox.warm import WarmPython

FACTOR = 10.0
FLOOR_SECONDS = 0.1
"""Effective time of a mutant: this, and `FACTOR` times what the original needs."""
TRACED_FACTOR = 100.0
TRACED_SECONDS = 5.0
"""The same for the run in which the lines are noted."""
ORIGINAL = Limits(seconds=30.0)
STATUSES = {
    Verdict.TIMED_OUT: MutantStatus.TIMED_OUT,
    Verdict.OUT_OF_MEMORY: MutantStatus.CRASHED,
    Verdict.FAILED: MutantStatus.KILLED,
    Verdict.CRASHED: MutantStatus.KILLED,
    Verdict.INVALID: MutantStatus.KILLED,
    Verdict.PASSED: MutantStatus.SURVIVED,
}


def mutate_problem(
    problem: Problem,
    source: str | None = None,
    options: MutationOptions | None = None,
    *,
    mutants: MutantSet | None = None,
    sandbox: Sandbox | None = None,
    limits: Limits | None = None,
) -> MutationResult:
    """Run the mutants of a source (the problem's reference, unless one is given) against the tests of a problem.

    `mutants` are those to run; by default all that `options` ask for. Raises `BrokenTests` where the source itself does
    not pass, or not always. When it is interrupted, what is known by
    then is returned, marked as stopped.

    >>> from assay.records import Case
    >>> double = Problem("double", Cases("double", (Case((0,), 0), Case((2,), 4))))
    >>> mutate_problem(double, "def double(x):\\n    return x + x\\n", MutationOptions(("arithmetic",)))
    <MutationResult double: mutation score 100.0% [20.7, 100.0], 1 of 1 mutants killed, 2 tests>
    """
    if source is None:
        source = problem.reference
        if not source:
            raise InvalidProblem(f"problem {problem.id!r}: it has no reference to make mutants of")
    options = options or MutationOptions()
    made = options.mutants(source) if mutants is None else mutants
    began = time.process_time()
    box = sandbox or WarmPython()
    try:
        with _Judging(box, as_data(problem), source, limits or ORIGINAL) as judging:
            judging.look_at_original()
            outcomes, stopped = judging.run(made, options)
            own = time.process_time() - began
            return MutationResult(
                name=problem.id,
                outcomes=tuple(outcomes),
                tests=judging.tests,
                matrix=options.matrix,
                cpu_seconds=own + judging.cpu_seconds,
                facts=options.facts(python=box.python),
                left_out=left_out_of(made),
                stopped=stopped,
            )
    finally:
        if sandbox is None:
            box.close()


def as_data(problem: Problem) -> Problem:
    """Return the problem with its test code as cases, where it is data."""
    if problem.language != "python" or not isinstance(problem.check, Cases | Suite):
        raise InvalidProblem(f"problem {problem.id!r}: mutants need Cases or a Suite in python")
    if isinstance(problem.check, Cases):
        return problem
    data = as_cases(problem, problem.check)
    if not data:
        return problem
    check = Cases(problem.check.entry_point, data, **problem.check.placing())
    return replace(problem, check=check)


def case_name(case: object, number: int, entry_point: str) -> str:
    """Return how a case is called in reports: by its name, else by its call."""
    from assay.judges.reading import shown
    from assay.records import Case

    assert isinstance(case, Case), "cases hold nothing else"
    if case.name:
        return case.name
    given = [shown(value) for value in case.arguments]
    given += [f"{name}={shown(value)}" for name, value in case.keywords.items()]
    return f"{number + 1}: {entry_point}({', '.join(given)})"


@dataclass(slots=True)
class _Facts:
    """What the original has shown."""

    usable: tuple[int, ...] = ()
    """Numbers of the cases that it passes."""
    coverage: LineCoverage | None = None
    limits: Limits = ORIGINAL


class _Judging:
    """The original and its mutants, judged one after the other."""

    def __init__(self, sandbox: Sandbox, problem: Problem, source: str, limits: Limits) -> None:
        self.problem = problem
        self.cpu_seconds = 0.0
        """Of the processes that ran candidates."""
        self._sandbox = sandbox
        self._source = source
        self._facts = _Facts(limits=limits)
        self._to_the_end = SeparateJudge(sandbox, limits)
        self._to_the_first = SeparateJudge(sandbox, limits, first_failure=True)
        self._to_the_first.host = self._to_the_end.host
        self._parts: dict[tuple[int, ...], Problem] = {}
        check = problem.check
        if isinstance(check, Cases):
            names = [case_name(case, number, check.entry_point) for number, case in enumerate(check.cases)]
        else:
            assert isinstance(check, Suite), "see as_data"
            names = [step.name or f"case {number + 1}" for number, step in enumerate(plan(problem, check).cases)]
        self.tests = tuple(names)

    def __enter__(self) -> _Judging:
        return self

    def __exit__(self, *exception: object) -> None:
        self._to_the_end.close()

    def look_at_original(self) -> None:
        """Judge the original twice, and find out what its cases reach; raise `BrokenTests` unless it passes."""
        trials = []
        for _ in range(2):
            trials.append(self._judge(self.problem, self._source))
            if trials[-1].verdict is not Verdict.PASSED:
                raise BrokenTests(self._why(trials[-1]))
        passed = [{number for number, one in enumerate(trial.outcomes) if one.passed} for trial in trials]
        seconds = max(_needed(trial) for trial in trials)
        self._facts = _Facts(
            usable=tuple(sorted(passed[0] & passed[1])),
            coverage=self._coverage(seconds),
            limits=replace(self._facts.limits, seconds=FLOOR_SECONDS + FACTOR * seconds, reference_factor=0.0),
        )
        self._to_the_end.limits = self._to_the_first.limits = self._facts.limits

    def run(self, made: MutantSet, options: MutationOptions) -> tuple[list[MutantOutcome], bool]:
        """Return what became of each mutant, and whether that was interrupted."""
        outcomes: list[MutantOutcome] = []
        try:
            for mutant in made:
                outcomes.append(self._outcome(mutant, matrix=options.matrix))
                options.watch(len(outcomes), len(made))
        except KeyboardInterrupt:
            return outcomes, True
        return outcomes, False

    def _why(self, trial: Trial) -> str:
        numbered = enumerate(trial.outcomes)
        name = next((self._name(number) for number, one in numbered if not one.passed), "the code")
        return f"the tests fail without any mutant: {name}: {trial.detail or trial.verdict}"

    def _name(self, number: int) -> str:
        return self.tests[number] if number < len(self.tests) else f"case {number + 1}"

    def _judge(self, problem: Problem, source: str, *, first_failure: bool = False) -> Trial:
        judge = self._to_the_first if first_failure else self._to_the_end
        trial = judge.judge(problem, Candidate(source))
        if trial.verdict is None:
            raise Fault(trial.fault)
        self.cpu_seconds += sum(execution.cpu_seconds for execution in trial.executions)
        return trial

    def _coverage(self, seconds: float) -> LineCoverage | None:
        check = self.problem.check
        limits = Limits(seconds=TRACED_SECONDS + TRACED_FACTOR * seconds)
        if isinstance(check, Cases):
            if check.files:
                return None
            calls = [(case.arguments, case.keywords) for case in check.cases]
            return coverage_of_calls(self._sandbox, self._source, check.entry_point, calls, limits)
        assert isinstance(check, Suite), "see as_data"
        if check.files:
            return None
        judge = SeparateJudge(self._sandbox, limits)
        judge.host = self._to_the_end.host
        trial = judge.judge(self.problem, Candidate(marking(self._source)))
        if trial.verdict is not Verdict.PASSED or any(execution.truncated for execution in trial.executions):
            return None
        said = b"\n".join(execution.stdout for execution in trial.executions)
        return coverage_of_marks(self._source, said, len(self.tests))

    def _outcome(self, mutant: Mutant, *, matrix: bool) -> MutantOutcome:
        coverage = self._facts.coverage
        numbers = self._facts.usable
        if coverage is not None:
            reaching = set(coverage.reaching(mutant))
            numbers = tuple(number for number in numbers if number in reaching)
        if not numbers:
            return MutantOutcome(mutant, MutantStatus.NOT_COVERED)
        try:
            found = self._judged(mutant, numbers, matrix=matrix)
            if found.status is MutantStatus.SURVIVED and numbers != self._facts.usable:
                # What one case has left behind, such as a cached value, can hide that another reaches the mutant.
                found = self._judged(mutant, self._facts.usable, matrix=matrix)
            return found
        except Fault as fault:
            return MutantOutcome(mutant, MutantStatus.ERROR, message=str(fault))

    def _judged(self, mutant: Mutant, numbers: tuple[int, ...], *, matrix: bool) -> MutantOutcome:
        """Run these cases on a mutant; those that come after one that ends its process need another one."""
        killers: list[int] = []
        ran: list[int] = []
        first: tuple[int, str] | None = None
        status = MutantStatus.SURVIVED
        left = numbers
        while left:
            problem, own = self._part(left)
            trial = self._judge(problem, mutant.source, first_failure=not matrix)
            assert trial.verdict is not None, "otherwise it is a fault"
            if status is MutantStatus.SURVIVED:
                status = _status(trial)
            tried = [
                number for number, one in zip(own, trial.outcomes, strict=False) if one.status is not CaseStatus.NOT_RUN
            ]
            failed = [
                number for number, one in zip(own, trial.outcomes, strict=False) if number in tried and not one.passed
            ]
            ran += tried
            killers += failed
            if first is None and status is not MutantStatus.SURVIVED:
                first = (failed[0] if failed else -1), trial.detail.partition("\n")[0]
            over = not matrix or not tried or trial.verdict is Verdict.PASSED or problem is self.problem
            left = () if over else tuple(number for number in left if number not in tried)
        return MutantOutcome(
            mutant,
            status,
            test=self._name(first[0]) if first and first[0] >= 0 else "",
            message=first[1] if first else "",
            killers=tuple(killers),
            ran=tuple(ran),
        )

    def _part(self, numbers: tuple[int, ...]) -> tuple[Problem, Sequence[int]]:
        """Return the problem with only these cases, and the number of each case in it.

        Cases of a function that remembers the calls before may fail without them: then all are run.
        """
        check = self.problem.check
        whole = range(len(self.tests))
        if not isinstance(check, Cases) or len(numbers) == len(check.cases):
            return self.problem, whole
        if numbers not in self._parts:
            some = replace(check, cases=tuple(check.cases[number] for number in numbers))
            part = replace(self.problem, check=some, pace=None)
            if self._judge(part, self._source, first_failure=True).verdict is not Verdict.PASSED:
                part = self.problem
            self._parts[numbers] = part
        part = self._parts[numbers]
        return part, (whole if part is self.problem else numbers)


def _status(trial: Trial) -> MutantStatus:
    """Return what a trial says about a mutant."""
    assert trial.verdict is not None, "otherwise it is a fault"
    if trial.verdict is Verdict.CRASHED and trial.executions:
        ended_by = trial.executions[-1].signal
        if ended_by not in (None, signal.SIGKILL):  # that is how the judge ends who has failed
            return MutantStatus.CRASHED
    return STATUSES[trial.verdict]


def _needed(trial: Trial) -> float:
    """Return the effective seconds of a candidate; the wall time only where it sleeps."""
    cpu = sum(execution.cpu_seconds for execution in trial.executions)
    effective = sum(execution.effective_seconds for execution in trial.executions)
    return cpu if effective < FLOOR_SECONDS / 2 + 2 * cpu else effective
