"""Mutants of whole programs in any language: each is built and run, and what the original prints is what is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.errors import Fault, InvalidValue
from assay.judges.outputs import Observed, compare, not_started, observe, same_behaviour
from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.mutants import Mutant
from assay.probes.mutation.results import MutantOutcome, MutantStatus, MutationResult, left_out_of
from assay.records import MIB, Checker, KilledBy, Limits, ProgramInput
from assay.sandbox.runner import Built, NotStarted, Runner

FACTOR = 10.0
FLOOR_SECONDS = 0.25
"""Effective time of a mutant on an input: this, and `FACTOR` times what the original needs."""
LIMITS = Limits(seconds=30.0, output_bytes=4 * MIB, file_bytes=32 * MIB, open_files=256, processes=128)


@dataclass(frozen=True, slots=True)
class _Right:
    """What the original did with one input, and how long a mutant may take."""

    given: ProgramInput
    observed: Observed
    limits: Limits


def mutate_program(
    source: str,
    language: str,
    inputs: Sequence[ProgramInput],
    options: MutationOptions | None = None,
    *,
    name: str = "program",
    runner: Runner | None = None,
) -> MutationResult:
    """Run the mutants of a program on these inputs; one that prints something else on any of them is killed.

    Raises `BrokenTests` where the original does not run to its end on an input, or does not agree with itself. A mutant
    that does not compile is left out. When it is interrupted, what is known by then is returned, marked as stopped.
    """
    options = options or MutationOptions()
    made = options.mutants(source, language)
    names = [given.name or f"input {number + 1}" for number, given in enumerate(inputs)]
    used = runner or Runner()
    running = _Running(used, language, names)
    outcomes: list[MutantOutcome] = []
    stopped = False
    try:
        rights = running.originals(source, inputs)
        for mutant in made:
            found = running.outcome(mutant, rights, matrix=options.matrix)
            outcomes += [found] if found is not None else []
            options.watch(len(outcomes) + running.not_compiling, len(made))
    except KeyboardInterrupt:
        stopped = True
    finally:
        if runner is None:
            used.close()
    left_out = left_out_of(made)
    return MutationResult(
        name,
        tuple(outcomes),
        tuple(names),
        matrix=options.matrix,
        cpu_seconds=running.cpu_seconds,
        facts=options.facts(language=language, toolchain=running.version),
        left_out={**left_out, "not_compiling": left_out["not_compiling"] + running.not_compiling},
        stopped=stopped,
    )


class _Running:
    """The original and its mutants, built and run one after the other."""

    def __init__(self, runner: Runner, language: str, names: Sequence[str]) -> None:
        self.cpu_seconds = 0.0
        self.not_compiling = 0
        self.version = ""
        self._runner = runner
        self._language = language
        self._names = names
        self._checker = Checker(strict=True)

    def originals(self, source: str, inputs: Sequence[ProgramInput]) -> list[_Right]:
        """Return what the original does with each input."""
        built = self._runner.build(source, self._language, LIMITS)
        if built.error:
            raise InvalidValue(f"the program does not compile: {built.error}")
        self.version = built.version
        found = []
        for name, given in zip(self._names, inputs, strict=True):
            first, again = (self._observed(built, given, LIMITS) for _ in range(2))
            if first.failed:
                raise BrokenTests(f"the program fails without any mutant: {name}: {first.reason()}")
            if not same_behaviour(first, again, self._checker):
                raise BrokenTests(f"the program does not agree with itself without any mutant: {name}")
            seconds = FLOOR_SECONDS + FACTOR * max(first.seconds, again.seconds)
            found.append(_Right(given, first, replace(LIMITS, seconds=min(seconds, 10 * LIMITS.seconds))))
        return found

    def outcome(self, mutant: Mutant, rights: Sequence[_Right], *, matrix: bool) -> MutantOutcome | None:
        """Return what became of a mutant; `None` where it does not compile."""
        try:
            built = self._runner.build(mutant.source, self._language, LIMITS)
            if built.error:
                self.not_compiling += 1
                return None
            return self._run(mutant, built, rights, matrix=matrix)
        except Fault as fault:
            return MutantOutcome(mutant, MutantStatus.ERROR, message=str(fault))

    def _run(self, mutant: Mutant, built: Built, rights: Sequence[_Right], *, matrix: bool) -> MutantOutcome:
        killers: list[int] = []
        ran: list[int] = []
        status, message = MutantStatus.SURVIVED, ""
        for number, right in enumerate(rights):
            seen = self._observed(built, right.given, right.limits)
            ran.append(number)
            if same_behaviour(right.observed, seen, self._checker):
                continue
            killers.append(number)
            if status is MutantStatus.SURVIVED:
                status, message = _status(seen), _message(right.observed, seen, self._checker)
            if not matrix:
                break
        test = self._names[killers[0]] if killers else ""
        return MutantOutcome(mutant, status, test, message, tuple(killers), tuple(ran))

    def _observed(self, built: Built, given: ProgramInput, limits: Limits) -> Observed:
        try:
            execution = self._runner.run(
                built, stdin=given.stdin, arguments=given.arguments, files=given.files, limits=limits
            )
        except NotStarted as error:
            return not_started(str(error))
        self.cpu_seconds += execution.cpu_seconds
        return observe(execution, built.language, seconds=limits.seconds)


def _status(seen: Observed) -> MutantStatus:
    if seen.kind in (KilledBy.TIME, KilledBy.WALL):
        return MutantStatus.TIMED_OUT
    return MutantStatus.CRASHED if seen.failed else MutantStatus.KILLED


def _message(right: Observed, seen: Observed, checker: Checker) -> str:
    if seen.failed:
        return seen.reason()
    found = compare(right, seen, checker)
    return found.diff or found.error
