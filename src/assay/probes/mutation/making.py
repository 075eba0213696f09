"""The making of mutants: changes are found, drawn, spelt, compiled and compared."""

from __future__ import annotations
import __future__

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from assay.errors import InvalidValue
from assay.probes.mutation.compiled import Key, compiled_key
from assay.probes.mutation.drawing import Wanted, kept
from assay.probes.mutation.mutants import Mutant, MutantSet
from assay.probes.mutation.operators.known import OPERATORS, chosen
from assay.probes.mutation.positions import PythonText
from assay.probes.mutation.walking import Found, Unit, Walk
from assay.syntax import UNREADABLE, parse_foreign


def make_python(source: str, wanted: Wanted) -> MutantSet:
    """Return the mutants of Python source."""
    names = chosen(wanted.operators)
    try:
        tree = parse_foreign(source)
        text = PythonText(source)
    except UNREADABLE as error:
        raise InvalidValue(f"the source cannot be read as Python: {str(error) or type(error).__name__}") from None
    walk = Walk(text, [one for one in OPERATORS if one.name in names], wanted.within)
    rank = {name: number for number, name in enumerate(names)}
    found = sorted(walk.changes(tree), key=lambda one: (one.change.start, one.change.end, rank[one.operator]))
    if not walk.entered:
        raise InvalidValue(f"within: the source has no function named {wanted.within!r}")
    making = _Making(text, _future_flags(tree))
    return making.mutants(found, wanted)


@dataclass(slots=True)
class _Making:
    """Mutants of one source as they come about."""

    text: PythonText
    flags: int
    originals: dict[Unit, Key | None] = field(default_factory=dict)
    made: set[tuple[Unit, Key]] = field(default_factory=set)
    equivalent: int = 0
    duplicates: int = 0
    not_compiling: int = 0

    def mutants(self, found: Sequence[Found], wanted: Wanted) -> MutantSet:
        costs = [one.unit.end - one.unit.start for one in found]
        changes, not_made = kept(costs, wanted, lambda index: self._replacement(found[index]))
        mutants = [self._mutant(number, found[index], text) for number, (index, text) in enumerate(changes, start=1)]
        return MutantSet(
            tuple(mutants),
            equivalent=self.equivalent,
            duplicates=self.duplicates,
            not_compiling=self.not_compiling,
            not_made=not_made,
        )

    def _replacement(self, found: Found) -> str | None:
        """Return the text to put in: the shortest spelling that means what is meant; `None` for what is left out."""
        unit, change = found.unit, found.change
        *shorter, safest = (self._parted(change.start, change.end, text) for text in change.texts)
        key = self._compiled(unit, change.start, change.end, safest)
        if key is None:
            self.not_compiling += 1
            return None
        if unit not in self.originals:
            self.originals[unit] = self._compiled(unit, unit.start, unit.start, "")
        if key == self.originals[unit]:
            self.equivalent += 1
            return None
        if (unit, key) in self.made:
            self.duplicates += 1
            return None
        self.made.add((unit, key))
        return next((one for one in shorter if self._compiled(unit, change.start, change.end, one) == key), safest)

    def _compiled(self, unit: Unit, start: int, end: int, text: str) -> Key | None:
        before, after = self.text.text(unit.start, start), self.text.text(end, unit.end)
        return compiled_key(f"{unit.head}{before}{text}{after}", flags=self.flags)

    def _parted(self, start: int, end: int, text: str) -> str:
        """Return the text with a blank where it would grow together with the word beside it."""
        code = self.text.code
        if text and _is_word(text[0]) and start > 0 and _is_word(chr(code[start - 1])):
            text = f" {text}"
        if text and _is_word(text[-1]) and end < len(code) and _is_word(chr(code[end])):
            text = f"{text} "
        return text

    def _mutant(self, number: int, found: Found, replacement: str) -> Mutant:
        change = found.change
        line = self.text.line(change.start)
        return Mutant(
            number=number,
            operator=found.operator,
            line=line,
            column=len(self.text.text(self.text.starts[line - 1], change.start)) + 1,
            first_line=found.first_line,
            last_line=found.last_line,
            scope=found.scope,
            original=self.text.text(change.start, change.end),
            replacement=replacement,
            start=change.start,
            end=change.end,
            whole=self.text.code,
        )


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_" or sign >= "\x80"


def _future_flags(tree: ast.Module) -> int:
    """Return the compiler's flags for what the source imports from `__future__`."""
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            features = (getattr(__future__, alias.name, None) for alias in node.names)
            flags |= sum({feature.compiler_flag for feature in features if feature is not None})
    return flags
