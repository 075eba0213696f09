"""Negative control: the tests with one value changed within its own form. A candidate that passes has disabled them."""

from __future__ import annotations

import random
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from assay.judges import assertions
from assay.judges.assertions import LONGEST_STATEMENT
from assay.languages.base import Language
from assay.languages.parsing import CodeTooLarge, parse

if TYPE_CHECKING:
    import tree_sitter

_BLOCK = re.compile(
    r"block|compound_statement|body|source_file|program|translation_unit|module|declaration_list|statement_list"
)
"""Kinds of nodes whose children are statements."""
_KEPT = re.compile(
    r"include|import|preproc|attribute|annotation|package|using|use_declaration|subscript|index|array_type|type_argument"
    r"|template_argument|dimension|array_declarator|for_header|case_|range"
)
"""Kinds of nodes inside of which a literal is no value that a test gives or expects, or cannot be changed alone."""
_LOOKED_UP = re.compile(r"\b(?:exit|import|load|source|(?:require|include)(?:_once|_relative)?)\s*\(?\s*$")
"""What stands before the name of a module or a file, or before a status."""
_EXPECTED = re.compile(r"\b(expected|want|v)(?:_?\d+)?\s*(?::=|=|<-)[^=\n]*$", re.IGNORECASE)
"""What stands in a line before a value that the tests give a name and compare with a result later."""
_COMPARED = re.compile(r"\bx(\d+)\b.{0,40}\bv\1\b")
"""A result and the value expected, as the tests of MBXP call them."""
_QUOTES = "\"'`"
_LEAVES = re.compile(r"return|throw|raise")
"""Kinds of nodes that leave a test, whose values are those of a failure."""
_DIRECTIVE = re.compile(r"#!|///\s*<reference|//\s*@ts-|#\s*(?:-\*-|frozen_string_literal|encoding|coding)")
"""How a comment begins that a language obeys."""
_LONGEST_NUMBER = 1000
"""Digits of a number that is changed: Python reads some thousands."""
_NUMBER = re.compile(r"(\d[\d_]*)((?:\.\d+)?(?:[eE][+-]?\d+)?)([a-zA-Z][a-zA-Z0-9_]*)?")
_BASED = re.compile(
    r"(0[xX](?=[0-9a-fA-F])[0-9a-fA-F]*?|0[bB](?=[01])[01]*?|0[oO]?(?=[0-7]+)[0-7]*?)([0-9a-fA-F])"
    r"((?:[uUlL]+|[iu](?:8|16|32|64|128|size))?)"
)
"""A hexadecimal, binary or octal number, its last digit and its suffix."""
_QUOTED = re.compile(r"""(?s)((?:[a-zA-Z]{0,2}\#*)?["'`].*?)(\)[^()\s"]{0,16}"|"\#*|'|`)""")
_PLAIN = re.compile(
    rb"""(?<![\w.$@%&])(?:(?:(?<=[(,\[{])|(?<== )|(?<=, ))-)?(?:(?:0[xX][0-9a-fA-F]+|0[bB][01]+"""
    rb"""|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|true|false|TRUE|FALSE)(?!\w)"""
    rb"""|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
)
"""A literal in a line of a language that no grammar reads."""
_ROW = re.compile(r"array|list|tuple|pair|initializer|object|element|literal_value")
"""Kinds of nodes that may be a row of a table."""
_NEGATIVE = re.compile(r"unary|negative")
"""Kinds of nodes that are a sign and a number."""
_CLOSED = re.compile(rb"\s*[\])}]")
_OPENING = re.compile(rb"(?:->|\.(?:call)?)?\(")
"""What stands behind the name of a function where it is called."""
_TRUTH = {"true": "false", "false": "true", "True": "False", "False": "True", "TRUE": "FALSE", "FALSE": "TRUE"}
_CALL = re.compile(r"call|invocation|^command$")
"""Kinds of nodes that are calls."""
_LARGE = 9
"""Digits from which on a number is made smaller where possible, for it may be the largest of its type."""
_STEPS = (1, 2, 10)
"""How far a near number is from the one in its place: a candidate may know it but for one, its parity or last digit."""
_TRIES = 8
_LOOKED_AT = 12
"""How many expressions are looked at for the one that is changed next."""
_NEAR = (1, 2, 4, 8, 10, 16)
"""How far a near number is that has as many bits set as the one in its place, where there is one."""
_RESTS = (277200, 80640, 27720, 25200, 11520, 5040, 2520, 840, 420, 180, 90, 84, 72, 60, 36, 30, 12, 10, 9, 7, 6, 4, 3)
"""How far a number is from the one in its place that has the same rest by many numbers; the largest are tried first."""
_LARGEST_RESTS = 3
_FAR = 0.25
"""How often a number becomes any other one with as many digits."""
_EXTRA = 0.5
"""How often a value that stands apart is changed alone instead of one that is expected."""
MOST_EXTRAS = 3
MOST_UNNOTICED = 3
"""Changes of others than the last values of expressions that may be without effect; then only the last are changed."""
_FIXED = re.compile(
    r"""\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)"""
    r"""|[$#%]?\{[^{}]*\}|[$@]\w+|%[-+ #0]*[\d.*]*[a-zA-Z]|[\\"'`$@#%&{}]|[^\x20-\x7e]""",
    re.DOTALL,
)
"""Parts of a string that must stay: escapes, what is replaced by a value, and signs that mean something somewhere."""
_CLASSES = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", " -_.,:;!?()[]<>*+/=")
"""A character of a string is replaced by another one of its class."""


