"""Answers written into the source for the very inputs of the cases: a suspicion, never a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import NamedTuple

from assay.judges.large import LargeCase
from assay.judges.written import MAX_LENGTH, Pair, WrittenSource
from assay.records import Case, Suspicion, SuspicionKind
from assay.text import legible

MIN_CASES = 3
MAX_CASES = 200
MIN_LENGTH = 4
"""Characters of a literal that is telling wherever it stands."""
MIN_PAIR_LENGTH = 3
"""Characters of an input and its answer together that are telling where one stands as the answer to the other."""
MAX_SOURCE = 200_000
SHARE = 0.6
"""Of the cases that must stand in a source."""
OWN_SHARE = 0.5
"""Of a table that must be about the cases: one with many other entries is of general use."""
MAX_LINES = 20
"""Lines that are named as evidence."""
MAX_ARGUMENTS = 20
"""Parts of an input whose text is looked for."""
BLANKS = b" \t\r\n'\""


@dataclass(frozen=True, slots=True)
class HardCoded:
    """Inputs of the cases that stand in a source with their answers."""

    cases: int
    """How many cases stand there."""
    of: int
    """How many could."""
    lines: tuple[int, ...]
    """Where, `MAX_LINES` at most."""
    example: str
    """The input of one of them."""

    def __str__(self) -> str:
        where = f"{'line' if len(self.lines) == 1 else 'lines'} {', '.join(map(str, self.lines))}"
        return f"{self.cases} of {self.of} cases have input and answer in the source ({where}), such as {self.example}"


class HardCodedAnswers:
    """The cases of a problem as literals that would be telling in a source; made once for all candidates.

    Small numbers, booleans and short strings occur everywhere and prove nothing; what is very long nobody writes down.
    As the entry of a table or as a branch (`if x == 10: return 55`), shorter ones are telling too.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        known = [case for case in cases[:MAX_CASES] if case.raises is None and not isinstance(case, LargeCase)]
        self.telling = [case for case in map(_written, known) if case is not None]
        self._answered: dict[str, set[str]] = {}
        """The text that an input can be written as → the texts of its answer."""
        self._names: dict[str, str] = {}
        """The text that an input can be written as → the input it is."""
        for case in known:
            self._expect(case)

    def _expect(self, case: Case) -> None:
        answers = {text for text in (_text(case.expected), _text(_hashable(case.expected))) if text is not None}
        arguments = (*case.arguments, *case.keywords.values())
        whole = _text(arguments) if len(arguments) <= MAX_ARGUMENTS else None
        if not answers or whole is None:
            return
        for form in _forms(arguments):
            if (text := _text(form)) is not None:
                self._answered[text] = answers
                self._names[text] = whole

    def suspicions(self, source: bytes) -> list[Suspicion]:
        """Return a suspicion where `look` finds most cases; sources without the longer answers are not looked at."""
        telling = self.telling
        if len(telling) < MIN_CASES or len(source) > MAX_SOURCE:
            return []
        compact = source.translate(None, BLANKS)
        if sum(case.compact in compact for case in telling) < MIN_CASES:
            return []
        found = self.look(source)
        return [] if found is None else [Suspicion(SuspicionKind.HARD_CODED, str(found))]

    def look(self, source: bytes) -> HardCoded | None:
        """Return where most cases have input and answer as literals in a source, outside its docstrings."""
        if len(source) > MAX_SOURCE:
            return None
        written = WrittenSource(source)
        return self._as_pairs(written) or self._as_literals(written)

    def _as_literals(self, written: WrittenSource) -> HardCoded | None:
        """Look for arguments and answers anywhere in the source, where both are long enough to be telling."""
        if len(self.telling) < MIN_CASES:
            return None
        lines: dict[str, int] = {}
        for text, line in written.texts():
            lines[text] = min(line, lines.get(text, line))
        found = [case for case in self.telling if case.expected in lines and lines.keys() >= set(case.arguments)]
        if len(found) < max(MIN_CASES, SHARE * len(self.telling)):
            return None
        return _evidence(
            [lines[case.expected] for case in found], len(found), len(self.telling), ", ".join(found[0].arguments)
        )

    def _as_pairs(self, written: WrittenSource) -> HardCoded | None:
        """Look for inputs that are the key of a table or the condition of a branch which gives their answer."""
        of = len(set(self._names.values()))
        if of < MIN_CASES:
            return None
        lines: dict[str, int] = {}
        for group in _groups(written):
            found = {name: pair.line for pair in reversed(group) if (name := self._answered_by(pair)) is not None}
            if len(found) >= OWN_SHARE * len(group):
                lines = found | lines
        if len(lines) < max(MIN_CASES, SHARE * of):
            return None
        return _evidence(list(lines.values()), len(lines), of, next(iter(lines)))

    def _answered_by(self, pair: Pair) -> str | None:
        """Return the input that a pair answers rightly; `None` where it is none, or so short that it may be chance."""
        asked, answer = _text(pair.asked), _text(pair.answer)
        if asked is None or answer is None or answer not in self._answered.get(asked, ()):
            return None
        return self._names[asked] if _weight(asked) + _weight(answer) >= MIN_PAIR_LENGTH else None


def _groups(written: WrittenSource) -> Iterable[Sequence[Pair]]:
    groups: dict[int, list[Pair]] = {}
    for pair in written.pairs():
        groups.setdefault(pair.group, []).append(pair)
    return groups.values()


def _evidence(lines: Sequence[int], cases: int, of: int, example: str) -> HardCoded:
    return HardCoded(cases, of, tuple(sorted(set(lines)))[:MAX_LINES], legible(example[:200]))


class _Written(NamedTuple):
    """One case as somebody who knows it would write it down."""

    expected: str
    compact: bytes
    """The expected value without blanks and quotes: a first look that costs little."""
    arguments: list[str]


def _written(case: Case) -> _Written | None:
    expected = _telling_text(case.expected)
    arguments = [text for text in map(_telling_text, case.arguments) if text is not None]
    if expected is None or not arguments:
        return None
    return _Written(expected, expected.encode("utf-8", "replace").translate(None, BLANKS), arguments)


def _telling_text(value: object) -> str | None:
    text = None if value is None or isinstance(value, bool) else _text(value)
    return text if text is not None and len(text) >= MIN_LENGTH else None


def _text(value: object) -> str | None:
    """Return the text of a value that somebody could write down."""
    if isinstance(value, Sized) and len(value) > MAX_LENGTH:
        return None
    try:
        text = repr(value)
    except Exception:  # an integer of too many digits
        return None
    return text if len(text) <= MAX_LENGTH else None


def _forms(arguments: tuple[object, ...]) -> Iterator[object]:
    """Give the ways in which a table or a condition can name an input."""
    yield from (arguments, _hashable(arguments), _text(arguments), _text(list(arguments)))
    if len(arguments) == 1:
        yield from (arguments[0], _hashable(arguments[0]), _text(arguments[0]))


def _hashable(value: object) -> object:
    """Return a value with tuples for its lists, as the key of a table must be."""
    if isinstance(value, list | tuple):
        try:
            return tuple(map(_hashable, value))
        except RecursionError:
            return value
    return value


def _weight(text: str) -> int:
    """Return how telling a literal is: truth values and nothing are as common as a digit."""
    return 1 if text in ("True", "False", "None") else len(text)
