"""Planting: test files in which each chosen test stands several times, with different expected values.

Exactly one set of values is the published one, and nothing in the file says which: variants of a test share one form,
their names are drawn from one pool, and the published name belongs to any of them. A right patch passes the variant
with the published values and fails all others. Every run that counts is a planted one.
"""

from __future__ import annotations

import ast
import io
import math
import random
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType

from assay.repositories.expectations import Expectations
from assay.repositories.hidden_assertions import (
    Assertion,
    Part,
    assertions,
    checked_comparisons,
    holes_in,
    replaced_literal,
    signs_of,
)
from assay.repositories.negation import Edit, Edits, Function
from assay.repositories.recipes import Runner
from assay.repositories.running import RepositoryRun, key_of_id
from assay.repositories.sites import Site, Tier, sites_of, words_of
from assay.syntax import UNREADABLE, parse_foreign

MOST_WORLDS = 8
"""Sets of values of one test in one run, the published one among them."""
MOST_VARIANTS = 64
"""Variants of all tests that a patch must make pass, in one run."""
MOST_SECONDS = 60.0
"""Time that the variants of one test may take, by the time it took with the reference."""
MOST_OTHERS, MOST_SURVEYED = 12, 24
"""Tests that are planted besides those that a patch must make pass: in one run, and in the survey."""
MOST_SITES, MOST_SITES_OF_OTHERS = 12, 2
"""Sites of one test that the survey tries."""
SPARED = 1
"""Variants with another input that a patch may pass though the reference does not: a right patch may differ there."""
MUTANTS = 2
"""Sites of one test that a run changes one by one, behind sites that pass."""
FIRST_NUMBER = 10**8
"""The number of the first hidden part in a file: no test expects numbers like these."""
BITS = 3
"""A guess passes in at most one of 2 to the power of this many trials, where enough sites are known."""
_UNITTEST_ID = re.compile(r"(\w+) \(([\w.]+)\)")
_NUMBERS = range(1000, 100_000)
_LONG_NUMBER = re.compile(r"[0-9]{2,}")
_MOST_BYTES = 200_000
"""How much of a file is looked through for words of names."""


@dataclass(frozen=True, slots=True)
class SuiteFunction:
    """A test function in a file, and the ids under which it counts."""

    path: str
    node: Function
    names: tuple[str, ...]
    """The classes that it is in, from the outermost, and its own name."""
    labels: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        return "::".join((self.path, *self.names))


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The sites of a test at which it fails with the reference once they are edited."""

    is_fixed: bool
    """Whether a patch must make it pass."""
    labels: tuple[str, ...] = ()
    sites: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Number of a site → the ids that fail when it is edited."""
    order: tuple[str, ...] = ()
    """Its ids in the order in which they are run, as records have them."""
    seconds: float = 0.0
    has_copies: bool = True
    """Whether copies of it can run beside it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the functions that stand for a test."""

    function: SuiteFunction
    name: str
    fails: frozenset[str] = frozenset()
    """Ids of the test that must fail; empty: every id must pass."""
    tier: Tier = Tier.EXPECTED
    """The best tier among its edits."""
    order: tuple[str, ...] = ()

    def record(self, label: str, run: RepositoryRun, runner: Runner) -> str:
        """Return the key of the record that tells how one id of the test ended for this variant."""
        if runner is Runner.FUNCTIONS:
            return self.name
        if runner is Runner.PYTEST:
            return self._pytest_record(label, run)
        found = _UNITTEST_ID.fullmatch(label)
        owner = found[2].removesuffix(f".{found[1]}") if found else self.function.names[-2]
        ends = (f"{owner})", f"{owner}.{self.name})")
        keys = [key for key in run.records if key.startswith(f"{self.name} (") and key.endswith(ends)]
        return keys[0] if keys else f"{self.name} ({owner})"

    def _pytest_record(self, label: str, run: RepositoryRun) -> str:
        head, _, _ = key_of_id(label, Runner.PYTEST).partition("[")
        return key_with_values(label, run, self.order, f"{head.rpartition('::')[0]}::{self.name}")


def key_with_values(label: str, run: RepositoryRun, order: Sequence[str], named: str = "") -> str:
    """Return the key of the record of one id of pytest where the values in ids may be others: the one at its place.

    `order` has the published ids in the order of a run, `named` the name of a copy.
    """
    head, bracket, rest = key_of_id(label, Runner.PYTEST).partition("[")
    named = named or head
    keys = [key for key in run.records if key.startswith(f"{named}[")] if bracket else []
    before = [key for key in order if key.startswith(f"{head}[")]
    known = f"{head}{bracket}{rest}"
    if len(keys) == len(before) and known in before:
        return keys[before.index(known)]
    return f"{named}{bracket}{rest}"


@dataclass(frozen=True, slots=True)
class Planting:
    """Test files with variants, and what must become of each."""

    files: Mapping[str, bytes]
    variants: tuple[Variant, ...]

    def true_variant(self, label: str) -> Variant | None:
        """Return a variant that must pass and counts for an id."""
        return next((one for one in self.variants if not one.fails and label in one.function.labels), None)

    @property
    def hidden(self) -> frozenset[str]:
        """The ids that no variant of this planting counts for."""
        every = {label for one in self.variants for label in one.function.labels}
        return frozenset(label for label in every if self.true_variant(label) is None)