class Way(Enum):
    """What another value has in common with the one in its place, for a candidate may know just that."""

    NEAR = auto()
    """A number is near, if possible with as many bits set; a text has another digit or sign."""
    RESTS = auto()
    """A number has the same rest by many numbers; a letter is large instead of small or small instead of large."""
    TURNED = auto()
    """It has the same parts in another order."""
    PART = auto()
    """It differs in one place, of whatever kind: a digit, a sign, a character, a decimal."""
    KNOWN = auto()
    """It is expected elsewhere, or is any other one."""


class _Edit(NamedTuple):
    """A literal of the tests that can be changed."""

    start: int
    end: int
    text: str
    is_character: bool
    unit: int
    """Where the expression begins, the smallest around the literal, that names what is tested."""
    is_expected: bool
    """Whether it is expected of what is tested: it stands in an expression with the call, and not in the call."""
    is_shown: bool
    """Whether what stands in that expression also stands in the prompt, so that a candidate may know it."""
    is_exact: bool
    is_label: bool
    """Whether it is the message of an assertion."""
    is_open: bool
    """Whether another value may be right as well, as in `f(1) != 7` or `f(1) == 2 || f(1) == 3`."""
    is_apart: bool
    """Whether nothing around it names what is tested, as in a table of what is given and expected."""
    is_last: bool
    """Whether it is the last value in its brackets, such as the expected value of a table row."""
    statement: tuple[int, int]
    """Where the statement begins and ends."""
    around: str
    """The text of the expression. Every copy of it in the tests is changed with it."""

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """The order of choice: a value that is expected and not shown first; an empty text, which must grow, last."""
        return not self.is_expected, self.is_shown, self.text in ('""', "''", "``")


class ChangedTests(NamedTuple):
    """Tests in which one value is another one."""

    text: str
    unit: int
    """Which expression of the tests it stands in."""
    place: int | None
    """Where it stands; `None` where two values of the expression have changed places."""
    is_expected: bool
    """Whether that value is expected of the candidate, so that one that passed before must fail now."""
    is_exact: bool
    """Whether nothing around it speaks of a bound or a tolerance, within which results may differ."""
    way: Way
    is_extra: bool
    """Whether it stands apart from what is tested, while other values are expected of it."""
    is_sole: bool
    """Whether it is a number or truth value, and nothing else is expected in its expression, such as a message."""
    is_open: bool
    """Whether another value may be right as well, so that without a reference nothing follows from a pass."""


