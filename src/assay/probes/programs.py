"""Whether two programs do the same: standard input that tells them apart, whatever languages they are written in."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from assay.judges.excerpts import printable
from assay.judges.outputs import Observed, not_started, observe, same_behaviour
from assay.probes.equivalence import Budget, EquivalenceResult
from assay.probes.inputs.base import Input, distinct
from assay.probes.inputs.grammar import Grammar
from assay.probes.inputs.shrinking import shrunk
from assay.probes.inputs.texts import ExampleTexts, GivenTexts, GrammarTexts, TextSource
from assay.probes.sides import Behaviour
from assay.records import Checker, KilledBy, Limits, ProgramSource
from assay.sandbox.calling import CallEnd
from assay.sandbox.runner import Built, NotStarted, Runner
from assay.text import one_line

FIRST_SECONDS = 10.0
"""Effective time of the reference on the first input; what it takes then decides about the others."""
LEAST_SECONDS = 1.0
SLOWER = 10.0
"""How much longer than with the first input the reference may take with another."""
PATIENCE = 3.0
"""How much longer than the reference may take a candidate may: languages differ in speed."""
MOST_IDLE = 2_000
"""Inputs in a row that bring nothing new, after which there are no more."""
SHRINK_MOST = 300
MOST_SHOWN = 60
OPENING_LIMITS = Limits(seconds=FIRST_SECONDS)


@dataclass(frozen=True, slots=True, repr=False)
class ProgramEquivalence(EquivalenceResult):
    """What a search for a difference between two programs came to; the input is one text, given on standard input."""

    def headline(self) -> str:
        """Return the answer in words."""
        if self.counterexample is None or self.candidate is None or self.reference is None:
            return EquivalenceResult.headline(self)
        given = one_line(repr(self.stdin()))
        return f"differs on input {given}: {printed(self.candidate)}, the reference {printed(self.reference)}"

    def stdin(self) -> str:
        """Return the input on which they differ; empty where none was found."""
        return "" if self.counterexample is None else str(self.counterexample.arguments[0])

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the result as plain data, values as text."""
        found = EquivalenceResult.to_dict(self)
        return {**found, "counterexample": None if self.counterexample is None else self.stdin()}

    def test(self) -> str:
        """Return a pytest test that a program passes, its command in `COMMAND`, where it does as the reference did."""
        if self.counterexample is None or self.reference is None:
            return ""
        lines = [
            "import subprocess",
            "",
            f"COMMAND = [{self.entry_point!r}]  # what runs the program",
            "",
            "",
            "def test_program():",
            f"    given = {self.stdin()!r}",
            "    run = subprocess.run(COMMAND, input=given, capture_output=True, text=True, timeout=60)",
        ]
        output, status = _parts(self.reference)
        lines += [
            f"    assert run.stdout.split() == {output.split()!r}"
            if len(output.splitlines()) < 2
            else f"    assert [line.rstrip() for line in run.stdout.rstrip().splitlines()] == {_lines(output)!r}",
            f"    assert run.returncode == {status}",
        ]
        return "\n".join([*lines, ""])

    def shell(self) -> str:
        """Return a command that gives the program this input; empty where none was found."""
        if self.counterexample is None:
            return ""
        return f"printf %s {shlex.quote(self.stdin())} | {shlex.quote(self.entry_point)}"


