"""Cases with a large expected value: it stays packed, and the right answer is known by its digest alone."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from assay.hashing import content_digest
from assay.judges.reading import shown
from assay.records import EXACT, Case, CaseKind, Comparator
from assay.sandbox.guest import wire


@dataclass(frozen=True, slots=True)
class PackedValue:
    """A large value, encoded and compressed, with what is asked about it most."""

    data: bytes
    size: int
    """Bytes of its encoding."""
    digest: bytes
    """Of its encoding."""
    floats: bool
    """It is a float, or a sequence of floats."""
    equals_itself: bool
    """The same bytes always mean the same value: there is no NaN in it."""
    text: str
    """As reports show it."""

    @classmethod
    def of(cls, value: object) -> Self:
        encoded = wire.encode(value)
        return cls(
            zlib.compress(encoded, 1),
            len(encoded),
            content_digest(encoded),
            is_floats(value),
            wire.equals_itself(value),
            shown(value),
        )

    def value(self) -> object:
        return wire.decode(zlib.decompress(self.data))

    def is_encoded_as(self, body: bytes) -> bool:
        """Whether these bytes mean this value; where they do not, another encoding of it may."""
        return self.equals_itself and len(body) == self.size and content_digest(body) == self.digest


class LargeCase(Case):
    """A case that keeps its expected value packed and unpacks it whenever it is asked for.

    >>> case = LargeCase((3,), [0, 1, 2])
    >>> case.expected, case.arguments
    ([0, 1, 2], (3,))
    """

    __slots__ = ("packed",)
    packed: PackedValue

    def __init__(
        self,
        arguments: tuple[object, ...] = (),
        expected: object = None,
        keywords: Mapping[str, object] | None = None,
        raises: str | None = None,
        comparator: Comparator = EXACT,
        kind: CaseKind = CaseKind.BASIC,
        name: str = "",
    ) -> None:
        super().__init__(arguments, expected, keywords or {}, raises, comparator, kind, name)

    @property
    def expected(self) -> object:
        return self.packed.value()

    @expected.setter
    def expected(self, value: object) -> None:
        object.__setattr__(self, "packed", value if isinstance(value, PackedValue) else PackedValue.of(value))

    def __reduce__(self) -> tuple[Any, ...]:  # Any: as pickle wants it
        rest = (self.keywords, self.raises, self.comparator, self.kind, self.name)
        return LargeCase, (self.arguments, self.packed, *rest)


def is_floats(value: object) -> bool:
    """Whether a value is a float or a sequence of nothing else."""
    if isinstance(value, PackedValue):
        return value.floats
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def expected_text(case: Case) -> str:
    """The expected value of a case as reports show it."""
    return case.packed.text if isinstance(case, LargeCase) else shown(case.expected)
