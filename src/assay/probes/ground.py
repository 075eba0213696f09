"""What candidates of one problem are held against: inputs, and what the reference does with them, made once for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.errors import InvalidProblem
from assay.judges.bundle import Unplaceable, bundle
from assay.judges.suites import as_cases
from assay.probes.inputs.base import GIVEN, Input
from assay.probes.inputs.domain import Domain
from assay.probes.inputs.given import given_inputs
from assay.probes.inputs.portfolio import Portfolio
from assay.probes.inputs.shrinking import shrunk, weight
from assay.probes.sides import SAME, Behaviour, Side, has_float, same
from assay.records import ANY_ORDER, TRUTH, Candidate, Case, Cases, Comparator, FunctionCheck, Limits, Problem, Suite
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd

SEARCH_LIMITS = Limits(seconds=5.0, case_seconds=0.25)
CONFIRM_LIMITS = Limits(seconds=5.0, case_seconds=2.5)
MOST_KEPT = 64
"""Problems whose inputs are kept at a time."""
MOST_CONFIRMED = 8
"""Differences that are looked at again, of one candidate."""
SHRINK_MOST = 300
LIMITED = (CallEnd.TIMED_OUT, CallEnd.OUT_OF_MEMORY, CallEnd.TOO_LARGE)
NEARLY = Comparator.close(atol=1e-6, rtol=1e-6)
T = TypeVar("T")
Meant = type[Domain] | None
"""Which inputs are meant: those of a kind of domain, or all."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An input that tells a candidate from the reference, whenever both are run on it."""

    input: Input
    candidate: Behaviour
    reference: Behaviour


@dataclass(frozen=True, slots=True)
class Findings:
    """What a candidate came to on the inputs of a problem."""

    inputs: int = 0
    """How many were compared."""
    difference: Difference | None = None
    note: str = ""
    """Why nothing can be said."""


class Ground:
    """The inputs of one problem, with what its reference does with each; `domain` says which inputs are meant."""

    def __init__(
        self, sandbox: Sandbox, problem: Problem, *, size: int, seed: int, domain: type[Domain] | None
    ) -> None:
        self.problem = problem
        self.name = problem.check.entry_point
        self.given: list[Input] = []
        self.cases: list[Case] = []
        """The problem's cases where they are data; else its inputs with the answers of the reference."""
        self.note = self._missing(problem)
        """Why nothing can be said about any candidate; empty: there are inputs."""
        self._sandbox = sandbox
        self._domain: Domain | None = None
        self._largest = [max(sizes) for sizes in zip(*(weight(one)[:3] for one in self.given), strict=True)]
        self.inputs: list[Input] = []
        """Those that the reference answers, the same each time."""
        self.answers: list[Behaviour] = []
        """What it does with each."""
        if not self.note:
            self._fill(size, seed, domain)

    def _missing(self, problem: Problem) -> str:
        if not isinstance(problem.check, FunctionCheck) or problem.language != "python":
            return "only functions in Python can be compared"
        if not problem.reference:
            return "the problem has no reference"
        self.given = given_inputs(problem)
        return "" if self.given else "no input can be read from the tests"

    def _fill(self, size: int, seed: int, domain: Meant) -> None:
        side = self.side(Candidate(self.problem.reference))
        known = side.behaviours(self.given)
        if known[0].end is CallEnd.NOT_LOADED:
            self.note = f"the reference cannot be loaded: {known[0].error}"
            return
        if not any(answer.end is CallEnd.RETURNED for answer in known):
            self.note = "the reference gives no answer that can be compared"
            return
        self._domain = None if domain is None else domain(self.given, self.problem.prompt)
        portfolio = Portfolio(
            self.name,
            (self.problem.reference,),
            self.given,
            sandbox=self._sandbox,
            seed=seed,
            domain=self._domain,
        )
        inputs = portfolio.batch(len(self.given) + size)
        first = side.behaviours(inputs)
        second = side.behaviours(inputs[::-1])[::-1]  # in another order: what draws numbers or counts calls varies
        for one, answer, again in zip(inputs, first, second, strict=True):
            if answer.end is CallEnd.RETURNED and same(answer, again):
                self.inputs.append(one)
                self.answers.append(answer)
        if not self.inputs:
            self.note = "the reference gives no answer that is the same each time"
        self.cases = _cases(self.problem) or [
            Case(one.arguments, answer.value, one.keywords)
            for one, answer in zip(self.inputs, self.answers, strict=True)
            if one.origin == GIVEN
        ]

    def side(self, candidate: Candidate, limits: Limits = SEARCH_LIMITS) -> Side:
        """Return a candidate among the files of the problem, as it is judged; `Unplaceable` where that cannot be."""
        source = candidate.source
        data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
        try:
            text = bundle(self.problem, data).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise Unplaceable("its source is not UTF-8") from None
        return Side(self._sandbox, text, self.name, limits=limits)

    def findings(self, candidate: Candidate, *, tolerant: bool) -> Findings:
        """Run a candidate that passes the tests on all inputs, and look for one on which it differs for sure.

        With `tolerant`, it counts as the same what the tests may well take for the same: floats that are nearly equal,
        another order where the tests do not ask for one, arguments that are changed, and on inputs larger than those
        of the tests a time or a memory that does not suffice.
        """
        if self.note:
            return Findings(note=self.note)
        try:
            side, slow = self.side(candidate), self.side(candidate, CONFIRM_LIMITS)
        except Unplaceable as error:
            return Findings(note=str(error))
        ours = side.behaviours(self.inputs)
        if ours[0].end is CallEnd.NOT_LOADED:
            return Findings(note=f"the candidate cannot be loaded: {ours[0].error}")
        differ = self._comparison(ours) if tolerant else _differ
        if differ is None:
            return Findings(note="the tests take other answers than those of the reference")
        found = _Confirming(self, side, slow, differ).confirmed(self.inputs, ours, self.answers)
        if found is not None and tolerant:  # what became of the arguments was not looked at
            found = Difference(found.input, _unchanged(found.candidate), _unchanged(found.reference))
        return Findings(sum(one.known for one in ours), found)

    def is_larger(self, one: Input) -> bool:
        """Return whether an input is larger than all of the tests, in its items, its text or its numbers."""
        return any(size > most for size, most in zip(weight(one)[:3], self._largest, strict=True))

    def accepts(self, one: Input) -> bool:
        """Return whether an input is of the kind that is compared here."""
        return self._domain is None or self._domain.accepts(one)

    def _comparison(self, ours: Sequence[Behaviour]) -> Differ | None:
        """Return the strictest comparison by which the candidate is right on the inputs of the tests, which it passes.

        `None`: there is none, so the tests accept answers by other means than by what the reference gives.
        """
        rows = list(zip(self.inputs, ours, self.answers, strict=True))
        given = [row for row in rows if row[0].origin == GIVEN]
        is_truth = all(isinstance(answer.value, bool) for _, _, answer in given)
        for comparator in (NEARLY, ANY_ORDER, *([TRUTH] if is_truth else [])):
            differ = _Tolerant(self, comparator)
            if not any(differ(source, one, answer) for source, one, answer in given):
                return differ
        return None