def printed(behaviour: Behaviour) -> str:
    """Return what a program did in a few words."""
    if not behaviour.answered:
        return behaviour.error or str(behaviour.end.value)
    output, status = _parts(behaviour)
    text = printable(output.rstrip("\n"))
    shown = repr(text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…")
    return f"prints {shown}" + (f" and ends with status {status}" if status else "")


@dataclass(frozen=True, slots=True)
class ProgramOptions:
    """How a difference between programs is looked for."""

    examples: Sequence[str] = ()
    """Texts that the programs take; others are made from them."""
    grammar: str = ""
    """What inputs look like, as `assay.probes.inputs.grammar` explains; then examples are only run as they are."""
    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    checker: Checker | None = None
    """How outputs are compared; `None`: exactly, but for blanks at the end of lines and empty lines at the end."""
    watch: Callable[[int], None] | None = None
    """Called with the number of inputs that were compared so far."""


def program_equivalence(
    candidate: ProgramSource,
    reference: ProgramSource,
    options: ProgramOptions | None = None,
    *,
    runner: Runner | None = None,
) -> ProgramEquivalence:
    """Look for standard input on which two programs differ, in the sandbox, and return the smallest that is found.

    An input on which the reference fails counts for nothing. Raises `MissingToolchain` for a language that cannot be
    run here.

    >>> one, other = "print(abs(int(input())))", "print(int(input()))"
    >>> sources = [ProgramSource(text.encode(), "python") for text in (one, other)]
    >>> program_equivalence(*sources, ProgramOptions(examples=["5\\n"]))
    <ProgramEquivalence differs on input '-1\\n': prints '1', the reference prints '-1'>
    """
    with _runner_or_new(runner) as place:
        return _ProgramSearch(place, candidate, reference, options or ProgramOptions()).result()


@contextmanager
def _runner_or_new(runner: Runner | None) -> Iterator[Runner]:
    if runner is not None:
        yield runner
        return
    with Runner() as made:
        yield made


class _ProgramSearch:
    """One search for an input that tells two programs apart."""

    def __init__(
        self, runner: Runner, candidate: ProgramSource, reference: ProgramSource, options: ProgramOptions
    ) -> None:
        self._runner = runner
        self._options = options
        self._name = reference.path.rpartition("/")[2] or "program"
        texts = [one.data.decode("utf-8", "replace") for one in (reference, candidate)]
        self._sources = _sources(options, texts)
        self._built = [self._build(one) for one in (candidate, reference)]
        self._seconds = FIRST_SECONDS
        self._cpu_seconds = 0.0
        self._compared = 0
        self._refused = 0
        self._first_refusal = ""
        self._alone: tuple[Input, Behaviour, Behaviour] | None = None
        """An input that is meant and on which only the reference fails, with what both did."""
        self._left_out: Counter[str] = Counter()
        """Inputs that could not be compared, by who failed."""
        self._confirmed: tuple[str, Behaviour, Behaviour]
        """The last input for which it was confirmed that it tells them apart, and what both did with it."""

    def result(self) -> ProgramEquivalence:
        """Carry out the search."""
        for built, whose in zip(self._built, ("candidate", "reference"), strict=True):
            if isinstance(built, str) or built.error:
                error = built if isinstance(built, str) else f"does not compile: {built.error}"
                return self._said(None, note=f"the {whose} {error}")
        found = self._found()
        if found is not None:
            return self._explained(*found)
        if self._alone is not None:
            given, candidate, reference = self._alone
            result = self._said(True, note="only the reference fails")
            return replace(result, counterexample=given, candidate=candidate, reference=reference)
        if not self._compared:
            return self._said(None, note=self._nothing_compared())
        notes = [] if self._options.examples or self._options.grammar else [_NO_INPUT]
        if self._left_out:
            parts = [f"{count:,} on which {who}" for who, count in self._left_out.most_common()]
            notes.append(f"more inputs were not compared: {', '.join(parts)}")
        return self._said(False, note="; ".join(notes))

    def _found(self) -> tuple[TextSource, Input] | None:
        seen: set[bytes] = set()
        idle = 0
        for source, made_from in chain.from_iterable(_paired(source) for source in self._sources):
            if not self._has_budget() or idle > MOST_IDLE:
                return None
            text = source.text(made_from)
            idle += 1
            if text is None or not any(True for _ in distinct([Input((text,))], seen)):
                continue
            idle = 0
            refused = self._refused
            if self._differ(text) and self._is_confirmed(text):
                return source, made_from
            if self._refused > refused:
                self._take_note(text, made_from, meant=bool(text) and not isinstance(source, ExampleTexts))
            if self._options.watch is not None:
                self._options.watch(self._compared)
        return None

    def _differ(self, text: str) -> bool:
        """Return whether the reference answers, and the candidate does otherwise."""
        theirs = self._run(1, text)
        if theirs.failed:
            self._refused += 1
            self._first_refusal = self._first_refusal or theirs.reason()
            return False
        if not self._compared:  # what the first one takes, others may take some times
            self._seconds = max(LEAST_SECONDS, SLOWER * theirs.seconds)
        self._compared += 1
        return not self._alike(self._run(0, text), theirs)

    def _take_note(self, text: str, made_from: Input, *, meant: bool) -> None:
        """Count an input on which the reference fails; keep one that is meant, and that the candidate answers."""
        ours = self._run(0, text)
        self._left_out["both fail" if ours.failed else "only the reference fails"] += 1
        if meant and not ours.failed and self._alone is None:
            theirs = self._run(1, text)
            if theirs.failed:
                self._alone = Input((text,), origin=made_from.origin), _behaviour(ours), _behaviour(theirs)

    def _is_confirmed(self, text: str) -> bool:
        """Return whether the reference agrees with itself, and the candidate differs again."""
        theirs = self._run(1, text)
        again = self._run(1, text, hash_seed=1)
        if theirs.failed or not self._alike(theirs, again):
            return False
        ours = self._run(0, text)
        if self._alike(ours, theirs):
            return False
        self._confirmed = text, _behaviour(ours), _behaviour(theirs)
        return True

    def _run(self, side: int, text: str, *, hash_seed: int = 0) -> Observed:
        built = self._built[side]
        assert isinstance(built, Built), "looked at before"
        seconds = self._seconds if side else PATIENCE * self._seconds
        limits = Limits(seconds=seconds)
        try:
            stdin = text.encode("utf-8", "surrogateescape")
            execution = self._runner.run(built, stdin=stdin, limits=limits, hash_seed=hash_seed)
        except NotStarted as error:
            return not_started(str(error))
        self._cpu_seconds += max(execution.cpu_seconds, execution.effective_seconds)  # to sleep takes time too
        return observe(execution, built.language, seconds=seconds)

    def _alike(self, one: Observed, other: Observed) -> bool:
        if self._options.checker is not None:
            return same_behaviour(other, one, self._options.checker)
        ends = (one.returncode, one.kind) == (other.returncode, other.kind) and one.crashed == other.crashed
        return ends and (one.stdout == other.stdout or _lines(one.stdout) == _lines(other.stdout))

    def _explained(self, source: TextSource, found: Input) -> ProgramEquivalence:
        """Return the result with the smallest input on which they still differ, within as much time again."""
        most = self._cpu_seconds + self._options.budget.cpu_seconds
        counts = self._compared, self._refused

        def fails(inputs: Sequence[Input]) -> list[bool]:
            """Say which of these still tells them apart; those behind the first are not run."""
            answers: list[bool] = []
            for one in inputs:
                text = source.text(one)
                open_yet = not any(answers) and self._cpu_seconds < most
                answers.append(open_yet and text is not None and self._differ(text))
            return answers

        smallest = found
        for _ in range(2):
            smallest = _with_fewer(source, smallest, fails)
            smallest = shrunk(smallest, fails, most=SHRINK_MOST)
        if smallest is not found:
            self._is_confirmed(source.text(smallest) or "")
        text, candidate, reference = self._confirmed
        self._compared, self._refused = counts
        result = self._said(True)
        example = Input((text,), origin=found.origin)
        return replace(result, counterexample=example, candidate=candidate, reference=reference)

    def _build(self, source: ProgramSource) -> Built | str:
        if source.error:
            return source.error
        return self._runner.build(source.data, source.language, OPENING_LIMITS)

    def _nothing_compared(self) -> str:
        if not self._options.examples and not self._options.grammar:
            return f"the reference fails without input ({self._first_refusal}); give an example or a grammar"
        return f"the reference fails on all {self._refused} inputs, on the first because it {self._first_refusal}"

    def _said(self, different: bool | None, note: str = "") -> ProgramEquivalence:
        return ProgramEquivalence(
            self._name,
            different,
            inputs=self._compared,
            refused=self._refused,
            cpu_seconds=self._cpu_seconds,
            seed=self._options.seed,
            note=one_line(note),
        )

    def _has_budget(self) -> bool:
        budget = self._options.budget
        return self._compared < budget.inputs and self._cpu_seconds < budget.cpu_seconds


_NO_INPUT = "they were run without input; an example or a grammar gives them some"


def _behaviour(seen: Observed) -> Behaviour:
    """Return what a program did as the behaviour of a function that returns what it prints, and its status unless 0."""
    if seen.failed:
        limits = {str(KilledBy.MEMORY): CallEnd.OUT_OF_MEMORY} | dict.fromkeys(
            (str(KilledBy.TIME), str(KilledBy.WALL)), CallEnd.TIMED_OUT
        )
        return Behaviour(limits.get(seen.kind, CallEnd.CRASHED), error=one_line(seen.reason()), seconds=seen.seconds)
    output = seen.stdout.decode("utf-8", "backslashreplace")
    value: object = (output, seen.returncode) if seen.returncode else output
    return Behaviour(CallEnd.RETURNED, value, seconds=seen.seconds)


def _sources(options: ProgramOptions, programs: Sequence[str]) -> list[TextSource]:
    sources: list[TextSource] = [GivenTexts(options.examples or ([] if options.grammar else [""]))]
    if options.grammar:
        sources.append(GrammarTexts(Grammar(options.grammar), seed=options.seed))
    elif any(text.strip() for text in options.examples):
        sources.append(ExampleTexts(options.examples, sources=programs, seed=options.seed))
    return sources


def _paired(source: TextSource) -> Iterator[tuple[TextSource, Input]]:
    return ((source, made_from) for made_from in source.inputs())


def _with_fewer(source: TextSource, start: Input, fails: Callable[[Sequence[Input]], Sequence[bool]]) -> Input:
    """Return an input without as many counted parts as can be spared."""
    found: Input | None = start
    while found is not None:
        start, batch = found, list(islice(source.smaller(found), 100))
        found = next((one for one, failed in zip(batch, fails(batch), strict=True) if failed), None)
    return start


def _parts(behaviour: Behaviour) -> tuple[str, int]:
    """Return what a program printed, and its status."""
    match behaviour.value:
        case (str(output), int(status)):
            return output, status
    return str(behaviour.value), 0


def _lines(output: bytes | str) -> list[str]:
    text = output.decode("utf-8", "surrogateescape") if isinstance(output, bytes) else output
    return [line.rstrip() for line in text.rstrip().splitlines()]