class Changes:
    """A source of changed tests: a random value of them is another one each time.

    The values of highest rank are changed alone while there are any: those that the entry point or `candidate` is
    expected to return. Values that stand in `shown`, the prompt, come after others, for a candidate that notices which
    value was changed knows the answers. No expression comes again before all of its rank had their turn.

    >>> from assay.languages.known import language
    >>> import random
    >>> tests = "int main() { assert(f(1, 'a') == 2.5); }"
    >>> Changes(tests, language("cpp"), "f", chance=random.Random(1)).draw().text
    "int main() { assert(f(1, 'a') == 9.5); }"

    Where there is a reference, which tells whether a change is noticed, each of the values that an expression expects
    has its turn, such as those in a list, and two of them change places at times: a candidate may know what is in a
    list and not its order. Else only the last is changed, for the others may be labels.
    """

    def __init__(
        self,
        tests: str,
        language: Language,
        entry_point: str = "",
        *,
        shown: str = "",
        has_reference: bool = False,
        chance: random.Random,
    ) -> None:
        named = re.compile(rb"\b(?:candidate|" + re.escape(entry_point or "candidate").encode() + rb")\b")
        read = partial(_edits, language=language) if language.grammar else _plain_edits
        try:
            edits = read(tests, named=named, shown=_packed(shown), is_bare=not has_reference)
        except CodeTooLarge:
            edits = []
        self._edits = dict[int, list[_Edit]]()
        """The literals of each expression; the last ones, which are what is expected most often, are changed."""
        if not has_reference:
            edits = [
                edit._replace(
                    is_expected=edit.is_expected and not edit.is_open,
                    is_open=edit.is_open or (not edit.is_expected and edit.around != edit.text),
                )
                for edit in edits
            ]
        for edit in edits:
            if not edit.is_label and changed_literal(edit.text, chance) is not None:
                self._edits.setdefault(edit.unit, []).append(edit)
        self._turns = {alone: dict.fromkeys(self._edits, 0) for alone in (True, False)}
        self._changed = {alone: Counter[int]() for alone in (True, False)}
        """How often the value at a place was changed, alone or not."""
        self._has_reference = has_reference
        self._swapped = set(self._edits)
        """The expressions in which values may change places."""
        self._unnoticed = 0 if has_reference else MOST_UNNOTICED
        """How many changes of others than the last values were without effect."""
        self._taken = {alone: Counter[tuple[bool, Way]]() for alone in (True, False)}
        """(Whether of a text, way) → how often it was taken: each has its turn, so that no property is spared."""
        self._left_out = set[Way]()
        """The ways in which a change was without effect, such as in decimals that are within a tolerance."""
        self._extras = MOST_EXTRAS if has_reference else 0
        """How many values that stand apart may yet be changed without effect."""
        self._all = edits
        self._held = set[int]()
        """Where values stand whose change alone was noticed, with their copies."""
        self._calls = [found.start() for found in _called(named).finditer(tests.encode("utf-8", "replace"))]
        self._made = set[bytes]()
        self._data = tests.encode("utf-8", "replace")
        self._chance = chance

    @property
    def left(self) -> int:
        """How many values were never changed alone, of the highest rank and of those that stand apart."""
        units = [*self._best(), *self._apart()]
        return sum(not self._changed[True][edit.start] for unit in units for edit in self._values(unit))

    @property
    def later(self) -> int:
        """How many values of lower ranks are expected, and are changed alone once each of the others was."""
        return sum(len(self._values(unit)) for unit in self._lower())

    def hold(self, changed: ChangedTests) -> None:
        """Note that a change of one value alone was noticed."""
        own = [edit for edit in self._all if edit.unit == changed.unit and changed.place in (None, edit.start)]
        self._held.update(copy.start for edit in own for copy in self._copies(edit))

    def unchanged_calls(self) -> tuple[int, int]:
        """Return how many calls of what is tested stand with no value that was changed alone, and how many there are.

        A call beside which no value is expected is one of all values that stand apart, where each of these was changed.
        """
        apart = [edit.start for edit in self._all if edit.is_apart or (edit.is_expected and edit.around == edit.text)]
        held, spans = {True: set[int](), False: set[int]()}, dict[tuple[int, int], bool]()
        for edit in self._all:
            if edit.is_expected and edit.around != edit.text:
                span = edit.unit, edit.unit + len(edit.around.encode())
                spans[span] = spans.get(span, False) or edit.start in self._held
        for (first, last), is_held in spans.items():
            held[is_held].update(self._calls[bisect_left(self._calls, first) : bisect_left(self._calls, last)])
        is_through = bool(apart) and self._held.issuperset(apart)
        beside = held[True] | held[False]
        return sum(call not in held[True] and (call in beside or not is_through) for call in self._calls), len(
            self._calls
        )

    def again(self, changed: ChangedTests) -> str:
        """Return the tests with the value that was changed far from what it was; empty where that cannot be."""
        edit = next((edit for edit in self._all if edit.start == changed.place), None)
        other = edit and _far_literal(edit.text, self._chance, edit.is_character)
        if edit is None or not other:
            return ""
        data, others = self._data, self._labels(edit, other) | dict.fromkeys(self._copies(edit), other)
        for one in sorted(others, reverse=True):
            data = data[: one.start] + others[one].encode() + data[one.end :]
        return data.decode("utf-8", "replace")

    def draw(self, *, alone: bool = False) -> ChangedTests | None:
        """Return the tests with a value changed; `None` where there is none that can be.

        Of all others each is changed too by a coin, unless one is to be changed `alone`: a checksum of the values would
        tell tests with one change from others.
        """
        units = self._best()
        if not units:
            return None
        if alone and all(self._changed[True][edit.start] for unit in units for edit in self._values(unit)):
            units = self._lower() or units
        extra = self._apart() if alone else []
        is_extra = bool(extra) and self._chance.random() < _EXTRA
        units = extra if is_extra else units
        unit, way = self._turn(units, (Way.NEAR,) if is_extra else tuple(Way), alone=alone)
        pair = self._pair(unit) if unit in self._swapped and way is Way.TURNED else []
        first = pair[0] if pair else self._value(unit, alone=alone)
        others = [] if alone else [self._value(other, alone=False) for other in units if other != unit]
        chosen = [*(pair or (first,))]
        for edit in others:
            if self._chance.random() < 0.5 and not any(_takes_back(edit, one) for one in chosen):
                chosen.append(edit)
        is_exact = all(edit.is_exact for edit in chosen) and (first.is_last or not is_extra)
        place = None if pair else first.start
        is_sole = sum(edit.is_expected for edit in self._edits[unit]) == 1 and not _QUOTED.fullmatch(first.text)
        text = self._text(chosen, pair, way)
        return ChangedTests(text, unit, place, first.is_expected, is_exact, way, is_extra, is_sole, first.is_open)

    def _turn(self, units: list[int], ways: tuple[Way, ...], *, alone: bool) -> tuple[int, Way]:
        """Return an expression, and the way in which its value is changed: one that it fits, taken as seldom as any.

        An expression comes again once all had their turn, and then those first that fit what was taken seldom.
        """
        turns, taken = self._turns[alone], self._taken[alone]
        fewest = min(turns[unit] for unit in units)
        first = [unit for unit in units if turns[unit] == fewest]
        some = self._chance.sample(units, min(len(units), _LOOKED_AT)) if fewest else [self._chance.choice(first)]
        fitting = [(unit, way) for unit in some for way in ways if self._fits(unit, way)]
        ranks = [(taken[self._is_text(unit), way], turns[unit], self._comes_later(unit, way)) for unit, way in fitting]
        chosen = [one for one, rank in zip(fitting, ranks, strict=True) if rank == min(ranks)]
        unit, way = self._chance.choice(chosen or [(some[0], Way.NEAR)])
        turns[unit] += 1
        taken[self._is_text(unit), way] += 1
        return unit, way

    def _comes_later(self, unit: int, way: Way) -> bool:
        """Return whether others are taken first: the case of a text, what suits a number of one digit."""
        if self._is_text(unit):
            return way is not Way.RESTS
        return way in _OF_LONG and len(self._edits[unit][-1].text) == 1

    def _is_text(self, unit: int) -> bool:
        return _QUOTED.fullmatch(self._edits[unit][-1].text) is not None

    def _fits(self, unit: int, way: Way) -> bool:
        """Return whether the value of an expression can be changed in a way."""
        edit = self._edits[unit][-1]
        if way is Way.NEAR and not (self._has_reference and self._is_text(unit)):
            return True
        if way is Way.KNOWN:
            return bool(self._alike(edit))
        if way is Way.TURNED and unit in self._swapped and self._pair(unit):
            return True
        return (way is Way.PART or len(edit.text) > 1) and bool(self._varied(edit, way))

    def drop(self, changed: ChangedTests) -> None:
        """Change this literal no more: others of its expression take its place, if there are any."""
        self._extras -= changed.is_extra
        self._unnoticed += changed.place != self._edits[changed.unit][-1].start and not changed.is_extra
        if changed.place is None:
            self._swapped.discard(changed.unit)
            return
        if (
            self._has_reference
            and not changed.is_extra
            and not changed.is_open
            and changed.way in _SUBTLE - self._left_out
        ):
            self._left_out.add(changed.way)
            return
        left = [edit for edit in self._edits[changed.unit] if edit.start != changed.place]
        self._edits[changed.unit] = left
        if left:
            self._turns[True][changed.unit] = self._turns[False][changed.unit] = 0
        else:
            del self._edits[changed.unit]

    def _values(self, unit: int) -> list[_Edit]:
        """Return the values that an expression expects; what stands last in it where it expects none."""
        edits = self._edits[unit]
        expected = [edit for edit in edits if edit.is_expected]
        if edits[-1].is_expected and self._unnoticed < MOST_UNNOTICED:
            return expected
        others = [edit for edit in expected if edit.text not in _TRUTH]  # `f(1).equals(2) == true` says 2
        return (others if others and edits[-1].text in ("true", "True", "TRUE") else edits)[-1:]

    def _value(self, unit: int, *, alone: bool) -> _Edit:
        """Return a value of an expression that was changed as seldom as any of its values."""
        values, changed = self._values(unit), self._changed[alone]
        fewest = min(changed[edit.start] for edit in values)
        value = self._chance.choice([edit for edit in values if changed[edit.start] == fewest])
        changed[value.start] += 1
        return value

    def _pair(self, unit: int) -> list[_Edit]:
        """Return two values of one kind in an expression that differ; nothing where there are none."""
        values = self._values(unit)
        first = self._chance.choice(values)
        alike = [edit for edit in values if edit.text != first.text and _form(edit.text)[0] == _form(first.text)[0]]
        return [first, self._chance.choice(alike)] if alike else []

    def _best(self) -> list[int]:
        ranks = {unit: edits[-1].rank for unit, edits in self._edits.items()}
        return [unit for unit, rank in ranks.items() if rank == min(ranks.values())]

    def _lower(self) -> list[int]:
        """Return the expressions of lower ranks whose values are expected and were not each changed alone."""
        best = set(self._best())
        lower = {unit: self._values(unit) for unit, edits in self._edits.items() if edits[-1].is_expected}
        changed = self._changed[True]
        return [
            unit for unit, values in lower.items() if unit not in best and not all(changed[one.start] for one in values)
        ]

    def _apart(self) -> list[int]:
        """Return the values that stand apart, where others are expected; none where too many had no effect."""
        best = set(self._best()) if self._extras > 0 else set(self._edits)
        return [unit for unit, edits in self._edits.items() if edits[-1].is_apart and unit not in best]

    def _text(self, chosen: list[_Edit], pair: list[_Edit], way: Way) -> str:
        """Return the tests with other values; where these were drawn before, they are drawn once more.

        Those of `pair` have each other's; the first of others is changed in the given way.
        """
        given = {one: other.text for one, other in zip(pair, reversed(pair), strict=True)}
        for attempt in range(_TRIES):
            data, others = self._data, dict[_Edit, str]()
            for edit in chosen:
                one_way = way if edit == chosen[0] else self._chance.choice(list(Way))
                other = given.get(edit) or self._another(edit, attempt, one_way)
                if edit.is_apart and not edit.is_expected:  # a larger input may take a candidate that is slow too long
                    tries = [self._another(edit, attempt, one_way) for _ in range(_TRIES)]
                    tries += [changed_literal(edit.text, self._chance) or other for _ in range(_TRIES)]
                    other = next((one for one in tries if _is_smaller(one, edit.text)), other)
                others = self._labels(edit, other) | dict.fromkeys(self._copies(edit), other) | others
            for edit in sorted(others, reverse=True):
                data = data[: edit.start] + others[edit].encode() + data[edit.end :]
            if data not in self._made:
                break
        self._made.add(data)
        return data.decode("utf-8", "replace")

    def _copies(self, edit: _Edit) -> list[_Edit]:
        """Return the same value of the same expression wherever it stands."""
        place = edit.start - edit.unit
        alike = [other for other in self._all if (other.around, other.start - other.unit) == (edit.around, place)]
        return [edit] if edit.is_apart else alike

    def _labels(self, edit: _Edit, other: str) -> dict[_Edit, str]:
        """Return the messages of the same assertion that name a value, with another one in its place."""
        old, new = edit.text.strip(_QUOTES), other.strip(_QUOTES)
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
        begins, ends = edit.statement
        labels = [one for one in self._all if one.is_label and begins <= one.start < ends and old]
        return {one: word.sub(lambda _: new, one.text) for one in labels if word.search(one.text)}

    def _another(self, edit: _Edit, attempt: int, way: Way) -> str:
        """Return another value for a literal: one that has in common with it what `way` says, or one near or random.

        What the tests expect elsewhere looks no different from the values around it.
        """
        alike = self._alike(edit) if way is Way.KNOWN else []
        made = self._chance.choice(alike) if alike else self._varied(edit, way)
        if made and attempt < _TRIES / 2:
            return made
        is_far = edit.is_expected and (attempt > 0 or self._chance.random() < _FAR)
        return changed_literal(edit.text, self._chance, character=edit.is_character, is_far=is_far) or edit.text

    def _alike(self, edit: _Edit) -> list[str]:
        """Return the other values of the same form that are expected elsewhere, or are not, as this one."""
        known = {edits[-1].text for edits in self._edits.values() if edits[-1].is_expected is edit.is_expected}
        return sorted(text for text in known - {edit.text} if _form(text) == _form(edit.text))

    def _varied(self, edit: _Edit, way: Way) -> str:
        """Return another value that has in common with a literal what `way` says; empty where there is none."""
        if way is Way.KNOWN or way in self._left_out or (not self._has_reference and _QUOTED.fullmatch(edit.text)):
            return ""
        tries = (_varied(edit.text, way, self._chance) for _ in range(_TRIES))
        return next((made for made in tries if made and made != edit.text), "")


