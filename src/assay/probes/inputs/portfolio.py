"""All inputs that a function is tried with, in turn: given, at borders, changed from others, drawn by Hypothesis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, cycle, islice, product
from random import Random

from assay.errors import InvalidValue
from assay.probes.inputs.base import Input, copied, distinct
from assay.probes.inputs.boundaries import boundary_values
from assay.probes.inputs.domain import Domain
from assay.probes.inputs.drawing import arguments_strategy, drawn
from assay.probes.inputs.mutating import ValueMutator
from assay.probes.inputs.shapes import ANY, Shape, joined, shape_of_all
from assay.probes.inputs.signatures import Parameter, constants_of, parameters_of
from assay.sandbox.base import Sandbox

BOUNDARY = "boundary"
MUTATED = "mutated"
LARGE = "large"
LARGER = (3, 10, 30, 100)
"""How many times as large."""
PRIMES = (101, 1_009, 10_007, 100_003, 1_000_003, 10_000_019, 100_000_007)
"""Numbers that are slow for whoever looks for divisors."""
LARGEST_SIZE = 400
MOST_ENLARGED = 5
MUTATED_AT_A_TIME = 300
DRAWN_AT_A_TIME = 200
MOST_ROUNDS = 100
"""Times that inputs are changed, and others drawn."""
MOST_TRIED = 10
"""For each changed input that is wanted, so many are made at most: the others were there before, or are not meant."""
MOST_STEPS = 4
GUESSES = (
    Shape("int"),
    Shape("str"),
    Shape("list", (Shape("int"),)),
    Shape("float"),
    Shape("list", (Shape("str"),)),
    Shape("dict", (Shape("str"), Shape("int"))),
    Shape("list", (Shape("list", (Shape("int"),)),)),
    Shape("bool"),
)
"""Shapes that arguments are tried with of which nothing is known."""
MOST_GUESSES = 60


class Portfolio:
    """Distinct inputs for a function, as many as are wanted, the same for the same seed."""

    def __init__(
        self,
        entry_point: str,
        sources: Sequence[str],
        given: Sequence[Input] = (),
        *,
        sandbox: Sandbox,
        strategy: str | None = None,
        seed: int = 0,
        domain: Domain | None = None,
    ) -> None:
        self.given = list(distinct(given))
        self._sandbox = sandbox
        self._seed = seed
        self._domain = domain
        self._strategy = strategy
        """A text that names the only inputs to draw; `None`: shapes say what is made."""
        self._constants = constants_of(sources)
        self._parameters, self._agree = _parameters(entry_point, sources, self.given)
        self._shapes = _shapes(self._parameters, self.given)
        self._accepted: list[Input] = []
        self._random = Random(seed)
        self._mutator = ValueMutator(self._random, chain(self._constants, *(one.arguments for one in self.given)))
        self._seen: set[bytes] = set()
        self._made = 0
        self._has_learned = False
        self._source = self._all()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of the arguments, as far as they are known."""
        return tuple(self._shapes)

    @property
    def guesses(self) -> bool:
        """Whether nothing but the function itself says which types it takes, or the sources say it differently."""
        if self.given or self._strategy is not None:
            return False
        return not self._agree or not all(one.shape.known for one in self._parameters)

    def batch(self, size: int) -> list[Input]:
        """Return the next inputs, none of which was there before; fewer, or none, when there are no more."""
        found = list(islice(self._source, size))
        if len(found) < size and self._has_learned:
            self._has_learned = False
            self._source = self._rounds()
            found += islice(self._source, size - len(found))
        return found

    def learn(self, accepted: Sequence[Input]) -> None:
        """Take note of inputs that the function accepts: others are made from them where none were given."""
        self._has_learned = bool(accepted) and not self.given
        room = 400 - len(self._accepted)
        self._accepted.extend(accepted[: max(room, 0)])
        if not self.given and accepted and not all(shape.known for shape in self._shapes):
            places = zip(*(one.arguments for one in self._accepted), strict=False)
            self._shapes = [shape_of_all(values) for values in places]

    def _new(self, inputs: Iterable[Input]) -> Iterator[Input]:
        """Yield those of these inputs that are meant and were not there before."""
        for one in distinct(inputs, self._seen):
            if self._domain is None or self._domain.accepts(one):
                self._made += 1
                yield one

    def _all(self) -> Iterator[Input]:
        yield from self._new(self.given)
        if self._strategy is None:
            known = all(shape.known for shape in self._shapes)
            yield from self._new(self._at_borders() if known else self._guessed())
            yield from self._new(self._large())
        yield from self._rounds()

    def _rounds(self) -> Iterator[Input]:
        for seed in range(self._seed, self._seed + MOST_ROUNDS):
            before = self._made
            if self._strategy is None:
                tried = islice(self._mutated(), MOST_TRIED * MUTATED_AT_A_TIME)
                yield from islice(self._new(tried), MUTATED_AT_A_TIME)
            if self._strategy is None and self._made < before + MUTATED_AT_A_TIME // 10 and seed > self._seed:
                return  # the few that are left would be dear
            yield from self._new(self._drawn(seed))
            if self._made == before:
                return

    def _drawn(self, seed: int) -> list[Input]:
        if self._strategy is not None:
            return drawn(self._sandbox, self._strategy, DRAWN_AT_A_TIME, seed)
        if not all(shape.known for shape in self._shapes) or self._by_name() or not self._shapes:
            return []
        return drawn(self._sandbox, self._text(), DRAWN_AT_A_TIME, seed)

    def _text(self) -> str:
        return arguments_strategy(self._shapes, self._constants)

    def _by_name(self) -> list[str]:
        return [one.name for one in self._parameters if one.by_name and one.required]

    def _at_borders(self) -> Iterator[Input]:
        """Yield inputs with one argument at a border and the others as given, then several at borders."""
        values = [self._with_constants(shape) for shape in self._shapes]
        bases = [one for one in self.given if len(one.arguments) == len(values)]
        if bases:
            turn = cycle(bases)
            for value, index in ((value, index) for index, some in enumerate(values) for value in some):
                base = next(turn)
                places = (*base.arguments[:index], copied(value), *base.arguments[index + 1 :])
                yield Input(places, base.keywords, BOUNDARY)
        reach = {1: 60, 2: 9, 3: 5}.get(len(values), 3)
        for places in islice(product(*(some[:reach] for some in values)), 200):
            yield self._as_input(tuple(map(copied, places)), BOUNDARY)

    def _large(self) -> Iterator[Input]:
        """Yield given inputs with a number, or the length of a list or text, several times as large."""
        for factor, base in product(LARGER, self.given[-MOST_ENLARGED:]):
            for index, value in enumerate(base.arguments):
                for new in _enlarged(value, factor):
                    places = (*base.arguments[:index], new, *base.arguments[index + 1 :])
                    yield Input(tuple(map(copied, places)), base.keywords, LARGE)

    def _with_constants(self, shape: Shape) -> list[object]:
        """Return the values at the borders of a shape, with constants of the sources among them."""
        found = boundary_values(shape)
        scalars = {"int": int, "float": float, "str": str}
        kind = scalars.get(shape.kind)
        constants = [value for value in self._constants if type(value) is kind]
        return found[:6] + constants + found[6:]

    def _as_input(self, arguments: tuple[object, ...], origin: str) -> Input:
        """Return an input whose last arguments go by name where they must."""
        names = self._by_name()
        split = len(arguments) - len(names)
        return Input(arguments[:split], dict(zip(names, arguments[split:], strict=True)), origin)

    def _guessed(self) -> Iterator[Input]:
        """Yield inputs of shapes that are guessed: first the same for all arguments, then mixed."""
        count = len(self._shapes)
        known = [[shape] if shape.known else list(GUESSES) for shape in self._shapes]
        alike = [[shape if not own.known else own for own in self._shapes] for shape in GUESSES]
        for shapes in islice(chain(alike, map(list, product(*known))), MOST_GUESSES):
            values = [boundary_values(shape) for shape in shapes]
            for number in (0, 1, 3, 5, 8):
                places = tuple(copied(some[(number + 2 * index) % len(some)]) for index, some in enumerate(values))
                if len(places) == count:
                    yield self._as_input(places, BOUNDARY)

    def _mutated(self) -> Iterator[Input]:
        bases = self.given or self._accepted
        if not bases or not any(base.arguments or base.keywords for base in bases):
            return
        while True:
            yield self._changed(self._random.choice(bases))

    def _changed(self, base: Input) -> Input:
        chance = self._random
        places = list(base.arguments)
        named = dict(base.keywords)
        for _ in range(chance.randint(1, MOST_STEPS)):
            at = chance.randrange(len(places) + len(named))
            if at >= len(places):
                name = list(named)[at - len(places)]
                named[name] = self._mutator.mutated(named[name])
                continue
            other = chance.choice(self.given or [base])
            if chance.random() < 0.15 and len(other.arguments) == len(places):
                places[at] = other.arguments[at]
            else:
                places[at] = self._mutator.mutated(places[at])
        return Input(tuple(map(copied, places)), {name: copied(value) for name, value in named.items()}, MUTATED)


