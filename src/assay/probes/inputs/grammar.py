"""A small language that says what the input of a program looks like, and texts drawn from it.

    n:int(1..5) NEWLINE int(-9..9){n}

is a number from 1 to 5, a new line, and as many numbers. The parts, with a blank between those on one line:

| part | stands for |
|---|---|
| `int(1..9)` | a whole number; bounds are numbers or names, as in `int(0..n)` or `int(1..n-1)` |
| `float(0..1)` | a number with up to three decimals |
| `word(abc, 1..5)` | a word of these letters, so long; ranges such as `a-z` and `0-9` are short for their letters |
| `choice(add, del, "two words")` | one of these texts |
| `"text"` | just that text |
| `NEWLINE` | the end of a line; one at the end of all is added |
| `( … )` | several parts as one |
| `name:part` | the same part; `name` is its value in bounds and counts behind it |
| `part{n}`, `part{1..3}` | the part so many times |

A drawing is decided by a list of whole numbers, each of which chooses something: 0 is the simplest, and what is
missing is 0. So texts become smaller as their numbers do, and never leave the grammar.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.errors import InvalidValue

MAX_GRAMMAR = 10_000
"""Characters of a grammar."""
MAX_DEPTH = 50
MAX_PARTS = 100_000
"""Parts of one text: a grammar that asks for more is an error."""
MAX_COUNT = 10_000
DECIMALS = 3
LONGEST_NUMBER = 300
"""Digits of a bound: Python reads some thousands, a float holds this many."""
_TOKEN = re.compile(
    r"""\s*(?: (?P<text>"(?:[^"\\\n]|\\.)*") | (?P<range>\.\.) | (?P<number>[-+]?\d+(?:\.\d+)?(?!\w))
    | (?P<name>[A-Za-z_]\w*) | (?P<sign>[(){}:,+-]) )""",
    re.VERBOSE,
)
_FUNCTIONS = ("int", "float", "word", "choice")


@dataclass(frozen=True, slots=True)
class Bound:
    """A number in a grammar: a constant, or the value of a name plus a constant."""

    plus: float = 0
    name: str = ""

    def value(self, values: dict[str, float]) -> float:
        return self.plus + (values[self.name] if self.name else 0)


@dataclass(frozen=True, slots=True)
class GrammarPart:
    """One part of a grammar."""

    kind: str
    """`int`, `float`, `word`, `choice`, `newline`, `group` or `repeat`."""
    low: Bound = Bound()
    high: Bound = Bound()
    """Of a number, of the length of a word, or of how often the part is repeated."""
    texts: tuple[str, ...] = ()
    """The letters of a word, or the texts to choose from."""
    parts: tuple[GrammarPart, ...] = ()
    name: str = ""
    place: int = 0
    """Where it stands in the grammar."""


class Grammar:
    """What the input of a program looks like.

    >>> grammar = Grammar("n:int(1..5) NEWLINE int(-9..9){n}")
    >>> grammar.text([]), grammar.text([2, 2, 0, 10])
    ('1\\n0\\n', '3\\n2 0 -1\\n')
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._parts = _Parser(source).parse()

    def text(self, choices: Sequence[int]) -> str:
        """Return the text that these choices lead to; raises `InvalidValue` where the grammar contradicts itself."""
        drawn = _Drawing(self.source, choices)
        drawn.draw(self._parts, {})
        return drawn.finish()

    def draws(self, seed: int) -> Iterator[list[int]]:
        """Yield choices without end: the simplest text first, and then random ones, with borders among them."""
        yield []
        for index in _numbers():
            chance = random.Random(f"{seed} {index}")
            drawn = _Drawing(self.source, (), chance)
            drawn.draw(self._parts, {})
            yield drawn.made


def _numbers() -> Iterator[int]:
    index = 0
    while True:
        yield index
        index += 1


