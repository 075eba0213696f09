"""Negative control of a suite: where objects of the candidate's own decide, tests that must fail have to fail.

`Vector(1, 2) + Vector(3, 4) == Vector(4, 6)` is true of every class whose objects equal each other. So a candidate that
passes is run again on tests in which values of such cases are changed at random, in ways of which the reference has
shown that it fails them. Each changed value is drawn by a fair coin, and a case must fail exactly where its value was
changed, at least twice of all. A candidate that guesses is right with a chance of one half per coin; one that always
passes never is.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Protocol, Self

from assay.errors import InvalidProblem
from assay.judges.base import ControlGap
from assay.judges.bundle import bundle
from assay.judges.host import statements
from assay.judges.suiterun import SuiteRun
from assay.judges.suites import PlannedSuite, functions_in, helpers_of
from assay.records import CaseOutcome, CaseStatus, Suite, SuiteStyle
from assay.syntax import UNREADABLE, TooCostly, parse_foreign

COINS = 7
"""Right answers that are needed: a guess passes with a chance of 1 in 128."""
MORE_COINS = 11
"""The same after one wrong answer, which a right candidate may give where it differs from the reference."""
CAUGHT = 2
"""Changed cases that must have failed."""
MAX_ROUNDS = 16
MAX_TRIED = 8
"""Runs of the reference on which changes are looked for."""
WANTED = 3
"""Changes of one case that are enough."""
_DECIDED = f"{ControlGap.NONE}: objects of the candidate's own decide {{}} of {{}} cases"
NO_REFERENCE = f"{_DECIDED}, and there is no reference that passes"
NO_CHANGE = f"{_DECIDED} in which no value could be changed"

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


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a literal, with the cases that the reference fails then."""

    literal: Literal
    text: str
    fails: frozenset[int]

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

    @property
    def known_methods(self) -> frozenset[str] | None:
        """Return the methods that count; `None` where the reference fails, so that nothing is known of them."""
        return self.methods if self.passes else None

    @classmethod
    def of(cls, run: SuiteRun) -> Self:
        """Return what a run of the reference shows."""
        return cls(_passes(run), frozenset(run.wanted), frozenset(run.by_object), dict(run.values))


class RunSuite(Protocol):
    """Runs a source on a suite; see `SuiteRun`."""

    def __call__(
        self, planned: PlannedSuite, source: bytes, *, methods: frozenset[str] | None, profiling: bool, all_cases: bool
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
        if not self._reference:
            return NO_REFERENCE.format(len(run.by_object), len(self.names)) if run.by_object else ""
        helpers = self._other_helpers(run.source)
        if not (run.by_object or run.values or _has_classes(self._reference)):
            return helpers
        profile = self._profile()
        others = [
            f"{name} is {value:.100}, of the reference {profile.values[name]:.100}"
            for name, value in run.values.items()
            if profile.values.get(name, value) != value
        ]
        return "; ".join(filter(None, [self._control(run, profile), *others, helpers]))

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
        decided = frozenset((run.by_object | profile.by_object) & set(self.names))
        if not decided:
            return ""
        if not profile.passes:
            return NO_REFERENCE.format(len(decided), len(self.names))
        if decided not in self._known:
            self._known[decided] = self._changes(decided)
        changes = self._known[decided]
        if changes:
            self._try(run, changes)
        covered = {self.names[index] for change in changes for index in change.fails}
        left = len(decided - covered)
        return NO_CHANGE.format(left, len(self.names)) if left else ""

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
        self, planned: PlannedSuite, source: bytes, *, profiling: bool = False, all_cases: bool = False
    ) -> SuiteRun:
        methods = frozenset[str]() if self._reference else None
        if self._shown is not None:
            methods = self._shown.known_methods
        return self._run_suite(planned, source, methods=methods, profiling=profiling, all_cases=all_cases)

    def _run_reference(self, planned: PlannedSuite) -> SuiteRun:
        return self._run(planned, self._reference_source(), profiling=True, all_cases=True)

    # -- a candidate ---------------------------------------------------------------------------------------------

    def _try(self, run: SuiteRun, changes: Sequence[Change]) -> None:
        """Toss coins until the candidate has told changed cases from unchanged ones often enough."""
        left, right, needed, caught = list(changes), 0, COINS, 0
        wrong: list[Change] = []
        for _ in range(MAX_ROUNDS):
            tossed = self._toss(left, must_change=right >= needed)
            if (right >= needed and caught >= CAUGHT) or not tossed:
                break
            missed = self._missed(tossed, partial(self._run, source=run.source, all_cases=True))
            if missed is None:
                continue
            wrong += missed
            if len(wrong) > 1 or (missed and len(changes) == 1):
                break
            right, needed = right + len(tossed) - len(missed), MORE_COINS if wrong else COINS
            caught += sum(made for change, made in tossed if change not in missed)
            left = [change for change in left if change not in wrong]
        if right < needed or caught < CAUGHT:
            _refuse(run, wrong or left, self.names)

    def _toss(self, changes: Sequence[Change], *, must_change: bool = False) -> list[tuple[Change, bool]]:
        """Return changes of different cases, each with whether it is made; one that concerns several stands alone."""
        drawn: list[tuple[Change, bool]] = []
        taken: set[int] = set()
        for change in self._chance.sample(changes, len(changes)):
            alone = not change.literal.case
            if not change.fails & taken and not (alone and drawn):
                taken |= change.fails
                drawn.append((change, must_change or self._chance.random() < 0.5))
            if alone and len(drawn) == 1:
                break
        return drawn

    def _missed(self, tossed: Sequence[tuple[Change, bool]], run: Run) -> list[Change] | None:
        """Return the changes about which a candidate is wrong: it passes where one is made, or fails where not.

        Return `None` where these changes do not go together.
        """
        changed = self._changed([(change.literal, change.text) for change, made in tossed if made])
        if changed is None:
            return None
        passed = _passed(run(changed))
        return [change for change, made in tossed if (change.fails <= passed) == made]

    # -- the reference -------------------------------------------------------------------------------------------

    def _changes(self, decided: frozenset[str]) -> list[Change]:
        """Return changes by which the reference fails cases, first those of one case each."""
        literals = [literal for literal in self._literals if literal.case in decided or not literal.case]
        self._chance.shuffle(literals)
        found: list[Change] = []
        for _ in range(MAX_TRIED):
            lacking = [name for name in decided if sum(change.literal.case == name for change in found) < WANTED]
            tried = [next((one for one in literals if one.case == name), None) for name in lacking]
            if not any(tried):
                break
            literals = [one for one in literals if one not in tried] + [one for one in tried if one is not None]
            made = self._failing([one for one in tried if one is not None], decided)
            found += [change for change in made if change not in found]
        covered = {index for change in found for index in change.fails}
        for one in [one for one in literals if not one.case][:MAX_TRIED]:
            if all(self.names.index(name) in covered for name in decided):
                break
            found += self._failing([one], decided)
            covered |= {index for change in found for index in change.fails}
        for _ in range(2):
            missed = self._missed(self._toss(found), self._run_reference) if found else None
            found = [change for change in found if change not in (missed or ())]
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
            if step.name in self._profile().by_object and not isinstance(step.node, ast.Assert)
        }
        failed = {
            index
            for index, step in enumerate(changed.cases)
            if self.names[index] in decided
            and any(_is_assertion(outcome) for outcome in run.outcomes if outcome.name == step.name)
            and (index not in several or step.name in run.by_object)  # of several assertions one that an object decides
        }
        made = []
        for one, text in edits:
            fails = failed if not one.case else failed & {self.names.index(one.case)}
            if fails:
                made.append(Change(one, text, frozenset(fails)))
        return made

    def _other(self, one: Literal) -> str | None:
        """Return another value for a literal, often that of a neighbour, on which `in` and `<` may depend."""
        near = [other.text for other in self._literals if other.case == one.case and _is_alike(other.text, one.text)]
        if near and self._chance.random() < 0.5:
            return self._chance.choice(near)
        return other_value(one.text, self._chance)

    @cached_property
    def _literals(self) -> list[Literal]:
        return _literals(self.planned)

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