def _enlarged(value: object, factor: int) -> Iterator[object]:
    if type(value) is int and value:
        yield from (value * factor, value * factor + 1)
        yield from (prime for prime in PRIMES if prime // 10 <= abs(value) * factor < prime)
    elif isinstance(value, list | str | tuple) and 0 < len(value) * factor <= LARGEST_SIZE:
        yield value * factor


def _parameters(entry_point: str, sources: Sequence[str], given: Sequence[Input]) -> tuple[list[Parameter], bool]:
    """Return the parameters that inputs are made for, and whether no source annotates one otherwise than another.

    They are the required ones of the source that says most about them; where others say something else, of all types
    that are said, so that no order of the sources decides.
    """
    found: list[list[Parameter]] = []
    for source in sources:
        try:
            parameters = parameters_of(source, entry_point)
        except InvalidValue:
            continue
        if parameters is not None:
            found.append(parameters)
    if not found:
        return [], True
    best = max(found, key=lambda parameters: sum(one.shape.known for one in parameters))
    said = [
        list(dict.fromkeys(other[index].shape for other in found if index < len(other) and other[index].shape.known))
        for index in range(len(best))
    ]
    merged = [
        replace(one, shape=joined(shapes)) if len(shapes) > 1 else one for one, shapes in zip(best, said, strict=True)
    ]
    most = max((len(one.arguments) for one in given), default=0)
    wanted = [one for index, one in enumerate(merged) if one.required or (index < most and not one.by_name)]
    return wanted, all(len(shapes) < 2 for shapes in said)


def _shapes(parameters: Sequence[Parameter], given: Sequence[Input]) -> list[Shape]:
    """Return the shape of each argument: what the given inputs show, and what annotations say."""
    most = max((len(one.arguments) for one in given), default=0)
    shapes = []
    for index in range(max(most, len(parameters))):
        shown = shape_of_all([one.arguments[index] for one in given if index < len(one.arguments)])
        said = parameters[index].shape if index < len(parameters) else ANY
        shapes.append(joined([shown, said]) if said.known or not shown.known else shown)
    return shapes