@dataclass(slots=True)
class _Drawing:
    """One text in the making, from given choices and then from chance, if there is any."""

    source: str
    choices: Sequence[int]
    chance: random.Random | None = None
    made: list[int] = field(default_factory=list)
    """The choices that were used."""
    lines: list[list[str]] = field(default_factory=lambda: [[]])
    parts: int = 0

    def draw(self, parts: Sequence[GrammarPart], values: dict[str, float]) -> None:
        for part in parts:
            self.parts += 1
            if self.parts > MAX_PARTS:
                raise InvalidValue(f"grammar: a text may have {MAX_PARTS} parts, and this one asks for more")
            value = self._one(part, values)
            if part.name and value is not None:
                values[part.name] = value

    def finish(self) -> str:
        lines = self.lines if self.lines[-1] else self.lines[:-1]
        return "".join(" ".join(line) + "\n" for line in lines)

    def _one(self, part: GrammarPart, values: dict[str, float]) -> float | None:
        match part.kind:
            case "newline":
                self.lines.append([])
            case "choice":
                self.lines[-1].append(part.texts[self._choose(len(part.texts))])
            case "group":
                self.draw(part.parts, values)
            case "repeat":
                for _ in range(self._number(part, values, least=0, most=MAX_COUNT)):
                    self.draw(part.parts, values)
            case "word":
                size = self._number(part, values, least=0, most=MAX_COUNT)
                letters = part.texts[0]
                self.lines[-1].append("".join(letters[self._choose(len(letters))] for _ in range(size)))
            case "float":
                return self._float(part, values)
            case _:
                number = self._number(part, values)
                self.lines[-1].append(str(number))
                return number
        return None

    def _float(self, part: GrammarPart, values: dict[str, float]) -> float:
        scale = int(10**DECIMALS)
        low, high = (round(bound.value(values) * scale) for bound in (part.low, part.high))
        self._check(part, low, high)
        number: float = _nearest_zero(low, high, self._choose(high - low + 1)) / scale
        self.lines[-1].append(f"{number:.{DECIMALS}f}".rstrip("0").rstrip("."))
        return number

    def _number(
        self, part: GrammarPart, values: dict[str, float], *, least: int | None = None, most: int | None = None
    ) -> int:
        low, high = int(part.low.value(values)), int(part.high.value(values))
        if (least is not None and low < least) or (most is not None and high > most):
            raise InvalidValue(f"grammar: a count or a length must be from {least} to {most}, got {self._here(part)}")
        self._check(part, low, high)
        return _nearest_zero(low, high, self._choose(high - low + 1))

    def _check(self, part: GrammarPart, low: int, high: int) -> None:
        if low > high:
            raise InvalidValue(f"grammar: there is nothing from {low} to {high}, in {self._here(part)}")

    def _here(self, part: GrammarPart) -> str:
        return repr(self.source[part.place : part.place + 40])

    def _choose(self, many: int) -> int:
        """Return one of `many` choices, 0 and up; where there is only one, none is used up."""
        if many == 1:
            return 0
        place = len(self.made)
        if place < len(self.choices):
            wanted = self.choices[place]
            chosen = wanted if 0 <= wanted < many else abs(wanted) % many
        elif self.chance is None:
            chosen = 0
        else:
            border = self.chance.random() < 0.2
            chosen = self.chance.choice((0, many - 1)) if border else self.chance.randrange(many)
        self.made.append(chosen)
        return chosen


def _nearest_zero(low: int, high: int, choice: int) -> int:
    """Return the number of a choice: 0 is the one that is nearest to 0, then come greater ones, and then negative ones.

    >>> [_nearest_zero(-2, 3, choice) for choice in range(6)]
    [0, 1, 2, 3, -1, -2]
    """
    if high <= 0:
        return high - choice
    start = max(low, 0)
    return start + choice if choice <= high - start else high - start - choice