_OF_LONG = frozenset((Way.RESTS, Way.TURNED, Way.PART))
"""Ways that leave little in common with a value of one digit: it is changed in others first."""
_SUBTLE = frozenset((Way.NEAR, Way.RESTS, Way.PART))
"""Ways of changes that tests may not notice though they notice others: in decimals, signs, small and large letters."""


def _takes_back(edit: _Edit, other: _Edit) -> bool:
    """Return whether one change may take back the other: `f(1).is(2) == true` holds as `f(1).is(5) == false` does."""
    return edit.statement == other.statement and (edit.text in _TRUTH) is not (other.text in _TRUTH)


def changed_literal(text: str, chance: random.Random, *, character: bool = False, is_far: bool = False) -> str | None:
    """Return another value of the same type and form as a literal, drawn at random; `None` where none can be made.

    A number becomes one near it, or any one with as many digits if `is_far`.

    >>> import random
    >>> [changed_literal(text, random.Random(2)) for text in ("1", "1.5", "9u8", '"a1"', "true", "0x10", "1e-6")]
    ['2', '2.5', '8u8', '"d1"', 'false', '0x1e', None]
    """
    if text in _TRUTH:
        return _TRUTH[text]
    if text[:1] == "-":
        made = changed_literal(text[1:], chance, is_far=is_far)
        return made and f"-{made}"
    if character:
        return _changed_character(text, chance)
    based = _BASED.fullmatch(text)
    if based is not None:
        digits = {"x": "0123456789abcdef", "b": "01"}.get(text[1].lower(), "01234567")
        return f"{based[1]}{chance.choice(digits.replace(based[2].lower(), ''))}{based[3]}"
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return _changed_number(number, chance, is_far=is_far)
    quoted = _QUOTED.fullmatch(text)
    return None if quoted is None else _changed_string(quoted, chance)


