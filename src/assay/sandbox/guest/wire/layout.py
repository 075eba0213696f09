"""The layout of the wire: its limits, its marker, its errors, and the types that need no tag.

A tuple that begins with the marker (`StopIteration`, the one atom of the layout that is not data) is a tagged value:
`(marker, tag, fields...)`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Tag = tuple[Any, ...]
    Pack = Callable[[object], object]
    Resolve = Callable[[Tag], object]

MAX_BYTES = 32 * 2**20
MAX_NODES = 2**20
"""Values in one message; what is costly to build counts for several (`registry.COSTS`, `ValueReader.spend`)."""
MAX_DEPTH = 200
MAX_RUN = 200
"""How deep objects may be nested that Python releases recursively (`WEIGHTS`), one directly inside of the other.

Lists, dicts, tuples, sets and objects of Python classes are released in steps when they are nested deeply, so they
end such a run; a run of others takes as much of the stack as it is deep.
"""
WEIGHTS = {"slice": 1, "deque": 1, "defaultdict": 1, "ndarray": 10}
"""The types that are released recursively, by how much of the stack one level takes."""
NEW_CLASS = 100
"""What a new class costs to build, in small values."""

MARK = StopIteration
ATOMS = frozenset((type(None), bool, int, float, complex, str, bytes, type(Ellipsis)))
PLAIN_CONTAINERS = frozenset((list, tuple, dict, set, frozenset))


class Malformed(Exception):
    """The bytes are not a value; an honest sender never writes them."""


class TooLarge(Exception):
    """The value is larger, deeper or more numerous than the channel carries."""


class NoRoom(TooLarge, MemoryError):
    """This process has not enough memory for the value."""


def tagged(tag: str, *fields: object) -> Tag:
    """Return the tuple that stands for a value which the layout lacks."""
    return (MARK, tag, *fields)


class TaggedType:
    """A type that the layout lacks: its values cross as a tag and fields."""

    __slots__ = ("build", "classes", "cost", "pack", "tag")

    def __init__(
        self,
        tag: str,
        build: Callable[..., object],
        pack: Callable[[Any], Tag | None] | None = None,
        classes: str = "",
        cost: int = 0,
    ) -> None:
        self.tag = tag
        self.build = build
        """Returns the value of a reader and the fields, none of which it trusts."""
        self.pack = pack
        """Returns the fields of a value, or `None` for one that is not data after all."""
        self.classes = classes
        """The full names of the classes whose objects `pack` takes, separated by blanks."""
        self.cost = cost
        """How much longer it takes to build than its fields take to read, in small values."""


def want(value: Any, *kinds: type) -> Any:
    """Return the value if it is exactly of one of these types; raise `Malformed` if not."""
    if type(value) not in kinds:
        raise Malformed(f"{type(value).__name__} where {kinds[0].__name__} belongs")
    return value