class _Parser:
    """Reads a grammar; every mistake names the place."""

    def __init__(self, source: str) -> None:
        if not source.strip():
            raise InvalidValue("grammar: it is empty; write for example: n:int(1..5) NEWLINE int(-9..9){n}")
        if len(source) > MAX_GRAMMAR:
            raise InvalidValue(f"grammar: it may have {MAX_GRAMMAR} characters, got {len(source)}")
        self.source = source
        self.at = 0
        self.names: dict[str, bool] = {}
        """Each name so far, and whether it is a number."""

    def parse(self) -> tuple[GrammarPart, ...]:
        parts = self._sequence(0)
        if self._peek()[1]:
            raise self._wrong("a part")
        return parts

    def _sequence(self, depth: int) -> tuple[GrammarPart, ...]:
        if depth > MAX_DEPTH:
            raise InvalidValue(f"grammar: parts may be nested {MAX_DEPTH} deep, and these are nested deeper")
        found = []
        while self._peek()[1] not in ("", ")"):
            found.append(self._part(depth))
        if not found:
            raise self._wrong("a part")
        return tuple(found)

    def _part(self, depth: int) -> GrammarPart:
        place = self._place()
        name, after = "", self.at
        kind, text = self._next()
        if kind == "name" and self._peek()[1] == ":":
            self._next()
            name = text
            if name in _FUNCTIONS or name.upper() in ("NEWLINE", "NL"):
                raise InvalidValue(f"grammar: {name!r} at character {place + 1} is the name of a kind of part")
        else:
            self.at = after
        part = self._simple(depth, place)
        if self._peek()[1] == "{":
            self._next()
            low, high = self._bounds()
            self._expect("}")
            part = GrammarPart("repeat", low, high, parts=(part,), place=place)
        if name:
            self.names[name] = part.kind in ("int", "float")
            part = GrammarPart(part.kind, part.low, part.high, part.texts, part.parts, name, place)
        return part

    def _simple(self, depth: int, place: int) -> GrammarPart:
        here = self._place()
        kind, text = self._next()
        if kind == "text":
            return GrammarPart("choice", texts=(_unquoted(text),), place=place)
        if text == "(":
            parts = self._sequence(depth + 1)
            self._expect(")")
            return GrammarPart("group", parts=parts, place=place)
        if text.upper() in ("NEWLINE", "NL"):
            return GrammarPart("newline", place=place)
        if text in _FUNCTIONS:
            self._expect("(")
            part = self._called(text, place)
            self._expect(")")
            return part
        self.at = here
        raise self._wrong(f"a part: {', '.join(_FUNCTIONS)}, NEWLINE, a text in quotes, or parentheses")

    def _called(self, kind: str, place: int) -> GrammarPart:
        if kind == "choice":
            texts = [self._raw(",)")]
            while self._peek()[1] == ",":
                self._next()
                texts.append(self._raw(",)"))
            return GrammarPart("choice", texts=tuple(texts), place=place)
        if kind == "word":
            letters = _letters(self._raw(","), place)
            self._expect(",")
            low, high = self._bounds()
            return GrammarPart("word", low, high, (letters,), place=place)
        low, high = self._bounds()
        return GrammarPart(kind, low, high, place=place)

    def _bounds(self) -> tuple[Bound, Bound]:
        low = self._bound()
        if self._peek()[0] != "range":
            return low, low
        self._next()
        return low, self._bound()

    def _bound(self) -> Bound:
        place = self._place()
        kind, text = self._next()
        if kind == "number":
            return Bound(_number(text))
        if kind != "name":
            self.at = place
            raise self._wrong("a number or a name")
        if text not in self.names:
            known = ", ".join(self.names) or "none"
            raise InvalidValue(f"grammar: {text!r} at character {place + 1} has no value yet; names so far: {known}")
        if not self.names[text]:
            raise InvalidValue(f"grammar: {text!r} at character {place + 1} is not a number")
        sign = self._peek()
        if sign[0] == "number" and sign[1][0] in "+-":  # n-1
            return Bound(int(_number(self._next()[1])), text)
        if sign[1] not in ("+", "-"):
            return Bound(0, text)
        self._next()
        kind, number = self._next()
        if kind != "number":
            raise self._wrong("a number")
        return Bound(int(_number(number)) * (1 if sign[1] == "+" else -1), text)

    def _raw(self, end: str) -> str:
        """Return a text in quotes, or everything up to one of the signs in `end`."""
        place = self._place()
        if self.source.startswith('"', place):
            return _unquoted(self._next()[1])
        stop = min((found for sign in end if (found := self.source.find(sign, place)) >= 0), default=-1)
        text = self.source[place:stop].strip() if stop >= 0 else ""
        if not text:
            raise self._wrong("a text")
        self.at = stop
        return text

    def _expect(self, sign: str) -> None:
        place = self.at
        if self._next()[1] != sign:
            self.at = place
            raise self._wrong(repr(sign))

    def _place(self) -> int:
        return self.at + len(self.source[self.at :]) - len(self.source[self.at :].lstrip())

    def _peek(self) -> tuple[str, str]:
        here = self.at
        found = self._next()
        self.at = here
        return found

    def _next(self) -> tuple[str, str]:
        """Return the kind and the text of the next token; both are empty at the end."""
        found = _TOKEN.match(self.source, self.at)
        if found is None:
            if self.source[self.at :].strip():
                raise self._wrong("a part")
            return "", ""
        self.at = found.end()
        kind = str(found.lastgroup)
        return kind, found[kind]

    def _wrong(self, wanted: str) -> InvalidValue:
        place = self._place()
        rest = self.source[place : place + 30]
        return InvalidValue(f"grammar: expected {wanted} at character {place + 1}, got {rest or 'the end'!r}")


def _number(text: str) -> int | float:
    if len(text) > LONGEST_NUMBER:
        raise InvalidValue(f"grammar: a number has at most {LONGEST_NUMBER} digits, got {len(text):,}")
    return float(text) if "." in text else int(text)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def _letters(text: str, place: int) -> str:
    """Return the letters that `a-z0-9_` and the like stand for, each once."""
    found = re.sub(r"(.)-(.)", lambda pair: _range(pair[1], pair[2], place), text)
    return "".join(dict.fromkeys(found))


def _range(first: str, last: str, place: int) -> str:
    if not first <= last or ord(last) - ord(first) > 1000:
        raise InvalidValue(f"grammar: {first}-{last} at character {place + 1} is no range of letters")
    return "".join(map(chr, range(ord(first), ord(last) + 1)))
