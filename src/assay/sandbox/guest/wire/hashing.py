"""Sets and dicts built from keys that a stranger chose: keys may be chosen so that telling them apart takes long."""

from __future__ import annotations

from assay.sandbox.guest.wire.layout import Malformed, TooLarge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_SAME_HASH = 64
MAX_KEY_BITS = 1024
"""Numbers up to here may be compared with a Decimal of the same hash: the time for that grows with their square."""
MAX_HASHING_SECONDS = 3.0
"""CPU time for the sets and dicts of one message, a hundred times what a million honest keys take."""


class Hashing:
    """Builds the sets and dicts of one message within a limit of time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def set_of(self, members: list[Any]) -> set[Any]:
        """Return the set of these members."""
        check_hashes(members)
        built: set[Any] = set()
        self._fill(built, members)
        return built

    def dict_of(self, keys: list[Any], values: list[Any]) -> dict[Any, Any]:
        """Return the dict of these keys and values."""
        check_hashes(keys)
        built: dict[Any, Any] = {}
        self._fill(built, list(zip(keys, values, strict=True)))
        return built

    def _fill(self, container: Any, items: list[Any]) -> None:
        """Add items in steps: even keys of different hashes can make each other look through most of the table."""
        if len(items) <= 1000:
            container.update(items)
            return
        from time import thread_time

        for start in range(0, len(items), 1000):
            began = thread_time()
            container.update(items[start : start + 1000])
            self.seconds += thread_time() - began
            if self.seconds > MAX_HASHING_SECONDS:
                raise TooLarge("keys that take too long to be told apart")


def check_hashes(keys: list[Any]) -> None:
    """Refuse keys chosen so that they all collide, or so that telling two apart takes minutes."""
    try:
        hashes = sorted(map(hash, keys))
    except (TypeError, ValueError):
        raise Malformed("an unhashable key") from None
    if not any(map(int.__eq__, hashes, hashes[1:])):
        return
    if any(map(int.__eq__, hashes, hashes[MAX_SAME_HASH:])):
        raise TooLarge(f"more than {MAX_SAME_HASH} keys with the same hash")
    _check_numbers(keys)


def _check_numbers(keys: list[Any]) -> None:
    """Refuse a Decimal among keys of the same hash where there is a long number too."""
    decimals = wide = False
    waiting: list[Any] = [*keys]
    while waiting:
        key = waiting.pop()
        if isinstance(key, (tuple, frozenset)):
            waiting.extend(key)
        elif type(key) is int:
            wide = wide or key.bit_length() > MAX_KEY_BITS
        else:
            name = type(key).__name__
            decimals = decimals or name == "Decimal"
            wide = wide or (name == "Fraction" and key.numerator.bit_length() > MAX_KEY_BITS)
    if decimals and wide:
        raise TooLarge("a Decimal among keys, and a number of its hash that may be too long to be compared")
