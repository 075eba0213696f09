"""Negative control of a suite: where what the candidate gives decides, tests that must fail have to fail.

`Vector(1, 2) + Vector(3, 4) == Vector(4, 6)` is true of every class whose objects equal each other, and where both
sides are data that the candidate gave it is true of one that always gives the same. So a candidate that passes is run
again on tests in which values of such cases are changed at random, in ways of which the reference has shown that it
fails them. Each changed value is drawn by a fair coin, and a case must fail exactly where its value was changed, at
least once by each change. A candidate that guesses is right with a chance of one half per coin and case; one that
always passes a case never is.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Protocol, Self

from assay.errors import InvalidProblem
from assay.judges.base import ControlGap
from assay.judges.bundle import bundle
from assay.judges.host import masks, statements
from assay.judges.host.links import PLAIN
from assay.judges.host.origins import Origins
from assay.judges.suiterun import SuiteRun
from assay.judges.suites import PlannedSuite, classes_of, data_names, functions_in, helpers_of
from assay.records import CaseOutcome, CaseStatus, Suite, SuiteStyle
from assay.syntax import UNREADABLE, TooCostly, parse_foreign

COINS = 7
"""Right answers that are needed of each case: a guess passes with a chance of 1 in 128."""
MORE_COINS = 11
"""The same after a wrong answer, which a right candidate may give where it differs from the reference."""
AGAIN = 6
"""Further values that are looked for where a candidate was wrong about one."""
MOST_WRONG = 1
"""Of these, how many more a candidate may be wrong about."""
MAX_ROUNDS = 48
MAX_TRIED = 18
"""Runs of the reference on which changes are looked for."""
MAX_FRUITLESS = 9
"""Such runs in a row that find none, after which no more are made."""
WANTED = 3
"""Changes of one case that are enough, if they are in different statements where there are several."""
MOST = 6
"""Changes of one case in all."""
_DECIDED = f"{ControlGap.NONE}: what the candidate itself gives decides {{}} of {{}} cases"
NO_REFERENCE = f"{_DECIDED}, and there is no reference that passes"
SAME_SIDES = f"{ControlGap.NONE}: one function gives both sides of all that is compared in {{}} of {{}} cases"
NO_CHANGE = f"{_DECIDED} in which no value could be changed"
RUNS_TEXT = f"{ControlGap.NONE}: the tests run as code what the candidate gives"
MAY_DECIDE = f"{ControlGap.WEAK}: objects of its own may decide {{}} of {{}} cases"
WRONG_ONCE = f"{ControlGap.WEAK}: with {{}} in the tests the outcome is not that of the reference"
HOLD_OF_NOTHING = f"{ControlGap.WEAK}: {{}} of {{}} cases hold of empty answers, or of numbers that are none"

Run = Callable[[PlannedSuite], SuiteRun]
"""Runs one candidate, or the reference, on a suite."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal of the tests that could have another value of the same form."""

    edge: bool
    start: int
    end: int
    text: str
    """The literal in the source, which `start` and `end` enclose, in bytes."""
    case: str
    """The case that it belongs to; empty where it belongs to what prepares them."""
    line: int
    """The first line of its statement."""
    given: bool
    """It is, or may be, given to the candidate, rather than compared with what that gives."""
    plain: bool
    """What it is compared with has nothing to do with how values of the candidate's compare with each other."""


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a literal, with the cases that the reference fails then."""

    literal: Literal
    text: str
    fails: frozenset[int]

    @property
    def place(self) -> tuple[bool, int]:
        """Return the statement that it changes."""
        return self.literal.edge, self.literal.line

    def __str__(self) -> str:
        return f"{self.text} for {self.literal.text}"


@dataclass(frozen=True, slots=True)
class Profile:
    """What a run of the reference has shown of a problem."""

    passes: bool
    methods: frozenset[str]
    """The methods of its own objects that the tests call."""
    by_object: frozenset[str]
    """The cases that its own objects decide."""
    values: dict[str, str]
    """What the names that stand for data stand for."""
    kept: frozenset[tuple[str, str]]
    """Exceptions of the tests that it keeps, with the cases in which it does."""

    @property
    def known_methods(self) -> frozenset[str] | None:
        """Return the methods that count; `None` where the reference fails, so that nothing is known of them."""
        return self.methods ^ {PLAIN} if self.passes else None

    @classmethod
    def of(cls, run: SuiteRun) -> Self:
        """Return what a run of the reference shows."""
        kept = frozenset(run.kept)
        by_object = frozenset(run.by_object)
        return cls(_passes(run), frozenset(run.wanted), by_object, dict(run.values), kept)


class RunSuite(Protocol):
    """Runs a source on a suite; see `SuiteRun`."""

    def __call__(
        self,
        planned: PlannedSuite,
        source: bytes,
        *,
        methods: frozenset[str] | None,
        profiling: bool,
        variant: str,
        all_cases: bool,
    ) -> SuiteRun: ...


class ControlledSuite:
    """The suite of a problem with what its reference shows: which methods count, and which changed tests must fail."""

    def __init__(self, planned: PlannedSuite, run: RunSuite, chance: random.Random | None = None) -> None:
        self.planned = planned
        self.names = [step.name for step in planned.cases]
        self._run_suite = run
        self._chance = chance or random.SystemRandom()
        self._shown: Profile | None = None
        self._known: dict[frozenset[str], list[Change]] = {}

    @property
    def cases(self) -> list[statements.Step]:
        """The cases of the suite."""
        return self.planned.cases

    def run(self, source: bytes) -> SuiteRun:
        """Run a candidate; once more where only the reference can tell whether methods of its objects count."""
        run = self._run(self.planned, source)
        if self._shown is None and self._reference and run.wanted and not _passes(run):
            methods = self._profile().known_methods
            if methods is None or {method.rpartition(".")[2] for method in methods} & run.wanted:
                run = self._run(self.planned, source)
        return run

    def note(self, run: SuiteRun) -> str:
        """Control a candidate that has passed; fail its cases where they prove nothing, and return what to know."""
        if not _passes(run):
            return ""
        own = len((run.by_object | run.may_decide) & set(self.names))
        notes = [RUNS_TEXT if self._runs_text else "", self._controlled(run)]
        is_said = any(note.startswith(ControlGap.NONE) for note in notes)
        notes += [MAY_DECIDE.format(own, len(self.names))] if own and not is_said else []
        return "; ".join(filter(None, notes))

    def _controlled(self, run: SuiteRun) -> str:
        """Return what to know of a candidate that has passed, once its cases are controlled."""
        if not self._reference:
            decided = (
                run.by_object
                | {name for name, _ in run.kept}
                | self._compared
                | self._blind(self._without_anchor, run.source, *masks.MASKS, masks.ONE_MASK)
            )
            return NO_REFERENCE.format(len(decided), len(self.names)) if decided else ""
        noted = SAME_SIDES.format(len(self._own_sides), len(self.names)) if self._own_sides and self._only_noted else ""
        helpers = self._other_helpers(run.source)
        reasons = run.by_object or run.changed or run.kept or self._compared or run.values or self._unanchored
        if not (reasons or _has_classes(self._reference)):
            return "; ".join(filter(None, [noted, self._loose, helpers]))
        profile = self._profile()
        self._undo(run)
        self._refuse_kept(run, profile)
        self._ask_again(run)
        others = [
            f"{name} is {value:.100}, of the reference {profile.values[name]:.100}"
            for name, value in run.values.items()
            if profile.values.get(name, value) != value
        ]
        return "; ".join(filter(None, [self._control(run, profile), noted, self._loose, *others, helpers]))

    def _undo(self, run: SuiteRun) -> None:
        """Fail the cases that pass only since a candidate changes what the tests gave it.

        `assert order(xs) == sorted(xs)` is true of one that empties `xs`. Cases that the reference fails where the
        tests see no change are there to look at one.
        """
        if not run.changed or not self._pass_on_copies:
            return
        again = self._run(self.planned, run.source, variant=masks.COPIES, all_cases=True)
        failed = {outcome.name for outcome in again.outcomes if not outcome.passed}
        for index, outcome in enumerate(run.outcomes):
            if outcome.name in failed & self._pass_on_copies:
                why = "it changes what the tests gave it, and fails where they do not see that"
                run.outcomes[index] = replace(outcome, status=CaseStatus.FAILED, error=f"control: {why}")

    def _refuse_kept(self, run: SuiteRun, profile: Profile) -> None:
        """Fail the cases in which a candidate keeps an exception of the tests that the reference lets through."""
        failed = {name for name, _ in run.kept - profile.kept} if profile.passes else set()
        late = not failed <= set(self.names)
        for index, outcome in enumerate(run.outcomes):
            if outcome.name in failed or late:
                why = "it keeps an exception that the tests raise, and that the reference does not keep"
                run.outcomes[index] = replace(outcome, status=CaseStatus.FAILED, error=f"control: {why}")

    def _ask_again(self, run: SuiteRun) -> None:
        """Fail the cases whose objects equal what differs, or do so only once, where those of the reference do not."""
        if not run.by_object:
            return
        asked = self._run(self.planned, run.source, variant=masks.LAWS, all_cases=True)
        lawless = asked.lawless & run.by_object
        lawless -= self._reference_asked.lawless if lawless else set()
        for index, outcome in enumerate(run.outcomes):
            if outcome.name in lawless:
                why = "of objects that it calls equal, some differ from each other, or when they are asked again"
                run.outcomes[index] = replace(outcome, status=CaseStatus.FAILED, error=f"control: {why}")

    @cached_property
    def _reference_asked(self) -> SuiteRun:
        return self._run(self.planned, self._reference_source(), variant=masks.LAWS, all_cases=True)

    @cached_property
    def _pass_on_copies(self) -> frozenset[str]:
        run = self._run(self.planned, self._reference_source(), variant=masks.COPIES, all_cases=True)
        return frozenset(self.names[index] for index in _passed(run) if run.verdict is None)

    def _other_helpers(self, source: bytes) -> str:
        """Return which functions, of those to which the tests give answers, a candidate defines in its own way."""
        helpers = helpers_of(self.planned.suite, self._reference)
        if not helpers:
            return ""
        try:
            defined = functions_in(parse_foreign(source).body)
        except (TooCostly, *UNREADABLE):
            defined = {}
        others = [name for name, code in helpers.items() if defined.get(name) != code]
        return f"not defined as in the reference, and used by the tests: {', '.join(others)}" if others else ""

    def _control(self, run: SuiteRun, profile: Profile) -> str:
        shown = frozenset((run.by_object | profile.by_object | self._compared) & set(self.names))
        unknown = shown | {name for name, _ in run.kept}
        if unknown and not profile.passes:
            return NO_REFERENCE.format(len(unknown), len(self.names))
        decided = shown | self._unanchored
        if not decided:
            return ""
        if decided not in self._known:
            self._known[decided] = self._changes(decided)
        changes = self._known[decided]
        doubted = self._try(run, changes) if changes else ""
        covered = {self.names[index] for change in changes for index in change.fails}
        blind = self._unanchored - covered
        if blind:
            shown |= self._blind(blind & self._without_anchor, self._reference_source(), masks.ONE_MASK)
        left = len(shown - covered)
        return "; ".join(filter(None, [NO_CHANGE.format(left, len(self.names)) if left else "", doubted]))

    @cached_property
    def _unanchored(self) -> frozenset[str]:
        """The cases that pass whatever plain data the reference gives: they compare it with itself, if with anything.

        It is looked at only where some case does not compare what it is given with a value that is written down.
        """
        names = self._without_anchor - self._compared
        if not names or not self._profile().passes or names <= self._profile().by_object:
            return frozenset()
        return self._blind(self._without_anchor, self._reference_source(), *masks.MASKS) & names

    @cached_property
    def _loose(self) -> str:
        """What a trial says of cases that hold of nothing; such a pass says less than others, but it is one."""
        names = self._cases_without(self._origins.certain_anchors)
        names = self._blind(names, self._reference_source(), masks.NOTHING)
        return HOLD_OF_NOTHING.format(len(names), len(self.names)) if names else ""

    def _blind(self, names: frozenset[str], source: bytes, *variants: str) -> frozenset[str]:
        """Return those of some cases that pass with each of these masks before what a source gives."""
        for variant in variants if names else ():
            run = self._run(self.planned, source, variant=variant, all_cases=True)
            names &= run.masked & {self.names[index] for index in _passed(run) if run.verdict is None}
        return names

    @cached_property
    def _without_anchor(self) -> frozenset[str]:
        """The cases of which no statement compares one thing that the candidate gives with a value written down."""
        return self._cases_without(self._origins.anchors)

    def _cases_without(self, lines_of: Callable[[ast.Module], frozenset[int]]) -> frozenset[str]:
        suite = self.planned.suite
        names: set[str] = set()
        for edge, text in enumerate((suite.source, suite.edge_source)):
            tree = statements.parse(text)
            lines = lines_of(tree)
            owners = _owners(self.planned, suite, tree, edge=bool(edge))
            names |= {name for name, first, last in owners if lines.isdisjoint(range(first, last + 1))}
        return frozenset(names)

    @property
    def _compared(self) -> set[str]:
        """The cases in which values that the candidate gives are compared with each other, and which are controlled."""
        return set() if self._only_noted else self._own_sides

    @property
    def _only_noted(self) -> bool:
        """Whether one function gives both sides, in methods that mostly test if it can be repeated."""
        return self._is_alone and self.planned.suite.style is SuiteStyle.UNITTEST

    @cached_property
    def _is_alone(self) -> bool:
        suite = self.planned.suite
        others = set(suite.names) - {suite.entry_point} - data_names(self._reference)
        return not others and not classes_of(suite.entry_point, (), self._reference)

    @cached_property
    def _own_sides(self) -> set[str]:
        """The cases in which values that the candidate gives are compared with each other.

        Where all come from one function, as in `assert f(1) == f(2)`, those that assert nothing else.
        """
        suite = self.planned.suite
        found: set[str] = set()
        alone = self._is_alone
        for edge, text in enumerate((suite.source, suite.edge_source)):
            tree = statements.parse(text)
            lines = self._origins.lines(tree)
            owners = _owners(self.planned, suite, tree, edge=bool(edge)) if lines else []
            written = (node for node in ast.walk(tree) if isinstance(node, ast.Assert | ast.Expr))
            plain = {node.lineno for node in written if alone and _asserts(node)} - lines
            for name, first, last in owners:
                place = range(first, last + 1)
                if not lines.isdisjoint(place) and plain.isdisjoint(place):
                    found.add(name)
        return found

    @cached_property
    def _runs_text(self) -> bool:
        suite = self.planned.suite
        return any(self._origins.runs_text(statements.parse(text)) for text in (suite.source, suite.edge_source))

    @property
    def _reference(self) -> str:
        return self.planned.problem.reference

    def _profile(self) -> Profile:
        """Return what a run of the reference shows, which is made once for all candidates."""
        if self._shown is None:
            run = self._run(self.planned, self._reference_source(), profiling=True, all_cases=True)
            self._shown = Profile.of(run)
        return self._shown

    def _reference_source(self) -> bytes:
        return bundle(self.planned.problem, self._reference.encode("utf-8", "surrogatepass"))

    def _run(
        self,
        planned: PlannedSuite,
        source: bytes,
        *,
        profiling: bool = False,
        variant: str = "",
        all_cases: bool = False,
    ) -> SuiteRun:
        methods = frozenset[str]() if self._reference else None
        if self._shown is not None:
            methods = self._shown.known_methods
        return self._run_suite(
            planned, source, methods=methods, profiling=profiling, variant=variant, all_cases=all_cases
        )

    def _run_reference(self, planned: PlannedSuite) -> SuiteRun:
        return self._run(planned, self._reference_source(), profiling=True, all_cases=True)

    # -- a candidate ---------------------------------------------------------------------------------------------

    def _try(self, run: SuiteRun, changes: Sequence[Change]) -> str:
        """Toss coins until the candidate has told changed cases from unchanged ones often enough, each of them.

        Return what it was wrong about where its cases pass all the same.
        """
        cases = {index: _Case() for change in changes for index in change.fails}
        for change in changes:
            for index in change.fails:
                cases[index].left.add(change)
        for _ in range(MAX_ROUNDS):
            waiting = {index for index, case in cases.items() if not case.is_done}
            if not waiting or any(case.is_wrong for case in cases.values()):
                break
            tossed = self._toss([change for change in changes if change.fails & waiting], cases)
            passed = self._passed_with(tossed, partial(self._run, source=run.source, all_cases=True))
            if passed is not None:
                for change, made in tossed:
                    for index in change.fails:
                        cases[index].learn(change, made=made, right=(index in passed) != made)
        failed = [index for index, case in cases.items() if not case.is_done or self._is_wrong_again(run, index, case)]
        _refuse(run, {self.names[index]: next(iter(cases[index].blamed)) for index in failed})
        wrong = sorted({str(change) for index, case in cases.items() if index not in failed for change in case.wrong})
        return WRONG_ONCE.format(wrong[0]) if wrong else ""

    def _is_wrong_again(self, run: SuiteRun, index: int, case: _Case) -> bool:
        """Return whether a candidate passes a case with other values too for a literal about which it was wrong once.

        A right one may differ from the reference on one input, but hardly on several that are drawn at random.
        """
        for wrong in case.wrong:
            found = [
                one for _ in range(AGAIN) for one in self._failing([wrong.literal], frozenset((self.names[index],)))
            ]
            others = [(one, True) for one in found if index in one.fails and one.text != wrong.text]
            passed = [self._passed_with([one], partial(self._run, source=run.source, all_cases=True)) for one in others]
            wrong_again = sum(places is not None and index in places for places in passed)
            if wrong_again > MOST_WRONG or (wrong_again and wrong_again == len(passed)):
                return True
        return False

    def _toss(self, changes: Sequence[Change], cases: Mapping[int, _Case]) -> list[tuple[Change, bool]]:
        """Return changes of different cases, each with whether it is made; one that concerns several stands alone.

        One that was not made so far comes first, and is made where its cases have answered enough.
        """
        drawn: list[tuple[Change, bool]] = []
        taken: set[int] = set()
        mixed = self._chance.sample(changes, len(changes))
        for change in sorted(mixed, key=lambda one: not any(cases[index].lacks(one) for index in one.fails)):
            alone = not change.literal.case
            if not change.fails & taken and not (alone and drawn):
                taken |= change.fails
                must = any(cases[index].lacks(change) and cases[index].has_enough for index in change.fails)
                drawn.append((change, must or self._chance.random() < 0.5))
            if alone and len(drawn) == 1:
                break
        return drawn

    def _passed_with(self, tossed: Sequence[tuple[Change, bool]], run: Run) -> set[int] | None:
        """Return the cases that pass with these changes; `None` where the changes do not go together."""
        changed = self._changed([(change.literal, change.text) for change, made in tossed if made])
        return None if changed is None else _passed(run(changed))

    # -- the reference -------------------------------------------------------------------------------------------

    def _changes(self, decided: frozenset[str]) -> list[Change]:
        """Return changes by which the reference fails cases, first those of one case each."""
        literals = [literal for literal in self._literals if literal.case in decided or not literal.case]
        self._chance.shuffle(literals)
        found: list[Change] = []
        fruitless = 0
        for _ in range(MAX_TRIED):
            tried = [one for name in decided if (one := _next(name, literals, found, fruitless)) is not None]
            if not tried or fruitless == MAX_FRUITLESS:
                break
            literals = [one for one in literals if one not in tried] + tried
            made = [change for change in self._failing(tried, decided) if change not in found]
            fruitless = 0 if made else fruitless + 1
            found += made
        covered = {index for change in found for index in change.fails}
        fruitless = 0
        for one in ([one for one in literals if not one.case] * WANTED)[:MAX_TRIED]:
            if fruitless == MAX_FRUITLESS or all(self.names.index(name) in covered for name in decided):
                break
            made = self._failing([one], decided)
            fruitless = 0 if made else fruitless + 1
            found += made
            covered |= {index for change in found for index in change.fails}
        for _ in range(2):
            tossed = [(change, self._chance.random() < 0.5) for change in _apart(found)]
            passed = self._passed_with(tossed, self._run_reference) if tossed else None
            missed = [change for change, made in tossed if passed is not None and (change.fails <= passed) == made]
            found = [change for change in found if change not in missed]
        return found

    def _failing(self, literals: Sequence[Literal], decided: frozenset[str]) -> list[Change]:
        """Change these literals, and return those by which an assertion of their case fails with the reference."""
        edits = [(one, text) for one in literals if (text := self._other(one)) is not None]
        changed = self._changed(edits)
        if changed is None:
            return []
        run = self._run_reference(changed)
        several = {
            index
            for index, step in enumerate(self.cases)
            if step.name in self._profile().by_object | self._compared and not isinstance(step.node, ast.Assert)
        }
        failed = {
            index
            for index, step in enumerate(changed.cases)
            if self.names[index] in decided
            and any(_is_assertion(outcome) for outcome in run.outcomes if outcome.name == step.name)
            and (index not in several or step.name in run.by_object | run.by_value)  # of several assertions that one
        }
        if not {self.names[index] for index in failed}.isdisjoint(self._unanchored):  # constants must not fail as well
            blind = _passed(self._run(changed, self._reference_source(), variant=masks.MASKS[0], all_cases=True))
            failed = {index for index in failed if index in blind or self.names[index] not in self._unanchored}
        by_object = {index for index in failed if changed.cases[index].name in run.by_object}
        made = []
        for one, text in edits:
            fails = failed if one.given or not one.plain else by_object
            fails = fails if not one.case else fails & {self.names.index(one.case)}
            if fails:
                made.append(Change(one, text, frozenset(fails)))
        return made

    def _other(self, one: Literal) -> str | None:
        """Return another value for a literal, often that of a neighbour, on which `in` and `<` may depend."""
        alike = [other for other in self._literals if _is_alike(other.text, one.text)]
        near = [other for other in alike if other.case == one.case] if self._chance.random() < 0.5 else alike
        if near and (_is_member(one.text) or self._chance.random() < 0.5):
            return self._chance.choice(near).text
        return other_value(one.text, self._chance)

    @cached_property
    def _literals(self) -> list[Literal]:
        return _literals(self.planned, self._origins)

    @cached_property
    def _origins(self) -> Origins:
        suite = self.planned.suite
        trees = [statements.parse(text) for text in (suite.prelude, suite.source, suite.edge_source)]
        names = {suite.entry_point, *suite.names, self.planned.plan.parameter} - {""}
        return Origins(trees, names - data_names(self._reference))

    def _changed(self, edits: Iterable[tuple[Literal, str]]) -> PlannedSuite | None:
        """Return the suite with other literals; `None` where it has no longer the same cases."""
        suite = self.planned.suite
        texts = [suite.source.encode(), suite.edge_source.encode()]
        for literal, text in sorted(edits, key=lambda edit: -edit[0].start):
            old = texts[literal.edge]
            texts[literal.edge] = old[: literal.start] + text.encode() + old[literal.end :]
        made = replace(suite, source=texts[0].decode(), edge_source=texts[1].decode())
        try:
            changed = PlannedSuite.of(self.planned.problem, made)
        except InvalidProblem:
            return None
        names = [step.name for step in changed.cases]
        return changed if len(names) == len(self.names) and len(set(names)) == len(set(self.names)) else None


def _passes(run: SuiteRun) -> bool:
    return run.verdict is None and bool(run.outcomes) and all(outcome.passed for outcome in run.outcomes)


def _has_classes(reference: str) -> bool:
    """Return whether the reference may make objects of its own, cheaply: it defines classes."""
    return re.search(r"\bclass\b|tuple\(|make_dataclass\(", reference) is not None


def _passed(run: SuiteRun) -> set[int]:
    """Return the places of the cases that passed; of cases with one text all must have."""
    failed = {outcome.name for outcome in run.outcomes if not outcome.passed}
    ran = {outcome.name for outcome in run.outcomes}
    return {index for index, step in enumerate(run.plan.cases) if step.name in ran - failed}


def _is_assertion(outcome: CaseOutcome) -> bool:
    return outcome.status is CaseStatus.FAILED and outcome.error.startswith("AssertionError")


@dataclass(slots=True)
class _Case:
    """What a candidate has shown of one case so far."""

    left: set[Change] = field(default_factory=set)
    """The changes that can be made."""
    caught: set[Change] = field(default_factory=set)
    """Those that were made, and by which it failed."""
    wrong: set[Change] = field(default_factory=set)
    right: int = 0

    def learn(self, change: Change, *, made: bool, right: bool) -> None:
        """Take note of one answer."""
        self.right += right
        if not right:
            self.wrong.add(change)
        elif made:
            self.caught.add(change)

    def lacks(self, change: Change) -> bool:
        """Return whether a change has not been made so far."""
        return change in self.left and change not in self.caught | self.wrong

    @property
    def has_enough(self) -> bool:
        """Return whether there were enough right answers."""
        return self.right >= (MORE_COINS if self.wrong else COINS)

    @property
    def is_wrong(self) -> bool:
        """Return whether it was wrong more than once, or in all that can be changed of what it is given."""
        given = {change for change in self.left if change.literal.given}
        return len(self.wrong) > 1 or (bool(self.wrong) and self.wrong >= (given or self.left))

    @property
    def is_done(self) -> bool:
        """Return whether it has told changed values from unchanged ones often enough."""
        return not self.is_wrong and self.has_enough and bool(self.caught) and not any(map(self.lacks, self.left))

    @property
    def blamed(self) -> set[Change]:
        """Return the changes about which it was wrong, or all where it was about none."""
        return self.wrong or self.left


def _next(case: str, literals: Sequence[Literal], found: Sequence[Change], fruitless: int) -> Literal | None:
    """Return a literal of a case of which a change is wanted: of a statement that has none, or while there are few.

    It is one that may be given to the candidate, as long as changing those is not `fruitless` time and again.
    """
    places = [change.place for change in found if change.literal.case == case]
    own = [one for one in literals if one.case == case and len(places) < MOST]
    given = [one for one in own if one.given or fruitless > MAX_FRUITLESS // 2] or ([] if places else own)
    other = next((one for one in given if (one.edge, one.line) not in places), None)
    return other or (given[0] if given and len(places) < WANTED else None)


def _apart(changes: Sequence[Change]) -> list[Change]:
    """Return changes of different cases."""
    taken: set[int] = set()
    found = []
    for change in changes:
        if not change.fails & taken:
            taken |= change.fails
            found.append(change)
    return found


def _refuse(run: SuiteRun, of: Mapping[str, Change]) -> None:
    """Fail the cases that a candidate passes whether their values are changed or not."""
    for index, outcome in enumerate(run.outcomes):
        if outcome.name in of:
            why = f"control: with {of[outcome.name]} in the tests the outcome is not that of the reference"
            run.outcomes[index] = replace(outcome, status=CaseStatus.FAILED, error=why)


# ---- literals ------------------------------------------------------------------------------------------------------


def _literals(planned: PlannedSuite, origins: Origins) -> list[Literal]:
    """Return the literals of a suite that could be changed, with the cases they belong to."""
    suite = planned.suite
    found: list[Literal] = []
    for edge, text in enumerate((suite.source, suite.edge_source)):
        if "\r" in text or "\f" in text:  # lines that Python counts in another way
            continue
        tree = statements.parse(text)
        lines = text.encode().split(b"\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        owners = _owners(planned, suite, tree, edge=bool(edge))
        first_lines = _first_lines(tree)
        names = suite.entry_point, *suite.names
        members = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_member_of(node, names)]
        given, own_lines = origins.given(tree), origins.lines(tree)
        for node in [*_constants(tree), *members]:
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            written = text.encode()[start:end].decode("utf-8", "replace")
            is_there = written == ast.unparse(node) if isinstance(node, ast.Attribute) else True  # not in an f-string
            if is_there and (_is_member(written) or other_value(written, random.Random(0)) is not None):
                case = next((name for name, first, last in owners if first <= node.lineno <= last), "")
                found.append(Literal(bool(edge), start, end, written, case, first_lines[node.lineno],
                                     id(node) in given, node.lineno in own_lines))  # fmt: skip
    return found


def _asserts(node: ast.Assert | ast.Expr) -> bool:
    """Return whether a statement is an assertion."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(_, name) | ast.Name(name))):
            return name.startswith("assert")
    return isinstance(node, ast.Assert)


