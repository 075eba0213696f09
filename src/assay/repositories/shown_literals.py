"""Literals by which tests ask for an answer in other ways than by assertions, found by runs and not by their form.

`check(total([1, 2]), 3)`, `[3].index(found)` and an enumeration that is made of an answer fail where the answer is
another one, and no form of them says so. Here the hidden files are run once with the base commit, and with the
reference once more while literals that are left in them have other values. If a test fails then, or a hidden answer
is another one though no function of the package was given the literal, the file still shows what the test asks for.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from assay.repositories.closed import is_closed
from assay.repositories.drivers.recording import HIDDEN, HOLE
from assay.repositories.hidden_assertions import Part
from assay.repositories.negation import Edit, Edits, Function
from assay.repositories.planting import FIRST_NUMBER, SuiteFiles, SuiteFunction, Variant, edited
from assay.repositories.running import RepositoryRun
from assay.repositories.sites import edit_at, source_of

MOST_COPIES = 256
"""Copies of all tests in one run; where there are more literals, several have other values in one copy."""
_STEP = 10**6
"""How far the numbers of hidden parts in one copy are from those in the next: no file has as many."""
_ALWAYS = re.compile(r"(set_?up|tear_?down)\w*|pytestmark", re.IGNORECASE)
"""Names of what is run though no test calls it."""
_OPENING = re.compile(r"[A-Za-z]*(\"\"\"|'''|\"|')")
_PART = re.compile(r"(?<!\\)([0-9]+|[A-Za-z]+)")
_OUTSIDE = re.compile(r"\{[^{}]*\}|" + _PART.pattern)
"""The same outside of what a text is made of."""
_TRUTHS = {"True": "1", "False": "0"}
"""How `recording.plain` writes truths."""
_BRANCHING = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.IfExp, ast.Match, ast.Try, ast.BoolOp, ast.comprehension)
Lay = Callable[[Mapping[str, bytes]], RepositoryRun]
"""Runs the tests once, in these files."""


@dataclass(frozen=True, slots=True)
class HiddenRun:
    """A run of the reference in which all that can be hidden is hidden, and how more such runs are made."""

    suite: SuiteFiles
    """The published files."""
    numbers: Collection[int]
    """The hidden parts."""
    seen: RepositoryRun
    order: Sequence[str]
    with_base: Lay
    with_reference: Lay


def still_asking(hidden: HiddenRun, functions: Sequence[SuiteFunction]) -> set[str]:
    """Return the keys of those functions that still show what they ask for."""
    if not functions:
        return set()
    files = hidden.suite.hiding(hidden.numbers)
    base = hidden.with_base(files)
    parts = {one.key: _Parts.of(hidden, one, base) for one in functions}
    asking = {key for key, found in parts.items() if found.has_open_comparison}
    left = [one for one in functions if one.key not in asking]
    return asking | (_Search(hidden, files, parts).asking(left) if left else set())


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a run with the base commit says of one function."""

    has_open_comparison: bool
    """Whether a comparison that is no assertion, and does not compare with a hidden literal, has another result."""
    answers: dict[int, Part]
    """The hidden parts of which something else is told."""
    has_passed: bool
    is_straight: bool
    """Whether all of it is always run."""

    @property
    def is_doubtful(self) -> bool:
        """Return whether it may ask for what the base commit does not give."""
        return any(map(_is_truth, self.answers.values())) or not (self.has_passed and self.is_straight)

    @classmethod
    def of(cls, hidden: HiddenRun, one: SuiteFunction, base: RepositoryRun) -> _Parts:
        tops = [one.node, *_around(hidden.suite, one)]
        nodes = {id(inner) for top in tops for inner in ast.walk(top)}
        answers, is_open = dict[int, Part](), False
        for number in hidden.numbers:
            _, part = hidden.suite.hidden[number]
            if id(part.node) not in nodes:
                continue
            said = hidden.seen.values.get(FIRST_NUMBER + number, ())
            before = base.values.get(FIRST_NUMBER + number, ())
            if part.teller == "compared":
                is_open |= _differs(part, said, before)
            elif set(said) != set(before):
                answers[number] = part
        has_passed = base.complete and _passes(hidden, one, base, one.names[-1])
        is_straight = not any(isinstance(inner, _BRANCHING) for top in tops for inner in ast.walk(top))
        return cls(is_open, answers, has_passed, is_straight)


def _is_truth(part: Part) -> bool:
    return part.teller == "truth"


def _differs(part: Part, said: Collection[str | None], before: Collection[str | None]) -> bool:
    """Return whether a comparison has other results with the base commit, where it shows one of its operands."""
    if all(text is not None and _has_hole(text) for text in said):
        return False
    if not before:
        return any(_is_shown(operand) for operand in part.given)
    first, second = ({text and json.loads(text)[2] for text in texts} for texts in (said, before))
    return first != second or (len(first) > 1 and set(said) != set(before))