def _refuse(run: SuiteRun, wrong: Sequence[Change], names: Sequence[str]) -> None:
    """Fail the cases that a candidate passes whether their values are changed or not."""
    of = {names[index]: change for change in wrong for index in change.fails}
    for index, outcome in enumerate(run.outcomes):
        if outcome.name in of:
            why = f"control: with {of[outcome.name]} in the tests the outcome is not that of the reference"
            run.outcomes[index] = replace(outcome, status=CaseStatus.FAILED, error=why)


# ---- literals ------------------------------------------------------------------------------------------------------


def _literals(planned: PlannedSuite) -> list[Literal]:
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
        for node in _constants(tree):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            written = text.encode()[start:end].decode("utf-8", "replace")
            if other_value(written, random.Random(0)) is not None:
                case = next((name for name, first, last in owners if first <= node.lineno <= last), "")
                found.append(Literal(bool(edge), start, end, written, case))
    return found


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


def _constants(tree: ast.AST) -> list[ast.Constant]:
    """Return the constants of test code that are values, neither messages nor documentation nor parts of f-strings."""
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant):
            found.append(node)
        elif isinstance(node, ast.Assert):
            waiting.append(node.test)
        elif isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            continue
        else:
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _is_alike(one: str, other: str) -> bool:
    """Return whether two literals differ and are of one form: numbers or texts of one length."""
    forms = {(len(text), text[0].isdigit(), text[0] in "'\"") for text in (one, other)}
    return one != other and len(forms) == 1


_ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789")


def other_value(text: str, chance: random.Random) -> str | None:
    """Return another literal of the same form: as many digits, as many letters; `None` where there is none.

    >>> chance = random.Random(4)
    >>> [other_value(text, chance) for text in ("10", "2.5", "'Ab 1'", "True", "1e-9", "''")]
    ['60', '7.5', "'Af 1'", 'False', None, None]
    """
    if text in ("True", "False"):
        return str(text == "False")
    quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "'\"" and "\\" not in text and text[1] != text[0]
    if not quoted and not (text.replace(".", "", 1).isdigit() and text.isascii()):
        return None
    places = [place for place, letter in enumerate(text) if any(letter in letters for letters in _ALPHABETS)]
    if not places:
        return None
    place = chance.choice(places)
    letters = next(letters for letters in _ALPHABETS if text[place] in letters)
    leading = not quoted and place == 0 and len(text) > 1 and text[1] != "."
    others = [letter for letter in letters if letter != text[place] and not (leading and letter == "0")]
    made = text[:place] + chance.choice(others) + text[place + 1 :]
    return made if quoted or float(made) != float(text) else None