def _owners(planned: PlannedSuite, suite: Suite, tree: ast.Module, *, edge: bool) -> list[tuple[str, int, int]]:
    """Return cases with their lines: a statement, a method of a class, or the function that a statement calls."""
    functions: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
        elif isinstance(node, ast.ClassDef):
            functions |= {f"{node.name}.{part.name}": part for part in node.body if isinstance(part, ast.FunctionDef)}
    found = []
    for step in planned.cases:
        if step.edge != edge:
            continue
        name = step.name if suite.style is SuiteStyle.UNITTEST else step.name.partition("(")[0]
        owner = functions.get(name, step.node)
        found.append((step.name, owner.lineno, owner.end_lineno or owner.lineno))
    return found


def _first_lines(tree: ast.AST) -> dict[int, int]:
    """Return the first line of the innermost statement that each line belongs to."""
    found: dict[int, int] = {}
    for node in ast.walk(tree):  # outer ones come first
        if isinstance(node, ast.stmt):
            found.update(dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), node.lineno))
    return found


def _constants(tree: ast.AST) -> list[ast.Constant]:
    """Return the constants of test code that are values, neither messages nor documentation nor parts of f-strings.

    What helpers return, as in `return True`, is left out: such a change says nothing about a candidate.
    """
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant):
            found.append(node)
        elif isinstance(node, ast.Assert):
            waiting.append(node.test)
        elif isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Expr | ast.Return) and isinstance(node.value, ast.Constant)
        ):
            continue
        else:
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _is_alike(one: str, other: str) -> bool:
    """Return whether two literals differ and are of one form: numbers or texts of one length."""
    members = [text.partition(".")[0] if _is_member(text) else "" for text in (one, other)]
    forms = {(len(text), text[0].isdigit(), text[0] in "'\"") for text in (one, other)}
    return one != other and members[0] == members[1] and (bool(members[0]) or len(forms) == 1)


