"""The record of one input of a function."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.errors import InvalidValue
from assay.sandbox.guest import wire

GIVEN = "given"
"""The origin of inputs that somebody wrote."""


@dataclass(frozen=True, slots=True)
class Input:
    """The arguments of one call, which are plain data, and where they come from."""

    arguments: tuple[object, ...] = ()
    keywords: Mapping[str, object] = field(default_factory=dict)
    origin: str = GIVEN
    """How it came about, in a few words: `given`, `boundary`, `mutated`, `drawn`, `shrunk` and the like."""

    @property
    def call(self) -> tuple[tuple[object, ...], Mapping[str, object]]:
        """What `assay.sandbox.calling.call` takes."""
        return self.arguments, self.keywords

    def key(self) -> bytes:
        """Return bytes that only equal inputs of equal types share; raise `InvalidValue` for what is no data."""
        given = (self.arguments, dict(self.keywords))
        try:
            return wire.encode_plain(given) or wire.encode(given)
        except (TypeError, ValueError, wire.TooLarge) as error:
            raise InvalidValue(f"the input is no data: {error}") from None

    def text(self) -> str:
        """Return the arguments as they are written between the parentheses of a call.

        >>> Input((1, "a"), {"key": None}).text()
        "1, 'a', key=None"
        """
        named = (f"{name}={value!r}" for name, value in self.keywords.items())
        return ", ".join([*map(repr, self.arguments), *named])


def distinct(inputs: Iterable[Input], seen: set[bytes] | None = None) -> Iterator[Input]:
    """Yield those inputs that are data and were not there before, by `seen`, which grows."""
    seen = set() if seen is None else seen
    for one in inputs:
        try:
            key = one.key()
        except InvalidValue:
            continue
        if key not in seen:
            seen.add(key)
            yield one


def copied(value: object) -> object:
    """Return a copy of plain data, so that a change of one does not show in the other."""
    try:
        return marshal.loads(marshal.dumps(value))  # type: ignore[arg-type]  # what it cannot write is refused
    except ValueError:
        return wire.decode(wire.encode(value))
