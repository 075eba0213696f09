"""Standard input for programs: made from examples, or drawn from a grammar, and made smaller without leaving either."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from assay.errors import InvalidValue
from assay.probes.inputs.base import GIVEN, Input, copied
from assay.probes.inputs.grammar import Grammar
from assay.probes.inputs.layout import Layout
from assay.probes.inputs.rows import Data, Tie, Value

MUTATED = "mutated"
DRAWN = "drawn"
MOST_STEPS = 3
MOST_EXTRA = 12
"""How much longer than in the example lists become at most."""
MOST_CONSTANTS = 200
BORDERS = (0, 1, -1, 2, 10, 100, 1000, 10**5, 10**6, 10**9, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, 2**63)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NUMBERS = re.compile(r"(?<![\w.])\d{1,19}(?![\w.])")
_QUOTED = re.compile(r"""["']([A-Za-z]\w{0,30})["']""")


class TextSource(Protocol):
    """Where the input of programs comes from. An `Input` here holds what a text is made from."""

    def inputs(self) -> Iterator[Input]:
        """Yield inputs, perhaps without end and perhaps some of them twice."""

    def text(self, made_from: Input) -> str | None:
        """Return the text that is made from this; `None` where there is none."""

    def smaller(self, made_from: Input) -> Iterator[Input]:
        """Yield smaller ones that the usual ways of making data smaller do not find."""


class GivenTexts:
    """Texts as they are."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def inputs(self) -> Iterator[Input]:
        yield from (Input((text,)) for text in self._texts)

    def text(self, made_from: Input) -> str | None:
        return cast(str, made_from.arguments[0]) if made_from.origin == GIVEN else None

    def smaller(self, made_from: Input) -> Iterator[Input]:
        yield from ()


class GrammarTexts:
    """Texts drawn from a grammar."""

    def __init__(self, grammar: Grammar, *, seed: int = 0) -> None:
        self._grammar = grammar
        self._seed = seed

    def inputs(self) -> Iterator[Input]:
        yield from (Input((choices,), origin=DRAWN) for choices in self._grammar.draws(self._seed))

    def text(self, made_from: Input) -> str | None:
        try:
            return self._grammar.text(cast("list[int]", made_from.arguments[0]))
        except InvalidValue:
            return None

    def smaller(self, made_from: Input) -> Iterator[Input]:
        yield from ()


class ExampleTexts:
    """Texts made from examples by changing their values, and the sizes of what is counted in them.

    `sources` are the programs: their numbers are tried as values, and a word that they name is changed to another
    that they name.
    """

    def __init__(self, examples: Sequence[str], *, sources: Sequence[str] = (), seed: int = 0) -> None:
        if not examples:
            raise InvalidValue("examples: there must be at least one")
        self._layout = Layout(examples)
        self._given = [self._layout.data(text) for text in self._layout.examples] if any(examples) else []
        self._chance = random.Random(seed)
        self._constants = _constants(sources)
        self._named = sorted({word for source in sources for word in _QUOTED.findall(source)})
        values = [cast(Value, where[at]) for data in self._given for where, at in self._layout.leaves(data)]
        self._values = values
        self._signed = any(isinstance(value, int | float) and value < 0 for value in values)

    def inputs(self) -> Iterator[Input]:
        yield from (Input((data,)) for data in self._given)
        turn = 0
        while any(self._given):
            turn += 1
            data = cast(Data, copied(self._chance.choice(self._given)))
            for _ in range(self._chance.randint(1, MOST_STEPS)):
                self._change(data, wide=turn % 3 == 0)
            yield Input((data,), origin=MUTATED)

    def text(self, made_from: Input) -> str | None:
        return self._layout.text(cast(Data, made_from.arguments[0]))

    def smaller(self, made_from: Input) -> Iterator[Input]:
        """Yield inputs with one item less in everything that one count stands for."""
        data = cast(Data, made_from.arguments[0])
        for number, tie in enumerate(self._layout.ties(data)):
            for index in range(min(tie.sizes(), default=0)):
                new = cast(Data, copied(data))
                self._layout.ties(new)[number].remove(index)
                yield Input((new,), origin=made_from.origin)

    def _change(self, data: Data, *, wide: bool) -> None:
        """Change one value, or the size or order of one part; `wide`: also far from what the examples show."""
        ties = [tie for tie in self._layout.ties(data) if tie.members]
        if ties and self._chance.random() < 0.4:
            self._resize(self._chance.choice(ties), wide=wide)
            return
        leaves = self._layout.leaves(data)
        if leaves:
            where, at = self._chance.choice(leaves)
            where[at] = self._changed(cast(Value, where[at]), wide=wide)

    def _resize(self, tie: Tie, *, wide: bool) -> None:
        chance, size = self._chance, min(tie.sizes())
        if size < 1:
            return
        match chance.randrange(4):
            case 0 if size > 1:
                for _ in range(chance.choice((1, 1, 1, size // 2, size - 1))):
                    tie.remove(chance.randrange(min(tie.sizes())))
            case 1 if size > 1:
                tie.swap(*chance.sample(range(size), 2))
            case _:
                for _ in range(chance.randint(1, MOST_EXTRA) if wide else 1):
                    size = min(tie.sizes())
                    tie.double(chance.randrange(size), chance.randint(0, size))

    def _changed(self, value: Value, *, wide: bool) -> Value:
        alike = [other for other in self._values if type(other) is type(value)]
        if self._chance.random() < 0.25:
            return self._chance.choice(alike)
        if isinstance(value, str):
            return self._chance.choice(self._named) if value in self._named and not wide else self._word(value)
        if isinstance(value, float):
            new = self._chance.choice((value + 1, value - 1, value / 2, value * 2, round(value), -value, 0.0))
            return new if wide or self._signed else abs(new)
        number = self._number(value, wide=wide)
        return number if wide or self._signed else abs(number)

    def _number(self, value: int, *, wide: bool) -> int:
        chance = self._chance
        if self._constants and chance.random() < 0.2:
            return chance.choice(self._constants)
        if wide:
            return chance.choice((*BORDERS, -value, value * 10, value * 1000, chance.randint(-1000, 1000)))
        near = (value + 1, value - 1, value + 2, value // 2, value * 2, 0, 1, 2)
        return chance.choice((*near, chance.randint(0, max(10, 2 * abs(value))), chance.randint(0, 100)))

    def _word(self, word: str) -> str:
        """Return a word with a letter changed, doubled, taken out, exchanged or made large or small."""
        chance = self._chance
        at = chance.randrange(len(word))
        match chance.randrange(6):
            case 0 if len(word) > 1:
                return word[:at] + word[at + 1 :]
            case 1:
                return word[: at + 1] + word[at:]
            case 2:
                return word[:at] + word[at].swapcase() + word[at + 1 :]
            case 3:
                return word[::-1]
        seen = "".join(str(other) for other in self._values if isinstance(other, str))
        letters = sorted({letter for letter in seen if letter.isalnum() == word[at].isalnum()}) or [word[at]]
        if word[at].isdigit():
            letters = list("0123456789")
        elif word[at] in LETTERS and chance.random() < 0.3:
            letters = list(LETTERS)
        return word[:at] + chance.choice(letters) + word[at + 1 :]


def _constants(sources: Sequence[str]) -> list[int]:
    """Return the numbers that stand in some texts, with their neighbours."""
    found: dict[int, None] = {}
    for source in sources:
        for text in _NUMBERS.findall(source):
            for near in (int(text), int(text) - 1, int(text) + 1):
                found.setdefault(near)
                if len(found) >= MOST_CONSTANTS:
                    return list(found)
    return list(found)