def _is_member(text: str) -> bool:
    """Return whether the text of a literal is that of a member of a class, as in `Color.RED`."""
    return "." in text and text.replace(".", "_").isidentifier()


def _is_member_of(node: ast.Attribute, names: Iterable[str]) -> bool:
    """Return whether a piece of code is a constant of a class that the tests name."""
    of_name = isinstance(node.value, ast.Name) and node.value.id in names
    return of_name and node.attr.isupper() and isinstance(node.ctx, ast.Load)


_SHARE = 0.2
"""Of other values, how many have the same parts in another order, and how many are neighbours."""
_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789")


def other_value(text: str, chance: random.Random) -> str | None:
    """Return another literal of the same form: as many digits, as many letters; `None` where there is none.

    Often it has the same letters or digits in another order, or is a neighbouring number: what looks at a part of a
    value only takes one of them for the other.

    >>> chance = random.Random(4)
    >>> [other_value(text, chance) for text in ("10", "2.5", "'Ab 1'", "True", "1e-9", "''")]
    ['18', '5.2', "'Az 1'", 'False', None, None]
    """
    if text in ("True", "False"):
        return str(text == "False")
    quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "'\"" and "\\" not in text and text[1] != text[0]
    if not quoted and not (text.replace(".", "", 1).isdigit() and text.isascii()):
        return None
    places = [place for place, letter in enumerate(text) if any(letter in letters for letters in _ALPHABETS)]
    if not places:
        return None
    leading = not quoted and len(text) > 1 and text[1] != "."
    kind = chance.random()
    if kind < _SHARE:
        made = _in_another_order(text, places[1:] if leading else places, chance)
    elif kind < 2 * _SHARE and not quoted and text.isdecimal():
        made = str(int(text) + chance.choice((-1, 1)))
        made = made if len(made) == len(text) and made[0] != "-" else text
    else:
        made = text
    if made == text:
        place = chance.choice(places)
        letters = next(letters for letters in _ALPHABETS if text[place] in letters)
        others = [letter for letter in letters if letter != text[place]]
        others = [letter for letter in others if not (leading and place == 0 and letter == "0")]
        made = text[:place] + chance.choice(others) + text[place + 1 :]
    return made if quoted or float(made) != float(text) else None


def _in_another_order(text: str, places: Sequence[int], chance: random.Random) -> str:
    """Return a text with two different letters exchanged; itself where they are all the same."""
    letters = list(text)
    one = chance.choice(places) if places else 0
    others = [place for place in places if text[place] != text[one]]
    if others:
        other = chance.choice(others)
        letters[one], letters[other] = letters[other], letters[one]
    return "".join(letters)