@dataclass(frozen=True, slots=True)
class _Hole:
    """Where a hidden part stands in a file."""

    begin: int
    end: int
    number: int
    part: Part


class SuiteFiles:
    """The test files of a problem, with the functions that are known by an id."""

    def __init__(self, files: Mapping[str, bytes], runner: Runner) -> None:
        self.runner = runner
        self.files = {path: _silent(data.replace(b"\r\n", b"\n"), runner) for path, data in files.items()}
        self.trees = {path: tree for path, data in self.files.items() if (tree := _parsed(data)) is not None}
        self.lines = {path: self.files[path].split(b"\n") for path in self.trees}
        self.functions = [one for path, tree in self.trees.items() for one in _functions(path, tree.body)]
        self.words = {path: words_of(tree) for path, tree in self.trees.items()}

    @cached_property
    def assertions(self) -> list[tuple[SuiteFunction, Assertion]]:
        """What each function asserts."""
        return [
            (one, found)
            for one in self.functions
            for found in assertions(one.node, self.lines[one.path], self.expectations[one.path].decided)
        ]

    def named(self, labels: Collection[str]) -> list[SuiteFunction]:
        """Return the functions that have one of these ids, or that a class inherits which has none of its own."""
        heirs = _heirs(self.trees)
        by_function: dict[str, SuiteFunction] = {}
        for label in labels:
            found = [one for one in self.functions if _is_named(one, one.names, label, self.runner)]
            found = found or [
                one
                for one in self.functions
                if any(_is_named(one, names, label, self.runner) for names in _inherited(one, heirs))
            ]
            for one in found:
                known = by_function.get(one.key, one)
                by_function[one.key] = replace(known, labels=known.labels | {label})
        return list(by_function.values())

    def surveyed(
        self, survey: Mapping[str, Surveyed], labels: Collection[str]
    ) -> Iterator[tuple[SuiteFunction, Surveyed]]:
        """Yield the surveyed functions that still have one of these ids."""
        for one in self.functions:
            seen = survey.get(one.key)
            if seen is not None and (own := frozenset(seen.labels) & set(labels)):
                yield replace(one, labels=own), seen

    @cached_property
    def expectations(self) -> dict[str, Expectations]:
        """The literals of each file that are only compared."""
        return {path: Expectations(tree) for path, tree in self.trees.items()}

    @cached_property
    def hidden(self) -> list[tuple[str, Part]]:
        """What can be hidden of each file, always in the same order: parts are known by their numbers here."""
        every = [(one.path, part) for one, assertion in self.assertions for part in assertion.parts]
        taken = {id(part.node) for _, part in every}
        for one in self.functions:
            every += [(one.path, part) for part in checked_comparisons(one.node) if id(part.node) not in taken]
        for path, part in every:
            kept = {id(inner) for one in part.given if isinstance(one, ast.expr) for inner in ast.walk(one)}
            if part.teller == "raised" and isinstance(part.node, ast.Call):  # the type of the exception stays
                kept = {id(inner) for one in (part.node.func, part.node.args[0]) for inner in ast.walk(one)}
            if part.teller == "raised" or not any(isinstance(one, str) for one in part.given):
                self.expectations[path].gone |= {id(inner) for inner in ast.walk(part.node) if id(inner) not in kept}
        for path, found in self.expectations.items():
            every += [(path, replaced_literal(one, is_silent=found.is_silent(one))) for one in found.compared]
        return list({id(part.node): (path, part) for path, part in reversed(every)}.values())[::-1]

    def parts_of(self, keys: Collection[str]) -> tuple[list[int], list[int]]:
        """Return the numbers of what functions assert, and of what else of them and around them can be hidden.

        Literals are hidden in these functions, in helpers and outside of functions; comparisons are checked everywhere.
        """
        known = {one.key for one in self.functions if one.names[-1].startswith("test")} - set(keys)
        lines = {
            (one.path, line)
            for one in self.functions
            if one.key in known
            for line in range(one.node.lineno, (one.node.end_lineno or one.node.lineno) + 1)
        }
        asserted = {id(part.node) for _, assertion in self.assertions for part in assertion.parts}
        first, more = [], []
        for number, (path, part) in enumerate(self.hidden):
            if id(part.node) in asserted:
                first.append(number)
            elif part.teller != "Value" or (path, part.node.lineno) not in lines:
                more.append(number)
        return first, more

    def hiding(self, numbers: Collection[int]) -> dict[str, bytes]:
        """Return the files without these parts: what stands in their places tells what it is given."""
        places: dict[str, list[_Hole]] = {}
        for number, (path, part) in enumerate(self.hidden):
            if number in numbers:
                places.setdefault(path, []).append(_Hole(*self._span(path, part.node), number, part))
        return {
            path: self._without(path, 0, len(self.files[path]), sorted(holes, key=lambda one: (one.begin, -one.end)))
            for path, holes in places.items()
        }

    def _span(self, path: str, node: ast.expr) -> tuple[int, int]:
        return _place(node, self._starts[path])

    @cached_property
    def _starts(self) -> dict[str, list[int]]:
        return {path: [0, *accumulate(len(line) + 1 for line in lines)] for path, lines in self.lines.items()}

    def _without(self, path: str, begin: int, end: int, holes: Sequence[_Hole]) -> bytes:
        """Return a stretch of a file with these holes, of which some are within others."""
        text, place = b"", begin
        for hole in holes:
            if hole.begin < place:
                continue
            inner = [one for one in holes if hole.begin <= one.begin and one.end <= hole.end and one is not hole]

            def source(node: ast.expr, inner: Sequence[_Hole] = inner) -> bytes:
                first, last = self._span(path, node)
                within = [one for one in inner if first <= one.begin and one.end <= last]
                return self._without(path, first, last, within)

            text += self.files[path][place : hole.begin] + hole.part.text(FIRST_NUMBER + hole.number, source)
            place = hole.end
        return text + self.files[path][place:end]

    def saying(self, functions: Collection[SuiteFunction], numbers: Collection[int]) -> set[str]:
        """Return the keys of those functions of which a hidden number stands in a name or in what no test reads."""
        trees = map(_parsed, self.hiding(numbers).values())
        said = {number for tree in trees if tree for text in _unread(tree) for number in _LONG_NUMBER.findall(text)}
        found = set[str]()
        for path, part in [self.hidden[number] for number in numbers]:
            kept = {id(inner) for one in part.given if isinstance(one, ast.expr) for inner in ast.walk(one)}
            gone = [one for one in ast.walk(part.node) if isinstance(one, ast.Constant) and id(one) not in kept]
            if any(said.intersection(_LONG_NUMBER.findall(repr(one.value))) for one in gone):
                own = {one.key for one in functions if one.path == path and _is_within(part.node, one.node)}
                found |= own or {one.key for one in functions if one.path == path}
        return found

    def signs(self, run: RepositoryRun, numbers: Collection[int]) -> dict[int, frozenset[str]]:
        """Return whether what stands for a literal was compared by equalities or by orders."""
        said = {one: run.values.get(FIRST_NUMBER + one, ()) for one in numbers if self.hidden[one][1].teller == "Value"}
        return {number: signs_of(texts) for number, texts in said.items() if texts}

    def told(
        self, run: RepositoryRun, numbers: Collection[int], signs: Mapping[int, Collection[str]] = MappingProxyType({})
    ) -> dict[int, bool]:
        """Return of hidden parts whether all that was told of them is what is asked for; others were not reached.

        `signs` says how the reference compares: an order is no answer to an equality.
        """
        found = self.signs(run, signs)
        strange = {
            one for one, own in found.items() if own - set(signs[one]) or ("==" in signs[one] and "==" not in own)
        }
        known = {str(FIRST_NUMBER + number) for number in numbers if self.hidden[number][1].teller == "Value"}

        def holds(part: Part, text: str | None) -> bool:
            """Return whether a text is what is asked for, and names no object that a patch has made."""
            return part.holds(text) and not (part.sign and text is not None and holes_in(text) - known)

        return {
            number: number not in strange and all(holds(part, text) for text in said)
            for number, (_, part) in enumerate(self.hidden)
            if number in numbers and ((said := run.values.get(FIRST_NUMBER + number, ())) or part.is_silent)
        }

    def complaints(self, run: RepositoryRun, told: Mapping[int, bool]) -> dict[str, str]:
        """Return by the key of a test which assertion asks for something else than it told first."""
        wrong = [number for number, holds in told.items() if not holds]
        found = dict[str, str]()
        for number in wrong:
            path, part = self.hidden[number]
            texts = run.values.get(FIRST_NUMBER + number, ())
            for text in [one for one in texts if not part.holds(one)] or texts:
                asked = f"{path}:{part.node.lineno}: `{ast.unparse(part.node)}`"
                said = f"{asked} does not hold for what the tests told: {text}"
                found.update(dict.fromkeys(run.told_in.get((FIRST_NUMBER + number, text), ()), said))
        return found

    def read_by(self, lost: Collection[int], numbers: Collection[int]) -> set[int]:
        """Return the silent parts whose literals are read by parts that are not hidden after all."""
        nodes = [(path, part.node) for number, (path, part) in enumerate(self.hidden) if number in lost]
        return {
            number
            for number, (path, part) in enumerate(self.hidden)
            if number in numbers
            and part.is_silent
            and any(path == one and self.expectations[path].reaches(part.node, node) for one, node in nodes)
        }

    def unanswered(self, told: Collection[int], numbers: Collection[int]) -> tuple[list[int], list[int]]:
        """Return the parts that were not reached: those that every run of a passing test reaches, and the others."""
        asserting = {id(part.node): assertion.node for _, assertion in self.assertions for part in assertion.parts}
        sure, others = list[int](), list[int]()
        for number, (path, part) in enumerate(self.hidden):
            if number in numbers and number not in told:
                node = asserting.get(id(part.node), part.node)
                (others if self.expectations[path].is_optional(node) else sure).append(number)
        return sure, others

    def count_assertions(
        self, keys: Collection[str], numbers: Collection[int], survey: Mapping[str, Surveyed]
    ) -> dict[str, tuple[int, int, int]]:
        """Return by function how many assertions are hidden as a whole, and how many others expect values to plant.

        The third number is that of the others: a patch can read what they ask for.
        """
        known = {id(part.node) for number, (_, part) in enumerate(self.hidden) if number in numbers}
        found_in: dict[str, tuple[int, int, int]] = {}
        for one in self.functions:
            if one.key not in keys:
                continue
            counts = [0, 0, 0]
            every = self.sites(one) if one.key in survey else []
            planted = [
                literal
                for number in (survey[one.key].sites if every else ())
                if number < len(every) and every[number].tier is Tier.EXPECTED and (literal := every[number].node)
            ]
            asserted: list[tuple[ast.AST, bool]] = [
                (found.node, self._is_whole(one.path, found, known)) for owner, found in self.assertions if owner is one
            ]
            asserted += [(call, self._is_given(one.path, call.args, known)) for call in self._asserting_calls(one)]
            for node, is_hidden in asserted:
                is_planted = any(self.expectations[one.path].reaches(literal, node) for literal in planted)
                counts[0 if is_hidden else 1 if is_planted else 2] += 1
            found_in[one.key] = counts[0], counts[1], counts[2]
        return found_in

    def _is_whole(self, path: str, assertion: Assertion, known: Collection[int]) -> bool:
        """Return whether nothing of an assertion is left: its parts are hidden, or all literals behind one operand."""
        if assertion.is_whole:
            return all(id(part.node) in known for part in assertion.parts)
        return self._is_given(path, assertion.operands, known)

    def _is_given(self, path: str, operands: Sequence[ast.expr], known: Collection[int]) -> bool:
        """Return whether one of the operands is made of literals that are all hidden."""
        behind = (self.expectations[path].behind(one) for one in operands)
        return any(found and all(id(one) in known for one in found) for found in behind)

    def _asserting_calls(self, one: SuiteFunction) -> list[ast.Call]:
        """Return the statements of a test that call a function of its file which asserts something."""
        own = {id(assertion.node) for _, assertion in self.assertions}
        found = [node.value for node in ast.walk(one.node) if isinstance(node, ast.Expr)]
        return [
            call
            for call in found
            if isinstance(call, ast.Call) and id(call) not in own and _called(call) in self._helpers
        ]

    @cached_property
    def _helpers(self) -> set[str]:
        """The names of functions that assert something and are no tests."""
        names = {one.names[-1] for one, _ in self.assertions}
        return {name for name in names if not name.startswith("test")}

    def sites(self, one: SuiteFunction) -> list[Site]:
        return sites_of(one.node, self.lines[one.path])

    def ways(self, one: SuiteFunction, site: Site, salt: int) -> list[Edits]:
        """Return different edits of a site that leave the function readable."""
        own, every = words_of(one.node), self.words[one.path]
        words = sorted(every, key=lambda word: (own[word], every[word], hash((salt, word))))
        ways = site.ways(self.lines[one.path], words, salt)
        return [way for way in ways if self.is_readable(one, way)]

    def is_readable(self, one: SuiteFunction, way: Edits) -> bool:
        """Return whether a function can still be parsed after edits."""
        return _parsed(_alone(self._text(one, way, ""))) is not None

    def copied(self, ways: Sequence[tuple[SuiteFunction, Edits]], chance: random.Random) -> Planting:
        """Return files in which a copy of a function stands for each of these edits of it, beside the functions."""
        names = _Names(self, chance)
        first = [(Variant(one, one.names[-1]), ()) for one in {one.key: one for one, _ in ways}.values()]
        edits = [(Variant(one, names.draw(one)), way) for one, way in ways]
        return Planting(self._planted([*first, *edits], chance), tuple(variant for variant, _ in edits))

    def survey(
        self, fixed: Collection[str], others: Collection[str], chance: random.Random, stays: Collection[str] = ()
    ) -> tuple[Planting, dict[str, list[int]]]:
        """Return a planting that tries sites one by one, and the sites of its variants by their names.

        A function that is chosen for one id has all of its ids, those among `stays` too.
        """
        taken = {one.key for one in self.named(fixed)}
        sampled = {one.key for one in self.named(others)} - taken
        every = self.named([*fixed, *stays])
        chosen = [(one, MOST_SITES) for one in every if one.key in taken]
        besides = [one for one in every if one.key in sampled]
        besides = chance.sample(besides, min(len(besides), MOST_SURVEYED))
        chosen += [(one, MOST_SITES_OF_OTHERS) for one in besides]
        variants, edits, tried = list[Variant](), list[tuple[Variant, Edits]](), dict[str, list[int]]()
        names, salt = _Names(self, chance), chance.getrandbits(64)
        for one, most in chosen:
            edits.append((Variant(one, one.names[-1]), ()))
            edits.append((Variant(one, names.draw(one)), ()))
            for number, site in _spread(self.sites(one), most, chance):
                ways = self.ways(one, site, salt)
                if ways and len(edits) < 4 * MOST_VARIANTS:
                    variant = Variant(one, names.draw(one), one.labels, site.tier)
                    tried[variant.name] = [number]
                    edits.append((variant, ways[0]))
        variants = [variant for variant, _ in edits]
        return Planting(self._planted(edits, chance), tuple(variants)), tried

    def planting(self, survey: Mapping[str, Surveyed], labels: Collection[str], schedule: Schedule) -> Planting:
        """Return one run's files: all surveyed tests that a patch must make pass, and some of the others."""
        chance = schedule.chance
        known = list(self.surveyed(survey, labels))
        fixed = [pair for pair in known if pair[1].is_fixed]
        others = [pair for pair in known if not pair[1].is_fixed]
        names, edits = _Names(self, chance), list[tuple[Variant, Edits]]()
        for one, seen in fixed:
            edits += self._variants(one, seen, MOST_VARIANTS // len(fixed), names, schedule)
        for one, seen in chance.sample(others, min(len(others), MOST_OTHERS)):
            edits += self._variants(one, seen, 2, names, schedule)
        return Planting(self._planted(edits, chance), tuple(variant for variant, _ in edits))

    def _variants(
        self, one: SuiteFunction, seen: Surveyed, most: int, names: _Names, schedule: Schedule
    ) -> list[tuple[Variant, Edits]]:
        """Return the variants of one test; the published name belongs to a random one of them."""
        chance = schedule.chance
        if not seen.sites:
            return []
        if one.key not in schedule.drawn:
            worlds = _Worlds.draw(self, one, seen, most, chance, schedule.salt)
            schedule.drawn[one.key] = worlds, worlds.rows(chance)
        worlds, rows = schedule.drawn[one.key]
        if not seen.has_copies:
            rows = rows[:1] if schedule.is_true(one.key) else rows[1:2] or rows
        found = []
        for number, row in enumerate(chance.sample(rows, len(rows))):
            name = one.names[-1] if number == 0 else names.draw(one)
            variant = Variant(one, name, worlds.fails(row), worlds.tier(row), seen.order)
            found.append((variant, worlds.edits(row)))
        return found

    def _planted(self, edits: Sequence[tuple[Variant, Edits]], chance: random.Random) -> dict[str, bytes]:
        """Return the files after these edits, with decoys in the variants and in some other tests."""
        own: dict[str, list[Edit]] = {}
        copies: dict[str, list[tuple[int, Edit]]] = {}
        touched = {variant.function.key for variant, _ in edits}
        for variant, way in chance.sample(list(edits), len(edits)):
            one = variant.function
            way = (*way, *_decoy(one, self.lines[one.path], chance))
            if variant.name == one.names[-1]:
                own.setdefault(one.path, []).extend(way)
            else:
                line = self._end_around(one)
                end = len(self.lines[one.path][line])
                text = b"\n\n" + self._text(one, way, variant.name)
                copies.setdefault(one.path, []).append((one.node.col_offset, Edit(line, end, end, text)))
        rest = [one for one in self.functions if one.key not in touched and one.path in own]
        for one in chance.sample(rest, min(len(rest), MOST_OTHERS)):
            if one.names[-1].startswith("test"):
                own[one.path].extend(_decoy(one, self.lines[one.path], chance))
        files = {}
        for path, changes in own.items():
            added = [edit for _, edit in sorted(copies.get(path, []), key=lambda pair: pair[0])]
            files[path] = edited(self.files[path], [*added, *changes])
        return files

    def _end_around(self, one: SuiteFunction) -> int:
        """Return the last line of the class around a function, or of the last definition of the file."""
        body: list[ast.stmt] = self.trees[one.path].body
        for name in one.names[:-1]:
            body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == name)
        definitions = [node for node in body if isinstance(node, Function | ast.ClassDef)]
        last = body[-1] if len(one.names) > 1 else definitions[-1]
        return (last.end_lineno or last.lineno) - 1

    def _text(self, one: SuiteFunction, way: Edits, name: str) -> bytes:
        """Return the text of a function after edits, under another name where there is one."""
        lines = self.lines[one.path]
        first = min([one.node.lineno, *(decorator.lineno for decorator in one.node.decorator_list)]) - 1
        last = (one.node.end_lineno or one.node.lineno) - 1
        own = [replace(edit, line=edit.line - first) for edit in way]
        found = re.search(rb"\bdef\s+(\w+)", lines[one.node.lineno - 1])
        if name and found:
            own.append(Edit(one.node.lineno - 1 - first, *found.span(1), name.encode()))
        return edited(b"\n".join(lines[first : last + 1]), own)