Differ = Callable[[Input, Behaviour, Behaviour], bool]
"""Says whether a candidate, the first, does otherwise with an input than the reference."""


def _differ(given: Input, ours: Behaviour, theirs: Behaviour) -> bool:
    return ours.known and not same(ours, theirs)


class _Tolerant:
    """Says whether two behaviours differ in what tests ask for."""

    def __init__(self, ground: Ground, comparator: Comparator) -> None:
        self._ground = ground
        self._comparator = comparator

    def __call__(self, given: Input, ours: Behaviour, theirs: Behaviour) -> bool:
        if not ours.known or (ours.end in LIMITED and self._ground.is_larger(given)):
            return False
        exact = self._comparator is NEARLY and not has_float(theirs.value)
        return not same(_unchanged(ours), _unchanged(theirs), SAME if exact else self._comparator)


def _unchanged(one: Behaviour) -> Behaviour:
    return Behaviour(one.end, one.value, one.exception, one.error)


class _Confirming:
    """Looks again at the inputs on which a candidate seems to differ, each alone in a new process with more time."""

    def __init__(self, ground: Ground, side: Side, slow: Side, differ: Differ) -> None:
        reference = Candidate(ground.problem.reference)
        self._ground = ground
        self._sides = side, ground.side(reference)
        self._slow = slow, ground.side(reference, CONFIRM_LIMITS)
        self._differ = differ

    def confirmed(
        self, inputs: Sequence[Input], ours: Sequence[Behaviour], answers: Sequence[Behaviour]
    ) -> Difference | None:
        """Return the simplest difference that shows again; `None` where none does."""
        pairs = zip(ours, answers, strict=True)
        places = [place for place, pair in enumerate(pairs) if self._differ(inputs[place], *pair)]
        for place in places[:MOST_CONFIRMED]:
            found = self._alone(inputs[place])
            if found is not None:
                return self._smallest(found)
        return self._in_a_row(inputs, answers, places[0]) if places else None

    def _alone(self, one: Input) -> Difference | None:
        (ours,), (theirs,) = (side.behaviours([one]) for side in self._slow)
        answers = theirs.end is CallEnd.RETURNED
        return Difference(one, ours, theirs) if answers and self._differ(one, ours, theirs) else None

    def _in_a_row(self, inputs: Sequence[Input], answers: Sequence[Behaviour], place: int) -> Difference | None:
        """Return a difference that only shows when the calls before it were made in the same process."""
        ours = self._sides[0].behaviours(inputs[: place + 1])
        found = Difference(inputs[place], ours[-1], answers[place])
        return found if self._differ(found.input, found.candidate, found.reference) else None

    def _smallest(self, found: Difference) -> Difference:
        if found.candidate.end in LIMITED:  # each smaller one would take as long
            return found
        return self._alone(shrunk(found.input, self._fails, most=SHRINK_MOST)) or found

    def _fails(self, inputs: Sequence[Input]) -> list[bool]:
        accepted = [one for one in inputs if self._ground.accepts(one)]
        ours, theirs = (side.behaviours(accepted) for side in self._sides)
        failed = {
            id(one): answer.end is CallEnd.RETURNED and self._differ(one, mine, answer)
            for one, mine, answer in zip(accepted, ours, theirs, strict=True)
        }
        return [failed.get(id(one), False) for one in inputs]


def _cases(problem: Problem) -> list[Case]:
    """Return the cases of a problem, as far as they are data."""
    check = problem.check
    if isinstance(check, Cases):
        return list(check.cases)
    try:
        return list(as_cases(problem, check) or ()) if isinstance(check, Suite) else []
    except InvalidProblem:
        return []


class Kept(Generic[T]):
    """Something made of each problem, kept for the problems that came last."""

    def __init__(self, make: Callable[[Problem], T]) -> None:
        self._make = make
        self._made: dict[str, tuple[Problem, T]] = {}

    def of(self, problem: Problem) -> T:
        """Return what belongs to a problem, made now where it is not at hand."""
        known = self._made.pop(problem.id, None)
        if known is None or known[0] is not problem:
            known = problem, self._make(problem)
        self._made[problem.id] = known
        while len(self._made) > MOST_KEPT:
            del self._made[next(iter(self._made))]
        return known[1]