def _has_hole(text: str) -> bool:
    return any(isinstance(one, str) and one[:1] == HOLE for one in json.loads(text)[:2])


def _is_shown(operand: ast.expr | str) -> bool:
    """Return whether an operand has a literal that no function is given."""
    match operand:
        case ast.Constant():
            return True
        case ast.Call() | str():
            return False
        case ast.Subscript(value=value):
            return _is_shown(value)
    return any(_is_shown(one) for one in ast.iter_child_nodes(operand) if isinstance(one, ast.expr))


def _passes(hidden: HiddenRun, one: SuiteFunction, run: RepositoryRun, name: str) -> bool:
    """Return whether all ids of a function pass in a run, or those of a copy of it with this name."""
    variant = Variant(one, name, order=tuple(hidden.order))
    records = (run.records.get(variant.record(label, run, hidden.suite.runner)) for label in one.labels)
    return all(record is not None and record.passed for record in records)


class _Search:
    """Runs of the reference in hidden files in which literals have other values."""

    def __init__(self, hidden: HiddenRun, files: Mapping[str, bytes], parts: Mapping[str, _Parts]) -> None:
        self.hidden, self.files, self.parts = hidden, files, parts
        whole = {path: files.get(path, data) for path, data in hidden.suite.files.items()}
        self.left = SuiteFiles(whole, hidden.suite.runner)
        self.known = {one.key: one for one in self.left.functions}

    def asking(self, functions: Sequence[SuiteFunction]) -> set[str]:
        """Return the keys of functions that do not pass, or answer otherwise, where a literal has another value."""
        asking, alone = set[str](), set[str]()
        ways = {one.key: self._ways(one, MOST_COPIES // len(functions)) for one in functions}
        copies = [(one, *way) for one in functions if ways[one.key] for way in (((), False), *ways[one.key])]
        moved = [
            (self.known[one.key], (*way, *_numbered(self.known[one.key].node, step)))
            for step, (one, way, _) in enumerate(copies, start=1)
        ]
        planting = self.left.copied(moved, Random(0))
        names: dict[str, dict[str, int]] = {}
        for step, variant in enumerate(planting.variants, start=1):
            names.setdefault(variant.function.path, {})[variant.name] = _given_number(step)
        files = {**self.files, **_watched(planting.files, names)}
        run = self.hidden.with_reference(files) if copies else self.hidden.seen
        given = set[str | None]()
        for step, ((one, way, is_asked), variant) in enumerate(zip(copies, planting.variants, strict=True), start=1):
            found = set(run.values.get(_given_number(step), ()))
            given = given if way else found
            is_input = bool(way) and _has_all(found - given, way)
            if (is_asked or not is_input) and not self._is_kept(one, run, variant.name, step, is_input=is_input):
                (asking if way else alone).add(one.key)
        asking -= alone
        return asking | self._asking_in_place([one for one in functions if one.key not in asking], alone)

    def _asking_in_place(self, functions: Sequence[SuiteFunction], alone: Collection[str]) -> set[str]:
        """Return the same for literals around functions, and for those of functions that no copy can stand beside.

        They are changed together: first all of them, and then without those that are inputs of the package.
        """
        changes = dict[tuple[str, Edits], bool]()
        for one in functions:
            own = self.known[one.key]
            tops = [*_around(self.left, own), *([own.node] if one.key in alone else [])]
            asking = set(self._changes(one, tops)) if self.parts[one.key].is_doubtful else set()
            for change in self._changes(one, tops, are_all=True):
                changes[one.path, change] = change in asking or changes.get((one.path, change), False)
        numbers = {path: _given_number(at) for at, path in enumerate({path for path, _ in changes})}
        run = self._in_place(changes, numbers)
        left = [
            (path, change)
            for (path, change), is_asked in changes.items()
            if is_asked or not _has_all(run.values.get(numbers[path], ()), change)
        ]
        run = self._in_place(left, numbers) if len(left) < len(changes) else run
        return {
            one.key
            for one in functions
            if one.path in numbers
            and ((is_doubtful := self.parts[one.key].is_doubtful) or _passes(self.hidden, one, run, one.names[-1]))
            and not self._is_kept(one, run, one.names[-1], 0, is_input=is_doubtful)
        }

    def _in_place(self, changes: Collection[tuple[str, Edits]], numbers: Mapping[str, int]) -> RepositoryRun:
        """Run the reference where all these literals have other values."""
        if not changes:
            return self.hidden.seen
        edits: dict[str, set[Edit]] = {path: set() for path in numbers}
        for path, change in changes:
            edits[path].update(change)
        changed = {path: edited(self.left.files[path], list(found)) for path, found in edits.items()}
        names = {path: {"": number} for path, number in numbers.items()}
        return self.hidden.with_reference({**self.files, **_watched(changed, names)})

    def _is_kept(self, one: SuiteFunction, run: RepositoryRun, name: str, step: int, *, is_input: bool) -> bool:
        """Return whether a copy passes, and what the base commit answers otherwise is still answered as asked for.

        Where an input of the package is another one, only truths are looked at: other answers differ as they should.
        """
        if not _passes(self.hidden, one, run, name):
            return False
        first = FIRST_NUMBER + _STEP * step
        answers = self.parts[one.key].answers.items()
        asked = [(number, part) for number, part in answers if _is_truth(part) or not is_input]
        return all(part.holds(text) for number, part in asked for text in run.values.get(first + number, ()))

    def _ways(self, one: SuiteFunction, most: int) -> list[tuple[Edits, bool]]:
        """Return edits of a function that each change one of its literals, or several where there are many.

        The second value says whether the literal may ask for something where the package is given it.
        """
        own = self.known[one.key]
        asking = set(self._changes(one, [own.node])) if self.parts[one.key].is_doubtful else set()
        every = [
            change for change in self._changes(one, [own.node], are_all=True) if self.left.is_readable(own, change)
        ]
        size = max(1, -(-len(every) // max(1, most)))
        found = []
        for is_asked in (True, False):
            changes = [change for change in every if (change in asking) is is_asked]
            groups = [changes[at : at + size] for at in range(0, len(changes), size)]
            found += [(tuple(edit for change in group for edit in change), is_asked) for group in groups]
        return found

    def _changes(self, one: SuiteFunction, tops: Sequence[ast.AST], *, are_all: bool = False) -> list[Edits]:
        """Return edits of literals: of all, or of those that may ask where the package is given them.

        Where the base commit passes, those that functions alone are given only say what is run.
        """
        decided = self.left.expectations[one.path].decided
        imported = decided.imported if self.parts[one.key].has_passed and not are_all else ()
        lines = self.left.lines[one.path]
        return [change for node in _literals(tops, imported, are_told=are_all) for change in _changes(node, lines)]


def _given_number(step: int) -> int:
    """Return the number under which is told what the package is given; no hidden part has it."""
    return FIRST_NUMBER + _STEP * (step + 1) - 1


def _watched(files: Mapping[str, bytes], names: Mapping[str, Mapping[str, int]]) -> dict[str, bytes]:
    """Return files which tell what the package is given by functions of these names, under these numbers."""
    call = f'\n__import__("{HIDDEN}").watch(__file__, %a)\n'
    return {path: data + (call % names.get(path, {})).encode() for path, data in files.items()}


def _has_all(given: Collection[str | None], way: Edits) -> bool:
    """Return whether all that is written anew is in what the package is given."""
    new = {edit.text.decode().replace(": ", ":").removesuffix(".0") for edit in way}
    pattern = r"(?<![0-9]){}(?![0-9])", r"(?<![A-Za-z]){}(?![A-Za-z])"
    said = [re.compile(pattern[one.isalpha()].format(re.escape(_TRUTHS.get(one, one)))) for one in new]
    return all(any(one.search(text or "") for text in given) for one in said)


def _numbered(function: ast.AST, step: int) -> Edits:
    """Return the edits that give the hidden parts of a copy numbers of their own."""
    numbers = (
        [node.args[0] for node in ast.walk(function) if isinstance(node, ast.Call) and _teller(node)] if step else []
    )
    return tuple(
        Edit(node.lineno - 1, node.col_offset, node.end_col_offset or 0, b"%d" % (node.value + _STEP * step))
        for node in numbers
        if isinstance(node, ast.Constant) and isinstance(node.value, int)
    )


def _teller(call: ast.Call) -> str:
    """Return the name of what tells the judge in the place of a hidden part; empty for other calls."""
    match call.func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="__import__"), args=[ast.Constant(value=name)]), attr=attr):
            return attr if name == HIDDEN else ""
    return ""


def _literals(tops: Sequence[ast.AST], imported: Collection[str] = (), *, are_told: bool = False) -> Iterator[ast.expr]:
    """Yield what can have another value below these nodes, outside of what is told to the judge unless that is meant.

    What alone is given to a function that is imported by one of these names is left out, too.
    """
    waiting = list(tops)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.List(elts=[]) | ast.Dict(keys=[]):
                yield node
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Expr(value=ast.Subscript(value=value, slice=index)):
                waiting += [value, index]
            case ast.Subscript(value=value, slice=ast.Constant()) if not isinstance(value, ast.Call):
                waiting.append(value)  # which item is used further is no question
            case ast.Call() if _teller(node):
                first = 2 if _teller(node) in ("compared", "both") else 1
                waiting += node.args[first:] if are_told or _teller(node) == "compared" else []
            case ast.Call(func=func, args=args, keywords=pairs) if _root(func) in imported:
                given = [*args, *(pair.value for pair in pairs)]
                waiting += [] if all(map(is_closed, given)) else given
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                defaults = [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
                waiting += [*defaults, *_decorating(node.decorator_list), *node.body]
            case ast.ClassDef():
                waiting += [*node.keywords, *_decorating(node.decorator_list), *node.body]
            case ast.AnnAssign(value=value):
                waiting += [value] if value is not None else []
            case _:
                waiting += ast.iter_child_nodes(node)


def _root(func: ast.expr) -> str:
    """Return the first name of a dotted one; empty for other expressions."""
    while isinstance(func, ast.Attribute):
        func = func.value
    return func.id if isinstance(func, ast.Name) else ""


def _decorating(decorators: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Yield the values that decorators of pytest give to tests and fixtures; the rest says how they are run."""
    for one in decorators:
        match one:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[_, values, *_]):
                yield values
            case ast.Call(keywords=keywords):
                yield from (pair.value for pair in keywords if pair.arg == "params")


def _changes(node: ast.expr, lines: Sequence[bytes]) -> list[Edits]:
    """Return edits of a literal: one with other numbers and one with other words, or one with another value."""
    text = source_of(node, lines)
    if text is None:
        return []
    match node:
        case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
            return _changed_texts(node, text)
        case ast.Constant(value=bool() as value):
            other = repr(not value)
        case ast.Constant(value=int() | float() | complex() as value):
            other = repr(value + 13)
        case ast.Constant(value=None):
            other = "True"
        case ast.List():
            other = "[13]"
        case ast.Dict():
            other = "{13: 13}"
        case _:
            return []
    return [(edit_at(node, text, 0, len(text), other),)] if "\n" not in text else []


def _changed_texts(node: ast.expr, text: str) -> list[Edits]:
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    pattern = _OUTSIDE if isinstance(node, ast.JoinedStr) else _PART
    parts = [part for part in pattern.finditer(text, start) if part[1]]
    if not parts:
        return [(edit_at(node, text, start, start, "x"),)]
    kinds = ([part for part in parts if part[1].isdigit() is is_number] for is_number in (True, False))
    return [tuple(edit_at(node, text, *part.span(), _other(part[1])) for part in kind) for kind in kinds if kind]


def _other(part: str) -> str:
    """Return another number of as many digits, or another word of as many letters.

    >>> _other("19"), _other("sum")
    ('28', 'sun')
    """
    if part.isdigit():
        return "".join(str(int(digit) % 9 + 1) if digit != "9" else "8" for digit in part)
    return part[:-1] + {"z": "a", "Z": "A"}.get(part[-1], chr(ord(part[-1]) + 1))


def _around(suite: SuiteFiles, one: SuiteFunction) -> list[ast.AST]:
    """Return the helpers, fixtures, constants and parts of classes of its file that a function may use."""
    reached, found = set[int](), list[ast.AST]()
    names: dict[str, list[ast.AST]] = {}
    waiting: list[ast.AST] = [one.node]
    body: Sequence[ast.stmt] = suite.trees[one.path].body
    for step, owner in enumerate(one.names):
        for statement in body:
            for name in _bound(statement):
                names.setdefault(name, []).append(statement)
                if name != owner and (step or _ALWAYS.fullmatch(name) or _is_automatic(statement)):
                    waiting.append(statement)
        body = next((inner.body for inner in body if isinstance(inner, ast.ClassDef) and inner.name == owner), [])
    while waiting:
        node = waiting.pop()
        if id(node) in reached or (node is not one.node and _is_test(node)):
            continue
        reached.add(id(node))
        found += [] if node is one.node else [node]
        waiting += [other for name in _used(node) for other in names.get(name, ())]
    return found


def _is_test(node: ast.AST) -> bool:
    """Return whether a definition is a test, or has tests in it."""
    if isinstance(node, ast.ClassDef):
        return any(_is_test(inner) for inner in node.body)
    return isinstance(node, Function) and node.name.startswith("test")


def _is_automatic(node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, Function) else []
    return any(pair.arg == "autouse" for one in decorators if isinstance(one, ast.Call) for pair in one.keywords)


def _bound(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module or a class gives values to; imports are none of them."""
    if isinstance(node, Function | ast.ClassDef):
        yield node.name
        return
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id


def _used(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.Constant(value=str() as name):
                yield name