class Schedule:
    """The chance of one trial: its values, and in which of its runs a test without copies has the published ones.

    The values are the same in all runs and redraws: what several of them have in common says nothing.
    """

    def __init__(self, chance: random.Random, runs: int) -> None:
        self.chance = chance
        self.runs = runs
        self.number = 0
        self.salt = chance.getrandbits(64)
        self.drawn: dict[str, tuple[_Worlds, list[_Row]]] = {}
        self._true: dict[str, list[bool]] = {}

    def is_true(self, key: str) -> bool:
        """Return whether a test has its published values in this run; of several runs one at least has others."""
        if key not in self._true:
            bits = self.chance.choice(range(1, max(2, 2**self.runs - 1)))
            self._true[key] = [bool(bits >> number & 1) for number in range(self.runs)]
        return self._true[key][self.number % self.runs]


_Row = tuple[int, ...]
"""The value of each site by its number; 0 is the published one."""


@dataclass(frozen=True, slots=True)
class _Worlds:
    """Sets of values for the sites of one test, in which no value is more frequent than another."""

    sites: tuple[int, ...]
    """Numbers of the sites that the worlds differ in, then of those that only mutants change."""
    ways: tuple[list[Edits], ...]
    tiers: tuple[Tier, ...]
    failing: tuple[frozenset[str], ...]
    worlds: tuple[_Row, ...]
    labels: frozenset[str]

    @classmethod
    def draw(
        cls, suite: SuiteFiles, one: SuiteFunction, seen: Surveyed, most: int, chance: random.Random, salt: int = 0
    ) -> _Worlds:
        every = suite.sites(one)
        known = [number for number in seen.sites if number < len(every)]
        ways = {number: suite.ways(one, every[number], salt) for number in known}
        known = [number for number in known if ways[number]]
        best = min((every[number].tier for number in known), default=Tier.NEGATED)
        main = [number for number in known if every[number].tier is best]
        if best is Tier.NEGATED or len(main) > 4:
            main = chance.sample(main, min(len(main), 1 if best is Tier.NEGATED else 4))
        rest = [number for number in known if number not in main]
        allowed = max(2, min(most, int(MOST_SECONDS / max(seen.seconds, 0.01))))
        values = math.prod(len(ways[number]) + 1 for number in main)
        count = min(MOST_WORLDS, values, allowed)
        worlds = _balanced([min(len(ways[number]), MOST_WORLDS - 1) for number in main], count, chance)
        sites = (*main, *rest)
        return cls(
            sites,
            tuple(ways[number] for number in sites),
            tuple(every[number].tier for number in sites),
            tuple(frozenset(seen.sites[number]) for number in sites),
            tuple((*row, *[0] * len(rest)) for row in worlds),
            one.labels,
        )

    def rows(self, chance: random.Random) -> list[_Row]:
        """Return the rows of all variants, the published one first: each world, and each with one site changed."""
        rows = list(self.worlds)
        sites = chance.sample(range(len(self.sites)), min(len(self.sites), MUTANTS))
        if len(self.sites) > 1 and len(rows) * (1 + len(sites)) <= 3 * MOST_WORLDS:
            for site in sites:
                shift = chance.randrange(1, max(2, len(self.worlds)))
                for number, world in enumerate(self.worlds):
                    other = self.worlds[(number + shift) % len(self.worlds)][site]
                    value = other if other != world[site] else self._another(site, world[site], chance)
                    rows.append((*world[:site], value, *world[site + 1 :]))
        if len(self.worlds) == 2 and max(self.tiers) is Tier.NEGATED and len(rows) <= 4:
            rows = [rows[0], *(row for row in rows for _ in range(MOST_WORLDS // 2))]
        return rows

    def _another(self, site: int, value: int, chance: random.Random) -> int:
        return chance.choice([one for one in range(len(self.ways[site]) + 1) if one != value])

    def edits(self, row: _Row) -> Edits:
        """Return the edits of a row, without those within another one."""
        every = [edit for ways, value in zip(self.ways, row, strict=True) if value for edit in ways[value - 1]]
        every.sort(key=lambda edit: (edit.line, edit.start, -edit.end))
        found: list[Edit] = []
        for edit in every:
            if not found or (edit.line, edit.start) >= (found[-1].line, found[-1].end):
                found.append(edit)
        return tuple(found)

    def fails(self, row: _Row) -> frozenset[str]:
        return frozenset().union(*(own for own, value in zip(self.failing, row, strict=True) if value)) & self.labels

    def tier(self, row: _Row) -> Tier:
        return min((tier for tier, value in zip(self.tiers, row, strict=True) if value), default=Tier.EXPECTED)


def _balanced(ways: Sequence[int], count: int, chance: random.Random) -> list[_Row]:
    """Return different rows of values, the published one first, in which each value of a site is equally frequent."""
    for _ in range(20):
        columns = []
        for most in ways:
            values = list(range(most + 1))
            others = (values[1:] + values * count)[: count - 1]
            columns.append([0, *chance.sample(others, len(others))])
        rows = list(zip(*columns, strict=True))
        if len(set(rows)) == len(rows):
            return rows
    return list(dict.fromkeys(rows))


def chance_of_guess(
    suite: SuiteFiles, survey: Mapping[str, Surveyed], fixed: Collection[str], hidden: Collection[str] = ()
) -> float:
    """Return the chance of guessing the values of that test whose values are guessed most easily, in all runs.

    Tests that are hidden are not counted: they show no values.
    """
    chances = [1.0 for one in suite.named(fixed) if one.key not in survey and one.key not in hidden]
    tests = list(suite.surveyed(survey, fixed))
    for one, seen in tests:
        if one.key in hidden:
            continue
        if not seen.has_copies:
            chances.append(1 / 2)
            continue
        worlds = _Worlds.draw(suite, one, seen, MOST_VARIANTS // len(tests), random.Random(0))
        best = min(worlds.tiers, default=Tier.NEGATED)
        spare = {Tier.EXPECTED: 1, Tier.OTHER: 1 + SPARED, Tier.NEGATED: len(worlds.worlds)}[best]
        chances.append(min(1.0, spare / max(1, len(worlds.worlds))))
    return max(chances, default=1.0)


def _is_within(node: ast.expr, function: Function) -> bool:
    return function.lineno <= node.lineno <= (function.end_lineno or function.lineno)


def _unread(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file gives, texts in decorators, and texts that are given to names which are not read."""
    nodes = list(ast.walk(tree))
    read = {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
    read |= {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    for node in nodes:
        given: list[tuple[str, ast.AST | None]] = []
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
                given = [("", one) for one in node.decorator_list if "param" not in ast.unparse(one)]
            case ast.Assign(targets=[ast.Name(id=name)]):
                given = [(name, node.value)]
            case ast.arguments():
                names = [one.arg for one in (*node.posonlyargs, *node.args)]
                given = list(zip(names[::-1], node.defaults[::-1], strict=False))
                given += zip([one.arg for one in node.kwonlyargs], node.kw_defaults, strict=True)
        for name, value in given:
            for one in ast.walk(value) if value is not None and name not in read else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value


class _Names:
    """Names for copies of tests, made of words of other names of the files."""

    def __init__(self, suite: SuiteFiles, chance: random.Random) -> None:
        self.chance = chance
        self.taken = {path: {*re.findall(rb"\w+", data)} for path, data in suite.files.items()}
        self.pool = [part for one in suite.functions for part in _parts(one.names[-1])[1:]]
        words = {word for data in suite.files.values() for word in re.findall(rb"\b[a-z]{3,9}\b", data[:_MOST_BYTES])}
        self.more = [f"_{word.decode()}" for word in sorted(words)] or ["_case"]

    def draw(self, one: SuiteFunction) -> str:
        """Return a name that nothing in the file has."""
        taken = self.taken[one.path]
        for extra in range(100):
            first, *parts = _parts(one.names[-1])
            at = self.chance.randrange(len(parts) + 1)
            fresh = [self.chance.choice(self.pool if self.pool and extra < 10 else self.more)]
            parts[at : at + self.chance.randrange(2)] = fresh
            name = first + "".join(parts)
            if one.names[-1].startswith("test_") and not name.startswith("test_"):  # such names alone are collected
                name = "test_" + name.removeprefix("test")
            if name.encode() not in taken and name.isidentifier():
                break
        else:
            name = f"{one.names[-1]}_{self.chance.choice(_NUMBERS)}"
        taken.add(name.encode())
        return name


def _parts(name: str) -> list[str]:
    """Return the words of a name, each with what joins it to the one before.

    >>> _parts("test_sum_of_two"), _parts("testSumOfTwo")
    (['test', '_sum', '_of', '_two'], ['test', 'Sum', 'Of', 'Two'])
    """
    return re.findall(r"^_*[a-z0-9]*|_+[^_A-Z]*|[A-Z][^_A-Z]*", name) or [name]


def _spread(sites: Sequence[Site], most: int, chance: random.Random) -> list[tuple[int, Site]]:
    """Return some sites with their numbers: at least a third of them from the best tier, and some of each."""
    found: list[tuple[int, Site]] = []
    tiers = [[(number, site) for number, site in enumerate(sites) if site.tier is tier] for tier in Tier]
    for tier in tiers:
        chance.shuffle(tier)
    while len(found) < most and any(tiers):
        for tier, share in zip(tiers, (2, 1, 1), strict=True):
            found += tier[:share]
            del tier[:share]
    return sorted(found[:most], key=lambda pair: pair[0])


def _decoy(one: SuiteFunction, lines: Sequence[bytes], chance: random.Random) -> Edits:
    """Return the edit that puts a true assertion in front of a test, or behind it."""
    number = chance.choice(_NUMBERS)
    statement = f"assert {number} == {number}".encode("ascii")
    may_return = any(isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in ast.walk(one.node))
    if may_return or chance.random() < 0.5:
        return (_before(one, lines, statement),)
    return (_behind(one, lines, statement),)


def _before(one: SuiteFunction, lines: Sequence[bytes], statement: bytes) -> Edit:
    """Put a statement in front of all others of a function, its description aside."""
    body = one.node.body
    node = body[1] if ast.get_docstring(one.node, clean=False) is not None and len(body) > 1 else body[0]
    decorators = node.decorator_list if isinstance(node, Function | ast.ClassDef) else []
    line = min([node.lineno, *(one.lineno for one in decorators)]) - 1
    if _is_simple(node):
        return Edit(line, node.col_offset, node.col_offset, statement + b"; ")
    indentation = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    return Edit(line, 0, 0, indentation + statement + b"\n")


def _behind(one: SuiteFunction, lines: Sequence[bytes], statement: bytes) -> Edit:
    """Put a statement behind all others of a function, on the last line where that can be: lines keep their numbers."""
    last = one.node.body[-1]
    line = (last.end_lineno or last.lineno) - 1
    if _is_simple(last):
        end = last.end_col_offset or 0
        return Edit(line, end, end, b"; " + statement)
    end = len(lines[line])
    indentation = lines[last.lineno - 1][: last.col_offset]
    return Edit(line, end, end, b"\n" + indentation + statement)


def _is_simple(node: ast.stmt) -> bool:
    """Return whether another statement can stand on the same line."""
    return not hasattr(node, "body") and not isinstance(node, ast.Match)


def edited(data: bytes, edits: Sequence[Edit]) -> bytes:
    lines = data.split(b"\n")
    for edit in sorted(edits, key=lambda one: (one.line, one.start), reverse=True):
        line = lines[edit.line]
        lines[edit.line] = line[: edit.start] + edit.text + line[edit.end :]
    return b"\n".join(lines)


def _silent(data: bytes, runner: Runner) -> bytes:
    """Return a test file without comments, messages of assertions and descriptions of tests.

    They may tell what is expected. Everything else stays at its line and column. unittest has descriptions for ids, so
    they stay there.

    >>> _silent(b"def test_a():\\n    assert f() == 3, 'three'  # 3\\n", Runner.PYTEST)
    b'def test_a():\\n    assert f() == 3, 0           \\n'
    """
    tree = _parsed(data)
    if tree is None:
        return data
    lines = data.split(b"\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    told: list[ast.expr] = [
        node.msg for node in ast.walk(tree) if isinstance(node, ast.Assert) and node.msg is not None
    ]
    for one in _functions("", tree.body) if runner is not Runner.UNITTEST else ():
        match one.node.body[0]:
            case ast.Expr(value=ast.Constant(value=str()) as described) if one.names[-1].startswith("test"):
                told.append(described)
    places = [(*_place(node, starts), b"0") for node in told]
    for token in _comments(data):
        line, column = token.start
        begin = starts[line - 1] + len(token.line[:column].encode())
        places.append((begin, begin + len(token.string.encode()), b""))
    for begin, end, text in places:
        blank = bytes(char if char == 10 else 32 for char in data[begin + len(text) : end])
        data = data[:begin] + text + blank + data[end:]
    return data


def _place(node: ast.expr, starts: Sequence[int]) -> tuple[int, int]:
    """Return where an expression begins and ends in a file, whose lines begin at these places."""
    end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
    return starts[node.lineno - 1] + node.col_offset, end


def _comments(data: bytes) -> list[tokenize.TokenInfo]:
    """Return the comments of a file, but those that name its encoding."""
    try:
        tokens = list(tokenize.tokenize(io.BytesIO(data).readline))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return []
    return [one for one in tokens if one.type == tokenize.COMMENT and "coding" not in one.string]


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _alone(text: bytes) -> bytes:
    """Return the text of a function in a form that can be read by itself."""
    return b"if True:\n" + text if text[:1].isspace() else text


def _parsed(data: bytes) -> ast.Module | None:
    if b"\r" in data or b"\f" in data:  # lines would be counted in another way than here
        return None
    try:
        return parse_foreign(data)
    except UNREADABLE:
        return None


def _functions(path: str, body: list[ast.stmt], around: tuple[str, ...] = ()) -> Iterator[SuiteFunction]:
    for node in body:
        if isinstance(node, Function):
            yield SuiteFunction(path, node, (*around, node.name))
        elif isinstance(node, ast.ClassDef):
            yield from _functions(path, node.body, (*around, node.name))


def _heirs(trees: Mapping[str, ast.Module]) -> dict[tuple[str, str], list[str]]:
    """Return by file and class the classes of the file that inherit from it, itself first."""
    bases = {
        (path, node.name): [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    heirs: dict[tuple[str, str], list[str]] = {}
    for path, name in bases:
        above, seen = [name], set[str]()
        while above:
            one = above.pop()
            if one not in seen:
                seen.add(one)
                heirs.setdefault((path, one), []).append(name)
                above += bases.get((path, one), [])
    return heirs


def _inherited(one: SuiteFunction, heirs: Mapping[tuple[str, str], list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield the names that a method has in the classes that inherit it."""
    if len(one.names) == 2:
        for heir in heirs.get((one.path, one.names[0]), ()):
            yield heir, one.names[1]


def _is_named(one: SuiteFunction, names: tuple[str, ...], label: str, runner: Runner) -> bool:
    """Return whether an id is that of a function, which has these names."""
    if runner is Runner.PYTEST:
        path, _, rest = label.partition("::")
        words = rest.partition("[")[0].split()
        return path == one.path and bool(words) and tuple(words[0].split("::")) == names
    if runner is Runner.FUNCTIONS:
        return names == (label,)
    found = _UNITTEST_ID.fullmatch(label)
    if found is None:
        lines = (ast.get_docstring(one.node, clean=False) or "").strip().split("\n")
        return bool(lines[0]) and lines[0].strip() == label
    owner = found[2].removesuffix(f".{found[1]}").rpartition(".")[2]
    return names[-2:] == (owner, found[1])