def _is_smaller(text: str, other: str) -> bool:
    return text.isdecimal() and other.isdecimal() and len(text) < _LONGEST_NUMBER and int(text) < int(other)


def _far_literal(text: str, chance: random.Random, is_character: bool) -> str:
    """Return another value that is as far from a literal as any third one of those drawn; empty where there is none."""
    drawn = (changed_literal(text, chance, character=is_character, is_far=True) for _ in range(3 * _TRIES))
    made = {one for one in drawn if one}
    plain = re.compile(r"-?\d[\d_]*(?:\.\d+)?")
    if not all(plain.fullmatch(one) for one in (*made, text)):
        return next(iter(made), "")
    far = sorted(made, key=lambda one: abs(float(one) - float(text)))
    return chance.choice(far[2 * len(far) // 3 :]) if far else ""


def _form(text: str) -> str:
    """Return what a literal looks like: which of its characters are digits, small or large letters, or others.

    >>> _form('"aB-3"'), _form("12.5")
    ('"aA-0"', '00.0')
    """
    return re.sub(r"[0-9]", "0", re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", text)))


def _changed_character(text: str, chance: random.Random) -> str:
    found = _other_character(text[-2], chance) if len(text) >= 3 and text[-3] == "'" else ""
    if found:
        return f"{text[:-2]}{found}'"
    prefix = text[: text.index("'")] if "'" in text else ""
    return f"{prefix}'{chance.choice(_CLASSES[0])}'"


def _changed_number(found: re.Match[str], chance: random.Random, *, is_far: bool) -> str | None:
    whole, rest, suffix = found[1].replace("_", ""), found[2], found[3] or ""
    if len(whole) > _LONGEST_NUMBER or (whole.startswith("0") and len(whole) > 1):
        return None
    if whole == "0" and suffix[:1].lower() in ("x", "b", "o"):
        return None
    if re.search(r"[eE]-", rest) or (int(whole) == 0 and re.match(r"\.0", rest)):
        return (
            None if re.search(r"[1-9]", whole + rest) else f"{chance.randint(1, 9)}{rest}{suffix}"
        )  # else a tolerance
    value, digits = int(whole), len(whole)
    least, most = 0 if digits == 1 else 10 ** (digits - 1), 10**digits - 1
    if digits >= _LARGE and value > least:
        most = value - 1
    near = [value + step for way in _STEPS for step in (way, -way) if least <= value + step <= most]
    other = value if is_far or not near else chance.choice(near)
    while other == value:
        other = chance.randint(least, most)
    return f"{other}{rest}{suffix}"


def _changed_string(quoted: re.Match[str], chance: random.Random) -> str | None:
    """Replace one character of a string; one that has none to replace becomes longer by a letter.

    Leave a string alone that holds only a variable.
    """
    text, body_at = quoted[1], _body_at(quoted)
    places = _places(text, body_at)
    word = [place for place in places if text[place].isalnum()]
    if not places and text[body_at : body_at + 1] == "$":
        return None
    if not places:
        return f"{text}{chance.choice(_CLASSES[0])}{quoted[2]}"
    place = chance.choice(word or places)
    other = _other_character(text[place], chance, "" if word else text[body_at:])
    return f"{text[:place]}{other}{text[place + 1 :]}{quoted[2]}"


def _varied(text: str, way: Way, chance: random.Random) -> str:
    """Return another value that has in common with a literal what `way` says; empty where there is none."""
    sign, plain = ("-", text[1:]) if text[:1] == "-" else ("", text)
    number = _NUMBER.fullmatch(plain)
    if number is None:
        return _varied_string(text, way, chance)
    if sign and way is Way.PART and chance.random() < _SIGNS:
        return f" {plain}"
    whole, rest, suffix = number[1], number[2], number[3] or ""
    if "_" in whole or "e" in rest.lower() or changed_literal(plain, chance) is None:
        return ""
    made = _VARIED[way](whole, rest, chance)
    if not made or (len(whole) > 1 and made[0] == "0") or (len(whole) >= _LARGE and made > whole + rest):
        return ""
    return f"{sign}{made}{suffix}"


_SIGNS = 1 / 3
"""How often a part of a negative number that is another one is its sign."""


def _near_number(whole: str, rest: str, chance: random.Random) -> str:
    """Change the last decimal; return a number near a whole one of several digits with as many bits set, if any is."""
    if rest:
        return f"{whole}{rest[:-1]}{_other_character(rest[-1], chance)}"
    if len(whole) == 1:
        return ""
    value = int(whole)
    near = [value + step * sign for step in _NEAR for sign in (1, -1) if step < value]
    alike = [str(other) for other in near if other.bit_count() == value.bit_count() and len(str(other)) == len(whole)]
    return chance.choice(alike[:2]) if alike else ""


def _same_rests(whole: str, rest: str, chance: random.Random) -> str:
    value = int(whole)
    far = [value + step * sign for step in _RESTS for sign in (1, -1)]
    fitting = [other for other in far if other >= 0 and len(str(other)) == len(whole)][: 2 * _LARGEST_RESTS]
    return f"{chance.choice(fitting)}{rest}" if fitting else ""


def _turned_number(whole: str, rest: str, chance: random.Random) -> str:
    return _turned(f"{whole}{rest}", list(range(len(whole))), chance)


def _other_part(whole: str, rest: str, chance: random.Random) -> str:
    """Change one digit: the first or last, one behind the point, or any other."""
    last = len(whole) - 1
    places = [0, last, chance.randint(0, last)] + ([last + 2, last + len(rest)] if len(rest) > 1 else [])
    place, digits = chance.choice(places), f"{whole}{rest}"
    return f"{digits[:place]}{_other_character(digits[place], chance)}{digits[place + 1 :]}"


_VARIED = {
    Way.NEAR: _near_number,
    Way.RESTS: _same_rests,
    Way.TURNED: _turned_number,
    Way.PART: _other_part,
}
"""Way → what makes another number of its whole digits and what stands behind them; empty where none is made so."""


def _varied_string(text: str, way: Way, chance: random.Random) -> str:
    quoted = _QUOTED.fullmatch(text)
    if quoted is None:
        return ""
    if way is Way.TURNED:
        return chance.choice((_turned_string, _moved_blank))(text, chance) or _turned_string(text, chance)
    places = [place for place in _places(text, _body_at(quoted)) if place < len(quoted[1])]
    kinds = [[place for place in places if is_kind(text[place])] for is_kind in (str.isalpha, str.isdigit, _is_sign)]
    chosen = [kind for kind in kinds if kind]
    if way is Way.RESTS:
        chosen = kinds[:1]
    if way is Way.NEAR:
        chosen = [kind for kind in kinds[1:] if kind]
    if not chosen or not chosen[0]:
        return ""
    kind = chance.choice(chosen)
    place = chance.choice((kind[0], kind[-1], chance.choice(kind)))
    other = text[place].swapcase() if way is Way.RESTS else _other_character(text[place], chance)
    return f"{text[:place]}{other}{text[place + 1 :]}"


def _is_sign(character: str) -> bool:
    return not character.isalnum()


def _moved_blank(text: str, chance: random.Random) -> str:
    """Let a blank of a string and the letter or digit behind it change places; return nothing where none stands so."""
    found = [one.start() for one in re.finditer(r"(?<=\w) (?=[a-zA-Z0-9]\w)", text)]
    if not found:
        return ""
    place = chance.choice(found)
    return f"{text[:place]}{text[place + 1]} {text[place + 2 :]}"


def _turned_string(text: str, chance: random.Random) -> str:
    """Let two letters or two digits of a string change places; return nothing where it has no two that differ."""
    quoted = _QUOTED.fullmatch(text)
    if quoted is None:
        return ""
    places = [place for place in _places(text, _body_at(quoted)) if place < len(quoted[1]) and text[place].isalnum()]
    return _turned(text, places, chance)


def _turned(text: str, places: list[int], chance: random.Random) -> str:
    """Let the characters at two of the places that have one form and differ change places, if there are any."""
    chance.shuffle(places)
    for place in places:
        others = [other for other in places if text[other] != text[place] and _form(text[other]) == _form(text[place])]
        if others:
            first, second = sorted((place, others[0]))
            return f"{text[:first]}{text[second]}{text[first + 1 : second]}{text[first]}{text[second + 1 :]}"
    return ""


def _body_at(quoted: re.Match[str]) -> int:
    """Return where the text of a string begins, behind its prefix and quote."""
    prefix = r"[a-zA-Z]{0,2}#*[\"'`](?:[^\s()\"]{0,16}\()?" if quoted[2][0] == ")" else r"[a-zA-Z]{0,2}#*."
    opening = re.match(prefix, quoted[1])
    return opening.end() if opening else len(quoted[1])


def _places(text: str, body_at: int) -> list[int]:
    """Return where a string has characters that can be others without a change of what it means around them."""
    body = text[body_at:]
    fixed = {place for found in _FIXED.finditer(body) for place in range(*found.span())}
    return [
        body_at + place for place, character in enumerate(body) if place not in fixed and character in "".join(_CLASSES)
    ]


def _other_character(character: str, chance: random.Random, around: str = "") -> str:
    """Return another character of the same class, one of those `around` it if possible; empty where it has none."""
    known = next((known for known in _CLASSES if character in known), character)
    others = known.replace(character, "")
    return chance.choice([other for other in others if other in around] or list(others) or [""])


def without_comments(tests: str, language: Language) -> str:
    """Return tests with blanks in place of comments, which may say what is expected; directives stay.

    >>> from assay.languages.known import languages
    >>> without_comments("#!/usr/bin/node\\nf(1); // is 2", languages()["javascript"])
    '#!/usr/bin/node\\nf(1);        '
    """
    try:
        parsed = parse(tests, language)
    except CodeTooLarge:
        return tests
    code = bytearray(parsed.code)
    waiting = [parsed.root]
    while waiting:
        node = waiting.pop()
        if node.type not in language.comments:
            waiting += node.children
        elif not _DIRECTIVE.match(parsed.text(node)):
            code[node.start_byte : node.end_byte] = re.sub(rb"[^\n]", b" ", code[node.start_byte : node.end_byte])
    return bytes(code[parsed.shift :]).decode("utf-8", "surrogateescape")


def _edits(tests: str, *, language: Language, named: re.Pattern[bytes], shown: str, is_bare: bool) -> list[_Edit]:
    parsed = parse(tests, language)
    kinds = {*language.literals, *language.strings}
    edits, given = [], dict[int, list[tuple[int, int]]]()
    statements = dict[tuple[int, int], tuple[int, int, str]]()
    for node in _literals(parsed.root, kinds):
        before = parsed.code[max(0, node.start_byte - 40) : node.start_byte].decode("utf-8", "replace")
        if _LOOKED_UP.search(before):
            continue
        unit = _unit(node, named, parsed.code)
        is_named = unit is node and _is_expected(before.rpartition("\n")[2], tests)
        is_shown = _arguments(parsed.text(unit)) in shown
        if (unit.start_byte, unit.end_byte) not in statements:
            whole = _statement(unit)
            cut = parsed.code[whole.start_byte : min(whole.end_byte, whole.start_byte + LONGEST_STATEMENT)]
            found_text = cut.decode("utf-8", "replace")
            statements[unit.start_byte, unit.end_byte] = whole.start_byte, whole.end_byte, found_text
        begins, ends, statement = statements[unit.start_byte, unit.end_byte]
        cut = parsed.code[max(begins, node.start_byte - LONGEST_STATEMENT) : node.start_byte]
        lead, rest = cut.decode("utf-8", "replace"), parsed.code[node.end_byte : ends][:LONGEST_STATEMENT]
        is_label = _QUOTED.fullmatch(parsed.text(node)) is not None and assertions.is_label(lead)
        is_returned = unit is not node and not _is_call(unit, named, parsed.code) and not _leaves(node, unit)
        if unit.type == "token_tree" and unit.start_byte not in given:  # a macro's arguments are no calls
            found = named.finditer(parsed.code, unit.start_byte, unit.end_byte)
            given[unit.start_byte] = [_brackets(parsed.code[: unit.end_byte], call.end()) for call in found]
        is_given = any(first < node.start_byte < last for first, last in given.get(unit.start_byte, ()))
        is_returned &= not is_label and not is_given
        if is_returned and is_bare:
            is_returned = assertions.is_operand(lead, rest.decode("utf-8", "replace"), named)
        is_expected = is_named or is_returned
        start, end = node.start_byte - parsed.shift, node.end_byte - parsed.shift
        text, is_exact = parsed.text(node), not assertions.is_loose(_own_lines(unit, parsed.code, begins, ends))
        is_open = assertions.is_open(statement, text, named)
        above = node.parent
        if (
            text[:1].isdigit()
            and above is not None
            and _NEGATIVE.search(above.type)
            and parsed.text(above) == f"-{text}"
        ):
            start, text = start - 1, f"-{text}"
        is_apart, around = unit is node and above is not None and _is_row(above), parsed.text(unit)
        is_character, place = "char" in node.type, unit.start_byte - parsed.shift
        is_last = _CLOSED.match(parsed.code, node.end_byte) is not None
        edits.append(
            _Edit(
                *(start, end, text, is_character, place, is_expected, is_shown),
                *(is_exact, is_label, is_open, is_apart, is_last, (begins - parsed.shift, ends - parsed.shift), around),
            )
        )
    return edits


def _leaves(node: tree_sitter.Node, unit: tree_sitter.Node) -> bool:
    """Return whether a literal is in what an expression does when it leaves the test."""
    while node != unit and node.parent is not None:
        if _LEAVES.search(node.type):
            return True
        node = node.parent
    return False


def _statement(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return the statement that an expression is in, or is."""
    while node.parent is not None and not _BLOCK.search(node.parent.type):
        node = node.parent
    return node


def _is_row(node: tree_sitter.Node) -> bool:
    """Return whether a node (or the parent of its sign) holds values and is not the arguments of a call."""
    if _NEGATIVE.search(node.type) and node.parent is not None:
        node = node.parent
    return _ROW.search(node.type) is not None and "argument" not in node.type


def _plain_edits(tests: str, *, named: re.Pattern[bytes], shown: str, is_bare: bool) -> list[_Edit]:
    """Return the edits in tests that no grammar reads; a line that names what is tested expects the rest."""
    edits, start = list[_Edit](), 0
    for line in tests.encode("utf-8", "replace").split(b"\n"):
        is_tested = named.search(line) is not None
        whole = line.decode("utf-8", "replace")
        is_exact = not assertions.is_loose(whole)
        is_shown = is_tested and _arguments(line.decode("utf-8", "replace")) in shown
        given = [_brackets(line, call.end()) for call in named.finditer(line)]
        for found in _PLAIN.finditer(line):
            text, before = found[0].decode("utf-8", "replace"), line[: found.start()].decode("utf-8", "replace")
            if not _LOOKED_UP.search(before):
                is_given = any(start < found.start() < end for start, end in given)
                is_label = _QUOTED.fullmatch(text) is not None and assertions.is_label(before)
                is_returned = is_tested and not is_given and not is_label
                if is_returned and is_bare:
                    is_returned = assertions.is_operand(before, line[found.end() :].decode("utf-8", "replace"), named)
                is_expected = is_returned or _is_expected(before, tests)
                is_open = assertions.is_open(whole, text, named)
                first, last = start + found.start(), start + found.end()
                is_apart = not is_tested and before.lstrip()[:1] in tuple("[{(")
                is_last = _CLOSED.match(line, found.end()) is not None
                edits.append(
                    _Edit(
                        *(first, last, text, False, start, is_expected, is_shown),
                        *(is_exact, is_label, is_open, is_apart, is_last, (start, start + len(line)), whole),
                    )
                )
        start += len(line) + 1
    return edits


def _brackets(line: bytes, place: int) -> tuple[int, int]:
    """Return where the round brackets begin and end that open at a place of a line; an empty stretch where none do."""
    opening = _OPENING.match(line, place)
    if opening is None:
        return place, place
    depth = 0
    for found in re.finditer(rb"[()]", line[place:]):
        depth += 1 if found[0] == b"(" else -1
        if depth == 0:
            return opening.end() - 1, place + found.start()
    return place, place


def _is_expected(before: str, tests: str) -> bool:
    """Return whether what stands in a line before a value names it as one that is expected."""
    found = _EXPECTED.search(before[-200:])
    return found is not None and (found[1].lower() != "v" or _COMPARED.search(tests) is not None)


def _own_lines(unit: tree_sitter.Node, code: bytes, begins: int, ends: int) -> str:
    """Return the lines of a text in which an expression stands, as far as its statement goes."""
    end = code.find(b"\n", unit.end_byte)
    first = max(begins, code.rfind(b"\n", 0, unit.start_byte) + 1)
    return code[first : min(ends, end if end >= 0 else len(code))].decode("utf-8", "replace")


def _is_call(unit: tree_sitter.Node, named: re.Pattern[bytes], code: bytes) -> bool:
    """Return whether an expression calls what is tested itself, so that literals in it are arguments."""
    if _CALL.search(unit.type) is None:
        return False
    arguments = [child for child in unit.children if "argument" in child.type]
    given = unit.child(1) if unit.type == "command" else arguments[-1] if arguments else None
    called = code[unit.start_byte : given.start_byte if given else unit.end_byte]
    words = re.findall(rb"\w+", called)
    return not words or named.fullmatch(words[-1]) is not None


def _called(named: re.Pattern[bytes]) -> re.Pattern[bytes]:
    """Return a pattern of the calls of what is tested, in any language, without its definitions."""
    name = named.pattern
    return re.compile(
        rb"(?<!function )(?<!def )(?<!sub )(?<!func )(?<!fn )(?:"
        + name
        + rb"(?:::<[^()\n]*>|->|\.(?:call)?)?\((?!\)\s*\{)|(?<=[(`])\s*"
        + name
        + rb"(?=\s+[^\s&|)=]))"
    )


def _arguments(text: str) -> str:
    """Return what stands in the first round brackets of an expression, without blanks; a mark where there are none."""
    _, _, rest = text.partition("(")
    return _packed(rest.partition(")")[0]) or "\0"


def _packed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _literals(root: tree_sitter.Node, kinds: set[str]) -> Iterator[tree_sitter.Node]:
    """Yield the literals in the order of the text, those left out that are no values."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in kinds:
            yield node
        elif not _KEPT.search(node.type):
            waiting.extend(reversed(node.children))


def _unit(node: tree_sitter.Node, named: re.Pattern[bytes], code: bytes) -> tree_sitter.Node:
    """Return the smallest expression or statement around a literal that names what is tested, or the literal itself."""
    found: tree_sitter.Node | None = node
    while found is not None and not _BLOCK.search(found.type):
        if named.search(code, found.start_byte, found.end_byte):
            return found
        found = found.parent
    return node
