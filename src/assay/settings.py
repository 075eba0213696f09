"""What a user sets once for a machine or a shell: defaults, then `ASSAY_*` variables."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assay.errors import InvalidValue, UnknownNameError

ISOLATION_LEVELS = ("full", "seccomp", "process")
"""From the strongest to the weakest: all layers; all but Landlock; rlimits and a process of its own."""

_PREFIX = "ASSAY_"
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", re.ASCII)
_SECONDS = {"": 1.0, "s": 1.0, "ms": 1e-3, "m": 60.0, "min": 60.0}
_BYTES = {"": 1, "B": 1} | {
    f"{letter}{suffix}": base**power
    for power, letter in enumerate("KMGT", start=1)
    for suffix, base in (("iB", 1024), ("B", 1000))
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force.

    >>> Settings.from_environment({"ASSAY_MEMORY": "512MB", "LANG": "C"}).memory_bytes
    512000000
    """

    isolation: str = "full"
    """One of `ISOLATION_LEVELS`: the weakest that is accepted."""
    python: str | None = None
    """The interpreter that candidates run under; `None`: the one that runs Assay."""
    seconds: float = 3.0
    """Effective time of one candidate."""
    memory_bytes: int = 1024**3

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """The defaults, changed by `ASSAY_ISOLATION`, `ASSAY_PYTHON`, `ASSAY_TIME` and `ASSAY_MEMORY`.

        An empty variable counts as not set.
        """
        changes: dict[str, object] = {}
        for variable, text in environment.items():
            if not variable.startswith(_PREFIX):
                continue
            if variable not in _VARIABLES:
                raise InvalidValue(_unknown(variable, text))
            if text:
                field, read = _VARIABLES[variable]
                changes[field] = _read(variable, text, read)
        return cls(**changes)  # type: ignore[arg-type]  # each reader gives its field's type


def isolation_level(text: str) -> str:
    """The level of that name.

    >>> isolation_level("seccomp")
    'seccomp'
    """
    if text not in ISOLATION_LEVELS:
        raise UnknownNameError("isolation level", text, ISOLATION_LEVELS)
    return text


def parse_seconds(text: str) -> float:
    """Seconds from text such as `3`, `2.5s`, `500ms` or `1min`.

    >>> parse_seconds("500ms")
    0.5
    """
    return _amount(text, _SECONDS, example="3s or 500ms")


def parse_memory(text: str) -> int:
    """Bytes from text such as `1GiB` (powers of 1024), `512MB` (powers of 1000) or `1048576`.

    >>> parse_memory("1GiB")
    1073741824
    """
    size = int(_amount(text, _BYTES, example="1GiB or 512MB"))
    if not size:
        raise InvalidValue(f"must be at least one byte, got {text!r}")
    return size


def format_seconds(seconds: float) -> str:
    """Seconds as a signature writes them.

    >>> format_seconds(3.0), format_seconds(0.5)
    ('3s', '0.5s')
    """
    return f"{seconds:.12g}s"


def format_memory(memory_bytes: int) -> str:
    """Bytes in the largest unit of 1024 that gives a whole number.

    >>> format_memory(2**30), format_memory(512_000_000)
    ('1GiB', '500000KiB')
    """
    for unit in ("TiB", "GiB", "MiB", "KiB"):
        if memory_bytes and memory_bytes % _BYTES[unit] == 0:
            return f"{memory_bytes // _BYTES[unit]}{unit}"
    return f"{memory_bytes}B"


_VARIABLES: dict[str, tuple[str, Callable[[str], object]]] = {
    "ASSAY_ISOLATION": ("isolation", isolation_level),
    "ASSAY_PYTHON": ("python", str),
    "ASSAY_TIME": ("seconds", parse_seconds),
    "ASSAY_MEMORY": ("memory_bytes", parse_memory),
}


def _read(variable: str, text: str, read: Callable[[str], object]) -> object:
    try:
        return read(text)
    except (InvalidValue, UnknownNameError) as error:
        raise InvalidValue(f"{variable}={text!r}: {error}") from None


def _unknown(variable: str, text: str) -> str:
    close = difflib.get_close_matches(variable, _VARIABLES, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"{variable}={text!r}: no setting has that name.{hint} Known: {', '.join(sorted(_VARIABLES))}."


def _amount(text: str, units: Mapping[str, float], *, example: str) -> float:
    match = _AMOUNT.fullmatch(text.strip())
    if not match or match[2] not in units:
        raise InvalidValue(f"must be an amount such as {example}, got {text!r}")
    amount = float(match[1]) * units[match[2]]
    if not 0 < amount < float("inf"):
        raise InvalidValue(f"must be positive, got {text!r}")
    return amount
